"""An evening of several people at one table: what each does, and what all of them were sent and shown."""

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
from bot.store import keys
from bot.store.scope import FIRST_TABLE, Scope
from bot.tables.codec import decode_log_entry, decode_table
from bot.user_input.command_names import command_name
from engine.crossword.actions import Place
from engine.crossword.state import GameState
from engine.game import Table
from engine.messages import Action
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
_TRIES: Final = 50
_SENDS: Final = frozenset({"sendMessage", "sendPhoto"})
_LEAST_TILES: Final = 4
"""Shorter racks stand in words by chance."""
_BETWEEN: Final = ("", " ", "  ", ",", ", ", '", "', '","', "|")


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
        await self._finish_act()
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

    async def _finish_act(self) -> None:
        """Wait until somebody has done what they do, where that takes time."""

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
            self._press_button(person, message, data, alone=alone)

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

    def _send_text(self, person: int, text: str, reply_to: int | None = None) -> None:
        self.stage.playground.world.write_as_person(person, self.chat, text, reply_to=reply_to)

    def _press_button(self, person: int, message: int, data: str, *, alone: bool) -> None:
        callback = self.stage.playground.world.press_button(person, self.chat, message, data, ephemeral=alone)
        self.pressers[callback.id] = person

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
