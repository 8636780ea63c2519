"""The benches: processes, a real Redis each, real HTTP; figures are compared, never their size."""

import argparse
import asyncio
import json
import os
import time
from collections.abc import Iterator

import pytest

from bot.bench import measure_load, measure_moves, measure_pictures, measure_restart
from bot.bench.command_line import run_bench
from bot.bench.fleet.bot_account import BotAccount
from bot.bench.fleet.worker_process import cpu_seconds
from bot.bench.load_audit import LoadErrors, compare_moves
from bot.bench.load_chats import LoadChats
from bot.bench.prepared_games import (
    PEOPLE_BY_USER,
    Match,
    TypedMove,
    prepare_games,
    split_into_matches,
    spread_over_groups,
)
from bot.cli import main as harfiyen
from bot.families.crossword import sample_boards
from bot.playground.bot_api.calls import ApiCall
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("forked_workers")

WRONG = ("out_of_order", "lost", "doubled", "refusals")


@pytest.fixture(scope="module", autouse=True)
def _reuse_games(games: list[Match]) -> Iterator[None]:
    """Games that are made once."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (measure_load, measure_restart, measure_moves):
            patch.setattr(module, "prepare_games", lambda: games)
        yield


def test_a_short_run_prints_the_figures_and_ours_is_cheaper(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure_moves, "_WARM_UP_MOVES", 4)
    monkeypatch.setattr(measure_moves, "_SETTLE_SECONDS", 0.05)
    assert run_bench(argparse.Namespace(kind="move", moves=4, json=True)) == 0
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
    assert harfiyen(["bench", "load", "--json", *arguments]) == 0
    figures: dict[str, float] = json.loads(capsys.readouterr().out)
    assert {name: figures[name] for name in WRONG} == dict.fromkeys(WRONG, 0)
    return figures


def test_chats_that_move_at_once_lose_and_double_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    figures = run_load(capsys, "--chats", "8", "--at-once", "4", "--polls")
    assert list(figures) == [
        "moves_per_s", "cpu_ms", "round_trips", "p50_ms", "p95_ms", "p99_ms", "out_of_order", "lost", "doubled",
        "redis_kb_per_game", "rss_mb", "refusals",
    ]  # fmt: skip
    assert figures["moves_per_s"] > 0
    assert figures["cpu_ms"] > 0
    assert 0 < figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"]
    assert figures["redis_kb_per_game"] > 1
    assert figures["rss_mb"] > 10


def test_quick_moves_of_which_many_come_twice_count_once_and_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    run_load(capsys, "--chats", "4", "--burst", "5", "--duplicates", "50")


def test_quick_moves_over_two_workers_of_which_many_come_twice_are_in_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run_load(capsys, "--chats", "6", "--workers", "2", "--burst", "5", "--duplicates", "20")


def test_several_tables_of_a_chat_at_once_lose_and_double_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    run_load(capsys, "--chats", "2", "--tables-per-chat", "3", "--duplicates", "50")


def test_tables_of_a_chat_play_games_of_their_own_and_say_which_they_are(games: list[Match]) -> None:
    matches = spread_over_groups(games, 12, 2, -100, 3)
    assert [(match.chat, match.table) for match in matches] == [
        (-100, 1), (-100, 2), (-100, 3), (-101, 1), (-101, 2), (-101, 3),
    ]  # fmt: skip
    assert all(len({match.opening.secret for match in matches if match.chat == chat}) == 3 for chat in (-100, -101))
    assert all(move.text.startswith(f"/oyna #{match.table} ") for match in matches for move in match.moves)
    (alone,) = spread_over_groups(games, 2, 1, -100)
    assert not any("#" in move.text for move in alone.moves)


def test_one_worker_alone_may_fetch_updates() -> None:
    assert harfiyen(["bench", "load", "--polls", "--workers", "2"]) == 2


@pytest.mark.parametrize(
    ("written", "played", "told", "wrong"),
    [
        (3, [0, 1, 2], [0, 1, 2], LoadErrors(out_of_order=0, lost=0, doubled=0)),
        (3, [1, 0, 2], [1, 0, 2], LoadErrors(out_of_order=1, lost=0, doubled=0)),
        (3, [0, 1, 2], [0, 2, 1], LoadErrors(out_of_order=1, lost=0, doubled=0)),
        (3, [0, 2], [0, 2], LoadErrors(out_of_order=0, lost=1, doubled=0)),
        (3, [0, 1, 2], [0, 1], LoadErrors(out_of_order=0, lost=1, doubled=0)),
        (3, [0, 1, 1, 2], [0, 1, 2], LoadErrors(out_of_order=0, lost=0, doubled=1)),
        (3, [0, 1, 2], [0, 1, 2, 0], LoadErrors(out_of_order=0, lost=0, doubled=1)),
    ],
    ids=["right", "played-out-of-order", "told-out-of-order", "not-played", "not-told", "played-twice", "told-twice"],
)
def test_the_audit_counts_what_was_played_and_what_was_told(
    written: int, played: list[int], told: list[int], wrong: LoadErrors
) -> None:
    assert compare_moves([(written, played, told)]) == wrong


async def test_a_chat_that_is_answered_with_words_writes_on(games: list[Match]) -> None:
    account = BotAccount(1)
    (match,) = spread_over_groups(games, 2, 1, -100)
    crowd = LoadChats(account, [match])
    playing = asyncio.create_task(crowd.play_all(1))
    for number, (move, method) in enumerate(zip(match.moves, ("sendMessage", "sendPhoto"), strict=True), start=1):
        (update,) = await account.updates.read_updates(number, 100, 10)
        assert update["message"]["text"] == move.text
        text = "Sıra sende değil." if method == "sendMessage" else caption_line(move)
        given = {"chat_id": match.chat, "text": text}
        call = ApiCall(worker="w1", method=method, parameters=given, received_at=time.perf_counter())
        account.journal.record_call(call, {}, 200, {"message_id": number}, is_carried_out=True)
    async with asyncio.timeout(PATIENCE):
        await playing
    (chat,) = crowd.tables
    assert (chat.refusal_count, chat.announced_moves, len(chat.waits)) == (1, [1], 1)


def caption_line(move: TypedMove) -> str:
    """The line of a caption that tells of a move."""
    _, cell, way, word = move.text.split(" ")
    return f"<b>\u2068{PEOPLE_BY_USER[move.user].name}\u2069</b> {cell} {way} <b>{word}</b>: <b>8</b> puan"


def test_pictures_of_every_kind_are_measured_beside_the_naive_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure_pictures, "_GAMES", 1)
    monkeypatch.setattr(measure_pictures, "_COLD_STARTS", 1)
    assert run_bench(argparse.Namespace(kind="render", rounds=1, json=True)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.pop("cold_start_ms") > 0
    assert set(figures) == {"board", "own", "klepka"}
    for figure in figures.values():
        assert set(figure) == {"ms", "kb", "naive_ms", "ratio"}
        assert figure["ratio"] > 1
        assert 1 < figure["kb"] < 50


def test_a_start_on_many_running_clocks_writes_to_none_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bench(argparse.Namespace(kind="restart", tables=40, json=True)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"tables", "ready_s", "first_move_s", "table_writes", "other_writes"}
    assert (figures["tables"], figures["table_writes"]) == (40, 0)
    assert 0 < figures["ready_s"] <= figures["first_move_s"]
    # By the shards and the time that it takes, and not by the tables.
    assert figures["other_writes"] <= 400


def test_the_measured_boards_are_those_of_a_late_game() -> None:
    state = sample_boards.first_state_with_tiles(
        sample_boards.play_sample_game("kelimelik", ("Ayşe", "Mehmet"), clock="none"), measure_pictures.TILES_ON_BOARD
    )
    assert measure_pictures.TILES_ON_BOARD <= sum(map(bool, state.cells)) < measure_pictures.TILES_ON_BOARD + 7


def test_the_games_are_the_same_in_every_run(games: list[Match]) -> None:
    assert prepare_games() == games


def test_whole_games_and_the_start_of_a_last_one_make_up_the_moves_that_were_asked_for(games: list[Match]) -> None:
    matches = list(split_into_matches(games, 60, -100))
    assert sum(len(match.moves) for match in matches) == 60
    assert [match.chat for match in matches] == [-100, -101, -102]
    assert [match.opening for match in matches] == [game.opening for game in games[:3]]


def test_side_by_side_every_group_has_the_same_number_of_moves(games: list[Match]) -> None:
    matches = spread_over_groups(games, 60, 16, -100)
    assert [len(match.moves) for match in matches] == [4] * 16
    assert len({match.chat for match in matches}) == 16


def test_the_clock_of_a_process_counts_the_work_it_does() -> None:
    before = cpu_seconds(os.getpid())
    sum(range(1_000_000))
    assert cpu_seconds(os.getpid()) > before


def test_searches_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.bench.measure_search.GAMES", {"tr": "scrabble-tr"})
    assert harfiyen(["bench", "movegen", "--json", "--positions", "2", "--plain", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.keys() == {"tr", "index_mb", "index_s", "best_per_s"}
    assert found["tr"].keys() == {"0", "1", "2"}
    assert all(each.keys() == {"ms", "plain_ms", "ratio"} for each in found["tr"].values())
    assert all(each["ratio"] > 1 for each in found["tr"].values())
    assert found["best_per_s"] > 0
