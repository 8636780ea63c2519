"""Turns to analyse, and what they lost by the plain search and by brute force."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count
from random import Random

from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from engine.computer_ids import HasTime
from engine.crossword import secrecy
from engine.crossword.actions import Action, Exchange, Place
from engine.crossword.analysis.game_analysis import AnalysedTurn, Size
from engine.crossword.analysis.taken_turns import TakenTurn
from engine.crossword.analysis.turn_facts import TurnFacts, turn_facts
from engine.crossword.movegen import PlayFinder, ScoredPlay, WordSet
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import CandidateTurn, shipped_leaves
from engine.crossword.players.turn_choice import Strength, choose_action
from engine.crossword.premiums import premium_board
from engine.crossword.rules import apply, lay_and_score
from engine.crossword.ruleset import Bag, Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of, sum_points
from engine.lexicon import Lexicon, load_lexicon
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from engine.turns import Pass
from tests.support.games import NOW, game, place_play, started_game
from tests.support.random_actions import small_ruleset


def plain_plays(state: GameState, seat: int, words: WordSet) -> list[ScoredPlay]:
    bonus = None if state.bonus_taken else state.bonus
    return PlayFinder(state.ruleset, state.cells, words, bonus).legal_plays(state.players[seat].rack)


def random_turns(rules: Ruleset, words: Lexicon, chance: Random) -> Iterator[tuple[GameState, TakenTurn]]:
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
    return [face_of(put.tile) for put in play.tiles]


class BruteForce:
    """Plays small endings out, turn by turn, with passes counted as the ruleset counts them; looks at everything."""

    def __init__(self, rules: Ruleset, words: WordSet, bonus: str | None = None) -> None:
        self._rules, self._words, self._bonus = rules, words, bonus
        self._known: dict[object, float] = {}
        self._plays: dict[object, list[ScoredPlay]] = {}

    def value(self, cells: tuple[str, ...], own: tuple[str, ...], other: tuple[str, ...], passes: int) -> float:
        key = cells, own, other, passes
        if key not in self._known:
            plays = [self.after_play(cells, own, other, play) for play in self._plays_of(cells, own)]
            self._known[key] = max([*plays, self.after_pass(cells, own, other, passes)])
        return self._known[key]

    def after_pass(self, cells: tuple[str, ...], own: tuple[str, ...], other: tuple[str, ...], passes: int) -> float:
        run, made = self._rules.ending.run, passes + 1
        if made >= max(run.turns, 2 * max(1, run.per_player)):
            values = self._rules.values
            return float(sum_points(other, values) - sum_points(own, values)) if run.own_rack else 0.0
        return -self.value(cells, other, own, made)

    def after_play(
        self, cells: tuple[str, ...], own: tuple[str, ...], other: tuple[str, ...], play: ScoredPlay
    ) -> float:
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
            self._plays[key] = PlayFinder(self._rules, cells, self._words, self._bonus).legal_plays(own)
        return self._plays[key]


def position_of(state: GameState, words: Lexicon | None = None) -> ComputerView:
    """What the player on turn sees; words are the common Turkish ones if none are given."""
    return ComputerView(secrecy.view_for(state, state.turn), state.ruleset, words or load_lexicon("tr-common"))


def taken(state: GameState, play: str = "", given: str = "", score: int = 0, number: int = 0) -> TakenTurn:
    laid = None if not play else ScoredPlay(place_play(state, play).tiles, play.split()[1], score)
    return TakenTurn(number or state.number, state.turn, secrecy.view_for(state, state.turn), laid, tuple(given))


_BLANK = 0.1
"""How often somebody holds a blank, and nothing else: with more tiles brute force would take minutes."""


def small_endings(ruleset: str, words: Lexicon, chance: Random) -> Iterator[GameState]:
    rules = small_ruleset(ruleset)
    resolved = resolve_ruleset(rules)
    board = premium_board(rules.board)
    faces = [*"AEİKLMRTNSZĞ"] * 2
    while True:
        cells = [""] * board.grid.size
        for _ in range(chance.randint(2, 4)):
            plays = PlayFinder(resolved, cells, words).legal_plays(chance.sample("AEİKLMRTNS", 5))
            for put in chance.choice(plays).tiles if plays else ():
                cells[board.grid.indices[put.cell]] = put.tile
        if not any(cells):
            continue
        racks = [tuple(chance.sample(faces, chance.randint(1, 3))) for _ in range(2)]
        if chance.random() < _BLANK:
            racks = [("?",), racks[1][:2]]
        counts = Counter(face_of(cell) for cell in cells if cell) + Counter((*racks[0], *racks[1]))
        few = replace(rules, bag="few", bags={"few": Bag(counts.total(), dict(counts))})
        passes = chance.choice((0, 0, 1, 2, 3)) if ruleset != "kelimelik" else chance.choice((0, 1, 2))
        bonus = None
        if rules.scoring.cell is not None:
            bonus = board.grid.names[chance.choice([place for place, cell in enumerate(cells) if not cell])]
        yield replace(
            game(
                few, racks=["".join(rack) for rack in racks], bag="", run=(passes // 2, (passes + 1) // 2), bonus=bonus
            ),
            cells=tuple(cells),
        )


Done = str | Sequence[str]
"""A written play such as ``8H LOFTY``, or the faces that are given back: none is a pass."""


def scored_play(state: GameState, text: str) -> ScoredPlay:
    place = place_play(state, text)
    play, score = lay_and_score(state, state.turn, place)
    return ScoredPlay(place.tiles, play.words[0].word, score.total)


def candidate(state: GameState, done: Done, equity: float = 0.0) -> CandidateTurn:
    if isinstance(done, str):
        return CandidateTurn(equity, scored_play(state, done))
    return CandidateTurn(equity, None, tuple(done))


def analysed_turn(
    state: GameState,
    played: Done,
    best: Done,
    *,
    loss: float = 12.0,
    loss_win: float | None = 0.05,
    size: Size | None = "medium",
    exact: tuple[float, float] | None = None,
    withdrawn: bool = False,
) -> AnalysedTurn:
    """A turn of the player on turn; ``exact`` are the spreads to which the best and the played one lead."""
    spreads = exact or (0.0, 0.0)
    taken = candidate(state, played, spreads[1])
    view = secrecy.view_for(state, state.turn)
    turn = TakenTurn(state.number, state.turn, view, taken.play, taken.given, withdrawn)
    if withdrawn:
        taken = CandidateTurn(0.0, None)
    better = candidate(state, best, spreads[0])
    return AnalysedTurn(turn, better, taken, loss, 2.0, loss_win, size, exact is not None)


def facts_of(state: GameState, turn: AnalysedTurn) -> TurnFacts:
    return turn_facts(turn, state.ruleset, load_lexicon(state.ruleset.lexicon))


TURKISH = load_lexicon("tr-common")


def always() -> bool:
    return True


def think_for_steps(number: int) -> HasTime:
    left = count(number, -1)
    return lambda: next(left) > 0


def computer_view_of(state: GameState, words: Lexicon = TURKISH) -> ComputerView:
    return ComputerView(secrecy.view_for(state, state.turn), state.ruleset, words)


def reshuffle_hidden(state: GameState, seed: int) -> GameState:
    """The game as far as the player on turn can tell: others' tiles and the bag dealt anew, and other chance."""
    players = list(state.players)
    others = [seat for seat, player in enumerate(players) if seat != state.turn]
    tiles = [*state.bag, *(tile for seat in others for tile in players[seat].rack)]
    Random(seed).shuffle(tiles)
    for seat in others:
        held = len(players[seat].rack)
        players[seat], tiles = replace(players[seat], rack=tuple(tiles[:held])), tiles[held:]
    return replace(state, players=tuple(players), bag=tuple(tiles), draws=Draws(f"{seed:064x}"), secret=f"{seed:064x}")


def pick_action(level: Strength, state: GameState, searcher: BoardSearcher, words: Lexicon = TURKISH) -> Action:
    return choose_action(level, computer_view_of(state, words), searcher, Draws("chosen"), think_for_steps(40))


def midgame(rules: Ruleset, words: Lexicon, searcher: BoardSearcher, turns: int) -> GameState:
    state, _ = started_game(rules, rules.players.most)
    for _ in range(turns):
        state, _ = apply(state, pick_action("greedy", state, searcher, words), NOW, words.__contains__)
    return state


def late(rack: str, rival: str, bag: str = "", *, laid: str = "KALEM", ruleset: str = "scrabble-tr") -> GameState:
    counts = dict(Counter(f"{laid}{rack}{rival}{bag}"))
    few = replace(crossword_rulesets()[ruleset], bag="few", bags={"few": Bag(sum(counts.values()), counts)})
    return game(few, laid=(f"8G {laid}",), racks=(rack, rival), bag=bag)
