"""An evening of short games in which everybody also errs: what of it the group keeps, and what nobody else ever sees.

People write the word first, tap on their own boards, or choose inline results; now and then they ask where a word goes
and leave it at that, or are refused. What stays is what was played: questions and refusals are gone a minute later, by
the bot's own clock.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, Literal

from bot.playground import JournalEntry
from bot.store import keys
from engine.alphabet import BLANK
from engine.crossword.actions import Place
from engine.crossword.state import GameState
from engine.game import Action, Begin
from engine.lobby_seats import Join, Open
from engine.turns import Pass
from tests.e2e.bot_stage import run_bot_stage
from tests.e2e.chat_room import Json
from tests.e2e.evening import LANGUAGE, Evening
from tests.e2e.evening_games import make_group_of_five
from tests.e2e.score_ledger import chat_sentence
from tests.support import set_clock_program
from tests.support.bot_process import ForkServer
from tests.support.waiting import PATIENCE
from tests.transcripts import simulated_players

Wanted = Callable[[str, str], bool]
Way = Literal["word first", "own boards", "inline"]
WAYS: Final[tuple[Way, ...]] = ("word first", "own boards", "inline")
SECONDS_UNTIL_CLEAR: Final = 70.0
"""Seconds after which nothing is left that was said to one person."""
MOST_MESSAGES_PER_ACTION: Final = 1.1
"""Messages an action that may stay."""
_TRIES: Final = 200
_ROUND: Final = 4
"""Of so many turns one is a pass."""


@dataclass
class QuietEvening(Evening):
    """A game of two, and how many messages of the bot stay in the group."""

    action_count: int = 0

    @property
    def lasting_messages(self) -> list[Json]:
        """The bot's messages that everybody sees in the group."""
        world = self.stage.playground.world
        return [one for one in world.chats[self.chat].messages.values() if one["from"]["id"] == world.bot["id"]]

    def _is_public_message(self, entry: JournalEntry) -> bool:
        """Whether a call has told something to everybody, and that was not taken back at once."""
        world = self.stage.playground.world
        return super()._is_public_message(entry) and entry.result["message_id"] in world.chats[self.chat].messages

    async def play_moves(self, way: Way, moves: int) -> float:
        """Play some moves one way, with what goes wrong; how many messages an action stay.

        Args:
            way: how people play.
            moves: how many turns.
        """
        host, other = self.stage.people[:2]
        for person in (host, other):
            self.stage.playground.world.write_as_person(person, person, "/start")
        await self.do_step("a table is opened", self.open_table(self.give_command(host, "new", "kelimelik")), Open)
        await self.do_step("somebody sits down", self.press_newest(other, "join"), Join)
        await self.do_step("the game begins", self.press_newest(host, "begin"), Begin)
        before = len(self.lasting_messages)
        for number in range(moves):
            state = await self.load_game()
            await self._make_mistakes(state)
            if number % _ROUND == _ROUND - 1:
                await self.do_step("a pass", self.give_command(_user_on_turn(state), "pass"), Pass)
            else:
                await self._play_by_way(way, state, _simple_move(state))
            self.action_count += 1
            await self._check_cleared(before)
        return (len(self.lasting_messages) - before) / self.action_count

    async def _make_mistakes(self, state: GameState) -> None:
        """Somebody is not on turn; whoever is asks for a place, and lets it be, and types what cannot be."""
        waiting = next(one.user for one in state.players if one.user != _user_on_turn(state))
        place = _simple_move(state)
        await self.do_step("somebody is not on turn", self.give_command(waiting, "play", "KALEM"))
        await self.do_step(
            "a word is asked for", self.give_command(_user_on_turn(state), "play", _word_of_move(state, place))
        )
        await self.do_step("a word is laid nowhere", self.give_command(_user_on_turn(state), "play", "A1 yatay ZZZZ"))

    async def _check_cleared(self, before: int) -> None:
        """See that a minute later there is nothing but what was played, and each one's own board."""
        await self.do_step("a minute passes", self.advance_clock(SECONDS_UNTIL_CLEAR), most_messages=0)
        await self._wait_auto_deleted()
        texts = [one.get("text", one.get("caption", "")) for one in self.lasting_messages[before:]]
        assert len(texts) <= MOST_MESSAGES_PER_ACTION * self.action_count, texts
        for person in self.stage.people:
            for shown in self.stage.playground.world.ephemeral.visible_to_person(self.chat, person):
                assert "photo" in shown["message"], shown["message"].get("text")

    async def _wait_auto_deleted(self) -> None:
        """Wait until all is deleted whose time has come."""
        now = time.time() + self.clock_ahead
        shards = range(keys.SHARDS)
        async with self.stage.open_store() as store, asyncio.timeout(PATIENCE):
            client = store._client  # noqa: SLF001 - asked by nobody else
            # What another process does has no event here.
            while any([await client.zcount(keys.auto_deletes(shard), "-inf", now) for shard in shards]):  # noqa: ASYNC110 - so
                await asyncio.sleep(0.05)

    async def _play_by_way(self, way: Way, state: GameState, place: Place) -> None:
        match way:
            case "word first":
                await self._play_word_first(state, place)
            case "own boards":
                await self._play_by_taps(place)
            case "inline":
                await self._play_inline(state, place)

    async def _play_word_first(self, state: GameState, place: Place) -> None:
        """A word, a row where there are many places, and a tap on its place."""
        mover, start = place.by, _start_cell(state, place)
        await self.do_step("a word", self.give_command(mover, "play", _word_of_move(state, place)))
        if not any(self._buttons_seen(mover, lambda data, _: f":{start}:" in data)):
            row = start.strip("ABCDEFGHIJKLMNO")
            await self._tap_button("its row", mover, lambda data, _: data.startswith("rows:") and f".{row}:" in data)
        await self._tap_button(
            "its place", mover, lambda data, _: data.startswith("put:") and f":{start}:" in data, Place
        )

    async def _play_by_taps(self, place: Place) -> None:
        """The own board, a cell of it, a direction and the tiles."""
        mover, before = place.by, self._newest_own_board(place.by)
        await self._tap_button("the own board", mover, lambda data, _: data.startswith("rack:"))
        await self._wait_until(lambda: self._newest_own_board(mover) > before)
        cells = [put.cell for put in place.tiles]
        across = len({cell[1:] for cell in cells}) == 1
        for label in (chat_sentence(LANGUAGE, "own-board-move"), cells[0][1:], cells[0][0]):
            await self._tap_button(label, mover, partial(_is_labelled, label))
        way, first = (partial(_is_labelled, label) for label in ("→" if across else "↓", place.tiles[0].tile))
        await self._wait_until(lambda: any(self._buttons_seen(mover, way)) or any(self._buttons_seen(mover, first)))
        if any(self._buttons_seen(mover, way)):  # where the cell does not say it
            await self._tap_button("its way", mover, way)
        for put in place.tiles:
            await self._tap_button(put.tile, mover, partial(_is_labelled, put.tile))
        await self._tap_button("yes", mover, partial(_is_labelled, "✅"), Place)

    async def _play_inline(self, state: GameState, place: Place) -> None:
        """What is typed behind the bot's name, and the first result."""
        world = self.stage.playground.world
        text = simulated_players.typed_play(state, place, LANGUAGE, 0)
        asked = await world.inline.ask_bot(world.people[place.by], world.chats[self.chat], text)
        assert asked.shown_answer is not None
        chosen = str(asked.shown_answer.results[0]["id"])

        def act() -> None:
            world.choose_inline_result(place.by, self.chat, asked.id, chosen)

        await self.do_step("a result is chosen", act, Place)

    async def _tap_button(self, title: str, person: int, wanted: Wanted, *logged: type[Action]) -> None:
        """Somebody presses the newest button that they see whose data and label are as wanted, once there is one.

        What was tapped has been changed, or taken away, when this is over, unless everybody sees it.
        """
        await self._wait_until(lambda: any(self._buttons_seen(person, wanted)))
        chat, number, data, alone = next(self._buttons_seen(person, wanted))
        before = self._message_seen(chat, person, number, alone=alone)

        def act() -> None:
            callback = self.stage.playground.world.press_button(person, chat, number, data, ephemeral=alone)
            self.pressers[callback.id] = person

        await self.do_step(title, act, *logged)
        if alone or chat == person:
            await self._wait_until(lambda: self._message_seen(chat, person, number, alone=alone) != before)

    def _buttons_seen(self, person: int, wanted: Wanted) -> Iterator[tuple[int, int, str, bool]]:
        """The buttons as wanted that somebody sees: alone in the group, in private, then with all; the newest first."""
        world = self.stage.playground.world
        alone = [(self.chat, one["message"], True) for one in world.ephemeral.visible_to_person(self.chat, person)]
        private, group = (
            [(chat, message, False) for _, message in sorted(world.chats[chat].messages.items())]
            for chat in (person, self.chat)
        )
        for chat, message, own in (*reversed(alone), *reversed(private), *reversed(group)):
            for row in message.get("reply_markup", {}).get("inline_keyboard", []):
                for key in row:
                    if "callback_data" in key and wanted(key["callback_data"], key["text"]):
                        number = message["ephemeral_message_id" if own else "message_id"]
                        yield chat, number, key["callback_data"], own

    def _message_seen(self, chat: int, person: int, number: int, *, alone: bool) -> Json | None:
        """A message as somebody sees it; nothing of one that is gone."""
        world = self.stage.playground.world
        if not alone:
            return world.chats[chat].messages.get(number)
        own = (one["message"] for one in world.ephemeral.visible_to_person(chat, person))
        return next((one for one in own if one["ephemeral_message_id"] == number), None)

    def _newest_own_board(self, person: int) -> int:
        """The number of the newest picture that somebody alone sees."""
        world = self.stage.playground.world
        own = [
            int(one["message"]["ephemeral_message_id"]) for one in world.ephemeral.visible_to_person(self.chat, person)
        ]
        private = [number for number, one in world.chats[person].messages.items() if "photo" in one]
        return max([0, *own]) + max([0, *private])


def _user_on_turn(state: GameState) -> int:
    return state.players[state.turn].user


def _simple_move(state: GameState) -> Place:
    """A move of two tiles or more, none of them a blank."""
    for number in range(_TRIES):
        move = simulated_players.random_legal_move(state, Random(f"quiet {state.number} {number}"))
        if isinstance(move, Place) and len(move.tiles) > 1 and BLANK not in "".join(put.tile for put in move.tiles):
            return move
    raise AssertionError("no such move was found")


def _word_of_move(state: GameState, place: Place) -> str:
    return simulated_players.typed_play(state, place, LANGUAGE, 0).split()[-1].replace(".", "")


def _start_cell(state: GameState, place: Place) -> str:
    """Where a move begins, as buttons have it."""
    cell, way, _ = simulated_players.typed_play(state, place, LANGUAGE, 0).split()
    return f"{cell[1:]}{cell[0]}" if way == "yatay" else cell


def _is_labelled(label: str, _: str, text: str) -> bool:
    """Whether a button's label begins with a sign: a tile with its points, a row with how many places begin there."""
    beyond = text[len(label) :][:1]
    return text.startswith(label) and not beyond.isalpha() and not beyond.isdecimal()


async def run_quiet_evening(
    redis_url: str, folder: Path, warm: ForkServer, *, server: tuple[str, str], way: Way, moves: int
) -> float:
    """Spend such an evening on a server of some version, the bot an administrator or a member.

    Returns:
        How many messages an action stay.
    """
    settings = {"REDIS_URL": redis_url, set_clock_program.FOLDER_VARIABLE: str(folder)}
    async with run_bot_stage(folder, settings, warm, set_clock_program.PROGRAM) as stage:
        version, status = server
        evening = QuietEvening(stage, await make_group_of_five(stage), folder)
        world = stage.playground.world
        world.server.version, world.chats[evening.chat].bot_status = version, status
        return await evening.play_moves(way, moves)
