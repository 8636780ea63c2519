"""Who is banned, as this process knows it: read anew now and then, as no update is to wait for it."""

from collections.abc import Collection
from typing import Final

from bot.store.bans import Ban, Bans
from bot.telegram.inbound import Request


class Standing:
    """The bans that hold.

    Args:
        bans: where they are kept.
        owners: who is never banned, and whose own chats are not.
    """

    def __init__(self, bans: Bans, owners: Collection[int]) -> None:
        self.bans: Final = bans
        self._owners: Final = owners
        self._banned: Collection[int] = ()

    async def renew(self) -> None:
        """Read them.

        Raises:
            redis.exceptions.RedisError: the server cannot be asked; those that are known hold.
        """
        self._banned = (await self.bans.all()).keys() - self._owners

    @property
    def banned(self) -> Collection[int]:
        """People and chats."""
        return self._banned

    def of(self, request: Request) -> int | None:
        """The person or the chat by whose ban a request is not heard; ``None`` where it is."""
        for who in (request.sender.user, request.place.scope.chat):
            if who in self._banned:
                return who
        return None

    async def put(self, ban: Ban) -> bool:
        """Let a ban hold, here at once; ``False`` where one held already."""
        new = await self.bans.put(ban)
        await self.renew()
        return new

    async def lift(self, who: int) -> bool:
        """Let a ban hold no longer; ``False`` where there was none."""
        lifted = await self.bans.lift(who)
        await self.renew()
        return lifted

    async def moved(self, former: int, chat: int) -> None:
        """Let a group's ban hold for the supergroup that it has become."""
        if former in self._banned and (ban := (await self.bans.all()).get(former)) is not None:
            await self.put(Ban(chat, ban.by, ban.at))
