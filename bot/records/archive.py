"""The archive: finds, replays, exports and shares the finished games of a chat or a user."""

import asyncio
import re
from collections.abc import AsyncIterable, AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.records.projection import MOST_AWAITED, Projection, decode_effects, read_or_skip
from bot.store import retention
from bot.store.records import RECORDS_PER_READ, RecordStore
from bot.workers.recent import RecentValues
from engine.game_record import GameRecord, Record
from engine.packed_game import UnpackedGame, unpack_game
from engine.standings import GameEffects

GAMES_PER_PAGE: Final = 8
_CACHE_SECONDS: Final = 300.0  # how long a replayed game is kept while a user pages through it
_MOST_CACHED: Final = 16  # how many replayed games are kept, some hundred kilobytes each
_MOST_READS: Final = 50  # how many reads search a chat's records for a game: among its latest 10,000 games


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """The record of a finished game, and where it is stored."""

    chat: int
    place: int  # the record's index among the chat's records, from 0
    record: GameRecord


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """A page of a list, newest game first."""

    games: Sequence[ArchivedGame]
    number: int  # the page's number, from 0
    has_older: bool


class GameArchive:
    """Finds finished games."""

    def __init__(self, store: RecordStore, projection: Projection) -> None:
        self._store: Final = store
        self._projection: Final = projection
        self._unpacked: Final[RecentValues[UnpackedGame]] = RecentValues(_CACHE_SECONDS, most=_MOST_CACHED)
        """The replayed games by their packed bytes, so that a rewritten or deleted game is never shown in its earlier
        form.
        """

    async def list_chat_games(self, chat: int, page: int) -> ArchivePage:
        """A page of a chat's games."""
        end = await self._store.count_records(chat) - page * GAMES_PER_PAGE
        start = max(0, end - GAMES_PER_PAGE)
        games = await self._read_games(chat, start, end - start) if end > 0 else []
        return ArchivePage(games[::-1], page, has_older=start > 0)

    async def list_user_games(self, user: int, page: int) -> ArchivePage:
        """A page of a user's games over all chats, omitting games that are no longer among a chat's latest."""
        await self._projection.catch_up(user)
        noted = await self._store.read_user_history(user, GAMES_PER_PAGE + 1, page * GAMES_PER_PAGE)
        wanted: dict[int, set[str]] = {}
        for chat, game in noted[:GAMES_PER_PAGE]:
            wanted.setdefault(chat, set()).add(game)
        found = {
            (chat, one.record.id): one
            for chat, ids in wanted.items()
            for one in await self._find_games(chat, ids, len(ids))
        }
        games = [found[one] for one in noted[:GAMES_PER_PAGE] if one in found]
        return ArchivePage(games, page, has_older=len(noted) > GAMES_PER_PAGE)

    async def find_game(self, chat: int, game: str, place: int | None = None) -> ArchivedGame | None:
        """A chat's game by its id or the beginning of its id; ``None`` if it is not among the latest."""
        if place is not None:
            there = await self._read_games(chat, place, 1)
            if there and there[0].record.id.startswith(game):
                return there[0]
        return await self.find_chat_game(chat, (game,))

    async def find_chat_game(self, chat: int, prefixes: Collection[str]) -> ArchivedGame | None:
        """The chat's game whose id begins with one of these prefixes; ``None`` if it is not among the latest."""
        return next(iter(await self._find_games(chat, prefixes, 1)), None)

    async def find_user_game(self, user: int, prefixes: Collection[str]) -> ArchivedGame | None:
        """The user's game whose id begins with one of these prefixes; ``None`` if it is not kept."""
        await self._projection.catch_up(user)
        noted = await self._store.read_user_history(user, retention.USER_HISTORY_NEWEST)
        found = next((one for one in noted if one[1].startswith(tuple(prefixes))), None)
        return None if found is None else await self.find_game(*found)

    async def newest_games(self, chat: int) -> Sequence[ArchivedGame]:
        """A chat's latest games, as many as are read at a time, newest first."""
        end = await self._store.count_records(chat)
        return (await self._read_games(chat, max(0, end - RECORDS_PER_READ), RECORDS_PER_READ))[::-1]

    async def load_game(self, found: ArchivedGame) -> UnpackedGame | None:
        """A game with all of its turns; ``None`` if it is no longer kept. Raises DataError if it cannot be replayed."""
        packed = await self._store.read_packed_game(found.chat, found.record.id)
        if packed is None:
            return None
        known = self._unpacked.get_recent(packed)
        # A long game takes some tens of milliseconds, which must not block the event loop.
        return known or self._unpacked.remember(packed, await asyncio.to_thread(unpack_game, packed))

    async def read_packed_game(self, found: ArchivedGame) -> bytes | None:
        """A game as stored; ``None`` if it is no longer kept."""
        return await self._store.read_packed_game(found.chat, found.record.id)

    async def load_effects(self, found: ArchivedGame) -> GameEffects | None:
        """What the end of a game changed; ``None`` if unknown."""
        await self._projection.catch_up(found.chat, MOST_AWAITED)
        stored = await self._store.read_effects(found.chat, found.place, 1)
        return await self._projection.without_unlisted(found.chat, decode_effects(stored[0])) if stored else None

    async def _find_games(self, chat: int, prefixes: Collection[str], count: int) -> list[ArchivedGame]:
        wanted = tuple(prefixes)
        found: list[ArchivedGame] = []
        end = await self._store.count_records(chat)
        for _ in range(_MOST_READS):
            start = max(0, end - RECORDS_PER_READ)
            read = await self._read_games(chat, start, end - start) if end else []
            found += [one for one in read if one.record.id.startswith(wanted)]
            end = start
            if len(found) >= count or not end:
                break
        return found

    async def _read_games(self, chat: int, start: int, count: int) -> list[ArchivedGame]:
        stored = await self._store.read_records(chat, start, count)
        records = [(place, read_or_skip(chat, data)) for place, data in enumerate(stored, start=start)]
        return [ArchivedGame(chat, place, record) for place, record in records if isinstance(record, GameRecord)]


_encoder: Final = msgspec.json.Encoder()
MOST_BYTES: Final = 32 * 2**20  # the most bytes of one file: Telegram takes 50 MB


def to_json_line(record: Record) -> bytes:
    """A record as a line of JSON. Instants are Unix seconds."""
    kind = "game" if isinstance(record, GameRecord) else "season"
    return _encoder.encode({"record": kind, **_to_names(record)}) + b"\n"


def _to_names(value: Struct) -> dict[str, Any]:
    return {name: _to_value(getattr(value, name)) for name in value.__struct_fields__}


def _to_value(value: object) -> object:
    match value:
        case Struct():
            return _to_names(value)
        case tuple():
            return [_to_value(one) for one in value]
        case _:
            return value


async def export_files(records: AsyncIterable[Record], most_bytes: int = MOST_BYTES) -> AsyncIterator[bytes]:
    """The records' lines in files of at most ``most_bytes``, unless one line is longer; no file without records."""
    lines: list[bytes] = []
    size = 0
    async for record in records:
        line = to_json_line(record)
        if lines and size + len(line) > most_bytes:
            yield b"".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    if lines:
        yield b"".join(lines)


_QUERY: Final = re.compile(r"#(-?\d{1,20})\.([0-9a-f]{16})", re.ASCII)


def share_query(chat: int, game: str) -> str:
    """The text of an inline query that shows a game's end."""
    return f"#{chat}.{game}"


def parse_share_query(text: str) -> tuple[int, str] | None:
    """The chat and the game of an inline query made by :func:`share_query`; ``None`` for any other text."""
    found = _QUERY.fullmatch(text.strip())
    return None if found is None else (int(found[1]), found[2])
