"""What the doctor finds of the data: their schema, and whether every table can be read."""

from collections.abc import AsyncIterator, Mapping
from typing import Final, Literal

from msgspec import Struct
from redis.asyncio import Redis

from bot.store import database, export, keys
from bot.store.database import SCHEMA, WrongSchema
from bot.store.records import RecordStore
from bot.tables.codec import UnreadableState, decode_table
from bot.terminal import format_count

_BATCH: Final = 200

_KindsByName = Mapping[str, tuple[str, Mapping[str, str]] | None]
"""Stored keys by their names: their kinds and the parts of these; ``None`` for one that is unknown."""

_MAX_NAMED: Final = 10


CheckStatus = Literal["good", "advice", "wrong"]


class DoctorCheck(Struct, frozen=True):
    """One thing examined: how it is, what was found, and what to do where it could be better."""

    name: str
    status: CheckStatus
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{_STATUS_SIGNS[self.status]} {self.name}: {self.found}"
        return f"{line}\n    {self.remedy}" if self.remedy else line


async def check_stored_data(client: Redis) -> AsyncIterator[DoctorCheck]:
    """The schema, and, where it is this program's, the tables.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    if await database.read_schema_numbers(client) is None:
        yield DoctorCheck("data", "good", "nothing stored yet")
        return
    try:
        await database.check_schema(client)
    except WrongSchema as error:
        found, _, remedy = str(error).partition("; ")
        yield DoctorCheck("data", "wrong", found, f"{remedy[:1].upper()}{remedy[1:]}.")
        return
    names = {name: keys.identify_key(name) for name in await export.list_key_names(client)}
    yield await _check_tables(client, names)
    yield await _count_records(client, names)


async def _count_records(client: Redis, kinds: _KindsByName) -> DoctorCheck:
    """How much is remembered of finished games."""
    chats = [int(found[1]["chat"]) for found in kinds.values() if found is not None and found[0] == "records"]
    packed = sum(found is not None and found[0] == "packed_game" for found in kinds.values())
    records = [await RecordStore(client).count_records(chat) for chat in chats]
    what = f"{format_count(sum(records), 'record')} of {format_count(len(chats), 'chat')}"
    return DoctorCheck("records", "good", f"{what}; {format_count(packed, 'packed game')}")


async def _check_tables(client: Redis, kinds: _KindsByName) -> DoctorCheck:
    """Whether every table can be read."""
    scopes = {name: found[1]["scope"] for name, found in kinds.items() if found is not None and found[0] == "game"}
    names, count = list(scopes), 0
    unreadable: list[str] = []
    for first in range(0, len(names), _BATCH):
        pipe = client.pipeline(transaction=False)
        for name in (part := names[first : first + _BATCH]):
            pipe.hget(name, "state")
        for name, state in zip(part, await pipe.execute(), strict=True):
            count += state is not None
            if state is not None and not _is_readable(state):
                unreadable.append(scopes[name])
    found = f"schema {SCHEMA}; {format_count(count, 'table')}"
    if not unreadable:
        return DoctorCheck("data", "good", f"{found}, and all can be read" if count else found)
    chats = ", ".join(unreadable[:_MAX_NAMED])
    more = f" and {len(unreadable) - _MAX_NAMED} more" if len(unreadable) > _MAX_NAMED else ""
    return DoctorCheck(
        "data",
        "wrong",
        f"{found}, of which {len(unreadable)} cannot be read, in chat {chats}{more}",
        "Restore a backup from before; or let anybody there send /yeni (/new), which puts the table aside.",
    )


def _is_readable(state: bytes) -> bool:
    try:
        decode_table(state)
    except UnreadableState:
        return False
    return True


_STATUS_SIGNS: Final = {"good": "✓", "advice": "!", "wrong": "✗"}
