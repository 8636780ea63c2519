"""Check the text files, in ``make check``: every language has every message, with the same arguments and commands.

Texts of game families are included. The check also finds unused and unknown messages, refusals without a sentence,
commands that the help leaves out, meanings without a typed word in a language, words with two meanings, nouns without
plural forms, foreign quotation marks, and commands written by hand. The section ``grammar`` of a language's
``typed.toml`` defines its plural forms and marks.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from fluent.syntax import FluentSerializer
from fluent.syntax.ast import (
    BaseNode,
    FunctionReference,
    Message,
    NumberLiteral,
    Pattern,
    Placeable,
    SelectExpression,
    StringLiteral,
    TextElement,
    VariableReference,
)

from bot.languages import languages
from bot.texts import Texts, parse_piece, read_language_source
from engine.errors import DataError
from engine.vocabulary import fold_word

_REFUSAL_CODE: Final = re.compile(r'(?:Refusal|Malformed|Ambiguous)\(\s*"([a-z_]+)"')
_QUOTED_NAME: Final = re.compile(r"""["'](?=([\w-]+)["'])""")
_REQUIRED_SECTIONS: Final = (
    "answers", "clocks", "colours", "directions", "draw", "labels", "levels", "rewards", "themes", "units",
)  # fmt: skip
"""Sections that need a word for each meaning in every language; others may fall back on the engine's names."""
_COMMAND_THAT_TELEGRAM_GIVES: Final = "start"
"""A button of Telegram's sends it, so the help need not name it."""
_BOARD_PAGE: Final = Path(__file__).parents[1] / "bot" / "web" / "page"
"""The board page; its scripts name the messages that begin with ``page-`` without this prefix."""
_COMPUTED_PREFIXES: Final = (
    "refusal-", "rules-", "ended-", "surrender-", "absent-about-", "absent-skipped-", "absent-removed-",
    "absent-replaced-", "button-vote-", "duplicate-reason-", "way-", "lexicon-", "dictionary-", "about-option-",
    "option-", "value-", "unit-", "window-closed-", "language-name", "level-", "motif-", "labels-", "clock-",
    "guide-", "settings-", "profile-", "preset-", "owner-missed-", "owner-trouble-", "stats-span-", "stats-family-",
    "button-span-", "top-by-", "title-", "act-records-", "page-cell-", "page-error-", "page-hint-",
)  # fmt: skip
"""Prefixes of messages whose names are computed at run time; ``guide-`` is for the players' guides."""
_CATEGORIES: Final = frozenset({"zero", "one", "two", "few", "many"})
_RANGE_ARGUMENTS: Final = frozenset({"players"})
"""Arguments that hold a range as text, such as ``2–4``, so that no plural form depends on them."""
_PARSE_CACHE_SIZE: Final = 16
"""How many parsed texts are cached, as a few languages are checked several times in a row."""
_MESSAGE_CACHE_SIZE: Final = 20_000
"""How many messages are cached: after a change only the new ones are parsed again."""
_COMMAND, _TYPED = "COMMAND", "TYPED"
_MESSAGE_START: Final = re.compile(r"^(?=-?[A-Za-z][\w-]* *=)", re.ASCII | re.MULTILINE)
_QUOTED: Final = re.compile(r"[“«]([^“”«»]+)[”»]")
_LITERAL_COMMAND: Final = re.compile(r"(?<![\w/<])/([a-z_]+)")
"""A command that is written out instead of named by its key."""
_LITERAL_OPTION: Final = re.compile(r"(?<![\w}])[\w-]+=[\w-]+")
_COMMAND_MARK: Final = "§"
_WORD_AFTER_COMMAND: Final = re.compile(rf"{_COMMAND_MARK} (?:\{{ \$\w+ \}} |[A-Z]\d+ )?([\w’-]+)")
"""The word after a command, or after the cell that follows the command."""
_SECTIONS_AFTER_COMMANDS: Final = ("directions", "draw", "answers", "themes", "labels")
_TEXT_METHODS: Final = frozenset({"html", "plain"})
_CALL: Final = re.compile(rf"\.({'|'.join(sorted(_TEXT_METHODS))})\b")
"""Matches a call of a text method: a module without a match need not be parsed."""
_MODULE_CACHE_SIZE: Final = 1_000
"""Twice the number of modules: after a change only changed modules are read again."""


def message_arguments(language: str) -> dict[str, frozenset[str]]:
    return arguments_by_message(read_language_source(language))


def find_text_problems() -> Iterator[str]:
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
    """Find commands that no help page of this language names; the other languages are compared with it elsewhere."""
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
    return "".join(f"command-{key} = {description}\n" for key, description in languages().menus[language].items())


def find_typed_word_problems() -> Iterator[str]:
    first, *others = languages().codes
    for language in others:
        yield from _find_missing_typed_words(first, language)
    yield from _find_ambiguous_words()


def _find_missing_typed_words(first: str, language: str) -> Iterator[str]:
    for section in ("commands", "owner", "signs", *_REQUIRED_SECTIONS):
        model, other = (languages().section(one, section) for one in (first, language))
        for name in sorted(model.keys() ^ other.keys()):
            yield f"{language if name in model else first} has no {name} among its {section}"
    for name, row in languages().section(language, "commands").items():
        if ("menu" in row) != ("menu" in languages().section(first, "commands").get(name, row)):
            yield f"{name}: in the menus of {language} or of {first} alone"


def _find_ambiguous_words() -> Iterator[str]:
    """Find words with two meanings, as every chat understands all languages, and words that a language lists twice."""
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
    model = message_arguments(first)
    modules = (*_module_sources(files("bot")), *_sources_beside_texts(languages().roots))
    text = "\n".join(source for _, source in modules)
    yield from find_missing_messages(modules, model, languages().codes)
    rules = "\n".join(source for _, source in _module_sources(files("engine")))
    for code in sorted({*_REFUSAL_CODE.findall(text), *_REFUSAL_CODE.findall(rules)}):
        if (name := f"refusal-{code.replace('_', '-')}") not in model:
            yield f"{first} lacks {name}, which says why something is refused"
    scripts = "\n".join(file.read_text(encoding="utf-8") for file in _BOARD_PAGE.glob("*.js"))
    of_page = [f"{kind}-{name}" for name in _QUOTED_NAME.findall(scripts) for kind in ("page", "view")]
    quoted = frozenset((*_QUOTED_NAME.findall(text), *of_page))
    for name in sorted(model):
        if not name.startswith(_COMPUTED_PREFIXES) and name not in quoted:
            yield f"{first}: nothing asks for the message {name}"


def _module_sources(folder: Traversable) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from ((f"{folder.name}/{name}", text) for name, text in _module_sources(entry))
        elif entry.name.endswith(".py"):
            yield f"{folder.name}/{entry.name}", entry.read_text(encoding="utf-8")


def _sources_beside_texts(roots: Iterable[Traversable]) -> Iterator[tuple[str, str]]:
    """Read the modules next to the texts of game families that are packages of their own outside the bot."""
    for room in (root.parent for root in roots if isinstance(root, Path)):
        yield from ((file.name, file.read_text(encoding="utf-8")) for file in room.glob("*.py"))


@dataclass(frozen=True, slots=True)
class _LanguageGrammar:
    forms: frozenset[str]
    """The plural forms; empty in languages whose nouns keep one form after a number."""
    counted: re.Pattern[str] | None
    marks: frozenset[str]
    typed_words: frozenset[str]
    """Words that a player types after commands, as they are shown."""


def _load_grammar(language: str) -> _LanguageGrammar:
    found = languages().section(language, "grammar")
    counted = re.compile(rf"(?:</b>)?\s+(?:{found['counted']})") if "counted" in found else None
    typed = (
        words[0] for section in _SECTIONS_AFTER_COMMANDS for words in languages().section(language, section).values()
    )
    forms, foreign = frozenset(found.get("forms", ())), frozenset(found.get("foreign", ""))
    return _LanguageGrammar(forms, counted, foreign, frozenset(typed))


class _MessageParts:
    def __init__(self, message: Message) -> None:
        nodes = list(_iter_nodes(message))
        self.selects: Final = [node for node in nodes if isinstance(node, SelectExpression)]
        self.patterns: Final = [node for node in nodes if isinstance(node, Pattern)]
        self.calls: Final = [node for node in nodes if isinstance(node, FunctionReference)]
        self.variables: Final = {node.id.name for node in nodes if isinstance(node, VariableReference)}


def _iter_nodes(node: BaseNode) -> Iterator[BaseNode]:
    yield node
    for value in vars(node).values():
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, BaseNode):
                yield from _iter_nodes(part)


@lru_cache(maxsize=_MESSAGE_CACHE_SIZE)
def _collect_parts(message: Message) -> _MessageParts:
    return _MessageParts(message)


def find_message_faults(language: str, text: str) -> Iterator[str]:
    grammar, messages = _load_grammar(language), parse_messages(text)
    labels = {
        _message_text(message).strip(): message.id.name for message in messages if message.id.name.startswith("button-")
    }
    for message in messages:
        for fault in (*_find_faults(message, grammar), *_find_quoted_buttons(message, labels)):
            yield f"{language}: {message.id.name} {fault}"


def _find_quoted_buttons(message: Message, labels: Mapping[str, str]) -> Iterator[str]:
    for quoted in _QUOTED.findall(_message_text(message)):
        if quoted in labels:
            yield f"quotes the button “{quoted}” by hand; write {{ {labels[quoted]} }}"


def _find_faults(message: Message, grammar: _LanguageGrammar) -> Iterator[str]:
    parts = _collect_parts(message)
    for select in parts.selects:
        if wrong := _wrong_plural_forms(select, grammar.forms):
            yield f"has the forms {wrong}, its language {sorted(grammar.forms)}"
    if grammar.counted is not None:
        for noun in _find_nouns_without_plural(parts, grammar.counted):
            yield f"counts “{noun}” in one form only"
    yield from _find_unknown_names(parts)
    written = _message_text(message)
    for name in _LITERAL_COMMAND.findall(written):
        yield f"names the command /{name} by hand"
    for word in _LITERAL_OPTION.findall(written):
        yield f"has the word “{word}” by hand, which is typed"
    for command_word in _WORD_AFTER_COMMAND.findall(_message_text(message, command_mark=_COMMAND_MARK)):
        if command_word in grammar.typed_words:
            yield f"has the word “{command_word}” by hand, which is typed"
    if foreign := set(written) & grammar.marks:
        yield f"has the marks {' '.join(sorted(foreign))}"


def _find_unknown_names(parts: _MessageParts) -> Iterator[str]:
    for key in _function_arguments(parts, _COMMAND):
        if key not in languages().commands_by_name.values():
            yield f"names the command {key!r}, which there is not"
    for place in _function_arguments(parts, _TYPED):
        if not _is_typed_word(place):
            yield f"names the word {place!r}, which nobody types"


@lru_cache(maxsize=_PARSE_CACHE_SIZE)
def commands_by_message(text: str) -> dict[str, frozenset[str]]:
    return {
        message.id.name: frozenset(_function_arguments(_collect_parts(message), _COMMAND))
        for message in parse_messages(text)
    }


@lru_cache(maxsize=_PARSE_CACHE_SIZE)
def arguments_by_message(text: str) -> dict[str, frozenset[str]]:
    return {message.id.name: frozenset(_collect_parts(message).variables) for message in parse_messages(text)}


@lru_cache(maxsize=_PARSE_CACHE_SIZE)
def parse_messages(text: str) -> tuple[Message, ...]:
    return tuple(
        entry for piece in _MESSAGE_START.split(text) for entry in parse_piece(piece).body if isinstance(entry, Message)
    )


def _is_typed_word(place: str) -> bool:
    try:
        return bool(languages().shown_word(place, languages().codes[0]))
    except LookupError:
        return False


def _function_arguments(parts: _MessageParts, function: str) -> Iterator[str]:
    for call in (call for call in parts.calls if call.id.name == function):
        yield next((one.value for one in call.arguments.positional if isinstance(one, StringLiteral)), "")


@lru_cache(maxsize=_MESSAGE_CACHE_SIZE)
def _message_text(message: Message, command_mark: str = "") -> str:
    """Return a message's text with ``command_mark`` for each command and without quoted literals and typed words."""
    text = FluentSerializer().serialize_entry(message).partition("=")[2]
    text = re.sub(r"\{ *COMMAND\([^)]*\) *\}", command_mark, text)
    return re.sub(r'\{ *(?:"[^"]*"|TYPED\([^)]*\)) *\}', "", text)


def _wrong_plural_forms(select: SelectExpression, expected: frozenset[str]) -> list[str]:
    """Return the plural forms of a selection, if they differ from those of the language; else an empty list."""
    keys = {one.key.name for one in select.variants if not isinstance(one.key, NumberLiteral)}
    plural = keys & _CATEGORIES or keys == {"other"}
    return sorted(keys) if plural and keys != expected else []


def _find_nouns_without_plural(parts: _MessageParts, counted: re.Pattern[str]) -> Iterator[str]:
    """Find text that follows a counting variable and has no plural forms."""
    inside = {id(variant.value) for select in parts.selects for variant in select.variants}
    for pattern in parts.patterns:
        if id(pattern) in inside:
            continue
        for first, second in zip(pattern.elements, pattern.elements[1:], strict=False):
            if not isinstance(first, Placeable) or not isinstance(second, TextElement):
                continue
            if not isinstance(first.expression, VariableReference) or first.expression.id.name in _RANGE_ARGUMENTS:
                continue
            if counted.match(second.value):
                yield second.value.strip()[:20]


@dataclass(frozen=True, slots=True)
class MessageUse:
    name: str
    arguments: frozenset[str] | None
    """The arguments passed to the message; ``None`` if some are computed at run time."""
    line: int


@lru_cache(maxsize=_MODULE_CACHE_SIZE)
def find_message_uses(module: str) -> tuple[MessageUse, ...]:
    return tuple(_find_uses(module))


def _find_uses(module: str) -> Iterator[MessageUse]:
    if not _CALL.search(module):
        return
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TEXT_METHODS:
            names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
            given = names if len(names) == len(node.keywords) else None
            # The message is a speaker's first argument, and the second of ``Texts``, after the language.
            for argument in node.args[:2]:
                yield from (MessageUse(name, given, node.lineno) for name in _string_constants(argument))


def _string_constants(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from _string_constants(argument.body)
        yield from _string_constants(argument.orelse)


def find_missing_messages(
    modules: Iterable[tuple[str, str]], messages: Mapping[str, frozenset[str]], languages: Collection[str]
) -> Iterator[str]:
    """Find messages that modules use and texts lack, or that get too few arguments; a sentence each.

    ``languages``: language codes, which a call may have where others have the message.
    """
    for name, text in modules:
        for use in find_message_uses(text):
            place = f"{name}:{use.line}"
            if use.name in languages:
                continue
            if use.name not in messages:
                yield f"{place} asks for the message {use.name}, which there is not"
            elif use.arguments is not None and (lacking := messages[use.name] - use.arguments):
                yield f"{place} does not hand {', '.join(sorted(lacking))} to the message {use.name}"


def main() -> int:
    try:
        found = list(find_text_problems())
    except DataError as error:
        found = [str(error)]
    sys.stderr.write("".join(f"{problem}\n" for problem in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
