"""Crossword games as the chat knows them (see :class:`bot.families.chat_family.ChatFamily`)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.families.chat_family import (
    AnnouncedEvents,
    ChatFamily,
    ChatSide,
    ComputerPlayers,
    FamilyAnalysis,
    FamilyPictures,
)
from bot.families.crossword import keyboards, sketches
from bot.families.crossword.chat import COMMAND_CLASSES, create_crossword_chat
from bot.families.crossword.disputes import TEXT_ONLY_EVENTS
from bot.families.crossword.rules_text import crossword_guide
from bot.families.crossword.tutorial import example_sketch, greeting_sketch
from bot.families.crossword.typed_moves import tile_sign
from bot.families.crossword.wording import CrosswordWording
from bot.families.puzzles import PuzzleFamily
from engine.absence import TurnSkipped
from engine.crossword.events import Event, GameStarted, TilesExchanged, TurnPassed
from engine.crossword.family import Crossword
from engine.crossword.gcg import write_gcg
from engine.crossword.state import GameState
from engine.proof import Proof
from engine.table_log import LogEntry


def load_computer_players(folder: Path) -> ComputerPlayers:
    """Loaded when the first of them is on turn."""
    from bot.families.crossword.computer_player import CrosswordComputerPlayers  # noqa: PLC0415 - as said

    return CrosswordComputerPlayers(folder)


def load_analysis() -> FamilyAnalysis:
    """Loaded when somebody asks for the first analysis."""
    from bot.families.crossword.analysis import CrosswordAnalysis  # noqa: PLC0415 - as said

    return CrosswordAnalysis()


def load_puzzles() -> PuzzleFamily:
    """Loaded when somebody asks for the first puzzle."""
    from bot.families.crossword.puzzles.puzzle_family import CrosswordPuzzles  # noqa: PLC0415 - as said

    return CrosswordPuzzles()


def rack_text(game: GameState, seat: int) -> str:
    """A seat's tiles."""
    return " ".join(tile_sign(tile) for tile in game.players[seat].rack)


def to_gcg(game: GameState, log: Sequence[LogEntry], proof: Proof) -> str | None:
    """As GCG."""
    events = [event for entry in log for event in entry.events if isinstance(event, Event)]
    names = [player.name for player in game.players]
    return write_gcg(game.ruleset, names, events, seed=proof.seed, title=f"Harfiyen {proof.table}")


CROSSWORD: Final = ChatFamily(
    engine_family=Crossword(),
    chat=ChatSide(
        create=create_crossword_chat,
        command_classes=COMMAND_CLASSES,
        table_keyboard=keyboards.board_keyboard,
        answer_keyboard=keyboards.answer_keyboard,
        button_kinds=keyboards.BOARD_BUTTONS,
    ),
    events=AnnouncedEvents(
        start=GameStarted, text_only=TEXT_ONLY_EVENTS, same_board=(TilesExchanged, TurnPassed, TurnSkipped)
    ),
    wording=CrosswordWording,
    guide=crossword_guide,
    pictures=FamilyPictures(
        table_sketch=sketches.board_sketch,
        board_as_html=sketches.board_as_html,
        table_as_html=sketches.table_as_html,
        painter_preparations=sketches.painter_preparations,
        has_labels=True,
        example_sketch=example_sketch,
        greeting_sketch=greeting_sketch,
    ),
    load_computer_players=load_computer_players,
    load_analysis=load_analysis,
    load_puzzles=load_puzzles,
    rack_text=rack_text,
    to_gcg=to_gcg,
)
"""Kelimelik, Scrabble and WordBox, whatever their boards, bags and languages."""
