"""Somebody is forgotten: no key and no value names them afterwards, whatever ends in between; the rest stays."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import structs
from redis.asyncio import Redis

from bot.families.crossword.search.searcher import BoardSearcher
from bot.records.projection import Projection
from bot.store import keys
from bot.store.export import list_key_names
from bot.store.keys import KEYS, Scope
from bot.store.people import Bans
from bot.store.personal_data import ForgettingNote
from bot.tables.forgetting import ERASED, KEPT
from engine.duplicate import state as duplicate
from engine.duplicate.actions import Answer, Deal
from engine.duplicate.tops import search_racks
from engine.forget_player import is_forgotten
from engine.game_base import Game
from engine.game_record import GameRecord, decode_record
from engine.invitations import Guest, Invite
from engine.lobby_seats import Lobby, Seat
from engine.packed_game import unpack_game
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.turns import Surrender
from tests.support.forgetting_world import (
    AYSE,
    BORA,
    CEM,
    GROUP,
    KEPT_KEYS,
    NAMES,
    NOTE,
    OTHER,
    THIRD,
    USERNAME,
    ForgettingWorld,
    make_world,
)

# Kinds of keys that name no people, but for a private chat in their own names.
NAMELESS = frozenset(
    """
    account_settings aof_rewrite_time attempt_counts ban_notified card_selection carried_records chat_puzzles
    chat_words chats_seeded clock clock_jumps dictionary_answer downtimes game_analysis game_words greeting
    made_puzzles member members migration_lock move_counts newest_commit outage_notified owner_alerts puzzle_figures
    received_updates record_progress replication_marker restore_marker schema seen_updates send_rates settings
    shard_owner shard_schema shared_picture shown_cards shown_puzzles stored_puzzle table_numbers tenant
    unreachable_scopes worker_heartbeats worker_notifications worker_status
    """.split()  # noqa: SIM905 - six lines instead of forty
)


@pytest.fixture
async def world(redis: Redis) -> ForgettingWorld:
    return await make_world(redis)


def test_every_kind_of_key_is_looked_at_or_says_why_not() -> None:
    of_users = {kind for kind, row in KEYS.items() if "user" in row.parts}
    assert set(KEYS) == ERASED | KEPT.keys() | NAMELESS | of_users
    assert all(KEPT.values())


async def test_nothing_is_left_of_somebody(world: ForgettingWorld, redis: Redis) -> None:
    """Games against the computer go, too, and a ban stays."""
    assert len(await world.traces()) > 20
    (finished,) = await records_of(world, AYSE)
    assert await world.records.read_packed_game(AYSE, finished.id)
    banned = await Bans(redis).load_bans()
    await world.forget()
    assert await world.traces() == KEPT_KEYS
    assert (await world.games.load_table(Scope(AYSE))).table is None
    assert await records_of(world, AYSE) == []
    assert [name for name in await list_key_names(redis) if f":{AYSE}:" in name or f":u{AYSE}:" in name] == []
    assert await Bans(redis).load_bans() == banned
    assert banned.keys() == {AYSE, CEM}


async def test_what_is_of_others_stays_and_stays_true(world: ForgettingWorld, redis: Redis) -> None:
    others = await world.values_of(keys.records(THIRD))
    before = {chat: await records_of(world, chat) for chat in (GROUP, OTHER)}
    await world.forget()
    await check_results(world, before)
    assert await world.values_of(keys.records(THIRD)) == others
    assert await redis.get(keys.username("bora")) == str(BORA).encode()
    assert await redis.hkeys(keys.table_alerts(OTHER)) == [f"0:{CEM}".encode()]
    assert await redis.hkeys(keys.unlisted_players(GROUP)) == [str(BORA).encode()]
    assert await redis.hkeys(keys.daily_solvers(GROUP)) == [str(BORA).encode()]
    assert await redis.hget(keys.daily_puzzle(OTHER), "first-name") == b"Bora"
    assert await redis.zrange(keys.daily_posts(keys.shard_of(AYSE)), 0, -1) == [str(GROUP).encode()]
    (entry,) = [one for one in await world.values_of(keys.audit_entries(Scope(THIRD))) if b"%d" % BORA in one]
    assert NAMES[BORA].encode() in entry
    assert await redis.xlen(keys.dead_letters(4)) == 1
    assert await redis.zrange(keys.auto_deletes(0), 0, -1) == [f"{GROUP} 13".encode()]


async def test_dead_letters_of_others_that_call_somebody_by_name_go(redis: Redis) -> None:
    world = ForgettingWorld(redis)
    await redis.set(keys.username(USERNAME), AYSE)
    begin = b'{"message":{"from":{"id":7},"text":'
    gone = [
        begin + b'"@Ayse_Gul_1 play',
        begin + b'"\\nAy\\u015feg\\u00fcl, play"}}',
        begin + '"hey AYŞEGÜL'.encode(),
        begin + b'"Zo\\u00eb \\"\\ud83d\\ude00\\" \\/ X',
    ]
    left = [begin + b'"@ayse_gul_12 Ay\\u015feg\\u00fclsu"}}', begin + b'"play"}}', b"\xff\xfe\\u"]
    for raw in (*gone, *left):
        await redis.xadd(keys.dead_letters(0), {"update": "4", "raw": raw, "reason": "x"})
    await world.forget(structs.replace(NOTE, names=(*NOTE.names, 'Zoë "😀" / X', "Text")))
    letters: Any = await redis.xrange(keys.dead_letters(0))
    assert [fields[b"raw"] for _, fields in letters] == left


async def check_results(world: ForgettingWorld, before: Mapping[int, Sequence[GameRecord]]) -> None:
    """Others have the places, scores and ratings that they had."""
    for chat, records in before.items():
        for former, now in zip(records, await records_of(world, chat), strict=True):
            assert [(p.place, p.score) for p in former.players] == [(p.place, p.score) for p in now.players]
            assert [p.user for p in former.players if p.user != AYSE] == [
                p.user for p in now.players if not is_forgotten(p.user)
            ]
            packed = await world.records.read_packed_game(chat, now.id)
            assert packed is not None
            end = unpack_game(packed).end
            assert isinstance(end, Game)
            assert end.seat_of(AYSE) is None
        assert await Projection(world.records).catch_up(chat) == len(records)
        assert {user for user in await world.records.all_standings(chat) if not is_forgotten(user)} == {
            p.user for record in records for p in record.players if p.user != AYSE
        }
    assert await world.traces() == KEPT_KEYS, "figures that are derived anew name nobody again"


async def records_of(world: ForgettingWorld, chat: int) -> list[GameRecord]:
    found = [decode_record(one) for one in await world.records.read_records(chat, 0)]
    return [one for one in found if isinstance(one, GameRecord)]


async def test_a_picture_kept_after_its_record_was_rewritten_goes_too(redis: Redis) -> None:
    world = ForgettingWorld(redis)
    await world.play_game(GROUP, AYSE, BORA)
    (record,) = await records_of(world, GROUP)
    await world.eraser.erase_once(NOTE)
    # The announcer has sent the game's end meanwhile, with the name in its picture.
    await redis.set(keys.shared_picture(GROUP, record.id), "AgADtheend")
    note = await world.notes.find(AYSE)
    assert note is not None
    assert not (await world.eraser.erase_once(note)).is_clean
    assert not await redis.exists(keys.shared_picture(GROUP, record.id))


async def test_a_claim_goes_once_its_message_is_deleted(redis: Redis) -> None:
    world = ForgettingWorld(redis)
    deleted, waiting, of_another = f"{GROUP} 20 {AYSE}", f"{GROUP} 21 {AYSE}", f"{GROUP} 22 {BORA}"
    await redis.zadd(keys.claimed_auto_deletes(7), {deleted: 90.0, waiting: 90.0, of_another: 90.0})
    await redis.zadd(keys.auto_deletes(7), {waiting: 90.0})
    findings = await world.eraser.erase_once(NOTE)
    assert findings.waiting
    assert await redis.zrange(keys.claimed_auto_deletes(7), 0, -1) == [waiting.encode(), of_another.encode()]


async def test_two_forgotten_people_of_a_group_are_told_apart(redis: Redis) -> None:
    world = ForgettingWorld(redis)
    await world.play_game(OTHER, BORA, CEM, AYSE)
    await world.forget()
    second = ForgettingNote(BORA, 1, "tr", names=("Bora",))
    for _ in range(4):
        await world.eraser.erase_once(await world.notes.find(BORA) or second, is_patient=False)
    (record,) = await records_of(world, OTHER)
    assert len({player.user for player in record.players}) == 3
    assert sum(is_forgotten(player.user) for player in record.players) == 2


async def test_a_running_game_is_given_up_and_a_lobby_left(redis: Redis) -> None:
    world = ForgettingWorld(redis)
    await world.start(GROUP, CEM, AYSE, BORA)
    await world.open_lobby(THIRD, AYSE, BORA)
    await world.open_lobby(OTHER, CEM)
    await world.act(OTHER, Invite(CEM, (Guest(NAMES[AYSE], AYSE, USERNAME),)))
    await world.forget()
    assert await world.traces() == []
    game = (await world.games.load_table(Scope(GROUP))).table
    assert game is not None
    assert not isinstance(game, Lobby)
    assert game.outcome is None
    assert [player.active for player in game.players if is_forgotten(player.user)] == [False]
    lobby = (await world.games.load_table(Scope(THIRD))).table
    assert isinstance(lobby, Lobby)
    assert [seat.user for seat in lobby.seats] == [BORA]
    invited = (await world.games.load_table(Scope(OTHER))).table
    assert isinstance(invited, Lobby)
    assert invited.invited == ()
    await world.act(GROUP, Surrender(CEM))


class Killed(Exception):
    """The process ends."""


@pytest.mark.repeats(1)
@pytest.mark.parametrize("part", range(4))
async def test_another_follows_a_killed_one(world: ForgettingWorld, monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    real: Any = world.redis.execute_command
    for at in range(part, 400, 4):
        count = 0

        async def counted(*parts: Any, at: int = at, **options: Any) -> Any:
            nonlocal count
            count += 1
            if count > at:
                raise Killed
            return await real(*parts, **options)

        monkeypatch.setattr(world.redis, "execute_command", counted)
        try:
            await world.eraser.erase_once(await world.notes.find(AYSE) or NOTE, is_patient=False)
        except Killed:
            continue
        finally:
            monkeypatch.setattr(world.redis, "execute_command", real)
        break
    await world.forget()
    assert await world.traces() == KEPT_KEYS
    for chat in (GROUP, OTHER):
        for record in await records_of(world, chat):
            assert sum(is_forgotten(player.user) for player in record.players) == 1


async def test_a_running_round_of_duplicate_keeps_the_answer_without_a_name(redis: Redis) -> None:
    world = ForgettingWorld(redis)
    rules = resolve_ruleset(shipped_rulesets()["duplicate-mini"], {})
    place = await world.games.load_place(Scope(GROUP))
    await world.games.open_table(place, rules, Seat(BORA, NAMES[BORA]), world.update(), begin=(GROUP, 77))
    loaded = await world.games.load_table(Scope(GROUP))
    words = (await world.games.loader.load_dictionary(loaded, rules)).words
    assert isinstance(loaded.table, duplicate.GameState)
    await world.act(GROUP, Deal(search_racks(loaded.table, BoardSearcher(), words)))
    dealt = (await world.games.load_table(Scope(GROUP))).table
    assert isinstance(dealt, duplicate.GameState)
    assert dealt.round is not None
    for user in (AYSE, BORA):
        await world.act(GROUP, Answer(user, NAMES[user], 1, dealt.round.laid.tiles, lock=True))
    before = (await world.games.load_table(Scope(GROUP))).table
    await world.forget()
    assert not await world.traces()
    after = (await world.games.load_table(Scope(GROUP))).table
    assert isinstance(before, duplicate.GameState)
    assert isinstance(after, duplicate.GameState)
    seat = before.seat_of(AYSE)
    assert seat is not None
    assert is_forgotten(after.players[seat].user)
    assert (after.players[seat].name, after.players[seat].answer) == ("", before.players[seat].answer)
    assert (after.round, after.outcome) == (before.round, None)
