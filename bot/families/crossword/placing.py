"""Asks a player which place they mean for a word, and plays the place that they tap.

Others who read the question learn where the word would fit on the board, but not whether the player has the tiles.
Scores would reveal a blank on the rack, so they are shown only where nobody else reads them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.crossword.typed_moves import (
    ARROWS,
    decode_word,
    direction_name,
    encode_place,
    encode_word,
    phonies_of_play,
    preview_words,
    seated_game,
    short_direction_name,
    spell_signs,
    word_with_board_letters,
)
from bot.families.services import ChatContext, LookUps
from bot.message_limits import BUTTON_DATA
from bot.store.games import GameStore
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable, table_name
from bot.telegram.keyboards import (
    STYLE_SUCCESS,
    ButtonData,
    callback_button,
    data_button,
    encode_button_data,
    translated_button,
)
from bot.telegram.private_delivery import PrivateDelivery
from bot.telegram.replies import REPLY_SECONDS, Replies
from bot.telegram.requests import Command, PlainText, Tap
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker
from engine.alphabet import load_alphabet
from engine.crossword.actions import Place
from engine.crossword.notation import Move, PartialMove, parse_move, resolve_for_user
from engine.crossword.state import GameState
from engine.crossword.turns import require_free_to_move
from engine.crossword.word_placements import (
    AmbiguousPlacement,
    WordPlacement,
    intended_placement,
    placements_for_any_rack,
)
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table

MOST_OFFERED: Final = 12
"""So many places are offered at once."""
_PLACEMENT_COLUMNS: Final = 2
_ROW_COLUMNS: Final = 4
"""So many row buttons stand side by side."""
_ALL_ROWS: Final = "0"
"""In place of a row: show all rows to choose from."""


@dataclass(frozen=True, slots=True)
class PlacementRequest:
    """A player's word that needs a place at a table."""

    user: int
    state: GameState
    typed: PartialMove


def placement_question(
    placement: PlacementRequest,
    fits: Sequence[WordPlacement],
    speaker: Speaker,
    *,
    with_scores: bool,
    row: str = _ALL_ROWS,
) -> tuple[str, InlineKeyboardMarkup]:
    """HTML and buttons that ask which place is meant; scores only for the player alone, ``row`` as chosen so far."""
    shown = placements_in_row(fits, row)
    rows = _row_buttons(placement, fits) if len(shown) == len(fits) > MOST_OFFERED else []
    if rows:
        text = speaker.html("own-board-many-places", word=spell_signs(placement.typed.signs), count=len(fits))
        own = [] if with_scores else _question_button_row(placement, speaker, "sums", "button-sums", "")
        return text, InlineKeyboardMarkup([*_split_in_rows(rows, _ROW_COLUMNS), *own])
    in_one = len(shown) < len(fits)
    keys = [] if with_scores else _question_button_row(placement, speaker, "sums", "button-sums", row if in_one else "")
    back = _question_button_row(placement, speaker, "rows", "own-board-back", _ALL_ROWS) if in_one else []
    places = _placement_rows(placement, shown, speaker, with_scores=with_scores)
    return _question_text(placement, shown, speaker, with_scores=with_scores), InlineKeyboardMarkup(
        [*places, *keys, *back]
    )


def placements_in_row(fits: Sequence[WordPlacement], row: str) -> Sequence[WordPlacement]:
    """The places that begin in a row; all if no row is chosen, or no place begins there any more."""
    return [fit for fit in fits if fit.move.cell[1:] == row] or fits


def _row_buttons(placement: PlacementRequest, fits: Sequence[WordPlacement]) -> list[InlineKeyboardButton]:
    counts = Counter(int(fit.move.cell[1:]) for fit in fits)
    if len(counts) == 1:
        return []
    values = [(row, count, _question_button_data(placement, "rows", str(row))) for row, count in sorted(counts.items())]
    if any(len(value.encode()) > BUTTON_DATA for _, _, value in values):
        return []
    return [callback_button(f"{row} ({count})", value) for row, count, value in values]


def _question_button_row(
    placement: PlacementRequest, speaker: Speaker, kind: str, label: str, row: str
) -> list[list[InlineKeyboardButton]]:
    value = _question_button_data(placement, kind, row)
    return [[translated_button(speaker, label, value)]] if len(value.encode()) <= BUTTON_DATA else []


def _question_button_data(placement: PlacementRequest, kind: str, row: str) -> str:
    state, typed = placement.state, placement.typed
    place = f"{encode_place(typed)}.{row}" if row else encode_place(typed)
    return encode_button_data(kind, table_name(state), placement.user, state.number, place, spell_signs(typed.signs))


def placement_buttons(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker, *, with_scores: bool
) -> list[InlineKeyboardButton]:
    """A button for each place, in the given order; none if the word is too long for a button."""
    state, made = placement.state, []
    for each in fits:
        value = encode_button_data(
            "put", table_name(state), placement.user, state.number, each.gcg_start, encode_word(state, each.move)
        )
        if len(value.encode()) > BUTTON_DATA:
            continue
        label = f"{each.move.cell} {short_direction_name(each.move.direction, speaker)}"
        if each.move.signs != placement.typed.signs:
            label = f"{label} {each.score.words[0].word}"
        made.append(InlineKeyboardButton(f"{label} {each.score.total}" if with_scores else label, callback_data=value))
    return made


def near_miss_keyboard(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker
) -> InlineKeyboardMarkup | None:
    """The buttons under a refusal: the nearest readings of the move."""
    made = placement_buttons(placement, fits, speaker, with_scores=False)
    return InlineKeyboardMarkup([[one] for one in made]) if made else None


def _placement_rows(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker, *, with_scores: bool
) -> list[list[InlineKeyboardButton]]:
    made = placement_buttons(placement, fits, speaker, with_scores=with_scores)
    if len(fits) == 1:
        made = [callback_button(speaker.plain("button-put"), str(one.callback_data), STYLE_SUCCESS) for one in made]
    return _split_in_rows(made, _PLACEMENT_COLUMNS)


def _split_in_rows(keys: Sequence[InlineKeyboardButton], count: int) -> list[list[InlineKeyboardButton]]:
    return [list(keys[first : first + count]) for first in range(0, len(keys), count)]


def _question_text(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker, *, with_scores: bool
) -> str:
    word, only = spell_signs(placement.typed.signs), fits[0]
    if len(fits) > 1:
        return speaker.html("places-which", word=word)
    if with_scores:
        return speaker.html(
            "places-only-score", word=word, place=_placement_text(only, speaker), score=only.score.total
        )
    return speaker.html("places-only", word=word, place=_placement_text(only, speaker))


def _placement_text(fit: WordPlacement, speaker: Speaker) -> str:
    return f"{fit.move.cell} {direction_name(fit.move.direction, speaker)}"


def read_own_button(tap: Tap, pressed: ButtonData) -> tuple[int, int, str, str]:
    """A button's data: whose it is, the turns taken, the place, and the word. Raises Refusal: ``not_your_button``."""
    user, number, place, word = pressed.arguments
    if tap.sender.user != int(user):
        raise Refusal("not_your_button")
    return int(user), int(number), place, word


def read_asked_word(tap: Tap, context: ChatContext, pressed: ButtonData) -> tuple[int, PlacementRequest, str]:
    """A question's turns taken, word, and row, if any. Raises Refusal: ``not_your_button``, ``stale_button``."""
    user, number, place, word = read_own_button(tap, pressed)
    state = game_with_placements(context.loaded.table, user)
    code, _, row = place.partition(".")
    typed = decode_word(state, code, word)
    if typed is None:
        raise Refusal("stale_button")
    return number, PlacementRequest(user, state, typed), row


def game_with_placements(table: Table | None, user: int) -> GameState:
    """A player's game at a table that offers places. Raises Refusal as ``seated_game``, else ``stale_button``."""
    state, _ = seated_game(table, user)
    if not state.ruleset.places:
        raise Refusal("stale_button")
    return state


def move_on_button(state: GameState, start: str, word: str) -> Move:
    """The move on a button, from its start as in GCG and a word. Raises Refusal ``stale_button``."""
    try:
        return parse_move(f"{start} {word}", load_alphabet(state.ruleset.language))
    except Malformed as error:
        raise Refusal("stale_button") from error


class TappedMoves:
    """Plays moves, and tells the presser what became of them."""

    def __init__(self, games: Games, look_ups: LookUps, replies: Replies) -> None:
        self._games: Final = games
        self._look_ups: Final = look_ups
        self._replies: Final = replies

    async def play_tapped_move(
        self, tap: Tap, context: ChatContext, action: Callable[[Table, datetime], Place]
    ) -> bool:
        """Play a button's move; if it is refused, tell the presser why and return ``False``."""
        until = self._look_ups.look_up_notes_due_by()
        try:
            await self._games.apply_action(context.loaded, action, tap.update)
        except Refusal as refusal:
            form = await self._look_ups.refusal_notes(refusal, tap.sender.user, context.loaded, context.language, until)
            await self._replies.reply_refusal(tap, context.language, refusal, form)
            return False
        if context.is_table_elsewhere(tap.venue):
            await self._replies.show_toast(tap, context.language, "done-in-group")
        else:
            await self._replies.acknowledge_tap(tap)
        return True


QUESTION_SECONDS: Final = REPLY_SECONDS


class PlacementChoice:
    """Asks where a word goes, and plays the place that is tapped."""

    def __init__(
        self, look_ups: LookUps, replies: Replies, private_delivery: PrivateDelivery, tapped_moves: TappedMoves
    ) -> None:
        self._look_ups: Final = look_ups
        self._replies: Final = replies
        self._private_delivery: Final = private_delivery
        self._tapped_moves: Final = tapped_moves

    async def ask_which_placement(
        self,
        request: Command | PlainText | Tap,
        context: ChatContext,
        placement: PlacementRequest,
        fits: Sequence[WordPlacement],
    ) -> None:
        """Offer the found places, in a group all that the board has. Raises Refusal ``not_words``, if that is told."""
        try:
            fits = await self._without_phonies(context.loaded, placement, fits)
        except Refusal as refusal:
            if isinstance(request, Tap) or request.venue.private:
                raise
            if await self._replies.try_refuse_privately(request, context.language, refusal):
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
        alone. ``False`` where the refusal is to be said as any other. Raises Refusal: as :meth:`ask_which_placement`.
        """
        typed = placement.typed
        if request.venue.private or not placement.state.ruleset.places or (typed.cell and typed.direction is not None):
            return False
        if await self._replies.try_refuse_privately(request, context.language, refusal):
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
        if isinstance(request, Tap) and _is_seen_by_presser_only(request):
            await self._replies.tapped_message.replace_with_html(request, text, keyboard, seconds=QUESTION_SECONDS)
            return True
        if not await self._replies.reply_privately(request, text, keyboard):
            return False
        if isinstance(request, Tap):
            await self._replies.acknowledge_tap(request)
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
            await self._replies.tapped_message.replace_with_html(request, text, keyboard, seconds=QUESTION_SECONDS)
        else:
            await self._replies.reply_temporarily(request, text, keyboard, seconds=QUESTION_SECONDS, until_done=True)

    async def _placements_on_board(self, context: ChatContext, placement: PlacementRequest) -> Sequence[WordPlacement]:
        seat = placement.state.seat_of(placement.user)
        if seat is None:
            raise Refusal("not_seated")
        return await self._without_phonies(
            context.loaded, placement, placements_for_any_rack(placement.state, seat, placement.typed)
        )

    async def _without_phonies(
        self, loaded: LoadedTable, placement: PlacementRequest, fits: Sequence[WordPlacement]
    ) -> Sequence[WordPlacement]:
        known = await preview_words(self._look_ups, loaded, placement.state.ruleset, placement.user)
        if known is None:
            return fits
        wrong = [phonies_of_play(each.score, known) for each in fits]
        if all(wrong):
            fewest = min(wrong, key=len)
            raise Refusal("not_words", words=tuple(dict.fromkeys(fewest)))
        return [each for each, words in zip(fits, wrong, strict=True) if not words]

    async def tap_placement(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Play the word at the tapped place; ask again if the table has moved on. Raises Refusal."""
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
            await self._replies.tapped_message.delete_message(tap)
        elif played:
            await self._replies.tapped_message.remove_buttons(tap)

    async def _ask_on_newer_board(
        self, tap: Tap, context: ChatContext, state: GameState, start: str, word: str
    ) -> None:
        typed = word_with_board_letters(state, move_on_button(state, start, word))
        if typed is None:
            raise Refusal("stale_button")
        placement = PlacementRequest(tap.sender.user, state, typed)
        await self.ask_which_placement(tap, context, placement, _find_placements(placement))

    async def tap_row(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show the places that begin in a row, or all rows, on the board as it is now. Raises Refusal."""
        _, placement, row = read_asked_word(tap, context, pressed)
        alone = _is_seen_by_presser_only(tap)
        if alone:
            fits = await self._without_phonies(context.loaded, placement, _find_placements(placement))
        else:
            fits = await self._placements_on_board(context, placement)
        text, keyboard = placement_question(placement, fits, context.speaker, with_scores=alone, row=row)
        await self._replies.tapped_message.replace_with_html(tap, text, keyboard, seconds=QUESTION_SECONDS)

    async def tap_scores(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Tell whom the places were offered to where their tiles fit, and for how much, alone. Raises Refusal."""
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
        await self._replies.show_alert(tap, context.language, "places-scores", scores=scores)


def _is_seen_by_presser_only(tap: Tap) -> bool:
    return tap.venue.private or (tap.ephemeral_id is not None and not tap.venue.has_migrated)


class _TableMovedOn(Exception):
    """A turn was taken since the button was drawn."""

    def __init__(self, state: GameState) -> None:
        super().__init__(state.number)
        self.state: Final = state


def _find_placements(placement: PlacementRequest) -> tuple[WordPlacement, ...]:
    """The places of a word, at least one. Raises Refusal: there is none."""
    seat = placement.state.seat_of(placement.user)
    if seat is None:
        raise Refusal("not_seated")
    try:
        return (intended_placement(placement.state, seat, placement.typed, gcg=False),)
    except AmbiguousPlacement as choice:
        return choice.placements
    except Malformed as error:
        raise Refusal("stale_button") from error


_SETTING: Final = "reading"
_GCG: Final = "gcg"


def prefers_gcg_direction(settings: Mapping[str, str]) -> bool:
    """Whether a cell with the letter first means downwards, under these settings."""
    return settings.get(_SETTING) == _GCG


async def load_gcg_preference(store: GameStore, user: int, typed: PartialMove) -> bool:
    """:func:`prefers_gcg_direction` for a person; reads the store only if ``typed`` depends on it."""
    if not typed.cell or typed.direction is not None:
        return False
    return prefers_gcg_direction(await store.load_settings(user))


class DirectionPreferenceHandlers:
    """Lets people choose, for all of their games."""

    def __init__(self, store: GameStore, replies: Replies) -> None:
        self._store: Final = store
        self._replies: Final = replies

    @handles_command("reading", "chat", "anybody", kind="setting", needs_person=True)
    async def show_direction_preference(self, request: Command, context: ChatContext) -> None:
        """``/yon``: show the preference, with buttons to change it."""
        user, speaker = request.sender.user, context.chat_speaker
        gcg = prefers_gcg_direction(await self._store.load_settings(user))
        text = speaker.html("reading-gcg" if gcg else "reading-asks")
        message, other = ("button-reading-ask", "ask") if gcg else ("button-reading-gcg", _GCG)
        keyboard = InlineKeyboardMarkup([[data_button(speaker, message, "reading", "", user, other)]])
        await self._replies.reply_briefly(request, text, keyboard)

    async def tap_direction_preference(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The button below it. Raises Refusal: ``not_your_button``."""
        user, chosen = int(pressed.arguments[0]), pressed.arguments[1]
        if tap.sender.user != user:
            raise Refusal("not_your_button")
        await self._store.save_setting(user, _SETTING, _GCG if chosen == _GCG else None, tap.update.id)
        await self._replies.show_toast(tap, context.language, "reading-chosen")
        await self._replies.tapped_message.replace_with_outcome(
            tap, context.language, "reading-gcg" if chosen == _GCG else "reading-asks"
        )
