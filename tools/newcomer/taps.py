"""Tap buttons in a chat as one person, and spell a word with them."""

import asyncio
import re
from collections.abc import Collection
from http import HTTPStatus
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from bot.families.crossword.keyboards import StepKind
from bot.families.crossword.typed_moves import ARROWS, small_digits
from bot.families.own_board import SHOW_STEP
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.draft import decode_draft, evaluate_draft
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.state import GameState
from engine.crossword.tiles import letter_on
from tests.support.chat_harness import ChatSession
from tests.support.sent_messages import SEND_METHODS

Json = dict[str, Any]
Tiles = frozenset[tuple[str, str]]

_CELL: Final = re.compile(r"\b([A-Z]\d{1,2})\b")
_ROW: Final = re.compile(r"(\d+) \(\d+\)")
_MOST_KEYS: Final = 40


class Place(NamedTuple):
    """A place offered: its button, and the tiles that it would lay; ``None`` if they cannot lie there."""

    key: Json
    tiles: Tiles | None
    behind: Json | None = None
    """The button that reveals this one, if the list does not show it at once."""


class Chat:
    def __init__(self, talk: ChatSession, person: int) -> None:
        self.talk, self.person, self.house = talk, person, talk.harness
        self.taps = 0

    async def say(self, text: str, reply_to: int | None = None) -> list[Json]:
        mark = self.house.last_call_number
        self.talk.say(self.person, text, reply_to)
        await self.house.wait_until_idle()
        return self.sent_after(mark)

    async def tap(self, message: Json, key: Json) -> list[Json]:
        mark = self.house.last_call_number
        self.taps += 1
        press = self.house.playground.world.press_button
        pressed = press(self.person, self.talk.chat_id, message["message_id"], key["callback_data"])
        await asyncio.wait_for(pressed.answer, 30)
        await self.house.wait_until_idle()
        return self.sent_after(mark)

    def sent_after(self, mark: int) -> list[Json]:
        calls = self.house.playground.journal.find_entries(after=mark)
        return [
            call.result
            for call in calls
            if call.method in SEND_METHODS
            and call.status == HTTPStatus.OK
            and call.result["chat"]["id"] == self.talk.chat_id
        ]

    def now(self, message: Json) -> Json:
        return self.talk.chat.messages.get(message["message_id"], message)

    def newest(self, *kinds: str) -> Json:
        for message in reversed(list(self.talk.chat.messages.values())):
            if any(kind_of(key) in kinds for key in keys_of(message)):
                return message
        raise LookupError(kinds)

    def text(self, name: str, **more: Any) -> str:
        return self.talk.text_plain(name, **more) if self.house.texts.has_message(self.talk.language, name) else ""

    def read_place(self, key: Json, word: str, state: GameState) -> Place | None:
        """Read the place that a button, or the title of an inline result, offers for a word."""
        if (laid := _tiles_of_step(key, state)) is not None:
            return Place(key, laid)
        label = f"{key['text']} {_place_of_step(key)}"
        if (cell := _CELL.search(label)) is None:
            return None
        tokens = re.sub(r"([→↓])", r" \1 ", re.sub(r"[\[\]()]", "", label)).split()
        down = {ARROWS[Direction.DOWN], self.text("way-brief-down"), self.text("way-down")}
        letters = frozenset(load_alphabet(state.ruleset.language).letters)
        named = [token for token in tokens if len(token) > 1 and letters.issuperset(token)]
        grid = premium_board(state.ruleset.board).grid
        if cell[1] not in grid.indices:
            return Place(key, None)
        way = Direction.DOWN if down.intersection(tokens) else Direction.ACROSS
        line, first = grid.line(grid.indices[cell[1]], way)
        lain, there = named[0] if named else word, line[first:]
        if len(lain) > len(there):
            return Place(key, None)
        pairs = [(index, letter) for index, letter in zip(there, lain, strict=False)]
        if any(state.cells[index] and letter_on(state.cells[index]) != letter for index, letter in pairs):
            return Place(key, None)
        return Place(key, frozenset((grid.names[index], letter) for index, letter in pairs if not state.cells[index]))

    async def list_places(self, message: Json, word: str, state: GameState) -> list[Place]:
        """Collect all places of a list in order, with those behind its rows and its …; these taps are not counted."""
        taps, found, seen = self.taps, list[Place](), set[str]()
        waiting: list[Json | None] = [None]
        while waiting:
            follow = waiting.pop(0)
            if follow is not None:
                await self.tap_forged(message, follow)
            for key in keys_of(self.now(message)):
                place = self.read_place(key, word, state)
                if key["callback_data"] in seen:
                    continue
                if place is not None:
                    found.append(place._replace(behind=follow))
                elif _ROW.fullmatch(key["text"]) or key["text"].endswith("…"):
                    waiting.append(key)
                else:
                    continue
                seen.add(key["callback_data"])
        self.taps = taps
        return found

    async def tap_forged(self, message: Json, key: Json) -> None:
        carrier = self.now(message)
        with patch.dict(carrier, reply_markup={"inline_keyboard": [[key]]}):
            await self.tap(carrier, key)


def _place_of_step(key: Json) -> str:
    """The cell and the arrow of a word's only place, whose key says only that it plays; empty for any other key."""
    if kind_of(key) != "put" or _CELL.search(key["text"]):
        return ""
    start = key["callback_data"].split(":")[-2]
    across = start[0].isdecimal()
    cell = f"{start[-1]}{start[:-1]}" if across else start
    return f"{cell} {ARROWS[Direction.ACROSS if across else Direction.DOWN]}"


def _tiles_of_step(key: Json, state: GameState) -> Tiles | None:
    """Return the tiles that a button of an own board lays; ``None`` for other buttons. Labels may lack the word."""
    step = key["callback_data"].rpartition(":")[2]
    if kind_of(key) != SHOW_STEP or not step.startswith(StepKind.PLACED):
        return None
    laid = evaluate_draft(state, state.turn, decode_draft(state, state.turn, step[1:]))
    return frozenset((put.cell, put.tile.removeprefix(BLANK)) for put in laid.place.tiles)


def visible_lines(message: Json) -> list[str]:
    """Return the lines of a text or caption outside quotes, which are folded."""
    text = message.get("caption") or message.get("text") or ""
    entities = message.get("caption_entities") or message.get("entities") or []
    units = text.encode("utf-16-le")
    for entity in sorted(entities, key=lambda one: -one["offset"]):
        if entity["type"] in {"expandable_blockquote", "blockquote"}:
            start, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
            units = units[:start] + units[end:]
    return [line for line in units.decode("utf-16-le").splitlines() if line.strip()]


def keys_of(message: Json) -> list[Json]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [key for row in rows for key in row if "callback_data" in key]


def kind_of(key: Json) -> str:
    return str(key["callback_data"].partition(":")[0])


class Speller:
    """Spells tiles on a player's own board, by what its keys say, up to the key that plays."""

    def __init__(self, chat: Chat, state: GameState, own: str) -> None:
        self.chat, self.state = chat, state
        self.left: Final = list(own)
        self.tapped = ""
        """The letters that had keys."""
        self.offered: list[Place] = []

    async def spell(self, message: Json) -> Json:
        """Tap letters, then the button that shows places; return the page with the places, if there are any."""
        for _ in range(_MOST_KEYS):
            page = self.chat.now(message)
            key = self._next_key(page)
            if key is None:
                break
            await self.chat.tap(page, key)
        self.offered = await self.chat.list_places(message, self.tapped, self.state)
        return self.chat.now(message)

    def _next_key(self, page: Json) -> Json | None:
        by_label = {key["text"]: key for key in reversed(keys_of(page))}
        on_keys = any(label[:-1] in self.state.ruleset.values for label in by_label)
        while self.left and on_keys:
            letter = self.left.pop(0)
            points = small_digits(self.state.ruleset.values[letter])
            if (key := by_label.get(f"{letter}{points}") or by_label.get(letter)) is not None:
                self.tapped += letter
                return key
        names = ("own-board-places",) if on_keys else ("own-board-word",)
        return next((key for name in names if (key := by_label.get(self.chat.text(name))) is not None), None)

    async def play(self, message: Json, targets: Collection[Tiles]) -> bool:
        """Tap the first of these places that is offered, and what plays it; whether it was there to be tapped."""
        place = next((one for one in self.offered if one.tiles in targets), None)
        if place is None:
            return False
        for key in (place.behind, place.key):
            if key is not None:
                await self.chat.tap_forged(message, key)
        return await confirm(self.chat, message)


async def confirm(chat: Chat, message: Json) -> bool:
    key = next((one for one in keys_of(chat.now(message)) if kind_of(one) == "make" and "✅" in one["text"]), None)
    if key is not None:
        await chat.tap(chat.now(message), key)
    return key is not None
