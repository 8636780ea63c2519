"""What a game begins with: the message whose number is part of its seed, and the dictionary as it is then."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace

from bot.judges import Changes, Dictionary
from bot.tables.held import Held
from engine.beginnings import filled
from engine.game import Action
from engine.hosting import SeatComputers
from engine.rulesets import Ruleset
from engine.seats import Begin, Join, Lobby

Message = tuple[int, int]
"""The chat of a message and its number there."""


class Beginnings:
    """Gives actions with which a game begins what it begins with.

    Args:
        dictionary: the one that judges at a table, by the words of its chat as they are now.
        may_begin: raises a refusal while no game may begin; they always may by default.
    """

    def __init__(
        self,
        dictionary: Callable[[Held, Ruleset], Awaitable[Dictionary]],
        may_begin: Callable[[], Awaitable[None]] | None,
    ) -> None:
        self._dictionary: Final = dictionary
        self._may_begin: Final = may_begin

    async def of(self, held: Held, action: Action, message: Message | None) -> tuple[Action, Changes | None]:
        """The action as it is to be applied, and the chat's words that its game begins with, if one does.

        Args:
            held: the table before it; the dictionary is the one that the action leaves it.
            action: a :class:`Begin`, or what may fill a table that starts then; any other stays as it is.
            message: what asked for it; ``None`` where no game can begin.

        Raises:
            Refusal: what ``may_begin`` refuses, or the engine of the action.
        """
        table = held.table
        if message is None or not isinstance(table, Lobby):
            return action, None
        match action:
            case Begin():
                lexicon, changes = await self._agreed(held, table)
                return replace(action, lexicon=lexicon), changes
            case Join() | SeatComputers() if (full := filled(table, action)) is not None:
                lexicon, changes = await self._agreed(held, full)
                chat, number = message
                return replace(action, begin=Begin(action.by, number, lexicon, chat)), changes
            case _:
                return action, None

    async def _agreed(self, held: Held, table: Lobby) -> tuple[str, Changes]:
        """The hash of the list that will judge, and the chat's words then."""
        if self._may_begin is not None:
            await self._may_begin()
        agreed = await self._dictionary(held, table.ruleset)
        return agreed.words.hash, agreed.changes
