"""Duplicate as the chat knows it (see :class:`bot.families.chat_family.ChatFamily`), with a round's buttons."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.chat_family import (
    AnnouncedEvents,
    ChatFamily,
    ChatSide,
    ComputerPlayers,
    FamilyAnalysis,
    FamilyPictures,
    GameGuide,
)
from bot.families.crossword.own_board import ArrangedRacks
from bot.families.crossword.typed_moves import centre_cell_fields
from bot.families.duplicate import sketches
from bot.families.duplicate.answers import AnswerHandlers, duplicate_page, list_inline_results
from bot.families.duplicate.own_board import DuplicateOwnBoard
from bot.families.duplicate.wording import DuplicateWording
from bot.families.services import ChatContext, ChatServices, FamilyChat
from bot.store.keys import Scope
from bot.tables.table_loader import require_game_of, require_running_game
from bot.telegram.keyboards import (
    STYLE_PRIMARY,
    STYLE_SUCCESS,
    ButtonData,
    ButtonSpec,
    board_page_row,
    data_button,
    game_over_keyboard,
)
from bot.telegram.requests import Tap
from bot.user_input.commands import command_handlers_of
from bot.wording.guide_texts import chat_words_rule, compose_rules
from bot.wording.speaker import Speaker, localized_title
from bot.workers.recent import NewestDict
from engine.alphabet import BLANK
from engine.clock import Paused, Reminded, Resumed
from engine.duplicate import rules
from engine.duplicate.actions import CloseRound, NextNow
from engine.duplicate.events import GameEnded, LastCall, RoundOpened
from engine.duplicate.family import Duplicate
from engine.duplicate.gcg import write_laid_plays
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.state import GameState
from engine.duplicate.view import GameView
from engine.errors import Refusal
from engine.proof import Proof
from engine.table_log import LogEntry

ROUND_BUTTONS: Final[Mapping[str, ButtonSpec]] = {
    "close": ButtonSpec(re.compile(r"\d{1,4}", re.ASCII)),
    "next": ButtonSpec(re.compile(r"\d{1,4}", re.ASCII)),
}
_SECOND_TAP: Final = timedelta(seconds=5)
_MOST_TAPS: Final = 1024


def round_keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
    """The buttons of a round's message: to answer, and the host's; after the game's end, the proof.

    The result of a round has no buttons if no round follows, or if no pause does, as in a slow game.
    """
    if view.outcome is not None:
        return game_over_keyboard(speaker, table)
    if view.open is not None:
        answer = data_button(speaker, "button-duplicate-answer", "rack", table, style=STYLE_SUCCESS)
        close = data_button(speaker, "button-duplicate-close", "close", table, view.open.number)
        return InlineKeyboardMarkup([[answer, *board_page_row(speaker)], *([] if view.is_slow else [[close]])])
    if view.is_slow or view.last is None or view.is_last:
        return None
    following = data_button(speaker, "button-duplicate-next", "next", table, view.number, style=STYLE_PRIMARY)
    return InlineKeyboardMarkup([[following]])


@contextmanager
def _only_host() -> Iterator[None]:
    """Raise ``only_host`` in place of ``not_host``, which offers administrators the right that they lack here."""
    try:
        yield
    except Refusal as refusal:
        raise Refusal("only_host") if refusal.code == "not_host" else refusal from refusal


class RoundHandlers:
    """Closes a round early, and ends the pause after one, for the host."""

    def __init__(self, services: ChatServices) -> None:
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies
        self._first_taps: Final[NewestDict[tuple[Scope, str, int, int], datetime]] = NewestDict(_MOST_TAPS)
        """When a user first tapped to close a round, by table, round and user."""

    async def tap_close(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Close the round at the user's second tap within five seconds; the first tap announces that."""
        state = require_game_of(GameState, require_running_game(context.loaded.table))
        action = CloseRound(tap.sender.user, int(pressed.arguments[0]))
        now = self._games.times.time_of_action(context.loaded)
        with _only_host():
            rules.apply(state, action, now, bool)
        key = (context.loaded.scope, state.commitment, action.round, action.by)
        first = self._first_taps.get(key)
        if first is None or now - first > _SECOND_TAP:
            self._first_taps[key] = now
            await self._replies.show_alert(tap, context.language, "duplicate-close-again")
            return
        await self._games.apply_action(context.loaded, action, tap.update)
        await self._replies.show_toast(tap, context.language, "duplicate-closing")

    async def tap_next(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """End the pause; at a tap on an earlier round's result, say that the game has moved on."""
        state = require_game_of(GameState, require_running_game(context.loaded.table))
        number = int(pressed.arguments[0])
        if state.opens is None or state.number != number:
            raise Refusal("not_in_pause")
        with _only_host():
            await self._games.apply_action(context.loaded, NextNow(tap.sender.user, number), tap.update)
        await self._replies.show_toast(tap, context.language, "duplicate-goes-on")


def create_duplicate_chat(services: ChatServices) -> FamilyChat:
    """Build the handlers; called once a process."""
    tables, rounds, answers = services.tables, RoundHandlers(services), AnswerHandlers(services)
    arranged_racks = ArrangedRacks(tables.store, services.stores.rack_order, services.shuffle)
    return FamilyChat(
        command_handlers=command_handlers_of(answers),
        tap_handlers={"close": rounds.tap_close, "next": rounds.tap_next},
        handle_move=answers.answer_typed,
        handle_mistyped_move=answers.remember_answer,
        handle_bare_word=answers.answer_bare_word,
        inline_results=partial(list_inline_results, tables.look_ups),
        own_board=DuplicateOwnBoard(tables, arranged_racks),
        board_page=duplicate_page(tables.look_ups),
    )


def duplicate_guide(ruleset: Ruleset) -> GameGuide:
    """The guide of a ruleset; explains look-ups only if they are open during a game."""
    return GameGuide(
        pieces_message="lobby-tiles",
        motif_message="motif-duplicate",
        rules_text=partial(_rules_text, ruleset),
        play_messages=["help-duplicate", "inline-how-duplicate", "help-duplicate-host"],
        look_up_messages=["help-look-duplicate", *([] if ruleset.closes_look_ups else ["help-word"])],
        examples=centre_cell_fields(ruleset.columns, len(ruleset.board.rows)),
    )


def _rules_text(rules: Ruleset, speaker: Speaker) -> str:
    say, solo = speaker.html, rules.solo
    head = say(
        "rules-duplicate-head",
        game=localized_title(rules.title, speaker.language),
        most=rules.players.most,
        columns=rules.columns,
        rows=len(rules.board.rows),
        tiles=rules.tiles,
        blanks=rules.counts.get(BLANK, 0),
        rack=rules.rack,
    )
    times = [
        f"{say('option-round')}: {speaker.value_label('round', str(rules.round), rules)}",
        f"{say('option-rounds')}: {speaker.value_label('rounds', rules.options_in_use['rounds'], rules)}",
    ]
    parts = (
        (
            "round",
            (
                say("rules-duplicate-round"),
                say("rules-duplicate-answer"),
                say("rules-duplicate-enter"),
                say("rules-duplicate-rack", rich=rules.rich_rounds),
                *(f"• {line}" for line in times),
            ),
        ),
        ("board", (say("rules-placing"), say("rules-premiums"), say("rules-centre-double"))),
        (
            "words",
            (
                say(f"rules-duplicate-{rules.answers}"),
                chat_words_rule(speaker, allowed=rules.chat_words),
                say("rules-blank"),
            ),
        ),
        (
            "scores",
            (
                say("rules-duplicate-points"),
                say("rules-bingo", points=rules.scoring.bingo, tiles=rules.rack),
                *([say("rules-duplicate-solo", points=solo)] if solo else []),
                say("rules-duplicate-ties"),
                say("rules-duplicate-percent"),
            ),
        ),
        ("end", (say("rules-duplicate-end"),)),
    )
    return compose_rules(head, parts, speaker)


def load_analysis() -> FamilyAnalysis:
    """Load the analysis when it is first needed."""
    from bot.families.duplicate.analysis import DuplicateAnalysis  # noqa: PLC0415 - when first needed

    return DuplicateAnalysis()


def to_gcg(game: GameState, _: Sequence[LogEntry], proof: Proof) -> str:
    """The plays that were laid, as GCG."""
    return write_laid_plays(game.ruleset, game.closed, f"Harfiyen {proof.table}")


def load_computer_players(folder: Path) -> ComputerPlayers:
    """Load the computer players before the first round."""
    from bot.families.duplicate.computer_player import DuplicateComputerPlayers  # noqa: PLC0415 - when first needed

    return DuplicateComputerPlayers(folder)


DUPLICATE: Final = ChatFamily(
    engine_family=Duplicate(),
    chat=ChatSide(
        create=create_duplicate_chat,
        command_classes=(AnswerHandlers,),
        table_keyboard=round_keyboard,
        button_kinds=ROUND_BUTTONS,
    ),
    events=AnnouncedEvents(
        start=RoundOpened,
        text_only=(Paused, Reminded, Resumed),
        same_board=(LastCall,),
        own_message=(RoundOpened, GameEnded),
    ),
    wording=DuplicateWording,
    guide=duplicate_guide,
    pictures=FamilyPictures(
        table_sketch=sketches.table_sketch,
        board_as_html=sketches.board_as_html,
        table_as_html=sketches.table_as_html,
        painter_preparations=sketches.painter_preparations,
        has_labels=True,
    ),
    load_computer_players=load_computer_players,
    load_analysis=load_analysis,
    to_gcg=to_gcg,
    proof_message="proof-duplicate",
    keeps_result=True,
)
