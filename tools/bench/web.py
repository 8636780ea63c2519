"""Measure board pages: how long a laid tile and a play wait for their answers, and what a thousand open pages cost.

A separate process opens the pages over the loopback, each as another person: the two players of each table, and members
of its group. A player acts after all pages of the table have been updated with the action before. ``floor`` is the same
for a process that answers with the same recorded bytes and does nothing else. The browser's work is not measured.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

import msgspec
from aiohttp import ClientResponse, ClientSession, ClientTimeout, TCPConnector, web
from msgspec import Struct

from bot.config import StartError
from bot.store.keys import Scope
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_board_address
from bot.web.access import sign_init_data
from tools.bench.games import PLAYERS, Match, MoveMaker, prepare_games, spread_over_chats, store_games
from tools.bench.moves import FIRST_CHAT, OUR_ACCOUNT
from tools.fleet.bot_api import FleetBotApi
from tools.fleet.launch import cpu_seconds, launch_fleet, memory_bytes, require_process_clocks

_ADDRESS: Final = "https://bench.example.org/board"
_TABLES: Final = 5
"""Both players open each table; a person may have at most six pages."""
_DROP_PAGES: Final = 200
_WARM_UP_MOVES: Final = 40
_TYPED_MOVES: Final = 80
_CHATS_A_STEP: Final = 1_000
_FIRST_MEMBER: Final = 10_000
_OPENING_AT_ONCE: Final = 50
_PAUSE_SECONDS: Final = 0.2
"""Seconds between two plays, in which the picture of the first is drawn and sent."""
_IDLE_SECONDS: Final = 5.0
_TOLD_SECONDS: Final = 30.0
_LONGEST_SECONDS: Final = 600.0
_CHUNK: Final = 1 << 24
"""The longest line between the processes, in bytes."""
_PAGES_PROGRAM: Final = "from tools.bench.web import run_pages; run_pages()"
_FLOOR_PROGRAM: Final = "from tools.bench.web import run_floor; run_floor()"


class OpenPage(Struct, frozen=True):
    """A page to open: the person's data signed as Telegram does, and the table's address."""

    init: str
    address: str


class Drop(Struct, frozen=True):
    """Tiles that the person of a page lays and then plays."""

    page: int
    key: str
    move: dict[str, Any]
    """The play, in the form in which the page sends it."""


class Orders(Struct, frozen=True):
    """Instructions for the process of the pages; ``record`` is the file for the server's answers, empty for none."""

    server: str
    pages: list[OpenPage]
    drops: list[Drop] = []
    record: str = ""


class DropFigures(Struct, frozen=True):
    """Milliseconds from a drop to its judgement, and from its play to the answer and to the update of all pages."""

    judged: list[float] = []
    done: list[float] = []
    told: list[float] = []


async def measure_pages(drops: int, pages: int) -> dict[str, object]:
    """Measure actions on open pages, and then typed moves while ``pages`` pages are open.

    Raises:
        StartError: this machine cannot run it, or the bot failed; the text says which and why.
    """
    require_process_clocks()
    try:
        async with asyncio.timeout(_LONGEST_SECONDS):
            return await _measure_pages(drops, pages)
    except TimeoutError:
        raise StartError("The bench failed: the bot fell silent.") from None


async def _measure_pages(drops: int, pages: int) -> dict[str, object]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-web-")))
        api = await stack.enter_async_context(FleetBotApi(OUR_ACCOUNT))
        settings = {"WEB_URL": _ADDRESS}
        fleet = await stack.enter_async_context(launch_fleet(api, OUR_ACCOUNT, folder / "bot", settings=settings))
        redis, (worker,), games = fleet.redis, fleet.workers, prepare_games()
        server, record = f"http://{worker.settings['HTTP_LISTEN']}/board", folder / "answers"
        chats, move_maker = iter(range(FIRST_CHAT, 2 * FIRST_CHAT, -_CHATS_A_STEP)), MoveMaker(fleet.account)

        async def prepare_tables(moves: int) -> list[Match]:
            matches = spread_over_chats(games, moves, _TABLES, next(chats))
            await store_games(redis.url, matches)
            return matches

        await _type_moves(move_maker, await prepare_tables(_WARM_UP_MOVES))
        alone = await _type_moves(move_maker, await prepare_tables(_TYPED_MOVES))
        tables = await prepare_tables(drops)
        orders = Orders(server, _open_pages(tables, _DROP_PAGES), _make_drops(tables), str(record))
        async with _start_pages(orders) as opened:
            ours = await opened.ask(DropFigures)
        async with _start_floor(record) as address, _start_pages(Orders(address, orders.pages, orders.drops)) as opened:
            floor = await opened.ask(DropFigures)
        tables = await prepare_tables(_TYPED_MOVES)
        mb_before = memory_bytes(worker.pid) / 1_000_000
        async with _start_pages(Orders(server, _open_pages(tables, pages))):
            mb_with, cpu = memory_bytes(worker.pid) / 1_000_000, cpu_seconds(worker.pid)
            await asyncio.sleep(_IDLE_SECONDS)
            cpu, requests = cpu_seconds(worker.pid) - cpu, await redis.read_request_count()
            beside = await _type_moves(move_maker, tables)
            requests = await redis.read_request_count() - requests
    return {
        "drop_ms": _median(ours.judged),
        "drop_floor_ms": _median(floor.judged),
        "action_ms": _median(ours.done),
        "action_floor_ms": _median(floor.done),
        "told_ms": _median(ours.told),
        "pages": pages,
        "mb_before": round(mb_before, 1),
        "mb_with": round(mb_with, 1),
        "idle_cpu_percent": round(100 * cpu / _IDLE_SECONDS, 1),
        "move_ms_alone": _median(alone),
        "move_ms_with": _median(beside),
        "round_trips_with": round(requests / len(beside), 1),
    }


def _median(milliseconds: Sequence[float]) -> float:
    return round(statistics.median(milliseconds), 2)


async def _type_moves(move_maker: MoveMaker, tables: Sequence[Match]) -> list[float]:
    """Type moves, one at a time; return the milliseconds until the picture of each came."""
    waits = []
    for table in tables:
        for move in table.moves:
            began = time.perf_counter()
            await move_maker.make_move(table.chat, move)
            waits.append(1000 * (time.perf_counter() - began))
    return waits


def _open_pages(tables: Sequence[Match], count: int) -> list[OpenPage]:
    """Distribute pages over the tables; each table's first are its players', the others members' of the group."""
    pages = []
    for number in range(count):
        seat, table = divmod(number, len(tables))
        user = PLAYERS[seat].user if seat < len(PLAYERS) else _FIRST_MEMBER + number
        person = {"id": user, "first_name": f"P{user}", "language_code": "tr"}
        fields = {"auth_date": str(int(time.time())), "user": msgspec.json.encode(person).decode()}
        signed = urlencode({**fields, "hash": sign_init_data(fields, OUR_ACCOUNT)})
        match = tables[table]
        pages.append(OpenPage(signed, encode_board_address(table_name(match.opening), Scope(match.chat))))
    return pages


def _make_drops(tables: Sequence[Match]) -> list[Drop]:
    """Turn the tables' moves into drops on the pages of :func:`_open_pages`."""
    users = [seat.user for seat in PLAYERS]
    return [
        Drop(
            users.index(move.user) * len(tables) + number,
            sha256(f"{table.chat}:{turn}".encode()).hexdigest()[:32],
            {
                "kind": "play",
                "table": table_name(table.opening),
                "number": turn,
                "tiles": {placed.cell: placed.tile for placed in move.play.tiles},
            },
        )
        for number, table in enumerate(tables)
        for turn, move in enumerate(table.moves)
    ]


T = TypeVar("T")


class _Helper:
    """A process that reads and answers JSON lines; it ends at the end of its input."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise TypeError("it has no pipes")
        self._told: Final = process.stdin
        self._answers: Final = process.stdout

    async def ask(self, kind: type[T], orders: object = None) -> T:
        """Send a line and read the answer. Raises StartError if the process has ended."""
        self._told.write(msgspec.json.encode(orders) + b"\n")
        if not (line := await self._answers.readline()):
            raise StartError("The bench failed: its pages were not served; above is why.")
        return msgspec.json.decode(line, type=kind)


@asynccontextmanager
async def _start_helper(program: str) -> AsyncIterator[_Helper]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_CHUNK
    )
    try:
        yield _Helper(process)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


@asynccontextmanager
async def _start_pages(orders: Orders) -> AsyncIterator[_Helper]:
    async with _start_helper(_PAGES_PROGRAM) as helper:
        await helper.ask(int, orders)
        yield helper


@asynccontextmanager
async def _start_floor(record: Path) -> AsyncIterator[str]:
    """Start a server of the recorded answers; yields its address."""
    async with _start_helper(_FLOOR_PROGRAM) as helper:
        yield await helper.ask(str, str(record))


def run_pages() -> None:
    """Run a process that opens pages and prints their number; for each further line it acts, and prints the figures."""
    asyncio.run(_run_pages(msgspec.json.decode(sys.stdin.readline(), type=Orders)))


async def _run_pages(orders: Orders) -> None:
    async with ClientSession(connector=TCPConnector(limit=0), timeout=ClientTimeout(total=None)) as http:
        pages, limit = _Pages(http, orders), asyncio.Semaphore(_OPENING_AT_ONCE)

        async def open_page(number: int) -> None:
            async with limit:
                await pages.open_page(number)

        await asyncio.gather(*map(open_page, range(len(orders.pages))))
        _answer(len(pages.tokens))
        while await asyncio.to_thread(sys.stdin.readline):
            figures = await pages.act()
            pages.write_answers()
            _answer(figures)
        for stream in pages.streams:
            stream.cancel()


def _answer(content: object) -> None:
    sys.stdout.write(msgspec.json.encode(content).decode() + "\n")
    sys.stdout.flush()


class _Pages:
    def __init__(self, http: ClientSession, orders: Orders) -> None:
        self._http: Final = http
        self._orders: Final = orders
        self.tokens: Final[dict[int, str]] = {}
        self.streams: Final[list[asyncio.Task[None]]] = []
        self._told: Final[dict[str, list[tuple[int, float]]]] = {}
        """By table: the versions that its pages were sent, and when."""
        self._changed: Final = asyncio.Condition()
        self._answers: Final[dict[str, bytes]] = {}

    async def open_page(self, number: int) -> None:
        page = self._orders.pages[number]
        session = await self._post("session", {"init": page.init})
        self.tokens[number] = session["token"]
        headers = {"Authorization": f"Bearer {self.tokens[number]}"}
        answer = await self._http.get(f"{self._orders.server}/api/tables/{page.address}/events", headers=headers)
        answer.raise_for_status()
        await answer.content.readuntil(b"\n\n")
        self.streams.append(asyncio.create_task(self._read_events(page.address, answer)))

    async def _read_events(self, address: str, answer: ClientResponse) -> None:
        while event := await answer.content.readuntil(b"\n\n"):
            if event.startswith(b"id: "):
                version = int(event[4 : event.index(b"\n")])
                self._told.setdefault(address, []).append((version, time.perf_counter()))
                async with self._changed:
                    self._changed.notify_all()

    async def act(self) -> DropFigures:
        """Lay and play each drop, and measure it."""
        figures = DropFigures()
        for drop in self._orders.drops:
            path = f"tables/{self._orders.pages[drop.page].address}"
            began = time.perf_counter()
            judged = await self._post(f"{path}/tiles", {"tiles": drop.move["tiles"]}, drop.page)
            laid = time.perf_counter()
            done = await self._post(f"{path}/actions", {"key": drop.key, "move": drop.move}, drop.page)
            played = time.perf_counter()
            if judged["refusal"] or not (done["answer"] and done["answer"]["done"]):
                raise StartError(f"A prepared move was refused: {judged} {done['answer']}")
            figures.judged.append(1000 * (laid - began))
            figures.done.append(1000 * (played - laid))
            if self._orders.record:
                told = await self._wait_until_told(self._orders.pages[drop.page].address, done["board"]["version"])
                figures.told.append(1000 * (told - laid))
            await asyncio.sleep(_PAUSE_SECONDS)
        return figures

    def write_answers(self) -> None:
        if self._orders.record:
            Path(self._orders.record).write_bytes(msgspec.msgpack.encode(self._answers))

    async def _wait_until_told(self, address: str, version: int) -> float:
        """Wait until all pages of a table have a version; return when the last one got it."""
        pages = sum(page.address == address for page in self._orders.pages)

        def find() -> list[float]:
            return [when for known, when in self._told.get(address, ()) if known == version]

        async with asyncio.timeout(_TOLD_SECONDS), self._changed:
            await self._changed.wait_for(lambda: len(find()) >= pages)
        return max(find())

    async def _post(self, path: str, content: object, page: int | None = None) -> Any:
        headers = {} if page is None else {"Authorization": f"Bearer {self.tokens[page]}"}
        body = msgspec.json.encode(content)
        async with self._http.post(f"{self._orders.server}/api/{path}", data=body, headers=headers) as answer:
            raw = await answer.read()
            answer.raise_for_status()
        if self._orders.record:
            self._answers[_exchange_name(path, body)] = raw
        return msgspec.json.decode(raw)


def _exchange_name(path: str, body: bytes) -> str:
    return f"{path} {body.decode()}"


def run_floor() -> None:
    """Run a server that gives recorded answers and keeps streams open."""
    record = Path(msgspec.json.decode(sys.stdin.readline(), type=str))
    asyncio.run(_run_floor(msgspec.msgpack.decode(record.read_bytes(), type=dict[str, bytes])))


async def _run_floor(answers: dict[str, bytes]) -> None:
    async def post(request: web.Request) -> web.Response:
        name = _exchange_name(request.match_info["path"], await request.read())
        return web.Response(body=answers[name], content_type="application/json")

    async def stream(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(b":\n\n")
        await asyncio.Event().wait()
        return response

    application = web.Application()
    application.router.add_post("/api/{path:.*}", post)
    application.router.add_get("/api/{path:.*}", stream)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()  # noqa: TID251 - what is measured beside it is the bot's
    host, port = runner.addresses[0][:2]
    _answer(f"http://{host}:{port}")
    await asyncio.to_thread(sys.stdin.readline)
    await runner.cleanup()
