"""Commands: one row says all of each, where and to whom it answers, and stands at the handler that answers.

Its names, and what the menus say of it, are in each language's ``typed.toml``, a line each in the order of the menus.
A command that several families understand has a row at the handler of each; they have to say the same.
"""

import difflib
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

from bot.languages import Languages, languages
from engine.vocabulary import folded

Where = Literal["group", "game", "chat"]
"""``group``: only in the group's own chat. ``game``: written in private it means the one game that its sender has going
in some group. ``chat``: it is about the chat in which it is written."""

Kind = Literal["action", "look-up", "setting"]
"""``action``: it may change a game, and keeps its place among all that does. ``look-up``: it changes nothing, and may
wait; where it is for anybody, one answer serves several. ``setting``: it changes what is chosen for a chat."""

Who = Literal["anybody", "member", "seated", "mover", "player", "anytime", "other", "host", "chooser", "administrator"]
"""Who may use it: anybody; anybody in the group; who sits at the table; the player to move; any
player; any player at any time; any but the author of the last play; who opened the table, or an administrator; in
groups an administrator, where it changes something; an administrator. The router sees to the last alone: games and
handlers know the rest, which the guides tell."""

Answer = Callable[..., Awaitable[None]]
H = TypeVar("H", bound=Answer)
_LEAST_ALIKE: Final = 0.75
"""How much of a name has to be there, by :mod:`difflib`: that of a name of four letters with two in the wrong order."""
_ALIKE: Final = 0.8
"""How much of it, where the letters are not the same: one letter wrong, missing or too many in four."""
_NEVER_MEANT: Final = frozenset({"start"})
"""Commands that clients send by themselves: nobody who mistypes another means them."""
_ROWS: Final = "commands"
"""Where a handler bears the rows of what it answers."""


class CommandError(Exception):
    """A command's row, names and handler do not belong together; the message says which command's."""


@dataclass(frozen=True, slots=True)
class Row:
    """A command, known by its ``key`` in messages and handlers.

    A ``person`` must stand behind it, which an anonymous administrator is not. Each asker of what is their ``own`` is
    answered alone, so that no answer serves two.
    """

    key: str
    where: Where
    who: Who
    kind: Kind = field(default="action", kw_only=True)
    person: bool = field(default=False, kw_only=True)
    own: bool = field(default=False, kw_only=True)


def command(
    key: str, where: Where, who: Who, *, kind: Kind = "action", person: bool = False, own: bool = False
) -> Callable[[H], H]:
    """Let a method answer a command; see :class:`Row`. It takes the command and its context."""

    def answers(handler: H) -> H:
        handler.__dict__[_ROWS] = (
            Row(key, where, who, kind=kind, person=person, own=own),
            *handler.__dict__.get(_ROWS, ()),
        )
        return handler

    return answers


def bound(*owners: object) -> dict[str, Answer]:
    """The methods of these objects that answer commands, by the commands' keys."""
    return {row.key: getattr(owner, name) for owner in owners for row, name in _rows(type(owner))}


def gathered(general: Iterable[type], families: Iterable[Iterable[type]]) -> dict[str, Row]:
    """All commands, in the order of the menus.

    Args:
        general: classes with handlers for games of any kind.
        families: those of each family of games.

    Raises:
        CommandError: two handlers of one room answer one command, or its rows differ; it has a handler and no line, or
            a line and no handler; a language has the commands in another order, or others in its menu.
    """
    found: dict[str, Row] = {}
    for owners in (general, *families):
        own: set[str] = set()
        for row in (row for owner in owners for row, _ in _rows(owner)):
            if row.key in own:
                raise CommandError(f"two handlers answer the command {row.key}")
            if found.setdefault(row.key, row) != row:
                raise CommandError(f"the rows of the command {row.key} differ")
            own.add(row.key)
    return _in_order(found, languages())


def _rows(owner: type) -> Iterator[tuple[Row, str]]:
    """The rows that a class's methods bear, and the methods' names."""
    for name, member in vars(owner).items():
        for row in getattr(member, _ROWS, ()) if callable(member) else ():
            yield row, name


def _in_order(found: Mapping[str, Row], spoken: Languages) -> dict[str, Row]:
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


def menu(language: str, keys: Collection[str] | None = None) -> list[tuple[str, str]]:
    """What Telegram's menu lists: a command's name and what it does; what has no such line is in no menu.

    Args:
        language: of the interface.
        keys: the commands that may be in it; ``None`` for all.
    """
    lines = languages().menus[language].items()
    return [(command_name(key, language), told) for key, told in lines if keys is None or key in keys]


def command_name(command: str, language: str) -> str:
    """A command's name in a language of the interface."""
    return languages().command(command, language)


def command_meant(name: str) -> str | None:
    """The key of a command by any of its names; ``None`` for what is no command of ours."""
    return languages().commands.get(folded(name))


def desk_command(name: str) -> str | None:
    """The key of an owners' command by any of its names; ``None`` for any other."""
    return languages().desk.get(folded(name))


def desk_command_name(key: str, language: str) -> str:
    """An owners' command's name in a language of the interface."""
    return languages().command(key, language, "desk")


def desk_menu(language: str) -> list[tuple[str, str]]:
    """What the owners' menus list beside :func:`menu`."""
    return [(desk_command_name(key, language), told) for key, told in languages().desk_menu(language).items()]


def command_near(name: str) -> str | None:
    """The key of the command that somebody means by another name, or mistyped; ``None`` where none is close."""
    typed, names = folded(name), {name: key for name, key in languages().commands.items() if key not in _NEVER_MEANT}
    if (meant := languages().meant("synonyms", typed)) is not None:
        return meant
    for near in difflib.get_close_matches(typed, names, 1, _LEAST_ALIKE):
        if sorted(near) == sorted(typed) or difflib.SequenceMatcher(None, near, typed).ratio() >= _ALIKE:
            return names[near]
    return None
