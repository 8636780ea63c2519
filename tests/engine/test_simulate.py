"""Simulated games: the same for the same seed, legal to the end, and of every ending."""

import pytest

from engine.clock import Reminded
from engine.crossword.actions import Exchange, Pass, Place, Surrender
from engine.crossword.events import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    PlayChallenged,
    PlayerForfeited,
    PlayerRetired,
    PlayWithdrawn,
    PointsAdjusted,
    TileExchanged,
    TurnLost,
    TurnPassed,
    WindowClosed,
)
from engine.crossword.simulate import HABITS, Habits, random_move, simulate
from engine.crossword.tiles import census
from engine.errors import Refusal
from engine.lexicon import lexicon
from engine.rng import Draws
from engine.rulesets import crosswords, resolve
from tests.support.games import game


def test_a_seed_and_a_number_name_one_game() -> None:
    rules, words = resolve(crosswords()["scrabble-en"]), lexicon("en")
    first, again = (simulate(rules, 2, "s", 1, words) for _ in range(2))
    assert first == again
    assert simulate(rules, 2, "s", 2, words).state.cells != first.state.cells
    assert simulate(rules, 2, "t", 1, words).state.cells != first.state.cells


@pytest.mark.parametrize(
    ("ruleset", "players", "run"),
    [("kelimelik", 2, "passes"), ("scrabble-tr", 4, "scoreless"), ("scrabble-en", 3, "scoreless")],
)
def test_games_of_every_ending_keep_every_tile(ruleset: str, players: int, run: str) -> None:
    rules = resolve(crosswords()[ruleset])
    words = lexicon(rules.lexicon)
    endings: set[str] = set()
    for number in range(1, 60):
        state = simulate(rules, players, "endings", number, words).state
        assert state.outcome is not None
        endings.add(state.outcome.reason)
        assert census(state.bag, [player.rack for player in state.players], state.cells) == rules.counts
        if endings >= {"out", run, "surrender"}:
            break
    assert endings >= {"out", run, "surrender"}


@pytest.mark.parametrize(
    ("ruleset", "players", "options", "told"),
    [
        (
            "tournament-en",
            3,
            {},
            {WindowClosed, PlayChallenged, PlayWithdrawn, PointsAdjusted, Reminded, TurnPassed},
        ),
        ("scrabble-tr", 3, {"challenge": "double", "clock": "bank"}, {TurnLost, PlayWithdrawn, PlayerForfeited}),
        ("wordbox-en", 3, {}, {PlayerRetired, DrawOffered, DrawDeclined, DrawAccepted, TileExchanged}),
    ],
)
def test_players_challenge_dream_and_offer_draws_where_the_table_lets_them(
    ruleset: str, players: int, options: dict[str, str], told: set[type]
) -> None:
    rules = resolve(crosswords()[ruleset], options)
    words = lexicon(rules.lexicon)
    missing = set(told)
    for number in range(1, 60):
        game = simulate(rules, players, "more", number, words)
        state = game.state
        assert state.outcome is not None
        assert census(state.bag, [player.rack for player in state.players], state.cells) == rules.counts
        missing -= {type(event) for event in game.events}
        if not missing:
            break
    assert not missing


def test_tables_of_the_wrong_size_are_refused() -> None:
    with pytest.raises(Refusal, match="table_full"):
        simulate(resolve(crosswords()["kelimelik"]), 3, "s", 1, lexicon("tr"))
    with pytest.raises(Refusal, match="too_few_players"):
        simulate(resolve(crosswords()["kelimelik"]), 1, "s", 1, lexicon("tr"))


@pytest.mark.parametrize(
    ("habits", "kind"),
    [
        (Habits(passing=1000), Pass),
        (Habits(exchanging=1000), Exchange),
        (Habits(surrendering=1000), Surrender),
        (Habits(), Place),
    ],
)
def test_habits_decide_what_a_player_does(habits: Habits, kind: type) -> None:
    state = game(laid=["8G CAB"], racks=["AEINRST", "AEINRST"])
    assert isinstance(random_move(state, Draws("1"), lexicon("en"), habits)[0], kind)


def test_who_cannot_play_exchanges_or_else_passes() -> None:
    stuck = game(laid=["8G CAB"], racks=["QJ", "A"])
    assert isinstance(random_move(stuck, Draws("1"), lexicon("en"), Habits())[0], Exchange)
    dry = game(laid=["8G CAB"], racks=["QJ", "A"], bag="EEEEEE")
    assert isinstance(random_move(dry, Draws("1"), lexicon("en"), Habits())[0], Pass)


def test_every_habit_leaves_turns_for_playing() -> None:
    assert all(habit.passing + habit.exchanging + habit.surrendering < 1000 for habit in HABITS)
