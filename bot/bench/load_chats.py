"""Many tables that are played at once: each writes some moves, waits until it was told of all of them, and writes on.

One that was answered with words, which no prepared move should cause, goes on too: the answer is counted.
"""

import asyncio
import re
import time
from collections import Counter, deque
from collections.abc import Sequence
from random import Random
from typing import Final

from bot.bench.fleet.bot_account import BotAccount
from bot.bench.fleet.table_labels import read_table_number
from bot.bench.prepared_games import PEOPLE_BY_USER, Match
from bot.playground.bot_api.journal import JournalEntry
from bot.store.scope import FIRST_TABLE, Scope

_ANSWER_SECONDS: Final = 60.0
"""Seconds after which a chat writes no more: what it was not told by then counts as lost."""
_PLAY_SENTENCE: Final = re.compile("<b>\u2068(.+?)\u2069</b> (\\S+ \\S+) <b>(\\S+?)</b>: ")
"""The head of a line that tells of a play: who, where, which way, the word."""
_PER_CENT: Final = 100


class LoadTable:
    """One table of a chat; moves are numbered from 0 on, in the order in which they are written."""

    def __init__(self, match: Match) -> None:
        self.match: Final = match
        self.announced_moves: Final[list[int]] = []
        """The moves that were told, in the order of the messages."""
        self.refusal_count = 0
        """How often it was answered with words."""
        self.waits: Final[list[float]] = []
        """The seconds from each move's being written until it was told."""
        self._written_at: Final[list[float]] = []
        self._all_answered: asyncio.Future[None] | None = None

    @property
    def moves_left(self) -> int:
        """How many moves are still to be written."""
        return len(self.match.moves) - len(self._written_at)

    async def write_moves(self, account: BotAccount, moves: int, copies: Sequence[int]) -> bool:
        """Write so many moves without a pause, with so many copies of each; whether all were answered in time."""
        self._all_answered = asyncio.get_running_loop().create_future()
        first = len(self._written_at)
        for move, beside in zip(self.match.moves[first : first + moves], copies, strict=False):
            self._written_at.append(time.perf_counter())
            account.send_text(self.match.chat, PEOPLE_BY_USER[move.user], move.text, beside)
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await self._all_answered
        except TimeoutError:
            return False
        return True

    def record_call(self, entry: JournalEntry) -> None:
        """Take note of what was sent here."""
        told_plays = _PLAY_SENTENCE.findall(entry.visible_text)
        for name, place, word in told_plays:
            number = self._find_move(name, f"{place} {word}")
            if number not in self.announced_moves:
                self.waits.append(entry.received_at - self._written_at[number])
            self.announced_moves.append(number)
        self.refusal_count += not told_plays
        if (
            self._all_answered is not None
            and not self._all_answered.done()
            and self._answer_count >= len(self._written_at)
        ):
            self._all_answered.set_result(None)

    @property
    def _answer_count(self) -> int:
        return len(set(self.announced_moves)) + self.refusal_count

    def _find_move(self, name: str, text: str) -> int:
        """Which move it is; of several that read alike the first that was not told yet."""
        alike = [
            number
            for number, move in enumerate(self.match.moves)
            if move.text.endswith(f" {text}") and PEOPLE_BY_USER[move.user].name == name
        ]
        return next((number for number in alike if number not in self.announced_moves), alike[0])


class LoadChats:
    """The chats of a bot, with one or several tables each.

    Args:
        account: the bot's; its journal is kept by nobody else.
        matches: what they play.
        burst: how many moves are written at a table without a pause.
        duplicates: of how many updates in a hundred another worker gets a copy, 0 to 100; the same ones in every run.
    """

    def __init__(self, account: BotAccount, matches: Sequence[Match], *, burst: int = 1, duplicates: int = 0) -> None:
        self.tables: Final = [LoadTable(match) for match in matches]
        self._table_by_scope: Final = {table.match.scope: table for table in self.tables}
        self._table_count: Final = Counter(match.chat for match in matches)
        self._account: Final = account
        self._burst: Final = burst
        self._duplicates: Final = duplicates
        self._chance: Final = Random(duplicates)  # noqa: S311 - no secret
        account.journal.keeps_entries = False
        account.journal.listeners.append(self._on_call)

    async def play_all(self, at_once: int) -> None:
        """Let all play to the end of their matches: so many tables at once, which then wait for their next turns."""
        waiting = deque(self.tables)
        await asyncio.gather(*(self._take_turns(waiting) for _ in range(min(at_once, len(waiting)))))

    async def _take_turns(self, waiting: deque[LoadTable]) -> None:
        while waiting:
            table = waiting.popleft()
            copies = [int(self._chance.randrange(_PER_CENT) < self._duplicates) for _ in range(self._burst)]
            if await table.write_moves(self._account, self._burst, copies) and table.moves_left:
                waiting.append(table)

    def _on_call(self, entry: JournalEntry) -> None:
        if not entry.is_carried_out or entry.method not in {"sendPhoto", "sendMessage"}:
            return
        chat, number = entry.chat or 0, read_table_number(entry.visible_text)
        if self._table_count[chat] == 1:
            # A label is out of place where one table is alone.
            number = FIRST_TABLE if number is None else -number
        table = self._table_by_scope.get(Scope(chat, table=number or 0))
        if table is not None:
            table.record_call(entry)
