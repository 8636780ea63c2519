"""Rules and help are for whoever asks: seen by nobody else where the server can, else a few lines and a link."""

import pytest

from bot.handlers.dispatch.request_kinds import RequestClassifier
from bot.handlers.general import all_command_rows
from bot.handlers.guides import EXCERPT_SECONDS
from bot.playground.server_version import NEWEST, OLDEST
from bot.store.scope import Scope
from bot.store.update_context import UpdateContext
from bot.telegram.incoming.requests import Command, Sender, Venue
from bot.user_input.command_names import command_name
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import resolve_ruleset
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import data_of_label, run_auto_deletes
from tests.support.games import NOW, game
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])
OTHER_BAG = game(resolve_ruleset(crossword_rulesets()["scrabble-tr"], {"bag": "s3-table"}), racks=["", ""], bag="A")


@pytest.mark.parametrize("text", ["/rules", "/help", "/help klepka"])
async def test_where_the_server_can_they_are_the_askers_alone_and_whole(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(NEWEST)
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(NANE, text)
    assert answer.is_ephemeral
    assert len(answer.text.splitlines()) > 8
    await run_auto_deletes(harness, EXCERPT_SECONDS)
    assert harness.playground.world.ephemeral.visible_to_person(talk.chat_id, NANE), "it takes a while to read"


async def test_each_asker_is_answered() -> None:
    place = Venue(Scope(-5), private=False, title="", username=None)
    for name in ("rules", "help"):
        kind = RequestClassifier(all_command_rows())(
            Command(UpdateContext(1), place, Sender(KIRAZ, "Kiraz", None), 1, name, "", NOW)
        )
        assert kind is not None
        assert kind.coalesce_key is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_elsewhere_a_group_reads_a_few_lines_that_do_not_stay(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language, status="member")
    harness.switch_server_version(OLDEST)
    await talk.put_table(LAID)
    for text, label in (("/rules", "button-whole-rules"), ("/help", "button-whole-help")):
        answer = await talk.say_and_wait(NANE, f"{text}@harfiyen_bot")
        assert not answer.is_ephemeral
        assert len(answer.text.splitlines()) <= 4
        assert [button["text"] for button in answer.buttons] == [talk.text_plain(label)]
        await run_auto_deletes(harness, EXCERPT_SECONDS + 1)
        assert answer.message_id not in talk.chat.messages


async def test_the_link_tells_players_the_options_of_their_table_and_others_the_games_own(harness: BotHarness) -> None:
    talk = await harness.new_group(status="member")
    harness.switch_server_version(OLDEST)
    await talk.put_table(OTHER_BAG)
    (link,) = (await talk.say_and_wait(KIRAZ, "/rules@harfiyen_bot")).links
    payload = link.partition("start=")[2]
    told = {
        person: await (await harness.private_chat(person)).say_and_wait(person, f"/start {payload}")
        for person in (KIRAZ, NANE)
    }
    assert "91 taş" in told[KIRAZ].text
    assert "100 taş" in told[NANE].text


@pytest.mark.parametrize("payload", ["rules", "rules_", "rules_chess", "help_chess", "rules_klepka_x", "helpme"])
async def test_a_forged_link_is_a_greeting(harness: BotHarness, payload: str) -> None:
    private = await harness.private_chat(LIMON)
    answer = await private.say_and_wait(LIMON, f"/start {payload}")
    assert answer.html == private.text_html("tutorial-offer", name="\u2068Limon\u2069")


async def test_in_private_they_are_whole(harness: BotHarness) -> None:
    private = await harness.private_chat(LIMON)
    assert len((await private.say_and_wait(LIMON, "/rules klepka")).text.splitlines()) > 8
    assert not (await private.say_and_wait(LIMON, "/rules klepka")).buttons


async def _turn_page(talk: ChatSession, message: SentMessage, label: str) -> SentMessage:
    """Press a button of help, and wait for the page that takes its place."""
    await talk.press_data(NANE, message, data_of_label(message, talk.text_plain(label)))
    return await talk.wait_edited(message, "editMessageText")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_turns_its_pages_in_place(harness: BotHarness, language: str) -> None:
    private = await harness.private_chat(NANE, language)
    page = await private.say_and_wait(NANE, "/help")
    first = page.text
    for label, command in (("game", "rules"), ("admins", "undo"), ("settings", "theme")):
        page = await _turn_page(private, page, f"button-help-{label}")
        assert f"/{command_name(command, language)} " in page.text
        page = await _turn_page(private, page, "button-help-back")
        assert page.text == first


async def test_the_page_of_commands_is_that_of_the_chats_game(harness: BotHarness) -> None:
    talk = await harness.new_group()
    harness.switch_server_version(NEWEST)
    await talk.put_table(LAID)
    first = await talk.say_and_wait(NANE, "/yardim")
    assert first.is_ephemeral
    assert first.button_data("help").startswith("help::game:kelimelik:-")
    named = await talk.say_and_wait(NANE, "/yardim klepka")
    assert named.button_data("help") == "help::start:klepka"
