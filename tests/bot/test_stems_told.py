"""The headword of an inflected Turkish word is told where it is looked up or refused, and look-ups are open."""

import pytest

from bot.typed.commands import command_name
from tests.support.chats import KIRAZ, LIMON, NANE, House, Talk
from tests.support.games import after, changed, game, play
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

VOID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSKK", "AAEEKKL"])
CHALLENGES = changed(
    game("scrabble-tr", laid=["8F KALEM"], racks=["LERİSKK", "AAEEKKL"], options={"challenge": "double"}),
    commitment="3" * 64,
)


def clause(talk: Talk, word: str, stem: str) -> str:
    return talk.plain("word-inflected", word=word, stem=stem)


async def looked_up(talk: Talk, words: str) -> list[str]:
    return (await talk.ask(NANE, f"/{command_name('word', talk.language)} {words}")).text.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_word_looked_up_has_its_headword_told(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(VOID)
    found = await looked_up(talk, "kitaplar geldi KALEM QQ ZZÇ")
    assert [line for line in found if "KİTAP" in line or "GEL" in line][1::2] == [
        clause(talk, "KİTAPLAR", "KİTAP"),
        clause(talk, "GELDİ", "GELMEK"),
    ]
    assert len(found) == 5 + 2


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refused_play_has_the_headword_told(house: House, language: str) -> None:
    await house.forget()
    talk = await house.group(language)
    await talk.deal(VOID)
    told = await talk.ask(KIRAZ, f"/{command_name('play', language)} 8F KALEMLER")
    assert told.html.splitlines()[:2] == [
        talk.html("refusal-not-words", words="KALEMLER"),
        clause(talk, "KALEMLER", "KALEM"),
    ]
    assert await talk.game() == VOID


async def test_a_play_refused_to_a_button_has_the_headword_told(house: House) -> None:
    await house.forget()
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(VOID)
    tried = await private.ask(KIRAZ, "/dene 8F KALEMLER")
    assert "çekimli" not in tried.text
    answer = await private.tap(KIRAZ, tried, "lay")
    refused = private.plain("refusal-not-words", words="KALEMLER")
    assert answer["text"] == f"{refused}\n{clause(private, 'KALEMLER', 'KALEM')}"


async def test_to_a_player_of_a_game_with_challenges_no_headword_is_told(house: House) -> None:
    talk, elsewhere, private = await house.group(), await house.group(), await house.private(KIRAZ)
    await talk.deal(VOID)
    await elsewhere.deal(CHALLENGES)
    told = await talk.ask(KIRAZ, "/oyna 8F KALEMLER")
    assert told.html.startswith(talk.html("refusal-not-words", words="KALEMLER"))
    assert "çekimli" not in told.html
    tried = await private.ask(KIRAZ, "/dene 8F KALEMLER")
    assert "çekimli" not in tried.text
    await house.forget_games(KIRAZ)


async def test_where_plays_are_challenged_no_headword_is_told(house: House) -> None:
    talk = await house.group()
    await talk.deal(after(CHALLENGES, play(CHALLENGES, "8F KALEMLER")))
    withdrawn = await talk.ask(LIMON, "/itiraz")
    assert "KALEMLER" in withdrawn.html
    assert "çekimli" not in withdrawn.html
    assert await looked_up(talk, "KALEMLER") == [talk.plain("refusal-look-ups-closed")]


async def test_a_headword_that_the_chat_has_removed_is_not_told(house: House) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, "/kelimesil tr çiçek")
    assert len(await looked_up(talk, "ÇİÇEKTEN")) == 1
    assert len(await looked_up(talk, "AĞAÇTAN")) == 2


async def test_words_of_other_languages_have_none(house: House) -> None:
    talk = await house.group("en")
    await talk.deal(game("scrabble-en", laid=["8H LOFTY"], racks=["LOAMXYZ", "AAEEKKL"]))
    assert len(await looked_up(talk, "KALEMLER")) == 1
