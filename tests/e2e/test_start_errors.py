"""A start that cannot succeed ends with status 2 and one sentence that names the setting and the remedy.

The status is 78 where Telegram refuses the token.

Which sentence each broken setting has is told by ``tests/bot/config/test_config.py``.
"""

import asyncio
import fcntl
import os
import re
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.playground import Playground
from bot.store import server_checks
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.server_checks import claim_tenant
from tests.e2e.bot_stage import HARFIYEN, PROGRAM, TOKEN, BotStage, bot_environment, run_bot_stage
from tests.support.bot_process import ForkServer
from tests.support.waiting import PATIENCE

SETTLED = f"from bot.ingress import polling; polling._START_SECONDS = 0; {PROGRAM}"
"""The bot as it is when it has run for long enough to hold its token against a newcomer."""
NEW = f"from bot.ingress import polling; polling._START_SECONDS = {PATIENCE}; {PROGRAM}"
"""The bot as it is before, however long that takes here."""
_LOGGED = re.compile(r"\d{4}-\d\d-\d\dT")


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield int(listener.getsockname()[1])


@pytest.fixture
def closed() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


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


async def test_a_token_that_telegram_does_not_know(starts: Starts, api: Playground) -> None:
    settings = {"BOT_TOKEN": f"987654321:{'x' * 35}", "BOT_API_URL": api.api_url}
    assert re.match(r"BOT_TOKEN .*@BotFather", await starts.refused(settings, status=78))


async def test_in_a_container_a_refused_token_is_said_and_not_tried_again(tmp_path: Path, api: Playground) -> None:
    settings = {
        "BOT_TOKEN": f"987654321:{'x' * 35}",
        "BOT_API_URL": api.api_url,
        "DATA_DIR": str(tmp_path / "data"),
        "HTTP_LISTEN": "127.0.0.1:0",
    }
    command = [*HARFIYEN, "run", "--stay"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=tmp_path, env=bot_environment(settings), stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            await process.stderr.readuntil(b"Nothing more is tried until then.\n")
            assert process.returncode is None
            process.terminate()
            assert await process.wait() == 78
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.fixture
async def settling(tmp_path_factory: pytest.TempPathFactory, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    async with run_bot_stage(tmp_path_factory.mktemp("bot"), {}, fork_server, SETTLED) as made:
        yield made


async def test_a_second_process_in_the_same_data_dir_or_with_the_same_token(
    settling: BotStage, starts: Starts, fork_server: ForkServer
) -> None:
    folder = Path(settling.bot.settings["DATA_DIR"]).parent
    settings = {"BOT_TOKEN": f"987654321:{'x' * 35}", "BOT_API_URL": settling.playground.api_url}
    said = await Starts(folder, fork_server).refused(settings)
    assert said.startswith("DATA_DIR")
    assert str(folder / "data") in said

    # Of two that start together either may go; one that has run for longer stays.
    settings = {name: settling.bot.settings[name] for name in ("BOT_TOKEN", "BOT_API_URL")}
    said = await starts.refused(settings)
    assert re.match(r"BOT_TOKEN is in use by a second process.*stop the other one", said)
    await plays_still(settling)


async def plays_still(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    assert (await room.say_and_read(stage.people[0], "/yeni kelimelik")).buttons


async def test_a_busy_port(starts: Starts, api: Playground, taken: int) -> None:
    listen = f"127.0.0.1:{taken}"
    settings = {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url, "HTTP_LISTEN": listen}
    assert (await starts.refused(settings)).startswith(f"HTTP_LISTEN is {listen}, and that port is taken")


async def test_a_busy_port_of_the_playground(starts: Starts, taken: int) -> None:
    listen = f"127.0.0.1:{taken}"
    said = await starts.refused({"HTTP_LISTEN": listen}, "playground")
    assert said.startswith(f"HTTP_LISTEN is {listen}, and that port is taken")


async def test_an_address_that_is_not_this_machines(starts: Starts, api: Playground) -> None:
    settings = {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url, "HTTP_LISTEN": "192.0.2.1:8080"}
    said = await starts.refused(settings)
    assert said.startswith("HTTP_LISTEN is 192.0.2.1:8080")
    assert "taken" not in said


async def stopped_start(folder: Path, settings: dict[str, str], waits: bytes) -> str:
    """The log of a bot that is told to stop while its start waits, which the log says by then."""
    process = await asyncio.create_subprocess_exec(
        *HARFIYEN,
        "run",
        cwd=folder,
        env=bot_environment({"BOT_TOKEN": TOKEN, "DATA_DIR": str(folder / "data"), **settings}),
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            said = await process.stderr.readuntil(waits)
            process.terminate()
            _, rest = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0
    text = (said + rest).decode()
    assert TOKEN not in text
    assert "Traceback" not in text
    assert re.search(r"the bot has stopped reason=SIGTERM seconds=\d+\.\d\n$", text)
    return text


async def test_a_bot_api_server_that_does_not_answer_is_waited_for(tmp_path: Path, closed: int) -> None:
    settings = {"BOT_API_URL": f"http://127.0.0.1:{closed}"}
    text = await stopped_start(tmp_path, settings, b"is tried again until it works")
    assert "BOT_API_URL (127.0.0.1)" in text
    assert ".env" not in text


async def test_a_server_of_the_bots_own_that_does_not_answer_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / ".env").touch()
    (tmp_path / ".env").chmod(0o644)
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(0o755)
    with (tmp_path / "data" / "redis.lock").open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        text = await stopped_start(tmp_path, {}, b"another process holds redis.lock")
    assert "other users of this machine can read .env" in text
    assert "DATA_DIR was open to other users and is closed" in text


def open_files(folder: Path) -> list[Path]:
    """The files in a folder that others could open, were it open."""
    files = [folder, *folder.rglob("*")]
    assert {file.name for file in files} >= {"redis.lock", "harfiyen.lock", "redis.log", "appendonlydir"}
    return [file for file in files if file.stat().st_mode & 0o077]


def environment_of_server(folder: Path) -> bytes:
    return Path("/proc", (folder / "redis.pid").read_text().strip(), "environ").read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="the system shows no environments of processes")
async def test_what_the_bot_writes_is_its_owners_alone_and_its_server_does_not_know_the_token(
    settling: BotStage,
) -> None:
    data = Path(settling.bot.settings["DATA_DIR"])
    assert open_files(data) == []
    environment = environment_of_server(data)
    assert b"PATH=" in environment
    assert TOKEN.encode() not in environment


async def test_a_redis_server_that_does_not_answer(starts: Starts, api: Playground, closed: int) -> None:
    redis = f"redis://:pass-word@127.0.0.1:{closed}/0"
    said = await starts.refused({"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url, "REDIS_URL": redis})
    assert re.match(r"REDIS_URL .*does not answer: start it", said)
    assert "pass-word" not in said


async def test_a_database_of_another_bot(settling: BotStage, starts: Starts) -> None:
    url = f"unix://{settling.bot.settings['DATA_DIR']}/redis.sock"
    other = f"987654321:{TOKEN.partition(':')[2]}"
    api = Playground(token=other)
    await api.start(port=0)
    said = await starts.refused({"BOT_TOKEN": other, "BOT_API_URL": api.api_url, "REDIS_URL": url})
    await api.stop()
    assert re.match(r"REDIS_URL names a database .*another bot .*another database's number, or another server", said)
    assert "restore FILE --replace" in said
    await plays_still(settling)


async def test_a_folder_in_which_the_playground_played(starts: Starts, api: Playground) -> None:
    server = EmbeddedRedis(starts.folder / "data")
    await server.start()
    async with connect(server.url) as client:
        await server_checks.claim_schema(client)
        await claim_tenant(client, Playground().world.bot_user["id"])
    await server.stop()
    said = await starts.refused({"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url})
    assert re.match(r"DATA_DIR is .*/data, a folder with the games of another bot .*: name another one", said)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_data_dir_that_may_not_be_written(starts: Starts) -> None:
    (starts.folder / "data").mkdir(mode=0o500)
    assert (await starts.refused({})).startswith("DATA_DIR is")


async def test_a_webhook_that_the_bot_api_refuses(starts: Starts, api: Playground) -> None:
    settings = {
        "BOT_TOKEN": TOKEN,
        "BOT_API_URL": api.api_url,
        "WEBHOOK_URL": "https://bot.example.org/harfiyen",
        "WEBHOOK_SECRET": "sixteen-letters-",
    }
    assert re.match(r"WEBHOOK_URL was refused by the Bot API", await starts.refused(settings))


async def test_a_broken_line_of_the_settings_file(starts: Starts) -> None:
    (starts.folder / ".env").write_text("BOT_TOKEN\n")
    said = await starts.refused({})
    assert ".env, line 1" in said
