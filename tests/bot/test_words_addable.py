"""Who administers a group is told, beside the refusal of a word, how it is made to count; nobody else is."""

import pytest

from bot.playground import Fault
from bot.telegram.members import KNOWN_SECONDS
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.games import changed, game
from tests.support.klepka_chats import dealt
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["ZZLERİS", "AAEEKKL"])
ALONE = game("kelimelik", laid=["8F KALEM"], racks=["ZZLERİS", "AAEEKKL"], options={"chat-words": "off"})
PLAY = {"tr": "/oyna", "en": "/play", "uk": "/play"}


def addable(talk: Talk, words: str) -> str:
    return talk.plain("word-addable", words=words)


def refused(talk: Talk, words: str) -> str:
    return talk.html("refusal-not-words", words=words)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_administrator_is_told_the_command_that_makes_a_word_count(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(LAID)
    answer = await talk.ask(KIRAZ, f"{PLAY[language]} 8F KALEMZZ")
    assert answer.html.splitlines()[:2] == [refused(talk, "KALEMZZ"), addable(talk, "KALEMZZ")]
    assert f"/{'kelimeekle' if language == 'tr' else 'addword'} KALEMZZ" in answer.text
    assert await talk.game() == LAID


async def test_who_does_not_administer_the_group_is_not_told(house: House) -> None:
    talk = await house.group()
    await talk.deal(changed(LAID, turn=1))
    answer = await talk.ask(LIMON, "/oyna 8F KALEMAA")
    assert answer.html.splitlines()[0] == refused(talk, "KALEMAA")
    assert addable(talk, "KALEMAA") not in answer.text


async def test_a_table_without_the_chats_words_is_not_spoken_of_so(house: House) -> None:
    talk = await house.group()
    await talk.deal(ALONE)
    answer = await talk.ask(KIRAZ, "/oyna 8F KALEMZZ")
    assert answer.html.splitlines()[0] == refused(talk, "KALEMZZ")
    assert addable(talk, "KALEMZZ") not in answer.text


async def test_an_inflected_form_is_told_as_such_alone(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    answer = await talk.ask(KIRAZ, "/oyna 8F KALEMLER")
    assert talk.plain("word-inflected", word="KALEMLER", stem="KALEM") in answer.text
    assert addable(talk, "KALEMLER") not in answer.text


async def test_a_play_refused_to_a_button_in_private_says_it_too(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    tried = await private.ask(KIRAZ, "/dene 8F KALEMZZ")
    answer = await private.tap(KIRAZ, tried, "lay")
    told = private.plain("refusal-not-words", words="KALEMZZ")
    assert answer["text"] == f"{told}\n{addable(private, 'KALEMZZ')}"


@pytest.mark.parametrize("preview", ["on", "off"])
async def test_a_word_that_is_asked_where_it_goes_says_it_too(house: House, preview: str) -> None:
    talk = await house.group()
    await talk.deal(game("kelimelik", racks=["KALEKRT", "AAEEKKL"], options={"preview": preview}))
    answer = await talk.ask(KIRAZ, "/oyna KRTLAK")
    assert (addable(talk, "KRTLAK") in answer.text) == (preview == "on")


async def test_klepka_says_it_too(house: House) -> None:
    talk = await house.group("uk")
    await talk.deal(dealt("мНК", "ДОВАКР", "МОРЕ"))
    answer = await talk.ask(KIRAZ, "/form довакр")
    assert answer.html.splitlines() == [refused(talk, "ДОВАКР"), addable(talk, "ДОВАКР")]


async def test_telegram_is_asked_about_somebody_once_a_minute(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    before = house.calls
    for word in ("KALEMZZ", "KALEMLZ", "KALEMSZ"):
        assert addable(talk, word) in (await talk.ask(KIRAZ, f"/oyna 8F {word}")).text
    asked = house.playground.journal.entries("getChatMember", after=before)
    assert len(asked) == 1
    assert KNOWN_SECONDS >= 60


async def test_where_telegram_does_not_say_who_administers_the_word_is_refused_all_the_same(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    house.playground.faults.add(Fault(kind="retry_after", method="getChatMember", chat_id=talk.id, retry_after=600))
    answer = await talk.ask(KIRAZ, "/oyna 8F KALEMZZ")
    assert answer.html.splitlines()[0] == refused(talk, "KALEMZZ")
    assert addable(talk, "KALEMZZ") not in answer.text
