"""Turns to analyse, and what they lost by the plain search and by brute force."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from engine.crossword import secrecy
from engine.crossword.actions import Action, Exchange, Place
from engine.crossword.analysis.taken_turns import TakenTurn
from engine.crossword.movegen import Finder, ScoredPlay, WordSet
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import shipped_leaves
from engine.crossword.premiums import premium_board
from engine.crossword.rules import apply
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of, sum_points
from engine.lexicon import Lexicon, load_lexicon
from engine.turns import Pass
from tests.support.games import NOW, place_play, started_game


def plain_plays(state: GameState, seat: int, words: WordSet) -> list[ScoredPlay]:
    """Every play of a seat."""
    bonus = None if state.bonus_taken else state.bonus
    return Finder(state.ruleset, state.cells, words, bonus).legal_plays(state.players[seat].rack)


def random_turns(rules: Ruleset, words: Lexicon, chance: Random) -> Iterator[tuple[GameState, TakenTurn]]:
    """The turns of a game whose players sometimes play well, and sometimes exchange or pass."""
    state, _ = started_game(rules, 2)
    while state.outcome is None:
        player, seat = state.players[state.turn], state.turn
        plays = sorted(plain_plays(state, seat, words), key=lambda play: -play.score)
        play = chance.choice(plays[:25]) if plays and chance.random() < 0.9 else None
        given: tuple[str, ...] = ()
        action: Action = Pass(player.user)
        if play is not None:
            action = Place(player.user, play.tiles)
        elif len(state.bag) >= rules.exchange.least_in_bag and chance.random() < 0.8:
            given = tuple(chance.sample(player.rack, chance.randint(1, len(player.rack))))
            action = Exchange(player.user, given)
        view = secrecy.view_for(state, seat)
        yield state, TakenTurn(state.number, seat, view, play, given)
        state, _ = apply(state, action, NOW, words.__contains__)


def plain_loss(state: GameState, turn: TakenTurn, words: WordSet, plays: Sequence[ScoredPlay] | None = None) -> float:
    """What a turn lost, by score and leave, of all that the plain search finds and all that may be given back.

    ``plays``: all that there are; ``None`` to search for them.
    """
    rules, rack, bag = state.ruleset, state.players[turn.seat].rack, len(state.bag)
    leaves = shipped_leaves(rules)
    assert leaves is not None
    assert bag > 0
    share = min(1.0, bag / rules.rack)

    def worth(score: int, used: Sequence[str]) -> float:
        kept = Counter(rack) - Counter(used)
        return score + share * leaves.value_of(tuple(sorted(kept.elements())))

    plays = plain_plays(state, turn.seat, words) if plays is None else plays
    values = [worth(play.score, faces_of(play)) for play in plays]
    most = ComputerView(turn.view, rules, words).exchangeable  # type: ignore[arg-type]
    values += [worth(0, given) for count in range(1, most + 1) for given in combinations(rack, count)]
    own = worth(turn.score, turn.given if turn.play is None else faces_of(turn.play))
    return max(0.0, max(values, default=0.0) - own) if values else max(0.0, -own)


def faces_of(play: ScoredPlay) -> list[str]:
    """The faces that it takes from the rack."""
    return [face_of(put.tile) for put in play.tiles]


class BruteForce:
    """Plays small endings out, turn by turn, with passes counted as the ruleset counts them; looks at everything."""

    def __init__(self, rules: Ruleset, words: WordSet, bonus: str | None = None) -> None:
        self._rules, self._words, self._bonus = rules, words, bonus
        self._known: dict[object, float] = {}
        self._plays: dict[object, list[ScoredPlay]] = {}

    def value(self, cells: tuple[str, ...], own: tuple[str, ...], other: tuple[str, ...], passes: int) -> float:
        """What the mover wins on the other from here, after so many passes in a row."""
        key = cells, own, other, passes
        if key not in self._known:
            plays = [self.after_play(cells, own, other, play) for play in self._plays_of(cells, own)]
            self._known[key] = max([*plays, self.after_pass(cells, own, other, passes)])
        return self._known[key]

    def after_pass(self, cells: tuple[str, ...], own: tuple[str, ...], other: tuple[str, ...], passes: int) -> float:
        """What the mover wins by passing."""
        run, made = self._rules.ending.run, passes + 1
        if made >= max(run.turns, 2 * max(1, run.per_player)):
            values = self._rules.values
            return float(sum_points(other, values) - sum_points(own, values)) if run.own_rack else 0.0
        return -self.value(cells, other, own, made)

    def after_play(
        self, cells: tuple[str, ...], own: tuple[str, ...], other: tuple[str, ...], play: ScoredPlay
    ) -> float:
        """What the mover wins with a play."""
        left = tuple(sorted((Counter(own) - Counter(faces_of(play))).elements()))
        if not left:
            return play.score + 2.0 * sum_points(other, self._rules.values)
        indices, board = premium_board(self._rules.board).grid.indices, list(cells)
        for put in play.tiles:
            board[indices[put.cell]] = put.tile
        return play.score - self.value(tuple(board), other, left, 0)

    def _plays_of(self, cells: tuple[str, ...], own: tuple[str, ...]) -> list[ScoredPlay]:
        key = cells, own
        if key not in self._plays:
            self._plays[key] = Finder(self._rules, cells, self._words, self._bonus).legal_plays(own)
        return self._plays[key]


def position_of(state: GameState, words: Lexicon | None = None) -> ComputerView:
    """What the player on turn sees; words are the common Turkish ones if none are given."""
    return ComputerView(secrecy.view_for(state, state.turn), state.ruleset, words or load_lexicon("tr-common"))


def taken(state: GameState, play: str = "", given: str = "", score: int = 0, number: int = 0) -> TakenTurn:
    """A turn of the player on turn, in the notation of tests."""
    laid = None if not play else ScoredPlay(place_play(state, play).tiles, play.split()[1], score)
    return TakenTurn(number or state.number, state.turn, secrecy.view_for(state, state.turn), laid, tuple(given))
