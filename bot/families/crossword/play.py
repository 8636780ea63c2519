"""Taking a turn on a board: playing, passing, exchanging."""

from collections import Counter
from datetime import datetime
from typing import Final

from bot.families.context import Context
from bot.families.crossword.moves import read
from bot.families.crossword.tables import seated
from bot.families.family import Services
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Command, Reply, Tap
from bot.texts import Html
from bot.typed.commands import command
from engine.alphabet import alphabet
from engine.crossword.actions import Exchange, Place
from engine.crossword.geometry import Direction
from engine.crossword.near_misses import MISPLACED
from engine.crossword.notation import Move, typed
from engine.crossword.other_spots import spots
from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.crossword.turns import free_to_move
from engine.errors import Malformed, Refusal
from engine.game import Table
from engine.turns import Pass

_OFFER_AFTER: Final = MISPLACED | {"not_words"}
"""Refusals of a move that another place on the board may cure."""

_BLANKS: Final = str.maketrans("*▢", BLANK * 2)
"""Other signs for a blank; the second is how racks show it."""

_MOST_MARKS: Final = 30
"""Longer than any rack; what is longer names no tiles."""


class PlayHandlers:
    """The three things that a turn may be."""

    def __init__(self, services: Services) -> None:
        self._games: Final = services.games
        self._look_ups: Final = services.look_ups
        self._answers: Final = services.answers
        self._texts: Final = services.texts

    @command("play", "game", "mover", person=True)
    async def play(self, request: Command | Reply, context: Context) -> None:
        """``/oyna H8 yatay KALEM``, or the same as a reply to the board."""
        state, seat = seated(context.held.table, request.sender.user)
        move = read(request.text, state.ruleset, context.speaker)
        until = self._look_ups.until()
        try:
            await self._games.play(
                context.held, lambda table, now: _placing(table, request.sender.user, move, now), request.update
            )
        except Refusal as refusal:
            offer = await self._offer(state, seat, move, context) if refusal.code in _OFFER_AFTER else ""
            user = request.sender.user
            form = await self._look_ups.told_of(refusal, user, context.held, context.language, until)
            await self._answers.refuse(request, context.language, refusal, "\n".join(filter(None, (form, offer))))
        else:
            await self._told(request, context.language, "done-in-group")

    async def _told(self, request: Command | Reply, language: str, message: str) -> None:
        """Confirm in private what the group reads on its own."""
        if request.place.private:
            await self._answers.say(request, language, message)

    async def _offer(self, state: GameState, seat: int, move: Move, context: Context) -> str:
        """Where else the word would fit, if anywhere; a word with dots is not searched for.

        Words that may be challenged are not judged for it.
        """
        if any(sign.letter is None for sign in move.signs):
            return ""
        language = context.language
        if state.ruleset.judging.challenges:
            found = spots(state, seat, move, _any_word)
        else:
            dictionary = await self._games.dictionary(context.held, state.ruleset)
            found = spots(state, seat, move, dictionary.words.__contains__)
        if not found:
            return ""
        ways = {way: self._texts.plain(language, f"way-{way.value}") for way in Direction}
        places = Html(", ".join(f"<b>{cell} {ways[way]}</b>" for cell, way in found))
        return self._texts.html(language, "fits-at", places=places)

    @command("pass", "game", "mover", person=True)
    async def pass_turn(self, request: Command, context: Context) -> None:
        """Let the turn go by."""
        seated(context.held.table, request.sender.user)
        await self._games.play(context.held, Pass(request.sender.user), request.update)
        await self._told(request, context.language, "done-in-group")

    @command("exchange", "game", "mover", person=True)
    async def exchange(self, request: Command, context: Context) -> None:
        """``/degistir 1 3 5`` by rack positions, or by letters."""
        seated(context.held.table, request.sender.user)
        user, text = request.sender.user, request.text
        await self._games.play(context.held, lambda table, now: exchanging(table, user, text, now), request.update)
        await self._told(request, context.language, "exchange-done")

    async def swap(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """Exchange the tiles ticked in private."""
        _, number, mask, *_ = pressed.rest
        user, chosen = tap.sender.user, int(mask)

        def action(table: Table, now: datetime) -> Exchange:
            state, _ = seated(table, user)
            if state.number != int(number):
                raise Refusal("stale_button")
            rack = state.players[free_to_move(state, user, now)].rack
            return Exchange(user, tuple(tile for place, tile in enumerate(rack) if chosen >> place & 1))

        await self._games.play(context.held, action, tap.update)
        await self._answers.toast(tap, context.language, "exchange-done")
        await self._answers.close(tap)


def _any_word(word: str) -> bool:
    return bool(word)


def _placing(table: Table, user: int, move: Move, now: datetime) -> Place:
    """The typed move on the table as it is now."""
    state, _ = seated(table, user)
    return typed(state, user, move, now)


def exchanging(table: Table, user: int, text: str, now: datetime) -> Exchange:
    """The tiles that ``/degistir`` names, by position or by letter; whether the user may move at all comes first.

    Raises:
        Refusal: what :func:`engine.crossword.turns.free_to_move` raises, ``nothing_to_exchange``,
            ``no_such_position``, ``tile_twice``, ``exchange_not_held``.
        Malformed: ``garbled_exchange``.
    """
    state, _ = seated(table, user)
    rack = state.players[free_to_move(state, user, now)].rack
    marks = text.replace(",", " ").split()
    if not marks:
        raise Refusal("nothing_to_exchange")
    if len("".join(marks)) > _MOST_MARKS:
        raise Malformed("garbled_exchange")
    if all(mark.isdecimal() for mark in marks):
        return Exchange(user, _by_position(rack, marks))
    known = alphabet(state.ruleset.language)
    letters = tuple(known.normalise(known.typed("".join(marks).translate(_BLANKS))))
    if not all(mark == BLANK or mark in state.ruleset.values for mark in letters):
        raise Malformed("garbled_exchange")
    if Counter(letters) - Counter(rack):
        raise Refusal("exchange_not_held")
    return Exchange(user, letters)


def _by_position(rack: tuple[str, ...], marks: list[str]) -> tuple[str, ...]:
    """Positions count from 1; ``135`` is 1, 3 and 5, while ``99``, whose digits are no positions, is 99."""
    run = marks[0] if len(marks) == 1 else ""
    in_one = bool(run) and all(1 <= int(digit) <= len(rack) for digit in run)
    places = [int(mark) for mark in (run if in_one else marks)]
    for number, place in enumerate(places):
        if place in places[:number]:
            raise Refusal("tile_twice", position=place)
        if not 1 <= place <= len(rack):
            raise Refusal("no_such_position", position=place, most=len(rack))
    return tuple(rack[place - 1] for place in places)
