"""Derives all figures of a chat anew, and finds where those that are stored are not what its records give.

What is stored is compared to the last byte with a fold of the same records from nothing. Months and weeks whose figures
are no longer kept are left out.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Final

from redis.asyncio import Redis

from bot.records.folding import FORM, Fold
from bot.records.projection import Projection, read_or_skip
from bot.store import keys, retention
from bot.store.records import RECORDS_PER_READ, RecordStore
from engine.figures import is_lasting

_TRIES: Final = 20
_PAGE: Final = 1_000


class ChatBusy(Exception):
    """Figures of a chat were derived each time while they were compared.

    Args:
        chat: the chat.
    """

    def __init__(self, chat: int) -> None:
        super().__init__(f"the figures of chat {chat} change all the time; try again")


@dataclass(frozen=True, slots=True)
class ComparedFigures:
    """What a chat's stored figures are, beside those that its records give."""

    chat: int
    records: int
    """How many the stored figures hold; 0 if another version has derived them, as they count for nothing then."""
    differences: tuple[str, ...]
    """What differs, such as ``standings 7`` or ``figures ever 7``: kind, period, and user or place."""


class Rebuilder:
    """Compares and rebuilds.

    Args:
        store: where records are.
        now: Unix seconds.
    """

    def __init__(self, store: RecordStore, now: float) -> None:
        self._store: Final = store
        self._now: Final = now

    async def compare_chat(self, chat: int) -> ComparedFigures:
        """Compare a chat's stored figures with those that its records give; changes nothing.

        Raises:
            ChatBusy: they changed each time meanwhile.
        """
        for _ in range(_TRIES):
            progress, _ = await self._store.read_progress(chat)
            if progress.count and progress.form != FORM:
                # Another version's, which the next reader begins anew.
                return ComparedFigures(chat, 0, ())
            fold = await self._fold_anew(chat, progress.count)
            found = [what async for what in self._find_differences(chat, fold)]
            if fold.season != progress.season:
                found.append("season")
            if (await self._store.read_progress(chat))[0] == progress:
                return ComparedFigures(chat, progress.count, tuple(sorted(found)))
        raise ChatBusy(chat)

    async def rebuild_chat(self, chat: int) -> ComparedFigures:
        """Derive a chat's figures anew from all its records; gives what differed before.

        Others may derive them meanwhile: each record counts once.

        Raises:
            ChatBusy, redis.exceptions.RedisError: as :meth:`compare_chat`.
        """
        compared = await self.compare_chat(chat)
        await self._store.restart_derivation(chat)
        records = await Projection(self._store).catch_up(chat)
        return ComparedFigures(chat, records, compared.differences)

    async def _fold_anew(self, chat: int, count: int) -> Fold:
        fold = Fold()
        while (start := len(fold.effects)) < count:
            records = await self._store.read_records(chat, start, min(RECORDS_PER_READ, count - start))
            if not records:
                break
            for record in records:
                fold.add_record(read_or_skip(chat, record))
        return fold

    async def _find_differences(self, chat: int, fold: Fold) -> AsyncIterator[str]:
        for user in _differing(fold.encode_standings(), await self._store.all_standings(chat)):
            yield f"standings {user}"
        async for place in self._find_differing_effects(chat, fold):
            yield f"effects {place}"
        for period, figures in fold.encode_figures().items():
            if not is_lasting(period) and fold.newest[period] + retention.PERIOD_SECONDS <= self._now:
                continue
            for user in _differing(figures, await self._store.all_figures(chat, period)):
                yield f"figures {period} {user}"
        for key in await self._store.list_derived_keys(chat):
            found = keys.figures.parse_name(key)
            if found is not None and found["period"] not in fold.figures:
                yield f"figures {found['period']}"

    async def _find_differing_effects(self, chat: int, fold: Fold) -> AsyncIterator[int]:
        start = 0
        while (stored := await self._store.read_effects(chat, start)) or start < len(fold.effects):
            expected = fold.effects[start : start + RECORDS_PER_READ]
            for place in range(max(len(stored), len(expected))):
                if stored[place : place + 1] != expected[place : place + 1]:
                    yield start + place
            start += RECORDS_PER_READ


async def list_chats_with_records(client: Redis) -> list[int]:
    """The chats that have records or something that was derived from some; one that gets its first meanwhile may lack.

    Args:
        client: answers in bytes.
    """
    found: set[int] = set()
    async for name in client.scan_iter(match="hf:*:records*", count=_PAGE):
        for row in (keys.records, keys.record_progress):
            if (parts := row.parse_name(name.decode())) is not None:
                found.add(int(parts["chat"]))
    return sorted(found)


def _differing(one: Mapping[int, bytes], other: Mapping[int, bytes]) -> list[int]:
    return sorted(user for user in one.keys() | other.keys() if one.get(user) != other.get(user))
