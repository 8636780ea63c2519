"""Tables where somebody plays against a computer player: how long people wait for their answers while those think.

People pass, so that each of their turns is a move with an answer in words, and the thinking is the computer players'.
"""

import asyncio
import itertools
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bot.bench.deals import deal
from bot.bench.matches import PEOPLE, PLAYERS, Match
from bot.bench.runs import CHAT, OURS
from bot.config import StartError
from bot.fleet.account import Account
from bot.fleet.calls import Entry
from bot.fleet.processes import check_clock, cpu_seconds, peak_bytes
from bot.fleet.running import running
from bot.fleet.server import serving
from engine.computers import computer
from engine.crossword.games import crosswords
from engine.crossword.setup import open_game
from engine.levels import Level
from engine.lexicon import lexicon
from engine.rulesets import resolve
from engine.seats import Seat

_RULESETS: Final = ("kelimelik", "scrabble-en", "wordbox-uk")
_PAUSE_SECONDS: Final = 1.0
"""How long a person looks at the board."""
_PATIENCE: Final = 30.0
_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
_PER_CENT: Final = 100
_PERSON: Final = PLAYERS[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """What a run found; waits in milliseconds, from a person's move to its answer."""

    waits_ms: Sequence[float]
    thoughts: int
    """Moves of computer players."""
    thoughts_ms: Sequence[float]
    """From a person's answer to the computer player's move."""
    cpu: float
    """Processors that the bot kept busy on average."""
    rss_mb: float

    def percentile(self, part: int) -> float:
        """The wait that so many per cent of the answers stay below, 1 to 99."""
        return statistics.quantiles(self.waits_ms, n=_PER_CENT, method="inclusive")[part - 1]


class _Table:
    """One table: the game in it begins anew in another chat when it is over."""

    def __init__(self, account: Account, redis: str, games: Iterator[Match]) -> None:
        self._account: Final = account
        self._redis: Final = redis
        self._games: Final = games
        self.waits: Final[list[float]] = []
        self.thoughts: Final[list[float]] = []
        self.chat = 0
        self._told: asyncio.Queue[Entry] = asyncio.Queue()

    def hear(self, entry: Entry) -> None:
        """Take note of what was sent here."""
        if entry.shown and entry.call.method in {"sendPhoto", "sendMessage"}:
            self._told.put_nowait(entry)

    async def play(self, until: float) -> None:
        """Play until an instant of ``time.perf_counter``.

        Raises:
            StartError: the bot fell silent.
        """
        try:
            while time.perf_counter() < until:
                await self._game(until)
        except TimeoutError:
            raise StartError(f"The bench failed: chat {self.chat} was not answered for {_PATIENCE:.0f} s.") from None

    async def _game(self, until: float) -> None:
        match = next(self._games)
        self.chat, self._told = match.chat, asyncio.Queue()
        await deal(self._redis, [match])
        while time.perf_counter() < until:
            await asyncio.sleep(_PAUSE_SECONDS)
            asked = time.perf_counter()
            self._account.say(self.chat, PEOPLE[_PERSON.user], "/pas")
            answer = await asyncio.wait_for(self._told.get(), _PATIENCE)
            self.waits.append(answer.call.at - asked)
            if _is_over(answer):
                return
            moved = await asyncio.wait_for(self._told.get(), _PATIENCE)
            self.thoughts.append(moved.call.at - answer.call.at)
            if _is_over(moved):
                return


async def measure(tables: int, level: Level, seconds: float) -> Company:
    """Let people play at so many tables for so long.

    Raises:
        StartError: this machine cannot run it, or the bot fell silent.
    """
    check_clock()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-company-")))
        api = await stack.enter_async_context(serving(OURS))
        fleet = await stack.enter_async_context(running(api, OURS, folder, polls=True))
        account, games = fleet.account, _games(level)
        playing = [_Table(account, fleet.stores.url, games) for _ in range(tables)]

        def hear(entry: Entry) -> None:
            for table in playing:
                if table.chat == entry.call.chat:
                    table.hear(entry)

        account.journal.keep = False
        account.journal.listeners.append(hear)
        (worker,) = fleet.workers
        began, spent = time.perf_counter(), cpu_seconds(worker.pid)
        await asyncio.gather(*(table.play(began + seconds) for table in playing))
        took, spent = time.perf_counter() - began, cpu_seconds(worker.pid) - spent
        rss = peak_bytes(worker.pid)
    waits = [1000 * wait for table in playing for wait in table.waits]
    if len(waits) <= 1:
        raise StartError("The bench failed: nobody was answered.")
    thoughts = [1000 * wait for table in playing for wait in table.thoughts]
    return Company(
        waits_ms=waits, thoughts=len(thoughts), thoughts_ms=thoughts, cpu=spent / took, rss_mb=rss / 1_000_000
    )


def _games(level: Level) -> Iterator[Match]:
    """Games, each in a chat of its own, in which the person is on turn first."""
    chats = itertools.count(CHAT, -1)
    rival = Seat(computer(level, 1), "Bilgisayar")
    for number, ruleset in enumerate(itertools.cycle(_RULESETS)):
        rules = resolve(crosswords()[ruleset], {"clock": "none"})
        words = lexicon(rules.lexicon)
        opening, _ = open_game(
            rules,
            (_PERSON, rival),
            host=_PERSON.user,
            secret=f"{number + 1:064x}",
            message=number,
            lexicon=words.hash,
            now=_NOW,
            order=(_PERSON, rival),
        )
        if opening.players[opening.turn].user != _PERSON.user:
            opening = replace(opening, players=opening.players[::-1])
        yield Match(next(chats), opening, ())


def _is_over(entry: Entry) -> bool:
    """Whether what was sent tells of a game's end: it has the button for another."""
    return '"again:' in str(entry.call.parameters.get("reply_markup", "")).replace("'", '"')
