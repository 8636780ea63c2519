"""Somebody in everything that a bot stores: finished and running games, and all keys beside; and how to forget them."""

from typing import Any

import msgspec
from redis.asyncio import Redis

from bot.judges import WordJudge
from bot.records.projection import Projection
from bot.store import keys
from bot.store.commits import WEB_UPDATES, UpdateContext
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.people import Ban, Bans, PendingTables, WebAnswer, WebStore
from bot.store.personal_data import ForgettingNote, ForgettingNotes
from bot.store.puzzles import OpenPuzzle, PuzzleProgress, PuzzleStore
from bot.store.records import RecordStore
from bot.tables.forgetting import Eraser, TableLeaver
from bot.tables.games import Games
from bot.tables.table_loader import AuditEntry, table_name
from bot.telegram.requests import PageMove, Sender
from bot.telegram.updates import to_page_update
from engine.absence import Remove
from engine.computer_ids import computer_user
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.game import Action
from engine.lobby_seats import Join, Seat
from engine.rulesets import resolve_ruleset
from engine.turns import Surrender
from tests.support.games import NOW
from tests.support.stored_games import find_traces, read_values
from tests.support.timers import frozen_served_clock

AYSE, BORA, CEM = 5_550_101, 5_550_102, 5_550_103
NAMES = {AYSE: "Ayşegül", BORA: "Bora", CEM: "Cemre"}
USERNAME = "ayse_gul_1"
GROUP, OTHER, THIRD = -100_777, -100_888, -100_999
COMPUTER = Seat(computer_user("acemi", 1), "Acemi")
KEPT_KEYS = [keys.bans()]
"""What still names somebody who was banned and is forgotten."""
NOTE = ForgettingNote(AYSE, int(NOW.timestamp()), "tr", names=(NAMES[AYSE],))


class ForgettingWorld:
    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.records = RecordStore(redis)
        self.games = Games(GameStore(redis), WordJudge(redis), frozen_served_clock(NOW))
        self.notes = ForgettingNotes(redis)
        self.eraser = Eraser(redis, self.records, self.notes.save)
        self.leaver = TableLeaver(redis, self.games, lambda _: True)
        self._update = 0

    def update(self) -> UpdateContext:
        self._update += 1
        return UpdateContext(self._update)

    async def open_lobby(self, chat: int, host: int, *others: int, computers: tuple[Seat, ...] = ()) -> None:
        ruleset: Ruleset = resolve_ruleset(crossword_rulesets()["scrabble-tr"])
        place = await self.games.load_place(Scope(chat))
        await self.games.open_table(place, ruleset, Seat(host, NAMES[host]), self.update(), computers=computers)
        for user in others:
            await self.act(chat, Join(user, NAMES[user]))

    async def act(self, chat: int, action: Action) -> None:
        await self.games.apply_action(await self.games.load_table(Scope(chat)), action, self.update())

    async def start(self, chat: int, host: int, *others: int, computers: tuple[Seat, ...] = ()) -> None:
        await self.open_lobby(chat, host, *others, computers=computers)
        await self.games.start_game(await self.games.load_table(Scope(chat)), host, 77, self.update())

    async def play_game(self, chat: int, host: int, *others: int) -> None:
        await self.start(chat, host, *others)
        for user in reversed(others):
            await self.act(chat, Surrender(user))
        await Projection(self.records).catch_up(chat)

    async def play_privately(self, user: int) -> None:
        await self.start(user, user, computers=(COMPUTER,))
        await self.act(user, Surrender(user))
        await Projection(self.records).catch_up(user)
        await self.start(user, user, computers=(COMPUTER,))
        table = (await self.games.load_table(Scope(user))).table
        assert table is not None
        await self.redis.set(keys.tutorial(user), table_name(table))

    async def forget(self, asked: ForgettingNote = NOTE) -> None:
        await self.notes.save(asked)
        for number in range(9):
            note = await self.notes.find(AYSE) or asked
            await self.leaver.leave_all(note)
            findings = await self.eraser.erase_once(note, is_patient=number < 2)
            if findings.is_clean and number > 2:
                break
        else:
            raise AssertionError(f"something is found again and again: {findings}")
        await self.notes.drop(AYSE)

    async def traces(self) -> list[str]:
        return await find_traces(self.redis, AYSE, (NAMES[AYSE], USERNAME))

    async def values_of(self, name: str) -> list[bytes]:
        return await read_values(self.redis, name)


async def make_world(redis: Redis) -> ForgettingWorld:
    made = ForgettingWorld(redis)
    await made.play_game(GROUP, AYSE, BORA)
    await made.play_game(OTHER, BORA, CEM, AYSE)
    await made.play_game(THIRD, BORA, CEM)
    await made.play_privately(AYSE)
    shard = keys.shard_of(AYSE)
    await redis.hset(keys.settings(AYSE), "language", "tr")
    await redis.set(keys.user_locale(AYSE), "tr")
    await redis.set(keys.username(USERNAME), AYSE)
    await redis.set(keys.username("bora"), BORA)
    await redis.set(keys.rack_order(AYSE, "c4c4c4c4"), "KALEM")
    web = WebStore(redis)
    await web.save_plan(AYSE, "c4c4c4c4", {"H8": "K"})
    await web.save_answer(AYSE, WEB_UPDATES, WebAnswer(done=True))
    await web.save_member(AYSE, GROUP, present=True)
    await PuzzleStore(redis).swap_progress(
        AYSE, "c4c4c4c4c4c4", None, PuzzleProgress(tries=1), OpenPuzzle("c4c4c4c4c4c4", 1)
    )
    await PuzzleStore(redis).save_game_choice(AYSE, "kelimelik")
    await PendingTables(redis).save_pending_table(AYSE, "kelimelik 5min")
    await redis.set(keys.pending_request(GROUP, AYSE), b"{}")
    await redis.zadd(keys.known_chats(shard), {str(AYSE): 1, str(BORA): 1})
    await redis.hset(keys.table_alerts(OTHER), mapping={f"0:{AYSE}": f"1 {NAMES[AYSE]}", f"0:{CEM}": "1 Cemre"})
    await redis.hset(keys.unlisted_players(GROUP), mapping={str(AYSE): "1", str(BORA): "1"})
    first: dict[Any, Any] = {"first": str(AYSE), "first-name": NAMES[AYSE]}
    before: dict[Any, Any] = {
        "before-puzzle": "0123456789ab",
        "before-first": str(AYSE),
        "before-first-name": NAMES[AYSE],
    }
    await redis.hset(
        keys.daily_puzzle(GROUP), mapping={"puzzle": "ba9876543210", "day": "2026-11-27", **first, **before}
    )
    await redis.hset(
        keys.daily_puzzle(OTHER),
        mapping={"puzzle": "ba9876543210", "day": "2026-11-27", "first": str(BORA), "first-name": "Bora"},
    )
    await redis.hset(
        keys.daily_solvers(GROUP), mapping={str(AYSE): b"\x94\x01\x01\x01\x01", str(BORA): b"\x94\x01\x01\x01\x01"}
    )
    await redis.zadd(keys.daily_posts(shard), {str(AYSE): 1.0, str(GROUP): 1.0})
    decided = {"kind": "erase", "at": NOW, "name": NAMES[AYSE], "update": 1, "by": AYSE}
    await redis.rpush(keys.record_decisions(THIRD), msgspec.json.encode(decided))
    await redis.rpush(
        keys.record_decisions(THIRD), msgspec.json.encode({**decided, "name": NAMES[BORA], "update": 2, "by": BORA})
    )
    for entry, by in enumerate((AYSE, BORA)):
        removed = AuditEntry(Remove(by, seat=1), NOW, NAMES[by], NAMES[CEM], 1, f"c4c4c4c4 {entry}")
        await redis.rpush(keys.audit_entries(Scope(THIRD)), msgspec.json.encode(removed))
    await GameStore(redis).players.add_finished_game(AYSE, Scope(OTHER), "c4c4c4c4")
    for banned in (AYSE, CEM):
        await Bans(redis).add_ban(Ban(banned, by=BORA, at=int(NOW.timestamp())))
    await redis.sadd(keys.broadcast_delivered(), str(AYSE), str(GROUP))
    await redis.zadd(keys.auto_deletes(0), {f"{GROUP} 12 {AYSE}": 1.0, f"{GROUP} 13": 2.0})
    update = msgspec.json.encode({"update_id": 1, "message": {"from": {"id": AYSE, "first_name": NAMES[AYSE]}}})
    await redis.xadd(keys.inbox(3), {"update": "1", "raw": update})
    await redis.xadd(keys.dead_letters(4), {"update": "2", "raw": update, "reason": "x"})
    move = PageMove(kind="pass", table="c4c4c4c4", number=0)
    on_page = to_page_update(WEB_UPDATES, Scope(GROUP), Sender(AYSE, NAMES[AYSE], "tr"), move, NOW.timestamp())
    await redis.xadd(keys.dead_letters(4), {"update": "4", "raw": on_page, "reason": "y"})
    await redis.xadd(keys.dead_letters(4), {"update": "3", "raw": b'{"message":{"from":{"id":7}}}', "reason": "x"})
    return made
