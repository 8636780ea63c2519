"""What breaks when, what is committed meanwhile, and what makes a month sound."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import Scope
from tests.support.streams import CHAT, commit_with_notices, set_shard_owner
from tools.simulator.faults import FencingCheck, schedule_faults
from tools.simulator.ledger import Findings, Ledger, TableRecord
from tools.simulator.month import (
    DAYS,
    REQUESTS,
    UNREACHABLE,
    DayFigures,
    Figures,
    MonthReport,
    differences,
)

SCOPE = Scope(CHAT, 7)
SHARD = keys.shard_of(CHAT)
SHORT = 0.2
"""Seconds for which a shard is watched where nothing is to be found."""


async def test_what_was_seized_and_is_committed_to_before_it_is_watched_is_found(redis: Redis) -> None:
    ledger, findings = Ledger(), Findings()
    ledger.records.append(TableRecord(SCOPE, "kelimelik"))
    await set_shard_owner(redis, "a#1")
    await commit_with_notices(redis, SCOPE, 0)
    fence = FencingCheck(redis, ledger, findings)
    seized = await fence.seize_shards([SHARD])
    await commit_with_notices(redis, SCOPE, 1)
    await fence.watch_seized(seized, SHORT)
    assert [found.what for found in findings] == [f"version 2 was committed while shard {SHARD} was nobody's"]


def test_each_kind_comes_once_before_any_comes_again_and_kills_come_first() -> None:
    kinds = {"worker_killed": 20, "telegram": 1, "redis_killed": 1, "disk_full": 1}
    found = list(islice(schedule_faults(kinds, Random(1), (1.0, 5.0)), 404))
    assert {kind for _, kind in found[:2]} == {"worker_killed", "redis_killed"}
    assert {kind for _, kind in found[2:4]} == {"telegram", "disk_full"}
    assert all(pause <= 0.5 for pause, _ in found[:4])
    assert all(1.0 <= pause <= 5.0 for pause, _ in found[4:])
    assert Counter(kind for _, kind in found[4:]).most_common(1)[0][0] == "worker_killed"


SOUND = MonthReport(
    games=3000,
    moves=25_000,
    updates=40_000,
    unfinished=0,
    old_games_played_on=1,
    days=[
        DayFigures(day=day, event="", met=0, games=100 * day, moves=850 * day, memory_mb=130.0, descriptors=24)
        for day in range(1, DAYS + 1)
    ],
    compared=300,
    wrong=[],
    wrong_logs=0,
    warm_moves=6_000,
    seconds=300.0,
)


def with_last_day(report: MonthReport, **figures: object) -> MonthReport:
    *former, before, last = report.days
    return replace(report, days=[*former, replace(before, **figures), replace(last, **figures)])


@pytest.mark.parametrize(
    "report",
    [
        replace(SOUND, unfinished=1),
        replace(SOUND, old_games_played_on=0),
        replace(SOUND, wrong_logs=1),
        replace(SOUND, wrong=["a figure"]),
        with_last_day(SOUND, event="disk_full", met=0),
        with_last_day(SOUND, memory_mb=137.0),
        with_last_day(SOUND, descriptors=37),
    ],
    ids=["unfinished", "upgrade", "logs", "figures", "event", "memory", "descriptors"],
)
def test_a_month_in_which_one_thing_is_wrong_is_not_sound(report: MonthReport) -> None:
    assert SOUND.is_sound
    assert not report.is_sound


def test_what_was_answered_when_the_bot_no_longer_waited_may_be_in_one_count() -> None:
    photo, text = (REQUESTS, "sendPhoto", "ok"), (REQUESTS, "sendMessage", "ok")
    bot: Figures = Counter({photo: 3, (REQUESTS, "sendPhoto", UNREACHABLE): 2, text: 1})
    wrong = [answered for answered in range(1, 8) if differences(bot, Counter({photo: answered, text: 1}))]
    assert wrong == [1, 2, 6, 7]
    assert len(differences(bot, Counter({photo: 3, text: 2}))) == 1
