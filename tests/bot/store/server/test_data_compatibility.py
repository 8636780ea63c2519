"""Real servers on each other's data: those that are said to read them do, and the others are right to be kept off."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.config import StartError, load_config
from bot.offline.doctor import check_configuration
from bot.resources import open_redis
from bot.store import embedded
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis, NoServerProgram, ServerProgram, ServerSeries
from bot.store.inbox import Inbox
from bot.store.server_checks import SCHEMA
from bot.store.streams import Outbox
from tests.support.embedded_servers import commit_state, stored_state
from tests.support.streams import read_new_entries
from tools.fleet.redis_servers import RedisNode, find_free_ports

REDIS_6_2 = Path(__file__).parents[3] / "support" / "redis-6.2.aof"
"""As Redis 6.2.14 left it: a commit and an update, both rewritten, and a commit with something to tell after that."""
NUMBERED = b"*3\r\n$3\r\nSET\r\n$9\r\nhf:schema\r\n$1\r\n%d\r\n" % SCHEMA
"""What notes the schema of the data; that file is of a version before there were numbers."""


def installed_servers() -> list[ServerProgram]:
    found = (embedded._probe_program(path, bundled=along) for path, along in embedded._candidate_programs())  # noqa: SLF001 - all of them
    return [server for server in found if server is not None]


@pytest.fixture
def single_program(monkeypatch: pytest.MonkeyPatch) -> "SingleProgramMachine":
    return SingleProgramMachine(monkeypatch)


class SingleProgramMachine:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    @contextlib.asynccontextmanager
    async def start_server(self, server: ServerProgram, data: Path) -> AsyncIterator[EmbeddedRedis]:
        def candidates() -> Iterator[tuple[str, bool]]:
            yield server.path, server.bundled

        with self._patch.context() as patch:
            patch.setattr(embedded, "_candidate_programs", candidates)
            started = EmbeddedRedis(data)
            await started.start()
        try:
            yield started
        finally:
            await started.stop()


@pytest.mark.parametrize("reader", installed_servers(), ids=lambda server: server.name)
async def test_redis_6_2_is_read(single_program: SingleProgramMachine, tmp_path: Path, reader: ServerProgram) -> None:
    kept = tmp_path / "appendonly.aof"
    kept.write_bytes(REDIS_6_2.read_bytes() + NUMBERED)
    assert embedded.find_writers(tmp_path) == (ServerSeries("redis", (6, 2)),)
    async with single_program.start_server(reader, tmp_path) as server, connect(server.url) as client:
        assert await stored_state(server) == b"kept"
        assert [entry.update_id for entry in await read_new_entries(Inbox(client))] == [7]
        assert [entry.payload for entry in await read_new_entries(Outbox(client))] == [b"told"]
        await commit_state(server, b"later", 2)
    assert embedded.find_writers(tmp_path)[0] == reader.series
    async with single_program.start_server(reader, tmp_path) as server:
        assert await stored_state(server) == b"later"


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
async def test_one_file_of_another_schema_is_refused_unmoved(tmp_path: Path, content: bytes, found: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "appendonly.aof").write_bytes(content)
    for _ in range(2):
        with pytest.raises(StartError, match=rf"^DATA_DIR cannot be used: {data} holds data .*{found}.*nothing was"):
            async with open_redis(load_config({"DATA_DIR": str(data)}, tmp_path)):
                pass
    checks = {check.name: check async for check in check_configuration({"DATA_DIR": str(data)}, tmp_path)}
    assert (checks["data"].status, found in checks["data"].found) == ("wrong", True)
    assert {path.name for path in data.iterdir()} == {"appendonly.aof", "harfiyen.lock", "redis.lock"}
    assert (data / "appendonly.aof").read_bytes() == content


@pytest.mark.parametrize("content", [PACKED % SCHEMA, NUMBERED, b"", b"*1\r\n$4\r\nPING\r\n"])
def test_one_file_of_this_schema_or_of_nobodys_is_not(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "appendonly.aof").write_bytes(content)
    embedded.check_single_file_schema(tmp_path)


@pytest.mark.parametrize("writer", installed_servers(), ids=lambda server: server.name)
@pytest.mark.parametrize("reader", installed_servers(), ids=lambda server: server.name)
async def test_each_server_is_given_what_it_reads(
    single_program: SingleProgramMachine, tmp_path: Path, writer: ServerProgram, reader: ServerProgram
) -> None:
    async with single_program.start_server(writer, tmp_path) as server:
        await commit_state(server, b"kept")
    assert set(embedded.find_writers(tmp_path)) == {writer.series}
    (tmp_path / embedded.SERIES_FILE).unlink()
    if writer.series != ServerSeries("redis", (6, 2)):  # which writes commands alone at first
        assert embedded.find_writers(tmp_path) == (writer.series,), "the files tell it too"
    if reader.series.can_read(writer.series):
        async with single_program.start_server(reader, tmp_path) as server:
            assert await stored_state(server) == b"kept"
        return
    with pytest.raises(NoServerProgram, match=f"was written by {writer.series}, which no server program here reads"):
        async with single_program.start_server(reader, tmp_path):
            pass
    [port] = find_free_ports(1)
    node = RedisNode.with_options(reader.path, tmp_path, port, {"appendonly": "yes"})
    try:
        if reader.series == ServerSeries("redis", (6, 2)):
            await node.start()
            assert await node.execute("DBSIZE") == 0, "it takes a folder for no data"
        else:
            with pytest.raises(RuntimeError, match="did not start"):
                await node.start()
    finally:
        await node.kill()
