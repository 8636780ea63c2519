"""Proofs of games that their tables have left behind."""

from collections.abc import Collection
from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.game.proof_files import ProofFiles
from bot.handlers.records.opened_game import open_game, proof_of
from bot.records.archive import GameArchive
from bot.store.scope import Scope
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.replies import Replies
from bot.workers.recent import RecentKeys
from engine.errors import Refusal

_REPEAT_SECONDS: Final = 60.0
"""Seconds until a button sends the same files again: Telegram limits messages to groups."""


class PastProofs:
    """Sends the proofs of games of the history.

    Args:
        archive: finds them.
        answers: answers taps.
        files: sends them.
    """

    def __init__(self, archive: GameArchive, answers: Replies, files: ProofFiles) -> None:
        self._archive: Final = archive
        self._answers: Final = answers
        self._files: Final = files
        self._recently_sent: Final = RecentKeys(_REPEAT_SECONDS)

    async def send_proof_of(self, request: Command | Tap, context: ChatContext, games: Collection[str]) -> None:
        """The proof of a game that its table has left behind, by what its id may begin with.

        Raises:
            Refusal: ``proof_gone``, or why it cannot be replayed.
        """
        venue = request.venue
        if venue.private:
            # The own games alone: whoever has the name of a table may have it from anywhere.
            found = await self._archive.find_user_game(request.sender.user, games)
        else:
            found = await self._archive.find_chat_game(venue.scope.chat, games)
        if found is None:
            raise Refusal("proof_gone")
        proven = proof_of(await open_game(self._archive, found))
        if isinstance(request, Tap):
            if self._recently_sent.check_and_note((venue.scope, found.record.id)):
                await self._answers.show_toast(request, context.language, "proof-above")
                return
            await self._answers.acknowledge_tap(request)
        await self._files.send_files(request, context.language, proven, Scope(found.chat))
