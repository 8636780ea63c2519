"""The benches: processes, a real Redis each, real HTTP; figures are compared, never their size."""

import argparse
import asyncio
import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bot.bench import load, main, pictures, restarts, runs
from bot.bench.audit import Wrong, compared
from bot.bench.crowd import Crowd
from bot.bench.matches import PEOPLE, Match, Move, deck, one_by_one, side_by_side
from bot.cli import main as harfiyen
from bot.families.crossword import samples
from bot.fleet.account import Account
from bot.fleet.calls import Call
from bot.fleet.processes import cpu_seconds
from tests.support.patience import PATIENCE
from tests.support.warm import Forked, Warm

WRONG = ("out_of_order", "lost", "doubled", "refusals")


@pytest.fixture(scope="module")
def games() -> list[Match]:
    return deck()


@pytest.fixture(scope="module", autouse=True)
def _at_hand(warm: Warm, games: list[Match]) -> Iterator[None]:
    """Games that are made once, and bots that load no module."""

    async def forked(program: str, folder: Path, environment: Mapping[str, str], log: int) -> Forked:
        return await warm.start(program, cwd=folder, env=environment, stdout=log, stderr=log)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.fleet.processes.spawned", forked)
        for module in (load, restarts, runs):
            patch.setattr(module, "deck", lambda: games)
        yield


def test_a_short_run_prints_the_figures_and_ours_is_cheaper(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_WARM_UP_MOVES", 4)
    monkeypatch.setattr(runs, "_SETTLE_SECONDS", 0.05)
    assert main(argparse.Namespace(kind="move", moves=4, json=True)) == 0
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


def loaded(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, float]:
    """What a short run prints; nothing is wrong in it."""
    assert harfiyen(["bench", "load", "--json", *arguments]) == 0
    figures: dict[str, float] = json.loads(capsys.readouterr().out)
    assert {name: figures[name] for name in WRONG} == dict.fromkeys(WRONG, 0)
    return figures


def test_chats_that_move_at_once_lose_and_double_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    figures = loaded(capsys, "--chats", "8", "--at-once", "4", "--polls")
    assert list(figures) == [
        "moves_per_s", "cpu_ms", "p50_ms", "p95_ms", "p99_ms", "out_of_order", "lost", "doubled",
        "redis_kb_per_game", "rss_mb", "refusals",
    ]  # fmt: skip
    assert figures["moves_per_s"] > 0
    assert figures["cpu_ms"] > 0
    assert 0 < figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"]
    assert figures["redis_kb_per_game"] > 1
    assert figures["rss_mb"] > 10


def test_quick_moves_of_which_many_come_twice_count_once_and_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    loaded(capsys, "--chats", "4", "--burst", "5", "--duplicates", "50")


def test_quick_moves_over_two_workers_of_which_many_come_twice_are_in_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    loaded(capsys, "--chats", "6", "--workers", "2", "--burst", "5", "--duplicates", "20")


def test_one_worker_alone_may_fetch_updates() -> None:
    assert harfiyen(["bench", "load", "--polls", "--workers", "2"]) == 2


@pytest.mark.parametrize(
    ("written", "played", "told", "wrong"),
    [
        (3, [0, 1, 2], [0, 1, 2], Wrong(out_of_order=0, lost=0, doubled=0)),
        (3, [1, 0, 2], [1, 0, 2], Wrong(out_of_order=1, lost=0, doubled=0)),
        (3, [0, 1, 2], [0, 2, 1], Wrong(out_of_order=1, lost=0, doubled=0)),
        (3, [0, 2], [0, 2], Wrong(out_of_order=0, lost=1, doubled=0)),
        (3, [0, 1, 2], [0, 1], Wrong(out_of_order=0, lost=1, doubled=0)),
        (3, [0, 1, 1, 2], [0, 1, 2], Wrong(out_of_order=0, lost=0, doubled=1)),
        (3, [0, 1, 2], [0, 1, 2, 0], Wrong(out_of_order=0, lost=0, doubled=1)),
    ],
    ids=["right", "played-out-of-order", "told-out-of-order", "not-played", "not-told", "played-twice", "told-twice"],
)
def test_the_audit_counts_what_was_played_and_what_was_told(
    written: int, played: list[int], told: list[int], wrong: Wrong
) -> None:
    assert compared([(written, played, told)]) == wrong


async def test_a_chat_that_is_answered_with_words_writes_on(games: list[Match]) -> None:
    account = Account(1)
    (match,) = side_by_side(games, 2, 1, -100)
    crowd = Crowd(account, [match])
    playing = asyncio.create_task(crowd.play(1))
    for number, (move, method) in enumerate(zip(match.moves, ("sendMessage", "sendPhoto"), strict=True), start=1):
        (update,) = await account.polls.read(number, None, 10)
        assert update["message"]["text"] == move.text
        text = "Sıra sende değil." if method == "sendMessage" else told_of(move)
        given = {"chat_id": match.chat, "text": text}
        call = Call(worker="w1", method=method, parameters=given, at=time.perf_counter())
        account.journal.add(call, 200, {"message_id": number})
    async with asyncio.timeout(PATIENCE):
        await playing
    (chat,) = crowd.chats
    assert (chat.refusals, chat.told, len(chat.waits)) == (1, [1], 1)


def told_of(move: Move) -> str:
    """The line of a caption that tells of a move."""
    _, cell, way, word = move.text.split(" ")
    return f"<b>\u2068{PEOPLE[move.user].name}\u2069</b> {cell} {way} <b>{word}</b>: <b>8</b> puan"


def test_pictures_of_every_kind_are_measured_beside_the_naive_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argparse.Namespace(kind="render", rounds=1, json=True)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.pop("cold_start_ms") > 0
    assert set(figures) == {"board", "own", "klepka"}
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


def test_the_games_are_the_same_in_every_run(games: list[Match]) -> None:
    assert deck() == games


def test_whole_games_and_the_start_of_a_last_one_make_up_the_moves_that_were_asked_for(games: list[Match]) -> None:
    matches = list(one_by_one(games, 60, -100))
    assert sum(len(match.moves) for match in matches) == 60
    assert [match.chat for match in matches] == [-100, -101, -102]
    assert [match.opening for match in matches] == [game.opening for game in games[:3]]


def test_side_by_side_every_group_has_the_same_number_of_moves(games: list[Match]) -> None:
    matches = side_by_side(games, 60, 16, -100)
    assert [len(match.moves) for match in matches] == [4] * 16
    assert len({match.chat for match in matches}) == 16


def test_the_clock_of_a_process_counts_the_work_it_does() -> None:
    before = cpu_seconds(os.getpid())
    sum(range(1_000_000))
    assert cpu_seconds(os.getpid()) > before


def test_searches_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.bench.movegen.GAMES", {"tr": "scrabble-tr"})
    assert harfiyen(["bench", "movegen", "--json", "--positions", "2", "--plain", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.keys() == {"tr", "index_mb", "index_s", "best_per_s"}
    assert found["tr"].keys() == {"0", "1", "2"}
    assert all(each.keys() == {"ms", "plain_ms", "ratio"} for each in found["tr"].values())
    assert all(each["ratio"] > 1 for each in found["tr"].values())
    assert found["best_per_s"] > 0
