"""The bot's own Redis server: found, started, outliving a killed bot, and never losing a commit."""

import asyncio
import contextlib
import logging
import os
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from redis.asyncio import Redis

from bot.store import embedded
from bot.store.client import connect
from bot.store.embedded import DataDirBusy, EmbeddedRedis, ServerFailed
from bot.store.games import GameStore
from tests.support.embedded_servers import GROUP, commit_state, start_embedded, stored_state, wait_until_rewritten
from tests.support.waiting import PATIENCE, wait_until

BOT = """
import asyncio, sys
from pathlib import Path
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.keys import Scope
from bot.store.commits import Commit
from bot.store.games import GameStore

async def main():
    server = EmbeddedRedis(Path(sys.argv[1]))
    await server.start()
    async with connect(server.url) as client:
        await GameStore(client).commit(Commit(scope=Scope(-5), expected_version=0, update_id=1, state=b"kept"))
        print(server.pid, flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[EmbeddedRedis]:
    async with start_embedded(tmp_path / "data") as server:
        yield server


@pytest.fixture
def killed_bot(tmp_path: Path) -> Iterator[int]:
    """A bot that committed and was killed; its server's process."""
    bot = subprocess.Popen([sys.executable, "-c", BOT, str(tmp_path / "data")], stdout=subprocess.PIPE)
    try:
        assert bot.stdout is not None
        pid = int(bot.stdout.readline())
    finally:
        bot.kill()
        bot.communicate()
    yield pid
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def kill_server(server: EmbeddedRedis) -> None:
    os.kill(server.pid, signal.SIGKILL)
    os.waitid(os.P_PID, server.pid, os.WEXITED | os.WNOWAIT)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def socket_of(server: EmbeddedRedis) -> Path:
    return Path(unquote(server.url.removeprefix("unix://")))


def file_mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_every_write_is_on_disk_before_it_is_answered_and_no_port_is_open(server: EmbeddedRedis) -> None:
    async with connect(server.url) as client:
        wanted = {
            "appendonly": "yes",
            "appendfsync": "always",
            "auto-aof-rewrite-percentage": "100",
            "auto-aof-rewrite-min-size": str(16 * 1024**2),
            "maxmemory-policy": "noeviction",
            "port": "0",
            "save": "",
        }
        found = {name: (await client.config_get(name))[name] for name in wanted}
    assert found == wanted
    assert file_mode(socket_of(server)) == 0o700


async def test_a_crash_within_a_script_leaves_nothing_of_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.store")
    data = tmp_path / "data"
    commit = "redis.call('HINCRBY', 'game', 'version', 1) redis.call('RPUSH', 'log', ARGV[1])"
    async with start_embedded(data) as server, connect(server.url) as client:
        await client.eval(commit, 0, "first")
        await client.bgrewriteaof()
        await wait_until_rewritten(client)
        await client.eval(commit, 0, "second")
        kill_server(server)
        [written] = [*data.glob("appendonlydir/*.incr.aof"), *data.glob("appendonly.aof")]
        os.truncate(written, written.read_bytes().rindex(b"second") + 3)
        await server.ensure_running()
        await client.eval(commit, 0, "again")
        for _ in range(2):
            kill_server(server)
            await server.ensure_running()
        assert await client.lrange("log", 0, -1) == [b"first", b"again"]
        assert await client.hget("game", "version") == b"2"
    told = [record.getMessage() for record in caplog.records]
    assert "the unfinished end of the append-only file is cut off" in told
    assert not [one for one in told if "cannot be checked" in one]


async def test_a_server_that_dies_is_started_again_while_the_bot_runs(server: EmbeddedRedis) -> None:
    await commit_state(server, b"kept")
    before = server.pid
    async with connect(server.url) as client:
        store = GameStore(client)
        assert (await store.load_table(GROUP)).state == b"kept"
        watch = asyncio.create_task(server.restart_when_dead(interval=0.01))
        os.kill(before, signal.SIGKILL)
        assert (await store.load_table(GROUP)).state == b"kept", "a client sees little of it"
    assert server.pid != before
    await server.stop()
    async with asyncio.timeout(PATIENCE):
        await watch


async def test_what_a_crash_left_lying_does_not_block_a_start(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for name in ("redis.sock", "redis.pid", "redis.lock", "harfiyen.lock", "redis.log"):
        (tmp_path / "data" / name).write_text("1")
    async with start_embedded(tmp_path / "data") as server:
        assert await stored_state(server) is None


async def test_a_second_process_is_told_who_has_the_directory(server: EmbeddedRedis, tmp_path: Path) -> None:
    second = EmbeddedRedis(tmp_path / "data")
    with pytest.raises(DataDirBusy) as caught:
        await second.start()
    assert str(tmp_path / "data") in str(caught.value)
    assert f"process {os.getpid()};" in str(caught.value)
    assert await stored_state(server) is None


@pytest.fixture
def short_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a socket finds room, whose path may have some hundred bytes in all."""
    return tmp_path_factory.mktemp("t")


@pytest.mark.parametrize("name", ["tıpkı boşluk %20 ?#", "long" * 40])
async def test_stopping_keeps_the_data_in_every_path_and_leaves_no_process(
    tmp_path: Path, short_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(short_path))
    async with start_embedded(tmp_path / name) as server:
        await commit_state(server, b"kept")
        pid = server.pid
    assert not is_alive(pid)
    await server.stop()
    async with start_embedded(tmp_path / name) as server:
        assert await stored_state(server) == b"kept"


async def test_no_socket_is_where_others_reach(
    tmp_path: Path, short_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(short_path))
    data_dir = tmp_path / ("long" * 40)
    async with start_embedded(data_dir) as server:
        place = socket_of(server).parent
    assert place.parent == short_path
    assert file_mode(place) == 0o700
    place.chmod(0o755)
    with pytest.raises(ServerFailed, match="is not a private directory"):
        await EmbeddedRedis(data_dir).start()


async def test_a_server_that_cannot_start_says_why_and_frees_the_directory(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "appendonly.aof").write_text("this is no log of commands\r\n" * 10)
    with pytest.raises(ServerFailed, match=r"did not start; its log .*redis\.log ends with: .*Bad file format"):
        await EmbeddedRedis(data).start()
    for file in (*data.glob("appendonly.aof"), *data.glob("appendonlydir/*")):  # from version 7 on it is moved there
        file.unlink()
    async with start_embedded(data) as server:
        assert await stored_state(server) is None


async def test_the_server_outlives_a_killed_bot_and_is_found_watched_and_stopped(
    killed_bot: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is started again also though its folder could not be read for a while."""
    folder, away = tmp_path / "data", tmp_path / "away"
    looks = 0
    async with start_embedded(folder) as server:
        assert server.pid == killed_bot
        assert await stored_state(server) == b"kept"
        await commit_state(server, b"later", 1)
        listening, has_died = socket_of(server), server._has_died  # noqa: SLF001 - what is watched is when it looks

        def count_look() -> bool:
            nonlocal looks
            looks += 1
            return has_died()

        monkeypatch.setattr(server, "_has_died", count_look)
        watch = asyncio.create_task(server.restart_when_dead(interval=0.0))
        folder.rename(away)
        await wait_until(lambda: looks >= 2 or watch.done())
        away.rename(folder)
        os.kill(killed_bot, signal.SIGKILL)
        await wait_until(lambda: server.pid != killed_bot or watch.done())
        assert not watch.done()
        assert await stored_state(server) == b"later"
        watch.cancel()
    assert not listening.exists()
    async with start_embedded(folder) as server:
        assert await stored_state(server) == b"later"


async def test_a_long_file_of_little_is_written_anew_when_its_server_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "REWRITE_MIN_BYTES", 1_000_000)
    async with start_embedded(tmp_path) as server, connect(server.url) as client:
        await client.config_set("auto-aof-rewrite-percentage", "0")
        for _ in range(20):
            await client.set("kept", b"x" * 100_000)
        assert await wait_until_rewritten(client) > 2_000_000
    async with start_embedded(tmp_path) as server, connect(server.url) as client:
        assert await wait_until_rewritten(client) < 200_000
        assert await client.get("kept") == b"x" * 100_000


async def test_a_short_file_and_one_of_data_are_left_alone(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not await embedded.rewrite_if_long(redis)
    await redis.bgrewriteaof()  # what other tests wrote may be longer than the data of this one
    monkeypatch.setattr(embedded, "REWRITE_MIN_BYTES", await wait_until_rewritten(redis))
    for number in range(20):
        await redis.set(f"kept {number}", b"x" * 100_000)
    assert not await embedded.rewrite_if_long(redis)
