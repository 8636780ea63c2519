"""Answers: typed in the private chat or as an ephemeral command, chosen as inline results, given on the board page.

An answer that a group can read is refused. Replies about answers are shown to their author alone, or not at all.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from telegram import InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.call_errors import ChatUnreachable, RequestRejected
from bot.families.board_page import BoardPage, LaidTiles
from bot.families.crossword.board_page import judge_laid_tiles, to_placements
from bot.families.crossword.inline_results import (
    MOST_INLINE_PLACEMENTS,
    find_placements,
    move_as_typed,
    refusal_result,
    score_description,
)
from bot.families.crossword.placing import load_gcg_preference, prefers_gcg_direction
from bot.families.crossword.typed_moves import (
    bare_word,
    read_move,
    read_typed_move,
    refusal_words,
    small_digits,
    spell_signs,
    tile_sign,
    with_move_example,
)
from bot.families.duplicate.own_board import (
    SEAT,
    answer_keys,
    answer_lines,
    answer_step,
    answered_text,
    place_rows,
    require_round,
    view_for_player,
)
from bot.families.own_board import HOME_STEP, PLAY_STEP, StepButton, StepRows, hash_rack, step_keyboard
from bot.families.services import ChatContext, ChatServices, LookUps, TableInlineQuery, TableInlineResult
from bot.store.retention import REFUSED_MOVE_SECONDS
from bot.tables.table_loader import LoadedTable, require_game_of, require_running_game, table_name
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.keyboards import data_button, encode_button_data, encode_rack_link
from bot.telegram.private_delivery import DeliveryRoute
from bot.telegram.requests import Command, MistypedCommand, PageAction, PlainText, edit_key
from bot.user_input.commands import handles_command
from bot.wording.speaker import join_lines
from engine.crossword.notation import PartialMove
from engine.crossword.word_placements import AmbiguousPlacement, WordPlacement, intended_placement
from engine.duplicate.actions import Answer, Lock, Withdraw
from engine.duplicate.state import GameState
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Action, Game, Table
from engine.lexicon import Lexicon

MOST_PLACES_OFFERED: Final = 8  # how many places are offered for a typed word; the own board shows all
CLOCKS_DIFFER: Final = timedelta(seconds=5)  # Telegram's clock is behind by less than this; no player answers sooner
Request = Command | PlainText


def running_duplicate(table: Table | None) -> GameState:
    """The running game of Duplicate. Raises Refusal as :func:`bot.tables.table_loader.require_running_game`."""
    return require_game_of(GameState, require_running_game(table))


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """Completes a typed answer on the table as it is at the commit."""

    user: int
    name: str
    typed: PartialMove
    words: Lexicon | None
    gcg: bool
    sent: datetime | None

    def __call__(self, table: Table, now: datetime) -> Answer:
        """The action. Raises AmbiguousPlacement if the word fits in several places, or the refusal of its place."""
        state = running_duplicate(table)
        round_ = require_round(state)
        # A text sent before this rack was drawn was meant for the former rack.
        is_older = (self.sent or now) < round_.opened - CLOCKS_DIFFER
        number = round_.number - is_older
        fit = intended_placement(state.position, SEAT, self.typed, gcg=self.gcg, words=self.words)
        return Answer(self.user, self.name, number, fit.place.tiles, self.sent)


class AnswerHandlers:
    """Handles typed answers."""

    def __init__(self, services: ChatServices) -> None:
        self._games: Final = services.tables.games
        self._store: Final = services.tables.store
        self._look_ups: Final = services.tables.look_ups
        self._gateway: Final = services.gateway
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._private_delivery: Final = services.messaging.private_delivery
        self._locales: Final = services.messaging.private_locale
        self._editable: Final = services.stores.refused_moves

    @handles_command("play", "game", "mover", needs_person=True)
    async def answer_typed(self, request: Request, context: ChatContext) -> None:
        """``/oyna H8 yatay KALEM``, as an ephemeral command or in private; there it works without the command, too."""
        state = running_duplicate(context.loaded.table)
        if not request.is_secret:
            await self._refuse_in_open(request, context, state)
            return
        if request.is_edit and not await self._may_edit(request, state):
            return
        await self.remember_answer(request, context)
        context = await self._localize(request, context)
        try:
            await self._take_answer(
                request, context, state, read_typed_move(request.text, state.position, context.speaker)
            )
        except EngineError as error:
            if request.update.is_web:
                raise
            await self._tell_refusal(request, context, error)

    async def answer_bare_word(self, request: PlainText, context: ChatContext) -> bool:
        """Offer the places of a word that was typed in private; return ``False`` in a group, where it is talk."""
        table = context.loaded.table
        if not request.venue.private or not isinstance(table, GameState) or table.outcome is not None:
            return False
        if bare_word(request.text, table.position) is None:
            return False
        await self.answer_typed(request, context)
        return True

    async def remember_answer(self, request: Request | MistypedCommand, context: ChatContext) -> None:
        """Note a message whose edit counts: its answer was taken, or its command was mistyped."""
        state = running_duplicate(context.loaded.table)
        await self._editable.save_refused_move(
            request.sender.user,
            request.venue.message_chat,
            edit_key(request),
            table_name(state),
            # Longer than a round lasts, as pauses and downtime move its end.
            max(REFUSED_MOVE_SECONDS, 2 * state.ruleset.round),
        )

    async def _may_edit(self, request: Request, state: GameState) -> bool:
        note = await self._editable.find_refused_move(
            request.sender.user, request.venue.message_chat, edit_key(request)
        )
        return note == table_name(state)

    async def _take_answer(self, request: Request, context: ChatContext, state: GameState, typed: PartialMove) -> None:
        user = request.sender.user
        words = await refusal_words(self._look_ups, context.loaded, state.ruleset.crossword, user, context.open_tables)
        gcg = await load_gcg_preference(self._store, user, typed)
        sent = self._games.times.served_time_dated(request.arrived_at, request.sent_at)
        try:
            await self._games.apply_action(
                context.loaded, TypedAnswer(user, request.sender.name, typed, words, gcg, sent), request.update
            )
        except AmbiguousPlacement as ambiguous:
            await self._offer_places(request, context, typed, ambiguous.placements)
        else:
            await self._tell_what_stands(request, context)

    async def _offer_places(
        self, request: Request, context: ChatContext, typed: PartialMove, fits: tuple[WordPlacement, ...]
    ) -> None:
        state, speaker = running_duplicate(context.loaded.table), context.speaker
        require_round(state)
        word = spell_signs(typed.signs)
        rows = place_rows(state, fits[:MOST_PLACES_OFFERED], word)
        text = speaker.html("own-board-places-found", word=word, count=len(fits), best=fits[0].score.total)
        await self._tell(
            request,
            join_lines(text, speaker.html("answer-which-place")),
            self._keyboard(request, state, [*rows, self._board_row(context)]),
        )

    async def _tell_what_stands(self, request: Request, context: ChatContext) -> None:
        loaded = await self._games.load_table(context.loaded.scope)
        state = running_duplicate(loaded.table)
        seen = view_for_player(state, request.sender.user)
        speaker = context.speaker.telling_instants(self._games.times.downtime)
        lines = answer_lines(seen, self._games.times.now, speaker)
        keys = answer_keys(seen, speaker)
        if keys:
            lines.append(speaker.html("answer-may-change"))
        rows = [row for row in (keys, self._board_row(context)) if row]
        await self._tell(request, join_lines(*lines), self._keyboard(request, state, rows))

    async def _tell_refusal(self, request: Request, context: ChatContext, error: EngineError) -> None:
        until, user = self._look_ups.look_up_notes_due_by(), request.sender.user
        notes = await self._look_ups.refusal_notes(
            error, user, context.loaded, context.language, until, here=context.open_tables
        )
        state = (await self._games.load_table(context.loaded.scope)).table
        lines = [self._replies.refusal_text(request, context.language, error), notes]
        if isinstance(state, GameState) and state.seat_of(user) is not None:
            seen = view_for_player(state, user)
            if seen.own is not None and seen.own.play is not None:
                lines.append(answer_lines(seen, self._games.times.now, context.speaker)[0])
        await self._tell(request, join_lines(*lines), None)

    async def _refuse_in_open(self, request: Request, context: ChatContext, state: GameState) -> None:
        """Refuse an answer that the group can read: delete it if possible, and tell its sender how to answer."""
        if request.is_edit or (isinstance(request, PlainText) and not _is_about_table(request, context.loaded)):
            return
        if _names_cell(request.text, state):
            with suppress(ChatUnreachable, RequestRejected):  # the bot may not delete it
                await self._gateway.edits.delete_message(request.venue.message_chat, request.message)
        elif isinstance(request, PlainText):
            return
        own = await self._localize(request, context)
        link = create_deep_linked_url(self._gateway.username, encode_rack_link(context.loaded.scope))
        here = InlineKeyboardMarkup([[data_button(own.speaker, "button-duplicate-answer", "rack", table_name(state))]])
        in_private = self._buttons.link_keyboard(own.language, "button-duplicate-answer", link)
        page = PrivatePage(own.speaker.html("answer-in-open"), here, private_keyboard=in_private)
        if await self._private_delivery.reply_with_page(request, page) is DeliveryRoute.NONE:
            to_private = self._buttons.link_keyboard(context.language, "button-open-private", link)
            await self._replies.reply_temporarily(request, context.speaker.html("answer-in-open"), to_private)

    async def _tell(self, request: Request, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        # Other players can answer while this is being sent.
        request.update.release_lane()
        await self._private_delivery.reply_with_page(request, PrivatePage(text, keyboard))

    def _keyboard(self, request: Request, state: GameState, rows: StepRows) -> InlineKeyboardMarkup:
        mark = hash_rack(require_round(state).rack)
        return InlineKeyboardMarkup(
            step_keyboard(rows, table=table_name(state), user=request.sender.user, turns=state.number, mark=mark)
        )

    def _board_row(self, context: ChatContext) -> list[StepButton]:
        return [StepButton(context.speaker.plain("button-answer-board"), HOME_STEP)]

    async def _localize(self, request: Request, context: ChatContext) -> ChatContext:
        if request.venue.private:
            return context
        language = await self._locales.locale_of_user(request.sender.user)
        return replace(context, chat_speaker=context.chat_speaker.in_language(language))


def _is_about_table(request: PlainText, loaded: LoadedTable) -> bool:
    named = loaded.table is not None and table_name(loaded.table) in request.replied_tables
    return named or request.replied_message in loaded.messages


def _names_cell(text: str, state: GameState) -> bool:
    try:
        return bool(read_move(text, state.position).cell)
    except Malformed:
        return False


async def list_inline_results(look_ups: LookUps, query: TableInlineQuery) -> tuple[TableInlineResult, ...]:
    """The rack if nothing is typed; else the places of the typed word as answers, or why there are none.

    Only the user who types sees the results. A chosen one posts the same text for every play; Telegram tells only the
    bot which play it was.
    """
    state = query.loaded.table
    if not isinstance(state, GameState) or state.round is None or state.seat_of(query.user) is None:
        return ()
    if not query.text:
        return (_rack_result(state, query),)
    rules = state.position.ruleset
    try:
        words = await refusal_words(look_ups, query.loaded, rules, query.user)
        # In a thread, as hundreds of places may have to be tried.
        fits = await asyncio.to_thread(
            find_placements, state.position, SEAT, query.text, words, gcg=prefers_gcg_direction(query.settings)
        )
    except Malformed as error:
        return (refusal_result(with_move_example(error, rules, query.speaker), query.speaker),)
    except EngineError as error:
        return (refusal_result(error, query.speaker),)
    return tuple(_answer_result(fit, query, state, words) for fit in fits[:MOST_INLINE_PLACEMENTS])


def _rack_result(state: GameState, query: TableInlineQuery) -> TableInlineResult:
    seen, speaker = view_for_player(state, query.user), query.speaker
    tiles = " ".join(
        f"{tile_sign(tile)}{small_digits(seen.values[tile])}" for tile in state.position.players[SEAT].rack
    )
    return TableInlineResult(tiles, (answered_text(seen, speaker),))


def _answer_result(
    fit: WordPlacement, query: TableInlineQuery, state: GameState, words: Lexicon | None
) -> TableInlineResult:
    seen, speaker = view_for_player(state, query.user), query.speaker
    title = speaker.plain("inline-fit", move=move_as_typed(fit, speaker), score=fit.score.total)
    description = list(score_description(fit, speaker, is_judged=words is not None))
    if seen.answers == "strict":
        description.append(speaker.plain("answer-no-verdict"))
    if seen.paused or seen.own is None or seen.own.locked:
        why = "paused" if seen.paused else "answer_locked"
        return TableInlineResult(title, (*description, refusal_result(Refusal(why), speaker).title))
    mark = hash_rack(state.position.players[SEAT].rack)
    step = answer_step(state, fit)
    return TableInlineResult(
        title,
        (*description, speaker.plain("answer-inline")),
        button_data=encode_button_data(PLAY_STEP, table_name(state), f"{query.user:x}", state.number, mark, step),
        posted=speaker.in_language(query.chat_language).html("answer-posted"),
    )


def duplicate_page(look_ups: LookUps) -> BoardPage:
    """Duplicate's part of the board page."""

    async def judge_tiles(loaded: LoadedTable, user: int, tiles: Mapping[str, str]) -> LaidTiles:
        state = running_duplicate(loaded.table)
        require_round(state)
        words = await refusal_words(look_ups, loaded, state.ruleset.crossword, user)
        return judge_laid_tiles(state.position, SEAT, user, tiles, words)

    return BoardPage(_to_action, judge_tiles)


def _to_action(request: PageAction, game: Game, now: datetime) -> Action:
    user, move, state = request.sender.user, request.move, running_duplicate(game)
    number, seat = require_round(state).number, state.seat_of(request.sender.user)
    answer = None if seat is None else state.players[seat].answer
    # A page that could not reach the bot for a while must not replace an answer given elsewhere meanwhile.
    if move.standing != ({} if answer is None else {one.cell: one.tile for one in answer.play.tiles}):
        raise Refusal("stale_button")
    match move.kind:
        case "play":
            return Answer(user, request.sender.name, number, to_placements(move.tiles), now)
        case "lock":
            return Lock(user, number)
        case "withdraw":
            return Withdraw(user, number)
        case _:
            raise Refusal("stale_button")
