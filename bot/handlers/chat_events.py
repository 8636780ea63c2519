"""What happens to a group itself: it becomes a supergroup, or the bot is removed from it or may write no more."""

from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.retry_unreachable import UnreachableChatRetry
from bot.tables.games import Games
from bot.tables.unreachable_clocks import UnreachableClocks
from bot.telegram.incoming.requests import BotRemoved, GroupMigrated, OwnRightsChanged


class ChatEventHandlers:
    """Follows groups to their new numbers, and leaves them.

    Args:
        owner: knows which chats there are, and which are banned.
        unreachable: stops the clocks of chats that cannot be reached.
    """

    def __init__(
        self, games: Games, owner: OwnerAccess, unreachable: UnreachableClocks, retry: UnreachableChatRetry
    ) -> None:
        self._retry: Final = retry
        self._games: Final = games
        self._owner: Final = owner
        self._unreachable: Final = unreachable

    async def migrate_group(self, request: GroupMigrated) -> None:
        """Follow a group that has become a supergroup."""
        await self._games.loader.migrate_chat(request.old_chat, request.new_chat)
        await self._owner.migrate_chat(request.old_chat, request.new_chat)

    async def leave_group(self, request: BotRemoved, _: ChatContext) -> None:
        """Stop the clocks of a group that the bot was removed from."""
        await self._owner.remove_chat(request.venue.scope.chat)
        await self._unreachable.stop_clocks_of_chat(request.venue.scope.chat)

    async def follow_own_rights(self, request: OwnRightsChanged) -> None:
        """Stop the clocks of a group that does not let the bot write any more; try them where it may do so again."""
        chat = request.venue.scope.chat
        if not request.may_write:
            await self._unreachable.stop_clocks_of_chat(chat)
        elif (await self._games.load_table(request.venue.scope)).has_unreachable:
            await self._retry.resume_chat(chat)
