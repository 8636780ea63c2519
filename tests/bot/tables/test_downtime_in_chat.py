"""The service away in mid-run, over the wire: nobody's time went on, and where a clock runs that is told once."""

from datetime import timedelta

import pytest

from bot.store.records import RecordStore
from engine.packed_game import unpack_game
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game
from tests.support.played_games import finish_game, newest_record

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def deal_timed_game(house: BotHarness, clock: str = "2min") -> ChatSession:
    talk = await house.new_group()
    options = {"clock": clock, "challenge": "void"}
    await talk.put_table(game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options=options))
    return talk


def outage_sentence(talk: ChatSession) -> str:
    return talk.text_html("clocks-shifted", time=talk.text_plain("unit-minute", count=5))


async def test_a_move_is_in_time_and_tells_of_the_absence(harness: BotHarness) -> None:
    talk = await deal_timed_game(harness)
    await harness.pass_downtime(300)
    played = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMLİK")
    headline, quote = played.html.split("\n", 1)
    assert headline.startswith("<b>\u2068Ayşe\u2069</b> KALEMLİK <b>+10</b>")
    assert quote.startswith(f"<blockquote expandable>{outage_sentence(talk)}\n")
    assert outage_sentence(talk) not in (await talk.say_and_wait(LIMON, "/pas")).html


async def test_whoever_asks_for_the_clocks_is_told_and_then_nobody(harness: BotHarness) -> None:
    talk = await deal_timed_game(harness)
    await harness.pass_downtime(300)
    stand = await talk.say_and_wait(LIMON, "/sure")
    assert stand.html.startswith(f"{outage_sentence(talk)}\n⏱")
    assert talk.text_plain("unit-minute", count=2) in stand.html
    assert outage_sentence(talk) not in (await talk.say_and_wait(LIMON, "/sure")).html
    assert outage_sentence(talk) not in (await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMLİK")).html


async def test_less_than_a_minute_is_not_worth_a_word(harness: BotHarness) -> None:
    talk = await deal_timed_game(harness)
    await harness.pass_downtime(59)
    played = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMLİK")
    assert played.html.splitlines()[1].startswith("<blockquote expandable>F8 "), "the place is the quote's first line"


async def test_the_game_that_is_kept_says_when_all_of_it_was_for_people(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.pass_downtime(300)
    await finish_game(talk)
    record = await newest_record(talk)
    packed = await RecordStore(harness.redis).read_packed_game(talk.chat_id, record.id)
    assert packed is not None
    log = unpack_game(packed).log
    assert [entry.utc_time - entry.at for entry in log] == [timedelta(seconds=300)] * len(log)
    assert int(log[-1].utc_time.timestamp()) == record.ended
