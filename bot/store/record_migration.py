"""What a basic group remembers, taken along part by part as it becomes a supergroup (:mod:`bot.store.chat_migration`).

The group is closed, so its list of records does not grow. In the supergroup a note says how many of them are appended;
each part is written in one step with that note, so that it counts once, whoever brings it and whatever ends in between.
Figures are not taken along: the supergroup derives them from the records.
"""

from bisect import bisect_right
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from itertools import accumulate, product
from typing import Any, Final, Literal

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.records import RECORDS_PER_READ, RecordStore
from bot.store.scripts import Script
from engine.computer_ids import is_computer
from engine.errors import DataError
from engine.figures import periods_of
from engine.forget_player import is_forgotten
from engine.game_record import GameRecord, Record, SeasonBegun, decode_record, find_game_id

_RECORDS_PER_PART: Final = RECORDS_PER_READ
_GAMES_PER_PART: Final = 25
"""How many packed games are moved at a time, with their pictures' ids."""
_BYTES_PER_PART: Final = 150_000
"""Of a part with more than one record or game: the script takes about a millisecond then."""
_MOVED_OF_GAME: Final = (keys.packed_game, keys.shared_picture)
_DELETED_OF_GAME: Final = (*_MOVED_OF_GAME, keys.game_analysis)

_CARRY: Final = Script("migrate_records")


class RecordMigration:
    """Moves the records of a closed group to the supergroup that it became; each method may be repeated by anybody.

    Args:
        old: the id of the group.
        new: the id of the supergroup.
    """

    def __init__(self, client: Redis, old: int, new: int) -> None:
        self._client: Final = client
        self._store: Final = RecordStore(client)
        self._old: Final = old
        self._new: Final = new

    async def append_records(self) -> None:
        """Append the group's records to the supergroup's.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached; what was appended stays so.
        """
        if not await self._store.count_records(self._old):
            return
        done, _ = await self._read_marks()
        while records := await self._store.read_records(self._old, done, _RECORDS_PER_PART):
            part = records[: _count_fitting(map(len, records))]
            done = await self._carry_part("records", done, done + len(part), records=part)

    async def move_packed_games(self) -> None:
        """Move what is kept of games, have people's lists tell of the supergroup, and delete the group's records.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached; whoever does this next goes on with it.
        """
        while length := await self._store.count_records(self._old):
            await self.append_records()
            _, done = await self._read_marks()
            while records := await self._store.read_records(self._old, done, _GAMES_PER_PART):
                kept = await self._read_kept(records)
                count = _count_fitting(sum(len(data) for data, _ in of_one.values()) for of_one in kept)
                await self._store.note_users(self._new, _people_of_games(records[:count]), former=self._old)
                together = {key: value for of_one in kept[:count] for key, value in of_one.items()}
                done = await self._carry_part("games", done, done + count, kept=together)
            if min(await self._read_marks()) < length:
                continue  # another server has taken over, without the last parts
            await self._delete_records()

    async def _read_marks(self) -> tuple[int, int]:
        """How many of the group's records are appended, and of how many the games came along."""
        found: Any = await self._client.hmget(
            keys.carried_records(self._new), [f"records {self._old}", f"games {self._old}"]
        )
        records, games = (int(value or 0) for value in found)
        return records, games

    async def _read_kept(self, records: Sequence[bytes]) -> list[dict[str, tuple[bytes, int]]]:
        """What is kept of games beside their records.

        Returns:
            Of each record, by key in the supergroup, what is kept, and the milliseconds left, -1 for ever.
        """
        games = [find_game_id(record) for record in records]
        pipe = self._client.pipeline(transaction=False)
        for kind, game in product(_MOVED_OF_GAME, filter(None, games)):
            pipe.get(kind(self._old, game))
            pipe.pttl(kind(self._old, game))
        found = iter(await pipe.execute())
        kept = {
            kind(self._new, game): (next(found), int(next(found)))
            for kind, game in product(_MOVED_OF_GAME, filter(None, games))
        }
        return [
            {
                key: (data, left_ms)
                for key in (() if game is None else [kind(self._new, game) for kind in _MOVED_OF_GAME])
                for data, left_ms in (kept[key],)
                if data is not None and left_ms >= -1
            }
            for game in games
        ]

    async def _carry_part(
        self,
        what: Literal["records", "games"],
        start: int,
        end: int,
        *,
        records: Sequence[bytes] = (),
        kept: Mapping[str, tuple[bytes, int]] | None = None,
    ) -> int:
        """Write a part, unless somebody has; gives how much is taken along by now."""
        kept = kept or {}
        done = await _CARRY(
            self._client,
            (keys.carried_records(self._new), keys.records(self._new), *kept),
            {
                "mark": f"{what} {self._old}",
                "from": start,
                "to": end,
                "records": records,
                "kept": [data for data, _ in kept.values()],
                "lifetimes_ms": [_to_lifetime(left_ms) for _, left_ms in kept.values()],
                "idle_seconds": retention.IDLE_SECONDS,
            },
        )
        return int(done)

    async def _delete_records(self) -> None:
        """Delete what is kept of games, and then the records in one step with all that was derived from them."""
        periods: dict[str, None] = {}
        season = 0
        async for records in self._read_in_parts():
            if ids := list(filter(None, map(find_game_id, records))):
                await self._client.unlink(*(kind(self._old, game) for game in ids for kind in _DELETED_OF_GAME))
            for record in map(_decode, records):
                match record:
                    case SeasonBegun(number=number):
                        season = number
                    case GameRecord(ended=ended):
                        periods |= dict.fromkeys(periods_of(ended, season))
                    case _:
                        pass
        await self._client.unlink(
            keys.records(self._old),
            keys.record_progress(self._old),
            keys.standings(self._old),
            keys.record_effects(self._old),
            *(keys.figures(self._old, period) for period in periods),
        )

    async def _read_in_parts(self) -> AsyncIterator[list[bytes]]:
        start = 0
        while records := await self._store.read_records(self._old, start, _RECORDS_PER_PART):
            yield records
            start += len(records)


def _count_fitting(sizes: Iterable[int]) -> int:
    """How many of the first ones go into a part; the first does whatever its size."""
    ends = list(accumulate(sizes))
    return max(1, bisect_right(ends, _BYTES_PER_PART))


def _to_lifetime(left_ms: int) -> int:
    """Milliseconds as the script takes them, 0 for ever; -1 for ever in the answer of PTTL, where 0 is the last one."""
    return 0 if left_ms < 0 else max(1, left_ms)


def _people_of_games(records: Sequence[bytes]) -> list[tuple[str, int, list[int]]]:
    """Of each game its id, when it ended, and the users that can be told of it."""
    return [
        (
            record.id,
            record.ended,
            [one.user for one in record.players if not (is_computer(one.user) or is_forgotten(one.user))],
        )
        for record in map(_decode, records)
        if isinstance(record, GameRecord)
    ]


def _decode(data: bytes) -> Record | None:
    try:
        return decode_record(data)
    except DataError:
        return None
