"""The environment of a checkout: made, repaired or left alone, and what is said where that cannot be done."""

import hashlib
import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.checkout import ROOT, script


@pytest.fixture
def tool() -> ModuleType:
    """What makes environments."""
    return script("environment")


def test_an_installation_that_broke_off_is_tried_again(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses = [1, 0]
    monkeypatch.setattr(
        tool, "_run_command", lambda *_: subprocess.CompletedProcess([], statuses.pop(0), "", "ERROR: late")
    )
    tool.Environment(tmp_path)._run_pip({}, "install", tries=2)  # noqa: SLF001 - without a network
    assert statuses == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_in_a_folder_that_cannot_be_written_that_is_what_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    ran = make_environment(tmp_path / "env")
    tmp_path.chmod(0o755)
    assert ran.returncode == 2
    assert re.fullmatch(rf"{re.escape(str(tmp_path / 'env'))} cannot be made, .* writable .*\n", ran.stderr)


def test_the_pip_that_comes_along_is_the_one_described() -> None:
    (wheel,) = (ROOT / "tools" / "vendor").glob("*.whl")
    described = (ROOT / "tools" / "vendor" / "README.md").read_text("utf-8")
    assert f"`{wheel.name}`" in described
    assert hashlib.sha256(wheel.read_bytes()).hexdigest() in described


def make_environment(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the set-up without a network: pip may take nothing from anywhere."""
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / "environment.py"), str(folder)],
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(folder.parent),
            "PIP_NO_INDEX": "1",
            "PIP_NO_COMPILE": "1",
            "PIP_CONFIG_FILE": os.devnull,
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.repeat  # .ci/run makes an environment each time
def test_what_was_broken_off_is_made_anew_and_without_a_network_says_so_and_leaves_a_working_pip(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "env"
    venv.create(folder, with_pip=False)
    (folder / "rubbish").touch()
    (folder / "harfiyen.json").write_text('{"state": "unfini')
    ran = make_environment(folder)
    assert not (folder / "rubbish").exists()
    assert ran.returncode == 2
    assert "check the network connection" in ran.stderr.splitlines()[-1]
    pip = subprocess.run([folder / "bin/python", "-m", "pip", "--version"], capture_output=True, check=False)
    assert pip.returncode == 0


def test_a_folder_that_is_no_environment_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "letter.txt").write_text("dear")
    ran = make_environment(tmp_path / "env")
    assert ran.returncode == 2
    assert "is in the way" in ran.stderr
    assert (tmp_path / "env" / "letter.txt").read_text() == "dear"
