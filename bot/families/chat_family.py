"""A family of games as the chat needs it: the record :class:`ChatFamily`.

Only a family's own package names the family, and has its object.
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
    """A position that a computer player, or a search for hints or racks, has to think about."""

    game: Game  # the whole game with its secrets; `ComputerPlayers` show a player only the view of their seat
    words: Lexicon  # the words that count, without those that the game's judge has refused
    log: Sequence[LogEntry]  # the game's log, if the family needs it
    seconds: float  # processor time for thinking, in seconds
    day_ends: datetime | None = None  # when a day-long round that opens now ends, in served time; `None` if unset

    @property
    def seat(self) -> int | None:
        """The seat on turn; ``None`` in games without turns, whose family itself chooses a player."""
        return self.game.turn if isinstance(self.game, TurnGame) else None

    @property
    def user(self) -> int:
        """The user whose turn it is. Raises LookupError if the game waits for no user."""
        if self.seat is None:
            raise LookupError("nobody is on turn")
        return self.game.players[self.seat].user

    @property
    def level(self) -> Level:
        """The level of the computer player whose turn it is."""
        return level_of(self.user)


class ComputerPlayers(ABC):
    """A family's computer players; one thread makes all calls."""

    needs_log: bool = False

    @abstractmethod
    def choose_action(self, turn: ComputerTurn) -> Action:
        """Choose the action of the player whose turn it is; in games without turns, the next action of any."""

    def find_hinted_turn(self, turn: ComputerTurn) -> Action:
        """Find the best turn of the person whose turn it is, from their view. Raises LookupError without hints."""
        raise LookupError(f"no hints are given in {turn.game.ruleset.id}")


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move that lost much against the best one."""

    heading: str  # the turn's number and player; plain text
    sentence: str  # what would have been better and why; plain text
    sketch: Sketch
    view: GameView  # the position before it, as its player saw it
    rack: Sequence[str]
    played: Mapping[str, str]  # the tiles that the player laid, by cell; empty for another turn
    better: Mapping[str, str]  # those of the best move


@dataclass(frozen=True, slots=True)
class SeatReport:
    """What an analysis found about one player's moves in a finished game."""

    moves: Sequence[CostlyMove]  # at most three, the costliest first
    lines: Sequence[str]  # lines about the whole game; plain text
    is_judged: bool = True
    turning_point: int | None = None  # how many turns came before the one that changed the chance to win most


class FamilyAnalysis(ABC):
    """Analyses a family's finished games, and words the results."""

    job: ClassVar[AnalysisJob | None] = None  # the analysis process's job; `None` if the game has all figures already

    @abstractmethod
    def compose_seat_report(
        self, game: UnpackedGame, found: bytes, user: int, speaker: Speaker, style: PictureStyle
    ) -> SeatReport:
        """Word the result for one player, within milliseconds. Raises DataError if ``found`` is damaged.

        Any thread may call it. ``found`` is the job's result; empty without a job.
        """

    def costliest_puzzle(self, found: bytes) -> AnyPuzzle | None:  # noqa: ARG002 - most families look for none
        """The puzzle of the costliest turn that makes one, or ``None``. Raises DataError if ``found`` is damaged."""
        return None


G = TypeVar("G", bound=AnyGame)
V = TypeVar("V", bound=GameView)


class FamilyWording(ABC, Generic[G, V]):
    """Words the events and views of a family's games; its speaker speaks of one table."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker: Final = speaker

    @abstractmethod
    def _event_line(self, event: Event, view: V) -> str:
        """One or more lines about an event; empty if it needs no words."""

    def event_lines(self, events: Iterable[Event], view: V) -> list[str]:
        """The lines about the events that need words."""
        return [line for event in events if (line := self._event_line(event, view))]

    def past_event_lines(self, events: Iterable[Event], view: V) -> list[str]:
        """Lines about the events of a finished game, without advice on what to do next."""
        return self.event_lines(events, view)

    def past_scores_line(self, view: V) -> str:
        """All scores in one line, for a replay."""
        names = self._speaker.player_name
        return " · ".join(f"{names(seat.name)} <b>{format_points(seat.score)}</b>" for seat in view.seats)

    def short_event_lines(self, events: Iterable[Event], view: V) -> list[str]:
        """A short line for each event, for messages that tell many events."""
        return [line.partition("\n")[0] for line in self.event_lines(events, view)]

    folds: ClassVar[bool] = (
        False  # whether captions have two visible lines and fold the rest in a quote (`fold_caption`)
    )

    def headline(self, events: Sequence[Event], view: V) -> str:
        """The events in a few words on one line, for captions that fold; empty if only the game's end is told."""
        return join_lines(*self.short_event_lines(events, view)).partition("\n")[0]

    def detail_lines(self, events: Sequence[Event], view: V) -> list[str]:
        """The details that :meth:`headline` omits."""
        return self.event_lines(events, view)

    def verdict_lines(self, view: V) -> list[str]:
        """Lines with the winners and all scores, above the quote of captions that fold; empty before the end."""
        return [] if view.outcome is None else self.result_text(view).splitlines()

    def following(self, view: V) -> list[str]:
        """Short parts that players must know for the next turn, the player on turn last; empty after the end."""
        return [] if view.outcome is not None else [self.next_turn_line(view)]

    @abstractmethod
    def standing_versions(self, events: Sequence[Event], view: V) -> tuple[str, ...]:
        """Scores and what else matters after the events, in versions, fullest first; the quote if captions fold."""

    @abstractmethod
    def caption_versions(self, view: V) -> tuple[tuple[str, ...], ...]:
        """The parts of the caption of a requested picture, in versions, the fullest first."""

    def turn_text(self, view: V) -> str:
        """The newest turn as a message without a picture, then what matters for the next one."""
        last, *_ = self.caption_versions(view)[0]
        return "\n".join((last, "", self.brief_standing(view))).strip()

    @abstractmethod
    def score_text(self, view: V) -> str:
        """The scores of all players."""

    @abstractmethod
    def next_turn_line(self, view: V) -> str:
        """The line that mentions the player whose turn it is."""

    def brief_standing(self, view: V) -> str:
        """What matters for the next turn, below a turn without a picture; the scores, if captions fold."""
        return self.next_turn_line(view) if view.outcome is None else ""

    @abstractmethod
    def result_text(self, view: V) -> str:
        """The result of the game; empty before its end."""

    @abstractmethod
    def bag_text(self, view: V) -> str:
        """The tiles or cards left to draw, as far as the viewer may know them."""

    def clock_lines(self, game: G, now: datetime) -> list[str]:
        """A line for each player's clock at an instant; empty without clocks."""
        if game.ruleset.clock_rule is None:
            return []
        if game.outcome is not None:
            return [self._speaker.html("turn-none")]
        return [
            *clocks.current_clock_lines(game, now, self._speaker),
            *clocks.stopped_clocks_lines(game.clocks, self._speaker),
        ]


class TimedReveal(Protocol):
    """Shows something for some seconds and then hides it again (RULES §8, no. 40)."""

    @property
    def seconds(self) -> int:
        """The seconds for which it is shown."""

    def revealing_events(self, events: Iterable[Event]) -> Sequence[Any]:
        """The events that show something which is still in its place, the newest last."""

    def has_shuffle(self, events: Iterable[Event]) -> bool:
        """Whether the events moved what was shown before."""

    def computer_turn(self, events: Iterable[Event], view: Any) -> int | None:
        """The number of the computer player's turn that has these events; ``None`` for a person's, or at the end."""

    def needs_hiding(self, view: Any, events: Sequence[Any]) -> bool:
        """Whether something that the events show must be hidden again."""

    def view_with_revealed(self, view: Any, events: Sequence[Any]) -> Any:
        """The view with the revealed things open, for the only picture that shows them."""

    def reveal_line(self, view: Any, events: Sequence[Any], speaker: Speaker) -> str:
        """The events in words, for the quote below the picture."""


_SENTENCE_END: Final = re.compile(r"[.!?](</\w+>)*$")


def _in_one_row(*parts: str) -> str:
    """Join parts: with a space after a sentence, else with a dot."""
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
    """A caption with a few visible rows, and all else in a quote that folds.

    Without a label and lines below it is two rows if players must know more than whose turn it is.
    """
    together = label or below or len(following) <= 1
    rows = [_in_one_row(headline, *following)] if together else [headline, _in_one_row(*following)]
    return join_lines(label, *rows, *verdict, below, folding_quote(*quoted))


def petition_keyboard(table: str, view: Any, speaker: Speaker, _kinds: Collection[type]) -> InlineKeyboardMarkup | None:
    """The buttons of an open vote, if there is one."""
    return None if view.petition is None else vote_keyboard(speaker, table, view.petition)


@dataclass(frozen=True, slots=True)
class ChatSide:
    """A family's handlers, and the buttons under its messages."""

    create: Callable[[ChatServices], FamilyChat]
    command_classes: tuple[type, ...]  # the classes whose methods handle its commands
    table_keyboard: Callable[[str, Any, Speaker], InlineKeyboardMarkup | None]
    """Makes the buttons under a picture of a table from its short name and view; after the end, at least the proof."""
    text_keyboard: Callable[[str, Any, Speaker], InlineKeyboardMarkup | None] | None = None
    """Makes the buttons under a turn told as text; ``None``: the same as under a picture."""
    answer_keyboard: Callable[[str, Any, Speaker, Collection[type]], InlineKeyboardMarkup | None] = petition_keyboard
    """Makes the buttons under a message without a picture, if events of these kinds ask for an answer."""
    button_kinds: Mapping[str, ButtonSpec] = field(default_factory=dict)

    def keyboard_of_text(self, table: str, view: Any, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """The buttons under a turn told as text."""
        return (self.text_keyboard or self.table_keyboard)(table, view, speaker)


@dataclass(frozen=True, slots=True)
class AnnouncedEvents:
    """The events that are announced in a special way."""

    start: type
    text_only: tuple[type, ...]  # events that no picture shows: if all of a step's are such, it sends no picture
    same_board: tuple[type, ...] = ()  # turns that send no picture if only such events come with them
    own_message: tuple[type, ...] = ()  # events that begin a new message; all others edit the newest one
    timed_reveal: TimedReveal | None = None


@dataclass(frozen=True, slots=True)
class GameGuide:
    """The texts that explain a game of the family."""

    pieces_message: str  # the message that tells how many tiles or cards the game has
    motif_message: str  # the message with their short name in a lobby's picture; the text files may lack it
    rules_text: Callable[[Speaker], str]
    play_messages: Sequence[str]
    look_up_messages: Sequence[str]
    examples: Mapping[str, str] = field(default_factory=dict)  # arguments of these messages, besides the sample words


class ExampleSketch(Protocol):
    """Makes an example picture for the choice of a look; with ``foreign``, of a game in another language."""

    def __call__(self, name: str, style: PictureStyle, speaker: Speaker, *, foreign: bool) -> Sketch:
        """The example, with a player of this name."""


@dataclass(frozen=True, slots=True)
class FamilyPictures:
    """The pictures of a family's games, and their text forms."""

    table_sketch: Callable[[Any, Speaker, PictureStyle], Sketch]
    board_as_html: Callable[[Any], str]  # shows as monospaced HTML what a view's picture shows
    table_as_html: Callable[[Any, Speaker], str]
    painter_preparations: Callable[[], Iterable[Preparation]] = tuple  # the steps of preparing a painter's sprites
    has_labels: bool = False  # whether boards have labels, whose language `/labels` chooses
    sketch_above_keys: Callable[[Any, Speaker, PictureStyle], Sketch] | None = None  # `None` if it is the whole table
    example_sketch: ExampleSketch | None = None
    greeting_sketch: Callable[[PictureStyle, Speaker], Sketch] | None = None


@dataclass(frozen=True, slots=True)
class ChatFamily:
    """A family of games in the chat. Optional parts are ``None``."""

    engine_family: AnyFamily  # the family in the engine, which has the rules
    chat: ChatSide
    events: AnnouncedEvents
    wording: Callable[[Speaker], FamilyWording[Any, Any]]
    guide: Callable[[Any], GameGuide]
    pictures: FamilyPictures
    load_computer_players: Callable[[Path], ComputerPlayers] | None = None  # gets the folder for word graphs
    load_analysis: Callable[[], FamilyAnalysis] | None = None
    load_puzzles: Callable[[], PuzzleFamily] | None = None
    rack_text: Callable[[Any, int], str] | None = None  # a seat's rack in a game as HTML, for replays of finished games
    to_gcg: Callable[[Any, Sequence[LogEntry], Proof], str | None] | None = None  # `None` if GCG cannot express it
    proof_message: str = ""  # the message that a proof's file has in addition to what all games say
    keeps_result: bool = False
    """Whether a running game that is ended early, by :class:`engine.turns.Stop`, keeps its result so far."""

    @property
    def name(self) -> str:
        """The engine's name of the family."""
        return str(self.engine_family.ruleset.family)
