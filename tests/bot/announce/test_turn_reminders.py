"""Who is looked for to be told of their turn in private: nobody whose turn is over soon."""

from typing import cast

import pytest
from msgspec.structs import replace

from bot.announce.reminders import TurnReminders
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import Notice
from bot.telegram.gateway import Gateway
from bot.texts import Texts
from engine.absence import Nudged
from engine.game import view
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON
from tests.support.games import after_actions, game, pass_turn
from tests.support.timers import FakeTimers
from tests.support.waiting import run_until_idle

pytestmark = pytest.mark.asyncio

HERE, THERE = Scope(-1), Scope(-2)
OPENING = game("kelimelik", laid=["8F KALEM"])


class RecordingSettings:
    """Knows that nobody wants to be told, and who was asked about."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def load_settings(self, user: int) -> dict[str, str]:
        self.asked.append(user)
        return {}


@pytest.fixture
def store() -> RecordingSettings:
    return RecordingSettings()


class SentTexts(RecordingSettings):
    """Everybody wants to be told, and this is what."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    async def load_settings(self, _: int) -> dict[str, str]:
        return {"turn": "on", "language": "tr"}

    async def send_text(self, _: Scope, text: str, *__: object, **___: object) -> int:
        self.texts.append(text)
        return 1


@pytest.fixture
def timers() -> FakeTimers:
    return FakeTimers()


@pytest.fixture
def reminders(store: RecordingSettings, timers: FakeTimers) -> TurnReminders:
    return TurnReminders(cast("Gateway", None), cast("GameStore", store), Texts(), "tr", timers.call_later)


def notice_after_passes(passes: int, table: str = "") -> Notice:
    """After so many passes."""
    state = OPENING
    for _ in range(passes):
        state = after_actions(state, pass_turn(state))
    return Notice((), view(state, None), table, {})


async def test_a_turn_that_lasts_is_asked_about_once(
    reminders: TurnReminders, store: RecordingSettings, timers: FakeTimers
) -> None:
    reminders.schedule_reminders(HERE, notice_after_passes(0), 1)
    await timers.advance(60.0)
    reminders.schedule_reminders(HERE, notice_after_passes(0), 2)
    await timers.advance(60.0)
    assert store.asked == [KIRAZ]


async def test_a_turn_that_is_over_soon_is_not(
    reminders: TurnReminders, store: RecordingSettings, timers: FakeTimers
) -> None:
    reminders.schedule_reminders(HERE, notice_after_passes(0), 1)
    await timers.advance(1.0)
    reminders.schedule_reminders(HERE, notice_after_passes(1), 2)
    await timers.advance(60.0)
    assert store.asked == [LIMON]


async def test_other_tables_have_turns_of_their_own(
    reminders: TurnReminders, store: RecordingSettings, timers: FakeTimers
) -> None:
    reminders.schedule_reminders(HERE, notice_after_passes(0, "here"), 1)
    reminders.schedule_reminders(THERE, notice_after_passes(1, "there"), 2)
    await timers.advance(60.0)
    assert sorted(store.asked) == [KIRAZ, LIMON]


async def test_whoever_is_waited_for_is_asked_about_at_once_and_once(
    reminders: TurnReminders, store: RecordingSettings, timers: FakeTimers
) -> None:
    waited = replace(notice_after_passes(0), events=(Nudged(0, 86400),))
    reminders.schedule_reminders(HERE, waited, 1)
    reminders.schedule_reminders(HERE, waited, 1)
    await timers.advance(0.0)
    assert store.asked == [KIRAZ]


async def test_each_of_several_groups_that_wait_is_told_of(reminders: TurnReminders, store: RecordingSettings) -> None:
    for scope, table in ((HERE, "here"), (THERE, "there"), (Scope(-3), "yonder")):
        reminders.schedule_reminders(scope, replace(notice_after_passes(0, table), events=(Nudged(0, 86400),)), 1)
    await run_until_idle()
    assert store.asked == [KIRAZ] * 3


async def test_at_the_end_what_is_to_come_is_told_at_once(reminders: TurnReminders, store: RecordingSettings) -> None:
    reminders.schedule_reminders(HERE, notice_after_passes(0), 1)
    await reminders.drain(5.0)
    await run_until_idle()
    assert store.asked == [KIRAZ]


@pytest.mark.parametrize("number", [0, 3])
async def test_a_reminder_says_at_which_of_several_tables(
    monkeypatch: pytest.MonkeyPatch, timers: FakeTimers, number: int
) -> None:
    async def fetch_no_group(*_: object) -> None:
        """Nobody knows what the group is called."""

    monkeypatch.setattr("bot.announce.reminders.fetch_group", fetch_no_group)
    sent = SentTexts()
    reminders = TurnReminders(cast("Gateway", sent), cast("GameStore", sent), Texts(), "tr", timers.call_later)
    notice = replace(notice_after_passes(0), title=shipped_rulesets()["klepka"].title, number=number)
    reminders.schedule_reminders(HERE.at_table(3), notice, 1)
    await timers.advance(60.0)
    await run_until_idle()
    (text,) = sent.texts
    assert text.startswith("<b>\u2068#3 Ayşe–Bora 🃏\u2069</b>\n") is bool(number)
