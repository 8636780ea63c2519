"""The benches: processes, a real Redis each, real HTTP; figures are compared, never their size."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.bot_process import ForkedProcess, ForkServer
from tools.bench import duplicate, load, moves, pictures, restart, web
from tools.bench.__main__ import MEASUREMENTS, main
from tools.bench.games import prepare_games
from tools.bench.load import compare_moves


@pytest.fixture(scope="module")
def _quick_starts(fork_server: ForkServer) -> Iterator[None]:
    """Games that are made once, and bots that load no module."""

    async def forked(program: str, folder: Path, environment: Mapping[str, str], log: int) -> ForkedProcess:
        return await fork_server.start_process(program, cwd=folder, env=environment, stdout=log, stderr=log)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tools.bench.games._GAME_COUNT", 2)
        games = prepare_games()
        for module in (load, restart, moves, web):
            patch.setattr(module, "prepare_games", lambda: games)
        patch.setattr("tools.fleet.launch.spawn_python", forked)
        yield


def measure(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([arguments[0], "--json", *arguments[1:]]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    return figures


@pytest.mark.repeat
@pytest.mark.usefixtures("_quick_starts")
def test_a_short_run_prints_the_figures_and_ours_is_cheaper(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "_WARM_UP_MOVES", 2)
    monkeypatch.setattr(moves, "_SETTLE_SECONDS", 0.05)
    monkeypatch.setattr(moves, "_CHATS_AT_ONCE", 2)
    figures = measure(capsys, "move", "--moves", "3")
    assert list(figures) == [
        "cpu_ms", "naive_ms", "floor_ms", "ratio", "moves_per_s", "round_trips", "http_calls", "redis_bytes",
    ]  # fmt: skip
    assert 0 < figures["floor_ms"] < figures["cpu_ms"]
    assert figures["moves_per_s"] > 0
    assert 1 < figures["round_trips"] < 20
    assert 2 <= figures["http_calls"] < 3
    assert 1_000 < figures["redis_bytes"] < 8_000
    assert 1 < figures["ratio"] == pytest.approx(figures["naive_ms"] / figures["cpu_ms"], rel=0.02)


@pytest.mark.repeat
@pytest.mark.usefixtures("_quick_starts")
def test_a_round_that_all_answer_at_its_end_counts_each_once_over_two_workers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("_ROUND_SECONDS", 12), ("_OPENING_SECONDS", 1.0), ("_ANSWERING_SECONDS", 2.0)):
        monkeypatch.setattr(duplicate, name, seconds)
    figures = measure(capsys, "duplicate", "--people", "4", "--workers", "2")
    assert [figures[name] for name in ("answers", "wrong", "doubled")] == [4, 0, 0]
    assert figures["public_calls"] <= 3
    assert 0 < figures["floor"]["p50_ms"] < figures["p50_ms"] <= figures["p95_ms"]


@pytest.mark.repeat
@pytest.mark.usefixtures("_quick_starts")
def test_open_pages_are_measured_beside_a_floor(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"_DROP_PAGES": 10, "_WARM_UP_MOVES": 2, "_TYPED_MOVES": 2, "_IDLE_SECONDS": 0.1}.items():
        monkeypatch.setattr(web, name, value)
    assert main(["web", "--json", "--drops", "2", "--pages", "10"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert list(figures) == [
        "drop_ms", "drop_floor_ms", "action_ms", "action_floor_ms", "told_ms", "pages", "mb_before", "mb_with",
        "idle_cpu_percent", "move_ms_alone", "move_ms_with", "round_trips_with",
    ]  # fmt: skip
    assert figures["pages"] == 10
    assert 0 < figures["drop_floor_ms"] < figures["drop_ms"]
    assert 0 < figures["action_floor_ms"] < figures["action_ms"]
    assert min(figures["mb_before"], figures["mb_with"]) > 10


@pytest.mark.parametrize("arguments", ["", "fly", "move --moves 0", "load --burst 26", "load --duplicates 101"])
def test_wrong_arguments_end_with_usage(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: python -m tools.bench")


@pytest.mark.parametrize(
    ("written", "played", "told", "wrong"),
    [
        (3, [0, 1, 2], [0, 1, 2], (0, 0, 0)),
        (3, [1, 0, 2], [1, 0, 2], (1, 0, 0)),
        (3, [0, 1, 2], [0, 2, 1], (1, 0, 0)),
        (3, [0, 2], [0, 2], (0, 1, 0)),
        (3, [0, 1, 2], [0, 1], (0, 1, 0)),
        (3, [0, 1, 1, 2], [0, 1, 2], (0, 0, 1)),
        (3, [0, 1, 2], [0, 1, 2, 0], (0, 0, 1)),
    ],
    ids=["right", "played-out-of-order", "told-out-of-order", "not-played", "not-told", "played-twice", "told-twice"],
)
def test_the_audit_counts_what_was_played_and_what_was_told(
    written: int, played: list[int], told: list[int], wrong: tuple[int, int, int]
) -> None:
    assert tuple(compare_moves([(written, played, told)]).values()) == wrong


def test_pictures_of_every_kind_are_measured_beside_the_naive_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "_GAMES", 1)
    monkeypatch.setattr(pictures, "_COLD_STARTS", 1)
    figures = measure(capsys, "render", "--rounds", "1")
    assert figures.pop("cold_start_ms") > 0
    assert set(figures) == {"board", "own", "klepka"}
    for figure in figures.values():
        assert set(figure) == {"ms", "kb", "naive_ms", "ratio"}
        assert figure["ratio"] > 1
        assert 1 < figure["kb"] < 50


@pytest.mark.repeat
@pytest.mark.usefixtures("_quick_starts")
def test_a_start_on_many_running_clocks_writes_to_none_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    figures = measure(capsys, "restart", "--tables", "10")
    assert list(figures) == ["tables", "ready_s", "first_move_s", "table_writes", "other_writes"]
    assert (figures["tables"], figures["table_writes"]) == (10, 0)
    assert 0 < figures["ready_s"] <= figures["first_move_s"]
    assert figures["other_writes"] <= 400, "by the shards and the time that it takes, and not by the tables"


def test_searches_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.bench.search.GAMES", {"tr": "scrabble-tr"})
    found = measure(capsys, "movegen", "--positions", "2", "--plain", "1")
    assert list(found) == ["tr", "index_mb", "index_s", "best_per_s", "place_p95_ms"]
    assert list(found["tr"]) == ["0", "1", "2"]
    assert all(each.keys() == {"ms", "plain_ms", "ratio"} and each["ratio"] > 1 for each in found["tr"].values())


def test_a_bench_that_sigterm_ends_says_so_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    running: list[str] = []

    async def start_without_end(**_: int) -> None:
        running.append("server")
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.Event().wait()
        finally:
            running.clear()

    monkeypatch.setitem(MEASUREMENTS, "load", ("", start_without_end, {}))
    assert main(["load"]) == 128 + signal.SIGTERM
    assert not running
    assert not capsys.readouterr().out
