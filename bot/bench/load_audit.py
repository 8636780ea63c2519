"""What was written at tables, what their logs have, and what was told: whether each move counts once, in its order."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.bench.load_chats import LoadTable
from bot.store.connection.connect import connect
from bot.store.games import GameStore
from bot.tables.codec import decode_log_entry

_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class LoadErrors:
    """What is wrong."""

    out_of_order: int
    """Tables whose log has moves in another order than they were written in, or of which they were told so."""
    lost: int
    """Moves that the log does not have, or that were not told."""
    doubled: int
    """Moves that the log has more than once, or that were told more than once."""


async def audit_tables(redis: str, tables: Sequence[LoadTable]) -> LoadErrors:
    """Look all tables through.

    Args:
        redis: the address of the server that has their logs.
        tables: each has written all its moves, unless it was left without an answer.
    """
    async with connect(redis) as client:
        store, played = GameStore(client), list[list[int]]()
        for first in range(0, len(tables), _AT_ONCE):
            played += await asyncio.gather(
                *(_read_logged_moves(store, table) for table in tables[first : first + _AT_ONCE])
            )
    return compare_moves(
        [(len(table.match.moves), log, table.announced_moves) for table, log in zip(tables, played, strict=True)]
    )


def compare_moves(tables: Sequence[tuple[int, Sequence[int], Sequence[int]]]) -> LoadErrors:
    """What is wrong, from how many moves each table should have, and the numbers of those played and told."""
    return LoadErrors(
        out_of_order=sum(_is_out_of_order(played) or _is_out_of_order(told) for _, played, told in tables),
        lost=sum(written - len(set(played) & set(told)) for written, played, told in tables),
        doubled=sum(max(_count_repeats(played), _count_repeats(told)) for _, played, told in tables),
    )


async def _read_logged_moves(store: GameStore, table: LoadTable) -> list[int]:
    """The moves that the log has, by their numbers."""
    scope = table.match.scope
    entries = await store.load_log(scope, (await store.load_table(scope)).version)
    numbers = {move.play: number for number, move in enumerate(table.match.moves)}
    actions = (decode_log_entry(entry).action for entry in entries)
    return [numbers[action] for action in actions if action in numbers]


def _is_out_of_order(numbers: Sequence[int]) -> bool:
    """Whether one comes after a greater one, those that come again aside."""
    once = list(dict.fromkeys(numbers))
    return once != sorted(once)


def _count_repeats(numbers: Sequence[int]) -> int:
    return len(numbers) - len(set(numbers))
