"""Finished games that somebody may see: those of the group in which they ask, and in private those of their groups."""

from typing import Final

from bot.records.archive import ArchivedGame, GameArchive
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Request, Tap
from engine.errors import Refusal


class VisibleGames:
    """Finds games for whoever asks."""

    def __init__(self, archive: GameArchive, members: GroupMembers) -> None:
        self._archive: Final = archive
        self._members: Final = members

    async def find_tapped_game(self, tap: Tap, chat: str, place: str, game: str) -> ArchivedGame:
        """The game of a button, if whoever pressed it may see it.

        Raises:
            Refusal: ``stale_button``.
        """
        venue, number = tap.venue, int(chat)
        if not venue.private:
            if number not in {venue.scope.chat, venue.migrated_from}:
                raise Refusal("stale_button")
            number = venue.scope.chat
        found = await self._archive.find_game(number, game, int(place))
        if found is None or (venue.private and not await self._may_see(tap, found)):
            raise Refusal("stale_button")
        return found

    async def _may_see(self, request: Request, found: ArchivedGame) -> bool:
        """Whether whoever asks in private played a game, or is a member of its group."""
        user = request.sender.user
        if any(one.user == user for one in found.record.players):
            return True
        return found.chat < 0 and (await self._members.find_member(found.chat, user)).present
