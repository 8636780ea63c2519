"""Turns on a board: plays, passes and exchanges."""

from collections import Counter
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.crossword.placing import PlacementChoice, PlacementRequest, load_gcg_preference, near_miss_keyboard
from bot.families.crossword.typed_moves import (
    BLANK_SIGN,
    EditedMoves,
    PlaceNotTypedError,
    TypedMoveAction,
    bare_word,
    nearest_placements,
    read_typed_move,
    refusal_words,
    seated_game,
    why_text_plays_nothing,
)
from bot.families.services import ChatContext, TableServices, confirm_action
from bot.tables.table_loader import require_game
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, MistypedCommand, PlainText
from bot.texts import Html
from bot.user_input.commands import find_turn_command, handles_command, means_all_tiles, split_tiles
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Exchange
from engine.crossword.state import GameState
from engine.crossword.turns import is_waiting_for_window, require_free_to_move
from engine.crossword.word_placements import MISPLACED, AmbiguousPlacement, placements_to_offer
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table
from engine.lexicon import Lexicon
from engine.turns import Pass

_CURED_BY_OTHER_PLACEMENT: Final = MISPLACED | {"not_words"}  # refusals of a move that another place may avoid
_TILES_LACKING: Final = frozenset({"not_on_rack", "blanks_not_held"})  # codes of refusals for tiles that the rack lacks
_BLANK_SIGNS: Final = str.maketrans(f"*{BLANK_SIGN}", BLANK * 2)  # what players type for a blank; racks show the second
_MOST_EXCHANGE_CHARACTERS: Final = 30  # longer than any rack, so a longer text names no tiles


class MoveHandlers:
    """Handles plays, passes and exchanges."""

    def __init__(
        self, tables: TableServices, replies: Replies, placement_choice: PlacementChoice, edited_moves: EditedMoves
    ) -> None:
        self._games: Final = tables.games
        self._store: Final = tables.store
        self._look_ups: Final = tables.look_ups
        self._replies: Final = replies
        self._placement_choice: Final = placement_choice
        self._edited_moves: Final = edited_moves

    @handles_command("play", "game", "mover", needs_person=True)
    async def play_typed_move(self, request: Command | PlainText, context: ChatContext) -> None:
        """``/oyna H8 yatay KALEM``: play the move; without the command, the move is a reply to the board."""
        user = request.sender.user
        state, _ = seated_game(context.loaded.table, user)
        if request.is_edit and not await self._edited_moves.may_try_again(request, state):
            return
        try:
            typed = read_typed_move(request.text, state, context.speaker)
        except Malformed:
            await self._edited_moves.remember_refused_move(request, state)
            raise
        is_placed = bool(typed.cell) and typed.direction is not None
        words = None if is_placed else await self._words(context, state, user)
        placing = TypedMoveAction(user, typed, words, gcg=await load_gcg_preference(self._store, user, typed))
        until = self._look_ups.look_up_notes_due_by()
        try:
            await self._games.apply_action(context.loaded, placing, request.update)
        except (PlaceNotTypedError, AmbiguousPlacement):
            await self._edited_moves.remember_refused_move(request, placing.state or state)
            await self._ask_or_refuse(request, context, PlacementRequest(user, placing.state or state, typed))
        except (Refusal, Malformed) as error:
            placement = PlacementRequest(user, placing.state or state, typed)
            await self._edited_moves.remember_refused_move(request, placement.state)
            if error.code in _TILES_LACKING and not is_placed:
                await self._ask_or_refuse(request, context, placement)
                return
            offer, keyboard = (
                await self._other_placements(placement, context)
                if error.code in _CURED_BY_OTHER_PLACEMENT
                else ("", None)
            )
            form = await self._look_ups.refusal_notes(
                error, user, context.loaded, context.language, until, here=context.open_tables
            )
            text = "\n".join(filter(None, (form, offer)))
            await self._replies.reply_refusal(request, context.language, error, text, keyboard)
        else:
            await confirm_action(self._replies, request, context, "done-in-group")

    async def _words(self, context: ChatContext, state: GameState, user: int) -> Lexicon | None:
        return await refusal_words(self._look_ups, context.loaded, state.ruleset, user, context.open_tables)

    async def _ask_or_refuse(
        self,
        request: Command | PlainText,
        context: ChatContext,
        placement: PlacementRequest,
        unlaid: EngineError | None = None,
    ) -> None:
        until = self._look_ups.look_up_notes_due_by()
        try:
            await self._placement_choice.ask_which_placement(request, context, placement, unlaid)
        except (Refusal, Malformed) as error:
            form = await self._look_ups.refusal_notes(
                error, placement.user, context.loaded, context.language, until, here=context.open_tables
            )
            await self._replies.reply_refusal(request, context.language, error, form)

    async def remember_mistyped_move(self, request: MistypedCommand, context: ChatContext) -> None:
        """Note a mistyped command that may have been a move, so that an edit can correct it."""
        state, _ = seated_game(context.loaded.table, request.sender.user)
        await self._edited_moves.remember_refused_move(request, state)

    async def offer_placements_of_word(self, request: PlainText, context: ChatContext) -> bool:
        """Offer the places of a word that a player typed on their turn, without a command; ``False`` for mere talk.

        A message that mentions the bot is always answered. Raises EngineError if the word cannot be laid, or belongs to
        a command (:func:`bot.families.crossword.typed_moves.why_text_plays_nothing`).
        """
        table, user = context.loaded.table, request.sender.user
        if not isinstance(table, GameState) or not table.ruleset.places or table.outcome is not None:
            return False
        seat = table.seat_of(user)
        if request.mentions_bot and seat is not None:
            await self.play_typed_move(request, context)
            return True
        if seat is None or seat != table.turn or is_waiting_for_window(table):
            return False
        if request.is_edit and not await self._edited_moves.may_try_again(request, table):
            return False
        typed, unlaid = bare_word(request.text, table), None
        if find_turn_command(request.text) == "pass" or not placements_to_offer(table, seat, request.text):
            unlaid = why_text_plays_nothing(request.text, table, context.speaker)
            if unlaid is None:
                return False
        await self._edited_moves.remember_refused_move(request, table)
        if typed is None or (unlaid is not None and unlaid.code != "word_not_laid"):
            raise unlaid or Refusal("word_not_laid", word=request.text)
        await self._ask_or_refuse(request, context, PlacementRequest(user, table, typed), unlaid)
        return True

    async def _other_placements(
        self, placement: PlacementRequest, context: ChatContext
    ) -> tuple[str, InlineKeyboardMarkup | None]:
        """Other places for a refused word, with buttons; only valid ones if the player may know which are."""
        state, typed, speaker = placement.state, placement.typed, context.speaker
        seat = state.seat_of(placement.user)
        if seat is None:
            return "", None
        known = await self._words(context, state, placement.user)
        found = nearest_placements(state, seat, typed, bool if known is None else known.__contains__)
        same = [each.move for each in found if each.move.signs == typed.signs]
        named = Html(", ".join(f"<b>{move.cell} {speaker.plain(f'way-{move.direction.value}')}</b>" for move in same))
        text = speaker.html("fits-at", places=named) if same else ""
        return text, near_miss_keyboard(placement, found)

    @handles_command("pass", "game", "mover", needs_person=True)
    async def pass_turn(self, request: Command, context: ChatContext) -> None:
        """``/pas``: pass the turn."""
        seated_game(context.loaded.table, request.sender.user)
        await self._games.apply_action(context.loaded, Pass(request.sender.user), request.update)
        await confirm_action(self._replies, request, context, "done-in-group")

    @handles_command("exchange", "game", "mover", needs_person=True)
    async def exchange_tiles(self, request: Command, context: ChatContext) -> None:
        """``/degistir 1 3 5``: exchange tiles by rack positions or by letters."""
        seated_game(context.loaded.table, request.sender.user)

        def action(table: Table, now: datetime) -> Exchange:
            exchange = read_exchange(table, request.sender.user, request.text, now)
            if request.target_turns is not None and require_game(table).number != request.target_turns:
                # The positions refer to an earlier rack with other tiles.
                raise Refusal("earlier_turn")
            return exchange

        await self._games.apply_action(context.loaded, action, request.update)
        await confirm_action(self._replies, request, context, "exchange-done")


def read_exchange(table: Table, user: int, text: str, now: datetime) -> Exchange:
    """Parse the tiles that ``/degistir`` names, by position or by letter.

    Raises Refusal as :func:`engine.crossword.turns.require_free_to_move`, or ``nothing_to_exchange``,
    ``no_such_position``, ``tile_twice``, ``exchange_not_held``. Raises Malformed: ``garbled_exchange``.
    """
    state, _ = seated_game(table, user)
    rack = state.players[require_free_to_move(state, user, now)].rack
    marks = split_tiles(text)
    if not marks:
        raise Refusal("nothing_to_exchange")
    if means_all_tiles(text):
        return Exchange(user, rack)
    if len("".join(marks)) > _MOST_EXCHANGE_CHARACTERS:
        raise Malformed("garbled_exchange")
    if all(mark.isdecimal() for mark in marks):
        return Exchange(user, _tiles_at_positions(rack, marks))
    known = load_alphabet(state.ruleset.language)
    letters = tuple(known.normalise(known.replace_look_alikes("".join(marks).translate(_BLANK_SIGNS))))
    if not all(mark == BLANK or mark in state.ruleset.values for mark in letters):
        raise Malformed("garbled_exchange")
    if Counter(letters) - Counter(rack):
        raise Refusal("exchange_not_held")
    return Exchange(user, letters)


def _tiles_at_positions(rack: tuple[str, ...], marks: list[str]) -> tuple[str, ...]:
    run = marks[0] if len(marks) == 1 else ""
    in_one = bool(run) and all(1 <= int(digit) <= len(rack) for digit in run)
    places = [int(mark) for mark in (run if in_one else marks)]
    for number, place in enumerate(places):
        if place in places[:number]:
            raise Refusal("tile_twice", position=place)
        if not 1 <= place <= len(rack):
            raise Refusal("no_such_position", position=place, most=len(rack))
    return tuple(rack[place - 1] for place in places)
