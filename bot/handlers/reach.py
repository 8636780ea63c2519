"""Tables of groups that could not be reached: whoever asks about one has the group tried, and its clocks run again."""

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from bot.outcomes import Moved
from bot.store.handling import check_lane
from bot.tables.games import Games
from bot.tables.halts import Halts
from bot.tables.held import Held
from bot.telegram.gateway import Gateway
from bot.workers.recently import Recently

AGAIN_SECONDS: Final = 60.0
"""For how long a group that could not be reached is not tried again for those who play elsewhere."""


class Reach:
    """Tries groups whose tables wait for the bot.

    Args:
        gateway: reaches them, or does not.
        games: reads their tables.
        halts: has their clocks run again.
        seconds: a clock that only goes forward.
    """

    def __init__(self, gateway: Gateway, games: Games, halts: Halts, seconds: Callable[[], float] = monotonic) -> None:
        self._gateway: Final = gateway
        self._games: Final = games
        self._halts: Final = halts
        self._vain: Final = Recently(AGAIN_SECONDS, seconds)

    async def tried(self, held: Held, again: Callable[[Held], Awaitable[Held]], *, there: bool) -> Held:
        """A table as it is once its chat was tried: still waiting, or running again.

        Args:
            held: as it was read.
            again: reads it once more.
            there: whether the chat itself asks, and so may just have been heard of: then it is tried each time.

        Raises:
            TooFast, Unreachable: nobody knows whether it can be reached.
            TableElsewhere: an update of another chat asks, in whose lane the table's clocks are not to be touched.
        """
        if not held.halted or (not there and self._vain.noted(held.scope.chat)):
            return held
        check_lane(held.scope)
        try:
            reached = await self._gateway.reaches(held.scope.chat)
        except Moved as error:
            # The supergroup that it has become waits in its place.
            if not await self._games.move(held.scope.chat, error.chat):
                self._vain.again(held.scope.chat)
                return held
            moved = await again(held)
            return moved if moved.scope == held.scope else await self.tried(moved, again, there=there)
        if not reached:
            self._vain.again(held.scope.chat)
            return held
        await self._halts.back(held.scope.chat)
        return await again(held)
