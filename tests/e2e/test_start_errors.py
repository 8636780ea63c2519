"""A start that cannot succeed ends with status 2 and one sentence that names the setting and the remedy.

Which sentence each broken setting has is told by ``tests/bot/test_config.py``.
"""

import asyncio
import os
import re
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.playground import Playground
from tests.e2e.room import PATIENCE
from tests.e2e.stage import HARFIYEN, TOKEN, Stage, environment

SETTLED_SECONDS = 5.5
"""How long a process has to run before it holds its token against a newcomer."""
_LOGGED = re.compile(r"\d{4}-\d\d-\d\dT")


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program has."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield int(listener.getsockname()[1])


@pytest.fixture
def closed() -> int:
    """A port that nobody has."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.fixture
async def api() -> AsyncIterator[Playground]:
    """A Bot API server that knows the token."""
    playground = Playground(token=TOKEN)
    await playground.start(port=0)
    yield playground
    await playground.stop()


async def refused(folder: Path, settings: dict[str, str], command: str = "run") -> str:
    """The sentence with which a start ends."""
    given = {"DATA_DIR": str(folder / "data"), "HTTP_LISTEN": "127.0.0.1:0", **settings}
    process = await asyncio.create_subprocess_exec(
        *HARFIYEN,
        command,
        cwd=folder,
        env=environment(given),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            _, written = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    text = written.decode()
    assert process.returncode == 2, text
    said = [line for line in text.splitlines() if not _LOGGED.match(line)]
    assert len(said) == 1, text
    assert TOKEN not in text
    assert TOKEN.partition(":")[2] not in text
    assert said[0].startswith("harfiyen: "), text
    return said[0].removeprefix("harfiyen: ")


async def test_a_token_that_telegram_does_not_know(tmp_path: Path, api: Playground) -> None:
    settings = {"BOT_TOKEN": f"987654321:{'x' * 35}", "BOT_API_URL": api.api_url}
    assert re.match(r"BOT_TOKEN .*@BotFather", await refused(tmp_path, settings))


async def test_a_second_process_in_the_same_data_dir_or_with_the_same_token(
    own_redis: Stage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    loop = asyncio.get_running_loop()
    settled = loop.time() + SETTLED_SECONDS
    folder = Path(own_redis.bot.settings["DATA_DIR"]).parent
    settings = {"BOT_TOKEN": f"987654321:{'x' * 35}", "BOT_API_URL": own_redis.playground.api_url}
    said = await refused(folder, settings)
    assert said.startswith("DATA_DIR")
    assert str(folder / "data") in said

    # Of two that start together either may go; one that has run for longer stays.
    await asyncio.sleep(settled - loop.time())
    settings = {name: own_redis.bot.settings[name] for name in ("BOT_TOKEN", "BOT_API_URL")}
    said = await refused(tmp_path_factory.mktemp("second"), settings)
    assert re.match(r"BOT_TOKEN is in use by a second process.*stop the other one", said)
    await plays_still(own_redis)


async def plays_still(stage: Stage) -> None:
    """The process that was there before goes on."""
    room = await stage.room(stage.people[:2])
    assert (await room.ask(stage.people[0], "/yeni kelimelik")).buttons


async def test_a_busy_port(tmp_path: Path, api: Playground, taken: int) -> None:
    listen = f"127.0.0.1:{taken}"
    settings = {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url, "HTTP_LISTEN": listen}
    assert (await refused(tmp_path, settings)).startswith(f"HTTP_LISTEN is {listen}, and that port is taken")


async def test_a_busy_port_of_the_playground(tmp_path: Path, taken: int) -> None:
    listen = f"127.0.0.1:{taken}"
    said = await refused(tmp_path, {"HTTP_LISTEN": listen}, "playground")
    assert said.startswith(f"HTTP_LISTEN is {listen}, and that port is taken")


async def test_an_address_that_is_not_this_machines(tmp_path: Path, api: Playground) -> None:
    settings = {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url, "HTTP_LISTEN": "192.0.2.1:8080"}
    said = await refused(tmp_path, settings)
    assert said.startswith("HTTP_LISTEN is 192.0.2.1:8080")
    assert "taken" not in said


async def test_a_bot_api_server_that_does_not_answer_is_waited_for(tmp_path: Path, closed: int) -> None:
    settings = {"BOT_TOKEN": TOKEN, "BOT_API_URL": f"http://127.0.0.1:{closed}", "DATA_DIR": str(tmp_path / "data")}
    process = await asyncio.create_subprocess_exec(
        *HARFIYEN, "run", cwd=tmp_path, env=environment(settings), stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            said = await process.stderr.readuntil(b"trying again until it works")
            process.terminate()
            _, rest = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0
    text = (said + rest).decode()
    assert "BOT_API_URL (127.0.0.1)" in text
    assert TOKEN not in text
    assert "Traceback" not in text


async def test_a_redis_server_that_does_not_answer(tmp_path: Path, api: Playground, closed: int) -> None:
    redis = f"redis://:pass-word@127.0.0.1:{closed}/0"
    said = await refused(tmp_path, {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url, "REDIS_URL": redis})
    assert re.match(r"REDIS_URL .*does not answer: start it", said)
    assert "pass-word" not in said


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_data_dir_that_may_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o500)
    assert (await refused(tmp_path, {})).startswith("DATA_DIR is")


async def test_a_webhook_that_the_bot_api_refuses(tmp_path: Path, api: Playground) -> None:
    settings = {
        "BOT_TOKEN": TOKEN,
        "BOT_API_URL": api.api_url,
        "WEBHOOK_URL": "https://bot.example.org/harfiyen",
        "WEBHOOK_SECRET": "secret",
    }
    assert re.match(r"WEBHOOK_URL was refused by the Bot API", await refused(tmp_path, settings))


async def test_a_broken_line_of_the_settings_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("BOT_TOKEN\n")
    said = await refused(tmp_path, {})
    assert ".env, line 1" in said
