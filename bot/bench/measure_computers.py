"""Tables where somebody plays against a computer player: how long people wait for their answers while those think.

People pass, so that each of their turns is a move with an answer in words, and the thinking is the computer players'.
"""

import asyncio
import itertools
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.analysis.analysis_request import AnalysisRequest
from bot.analysis.process import AnalysisProcess
from bot.bench.fleet.api_server import FleetBotApi
from bot.bench.fleet.bot_account import BotAccount
from bot.bench.fleet.launch import launch_fleet
from bot.bench.fleet.worker_process import cpu_seconds, peak_memory_bytes, require_process_clocks
from bot.bench.measure_moves import FIRST_CHAT, OUR_ACCOUNT
from bot.bench.prepared_games import PEOPLE_BY_USER, PLAYERS, Match, store_games
from bot.config import StartError
from bot.families import family_list
from bot.families.crossword.analysis.crossword_analysis import CrosswordAnalysis
from bot.playground.bot_api.journal import JournalEntry
from bot.workers.shutdown import cancel_tasks
from engine.computer_ids import Level, computer_user
from engine.crossword.setup import open_game
from engine.crossword.shipped import crossword_rulesets
from engine.game_setup import GameSetup
from engine.lexicon import load_lexicon
from engine.lobby_seats import Seat
from engine.packed_game import pack_game
from engine.rulesets import resolve_ruleset

_RULESETS: Final = ("kelimelik", "scrabble-en", "wordbox-uk")
_PAUSE_SECONDS: Final = 1.0
"""How long a person looks at the board."""
_ANSWER_SECONDS: Final = 30.0
"""How long an answer to a person may take."""
_MOVE_SECONDS: Final = 300.0
"""How long a computer player's move may take: the first ones wait until word graphs of three languages are built."""
_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
_PERSON: Final = PLAYERS[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerFigures:
    """What a run found; waits in milliseconds, from a person's move to its answer."""

    waits_ms: Sequence[float]
    computer_moves: int
    """Moves of computer players."""
    computer_moves_ms: Sequence[float]
    """From a person's answer to the computer player's move."""
    analyses: int
    """Finished games that were analysed meanwhile."""
    processors: float
    """Processors that the bot kept busy on average."""
    rss_mb: float


class _ComputerTable:
    """One table: the game in it begins anew in another chat when it is over."""

    def __init__(self, account: BotAccount, redis: str, games: Iterator[Match]) -> None:
        self._account: Final = account
        self._redis: Final = redis
        self._games: Final = games
        self.waits: Final[list[float]] = []
        self.computer_waits: Final[list[float]] = []
        self.chat = 0
        self._messages: asyncio.Queue[JournalEntry] = asyncio.Queue()

    def record_call(self, entry: JournalEntry) -> None:
        """Take note of what was sent here."""
        if entry.is_carried_out and entry.method in {"sendPhoto", "sendMessage"}:
            self._messages.put_nowait(entry)

    async def play_until(self, until: float) -> None:
        """Play until an instant of ``time.perf_counter``.

        Raises:
            StartError: the bot fell silent.
        """
        try:
            while time.perf_counter() < until:
                await self._play_game(until)
        except TimeoutError:
            raise StartError(f"The bench failed: chat {self.chat} was not answered in time.") from None

    async def _play_game(self, until: float) -> None:
        match = next(self._games)
        self.chat, self._messages = match.chat, asyncio.Queue()
        await store_games(self._redis, [match])
        while time.perf_counter() < until:
            await asyncio.sleep(_PAUSE_SECONDS)
            asked = time.perf_counter()
            self._account.send_text(self.chat, PEOPLE_BY_USER[_PERSON.user], "/pas")
            answer = await asyncio.wait_for(self._messages.get(), _ANSWER_SECONDS)
            self.waits.append(answer.received_at - asked)
            if _announces_end(answer):
                return
            moved = await asyncio.wait_for(self._messages.get(), _MOVE_SECONDS)
            self.computer_waits.append(moved.received_at - answer.received_at)
            if _announces_end(moved):
                return


async def measure_computers(tables: int, level: Level, seconds: float, *, analyses: bool = False) -> ComputerFigures:
    """Let people play at so many tables for so long; with analyses, while one finished game after another is analysed.

    Raises:
        StartError: this machine cannot run it, or the bot fell silent.
    """
    require_process_clocks()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-company-")))
        api = await stack.enter_async_context(FleetBotApi(OUR_ACCOUNT))
        fleet = await stack.enter_async_context(launch_fleet(api, OUR_ACCOUNT, folder, polls=True))
        account, games = fleet.account, _make_games(level)
        playing = [_ComputerTable(account, fleet.redis.url, games) for _ in range(tables)]

        def hear(entry: JournalEntry) -> None:
            for table in playing:
                if table.chat == entry.chat:
                    table.record_call(entry)

        account.journal.keeps_entries = False
        account.journal.listeners.append(hear)
        (worker,) = fleet.workers
        background = _AnalysesBesides(folder)
        if analyses:
            stack.push_async_callback(background.close)
            background.start()
        began, spent = time.perf_counter(), cpu_seconds(worker.pid)
        await asyncio.gather(*(table.play_until(began + seconds) for table in playing))
        took, spent = time.perf_counter() - began, cpu_seconds(worker.pid) - spent
        rss = peak_memory_bytes(worker.pid)
    waits = [1000 * wait for table in playing for wait in table.waits]
    if len(waits) <= 1:
        raise StartError("The bench failed: nobody was answered.")
    thoughts = [1000 * wait for table in playing for wait in table.computer_waits]
    return ComputerFigures(
        waits_ms=waits,
        computer_moves=len(thoughts),
        computer_moves_ms=thoughts,
        analyses=background.done,
        processors=spent / took,
        rss_mb=rss / 1_000_000,
    )


class _AnalysesBesides:
    """Finished games that are analysed one after another, as the bot does when people ask for it.

    Args:
        folder: where word indices are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._process: Final = AnalysisProcess()
        self._task: asyncio.Task[None] | None = None
        self._packed: Sequence[bytes] = ()
        self.done = 0

    def start(self) -> None:
        """Simulate the games, and begin."""
        self._packed = [_simulate_packed_game(name) for name in _RULESETS]
        self._task = asyncio.create_task(self._analyse_games())

    async def close(self) -> None:
        """End, whatever is analysed."""
        if self._task is not None:
            await cancel_tasks((self._task,))
        await self._process.close()

    async def _analyse_games(self) -> None:
        job = CrosswordAnalysis().job
        for packed in itertools.cycle(self._packed):
            request = msgspec.msgpack.encode(AnalysisRequest(packed, str(self._folder)))
            await self._process.run_job(job.module, job.name, request)
            self.done += 1


def _simulate_packed_game(ruleset: str) -> bytes:
    rules = resolve_ruleset(crossword_rulesets()[ruleset])
    game = family_list.command_line_of_ruleset(rules).simulate_game(rules, 2, "bench", 1)
    return pack_game(rules, game.state.secret, game.log, "bench")


def _make_games(level: Level) -> Iterator[Match]:
    """Games, each in a chat of its own, in which the person is on turn first."""
    chats = itertools.count(FIRST_CHAT, -1)
    rival = Seat(computer_user(level, 1), "Bilgisayar")
    for number, ruleset in enumerate(itertools.cycle(_RULESETS)):
        rules = resolve_ruleset(crossword_rulesets()[ruleset], {"clock": "none"})
        words = load_lexicon(rules.lexicon)
        opening, _ = open_game(
            rules,
            GameSetup(
                seats=(_PERSON, rival),
                host=_PERSON.user,
                secret=f"{number + 1:064x}",
                message=number,
                lexicon=words.hash,
                begins=_NOW,
                order=(_PERSON, rival),
            ),
        )
        if opening.players[opening.turn].user != _PERSON.user:
            opening = replace(opening, players=opening.players[::-1])
        yield Match(next(chats), opening, ())


def _announces_end(entry: JournalEntry) -> bool:
    """Whether what was sent tells of a game's end: it has the button for another."""
    return '"again:' in str(entry.parameters.get("reply_markup", "")).replace("'", '"')
