"""Measure many chats that move at once over several workers: how long moves wait, and whether each counts once.

Each chat sends some moves, waits until they are announced, and goes on. No prepared move should be refused: a chat
whose move is goes on too, and the refusal is counted. At the end the moves sent are compared with the logs and the
announcements.
"""

import asyncio
import re
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

from bot.config import StartError
from bot.playground.dispatch import JournalEntry
from bot.store.client import connect
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.codec import decode_log_entry
from tools.bench.games import PEOPLE_BY_USER, Match, prepare_games, spread_over_chats, store_games
from tools.bench.moves import FIRST_CHAT, OUR_ACCOUNT
from tools.fleet.bot_api import BotAccount, FleetBotApi
from tools.fleet.launch import launch_fleet, peak_memory_bytes, require_process_clocks

_MOVES_PER_CHAT: Final = 4
_AT_ONCE: Final = 500
"""How many chats move at the same time; the others queue before each of their moves."""
_WARM_UP_CHATS: Final = 100
_AUDITED_AT_ONCE: Final = 100
_ANSWER_SECONDS: Final = 60.0
"""Seconds after which a chat sends no more: a move that is not announced by then counts as lost."""
_SETTLE_SECONDS: Final = 0.3
"""Seconds in which workers still process the answer to their last picture; that work belongs to the move."""
_PLAY_SENTENCE: Final = re.compile("<b>\u2068(.+?)\u2069</b> (\\S+ \\S+) <b>(\\S+?)</b>: ")
"""The start of a line about one of several plays: player, cell and direction, word."""
_PLAY_MESSAGE: Final = re.compile(
    "<b>\u2068(.+?)\u2069</b> (\\S+) <b>\\+\\d+</b>.*?<blockquote expandable>(\\S+ \\S+?)[:\n<]", re.DOTALL
)
"""A message about one play: player and word in its headline, cell and direction first in its quote."""


async def measure_load(chats: int, workers: int, burst: int = 1, duplicates: int = 0) -> dict[str, object]:
    """Let chats play over several workers, without rate limits.

    ``burst``: how many moves each chat sends without waiting, 1 to :data:`tools.bench.games.PLAYS_PER_GAME`.
    ``duplicates``: the percentage of updates that a second worker gets too; the same updates in every run.
    """
    require_process_clocks()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-load-")))
        api = await stack.enter_async_context(FleetBotApi(OUR_ACCOUNT))
        fleet = await stack.enter_async_context(launch_fleet(api, OUR_ACCOUNT, folder, workers=workers))
        redis, games = fleet.redis, prepare_games()

        async def prepare_chats(count: int, first_chat: int) -> LoadChats:
            moves = count * (_MOVES_PER_CHAT if burst == 1 else burst)
            matches = spread_over_chats(games, moves, count, first_chat)
            await store_games(redis.url, matches)
            return LoadChats(fleet.account, matches, burst, duplicates)

        await (await prepare_chats(min(chats, _WARM_UP_CHATS), FIRST_CHAT)).play_all()
        memory = await redis.read_used_bytes()
        crowd = await prepare_chats(chats, 2 * FIRST_CHAT)
        requests = await redis.read_request_count()
        spent, began = fleet.cpu_seconds(), time.perf_counter()
        await crowd.play_all()
        seconds = time.perf_counter() - began
        await asyncio.sleep(_SETTLE_SECONDS)
        spent = fleet.cpu_seconds() - spent
        requests = await redis.read_request_count() - requests
        memory = await redis.read_used_bytes() - memory
        errors = await _audit_chats(redis.url, crowd.chats)
        rss = max(peak_memory_bytes(worker.pid) for worker in fleet.workers)
    waits = [1000 * wait for chat in crowd.chats for wait in chat.waits]
    if len(waits) <= 1:
        raise StartError("The bench failed: no move was told.")
    percentiles = statistics.quantiles(waits, n=100, method="inclusive")
    return {
        "moves_per_s": round(len(waits) / seconds, 1),
        "cpu_ms": round(1000 * spent / len(waits), 2),
        "round_trips": round(requests / len(waits), 1),
        **{f"p{part}_ms": round(percentiles[part - 1], 1) for part in (50, 95, 99)},
        **errors,
        "redis_kb_per_game": round(memory / chats / 1000, 2),
        "rss_mb": round(rss / 1_000_000, 1),
        "refusals": sum(chat.refusal_count for chat in crowd.chats),
    }


class LoadChat:
    """One chat; its moves are numbered from 0, in the order in which they are sent."""

    def __init__(self, match: Match) -> None:
        self.match: Final = match
        self.announced_moves: Final[list[int]] = []
        self.refusal_count = 0
        self.waits: Final[list[float]] = []
        self._written_at: Final[list[float]] = []
        self._all_answered = asyncio.Event()

    @property
    def moves_left(self) -> int:
        return len(self.match.moves) - len(self._written_at)

    async def write_moves(self, account: BotAccount, copies: Sequence[int]) -> bool:
        """Send a move for each number in ``copies``, without a pause; return whether all were answered in time."""
        self._all_answered.clear()
        for move, beside in zip(self.match.moves[len(self._written_at) :], copies, strict=False):
            self._written_at.append(time.perf_counter())
            account.send_text(self.match.chat, PEOPLE_BY_USER[move.user], move.text, beside)
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                return await self._all_answered.wait()
        except TimeoutError:
            return False

    def record_call(self, entry: JournalEntry) -> None:
        plays = _read_plays(entry.visible_text)
        for name, place, word in plays:
            number = self._find_move(name, f"{place} {word}")
            if number not in self.announced_moves:
                self.waits.append(entry.received_at - self._written_at[number])
            self.announced_moves.append(number)
        self.refusal_count += not plays
        if len(set(self.announced_moves)) + self.refusal_count >= len(self._written_at):
            self._all_answered.set()

    def _find_move(self, name: str, text: str) -> int:
        """Return the number of the move; of several that read alike, the first that was not announced yet."""
        alike = [
            number
            for number, move in enumerate(self.match.moves)
            if move.text.endswith(f" {text}") and PEOPLE_BY_USER[move.user].name == name
        ]
        return next((number for number in alike if number not in self.announced_moves), alike[0])


class LoadChats:
    def __init__(self, account: BotAccount, matches: Sequence[Match], burst: int = 1, duplicates: int = 0) -> None:
        self.chats: Final = [LoadChat(match) for match in matches]
        self._chat_by_id: Final = {chat.match.chat: chat for chat in self.chats}
        self._account: Final = account
        self._burst: Final = burst
        self._duplicates: Final = duplicates
        self._chance: Final = Random(duplicates)  # noqa: S311 - no secret
        account.journal.keeps_entries = False
        account.journal.listeners.append(self._on_call)

    async def play_all(self) -> None:
        waiting = deque(self.chats)
        await asyncio.gather(*(self._take_turns(waiting) for _ in range(min(_AT_ONCE, len(waiting)))))

    async def _take_turns(self, waiting: deque[LoadChat]) -> None:
        while waiting:
            chat = waiting.popleft()
            copies = [int(self._chance.randrange(100) < self._duplicates) for _ in range(self._burst)]
            if await chat.write_moves(self._account, copies) and chat.moves_left:
                waiting.append(chat)

    def _on_call(self, entry: JournalEntry) -> None:
        chat = self._chat_by_id.get(entry.chat or 0)
        if chat is not None and entry.is_carried_out and entry.method in {"sendPhoto", "sendMessage"}:
            chat.record_call(entry)


def _read_plays(text: str) -> list[tuple[str, str, str]]:
    if several := _PLAY_SENTENCE.findall(text):
        return several
    found = _PLAY_MESSAGE.match(text)
    return [] if found is None else [(found[1], found[3], found[2])]


async def _audit_chats(redis: str, chats: Sequence[LoadChat]) -> dict[str, int]:
    async with connect(redis) as client:
        store, played = GameStore(client), list[list[int]]()
        for first in range(0, len(chats), _AUDITED_AT_ONCE):
            some = chats[first : first + _AUDITED_AT_ONCE]
            played += await asyncio.gather(*(_read_logged_moves(store, chat.match) for chat in some))
    return compare_moves(
        [(len(chat.match.moves), log, chat.announced_moves) for chat, log in zip(chats, played, strict=True)]
    )


def compare_moves(chats: Sequence[tuple[int, Sequence[int], Sequence[int]]]) -> dict[str, int]:
    """Count the errors, given for each chat the number of its moves, those in the log and those announced.

    ``out_of_order``: chats whose moves are logged or announced in another order than they were sent. ``lost``: moves
    that are not logged or not announced. ``doubled``: moves that are logged or announced more than once.
    """
    return {
        "out_of_order": sum(_is_out_of_order(played) or _is_out_of_order(told) for _, played, told in chats),
        "lost": sum(written - len(set(played) & set(told)) for written, played, told in chats),
        "doubled": sum(max(len(each) - len(set(each)) for each in (played, told)) for _, played, told in chats),
    }


async def _read_logged_moves(store: GameStore, match: Match) -> list[int]:
    scope = Scope(match.chat)
    entries = await store.load_log(scope, (await store.load_table(scope)).version)
    numbers = {move.play: number for number, move in enumerate(match.moves)}
    actions = (decode_log_entry(entry).action for entry in entries)
    return [numbers[action] for action in actions if action in numbers]


def _is_out_of_order(numbers: Sequence[int]) -> bool:
    once = list(dict.fromkeys(numbers))
    return once != sorted(once)
