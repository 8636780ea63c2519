"""Places offered for a word, as buttons that are one person's: which of them, whether to play the only one.

Whoever else reads the question learns the places, which the board and the typed word have; what they score would tell
a blank on the rack, so that is said where nobody else reads it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.context import Context
from bot.families.crossword.places import MOST, move_of, said_again, short, spelled, where, whole
from bot.families.crossword.previews import phonies, preview_words
from bot.families.crossword.tables import seated
from bot.families.crossword.ways import ARROWS, brief, named
from bot.families.family import Services
from bot.limits import DATA
from bot.tables.held import Held, table_name
from bot.telegram.buttons import Pressed, button, data
from bot.telegram.inbound import Command, Reply, Tap
from bot.wording.speaker import Speaker
from engine.crossword.actions import Place
from engine.crossword.notation import Move
from engine.crossword.notation import typed as laid
from engine.crossword.places import Choice, Fit, meant
from engine.crossword.reading import Typed
from engine.crossword.state import GameState
from engine.crossword.turns import free_to_move
from engine.errors import Malformed, Refusal
from engine.game import Table

_COLUMNS: Final = 2
ASKED_SECONDS: Final = 600.0
"""How long a group sees a question that is one person's."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody's word at a table."""

    user: int
    state: GameState
    typed: Typed


class Offers:
    """Asks where a word goes, and plays what is tapped."""

    def __init__(self, services: Services) -> None:
        self._games: Final = services.games
        self._look_ups: Final = services.look_ups
        self._answers: Final = services.answers
        self._personal: Final = services.personal

    async def ask(self, request: Command | Reply | Tap, context: Context, asking: Asking, fits: Sequence[Fit]) -> None:
        """Offer the places that were found for a word.

        Raises:
            Refusal: ``not_words``, where the table's preview tells.
        """
        fits = await self._counted(context.held, asking.state, fits)
        speaker, more = context.speaker, ""
        if len(fits) > MOST:
            word = spelled(asking.typed.signs)
            more = "\n" + speaker.html("places-more", count=len(fits), most=MOST, word=word)
        shown = fits[:MOST]
        alone = _question(asking, shown, speaker, scores=True) + more
        scored = _keyboard(asking, shown, speaker, scores=True)
        if isinstance(request, Tap) and (request.place.private or request.ephemeral is not None):
            await self._answers.show(request, alone, scored)
            return
        if await self._personal.say(request, alone, scored):
            if isinstance(request, Tap):
                await self._answers.quiet(request)
            return
        public = _question(asking, shown, speaker, scores=False) + more
        keyboard = _keyboard(asking, shown, speaker, scores=False)
        if isinstance(request, Tap):
            await self._answers.show(request, public, keyboard)
        else:
            user = request.sender.user
            await self._answers.for_now(request, public, keyboard, seconds=ASKED_SECONDS, user=user)

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
        await self.ask(tap, context, Asking(tap.sender.user, state, typed), _found(state, tap.sender.user, typed))

    async def sums(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """Tell the scores of the places offered to whoever they were offered to, in a box.

        Raises:
            Refusal: ``not_your_button``, ``stale_button``, or what a move is refused by.
        """
        user, number, told, word = _own(tap, pressed)
        state = _offering(context.held.table, user)
        typed = said_again(state, told, word)
        if state.number != number or typed is None:
            raise Refusal("stale_button")
        fits = await self._counted(context.held, state, _found(state, user, typed))
        scores = " · ".join(
            f"{each.move.cell} {ARROWS[each.move.direction]} {each.score.total}" for each in fits[:MOST]
        )
        await self._answers.alert(tap, context.language, "places-scores", scores=scores)


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


def _found(state: GameState, user: int, typed: Typed) -> tuple[Fit, ...]:
    """The places of a word, one or more.

    Raises:
        Refusal: there is none.
    """
    seat = state.seat_of(user)
    if seat is None:
        raise Refusal("not_seated")
    try:
        return (meant(state, seat, typed, gcg=False),)
    except Choice as choice:
        return choice.fits
    except Malformed as error:
        raise Refusal("stale_button") from error


def buttons(asking: Asking, fits: Sequence[Fit], speaker: Speaker, *, scores: bool) -> list[InlineKeyboardButton]:
    """A button for each place, in the order given; none where the word is too long for one."""
    state, made = asking.state, []
    for each in fits:
        value = data("put", table_name(state), asking.user, state.number, each.start, short(state, each))
        if len(value.encode()) > DATA:
            continue
        label = f"{each.move.cell} {brief(each.move.direction, speaker)}"
        if each.move.signs != asking.typed.signs:
            label = f"{label} {each.score.words[0].word}"
        made.append(InlineKeyboardButton(f"{label} {each.score.total}" if scores else label, callback_data=value))
    return made


def below(asking: Asking, fits: Sequence[Fit], speaker: Speaker) -> InlineKeyboardMarkup | None:
    """Under a refusal: the nearest readings."""
    made = buttons(asking, fits, speaker, scores=False)
    return InlineKeyboardMarkup([[one] for one in made]) if made else None


def _keyboard(asking: Asking, fits: Sequence[Fit], speaker: Speaker, *, scores: bool) -> InlineKeyboardMarkup:
    made = buttons(asking, fits, speaker, scores=scores)
    if len(fits) == 1:
        made = [InlineKeyboardButton(speaker.plain("button-put"), callback_data=one.callback_data) for one in made]
    rows = [made[first : first + _COLUMNS] for first in range(0, len(made), _COLUMNS)]
    state, typed = asking.state, asking.typed
    value = data("sums", table_name(state), asking.user, state.number, where(typed), spelled(typed.signs))
    if not scores and len(value.encode()) <= DATA:
        rows.append([button(speaker, "button-sums", value)])
    return InlineKeyboardMarkup(rows)


def _question(asking: Asking, fits: Sequence[Fit], speaker: Speaker, *, scores: bool) -> str:
    word, only = spelled(asking.typed.signs), fits[0]
    if len(fits) > 1:
        return speaker.html("places-which", word=word)
    if scores:
        return speaker.html("places-only-score", word=word, place=_place(only, speaker), score=only.score.total)
    return speaker.html("places-only", word=word, place=_place(only, speaker))


def _place(each: Fit, speaker: Speaker) -> str:
    return f"{each.move.cell} {named(each.move.direction, speaker)}"
