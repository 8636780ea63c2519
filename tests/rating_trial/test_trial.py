"""The trial that chose the model of ratings: what it measures, on which games, and what follows."""

from itertools import combinations
from math import log
from pathlib import Path

import pytest

from engine.computer_ids import LEVELS
from tools.rating_trial.__main__ import main
from tools.rating_trial.comparison import (
    LIBRARY,
    MODELS,
    NORMAL_LIBRARY,
    SHIPPED,
    Comparison,
    Loss,
    compare_models,
    is_library_better,
)
from tools.rating_trial.models import places_of
from tools.rating_trial.play_computers import new_contest, play_game
from tools.rating_trial.results import COMPUTER_GAMES, Game, read_groups, write_groups
from tools.rating_trial.simulated_groups import simulate_groups

DECISION = Path(__file__).resolve().parents[2] / "docs" / "decisions" / "0029-ratings.md"
GAME: Game = (("ada", 300), ("bea", 200), ("cem", 200))


class Prophet:
    """Is sure to nine tenths that names come in the order of places, and notes what it learns."""

    learned: list[Game]

    def __init__(self) -> None:
        self.learned = []

    def win_chance(self, player: str, other: str) -> float:
        return 0.9 if player < other else 0.1

    def learn_game(self, game: Game) -> None:
        self.learned.append(game)


def test_the_loss_is_the_mean_over_pairs_and_a_tie_is_half_of_each() -> None:
    found = compare_models([(GAME,)], {"prophet": Prophet})
    won, tied = -log(0.9), -(log(0.9) + log(0.1)) / 2
    assert found.losses["prophet"].raw == pytest.approx((won + won + tied) / 3)
    assert (found.groups, found.games, found.pairs, found.ties) == (1, 1, 3, 1)


def test_calibrated_it_does_not_matter_how_sure_a_model_says_to_be() -> None:
    """Of four pairs three come as it says, which it is then sure of to three quarters."""
    won, lost = (("ada", 2), ("bea", 1)), (("ada", 1), ("bea", 2))
    loss = compare_models([(won, won, won, lost)], {"prophet": Prophet}).losses["prophet"]
    assert loss.calibrated == pytest.approx(-(3 * log(0.75) + log(0.25)) / 4)
    assert loss.raw > loss.calibrated + 0.05


def test_each_group_begins_with_a_model_that_knows_nobody() -> None:
    made: list[Prophet] = []

    def new_model() -> Prophet:
        made.append(Prophet())
        return made[-1]

    compare_models([(GAME, GAME), (GAME,)], {"prophet": new_model})
    assert [model.learned for model in made] == [[GAME, GAME], [GAME]]


def test_without_games_there_is_no_loss() -> None:
    with pytest.raises(ValueError, match="no pair"):
        compare_models([()])


@pytest.mark.parametrize(
    ("library", "normal", "calibrated", "better"),
    [
        (0.5, 0.5, 0.5, False),
        (0.409, 0.5, 0.5, True),
        (0.5, 0.407, 0.5, True),
        (0.5, 0.5, 0.30, True),
        (0.409, 0.409, 0.31, True),
        (0.41, 0.41, 0.31, False),
    ],
)
def test_the_library_ships_if_it_loses_a_fiftieth_more_at_most(
    library: float, normal: float, calibrated: float, *, better: bool
) -> None:
    """In the way that suits it best."""
    losses = {SHIPPED: Loss(0.401, 0.3), LIBRARY: Loss(library, calibrated), NORMAL_LIBRARY: Loss(normal, calibrated)}
    assert is_library_better(Comparison(1, 1, 1, 0, losses)) is better


@pytest.mark.parametrize("name", MODELS)
def test_chances_of_a_pair_are_one_together_and_follow_the_games(name: str) -> None:
    model = MODELS[name]()
    assert model.win_chance("ada", "bea") == 0.5
    for _ in range(10):
        model.learn_game(GAME)
    assert model.win_chance("ada", "bea") + model.win_chance("bea", "ada") == pytest.approx(1)
    assert model.win_chance("bea", "cem") == pytest.approx(0.5)
    assert name == "coin" or model.win_chance("ada", "bea") > 0.6


def test_equal_scores_share_a_place() -> None:
    assert places_of((("ada", 200), ("bea", 300), ("cem", 200), ("eli", 100))) == [2, 1, 2, 4]


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    groups = [(GAME, GAME[:2]), (GAME,)]
    write_groups(tmp_path / "games.txt", "made by hand", groups)
    assert read_groups(tmp_path / "games.txt") == groups


def test_simulated_groups_are_the_same_each_time_and_have_ties() -> None:
    groups = simulate_groups(3, "seed")
    assert simulate_groups(3, "seed") == groups
    assert groups[0] != groups[1]
    assert {len({player for game in group for player, _ in game}) for group in groups} == {12}
    found = compare_models(groups, {})
    assert 0.01 < found.ties / found.pairs < 0.04


def test_every_level_plays_every_other_one_in_the_kept_games() -> None:
    groups = read_groups(COMPUTER_GAMES)
    assert [len(group) for group in groups] == [100] * 6
    games = [[player.split("-")[0] for player, _ in game] for group in groups for game in group]
    assert {len(game) for game in games} == {2, 3, 4}
    met = {frozenset(pair) for game in games for pair in combinations(game, 2)}
    assert met == {frozenset((first, second)) for first in LEVELS for second in LEVELS}


def test_a_game_of_computers_is_the_same_each_time() -> None:
    contest = new_contest()
    game = play_game(contest, "ratings:2")
    assert play_game(contest, "ratings:2") == game
    assert play_game(contest, "ratings:3") != game
    assert all(player.split("-")[0] in LEVELS for player, _ in game)


def test_the_decision_shows_what_the_command_finds(capsys: pytest.CaptureFixture[str]) -> None:
    status = main()
    groups, table, verdict = capsys.readouterr().out.strip().split("\n\n")
    decision = DECISION.read_text("utf-8")
    assert groups in decision
    assert table in decision
    assert (status, verdict.split(". ")[1]) == (0, "Glicko with margins stays.")
