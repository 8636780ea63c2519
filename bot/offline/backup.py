"""Backing up and restoring: everything that games need, and the proof that every one of them is whole.

A game is whole when its log, replayed from its secret, gives its state. A backup says which are not and keeps them; a
restore refuses the file for them unless it is told otherwise. What is told of a game never quotes it.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from redis.asyncio import Redis

from bot.offline import archive
from bot.store import dump, keys, retention
from bot.store.dump import Slot
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.schema import SCHEMA, numbers
from bot.tables.codec import UnreadableState, decode_entry, decode_table, decode_words
from bot.tables.held import is_running, people, table_name
from engine import known_rules
from engine.errors import DataError, EngineError
from engine.game import Table, is_over
from engine.retrace import Deviation, retrace
from engine.seats import Lobby


class NotEmpty(Exception):
    """The Redis holds something already."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that is not whole."""

    scope: Scope
    what: str


@dataclass(frozen=True, slots=True)
class _Game:
    scope: Scope
    state: bytes
    log: list[bytes]
    words: list[bytes] | None


@dataclass(slots=True)
class Figures:
    """What a backup holds."""

    schema: int = SCHEMA
    """Of the data; of another one nothing is replayed."""
    chats: set[int] = field(default_factory=set)
    """Those with a game, settings or words."""
    users: set[int] = field(default_factory=set)
    running: int = 0
    finished: int = 0
    lobbies: int = 0
    entries: int = 0
    """Of the logs, that were replayed."""
    updates: int = 0
    """That wait to be handled."""
    notices: int = 0
    """That wait to be told."""
    faults: list[Fault] = field(default_factory=list)


async def back_up(client: Redis, path: Path) -> Figures:
    """Write a backup, read it again and replay it; a file of that name is replaced once the new one is whole.

    Args:
        client: of a Redis that may be at work.
        path: where to.

    Raises:
        archive.Unusable: what was written cannot be read.
        HalfRestored: what is there is half of another backup, or half migrated.
        OSError: it cannot be written; nothing is left of it.
        redis.exceptions.RedisError: the server cannot be asked.
    """
    await dump.check_restored(client)
    noted = await numbers(client)
    if noted is not None and not noted.even:
        raise dump.HalfRestored(
            f"the data are half-way to schema {noted.odd}: start the version that migrates them, which goes on with it"
        )
    schema = SCHEMA if noted is None else noted.whole
    written = await archive.write(path, datetime.now(UTC), dump.Dump(client).slots(), schema)
    try:
        figures = await asyncio.to_thread(examined, written)
        archive.put_in_place(written, path)
    finally:
        archive.discard(written)
    return figures


def examined(path: Path) -> Figures:
    """What a backup holds, every game replayed where it is of this program's schema.

    Raises:
        archive.Unusable: it is not whole.
        OSError: it cannot be read.
    """
    figures = Figures(archive.check(path).schema)
    for slot in archive.slots(path):
        _count(figures, slot)
        for game in _games(slot) if figures.schema == SCHEMA else ():
            _examine(figures, game)
    return figures


def _count(figures: Figures, slot: Slot) -> None:
    for stored in slot.stored:
        found = dump.kind_of(stored.name)
        what, parts = found or ("", {})
        chat = parts.get("chat") or parts.get("scope", "").partition(":")[0]
        if chat and what in {"game", "settings", "chat_words"}:
            figures.chats.add(int(chat))
        if "user" in parts:
            figures.users.add(int(parts["user"]))
        if what == "inbox":
            figures.updates += len(stored.entries)
        if what == "outbox":
            figures.notices += len(stored.entries)


def _games(slot: Slot) -> Iterator[_Game]:
    """The tables of a slot."""
    by_name = {stored.name: stored.values for stored in slot.stored}
    for name, values in by_name.items():
        found = dump.kind_of(name)
        if found is None or found[0] != "game":
            continue
        state = dict(zip(values[::2], values[1::2], strict=True)).get(b"state")
        scope = Scope.parse(found[1]["scope"])
        if state is not None:
            yield _Game(scope, state, by_name.get(keys.log(scope), []), by_name.get(keys.game_words(scope)))


def _examine(figures: Figures, game: _Game) -> None:
    """Replay a game, and count it."""
    scope = game.scope
    try:
        table = decode_table(game.state)
        entries = [decode_entry(entry) for entry in game.log]
        if game.words is not None:
            decode_words(game.words[0])
    except (UnreadableState, UnicodeDecodeError) as error:
        figures.faults.append(Fault(scope, f"it cannot be read: {error}"))
        return
    if isinstance(table, Lobby):
        figures.lobbies += 1
    elif is_over(table):
        figures.finished += 1
    else:
        figures.running += 1
    if _unplayable(table):
        figures.faults.append(Fault(scope, "its rules cannot be played by"))
        return
    try:
        led_to = retrace(table.ruleset, table.secret, entries)
    except Deviation as deviation:
        figures.faults.append(Fault(scope, f"its log does not replay: entry {deviation.entry}, {deviation.what}"))
        return
    if led_to != table:
        figures.faults.append(Fault(scope, f"its log of {len(entries)} entries leads to another state"))
        return
    figures.entries += len(entries)


def _unplayable(table: Table) -> bool:
    """Whether figures in its rules do not fit together: a replay by such might never end."""
    try:
        return known_rules.problem(table.ruleset) is not None
    except (EngineError, DataError):
        return True


async def restore(client: Redis, path: Path, *, replace: bool) -> None:
    """Write a backup that was examined into a Redis at which nobody works.

    Cut short, it leaves a note that keeps a bot from starting, until it is done again.

    Args:
        client: of that Redis.
        path: the file.
        replace: whether to delete what is there.

    Raises:
        NotEmpty: something is there.
        archive.Unusable, OSError: the file cannot be read, or is of another schema.
        redis.exceptions.RedisError: the server cannot be asked.
    """
    if not (replace or await dump.is_empty(client)):
        raise NotEmpty
    head = archive.check(path)
    if head.schema != SCHEMA:
        raise archive.Unusable(
            f"it is a backup of schema {head.schema} by {head.program}, and this program restores schema {SCHEMA}:"
            " restore it with that version"
        )
    await client.set(keys.RESTORING, path.name)
    await dump.clear(client)
    await client.set(keys.SCHEMA, SCHEMA)
    store = Store(client)
    for slot in archive.slots(path):
        await dump.write(client, slot)
    for slot in archive.slots(path):
        for game in _games(slot):
            await _note_players(store, game)
    await client.delete(keys.RESTORING)


async def _note_players(store: Store, game: _Game) -> None:
    """Mend the players' own lists: a game may have begun or ended between the readings of its shard and of theirs."""
    try:
        table = decode_table(game.state)
    except (UnreadableState, UnicodeDecodeError):
        return
    if isinstance(table, Lobby):
        return
    name = table_name(table)
    for user in people(table.players):
        if is_running(table):
            await store.add_user_game(user, game.scope, name)
            continue
        await store.drop_user_game(user, game.scope, name)
        noted = await store.finished_games(user)
        if (game.scope, name) not in noted and len(noted) < retention.FINISHED_NEWEST:
            await store.add_finished_game(user, game.scope, name)
