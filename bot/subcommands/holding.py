"""How what a backup holds is told."""

from msgspec import Struct

from bot.offline.backup import Figures
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
        faults=_faults(figures),
    )


def complain_of(figures: Figures) -> int:
    """Name the games that are not whole; 1 if there are any."""
    for line in _faults(figures):
        complain(line)
    return 1 if figures.faults else 0


def _faults(figures: Figures) -> list[str]:
    return [printable(f"chat {fault.scope}: {fault.what}") for fault in figures.faults]
