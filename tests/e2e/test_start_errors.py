"""A start that cannot succeed ends with status 2 and one sentence that names the setting and the remedy.

The status is 78 where Telegram refuses the token. Which sentence each broken setting has is told by
``tests/bot/config/test_config.py``.
"""

import asyncio
import fcntl
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.playground import Playground
from bot.store import keys
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.server_checks import SCHEMA, claim_tenant
from tests.e2e.bot_stage import PROGRAM, TOKEN, BotStage, bot_environment, run_bot_stage
from tests.support.bot_process import ForkedProcess, ForkServer
from tests.support.waiting import PATIENCE, Looks

SETTLED = f"from bot.ingress import polling; polling._START_SECONDS = 0; {PROGRAM}"
"""The bot as it is when it has run for long enough to hold its token against a newcomer."""
NEW = f"from bot.ingress import polling; polling._START_SECONDS = {PATIENCE}; {PROGRAM}"
"""The bot as it is before, however long that takes here."""
_LOGGED = re.compile(r"\d{4}-\d\d-\d\dT")
UNKNOWN = f"987654321:{'x' * 35}"


@pytest.fixture
def places(api: Playground) -> Iterator[dict[str, object]]:
    """The stand-in for Telegram, a port that is taken, and one that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            closed = int(other.getsockname()[1])
        yield {"api": api.url, "taken": int(listener.getsockname()[1]), "closed": closed}


@pytest.fixture
async def api() -> AsyncIterator[Playground]:
    playground = Playground(token=TOKEN)
    await playground.start(port=0)
    yield playground
    await playground.stop()


class Starts:
    def __init__(self, folder: Path, warm: ForkServer) -> None:
        self.folder = folder
        self._warm = warm

    async def refused(self, settings: dict[str, str], command: str = "run", status: int = 2) -> str:
        given = {"DATA_DIR": str(self.folder / "data"), "HTTP_LISTEN": "127.0.0.1:0", **settings}
        written = self.folder / "written"
        with written.open("wb") as file:
            process = await self._warm.start_process(
                NEW, command, cwd=self.folder, env=bot_environment(given), stdout=file.fileno(), stderr=file.fileno()
            )
        try:
            async with asyncio.timeout(PATIENCE):
                ended = await process.wait()
        finally:
            process.kill()
        text = written.read_text("utf-8")
        assert ended == status, text
        said = [line for line in text.splitlines() if not _LOGGED.match(line)]
        assert len(said) == 1, text
        assert TOKEN not in text
        assert TOKEN.partition(":")[2] not in text
        assert said[0].startswith("harfiyen: "), text
        return said[0].removeprefix("harfiyen: ")


@pytest.fixture
def starts(tmp_path: Path, fork_server: ForkServer) -> Starts:
    return Starts(tmp_path, fork_server)


class StartingBot:
    """A bot that has not started yet, and what it says."""

    def __init__(self, process: ForkedProcess, written: Path) -> None:
        self.process = process
        self._written = written

    async def wait_said(self, text: str) -> str:
        looks = Looks()
        while text not in (said := self._written.read_text("utf-8")):
            await looks.pause()
        return said


@asynccontextmanager
async def running(
    warm: ForkServer, folder: Path, settings: Mapping[str, str], *arguments: str
) -> AsyncIterator[StartingBot]:
    given = {"DATA_DIR": str(folder / "data"), "HTTP_LISTEN": "127.0.0.1:0", **settings}
    with (folder / "said").open("wb") as file:
        process = await warm.start_process(
            PROGRAM,
            "run",
            *arguments,
            cwd=folder,
            env=bot_environment(given),
            stdout=file.fileno(),
            stderr=file.fileno(),
        )
    try:
        async with asyncio.timeout(PATIENCE):
            yield StartingBot(process, folder / "said")
    finally:
        process.kill()


async def test_a_token_that_telegram_does_not_know_is_said_and_in_a_container_not_tried_again(
    starts: Starts, api: Playground, tmp_path: Path, fork_server: ForkServer
) -> None:
    settings = {"BOT_TOKEN": UNKNOWN, "BOT_API_URL": api.url}
    assert re.match(r"BOT_TOKEN .*@BotFather", await starts.refused(settings, status=78))
    async with running(fork_server, tmp_path, settings, "--stay") as bot:
        await bot.wait_said("Nothing more is tried until then.\n")
        assert bot.process.returncode is None
        bot.process.send_signal(signal.SIGTERM)
        assert await bot.process.wait() == 78


@pytest.mark.parametrize(
    ("settings", "command", "said"),
    [
        (
            {"HTTP_LISTEN": "127.0.0.1:{taken}"},
            "playground",
            r"HTTP_LISTEN is 127.0.0.1:{taken}, and .* taken",
        ),
        ({"HTTP_LISTEN": "192.0.2.1:8080"}, "run", r"HTTP_LISTEN is 192.0.2.1:8080(?!.*taken)"),
        (
            {"REDIS_URL": "redis://:pass-word@127.0.0.1:{closed}/0"},
            "run",
            r"REDIS_URL (?!.*pass-word).*does not answer: start it",
        ),
        (
            {"WEBHOOK_URL": "https://bot.example.org/harfiyen", "WEBHOOK_SECRET": "sixteen-letters-"},
            "run",
            r"WEBHOOK_URL was refused by the Bot API",
        ),
    ],
    ids=["a busy port", "not this machine's address", "no Redis", "a refused webhook"],
)
async def test_a_start_with_a_setting_that_cannot_be_is_refused(
    starts: Starts, places: Mapping[str, object], settings: Mapping[str, str], command: str, said: str
) -> None:
    of_bot = {"BOT_TOKEN": TOKEN, "BOT_API_URL": "{api}"} if command == "run" else {}
    given = {name: value.format_map(places) for name, value in {**of_bot, **settings}.items()}
    assert re.match(said.format_map(places), await starts.refused(given, command))


async def test_a_broken_line_of_the_settings_file_is_named(starts: Starts) -> None:
    (starts.folder / ".env").write_text("BOT_TOKEN\n")
    assert ".env, line 1" in await starts.refused({})


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_data_dir_that_may_not_be_written_is_named(starts: Starts) -> None:
    (starts.folder / "data").mkdir(mode=0o500)
    assert (await starts.refused({})).startswith("DATA_DIR is")


async def test_a_folder_in_which_the_playground_played_is_refused(starts: Starts, api: Playground) -> None:
    server = EmbeddedRedis(starts.folder / "data")
    await server.start()
    async with connect(server.url) as client:
        await client.set(keys.schema(), SCHEMA)
        await claim_tenant(client, Playground().world.bot_user["id"])
    await server.stop()
    said = await starts.refused({"BOT_TOKEN": TOKEN, "BOT_API_URL": api.url})
    assert re.match(r"DATA_DIR is .*/data, a folder with the games of another bot .*: name another one", said)


def files_open_to_others(folder: Path) -> list[Path]:
    files = [folder, *folder.rglob("*")]
    assert {file.name for file in files} >= {"redis.lock", "harfiyen.lock", "redis.log", "appendonlydir"}
    return [file for file in files if file.stat().st_mode & 0o077]


def environment_of_server(folder: Path) -> bytes:
    return Path("/proc", (folder / "redis.pid").read_text().strip(), "environ").read_bytes()


@pytest.fixture
async def settling(tmp_path_factory: pytest.TempPathFactory, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    async with run_bot_stage(tmp_path_factory.mktemp("bot"), {}, fork_server, SETTLED) as made:
        yield made


async def test_a_second_process_with_the_same_folder_token_or_database_leaves_the_first_playing_and_its_files_closed(
    settling: BotStage, starts: Starts, fork_server: ForkServer
) -> None:
    data = Path(settling.bot.settings["DATA_DIR"])
    settings = {"BOT_TOKEN": UNKNOWN, "BOT_API_URL": settling.playground.url}
    said = await Starts(data.parent, fork_server).refused(settings)
    assert said.startswith("DATA_DIR")
    assert str(data) in said

    # Of two that start together either may go; one that has run for longer stays.
    settings = {name: settling.bot.settings[name] for name in ("BOT_TOKEN", "BOT_API_URL")}
    said = await starts.refused(settings)
    assert re.match(r"BOT_TOKEN is in use by a second process.*stop the other one", said)

    other = f"987654321:{TOKEN.partition(':')[2]}"
    api = Playground(token=other)
    await api.start(port=0)
    url = f"unix://{data}/redis.sock"
    said = await starts.refused({"BOT_TOKEN": other, "BOT_API_URL": api.url, "REDIS_URL": url})
    await api.stop()
    assert re.match(r"REDIS_URL names a database .*another bot .*another database's number, or another server", said)
    assert "restore FILE --replace" in said

    room = await settling.new_room(settling.people[:2])
    assert (await room.say_and_read(settling.people[0], "/yeni kelimelik")).buttons
    assert files_open_to_others(data) == []
    if sys.platform == "linux":  # elsewhere the system shows no environments of processes
        environment = environment_of_server(data)
        assert b"PATH=" in environment
        assert TOKEN.encode() not in environment


async def stopped_start(warm: ForkServer, folder: Path, settings: Mapping[str, str], waits: str) -> str:
    """The log of a bot that is told to stop while its start waits, which the log says by then."""
    async with running(warm, folder, {"BOT_TOKEN": TOKEN, **settings}) as bot:
        await bot.wait_said(waits)
        bot.process.send_signal(signal.SIGTERM)
        assert await bot.process.wait() == 0
        text = await bot.wait_said("the bot has stopped reason=SIGTERM")
    assert TOKEN not in text
    assert "Traceback" not in text
    return text


async def test_a_bot_api_server_that_does_not_answer_is_waited_for(
    tmp_path: Path, fork_server: ForkServer, places: Mapping[str, object]
) -> None:
    settings = {"BOT_API_URL": f"http://127.0.0.1:{places['closed']}"}
    text = await stopped_start(fork_server, tmp_path, settings, "is tried again until it works")
    assert "BOT_API_URL (127.0.0.1)" in text
    assert ".env" not in text


async def test_a_server_of_the_bots_own_that_does_not_answer_is_waited_for(
    tmp_path: Path, fork_server: ForkServer
) -> None:
    (tmp_path / ".env").touch()
    (tmp_path / ".env").chmod(0o644)
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(0o755)
    with (tmp_path / "data" / "redis.lock").open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        text = await stopped_start(fork_server, tmp_path, {}, "another process holds redis.lock")
    assert "other users of this machine can read .env" in text
    assert "DATA_DIR was open to other users and is closed" in text
