"""Puzzles: what a family implements for them. Outside of a family's room a puzzle is only what :class:`AnyPuzzle` says.

An answer is a step of the own board (:mod:`bot.families.own_board_steps`), whether it was tapped, typed or chosen.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from bot.families.own_board import OwnBoardPage
from bot.pictures.sketches import Look, Sketch
from bot.wording.speaker import Speaker

MOST_HINTS: Final = 3
"""How many hints a puzzle has before its answer."""


class AnyPuzzle(Protocol):
    """A puzzle of any family."""

    @property
    def id(self) -> str:
        """12 hex digits."""

    @property
    def ruleset(self) -> str:
        """The id of a shipped game."""

    @property
    def lexicon(self) -> str:
        """The list that decides, with the first 8 digits of its hash: ``tr@1a2b3c4d``."""


@dataclass(frozen=True, slots=True)
class SearchJob:
    """A job for a process of its own: a function of a module, from bytes to bytes."""

    module: str
    name: str
    data: bytes
    seconds: int
    """Of processor time, at most."""


@dataclass(frozen=True, slots=True)
class ShownPuzzle:
    """A puzzle, as somebody looks at it."""

    puzzle: AnyPuzzle
    speaker: Speaker
    """Speaks the reader's language, about the game."""
    look: Look
    order: tuple[str, ...] = ()
    """The order in which the reader keeps the tiles of the rack; empty for the puzzle's own."""


@dataclass(frozen=True, slots=True)
class PossibleAnswer:
    """Something that a typed text may mean as an answer."""

    step: str
    label: str
    """Where it lies and what it scores; plain text for a button."""
    move: str
    """How it is typed in full."""
    row: str
    """The row in which it begins, in digits."""
    typed: str
    """The word as it was typed, in short."""


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """What an answer is worth."""

    is_best: bool
    behind: int
    """Points of equity behind the best play, rounded, at least 1 where it is not the best."""
    invalid: tuple[str, ...]
    """The words that do not count; then it solves nothing."""
    move: str
    """The answer as people type it; plain text."""
    score: int
    fingerprint: str
    """8 hex digits that tell it from other answers, however it was given."""


class PuzzleFamily(ABC):
    """The puzzles of one family."""

    shuffle_step: ClassVar[str]
    """The step that puts the rack into another order."""

    @abstractmethod
    def list_games(self) -> Sequence[str]:
        """The ids of the games that have puzzles."""

    @abstractmethod
    def shipped(self, game: str) -> Sequence[AnyPuzzle]:
        """The puzzles of a game that ship, read when they are first asked for."""

    @abstractmethod
    def search_job(self, game: str, name: str, packed: Sequence[bytes], known: Sequence[str]) -> SearchJob:
        """The job that finds some more puzzles: in finished games, if any are given, else by self-play.

        Args:
            game: its id.
            name: any text; the same one gives the same games of self-play.
            packed: finished games.
            known: the ids of puzzles that are not wanted again.
        """

    @abstractmethod
    def decode_found(self, answer: bytes) -> Sequence[AnyPuzzle]:
        """What the job gives."""

    @abstractmethod
    def encode(self, puzzle: AnyPuzzle) -> bytes:
        """A puzzle as it is stored."""

    @abstractmethod
    def decode(self, data: bytes) -> AnyPuzzle:
        """A stored puzzle.

        Raises:
            DataError: this version cannot read it.
        """

    @abstractmethod
    def sketch(self, shown: ShownPuzzle) -> Sketch:
        """The position with the rack: nothing that a group may not see."""

    @abstractmethod
    def as_html(self, shown: ShownPuzzle) -> str:
        """The same as text."""

    @abstractmethod
    def rack_line(self, shown: ShownPuzzle) -> str:
        """The rack with points, as HTML."""

    @abstractmethod
    def example_move(self, shown: ShownPuzzle) -> str:
        """A move as somebody may type it, which is no answer; plain text."""

    @abstractmethod
    async def page(self, shown: ShownPuzzle, step: str) -> OwnBoardPage:
        """What a step shows; of the first one only how to begin. Nothing is judged.

        Raises:
            Refusal: ``stale_button`` if there is no such step.
        """

    @abstractmethod
    def shuffled(self, shown: ShownPuzzle, shuffle: Callable[[list[int]], None]) -> tuple[str, ...]:
        """The rack in another order."""

    @abstractmethod
    def looks_like_answer(self, puzzle: AnyPuzzle, text: str) -> bool:
        """Whether a text may be an answer and not talk."""

    @abstractmethod
    def read_answers(self, shown: ShownPuzzle, text: str, settings: Mapping[str, str]) -> Sequence[PossibleAnswer]:
        """What a text may mean: one where it says all that is needed or there is one place, else all.

        Raises:
            Malformed, Refusal: nothing.
        """

    @abstractmethod
    def grade(self, shown: ShownPuzzle, step: str) -> GradedAnswer:
        """What an answer is worth. It may take some tenths of a second, once.

        Raises:
            Refusal: ``stale_button`` if there is no such step, or why it may not lie there.
        """

    @abstractmethod
    def hint(self, shown: ShownPuzzle, number: int) -> str:
        """A hint as HTML, 1 to :data:`MOST_HINTS`."""

    @abstractmethod
    def best_play_text(self, shown: ShownPuzzle) -> str:
        """The best play in a few words, as HTML: where, which word, how many points."""

    @abstractmethod
    def solution(self, shown: ShownPuzzle) -> OwnBoardPage:
        """The best play: its picture, why it is the best, and what comes next. It has no buttons.

        It may take some tenths of a second, once.
        """
