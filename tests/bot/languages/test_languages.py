"""A language of the interface is a folder of texts, with what people type in it."""

import re
from collections.abc import Collection
from pathlib import Path

import pytest

from bot.families import registry
from bot.handlers.game_options import find_game
from bot.handlers.general import all_command_rows
from bot.languages import LanguageError, languages
from bot.pictures import LABEL_CHOICES
from bot.texts import Texts
from bot.user_input.commands import command_menu, command_name, find_option_value, load_vocabulary
from bot.wording.guide_texts import HelpTexts
from bot.wording.speaker import Speaker
from engine.alphabet import load_alphabet
from engine.crossword import notation
from engine.crossword.premiums import Direction
from engine.klepka.deck import REWARDS
from engine.rulesets import shipped_rulesets
from engine.vocabulary import fold_word
from render.theme import THEMES
from tests.support.altered_data_files import Change, copied_languages
from tests.support.languages import LANGUAGES
from tools.check_texts import find_typed_word_problems, message_arguments
from tools.check_texts import main as check

OPTIONS = {option for ruleset in shipped_rulesets().values() for option in ruleset.options()} | {"dictionary"}
MEANT: dict[str, Collection[str]] = {
    "themes": THEMES,
    "labels": LABEL_CHOICES,
    "games": shipped_rulesets(),
    "variants": {id_.rpartition("-")[0] for id_ in shipped_rulesets()},
    "languages": LANGUAGES,
    "synonyms": all_command_rows(),
    "answers": {"list", "text", "all", "off", "group"},
    "turns": {"play", "pass", "exchange"},
    "directions": {direction.value for direction in Direction},
    "draw": {"yes", "no"},
    "colours": {"yellow", "blue"},
    "rewards": REWARDS,
    "options": OPTIONS,
    "clocks": {"move", "game"},
    "units": {"day", "hour", "minute", "second"},
}
"""What words may mean, by the section that has them."""


@pytest.mark.parametrize("section", MEANT)
def test_what_people_type_means_something(section: str) -> None:
    words = languages().meanings_by_word(section)
    assert words
    assert set(words.values()) <= set(MEANT[section])
    assert all(word == fold_word(word) for word in words)


def test_no_other_word_for_a_command_is_the_name_of_another() -> None:
    names = {command_name(key, language): key for key in all_command_rows() for language in LANGUAGES}
    words = languages().meanings_by_word("synonyms")
    assert {word: key for word, key in words.items() if names.get(word, key) != key} == {}


@pytest.fixture
def change_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    return copied_languages(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("language", "old", "new", "found"),
    [
        ("uk", 'yellow = ["жовта", "жовтий", "жовте", "ж"]', "", "uk has no yellow among its colours"),
        ("tr", "\nbag = { name", "\nsack = { name", "en has no sack among its commands"),
        ("uk", "\nstart = {}", '\nstart = { menu = "Почати" }', "start: in the menus of uk or of tr alone"),
        ("uk", 'no = ["ні"', 'no = ["kabul"', "'kabul' among the draw means no, and yes before"),
        ("uk", 'fast = ["швидко"]', 'fast = ["YAVAS"]', "'YAVAS' among the values.clock means fast, and slow before"),
        ("en", 'scrabble-en = ["english"', 'scrabble-en = ["Türkçe"', "'Türkçe' among the games means scrabble-en"),
        ("tr", 'fast = ["hızlı"]', 'fast = ["hızlı", "HIZLI"]', "tr: 'HIZLI' stands twice among the values.clock"),
    ],
)
def test_the_check_finds_what_cannot_be_typed_or_means_two_things(
    change_language: Change, language: str, old: str, new: str, found: str
) -> None:
    change_language(language, old, new)
    assert any(found in problem for problem in find_typed_word_problems())


def test_a_word_of_two_meanings_means_what_the_first_language_says_in_every_section(change_language: Change) -> None:
    change_language("uk", 'no = ["ні"', 'no = ["kabul"')
    change_language("uk", 'fast = ["швидко"]', 'fast = ["yavaş"]')
    assert languages().find_meaning("draw", "kabul") == "yes"
    assert find_option_value("clock", "yavaş") == "slow"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("sağa", "across"), ("ASAGI", "down"), ("Horizontal", "across"), ("вниз", "down")],
)
def test_directions_are_named_as_people_say_them(typed: str, meant: str) -> None:
    assert languages().find_meaning("directions", typed) == meant


@pytest.mark.parametrize(
    ("typed", "direction", "word"),
    [
        ("H8 right WATER", Direction.ACROSS, "WATER"),
        ("8H RIGHT", None, "RIGHT"),
        ("H8 RIGHT down", Direction.DOWN, "RIGHT"),
        ("RIGHT 8", Direction.ACROSS, "RIGHT"),
    ],
)
def test_a_direction_that_is_a_word_to_lay_is_laid_where_a_word_is_lacking(
    typed: str, direction: Direction | None, word: str
) -> None:
    read = notation.read_partial_move(typed, load_alphabet("en"), load_vocabulary())
    assert "".join(sign.letter or "." for sign in read.signs) == word
    assert read.direction is (Direction.ACROSS if typed.startswith("8H") else direction)


@pytest.mark.parametrize(("language", "found"), [("uk", "scrabble-en"), ("xx", "scrabble-en"), ("tr", "scrabble-tr")])
def test_english_stands_in_for_a_language_without_the_game(language: str, found: str) -> None:
    assert find_game("scrabble", language).id == found


NAME = 'name = "torba"'
MENU = 'menu = "Torbada kalanları gösterir"'


MISTAKES = (
    ("[directions]", "[ways]", "ways: there is no such section", "call it one of commands, signs"),
    (NAME, 'nmae = "torba"', "commands.bag: Object contains unknown field `nmae`", "write { name ="),
    (NAME, 'name = "Torba"', "commands.bag: .*name", "1 to 32 of the characters a–z, 0–9 and _"),
    (NAME, f'{NAME}, also = ["Çuval"]', "commands.bag: .*also", "also"),
    (NAME, f'{NAME}, also = ["sure"]', "two commands are called sure", "otherwise"),
    (MENU, 'menu = ""', "commands.bag: .*menu", "1 to 256 characters"),
    ('official = ["resmî"', 'official = "resmî" #', "values.bag.official: Expected `array`", "a list of words"),
    ('yes = ["evet"', 'yes = ["evet yes"', "draw.yes: Expected `str` matching", "without spaces"),
    ("order = 1", 'order = "first"', "order: Expected `int`", "as order = 4"),
    ("[grammar]", '[grammar]\nform = ["one"]', "grammar: Object contains unknown field `form`", "write forms"),
    ("[commands]", "[commands", "not valid TOML", "line"),
    ("double-letter = [", 'double-letter = ["x", ', "signs.double-letter: Expected `array` of length 2", "raised"),
)


def test_a_mistake_stops_the_start_and_the_check(change_language: Change, capsys: pytest.CaptureFixture[str]) -> None:
    for old, new, place, remedy in MISTAKES:
        change_language("tr", old, new)
        with pytest.raises(LanguageError, match=f"tr/typed.toml: {place}.*{remedy}") as caught:
            languages()
        assert check() == 1
        assert capsys.readouterr().err == f"{caught.value}\n"
        change_language("tr", new, old)


RENAMED = [
    ("tr", 'across = ["yatay"', "yatay", 'across = ["enine"', "enine"),
    ("tr", 'text = ["metin"', "metin", 'text = ["harfle"', "harfle"),
    ("tr", 'yes = ["evet", "kabul"', "evet", 'yes = ["uygun", "kabul"', "uygun"),
    ("en", 'wood = ["wood"', "wood", 'wood = ["timber"', "timber"),
    ("en", 'chat-words = ["chat-words"', "chat-words", 'chat-words = ["own-words"', "own-words"),
    ("uk", 'minute = ["хв"]', "10хв", 'minute = ["хвил"]', "10хвил"),
]
"""Language, a line of its typed words with the word, and both with another."""


def all_help_texts(language: str) -> str:
    texts = Texts()
    speaker, shown = Speaker(texts, language), HelpTexts("@bot")
    rules = (shipped_rulesets()["wordbox-en"], shipped_rulesets()["klepka"])
    helped = (shown.game_commands(one, registry.help_contents(one), speaker) for one in rules)
    facts = dict.fromkeys(("typed", "text", "cell", "sample"), "X")
    (folder,) = languages().text_folders(language)
    written = "\n".join(file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".ftl"))
    said = (
        texts.plain(language, name, **{one: facts[one] for one in arguments})
        for name, arguments in message_arguments(language).items()
        if arguments <= facts.keys() and (name.startswith("way-") or "TYPED" in first_line(written, name))
    )
    pages = (shown.how_to_start(speaker), shown.list_games(speaker), speaker.html("help-settings"))
    return "\n".join((*pages, *helped, *said, *(line for _, line in command_menu(language))))


def first_line(text: str, name: str) -> str:
    return text.partition(f"\n{name} =")[2].partition("\n")[0]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("renamed", RENAMED, ids=lambda row: row[-1])
def test_a_renamed_word_is_renamed_wherever_it_is_told(
    change_language: Change, renamed: tuple[str, str, str, str, str]
) -> None:
    language, line, before, other, after = renamed
    old, new = (re.compile(rf"(?<![\w’-]){word}(?![\w’-])") for word in (before, after))
    times = len(old.findall(all_help_texts(language)))
    assert times > 0
    change_language(language, line, other)
    text = all_help_texts(language)
    assert (len(new.findall(text)), len(old.findall(text))) == (times, 0)


def test_a_word_that_nobody_types_is_in_no_menu(change_language: Change) -> None:
    change_language("en", "{answers.text}", "{answers.txt}")
    with pytest.raises(LanguageError, match=r"en/typed.toml: in the menus: nobody types answers.txt"):
        languages()
