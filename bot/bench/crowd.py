"""Many chats that play at once: each writes some moves, waits until it was told of all of them, and writes on.

A chat that was answered with words, which no prepared move should cause, goes on too: the answer is counted.
"""

import asyncio
import re
import time
from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Final

from bot.bench.matches import PEOPLE, Match
from bot.fleet.account import Account
from bot.fleet.calls import Entry

_PATIENCE: Final = 60.0
"""Seconds after which a chat writes no more: what it was not told by then counts as lost."""
_TOLD: Final = re.compile("<b>\u2068(.+?)\u2069</b> (\\S+ \\S+) <b>(\\S+?)</b>: ")
"""The head of a line that tells of a play: who, where, which way, the word."""
_PER_CENT: Final = 100


class Chat:
    """One chat; moves are numbered from 0 on, in the order in which they are written."""

    def __init__(self, match: Match) -> None:
        self.match: Final = match
        self.told: Final[list[int]] = []
        """The moves that it was told of, in the order of the messages."""
        self.refusals = 0
        """How often it was answered with words."""
        self.waits: Final[list[float]] = []
        """The seconds from each move's being written until it was told."""
        self._written: Final[list[float]] = []
        self._settled: asyncio.Future[None] | None = None

    @property
    def left(self) -> int:
        """How many moves are still to be written."""
        return len(self.match.moves) - len(self._written)

    async def write(self, account: Account, moves: int, copies: Sequence[int]) -> bool:
        """Write so many moves without a pause, with so many copies of each; whether all were answered in time."""
        self._settled = asyncio.get_running_loop().create_future()
        first = len(self._written)
        for move, beside in zip(self.match.moves[first : first + moves], copies, strict=False):
            self._written.append(time.perf_counter())
            account.say(self.match.chat, PEOPLE[move.user], move.text, beside)
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._settled
        except TimeoutError:
            return False
        return True

    def hear(self, entry: Entry) -> None:
        """Take note of what was sent here."""
        told = _TOLD.findall(entry.call.text)
        for name, place, word in told:
            number = self._number(name, f"{place} {word}")
            if number not in self.told:
                self.waits.append(entry.call.at - self._written[number])
            self.told.append(number)
        self.refusals += not told
        if self._settled is not None and not self._settled.done() and self._answered >= len(self._written):
            self._settled.set_result(None)

    @property
    def _answered(self) -> int:
        return len(set(self.told)) + self.refusals

    def _number(self, name: str, text: str) -> int:
        """Which move it is; of several that read alike the first that was not told yet."""
        alike = [
            number
            for number, move in enumerate(self.match.moves)
            if move.text.endswith(f" {text}") and PEOPLE[move.user].name == name
        ]
        return next((number for number in alike if number not in self.told), alike[0])


class Crowd:
    """The chats of a bot.

    Args:
        account: the bot's; its journal is kept by nobody else.
        matches: what they play.
        burst: how many moves a chat writes without a pause.
        duplicates: of how many updates in a hundred another worker gets a copy, 0 to 100; the same ones in every run.
    """

    def __init__(self, account: Account, matches: Sequence[Match], *, burst: int = 1, duplicates: int = 0) -> None:
        self.chats: Final = [Chat(match) for match in matches]
        self._by_number: Final = {chat.match.chat: chat for chat in self.chats}
        self._account: Final = account
        self._burst: Final = burst
        self._duplicates: Final = duplicates
        self._chance: Final = Random(duplicates)  # noqa: S311 - no secret
        account.journal.keep = False
        account.journal.listeners.append(self._hear)

    async def play(self, at_once: int) -> None:
        """Let all play to the end of their matches: so many at once, each of which waits for its next turn then."""
        waiting = deque(self.chats)
        await asyncio.gather(*(self._take_turns(waiting) for _ in range(min(at_once, len(waiting)))))

    async def _take_turns(self, waiting: deque[Chat]) -> None:
        while waiting:
            chat = waiting.popleft()
            copies = [int(self._chance.randrange(_PER_CENT) < self._duplicates) for _ in range(self._burst)]
            if await chat.write(self._account, self._burst, copies) and chat.left:
                waiting.append(chat)

    def _hear(self, entry: Entry) -> None:
        chat = self._by_number.get(entry.call.chat or 0)
        if chat is not None and entry.shown and entry.call.method in {"sendPhoto", "sendMessage"}:
            chat.hear(entry)
