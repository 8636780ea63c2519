"""Whose a database is: chats are told apart by their numbers alone, which two bots may share."""

from hashlib import sha256

from redis.asyncio import Redis

from bot.store import keys


class AnotherBots(Exception):
    """The database is another bot's: two of them would own the same shards and read the same inboxes."""


async def claim(client: Redis, bot: int) -> None:
    """Make sure that a database is a bot's, or nobody's: then it is that bot's from now on.

    Args:
        client: answers in bytes.
        bot: the account's id, which stays the same whatever token it has.

    Raises:
        AnotherBots: nothing was changed.
        redis.exceptions.RedisError: the server cannot be asked.
    """
    mine = _mark(bot)
    if not await client.set(keys.BOT, mine, nx=True) and await client.get(keys.BOT) != mine:
        raise AnotherBots


def _mark(bot: int) -> bytes:
    """What tells bots apart and names none."""
    return sha256(str(bot).encode()).hexdigest().encode()
