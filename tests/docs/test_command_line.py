"""The page of the command line: what is shown there is what is printed."""

import re
from pathlib import Path

import pytest

from bot.cli import main
from bot.store.server_checks import SCHEMA
from tests.docs.__main__ import with_outputs
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


def test_a_block_with_a_command_alone_is_filled() -> None:
    begun = "```console\n$ .venv/bin/harfiyen lexicon check kalem --lexicon tr\n```\n"
    filled = with_outputs(begun)
    assert re.search(r"--lexicon tr\n.*KALEM.*\n```\n", filled)
    assert with_outputs(filled) == filled


def test_of_every_command_shown_it_is_known_whether_it_runs_here() -> None:
    assert set(SHOWN.findall(page_text(PAGE))) == {*OFFLINE, *ELSEWHERE}, "tests/docs/shown_commands.py lists them"


def test_the_page_tells_of_the_data() -> None:
    page = page_text(PAGE)
    data = rf"^✓ data: stored schema {SCHEMA}, this version's {SCHEMA}; \d+ tables, and all can be read$"
    assert re.search(data, page, re.MULTILINE)
