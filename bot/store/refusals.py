"""The newest move of each person that was refused: which message it is, so that it counts anew once it is edited.

It knows numbers and a note; what the note says of the table is its caller's.
"""

from typing import Final

from redis.asyncio import Redis

from bot.store import keys, retention


class Refusals:
    """Refused messages, one a person.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def note(self, user: int, chat: int, message: int, about: str) -> None:
        """Remember a person's message as the newest that was refused; ``about`` says for which table and how long."""
        await self._client.set(keys.refused(user), f"{chat} {message} {about}", ex=retention.REFUSED_SECONDS)

    async def about(self, user: int, chat: int, message: int) -> str | None:
        """What was noted of a message; ``None`` unless it is its writer's newest that was refused, a short time ago."""
        stored = await self._client.get(keys.refused(user))
        told = (stored or b"").decode() if not isinstance(stored, str) else stored
        where = f"{chat} {message} "
        return told.removeprefix(where) if told.startswith(where) else None
