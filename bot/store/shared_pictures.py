"""The store of pictures of games' ends that are shown in other chats: the ids of their files."""

from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys, retention


class SharedPictureStore:
    """Keeps the ids of files.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def save_picture(self, chat: int, game: str, file_id: str) -> None:
        """Keep the id of the file with the picture of a game's end."""
        await self._client.set(keys.shared_picture(chat, game), file_id, ex=retention.SHARED_PICTURE_SECONDS)

    async def load_picture(self, chat: int, game: str) -> str | None:
        """The id of that file; ``None`` if it is not kept any more."""
        stored: Any = await self._client.get(keys.shared_picture(chat, game))
        return None if stored is None else stored.decode()
