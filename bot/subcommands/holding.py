"""How what a backup holds is told."""

from msgspec import Struct

from bot.offline.backup import Figures
from bot.store.schema import SCHEMA, UNNUMBERED
from bot.terminal import complain, counted, printable


class Document(Struct):
    """What the JSON document says."""

    file: str
    bytes: int
    chats: int
    users: int
    running: int
    finished: int
    lobbies: int
    entries: int
    """Of the logs, that were replayed."""
    updates: int
    notices: int
    schema: int
    """Of the data."""
    faults: list[str]


def told(figures: Figures) -> str:
    """What a backup holds, as a clause."""
    return (
        f"{counted(len(figures.chats), 'chat')} and {counted(len(figures.users), 'user')}; "
        f"{counted(figures.running, 'running game')}, {figures.finished:,} finished, "
        f"{counted(figures.lobbies, 'open table')}; {counted(figures.entries, 'log entry', 'log entries')} replayed; "
        f"{counted(figures.updates, 'update')} and {counted(figures.notices, 'notice')} waiting"
    )


def document(name: str, size: int, figures: Figures) -> Document:
    """The same for a program."""
    return Document(
        file=name,
        bytes=size,
        chats=len(figures.chats),
        users=len(figures.users),
        running=figures.running,
        finished=figures.finished,
        lobbies=figures.lobbies,
        entries=figures.entries,
        updates=figures.updates,
        notices=figures.notices,
        schema=figures.schema,
        faults=_faults(figures),
    )


def complain_of(figures: Figures) -> int:
    """Name the games that are not whole, or were not replayed; 1 if there are any."""
    for line in _faults(figures):
        complain(line)
    return 1 if figures.faults or figures.schema != SCHEMA else 0


def of_schema(schema: int) -> str:
    """Data of a schema, as a clause."""
    return f"schema {schema}" if schema != UNNUMBERED else "an earlier version, without the number of a schema"


def _faults(figures: Figures) -> list[str]:
    lines = [f"chat {fault.scope}: {fault.what}" for fault in figures.faults]
    if figures.schema != SCHEMA:
        lines.append(
            f"the data are of {of_schema(figures.schema)}, and this program reads schema {SCHEMA}: its games were not"
            " replayed, and only the version that wrote them can restore this file"
        )
    return [printable(line) for line in lines]
