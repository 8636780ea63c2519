"""The pictures of games' ends that are shown in other chats: Telegram's file ids."""

from dataclasses import dataclass
from typing import Any

from bot.store import keys, retention
from bot.store.chat_migration import check_chat_migration
from bot.store.keys import Scope
from bot.store.shard_ownership import RedisStore


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """The picture of a game's end."""

    chat: int  # the chat of the game: the supergroup, if a group has become one
    file_id: str


class SharedPictureStore(RedisStore):
    """Keeps the file ids of the pictures."""

    async def save_picture(self, chat: int, game: str, file_id: str) -> None:
        """Save the file id of a game's last picture, under the supergroup if the chat has migrated."""
        # Write first, then check: if the chat is not closed yet, the migration copies what was written.
        pipe = self._client.pipeline(transaction=True)
        pipe.set(keys.shared_picture(chat, game), file_id, ex=retention.SHARED_PICTURE_SECONDS)
        pipe.hget(keys.game(Scope(chat)), "moved")
        _, moved = await pipe.execute()
        if moved is not None:
            await self.save_picture(check_chat_migration(chat, int(moved)), game, file_id)
            await self._client.unlink(keys.shared_picture(chat, game))

    async def find_picture(self, chat: int, game: str) -> SharedPicture | None:
        """A game's last picture, found in the supergroup if the chat has migrated; ``None`` if it is no longer kept."""
        pipe = self._client.pipeline(transaction=True)
        pipe.get(keys.shared_picture(chat, game))
        pipe.hget(keys.game(Scope(chat)), "moved")
        stored: list[Any] = await pipe.execute()
        file_id, moved = stored
        if moved is not None:
            there = await self.find_picture(check_chat_migration(chat, int(moved)), game)
            if there is not None:
                return there
        return None if file_id is None else SharedPicture(chat, file_id.decode())
