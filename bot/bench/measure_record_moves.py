"""``harfiyen bench records --moving``: what backup, restore, a move and deriving figures ask of Redis at a time.

Told is the processor time of the server's thread for each request, the least of some rounds, so that neither other work
on the machine nor the disk counts. While a request runs, everybody else waits.
"""

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from redis.asyncio import Redis

from bot.bench.server_cpu import MeteredClient, RequestCosts
from bot.offline.backup import restore_backup, write_backup
from bot.records.projection import Projection
from bot.store import chat_migration, keys, retention
from bot.store.connection.connect import connect
from bot.store.records import RecordStore

_SUPERGROUP: Final = -1_002_000_000_001
_ROUNDS: Final = 2
_WORKS: Final = ("backup", "restore", "supergroup", "deriving", "rewriting")
_MOST_DERIVED: Final = 3_000
"""So many records are folded: one part costs what another does."""
_GAMES_PER_WRITE: Final = 100
_LEAST_GAME_BYTES: Final = 1_000
_MOST_GAME_BYTES: Final = 6_000
_SHOWN: Final = 4
"""How many requests of each kind people are told of."""


@dataclass(frozen=True, slots=True)
class MovingFigures:
    """By what was done and request, the longest processor time of the server in milliseconds, the longest first."""

    longest_ms: Mapping[str, Mapping[str, float]]

    def to_document(self) -> dict[str, dict[str, float]]:
        """By what was done the longest time of a script and of any request."""
        return {
            work: {
                "script_ms": round(max((ms for name, ms in requests.items() if _is_script(name)), default=0.0), 2),
                "request_ms": round(max(requests.values()), 2),
            }
            for work, requests in self.longest_ms.items()
        }

    def format_lines(self) -> str:
        """A line for people of each thing that was done, each after a line feed."""
        return "".join(
            f"\n{work}, processor time of Redis at most: "
            + ", ".join(f"{name} {ms:.1f} ms" for name, ms in [*requests.items()][:_SHOWN])
            for work, requests in self.longest_ms.items()
        )


def _is_script(request: str) -> bool:
    """Whether a request is a script, or a transaction, which is one step as well."""
    return request.endswith(".lua") or request == "MULTI"


async def store_made_up_games(client: Redis, chat: int, games: Sequence[str]) -> None:
    """Keep a game of each id for replays: bytes that nothing packs any smaller, of all sizes that there are."""
    chance = Random(13)  # noqa: S311 - made-up games
    for first in range(0, len(games), _GAMES_PER_WRITE):
        pipe = client.pipeline(transaction=False)
        for game in games[first : first + _GAMES_PER_WRITE]:
            size = chance.randrange(_LEAST_GAME_BYTES, _MOST_GAME_BYTES)
            pipe.set(keys.packed_game(chat, game), chance.randbytes(size), ex=retention.HISTORY_SECONDS)
        await pipe.execute()


async def measure_moving(url: str, chat: int) -> MovingFigures:
    """Back all data up, restore them, move a basic group, derive figures there, and rewrite a record.

    The data stay where they were moved to.

    Args:
        url: of a server that nobody else asks.
        chat: the group.
    """
    script_names: dict[str, str] = {}
    costs = {work: RequestCosts(script_names) for work in _WORKS}
    clients = {work: MeteredClient(url, costs[work]) for work in _WORKS}
    with tempfile.TemporaryDirectory(prefix="harfiyen-bench-") as folder:
        path = Path(folder) / "backup"
        async with AsyncExitStack() as stack:
            plain = await stack.enter_async_context(connect(url))
            for client in clients.values():
                await stack.enter_async_context(client)
            await plain.script_flush()  # each is sent in full once, which tells its name
            for number in range(_ROUNDS):
                if number:
                    await restore_backup(plain, path, replace=True)
                for one in costs.values():
                    one.begin_round()
                await write_backup(clients["backup"], path)
                await restore_backup(clients["restore"], path, replace=True)
                await chat_migration.migrate_chat(clients["supergroup"], chat, _SUPERGROUP)
                await Projection(RecordStore(clients["deriving"])).catch_up(_SUPERGROUP, _MOST_DERIVED)
                await _rewrite_middle(RecordStore(clients["rewriting"]))
    return MovingFigures({work: one.longest_ms() for work, one in costs.items()})


async def _rewrite_middle(store: RecordStore) -> None:
    """Rewrite a record in the middle, as when a game is left out."""
    progress, length = await store.read_progress(_SUPERGROUP)
    place = length // 2
    await store.rewrite_records(_SUPERGROUP, progress, {place: (await store.read_records(_SUPERGROUP, place, 1))[0]})
