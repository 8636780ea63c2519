"""Commands: each has one row, at its handler, which says where and to whom it answers.

Its names and its line in the menus are in each language's ``typed.toml``, in the order of the menus. A command of
several families has a row at each family's handler; the rows have to be equal.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

from bot.languages import Languages, languages

CommandPlace = Literal["group", "game", "chat"]
"""``group``: only in the group's own chat. ``game``: written in private it means the one game that its sender has going
in some group. ``chat``: it is about the chat in which it is written."""


CommandKind = Literal["action", "look-up", "setting"]
"""``action``: it may change a game, and keeps its place among all that does. ``look-up``: it changes nothing, and may
wait; where it is for anybody, one answer serves several. ``setting``: it changes what is chosen for a chat."""


AllowedUsers = Literal[
    "anybody", "member", "seated", "mover", "player", "anytime", "other", "host", "chooser", "administrator"
]
"""Who may use it: anybody; anybody in the group; who sits at the table; the player to move; any
player; any player at any time; any but the author of the last play; who opened the table, or an administrator; in
groups an administrator, where it changes something; an administrator. The router sees to the last alone: games and
handlers know the rest, which the guides tell."""


CommandMethod = Callable[..., Awaitable[None]]


H = TypeVar("H", bound=CommandMethod)


_ROWS_ATTRIBUTE: Final = "commands"
"""The attribute of a handler that has its rows."""


class CommandError(Exception):
    """A command's row, names and handler do not belong together; the message names the command."""


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A command, known by its ``key`` in messages and handlers.

    If it ``needs_person``, anonymous administrators are refused. If it is ``answered_separately``, every asker gets an
    answer of their own, so that none is coalesced.
    """

    key: str
    where: CommandPlace
    allowed_users: AllowedUsers
    kind: CommandKind = field(default="action", kw_only=True)
    needs_person: bool = field(default=False, kw_only=True)
    answered_separately: bool = field(default=False, kw_only=True)


def handles_command(
    key: str,
    where: CommandPlace,
    allowed_users: AllowedUsers,
    *,
    kind: CommandKind = "action",
    needs_person: bool = False,
    answered_separately: bool = False,
) -> Callable[[H], H]:
    """Mark a method as the handler of a command; see :class:`CommandRow`. It takes the command and its context."""

    def answers(handler: H) -> H:
        handler.__dict__[_ROWS_ATTRIBUTE] = (
            CommandRow(
                key, where, allowed_users, kind=kind, needs_person=needs_person, answered_separately=answered_separately
            ),
            *handler.__dict__.get(_ROWS_ATTRIBUTE, ()),
        )
        return handler

    return answers


def command_handlers_of(*handlers: object) -> dict[str, CommandMethod]:
    """The command handlers of these objects, by the commands' keys."""
    return {row.key: getattr(owner, name) for owner in handlers for row, name in _rows_of_class(type(owner))}


def collect_command_rows(general: Iterable[type], families: Iterable[Iterable[type]]) -> dict[str, CommandRow]:
    """All commands, in the order of the menus.

    Raises:
        CommandError: two handlers of one group answer the same command, or its rows differ; it has a handler and no
            line, or a line and no handler; a language has the commands in another order, or others in its menu.
    """
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
    """The rows of a class's methods, and the methods' names."""
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
