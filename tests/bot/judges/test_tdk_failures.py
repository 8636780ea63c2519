"""The live dictionary when it is wrong, slow, down, garbled or huge."""

import asyncio
import gzip
import socket
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from aiohttp import web
from redis.asyncio import Redis

from tests.support.tdk_service import (
    DEFAULT_LIMITS,
    VALID_FINDING,
    MakeTdk,
    SecondsClock,
    TdkService,
    asking,
    clock,
    html_json_response,
    knows_no_word,
    loop_time,
    service,
    tdk_entry,
    time_advancer,
)
from tests.support.timers import LoopTime

__all__ = ["asking", "clock", "loop_time", "service"]


async def test_one_failure_is_mended_by_the_retry(service: TdkService, asking: MakeTdk) -> None:
    service.responses.append(web.Response(status=503))
    tdk = asking()
    assert await tdk.find_words(["KALEM"], knows_no_word) == {"KALEM": VALID_FINDING}
    assert service.asked_words == ["kalem", "kalem"]
    assert tdk.breaker.state == "closed"


@pytest.mark.parametrize(
    ("answer", "calls"),
    [
        (lambda: web.Response(status=500, text="oops"), 2),
        (lambda: web.Response(status=404, text="no such page"), 1),
        (lambda: web.Response(status=429, headers={"Retry-After": "3600"}), 1),
        (lambda: web.Response(status=302, headers={"Location": "/elsewhere"}), 1),
        (lambda: web.Response(status=301, headers={"Location": "http://127.0.0.1:1/"}), 1),
        (lambda: web.Response(status=204), 1),
        (lambda: web.Response(text="<!DOCTYPE html><p>Bakımdayız", content_type="text/html"), 1),
        (lambda: web.Response(text='[{"madde": "kal', content_type="application/json"), 1),
        (lambda: web.Response(body=b"\xff\xfe\x00"), 1),
        (lambda: html_json_response({"error": "SQLSTATE[HY000]"}), 1),
        (lambda: html_json_response([tdk_entry("kalem", "x" * 30_000)]), 1),
        (
            lambda: web.Response(
                body=gzip.compress(b" " * 50_000_000), headers={"Content-Encoding": "gzip"}, content_type="text/html"
            ),
            1,
        ),
        (lambda: web.Response(body=b"not gzip", headers={"Content-Encoding": "gzip"}), 2),
    ],
    ids=[
        "500",
        "404",
        "429",
        "302",
        "301 elsewhere",
        "204",
        "html",
        "cut short",
        "no text",
        "another error",
        "huge",
        "a bomb",
        "wrongly packed",
    ],
)
async def test_a_wrong_answer_is_no_answer_and_never_kept(
    service: TdkService, asking: MakeTdk, redis: Redis, answer: Callable[[], web.Response], calls: int
) -> None:
    service.responses.extend(answer() for _ in range(calls))
    found = await asking().find_words(["KALEM"], knows_no_word)
    assert found == {}
    assert len(service.asked_words) == calls
    assert set(service.paths) == {"/gts"}
    assert await redis.dbsize() == 0


async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.close()


async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"\x00\x01SSH-2.0 hello\r\n\r\n")
    writer.close()


async def stop_half_way(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n[{")
    writer.close()


@pytest.mark.parametrize("handler", [hang_up, babble, stop_half_way])
async def test_a_server_that_speaks_no_http_is_no_answer(
    asking: MakeTdk, handler: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
) -> None:
    server = await asyncio.start_server(handler, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        found = await asking(url=f"http://127.0.0.1:{port}/gts").find_words(["KALEM"], knows_no_word)
    assert found == {}


async def test_a_service_that_is_down_is_no_answer_at_once(asking: MakeTdk) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        tdk = asking(url=f"http://127.0.0.1:{closed.getsockname()[1]}/gts")
        found = await tdk.find_words(["KALEM"], knows_no_word)
    assert found == {}


async def test_words_that_were_answered_count_though_others_hang(
    service: TdkService, asking: MakeTdk, loop_time: LoopTime, redis: Redis
) -> None:
    service.hang_words = {"ışık"}
    service.on_hang = time_advancer(loop_time, DEFAULT_LIMITS.attempt_seconds, redis)
    found = await asking(limits=DEFAULT_LIMITS).find_words(["IŞIK", "KALEM"], knows_no_word)
    assert found == {"KALEM": VALID_FINDING}


async def test_the_whole_time_bounds_all_words_together(
    service: TdkService, asking: MakeTdk, loop_time: LoopTime
) -> None:
    service.is_hanging = True
    service.on_hang = time_advancer(loop_time, DEFAULT_LIMITS.max_seconds)
    found = await asking(limits=replace(DEFAULT_LIMITS, attempt_seconds=30.0)).find_words(
        ["KALEM", "IŞIK"], knows_no_word
    )
    assert found == {}


async def test_a_failing_service_is_left_alone_and_then_probed_once(
    service: TdkService, asking: MakeTdk, clock: SecondsClock
) -> None:
    service.failing_status = 500
    tdk = asking()
    for _ in range(5):
        await tdk.find_words(["KALEM"], knows_no_word)
    assert len(service.asked_words) == 3

    clock.now += 30
    await tdk.find_words(["KALEM", "IŞIK"], knows_no_word)
    assert len(service.asked_words) == 4

    service.failing_status = None
    clock.now += 30
    assert await tdk.find_words(["KALEM"], knows_no_word) == {"KALEM": VALID_FINDING}
    assert tdk.breaker.state == "closed"


async def test_a_probe_that_the_whole_time_cuts_short_leaves_the_breaker_usable(
    service: TdkService, asking: MakeTdk, clock: SecondsClock, loop_time: LoopTime
) -> None:
    service.on_hang = time_advancer(loop_time, DEFAULT_LIMITS.max_seconds)
    tdk = asking(limits=replace(DEFAULT_LIMITS, attempt_seconds=5.0))
    for _ in range(3):
        tdk.breaker.record_failure()
    clock.now += 30
    service.is_hanging = True
    await tdk.find_words(["KALEM"], knows_no_word)
    service.is_hanging = False
    clock.now += 29
    assert await tdk.find_words(["IŞIK"], knows_no_word) == {}
    clock.now += 1
    assert "IŞIK" in await tdk.find_words(["IŞIK"], knows_no_word)
