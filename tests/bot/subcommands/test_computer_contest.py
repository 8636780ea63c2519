"""``harfiyen simulate --players A B``: what it says, and what it cannot do."""

import json

import pytest

from bot.cli import main
from bot.subcommands.simulate import first_ruleset_id, measure_strength


def test_two_computer_players_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--language", "tr", "--players", "kolay", "acemi", "--pairs", "3", "--seed", "ş"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["ruleset"], found["players"]) == (first_ruleset_id("tr"), ["kolay", "acemi"])
    assert (found["pairs"], found["games"]) == (3, 6)
    assert found["wins"] + found["draws"] + found["losses"] == 6
    low, high = found["spread_interval"]
    assert low <= found["spread"] <= high
    own, other = found["average"]
    assert own - other == pytest.approx(found["spread"], abs=0.02)
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{found['ruleset']}: kolay against acemi, 3 pairs of games\n")
    assert f"average  {own:.1f} to {other:.1f} points" in told


def test_players_of_klepka_are_measured_too(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "simulate --ruleset klepka --option deck=quick --players usta acemi --pairs 2 --json"
    assert main(asked.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["wins"]) == (4, 4)
    assert main(asked.replace("acemi", "greedy").split()) == 2
    assert "--players greedy: the computer players of klepka are acemi, kolay, " in capsys.readouterr().err


def test_who_minds_what_is_kept_is_ahead_of_who_counts_points_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--language", "tr", "--players", "iyi", "greedy", "--pairs", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["spread"] > 20


def test_intervals_are_of_pairs() -> None:
    pairs = [((300, 200), (300, 200)), ((300, 200), (200, 300)), ((250, 250), (200, 300)), ((300, 200), (300, 200))]
    found = measure_strength("kelimelik", "1", ("iyi", "greedy"), pairs)
    assert (found.wins, found.draws, found.losses) == (5, 1, 2)
    # The means of the pairs are 1, 0.5, 0.25 and 1: their standard deviation is 0.375.
    assert found.win_rate == 0.6875
    assert found.win_rate_interval == (0.32, 1.0)
    assert found.spread == 37.5
    assert found.spread_interval == (-36.0, 111.0)
    assert found.average == (268.75, 231.25)
    alone = measure_strength("kelimelik", "1", ("iyi", "greedy"), pairs[:1])
    assert (alone.win_rate_interval, alone.spread_interval) == (None, None)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("--ruleset kelimelik --players iyi", "--players: it takes a number, or two computer players"),
        ("--ruleset kelimelik --players iyi usta orta", "--players: it takes a number, or two computer players"),
        (
            "--ruleset kelimelik --players iyi strong",
            "--players strong: the computer players of kelimelik are greedy, ",
        ),
        ("--ruleset kelimelik --players strong", "'strong' is no number from 1 on, and no computer player (greedy, "),
        (
            "--ruleset kelimelik --players iyi usta --gcg games",
            "--gcg, --proofs: games of computer players are counted",
        ),
    ],
)
def test_it_says_what_it_cannot_do(arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *arguments.split()]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", ["", "--language tr --ruleset kelimelik", "--language de", "--language tr --think 90"]
)
def test_it_wants_one_game_and_a_bearable_time(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", *arguments.split()])
    assert capsys.readouterr().err
