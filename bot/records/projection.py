"""Derives players' figures from a chat's records, counting each record once, despite several workers and crashes.

Readers of figures first call :meth:`Projection.catch_up`. It adds the records that are not counted yet; the script that
stores the result (``add_records.lua``) compares the progress, so of two workers only one succeeds.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.logs import get_logger
from bot.store import keys, retention
from bot.store.records import RECORDS_PER_READ, DerivedFigures, RecordProgress, RecordStore
from engine.computer_ids import is_computer
from engine.errors import DataError
from engine.figures import PeriodFigures, add_game_figures, figures_of_game, is_lasting, periods_of
from engine.forget_player import is_forgotten
from engine.game_record import GameRecord, Record, SeasonBegun, decode_record
from engine.standings import GameEffects, Standing, add_game

log = get_logger(__name__)

FORM: Final = 3
"""The version of the derived data's form. Raise it whenever the same records give another result: then each chat's
figures are derived again when they are next read, even if another version of the bot has derived them.
"""

_NOTHING: Final = PeriodFigures()
_encoder: Final = msgspec.msgpack.Encoder()


class Fold:
    """The data derived so far; ``season`` is the latest season before the records to add."""

    def __init__(self, season: int = 0) -> None:
        self.season = season
        self.standings: dict[int, Standing] = {}  # the standings, by user
        self.figures: dict[str, dict[int, PeriodFigures]] = {}  # the figures, by period and user
        self.effects: list[bytes] = []  # what each added record changed, as stored
        self.newest: dict[str, int] = {}  # when the last game of each period ended; Unix seconds

    def add_record(self, record: Record | None) -> None:
        """Add a record; an unreadable one, given as ``None``, does not count."""
        changed = GameEffects()
        match record:
            case SeasonBegun(number=number):
                self.season = number
            case GameRecord() if record.counts:
                after, changed = add_game(self.standings, record)
                self.standings |= after
                self._add_to_periods(record)
            case _:
                pass
        self.effects.append(_encoder.encode(changed))

    def _add_to_periods(self, record: GameRecord) -> None:
        of_people = {
            player.user: figures_of_game(record, player) for player in record.players if not is_computer(player.user)
        }
        for period in periods_of(record.ended, self.season):
            known = self.figures.setdefault(period, {})
            self.newest[period] = max(self.newest.get(period, 0), record.ended)
            for user, of_game in of_people.items():
                known[user] = add_game_figures(known.get(user, _NOTHING), of_game, in_streaks=not record.is_too_short)

    def encode_standings(self) -> dict[int, bytes]:
        """The standings by user, as stored."""
        return {user: _encoder.encode(standing) for user, standing in self.standings.items()}

    def encode_figures(self) -> dict[str, dict[int, bytes]]:
        """The figures by period and user, as stored."""
        return {
            period: {user: _encoder.encode(one) for user, one in of_users.items()}
            for period, of_users in self.figures.items()
        }


def people_of(record: GameRecord) -> list[int]:
    """The users of a game, without computer players."""
    return [player.user for player in record.players if not is_computer(player.user)]


def list_people_by_period(records: Sequence[Record | None], season: int) -> dict[str, set[int]]:
    """The users whose figures change through these records, by period; ``season``: the latest one before them."""
    found: dict[str, set[int]] = {}
    for record in records:
        match record:
            case SeasonBegun(number=number):
                season = number
            case GameRecord() if record.counts:
                for period in periods_of(record.ended, season):
                    found.setdefault(period, set()).update(people_of(record))
            case _:
                pass
    return found


_RECORDS_PER_FOLD: Final = 20
"""How many records are added at a time: the script takes about a millisecond, which delays nothing."""

_BYTES_PER_FOLD: Final = 250_000
"""How many bytes are stored at a time, unless one record has more: some users play very many games."""

_NEWEST: Final = 50  # among how many of the latest records a game that has just ended is searched
_MOST_REWRITINGS: Final = 100

MOST_AWAITED: Final = 1_000
"""The most records for which the end of a game waits, at a millisecond each: after a restore there may be more."""

decode_standing: Final = msgspec.msgpack.Decoder(Standing).decode  # decodes what is stored of a player's standing
decode_figures: Final = msgspec.msgpack.Decoder(PeriodFigures).decode  # decodes a player's figures in a period
decode_effects: Final = msgspec.msgpack.Decoder(GameEffects).decode  # decodes what a game changed


class Projection:
    """Keeps the data derived from records up to date."""

    def __init__(self, store: RecordStore) -> None:
        self._store: Final = store

    async def catch_up(self, chat: int, most: int | None = None) -> int:
        """Count all uncounted records of a chat, or about ``most`` of them; return how many records the chat has."""
        rewritings = folded = 0
        progress, length = await self._read_progress(chat)
        while progress.count < length and (most is None or folded < most):
            derived = await self._fold_next(chat, progress)
            folded += len(derived.effects)
            if await self._store.save_derived(chat, derived):
                progress = RecordProgress(progress.run, progress.count + len(derived.effects), derived.season, FORM)
                continue
            # Another worker was faster, or the records were rewritten.
            former = progress
            progress, length = await self._read_progress(chat)
            rewritings += progress.run != former.run
            if rewritings > _MOST_REWRITINGS:
                raise RuntimeError(f"the records of chat {chat} are rewritten all the time")
        return length

    async def find_effects(self, chat: int, game: str) -> GameEffects | None:
        """The effects of a chat's game that has just ended.

        ``None`` if it is not among the latest records, or too many records are uncounted for the news to wait.
        """
        length = await self.catch_up(chat, MOST_AWAITED)
        start = max(0, length - _NEWEST)
        records = await self._store.read_records(chat, start)
        effects = await self._store.read_effects(chat, start)
        for record, what in zip((read_or_skip(chat, data) for data in records), effects, strict=False):
            if isinstance(record, GameRecord) and record.id.startswith(game):
                return await self.without_unlisted(chat, decode_effects(what))
        return None

    async def without_unlisted(self, chat: int, effects: GameEffects) -> GameEffects:
        """A game's effects without the ratings of users who hide from the chat's rankings."""
        if not effects.players:
            return effects
        unlisted = await self._store.read_unlisted(chat)
        return GameEffects(tuple(replace(one, rating=None) if one.user in unlisted else one for one in effects.players))

    async def _read_progress(self, chat: int) -> tuple[RecordProgress, int]:
        """The progress and the number of records; data derived in another form are dropped first."""
        progress, length = await self._store.read_progress(chat)
        while progress.count and progress.form != FORM:
            await self._store.restart_derivation(chat)
            progress, length = await self._store.read_progress(chat)
        return progress, length

    async def _fold_next(self, chat: int, progress: RecordProgress) -> DerivedFigures:
        stored = await self._store.read_records(chat, progress.count, _RECORDS_PER_FOLD)
        records = [read_or_skip(chat, record) for record in stored]
        while (derived := await self._fold(chat, progress, records)).size > _BYTES_PER_FOLD and len(records) > 1:
            records = records[: len(records) // 2]
        return derived

    async def _fold(self, chat: int, progress: RecordProgress, records: Sequence[Record | None]) -> DerivedFigures:
        games = [record for record in records if isinstance(record, GameRecord)]
        fold = Fold(progress.season)
        standings, figures = await self._store.read_derived(
            chat,
            {user for record in games for user in people_of(record)},
            list_people_by_period(records, progress.season),
        )
        fold.standings = {user: decode_standing(data) for user, data in standings.items()}
        fold.figures = {
            period: {user: decode_figures(data) for user, data in of_users.items()}
            for period, of_users in figures.items()
        }
        for record in records:
            fold.add_record(record)
        await self._store.note_users(
            chat,
            [(game.id, game.ended, [user for user in people_of(game) if not is_forgotten(user)]) for game in games],
        )
        return DerivedFigures(progress, fold.season, FORM, fold.effects, fold.encode_standings(), fold.encode_figures())


def read_or_skip(chat: int, data: bytes) -> Record | None:
    """A stored record; ``None`` for an unreadable one, which does not count and stays as it is."""
    try:
        return decode_record(data)
    except DataError as error:
        log.warning("a record counts for nobody", chat=chat, error=error)
        return None


_TRIES: Final = 20
_PAGE: Final = 1_000


class ChatBusy(Exception):
    """A chat's figures changed at every attempt to compare them."""

    def __init__(self, chat: int) -> None:
        super().__init__(f"the figures of chat {chat} change all the time; try again")


@dataclass(frozen=True, slots=True)
class ComparedFigures:
    """A chat's stored figures, compared with those that its records give."""

    chat: int
    records: int
    """How many records the stored figures count; 0 if another version derived them, so that they are ignored."""
    differences: tuple[str, ...]
    """What differs, as ``standings 7`` or ``figures ever 7``: kind, period, and user or index."""


class Rebuilder:
    """Compares stored figures with records, and derives them anew."""

    def __init__(self, store: RecordStore, now: float) -> None:
        self._store: Final = store
        self._now: Final = now

    async def compare_chat(self, chat: int) -> ComparedFigures:
        """Compare a chat's stored figures with those that its records give; changes nothing. Raises ChatBusy."""
        for _ in range(_TRIES):
            progress, _ = await self._store.read_progress(chat)
            if progress.count and progress.form != FORM:
                # Another version has derived these, so the next reader derives them again.
                return ComparedFigures(chat, 0, ())
            fold = await self._fold_anew(chat, progress.count)
            found = [what async for what in self._find_differences(chat, fold)]
            if fold.season != progress.season:
                found.append("season")
            if (await self._store.read_progress(chat))[0] == progress:
                return ComparedFigures(chat, progress.count, tuple(sorted(found)))
        raise ChatBusy(chat)

    async def rebuild_chat(self, chat: int) -> ComparedFigures:
        """Derive a chat's figures anew from all its records; return what differed before. Raises ChatBusy."""
        compared = await self.compare_chat(chat)
        await self._store.restart_derivation(chat)
        records = await Projection(self._store).catch_up(chat)
        return ComparedFigures(chat, records, compared.differences)

    async def _fold_anew(self, chat: int, count: int) -> Fold:
        fold = Fold()
        async for records in self._store.read_in_parts(chat, count):
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
    """The chats with records or derived data; may lack one that gets its first meanwhile."""
    found: set[int] = set()
    async for name in client.scan_iter(match="hf:*:records*", count=_PAGE):
        for row in (keys.records, keys.record_progress):
            if (parts := row.parse_name(name.decode())) is not None:
                found.add(int(parts["chat"]))
    return sorted(found)


def _differing(one: Mapping[int, bytes], other: Mapping[int, bytes]) -> list[int]:
    return sorted(user for user in one.keys() | other.keys() if one.get(user) != other.get(user))
