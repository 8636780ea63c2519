"""The page of the command line: what is shown there is what is printed."""

import re
from pathlib import Path

import pytest

from bot.cli import main
from bot.offline.doctor import installation
from bot.store.schema import SCHEMA
from tests.docs.console import OFFLINE, PAGE, RUN, VARYING, arguments, lasting
from tests.support.pages import DOCS, text


def test_commands_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    runs = [(run["command"], run["output"]) for run in RUN.finditer(text(PAGE))]
    assert {command.split()[0] for command, _ in runs} == set(OFFLINE)
    for command, output in runs:
        main(arguments(command, tmp_path))
        assert capsys.readouterr().out == output


def test_the_doctor_finds_what_is_shown() -> None:
    shown = set(re.findall(r"^✓ .+$", text(PAGE), re.MULTILINE))
    found = {lasting(str(check)) for check in installation()}
    assert {line for line in found if not line.startswith(VARYING)} <= shown
    assert {line for line in shown if line.startswith(("✓ lexicon", "✓ texts"))} <= found


def test_the_page_tells_of_the_data_and_of_every_picture() -> None:
    page = text(PAGE)
    assert re.search(rf"^✓ data: schema {SCHEMA}; \d+ tables, and all can be read$", page, re.MULTILINE)
    shown = re.search(r"^(\d+) pictures in docs/gallery$", page, re.MULTILINE)
    assert shown is not None
    assert int(shown[1]) == len(list((DOCS / "gallery").glob("*.png")))
