"""A word that people type has one place: renamed there, all that tells of it has the new one."""

import re
from pathlib import Path

import pytest

from bot.families import registry
from bot.languages import LanguageError, languages
from bot.texts import Texts
from bot.user_input.commands import command_menu
from bot.wording.guide_texts import HelpTexts
from bot.wording.speaker import Speaker
from engine.rulesets import shipped_rulesets
from tests.support.altered_data_files import Change, copied_languages
from tools.check_texts import message_arguments

RENAMED = [
    ("tr", 'across = ["yatay"', "yatay", 'across = ["enine"', "enine"),
    ("tr", 'down = ["dikey"', "dikey", 'down = ["boyuna"', "boyuna"),
    ("tr", 'text = ["metin"', "metin", 'text = ["harfle"', "harfle"),
    ("tr", 'yes = ["evet", "kabul"', "evet", 'yes = ["uygun", "kabul"', "uygun"),
    ("tr", 'dark = ["koyu"', "koyu", 'dark = ["zifiri"', "zifiri"),
    ("en", 'wood = ["wood"', "wood", 'wood = ["timber"', "timber"),
    ("en", 'chat-words = ["chat-words"', "chat-words", 'chat-words = ["own-words"', "own-words"),
    ("uk", 'game = ["гра"]\n\n[games]', "гра", 'game = ["партія"]\n\n[games]', "партія"),
    ("uk", 'minute = ["хв"]', "10хв", 'minute = ["хвил"]', "10хвил"),
]
"""Language, a line of its typed words with the word, and both with another."""


@pytest.fixture
def change_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    return copied_languages(tmp_path, monkeypatch)


def all_help_texts(language: str) -> str:
    """Help, menus, and what is said of directions, looks and draws."""
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
    """The first line of a message."""
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
