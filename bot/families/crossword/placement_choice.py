"""Asks a player which place they mean for a word, and plays the place that they tap.

Others who read the question learn where the word would fit on the board, but not whether the player has the tiles.
Scores would reveal a blank on the rack, so they are shown only where nobody else reads them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.chat_context import ChatContext
from bot.families.crossword.board_table import phonies_of_play, preview_words
from bot.families.crossword.move_text import ARROWS, word_with_board_letters
from bot.families.crossword.placement_button import (
    game_with_placements,
    move_on_button,
    read_asked_word,
    read_own_button,
)
from bot.families.crossword.placement_question import (
    MOST_OFFERED,
    PlacementRequest,
    placement_question,
    placements_in_row,
)
from bot.families.crossword.tapped_moves import TappedMoves
from bot.families.look_ups import LookUps
from bot.tables.loaded_table import LoadedTable
from bot.telegram.auto_delete import REPLY_SECONDS
from bot.telegram.button_data import ButtonData
from bot.telegram.incoming.requests import Command, PlainText, Tap
from bot.telegram.private_delivery import PrivateDelivery
from bot.telegram.replies import Replies
from engine.crossword.actions import Place
from engine.crossword.notation import resolve_for_user
from engine.crossword.state import GameState
from engine.crossword.turns import require_free_to_move
from engine.crossword.word_placements import (
    AmbiguousPlacement,
    WordPlacement,
    intended_placement,
    placements_with_any_rack,
)
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table

QUESTION_SECONDS: Final = REPLY_SECONDS
"""Seconds that a group sees a question to one player."""


class PlacementChoice:
    """Asks where a word goes, and plays the place that is tapped."""

    def __init__(
        self, look_ups: LookUps, answers: Replies, private_delivery: PrivateDelivery, tapped_moves: TappedMoves
    ) -> None:
        self._look_ups: Final = look_ups
        self._answers: Final = answers
        self._private_delivery: Final = private_delivery
        self._tapped_moves: Final = tapped_moves

    async def ask_which_placement(
        self,
        request: Command | PlainText | Tap,
        context: ChatContext,
        placement: PlacementRequest,
        fits: Sequence[WordPlacement],
    ) -> None:
        """Offer the found places of a word; where a group reads along, all places that the board has for it.

        Raises:
            Refusal: ``not_words``, where the table's previews tell of it.
        """
        try:
            fits = await self._without_phonies(context.loaded, placement, fits)
        except Refusal as refusal:
            if isinstance(request, Tap) or request.venue.private:
                raise
            if await self._answers.try_refuse_privately(request, context.language, refusal):
                return
        else:
            if await self._ask_privately(
                request, *placement_question(placement, fits, context.speaker, with_scores=True)
            ):
                return
        await self._ask_in_group(request, context, placement, await self._placements_on_board(context, placement))

    async def ask_despite_missing_tiles(
        self, request: Command | PlainText, context: ChatContext, placement: PlacementRequest, refusal: EngineError
    ) -> bool:
        """Offer the places of a word that its player lacks tiles for, where the group would read the refusal.

        It is the same question as if they had them: who reads it learns nothing of the rack, and a tap tells its player
        alone. ``False`` where the refusal is to be said as any other.

        Raises:
            Refusal: as :meth:`ask_which_placement`.
        """
        typed = placement.typed
        if request.venue.private or not placement.state.ruleset.places or (typed.cell and typed.direction is not None):
            return False
        if await self._answers.try_refuse_privately(request, context.language, refusal):
            return True
        try:
            fits = await self._placements_on_board(context, placement)
        except Refusal as error:
            if error.code == "not_words":
                raise
            return False
        if typed.cell and len(fits) == 1:
            return False  # with the tiles it would have been played, unasked
        await self._ask_in_group(request, context, placement, fits)
        return True

    async def _ask_privately(
        self, request: Command | PlainText | Tap, text: str, keyboard: InlineKeyboardMarkup
    ) -> bool:
        """Ask where nobody else reads it; ``False`` where that cannot be done."""
        if isinstance(request, Tap) and _is_seen_by_presser_only(request):
            await self._answers.tapped_message.replace_with_html(request, text, keyboard, seconds=QUESTION_SECONDS)
            return True
        if not await self._answers.reply_privately(request, text, keyboard):
            return False
        if isinstance(request, Tap):
            await self._answers.acknowledge_tap(request)
        return True

    async def _ask_in_group(
        self,
        request: Command | PlainText | Tap,
        context: ChatContext,
        placement: PlacementRequest,
        fits: Sequence[WordPlacement],
    ) -> None:
        text, keyboard = placement_question(placement, fits, context.speaker, with_scores=False)
        if isinstance(request, Tap):
            await self._answers.tapped_message.replace_with_html(request, text, keyboard, seconds=QUESTION_SECONDS)
        else:
            await self._answers.reply_temporarily(request, text, keyboard, seconds=QUESTION_SECONDS, until_done=True)

    async def _placements_on_board(self, context: ChatContext, placement: PlacementRequest) -> Sequence[WordPlacement]:
        seat = placement.state.seat_of(placement.user)
        if seat is None:
            raise Refusal("not_seated")
        return await self._without_phonies(
            context.loaded, placement, placements_with_any_rack(placement.state, seat, placement.typed, gcg=False)
        )

    async def _without_phonies(
        self, loaded: LoadedTable, placement: PlacementRequest, fits: Sequence[WordPlacement]
    ) -> Sequence[WordPlacement]:
        """The places whose words count, where that may be told."""
        known = await preview_words(self._look_ups, loaded, placement.state.ruleset, placement.user)
        if known is None:
            return fits
        wrong = [phonies_of_play(each.score, known) for each in fits]
        if all(wrong):
            fewest = min(wrong, key=len)
            raise Refusal("not_words", words=tuple(dict.fromkeys(fewest)))
        return [each for each, words in zip(fits, wrong, strict=True) if not words]

    async def tap_placement(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Play the word at the tapped place; ask again if the table has moved on.

        Raises:
            Refusal: ``not_your_button``, or the refusal of the move.
        """
        user, number, start, word = read_own_button(tap, pressed)

        def action(table: Table, now: datetime) -> Place:
            state = game_with_placements(table, user)
            require_free_to_move(state, user, now)
            if state.number != number:
                raise _TableMovedOn(state)
            return resolve_for_user(state, user, move_on_button(state, start, word), now)

        try:
            played = await self._tapped_moves.play_tapped_move(tap, context, action)
        except _TableMovedOn as moved:
            await self._ask_on_newer_board(tap, context, moved.state, start, word)
            return
        if played and not tap.venue.private:
            await self._answers.tapped_message.delete_message(tap)
        elif played:
            await self._answers.tapped_message.remove_buttons(tap)

    async def _ask_on_newer_board(
        self, tap: Tap, context: ChatContext, state: GameState, start: str, word: str
    ) -> None:
        typed = word_with_board_letters(state, move_on_button(state, start, word))
        if typed is None:
            raise Refusal("stale_button")
        placement = PlacementRequest(tap.sender.user, state, typed)
        await self.ask_which_placement(tap, context, placement, _find_placements(placement))

    async def tap_row(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show the places that begin in a row, or all rows again, in the message of the tapped button.

        Raises:
            Refusal: as :meth:`tap_scores`; once the table has moved on, the word is sought on the board as it is now.
        """
        _, placement, row = read_asked_word(tap, context, pressed)
        alone = _is_seen_by_presser_only(tap)
        if alone:
            fits = await self._without_phonies(context.loaded, placement, _find_placements(placement))
        else:
            fits = await self._placements_on_board(context, placement)
        text, keyboard = placement_question(placement, fits, context.speaker, with_scores=alone, row=row)
        await self._answers.tapped_message.replace_with_html(tap, text, keyboard, seconds=QUESTION_SECONDS)

    async def tap_scores(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Tell whom the places were offered to where their tiles fit, and for how much: alone, else in a box.

        Raises:
            Refusal: ``not_your_button``, ``stale_button``, or what a move is refused by.
        """
        number, placement, row = read_asked_word(tap, context, pressed)
        if placement.state.number != number:
            raise Refusal("stale_button")
        fits = placements_in_row(
            await self._without_phonies(context.loaded, placement, _find_placements(placement)), row
        )
        if not tap.venue.private and await self._ask_privately(
            tap, *placement_question(placement, fits, context.speaker, with_scores=True)
        ):
            return
        scores = " · ".join(
            f"{each.move.cell} {ARROWS[each.move.direction]} {each.score.total}" for each in fits[:MOST_OFFERED]
        )
        await self._answers.show_alert(tap, context.language, "places-scores", scores=scores)


def _is_seen_by_presser_only(tap: Tap) -> bool:
    return tap.venue.private or (tap.ephemeral_id is not None and not tap.venue.has_migrated)


class _TableMovedOn(Exception):
    """A turn was taken since the button was drawn."""

    def __init__(self, state: GameState) -> None:
        super().__init__(state.number)
        self.state: Final = state


def _find_placements(placement: PlacementRequest) -> tuple[WordPlacement, ...]:
    """The places of a word, at least one.

    Raises:
        Refusal: there is none.
    """
    seat = placement.state.seat_of(placement.user)
    if seat is None:
        raise Refusal("not_seated")
    try:
        return (intended_placement(placement.state, seat, placement.typed, gcg=False),)
    except AmbiguousPlacement as choice:
        return choice.placements
    except Malformed as error:
        raise Refusal("stale_button") from error
