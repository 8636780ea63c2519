"""Computer players: they know what their seat sees, play to the rules, and are never sillier than their level."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from bot.families.crossword.searches import Searcher
from engine.crossword import secrecy
from engine.crossword.actions import Action, Challenge, Exchange, Place
from engine.crossword.games import crosswords
from engine.crossword.movegen import Option, Words
from engine.crossword.players.casual import TEMPERS
from engine.crossword.players.choosing import Mind, choose
from engine.crossword.players.contest import Contest
from engine.crossword.players.endgame import solved
from engine.crossword.players.equity import Turn, ranked
from engine.crossword.players.leaves import Leaves
from engine.crossword.players.sight import Sight, after, kept, words_of
from engine.crossword.players.simulation import simulated
from engine.crossword.rules import apply
from engine.crossword.ruleset import Bag, Ruleset
from engine.crossword.search.answer import Choice
from engine.crossword.search.question import Asked, Leave
from engine.crossword.state import GameState
from engine.crossword.tiles import points
from engine.levels import LEVELS, GoesOn
from engine.lexicon import Lexicon, lexicon
from engine.rng import Draws
from engine.rulesets import resolve
from engine.turns import Pass
from tests.support.chance import small
from tests.support.games import NOW, begun, game, play

MINDS: tuple[Mind, ...] = ("greedy", *LEVELS)
TURKISH = lexicon("tr-common")


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher()


def ever() -> bool:
    return True


def steps(number: int) -> GoesOn:
    """Time for so many steps of thought."""
    left = count(number, -1)
    return lambda: next(left) > 0


def sight(state: GameState, words: Lexicon = TURKISH) -> Sight:
    return Sight(secrecy.view(state, state.turn), state.ruleset, words)


def chosen(mind: Mind, state: GameState, searcher: Searcher, words: Lexicon = TURKISH) -> Action:
    return choose(mind, sight(state, words), searcher, Draws("chosen"), steps(40))


def midgame(rules: Ruleset, words: Lexicon, searcher: Searcher, turns: int) -> GameState:
    """A game after some good turns."""
    state, _ = begun(rules, rules.players.most)
    for _ in range(turns):
        state, _ = apply(state, chosen("greedy", state, searcher, words), NOW, words.__contains__)
    return state


def hidden_otherwise(state: GameState) -> tuple[GameState, ...]:
    """The same for the player on turn: the other racks and the bag mixed together and dealt again."""
    chance, found = Random(7), []
    for _ in range(2):
        others = [player for seat, player in enumerate(state.players) if seat != state.turn]
        tiles = [*state.bag, *(tile for player in others for tile in player.rack)]
        chance.shuffle(tiles)
        players = []
        for seat, player in enumerate(state.players):
            rack = player.rack
            if seat != state.turn:
                rack, tiles = tuple(tiles[: len(rack)]), tiles[len(rack) :]
            players.append(replace(player, rack=rack))
        found.append(replace(state, players=tuple(players), bag=tuple(tiles), draws=Draws("other"), secret="00" * 32))
    return tuple(found)


@pytest.mark.parametrize("ruleset", ["kelimelik", "tournament-tr", "wordbox-tr"])
def test_a_choice_does_not_depend_on_what_is_hidden(ruleset: str, searcher: Searcher) -> None:
    rules = resolve(crosswords()[ruleset])
    state = midgame(rules, TURKISH, searcher, 5)
    for mind in MINDS:
        choice = chosen(mind, state, searcher)
        for other in hidden_otherwise(state):
            assert other != state
            assert chosen(mind, other, searcher) == choice


@pytest.mark.parametrize("ruleset", sorted(crosswords()))
def test_games_are_played_out_by_the_rules_in_every_game(ruleset: str, searcher: Searcher) -> None:
    rules = resolve(small(ruleset))
    words = lexicon(f"{rules.language}-common")
    for minds in (("acemi", "kolay"), ("orta", "iyi")):
        contest = Contest(rules, words, searcher, lambda: steps(10))
        first, second = contest.pair((minds[0], minds[1]), "a game")
        assert all(sum(scores) > 0 for scores in (first, second))


def test_a_pair_has_the_same_tiles_and_swapped_seats(searcher: Searcher) -> None:
    contest = Contest(resolve(small("kelimelik")), TURKISH, searcher, lambda: ever)
    first, second = contest.pair(("iyi", "iyi"), "bag")
    assert first == second[::-1]
    assert first == contest.pair(("iyi", "iyi"), "bag")[0]
    assert len({contest.pair(("iyi", "greedy"), name) for name in "abc"}) > 1


@pytest.mark.parametrize("challenge", ["single", "double"])
def test_games_with_challenges_are_played_out_too(challenge: str, searcher: Searcher) -> None:
    rules = resolve(small("scrabble-tr"), {"challenge": challenge})
    scores = Contest(rules, TURKISH, searcher, lambda: ever).pair(("iyi", "kolay"), "doubts")
    assert all(own > 0 for game in scores for own in game)


def late(rack: str, rival: str, bag: str = "", *, laid: str = "KALEM", ruleset: str = "scrabble-tr") -> GameState:
    """A game of which these are all the tiles."""
    counts = dict(Counter(f"{laid}{rack}{rival}{bag}"))
    few = replace(crosswords()[ruleset], bag="few", bags={"few": Bag(sum(counts.values()), counts)})
    return game(few, laid=(f"8G {laid}",), racks=(rack, rival), bag=bag)


@pytest.mark.parametrize("mind", LEVELS)
def test_every_level_goes_out_when_it_can(mind: Mind, searcher: Searcher) -> None:
    state = late("ER", "ZĞJ")
    action = chosen(mind, state, searcher)
    assert isinstance(action, Place)
    assert len(action.tiles) == 2


@pytest.mark.parametrize("mind", LEVELS)
def test_every_level_goes_out_even_where_another_play_comes_to_mind_sooner(mind: Mind, searcher: Searcher) -> None:
    state = late("LI", "ZĞJ", laid="MASA")
    seen = sight(state)
    found = searcher.plays(seen.question, TURKISH)
    assert {play.word for play in found if len(play.tiles) == 2} == {"MASALI"}
    assert min(len(play.word) for play in found) < 5
    for number in range(4):
        action = choose(mind, seen, searcher, Draws(f"{number}"), ever)
        assert isinstance(action, Place)
        assert len(action.tiles) == 2


@pytest.mark.parametrize("mind", LEVELS)
def test_no_level_passes_while_a_word_that_it_does_not_know_is_all_that_is_left(mind: Mind, searcher: Searcher) -> None:
    common, full = lexicon("en-common"), lexicon("en")
    state = late("CWVV", "ZJ", laid="MM", ruleset="scrabble-en")
    question = sight(state, full).question
    assert not searcher.plays(question, common)
    assert {play.word for play in searcher.plays(question, full)} == {"CWM"}
    assert isinstance(chosen(mind, state, searcher, full), Place)


@pytest.mark.parametrize("mind", MINDS)
def test_without_a_play_tiles_are_given_back_or_else_it_is_a_pass(mind: Mind, searcher: Searcher) -> None:
    full_bag, small_bag = late("ĞĞĞ", "JJJ", "AEILNRTK", laid="MM"), late("ĞĞĞ", "JJJ", "AE", laid="MM")
    assert chosen(mind, full_bag, searcher) == Exchange(full_bag.players[0].user, tuple("ĞĞĞ"))
    assert chosen(mind, small_bag, searcher) == Pass(small_bag.players[0].user)


def test_exchanges_heed_the_limits_of_the_game(searcher: Searcher) -> None:
    state = midgame(resolve(crosswords()["wordbox-tr"]), TURKISH, searcher, 0)
    assert sight(state).exchangeable == 7
    often = replace(state, players=tuple(replace(player, exchanges=3) for player in state.players))
    assert sight(often).exchangeable == 0
    few = replace(state, bag=state.bag[:6])
    assert sight(few).exchangeable == 0


def test_weaker_levels_keep_to_words_that_people_know(searcher: Searcher) -> None:
    full, common = lexicon("tr"), lexicon("tr-common")
    state = midgame(resolve(crosswords()["kelimelik"]), full, searcher, 4)
    for mind in ("acemi", "kolay"):
        for number in range(5):
            seen = sight(state, full)
            action = choose(mind, seen, searcher, Draws(f"{number}"), ever)
            assert isinstance(action, Place)
            play = next(play for play in searcher.plays(seen.question, full) if play.tiles == action.tiles)
            assert all(word in common for word in words_of(seen.question, play))


def test_longer_and_crossing_words_come_to_mind_more_seldom() -> None:
    for temper in TEMPERS.values():
        assert 0 < temper.crossing < 1
        assert 0 < temper.reach < 1
    eager = [TEMPERS[level].eager for level in ("acemi", "kolay", "orta")]
    assert eager == sorted(eager)


def challenged(words: str, mind: Mind, searcher: Searcher, number: int = 0) -> Action:
    """What a player does about an open play."""
    state = game("scrabble-tr", racks=(words, "ELMATRK"), options={"challenge": "single"})
    state, _ = apply(state, play(state, f"8G {words}"), NOW, bool)
    return choose(mind, sight(state), searcher, Draws(f"{number}"), ever)


def test_a_phony_is_challenged_and_a_word_is_not(searcher: Searcher) -> None:
    for mind in MINDS:
        assert not isinstance(challenged("KALEM", mind, searcher), Challenge)
    for mind in ("iyi", "usta"):
        action = challenged("MELKA", mind, searcher)
        assert isinstance(action, Challenge)
        assert action.words == ("MELKA",)
    noticed = [isinstance(challenged("MELKA", "kolay", searcher, number), Challenge) for number in range(12)]
    assert True in noticed
    assert False in noticed


def test_a_play_that_waits_for_a_challenge_is_counted_as_refilled(searcher: Searcher) -> None:
    state = game("scrabble-tr", racks=("KALEM", "ELMATRK"), bag="AEILNRTKAEI", options={"challenge": "single"})
    state, _ = apply(state, play(state, "8G KALEM"), NOW, bool)
    seen = sight(state)
    assert seen.view.bag == 11
    assert seen.bag == 4
    assert seen.held(0) == 7
    assert seen.exchangeable == 0
    assert isinstance(choose("usta", seen, searcher, Draws("1"), steps(5)), Place)


def test_leaves_decide_between_plays_and_exchanges(searcher: Searcher) -> None:
    state = late("VVVVIIE", "AAAAAAA", "AEILNRTKAEILNRTK")
    worth = Leaves({("E",): 60.0, ("V",): -30.0, ("I",): -30.0}, ())
    [best] = ranked(sight(state), searcher, worth)
    assert best.play is None
    assert Counter(best.given) == Counter("VVVVII")
    [scored] = ranked(sight(state), searcher, Leaves({}, ()))
    assert scored.play is not None


def brute(asked: Asked, rival: tuple[str, ...], searcher: Searcher, *, passed: bool) -> float:
    """What the player on turn wins with the bag empty, by looking at everything (passes lose the own rack)."""
    values = asked.ruleset.values
    follows = Asked(asked.ruleset, asked.cells, rival)
    best = float(points(rival, values) - points(asked.rack, values))
    if not passed:
        best = -brute(follows, asked.rack, searcher, passed=True)
    for found in searcher.plays(asked, TURKISH):
        left = kept(asked.rack, found)
        gain = 2.0 * points(rival, values) if not left else 0.0
        rest = brute(after(asked, found, rival), left, searcher, passed=False) if left else 0.0
        best = max(best, found.score + gain - rest)
    return best


ENDS = [("EJ", "AĞ"), ("AT", "ZA"), ("ÇO", "ĞE"), ("J", "KAP")]


@pytest.mark.parametrize(("rack", "rival"), ENDS)
def test_the_end_of_a_game_of_two_is_solved(rack: str, rival: str, searcher: Searcher) -> None:
    state = late(rack, rival)
    seen = sight(state)
    answer = solved(seen, searcher, ever)
    assert answer.exact
    assert answer.spread == brute(seen.question, tuple(sorted(rival)), searcher, passed=False)
    hurried = solved(seen, searcher, steps(0))
    assert not hurried.exact


def test_usta_plays_what_solves_the_end(searcher: Searcher) -> None:
    state = late("EJ", "AĞ")
    seen = sight(state)
    play = solved(seen, searcher, ever).play
    action = choose("usta", seen, searcher, Draws("1"), ever)
    assert action == (Pass(seen.user) if play is None else Place(seen.user, play.tiles))


class Harmed:
    """A search whose finds score 80 points more on certain boards."""

    def __init__(self, searcher: Searcher, harm: Callable[[Asked], bool]) -> None:
        self._searcher, self._harm = searcher, harm

    def plays(self, question: Asked, lexicon: Words) -> Sequence[Option]:
        return self._searcher.plays(question, lexicon)

    def best(self, question: Asked, lexicon: Words, most: int = 1, leave: Leave | None = None) -> list[Choice]:
        found = self._searcher.best(question, lexicon, most, leave)
        if not self._harm(question):
            return found
        return [
            replace(choice, option=replace(choice.option, score=choice.option.score + 80), value=choice.value + 80)
            for choice in found
        ]


def test_simulation_heeds_what_a_play_opens(searcher: Searcher) -> None:
    state = midgame(resolve(crosswords()["kelimelik"]), TURKISH, searcher, 2)
    seen = sight(state)
    turns = ranked(seen, searcher, None, 6)
    assert len(turns) == 6
    first = after(seen.question, _play(turns[0]), ()).cells
    harmful = Harmed(searcher, lambda asked: asked.cells == first)
    calm = Harmed(searcher, lambda _: False)
    assert simulated(seen, harmful, turns[:2], Draws("1"), steps(12), leaves=None) is turns[1]
    worse = replace(turns[1], equity=turns[1].equity - 60)
    assert simulated(seen, calm, (turns[0], worse), Draws("1"), steps(12), leaves=None) is turns[0]
    assert simulated(seen, searcher, turns, Draws("1"), steps(0), leaves=None) is turns[0]


class Heard:
    """A search that remembers of what and how the best plays were asked."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self.asked: list[tuple[Asked, Leave | None]] = []

    def plays(self, question: Asked, lexicon: Words) -> Sequence[Option]:
        return self._searcher.plays(question, lexicon)

    def best(self, question: Asked, lexicon: Words, most: int = 1, leave: Leave | None = None) -> list[Choice]:
        self.asked.append((question, leave))
        return self._searcher.best(question, lexicon, most, leave)


def test_both_sides_go_on_by_equity_with_the_same_tiles_after_each_candidate(searcher: Searcher) -> None:
    seen, leaves, heard = (
        sight(midgame(resolve(crosswords()["kelimelik"]), TURKISH, searcher, 2)),
        Leaves({("E",): 5.0}, ()),
        Heard(searcher),
    )
    simulated(seen, heard, ranked(seen, searcher, leaves, 2), Draws("1"), steps(2), leaves=leaves)
    racks = [question.rack for question, _ in heard.asked]
    assert len(racks) == 2 * 2 * 2
    assert racks[0] == racks[2] != racks[4] == racks[6]
    assert all(leave is not None and leave(("E",)) == 5.0 for _, leave in heard.asked)


def test_with_few_tiles_in_the_bag_deals_are_played_to_the_end(searcher: Searcher) -> None:
    seen, heard = sight(late("ERAKTL", "ZAĞLER", "T")), Heard(searcher)
    turn = ranked(seen, searcher, None)[0]
    simulated(seen, heard, (turn, replace(turn, equity=turn.equity - 1)), Draws("1"), steps(1), leaves=None)
    assert len(heard.asked) > 2 * 2
    for question, _ in heard.asked:
        assert not Counter(question.rack) - Counter("KALEMERAKTLZAĞLERT")
        assert len(question.rack) + sum(map(bool, question.cells)) <= len("KALEMERAKTLZAĞLERT")


def test_no_time_is_spent_on_what_is_clear(searcher: Searcher) -> None:
    seen, deals = sight(midgame(resolve(crosswords()["kelimelik"]), TURKISH, searcher, 2)), count()
    first = ranked(seen, searcher, None)[0]
    worse = replace(first, equity=first.equity - 14)
    assert simulated(seen, searcher, (first, worse), Draws("1"), lambda: next(deals) >= 0, leaves=None) is first
    assert next(deals) < 20


def _play(turn: Turn) -> Option:
    assert turn.play is not None
    return turn.play


def test_minds_are_levels_and_the_greedy_one() -> None:
    assert set(MINDS) == {*get_args(get_args(Mind)[0]), *get_args(get_args(Mind)[1])}
