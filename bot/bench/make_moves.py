"""Moves made one after another in each group: the next one comes when the picture of the one before has arrived."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.bench.fleet.bot_account import BotAccount
from bot.bench.prepared_games import PEOPLE_BY_USER, Match, TypedMove
from bot.config import StartError
from bot.playground.bot_api.journal import JournalEntry

_ANSWER_SECONDS: Final = 30.0


class MoveMaker:
    """What a bot owes to chats whose games were prepared: a picture for each move, and no words."""

    def __init__(self, account: BotAccount) -> None:
        self._account: Final = account
        self._owed: Final[dict[int, asyncio.Future[int]]] = {}
        account.journal.keeps_entries = False
        account.journal.listeners.append(self._on_call)

    async def play_matches(self, matches: Sequence[Match]) -> list[int]:
        """Play matches side by side; the sizes of the pictures that came, in bytes.

        Raises:
            StartError: a move was refused, or not answered in time.
        """
        sizes = await asyncio.gather(*map(self._play_match, matches))
        return [size for group in sizes for size in group]

    async def _play_match(self, match: Match) -> list[int]:
        return [await self.make_move(match.chat, move) for move in match.moves]

    async def make_move(self, chat: int, move: TypedMove) -> int:
        """Make a move and wait for its picture; the picture's size in bytes.

        Raises:
            StartError: the move was refused, or not answered in time.
        """
        owed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._owed[chat] = owed
        self._account.send_text(chat, PEOPLE_BY_USER[move.user], move.text)
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                return await owed
        except TimeoutError:
            raise StartError(f"The bench failed: no picture came within {_ANSWER_SECONDS:.0f} seconds.") from None
        finally:
            del self._owed[chat]

    def _on_call(self, entry: JournalEntry) -> None:
        """Something was sent: a picture, or words, which no move should cause."""
        owed = self._owed.get(entry.chat or 0)
        if owed is None or owed.done():
            return
        match entry.method, entry.parameters:
            case "sendPhoto", {"photo": {"bytes": int(size)}}:
                owed.set_result(size)
            case "sendMessage", {"text": text}:
                owed.set_exception(StartError(f"The bench failed: a prepared move was answered with {text!r}."))
            case _:
                pass
