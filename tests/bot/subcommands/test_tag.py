"""``harfiyen tag``: an operator finds a chat's lines in the log."""

import json
from pathlib import Path

import pytest

from bot.cli import main
from bot.logs import ChatTags

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw-_"  # noqa: S105 - an invented one


def test_it_prints_the_tags_that_the_log_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    tags = ChatTags(TOKEN)
    assert main(["tag", "-1001234567890", "42"]) == 0
    told = capsys.readouterr().out
    assert told == f"-1001234567890  {tags.tag_of(-1001234567890)}\n42  {tags.tag_of(42)}\n"
    assert main(["tag", "--json", "42"]) == 0
    assert json.loads(capsys.readouterr().out) == {"42": tags.tag_of(42)}


def test_without_a_token_it_says_whose_tags_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOT_TOKEN", raising=False)
    assert main(["tag", "42"]) == 0
    told = capsys.readouterr()
    assert told.out == f"42  {ChatTags('').tag_of(42)}\n"
    assert told.err.startswith("BOT_TOKEN is empty")
