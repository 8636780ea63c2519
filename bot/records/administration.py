"""What administrators do with a chat's records: begin seasons, leave games out, export, erase.

Each action happens once, even if its update is handled again after a crash, and is noted as a :class:`RecordDecision`.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.logs import get_logger
from bot.records.projection import MOST_AWAITED, Projection, people_of, read_or_skip
from bot.store.chats import RecordDecisions
from bot.store.records import RECORDS_PER_READ, RecordStore
from engine.encoding import DECODE_ERRORS
from engine.game_record import GameRecord, Record, SeasonBegun, encode_record

log = get_logger(__name__)

DecisionKind = Literal["season", "leave-out", "count", "erase"]
"""``season`` begins a season, ``leave-out`` makes a game count for nobody, ``count`` reverts that, ``erase`` deletes
all records.
"""


class RecordDecision(Struct, frozen=True, omit_defaults=True):
    """A decision about a chat's records."""

    kind: DecisionKind
    at: datetime  # in UTC
    name: str  # the name of the user who decided; empty for an anonymous administrator
    update: int  # the update that asked for it
    number: int = 0  # the season's number, or how many games were erased
    game: str = ""  # the game's id
    ruleset: str = ""  # the game's ruleset
    ended: int = 0  # when the game ended; Unix seconds
    by: int = 0  # the id of the user who decided, so that they can be forgotten; 0 for an anonymous administrator


encode_decision: Final[Callable[[RecordDecision], bytes]] = msgspec.json.Encoder().encode

_decoder: Final = msgspec.json.Decoder(RecordDecision)


def decode_decisions(stored: Iterable[bytes]) -> list[RecordDecision]:
    """Decode stored decisions, in order, omitting unreadable ones."""
    found = []
    for data in stored:
        try:
            found.append(_decoder.decode(data))
        except DECODE_ERRORS as error:
            log.warning("a decision about records cannot be read", error=error)
    return found


_MOST_CONFLICTS: Final = 100


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """How many records of each kind a chat has."""

    records: int  # records of all kinds
    season: int  # the number of the latest season; 0 if none was begun

    @property
    def games(self) -> int:
        """The number of games; exact if all seasons were begun in this chat."""
        return max(0, self.records - self.season)


@dataclass(frozen=True, slots=True)
class PlacedGame:
    """A game's record, with its index (from 0) among the chat's records."""

    place: int
    record: GameRecord


class RecordAdministration:
    """Changes the records of chats."""

    def __init__(self, store: RecordStore, decisions: RecordDecisions, projection: Projection) -> None:
        self._store: Final = store
        self._decisions: Final = decisions
        self._projection: Final = projection

    async def summarize(self, chat: int) -> RecordSummary:
        """How many records a chat has, and its season, as far as both can be derived without a long wait."""
        await self._projection.catch_up(chat, MOST_AWAITED)
        progress, count = await self._store.read_progress(chat)
        return RecordSummary(count, progress.season)

    async def begin_season(self, chat: int, season: SeasonBegun, decision: RecordDecision) -> bool:
        """Begin a season; ``False`` if it is not the next one, because another update has begun that."""
        for _ in range(_MOST_CONFLICTS):
            await self._projection.catch_up(chat)
            if await self._decisions.begin_season(
                chat, encode_record(season), season.number, encode_decision(decision), decision.update
            ):
                return True
            if (await self.summarize(chat)).season + 1 != season.number:
                return False
        raise RuntimeError(f"games of chat {chat} end all the time")

    async def newest_games(
        self, chat: int, most: int, before: int | None = None
    ) -> tuple[list[PlacedGame], int | None]:
        """At most ``most`` games before an index, newest first, and the index before which older ones begin, if any."""
        end = await self._store.count_records(chat) if before is None else before
        found: list[PlacedGame] = []
        while end > 0:
            start = max(0, end - RECORDS_PER_READ)
            records = await self._read(chat, start, end - start)
            for place in range(start + len(records) - 1, start - 1, -1):
                record = records[place - start]
                if isinstance(record, GameRecord):
                    if len(found) == most:
                        return found, found[-1].place
                    found.append(PlacedGame(place, record))
            end = start
        return found, None

    async def find_game(self, chat: int, place: int, game: str) -> PlacedGame | None:
        """The game at an index; ``None`` if another game is there now."""
        for record in await self._read(chat, place, 1):
            if isinstance(record, GameRecord) and record.id == game:
                return PlacedGame(place, record)
        return None

    async def set_left_out(self, chat: int, placed: PlacedGame, decision: RecordDecision) -> PlacedGame | None:
        """Leave a game out of the figures, or count it again, and derive them anew; ``None`` if another update did."""
        left_out, now = decision.kind == "leave-out", placed
        for _ in range(_MOST_CONFLICTS):
            if now.record.left_out == left_out:
                break
            progress, _ = await self._store.read_progress(chat)
            found = await self.find_game(chat, placed.place, placed.record.id)
            if found is None:
                return None
            now = PlacedGame(placed.place, replace(found.record, left_out=left_out))
            if await self._store.rewrite_records(chat, progress, {now.place: encode_record(now.record)}):
                break
            now = found
        else:
            raise RuntimeError(f"the records of chat {chat} are rewritten all the time")
        if now is placed and await self._is_decided_by_another(chat, decision, ("leave-out", "count")):
            return None
        await self._decisions.note_decision(chat, encode_decision(decision), decision.update)
        return now

    async def erase(self, chat: int, decision: RecordDecision) -> bool:
        """Erase all records of a chat; ``False`` if another update has done so."""
        had = 0
        for _ in range(_MOST_CONFLICTS):
            seen = 0
            async for part in self._parts(chat):
                games = [record for record in part if isinstance(record, GameRecord)]
                await self._store.erase_games(chat, [(game.id, people_of(game)) for game in games])
                seen, had = seen + len(part), had + len(games)
            if await self._store.erase_records(chat, seen):
                break
        else:
            raise RuntimeError(f"games of chat {chat} end all the time")
        if not had and await self._is_decided_by_another(chat, decision, ("erase",)):
            return False
        await self._decisions.note_decision(chat, encode_decision(decision), decision.update)
        return True

    async def _is_decided_by_another(
        self, chat: int, decision: RecordDecision, kinds: tuple[DecisionKind, ...]
    ) -> bool:
        noted = [one for one in await self.read_decisions(chat) if one.kind in kinds and one.game == decision.game]
        return bool(noted) and noted[-1].kind == decision.kind and noted[-1].update != decision.update

    async def read_decisions(self, chat: int) -> list[RecordDecision]:
        """The latest decisions about a chat's records, oldest first."""
        return decode_decisions(await self._decisions.read_decisions(chat))

    async def all_records(self, chat: int) -> AsyncIterator[Record]:
        """All readable records of a chat, oldest first."""
        async for part in self._parts(chat):
            for record in part:
                if record is not None:
                    yield record

    async def _parts(self, chat: int) -> AsyncIterator[list[Record | None]]:
        async for part in self._store.read_in_parts(chat):
            yield [read_or_skip(chat, data) for data in part]

    async def _read(self, chat: int, start: int, count: int) -> list[Record | None]:
        return [read_or_skip(chat, data) for data in await self._store.read_records(chat, start, count)]
