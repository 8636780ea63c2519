"""Tags of chats: stable for one bot, different for each chat and each bot, and those of shared tasks their own."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import pytest
from redis.asyncio import Redis
from structlog.contextvars import get_contextvars

from bot.announce.reminders import TurnReminders
from bot.cli import main
from bot.logs import TAG_DIGITS, ChatTags, log_context
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.telegram.gateway import Gateway
from bot.telegram.replies import AutoDelete
from bot.texts import Texts
from tests.bot.announce.test_reminders import notice_after_passes
from tests.support.broadcasts import BroadcastRun
from tests.support.timers import FakeTimers

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


SOMEBODY = {"chat": -5, "update": 7}
Contexts = list[Mapping[str, object]]


def record(contexts: Contexts) -> None:
    contexts.append(dict(get_contextvars()))


async def test_a_broadcast(redis: Redis) -> None:
    contexts: Contexts = []
    run = BroadcastRun(redis)
    await run.add_chats(-11, -12)
    await run.confirm_broadcast()
    run.telegram.on_send = lambda: record(contexts)
    broadcaster = run.start_process()
    with log_context(**SOMEBODY):
        await run.run(broadcaster)
    assert sorted((one["chat"], one["update"]) for one in contexts) == [(-12, None), (-11, None)], "each its own chat"


async def test_a_reminder_names_its_own_chat() -> None:
    contexts: Contexts = []

    class Settings:
        async def load_settings(self, _: int) -> dict[str, str]:
            record(contexts)
            return {}

    timers = FakeTimers()
    reminders = TurnReminders(cast("Gateway", None), cast("GameStore", Settings()), Texts(), "tr", timers.call_later)
    with log_context(**SOMEBODY):
        reminders.schedule_reminders(Scope(-8), notice_after_passes(1), 5)
    await reminders.drain(1)
    assert [one["chat"] for one in contexts] == [-8]
    assert {one.get("update") for one in contexts} == {None}


async def test_a_message_to_be_deleted_names_its_own_chat() -> None:
    contexts: Contexts = []

    class Edits:
        edits: Any

        async def delete_message(self, *_: object) -> None:
            record(contexts)

    gateway = Edits()
    gateway.edits = gateway
    schedule = MagicMock(unschedule_entry=AsyncMock(), claim_due_entries=AsyncMock(return_value=[b"-8 5", b"-9 6"]))
    auto_delete = AutoDelete(cast("Gateway", gateway), schedule, lambda: datetime.now(UTC))
    with log_context(**SOMEBODY):
        await auto_delete.delete_due()
    assert [one["chat"] for one in contexts] == [-8, -9]
    assert {one["update"] for one in contexts} == {None}
