"""The live dictionary over real HTTP and real Redis: right, slow, wrong, down, garbled and huge."""

import asyncio
import gzip
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from aiohttp import web
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from bot.judges.cache import INVALID_SECONDS, VALID_SECONDS, word_key
from bot.judges.entries import Finding
from bot.judges.tdk import Limits, Tdk
from tests.support.tdk import TdkDouble, entry, said

LIMITS = Limits(answer_bytes=20_000)
KALEM = entry("kalem", "Yazma aracı")
VALID = Finding(valid=True, meaning="Yazma aracı")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def service() -> AsyncIterator[TdkDouble]:
    async with TdkDouble({"kalem": [KALEM], "ışık": [entry("ışık", "Aydınlık")]}) as double:
        yield double


@pytest.fixture
def clock() -> Clock:
    return Clock()


Asking = Callable[..., Tdk]


@pytest.fixture
async def asking(service: TdkDouble, redis: Redis, clock: Clock) -> AsyncIterator[Asking]:
    async with AsyncExitStack() as stack:

        def make(url: str = "", limits: Limits = LIMITS, client: Redis = redis) -> Tdk:
            tdk = Tdk(url or service.url, client, limits, clock=clock, pause=lambda: 0.0)
            stack.push_async_callback(tdk.close)
            return tdk

        yield make


def nothing(word: str) -> bool:
    del word
    return False


def everything(word: str) -> bool:
    return bool(word)


async def test_words_are_asked_in_lower_case_and_found_or_not(service: TdkDouble, asking: Asking) -> None:
    found = await asking().find(["KALEM", "IŞIK", "QALIM"], nothing)
    assert found["KALEM"] == VALID
    assert found["IŞIK"].valid
    assert not found["QALIM"].valid
    assert sorted(service.asked) == ["kalem", "qalım", "ışık"]


async def test_what_was_found_is_kept_for_everybody_with_an_end(
    service: TdkDouble, asking: Asking, redis: Redis
) -> None:
    await asking().find(["KALEM", "YOKKİ"], nothing)
    again = await asking().find(["KALEM", "YOKKİ"], nothing)
    assert again == {"KALEM": VALID, "YOKKİ": Finding(valid=False)}
    assert len(service.asked) == 2
    assert 0 < await redis.ttl(word_key("tr", "KALEM")) <= VALID_SECONDS
    assert INVALID_SECONDS - 60 < await redis.ttl(word_key("tr", "YOKKİ")) <= INVALID_SECONDS


async def test_a_kept_word_that_cannot_be_read_is_asked_again(asking: Asking, redis: Redis) -> None:
    await redis.set(word_key("tr", "KALEM"), b"\x00")
    assert await asking().find(["KALEM"], nothing) == {"KALEM": VALID}


def test_the_keys_of_words_are_spread_over_the_shards() -> None:
    assert word_key("tr", "KALEM") == "hf:{20}:word:tr:KALEM"
    assert len({word_key("tr", "A" * length)[:7] for length in range(2, 40)}) > 10


async def test_without_redis_the_service_is_still_asked(asking: Asking) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        async with Redis(port=closed.getsockname()[1], retry=Retry(NoBackoff(), 0)) as dead:
            found = await asking(client=dead).find(["KALEM"], nothing)
    assert found == {"KALEM": VALID}


async def test_a_word_of_the_list_is_also_asked_with_circumflexes(service: TdkDouble, asking: Asking) -> None:
    service.entries["rüzgâr"] = [entry("rüzgâr", "Yel")]
    found = await asking().find(["RÜZGAR"], everything)
    assert found == {"RÜZGAR": Finding(valid=True, meaning="Yel")}
    assert service.asked == ["rüzgar", "rüzgâr"]


async def test_a_word_in_no_list_costs_one_call(service: TdkDouble, asking: Asking) -> None:
    found = await asking().find(["ZALAGA"], nothing)
    assert not found["ZALAGA"].valid
    assert service.asked == ["zalaga"]


async def test_a_homograph_without_circumflex_settles_it(service: TdkDouble, asking: Asking) -> None:
    service.entries["hala"] = [entry("hala", "Babanın kız kardeşi")]
    await asking().find(["HALA"], everything)
    assert service.asked == ["hala"]


async def test_one_failure_is_mended_by_the_retry(service: TdkDouble, asking: Asking) -> None:
    service.script.append(web.Response(status=503))
    tdk = asking()
    assert await tdk.find(["KALEM"], nothing) == {"KALEM": VALID}
    assert service.asked == ["kalem", "kalem"]
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
        (lambda: said({"error": "SQLSTATE[HY000]"}), 1),
        (lambda: said([entry("kalem", "x" * 30_000)]), 1),
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
    service: TdkDouble, asking: Asking, redis: Redis, answer: Callable[[], web.Response], calls: int
) -> None:
    service.script.extend(answer() for _ in range(calls))
    found = await asking().find(["KALEM"], nothing)
    assert found == {}
    assert len(service.asked) == calls
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
    asking: Asking, handler: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
) -> None:
    server = await asyncio.start_server(handler, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        found = await asking(url=f"http://127.0.0.1:{port}/gts").find(["KALEM"], nothing)
    assert found == {}


async def test_a_service_that_is_down_is_no_answer_at_once(asking: Asking) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        tdk = asking(url=f"http://127.0.0.1:{closed.getsockname()[1]}/gts")
        found = await tdk.find(["KALEM"], nothing)
    assert found == {}


async def test_words_that_were_answered_count_though_others_hang(service: TdkDouble, asking: Asking) -> None:
    service.hang_words = {"ışık"}
    found = await asking(limits=Limits(attempt_seconds=0.2)).find(["IŞIK", "KALEM"], nothing)
    assert found == {"KALEM": VALID}


async def test_the_whole_time_bounds_all_words_together(service: TdkDouble, asking: Asking) -> None:
    service.hanging = True
    tdk = asking(limits=Limits(whole_seconds=0.1, attempt_seconds=30.0))
    async with asyncio.timeout(5):
        found = await tdk.find(["KALEM", "IŞIK"], nothing)
    assert found == {}


async def test_a_failing_service_is_left_alone_and_then_probed_once(
    service: TdkDouble, asking: Asking, clock: Clock
) -> None:
    service.failing = 500
    tdk = asking()
    for _ in range(5):
        await tdk.find(["KALEM"], nothing)
    assert len(service.asked) == 3

    clock.now += 30
    await tdk.find(["KALEM", "IŞIK"], nothing)
    assert len(service.asked) == 4

    service.failing = None
    clock.now += 30
    assert await tdk.find(["KALEM"], nothing) == {"KALEM": VALID}
    assert tdk.breaker.state == "closed"


async def test_a_probe_that_the_whole_time_cuts_short_leaves_the_breaker_usable(
    service: TdkDouble, asking: Asking, clock: Clock
) -> None:
    tdk = asking(limits=Limits(whole_seconds=0.05, attempt_seconds=5.0))
    for _ in range(3):
        tdk.breaker.failed()
    clock.now += 30
    service.hanging = True
    await tdk.find(["KALEM"], nothing)
    service.hanging = False
    clock.now += 29
    assert await tdk.find(["IŞIK"], nothing) == {}
    clock.now += 1
    assert "IŞIK" in await tdk.find(["IŞIK"], nothing)


async def test_one_move_has_few_calls_under_way(service: TdkDouble, asking: Asking) -> None:
    service.gather(2)
    found = await asking(limits=Limits(at_once=2)).find([f"{ch}A" for ch in "BCDEFGHK"], nothing)
    assert len(found) == 8
    assert service.most_busy == 2


async def test_all_chats_together_have_a_limit_too(service: TdkDouble, asking: Asking) -> None:
    service.gather(3)
    tdk = asking(limits=Limits(at_once=2, at_once_in_all=3))
    found = await asyncio.gather(*(tdk.find([f"{ch}A", f"{ch}E"], nothing) for ch in "KLMNPR"))
    assert [len(each) for each in found] == [2] * 6
    assert service.most_busy == 3


async def test_a_word_is_sent_as_one_value_whatever_is_in_it(service: TdkDouble, asking: Asking) -> None:
    for word in ("A&ARA=B", "../../X", "A#B", "A B%20C", "http://127.0.0.1:1/", "\r\nX: Y"):
        await asking().find([word], nothing)
    assert set(service.paths) == {"/gts"}
    assert service.asked[:4] == ["a&ara=b", "../../x", "a#b", "a b%20c"]


async def test_no_log_names_a_word(service: TdkDouble, asking: Asking, caplog: pytest.LogCaptureFixture) -> None:
    service.failing = 500
    await asking().find(["KALEM"], nothing)
    assert "status 500" in caplog.text
    assert "kalem" not in caplog.text.lower()


async def test_a_closed_client_opens_again(asking: Asking) -> None:
    tdk = asking()
    await tdk.find(["KALEM"], nothing)
    await tdk.close()
    found: dict[str, Any] = await tdk.find(["IŞIK"], nothing)
    assert found["IŞIK"].valid
