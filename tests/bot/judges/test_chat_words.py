"""Whether a chat's own words count is agreed on before the game, and whatever names the dictionary says how many do."""

import pytest

from bot.judges.word_judge import WordChanges, parse_lexicon, parse_word_counts
from bot.texts import Texts
from bot.wording.speaker import Speaker
from tests.support.chat_harness import KIRAZ, LIMON, ZEYTIN, BotHarness, ChatSession

TOLD = [
    ("tr", 0, 0, "Türkçe liste"),
    ("tr", 1, 1, "Türkçe liste + sohbetin 1 kelimesi − çıkarılan 1 kelime"),
    ("en", 1, 0, "Turkish list + 1 word of this chat"),
    ("en", 0, 5, "Turkish list − 5 words removed"),
    ("uk", 1, 0, "турецький список + 1 слово чату"),
    ("uk", 3, 1, "турецький список + 3 слова чату − 1 вилучене слово"),
    ("uk", 25, 11, "турецький список + 25 слів чату − 11 вилучених слів"),
]
LIST, WITH_OWN = "Türkçe liste", "Türkçe liste + sohbetin 2 kelimesi − çıkarılan 1 kelime"


def counted_lexicon(lexicon: str, added: int, removed: int) -> str:
    changes = WordChanges(frozenset(f"A{number}" for number in range(added)), frozenset(map(str, range(removed))))
    return changes.counted_lexicon(lexicon)


@pytest.mark.parametrize(("language", "added", "removed", "text"), TOLD)
def test_a_dictionary_is_told_with_the_words_that_the_chat_changed(
    language: str, added: int, removed: int, text: str
) -> None:
    assert Speaker(Texts(), language).dictionary_label(counted_lexicon("tr", added, removed)) == text


@pytest.mark.parametrize(("lexicon", "changes"), [("tr", (0, 0)), ("tr:live", (2, 0)), ("uk-nouns", (500, 12))])
def test_the_numbers_are_read_back_and_hide_no_list(lexicon: str, changes: tuple[int, int]) -> None:
    told = counted_lexicon(lexicon, *changes)
    assert parse_word_counts(told) == changes
    assert parse_lexicon(told) == parse_lexicon(lexicon)


async def with_words(house: BotHarness) -> ChatSession:
    talk = await house.new_group()
    await talk.say_and_wait(KIRAZ, "/kelimeekle tr kalemz kalemzz")
    await talk.say_and_wait(KIRAZ, "/kelimesil tr kalem")
    return talk


async def lobby_and_board_texts(talk: ChatSession, game: str) -> tuple[str, str]:
    """What the lobby and the first board say of a game."""
    lobby = await talk.say_and_wait(KIRAZ, f"/yeni {game} start=asked")
    await talk.say_and_wait(LIMON, "/katil")
    return lobby.text, (await talk.say_and_wait(KIRAZ, "/baslat")).text


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("game", "choice", "words"),
    [
        ("kelimelik sohbet-kelimeleri=yok", "geçersiz", LIST),
        ("kelimelik", None, WITH_OWN),
    ],
)
async def test_lobby_and_board_name_the_dictionary(
    harness: BotHarness, game: str, choice: str | None, words: str
) -> None:
    talk = await with_words(harness)
    lobby, board = await lobby_and_board_texts(talk, game)
    shown = (await talk.say_and_wait(KIRAZ, "/tahta")).text
    assert f"Sözlük: {words}\n" in lobby
    assert f" · Sözlük: {words} · " in board
    assert f" · Sözlük: {words} · " in shown
    assert ("Sohbetin kelimeleri" in lobby) == (choice is not None)
    assert choice is None or f"Sohbetin kelimeleri: {choice}" in lobby


@pytest.mark.asyncio(loop_scope="module")
async def test_words_added_while_a_table_is_open_are_counted_when_it_is_shown_again(harness: BotHarness) -> None:
    talk = await harness.new_group()
    assert f"Sözlük: {LIST}\n" in (await talk.say_and_wait(KIRAZ, "/yeni kelimelik")).text
    await talk.say_and_wait(KIRAZ, "/kelimeekle tr kalemz")
    assert f"Sözlük: {LIST} + sohbetin 1 kelimesi\n" in (await talk.say_and_wait(LIMON, "/tahta")).text


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("game", "words", "known"), [("kelimelik", WITH_OWN, "❌"), ("kelimelik sohbet-kelimeleri=yok", LIST, "✅")]
)
async def test_looking_up_names_the_dictionary_of_the_table(
    harness: BotHarness, game: str, words: str, known: str
) -> None:
    talk = await with_words(harness)
    await talk.say_and_wait(KIRAZ, f"/yeni {game}")
    assert f"({words})" in (await talk.say_and_wait(ZEYTIN, "/sozluk masa")).text
    assert (await talk.say_and_wait(ZEYTIN, "/sozluk kalem")).text.startswith(known)


@pytest.mark.asyncio(loop_scope="module")
async def test_klepka_counts_the_chats_words(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.say_and_wait(KIRAZ, "/addword uk ткок")
    opened = await talk.say_and_wait(KIRAZ, "/new klepka")
    assert "Словник: український список + 1 слово чату\n" in opened.text
    await talk.say_and_wait(LIMON, "/join")
    begun = await talk.say_and_wait(KIRAZ, "/begin")
    assert "Словник: український список + 1 слово чату · Клепка" in begun.text.splitlines()
