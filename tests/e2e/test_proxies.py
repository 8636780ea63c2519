"""The proxies that ship for the webhook: a bot behind each of them, and what does not get through."""

import asyncio
import gzip
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from io import BytesIO
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from bot.web.server import PULSE_SECONDS
from tests.bot.web.board_client import BoardClient, init_data
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.test_ways_in import SECRET
from tests.support.bot_process import ForkServer
from tests.support.proxies import Proxy, needs_caddy, needs_nginx, run_caddy, run_nginx
from tests.support.waiting import PATIENCE
from tools.fleet.redis_servers import LOOPBACK, find_free_ports, poll_until

Behind = tuple[BotStage, Proxy]
HOST = "bot.example.org"
HEADERS = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
STRANGE = {"update_id": 77_000_001}
CUT_OFF = {"client_header_timeout 10s": "client_header_timeout 1s", "client_body_timeout 10s": "client_body_timeout 1s"}
"""The limits of time, shorter so that nobody waits for them."""

with_nginx = pytest.mark.parametrize("behind", [pytest.param("nginx", marks=needs_nginx)], indirect=True)
with_each = pytest.mark.parametrize(
    "behind", [pytest.param("nginx", marks=needs_nginx), pytest.param("caddy", marks=needs_caddy)], indirect=True
)


@pytest.fixture
async def behind(
    request: pytest.FixtureRequest, redis_url: str, tmp_path: Path, fork_server: ForkServer
) -> AsyncIterator[Behind]:
    """A bot that is the second worker; the first is down."""
    down, port = find_free_ports(2)
    workers = (f"{LOOPBACK}:{down}", f"{LOOPBACK}:{port}")
    folder = tmp_path / "proxy"
    folder.mkdir()
    async with AsyncExitStack() as stack:
        run = run_nginx(folder, workers, CUT_OFF) if request.param == "nginx" else run_caddy(folder, workers)
        proxy = await stack.enter_async_context(run)
        settings = {
            "REDIS_URL": redis_url,
            "HTTP_LISTEN": workers[1],
            "WEBHOOK_URL": f"{proxy.address}/harfiyen",
            "WEBHOOK_SECRET": SECRET,
            "WEB_URL": f"https://{HOST}/board",
        }
        stage = await stack.enter_async_context(run_bot_stage(tmp_path, settings, fork_server))
        await poll_until(lambda: reaches_worker(proxy))
        yield stage, proxy


async def reaches_worker(proxy: Proxy) -> bool:
    """Whether it has seen that a worker is up, which Caddy asks every two seconds."""
    async with aiohttp.ClientSession(proxy.address) as session:
        return (await session.post("/harfiyen", json=STRANGE)).status == 401


@with_each
async def test_a_game_is_played_through_it_though_one_worker_is_down(behind: Behind) -> None:
    stage, _ = behind
    room = await stage.new_room(stage.people[:2])
    game = await CrosswordGame.open_and_begin(room, stage.people[:2])
    for _ in range(4):
        await game.play_turn()
    assert not stage.playground.journal.find_entries("getUpdates")


@with_each
async def test_only_what_is_posted_reaches_a_worker_and_not_if_it_is_far_too_long(behind: Behind) -> None:
    """What is too long for a worker is put aside there, and not sent again by Telegram."""
    _, proxy = behind
    async with aiohttp.ClientSession(proxy.address, headers=HEADERS) as session:
        for path in ("/harfiyen", "/health"):
            assert (await session.get(path)).status in (403, 404)
        assert (await session.post("/harfiyen", data=BytesIO(b"x" * 1_100_000))).status == 200
        for _ in range(2):
            assert (await session.post("/harfiyen", data=BytesIO(b"x" * 2_200_000))).status in (413, 502)
    assert await reaches_worker(proxy)


@with_each
async def test_an_encoded_body_reaches_no_worker(behind: Behind) -> None:
    """The worker would refuse it too, and say what it takes."""
    _, proxy = behind
    body = gzip.compress(bytes(1_000_000))
    async with aiohttp.ClientSession(proxy.address) as session:
        for headers in ({}, HEADERS):
            posted = await session.post("/harfiyen", data=body, headers={**headers, "Content-Encoding": "gzip"})
            assert (posted.status, posted.headers.get("Accept-Encoding")) == (415, None)
        plain = await session.post("/harfiyen", json=STRANGE, headers={**HEADERS, "Content-Encoding": "identity"})
        assert plain.status == 200


@with_each
async def test_the_board_page_comes_compressed_and_hears_of_changes_at_once(behind: Behind) -> None:
    stage, proxy = behind
    people = stage.people[:2]
    room = await stage.new_room(people)
    game = await CrosswordGame.open_and_begin(room, people)
    async with aiohttp.ClientSession(proxy.address) as session:
        for name in ("", "app.js", "board.js", "style.css"):
            async with session.get(f"/board/{name}") as answer:
                assert answer.status == 200
                assert answer.headers.get("Content-Encoding") == "gzip", name
                assert len(await answer.read()) > 400
        page = BoardClient(session)
        user = stage.playground.world.people[people[0]].to_api_user()
        _, opened = await page.ask(
            "POST", "session", {"init": init_data(stage.playground.token, opened=int(time.time()), user=user)}
        )
        page.token = opened["token"]
        page.address = (await page.ask("GET", "tables"))[1]["tables"][0]["address"]
        known = (await page.look())["board"]["version"]
        async with page.follow(known) as events, asyncio.timeout(PATIENCE):
            assert await events.next_text() == b":\n\n"
            await game.play_turn()
            played = time.monotonic()
            assert (await events.next_text()).startswith(b"id: %d\n" % (known + 1))
            assert time.monotonic() - played < PULSE_SECONDS / 3


@with_each
async def test_the_board_page_takes_nothing_long_and_no_way_to_health(behind: Behind) -> None:
    _, proxy = behind
    async with aiohttp.ClientSession(proxy.address) as session:
        assert (await session.post("/board/api/session", json={"init": "x" * 15_000})).status == 400
        for _ in range(2):
            assert (await session.post("/board/api/session", data=BytesIO(b"x" * 20_000))).status in (413, 502)
        encoded = await session.post("/board/api/session", data=b"x", headers={"Content-Encoding": "gzip"})
        assert encoded.status == 415
        for path in ("/board/../health", "/board/health", "/health"):
            assert (await session.get(URL(path, encoded=True))).status == 404, path


@with_nginx
async def test_telegram_finds_a_certificate_and_needs_the_secret(behind: Behind) -> None:
    _, proxy = behind
    assert proxy.trust is not None
    url = f"https://{LOOPBACK}:{proxy.port}/harfiyen"
    async with aiohttp.ClientSession() as session:
        for headers, status in ((HEADERS, 200), ({}, 401)):
            posted = session.post(url, json=STRANGE, headers=headers, ssl=proxy.trust, server_hostname=HOST)
            assert (await posted).status == status


@with_nginx
@pytest.mark.parametrize(
    "sent",
    [b"POST /harfiyen HTTP/1.1\r\nX-Slow: ", b"POST /harfiyen HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n{"],
    ids=["header", "body"],
)
async def test_who_never_comes_to_an_end_is_cut_off_and_holds_up_nobody(behind: Behind, sent: bytes) -> None:
    stage, proxy = behind
    port = int(proxy.address.rpartition(":")[2])
    slow = [await asyncio.open_connection(LOOPBACK, port) for _ in range(20)]
    for _, writer in slow:
        writer.write(sent)
    room = await stage.new_room(stage.people[:2])
    await CrosswordGame.open_and_begin(room, stage.people[:2])
    async with asyncio.timeout(PATIENCE):
        for reader, writer in slow:
            assert (await reader.read()).partition(b"\r\n")[0] in (b"", b"HTTP/1.1 408 Request Time-out")
            writer.close()
