"""Who administers a group is told, beside the refusal of a word, how it is made to count; nobody else is."""

import pytest

from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["ZZLERİS", "AAEEKKL"])
PLAY = {"tr": "/oyna", "en": "/play", "uk": "/play"}


def hint_text(talk: ChatSession, words: str) -> str:
    return talk.text_plain("word-addable", words=words)


def refusal_text(talk: ChatSession, words: str) -> str:
    return talk.text_html("refusal-not-words", words=words)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_administrator_is_told_the_command_that_makes_a_word_count(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(KIRAZ, f"{PLAY[language]} 8F KALEMZZ")
    assert answer.html.splitlines()[:2] == [refusal_text(talk, "KALEMZZ"), hint_text(talk, "KALEMZZ")]
    assert f"/{'kelimeekle' if language == 'tr' else 'addword'} KALEMZZ" in answer.text
    assert await talk.load_current_game() == LAID


async def test_who_does_not_administer_the_group_is_not_told(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(with_fields(LAID, turn=1))
    answer = await talk.say_and_wait(LIMON, "/oyna 8F KALEMAA")
    assert answer.html.splitlines()[0] == refusal_text(talk, "KALEMAA")
    assert hint_text(talk, "KALEMAA") not in answer.text


async def test_klepka_says_it_too(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.put_table(klepka_game_of_chat("мНК", "ДОВАКР", "МОРЕ"))
    answer = await talk.say_and_wait(KIRAZ, "/form довакр")
    assert answer.html.splitlines() == [refusal_text(talk, "ДОВАКР"), hint_text(talk, "ДОВАКР")]


async def test_it_is_said_once_in_a_game(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    before = harness.last_call_number
    told = [
        hint_text(talk, word) in (await talk.say_and_wait(KIRAZ, f"/oyna 8F {word}")).text
        for word in ("KALEMZZ", "KALEMLZ", "KALEMSZ")
    ]
    assert told == [True, False, False]
    assert len(harness.playground.journal.find_entries("getChatMember", after=before)) == 1
