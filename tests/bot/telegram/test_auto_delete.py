"""What is said to one person in a group goes, on every server: with what they do next, or after a minute."""

from typing import Any

import pytest

from bot.playground.server_version import NEWEST, OLDEST
from bot.telegram.replies import REPLY_SECONDS
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.chat_steps import run_auto_deletes, visible_bot_messages
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])
HINTED = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "hints": "5"})
QUESTION, REFUSED = "/oyna KALEMLİK", "/oyna A1 yatay KALEM"


async def deal_game(house: BotHarness, version: str, status: str) -> tuple[ChatSession, int]:
    """A group with a running game, and how many messages of the bot stand in it."""
    talk = await house.new_group(status=status)
    house.switch_server_version(version)
    await talk.put_table(LAID)
    await talk.say_and_wait(KIRAZ, "/tahta")
    return talk, len(visible_bot_messages(talk))


def messages_seen_alone(talk: ChatSession, person: int = KIRAZ) -> list[dict[str, Any]]:
    return [one["message"] for one in talk.harness.playground.world.ephemeral.visible_to_person(talk.chat_id, person)]


async def say_and_wait(talk: ChatSession, person: int, text: str) -> None:
    talk.say(person, text)
    await talk.harness.wait_until_idle()


@pytest.mark.parametrize(
    ("version", "status", "text"),
    [
        (OLDEST, "administrator", QUESTION),
        (NEWEST, "administrator", REFUSED),
        (NEWEST, "administrator", "/iptal"),
        (NEWEST, "member", "/teslim"),
    ],
)
async def test_a_question_and_a_refusal_are_one_message_and_go_after_a_minute(
    harness: BotHarness, version: str, status: str, text: str
) -> None:
    talk, before = await deal_game(harness, version, status)
    await say_and_wait(talk, KIRAZ, text)
    seen, said = len(visible_bot_messages(talk)) - before, messages_seen_alone(talk)
    hidden = version != OLDEST and status == "administrator"
    assert (seen, len(said)) == (not hidden, hidden)
    await run_auto_deletes(harness, REPLY_SECONDS - 1)
    assert len(visible_bot_messages(talk)) - before + len(messages_seen_alone(talk)) == 1
    await run_auto_deletes(harness, 2)
    assert (len(visible_bot_messages(talk)), messages_seen_alone(talk)) == (before, [])


@pytest.mark.parametrize(
    ("version", "turn", "text"),
    [(OLDEST, "/pas", REFUSED), (NEWEST, "/oyna F8 yatay KALEMLİK", REFUSED), (NEWEST, "/pas", QUESTION)],
)
async def test_they_go_with_the_turn(harness: BotHarness, version: str, turn: str, text: str) -> None:
    talk, before = await deal_game(harness, version, "administrator")
    await say_and_wait(talk, KIRAZ, text)
    await say_and_wait(talk, KIRAZ, turn)
    await run_auto_deletes(harness, 1)
    assert (len(visible_bot_messages(talk)), messages_seen_alone(talk)) == (before + 1, []), (
        "the turn, and nothing else"
    )


async def test_they_go_with_a_turn_that_was_taken_in_private(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    talk, before = await deal_game(harness, NEWEST, "administrator")
    await say_and_wait(talk, KIRAZ, QUESTION)
    await say_and_wait(private, KIRAZ, "/pas")
    await talk.harness.wait_until_idle()
    await run_auto_deletes(harness, 1)
    assert (len(visible_bot_messages(talk)), messages_seen_alone(talk)) == (before + 1, [])


async def test_a_question_that_is_turned_has_its_minute_again(harness: BotHarness) -> None:
    talk, before = await deal_game(harness, NEWEST, "administrator")
    await talk.put_table(game("kelimelik", racks=["KALEMİS", "LERASİS"]))
    asked = await talk.say_and_wait(KIRAZ, "/oyna KALEMİS")
    await run_auto_deletes(harness, REPLY_SECONDS - 1)
    await talk.press_data(KIRAZ, asked, asked.button_data("rows"))
    await harness.wait_until_idle()
    await run_auto_deletes(harness, REPLY_SECONDS - 1)
    assert len(visible_bot_messages(talk)) - before + len(messages_seen_alone(talk)) == 1
    await run_auto_deletes(harness, 2)
    assert (len(visible_bot_messages(talk)), messages_seen_alone(talk)) == (before, [])


async def test_a_step_of_a_hint_takes_the_place_of_the_one_before_and_goes_with_the_turn(harness: BotHarness) -> None:
    talk, before = await deal_game(harness, NEWEST, "administrator")
    await talk.put_table(HINTED)
    await say_and_wait(talk, KIRAZ, "/ipucu")
    for step in ("hint-where-row", "hint-length-play"):
        (shown,) = messages_seen_alone(talk)
        (pressed,) = [key["callback_data"] for row in shown["reply_markup"]["inline_keyboard"] for key in row]
        world = talk.harness.playground.world
        await world.press_button(KIRAZ, talk.chat_id, shown["ephemeral_message_id"], pressed, ephemeral=True).answer
        await harness.wait_until_idle()
        await run_auto_deletes(harness, 1)
        (told,) = messages_seen_alone(talk)
        assert talk.text_plain(step, line="8", count=6) in told["text"]
    await say_and_wait(talk, KIRAZ, "/pas")
    await run_auto_deletes(harness, 1)
    assert (len(visible_bot_messages(talk)), messages_seen_alone(talk)) == (before + 1, [])
