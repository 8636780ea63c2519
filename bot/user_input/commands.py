"""Commands: each has a row above its handlers, which says where it works and for whom."""

import difflib
import re
import unicodedata
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeVar

from bot.languages import Languages, languages
from engine.alphabet import strip_invisible
from engine.vocabulary import Vocabulary, fold_word

CommandPlace = Literal["group", "game", "chat"]
"""``group``: works only in the group's own chat. ``game``: in private, it means the sender's only game in any group.
``chat``: it concerns the chat in which it is written.
"""
CommandKind = Literal["action", "look-up", "setting"]
"""``action``: may change a game, and keeps its order among actions. ``look-up``: changes nothing, and may wait; if
everybody may use it, several users share an answer. ``setting``: changes a setting of the chat.
"""
AllowedUsers = Literal[
    "anybody", "member", "seated", "mover", "player", "anytime", "other", "host", "chooser", "administrator"
]
"""Who may use a command: anyone; anyone in the group; a person at the table; the player on turn; any player; any player
at any time; any but the author of the last play; the host or an administrator; in groups an administrator, if it
changes something; an administrator. The router checks only the last; games and handlers check the others.
"""
CommandMethod = Callable[..., Awaitable[None]]
H = TypeVar("H", bound=CommandMethod)
_ROWS_ATTRIBUTE: Final = "commands"


class CommandError(Exception):
    """A command's row, names and handler do not agree; the message names the command."""


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A command, known by its ``key`` in messages and handlers.

    If it ``needs_person``, anonymous administrators are refused. If it is ``answered_separately``, each sender gets an
    answer of their own.
    """

    key: str
    where: CommandPlace
    allowed_users: AllowedUsers
    _: KW_ONLY
    kind: CommandKind = "action"
    needs_person: bool = False
    answered_separately: bool = False

    def __call__(self, handler: H) -> H:
        """Mark a method, which takes the command and its context, as the handler of the command."""
        handler.__dict__[_ROWS_ATTRIBUTE] = (self, *handler.__dict__.get(_ROWS_ATTRIBUTE, ()))
        return handler


handles_command: Final = CommandRow  # a row decorates its handler


def command_handlers_of(*handlers: object) -> dict[str, CommandMethod]:
    """The command handlers of these objects, by the commands' keys."""
    return {row.key: getattr(owner, name) for owner in handlers for row, name in _rows_of_class(type(owner))}


def collect_command_rows(general: Iterable[type], families: Iterable[Iterable[type]]) -> dict[str, CommandRow]:
    """All commands, in the order of the menus; raises CommandError if rows, handlers or languages' lines disagree."""
    found: dict[str, CommandRow] = {}
    for owners in (general, *families):
        own: set[str] = set()
        for row in (row for owner in owners for row, _ in _rows_of_class(owner)):
            if row.key in own:
                raise CommandError(f"two handlers answer the command {row.key}")
            if found.setdefault(row.key, row) != row:
                raise CommandError(f"the rows of the command {row.key} differ")
            own.add(row.key)
    return _in_menu_order(found, languages())


def _rows_of_class(owner: type) -> Iterator[tuple[CommandRow, str]]:
    for name, member in vars(owner).items():
        for row in getattr(member, _ROWS_ATTRIBUTE, ()) if callable(member) else ():
            yield row, name


def _in_menu_order(found: Mapping[str, CommandRow], spoken: Languages) -> dict[str, CommandRow]:
    first = spoken.codes[0]
    order = tuple(spoken.section(first, "commands"))
    for key in sorted(found.keys() - set(order)):
        raise CommandError(f"{first} has no line for the command {key}")
    for key in sorted(set(order) - found.keys()):
        raise CommandError(f"no handler answers the command {key}")
    for language in spoken.codes:
        if tuple(spoken.section(language, "commands")) != order:
            raise CommandError(f"{language} has other commands than {first}, or in another order")
    for key in order:
        if len({"menu" in spoken.section(language, "commands")[key] for language in spoken.codes}) > 1:
            raise CommandError(f"the menus of some languages have the command {key}, and others have not")
    return {key: found[key] for key in order}


_TURN_COMMANDS = frozenset({"play", "pass", "exchange"})
_WORD_AND_REST: Final = re.compile(r"([^\W\d_]+)(?:[\s:,=-]+(.*)|[.!]*)")  # matches a word, and the text after it
_BETWEEN_TILES: Final = re.compile(r"[\s,;.:+&/!]+")
_ENDS: Final = " .,:!"  # characters after a turn's word that mean nothing
_MAX_MOVE_PARTS = 3  # cell, direction and word; texts with more parts are talk


class TypedTurn(NamedTuple):
    """A command typed without its slash: its key, and the text after it."""

    command: str
    text: str


def parse_turn(text: str) -> TypedTurn | None:
    """The turn that a text names without a slash; ``None`` for talk, such as ``exchange numbers``."""
    found = _WORD_AND_REST.fullmatch(text.strip())
    command = None if found is None else find_turn_command(found[1])
    if found is None or command is None:
        return None
    rest = found[2] or ""
    return TypedTurn(command, rest) if not rest or _can_follow(command, rest) else None


def find_turn_command(word: str) -> str | None:
    """The turn's command that has this name or synonym; ``None`` for other words."""
    word = word.strip(_ENDS)
    command = find_command(word)
    turn = command if command in _TURN_COMMANDS else languages().find_meaning("turns", word)
    return turn if turn in _TURN_COMMANDS else None


def means_all_tiles(text: str) -> bool:
    """Whether a text means all tiles of the rack."""
    return languages().find_meaning("answers", text.strip(_ENDS)) == "all"


def split_tiles(text: str) -> list[str]:
    """The positions or letters in a list of tiles: ``1 3``, ``1,3``, ``1 and 3``, ``K, M``, ``KM``.

    The word *and* must stand between two tiles: ``та к`` are three letters. Among letters, a single letter is a tile
    even if it means *and*, as the Ukrainian ``і``.
    """
    parts = [part for part in _BETWEEN_TILES.split(text) if part]
    ends = {0, len(parts) - 1}
    tiles = [part for at, part in enumerate(parts) if at in ends or languages().find_meaning("lists", part) != "and"]
    if tiles and all(tile.isdecimal() for tile in tiles):
        return tiles
    are_single = bool(tiles) and all(len(tile) == 1 for tile in tiles)
    return [part for part in parts if part in tiles or len(part) == 1] if are_single else parts


def _can_follow(command: str, rest: str) -> bool:
    match command:
        case "pass":
            return False
        case "exchange":
            return means_all_tiles(rest) or all(tile.isdecimal() or len(tile) == 1 for tile in split_tiles(rest))
        case _:
            return len(rest.split()) <= _MAX_MOVE_PARTS


_MIN_SIMILARITY: Final = 0.75  # the least similarity by `difflib`: a four-letter name with two letters swapped
_TYPO_SIMILARITY: Final = 0.8  # the least similarity if letters differ: one wrong, missing or extra letter in four
_NEVER_SUGGESTED: Final = frozenset({"start", "top"})  # clients send the first, and other bots often have `/stop`


def command_menu(language: str, keys: Collection[str] | None = None) -> list[tuple[str, str]]:
    """Telegram's menu: name and line of each command that has a line; of all of these if ``keys`` is ``None``."""
    lines = languages().menus[language].items()
    return [(command_name(key, language), description) for key, description in lines if keys is None or key in keys]


def command_name(command: str, language: str) -> str:
    """A command's name in a language of the interface."""
    return languages().command_name(command, language)


def find_command(name: str) -> str | None:
    """The key of the command that has this name; ``None`` if there is none."""
    return languages().commands_by_name.get(fold_word(name))


def find_owner_command(name: str) -> str | None:
    """The key of the owners' command that has this name; ``None`` if there is none."""
    return languages().owner_commands_by_name.get(fold_word(name))


def owner_command_name(key: str, language: str) -> str:
    """The name of an owners' command in a language."""
    return languages().command_name(key, language, "owner")


def owner_command_menu(language: str) -> list[tuple[str, str]]:
    """The owners' commands that their menu has besides those of :func:`command_menu`."""
    return [
        (owner_command_name(key, language), description)
        for key, description in languages().owner_menu(language).items()
    ]


def suggest_command(name: str) -> str | None:
    """The command that a foreign or mistyped name probably means; ``None`` if none is close."""
    typed = fold_word(name)
    names = {name: key for name, key in languages().commands_by_name.items() if name not in _NEVER_SUGGESTED}
    if (meant := languages().find_meaning("synonyms", typed)) is not None:
        return meant
    for near in difflib.get_close_matches(typed, names, 1, _MIN_SIMILARITY):
        if sorted(near) == sorted(typed) or difflib.SequenceMatcher(None, near, typed).ratio() >= _TYPO_SIMILARITY:
            return names[near]
    return None


_UNIT_SECONDS: Final = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
_LISTED_UNITS: Final = ("hour", "minute", "second")  # no days, as the clock of a day is called “24 hours”


def find_option(typed: str) -> str:
    """The engine's name of a typed option; the folded text if there is none."""
    return languages().find_meaning("options", typed) or fold_word(typed)


def find_option_value(option: str, typed: str) -> str:
    """The engine's name of an option's typed value; the folded text if there is none."""
    return languages().find_meaning(f"values.{option}", typed) or fold_word(typed)


def find_clock_type(typed: str) -> str | None:
    """What a typed clock counts, ``move`` or ``game``; ``None`` for other words."""
    return languages().find_meaning("clocks", typed)


def to_seconds(number: int, unit: str) -> int | None:
    """A time in seconds, the unit also if none is typed; ``None`` for an unknown unit."""
    if not unit:
        return number
    unit_name = languages().find_meaning("units", unit)
    return None if unit_name is None else number * _UNIT_SECONDS[unit_name]


def option_word(name: str, language: str) -> str:
    """The word for an option; without one, the engine's name."""
    return _first_word(language, "options", name) or name


def value_word(option: str, value: str, language: str) -> str | None:
    """The word for a value; ``None`` if there is none."""
    words: Mapping[str, Sequence[str]] = _language_section(language, "values").get(option, {})
    return words[value][0] if value in words else None


def clock_word(value: str, language: str) -> str:
    """The word for a clock that has no figures."""
    return value_word("clock", value, language) or value


def time_word(seconds: int, language: str) -> str:
    """A time as people type it in a language, such as ``25min``."""
    unit = next(unit for unit in _LISTED_UNITS if seconds % _UNIT_SECONDS[unit] == 0)
    return f"{seconds // _UNIT_SECONDS[unit]}{_first_word(language, 'units', unit) or _first_word('en', 'units', unit)}"


def _first_word(language: str, section: str, name: str) -> str:
    words: Sequence[str] = _language_section(language, section).get(name, ("",))
    return words[0]


def _language_section(language: str, name: str) -> Mapping[str, Any]:
    spoken = languages()
    return spoken.section(language, name) if language in spoken.codes else {}


_VOCABULARY_SECTIONS: Final = ("directions", "colours", "rewards", "draw")


def load_vocabulary() -> Vocabulary:
    """The words of all languages, which every chat understands; ``draw`` has the answers to an offered draw.

    A language's first word for a direction, and single letters, are always directions; other words may be played, too.
    """
    return _build_vocabulary(languages())


@cache
def _build_vocabulary(spoken: Languages) -> Vocabulary:
    return Vocabulary(
        MappingProxyType({kind: spoken.meanings_by_word(kind) for kind in _VOCABULARY_SECTIONS}),
        MappingProxyType(
            {kind: frozenset(word for _, _, word in spoken.iter_typed_words(kind)) for kind in _VOCABULARY_SECTIONS}
        ),
        MappingProxyType({"directions": _secondary_words(spoken, "directions")}),
    )


def _secondary_words(spoken: Languages, kind: str) -> frozenset[str]:
    lists = [(meaning, words) for code in spoken.codes for meaning, words in spoken.section(code, kind).items()]
    chief = {fold_word(word) for meaning, words in lists for word in (meaning, words[0])}
    return frozenset(word for word in spoken.meanings_by_word(kind) if len(word) > 1) - chief


LONGEST: Final = 1024  # characters of a text that are read: more than ten words, ten people or all options of a game
_PLAIN: Final[dict[int, int | str]] = {
    **{mark: mark - 0xFEE0 for mark in range(0xFF01, 0xFF5F)},  # full-width characters
    **dict.fromkeys(map(ord, "‐‑‒–—―−"), "-"),
    **dict.fromkeys(map(ord, "“”„‟«»″"), '"'),
    ord("…"): "...",
}
_STRESS_MARKS: Final = str.maketrans("\u0400\u040d\u0450\u045d", "\u0415\u0418\u0435\u0438", "\u0300\u0301")
"""The marks that dictionaries set over stressed vowels; a mark that belongs to its letter (é) is composed before.

Cyrillic е and и with a grave are composed, too, but they are letters of no game, and lose it.
"""
_AROUND_WORDS: Final = "\"'‘’`.,;:!?-"


def split_words(text: str) -> list[str]:
    """The words of a list such as ``“kalem”, kitap.`` without the punctuation around them; a mere mark is kept."""
    return [part.strip(_AROUND_WORDS) or part for part in text.replace(",", " ").split()]


def normalize_typed_text(text: str) -> str:
    """A typed text on one line: composed, with plain punctuation and single spaces, cut to :data:`LONGEST`.

    Full-width letters and digits become ordinary; stress marks and invisible characters are removed. Apostrophes are
    kept, as alphabets have their own.
    """
    line = " ".join(text.split())[:LONGEST]
    if line.isascii():
        return line
    composed = strip_invisible(line.translate(_PLAIN)).translate(_STRESS_MARKS)
    return " ".join(unicodedata.normalize("NFC", composed).split())[:LONGEST]
