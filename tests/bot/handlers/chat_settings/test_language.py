"""The language of a chat: who chooses it, and by which names."""

import pytest

from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.languages import LANGUAGE_LIST, LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_group_speaks_turkish_until_an_administrator_chooses_otherwise(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "language", None)
    assert (await talk.say_and_wait(LIMON, "/pas")).html == talk.text_html("refusal-no-game")
    question = await talk.say_and_wait(KIRAZ, "/dil")
    assert question.html.startswith("Hangi dilde konuşayım? / Which language should I speak? / Якою")
    assert [button["text"] for button in question.buttons] == [
        harness.texts.plain(one, "language-name") for one in LANGUAGES
    ]
    answer = await talk.press_data(KIRAZ, question, "speak::en")
    assert answer["text"] == ""
    talk.language = "en"
    assert (await talk.wait_messages())[0].html == talk.text_html("language-chosen")
    assert (await talk.say_and_wait(LIMON, "/pass")).html == talk.text_html("refusal-no-game")
    assert (await talk.say_and_wait(KIRAZ, "/language TR")).html == harness.texts.html("tr", "language-chosen")


async def test_anybody_chooses_the_language_of_the_own_private_chat(harness: BotHarness) -> None:
    talk = await harness.private_chat(LIMON)
    assert (await talk.say_and_wait(LIMON, "/dil en")).html == harness.texts.html("en", "language-chosen")
    assert (await talk.say_and_wait(LIMON, "/raf")).html == harness.texts.html("en", "no-racks")


@pytest.mark.parametrize(
    ("typed", "spoken"),
    [
        ("/dil türkçe", "tr"),
        ("/language english", "en"),
        ("/dil İngilizce", "en"),
        ("/language Ukrainian", "uk"),
        ("/dil УКРАЇНСЬКА", "uk"),
    ],
)
async def test_a_language_is_understood_by_its_names_in_all_of_them(
    harness: BotHarness, typed: str, spoken: str
) -> None:
    talk = await harness.new_group()
    assert (await talk.say_and_wait(KIRAZ, typed)).html == harness.texts.html(spoken, "language-chosen")


async def test_a_refused_language_keeps_its_accents(harness: BotHarness) -> None:
    talk = await harness.new_group()
    answer = await talk.say_and_wait(KIRAZ, "/dil Fransızca")
    assert answer.html == talk.text_html("refusal-unknown-language", typed="Fransızca", languages=LANGUAGE_LIST)
