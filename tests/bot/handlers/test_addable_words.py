"""Who administers a group is told, beside the refusal of a word, how it is made to count; nobody else is."""

import pytest

from bot.judges.word_judge import with_dictionary_kind
from bot.playground import Fault
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["ZZLERİS", "AAEEKKL"])
ALONE = game("kelimelik", laid=["8F KALEM"], racks=["ZZLERİS", "AAEEKKL"], options={"chat-words": "off"})
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


async def test_a_table_without_the_chats_words_is_not_spoken_of_so(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(ALONE)
    answer = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMZZ")
    assert answer.html.splitlines()[0] == refusal_text(talk, "KALEMZZ")
    assert hint_text(talk, "KALEMZZ") not in answer.text


async def test_an_inflected_form_is_told_as_such_alone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMLER")
    assert talk.text_plain("word-inflected", word="KALEMLER", stem="KALEM") in answer.text
    assert hint_text(talk, "KALEMLER") not in answer.text


async def test_a_play_refused_to_a_button_in_private_says_it_too(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(with_fields(LAID, ruleset=with_dictionary_kind(LAID.ruleset, "live")))
    tried = await private.say_and_wait(KIRAZ, "/dene 8F KALEMZZ")
    answer = await private.press_kind(KIRAZ, tried, "lay")
    told = private.text_plain("refusal-not-words", words="KALEMZZ")
    assert answer["text"] == f"{told}\n{hint_text(private, 'KALEMZZ')}"


async def test_a_word_that_is_asked_where_it_goes_says_it_too(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(game("kelimelik", racks=["KALEKRT", "AAEEKKL"]))
    assert hint_text(talk, "KRTLAK") in (await talk.say_and_wait(KIRAZ, "/oyna KRTLAK")).text


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


async def test_where_telegram_does_not_say_who_administers_the_word_is_refused_all_the_same(
    harness: BotHarness,
) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", method="getChatMember", chat_id=talk.chat_id, retry_after=600)
    )
    answer = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMZZ")
    assert answer.html.splitlines()[0] == refusal_text(talk, "KALEMZZ")
    assert hint_text(talk, "KALEMZZ") not in answer.text
