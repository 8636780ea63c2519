"""A family of games as the chat needs it: :class:`ChatFamily`, a record with a part for each of those who ask.

No module outside of a family's own package names the family. The objects are in the families' packages.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from telegram import InlineKeyboardMarkup

from bot.analysis.process import AnalysisJob
from bot.families.puzzles import AnyPuzzle, PuzzleFamily
from bot.families.services import ChatServices, FamilyChat
from bot.pictures import PictureStyle, Preparation, Sketch
from bot.telegram.keyboards import ButtonSpec, vote_keyboard
from bot.wording import clocks
from bot.wording.speaker import Speaker, folding_quote, join_lines
from engine.computer_ids import Level, level_of
from engine.family_protocol import AnyFamily
from engine.game import Action, Event
from engine.game_base import Game, GameView, TurnGame
from engine.game_base import Game as AnyGame
from engine.lexicon import Lexicon
from engine.packed_game import UnpackedGame
from engine.proof import Proof
from engine.table_log import LogEntry
from render.text import format_points


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    """What a computer player, or a search that a game waits for, is to think about."""

    game: Game
    """The whole game with its secrets; :class:`ComputerPlayers` show a player only their seat's view."""
    words: Lexicon
    """The words that count, without those that the game's judge has refused."""
    log: Sequence[LogEntry]
    """The game's log, if the family needs it."""
    seconds: float
    """Seconds of processor time to think at most."""
    day_ends: datetime | None = None
    """When a round of a day that opens now ends by the chat's clock, in served time; ``None`` where it has set none."""

    @property
    def seat(self) -> int | None:
        """The seat on turn; ``None`` in games without turns, whose family knows for whom it chooses."""
        return self.game.turn if isinstance(self.game, TurnGame) else None

    @property
    def user(self) -> int:
        """The user on turn. Raises LookupError: nobody is."""
        if self.seat is None:
            raise LookupError("nobody is on turn")
        return self.game.players[self.seat].user

    @property
    def level(self) -> Level:
        """How strong the player is."""
        return level_of(self.user)


class ComputerPlayers(ABC):
    """A family's computer players. Only one thread ever calls them."""

    needs_log: bool = False

    @abstractmethod
    def choose_action(self, turn: ComputerTurn) -> Action:
        """Choose the action of the player on turn, or in games without turns the next that is due."""

    def find_hinted_turn(self, turn: ComputerTurn) -> Action:
        """What the person on turn is best told to do, of their view alone. Raises LookupError: there are no hints."""
        raise LookupError(f"no hints are given in {turn.game.ruleset.id}")


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move that cost somebody much."""

    heading: str
    """Which turn it was; plain text."""
    sentence: str
    """What would have been better, and why; plain text."""
    sketch: Sketch


@dataclass(frozen=True, slots=True)
class SeatReport:
    """What a finished game says of one player's moves."""

    moves: Sequence[CostlyMove]
    """The costliest first, up to three."""
    lines: Sequence[str]
    """What is said of the whole game; plain text."""
    is_judged: bool = True
    turning_point: int | None = None
    """How many turns had been taken before the one around which the chance to win changed most."""


class FamilyAnalysis(ABC):
    """Analyses a family's finished games, and words what was found."""

    job: ClassVar[AnalysisJob | None] = None
    """What finds it, in a process of its own; ``None`` where the game itself says all."""

    @abstractmethod
    def compose_seat_report(
        self, game: UnpackedGame, found: bytes, user: int, speaker: Speaker, style: PictureStyle
    ) -> SeatReport:
        """Word what was found of a player's moves, in any thread, in milliseconds. Raises DataError: it is damaged.

        ``found`` is empty without a job.
        """

    def costliest_puzzle(self, found: bytes) -> AnyPuzzle | None:  # noqa: ARG002 - as a rule none is looked for
        """The costliest turn that makes a puzzle, if one does. Raises DataError: it is damaged."""
        return None


G = TypeVar("G", bound=AnyGame)
V = TypeVar("V", bound=GameView)


class FamilyWording(ABC, Generic[G, V]):
    """Words the events and views of a family's games, through a speaker that speaks of the table."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker: Final = speaker

    @abstractmethod
    def event_lines(self, events: Iterable[Event], view: V) -> list[str]:
        """What happened, one or more lines an event; none for events that need no words."""

    def past_event_lines(self, events: Iterable[Event], view: V) -> list[str]:
        """What happened, told of a finished game: nothing of what could be done next."""
        return self.event_lines(events, view)

    def past_scores_line(self, view: V) -> str:
        """Everybody's score, in a line of a replay."""
        names = self._speaker.player_name
        return " · ".join(f"{names(seat.name)} <b>{format_points(seat.score)}</b>" for seat in view.seats)

    def short_event_lines(self, events: Iterable[Event], view: V) -> list[str]:
        """What happened, in a few words an event, where much is told at once."""
        return [line.partition("\n")[0] for line in self.event_lines(events, view)]

    folds: ClassVar[bool] = False
    """Whether a caption has two lines that everybody reads, and the rest in a quote (:func:`turn_rows`)."""

    def headline(self, events: Sequence[Event], view: V) -> str:
        """What happened, in a few words on one line, where captions fold; empty if no more than the end is told."""
        return join_lines(*self.short_event_lines(events, view)).partition("\n")[0]

    def detail_lines(self, events: Sequence[Event], view: V) -> list[str]:
        """What :meth:`headline` leaves out."""
        return self.event_lines(events, view)

    def verdict_lines(self, view: V) -> list[str]:
        """Who won, with which scores, where captions fold: what everybody reads at the end; none before."""
        return [] if view.outcome is None else self.result_text(view).splitlines()

    def following(self, view: V) -> list[str]:
        """What everybody has to know for the next turn, in a few words each, who is on turn last; none at the end."""
        return [] if view.outcome is not None else [self.next_turn_line(view)]

    @abstractmethod
    def standing_versions(self, events: Sequence[Event], view: V) -> tuple[str, ...]:
        """The standing that follows the events, the fullest version first; where captions fold, for the quote."""

    @abstractmethod
    def caption_versions(self, view: V) -> tuple[tuple[str, ...], ...]:
        """The parts of the caption of a picture that somebody asked for, the fullest version first."""

    def turn_text(self, view: V) -> str:
        """The newest turn without a picture: the turn, then what matters for the next one."""
        last, *_ = self.caption_versions(view)[0]
        return "\n".join((last, "", self.brief_standing(view))).strip()

    @abstractmethod
    def score_text(self, view: V) -> str:
        """Everybody's score."""

    @abstractmethod
    def next_turn_line(self, view: V) -> str:
        """Who is on turn, mentioned."""

    def brief_standing(self, view: V) -> str:
        """The standing below a turn that has no picture: what matters for the next turn; the scores, if it folds."""
        return self.next_turn_line(view) if view.outcome is None else ""

    @abstractmethod
    def result_text(self, view: V) -> str:
        """How a finished game ended; empty before its end."""

    @abstractmethod
    def bag_text(self, view: V) -> str:
        """What is still to be drawn, as far as the viewer may know it."""

    def clock_lines(self, game: G, now: datetime) -> list[str]:
        """Everybody's time at an instant, a line each; empty without clocks."""
        if game.ruleset.clock_rule is None:
            return []
        if game.outcome is not None:
            return [self._speaker.html("turn-none")]
        return [
            *clocks.current_clock_lines(game, now, self._speaker),
            *clocks.stopped_clocks_lines(game.clocks, self._speaker),
        ]


class TimedReveal(Protocol):
    """Something shown for a moment and then hidden again (RULES §8, no. 40)."""

    @property
    def seconds(self) -> int:
        """How long it is shown."""

    def revealing_events(self, events: Iterable[Event]) -> Sequence[Any]:
        """The events that show something which is still there, the newest last."""

    def has_shuffle(self, events: Iterable[Event]) -> bool:
        """Whether what was shown before has moved since."""

    def computer_turn(self, events: Iterable[Event], view: Any) -> int | None:
        """The number of the computer player's turn that the events belong to; ``None`` if a person's, or at the end."""

    def needs_hiding(self, view: Any, events: Sequence[Any]) -> bool:
        """Whether something that the events show is to be hidden again."""

    def view_with_revealed(self, view: Any, events: Sequence[Any]) -> Any:
        """The view with the revealed things open, for the one picture that shows them."""

    def reveal_line(self, view: Any, events: Sequence[Any], speaker: Speaker) -> str:
        """The line that is shown meanwhile, in a quote: what the events show, in words."""


_SENTENCE_END: Final = re.compile(r"[.!?](</\w+>)*$")


def turn_rows(headline: str, following: Sequence[str], *, together: bool = False) -> list[str]:
    """The rows above a caption's quote: one, but for what has to be known for the next turn beside who is on turn."""
    if together or len(following) <= 1:
        return [_in_one_row(headline, *following)]
    return [headline, _in_one_row(*following)]


def _in_one_row(*parts: str) -> str:
    """Parts side by side, with a dot between what is no sentence."""
    row = ""
    for part in filter(None, parts):
        between = " " if _SENTENCE_END.search(row) else " · " if row else ""
        row = f"{row}{between}{part}"
    return row


def fold_caption(
    label: str,
    headline: str,
    following: Sequence[str],
    *quoted: str,
    verdict: Sequence[str] = (),
    below: str = "",
) -> str:
    """A caption of a few rows that everybody reads, and a quote with the rest."""
    rows = turn_rows(headline, following, together=bool(label or below))
    return join_lines(label, *rows, *verdict, below, folding_quote(*quoted))


def petition_keyboard(table: str, view: Any, speaker: Speaker, _kinds: Collection[type]) -> InlineKeyboardMarkup | None:
    """The buttons of an open vote."""
    return None if view.petition is None else vote_keyboard(speaker, table, view.petition)


@dataclass(frozen=True, slots=True)
class ChatSide:
    """What answers people: handlers, and the buttons under messages."""

    create: Callable[[ChatServices], FamilyChat]
    command_classes: tuple[type, ...]
    """The classes with the methods that answer its commands, each with its row (:mod:`bot.user_input.commands`)."""
    table_keyboard: Callable[[str, Any, Speaker], InlineKeyboardMarkup | None]
    """The buttons under a picture of a table, given its short name and view; at its end at least its proof."""
    text_keyboard: Callable[[str, Any, Speaker], InlineKeyboardMarkup | None] | None = None
    """The buttons under a turn that is told as text; ``None`` for the same as under a picture."""
    answer_keyboard: Callable[[str, Any, Speaker, Collection[type]], InlineKeyboardMarkup | None] = petition_keyboard
    """The buttons under events of these kinds that have no picture, where somebody is to answer."""
    button_kinds: Mapping[str, ButtonSpec] = field(default_factory=dict)

    def keyboard_of_text(self, table: str, view: Any, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """The buttons under a turn that is told as text."""
        return (self.text_keyboard or self.table_keyboard)(table, view, speaker)


@dataclass(frozen=True, slots=True)
class AnnouncedEvents:
    """Which events are announced in a way of their own."""

    start: type
    text_only: tuple[type, ...]
    """Events that no picture shows: if there are no others, no picture is sent."""
    same_board: tuple[type, ...] = ()
    """Turns that leave the picture as it was: with only these and text-only events, no picture is sent."""
    own_message: tuple[type, ...] = ()
    """Events with which a message of the table begins: where a family has such, all others edit the newest one."""
    timed_reveal: TimedReveal | None = None


@dataclass(frozen=True, slots=True)
class GameGuide:
    """What people are told of a game before they play it."""

    pieces_message: str
    """The message with the number of pieces that it is played with."""
    motif_message: str
    """The message that abbreviates its name for its lobby's picture; there may be none of that name."""
    rules_text: Callable[[Speaker], str]
    play_messages: Sequence[str]
    look_up_messages: Sequence[str]
    examples: Mapping[str, str] = field(default_factory=dict)
    """Arguments of these messages, beside the sample words."""


class ExampleSketch(Protocol):
    """A picture that shows a look to a player, of a game in the look's language, or in another one if ``foreign``."""

    def __call__(self, name: str, style: PictureStyle, speaker: Speaker, *, foreign: bool) -> Sketch:
        """Sketch it."""


@dataclass(frozen=True, slots=True)
class FamilyPictures:
    """The pictures of a family's games, and the same as text."""

    table_sketch: Callable[[Any, Speaker, PictureStyle], Sketch]
    """The whole table."""
    board_as_html: Callable[[Any], str]
    """What the picture of a view shows, as monospaced HTML."""
    table_as_html: Callable[[Any, Speaker], str]
    painter_preparations: Callable[[], Iterable[Preparation]] = tuple
    """The steps in which a painter may prepare sprites for the family's pictures."""
    has_labels: bool = False
    """Whether they have the labels whose language ``/labels`` chooses."""
    sketch_above_keys: Callable[[Any, Speaker, PictureStyle], Sketch] | None = None
    """The picture above the buttons of a table; ``None`` where that is the whole table."""
    example_sketch: ExampleSketch | None = None
    greeting_sketch: Callable[[PictureStyle, Speaker], Sketch] | None = None


@dataclass(frozen=True, slots=True)
class ChatFamily:
    """A family of games in the chat. What it may lack is ``None``."""

    engine_family: AnyFamily
    """The family in the engine, which has the rules."""
    chat: ChatSide
    events: AnnouncedEvents
    wording: Callable[[Speaker], FamilyWording[Any, Any]]
    guide: Callable[[Any], GameGuide]
    pictures: FamilyPictures
    load_computer_players: Callable[[Path], ComputerPlayers] | None = None
    """Loads what chooses the actions of computer players; word graphs are kept in the folder."""
    load_analysis: Callable[[], FamilyAnalysis] | None = None
    load_puzzles: Callable[[], PuzzleFamily] | None = None
    rack_text: Callable[[Any, int], str] | None = None
    """A seat's rack in a game as HTML, for replays of finished games."""
    to_gcg: Callable[[Any, Sequence[LogEntry], Proof], str | None] | None = None
    """Writes a finished game, with its log, as GCG; gives ``None`` if GCG cannot express that game."""
    proof_message: str = ""
    """What is said of a proof's file beyond what is so of every game."""
    keeps_result: bool = False
    """Whether a running game is ended with what was played, by :class:`engine.turns.Stop`; else without a result."""

    @property
    def name(self) -> str:
        """The engine's name of the family."""
        return str(self.engine_family.ruleset.family)
