"""What is written as GCG is read by the rules of other programs, as the game that was played."""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.crossword.actions import Placement
from engine.crossword.events import (
    Event,
    GameEnded,
    GameStarted,
    PlayerRetired,
    PointsAdjusted,
    TilesDrawn,
    TilesPlaced,
    TurnLost,
    TurnPassed,
)
from engine.crossword.gcg import read_gcg, write_gcg
from engine.crossword.gcg_replay import replay_gcg
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import SimulatedGame, simulate_game
from engine.crossword.view import FinalScore, Outcome, WordScore
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset
from tests.support.gcg_samples import ForeignGame, ForeignGcgError, read_by_quackle, read_by_woogles

ENGLISH = resolve_ruleset(crossword_rulesets()["scrabble-en"])
OPTIONS = (
    "", "challenge single", "challenge double", "challenge five", "challenge double clock 25min", "clock bank",
    "ex swap", "hints 5",
)  # fmt: skip


def resolve(ruleset: str, options: str) -> Ruleset:
    """A ruleset with those of the options that it has."""
    words = options.split()
    known = crossword_rulesets()[ruleset].options()
    chosen = {
        name: value
        for name, value in zip(words[::2], words[1::2], strict=True)
        if name in known and value in known[name].values
    }
    return resolve_ruleset(crossword_rulesets()[ruleset], chosen)


def written(ruleset: Ruleset, game: SimulatedGame, names: list[str]) -> bytes:
    return write_gcg(ruleset, names, game.events, seed=game.state.draws.seed, title="A game").encode()


def assert_same_game(found: ForeignGame, game: SimulatedGame) -> None:
    assert list(found.totals.values()) == [player.score for player in game.state.players]
    assert found.word_letters == sum(bool(cell) for cell in game.state.cells)


def takes_points(event: Event) -> bool:
    """Whether a failed challenge took points, for which Woogles has no line."""
    return isinstance(event, PointsAdjusted) and event.points < 0


@settings(max_examples=4, phases=(Phase.generate,))  # to shrink a game is to play it a thousand times
@given(
    ruleset=st.sampled_from(sorted(crossword_rulesets())),
    number=st.integers(1, 10_000),
    options=st.sampled_from(OPTIONS),
    names=st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=4, max_size=4),
    players=st.integers(2, 4),
)
def test_games_of_every_ruleset_are_read(
    ruleset: str, number: int, options: str, names: list[str], players: int
) -> None:
    rules = resolve(ruleset, options)
    players = min(players, rules.players.most)
    game = simulate_game(rules, players, "elsewhere", number, load_lexicon(rules.lexicon))
    data = written(rules, game, names[:players])
    assert_same_game(read_by_quackle(data), game)
    if players == 2 and not any(takes_points(event) for event in game.events):
        assert_same_game(read_by_woogles(data), game)


def draw(seat: int, rack: str) -> TilesDrawn:
    return TilesDrawn(seat, len(rack), tuple(rack))


def laid(seat: int, rack: str, word: str, score: int, row: int = 8) -> TilesPlaced:
    cells = [f"{column}{row}" for column in "HIJKLMN"[: len(word)]]
    tiles = tuple(Placement(cell, tile) for cell, tile in zip(cells, word, strict=True))
    return TilesPlaced(seat, tiles, (WordScore(word, score, tuple(cells)),), 0, 0, score, tuple(rack), seat + 1)


def both(players: list[str], *events: Event, ruleset: Ruleset = ENGLISH) -> str:
    text = write_gcg(ruleset, players, events)
    assert read_by_woogles(text.encode()) == read_by_quackle(text.encode())
    return text


def test_a_lost_turn_and_the_points_of_a_challenge_have_the_rack_that_was_held_then() -> None:
    text = both(
        ["a", "b"],
        draw(0, "ABCDEFG"),
        draw(1, "HIJKLMN"),
        laid(0, "ABCDEFG", "BAD", 12),
        draw(0, "OPQ"),
        PointsAdjusted(0, 5),
        TurnLost(1),
        TurnPassed(0, tuple("CEFGOPQ")),
    )
    assert ">a: CEFGOPQ (challenge) +5 17\n" in text
    assert ">b: HIJKLMN - +0 0\n" in text


def test_who_takes_no_more_turns_passes_for_others_and_not_for_us() -> None:
    events = (
        GameStarted((1, 2), (), None),
        draw(0, "ABCDEFG"),
        draw(1, "HIJKLMN"),
        laid(0, "ABCDEFG", "BAD", 12),
        PlayerRetired(1),
        TurnPassed(0, tuple("CEFG")),
        TurnPassed(0, tuple("CEFG")),
    )
    text = both(["a", "b"], *events)
    assert text.count(">b: HIJKLMN - +0 0\n") == 2
    found = replay_gcg(read_gcg(text.encode(), ENGLISH))
    assert (found.problems, found.mismatches, found.position.turns) == ((), (), 3)
    with pytest.raises(ForeignGcgError, match="it is the turn of b"):
        read_by_quackle(text.replace(">b: HIJKLMN - +0 0\n", "").encode())


def test_the_price_of_hints_is_time_to_others() -> None:
    finals = (FinalScore(0, 1, -6, 0, ("A",), hint_points=-6), FinalScore(1, 1, 0, 0, ("B",)))
    text = both(["a", "b"], draw(0, "A"), draw(1, "B"), GameEnded(Outcome("passes", (1,), finals), ""))
    assert text.endswith("#note harfiyen hint a\n>a: A (time) -6 -6\n")
    assert [record.reason for record in read_gcg(text.encode(), ENGLISH).records if hasattr(record, "reason")] == [
        "hint"
    ]


def test_an_apostrophe_is_a_letter() -> None:
    rules = resolve_ruleset(crossword_rulesets()["wordbox-uk"])
    text = both(["a", "b"], draw(0, "'М"), laid(0, "'М", "М'М", 9), ruleset=rules)
    assert ">a: МʼM" not in text
    assert " 8H МʼМ +9 9" in text
    assert replay_gcg(read_gcg(text.encode(), rules)).position.cells.count("'") == 1
