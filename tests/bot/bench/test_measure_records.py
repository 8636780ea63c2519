"""The bench of records: a small run finds no difference, and one that is there is counted."""

import json

import pytest

from bot.bench.measure_records import count_differences, make_records
from bot.cli import main as harfiyen
from engine.game_record import GameRecord, SeasonBegun, decode_record, encode_record


def test_a_short_run_prints_the_figures_and_finds_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert harfiyen(["bench", "records", "--players", "30", "--games", "300", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert list(figures) == ["differences", "top_ms", "stats_ms", "bytes_per_game", "memory_mb"]
    assert figures["differences"] == 0
    assert figures["stats_ms"] > 0
    assert figures["top_ms"] > 0
    assert 100 < figures["bytes_per_game"] < 400
    assert 0 < figures["memory_mb"] < 10


def test_what_moving_takes_of_the_server_is_measured_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert harfiyen(["bench", "records", "--players", "30", "--games", "300", "--moving", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert list(figures)[5:] == ["moving"]
    assert list(figures["moving"]) == ["backup", "restore", "supergroup", "deriving", "rewriting"]
    for work, longest in figures["moving"].items():
        assert 0 <= longest["script_ms"] <= longest["request_ms"], work
        assert longest["request_ms"] > 0, work
    for work in ("backup", "supergroup", "deriving", "rewriting"):
        assert figures["moving"][work]["script_ms"] > 0


def test_a_short_run_tells_people_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert harfiyen(["bench", "records", "--players", "5", "--games", "60"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("60 games of one group: ")
    assert ": 0 differences; " in said
    assert "half of the scripts take " in said


def test_what_differs_or_is_in_one_only_is_counted() -> None:
    assert count_differences({"a": b"1", "b": b"2"}, {"a": b"1", "b": b"3", "c": b"4"}) == 2
    assert count_differences({"a": b"1"}, {"a": b"1"}) == 0


def test_games_are_the_same_each_time_and_of_all_kinds() -> None:
    games = list(make_records(50, 21_000))
    assert games[:200] == list(make_records(50, 200))
    records = [one for one in games if isinstance(one, GameRecord)]
    assert [one for one in games if isinstance(one, SeasonBegun)] == [SeasonBegun(1, records[20_000].ended)]
    assert {user.user for one in records for user in one.players if user.user > 0} == set(
        range(100_000_000, 100_000_050)
    )
    for wanted in ({True}, {False}):
        assert {one.has_computers for one in records} > wanted
        assert {one.counts for one in records} > wanted
    assert {len(one.players) for one in records if not one.has_computers} == {1, 2, 3, 4} - {1}
    assert decode_record(encode_record(records[0])) == records[0]
