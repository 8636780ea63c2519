"""The Ukrainian interface: numbers agree with their nouns, spelling is Ukrainian, and the whole bot speaks it."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.config import load_config
from bot.handlers.general import all_command_rows
from bot.texts import Texts, read_language_source
from bot.user_input.commands import command_name
from engine.crossword.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.games import game
from tests.support.klepka_chats import klepka_game_of_chat
from tools.check_texts import message_arguments

UKRAINIAN = {"DEFAULT_LANGUAGE": "uk"}
in_ukrainian = pytest.mark.parametrize("harness", [UKRAINIAN], indirect=True, ids=["uk"])
together = pytest.mark.asyncio(loop_scope="module")

TEXTS = Texts()
TAGS = re.compile(r"<[^>]*>")
NUMBERS = (101, 102, 105, 111, 121, 122)
"""One, few, many, many, one, few; none of them stands in a text by itself."""
NOUNS = {
    ("фішка", "фішки", "фішок"),
    ("фішку", "фішки", "фішок"),
    ("бал", "бали", "балів"),
    ("бала", "балів", "балів"),
    ("підказка", "підказки", "підказок"),
    ("стіл", "столи", "столів"),
    ("столом", "столами", "столами"),
    ("гра", "гри", "ігор"),
    ("гру", "гри", "ігор"),
    ("гри", "ігор", "ігор"),
    ("тема", "теми", "тем"),
    ("гравець", "гравці", "гравців"),
    ("людина", "людини", "людей"),
    ("день", "дні", "днів"),
    ("спроба", "спроби", "спроб"),
    ("підказка", "підказки", "підказок"),
    ("клітинка", "клітинки", "клітинок"),
    ("літера", "літери", "літер"),
    ("літеру", "літери", "літер"),
    ("рядок", "рядки", "рядків"),
    ("картка", "картки", "карток"),
    ("картку", "картки", "карток"),
    ("слово", "слова", "слів"),
    ("годину", "години", "годин"),
    ("день", "дні", "днів"),
    ("хвилину", "хвилини", "хвилин"),
    ("секунду", "секунди", "секунд"),
    ("обмін", "обміни", "обмінів"),
    ("місце", "місця", "місць"),
    ("оновлення", "оновлення", "оновлень"),
    ("раз", "рази", "разів"),
    ("пас", "паси", "пасів"),
    ("пасу", "паси", "пасів"),
    ("паса", "пасів", "пасів"),
    ("хід", "ходи", "ходів"),
    ("ходу", "ходів", "ходів"),
    ("власне", "власні", "власних"),
    ("вилучене", "вилучені", "вилучених"),
    ("найкращий", "найкращі", "найкращих"),
    ("раунд", "раунди", "раундів"),
    ("відповідь", "відповіді", "відповідей"),
}
"""The forms after 1, after 2 and after 5, in the nominative, the accusative or the genitive."""
FORMS = {form for forms in NOUNS for form in forms}


def test_a_message_formats_with_any_numbers_and_any_text() -> None:
    for name, arguments in message_arguments("uk").items():
        for value in (0, *NUMBERS, 1_234_567, "", "текст"):
            text = TEXTS.html("uk", name, **dict.fromkeys(arguments, value))
            assert text.strip() or name.startswith("dictionary-"), (name, value)


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


@pytest.mark.parametrize(
    ("count", "tiles", "points"),
    [
        (0, "0 фішок", "0 балів"),
        (1, "1 фішку", "1 бал"),
        (2, "2 фішки", "2 бали"),
        (5, "5 фішок", "5 балів"),
        (11, "11 фішок", "11 балів"),
        (21, "21 фішку", "21 бал"),
        (22, "22 фішки", "22 бали"),
    ],
)
def test_tiles_and_points_are_counted(count: int, tiles: str, points: str) -> None:
    assert TEXTS.plain("uk", "turn-exchanged", name="Оля", count=count) == f"<b>Оля</b> обмінює {tiles}."
    played = TEXTS.plain("uk", "turn-played", name="Оля", cell="H8", way="вертикально", word="СЛОВО", score=count)
    assert TAGS.sub("", played) == f"Оля H8 вертикально СЛОВО: {points}"


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


def test_ukrainian_is_a_default_language(tmp_path: Path) -> None:
    assert load_config(UKRAINIAN, tmp_path).default_language == "uk"
    assert load_config({"DEFAULT_LANGUAGE": "UK"}, tmp_path).default_language == "uk"


def test_commands_have_their_english_names() -> None:
    assert all(command_name(command, "uk") == command_name(command, "en") for command in all_command_rows())


@in_ukrainian
@together
async def test_a_chat_that_has_not_chosen_is_spoken_to_in_the_default_language(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness.playground.world.people[KIRAZ], "language", "de")
    talk = await harness.new_group("uk")
    talk.watch_from_start()
    assert (await talk.wait_messages())[0].html.startswith(talk.text_html("greeting-group", bot="@harfiyen_bot"))
    await harness.store.save_setting(talk.scope, "language", None)
    assert (await talk.say_and_wait(LIMON, "/pass")).html == talk.text_html("refusal-no-game")


@in_ukrainian
@together
@pytest.mark.parametrize("command", ["/dil uk", "/language uk", "/dil UK"])
async def test_a_chat_chooses_ukrainian(harness: BotHarness, command: str) -> None:
    talk = await harness.new_group("tr")
    assert (await talk.say_and_wait(KIRAZ, command)).text == "Відтепер я говорю українською."
    assert (await talk.say_and_wait(LIMON, "/pas")).text == "Тут немає гри. Щоб відкрити стіл, напишіть /new."


@in_ukrainian
@together
async def test_ukrainian_is_chosen_by_its_button(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    question = await talk.say_and_wait(KIRAZ, "/language")
    assert "Українська" in [button["text"] for button in question.buttons]
    await talk.press_data(KIRAZ, question, "speak::uk")
    assert (await talk.wait_messages())[0].text == "Відтепер я говорю українською."


@in_ukrainian
@together
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


@in_ukrainian
@together
async def test_moves_are_written_and_told_in_ukrainian(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.put_table(
        game("wordbox-uk", laid=["8G СЛОВО"], racks=["МОВААЕИ", "КЛЮЧІІЬ"], options={"challenge": "void"})
    )
    assert (await talk.say_and_wait(LIMON, "/pass")).text == "Зараз не ваш хід. Ходить Ayşe"
    wrong = await talk.say_and_wait(KIRAZ, "/play Н9 навскіс МОВА")
    assert wrong.text.startswith("Не розумію ходу «")
    played = await talk.say_and_wait(KIRAZ, "/play K7 вертикально МОВА")
    assert played.text.splitlines()[:2] == ["\u2068Ayşe\u2069 МОВА +7 · Ходить \u2068Bora\u2069", "K7 вертикально"]
    exchanged = await talk.say_and_wait(LIMON, "/exchange 1 2")
    assert "\u2068Bora\u2069 обмінює 2 фішки." in exchanged.text
    passed = await talk.say_and_wait(KIRAZ, "/pass")
    assert "\u2068Ayşe\u2069 пасує." in passed.text
    board = await talk.say_and_wait(KIRAZ, "/board текст")
    assert not board.is_photo
    assert "|С|Л|О|В|О" in board.text
    assert isinstance(await talk.load_current_table(), GameState)


@in_ukrainian
@together
async def test_a_game_of_klepka_is_told_in_ukrainian_to_its_end(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.put_table(klepka_game_of_chat("Оо", "КіТ", "ВоДа"))
    assert (await talk.say_and_wait(KIRAZ, "/flip 1 9")).text == "Картки 9 немає. Номери — від 1 до 2."
    assert "КІТ +4" in (await talk.say_and_wait(KIRAZ, "/form кіт")).text
    shown = await talk.say_and_wait(KIRAZ, "/flip 1 2")
    assert "1, 2 → О🟨 О🟦" in shown.text
    assert "ВОДА +5" in (await talk.say_and_wait(LIMON, "/form вода")).text
    await talk.say_and_wait(LIMON, "/pass")
    ended = await talk.say_and_wait(KIRAZ, "/pass")
    assert "🏁 Гру завершено: стіл порожній" in ended.text
    assert "Перемога: \u2068Kiraz\u2069" in ended.text


@in_ukrainian
@together
async def test_cards_and_words_in_latin_look_alikes_are_understood(harness: BotHarness) -> None:
    await harness.forget_user_games(KIRAZ, LIMON)
    talk = await harness.new_group("uk")
    await talk.put_table(klepka_game_of_chat("Оо", "КіТ", "ВоДа"))
    assert "КІТ +4" in (await talk.say_and_wait(KIRAZ, "/form KIT")).text
    assert "✅ КОТА" in (await talk.say_and_wait(KIRAZ, "/word KOTA")).text
    assert (
        await talk.say_and_wait(KIRAZ, "/form DIM")
    ).text == "Це літери латиниці: D, I, M. Напишіть слово кирилицею."


@in_ukrainian
@together
async def test_tiles_and_challenged_words_in_latin_look_alikes_are_understood(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.put_table(game("wordbox-uk", laid=["8G СЛОВО"], racks=["МОВААЕИ", "КЛЮЧІІЬ"]))
    played = await talk.say_and_wait(KIRAZ, "/play K7 вертикально МOВA")
    assert "\u2068Ayşe\u2069 МОВА +7\n" in played.text
    assert "\nK7 вертикально\n" in played.text
    await talk.say_and_wait(LIMON, "/challenge MOBA")
    assert [one.word for one in (await talk.load_current_game()).challenges[0].verdicts] == ["МОВА"]
    assert "\u2068Bora\u2069 обмінює 1 фішку." in (await talk.say_and_wait(LIMON, "/exchange I")).text
