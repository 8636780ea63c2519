"""Tags of chats: stable for one bot, different for each chat and each bot, and no number is left in a text."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import main
from bot.logs import TAG_DIGITS, ChatTags

TAGS = ChatTags("123456789:token")
GROUP, PERSON = -1001234567890, 987654321


def test_a_tag_is_short_the_same_each_time_and_another_for_each_chat_and_bot() -> None:
    tags = [TAGS.tag_of(number) for number in (GROUP, PERSON, 0, -1)]
    assert [len(tag) for tag in tags] == [TAG_DIGITS] * 4
    assert len({*tags, ChatTags("another:token").tag_of(GROUP)}) == 5
    assert ChatTags("123456789:token").tag_of(GROUP) == tags[0]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"chat {GROUP} cannot have become {GROUP - 1}", f"chat {{{GROUP}}} cannot have become {{{GROUP - 1}}}"),
        (f"user {PERSON} is away", f"user {{{PERSON}}} is away"),
        (f"'hf:{{07}}:{GROUP}:game' is no list", f"'hf:{{07}}:{{{GROUP}}}:game' is no list"),
        (f"hf:{{07}}:u{PERSON}:games", f"hf:{{07}}:u{{{PERSON}}}:games"),
        ("hf:{07}:name:kiraz_1", "hf:{07}:name:<name>"),
        ("update 731264 failed at -5 after 123456 ms", "update 731264 failed at -5 after 123456 ms"),
    ],
)
def test_numbers_of_chats_and_people_in_a_text_become_tags_and_others_stay(text: str, masked: str) -> None:
    for number in (GROUP, GROUP - 1, PERSON):
        masked = masked.replace(f"{{{number}}}", TAGS.tag_of(number))
    assert TAGS.mask_numbers(text) == masked


@pytest.mark.parametrize(("scope", "rest"), [(f"{GROUP}", ""), (f"{GROUP}:7#2", ":7#2"), (f"{PERSON}#3", "#3")])
def test_a_scope_keeps_its_topic_and_table(scope: str, rest: str) -> None:
    assert TAGS.tag_scope(scope) == TAGS.tag_of(PERSON if scope.startswith("9") else GROUP) + rest


def test_a_command_that_logs_nothing_does_not_load_structlog() -> None:
    script = (
        "import sys; import bot.app.service, bot.offline.doctor; from bot.cli import main; main(['rules']);"
        "sys.exit('structlog' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, b"")


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
