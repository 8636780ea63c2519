"""The Ukrainian interface: numbers agree with their nouns, spelling is Ukrainian, and the whole bot speaks it."""

import re
from collections.abc import Iterable

import pytest

from bot.handlers.general import all_command_rows
from bot.texts import Texts, read_language_source
from bot.user_input.commands import command_name
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
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
