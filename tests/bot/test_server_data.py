"""Real servers on each other's data: those that are said to read them do, and the others are right to be kept off."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.config import StartError, load
from bot.fleet.cluster import Node, free_ports
from bot.offline.doctor import configuration
from bot.resources import redis_of
from bot.store import binary, datafiles, lonefile
from bot.store.binary import NoRedisServer, Server
from bot.store.commits import Commit, Committed
from bot.store.connect import connect
from bot.store.datafiles import Series
from bot.store.embedded import EmbeddedRedis
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.schema import SCHEMA
from bot.store.streams import Inbox, Outbox
from tests.support.streams import read

GROUP = Scope(-5)
REDIS_6_2 = Path(__file__).parent.parent / "support" / "redis-6.2.aof"
"""As Redis 6.2.14 left it: a commit and an update, both rewritten, and a commit with something to tell after that."""
NUMBERED = b"*3\r\n$3\r\nSET\r\n$9\r\nhf:schema\r\n$1\r\n%d\r\n" % SCHEMA
"""What notes the schema of the data; that file is of a version before there were numbers."""


def programs() -> list[Server]:
    """Those of this machine: what comes along, and what is on PATH."""
    found = (binary._asked(path, comes_along=along) for path, along in binary._candidates())  # noqa: SLF001 - all of them
    return [server for server in found if server is not None]


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> "Only":
    return Only(monkeypatch)


class Only:
    """A machine with one program."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    @contextlib.asynccontextmanager
    async def running(self, server: Server, data: Path) -> AsyncIterator[EmbeddedRedis]:
        def candidates() -> Iterator[tuple[str, bool]]:
            yield server.path, server.comes_along

        with self._patch.context() as patch:
            patch.setattr(binary, "_candidates", candidates)
            started = EmbeddedRedis(data)
            await started.start()
        try:
            yield started
        finally:
            await started.stop()


async def commit(server: EmbeddedRedis, state: bytes, version: int) -> None:
    async with connect(server.url) as client:
        change = Commit(scope=GROUP, expected=version, update_id=None, state=state)
        assert await Store(client).commit(change) == Committed(version + 1)


async def stored(server: EmbeddedRedis) -> bytes | None:
    async with connect(server.url) as client:
        return (await Store(client).load(GROUP)).state


@pytest.mark.parametrize("reader", programs(), ids=lambda server: server.name)
async def test_what_redis_6_2_wrote_is_read(only: Only, tmp_path: Path, reader: Server) -> None:
    kept = tmp_path / "appendonly.aof"
    kept.write_bytes(REDIS_6_2.read_bytes() + NUMBERED)
    assert datafiles.writers_of(tmp_path) == (Series("redis", (6, 2)),)
    async with only.running(reader, tmp_path) as server, connect(server.url) as client:
        assert await stored(server) == b"kept"
        assert [entry.update_id for entry in await read(Inbox(client))] == [7]
        assert [entry.payload for entry in await read(Outbox(client))] == [b"told"]
        await commit(server, b"later", 2)
    assert datafiles.writers_of(tmp_path)[0] == reader.series
    async with only.running(reader, tmp_path) as server:
        assert await stored(server) == b"later"


PACKED = b"REDIS0009\xfa\x00\x09hf:schema\xc0%c\xff"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (REDIS_6_2.read_bytes(), "earlier version wrote, without the number of a schema"),
        (REDIS_6_2.read_bytes() + NUMBERED.replace(b"%d" % SCHEMA, b"%d" % (SCHEMA + 1)), "later version"),
        (REDIS_6_2.read_bytes() + NUMBERED + NUMBERED.replace(b"%d" % SCHEMA, b"9"), "schema 9, from a later version"),
        (PACKED % (SCHEMA + 1), "later version"),
    ],
    ids=["unnumbered", "later", "migrated", "packed"],
)
async def test_one_file_of_another_schema_is_refused_before_any_server_moves_it(
    tmp_path: Path, content: bytes, found: str
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "appendonly.aof").write_bytes(content)
    for _ in range(2):
        with pytest.raises(StartError, match=rf"^DATA_DIR cannot be used: {data} holds data .*{found}.*nothing was"):
            async with redis_of(load({"DATA_DIR": str(data)}, tmp_path)):
                pass
    checks = {check.name: check async for check in configuration({"DATA_DIR": str(data)}, tmp_path)}
    assert (checks["data"].status, found in checks["data"].found) == ("wrong", True)
    assert {path.name for path in data.iterdir()} == {"appendonly.aof", "harfiyen.lock", "redis.lock"}
    assert (data / "appendonly.aof").read_bytes() == content


@pytest.mark.parametrize("content", [PACKED % SCHEMA, NUMBERED, b"", b"*1\r\n$4\r\nPING\r\n"])
def test_one_file_of_this_schema_or_of_nobodys_is_not(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "appendonly.aof").write_bytes(content)
    lonefile.check(tmp_path)


@pytest.mark.parametrize("writer", programs(), ids=lambda server: server.name)
@pytest.mark.parametrize("reader", programs(), ids=lambda server: server.name)
async def test_each_server_is_given_what_it_reads(only: Only, tmp_path: Path, writer: Server, reader: Server) -> None:
    async with only.running(writer, tmp_path) as server:
        await commit(server, b"kept", 0)
    assert set(datafiles.writers_of(tmp_path)) == {writer.series}
    (tmp_path / datafiles.NOTE).unlink()
    if writer.series != Series("redis", (6, 2)):  # which writes commands alone at first
        assert datafiles.writers_of(tmp_path) == (writer.series,), "the files tell it too"
    if reader.series.reads(writer.series):
        async with only.running(reader, tmp_path) as server:
            assert await stored(server) == b"kept"
        return
    with pytest.raises(NoRedisServer, match=f"was written by {writer.series}, which no server program here reads"):
        async with only.running(reader, tmp_path):
            pass
    [port] = free_ports(1)
    node = Node.server(reader.path, tmp_path, port, {"appendonly": "yes"})
    try:
        if reader.series == Series("redis", (6, 2)):
            await node.start()
            assert await node.ask("DBSIZE") == 0, "it takes a folder for no data"
        else:
            with pytest.raises(RuntimeError, match="did not start"):
                await node.start()
    finally:
        await node.kill()
