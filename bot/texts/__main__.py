"""``python -m bot.texts check``: every language has every message with the same arguments and commands.

Families' texts are included. It also finds unused messages, messages that a module uses and no file has, refusals
without a sentence, commands that no help names, what :mod:`bot.texts.message_checks` finds, meanings without a typed
word in some language, and words with different meanings in two languages.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bot.languages import languages
from bot.texts import Texts, read_language_source
from bot.texts.message_checks import arguments_by_message, commands_by_message, find_message_faults
from bot.texts.usage_checks import find_missing_messages
from engine.errors import DataError
from engine.vocabulary import fold_word

_REFUSAL_CODE: Final = re.compile(r'(?:Refusal|Malformed|Ambiguous)\(\s*"([a-z_]+)"')
_QUOTED_NAME: Final = re.compile(r"""["'](?=([\w-]+)["'])""")
_REQUIRED_SECTIONS: Final = (
    "answers",
    "clocks",
    "colours",
    "directions",
    "draw",
    "labels",
    "levels",
    "rewards",
    "themes",
    "units",
)
"""Sections that need a word for each meaning in every language; others may do with the engine's names."""
_COMMAND_THAT_TELEGRAM_GIVES: Final = "start"
"""It is a button of Telegram's; the help need not name it."""
_COMPUTED_PREFIXES: Final = (
    "refusal-",
    "rules-",
    "ended-",
    "surrender-",
    "absent-about-",
    "absent-skipped-",
    "absent-removed-",
    "absent-replaced-",
    "button-vote-",
    "way-",
    "lexicon-",
    "dictionary-",
    "about-option-",
    "option-",
    "value-",
    "unit-",
    "window-closed-",
    "language-name",
    "level-",
    "motif-",
    "labels-",
    "clock-",
    "guide-",
    "settings-",
    "profile-",
    "desk-missed-",
    "desk-trouble-",
    "stats-span-",
    "stats-family-",
    "button-span-",
    "top-by-",
)
"""Prefixes of messages whose names are computed at run time; ``guide-`` is for the players' guides."""


def message_arguments(language: str) -> dict[str, frozenset[str]]:
    """The arguments of every message of a language."""
    return arguments_by_message(read_language_source(language))


def find_text_problems() -> Iterator[str]:
    """Missing or differing messages, a sentence each."""
    Texts().parse_all()
    first, *others = languages().codes
    for language in others:
        yield from _find_message_differences(first, language)
    yield from find_typed_word_problems()
    for language in languages().codes:
        yield from find_message_faults(language, read_language_source(language))
        yield from find_message_faults(language, _menu_messages(language))
    yield from _find_unused_messages(first)
    yield from _find_commands_without_help(first)


def _find_message_differences(first: str, language: str) -> Iterator[str]:
    """Differences between a language's messages and those of the first language."""
    model, other = message_arguments(first), message_arguments(language)
    expected, here = (
        commands_by_message(read_language_source(first)),
        commands_by_message(read_language_source(language)),
    )
    for name in sorted(model.keys() ^ other.keys()):
        lacking = language if name in model else first
        yield f"{lacking} lacks the message {name}"
    for name in sorted(model.keys() & other.keys()):
        if model[name] != other[name]:
            yield f"{name}: arguments {sorted(model[name])} in {first}, {sorted(other[name])} in {language}"
        if expected[name] != here[name]:
            yield f"{name}: commands {sorted(expected[name])} in {first}, {sorted(here[name])} in {language}"


def _find_commands_without_help(language: str) -> Iterator[str]:
    """Commands that no page of the help names, a sentence each; the other languages name the same."""
    told = {
        key
        for name, keys in commands_by_message(read_language_source(language)).items()
        if name.startswith("help-")
        for key in keys
    }
    for key in languages().section(language, "commands"):
        if key not in told and key != _COMMAND_THAT_TELEGRAM_GIVES:
            yield f"{language}: no message of the help names the command {key}"


def _menu_messages(language: str) -> str:
    """A language's menu lines, as messages."""
    return "".join(f"command-{key} = {description}\n" for key, description in languages().menus[language].items())


def find_typed_word_problems() -> Iterator[str]:
    """Problems with the words that people type, a sentence each."""
    first, *others = languages().codes
    for language in others:
        yield from _find_missing_typed_words(first, language)
    yield from _find_ambiguous_words()


def _find_missing_typed_words(first: str, language: str) -> Iterator[str]:
    """Meanings with a typed word in the first language and not in another, or the other way round."""
    for section in ("commands", "desk", "signs", *_REQUIRED_SECTIONS):
        model, other = (languages().section(one, section) for one in (first, language))
        for name in sorted(model.keys() ^ other.keys()):
            yield f"{language if name in model else first} has no {name} among its {section}"
    for name, row in languages().section(language, "commands").items():
        if ("menu" in row) != ("menu" in languages().section(first, "commands").get(name, row)):
            yield f"{name}: in the menus of {language} or of {first} alone"


def _find_ambiguous_words() -> Iterator[str]:
    """Words with two meanings, as every chat understands all languages; and words that a language has twice."""
    options = {option for language in languages().codes for option in languages().section(language, "values")}
    for section in (
        *_REQUIRED_SECTIONS,
        "games",
        "variants",
        "synonyms",
        "turns",
        "languages",
        "options",
        "lists",
        "zones",
        *(f"values.{option}" for option in sorted(options)),
    ):
        meanings: dict[str, str] = {}
        own: set[tuple[str, str]] = set()
        for language, meaning, word in languages().iter_typed_words(section):
            first = meanings.setdefault(fold_word(word), meaning)
            if first != meaning:
                yield f"{language}: {word!r} among the {section} means {meaning}, and {first} before"
            elif word != meaning and (language, fold_word(word)) in own:
                yield f"{language}: {word!r} stands twice among the {section}"
            own.add((language, fold_word(word)))


def _find_unused_messages(first: str) -> Iterator[str]:
    """Refusals without a sentence, and unused messages."""
    model = message_arguments(first)
    modules = (*_module_sources(files("bot")), *_sources_beside_texts(languages().roots))
    text = "\n".join(source for _, source in modules)
    yield from find_missing_messages(modules, model, languages().codes)
    rules = "\n".join(source for _, source in _module_sources(files("engine")))
    for code in sorted({*_REFUSAL_CODE.findall(text), *_REFUSAL_CODE.findall(rules)}):
        if (name := f"refusal-{code.replace('_', '-')}") not in model:
            yield f"{first} lacks {name}, which says why something is refused"
    quoted = frozenset(_QUOTED_NAME.findall(text))
    for name in sorted(model):
        if not name.startswith(_COMPUTED_PREFIXES) and name not in quoted:
            yield f"{first}: nothing asks for the message {name}"


def _module_sources(folder: Traversable) -> Iterator[tuple[str, str]]:
    """The sources of the modules in a folder and below, by name."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from ((f"{folder.name}/{name}", text) for name, text in _module_sources(entry))
        elif entry.name.endswith(".py"):
            yield f"{folder.name}/{entry.name}", entry.read_text(encoding="utf-8")


def _sources_beside_texts(roots: Iterable[Traversable]) -> Iterator[tuple[str, str]]:
    """The sources beside texts of a family whose package is outside of the bot."""
    for room in (root.parent for root in roots if isinstance(root, Path)):
        yield from ((file.name, file.read_text(encoding="utf-8")) for file in room.glob("*.py"))


def main() -> int:
    """Print the problems; 1 when there are any."""
    try:
        found = list(find_text_problems())
    except DataError as error:
        found = [str(error)]
    sys.stderr.write("".join(f"{problem}\n" for problem in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
