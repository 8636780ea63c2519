"""Whatever is posted to the webhook is answered at once, and is safe, put aside or refused; over real HTTP."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import BaseTestServer, TestServer
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ingress.intake import MAX_UPDATE_BYTES, UnreadableUpdate, UpdateIntake, read_header, split_updates
from bot.logs import is_own_error
from tests.bot.user_input.test_mutated_input import UPDATE
from tests.support.attacked_bot import check_survives, run_attacked_bot, update_mutations
from tests.support.mutations import catching_only, mutated_document, mutated_json_bytes
from tests.support.scripted_api import Inbox, webhook_of
from tests.support.waiting import PATIENCE

SECRET = "only_Telegram-knows-this"  # noqa: S105 - opens nothing
SOUND = json.dumps(UPDATE).encode()
NUMBERS = range(2**52)


class RecordingInbox(Inbox):
    async def append_update(self, number: int, chat: int, raw: bytes) -> bool:
        assert number in NUMBERS
        assert abs(chat) in NUMBERS
        return await super().append_update(number, chat, raw)

    async def dead_letter_unreadable(self, number: int | None, raw: bytes, reason: str) -> None:
        assert number is None or number in NUMBERS
        await super().dead_letter_unreadable(number, raw, reason)


@asynccontextmanager
async def serve_webhook() -> AsyncIterator[tuple[RecordingInbox, BaseTestServer]]:
    kept = RecordingInbox()
    app = web.Application()
    app.add_routes(webhook_of(UpdateIntake(kept.append_update, kept.dead_letter_unreadable), SECRET).to_routes())
    async with TestServer(app) as server:
        yield kept, server


async def post_bytes(server: BaseTestServer, request: bytes, *, ends: bool = False) -> bytes:
    """What comes back, to its end, for bytes that are sent as they are; ``ends`` closes our half behind them."""
    reader, writer = await asyncio.open_connection(server.host, server.port)
    try:
        writer.write(request)
        if ends:
            writer.write_eof()
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    finally:
        writer.close()


def request_head(*lines: str, secret: str = SECRET) -> bytes:
    told = ("POST /hook HTTP/1.1", "Host: x", "Connection: close", f"X-Telegram-Bot-Api-Secret-Token: {secret}", *lines)
    return "\r\n".join((*told, "", "")).encode()


def request_with_length(body: bytes, *lines: str) -> bytes:
    return request_head(f"Content-Length: {len(body)}", *lines) + body


def request_in_chunks(body: bytes, size: int) -> bytes:
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def response_status(answer: bytes) -> int:
    return int(answer.split(maxsplit=2)[1])


@settings(max_examples=8)
@given(st.lists(mutated_json_bytes(mutated_document(UPDATE)), min_size=1, max_size=5))
def test_every_body_is_stored_or_put_aside(bodies: list[bytes]) -> None:
    async def tried() -> None:
        async with serve_webhook() as (kept, server):
            for body in bodies:
                assert response_status(await post_bytes(server, request_with_length(body))) == 200
            assert len(kept.stored) + len(kept.aside) == len(bodies)

    asyncio.run(tried())


@settings(max_examples=20)
@given(
    mutated_json_bytes(mutated_document([UPDATE, UPDATE])).map(lambda updates: b'{"ok":true,"result":' + updates + b"}")
    | st.binary()
)
def test_an_answer_is_parted_into_updates_of_which_each_stands_alone(answer: bytes) -> None:
    found = catching_only(msgspec.DecodeError)(lambda: split_updates(answer))
    if isinstance(found, list):
        for one in found:
            catching_only(UnreadableUpdate)(lambda: read_header(one))  # noqa: B023 - done at once


ODD = {
    "gzip": (request_with_length(gzip.compress(SOUND), "Content-Encoding: gzip"), {200}),
    "a bomb": (
        request_with_length(gzip.compress(b" " * (64 * MAX_UPDATE_BYTES)), "Content-Encoding: gzip"),
        {200, 413},
    ),
    "no gzip": (request_with_length(SOUND, "Content-Encoding: gzip"), {200, 400}),
    "half a gzip": (request_with_length(gzip.compress(SOUND)[:-9], "Content-Encoding: gzip"), {200, 400}),
    "another type": (request_with_length(SOUND, "Content-Type: multipart/form-data; boundary=x"), {200}),
    "another charset": (request_with_length(SOUND, "Content-Type: application/json; charset=no-such"), {200}),
    "chunks": (request_head("Transfer-Encoding: chunked") + request_in_chunks(SOUND, 7), {200}),
    "broken chunks": (request_head("Transfer-Encoding: chunked") + b"zz\r\n" + SOUND, {400}),
    "two lengths": (request_with_length(SOUND, "Content-Length: 3"), {400}),
    "a length that is none": (request_head("Content-Length: -5") + SOUND, {400}),
    "too long": (request_with_length(b'{"update_id": 5, "x": "' + b"a" * (3 * MAX_UPDATE_BYTES) + b'"}'), {200}),
    "deep": (request_with_length(b'{"update_id": 5, "x": ' + b"[" * 500_000), {200}),
    "numbers": (request_with_length(b'{"update_id": 5, "x": [%s, NaN, 1e999]}' % (b"9" * 9_000)), {200}),
    "twice": (request_with_length(b'{"update_id": 5, "update_id": "x"}'), {200}),
    "no secret": (request_with_length(SOUND).replace(SECRET.encode(), b"guess"), {401}),
    "an odd secret": (request_with_length(SOUND).replace(SECRET.encode(), b"\xff\xfe"), {400, 401}),
}
"""Requests as they go over the wire, and which statuses answer them."""


async def test_an_odd_request_is_answered_and_nobody_waits(caplog: pytest.LogCaptureFixture) -> None:
    # As the log is set up: tests have their own.
    caplog.handler.addFilter(is_own_error)
    async with serve_webhook() as (kept, server):
        for name, (request, statuses) in ODD.items():
            assert response_status(await post_bytes(server, request)) in statuses, name
            assert len(kept.stored) + len(kept.aside) <= 1, name
            assert all(len(data) <= MAX_UPDATE_BYTES + 1 for _, data in kept.aside), name
            assert response_status(await post_bytes(server, request_with_length(SOUND))) == 200, name
            assert kept.stored[-1][:2] == (7, -1001), name
            kept.stored.clear()
            kept.aside.clear()
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_a_request_that_is_cut_off_or_slow_keeps_nobody_waiting() -> None:
    async with serve_webhook() as (kept, server):
        slow = asyncio.create_task(post_bytes(server, request_head(f"Content-Length: {len(SOUND)}") + SOUND[:9]))
        await post_bytes(server, request_head(f"Content-Length: {len(SOUND)}") + SOUND[:20], ends=True)
        assert response_status(await post_bytes(server, request_with_length(SOUND))) == 200
        assert [number for number, *_ in kept.stored] == [7]
        assert not slow.done()
        slow.cancel()


async def test_mutated_updates_of_all_kinds_are_survived(
    redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_attacked_bot(redis_url, tmp_path) as attacked:
        await check_survives(attacked, update_mutations(attacked, Random("some dozens")), 40, caplog)
