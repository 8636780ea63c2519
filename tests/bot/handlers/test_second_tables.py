"""What people do at the second of two tables of a group, where they sit at both: the first one stays as it is.

Which table they mean they say by a number, by a reply, by a button, or when they are asked.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from engine.crossword.state import GameState
from engine.lobby_seats import Lobby
from engine.timekeeping import turn_deadline
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import asked_numbers, button_of_table, group_with_tables, table_at, table_scope
from tests.support.games import game, open_lobby_of, with_fields
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOUR, DAY = 60 * 60, 24 * 60 * 60
RACKS = ("KALEMİR", "DEFTERA", "SİLGİAA")
UNTIMED = game("scrabble-tr", racks=RACKS, bag="A" * 30, options={"clock": "none"})
"""Kiraz, who owns the group, is on turn; Limon and Nane play, too."""


def timed_game(clock: str) -> GameState:
    return game("scrabble-tr", racks=RACKS, bag="A" * 30, options={"clock": clock, "challenge": "void"})


async def game_at(talk: ChatSession, number: int) -> GameState:
    table = await table_at(talk, number)
    assert isinstance(table, GameState)
    return table


async def lobby_at(talk: ChatSession, number: int) -> Lobby:
    table = await table_at(talk, number)
    assert isinstance(table, Lobby)
    return table


@asynccontextmanager
async def first_stays(talk: ChatSession) -> AsyncIterator[None]:
    """Of the first table nothing changes meanwhile."""
    before = await talk.harness.store.load_table(table_scope(talk, 1))
    yield
    await talk.harness.wait_until_idle()
    assert (await talk.harness.store.load_table(table_scope(talk, 1))).state == before.state


async def wait_until_second(talk: ChatSession, is_so: Callable[[GameState], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so(await game_at(talk, 2)):
            talk.harness.look_trigger.trigger_looks()
            await asyncio.sleep(0.005)


async def let_a_day_pass(talk: ChatSession) -> None:
    await talk.start_watching()
    await talk.harness.advance_time(DAY)
    told = await talk.wait_messages(2)
    assert sorted(one.text.partition(" ")[0] for one in told) == ["\u2068#1", "\u2068#2"]
    await talk.harness.wait_until_idle()


def key_of(talk: ChatSession, message: int, kind: str) -> str:
    rows = talk.chat.messages[message]["reply_markup"]["inline_keyboard"]
    return next(str(key["callback_data"]) for row in rows for key in row if key["callback_data"].startswith(f"{kind}:"))


async def say_at_second(talk: ChatSession, person: int, text: str, way: str) -> SentMessage:
    command, _, rest = text.partition(" ")
    if way == "number":
        return await talk.say_and_wait(person, f"{command} #2 {rest}".strip())
    if way == "reply":
        board = await talk.say_and_wait(ZEYTIN, "/tahta #2")
        return await talk.say_and_wait(person, text, reply_to=board.message_id)
    question = await talk.say_and_wait(person, text)
    assert question.html == talk.text_html("which-table"), question.text
    assert asked_numbers(question) == [1, 2]
    await talk.press_data(person, question, button_of_table(question, 2))
    return (await talk.wait_messages())[0]


async def test_a_seat_is_kept_and_taken_at_the_second_table(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, open_lobby_of("scrabble-tr", 1))
    card = await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    async with first_stays(talk):
        await say_at_second(talk, KIRAZ, "/davet @nane_masada", "asked")
        await harness.wait_until_idle()
        assert len((await lobby_at(talk, 2)).invited) == 1
        answer = await talk.forge_tap(talk.user_json(NANE), card, key_of(talk, card.message_id, "seat"))
        assert answer["text"] == talk.text_plain("seated")
        await harness.wait_until_idle()
        table = await lobby_at(talk, 2)
        assert ([seat.user for seat in table.seats], table.invited) == ([KIRAZ, NANE], ())


async def test_somebody_away_is_voted_out_of_the_second_table(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, UNTIMED, UNTIMED)
    await let_a_day_pass(talk)
    async with first_stays(talk):
        asked = await say_at_second(talk, LIMON, "/cikar 1", "number")
        assert (await game_at(talk, 2)).petition is not None
        await talk.press_data(NANE, asked, key_of(talk, asked.message_id, "vote"))
        await talk.wait_messages()
        assert [player.active for player in (await game_at(talk, 2)).players] == [False, True, True]


async def test_a_clock_runs_out_at_the_second_table(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, timed_game("25min"), timed_game("2min"))
    async with first_stays(talk):
        await talk.start_watching()
        await harness.advance_time(121)
        told = (await talk.wait_messages())[0]
        assert told.text.startswith("\u2068#2 Ayşe–Bora +1 🔥\u2069\n")
        await wait_until_second(talk, lambda table: table.turn == 1)


async def test_the_second_table_is_cancelled_after_a_minute(harness: BotHarness) -> None:
    hosted = with_fields(UNTIMED, host=LIMON)
    talk = await group_with_tables(harness, hosted, hosted)
    async with first_stays(talk):
        question = await say_at_second(talk, LIMON, "/iptal", "reply")
        await talk.press_kind(LIMON, question, "cancel")
        await talk.wait_messages()
        assert (await game_at(talk, 2)).closing is not None
        await harness.advance_time(61)
        await wait_until_second(talk, lambda table: table.outcome is not None)
        outcome = (await game_at(talk, 2)).outcome
        assert outcome is not None
        assert outcome.reason == "cancelled"


async def test_who_objects_keeps_the_second_table_though_both_are_to_end(harness: BotHarness) -> None:
    hosted = with_fields(UNTIMED, host=LIMON)
    talk = await group_with_tables(harness, hosted, hosted)
    shown = []
    for number in (2, 1):
        question = await talk.say_and_wait(LIMON, f"/iptal #{number}")
        await talk.press_kind(LIMON, question, "cancel")
        shown += await talk.wait_messages()
    async with first_stays(talk):
        await talk.press_kind(KIRAZ, shown[0], "object")
        await harness.wait_until_idle()
        assert (await game_at(talk, 2)).closing is None
    await talk.start_watching()
    await harness.advance_time(61)
    assert (await talk.wait_messages())[0].text.startswith("\u2068#1 ")
    assert [(await game_at(talk, number)).outcome is None for number in (1, 2)] == [False, True]


@pytest.mark.parametrize(("ruling", "way"), [("/uzat 5", "number"), ("/gerial", "reply"), ("/cikar 3", "asked")])
async def test_an_administrator_rules_at_the_second_table(harness: BotHarness, ruling: str, way: str) -> None:
    talk = await group_with_tables(harness, timed_game("25min"), timed_game("25min"))
    # From now on people were told numbers.
    await talk.say_and_wait(ZEYTIN, "/yeni kelimelik")
    await talk.say_and_wait(ZEYTIN, "/iptal #3")
    async with first_stays(talk):
        await talk.say_and_wait(KIRAZ, "/pas #2")
        before = await game_at(talk, 2)
        answer = await say_at_second(talk, KIRAZ, ruling, way)
        if "cikar" in ruling:
            await talk.press_data(KIRAZ, answer, answer.button_data("remove"))
        await harness.wait_until_idle()
        after = await game_at(talk, 2)
        was, now = turn_deadline(before), turn_deadline(after)
        assert was is not None
        assert now is not None
        changed = {
            "/uzat 5": now - was == timedelta(minutes=5),
            "/gerial": (before.turn, after.turn) == (1, 0),
            "/cikar 3": [player.active for player in after.players] == [True, True, False],
        }
        assert [text for text, is_done in changed.items() if is_done] == [ruling]
        log = await talk.say_and_wait(KIRAZ, "/gunluk")
        assert log.text.count(" · #2 · ") == 1
        assert "#1" not in log.text
