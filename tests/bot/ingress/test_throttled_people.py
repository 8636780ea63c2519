"""Whoever asks too much hears so once, in the chat's language, while others play on."""

import asyncio
from typing import Any

import pytest

from bot.ingress.chat_queues import ChatQueues
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.chat_steps import migrate_group
from tests.support.games import game
from tests.support.languages import LANGUAGES

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # Shares are counted, and nothing waits to be sent.
    pytest.mark.parametrize("harness", [{"RATE_LIMITS": "9999, 9999, 9999"}], indirect=True, ids=["limits"]),
]


@pytest.fixture(autouse=True)
def no_wait_beyond_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ingress.chat_queues.TRY_SECONDS", 0.0)


LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_too_many_commands_are_refused_once_and_a_move_is_not(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(LAID)
    harness.playground.world.clock = lambda: 1_800_000_000.0
    await talk.start_watching()
    for _ in range(20):
        talk.say(LIMON, "/pas")
    talk.say(KIRAZ, "/oyna 8F KALEMLİK")
    await harness.wait_until_idle()
    said = await talk.messages_despite_refusals(12)
    texts = [one.html for one in said if not one.is_photo]
    assert texts.count(talk.text_html("refusal-too-hasty")) == 1
    assert len(texts) == 11
    assert sum(one.is_photo for one in said) == 1
    assert (await talk.load_current_game()).turn == 1


async def test_who_talks_too_much_with_the_board_is_left_alone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    harness.playground.world.clock = lambda: 1_800_000_000.0
    await talk.start_watching()
    for _ in range(12):
        talk.say(KIRAZ, "KALEMLİK", reply_to=board.message_id)
    said = await talk.messages_despite_refusals(6)
    assert talk.text_html("refusal-too-hasty") not in [one.html for one in said]
    talk.say(KIRAZ, "/oyna 8F KALEMLİK")
    assert (await talk.messages_despite_refusals(1))[0].is_photo


@pytest.mark.parametrize(("language", "person"), list(zip(LANGUAGES, (KIRAZ, LIMON, NANE), strict=True)))
async def test_what_there_is_no_room_to_answer_is_made_known(
    harness: BotHarness, language: str, person: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.send_queue._MOST_ANSWERS", 0)
    talk = await harness.private_chat(person, language)
    await talk.start_watching()
    talk.say(person, "/pas")
    [told] = await talk.wait_messages()
    assert told.html == talk.text_html("refusal-crowded")


async def test_of_too_many_taps_the_newest_alone_is_done(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    free, pace_tries = asyncio.Event(), ChatQueues._pace_tries  # noqa: SLF001 - the harness itself waits for no time

    async def pace_once_free(queues: ChatQueues, place: Any) -> None:
        await free.wait()
        await pace_tries(queues, place)

    monkeypatch.setattr(ChatQueues, "_pace_tries", pace_once_free)
    # One whose private chat, where their own board would be sent, is not as another test left it.
    talk = await harness.new_group("en")
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL", "A", "E"]))
    board = await talk.say_and_wait(ZEYTIN, "/board")

    async def tap() -> str:
        answer = await talk.press_without_waiting(ZEYTIN, board, board.button_data("rack"))
        return str(answer["text"])

    hasty = talk.text_plain("refusal-too-hasty")
    assert hasty not in [await tap() for _ in range(21)], "twenty, and a try"
    left_out, newest = asyncio.create_task(tap()), asyncio.create_task(tap())
    assert await left_out == hasty
    free.set()
    assert await newest != hasty


async def test_what_is_too_much_in_a_group_that_has_moved_is_told_in_the_new_one(harness: BotHarness) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    await old.put_table(LAID)
    await migrate_group(old, new)
    await new.start_watching()
    for _ in range(20):
        old.say(LIMON, "/pas")
    await harness.wait_until_idle()
    [told] = [one for one in await new.messages_despite_refusals(11) if one.html == new.text_html("refusal-too-hasty")]
    assert "reply_parameters" not in told.parameters
