"""What is told later: whose turn it is, in private, to who chose so; and until when there is time, below boards."""

import re
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.announce.reminders import TurnReminders
from bot.playground.dispatch import Fault
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import Notice
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import encode_rack_link
from bot.texts import Texts
from engine.absence import Nudged
from engine.duplicate.actions import Answer
from engine.duplicate.rules import enter_game
from engine.game import view
from engine.rulesets import shipped_rulesets
from tests.support.buttons import same_position_elsewhere
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.duplicate import step
from tests.support.duplicate_answers import open_group, public_calls
from tests.support.duplicate_games import open_round, play_of
from tests.support.games import after_actions, game, pass_turn
from tests.support.logs import all_lines
from tests.support.sent_messages import SentMessage
from tests.support.timers import FakeTimers
from tests.support.waiting import run_until_idle

pytestmark = pytest.mark.asyncio(loop_scope="module")

HERE = Scope(-1)
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
    state = OPENING
    for _ in range(passes):
        state = after_actions(state, pass_turn(state))
    return Notice((), view(state, None), table, {})


async def test_a_turn_that_lasts_is_asked_about_once_and_one_that_is_over_soon_is_not(
    reminders: TurnReminders, store: RecordingSettings, timers: FakeTimers
) -> None:
    for passes, seconds in ((0, 1.0), (1, 60.0), (1, 60.0)):
        reminders.schedule_reminders(HERE, notice_after_passes(passes), 1)
        await timers.advance(seconds)
    assert store.asked == [LIMON]


async def test_a_game_with_a_quick_clock_calls_nobody(
    reminders: TurnReminders, store: RecordingSettings, timers: FakeTimers
) -> None:
    for clock, asked in (("2min", []), ("24h", [KIRAZ])):
        state = game("scrabble-tr", options={"clock": clock}, racks=["LİKRSĞZ", "AAEEKKL"])
        reminders.schedule_reminders(HERE, Notice((), view(state, None), clock, {}), 1)
        await timers.advance(60.0)
        assert store.asked == asked


async def test_whoever_is_waited_for_is_asked_about_at_once_and_once(
    reminders: TurnReminders, store: RecordingSettings, timers: FakeTimers
) -> None:
    waited = replace(notice_after_passes(0), events=(Nudged(0, 86400),))
    reminders.schedule_reminders(HERE, waited, 1)
    reminders.schedule_reminders(HERE, waited, 1)
    await timers.advance(0.0)
    assert store.asked == [KIRAZ]


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


DAY = 24 * 60 * 60
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
SLOW = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"], options={"clock": "none"})


async def test_whose_turn_it_is_is_told_in_private_to_those_who_chose_so(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.announce.reminders._DELAY_SECONDS", 0.0)
    own, other = await harness.private_chat(LIMON), await harness.private_chat(KIRAZ)
    talk = await harness.new_group()
    await harness.store.save_setting(LIMON, "turn", "on")
    await talk.put_table(LAID)
    await own.start_watching()
    await other.start_watching()
    board = await talk.say_and_wait(KIRAZ, "/oyna F8 yatay KALEMLİK")
    (call,) = await own.wait_messages()
    assert call.html == own.text_html("turn-call", group="Masa", game="Kelimelik")
    assert call.links == [f"https://t.me/c/{str(talk.chat_id)[4:]}/{board.message_id}"]
    await talk.say_and_wait(LIMON, "/pas")
    await harness.store.save_setting(LIMON, "turn", None)
    await talk.say_and_wait(KIRAZ, "/pas")
    await own.check_silence(LIMON)
    await other.check_silence(KIRAZ)


async def test_whoever_is_waited_for_long_is_reminded_in_private_if_they_chose_so(harness: BotHarness) -> None:
    await harness.clear_tables()
    own, talk = await harness.private_chat(KIRAZ), await harness.new_group()
    other = await harness.new_group(title="Öbürü")
    await talk.put_table(same_position_elsewhere(SLOW, "a" * 64))
    await other.put_table(same_position_elsewhere(SLOW, "b" * 64))
    await harness.store.save_setting(KIRAZ, "nudge", "on")
    await own.start_watching()
    await harness.advance_time(DAY)
    (nudge,) = await talk.wait_messages()
    calls, titled = await own.wait_messages(2), SLOW.ruleset.title["tr"]
    expected = {own.text_html("nudge-call", group=title, game=titled) for title in ("Masa", "Öbürü")}
    assert {call.html for call in calls} == expected, "each group that waits is named"
    here = next(call for call in calls if "Masa" in call.html)
    assert here.links == [f"https://t.me/c/{str(talk.chat_id)[4:]}/{nudge.message_id}"]
    await harness.store.save_setting(KIRAZ, "nudge", None)


async def test_the_last_call_is_told_in_private_to_who_chose_so_and_has_not_answered(harness: BotHarness) -> None:
    answered, came_in, unasked = [await harness.private_chat(one) for one in (KIRAZ, LIMON, ZEYTIN)]
    await harness.private_chat(NANE, opened=False)
    table, _ = enter_game(open_round(people=(KIRAZ, NANE, ZEYTIN)), LIMON, "Limon")
    table, _ = step(table, Answer(KIRAZ, "Kiraz", 1, play_of(table, "8F KALEMLİ").tiles))
    talk = await open_group(harness, table)
    for person in (KIRAZ, LIMON, NANE):
        await harness.store.save_setting(person, "call", "on")
    for one in (answered, came_in, unasked):
        await one.start_watching()
    mark = harness.last_call_number
    with all_lines("") as (_, lines):
        await harness.advance_time(91)
        (call,) = await came_in.wait_messages()
        await harness.wait_until_idle()
        logged = lines.getvalue()
    title = table.ruleset.title["tr"]
    assert call.html == came_in.text_html("round-call", group="Masa", game=title, round=1, time="30 sn")
    assert call.links[0].endswith(encode_rack_link(talk.scope))
    await answered.check_silence(KIRAZ)
    await unasked.check_silence(ZEYTIN)
    assert public_calls(talk, mark) == ["sendPhoto"], "the group is told of the call, and of nobody"
    (untold,) = [line for line in logged.splitlines() if "not told of their turn" in line]
    assert '"user"' not in untold
    for person in (KIRAZ, LIMON, NANE):
        await harness.store.save_setting(person, "call", None)


PLAY = "/oyna F8 yatay KALEMLİK"


TIMED = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], options={"clock": "slow"})


def instants_in(message: dict[str, Any]) -> list[int]:
    entities = message.get("caption_entities") or message.get("entities") or []
    return [one["unix_time"] for one in entities if one["type"] == "date_time"]


async def turn_deadline(talk: ChatSession) -> int:
    seen: Any = view(await talk.load_current_game(), None)
    return int((seen.clock.due + talk.harness.served_clock.downtime).timestamp())


async def group_after_turn(house: BotHarness) -> tuple[ChatSession, SentMessage]:
    talk = await house.new_group()
    await talk.put_table(TIMED)
    return talk, await talk.say_and_wait(KIRAZ, PLAY)


def current_message(talk: ChatSession, board: SentMessage) -> dict[str, Any]:
    return talk.chat.messages[board.message_id]


async def test_on_a_server_that_knows_no_dates_the_words_stand(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(TIMED)
    harness.playground.faults.add_fault(
        Fault(
            kind="error",
            status=400,
            method="sendPhoto",
            chat_id=talk.chat_id,
            description='Bad Request: can\'t parse entities: Unsupported start tag "tg-time" at byte offset 9',
        )
    )
    await talk.start_watching()
    talk.say(KIRAZ, PLAY)
    (board,) = await talk.messages_despite_refusals()
    assert board.is_photo
    assert instants_in(board.message) == []
    assert talk.text_plain("unit-day", count=3) in board.text
    harness.switch_server_version(harness.playground.world.server.version)


async def test_a_clock_that_stands_still_says_none_and_one_that_runs_again_the_later_instant(
    harness: BotHarness,
) -> None:
    talk, board = await group_after_turn(harness)
    before = await turn_deadline(talk)
    assert instants_in(board.message) == [before]
    assert talk.text_plain("unit-day", count=3) in board.text, "so it stands in apps that know no dates"
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, board)) == []
    assert talk.text_plain("clocks-paused") in current_message(talk, board)["caption"]
    assert current_message(talk, board)["reply_markup"] == board.message["reply_markup"]
    await harness.advance_time(7200)
    await talk.say_and_wait(KIRAZ, "/devam")
    assert instants_in(current_message(talk, board)) == [await turn_deadline(talk)]
    assert await turn_deadline(talk) == before + 7200


async def test_after_an_absence_boards_say_the_later_instant_before_anybody_plays(harness: BotHarness) -> None:
    talk, board = await group_after_turn(harness)
    before = await turn_deadline(talk)
    await talk.start_watching()
    await harness.pass_downtime(3600)
    edited = await talk.wait_edited(board, "editMessageCaption")
    assert instants_in(edited.message) == [await turn_deadline(talk)] == [before + 3600]
    assert edited.message["reply_markup"] == board.message["reply_markup"]
    await harness.wait_until_idle()
    await harness.advance_time(30)
    await harness.wait_until_idle()
    edits = [
        call
        for call in harness.playground.journal.find_entries("editMessageCaption")
        if str(call.parameters["message_id"]) == str(board.message_id)
    ]
    assert len(edits) == 1


async def test_a_turn_told_in_words_says_what_is_true_now(harness: BotHarness) -> None:
    talk, _ = await group_after_turn(harness)
    told = await talk.say_and_wait(LIMON, "/pas")
    before = await turn_deadline(talk)
    assert not told.is_photo
    assert instants_in(told.message) == [before]
    first = told.text.partition(".")[0]
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, told)) == []
    assert current_message(talk, told)["text"].startswith(first)
    assert talk.text_plain("clocks-paused") in current_message(talk, told)["text"]
    await harness.advance_time(7200)
    await talk.say_and_wait(KIRAZ, "/devam")
    assert instants_in(current_message(talk, told)) == [await turn_deadline(talk)] == [before + 7200]
    await talk.start_watching()
    await harness.pass_downtime(3600)
    edited = await talk.wait_edited(told, "editMessageText")
    assert instants_in(edited.message) == [await turn_deadline(talk)] == [before + 10800]
    assert edited.text == told.text
    assert edited.message["reply_markup"] == told.message["reply_markup"]


async def test_a_board_in_letters_says_what_is_true_now(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(TIMED)
    refusal = Fault(
        kind="error",
        status=400,
        method="sendPhoto",
        chat_id=talk.chat_id,
        description="Bad Request: not enough rights to send photos to the chat",
    )
    harness.playground.faults.add_fault(refusal)
    await talk.start_watching()
    talk.say(KIRAZ, PLAY)
    (board,) = await talk.messages_despite_refusals()
    assert not board.is_photo
    assert instants_in(board.message) == [await turn_deadline(talk)]
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, board)) == []
    assert "<pre>" not in current_message(talk, board)["text"]
    assert talk.text_plain("clocks-paused") in current_message(talk, board)["text"]
    assert board.text.split("\n")[:15] == current_message(talk, board)["text"].split("\n")[:15], "the board itself"


async def test_what_else_a_message_told_stays_in_it(harness: BotHarness) -> None:
    """The seal with which a game begins above all: the chat keeps it, as what the draws are proven by."""
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik istenince")
    await talk.say_and_wait(LIMON, "/katil")
    begun = await talk.say_and_wait(KIRAZ, "/baslat")
    assert instants_in(begun.message) == [await turn_deadline(talk)]
    (seal,) = re.findall("[0-9a-f]{30}", begun.text)
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, begun)) == []
    assert seal in current_message(talk, begun)["caption"]
    assert current_message(talk, begun)["reply_markup"] == begun.message["reply_markup"]
    await harness.advance_time(7200)
    await talk.say_and_wait(KIRAZ, "/devam")
    told, instant, _ = begun.text.partition("⏱")
    assert current_message(talk, begun)["caption"].startswith(f"{told}{instant}")
    assert instants_in(current_message(talk, begun)) == [await turn_deadline(talk)]


async def test_a_board_that_is_not_the_newest_keeps_what_it_said(harness: BotHarness) -> None:
    talk, board = await group_after_turn(harness)
    said = instants_in(board.message)
    await talk.say_and_wait(102, "/pas")
    await talk.say_and_wait(KIRAZ, "/duraklat")
    assert instants_in(current_message(talk, board)) == said, "of a turn that is over"
