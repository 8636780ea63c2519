"""The headword of an inflected Turkish word is told where it is looked up or refused, and look-ups are open."""

import pytest

from bot.user_input.commands import command_name
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import after_actions, game, place_play, with_fields
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

VOID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSKK", "AAEEKKL"])
CHALLENGES = with_fields(
    game("scrabble-tr", laid=["8F KALEM"], racks=["LERİSKK", "AAEEKKL"], options={"challenge": "double"}),
    commitment="3" * 64,
)


def headword_clause(talk: ChatSession, word: str, stem: str) -> str:
    return talk.text_plain("word-inflected", word=word, stem=stem)


async def look_up_answers(talk: ChatSession, words: str) -> list[str]:
    return (await talk.say_and_wait(NANE, f"/{command_name('word', talk.language)} {words}")).text.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_word_looked_up_has_its_headword_told(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(VOID)
    found = await look_up_answers(talk, "kitaplar geldi KALEM QQ ZZÇ")
    assert [line for line in found if "KİTAP" in line or "GEL" in line][1::2] == [
        headword_clause(talk, "KİTAPLAR", "KİTAP"),
        headword_clause(talk, "GELDİ", "GELMEK"),
    ]
    assert len(found) == 5 + 2


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_word_looked_up_without_its_marks_has_them_told(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(VOID)
    found = await look_up_answers(talk, "kagit “cicek”, isik. KALEM zzc")
    assert [line for line in found if line.startswith(talk.text_plain("word-marked", words="")[:5])] == [
        talk.text_plain("word-marked", words=word) for word in ("KAĞIT", "ÇİÇEK", "IŞIK")
    ]
    assert len(found) == 5 + 3


async def test_marks_are_told_of_no_word_where_plays_are_challenged(harness: BotHarness) -> None:
    await harness.clear_tables()
    talk = await harness.new_group()
    await talk.put_table(CHALLENGES)
    assert (await talk.say_and_wait(NANE, "/sozluk kagit")).html == talk.text_html("refusal-look-ups-closed")
    assert "KAĞIT" not in (await talk.say_and_wait(KIRAZ, "/oyna 9F KAGIT")).text


async def test_a_stress_mark_leaves_a_word_as_it_is(harness: BotHarness) -> None:
    await harness.clear_tables()
    talk = await harness.new_group("uk")
    found = (await talk.say_and_wait(NANE, "/word м’я\u0301та і\u0308жа\u0301к")).text
    assert "М'ЯТА" in found
    assert "ЇЖАК" in found
    assert "❌" not in found


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refused_play_has_the_headword_told(harness: BotHarness, language: str) -> None:
    await harness.clear_tables()
    talk = await harness.new_group(language)
    await talk.put_table(VOID)
    told = await talk.say_and_wait(KIRAZ, f"/{command_name('play', language)} 8F KALEMLER")
    assert told.html.splitlines()[:2] == [
        talk.text_html("refusal-not-words", words="KALEMLER"),
        headword_clause(talk, "KALEMLER", "KALEM"),
    ]
    assert await talk.load_current_game() == VOID


async def test_a_play_refused_to_a_button_has_the_headword_told(harness: BotHarness) -> None:
    await harness.clear_tables()
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(VOID)
    tried = await private.say_and_wait(KIRAZ, "/dene 8F KALEMLER")
    assert "çekimli" not in tried.text
    assert not tried.buttons, "the word is no play"
    lay = (await private.say_and_wait(KIRAZ, "/dene 8F KALEMLİK")).button_data("lay")
    answer = await private.forge_tap(private.user_json(KIRAZ), tried, lay.replace("LİK", "LER"))
    refused = private.text_plain("refusal-not-words", words="KALEMLER")
    assert answer["text"] == f"{refused}\n{headword_clause(private, 'KALEMLER', 'KALEM')}"


async def test_to_a_player_of_a_game_with_challenges_no_headword_is_told(harness: BotHarness) -> None:
    talk, elsewhere, private = await harness.new_group(), await harness.new_group(), await harness.private_chat(KIRAZ)
    await talk.put_table(VOID)
    await elsewhere.put_table(CHALLENGES)
    told = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMLER")
    assert told.html.startswith(talk.text_html("refusal-not-words", words="KALEMLER"))
    assert "çekimli" not in told.html
    tried = await private.say_and_wait(KIRAZ, "/dene 8F KALEMLER")
    assert "çekimli" not in tried.text
    await harness.forget_user_games(KIRAZ)


async def test_where_plays_are_challenged_no_headword_is_told(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(after_actions(CHALLENGES, place_play(CHALLENGES, "8F KALEMLER")))
    withdrawn = await talk.say_and_wait(LIMON, "/itiraz")
    assert "KALEMLER" in withdrawn.html
    assert "çekimli" not in withdrawn.html
    assert await look_up_answers(talk, "KALEMLER") == [talk.text_plain("refusal-look-ups-closed")]


async def test_a_headword_that_the_chat_has_removed_is_not_told(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/kelimesil tr çiçek")
    assert len(await look_up_answers(talk, "ÇİÇEKTEN")) == 1
    assert len(await look_up_answers(talk, "AĞAÇTAN")) == 2


async def test_words_of_other_languages_have_none(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(game("scrabble-en", laid=["8H LOFTY"], racks=["LOAMXYZ", "AAEEKKL"]))
    assert len(await look_up_answers(talk, "KALEMLER")) == 1
