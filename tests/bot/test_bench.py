"""The benches: real processes, a real Redis each, real HTTP; figures are compared, never their size."""

import argparse
import json
import os

import pytest

from bot.bench import main, pictures, runs
from bot.bench.matches import deck, one_by_one, side_by_side
from bot.families.crossword import samples
from bot.fleet.processes import cpu_seconds


def test_a_short_run_prints_the_seven_figures_and_ours_is_cheaper(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_WARM_UP_MOVES", 4)
    assert main(argparse.Namespace(kind="move", moves=4, json=True)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"cpu_ms", "naive_ms", "ratio", "moves_per_s", "round_trips", "http_calls", "redis_bytes"}
    assert figures["cpu_ms"] > 0
    assert figures["moves_per_s"] > 0
    assert 1 < figures["round_trips"] < 20
    assert 2 <= figures["http_calls"] < 3
    assert 1_000 < figures["redis_bytes"] < 8_000
    assert figures["ratio"] > 1
    assert figures["ratio"] == pytest.approx(figures["naive_ms"] / figures["cpu_ms"], rel=0.02)


def test_chats_that_move_at_once_lose_and_double_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argparse.Namespace(kind="load", chats=8, json=True)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert list(figures) == [
        "moves_per_s", "cpu_ms", "p50_ms", "p95_ms", "p99_ms", "out_of_order", "lost", "doubled",
    ]  # fmt: skip
    assert (figures["out_of_order"], figures["lost"], figures["doubled"]) == (0, 0, 0)
    assert figures["moves_per_s"] > 0
    assert figures["cpu_ms"] > 0
    assert 0 < figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"]


def test_pictures_of_every_kind_are_measured_beside_the_naive_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argparse.Namespace(kind="render", rounds=1, json=True)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.pop("cold_start_ms") > 0
    assert set(figures) == {"board", "rack", "klepka"}
    for figure in figures.values():
        assert set(figure) == {"ms", "kb", "naive_ms", "ratio"}
        assert figure["ratio"] > 1
        assert 1 < figure["kb"] < 50


def test_a_start_on_many_running_clocks_writes_to_none_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argparse.Namespace(kind="restart", tables=40, json=True)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"tables", "ready_s", "first_move_s", "table_writes", "other_writes"}
    assert (figures["tables"], figures["table_writes"]) == (40, 0)
    assert 0 < figures["ready_s"] <= figures["first_move_s"]
    # By the shards and the time that it takes, and not by the tables.
    assert figures["other_writes"] <= 400


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
