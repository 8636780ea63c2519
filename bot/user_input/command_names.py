"""The names of commands, and turns typed as a word without the slash: ``pas``, ``değiştir 1 3``, ``oyna KALEM``.

Knows the words, but not whose turn it is: :mod:`bot.handlers.dispatch.text_messages` does.
"""

import difflib
import re
from collections.abc import Collection
from typing import Final, NamedTuple

from bot.languages import languages
from engine.vocabulary import fold_word

_TURN_COMMANDS = frozenset({"play", "pass", "exchange"})
"""The commands of turns, which are understood without a slash."""


_WORD_AND_REST: Final = re.compile(r"([^\W\d_]+)(?:[\s:,=-]+(.*)|[.!]*)")
"""A word, and what stands behind it."""


_BETWEEN_TILES: Final = re.compile(r"[\s,;.:+&/!]+")


_ENDS: Final = " .,:!"
"""Marks behind a turn's word, which mean nothing."""


_MAX_MOVE_PARTS = 3
"""A move has a cell, a direction and a word; what is longer is talk."""


class TypedTurn(NamedTuple):
    """A command typed without its slash: its key, and what follows."""

    command: str
    text: str


def parse_turn(text: str) -> TypedTurn | None:
    """The turn that a text without a command names; ``None`` for any other text.

    ``play again some day`` and ``exchange numbers`` are talk.
    """
    found = _WORD_AND_REST.fullmatch(text.strip())
    command = None if found is None else find_turn_command(found[1])
    if found is None or command is None:
        return None
    rest = found[2] or ""
    return TypedTurn(command, rest) if not rest or _can_follow(command, rest) else None


def find_turn_command(word: str) -> str | None:
    """The command of a turn by one of its names or synonyms; ``None`` for any other word."""
    word = word.strip(_ENDS)
    command = find_command(word)
    turn = command if command in _TURN_COMMANDS else languages().find_meaning("turns", word)
    return turn if turn in _TURN_COMMANDS else None


def means_all_tiles(text: str) -> bool:
    """Whether a text means every tile of the rack."""
    return languages().find_meaning("answers", text.strip(_ENDS)) == "all"


def split_tiles(text: str) -> list[str]:
    """What a list of tiles names, by their positions or letters: ``1 3``, ``1,3``, ``1 and 3``, ``K, M``, ``KM``.

    *And* stands between two tiles: ``та к`` are three letters. Where letters stand, a single one is a tile though it
    may mean *and*, as the Ukrainian ``і``.
    """
    parts = [part for part in _BETWEEN_TILES.split(text) if part]
    ends = {0, len(parts) - 1}
    tiles = [part for at, part in enumerate(parts) if at in ends or languages().find_meaning("lists", part) != "and"]
    if tiles and all(tile.isdecimal() for tile in tiles):
        return tiles
    are_single = bool(tiles) and all(len(tile) == 1 for tile in tiles)
    return [part for part in parts if part in tiles or len(part) == 1] if are_single else parts


def _can_follow(command: str, rest: str) -> bool:
    """Whether a text behind a word can belong to its command."""
    match command:
        case "pass":
            return False
        case "exchange":
            return means_all_tiles(rest) or all(tile.isdecimal() or len(tile) == 1 for tile in split_tiles(rest))
        case _:
            return len(rest.split()) <= _MAX_MOVE_PARTS


_MIN_SIMILARITY: Final = 0.75
"""The least similarity by :mod:`difflib`: a name of four letters with two of them swapped."""


_TYPO_SIMILARITY: Final = 0.8
"""The least similarity with other letters: one wrong, missing or extra letter in four."""


_NEVER_SUGGESTED: Final = frozenset({"start", "top"})
"""Names that nobody means by a typo: clients send the first by themselves, and the second is near to what other bots
are told, as ``/stop``."""


def command_menu(language: str, keys: Collection[str] | None = None) -> list[tuple[str, str]]:
    """Telegram's menu: each command's name and line; a command without a line is in no menu.

    Args:
        language: of the interface.
        keys: the commands that may be in it; ``None`` for all.
    """
    lines = languages().menus[language].items()
    return [(command_name(key, language), description) for key, description in lines if keys is None or key in keys]


def command_name(command: str, language: str) -> str:
    """A command's name in a language of the interface."""
    return languages().command_name(command, language)


def find_command(name: str) -> str | None:
    """The key of a command by any of its names; ``None`` if there is no such command."""
    return languages().commands_by_name.get(fold_word(name))


def find_owner_command(name: str) -> str | None:
    """The key of an owners' command by any of its names; ``None`` if there is no such command."""
    return languages().owner_commands_by_name.get(fold_word(name))


def owner_command_name(key: str, language: str) -> str:
    """An owners' command's name in a language of the interface."""
    return languages().command_name(key, language, "desk")


def owner_command_menu(language: str) -> list[tuple[str, str]]:
    """The owners' own commands, which their menu has beside :func:`command_menu`."""
    return [
        (owner_command_name(key, language), description)
        for key, description in languages().owner_menu(language).items()
    ]


def suggest_command(name: str) -> str | None:
    """The key of the command that a foreign or mistyped name probably means; ``None`` if none is close."""
    typed, names = (
        fold_word(name),
        {name: key for name, key in languages().commands_by_name.items() if name not in _NEVER_SUGGESTED},
    )
    if (meant := languages().find_meaning("synonyms", typed)) is not None:
        return meant
    for near in difflib.get_close_matches(typed, names, 1, _MIN_SIMILARITY):
        if sorted(near) == sorted(typed) or difflib.SequenceMatcher(None, near, typed).ratio() >= _TYPO_SIMILARITY:
            return names[near]
    return None
