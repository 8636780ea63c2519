"""A start that cannot succeed ends with status 2 and one sentence that names the setting and the remedy."""

import asyncio
import os
import re
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.playground import Playground
from tests.e2e.room import PATIENCE
from tests.e2e.stage import HARFIYEN, TOKEN, Stage, environment, opened

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


async def test_a_token_of_another_form(tmp_path: Path) -> None:
    assert re.match(r"BOT_TOKEN is not a bot token.*@BotFather", await refused(tmp_path, {"BOT_TOKEN": "my-token"}))


async def test_a_token_that_telegram_does_not_know(tmp_path: Path, api: Playground) -> None:
    settings = {"BOT_TOKEN": f"987654321:{'x' * 35}", "BOT_API_URL": api.api_url}
    assert re.match(r"BOT_TOKEN .*@BotFather", await refused(tmp_path, settings))


async def test_a_second_process_with_the_same_token(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with opened(tmp_path_factory.mktemp("bot"), {}) as first:
        # Of two that start together either may go; one that has run for longer stays.
        await asyncio.sleep(SETTLED_SECONDS)
        settings = {name: first.bot.settings[name] for name in ("BOT_TOKEN", "BOT_API_URL")}
        said = await refused(tmp_path_factory.mktemp("second"), settings)
        assert re.match(r"BOT_TOKEN is in use by a second process.*stop the other one", said)
        await plays_still(first)


async def test_a_second_process_in_the_same_data_dir(own_redis: Stage) -> None:
    folder = Path(own_redis.bot.settings["DATA_DIR"]).parent
    settings = {"BOT_TOKEN": f"987654321:{'x' * 35}", "BOT_API_URL": own_redis.playground.api_url}
    said = await refused(folder, settings)
    assert said.startswith("DATA_DIR")
    assert str(folder / "data") in said
    await plays_still(own_redis)


async def plays_still(stage: Stage) -> None:
    """The process that was there before goes on."""
    room = await stage.room(stage.people[:2])
    assert (await room.ask(stage.people[0], "/yeni kelimelik")).buttons


async def test_a_busy_port(tmp_path: Path, api: Playground, taken: int) -> None:
    listen = f"127.0.0.1:{taken}"
    settings = {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url, "HTTP_LISTEN": listen}
    assert (await refused(tmp_path, settings)).startswith(f"HTTP_LISTEN is {listen}, and that port is taken")


@pytest.mark.parametrize("command", ["run", "playground"])
async def test_a_busy_port_of_the_playground(tmp_path: Path, taken: int, command: str) -> None:
    listen = f"127.0.0.1:{taken}"
    said = await refused(tmp_path, {"HTTP_LISTEN": listen}, command)
    assert said.startswith(f"HTTP_LISTEN is {listen}, and that port is taken")


async def test_an_address_that_is_not_this_machines(tmp_path: Path, api: Playground) -> None:
    settings = {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url, "HTTP_LISTEN": "192.0.2.1:8080"}
    said = await refused(tmp_path, settings)
    assert said.startswith("HTTP_LISTEN is 192.0.2.1:8080")
    assert "taken" not in said


async def test_a_bot_api_server_that_does_not_answer(tmp_path: Path, closed: int) -> None:
    settings = {"BOT_TOKEN": TOKEN, "BOT_API_URL": f"http://127.0.0.1:{closed}"}
    assert re.match(r"BOT_API_URL .*does not answer.*check", await refused(tmp_path, settings))


async def test_a_redis_server_that_does_not_answer(tmp_path: Path, api: Playground, closed: int) -> None:
    redis = f"redis://:pass-word@127.0.0.1:{closed}/0"
    said = await refused(tmp_path, {"BOT_TOKEN": TOKEN, "BOT_API_URL": api.api_url, "REDIS_URL": redis})
    assert re.match(r"REDIS_URL .*does not answer: start it", said)
    assert "pass-word" not in said


@pytest.mark.parametrize("address", ["localhost:6379", "http://localhost", "redis://localhost:port/0", "redis://h/x"])
async def test_an_address_that_is_none_of_a_redis_server(tmp_path: Path, address: str) -> None:
    assert (await refused(tmp_path, {"REDIS_URL": address})).startswith("REDIS_URL")


async def test_a_language_that_the_bot_does_not_speak(tmp_path: Path) -> None:
    said = await refused(tmp_path, {"DEFAULT_LANGUAGE": "de"})
    assert said == "DEFAULT_LANGUAGE is 'de': write one of tr, en, uk."


async def test_a_data_dir_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert (await refused(tmp_path, {})).startswith("DATA_DIR is")


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
