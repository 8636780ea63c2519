"""Deletes the puzzles that came out of a chat's games; :class:`bot.store.puzzles.PuzzleStore` has the rest.

Apart, so that :mod:`bot.store.records` knows nothing of migrations, which move records.
"""

from typing import Any

from redis.asyncio import Redis

from bot.store import keys


async def erase_chat_puzzles(client: Redis, chat: int) -> None:
    """Delete which puzzles came out of a chat's games, with the puzzles themselves.

    Args:
        client: answers in bytes.
        chat: the chat.
    """
    found: Any = await client.hvals(keys.chat_puzzles(chat))
    for puzzles in found:
        for puzzle in puzzles.decode().split():
            await client.unlink(keys.stored_puzzle(puzzle))
    await client.unlink(keys.chat_puzzles(chat))
