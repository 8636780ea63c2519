"""Groups that became supergroups while something waited to be told to them."""

import logging
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from bot.outcomes import Moved
from bot.store.keys import Scope
from bot.tables.games import Games
from bot.workers.patience import STORE_SECONDS, Patience, Retries

log = logging.getLogger(__name__)


class Following:
    """Knows where groups are by now that have moved in this process's time.

    Args:
        games: takes a group's game along.
        retries: of chats, for those that are said to be where they cannot be.
    """

    def __init__(self, games: Games, retries: Retries[int]) -> None:
        self._games: Final = games
        self._retries: Final = retries
        self._patience: Final = Patience("Taking a game along", (RedisError,), longest=STORE_SECONDS)
        self._moved: Final[dict[int, int]] = {}
        """By their old ids."""

    def now(self, scope: Scope) -> Scope:
        """Where a group is now."""
        return Scope(self._moved[scope.chat]) if scope.chat in self._moved else scope

    async def follow(self, chat: int, old: int, error: Moved) -> None:
        """Go with a group; what it is still to be told is sent to its new place.

        Args:
            chat: in whose lane that waits.
            old: where it was to be sent.
            error: says where the group is.
        """
        new = error.chat
        followed = await self._patience.until_done(partial(self._games.move, old, new))
        if not followed:
            # Whoever says so may say it again and again.
            await self._retries.wait(chat, error)
            return
        log.info("chat %s has moved to %s", old, new)
        self._moved[old] = new
