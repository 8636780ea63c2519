"""Dead letters: listed without what people wrote, and tried again, while the bot runs or not."""

import json
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.inbox import DeadLetterId, DeadLetters, Inbox
from bot.store.keys import Scope
from bot.store.server_checks import SCHEMA
from bot.store.streams import InboxEntry, Outbox
from tests.support.command_line import run_command
from tests.support.streams import OwnedShards, read_new_entries

CHAT = -1001234567890
SHARD = keys.shard_of(CHAT)
PRIVATE = "nobody's business"


def update(number: int = 7, text: str = PRIVATE, **more: Any) -> bytes:
    message = {"message_id": 1, "chat": {"id": CHAT, "type": "group"}, "text": text}
    return json.dumps({"update_id": number, "message": message, **more}).encode()


async def add_dead_letter(redis: Redis, raw: bytes, reason: str = "KeyError: 'x'", number: int = 7) -> DeadLetterId:
    await Inbox(redis).dead_letter(InboxEntry(SHARD, "1-0", number, raw, 3), reason)
    return (await DeadLetters(redis).list_letters())[-1].id


@pytest.fixture
async def redis_url_setting(settings: pytest.MonkeyPatch, redis: Redis, redis_url: str) -> None:
    await redis.set(keys.schema(), SCHEMA)
    settings.setenv("REDIS_URL", redis_url)


@pytest.mark.usefixtures("redis_url_setting")
async def test_each_is_listed_without_what_people_wrote(redis: Redis, capsys: pytest.CaptureFixture[str]) -> None:
    letter = await add_dead_letter(redis, update(), f"ValueError: invalid literal: '{PRIVATE}'")
    assert await run_command("inbox") == 0
    first, second, last = capsys.readouterr().out.splitlines()
    assert first == f"{letter}  {letter.created_at:%Y-%m-%d %H:%M:%S}  update 7, message in chat {CHAT}"
    assert second == "    ValueError: invalid literal: …"
    assert last == "1 update dead-lettered in the last week."


@pytest.mark.usefixtures("redis_url_setting")
async def test_what_people_wrote_is_shown_on_request(redis: Redis, capsys: pytest.CaptureFixture[str]) -> None:
    letter = await add_dead_letter(redis, update(), f"ValueError: '{PRIVATE}'")
    assert await run_command("inbox", "--json", "--texts") == 0
    [shown] = json.loads(capsys.readouterr().out)["given_up"]
    assert (shown["id"], shown["chat"], shown["kind"]) == (str(letter), CHAT, "message")
    assert (shown["update"], shown["deliveries"]) == ("7", "3")
    assert PRIVATE in shown["reason"]
    assert json.loads(shown["text"]) == json.loads(update())


@pytest.mark.parametrize(
    ("raw", "kind", "chat"),
    [
        (update(), "message", CHAT),
        (b'{"update_id":1,"callback_query":{"message":{"chat":{"id":-5}}}}', "callback_query", -5),
        (b'{"\\u001b[2J":1}', "", None),
        (b"\xff\x00", "", None),
        (b"[" * 100_000, "", None),
    ],
    ids=["message", "tap", "steering", "bytes", "deep"],
)
@pytest.mark.usefixtures("redis_url_setting")
async def test_no_content_of_a_letter_ends_the_list(
    redis: Redis, capsys: pytest.CaptureFixture[str], raw: bytes, kind: str, chat: int | None
) -> None:
    await add_dead_letter(redis, raw)
    assert await run_command("inbox", "--json") == 0
    [shown] = json.loads(capsys.readouterr().out)["given_up"]
    assert (shown["kind"], shown["chat"], shown["text"]) == (kind, chat, None)


@pytest.mark.usefixtures("redis_url_setting")
async def test_one_is_replayed_once(redis: Redis, capsys: pytest.CaptureFixture[str]) -> None:
    await add_dead_letter(redis, update(6), number=6)
    letter = await add_dead_letter(redis, update(7), number=7)
    assert await run_command("inbox", "replay", str(letter)) == 0
    assert await run_command("inbox", "replay", str(letter)) == 1
    assert f"{letter}: no dead letter has that ID" in capsys.readouterr().err
    [entry] = await read_new_entries(Inbox(redis))
    assert (entry.shard, entry.update_id, entry.raw, entry.deliveries) == (SHARD, 7, update(7), 1)
    assert [each.update for each in await DeadLetters(redis).list_letters()] == ["6"]


@pytest.mark.parametrize("fields", [{"update": b"7"}, {"raw": b"{}"}, {"raw": b"{}", "update": b"None"}])
@pytest.mark.usefixtures("redis_url_setting")
async def test_what_is_no_update_is_not_replayed(
    redis: Redis, capsys: pytest.CaptureFixture[str], fields: dict[Any, Any]
) -> None:
    await redis.xadd(keys.dead_letters(0), fields)
    [letter] = await DeadLetters(redis).list_letters()
    assert await run_command("inbox", "replay", str(letter.id)) == 1
    assert "it can never be handled" in capsys.readouterr().err
    assert (await redis.xlen(keys.inbox(0)), await redis.xlen(keys.dead_letters(0))) == (0, 1)


@pytest.mark.parametrize("name", ["", "1-0", "64:1-0", "1:x", "0:1-0; FLUSHALL"])
async def test_what_is_no_id_is_said_to_be_none(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        await run_command("inbox", "replay", name)
    assert caught.value.code == 2
    assert "is no ID of a dead letter" in capsys.readouterr().err


@pytest.mark.usefixtures("settings")
async def test_it_works_beside_a_bot_and_without_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = EmbeddedRedis(tmp_path / "data-playground")
    await server.start()
    async with connect(server.url) as client:
        await client.set(keys.schema(), SCHEMA)
        await add_dead_letter(client, update(8), number=8)
        assert await run_command("inbox") == 0
        pid = server.pid
        await client.ping()
    assert server.pid == pid
    await server.stop()
    assert await run_command("inbox") == 0
    assert capsys.readouterr().out.count(f"update 8, message in chat {CHAT}") == 2
    await server.start()  # nobody has the directory any more
    await server.stop()


async def test_no_redis_is_one_sentence(settings: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    settings.setattr("bot.store.client._RETRY_SECONDS", 0.0)
    settings.setenv("REDIS_URL", "redis://:very-secret@127.0.0.1:1/0")
    assert await run_command("inbox") == 2
    said = capsys.readouterr().err
    assert said.startswith("harfiyen: Redis cannot be reached")
    assert "very-secret" not in said


@pytest.mark.usefixtures("redis_url_setting")
async def test_a_notice_is_listed_and_goes_back_to_its_stream(redis: Redis, capsys: pytest.CaptureFixture[str]) -> None:
    scope = Scope(CHAT, 3)
    await redis.xadd(keys.outbox(SHARD), {"scope": str(scope), "payload": PRIVATE})
    [entry] = await read_new_entries(Outbox(redis))
    await Outbox(redis).dead_letter(entry, f"KeyError: '{PRIVATE}'")
    assert not await redis.xlen(keys.outbox(SHARD))
    assert await run_command("inbox") == 0
    said = capsys.readouterr().out
    assert f"notice in chat {CHAT}" in said
    assert "1 notice dead-lettered in the last week." in said
    assert PRIVATE not in said
    [letter] = await DeadLetters(redis).list_letters()
    assert await run_command("inbox", "replay", str(letter.id)) == 0
    [again] = await read_new_entries(Outbox(redis))
    assert (again.scope, again.payload) == (scope, PRIVATE.encode())
    assert await run_command("inbox", "replay", str(letter.id)) == 1


async def test_a_notice_that_is_anothers_to_tell_stays(redis: Redis) -> None:
    await redis.xadd(keys.outbox(SHARD), {"scope": str(CHAT), "payload": "x"})
    [entry] = await read_new_entries(Outbox(redis))
    await redis.set(keys.shard_owner(SHARD), "other#1")
    shards = OwnedShards({SHARD: "mine#1"})
    await Outbox(redis, shards).dead_letter(entry, "reason")
    assert await redis.xlen(keys.outbox(SHARD)) == 1
    assert not await DeadLetters(redis).list_letters()
