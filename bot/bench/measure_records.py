"""``harfiyen bench records``: what a group with very many finished games costs, and whether its figures are right.

The games are made up, and the same each time. Figures are derived as games are added, in steps of uneven length, and
then anew in one go. Redis's own slow log tells its longest commands. What it costs to move all of it, see
:mod:`bot.bench.measure_record_moves`.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from redis.asyncio import Redis

from bot.bench.measure_record_moves import MovingFigures, measure_moving, store_made_up_games
from bot.records.projection import Projection, decode_figures, decode_standing
from bot.records.read_figures import FiguresReader
from bot.store import database, keys
from bot.store.connection.connect import connect
from bot.store.records import RecordStore
from bot.store.server.embedded import EmbeddedRedis
from bot.terminal import format_count
from engine.game_record import GameRecord, PlayerRecord, Record, SeasonBegun, encode_record
from engine.record_periods import EVER, month_name, season_name, week_name
from engine.seat_figures import SeatFigures

_CHAT: Final = -2_000_001
"""A basic group, which may become a supergroup."""
_FIRST_USER: Final = 100_000_000
_FIRST_END: Final = 1_700_000_000
_SECONDS_A_GAME: Final = 600
_GAMES_A_SEASON: Final = 20_000
_LONGEST_STEP: Final = 2_000
_RECORDS_PER_WRITE: Final = 500
_ROUNDS: Final = 15
_SLOW_US: Final = 1_000
_MS: Final = 1_000
_MB: Final = 1_000_000

_WORDS: Final = ("KALEM", "ŞEKER", "ELMA", "MERDİVEN", "OTOMOBİL", "YAZ", "GÖKYÜZÜ", "ARKADAŞ")
_KINDS: Final = (("kelimelik", "crossword", 2), ("scrabble-tr", "crossword", 4), ("klepka", "klepka", 4))
"""Rulesets with their families, and how many play at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFigures:
    """What a run found."""

    games: int
    differences: int
    """Keys or fields that differ between figures that were derived step by step and all anew."""
    top_ms: float
    """Median of ranking everybody by ratings and by points of all time, both."""
    stats_ms: float
    """Median of reading what one player's figures need: a standing, and four periods."""
    bytes_per_game: float
    """Of a record as it is stored."""
    memory_mb: float
    """Of Redis, for records and everything that is derived from them."""
    fold_ms: float
    """Of this process and Redis, a game that is derived anew."""
    script_ms: tuple[float, float] | None
    """How long half of all scripts took Redis at most, and 99 of 100; ``None`` where it does not tell."""
    slow_commands: Mapping[str, float]
    """The longest time that Redis took for each command that took over a millisecond, in milliseconds."""
    moving: MovingFigures | None = None
    """What moving all of it costs, if that was asked for."""


def records_document(figures: RecordFigures) -> dict[str, object]:
    """One JSON object."""
    moving = {} if figures.moving is None else {"moving": figures.moving.to_document()}
    return {
        "differences": figures.differences,
        "top_ms": round(figures.top_ms, 2),
        "stats_ms": round(figures.stats_ms, 2),
        "bytes_per_game": round(figures.bytes_per_game, 1),
        "memory_mb": round(figures.memory_mb, 1),
        **moving,
    }


def format_records_table(figures: RecordFigures) -> str:
    """Some lines for people."""
    slow = ", ".join(f"{name} {ms:.1f} ms" for name, ms in figures.slow_commands.items())
    median_ms, most_ms = figures.script_ms or (None, None)
    scripts = (
        "" if median_ms is None else f"half of the scripts take {median_ms:.1f} ms at most, 99 % {most_ms:.1f} ms\n"
    )
    return (
        f"{format_count(figures.games, 'game')} of one group: {figures.bytes_per_game:.0f} bytes a record,"
        f" {figures.memory_mb:.0f} MB in Redis with all that is derived\n"
        f"derived step by step and anew: {format_count(figures.differences, 'difference')};"
        f" {figures.fold_ms:.2f} ms a game\n"
        f"everybody's ranks are read in {figures.top_ms:.1f} ms, a player's figures in {figures.stats_ms:.1f} ms\n"
        f"{scripts}Redis's longest commands: {slow or 'none over a millisecond'}"
        f"{'' if figures.moving is None else figures.moving.format_lines()}"
    )


async def measure_records(players: int, games: int, *, moving: bool = False) -> RecordFigures:
    """Have one chat remember so many games of so many players.

    Args:
        players: how many people there are.
        games: how many games.
        moving: whether to back all of it up, restore it, and move the group afterwards.

    Raises:
        StartError: this machine cannot run it.
    """
    with tempfile.TemporaryDirectory(prefix="harfiyen-bench-") as folder:
        server = EmbeddedRedis(Path(folder))
        await server.start()
        try:
            async with connect(server.url) as client:
                await client.config_set("slowlog-log-slower-than", _SLOW_US)
                await client.config_set("slowlog-max-len", 10_000)
                await database.claim_schema(client)
                figures = await _RecordBench(client).measure(players, games)
                if not moving:
                    return figures
                ids = (record.id for record in make_records(players, games) if isinstance(record, GameRecord))
                await store_made_up_games(client, _CHAT, list(ids))
            return replace(figures, moving=await measure_moving(server.url, _CHAT))
        finally:
            await server.stop()


class _RecordBench:
    def __init__(self, client: Redis) -> None:
        self._client: Final = client
        self._store: Final = RecordStore(client)
        self._projection: Final = Projection(self._store)
        self._reader: Final = FiguresReader(self._store, self._projection)
        self._now = _FIRST_END

    async def measure(self, players: int, games: int) -> RecordFigures:
        self._now = _FIRST_END + games * _SECONDS_A_GAME
        before = await self._read_memory()
        stored = await self._add_in_uneven_steps(make_records(players, games))
        memory = await self._read_memory() - before
        step_by_step = await read_derived(self._client, _CHAT)
        began = time.perf_counter()
        await self._store.restart_derivation(_CHAT)
        await self._projection.catch_up(_CHAT)
        fold_ms = (time.perf_counter() - began) * _MS / games
        slow, scripts = await self._read_slow_commands(), await self._read_script_times()
        anew = await read_derived(self._client, _CHAT)
        return RecordFigures(
            games=games,
            differences=count_differences(step_by_step, anew),
            top_ms=await _median_ms(self._read_ranks),
            stats_ms=await _median_ms(self._read_player),
            bytes_per_game=stored / games,
            memory_mb=memory / _MB,
            fold_ms=fold_ms,
            script_ms=scripts,
            slow_commands=slow,
        )

    async def _add_in_uneven_steps(self, records: Iterator[Record]) -> int:
        """Append records, and derive figures whenever another number of them has come; gives their bytes together."""
        chance, stored, left, batch = Random(11), 0, 1, list[bytes]()  # noqa: S311 - made-up games
        for record in records:
            data = encode_record(record)
            stored += len(data)
            batch.append(data)
            left -= 1
            if left and len(batch) < _RECORDS_PER_WRITE:
                continue
            await self._client.rpush(keys.records(_CHAT), *batch)
            batch.clear()
            if not left:
                await self._projection.catch_up(_CHAT)
                left = chance.randrange(1, _LONGEST_STEP)
        if batch:
            await self._client.rpush(keys.records(_CHAT), *batch)
        await self._projection.catch_up(_CHAT)
        return stored

    async def _read_memory(self) -> int:
        said: Mapping[str, Any] = await self._client.info("memory")
        return int(said["used_memory"])

    async def _read_slow_commands(self) -> dict[str, float]:
        found: Counter[str] = Counter()
        for entry in await self._client.slowlog_get(10_000):
            name = bytes(entry["command"]).split(b" ")[0].decode()
            found[name] = max(found[name], int(entry["duration"]))
        return {name: us / _MS for name, us in found.most_common()}

    async def _read_script_times(self) -> tuple[float, float] | None:
        told: Mapping[str, Any] = await self._client.info("latencystats")
        of_scripts = told.get("latency_percentiles_usec_evalsha")
        return None if of_scripts is None else (of_scripts["p50"] / _MS, of_scripts["p99"] / _MS)

    async def _read_ranks(self) -> None:
        await self._reader.rank_by_rating(_CHAT, "", self._now)
        await self._reader.rank_by_figures(_CHAT, "points", "ever", "", self._now)

    async def _read_player(self) -> None:
        await self._projection.catch_up(_CHAT)
        user = _FIRST_USER
        periods = (EVER, season_name(0), month_name(_FIRST_END), week_name(_FIRST_END))
        standings, figures = await self._store.read_derived(_CHAT, [user], {period: [user] for period in periods})
        decode_standing(standings[user])
        for of_users in figures.values():
            decode_figures(of_users[user])


async def _median_ms(work: Callable[[], Awaitable[None]]) -> float:
    found = []
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        await work()
        found.append((time.perf_counter() - began) * _MS)
    return median(found)


async def read_derived(client: Redis, chat: int) -> dict[str, bytes]:
    """All that is derived from a chat's records, each part by its key and its field or place."""
    store = RecordStore(client)
    found: dict[str, bytes] = {}
    for key in await store.list_derived_keys(chat):
        if key == keys.record_effects(chat):
            start = 0
            while part := await store.read_effects(chat, start):
                found |= {f"{key} {place}": data for place, data in enumerate(part, start)}
                start += len(part)
        else:
            async for field, value in client.hscan_iter(key, count=_RECORDS_PER_WRITE):
                found[f"{key} {field.decode()}"] = value
    progress, _ = await store.read_progress(chat)
    return found | {"count": b"%d" % progress.count, "season": b"%d" % progress.season}


def count_differences(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> int:
    """How many parts differ, or are in one only."""
    return sum(one.get(name) != other.get(name) for name in one.keys() | other.keys())


def make_records(players: int, games: int) -> Iterator[Record]:
    """Records of games that nobody played, the same each time: a few people play much, and most seldom."""
    chance = Random(7)  # noqa: S311 - made-up games
    for number in range(games):
        ended = _FIRST_END + number * _SECONDS_A_GAME
        if number and number % _GAMES_A_SEASON == 0:
            yield SeasonBegun(number // _GAMES_A_SEASON, ended)
        ruleset, family, most = _KINDS[min(int(chance.expovariate(1.0)), len(_KINDS) - 1)]
        seated: dict[int, None] = {_FIRST_USER + number % players: None}
        while len(seated) < min(players, chance.randrange(2, most + 1)):
            seated[_FIRST_USER + int(players * chance.random() ** 3)] = None
        if chance.random() < 1 / 20:
            seated[-12] = None
        yield GameRecord(
            id=f"{number:016x}",
            ruleset=ruleset,
            family=family,
            begun=ended - chance.randrange(300, 90_000),
            ended=ended,
            reason="out",
            turns=chance.randrange(12, 60),
            players=_make_players(chance, list(seated)),
            left_out=chance.random() < 1 / 500,
        )


def _make_players(chance: Random, seated: list[int]) -> tuple[PlayerRecord, ...]:
    scores = [chance.randrange(80, 480) for _ in seated]
    return tuple(
        PlayerRecord(
            user=user,
            name=f"Oyuncu {user % 9_973}",
            place=1 + sum(other > score for other in scores),
            score=score,
            left=chance.random() < 1 / 30,
            joined_late=chance.random() < 1 / 60,
            figures=_make_figures(chance, score),
        )
        for user, score in zip(seated, scores, strict=True)
    )


def _make_figures(chance: Random, score: int) -> SeatFigures:
    best = chance.randrange(18, 120)
    return SeatFigures(
        plays=chance.randrange(5, 20),
        play_points=score + chance.randrange(-10, 10),
        bingos=chance.randrange(3),
        best_play=best,
        best_play_word=chance.choice(_WORDS),
        best_word=chance.choice(_WORDS),
        best_word_points=best * 3 // 4,
        longest_word=chance.choice(_WORDS),
        challenges_won=chance.randrange(2),
        challenges_lost=chance.randrange(2),
    )
