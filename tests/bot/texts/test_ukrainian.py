"""The Ukrainian interface: numbers agree with their nouns, spelling is Ukrainian, and the whole bot speaks it."""

import re
from collections.abc import Iterable

import pytest

from bot.handlers.general import all_command_rows
from bot.texts import Texts, read_language_source
from bot.user_input.commands import command_name
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.games import game
from tests.support.klepka_chats import klepka_game_of_chat
from tools.check_texts import message_arguments

in_ukrainian = pytest.mark.parametrize("harness", [{"DEFAULT_LANGUAGE": "uk"}], indirect=True, ids=["uk"])

TEXTS = Texts()
TAGS = re.compile(r"<[^>]*>")
NUMBERS = (101, 102, 105, 111, 121, 122)
"""One, few, many, many, one, few; none of them stands in a text by itself."""
NOUN_FORMS = """
    фішка фішки фішок · фішку фішки фішок · бал бали балів · бала балів балів · підказка підказки підказок ·
    стіл столи столів · столом столами столами · гра гри ігор · гру гри ігор · гри ігор ігор · тема теми тем ·
    гравець гравці гравців · людина людини людей · день дні днів · спроба спроби спроб · клітинка клітинки клітинок ·
    літера літери літер · літеру літери літер · рядок рядки рядків · картка картки карток · картку картки карток ·
    слово слова слів · годину години годин · хвилину хвилини хвилин · секунду секунди секунд · обмін обміни обмінів ·
    місце місця місць · оновлення оновлення оновлень · раз рази разів · пас паси пасів · пасу паси пасів ·
    паса пасів пасів · хід ходи ходів · ходу ходів ходів · власне власні власних · вилучене вилучені вилучених ·
    найкращий найкращі найкращих · раунд раунди раундів · відповідь відповіді відповідей
"""
"""The forms after 1, after 2 and after 5, in the nominative, the accusative or the genitive."""
NOUNS = {tuple(forms.split()) for forms in NOUN_FORMS.split("·")}
FORMS = {form for forms in NOUNS for form in forms}


def words_after_numbers(name: str, arguments: Iterable[str], argument: str) -> tuple[str, ...]:
    """The words after one argument of a message for each of the numbers; empty where none follows."""
    others = dict.fromkeys(arguments, "\nx")
    texts = (TAGS.sub("", TEXTS.plain("uk", name, **(others | {argument: number}))) for number in NUMBERS)
    found = (re.search(rf"\b{number}\s(\w+)", text) for number, text in zip(NUMBERS, texts, strict=True))
    return tuple(one[1] if one else "" for one in found)


def test_nouns_agree_with_their_numbers() -> None:
    seen = set()
    for name, arguments in message_arguments("uk").items():
        for argument in arguments:
            one, few, many, *again = words_after_numbers(name, arguments, argument)
            assert again == [many, one, few], (name, argument)
            if {one, few, many} & FORMS or len({one, few, many}) > 1:
                assert (one, few, many) in NOUNS, (name, argument)
                seen.add((name, argument))
    assert len(seen) > 30
    assert ("bag-left", "count") in seen


def test_the_spelling_is_ukrainian() -> None:
    text = read_language_source("uk")
    assert not set("ыэёъЫЭЁЪ") & set(text), "letters of another language"
    assert not set("'“”„") & set(text), "the apostrophe is ’, quotation marks are « and »"
    for word in re.findall(r"[^\W\d_]+", text):
        assert not (re.search("[a-zA-Z]", word) and re.search("[а-яєіїґА-ЯЄІЇҐ]", word)), word


def test_players_are_addressed_politely() -> None:
    words = set(re.findall(r"[\w’]+", read_language_source("uk").lower()))
    assert not words & {"ти", "тебе", "тобі", "тобою", "твій", "твоя", "твоє", "твої", "твого", "твоїх"}
    assert {"ви", "вам", "ваш", "ваші"} <= words


def test_commands_have_their_english_names() -> None:
    assert all(command_name(command, "uk") == command_name(command, "en") for command in all_command_rows())


@pytest.mark.asyncio(loop_scope="module")
@in_ukrainian
async def test_a_chat_that_has_not_chosen_is_spoken_to_in_the_default_language(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness.playground.world.people[KIRAZ], "language", "de")
    talk = await harness.new_group("uk")
    talk.watch_from_start()
    assert (await talk.wait_messages())[0].html.startswith(talk.text_html("greeting-group", bot="@harfiyen_bot"))
    await harness.store.save_setting(talk.scope, "language", None)
    assert (await talk.say_and_wait(LIMON, "/pass")).html == talk.text_html("refusal-no-game")


@pytest.mark.asyncio(loop_scope="module")
@in_ukrainian
async def test_a_chat_chooses_ukrainian(harness: BotHarness) -> None:
    talk = await harness.new_group("tr")
    assert (await talk.say_and_wait(KIRAZ, "/dil UK")).text == "Відтепер я говорю українською."
    assert (await talk.say_and_wait(LIMON, "/pas")).text == "Тут немає гри. Щоб відкрити стіл, напишіть /new."


@pytest.mark.asyncio(loop_scope="module")
@in_ukrainian
async def test_a_game_in_ukrainian_from_the_lobby_to_the_end(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    opened = await talk.say_and_wait(KIRAZ, "/new вордбокс час=10хв оскарження=хід")
    assert "Відкрито стіл: WordBox (українською)\nЗа столом (1 із 4): " in opened.text
    assert "Час: 10 хв на гравця" in opened.text
    assert "Оскарження: за хибне — пропуск ходу (1 хв)" in opened.text
    assert "щонайменше 2 гравці, гру починає /begin" in opened.text
    assert [button["text"] for button in opened.buttons] == [
        "➕ Сісти",
        "➖ Встати",
        "▶️ Почати",
        "⚙️ Параметри",
        "🤖 Комп’ютер",
    ]
    seated = await talk.say_and_wait(LIMON, "/join")
    assert seated.text.startswith("\u2068Limon\u2069 сідає за стіл.")
    begun = await talk.say_and_wait(KIRAZ, "/begin")
    assert begun.is_photo
    assert begun.text.startswith("Гру розпочато!")
    assert "У мішечку 101 фішка" in begun.text
    ended = await talk.cancel_game(KIRAZ, "/cancel")
    assert "Гру скасовано. Переможця немає." in ended.text


@pytest.mark.asyncio(loop_scope="module")
@in_ukrainian
async def test_cards_and_words_in_latin_look_alikes_are_understood(harness: BotHarness) -> None:
    await harness.forget_user_games(KIRAZ, LIMON)
    talk = await harness.new_group("uk")
    await talk.put_table(klepka_game_of_chat("Оо", "КіТ", "ВоДа"))
    assert "КІТ +4" in (await talk.say_and_wait(KIRAZ, "/form KIT")).text
    assert "✅ КОТА" in (await talk.say_and_wait(KIRAZ, "/word KOTA")).text
    assert (
        await talk.say_and_wait(KIRAZ, "/form DIM")
    ).text == "Це літери латиниці: D, I, M. Напишіть слово кирилицею."


@pytest.mark.asyncio(loop_scope="module")
@in_ukrainian
async def test_tiles_and_challenged_words_in_latin_look_alikes_are_understood(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.put_table(game("wordbox-uk", laid=["8G СЛОВО"], racks=["МОВААЕИ", "КЛЮЧІІЬ"]))
    played = await talk.say_and_wait(KIRAZ, "/play K7 вертикально МOВA")
    assert "\u2068Ayşe\u2069 МОВА +7\n" in played.text
    assert "\nK7 вертикально\n" in played.text
    await talk.say_and_wait(LIMON, "/challenge MOBA")
    assert [one.word for one in (await talk.load_current_game()).challenges[0].verdicts] == ["МОВА"]
    assert "\u2068Bora\u2069 обмінює 1 фішку." in (await talk.say_and_wait(LIMON, "/exchange I")).text
