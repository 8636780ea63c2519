"""The proxies that ship for the webhook: a bot behind each of them, and what does not get through.

Of their files only what belongs to a machine is changed: addresses, certificates, and limits of time.
"""

import asyncio
import gzip
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import aiohttp
import pytest
from yarl import URL

from bot.web.server import PULSE_SECONDS
from tests.bot.web.board_client import BoardClient, init_data
from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.test_ways_in import KNOWN, SECRET
from tests.support.bot_process import ForkServer
from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE
from tools.fleet.redis_servers import LOOPBACK, find_free_ports, poll_until

STRANGE = {"update_id": 77_000_001}
CUT_OFF = {"client_header_timeout 10s": "client_header_timeout 1s", "client_body_timeout 10s": "client_body_timeout 1s"}
"""The limits of time, shorter so that nobody waits for them."""
_FILES: Final = ROOT / "container" / "proxy"
_WORKERS: Final = ("worker-1:8080", "worker-2:8080")
_HOST: Final = "bot.example.org"
_NGINX: Final = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
_CADDY: Final = shutil.which("caddy")
_OPENSSL: Final = shutil.which("openssl")
needs_nginx: Final = pytest.mark.skipif(
    not (_NGINX and _OPENSSL), reason="no nginx or no openssl on PATH: apt install nginx openssl"
)
needs_caddy: Final = pytest.mark.skipif(not _CADDY, reason="no caddy on PATH: apt install caddy")
_AROUND_NGINX: Final = """\
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/harfiyen.conf;
}}
"""


@dataclass(frozen=True, slots=True)
class Proxy:
    address: str
    """Where it takes what Telegram posts; plain HTTP, as the stand-in trusts no certificate."""
    port: int
    """With TLS, if it has that."""
    trust: ssl.SSLContext | None = None


@asynccontextmanager
async def run_nginx(
    folder: Path, workers: Sequence[str], changes: Mapping[str, str] | None = None
) -> AsyncIterator[Proxy]:
    """The shipped configuration before workers, with TLS as it stands there, and a plain port besides."""
    certificate, key = _make_certificate(folder)
    tls, plain = find_free_ports(2)
    text = _changed(
        _FILES / "nginx.conf",
        {
            "listen 443 ssl;": f"listen {LOOPBACK}:{tls} ssl;\n    listen {LOOPBACK}:{plain};",
            "/etc/nginx/certificates/fullchain.pem": str(certificate),
            "/etc/nginx/certificates/privkey.pem": str(key),
            **dict(zip(_WORKERS, workers, strict=True)),
            **(changes or {}),
        },
    )
    (folder / "harfiyen.conf").write_text(text, "utf-8")
    # As root it would change to a user who may not enter the folder.
    around = _AROUND_NGINX.format(folder=folder, user="" if os.geteuid() else "user root;")
    (folder / "nginx.conf").write_text(around, "utf-8")
    command = [str(_NGINX), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    await asyncio.to_thread(_run, [*command, "-t"])
    async with _running(command, folder, plain):
        yield Proxy(f"http://{LOOPBACK}:{plain}", tls, ssl.create_default_context(cafile=str(certificate)))


@asynccontextmanager
async def run_caddy(folder: Path, workers: Sequence[str]) -> AsyncIterator[Proxy]:
    (plain,) = find_free_ports(1)
    at_home = {"{\n\tservers {": "{\n\tadmin off\n\tservers {"}
    text = _changed(_FILES / "Caddyfile", {**at_home, **dict(zip(_WORKERS, workers, strict=True))})
    path = folder / "Caddyfile"
    path.write_text(text, "utf-8")
    around = {"DOMAIN": f"http://{LOOPBACK}:{plain}", "HOME": str(folder), "PATH": os.environ["PATH"]}
    named = ("--config", str(path), "--adapter", "caddyfile")
    await asyncio.to_thread(_run, [str(_CADDY), "validate", *named], around)
    async with _running([str(_CADDY), "run", *named], folder, plain, around):
        yield Proxy(f"http://{LOOPBACK}:{plain}", plain)


def _changed(file: Path, changes: Mapping[str, str]) -> str:
    """The text of a file with each of these replaced; what it does not have is an error."""
    text = file.read_text("utf-8")
    for old, new in changes.items():
        assert old in text, f"{file.name} has no {old}"
        text = text.replace(old, new)
    return text


def _make_certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    named = ("-subj", f"/CN={_HOST}", "-addext", f"subjectAltName=DNS:{_HOST}", "-days", "2")
    made = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    command = [str(_OPENSSL), "req", "-x509", *made, *named, "-keyout", str(key), "-out", str(certificate)]
    _run(command)
    return certificate, key


def _run(command: Sequence[str], around: Mapping[str, str] | None = None) -> None:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=around, check=False)
    assert ran.returncode == 0, ran.stderr


@asynccontextmanager
async def _running(
    command: Sequence[str], folder: Path, port: int, around: Mapping[str, str] | None = None
) -> AsyncIterator[None]:
    with (folder / "proxy.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=folder, env=around, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        await poll_until(lambda: _takes_connections(port))
        yield
    finally:
        process.terminate()
        async with asyncio.timeout(PATIENCE):
            await process.wait()


async def _takes_connections(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex((LOOPBACK, port)) == 0


Behind = tuple[BotStage, Proxy]


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
            "WEB_URL": f"https://{_HOST}/board",
        }
        stage = await stack.enter_async_context(run_bot_stage(tmp_path, settings, fork_server))
        await poll_until(lambda: reaches_worker(proxy))
        yield stage, proxy


async def reaches_worker(proxy: Proxy) -> bool:
    """Whether it has seen that a worker is up, which Caddy asks every two seconds."""
    async with aiohttp.ClientSession(proxy.address) as session:
        return (await session.post("/harfiyen", json=STRANGE)).status == 401


with_each = pytest.mark.parametrize(
    "behind", [pytest.param("nginx", marks=needs_nginx), pytest.param("caddy", marks=needs_caddy)], indirect=True
)


@with_each
async def test_only_what_is_posted_plain_and_short_reaches_the_worker_and_the_board_page_comes_compressed(
    behind: Behind,
) -> None:
    stage, proxy = behind
    people = stage.people[:2]
    game = await CrosswordGame.open_and_begin(await stage.new_room(people), people)
    await game.play_turn()
    assert not stage.playground.journal.find_entries("getUpdates")
    async with aiohttp.ClientSession(proxy.address) as session:
        for path in ("/harfiyen", "/health"):
            assert (await session.get(path, headers=KNOWN)).status in (403, 404)
        body = gzip.compress(bytes(1_000_000))
        for headers in ({}, KNOWN):
            posted = await session.post("/harfiyen", data=body, headers={**headers, "Content-Encoding": "gzip"})
            assert (posted.status, posted.headers.get("Accept-Encoding")) == (415, None)
        plain = await session.post("/harfiyen", json=STRANGE, headers={**KNOWN, "Content-Encoding": "identity"})
        assert plain.status == 200
        # What is too long for a worker is put aside there, and not sent again by Telegram.
        assert (await session.post("/harfiyen", data=BytesIO(b"x" * 1_100_000), headers=KNOWN)).status == 200
        for _ in range(2):
            far_too_long = BytesIO(b"x" * 2_200_000)
            assert (await session.post("/harfiyen", data=far_too_long, headers=KNOWN)).status in (413, 502)
    assert await reaches_worker(proxy)

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

        # It takes nothing long, and is no way to health.
        assert (await session.post("/board/api/session", json={"init": "x" * 15_000})).status == 400
        for _ in range(2):
            assert (await session.post("/board/api/session", data=BytesIO(b"x" * 20_000))).status in (413, 502)
        encoded = await session.post("/board/api/session", data=b"x", headers={"Content-Encoding": "gzip"})
        assert encoded.status == 415
        for path in ("/board/../health", "/board/health", "/health"):
            assert (await session.get(URL(path, encoded=True))).status == 404, path


@pytest.mark.parametrize("behind", [pytest.param("nginx", marks=needs_nginx)], indirect=True)
async def test_nginx_has_a_certificate_and_cuts_off_who_never_comes_to_an_end(behind: Behind) -> None:
    stage, proxy = behind
    assert proxy.trust is not None
    url = f"https://{LOOPBACK}:{proxy.port}/harfiyen"
    async with aiohttp.ClientSession() as session:
        for headers, status in ((KNOWN, 200), ({}, 401)):
            posted = session.post(url, json=STRANGE, headers=headers, ssl=proxy.trust, server_hostname=_HOST)
            assert (await posted).status == status
    port = int(proxy.address.rpartition(":")[2])
    slow = [await asyncio.open_connection(LOOPBACK, port) for _ in range(20)]
    head, body = b"POST /harfiyen HTTP/1.1\r\nX-Slow: ", b"Host: x\r\nContent-Length: 9000\r\n\r\n{"
    for number, (_, writer) in enumerate(slow):
        writer.write(head if number % 2 else head.replace(b"X-Slow: ", body))
    room = await stage.new_room(stage.people[:2])
    await CrosswordGame.open_and_begin(room, stage.people[:2])
    async with asyncio.timeout(PATIENCE):
        for reader, writer in slow:
            assert (await reader.read()).partition(b"\r\n")[0] in (b"", b"HTTP/1.1 408 Request Time-out")
            writer.close()
