"""Duplicate as the chat knows it (see :class:`bot.families.chat_family.ChatFamily`)."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

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
from bot.families.duplicate.answers import AnswerHandlers, DuplicateInlineResults, duplicate_page
from bot.families.duplicate.own_board import DuplicateOwnBoard
from bot.families.duplicate.round_handlers import ROUND_BUTTONS, RoundHandlers, round_keyboard
from bot.families.duplicate.wording import DuplicateWording
from bot.families.services import ChatServices, FamilyChat
from bot.user_input.commands import command_handlers_of
from bot.wording.guide_texts import chat_words_rule, compose_rules
from bot.wording.speaker import Speaker, localized_title
from engine.alphabet import BLANK
from engine.clock import Paused, Reminded, Resumed
from engine.duplicate.events import GameEnded, LastCall, RoundOpened
from engine.duplicate.family import Duplicate
from engine.duplicate.gcg import write_laid_plays
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.state import GameState
from engine.proof import Proof
from engine.table_log import LogEntry


def create_duplicate_chat(services: ChatServices) -> FamilyChat:
    """Build the handlers; called once a process."""
    tables, rounds, answers = services.tables, RoundHandlers(services), AnswerHandlers(services)
    arranged_racks = ArrangedRacks(tables.store, services.stores.rack_order, services.shuffle)
    return FamilyChat(
        command_handlers=command_handlers_of(answers),
        tap_handlers={"close": rounds.tap_close, "next": rounds.tap_next},
        handle_move=answers.answer_typed,
        handle_mistyped_move=answers.remember_mistyped_answer,
        handle_bare_word=answers.answer_bare_word,
        inline_results=DuplicateInlineResults(tables.look_ups).results_for,
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
