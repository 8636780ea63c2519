"""Buttons that answer an offered draw: once it is over they go from every message that bears them, and nothing else."""

import asyncio

import msgspec
import pytest

from bot.announce.board_messages import BoardMessages, ExpiringMessage
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import button_kinds_of, visible_bot_messages
from tests.support.games import game
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE

in_a_house = pytest.mark.asyncio(loop_scope="module")

BOX = game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "AEIOUNR", "AEIOUNR"))
BOARD, TURN, DRAW = ["rack"], ["rack", "board"], ["agree", "decline"]


@pytest.fixture(autouse=True)
def _take_off_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.announce.board_messages.PAUSE_SECONDS", 0.0)


async def come_to(talk: ChatSession, *wanted: tuple[SentMessage, list[str]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(button_kinds_of(talk.chat.messages[one.message_id]) != kinds for one, kinds in wanted):  # noqa: ASYNC110 - taking them off has no event
            await asyncio.sleep(0.005)


def of(talk: ChatSession, one: SentMessage) -> list[str]:
    return button_kinds_of(talk.chat.messages[one.message_id])


@in_a_house
@pytest.mark.parametrize("text", ["/berabere hayır", "tap"])
async def test_a_declined_offer_takes_its_answers_off_every_message(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(BOX)
    first = await talk.say_and_wait(KIRAZ, "/oyna 8F HOUSEN")
    offered = await talk.say_and_wait(LIMON, "/berabere")
    paused = await talk.say_and_wait(KIRAZ, "/duraklat")
    agreed = await talk.say_and_wait(KIRAZ, "/berabere evet")
    assert [of(talk, one) for one in (first, offered, paused, agreed)] == [[*BOARD, "doubt"], DRAW, DRAW, DRAW]
    if text == "tap":
        await talk.press_kind(NANE, agreed, "decline")
    else:
        await talk.say_and_wait(NANE, text)
    await come_to(talk, (offered, []), (paused, []), (agreed, []), (first, [*BOARD, "doubt"]))


@in_a_house
async def test_so_does_the_one_board_that_is_edited(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "boards", "one")
    await talk.put_table(BOX)
    await talk.say_and_wait(KIRAZ, "/pas")
    shown = SentMessage({}, visible_bot_messages(talk)[-1], is_photo=True)
    offered = await talk.say_and_wait(KIRAZ, "/berabere")
    passed = await talk.say_and_wait(LIMON, "/pas")
    await come_to(talk, (shown, [*BOARD, *DRAW]), (passed, [*TURN, *DRAW]), (offered, []))
    await talk.say_and_wait(NANE, "/berabere hayır")
    await come_to(talk, (shown, BOARD), (passed, TURN))


@in_a_house
async def test_the_next_play_takes_all_of_them_off_however_many_there_are(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(BOX)
    first = await talk.say_and_wait(KIRAZ, "/oyna 8F HOUSEN")
    told = [await talk.say_and_wait(LIMON, "/berabere")]
    told += [await talk.say_and_wait(KIRAZ, text) for text in ("/duraklat", "/devam", "/duraklat", "/devam")]
    assert [of(talk, one) for one in told] == [DRAW] * len(told)
    await talk.say_and_wait(LIMON, "/oyna 8F HOUSENA")
    await come_to(talk, (first, []), *((one, []) for one in told))


def test_fields_are_stored_by_the_names_that_they_always_had() -> None:
    expiring = (ExpiringMessage(3, has_other_buttons=True),)
    shown = BoardMessages(-1, "t", 3, with_buttons=(3, 4), turn_message=5, lasting_text="x", expiring=expiring)
    stored = b'{"chat":-1,"table":"t","board":3,"lit":[3,4],"said":5,"kept":"x","expiring":[[3,true]]}'
    assert msgspec.json.encode(shown) == stored
    assert msgspec.json.decode(stored, type=BoardMessages) == shown
