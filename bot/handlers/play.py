"""Taking a turn: playing, passing, exchanging, surrendering."""

from collections import Counter
from typing import Final

from bot.answers import Answers, Context
from bot.buttons import Buttons, Pressed
from bot.games import Games
from bot.inbound import Command, Reply, Tap
from bot.people import shown
from bot.tables import table_name
from bot.texts import Html, Texts
from engine.alphabet import alphabet
from engine.crossword.actions import Exchange, Pass, Place, Surrender
from engine.crossword.geometry import Direction
from engine.crossword.nearby import spots
from engine.crossword.notation import Move, parse, resolve
from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.errors import Malformed, Refusal
from engine.game import Game, Table
from engine.klepka.actions import Surrender as KlepkaSurrender
from engine.klepka.state import GameState as KlepkaState
from engine.seats import Lobby

_OFFER_AFTER: Final = frozenset(
    {
        "off_board",
        "clash",
        "not_touching",
        "off_centre",
        "gap",
        "longer_word",
        "nothing_there",
        "not_words",
        "no_new_tiles",
    }
)
"""Refusals of a move that another place on the board may cure."""

_BLANKS: Final = str.maketrans("*▢", BLANK * 2)
"""Other signs for a blank; the second is how racks show it."""

_MOST_MARKS: Final = 30
"""Longer than any rack; what is longer names no tiles."""


class PlayHandlers:
    """The four things that a turn may be, and giving up."""

    def __init__(self, games: Games, answers: Answers, buttons: Buttons, texts: Texts) -> None:
        self._games: Final = games
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._texts: Final = texts

    async def play(self, request: Command | Reply, context: Context) -> None:
        """``/oyna H8 yatay KALEM``, or the same as a reply to the board."""
        state, seat = seated(context.held.table, request.sender.user)
        move = parse(request.text, alphabet(state.ruleset.language))
        try:
            await self._games.play(
                context.held, lambda table: placing(table, request.sender.user, move), request.update
            )
        except Refusal as refusal:
            offer = await self._offer(state, seat, move, context) if refusal.code in _OFFER_AFTER else ""
            await self._answers.refuse(request, context.language, refusal, offer)
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

    async def pass_turn(self, request: Command, context: Context) -> None:
        """Let the turn go by."""
        seated(context.held.table, request.sender.user)
        await self._games.play(context.held, Pass(request.sender.user), request.update)
        await self._told(request, context.language, "done-in-group")

    async def exchange(self, request: Command, context: Context) -> None:
        """``/degistir 1 3 5`` by rack positions, or by letters."""
        seated(context.held.table, request.sender.user)
        user, text = request.sender.user, request.text
        await self._games.play(context.held, lambda table: _exchanging(table, user, text), request.update)
        await self._told(request, context.language, "exchange-done")

    async def surrender(self, request: Command, context: Context) -> None:
        """Ask to confirm."""
        state, seat = in_game(context.held.table, request.sender.user)
        if not state.players[seat].active:
            raise Refusal("has_surrendered")
        keyboard = self._buttons.surrender(context.language, table_name(state), request.sender.user)
        await self._answers.say(request, context.language, "surrender-sure", keyboard, name=shown(request.sender.name))

    async def confirm(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The yes or no to a surrender, by the one who was asked."""
        if tap.sender.user != int(pressed.rest[0]):
            raise Refusal("not_your_button")
        if pressed.kind == "yes":
            user = tap.sender.user
            await self._games.play(context.held, lambda table: _surrendering(table, user), tap.update)
        await self._answers.toast(tap, context.language, f"surrender-{pressed.kind}")
        await self._answers.close(tap)

    async def swap(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """Exchange the tiles ticked in private."""
        _, number, mask, *_ = pressed.rest
        user, chosen = tap.sender.user, int(mask)

        def action(table: Table) -> Exchange:
            state, seat = seated(table, user)
            if state.turn != seat or state.number != int(number):
                raise Refusal("stale_button")
            rack = state.players[seat].rack
            return Exchange(user, tuple(tile for place, tile in enumerate(rack) if chosen >> place & 1))

        await self._games.play(context.held, action, tap.update)
        await self._answers.toast(tap, context.language, "exchange-done")
        await self._answers.close(tap)


def in_game(table: Table | None, user: int) -> tuple[Game, int]:
    """The running game, of whichever family, and the user's seat.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over`` or ``not_seated``.
    """
    if table is None:
        raise Refusal("no_game")
    if isinstance(table, Lobby):
        raise Refusal("not_begun")
    if table.outcome is not None:
        raise Refusal("game_over")
    seat = table.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    return table, seat


def seated(table: Table | None, user: int) -> tuple[GameState, int]:
    """The running crossword game and the user's seat.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over``, ``not_seated`` or ``another_game``.
    """
    state, seat = in_game(table, user)
    if not isinstance(state, GameState):
        raise Refusal("another_game")
    return state, seat


def _any_word(word: str) -> bool:
    return bool(word)


def _surrendering(table: Table, user: int) -> Surrender | KlepkaSurrender:
    return KlepkaSurrender(user) if isinstance(table, KlepkaState) else Surrender(user)


def placing(table: Table, user: int, move: Move) -> Place:
    """The typed move on the table as it is now."""
    state, seat = _on_turn(table, user)
    return resolve(state, seat, move)


def _on_turn(table: Table | None, user: int) -> tuple[GameState, int]:
    """The running game and the seat of the user, whose turn it must be: that comes before what is on the rack."""
    state, seat = seated(table, user)
    if not state.players[seat].active:
        raise Refusal("has_surrendered")
    if seat != state.turn:
        raise Refusal("not_your_turn", name=state.players[state.turn].name)
    return state, seat


def _exchanging(table: Table, user: int, text: str) -> Exchange:
    """The tiles that ``/degistir`` names, by position or by letter.

    Raises:
        Refusal: ``nothing_to_exchange``, ``no_such_position``, ``tile_twice``, ``exchange_not_held``.
        Malformed: ``garbled_exchange``.
    """
    state, seat = _on_turn(table, user)
    rack = state.players[seat].rack
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
