"""Computer players look ahead: leaves and plays are weighed, endgames solved, deals simulated while time is left."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count

import pytest
from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword.actions import Place
from engine.crossword.movegen import ScoredPlay, WordSet
from engine.crossword.players.computer_view import leave_after, query_after
from engine.crossword.players.endgame import solve_endgame
from engine.crossword.players.equity import CandidateTurn, rank_turns
from engine.crossword.players.leaves import Leaves
from engine.crossword.players.simulation import best_by_simulation
from engine.crossword.players.turn_choice import choose_action
from engine.crossword.search.query import LeaveValue, SearchQuery
from engine.crossword.search.results import RankedPlay
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.tiles import sum_points
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from engine.turns import Pass
from tests.support.computer_choices import TURKISH, always, computer_view_of, late, midgame, think_for_steps


def test_leaves_decide_between_plays_and_exchanges(searcher: BoardSearcher) -> None:
    state = late("VVVVIIE", "AAAAAAA", "AEILNRTKAEILNRTK")
    worth = Leaves({("E",): 60.0, ("V",): -30.0, ("I",): -30.0}, ())
    [best] = rank_turns(computer_view_of(state), searcher, worth)
    assert best.play is None
    assert Counter(best.given) == Counter("VVVVII")
    [scored] = rank_turns(computer_view_of(state), searcher, Leaves({}, ()))
    assert scored.play is not None


def brute_force_best(asked: SearchQuery, rival: tuple[str, ...], searcher: BoardSearcher, *, passed: bool) -> float:
    """What the player on turn wins with the bag empty, by looking at everything (passes lose the own rack)."""
    values = asked.ruleset.values
    follows = SearchQuery(asked.ruleset, asked.cells, rival)
    best = float(sum_points(rival, values) - sum_points(asked.rack, values))
    if not passed:
        best = -brute_force_best(follows, asked.rack, searcher, passed=True)
    for found in searcher.find_plays(asked, TURKISH):
        left = leave_after(asked.rack, found)
        gain = 2.0 * sum_points(rival, values) if not left else 0.0
        rest = brute_force_best(query_after(asked, found, rival), left, searcher, passed=False) if left else 0.0
        best = max(best, found.score + gain - rest)
    return best


ENDS = [("EJ", "AĞ"), ("AT", "ZA"), ("ÇO", "ĞE"), ("J", "KAP")]


@pytest.mark.parametrize(("rack", "rival"), ENDS)
def test_the_end_of_a_game_of_two_is_solved(rack: str, rival: str, searcher: BoardSearcher) -> None:
    state = late(rack, rival)
    seen = computer_view_of(state)
    answer = solve_endgame(seen, searcher, always)
    assert answer.exact
    assert answer.spread == brute_force_best(seen.query, tuple(sorted(rival)), searcher, passed=False)
    hurried = solve_endgame(seen, searcher, think_for_steps(0))
    assert not hurried.exact


def test_usta_plays_what_solves_the_end(searcher: BoardSearcher) -> None:
    state = late("EJ", "AĞ")
    seen = computer_view_of(state)
    play = solve_endgame(seen, searcher, always).play
    action = choose_action("usta", seen, searcher, Draws("1"), always)
    assert action == (Pass(seen.user) if play is None else Place(seen.user, play.tiles))


class FailingSearcher:
    """A search whose finds score 80 points more on certain boards."""

    def __init__(self, searcher: BoardSearcher, harm: Callable[[SearchQuery], bool]) -> None:
        self._searcher, self._harm = searcher, harm

    def find_plays(self, query: SearchQuery, lexicon: WordSet) -> Sequence[ScoredPlay]:
        return self._searcher.find_plays(query, lexicon)

    def find_best_plays(
        self, query: SearchQuery, lexicon: WordSet, most: int = 1, leave: LeaveValue | None = None
    ) -> list[RankedPlay]:
        found = self._searcher.find_best_plays(query, lexicon, most, leave)
        if not self._harm(query):
            return found
        return [
            replace(choice, play=replace(choice.play, score=choice.play.score + 80), value=choice.value + 80)
            for choice in found
        ]


def test_simulation_heeds_what_a_play_opens(searcher: BoardSearcher) -> None:
    state = midgame(resolve_ruleset(crossword_rulesets()["kelimelik"]), TURKISH, searcher, 2)
    seen = computer_view_of(state)
    turns = rank_turns(seen, searcher, None, 6)
    assert len(turns) == 6
    first = query_after(seen.query, _play(turns[0]), ()).cells
    harmful = FailingSearcher(searcher, lambda asked: asked.cells == first)
    calm = FailingSearcher(searcher, lambda _: False)
    assert best_by_simulation(seen, harmful, turns[:2], Draws("1"), think_for_steps(12), leaves=None) is turns[1]
    worse = replace(turns[1], equity=turns[1].equity - 60)
    assert best_by_simulation(seen, calm, (turns[0], worse), Draws("1"), think_for_steps(12), leaves=None) is turns[0]
    assert best_by_simulation(seen, searcher, turns, Draws("1"), think_for_steps(0), leaves=None) is turns[0]


class RecordingSearcher:
    """A search that remembers of what and how the best plays were asked."""

    def __init__(self, searcher: BoardSearcher) -> None:
        self._searcher = searcher
        self.asked: list[tuple[SearchQuery, LeaveValue | None]] = []

    def find_plays(self, query: SearchQuery, lexicon: WordSet) -> Sequence[ScoredPlay]:
        return self._searcher.find_plays(query, lexicon)

    def find_best_plays(
        self, query: SearchQuery, lexicon: WordSet, most: int = 1, leave: LeaveValue | None = None
    ) -> list[RankedPlay]:
        self.asked.append((query, leave))
        return self._searcher.find_best_plays(query, lexicon, most, leave)


def test_both_sides_go_on_by_equity_with_the_same_tiles_after_each_candidate(searcher: BoardSearcher) -> None:
    seen, leaves, heard = (
        computer_view_of(midgame(resolve_ruleset(crossword_rulesets()["kelimelik"]), TURKISH, searcher, 2)),
        Leaves({("E",): 5.0}, ()),
        RecordingSearcher(searcher),
    )
    best_by_simulation(
        seen, heard, rank_turns(seen, searcher, leaves, 2), Draws("1"), think_for_steps(2), leaves=leaves
    )
    racks = [question.rack for question, _ in heard.asked]
    assert len(racks) == 2 * 2 * 2
    assert racks[0] == racks[2] != racks[4] == racks[6]
    assert all(leave is not None and leave(("E",)) == 5.0 for _, leave in heard.asked)


def test_with_few_tiles_in_the_bag_deals_are_played_to_the_end(searcher: BoardSearcher) -> None:
    seen, heard = computer_view_of(late("ERAKTL", "ZAĞLER", "T")), RecordingSearcher(searcher)
    turn = rank_turns(seen, searcher, None)[0]
    best_by_simulation(
        seen, heard, (turn, replace(turn, equity=turn.equity - 1)), Draws("1"), think_for_steps(1), leaves=None
    )
    assert len(heard.asked) > 2 * 2
    for question, _ in heard.asked:
        assert not Counter(question.rack) - Counter("KALEMERAKTLZAĞLERT")
        assert len(question.rack) + sum(map(bool, question.cells)) <= len("KALEMERAKTLZAĞLERT")


def test_no_time_is_spent_on_what_is_clear(searcher: BoardSearcher) -> None:
    seen, deals = (
        computer_view_of(midgame(resolve_ruleset(crossword_rulesets()["kelimelik"]), TURKISH, searcher, 2)),
        count(),
    )
    first = rank_turns(seen, searcher, None)[0]
    worse = replace(first, equity=first.equity - 14)
    assert (
        best_by_simulation(seen, searcher, (first, worse), Draws("1"), lambda: next(deals) >= 0, leaves=None) is first
    )
    assert next(deals) < 20


def _play(turn: CandidateTurn) -> ScoredPlay:
    assert turn.play is not None
    return turn.play
