"""The bench of moves: real processes, a real Redis each, real HTTP; figures are compared, never their size."""

import argparse
import json
import os

import pytest

from bot import samples
from bot.bench import main, pictures
from bot.bench.matches import deck, one_by_one, side_by_side
from bot.bench.runs import cpu_seconds


def test_a_short_run_prints_the_four_figures_and_ours_is_cheaper(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argparse.Namespace(kind="move", moves=4, json=True)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"cpu_ms", "naive_ms", "ratio", "moves_per_s"}
    assert figures["cpu_ms"] > 0
    assert figures["moves_per_s"] > 0
    assert figures["ratio"] > 1
    assert figures["ratio"] == pytest.approx(figures["naive_ms"] / figures["cpu_ms"], rel=0.02)


def test_pictures_of_every_kind_are_measured_beside_the_naive_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argparse.Namespace(kind="render", rounds=1, json=True)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.pop("cold_start_ms") > 0
    assert set(figures) == {"board", "rack", "klepka"}
    for figure in figures.values():
        assert set(figure) == {"ms", "kb", "naive_ms", "ratio"}
        assert figure["ratio"] > 1
        assert 1 < figure["kb"] < 50


def test_the_measured_boards_are_those_of_a_late_game() -> None:
    state = samples.board(samples.turns("kelimelik", ("Ayşe", "Mehmet"), clock="none"), pictures.TILES)
    assert pictures.TILES <= sum(map(bool, state.cells)) < pictures.TILES + 7


def test_the_games_are_the_same_in_every_run() -> None:
    assert deck() == deck()


def test_whole_games_and_the_start_of_a_last_one_make_up_the_moves_that_were_asked_for() -> None:
    games = deck()
    matches = list(one_by_one(games, 60, -100))
    assert sum(len(match.moves) for match in matches) == 60
    assert [match.chat for match in matches] == [-100, -101, -102]
    assert [match.opening for match in matches] == [game.opening for game in games[:3]]


def test_side_by_side_every_group_has_the_same_number_of_moves() -> None:
    matches = side_by_side(deck(), 60, 16, -100)
    assert [len(match.moves) for match in matches] == [4] * 16
    assert len({match.chat for match in matches}) == 16


def test_the_clock_of_a_process_counts_the_work_it_does() -> None:
    before = cpu_seconds(os.getpid())
    sum(range(1_000_000))
    assert cpu_seconds(os.getpid()) > before
