"""The page of the command line: what is shown there is what is printed."""

from pathlib import Path

import pytest

from bot.cli import main
from tests.docs.shown_commands import ELSEWHERE, OFFLINE, PAGE, RUN, SHOWN, arguments
from tests.support.checkout import page_text


def test_commands_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    runs = [(run["command"], run["output"]) for run in RUN.finditer(page_text(PAGE))]
    assert {command.split()[0] for command, _ in runs} == set(OFFLINE)
    for command, output in runs:
        main(arguments(command, tmp_path))
        assert capsys.readouterr().out == output


def test_of_every_command_shown_it_is_known_whether_it_runs_here() -> None:
    assert set(SHOWN.findall(page_text(PAGE))) == {*OFFLINE, *ELSEWHERE}, "tests/docs/shown_commands.py lists them"
