"""Game start: completes actions that begin a game with the message that seeds it and the dictionary of that moment."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace

from bot.judges import Dictionary, WordChanges
from bot.tables.loaded_table import LoadedTable
from engine.computer_players import SeatComputers
from engine.game import Action
from engine.lobby_lifecycle import lobby_after_last_seat
from engine.lobby_seats import Begin, Join, Lobby
from engine.rulesets import Ruleset

MessageRef = tuple[int, int]
"""A message: its chat, and its number there."""


class GameStart:
    """Completes actions that begin a game.

    Args:
        dictionary: loads the dictionary that judges at a table, with its chat's words as they are now.
        check_may_begin: raises a refusal while no game may begin; by default they always may.
    """

    def __init__(
        self,
        dictionary: Callable[[LoadedTable, Ruleset], Awaitable[Dictionary]],
        check_may_begin: Callable[[], Awaitable[None]] | None,
    ) -> None:
        self._dictionary: Final = dictionary
        self._check_may_begin: Final = check_may_begin

    async def complete_if_starting(
        self, loaded: LoadedTable, action: Action, message: MessageRef | None
    ) -> tuple[Action, WordChanges | None]:
        """The action to apply, and the chat's words that its game begins with, if one begins.

        Args:
            loaded: the table before the action.
            action: a :class:`Begin`, or one that may fill a lobby that then starts; any other is returned unchanged.
            message: the message that asked for it; ``None`` where no game can begin.

        Raises:
            Refusal: as ``check_may_begin`` refuses, or the engine refuses the action.
        """
        table = loaded.table
        if message is None or not isinstance(table, Lobby):
            return action, None
        match action:
            case Begin():
                lexicon, changes = await self._dictionary_at_start(loaded, table)
                return replace(action, lexicon=lexicon), changes
            case Join() | SeatComputers() if (full := lobby_after_last_seat(table, action)) is not None:
                lexicon, changes = await self._dictionary_at_start(loaded, full)
                chat, number = message
                return replace(action, begin=Begin(action.by, number, lexicon, chat)), changes
            case _:
                return action, None

    async def _dictionary_at_start(self, loaded: LoadedTable, table: Lobby) -> tuple[str, WordChanges]:
        """The hash of the word list that will judge, and the chat's words now."""
        if self._check_may_begin is not None:
            await self._check_may_begin()
        dictionary = await self._dictionary(loaded, table.ruleset)
        return dictionary.words.hash, dictionary.changes
