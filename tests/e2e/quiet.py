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

from bot.playground import Entry
from bot.store import keys
from engine.crossword.actions import Place
from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.game import Action, Begin
from engine.seats import Join, Open
from engine.turns import Pass
from tests.e2e.evening import LANGUAGE, Evening, group
from tests.e2e.ledger import sentence
from tests.e2e.room import Json
from tests.e2e.stage import opened
from tests.support import set_clock
from tests.support.patience import PATIENCE
from tests.support.warm import Warm
from tests.transcripts import minds

Wanted = Callable[[str, str], bool]
Way = Literal["word first", "own boards", "inline"]
WAYS: Final[tuple[Way, ...]] = ("word first", "own boards", "inline")
AFTERWARDS: Final = 70.0
"""Seconds after which nothing is left that was said to one person."""
MOST: Final = 1.1
"""Messages an action that may stay."""
_TRIES: Final = 200
_ROUND: Final = 4
"""Of so many turns one is a pass."""


@dataclass
class QuietEvening(Evening):
    """A game of two, and how many messages of the bot stay in the group."""

    actions: int = 0

    @property
    def standing(self) -> list[Json]:
        """The bot's messages that everybody sees in the group."""
        world = self.stage.playground.world
        return [one for one in world.chats[self.chat].messages.values() if one["from"]["id"] == world.bot["id"]]

    def _is_public(self, entry: Entry) -> bool:
        """Whether a call has told something to everybody, and that was not taken back at once."""
        world = self.stage.playground.world
        return super()._is_public(entry) and entry.result["message_id"] in world.chats[self.chat].messages

    async def spend(self, way: Way, moves: int) -> float:
        """Play some moves one way, with what goes wrong; how many messages an action stay.

        Args:
            way: how people play.
            moves: how many turns.
        """
        host, other = self.stage.people[:2]
        for person in (host, other):
            self.stage.playground.world.say(person, person, "/start")
        await self.step("a table is opened", self.table(self.say(host, "new", "kelimelik")), Open)
        await self.step("somebody sits down", self.press(other, "join"), Join)
        await self.step("the game begins", self.press(host, "begin"), Begin)
        before = len(self.standing)
        for number in range(moves):
            state = await self.game()
            await self._err(state)
            if number % _ROUND == _ROUND - 1:
                await self.step("a pass", self.say(_mover(state), "pass"), Pass)
            else:
                await self._play(way, state, _simple(state))
            self.actions += 1
            await self._is_clear(before)
        return (len(self.standing) - before) / self.actions

    async def _err(self, state: GameState) -> None:
        """Somebody is not on turn; whoever is asks for a place, and lets it be, and types what cannot be."""
        waiting = next(one.user for one in state.players if one.user != _mover(state))
        place = _simple(state)
        await self.step("somebody is not on turn", self.say(waiting, "play", "KALEM"))
        await self.step("a word is asked for", self.say(_mover(state), "play", _word(state, place)))
        await self.step("a word is laid nowhere", self.say(_mover(state), "play", "A1 yatay ZZZZ"))

    async def _is_clear(self, before: int) -> None:
        """See that a minute later there is nothing but what was played, and each one's own board."""
        await self.step("a minute passes", self.later(AFTERWARDS), most=0)
        await self._faded()
        texts = [one.get("text", one.get("caption", "")) for one in self.standing[before:]]
        assert len(texts) <= MOST * self.actions, texts
        for person in self.stage.people:
            for shown in self.stage.playground.world.ephemeral.shown(self.chat, person):
                assert "photo" in shown["message"], shown["message"].get("text")

    async def _faded(self) -> None:
        """Wait until all is deleted whose time has come."""
        now = time.time() + self.ahead
        shards = range(keys.SHARDS)
        async with self.stage.store() as store, asyncio.timeout(PATIENCE):
            client = store._client  # noqa: SLF001 - asked by nobody else
            # What another process does has no event here.
            while any([await client.zcount(keys.fades(shard), "-inf", now) for shard in shards]):  # noqa: ASYNC110 - so
                await asyncio.sleep(0.05)

    async def _play(self, way: Way, state: GameState, place: Place) -> None:
        match way:
            case "word first":
                await self._by_word(state, place)
            case "own boards":
                await self._by_taps(place)
            case "inline":
                await self._by_inline(state, place)

    async def _by_word(self, state: GameState, place: Place) -> None:
        """A word, a row where there are many places, and a tap on its place."""
        mover, start = place.by, _start(state, place)
        await self.step("a word", self.say(mover, "play", _word(state, place)))
        if not any(self._keys(mover, lambda data, _: f":{start}:" in data)):
            row = start.strip("ABCDEFGHIJKLMNO")
            await self._tap("its row", mover, lambda data, _: data.startswith("rows:") and f".{row}:" in data)
        await self._tap("its place", mover, lambda data, _: data.startswith("put:") and f":{start}:" in data, Place)

    async def _by_taps(self, place: Place) -> None:
        """The own board, a cell of it, a direction and the tiles."""
        mover, before = place.by, self._own_boards(place.by)
        await self._tap("the own board", mover, lambda data, _: data.startswith("rack:"))
        await self._until(lambda: self._own_boards(mover) > before)
        cells = [put.cell for put in place.tiles]
        across = len({cell[1:] for cell in cells}) == 1
        for label in (sentence(LANGUAGE, "mine-move"), cells[0][1:], cells[0][0]):
            await self._tap(label, mover, partial(_is_labelled, label))
        way, first = (partial(_is_labelled, label) for label in ("→" if across else "↓", place.tiles[0].tile))
        await self._until(lambda: any(self._keys(mover, way)) or any(self._keys(mover, first)))
        if any(self._keys(mover, way)):  # where the cell does not say it
            await self._tap("its way", mover, way)
        for put in place.tiles:
            await self._tap(put.tile, mover, partial(_is_labelled, put.tile))
        await self._tap("yes", mover, partial(_is_labelled, "✅"), Place)

    async def _by_inline(self, state: GameState, place: Place) -> None:
        """What is typed behind the bot's name, and the first result."""
        world = self.stage.playground.world
        text = minds.typed(state, place, LANGUAGE, 0)
        asked = await world.inline.ask(world.people[place.by], world.chats[self.chat], text)
        assert asked.offer is not None
        chosen = str(asked.offer.results[0]["id"])

        def act() -> None:
            world.choose(place.by, self.chat, asked.id, chosen)

        await self.step("a result is chosen", act, Place)

    async def _tap(self, title: str, person: int, wanted: Wanted, *logged: type[Action]) -> None:
        """Somebody presses the newest button that they see whose data and label are as wanted, once there is one.

        What was tapped has been changed, or taken away, when this is over, unless everybody sees it.
        """
        await self._until(lambda: any(self._keys(person, wanted)))
        chat, number, data, alone = next(self._keys(person, wanted))
        before = self._shown(chat, person, number, alone=alone)

        def act() -> None:
            callback = self.stage.playground.world.press(person, chat, number, data, ephemeral=alone)
            self.pressers[callback.id] = person

        await self.step(title, act, *logged)
        if alone or chat == person:
            await self._until(lambda: self._shown(chat, person, number, alone=alone) != before)

    def _keys(self, person: int, wanted: Wanted) -> Iterator[tuple[int, int, str, bool]]:
        """The buttons as wanted that somebody sees: alone in the group, in private, then with all; the newest first."""
        world = self.stage.playground.world
        alone = [(self.chat, one["message"], True) for one in world.ephemeral.shown(self.chat, person)]
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

    def _shown(self, chat: int, person: int, number: int, *, alone: bool) -> Json | None:
        """A message as somebody sees it; nothing of one that is gone."""
        world = self.stage.playground.world
        if not alone:
            return world.chats[chat].messages.get(number)
        own = (one["message"] for one in world.ephemeral.shown(chat, person))
        return next((one for one in own if one["ephemeral_message_id"] == number), None)

    def _own_boards(self, person: int) -> int:
        """The number of the newest picture that somebody alone sees."""
        world = self.stage.playground.world
        own = [int(one["message"]["ephemeral_message_id"]) for one in world.ephemeral.shown(self.chat, person)]
        private = [number for number, one in world.chats[person].messages.items() if "photo" in one]
        return max([0, *own]) + max([0, *private])


def _mover(state: GameState) -> int:
    return state.players[state.turn].user


def _simple(state: GameState) -> Place:
    """A move of two tiles or more, none of them a blank."""
    for number in range(_TRIES):
        move = minds.move(state, Random(f"quiet {state.number} {number}"))
        if isinstance(move, Place) and len(move.tiles) > 1 and BLANK not in "".join(put.tile for put in move.tiles):
            return move
    raise AssertionError("no such move was found")


def _word(state: GameState, place: Place) -> str:
    return minds.typed(state, place, LANGUAGE, 0).split()[-1].replace(".", "")


def _start(state: GameState, place: Place) -> str:
    """Where a move begins, as buttons have it."""
    cell, way, _ = minds.typed(state, place, LANGUAGE, 0).split()
    return f"{cell[1:]}{cell[0]}" if way == "yatay" else cell


def _is_labelled(label: str, _: str, text: str) -> bool:
    """Whether a button's label begins with a sign: a tile with its points, a row with how many places begin there."""
    beyond = text[len(label) :][:1]
    return text.startswith(label) and not beyond.isalpha() and not beyond.isdecimal()


async def spent(redis_url: str, folder: Path, warm: Warm, *, server: tuple[str, str], way: Way, moves: int) -> float:
    """Spend such an evening on a server of some version, the bot an administrator or a member.

    Returns:
        How many messages an action stay.
    """
    settings = {"REDIS_URL": redis_url, set_clock.FOLDER: str(folder)}
    async with opened(folder, settings, warm, set_clock.PROGRAM) as stage:
        version, status = server
        evening = QuietEvening(stage, await group(stage), folder)
        world = stage.playground.world
        world.server.version, world.chats[evening.chat].bot_status = version, status
        return await evening.spend(way, moves)
