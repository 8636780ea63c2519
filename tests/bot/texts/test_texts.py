"""The text files: complete in every language, within Telegram's limits, in Ukrainian with numbers that agree."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest

import bot
import engine
from bot.handlers.general import all_command_rows
from bot.handlers.lobby import CODES_THERE
from bot.texts import Html, TextError, Texts, read_language_source
from bot.user_input.commands import command_menu, command_name
from bot.wording.speaker import refusal_message_id
from engine.errors import Refusal
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.languages import LANGUAGES, LINES, phone_line_count
from tools.check_texts import find_text_problems, message_arguments

TEXTS = Texts()
messages_of = cache(message_arguments)
ALERTED = re.compile(r"(?:alert|toast)\(\s*\w+, [\w.]+, \"([a-z-]+)\"")
RAISED = re.compile(r"\b(?:Refusal|Malformed|Ambiguous)\(((?:[^(),]|\([^)]*\))*)[,)]")
QUOTED = re.compile(r'"([a-z_]+)"')
TAGS = re.compile(r"</?(\w+)[^>]*>")
NUMBERS = {
    "count", "least", "most", "seated", "room", "length", "position", "bag", "tiles", "players", "points", "seconds",
    "minutes",
}  # fmt: skip


def source_files(package: str | None) -> Iterator[Path]:
    assert package is not None
    return Path(package).parent.rglob("*.py")


@cache
def raised_codes() -> set[str]:
    """What stands in quotation marks in the first argument of a refusal."""
    codes: set[str] = set()
    for file in (*source_files(engine.__file__), *source_files(bot.__file__)):
        for first in RAISED.findall(file.read_text(encoding="utf-8")):
            codes.update(QUOTED.findall(first))
    return codes | set(CODES_THERE.values())


def test_every_language_has_the_same_messages_with_the_same_arguments() -> None:
    assert list(find_text_problems()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_that_is_raised_has_a_sentence(language: str) -> None:
    codes = raised_codes()
    assert len(codes) > 40
    lacking = [code for code in sorted(codes) if not TEXTS.has_message(language, refusal_message_id(Refusal(code)))]
    assert lacking == []


@cache
def alerted_messages() -> frozenset[str]:
    text = "\n".join(file.read_text(encoding="utf-8") for file in source_files(bot.__file__))
    shown = {*ALERTED.findall(text), "surrender-no", "surrender-yes", "exchange-done", "own-board-alert"}
    shown |= {name for name in messages_of("en") if name.startswith(("refusal-", "button-", "panel-", "way-"))}
    assert {"own-board-alert", "board-above", "surrender-yes"} <= shown
    return frozenset(shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_alert_may_say_holds_no_markup_and_every_refusal_fits_into_one(language: str) -> None:
    for name in sorted(alerted_messages()):
        text = formatted_message(language, name, "😀" * 12)
        assert not TAGS.search(text), name
        assert not name.startswith("refusal-") or len(text.encode("utf-16-le")) // 2 <= 200, name


def formatted_message(language: str, name: str, value: str = "x") -> str:
    arguments = messages_of(language)[name]
    return TEXTS.plain(language, name, **{one: 7 if one in NUMBERS else value for one in arguments})


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_fit_a_screen_without_semicolons_and_with_closed_markup_that_telegram_knows(language: str) -> None:
    """Rules, lists and pages of help are made of several; what is made of them has tests of its own."""
    for name in messages_of(language):
        text = formatted_message(language, name)
        assert phone_line_count(text) <= LINES, name
        assert ";" not in unescape(text), name
        stack: list[str] = []
        for tag in TAGS.finditer(text):
            assert tag[1] in {"b", "i", "s", "u", "code", "pre", "a"}, name
            if not tag[0].startswith("</"):
                stack.append(tag[1])
            else:
                assert stack.pop() == tag[1], name
        assert stack == [], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_only_commands_that_exist_by_the_names_of_their_language(language: str) -> None:
    known = {command_name(command, language) for command in all_command_rows()}
    for name in messages_of(language):
        text = TAGS.sub("", formatted_message(language, name, "@x"))
        assert set(re.findall(r"(?<![\w/])/([a-z]+)", text)) <= known, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_typography_is_consistent(language: str) -> None:
    for line in read_language_source(language).splitlines():
        assert line == line.rstrip()
        assert "..." not in line
        assert '"' not in re.sub(r'\{" "\}|\{ (?:COMMAND|TYPED)\([^)]*\) \}', "", line), "quotation marks are “ and ”"
        assert "  " not in line.strip() or line.strip().startswith(("[", "*"))


def test_plain_arguments_are_escaped_and_markup_is_kept() -> None:
    assert "&lt;b&gt;&amp;" in TEXTS.html("tr", "refusal-garbled-move", text="<b>&", sample="KALEM", cell="H8")
    assert "<i>x</i>" in TEXTS.html("tr", "refusal-garbled-move", text=Html("<i>x</i>"), sample="KALEM", cell="H8")
    assert "<b>&" in TEXTS.plain("tr", "refusal-garbled-move", text="<b>&", sample="KALEM", cell="H8")


def test_braces_in_an_argument_are_no_placeholders() -> None:
    assert "{ $name }" in TEXTS.html("en", "turn-next", name="{ $name }")


def test_a_missing_message_or_argument_is_named() -> None:
    with pytest.raises(TextError, match=r"tr has no message 'nothing-such'"):
        TEXTS.plain("tr", "nothing-such")
    with pytest.raises(TextError, match=r"en: message 'turn-next'"):
        TEXTS.plain("en", "turn-next")


@pytest.fixture
def texts_with_message(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Texts]]:
    def texts(source: str) -> Texts:
        monkeypatch.setattr("bot.texts.read_language_source", lambda *_: source)
        cut.cache_clear()
        return Texts()

    cut = bot.texts.load_language_messages
    yield texts
    monkeypatch.undo()
    cut.cache_clear()


def test_messages_are_parsed_when_they_are_said_with_all_that_they_refer_to(
    texts_with_message: Callable[[str], Texts],
) -> None:
    texts = texts_with_message(
        "# Said.\none = { two } { -who }\n    again\n\ntwo = { $count ->\n   *[other] 2\n}\n-who = us\nbad = {\n"
    )
    assert texts.plain("tr", "one", count=3) == "2 us\nagain"
    assert texts.has_message("tr", "bad")
    for _ in range(2):
        with pytest.raises(TextError, match=r"tr: in the text 'bad = {"):
            texts.plain("tr", "bad")
    with pytest.raises(TextError, match="in the text"):
        texts.parse_all()


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("one = 1\ntwo = 2\none = 3\n", "has the message 'one' twice"),
        ("one = 1\nand more\n", "the line 'and more' belongs to no message"),
    ],
)
def test_files_that_are_no_list_of_messages_are_refused(
    texts_with_message: Callable[[str], Texts], source: str, wrong: str
) -> None:
    with pytest.raises(TextError, match=wrong):
        texts_with_message(source)


LEFT_OUT = {
    "tr": r"öteki|öbür|düzey|satır içi kip|lobi|listede yok|masayı kuran|oyuncusu(?:nun|nda|nu)\b|Ötek|Öbür|ayra[cç]"
    r"|teslim ol|\bsen(?:in|i|de|den)?\b|\bsana\b",
    "en": r"\bswap|\bgiv\w+ up\b|\bmix|\bbeg[iau]n|\bdoubt|\blobby\b|\bto move:|\bwhom\b",
    "uk": r"\bоб(?:рати|еріть|рано)|заступ|\bздач|лобі|забрат|покласти|безпідставн|чинний|вбудований режим"
    r"|\bоч(?:ки|ок)\b|дошк",
}
"""Of what the glossary says under *not*, what no text needs in another meaning."""
NAMES_OF_COMMANDS = re.compile(r"/\w+")
PLACEHOLDERS = re.compile(r"\{[^{}]*\}")
MESSAGE_NAMES = re.compile(r"^[a-z][\w-]* =|^#.*$", re.MULTILINE)


@pytest.mark.parametrize("language", LEFT_OUT)
def test_texts_have_one_word_for_one_thing(language: str) -> None:
    written = MESSAGE_NAMES.sub("", PLACEHOLDERS.sub("", read_language_source(language)))
    menus = NAMES_OF_COMMANDS.sub("", "\n".join(line for _, line in command_menu(language)))
    found = [
        line.strip()
        for line in f"{written}\n{menus}".splitlines()
        if re.search(LEFT_OUT[language], line, re.IGNORECASE)
    ]
    assert found == []


in_ukrainian = pytest.mark.parametrize("harness", [{"DEFAULT_LANGUAGE": "uk"}], indirect=True, ids=["uk"])

COUNTS = (101, 102, 105, 111, 121, 122)
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
    texts = (TAGS.sub("", TEXTS.plain("uk", name, **(others | {argument: number}))) for number in COUNTS)
    found = (re.search(rf"\b{number}\s(\w+)", text) for number, text in zip(COUNTS, texts, strict=True))
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
