"""What a computer player knows: its seat's view, and the search for plays that the caller supplies."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, Protocol

from msgspec import Struct

from engine.crossword import placement
from engine.crossword.movegen import ScoredPlay, WordSet
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.search import LeaveValue, RankedPlay, SearchQuery
from engine.crossword.tiles import Tiles, face_of, remove_tiles
from engine.crossword.view import GameView
from engine.dictionaries import common_words
from engine.lexicon import Lexicon
from engine.rng import Draws

_IDLE_ROUNDS: Final = 2


class PlaySearch(Protocol):
    """Finds plays; the caller supplies the implementation."""

    def find_plays(self, query: SearchQuery, lexicon: WordSet) -> Sequence[ScoredPlay]:
        """Every legal play, each once, in a fixed order."""

    def find_best_plays(
        self, query: SearchQuery, lexicon: WordSet, most: int = 1, leave: LeaveValue | None = None
    ) -> list[RankedPlay]:
        """The plays of the highest values, best first; ``leave`` values the tiles kept."""


class ComputerView(Struct, frozen=True):
    """One seat's view of a game in which it is on turn, with the table's rules and words."""

    view: GameView
    rules: Ruleset
    words: Lexicon

    @property
    def seat(self) -> int:
        """The seat; raises ValueError if the view is the group's, which has no rack."""
        if self.view.viewer is None:
            raise ValueError("a computer player needs a seat's view")
        return self.view.viewer

    @property
    def user(self) -> int:
        """The seat's user."""
        return self.view.seats[self.seat].user

    @property
    def query(self) -> SearchQuery:
        """The query for the seat's own plays."""
        bonus = self.view.bonus
        free = None if bonus is None or bonus.taken else bonus.cell
        return SearchQuery(self.rules, self.view.cells, self.view.rack, free)

    @property
    def unseen(self) -> Tiles:
        """The tiles of the bag and all other racks, in alphabetical order."""
        return tuple(tile for tile, count in sorted(self.view.unseen.items()) for _ in range(count))

    @property
    def bag(self) -> int:
        """How many tiles the bag will hold once the rack of a play that can still be challenged is refilled."""
        return self.view.bag - self._refill_owed

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other seats that still take turns, in order of play."""
        seats = range(len(self.view.seats))
        following = (*seats[self.seat + 1 :], *seats[: self.seat])
        return tuple(seat for seat in following if self.view.seats[seat].active and not self.view.seats[seat].retired)

    def rack_size_of(self, seat: int) -> int:
        """How many tiles a rival will hold once a play that can still be challenged is refilled."""
        window = self.view.window
        more = self._refill_owed if window is not None and window.seat == seat else 0
        return self.view.seats[seat].tiles + more

    @property
    def exchangeable(self) -> int:
        """How many tiles may be exchanged (RULES §1.7); 0 if none may, or if it would be pointless.

        If no player has scored for two rounds, the board may be blocked; endless exchanges would prevent the end by
        passes.
        """
        recent = self.view.history[-_IDLE_ROUNDS * len(self.view.seats) - 1 :]
        if len(recent) > _IDLE_ROUNDS * len(self.view.seats) and recent[0] == recent[-1]:
            return 0
        rule = self.rules.exchange
        if rule.per_player is not None and self.view.seats[self.seat].exchanges >= rule.per_player:
            return 0
        return 0 if self.bag < rule.least_in_bag else min(self.bag, len(self.view.rack))

    @property
    def _refill_owed(self) -> int:
        window = self.view.window
        if window is None or not self.view.seats[window.seat].active:
            return 0
        return min(self.view.bag, self.rules.rack - self.view.seats[window.seat].tiles)


def leave_after(rack: Sequence[str], play: ScoredPlay) -> Tiles:
    """The faces of a rack that a play leaves, sorted."""
    return tuple(sorted(remove_tiles(rack, (face_of(put.tile) for put in play.tiles))))


def query_after(query: SearchQuery, play: ScoredPlay, rack: Sequence[str]) -> SearchQuery:
    """The query for plays from ``rack`` on the board after a play."""
    indices = premium_board(query.ruleset.board).grid.indices
    cells, bonus = list(query.cells), query.bonus
    for put in play.tiles:
        cells[indices[put.cell]] = put.tile
        bonus = None if put.cell == bonus else bonus
    return SearchQuery(query.ruleset, tuple(cells), tuple(rack), bonus)


def words_formed(query: SearchQuery, play: ScoredPlay) -> tuple[str, ...]:
    """The words that a play forms, main word first."""
    board = premium_board(query.ruleset.board)
    tiles = {board.grid.indices[put.cell]: put.tile for put in play.tiles}
    formed = placement.place_tiles(query.cells, board, tiles, query.ruleset.rack).words
    return tuple(run.word for run in formed)


_LOOKED_AT: Final = 400
"""The most plays that are considered."""
_MILLION: Final = 1_000_000


class CasualTraits(Struct, frozen=True):
    """What makes a casual player choose a play; probabilities and factors from 0 to 1."""

    eager: float
    """The probability of taking a play of one short familiar word when it is found."""
    crossing: float
    """A factor for each word besides the main one."""
    easy: int
    """The most letters of a short word."""
    reach: float
    """A factor for each further letter."""
    rare: float
    """A factor for a play with a rare word; 0 if rare words are unknown to the player."""
    doubting: float
    """The probability of challenging a phony."""


CASUAL_TRAITS: Final = MappingProxyType(
    {
        "acemi": CasualTraits(eager=0.08, crossing=0.5, easy=4, reach=0.7, rare=0.0, doubting=0.1),
        "kolay": CasualTraits(eager=0.2, crossing=0.7, easy=5, reach=0.85, rare=0.0, doubting=0.3),
        "orta": CasualTraits(eager=0.45, crossing=0.85, easy=5, reach=0.93, rare=0.4, doubting=0.7),
    }
)


def choose_casual_play(
    traits: CasualTraits, own_view: ComputerView, search: PlaySearch, draws: Draws
) -> ScoredPlay | None:
    """The play that a casual player finds, if any."""
    question = own_view.query
    if not own_view.bag:
        every = search.find_plays(question, own_view.words)
        out = [play for play in every if len(play.tiles) == len(question.rack)]
        if out:
            return max(out, key=lambda play: play.score)
    return pick_casual_play(traits, question, own_view.words, search, draws, may_find_none=bool(own_view.exchangeable))


def pick_casual_play(
    traits: CasualTraits,
    question: SearchQuery,
    words: Lexicon,
    search: PlaySearch,
    draws: Draws,
    *,
    may_find_none: bool,
) -> ScoredPlay | None:
    """The play that a casual player finds for a rack; some play if there is any, unless it ``may_find_none``."""
    common = common_words(words)
    found = search.find_best_plays(question, words if traits.rare else common, _LOOKED_AT)
    if not found and not may_find_none:
        found = search.find_best_plays(question, words, _LOOKED_AT)
    likeliest: tuple[float, ScoredPlay] | None = None
    for choice in found:
        formed = words_formed(question, choice.play)
        chance = traits.eager * traits.crossing ** (len(formed) - 1)
        chance *= traits.reach ** max(0, len(formed[0]) - traits.easy)
        if traits.rare and any(word not in common for word in formed):
            chance *= traits.rare
        drawn, draws = draws.random_below(_MILLION)
        if drawn < chance * _MILLION:
            return choice.play
        if likeliest is None or chance > likeliest[0]:
            likeliest = (chance, choice.play)
    return None if likeliest is None else likeliest[1]
