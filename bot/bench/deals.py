"""Prepared games, put where the bots keep theirs."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.bench.matches import Match
from bot.bench.naive import dump, key
from bot.judges import Changes
from bot.store import schema
from bot.store.commits import Commit
from bot.store.connect import connect
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.codec import encode

_AT_ONCE: Final = 250


async def deal(redis: str, matches: Sequence[Match]) -> None:
    """Put games at their first turn, as the bot keeps them once they have begun: with the chat's own words, here none.

    Args:
        redis: the address of the server.
        matches: the games.
    """
    client = connect(redis)
    try:
        await schema.claim(client)
        store, words = Store(client), encode(Changes())
        for first in range(0, len(matches), _AT_ONCE):
            await asyncio.gather(
                *(
                    store.commit(
                        Commit(
                            scope=Scope(match.chat),
                            expected=0,
                            update_id=None,
                            state=encode(match.opening),
                            reset_log=True,
                            words=words,
                        )
                    )
                    for match in matches[first : first + _AT_ONCE]
                )
            )
    finally:
        await client.aclose()


async def deal_naively(redis: str, matches: Sequence[Match]) -> None:
    """The same for the naive way."""
    client = connect(redis)
    try:
        for match in matches:
            await client.set(key(match.chat), dump(match.opening))
    finally:
        await client.aclose()
