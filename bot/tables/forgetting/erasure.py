"""One pass over all that is stored, for one person: what it needs to know, and what it found.

:mod:`~bot.tables.forgetting.eraser` has the passes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from redis.asyncio import Redis

from bot.store.forgetting import ForgettingNote
from bot.store.keys import KEYS, identify_key
from bot.store.scope import Scope
from engine.forget_player import Forgotten

GivePseudonym = Callable[[int], Awaitable[None]]
"""Sees to it that a chat has a pseudonym for the person."""
StoredNames = dict[str, list[str]]
"""Names of keys by their kinds."""


@dataclass(slots=True)
class Findings:
    """What a pass did and found."""

    changed: int = 0
    """Keys and entries that were deleted or rewritten."""
    waiting: int = 0
    """What names the person and is still on its way: seats to be given up, updates and notices."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing of the person was left when the pass began."""
        return not (self.changed or self.waiting)


@dataclass(slots=True)
class Erasure:
    """A pass for one person.

    Args:
        client: answers in bytes.
        note: who, and how far that is.
        save_note: stores the note as it becomes.
        is_patient: whether what is on its way may still arrive; else it is rewritten, too.
    """

    client: Redis
    note: ForgettingNote
    save_note: Callable[[ForgettingNote], Awaitable[None]]
    is_patient: bool = True
    findings: Findings = field(default_factory=Findings)
    abandoned: set[int] = field(default_factory=set)
    """Pseudonyms that have a seat now at which a game runs or is to begin."""
    names: set[str] = field(default_factory=set)
    """By which the person was known, as far as it was found out."""

    @property
    def user(self) -> int:
        """The person's id, which is that of their private chat, too."""
        return self.note.user

    def note_changed(self, count: int = 1) -> None:
        """Count what was deleted or rewritten."""
        self.findings.changed += count

    def note_waiting(self) -> None:
        """Count what is still on its way."""
        self.findings.waiting += 1

    def who(self, chat: int) -> Forgotten:
        """The person, and who stands for them in a chat that has a pseudonym for them."""
        pseudonym = self.note.pseudonyms[chat]
        known = frozenset({*self.note.names, *self.names})
        return Forgotten(self.user, pseudonym, known, frozenset(self.note.usernames))


def chat_of_key(parts: Mapping[str, str]) -> int | None:
    """The chat that a key belongs to by its name; ``None`` if it is none's."""
    for part in ("scope", "place"):
        if part in parts:
            return Scope.parse(parts[part]).chat
    return int(parts["chat"]) if "chat" in parts else None


async def delete_own_keys(erasure: Erasure, names: list[str]) -> StoredNames:
    """Delete all keys of the person and of the private chat; gives the names of the others by their kinds."""
    own, others = await asyncio.to_thread(_sort_names, names, erasure.user)
    if own:
        erasure.note_changed(int(await erasure.client.unlink(*own)))
    return others


def _sort_names(names: list[str], user: int) -> tuple[list[str], StoredNames]:
    """Names of keys that are somebody's own, and the others by their kinds; unknown ones are left out."""
    own: list[str] = []
    others: StoredNames = {kind: [] for kind in KEYS}
    for name in names:
        if (found := identify_key(name)) is None:
            continue
        kind, parts = found
        is_own = str(user) == parts.get("user") or chat_of_key(parts) == user
        (own if is_own else others[kind]).append(name)
    return own, others


def group_by_chat(names: list[str]) -> dict[int, list[str]]:
    """Names of keys of chats by their chats."""
    found: dict[int, list[str]] = {}
    for name in names:
        found.setdefault(chat_in(name), []).append(name)
    return found


PER_ROUND_TRIP: Final = 100
"""How many keys or entries are read at a time."""


def of_chat(names: list[str], chat: int) -> list[str]:
    """Those keys that are a chat's."""
    return [name for name in names if f":{chat}" in name and chat_in(name) == chat]


def scope_of_key(name: str) -> Scope:
    """The scope of a key that names one."""
    found = identify_key(name)
    if found is None:
        raise ValueError(f"{name} is no key of ours")
    return Scope.parse(found[1]["scope"])


def chat_in(name: str) -> int:
    """The chat of a key that names one."""
    found = identify_key(name)
    chat = None if found is None else chat_of_key(found[1])
    if chat is None:
        raise ValueError(f"{name} is no key of a chat")
    return chat


def is_of_user(value: bytes, user: int) -> bool:
    """Whether a stored scope, or a text that begins with one, is of somebody's private chat."""
    text = value.decode(errors="replace").partition(" ")[0]
    return text.replace("#", ":").partition(":")[0] == str(user)
