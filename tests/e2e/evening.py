"""A whole evening of a group, by a script: what was done, what the group was sent for it, and what nobody else may see.

Each step is something that one person does, or time that passes. It is told in at most one new message, it is in the
log of the table once and as it is meant, and of racks only their owners are sent anything. With ``kills`` the bot is
killed in each step while Telegram takes nothing, and started again: all that must be the same.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from bot.playground import Fault, JournalEntry
from bot.playground.state.chats import Chat, PlaygroundPerson
from bot.store import keys
from bot.store.scope import FIRST_TABLE, Scope
from bot.tables.codec import decode_log_entry, decode_table
from bot.texts import Texts
from bot.user_input.command_names import command_name
from engine.absence import Seek, Volunteer, Vote
from engine.cancellation import ObjectToCancel, ProposeCancel
from engine.clock import Pause, Remind, Resume
from engine.crossword.actions import Challenge, Place, TakeBack
from engine.crossword.state import GameState
from engine.game import Begin, Table
from engine.lobby_seats import Alter, Join, Lobby, Open
from engine.messages import Action
from engine.turns import Cancel, Pass, Surrender, Undo
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import Json
from tests.e2e.secrecy import read_by_others
from tests.support.stored_tables import load_stored_log
from tests.support.waiting import PATIENCE
from tests.transcripts import simulated_players
from tools.chaos.findings import Findings
from tools.chaos.ledger import TableRecord as Ledgered
from tools.chaos.log_audit import StoredTable, replay_table_log

LANGUAGE: Final = "tr"
LONG: Final = 600
HURMA: Final = 105
_TRIES: Final = 50
_SENDS: Final = frozenset({"sendMessage", "sendPhoto"})
_LEAST_TILES: Final = 4
"""Shorter racks stand in words by chance."""
_BETWEEN: Final = ("", " ", "  ", ",", ", ", '", "', '","', "|")
_DAY: Final = 24 * 60 * 60.0
_TEXTS: Final = Texts()


@dataclass
class Evening:
    """The group, its people, and what has come of each step so far."""

    stage: BotStage
    chat: int
    folder: Path
    """Where the bot's clock and its secrets are set."""
    kills_bot: bool = False
    table: int = FIRST_TABLE
    """The number of the table that steps are about."""
    messages_per_step: list[tuple[str, int]] = field(default_factory=list)
    """How many new messages the group was sent for each step."""
    clock_ahead: float = 0.0
    table_count: int = 0
    pressers: dict[str, int] = field(default_factory=dict)
    """Who pressed, by the number of the press."""
    table_snapshots: list[Json] = field(default_factory=list)
    """What the table holds after each step of a game, but for instants."""
    racks: dict[int, set[tuple[str, ...]]] = field(default_factory=dict)
    """Every rack that somebody has held in this game."""

    @property
    def scope(self) -> Scope:
        """The table that steps are about."""
        return Scope(self.chat, table=self.table)

    async def do_step(self, title: str, act: Callable[[], None], *logged: type[Action], most_messages: int = 1) -> None:
        """Do one thing, and see what came of it.

        Args:
            title: for readers.
            act: what somebody does.
            logged: what is in the log of the table for it, and nothing else.
            most_messages: how many new messages the group may be sent.
        """
        name, known = await self._load_logged_actions()
        before = self.stage.last_call_number
        if self.kills_bot:
            self.stage.playground.faults.add_fault(Fault(kind="close", chat_id=self.chat, count=LONG))
        act()
        if self.kills_bot:
            await self._wait_until(lambda: self._has_failed_call(before), or_handled=True)
            await self.stage.bot.kill_bot()
            self.stage.playground.faults.clear_faults()
            await self.stage.bot.start_bot()
        await self._wait_step_done(name, known, logged)
        now, entries = await self._load_logged_actions()
        fresh = entries[len(known) :] if now == name else entries
        assert [type(one) for one in fresh] == list(logged), title
        await self._check_step(before, title, most_messages)

    def give_command(self, person: int, command: str, text: str = "") -> Callable[[], None]:
        """Somebody gives a command."""
        written = f"/{command_name(command, LANGUAGE)} {text}".strip()
        return lambda: self._send_text(person, written)

    def write_text(self, person: int, text: str) -> Callable[[], None]:
        """Somebody writes."""
        return lambda: self._send_text(person, text)

    def press_newest(self, person: int, kind: str, label: str = "") -> Callable[[], None]:
        """Somebody presses the newest button of a kind that they see, whose label holds some text."""

        def act() -> None:
            message, data, alone = self._find_button(person, kind, label)
            callback = self.stage.playground.world.press_button(person, self.chat, message, data, ephemeral=alone)
            self.pressers[callback.id] = person

        return act

    def advance_clock(self, seconds: float) -> Callable[[], None]:
        """Time passes."""

        def act() -> None:
            self.clock_ahead += seconds
            (self.folder / "ahead").write_text(str(self.clock_ahead), "ascii")

        return act

    def open_table(self, act: Callable[[], None]) -> Callable[[], None]:
        """What opens a table, whose secret is the next."""

        def opens() -> None:
            self.table_count += 1
            self.racks.clear()  # those of a game that is over are everybody's
            (self.folder / "secret").write_text(f"evening {self.table_count}", "ascii")
            act()

        return opens

    async def make_move(self, *, phony: bool = False) -> tuple[int, Callable[[], None]]:
        """Who is on turn, and a move of theirs."""
        state = await self.load_game()
        for number in range(_TRIES):
            move = simulated_players.random_legal_move(state, Random(f"evening {state.number} {number}"))
            laid = simulated_players.to_phony(state, move) if phony and isinstance(move, Place) else move
            if isinstance(laid, Place):
                return laid.by, self.give_command(
                    laid.by, "play", simulated_players.typed_play(state, laid, LANGUAGE, 0)
                )
        raise AssertionError("no move was found")

    async def load_game(self) -> GameState:
        """The game that is on."""
        state = await self.load_table()
        assert isinstance(state, GameState)
        return state

    async def load_table(self) -> Table | None:
        """The table as Redis holds it."""
        async with self.stage.open_store() as store:
            state = (await store.load_table(self.scope)).state
        return None if state is None else decode_table(state)

    def _send_text(self, person: int, text: str) -> None:
        self.stage.playground.world.write_as_person(person, self.chat, text)

    def _find_button(self, person: int, kind: str, label: str) -> tuple[int, str, bool]:
        """The newest message with such a button, what the button carries, and whether one person alone sees it."""
        world = self.stage.playground.world
        own = [(one["message"], True) for one in world.ephemeral.visible_to_person(self.chat, person)]
        everybodys = [(message, False) for _, message in sorted(world.chats[self.chat].messages.items())]
        for message, alone in reversed([*everybodys, *own]):
            for row in message.get("reply_markup", {}).get("inline_keyboard", []):
                for button in row:
                    if button.get("callback_data", "").startswith(f"{kind}:") and label in button["text"]:
                        return (
                            message["ephemeral_message_id" if alone else "message_id"],
                            button["callback_data"],
                            alone,
                        )
        raise AssertionError(f"{person} sees no button {kind} {label}")

    async def _load_logged_actions(self) -> tuple[str, list[Action]]:
        """Which table it is, and all that is in its log."""
        table = await self.load_table()
        async with self.stage.open_store() as store:
            log = [decode_log_entry(entry).action for entry in await load_stored_log(store, self.scope)]
        return "" if table is None else table.commitment, log

    def _has_failed_call(self, before: int) -> bool:
        """Whether the bot has tried to tell something in vain."""
        return any(entry.status not in {0, 200} for entry in self._calls_after(before))

    def _calls_after(self, before: int) -> list[JournalEntry]:
        return self.stage.playground.journal.find_entries(after=before)

    async def _wait_until(self, done: Callable[[], bool], *, or_handled: bool = False) -> None:
        until = time.monotonic() + PATIENCE
        while not done():
            if or_handled and not len(self.stage.playground.updates) and await self._is_idle():
                await asyncio.sleep(0.1)  # what no queue knows of: a clock that is looked at
                return
            assert time.monotonic() < until, self.stage.bot.log[-3000:]
            await asyncio.sleep(0.01)

    async def _is_idle(self) -> bool:
        """Whether nothing waits to be handled or told."""
        async with self.stage.open_store() as store:
            streams = [stream(number) for stream in (keys.inbox, keys.outbox) for number in range(keys.SHARDS)]
            pipe = store._client.pipeline(transaction=False)  # noqa: SLF001 - asked by nobody else
            for stream in streams:
                pipe.xlen(stream)
            return not any(await pipe.execute())

    async def _wait_step_done(self, name: str, known: list[Action], logged: tuple[type[Action], ...]) -> None:
        """Wait until all that the step leads to is done and told."""
        until = time.monotonic() + PATIENCE
        while True:
            if not len(self.stage.playground.updates) and await self._is_idle():
                now, entries = await self._load_logged_actions()
                fresh = len(entries) - (len(known) if now == name else 0)
                if fresh >= len(logged):
                    break
            assert time.monotonic() < until, self.stage.bot.log[-3000:]
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.02 if logged else 0.1)  # answers and edits that no queue knows of

    async def _load_kept(self) -> StoredTable:
        """All that Redis holds of the table."""
        scope = self.scope
        async with self.stage.open_store() as store:
            held = await store.load_table(scope)
            log = tuple(decode_log_entry(entry) for entry in await load_stored_log(store, scope))
            due = await store._client.zscore(keys.deadlines(keys.shard_of(self.chat)), str(scope))  # noqa: SLF001
        return StoredTable(held.version, None if held.state is None else decode_table(held.state), log, due)

    async def _check_step(self, before: int, title: str, most: int) -> None:
        """Replay the log, count what the group was sent, and see that it holds nobody's rack."""
        kept, findings = await self._load_kept(), Findings()
        replay_table_log(Ledgered(self.scope, title), replace(kept, version=len(kept.log)), findings)
        assert not list(findings), title
        table = kept.table
        if isinstance(table, GameState):
            self.table_snapshots.append(_table_snapshot(table))
            for player in table.players:
                self.racks.setdefault(player.user, set()).add(player.rack)
        new = [one for one in self._calls_after(before) if one.method in _SENDS and self._is_public_message(one)]
        self.messages_per_step.append((title, len(new)))
        assert len(new) <= most, f"{title}: {[one.parameters.get('text', one.method) for one in new]}"
        over = isinstance(table, GameState) and table.outcome is not None
        for entry in [] if over else self._calls_after(before):
            if entry.method != "getUpdates":
                self._check_no_rack(entry, title)

    def _is_public_message(self, entry: JournalEntry) -> bool:
        if entry.status != 200 or "ephemeral_message_id" in entry.result:
            return False
        return int(entry.result["chat"]["id"]) == self.chat

    def _check_no_rack(self, entry: JournalEntry, title: str) -> None:
        """Nobody but its owner is sent a rack."""
        if entry.method in _SENDS and "chat_id" not in entry.parameters and entry.status != 200:
            return  # which was posted nowhere
        reader = self._reader_of_call(entry)
        told = read_by_others(entry)
        text = json.dumps([told, entry.result], ensure_ascii=False)
        for owner, racks in self.racks.items():
            if owner != reader:
                for written in _rack_texts(racks):
                    assert written not in text, f"{title}: {entry.method} shows a rack"

    def _reader_of_call(self, entry: JournalEntry) -> int | None:
        """The one person who sees what a call sends; ``None`` for everybody."""
        parameters: dict[str, Any] = entry.parameters
        if entry.method == "answerCallbackQuery":
            return self.pressers.get(str(parameters["callback_query_id"]))
        if isinstance(entry.result, dict) and "receiver_user" in entry.result:
            return int(entry.result["receiver_user"]["id"])
        if entry.method.startswith("editEphemeralMessage") and "receiver_user_id" in parameters:
            return int(parameters["receiver_user_id"])
        chat = int(parameters.get("chat_id", 0))
        return chat if chat > 0 else None


def _table_snapshot(state: GameState) -> Json:
    """What must be the same however often the bot was killed."""
    seats = [(one.user, one.rack, one.score, one.active, one.run) for one in state.players]
    vote = None if state.petition is None else (state.petition.about, state.petition.yes, state.petition.no)
    return {
        "seats": seats,
        "cells": state.cells,
        "bag": state.bag,
        "turn": state.turn,
        "number": state.number,
        "history": state.history,
        "vote": vote,
        "draws": state.draws,
        "asks": state.closing is not None,
    }


def _rack_texts(racks: set[tuple[str, ...]]) -> Iterator[str]:
    for rack in racks:
        if len(rack) >= _LEAST_TILES:
            for tiles in {rack, tuple(sorted(rack))}:
                yield from (mark.join(tiles) for mark in _BETWEEN)


async def make_group_of_five(stage: BotStage) -> int:
    """A group of five, one of whom the playground has no page for; the bot has greeted it."""
    world = stage.playground.world
    world._next_message = 1000  # noqa: SLF001 - a game's draws depend on the number of the message it began with
    world.people[HURMA] = PlaygroundPerson(HURMA, "Hurma")
    world.chats[HURMA] = Chat(HURMA, None, (HURMA,), "member", is_opened=False)
    return (await stage.new_room(tuple(world.people))).chat_id


async def play_evening(evening: Evening) -> tuple[list[Json], list[tuple[str, int]]]:
    """The script; what was held after each step of a game, and how many messages the group was sent for each step."""
    await _play_challenge_game(evening)
    await _play_take_back_game(evening)
    return evening.table_snapshots, evening.messages_per_step


async def _play_challenge_game(evening: Evening) -> None:
    """Four players of a lobby whose options were changed; one of them is away."""
    admin, host, third, fourth, heir = *evening.stage.people, HURMA
    step, say, press = evening.do_step, evening.give_command, evening.press_newest
    await step("a table is opened", evening.open_table(say(host, "new", "scrabble-tr")), Open)
    await _set_option(evening, host, "challenge", "double")
    for person in (admin, third, fourth):
        await step("somebody sits down", press(person, "join"), Join)
    await step("the game begins", press(host, "begin"), Begin)
    for _ in range(4):
        _, move = await evening.make_move()
        await step("a move", move, Place)
    _, bluff = await evening.make_move(phony=True)
    await step("a phony", bluff, Place)
    state = await evening.load_game()
    await step("a challenge is won", press(state.players[state.turn].user, "doubt"), Challenge)
    await step("a pause", say(admin, "pause"), Pause)
    await step("the game goes on", say(admin, "resume"), Resume)
    while (await _user_on_turn(evening)) != fourth:
        await step("a pass", say(await _user_on_turn(evening), "pass"), Pass)
    await step("somebody is waited for, and nudged", evening.advance_clock(_DAY + 60), Remind)
    await step("a vote to skip the turn", say(host, "skip"), Vote)
    await step("it is won", press(third, "vote", "✅"), Vote)
    seat = 1 + next(seat for seat, one in enumerate((await evening.load_game()).players) if one.user == fourth)
    await step("a vote to remove a player", say(host, "remove", str(seat)), Vote)
    await step("somebody is against it", press(admin, "vote", "❌"), Vote)
    if await _has_open_vote(evening):
        await step("the vote is lost", press(third, "vote", "❌"), Vote)
    await step("a substitute is sought", say(host, "replace", str(seat)), Seek)
    await step("there is one", press(heir, "heir"), Volunteer)
    await step("a vote for the substitute", press(host, "vote", "✅"), Vote)
    if await _has_open_vote(evening):
        await step("the substitute takes the seat", press(third, "vote", "✅"), Vote)
    assert heir in [one.user for one in (await evening.load_game()).players]
    await step("the host asks to end the game", say(host, "cancel"))
    await step("and means it", press(host, "cancel"), ProposeCancel)
    await step("somebody wants to play on", press(third, "object"), ObjectToCancel)
    await step("somebody gives up", say(third, "surrender"))
    await step("and means it", press(third, "yes"), Surrender)
    _, move = await evening.make_move()
    await step("a move", move, Place)
    await step("an administrator is asked about the end", say(admin, "cancel"))
    await step("and ends the game", press(admin, "cancel"), Cancel)


async def _play_take_back_game(evening: Evening) -> None:
    """The rematch, where plays are judged at once and can be taken back."""
    admin, host, third, fourth, heir = *evening.stage.people, HURMA
    del fourth
    step, say, press = evening.do_step, evening.give_command, evening.press_newest
    await step("a rematch", evening.open_table(press(host, "again")), Open)
    await _set_option(evening, host, "challenge", "void")
    await _set_option(evening, host, "take-back", "60")
    for person in (admin, third, heir):
        await step("somebody sits down", press(person, "join"), Join)
    await step("the game begins", press(host, "begin"), Begin)
    for _ in range(2):
        mover, move = await evening.make_move()
        await step("a move", move, Place)
    await step("it is taken back", press(mover, "back"), TakeBack)
    _, move = await evening.make_move()
    await step("another move", move, Place)
    _, move = await evening.make_move()
    await step("a move", move, Place)
    await step("an administrator undoes it", say(admin, "undo"), Undo)
    await step("a pass", say(await _user_on_turn(evening), "pass"), Pass)
    await step("an administrator undoes it", say(admin, "undo"), Undo)
    await step("the end is asked about", say(admin, "cancel"))
    await step("and comes", press(admin, "cancel"), Cancel)


async def _set_option(evening: Evening, host: int, option: str, value: str) -> None:
    """The host changes an option by buttons."""
    table = await evening.load_table()
    assert isinstance(table, Lobby)
    if table.ruleset.options_in_use[option] == value:
        return
    label = _TEXTS.plain(LANGUAGE, f"option-{option}")
    word = f"{int(value) // 60} dk" if value.isdecimal() else _TEXTS.plain(LANGUAGE, f"value-{option}-{value}")
    await evening.do_step("the host opens the options", evening.press_newest(host, "alter", "⚙"))
    await evening.do_step("and one of them", evening.press_newest(host, "alter", label), most_messages=0)
    await evening.do_step("and changes it", evening.press_newest(host, "alter", word), Alter, most_messages=0)


async def _user_on_turn(evening: Evening) -> int:
    state = await evening.load_game()
    return state.players[state.turn].user


async def _has_open_vote(evening: Evening) -> bool:
    return (await evening.load_game()).petition is not None
