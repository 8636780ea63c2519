"""A family of games as the chat needs it: :class:`ChatFamily`, a record with a part for each of those who ask.

No module outside of a family's own package names the family. The objects are in the families' packages.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from telegram import InlineKeyboardMarkup

from bot.families.chat import FamilyChat
from bot.families.computer_player import ComputerPlayers
from bot.families.family_analysis import FamilyAnalysis
from bot.families.family_wording import FamilyWording
from bot.families.puzzle_family import PuzzleFamily
from bot.families.services import ChatServices
from bot.families.timed_reveal import TimedReveal
from bot.pictures.drawing import Preparation
from bot.pictures.sketches import Look, Sketch
from bot.telegram.button_data import ButtonSpec
from bot.telegram.keyboards import vote_keyboard
from bot.wording.speaker import Speaker
from engine.family_protocol import AnyFamily
from engine.proof import Proof
from engine.table_log import LogEntry


def petition_keyboard(table: str, view: Any, speaker: Speaker, _kinds: Collection[type]) -> InlineKeyboardMarkup | None:
    """The buttons of an open vote."""
    return None if view.petition is None else vote_keyboard(speaker, table, view.petition)


@dataclass(frozen=True, slots=True)
class ChatSide:
    """What answers people: handlers, and the buttons under messages."""

    create: Callable[[ChatServices], FamilyChat]
    """Creates the family's handlers, once a process."""
    command_classes: tuple[type, ...]
    """The classes with the methods that answer its commands, each with its row (:mod:`bot.user_input.commands`)."""
    table_keyboard: Callable[[str, Any, Speaker], InlineKeyboardMarkup | None]
    """The buttons under a picture of a table, given its short name and view; at its end at least its proof."""
    answer_keyboard: Callable[[str, Any, Speaker, Collection[type]], InlineKeyboardMarkup | None] = petition_keyboard
    """The buttons under events of these kinds that have no picture, where somebody is to answer."""
    button_kinds: Mapping[str, ButtonSpec] = field(default_factory=dict)
    """The family's own buttons, by kind."""


@dataclass(frozen=True, slots=True)
class AnnouncedEvents:
    """Which events are announced in a way of their own."""

    start: type
    """The event of a game's beginning."""
    text_only: tuple[type, ...]
    """Events that no picture shows: if there are no others, no picture is sent."""
    same_board: tuple[type, ...] = ()
    """Turns that leave the picture as it was: with only these and text-only events, no picture is sent."""
    timed_reveal: TimedReveal | None = None


@dataclass(frozen=True, slots=True)
class GameGuide:
    """What people are told of a game before they play it."""

    pieces_message: str
    """The message with the number of pieces that it is played with."""
    motif_message: str
    """The message that abbreviates its name for its lobby's picture; there may be none of that name."""
    rules_text: Callable[[Speaker], str]
    """Its rules as HTML."""
    play_messages: Sequence[str]
    """The messages that explain how to play."""
    look_up_messages: Sequence[str]
    """The messages that explain how to look things up."""
    examples: Mapping[str, str] = field(default_factory=dict)
    """Arguments of these messages, beside the sample words."""


class ExampleSketch(Protocol):
    """A picture that shows a look, with a player of this name.

    Its game is in the look's language, or in another one if ``foreign``.
    """

    def __call__(self, name: str, look: Look, speaker: Speaker, *, foreign: bool) -> Sketch:
        """Sketch it."""


@dataclass(frozen=True, slots=True)
class FamilyPictures:
    """The pictures of a family's games, and the same as text."""

    table_sketch: Callable[[Any, Speaker, Look], Sketch]
    """The picture of a view."""
    board_as_html: Callable[[Any], str]
    """What the picture of a view shows, as monospaced HTML."""
    table_as_html: Callable[[Any, Speaker], str]
    """A whole table as text, for somebody who asked for text instead of a picture."""
    painter_preparations: Callable[[], Iterable[Preparation]] = tuple
    """The steps in which a painter may prepare sprites for the family's pictures."""
    has_labels: bool = False
    """Whether they have the labels whose language ``/labels`` chooses."""
    example_sketch: ExampleSketch | None = None
    greeting_sketch: Callable[[Look, Speaker], Sketch] | None = None
    """The picture that greets a group, in the look's language."""


@dataclass(frozen=True, slots=True)
class ChatFamily:
    """A family of games in the chat. What it may lack is ``None``."""

    engine_family: AnyFamily
    """The family in the engine, which has the rules."""
    chat: ChatSide
    events: AnnouncedEvents
    wording: Callable[[Speaker], FamilyWording[Any, Any]]
    guide: Callable[[Any], GameGuide]
    """The guide of a ruleset."""
    pictures: FamilyPictures
    load_computer_players: Callable[[Path], ComputerPlayers] | None = None
    """Loads what chooses the actions of computer players; word graphs are kept in the folder."""
    load_analysis: Callable[[], FamilyAnalysis] | None = None
    """Loads what looks at finished games again."""
    load_puzzles: Callable[[], PuzzleFamily] | None = None
    """Loads what reads, shows and grades the family's puzzles."""
    rack_text: Callable[[Any, int], str] | None = None
    """A seat's rack in a game as HTML, for replays of finished games."""
    to_gcg: Callable[[Any, Sequence[LogEntry], Proof], str | None] | None = None
    """Writes a finished game, with its log, as GCG; gives ``None`` if GCG cannot express that game."""

    @property
    def name(self) -> str:
        """The engine's name of the family."""
        return str(self.engine_family.ruleset.family)
