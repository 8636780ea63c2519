"""Places offered for a word, as buttons that are one person's: which of them, whether to play the only one.

Whoever else reads the question learns the places that the board has for the typed word, and not whether its player has
the tiles. What a place scores would tell a blank on the rack, so that is said where nobody else reads it.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.families.crossword.places import MOST, move_of, said_again, whole
from bot.families.crossword.previews import phonies, preview_words
from bot.families.crossword.questions import Asking, in_row, question
from bot.families.crossword.tables import seated
from bot.families.crossword.ways import ARROWS
from bot.families.family import Services
from bot.tables.held import Held
from bot.telegram.buttons import Pressed
from bot.telegram.fading import SECONDS
from bot.telegram.inbound import Command, Reply, Tap
from engine.crossword.actions import Place
from engine.crossword.notation import Move
from engine.crossword.notation import typed as laid
from engine.crossword.places import Choice, Fit, meant, on_board
from engine.crossword.state import GameState
from engine.crossword.turns import free_to_move
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table

ASKED_SECONDS: Final = SECONDS
"""How long a group sees a question that is one person's."""


class Offers:
    """Asks where a word goes, and plays what is tapped."""

    def __init__(self, services: Services) -> None:
        self._games: Final = services.games
        self._look_ups: Final = services.look_ups
        self._answers: Final = services.answers
        self._personal: Final = services.personal

    async def ask(self, request: Command | Reply | Tap, context: Context, asking: Asking, fits: Sequence[Fit]) -> None:
        """Offer the places that were found for a word; to a group that reads along, all that the board has for it.

        Raises:
            Refusal: ``not_words``, where the table's preview tells.
        """
        try:
            fits = await self._counted(context.held, asking.state, fits)
        except Refusal as refusal:
            if isinstance(request, Tap) or request.place.private:
                raise
            if await self._answers.refuse_alone(request, context.language, refusal):
                return
        else:
            if await self._ask_alone(request, *question(asking, fits, context.speaker, scores=True)):
                return
        await self._ask_all(request, context, asking, await self._open(context, asking))

    async def ask_all(self, request: Command | Reply, context: Context, asking: Asking, refusal: EngineError) -> bool:
        """Offer the places of a word that its player lacks tiles for, where the group would read the refusal.

        It is the same question as if they had them: who reads it learns nothing of the rack, and a tap tells its player
        alone. ``False`` where the refusal is to be said as any other.

        Raises:
            Refusal: as :meth:`ask`.
        """
        typed = asking.typed
        if request.place.private or not asking.state.ruleset.places or (typed.cell and typed.direction is not None):
            return False
        if await self._answers.refuse_alone(request, context.language, refusal):
            return True
        try:
            fits = await self._open(context, asking)
        except Refusal as error:
            if error.code == "not_words":
                raise
            return False
        if typed.cell and len(fits) == 1:
            return False  # with the tiles it would have been played, unasked
        await self._ask_all(request, context, asking, fits)
        return True

    async def _ask_alone(self, request: Command | Reply | Tap, text: str, keyboard: InlineKeyboardMarkup) -> bool:
        """Ask where nobody else reads it; ``False`` where that cannot be done."""
        if isinstance(request, Tap) and _is_alone(request):
            await self._answers.show(request, text, keyboard, seconds=ASKED_SECONDS)
            return True
        if not await self._personal.say(request, text, keyboard):
            return False
        if isinstance(request, Tap):
            await self._answers.quiet(request)
        return True

    async def _ask_all(
        self, request: Command | Reply | Tap, context: Context, asking: Asking, fits: Sequence[Fit]
    ) -> None:
        text, keyboard = question(asking, fits, context.speaker, scores=False)
        if isinstance(request, Tap):
            await self._answers.show(request, text, keyboard, seconds=ASKED_SECONDS)
        else:
            user = request.sender.user
            await self._answers.for_now(request, text, keyboard, seconds=ASKED_SECONDS, user=user)

    async def _open(self, context: Context, asking: Asking) -> Sequence[Fit]:
        """The places that the board has for a word, of which everybody may know."""
        seat = asking.state.seat_of(asking.user)
        if seat is None:
            raise Refusal("not_seated")
        return await self._counted(context.held, asking.state, on_board(asking.state, seat, asking.typed, gcg=False))

    async def _counted(self, held: Held, state: GameState, fits: Sequence[Fit]) -> Sequence[Fit]:
        """Those whose words count, where the table lets that be told."""
        known = await preview_words(self._games, held, state.ruleset)
        if known is None:
            return fits
        wrong = [phonies(each.score, known) for each in fits]
        if all(wrong):
            fewest = min(wrong, key=len)
            raise Refusal("not_words", words=tuple(dict.fromkeys(fewest)))
        return [each for each, words in zip(fits, wrong, strict=True) if not words]

    async def put(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """Play the word in the place that was tapped; where the table has moved on, ask where it goes now.

        Raises:
            Refusal: ``not_your_button``, or what a move is refused by.
        """
        user, number, start, word = _own(tap, pressed)

        def action(table: Table, now: datetime) -> Place:
            state = _offering(table, user)
            free_to_move(state, user, now)
            if state.number != number:
                raise _MovedOn(state)
            return laid(state, user, _drawn(state, start, word), now)

        try:
            played = await self.lay(tap, context, action)
        except _MovedOn as moved:
            await self._again(tap, context, moved.state, start, word)
            return
        if played and not tap.place.private:
            await self._answers.clear(tap)
        elif played:
            await self._answers.close(tap)

    async def lay(self, tap: Tap, context: Context, action: Callable[[Table, datetime], Place]) -> bool:
        """Play the move of a button; or tell its presser why it is refused: ``False`` then."""
        until = self._look_ups.until()
        try:
            await self._games.play(context.held, action, tap.update)
        except Refusal as refusal:
            form = await self._look_ups.told_of(refusal, tap.sender.user, context.held, context.language, until)
            await self._answers.refuse(tap, context.language, refusal, form)
            return False
        if context.away_from(tap.place):
            await self._answers.toast(tap, context.language, "done-in-group")
        else:
            await self._answers.quiet(tap)
        return True

    async def _again(self, tap: Tap, context: Context, state: GameState, start: str, word: str) -> None:
        """Offer the places that the word has by now."""
        typed = whole(state, _drawn(state, start, word))
        if typed is None:
            raise Refusal("stale_button")
        asking = Asking(tap.sender.user, state, typed)
        await self.ask(tap, context, asking, _found(asking))

    async def rows(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """Show the places that begin in a row, or the rows again, in the question whose button was tapped.

        Raises:
            Refusal: as :meth:`sums`; once the table has moved on the word is looked for on the board as it is now.
        """
        _, asking, row = _asked(tap, context, pressed)
        alone = _is_alone(tap)
        if alone:
            fits = await self._counted(context.held, asking.state, _found(asking))
        else:
            fits = await self._open(context, asking)
        text, keyboard = question(asking, fits, context.speaker, scores=alone, row=row)
        await self._answers.show(tap, text, keyboard, seconds=ASKED_SECONDS)

    async def sums(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """Tell whom the places were offered to where their tiles fit, and for how much: alone, else in a box.

        Raises:
            Refusal: ``not_your_button``, ``stale_button``, or what a move is refused by.
        """
        number, asking, row = _asked(tap, context, pressed)
        if asking.state.number != number:
            raise Refusal("stale_button")
        fits = in_row(await self._counted(context.held, asking.state, _found(asking)), row)
        if not tap.place.private and await self._ask_alone(tap, *question(asking, fits, context.speaker, scores=True)):
            return
        scores = " · ".join(
            f"{each.move.cell} {ARROWS[each.move.direction]} {each.score.total}" for each in fits[:MOST]
        )
        await self._answers.alert(tap, context.language, "places-scores", scores=scores)


def _is_alone(tap: Tap) -> bool:
    """Whether its presser alone reads what is shown in place of a message: not where the group is elsewhere now."""
    return tap.place.private or (tap.ephemeral is not None and not tap.place.left)


class _MovedOn(Exception):
    """A turn was taken since."""

    def __init__(self, state: GameState) -> None:
        super().__init__(state.number)
        self.state: Final = state


def _own(tap: Tap, pressed: Pressed) -> tuple[int, int, str, str]:
    """What a button carries: whose it is, the turns taken, where, and the word.

    Raises:
        Refusal: ``not_your_button``.
    """
    user, number, there, word = pressed.rest
    if tap.sender.user != int(user):
        raise Refusal("not_your_button")
    return int(user), int(number), there, word


def _asked(tap: Tap, context: Context, pressed: Pressed) -> tuple[int, Asking, str]:
    """What a button of a question is about: how many turns had been taken, the word, and the row that it names, if any.

    Raises:
        Refusal: ``not_your_button``, ``stale_button``.
    """
    user, number, there, word = _own(tap, pressed)
    state = _offering(context.held.table, user)
    told, _, row = there.partition(".")
    typed = said_again(state, told, word)
    if typed is None:
        raise Refusal("stale_button")
    return number, Asking(user, state, typed), row


def _offering(table: Table | None, user: int) -> GameState:
    """The game of one of its players, at a table that offers places.

    Raises:
        Refusal: ``stale_button`` at any other, and what :func:`bot.families.crossword.tables.seated` raises.
    """
    state, _ = seated(table, user)
    if not state.ruleset.places:
        raise Refusal("stale_button")
    return state


def _drawn(state: GameState, start: str, word: str) -> Move:
    """The move that a button carries.

    Raises:
        Refusal: ``stale_button`` for what was never drawn.
    """
    try:
        return move_of(state, start, word)
    except Malformed as error:
        raise Refusal("stale_button") from error


def _found(asking: Asking) -> tuple[Fit, ...]:
    """The places of a word, one or more.

    Raises:
        Refusal: there is none.
    """
    seat = asking.state.seat_of(asking.user)
    if seat is None:
        raise Refusal("not_seated")
    try:
        return (meant(asking.state, seat, asking.typed, gcg=False),)
    except Choice as choice:
        return choice.fits
    except Malformed as error:
        raise Refusal("stale_button") from error
