"""Files that are the owner's alone: which folder is refused, which one closed, and what is said of an open file."""

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.config import find_open_file_remedy, keep_files_private, load_config
from tests.support.command_line import config_error

OTHER = 54_321


@pytest.fixture(autouse=True)
def same_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def belongs_to(monkeypatch: pytest.MonkeyPatch, user: int) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)


def test_a_folder_of_another_user_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: Path) -> None:
    os.chown(data, OTHER, -1) if os.geteuid() == 0 else belongs_to(monkeypatch, OTHER)
    assert "it belongs to the user " in config_error(tmp_path, DATA_DIR="data")


@pytest.mark.parametrize("bits", [0o777, 0o1777, 0o702])
def test_a_folder_in_which_every_user_may_write_is_refused(tmp_path: Path, data: Path, bits: int) -> None:
    data.chmod(bits)
    sentence = config_error(tmp_path, DATA_DIR="data")
    assert "every user may write in it" in sentence
    assert f"chmod 700 {data}" in sentence
    assert mode(data) == bits


@pytest.mark.parametrize("bits", [0o755, 0o775, 0o701])
def test_an_open_own_folder_is_closed(tmp_path: Path, data: Path, caplog: pytest.LogCaptureFixture, bits: int) -> None:
    data.chmod(bits)
    with caplog.at_level(logging.INFO, "bot"):
        for _ in range(2):
            keep_files_private(load_config({"DATA_DIR": "data"}, tmp_path).data_dir)
    assert mode(data) == 0o700
    assert caplog.text.count("DATA_DIR was open to other users and is closed") == 1
    (data / "file").touch()
    (data / "folder").mkdir()
    assert (mode(data / "file"), mode(data / "folder")) == (0o600, 0o700)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has folders of root's")
def test_a_folder_of_roots_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: Path) -> None:
    data.chmod(0o775)
    belongs_to(monkeypatch, OTHER)
    keep_files_private(load_config({"DATA_DIR": "data"}, tmp_path).data_dir)
    assert mode(data) == 0o775
    assert f"chown {OTHER} {data} && chmod 700 {data}" in find_open_file_remedy(data)
    data.chmod(0o777)
    assert f"chown {OTHER} {data} && chmod 700 {data} as root" in config_error(tmp_path, DATA_DIR="data")


def test_a_settings_file_that_others_can_read_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    assert not find_open_file_remedy(file)
    file.touch()
    for bits, own, others in ((0o600, "", ""), (0o640, "chmod go= ", ""), (0o604, "chmod go= ", "chmod o= ")):
        file.chmod(bits)
        for user, said in ((os.geteuid(), own), (OTHER, others)):
            with monkeypatch.context() as as_user:
                belongs_to(as_user, user)
                remedy = find_open_file_remedy(file)
            assert (f"{said}{file}" in remedy) if said else not remedy
