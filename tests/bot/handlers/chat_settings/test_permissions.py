"""Who may not choose for a group is told so, and posts no buttons there; those of who may do not stay."""

import pytest

from bot.handlers.chat_settings.permissions import SETTINGS_PANEL_SECONDS
from bot.playground.server_version import NEWEST
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.chat_steps import run_auto_deletes
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True)
def _newest_server(harness: BotHarness) -> None:
    harness.switch_server_version(NEWEST)


ASKED = ("/tema", "/dil", "/etiket", "/ayarlar")


@pytest.mark.parametrize("text", ASKED)
async def test_who_may_not_choose_is_answered_alone_and_without_a_panel(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    answer = await talk.say_and_wait(LIMON, text)
    assert (answer.html, answer.buttons) == (talk.text_html("refusal-admins-only"), [])
    assert answer.is_ephemeral


async def test_a_command_that_there_is_not_is_answered_alone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"]))
    answer = await talk.say_and_wait(KIRAZ, "/puan")
    assert answer.html == talk.text_html("refusal-mistyped-command", typed="/puan", near="/skor")
    assert answer.is_ephemeral


@pytest.mark.parametrize("text", ASKED)
async def test_the_buttons_of_who_may_go_after_a_while(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    asked = await talk.say_and_wait(KIRAZ, text)
    assert asked.buttons
    await run_auto_deletes(harness, SETTINGS_PANEL_SECONDS - 1)
    assert asked.message_id in talk.chat.messages
    await run_auto_deletes(harness, 2)
    assert asked.message_id not in talk.chat.messages


@pytest.mark.parametrize("text", ASKED)
async def test_in_private_anybody_chooses(harness: BotHarness, text: str) -> None:
    private = await harness.private_chat(LIMON)
    assert (await private.say_and_wait(LIMON, text)).buttons
