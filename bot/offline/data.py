"""What the doctor finds of the data: their schema, and whether every table can be read."""

from collections.abc import AsyncIterator
from typing import Final

from redis.asyncio import Redis

from bot.offline.checks import Check
from bot.store import dump, schema
from bot.store.schema import SCHEMA, WrongSchema
from bot.tables.codec import UnreadableState, decode_table
from bot.terminal import counted

_TOGETHER: Final = 200
_MOST_NAMED: Final = 10


async def examined(client: Redis) -> AsyncIterator[Check]:
    """The schema, and, where it is this program's, the tables.

    Raises:
        redis.exceptions.RedisError: the server cannot be asked.
    """
    if await schema.numbers(client) is None:
        yield Check("data", "good", "nothing stored yet")
        return
    try:
        await schema.check(client)
    except WrongSchema as error:
        found, _, remedy = str(error).partition("; ")
        yield Check("data", "wrong", found, f"{remedy[:1].upper()}{remedy[1:]}.")
        return
    yield await _tables(client)


async def _tables(client: Redis) -> Check:
    """Whether every table can be read."""
    kinds = {name: dump.kind_of(name) for name in await dump.names(client)}
    scopes = {name: found[1]["scope"] for name, found in kinds.items() if found is not None and found[0] == "game"}
    names, count = list(scopes), 0
    unreadable: list[str] = []
    for first in range(0, len(names), _TOGETHER):
        pipe = client.pipeline(transaction=False)
        for name in (part := names[first : first + _TOGETHER]):
            pipe.hget(name, "state")
        for name, state in zip(part, await pipe.execute(), strict=True):
            count += state is not None
            if state is not None and not _is_readable(state):
                unreadable.append(scopes[name])
    found = f"schema {SCHEMA}; {counted(count, 'table')}"
    if not unreadable:
        return Check("data", "good", f"{found}, and all can be read" if count else found)
    chats = ", ".join(unreadable[:_MOST_NAMED])
    more = f" and {len(unreadable) - _MOST_NAMED} more" if len(unreadable) > _MOST_NAMED else ""
    return Check(
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
