"""Computer players: they know what their seat sees, play to the rules, and are never sillier than their level."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from engine.computer_ids import LEVELS
from engine.crossword.actions import Action, Challenge, Exchange, Place
from engine.crossword.movegen import ScoredPlay, WordSet
from engine.crossword.players.computer_view import query_after, words_formed
from engine.crossword.players.endgame import solve_endgame
from engine.crossword.players.equity import CandidateTurn, Leaves, rank_turns
from engine.crossword.players.simulation import best_by_simulation
from engine.crossword.players.turn_choice import Strength, choose_action
from engine.crossword.rules import apply
from engine.crossword.search import LeaveValue, RankedPlay, SearchQuery
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import Contest
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from engine.turns import Pass
from tests.support.analysed_turns import (
    TURKISH,
    BruteForce,
    always,
    computer_view_of,
    late,
    midgame,
    pick_action,
    reshuffle_hidden,
    think_for_steps,
)
from tests.support.games import NOW, game, place_play
from tests.support.random_actions import small_ruleset

MINDS: tuple[Strength, ...] = ("greedy", *LEVELS)


@pytest.mark.parametrize("ruleset", ["kelimelik", "tournament-tr", "wordbox-tr"])
def test_a_choice_is_made_of_a_view_that_does_not_depend_on_what_is_hidden(
    ruleset: str, searcher: BoardSearcher
) -> None:
    state = midgame(resolve_ruleset(crossword_rulesets()[ruleset]), TURKISH, searcher, 3)
    for other in (reshuffle_hidden(state, 1), reshuffle_hidden(state, 2)):
        assert other != state
        assert computer_view_of(other) == computer_view_of(state)
        assert pick_action("orta", other, searcher) == pick_action("orta", state, searcher)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("ruleset", ["kelimelik", "scrabble-en", "super-tr", "tournament-tr", "wordbox-uk"])
def test_games_are_played_out_by_the_rules_in_every_game(ruleset: str, searcher: BoardSearcher) -> None:
    rules = resolve_ruleset(small_ruleset(ruleset))
    contest = Contest(rules, load_lexicon(f"{rules.language}-common"), searcher, lambda: think_for_steps(5))
    assert all(sum(scores) > 0 for scores in contest.play_pair(("acemi", "iyi"), "a game"))


def test_a_pair_has_the_same_tiles_and_swapped_seats(searcher: BoardSearcher) -> None:
    contest = Contest(resolve_ruleset(small_ruleset("kelimelik")), TURKISH, searcher, lambda: always)
    first, second = contest.play_pair(("iyi", "iyi"), "bag")
    assert first == second[::-1]
    assert first == contest.play_pair(("iyi", "iyi"), "bag")[0]
    assert len({contest.play_pair(("iyi", "greedy"), name) for name in "abc"}) > 1


@pytest.mark.parametrize("mind", LEVELS)
def test_every_level_goes_out_when_it_can_even_where_another_play_comes_to_mind_sooner(
    mind: Strength, searcher: BoardSearcher
) -> None:
    state = late("LI", "ZĞJ", laid="MASA")
    seen = computer_view_of(state)
    found = searcher.find_plays(seen.query, TURKISH)
    assert {play.word for play in found if len(play.tiles) == 2} == {"MASALI"}
    assert min(len(play.word) for play in found) < 5
    for number in range(4):
        action = choose_action(mind, seen, searcher, Draws(f"{number}"), always)
        assert isinstance(action, Place)
        assert len(action.tiles) == 2


@pytest.mark.parametrize("mind", LEVELS)
def test_no_level_passes_while_a_word_that_it_does_not_know_is_all_that_is_left(
    mind: Strength, searcher: BoardSearcher
) -> None:
    common, full = load_lexicon("en-common"), load_lexicon("en")
    state = late("CWVV", "ZJ", laid="MM", ruleset="scrabble-en")
    question = computer_view_of(state, full).query
    assert not searcher.find_plays(question, common)
    assert {play.word for play in searcher.find_plays(question, full)} == {"CWM"}
    assert isinstance(pick_action(mind, state, searcher, full), Place)


@pytest.mark.parametrize("mind", MINDS)
def test_without_a_play_tiles_are_given_back_or_else_it_is_a_pass(mind: Strength, searcher: BoardSearcher) -> None:
    full_bag, small_bag = late("ĞĞĞ", "JJJ", "AEILNRTK", laid="MM"), late("ĞĞĞ", "JJJ", "AE", laid="MM")
    assert pick_action(mind, full_bag, searcher) == Exchange(full_bag.players[0].user, tuple("ĞĞĞ"))
    assert pick_action(mind, small_bag, searcher) == Pass(small_bag.players[0].user)


def test_exchanges_heed_the_limits_of_the_game(searcher: BoardSearcher) -> None:
    state = midgame(resolve_ruleset(crossword_rulesets()["wordbox-tr"]), TURKISH, searcher, 0)
    assert computer_view_of(state).exchangeable == 7
    often = replace(state, players=tuple(replace(player, exchanges=3) for player in state.players))
    assert computer_view_of(often).exchangeable == 0
    few = replace(state, bag=state.bag[:6])
    assert computer_view_of(few).exchangeable == 0


def test_weaker_levels_keep_to_words_that_people_know(searcher: BoardSearcher) -> None:
    full, common = load_lexicon("tr"), load_lexicon("tr-common")
    state = midgame(resolve_ruleset(crossword_rulesets()["kelimelik"]), full, searcher, 4)
    for mind in ("acemi", "kolay"):
        for number in range(5):
            seen = computer_view_of(state, full)
            action = choose_action(mind, seen, searcher, Draws(f"{number}"), always)
            assert isinstance(action, Place)
            play = next(play for play in searcher.find_plays(seen.query, full) if play.tiles == action.tiles)
            assert all(word in common for word in words_formed(seen.query, play))


def challenged(words: str, mind: Strength, searcher: BoardSearcher, number: int = 0) -> Action:
    state = game("scrabble-tr", racks=(words, "ELMATRK"), options={"challenge": "single"})
    state, _ = apply(state, place_play(state, f"8G {words}"), NOW, bool)
    return choose_action(mind, computer_view_of(state), searcher, Draws(f"{number}"), think_for_steps(2))


def test_a_phony_is_challenged_and_a_word_is_not(searcher: BoardSearcher) -> None:
    for mind in MINDS:
        assert not isinstance(challenged("KALEM", mind, searcher), Challenge)
    for mind in ("iyi", "usta"):
        action = challenged("MELKA", mind, searcher)
        assert isinstance(action, Challenge)
        assert action.words == ("MELKA",)
    noticed = [isinstance(challenged("MELKA", "kolay", searcher, number), Challenge) for number in range(6)]
    assert True in noticed
    assert False in noticed


def test_leaves_decide_between_plays_and_exchanges(searcher: BoardSearcher) -> None:
    state = late("VVVVIIE", "AAAAAAA", "AEILNRTKAEILNRTK")
    worth = Leaves({("E",): 60.0, ("V",): -30.0, ("I",): -30.0}, ())
    [best] = rank_turns(computer_view_of(state), searcher, worth)
    assert best.play is None
    assert Counter(best.given) == Counter("VVVVII")
    [scored] = rank_turns(computer_view_of(state), searcher, Leaves({}, ()))
    assert scored.play is not None


@pytest.mark.parametrize(("rack", "rival"), [("EJ", "AĞ"), ("AT", "ZA"), ("ÇO", "ĞE"), ("J", "KAP")])
def test_the_end_of_a_game_of_two_is_solved(rack: str, rival: str, searcher: BoardSearcher) -> None:
    state = late(rack, rival)
    seen = computer_view_of(state)
    answer = solve_endgame(seen, searcher, always)
    assert answer.exact
    own, other = (tuple(sorted(player.rack)) for player in state.players)
    assert answer.spread == BruteForce(state.ruleset, TURKISH).value(state.cells, own, other, 0)
    hurried = solve_endgame(seen, searcher, think_for_steps(0))
    assert not hurried.exact


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


def _play(turn: CandidateTurn) -> ScoredPlay:
    assert turn.play is not None
    return turn.play
