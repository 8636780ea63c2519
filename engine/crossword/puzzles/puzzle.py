"""A puzzle: a position of a crossword game in which one play is clearly the best, and what an answer is worth there."""

import hashlib
from collections import Counter
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.crossword import secrecy
from engine.crossword.actions import Place
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import leave_value_in
from engine.crossword.players.leaves import shipped_leaves
from engine.crossword.puzzles.positions import NO_TIME, PLAYERS, SOLVER, Position
from engine.crossword.rules import lay_and_score
from engine.crossword.ruleset import Ruleset
from engine.crossword.setup import open_game
from engine.crossword.state import GameState
from engine.crossword.tiles import Tiles, face_of, remove_from_rack
from engine.game_setup import GameSetup
from engine.lexicon import Lexicon
from engine.rulesets import resolve_ruleset, shipped_rulesets

Source = Literal["shipped", "self_play", "game"]
"""Made for the release, on demand by computers, or out of a finished game of the chat."""

_ID_DIGITS: Final = 12
_VERSION_DIGITS: Final = 8


class Puzzle(Struct, frozen=True):
    """A position, the best play and how far it is ahead.

    Only what the solver would see is in it: nobody knows how the unseen tiles are shared out.
    """

    ruleset: str
    """The id of a shipped ruleset of the crossword family, by its defaults."""
    cells: tuple[str, ...]
    """The board row by row, as in a view: ``""``, a letter, or ``?`` and a blank's letter."""
    rack: Tiles
    """The solver's, sorted."""
    bonus: str | None
    """The random bonus cell, while nobody has taken it (RULES §2.5)."""
    lexicon: str
    """The list that decides, with the first 8 digits of its hash: ``tr@1a2b3c4d``."""
    best: ScoredPlay
    equity: float
    """Of the best play: its score and what the tiles kept are worth, in points."""
    runner_up: ScoredPlay | None
    """The next play by equity; ``None`` if giving tiles back comes next."""
    gap: float
    """By how much the best play is ahead by equity, in points: 10 or more."""
    margin: float
    """By how much it is ahead on common deals, in points."""
    half_width: float
    """Half of the interval around the margin, 19 times of 20; less than it."""
    source: Source = "shipped"

    @property
    def id(self) -> str:
        """12 hex digits that name the position."""
        content = msgspec.json.encode((self.ruleset, self.cells, self.rack, self.bonus))
        return hashlib.sha256(content).hexdigest()[:_ID_DIGITS]

    @property
    def position(self) -> Position:
        """What decides which play is best."""
        return Position(self.cells, self.rack, self.bonus)

    @property
    def rules(self) -> Ruleset:
        """The resolved ruleset.

        Raises:
            KeyError: no such game ships.
            TypeError: it is no game on a board.
        """
        rules = resolve_ruleset(shipped_rulesets()[self.ruleset])
        if not isinstance(rules, Ruleset):
            raise TypeError(f"{self.ruleset} is no game on a board")
        return rules

    def to_state(self) -> GameState:
        """A game in this position, for the rules to work on: users 1 (the solver, on turn) and 2.

        How its unseen tiles lie means nothing; show :meth:`to_view` or a seat's view alone.
        """
        rules = self.rules
        setup = GameSetup(seats=PLAYERS, host=1, secret="00" * 32, message=1, lexicon="", begins=NO_TIME)
        opened, _ = open_game(rules, setup)
        unseen = Counter(rules.counts)
        unseen.subtract(face_of(tile) for tile in self.cells if tile)
        unseen.subtract(self.rack)
        others = tuple(tile for tile, count in sorted(unseen.items()) for _ in range(count))
        solver = replace(opened.players[SOLVER], user=1, rack=self.rack)
        rival = replace(opened.players[1 - SOLVER], user=2, rack=others[: rules.rack])
        return replace(
            opened,
            players=(solver, rival),
            turn=SOLVER,
            cells=self.cells,
            bag=others[rules.rack :],
            bonus=self.bonus,
            bonus_taken=False,
        )

    def to_view(self, words: Lexicon) -> ComputerView:
        """The position as the solver sees it, for searches."""
        return ComputerView(secrecy.view_for(self.to_state(), SOLVER), self.rules, words)


class Answer(Struct, frozen=True):
    """What somebody's play is worth in a puzzle."""

    play: ScoredPlay
    behind: float
    """Points of equity behind the best play, 0 or more."""
    is_best: bool
    """Whether it is the best play, on the same cells with the same letters."""
    invalid: tuple[str, ...] = ()
    """The words that do not count; then it solves nothing."""


def lexicon_version(words: Lexicon) -> str:
    """A list's name and the first 8 digits of its hash: ``tr@1a2b3c4d``."""
    return f"{words.name}@{words.hash[:_VERSION_DIGITS]}"


def grade_answer(puzzle: Puzzle, place: Place, words: Lexicon) -> Answer:
    """What a play is worth.

    Raises:
        Refusal: the rules do not let it lie there; as :func:`engine.crossword.rules.lay_and_score`. ``not_on_rack`` or
            ``blanks_not_held`` for tiles that the solver does not hold.
        Malformed: as there.
    """
    kept = tuple(sorted(remove_from_rack(puzzle.rack, (face_of(put.tile) for put in place.tiles))))
    play, score = lay_and_score(puzzle.to_state(), SOLVER, place)
    scored = ScoredPlay(place.tiles, play.words[0].word, score.total)
    invalid = tuple(dict.fromkeys(run.word for run in play.words if run.word not in words))
    position = puzzle.to_view(words)
    leave = leave_value_in(position, shipped_leaves(position.rules))
    equity = scored.score + (0.0 if leave is None else leave(kept))
    is_best = _laid(scored) == _laid(puzzle.best) and not invalid
    return Answer(scored, 0.0 if is_best else max(0.0, puzzle.equity - equity), is_best, invalid)


def _laid(play: ScoredPlay) -> set[tuple[str, str]]:
    """Cells and letters: which of two equal faces lies where makes no other play."""
    return {(put.cell, put.tile) for put in play.tiles}
