"""What chats wrote, what their logs have, and what they were told: whether each move counts once and in its order."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.bench.crowd import Chat
from bot.store.connect import connect
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.codec import decode_entry

_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong."""

    out_of_order: int
    """Chats whose log has moves in another order than they were written in, or that were told so."""
    lost: int
    """Moves that the log does not have, or that were not told."""
    doubled: int
    """Moves that the log has more than once, or that were told more than once."""


async def audit(redis: str, chats: Sequence[Chat]) -> Wrong:
    """Look all chats through.

    Args:
        redis: the address of the server that has their logs.
        chats: each has written all its moves, unless it was left without an answer.
    """
    client = connect(redis)
    store, played = Store(client), list[list[int]]()
    try:
        for first in range(0, len(chats), _AT_ONCE):
            played += await asyncio.gather(*(_played(store, chat) for chat in chats[first : first + _AT_ONCE]))
    finally:
        await client.aclose()
    return compared([(len(chat.match.moves), log, chat.told) for chat, log in zip(chats, played, strict=True)])


def compared(chats: Sequence[tuple[int, Sequence[int], Sequence[int]]]) -> Wrong:
    """What is wrong, from how many moves each chat wrote, and the numbers of those that were played and told."""
    return Wrong(
        out_of_order=sum(_disordered(played) or _disordered(told) for _, played, told in chats),
        lost=sum(written - len(set(played) & set(told)) for written, played, told in chats),
        doubled=sum(max(_again(played), _again(told)) for _, played, told in chats),
    )


async def _played(store: Store, chat: Chat) -> list[int]:
    """The moves that the log has, by their numbers."""
    scope = Scope(chat.match.chat)
    entries = await store.log(scope, (await store.load(scope)).version)
    numbers = {move.play: number for number, move in enumerate(chat.match.moves)}
    actions = (decode_entry(entry).action for entry in entries)
    return [numbers[action] for action in actions if action in numbers]


def _disordered(numbers: Sequence[int]) -> bool:
    """Whether one comes after a greater one, those that come again aside."""
    once = list(dict.fromkeys(numbers))
    return once != sorted(once)


def _again(numbers: Sequence[int]) -> int:
    return len(numbers) - len(set(numbers))
