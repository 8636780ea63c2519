"""The benches: processes, a real Redis each, real HTTP; figures are compared, never their size."""

import json
from collections.abc import Iterator

import pytest

from tools.bench import duplicate, load, moves, pictures, restart, web
from tools.bench.__main__ import main
from tools.bench.games import Match
from tools.bench.load import compare_moves

pytestmark = pytest.mark.usefixtures("forked_workers")

WRONG = ("out_of_order", "lost", "doubled", "refusals")


@pytest.fixture(scope="module", autouse=True)
def _reuse_games(games: list[Match]) -> Iterator[None]:
    """Games that are made once."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (load, restart, moves, web):
            patch.setattr(module, "prepare_games", lambda: games)
        yield


def test_a_short_run_prints_the_figures_and_ours_is_cheaper(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "_WARM_UP_MOVES", 4)
    monkeypatch.setattr(moves, "_SETTLE_SECONDS", 0.05)
    assert main(["move", "--json", "--moves", "4"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert list(figures) == [
        "cpu_ms", "naive_ms", "floor_ms", "ratio", "moves_per_s", "round_trips", "http_calls", "redis_bytes",
    ]  # fmt: skip
    assert 0 < figures["floor_ms"] < figures["cpu_ms"]
    assert figures["moves_per_s"] > 0
    assert 1 < figures["round_trips"] < 20
    assert 2 <= figures["http_calls"] < 3
    assert 1_000 < figures["redis_bytes"] < 8_000
    assert figures["ratio"] > 1
    assert figures["ratio"] == pytest.approx(figures["naive_ms"] / figures["cpu_ms"], rel=0.02)


def run_load(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, float]:
    """What a short run prints; nothing is wrong in it."""
    assert main(["load", "--json", *arguments]) == 0
    figures: dict[str, float] = json.loads(capsys.readouterr().out)
    assert {name: figures[name] for name in WRONG} == dict.fromkeys(WRONG, 0)
    return figures


def test_chats_that_move_at_once_lose_and_double_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    figures = run_load(capsys, "--chats", "8")
    assert list(figures) == [
        "moves_per_s", "cpu_ms", "round_trips", "p50_ms", "p95_ms", "p99_ms", "out_of_order", "lost", "doubled",
        "redis_kb_per_game", "rss_mb", "refusals",
    ]  # fmt: skip
    assert figures["moves_per_s"] > 0
    assert figures["cpu_ms"] > 0
    assert 0 < figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"]
    assert figures["redis_kb_per_game"] > 1
    assert figures["rss_mb"] > 10


def test_quick_moves_over_two_workers_of_which_many_come_twice_are_in_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run_load(capsys, "--chats", "6", "--workers", "2", "--burst", "5", "--duplicates", "20")


def test_a_round_that_all_answer_at_its_end_counts_each_once_over_two_workers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duplicate, "_ROUND_SECONDS", 30)
    monkeypatch.setattr(duplicate, "_OPENING_SECONDS", 1.0)
    assert main(["duplicate", "--json", "--people", "6", "--workers", "2"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {name: figures[name] for name in ("answers", "wrong", "doubled")} == {"answers": 6, "wrong": 0, "doubled": 0}
    assert figures["public_calls"] <= 3
    assert 0 < figures["floor"]["p50_ms"] < figures["p50_ms"] <= figures["p95_ms"]


def test_open_pages_are_measured_beside_a_floor(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"_DROP_PAGES": 12, "_WARM_UP_MOVES": 5, "_TYPED_MOVES": 5, "_IDLE_SECONDS": 0.1}.items():
        monkeypatch.setattr(web, name, value)
    assert main(["web", "--json", "--drops", "5", "--pages", "20"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert list(figures) == [
        "drop_ms", "drop_floor_ms", "action_ms", "action_floor_ms", "told_ms", "pages", "mb_before", "mb_with",
        "idle_cpu_percent", "move_ms_alone", "move_ms_with", "round_trips_with",
    ]  # fmt: skip
    assert figures["pages"] == 20
    assert 0 < figures["drop_floor_ms"] < figures["drop_ms"]
    assert 0 < figures["action_floor_ms"] < figures["action_ms"]
    assert min(figures["mb_before"], figures["mb_with"]) > 10


@pytest.mark.parametrize(
    "arguments",
    [[], ["fly"], ["move", "--moves", "0"], ["load", "--burst", "26"], ["load", "--duplicates", "101"]],
)
def test_wrong_arguments_end_with_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
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
    assert main(["render", "--json", "--rounds", "1"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.pop("cold_start_ms") > 0
    assert set(figures) == {"board", "own", "klepka"}
    for figure in figures.values():
        assert set(figure) == {"ms", "kb", "naive_ms", "ratio"}
        assert figure["ratio"] > 1
        assert 1 < figure["kb"] < 50


def test_a_start_on_many_running_clocks_writes_to_none_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restart", "--json", "--tables", "40"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"tables", "ready_s", "first_move_s", "table_writes", "other_writes"}
    assert (figures["tables"], figures["table_writes"]) == (40, 0)
    assert 0 < figures["ready_s"] <= figures["first_move_s"]
    # By the shards and the time that it takes, and not by the tables.
    assert figures["other_writes"] <= 400


def test_searches_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.bench.search.GAMES", {"tr": "scrabble-tr"})
    assert main(["movegen", "--json", "--positions", "2", "--plain", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.keys() == {"tr", "index_mb", "index_s", "best_per_s", "place_p95_ms"}
    assert found["tr"].keys() == {"0", "1", "2"}
    assert all(each.keys() == {"ms", "plain_ms", "ratio"} for each in found["tr"].values())
    assert all(each["ratio"] > 1 for each in found["tr"].values())
    assert found["best_per_s"] > 0
