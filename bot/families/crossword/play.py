"""Taking a turn on a board: playing, passing, exchanging."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.families.crossword.again import Again
from bot.families.crossword.moves import said
from bot.families.crossword.offers import Offers
from bot.families.crossword.places import Placing, near
from bot.families.crossword.previews import refusal_words
from bot.families.crossword.questions import Asking, below
from bot.families.crossword.readings import reads_gcg
from bot.families.crossword.tables import seated
from bot.families.crossword.unlaid import not_laid, word_of
from bot.families.family import Services
from bot.tables.held import begun
from bot.telegram.inbound import Command, Mistyped, Reply
from bot.texts import Html
from bot.typed.commands import command
from bot.typed.replies import is_all, turn_meant
from engine.alphabet import alphabet
from engine.crossword.actions import Exchange
from engine.crossword.near_misses import MISPLACED
from engine.crossword.places import Choice, Fit, offered
from engine.crossword.reading import Typed
from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.crossword.turns import free_to_move, waits
from engine.errors import Malformed, Refusal
from engine.game import Table
from engine.turns import Pass

_OFFER_AFTER: Final = MISPLACED | {"not_words"}
"""Refusals of a move that another place on the board may cure."""

_LACKING: Final = frozenset({"not_on_rack", "blanks_not_held"})
"""Refusals of a move for which the board has a place."""

_BLANKS: Final = str.maketrans("*▢", BLANK * 2)
"""Other signs for a blank; the second is how racks show it."""

_MOST_MARKS: Final = 30
"""Longer than any rack; what is longer names no tiles."""


class PlayHandlers:
    """The three things that a turn may be."""

    def __init__(self, services: Services) -> None:
        self._games: Final = services.games
        self._store: Final = services.store
        self._look_ups: Final = services.look_ups
        self._answers: Final = services.answers
        self._offers: Final = Offers(services)
        self._tries: Final = Again(services)

    @command("play", "game", "mover", person=True)
    async def play(self, request: Command | Reply, context: Context) -> None:
        """``/oyna H8 yatay KALEM``, or the same as a reply to the board."""
        user = request.sender.user
        state, _ = seated(context.held.table, user)
        if request.edited and not await self._tries.counts(request, state):
            return
        try:
            typed = said(request.text, state.ruleset, context.speaker)
        except Malformed:
            await self._tries.refused(request, state)
            raise
        placing = Placing(user, typed, gcg=await reads_gcg(self._store, user, typed))
        until = self._look_ups.until()
        try:
            await self._games.play(context.held, placing, request.update)
        except Choice as choice:
            await self._tries.refused(request, placing.state or state)
            await self._ask(request, context, Asking(user, placing.state or state, typed), choice.fits)
        except (Refusal, Malformed) as error:
            asking = Asking(user, placing.state or state, typed)
            await self._tries.refused(request, asking.state)
            if error.code in _LACKING and await self._offers.ask_all(request, context, asking, error):
                return
            offer, keyboard = await self._offer(asking, context) if error.code in _OFFER_AFTER else ("", None)
            form = await self._look_ups.told_of(error, user, context.held, context.language, until)
            text = "\n".join(filter(None, (form, offer)))
            await self._answers.refuse(request, context.language, error, text, keyboard)
        else:
            await self._told(request, context, "done-in-group")

    async def _ask(self, request: Command | Reply, context: Context, asking: Asking, fits: Sequence[Fit]) -> None:
        """Offer the places of a word; or say that none of them makes words, where the table lets that be told."""
        until = self._look_ups.until()
        try:
            await self._offers.ask(request, context, asking, fits)
        except Refusal as refusal:
            form = await self._look_ups.told_of(refusal, asking.user, context.held, context.language, until)
            await self._answers.refuse(request, context.language, refusal, form)

    async def mistook(self, request: Mistyped, context: Context) -> None:
        """Remember that a move was refused for the name of its command."""
        state, _ = seated(context.held.table, request.sender.user)
        await self._tries.refused(request, state)

    async def said(self, request: Reply, context: Context) -> bool:
        """Offer the places of a word that was written without a command, on its player's turn; ``False`` of talk.

        A player who names the bot is answered whatever becomes of the word.

        Raises:
            EngineError: it cannot be laid, or is a command's word: as :func:`bot.families.crossword.unlaid.not_laid`.
        """
        table, user = context.held.table, request.sender.user
        if not isinstance(table, GameState) or not table.ruleset.places or table.outcome is not None:
            return False
        seat = table.seat_of(user)
        if request.addressed and seat is not None:
            await self.play(request, context)
            return True
        if seat is None or seat != table.turn or waits(table):
            return False
        if request.edited and not await self._tries.counts(request, table):
            return False
        fits = () if turn_meant(request.text) == "pass" else offered(table, seat, request.text)
        if not fits:
            unlaid = not_laid(request.text, table, context.speaker)
            if unlaid is None:
                return False
            await self._tries.refused(request, table)
            typed = word_of(request.text, table)
            if unlaid.code != "word_not_laid" or typed is None:
                raise unlaid
            if not await self._offers.ask_all(request, context, Asking(user, table, typed), unlaid):
                raise unlaid
            return True
        typed = Typed(fits[0].move.signs)
        await self._tries.refused(request, table)
        await self._offers.ask(request, context, Asking(user, table, typed), fits)
        return True

    async def _told(self, request: Command | Reply, context: Context, message: str) -> None:
        """Confirm in private what the group reads on its own."""
        if context.away_from(request.place):
            await self._answers.say(request, context.language, message)

    async def _offer(self, asking: Asking, context: Context) -> tuple[str, InlineKeyboardMarkup | None]:
        """Where else the word would fit, if anywhere, and buttons to play it there; a word with dots is not sought.

        Words that may be challenged are not judged for it, nor those that a live dictionary judges.
        """
        state, typed, speaker = asking.state, asking.typed, context.speaker
        seat = state.seat_of(asking.user)
        if seat is None:
            return "", None
        known = await refusal_words(self._games, context.held, state.ruleset)
        found = near(state, seat, typed, _any_word if known is None else known.__contains__)
        same = [each.move for each in found if each.move.signs == typed.signs]
        named = Html(", ".join(f"<b>{move.cell} {speaker.plain(f'way-{move.direction.value}')}</b>" for move in same))
        text = speaker.html("fits-at", places=named) if same else ""
        return text, below(asking, found, speaker) if state.ruleset.places else None

    @command("pass", "game", "mover", person=True)
    async def pass_turn(self, request: Command, context: Context) -> None:
        """Let the turn go by."""
        seated(context.held.table, request.sender.user)
        await self._games.play(context.held, Pass(request.sender.user), request.update)
        await self._told(request, context, "done-in-group")

    @command("exchange", "game", "mover", person=True)
    async def exchange(self, request: Command, context: Context) -> None:
        """``/degistir 1 3 5`` by rack positions, or by letters."""
        seated(context.held.table, request.sender.user)

        def action(table: Table, now: datetime) -> Exchange:
            asked = exchanging(table, request.sender.user, request.text, now)
            if request.turns is not None and begun(table).number != request.turns:
                # Of the rack as it was then the same places held other tiles.
                raise Refusal("earlier_turn")
            return asked

        await self._games.play(context.held, action, request.update)
        await self._told(request, context, "exchange-done")


def _any_word(word: str) -> bool:
    return bool(word)


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
    if is_all(text):
        return Exchange(user, rack)
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
