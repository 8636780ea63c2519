"""Continuous integration: it runs every tool and test that there is, and ends when one of them fails."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.checkout import ROOT


def test_without_a_browser_or_a_way_to_get_one_all_the_rest_is_done(tmp_path: Path, programs: Path) -> None:
    """As on a fresh machine: nobody's home, no terminal, packages that cannot be had."""
    ran = continuous_integration(
        tmp_path,
        programs,
        make='echo "make $*"',
        id="echo 0",
        chromium="echo 'install it as a snap' >&2; exit 1",
        **dict.fromkeys(("apt-get", "chromium-headless-shell", "chromium-browser", "google-chrome"), "exit 1"),
    )
    calls = [f"make {target}" for target in ("environment-dev", "check", "docs", "test", "test-long MINUTES=2")]
    assert (ran.returncode, ran.stdout.splitlines()) == (0, calls)
    assert "the browser tests will be skipped" in ran.stderr


def test_the_suite_sees_no_server_of_the_machine_but_the_store_is_tried_on_one(tmp_path: Path, programs: Path) -> None:
    ran = continuous_integration(
        tmp_path,
        programs,
        make='echo "make $* HOME=$(ls -A "$HOME") $(redis-server || true)"',
        chromium="exit 0",
        id="echo 1",
        **{"redis-server": "echo Redis", "valkey-server": "echo Valkey"},
    )
    assert ran.returncode == 0, ran.stderr
    (tested,) = (line for line in ran.stdout.splitlines() if line.startswith("make test "))
    assert tested == "make test HOME= "
    stores = [line.rpartition("/")[2] for line in ran.stdout.splitlines() if line.startswith("make test-store SERVER=")]
    assert [line.split()[0] for line in stores] == ["server"]


@pytest.mark.parametrize("target", ["check", "test-store", "test-long"])
def test_what_fails_fails_the_continuous_integration(tmp_path: Path, programs: Path, target: str) -> None:
    fails = f'test "$1" != {target}'
    ran = continuous_integration(tmp_path, programs, make=fails, chromium="exit 0", **{"redis-server": "echo Redis"})
    assert ran.returncode


def test_packages_that_do_not_build_fail_it_and_those_that_cannot_be_had_do_not(tmp_path: Path, programs: Path) -> None:
    found = [
        continuous_integration(
            tmp_path / end, programs, packages=f"exit {end}", make="true", chromium="exit 0"
        ).returncode
        for end in ("1", "75")
    ]
    assert found == [1, 0]


def continuous_integration(
    folder: Path, programs: Path, packages: str = "true", **commands: str
) -> subprocess.CompletedProcess[str]:
    """Run it in an empty checkout on a machine with those commands beside its programs; its Pythons do nothing."""
    script, bin_, python = folder / ".ci" / "run", folder / "bin", folder / ".venv" / "bin" / "python"
    for made in (script, python):
        made.parent.mkdir(parents=True)
    shutil.copy2(ROOT / ".ci" / "run", script)
    bin_.mkdir()
    pythons = ("python3", "python3.11", "python3.12", "python3.13", "python3.14")
    does_all = {python: "true", folder / ".ci" / "packages": packages}
    does_all |= {bin_ / name: does for name, does in (dict.fromkeys(pythons, "exit 1") | commands).items()}
    for program, does in does_all.items():
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)
    around = {"PATH": f"{bin_}:{programs}", "CI": "true"}
    return subprocess.run(
        [str(script)], env=around, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of all programs of this machine but its servers of Redis, which are none of the tests' business."""
    folder = tmp_path_factory.mktemp("programs")
    for directory in os.get_exec_path():
        for program in Path(directory).iterdir() if os.access(directory, os.R_OK | os.X_OK) else ():
            if not re.match(r"(redis|valkey)-", program.name) and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program.absolute())
    return folder
