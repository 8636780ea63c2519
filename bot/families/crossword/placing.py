"""Asks a player where to place a word, offering the best place first, and plays it at the place that they tap.

If the player may know which words are valid, only valid plays are offered, else all places where the word fits. A
question that others can read shows what the board allows, but not whether the player has the tiles, nor which of them
is a blank. Scores with the player's own tiles are shown only where nobody else can read them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.crossword.typed_moves import (
    decode_word,
    direction_name,
    encode_place,
    encode_word,
    place_label,
    refusal_words,
    seated_game,
    spell_signs,
    word_with_board_letters,
)
from bot.families.services import ChatContext, ChatServices
from bot.message_limits import BUTTON_DATA
from bot.store.games import GameStore
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import (
    STYLE_SUCCESS,
    ButtonData,
    callback_button,
    data_button,
    encode_button_data,
    translated_button,
)
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
    WordPlacement,
    placements_for_any_rack,
    ranked_placements,
)
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table
from engine.lexicon import Lexicon

MOST_OFFERED: Final = 6  # places offered at once; a button leads to the next ones
_MOST_SCORES: Final = 12  # how many places fit into an alert
_PLACEMENT_COLUMNS: Final = 2
_FIRST_PAGE: Final = "0"  # pages: `0`, `01`, `02`; in buttons of 0.2.0, `1` to `15` were rows


@dataclass(frozen=True, slots=True)
class PlacementRequest:
    """A word that a player wants to play at a table, and that needs a place."""

    user: int
    state: GameState
    typed: PartialMove

    def list_places(self, words: Lexicon | None, *, is_own: bool) -> tuple[WordPlacement, ...]:
        """The places for the player's own tiles, or for any rack, as other people may read them. Raises Refusal."""
        seat = self.state.seat_of(self.user)
        if seat is None:
            raise Refusal("not_seated")
        return (ranked_placements if is_own else placements_for_any_rack)(self.state, seat, self.typed, words)


def _placement_question(
    placement: PlacementRequest,
    fits: Sequence[WordPlacement],
    speaker: Speaker,
    *,
    is_own: bool,
    page: int = 0,
) -> tuple[str, InlineKeyboardMarkup]:
    """The question where to place a word, as HTML, and its buttons.

    ``is_own``: whether the places fit the player's own tiles, so that nobody else may read the question.
    """
    first = page * MOST_OFFERED if page * MOST_OFFERED < len(fits) else 0
    shown = fits[first : first + MOST_OFFERED]
    keys = _placement_keys(placement, shown, speaker, is_own=is_own, is_only=len(fits) == 1)
    rows = [keys[at : at + _PLACEMENT_COLUMNS] for at in range(0, len(keys), _PLACEMENT_COLUMNS)]
    turn = []
    if first:
        turn += _question_keys(placement, speaker, "rows", "own-board-back", _FIRST_PAGE)
    if first + MOST_OFFERED < len(fits):
        turn += _question_keys(placement, speaker, "rows", "button-more-places", f"0{first // MOST_OFFERED + 1}")
    sums = [] if is_own else _question_keys(placement, speaker, "sums", "button-sums", "")
    return _question_text(placement, fits, speaker, is_own=is_own), InlineKeyboardMarkup(
        [row for row in (*rows, turn, sums) if row]
    )


def _question_keys(
    placement: PlacementRequest, speaker: Speaker, kind: str, label: str, page: str
) -> list[InlineKeyboardButton]:
    state, typed = placement.state, placement.typed
    place = f"{encode_place(typed)}.{page}" if page else encode_place(typed)
    value = encode_button_data(kind, table_name(state), placement.user, state.number, place, spell_signs(typed.signs))
    return [translated_button(speaker, label, value)] if len(value.encode()) <= BUTTON_DATA else []


def _placement_button_data(placement: PlacementRequest, fit: WordPlacement) -> str | None:
    state = placement.state
    value = encode_button_data(
        "put", table_name(state), placement.user, state.number, fit.gcg_start, encode_word(state, fit.move)
    )
    return value if len(value.encode()) <= BUTTON_DATA else None


def near_miss_keyboard(placement: PlacementRequest, fits: Sequence[WordPlacement]) -> InlineKeyboardMarkup | None:
    """Buttons with the moves nearest to a refused one."""
    made = [
        callback_button(place_label(fit, _other_word(placement, fit)), data)
        for fit in fits
        if (data := _placement_button_data(placement, fit)) is not None
    ]
    return InlineKeyboardMarkup([[one] for one in made]) if made else None


def _other_word(placement: PlacementRequest, fit: WordPlacement) -> str:
    return "" if fit.move.signs == placement.typed.signs else fit.score.words[0].word


def _placement_keys(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker, *, is_own: bool, is_only: bool
) -> list[InlineKeyboardButton]:
    keys = []
    for fit in fits:
        data = _placement_button_data(placement, fit)
        if data is None:
            continue
        if is_only:
            keys.append(callback_button(speaker.plain("button-put"), data, STYLE_SUCCESS))
            continue
        place = place_label(fit, _other_word(placement, fit))
        message = "place-scored" if is_own else "place-up-to"
        keys.append(callback_button(speaker.plain(message, place=place, score=fit.score.total), data))
    return keys


def _question_text(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker, *, is_own: bool
) -> str:
    word, only = spell_signs(placement.typed.signs), fits[0]
    if len(fits) > 1:
        return speaker.html("places-which", word=word)
    place = f"{only.move.cell} {direction_name(only.move.direction, speaker)}"
    if is_own:
        return speaker.html("places-only-score", word=word, place=place, score=only.score.total)
    return speaker.html("places-only", word=word, place=place)


def _read_own_button(tap: Tap, pressed: ButtonData) -> tuple[int, int, str, str]:
    user, number, place, word = pressed.arguments
    if tap.sender.user != int(user):
        raise Refusal("not_your_button")
    return int(user), int(number), place, word


def _read_asked_word(tap: Tap, context: ChatContext, pressed: ButtonData) -> tuple[int, PlacementRequest, int]:
    """A question's turn number, word and page. Raises Refusal: ``not_your_button``, ``stale_button``."""
    user, number, place, word = _read_own_button(tap, pressed)
    state = _game_with_placements(context.loaded.table, user)
    code, _, page = place.partition(".")
    typed = decode_word(state, code, word)
    if typed is None:
        raise Refusal("stale_button")
    return number, PlacementRequest(user, state, typed), int(page) if page.startswith(_FIRST_PAGE) else 0


def _game_with_placements(table: Table | None, user: int) -> GameState:
    """A player's game if the table offers places. Raises Refusal as :func:`seated_game`, or ``stale_button``."""
    state, _ = seated_game(table, user)
    if not state.ruleset.places:
        raise Refusal("stale_button")
    return state


def move_on_button(state: GameState, start: str, word: str) -> Move:
    """A button's move, from its start as in GCG and its word. Raises Refusal ``stale_button``."""
    try:
        return parse_move(f"{start} {word}", load_alphabet(state.ruleset.language))
    except Malformed as error:
        raise Refusal("stale_button") from error


async def play_tapped_move(
    services: ChatServices, tap: Tap, context: ChatContext, action: Callable[[Table, datetime], Place]
) -> bool:
    """Play a button's move and answer the tap; if the move is refused, answer with the reason and return ``False``."""
    look_ups, replies = services.tables.look_ups, services.messaging.replies
    until = look_ups.look_up_notes_due_by()
    try:
        await services.tables.games.apply_action(context.loaded, action, tap.update)
    except Refusal as refusal:
        form = await look_ups.refusal_notes(
            refusal, tap.sender.user, context.loaded, context.language, until, here=context.open_tables
        )
        await replies.reply_refusal(tap, context.language, refusal, form)
        return False
    if context.is_table_elsewhere(tap.venue):
        await replies.show_toast(tap, context.language, "done-in-group")
    else:
        await replies.acknowledge_tap(tap)
    return True


class PlacementChoice:
    """Asks for the place of a word, and plays the word at the place that is tapped."""

    def __init__(self, services: ChatServices) -> None:
        self._services: Final = services
        self._look_ups: Final = services.tables.look_ups
        self._replies: Final = services.messaging.replies

    async def ask_which_placement(
        self,
        request: Command | PlainText | Tap,
        context: ChatContext,
        placement: PlacementRequest,
        unlaid: EngineError | None = None,
    ) -> None:
        """Offer the places of a word: in private those for the player's tiles, in a group all that the board has.

        What the group reads depends only on the word and the board; a tap tells the player which places suit their
        tiles. If the word cannot be laid, ``unlaid`` is raised instead of another refusal. Raises EngineError if there
        is no place, or no valid one.
        """
        words = await self._words(context, placement)
        refusal: EngineError | None = None
        try:
            fits = placement.list_places(words, is_own=True)
        except Refusal as error:
            refusal = error if unlaid is None or error.code == "not_words" else unlaid
            if isinstance(request, Tap) or request.venue.private:
                raise refusal from error
            if await self._refuse_privately(request, context, placement, refusal):
                return
        else:
            if await self._ask_privately(request, *_placement_question(placement, fits, context.speaker, is_own=True)):
                return
        try:
            seen = placement.list_places(words, is_own=False)
        except Refusal as error:
            raise (error if unlaid is None or error.code == "not_words" else unlaid) from error
        if refusal is not None and placement.typed.cell and len(seen) == 1:
            raise refusal  # with enough tiles it would have been played without a question
        text, keyboard = _placement_question(placement, seen, context.speaker, is_own=False)
        if isinstance(request, Tap):
            await self._replies.tapped_message.replace_with_html(request, text, keyboard, seconds=REPLY_SECONDS)
        else:
            await self._replies.reply_temporarily(request, text, keyboard, seconds=REPLY_SECONDS, until_done=True)

    async def _words(self, context: ChatContext, placement: PlacementRequest) -> Lexicon | None:
        rules, here = placement.state.ruleset, context.open_tables
        return await refusal_words(self._look_ups, context.loaded, rules, placement.user, here)

    async def _refuse_privately(
        self, request: Command | PlainText, context: ChatContext, placement: PlacementRequest, refusal: EngineError
    ) -> bool:
        words, user, language = refusal.fields.get("words"), placement.user, context.language
        note = ""
        if refusal.code == "not_words" and isinstance(words, tuple):
            until = self._look_ups.look_up_notes_due_by()
            note = await self._look_ups.near_words_note(
                words, user, context.loaded, language, until, here=context.open_tables
            )
        return await self._replies.try_refuse_privately(request, language, refusal, note)

    async def _ask_privately(
        self, request: Command | PlainText | Tap, text: str, keyboard: InlineKeyboardMarkup
    ) -> bool:
        if isinstance(request, Tap) and _is_seen_by_presser_only(request):
            await self._replies.tapped_message.replace_with_html(request, text, keyboard, seconds=REPLY_SECONDS)
            return True
        if not await self._replies.reply_privately(request, text, keyboard):
            return False
        if isinstance(request, Tap):
            await self._replies.acknowledge_tap(request)
        return True

    async def tap_placement(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Play the word at the tapped place, or ask again if the board has changed. Raises Refusal."""
        user, number, start, word = _read_own_button(tap, pressed)

        def action(table: Table, now: datetime) -> Place:
            state = _game_with_placements(table, user)
            require_free_to_move(state, user, now)
            if state.number != number:
                raise _TableMovedOn(state)
            return resolve_for_user(state, user, move_on_button(state, start, word), now)

        try:
            played = await play_tapped_move(self._services, tap, context, action)
        except _TableMovedOn as moved:
            typed = word_with_board_letters(moved.state, move_on_button(moved.state, start, word))
            if typed is None:
                raise Refusal("stale_button") from None
            await self.ask_which_placement(tap, context, PlacementRequest(user, moved.state, typed))
            return
        if played and not tap.venue.private:
            await self._replies.tapped_message.delete_message(tap)
        elif played:
            await self._replies.tapped_message.remove_buttons(tap)

    async def tap_more(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show the next page of places, or the first one for a changed board. Raises Refusal."""
        _, placement, page = _read_asked_word(tap, context, pressed)
        alone = _is_seen_by_presser_only(tap)
        fits = placement.list_places(await self._words(context, placement), is_own=alone)
        text, keyboard = _placement_question(placement, fits, context.speaker, is_own=alone, page=page)
        await self._replies.tapped_message.replace_with_html(tap, text, keyboard, seconds=REPLY_SECONDS)

    async def tap_scores(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show the player alone where their tiles fit, and the scores. Raises Refusal."""
        number, placement, _ = _read_asked_word(tap, context, pressed)
        if placement.state.number != number:
            raise Refusal("stale_button")
        fits = placement.list_places(await self._words(context, placement), is_own=True)
        if not tap.venue.private and await self._ask_privately(
            tap, *_placement_question(placement, fits, context.speaker, is_own=True)
        ):
            return
        scores = ", ".join(
            context.speaker.plain("place-scored", place=place_label(fit), score=fit.score.total)
            for fit in fits[:_MOST_SCORES]
        )
        await self._replies.show_alert(tap, context.language, "places-scores", scores=scores)


def _is_seen_by_presser_only(tap: Tap) -> bool:
    return tap.venue.private or (tap.ephemeral_id is not None and not tap.venue.has_migrated)


class _TableMovedOn(Exception):
    def __init__(self, state: GameState) -> None:
        super().__init__(state.number)
        self.state: Final = state


_SETTING: Final = "reading"
_GCG: Final = "gcg"


def prefers_gcg_direction(settings: Mapping[str, str]) -> bool:
    """Whether the user's settings read a cell with its letter first as downwards, as GCG does."""
    return settings.get(_SETTING) == _GCG


async def load_gcg_preference(store: GameStore, user: int, typed: PartialMove) -> bool:
    """Load :func:`prefers_gcg_direction` for a player, or return false if ``typed`` reads alike both ways."""
    if not typed.cell or typed.direction is not None:
        return False
    return prefers_gcg_direction(await store.load_settings(user))


class DirectionPreferenceHandlers:
    """Lets users choose what a cell without a direction means, for all of their games."""

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
        """Change the preference as the tapped button says. Raises Refusal: ``not_your_button``."""
        user, chosen = int(pressed.arguments[0]), pressed.arguments[1]
        if tap.sender.user != user:
            raise Refusal("not_your_button")
        await self._store.save_setting(user, _SETTING, _GCG if chosen == _GCG else None, tap.update.id)
        await self._replies.show_toast(tap, context.language, "reading-chosen")
        await self._replies.tapped_message.replace_with_outcome(
            tap, context.language, "reading-gcg" if chosen == _GCG else "reading-asks"
        )
