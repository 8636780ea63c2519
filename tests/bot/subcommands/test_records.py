"""``harfiyen records rebuild``: what is derived is told apart from what the records give, and derived anew."""

import json

import pytest
from redis.asyncio import Redis

from bot.config import SETTINGS
from bot.records.projection import Projection, Rebuilder
from bot.store import keys
from bot.store.records import RecordStore
from bot.store.server_checks import SCHEMA
from engine.figures import month_name
from engine.game_record import encode_record
from tests.support.command_line import run_command
from tests.support.records import BEGUN, derived_data, sample_record, store_samples

CHAT, OTHER = -100777, -100778


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch, redis_url: str) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("REDIS_URL", redis_url)


@pytest.fixture
async def derived(redis: Redis) -> Redis:
    await redis.set(keys.schema(), SCHEMA)
    for chat, count in ((CHAT, 130), (OTHER, 3)):
        await store_samples(redis, chat, range(count))
        await Projection(RecordStore(redis)).catch_up(chat)
    return redis


async def test_figures_derived_step_by_step_are_a_rebuild_s(derived: Redis, capsys: pytest.CaptureFixture[str]) -> None:
    before = await derived_data(derived, CHAT)
    assert await run_command("records", "rebuild", "--check") == 0
    assert await run_command("records", "rebuild") == 0
    assert await derived_data(derived, CHAT) == before
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "figures of 2 chats from 133 records are compared; 0 differences",
        "figures of 2 chats from 133 records are derived anew; 0 differences",
    ]


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    ("harm", "named"),
    [
        ("standings", ["standings 1"]),
        ("effects", ["effects 7"]),
        ("more effects", ["effects 130"]),
        ("figures", ["figures ever 2"]),
        ("user", ["figures s0 99"]),
        ("period", ["figures s9"]),
        ("record", ["effects 0"]),
    ],
)
async def test_each_differing_part_is_named_and_mended(
    derived: Redis, capsys: pytest.CaptureFixture[str], harm: str, named: list[str]
) -> None:
    before = await derived_data(derived, CHAT)
    match harm:
        case "standings":
            await derived.hset(keys.standings(CHAT), "1", "other")
        case "effects":
            await derived.lset(keys.record_effects(CHAT), 7, "other")
        case "more effects":
            await derived.rpush(keys.record_effects(CHAT), "other")
        case "figures":
            await derived.hdel(keys.figures(CHAT, "ever"), "2")
        case "user":
            await derived.hset(keys.figures(CHAT, "s0"), "99", "other")
        case "period":
            await derived.hset(keys.figures(CHAT, "s9"), "1", "other")
        case _:
            await derived.lpop(keys.records(CHAT))
            await derived.lpush(keys.records(CHAT), encode_record(sample_record(500)))
    harmed = {key: await derived.dump(key) for key in await derived.keys("*")}
    assert await run_command("records", "rebuild", "--check", "--json") == 1
    assert {key: await derived.dump(key) for key in await derived.keys("*")} == harmed, "a check changes nothing"
    document = json.loads(capsys.readouterr().out)
    assert (document["chats"], document["records"]) == (2, 133)
    [differing] = document["differing"]
    assert differing["chat"] == CHAT
    assert set(named) <= set(differing["named"])
    assert await run_command("records", "rebuild", "--chat", str(CHAT)) == 0
    assert f"chat {CHAT}: " in capsys.readouterr().out
    assert await run_command("records", "rebuild", "--check") == 0
    if harm != "record":
        assert await derived_data(derived, CHAT) == before


async def test_records_that_are_not_counted_yet_are_no_difference(derived: Redis) -> None:
    await store_samples(derived, CHAT, [130])
    assert await run_command("records", "rebuild", "--check", "--chat", str(CHAT)) == 0


async def test_a_month_whose_figures_are_gone_in_time_is_left_out_and_no_other(derived: Redis) -> None:
    month = month_name(BEGUN)
    await derived.delete(keys.figures(CHAT, month))
    store, days = RecordStore(derived), 86_400
    soon, late = Rebuilder(store, BEGUN + 90 * days), Rebuilder(store, BEGUN + 130 * days)
    assert (await soon.compare_chat(CHAT)).differences == (f"figures {month} 1", f"figures {month} 2")
    assert (await late.compare_chat(CHAT)).differences == ()


async def test_a_game_counted_meanwhile_counts_once(derived: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    listed, late = RecordStore.list_derived_keys, [5_000]

    async def listed_before(store: RecordStore, chat: int) -> list[str]:
        found = await listed(store, chat)
        if late:
            await store_samples(derived, chat, [late.pop()])
            await Projection(store).catch_up(chat)
        return found

    monkeypatch.setattr(RecordStore, "list_derived_keys", listed_before)
    await RecordStore(derived).restart_derivation(CHAT)
    await Projection(RecordStore(derived)).catch_up(CHAT)
    assert late == []
    assert (await Rebuilder(RecordStore(derived), BEGUN).compare_chat(CHAT)).differences == ()
