"""Finished games looked at again: what turns lost, by independent recomputation, brute force and by hand."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from engine.computer_ids import HasTime
from engine.crossword.analysis.deal_comparison import compare_turns
from engine.crossword.analysis.game_analysis import GameAnalyser, GameAnalysis
from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn
from engine.crossword.analysis.turn_loss import find_turn_loss
from engine.crossword.analysis.win_chance import WinCurve
from engine.crossword.movegen import ScoredPlay
from engine.crossword.players.endgame import compare_in_endgame
from engine.crossword.players.equity import rank_turns
from engine.crossword.players.leaves import shipped_leaves
from engine.crossword.ruleset_parts import Bag
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from tests.support.analysed_turns import BruteForce, plain_loss, position_of, random_turns, taken
from tests.support.endings import small_endings
from tests.support.games import game
from tests.support.shared_search import shared_searcher

TURKISH = load_lexicon("tr-common")
CURVE = WinCurve(slope=0.2, turn=10.0, games=1, log_loss=0.5, error=0.0, half_width=0.0, late_error=0.0)


@pytest.fixture(scope="module")
def searcher() -> BoardSearcher:
    return shared_searcher()


def always() -> bool:
    return True


def never() -> bool:
    return False


def think_for_deals(number: int) -> HasTime:
    left = iter([True] * number)
    return lambda: next(left, False)


def ending(*racks: str) -> GameState:
    """A game of which these are all the tiles that do not lie on the board."""
    counts = dict(Counter("".join(("KALEM", *racks))))
    few = replace(crossword_rulesets()["scrabble-tr"], bag="few", bags={"few": Bag(sum(counts.values()), counts)})
    return game(few, laid=("8G KALEM",), racks=racks, bag="")


def analyse(searcher: BoardSearcher, rules: GameState, *turns: TakenTurn, time: bool = True) -> GameAnalysis:
    played = TakenGame(rules.ruleset, len(rules.players), turns, None)
    return GameAnalyser(TURKISH, searcher, lambda _: think_for_deals(25) if time else never).analyse_turns(played)


@pytest.mark.parametrize("ruleset", ["kelimelik", "scrabble-tr", "wordbox-tr"])
def test_static_losses_are_those_of_a_plain_search(ruleset: str, searcher: BoardSearcher) -> None:
    rules = resolve_ruleset(crossword_rulesets()[ruleset])
    leaves = shipped_leaves(rules)
    for state, turn in islice(random_turns(rules, TURKISH, Random(ruleset)), 4):
        static = find_turn_loss(position_of(state), turn, searcher, leaves, always)
        assert static.loss == pytest.approx(plain_loss(state, turn, TURKISH), abs=1e-3)


@pytest.mark.parametrize(
    "ruleset",
    ["kelimelik", *(pytest.param(name, marks=pytest.mark.repeat) for name in ("scrabble-tr", "tournament-tr"))],
)
def test_endings_are_solved_as_by_brute_force(ruleset: str, searcher: BoardSearcher) -> None:
    for state in islice(small_endings(ruleset, TURKISH, Random(ruleset)), 2):
        check_ending(state, searcher)


def check_ending(state: GameState, searcher: BoardSearcher) -> None:
    """Compare what every turn of an ending wins with what brute force says."""
    own, other = (tuple(sorted(player.rack)) for player in (state.players[state.turn], state.players[1 - state.turn]))
    passes = sum(player.run for player in state.players)
    force = BruteForce(state.ruleset, TURKISH, None if state.bonus_taken else state.bonus)
    position = position_of(state)
    plays: list[ScoredPlay | None] = [None, *searcher.find_plays(position.query, TURKISH)]
    for play in plays[:: max(1, len(plays) // 4)]:
        found = compare_in_endgame(position, play, searcher, always)
        assert found is not None
        best, played = found
        assert best.exact
        assert played.exact
        assert best.spread == force.value(state.cells, own, other, passes)
        if play is None:
            assert played.spread == force.after_pass(state.cells, own, other, passes)
        else:
            assert played.spread == force.after_play(state.cells, own, other, play)


def test_an_ending_without_time_is_looked_at_statically(searcher: BoardSearcher) -> None:
    state = ending("ER", "ZĞJ")
    assert compare_in_endgame(position_of(state), None, searcher, never) is None
    found = find_turn_loss(position_of(state), taken(state), searcher, None, never)
    assert not found.exact
    assert found.loss > 0


@pytest.mark.parametrize("change", ["skips", "retired", "three"])
def test_only_ends_of_two_who_both_take_turns_are_played_out(change: str, searcher: BoardSearcher) -> None:
    racks = ("ER", "ZĞJ", "AT") if change == "three" else ("ER", "ZĞJ")
    state = ending(*racks)
    if change == "skips":
        state = replace(state, players=(state.players[0], replace(state.players[1], skips=1)))
    if change == "retired":
        state = replace(state, players=(state.players[0], replace(state.players[1], retired=True)))
    (turn,) = analyse(searcher, state, taken(state)).turns
    assert not turn.exact
    assert turn.size is None
    if change != "skips":
        assert turn.loss_win is None


def hidden_dealt_anew(state: GameState) -> GameState:
    """The same to the player on turn: what others hold and the bag mixed and dealt again, with another secret."""
    chance, seat = Random(5), state.turn
    tiles = [*state.bag, *state.players[1 - seat].rack]
    chance.shuffle(tiles)
    held = len(state.players[1 - seat].rack)
    players = [
        replace(one, rack=one.rack if place == seat else tuple(tiles[:held])) for place, one in enumerate(state.players)
    ]
    return replace(state, players=tuple(players), bag=tuple(tiles[held:]), draws=Draws("other"), secret="00" * 32)


@pytest.mark.parametrize("bag", [None, "TELİM", ""])
def test_what_was_hidden_changes_nothing(bag: str | None, searcher: BoardSearcher) -> None:
    state = game("scrabble-tr", laid=("8G KALEM",), racks=("AERTİKN", "ZĞJOŞLA"), bag=bag)
    if bag is not None:
        counts = dict(Counter(f"KALEMAERTİKNZĞJOŞLA{bag}"))
        few = replace(state.ruleset, bag="few", bags={"few": Bag(sum(counts.values()), counts)})
        state = replace(state, ruleset=few)
    other = hidden_dealt_anew(state)
    assert (other.bag, other.players[1]) != (state.bag, state.players[1]) or not bag
    first, second = (
        analyse(searcher, one, taken(one, "H8 LA", score=2) if bag != "" else taken(one), time=bag != "")
        for one in (state, other)
    )
    assert first.turns == second.turns


def test_losses_are_never_negative_and_a_phony_may_beat_the_best(searcher: BoardSearcher) -> None:
    state = game("scrabble-tr", laid=("8G KALEM",), racks=("ĞĞJJVVZ", "AERTİKN"))
    (turn,) = analyse(searcher, state, taken(state, "9G JJVVZĞĞ", score=200)).turns
    assert turn.loss == 0.0
    assert turn.size is None


def test_a_withdrawn_play_lost_what_the_best_would_have_brought(searcher: BoardSearcher) -> None:
    state = game("scrabble-tr", laid=("8G KALEM",), racks=("ĞĞJAERT", "AERTİKN"))
    played = taken(state, "9G JĞĞ", score=90)
    static = find_turn_loss(position_of(state), replace(played, withdrawn=True), searcher, None, always)
    (best,) = rank_turns(position_of(state), searcher, None)
    assert static.loss == best.equity > 0
    assert static.played.play is None
    assert replace(played, withdrawn=True).kept == tuple(sorted("ĞĞJAERT"))


def test_without_time_a_turn_is_not_simulated(searcher: BoardSearcher) -> None:
    state = game("scrabble-tr", laid=("8G KALEM",), racks=("AERTİKN", "ZĞJOŞLA"))
    (turn,) = analyse(searcher, state, taken(state), time=False).turns
    assert turn.loss > 10
    assert turn.is_equal
    turns = rank_turns(position_of(state), searcher, None, 2)
    short = think_for_deals(23)
    assert compare_turns(position_of(state), searcher, turns, Draws("ab"), short, leaves=None) is None


def test_a_clear_loss_is_parted_and_equal_turns_are_not(searcher: BoardSearcher) -> None:
    state = game("scrabble-tr", laid=("8G KALEM",), racks=("AERTİKN", "ZĞJOŞLA"))
    (turn,) = analyse(searcher, state, taken(state)).turns
    assert turn.size is not None
    assert turn.loss > turn.half_width > 0
    best = rank_turns(position_of(state), searcher, None)[0]
    again = compare_turns(position_of(state), searcher, (best, best), Draws("ab"), think_for_deals(24), leaves=None)
    assert again is not None
    assert [one.is_parted for one in again] == [False, False]


def test_kelimeliks_bonus_cell_counts_until_it_is_taken(searcher: BoardSearcher) -> None:
    free = game("kelimelik", laid=("8G KALEM",), racks=("İ", "ZĞJOŞLA"), bonus="G9")
    (best,), (without,) = (
        rank_turns(position_of(state), searcher, None) for state in (free, replace(free, bonus_taken=True))
    )
    assert best.play is not None
    assert [put.cell for put in best.play.tiles] == ["G9"]
    assert best.equity == without.equity + 25
