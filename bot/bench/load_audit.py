"""What chats wrote, what their logs have, and what they were told: whether each move counts once and in its order."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.bench.load_chats import LoadChat
from bot.store.connection.connect import connect
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.codec import decode_log_entry

_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class LoadErrors:
    """What is wrong."""

    out_of_order: int
    """Chats whose log has moves in another order than they were written in, or that were told so."""
    lost: int
    """Moves that the log does not have, or that were not told."""
    doubled: int
    """Moves that the log has more than once, or that were told more than once."""


async def audit_chats(redis: str, chats: Sequence[LoadChat]) -> LoadErrors:
    """Look all chats through.

    Args:
        redis: the address of the server that has their logs.
        chats: each has written all its moves, unless it was left without an answer.
    """
    client = connect(redis)
    store, played = GameStore(client), list[list[int]]()
    try:
        for first in range(0, len(chats), _AT_ONCE):
            played += await asyncio.gather(
                *(_read_logged_moves(store, chat) for chat in chats[first : first + _AT_ONCE])
            )
    finally:
        await client.aclose()
    return compare_moves(
        [(len(chat.match.moves), log, chat.announced_moves) for chat, log in zip(chats, played, strict=True)]
    )


def compare_moves(chats: Sequence[tuple[int, Sequence[int], Sequence[int]]]) -> LoadErrors:
    """What is wrong, from how many moves each chat wrote, and the numbers of those that were played and told."""
    return LoadErrors(
        out_of_order=sum(_is_out_of_order(played) or _is_out_of_order(told) for _, played, told in chats),
        lost=sum(written - len(set(played) & set(told)) for written, played, told in chats),
        doubled=sum(max(_count_repeats(played), _count_repeats(told)) for _, played, told in chats),
    )


async def _read_logged_moves(store: GameStore, chat: LoadChat) -> list[int]:
    """The moves that the log has, by their numbers."""
    scope = Scope(chat.match.chat)
    entries = await store.load_log(scope, (await store.load_table(scope)).version)
    numbers = {move.play: number for number, move in enumerate(chat.match.moves)}
    actions = (decode_log_entry(entry).action for entry in entries)
    return [numbers[action] for action in actions if action in numbers]


def _is_out_of_order(numbers: Sequence[int]) -> bool:
    """Whether one comes after a greater one, those that come again aside."""
    once = list(dict.fromkeys(numbers))
    return once != sorted(once)


def _count_repeats(numbers: Sequence[int]) -> int:
    return len(numbers) - len(set(numbers))
