"""Derives figures of players from a chat's records, each record once, whoever does it and whatever ends in between.

Whoever wants to read figures calls :meth:`Projection.catch_up` first. It folds the records that are not counted yet;
the script that stores the outcome compares how far it was (``fold.lua``), so that of two workers one comes to nothing.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.logs.logger import get_logger
from bot.records.folding import FORM, Fold, list_people_by_period, people_of
from bot.store.records import DerivedFigures, RecordProgress, RecordStore
from engine.errors import DataError
from engine.figures import PeriodFigures
from engine.forget_player import is_forgotten
from engine.game_record import GameRecord, Record, decode_record
from engine.standings import GameEffects, Standing

log = get_logger(__name__)

_RECORDS_PER_FOLD: Final = 20
"""How many records are folded at a time: the script takes about a millisecond then, and nobody waits for the fold."""
_BYTES_PER_FOLD: Final = 250_000
"""Of what is stored at a time, unless it comes from one record: the same for people who play very many games."""
_NEWEST: Final = 50
"""Among so many records the game is looked for that has just ended."""
_MOST_REWRITINGS: Final = 100
MOST_AWAITED: Final = 1_000
"""So many records a game's end waits for, at a millisecond each: after a restore or a rewriting there may be more."""


decode_standing: Final = msgspec.msgpack.Decoder(Standing).decode
"""What is known of a player, as stored."""

decode_figures: Final = msgspec.msgpack.Decoder(PeriodFigures).decode
"""A player's figures in a period, as stored."""

decode_effects: Final = msgspec.msgpack.Decoder(GameEffects).decode
"""What a game changed, as stored."""


class Projection:
    """Keeps what is derived from records up to date.

    Args:
        store: where records are.
    """

    def __init__(self, store: RecordStore) -> None:
        self._store: Final = store

    async def catch_up(self, chat: int, most: int | None = None) -> int:
        """Fold all records of a chat that are not counted yet; gives how many it has.

        Args:
            chat: the chat.
            most: about how many are folded, if not all of them.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached; what was folded stays so.
        """
        rewritings = folded = 0
        progress, length = await self._read_progress(chat)
        while progress.count < length and (most is None or folded < most):
            derived = await self._fold_next(chat, progress)
            folded += len(derived.effects)
            if await self._store.save_derived(chat, derived):
                progress = RecordProgress(progress.run, progress.count + len(derived.effects), derived.season, FORM)
                continue
            # Another was faster, or records were rewritten.
            former = progress
            progress, length = await self._read_progress(chat)
            rewritings += progress.run != former.run
            if rewritings > _MOST_REWRITINGS:
                raise RuntimeError(f"the records of chat {chat} are rewritten all the time")
        return length

    async def find_effects(self, chat: int, game: str) -> GameEffects | None:
        """What a game of a chat that has just ended changed.

        ``None`` if it is not among the newest records, or very many are not counted yet: news do not wait for these.
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
        """What a game changed, less the ratings of people who do not want to be shown in the chat's ranks."""
        if not effects.players:
            return effects
        unlisted = await self._store.read_unlisted(chat)
        return GameEffects(tuple(replace(one, rating=None) if one.user in unlisted else one for one in effects.players))

    async def _read_progress(self, chat: int) -> tuple[RecordProgress, int]:
        """How far what is derived is, and how many records there are; what is of another form is begun anew."""
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
    """A stored record; ``None`` for one that cannot be read, which counts for nobody and is kept as it is."""
    try:
        return decode_record(data)
    except DataError as error:
        log.warning("a record counts for nobody", chat=chat, error=error)
        return None
