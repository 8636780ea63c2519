"""What the doctor finds of the data: their schema beside this version's, and whether every table can be read."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct
from redis.asyncio import Redis

from bot.store import database, export, keys, retention
from bot.store.database import SCHEMA, WrongSchema
from bot.store.records import RecordStore
from bot.store.schema_migrations import can_migrate
from bot.tables.codec import UnreadableState, decode_table
from bot.terminal import format_count

_BATCH: Final = 200

_KindsByName = Mapping[str, tuple[str, Mapping[str, str]] | None]
"""Stored keys by their names: their kinds and the parts of these; ``None`` for one that is unknown."""

_MAX_NAMED: Final = 10


CheckStatus = Literal["good", "advice", "wrong"]


class DoctorCheck(Struct, frozen=True):
    """One thing examined: how it is, what was found, and, unless it is good, the one sentence that says what to do."""

    name: str
    status: CheckStatus
    found: str
    remedy: str = ""
    stored_schema: int | None = None
    """Of the data, where this is about their schema."""

    def __post_init__(self) -> None:
        if self.status != "good" and not self.remedy:
            raise ValueError(f"{self.name} is {self.status} without a remedy: {self.found}")

    def __str__(self) -> str:
        line = f"{_STATUS_SIGNS[self.status]} {self.name}: {self.found}"
        return f"{line}\n    {self.remedy}" if self.remedy else line


async def check_stored_data(client: Redis) -> AsyncIterator[DoctorCheck]:
    """The schema, and, where it is this program's, the tables.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    schemas = await database.read_schema_numbers(client)
    if schemas is None:
        yield DoctorCheck("data", "good", f"nothing stored yet; this version's schema is {SCHEMA}")
        return
    try:
        await database.check_schema(client)
    except WrongSchema as error:
        yield _explain_other_schema(error, can_start=can_migrate(schemas.whole) and schemas.latest <= SCHEMA)
        return
    names = {name: keys.identify_key(name) for name in await export.list_key_names(client)}
    yield await _check_tables(client, names)
    if quarantined := _check_quarantine(names):
        yield quarantined
    yield await _count_records(client, names)


def _explain_other_schema(error: WrongSchema, *, can_start: bool) -> DoctorCheck:
    """Data that this version does not read as they are; whether a start leads them to its schema."""
    if can_start:
        found = f"stored schema {error.schema}, from an earlier version; this version's is {SCHEMA}"
        remedy = (
            "Make a backup with the version that wrote them, stop all its workers, and start this one, which migrates"
            " the data."
        )
        return DoctorCheck("data", "advice", found, remedy, error.schema)
    found, _, remedy = str(error).partition("; ")
    return DoctorCheck(
        "data",
        "wrong",
        f"{found}; this version's is {SCHEMA}",
        f"{remedy[:1].upper()}{remedy[1:]}.",
        error.schema,
    )


def _check_quarantine(kinds: _KindsByName) -> DoctorCheck | None:
    """The tables that were put aside because they could not be read; ``None`` if there are none."""
    scopes = sorted(found[1]["scope"] for found in kinds.values() if found and found[0] == "quarantined_game")
    if not scopes:
        return None
    days = retention.QUARANTINE_SECONDS // (24 * 60 * 60)
    return DoctorCheck(
        "quarantine",
        "advice",
        f"{format_count(len(scopes), 'table')} put aside as unreadable, in chat {_name_some(scopes)}",
        f"Restore a backup from before if they are wanted: they are deleted {days} days after they were put aside.",
    )


def _name_some(scopes: Sequence[str]) -> str:
    more = f" and {len(scopes) - _MAX_NAMED} more" if len(scopes) > _MAX_NAMED else ""
    return f"{', '.join(scopes[:_MAX_NAMED])}{more}"


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
    found = f"stored schema {SCHEMA}, this version's {SCHEMA}; {format_count(count, 'table')}"
    if not unreadable:
        found = f"{found}, and all can be read" if count else found
        return DoctorCheck("data", "good", found, stored_schema=SCHEMA)
    return DoctorCheck(
        "data",
        "wrong",
        f"{found}, of which {len(unreadable)} cannot be read, in chat {_name_some(unreadable)}",
        "Restore a backup from before, or let anybody there send /yeni (/new), which puts the table aside.",
        SCHEMA,
    )


def _is_readable(state: bytes) -> bool:
    try:
        decode_table(state)
    except UnreadableState:
        return False
    return True


_STATUS_SIGNS: Final = {"good": "✓", "advice": "!", "wrong": "✗"}
