"""A word that people type has one place: renamed there, all that tells of it has the new one."""

import re
from pathlib import Path

import pytest

from bot.families import registry
from bot.languages import LanguageError, languages
from bot.texts import Texts
from bot.texts.__main__ import messages
from bot.typed.commands import menu
from bot.wording.help import Help
from bot.wording.speaker import Speaker
from engine.rulesets import rulesets
from tests.support.changed_languages import Change, changing

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
def change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    return changing(tmp_path, monkeypatch)


def told(language: str) -> str:
    """Help, menus, and what is said of directions, looks and draws."""
    texts = Texts()
    speaker, shown = Speaker(texts, language), Help("@bot")
    rules = (rulesets()["wordbox-en"], rulesets()["klepka"])
    helped = (shown.commands(one, registry.helped(one), speaker) for one in rules)
    facts = dict.fromkeys(("typed", "text", "cell", "sample"), "X")
    (folder,) = languages().folders(language)
    written = "\n".join(file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".ftl"))
    said = (
        texts.plain(language, name, **{one: facts[one] for one in arguments})
        for name, arguments in messages(language).items()
        if arguments <= facts.keys() and (name.startswith("way-") or "TYPED" in line(written, name))
    )
    return "\n".join((shown.start(speaker), *helped, *said, *(line for _, line in menu(language))))


def line(text: str, name: str) -> str:
    """The first line of a message."""
    return text.partition(f"\n{name} =")[2].partition("\n")[0]


@pytest.mark.parametrize("renamed", RENAMED, ids=lambda row: row[-1])
def test_a_renamed_word_is_renamed_wherever_it_is_told(change: Change, renamed: tuple[str, str, str, str, str]) -> None:
    language, line, before, other, after = renamed
    old, new = (re.compile(rf"(?<![\w’-]){word}(?![\w’-])") for word in (before, after))
    times = len(old.findall(told(language)))
    assert times > 0
    change(language, line, other)
    text = told(language)
    assert (len(new.findall(text)), len(old.findall(text))) == (times, 0)


def test_a_word_that_nobody_types_is_in_no_menu(change: Change) -> None:
    change("en", "{answers.text}", "{answers.txt}")
    with pytest.raises(LanguageError, match=r"en/typed.toml: in the menus: nobody types answers.txt"):
        languages()
