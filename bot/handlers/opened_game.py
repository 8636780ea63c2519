"""A game of the history, opened: replayed as far as it is kept, or with the reason why it cannot be."""

from dataclasses import dataclass
from typing import Final

from bot.families import registry
from bot.handlers.proof_files import GameProof, to_game_proof
from bot.records.archive import ArchivedGame, GameArchive
from bot.telegram.groups import GroupMembers
from bot.telegram.requests import Request, Tap
from engine.errors import DataError, Refusal
from engine.game import Game
from engine.packed_game import UnpackedGame


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game of the history as far as it is known."""

    found: ArchivedGame
    unpacked: UnpackedGame | None
    missing: str = ""
    """The code of the refusal that says why it cannot be replayed; empty if it can."""

    @property
    def end(self) -> Game | None:
        """The game as it ended."""
        end = None if self.unpacked is None else self.unpacked.end
        return end if isinstance(end, Game) else None

    @property
    def has_gcg(self) -> bool:
        """Whether it may be written as GCG."""
        return self.end is not None and registry.family_of_game(self.end).to_gcg is not None

    @property
    def can_be_analysed(self) -> bool:
        """Whether its moves can be looked at again."""
        return self.end is not None and registry.family_of_game(self.end).load_analysis is not None


async def open_game(archive: GameArchive, found: ArchivedGame) -> OpenedGame:
    """Open a game."""
    try:
        unpacked = await archive.load_game(found)
    except DataError:
        return OpenedGame(found, None, "history_other_version")
    return OpenedGame(found, unpacked, "" if unpacked is not None else "history_gone")


def proof_of(opened: OpenedGame, *, needs_gcg: bool = False) -> GameProof:
    """The proof of a game.

    Raises:
        Refusal: ``no_gcg``, or why it cannot be replayed.
    """
    unpacked, end = opened.unpacked, opened.end
    if unpacked is None or end is None:
        raise Refusal(opened.missing)
    proven = to_game_proof(end, unpacked.log, unpacked.proof())
    if needs_gcg and proven.gcg is None:
        raise Refusal("no_gcg")
    return proven


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
