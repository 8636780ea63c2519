"""The store of groups' history: records of finished games, data derived from them, and the games themselves.

It handles them as bytes; :mod:`bot.records` knows their meaning. The commits that end games append records
(:mod:`bot.store.games`). Lists are read and written in parts, so that nothing waits for a group with 100,000 games.
"""

import math
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.scripts import Script
from bot.store.shard_ownership import RedisStore
from engine.figures import is_lasting


@dataclass(frozen=True, slots=True)
class RecordProgress:
    """How far the derivation from a chat's records has come."""

    run: int  # changes when records are rewritten, so that all data are derived again
    count: int  # how many records are derived from
    season: int  # the number of the latest season among these records
    form: int  # the version of the derived data's form; 0 if it was written before forms had versions


@dataclass(frozen=True, slots=True)
class DerivedFigures:
    """The data derived from a chat's further records."""

    progress: RecordProgress  # up to where records were derived from before
    season: int  # the number of the latest season, these records included
    form: int  # see `RecordProgress.form`
    effects: Sequence[bytes]  # one for each further record
    standings: Mapping[int, bytes] = field(default_factory=dict)  # the new standings, by user
    figures: Mapping[str, Mapping[int, bytes]] = field(default_factory=dict)  # the new figures, by period and user

    @property
    def size(self) -> int:
        """The size in bytes."""
        of_users = (self.standings, *self.figures.values())
        return sum(map(len, self.effects)) + sum(len(value) for one in of_users for value in one.values())


RECORDS_PER_READ: Final = 200  # how many records are read at a time: some 50 kB
_FIELDS_PER_READ: Final = 500
_KEYS_OF_GAME: Final = (keys.packed_game, keys.game_analysis, keys.shared_picture)
_FOLDED_MEANWHILE: Final = 2  # the answer of `rewrite_records.lua` if records were counted since the keys were listed


class RecordStore(RedisStore):
    """Reads records, and reads and writes the data derived from them."""

    _add_records_script: Final = Script("add_records")
    _rewrite_script: Final = Script("rewrite_records")

    async def read_progress(self, chat: int) -> tuple[RecordProgress, int]:
        """How far the derivation has come, and how many records there are."""
        async with self._client.pipeline(transaction=False) as pipe:
            pipe.hmget(keys.record_progress(chat), "run", "count", "season", "form")
            pipe.llen(keys.records(chat))
            (*numbers, note), length = await pipe.execute()
        run, count, season = (int(value or 0) for value in numbers)
        stored_form, _, noted_with = (note or b"").partition(b" ")
        # A version of the bot without forms updates only run and count, so the form would not belong to them.
        form = int(stored_form) if noted_with == b"%d %d" % (run, count) else 0
        return RecordProgress(run, count, season, form), int(length)

    async def count_records(self, chat: int) -> int:
        """How many records a chat has."""
        return int(await self._client.llen(keys.records(chat)))

    async def read_records(self, chat: int, start: int, count: int = RECORDS_PER_READ) -> list[bytes]:
        """Records starting at index ``start``; fewer at the end of the list."""
        return cast("list[bytes]", await self._client.lrange(keys.records(chat), start, start + count - 1))

    async def read_in_parts(self, chat: int, count: float = math.inf) -> AsyncIterator[list[bytes]]:
        """The first ``count`` records, by default all, a part at a time; fewer if some are erased meanwhile."""
        start = 0
        while start < count:
            records = await self.read_records(chat, start, int(min(RECORDS_PER_READ, count - start)))
            if not records:
                return
            yield records
            start += len(records)

    async def read_effects(self, chat: int, start: int, count: int = RECORDS_PER_READ) -> list[bytes]:
        """The effects of records starting at index ``start``."""
        return cast("list[bytes]", await self._client.lrange(keys.record_effects(chat), start, start + count - 1))

    async def read_standings(self, chat: int, users: Iterable[int]) -> dict[int, bytes]:
        """The standings of these users; users without one are missing."""
        return (await self.read_derived(chat, tuple(users), {}))[0]

    async def read_figures(self, chat: int, period: str, users: Iterable[int]) -> dict[int, bytes]:
        """The figures of these users in a period; users without any are missing."""
        return (await self.read_derived(chat, (), {period: tuple(users)}))[1][period]

    async def read_derived(
        self, chat: int, users: Collection[int], periods: Mapping[str, Collection[int]]
    ) -> tuple[dict[int, bytes], dict[str, dict[int, bytes]]]:
        """Standings of users, and figures of users by period, in one round trip; missing ones are left out."""
        wanted = [
            (keys.standings(chat), sorted(users)),
            *((keys.figures(chat, period), sorted(some)) for period, some in periods.items()),
        ]
        pipe = self._client.pipeline(transaction=False)
        for key, some in wanted:
            if some:
                pipe.hmget(key, [str(user) for user in some])
        answers = iter(await pipe.execute())
        standings, *figures = (
            {user: value for user, value in zip(some, next(answers) if some else (), strict=True) if value is not None}
            for _, some in wanted
        )
        return standings, dict(zip(periods, figures, strict=True))

    async def all_standings(self, chat: int) -> dict[int, bytes]:
        """All standings, by user."""
        return {user: value async for user, value in self._scan(keys.standings(chat))}

    async def all_figures(self, chat: int, period: str) -> dict[int, bytes]:
        """All figures of a period, by user."""
        return {user: value async for user, value in self._scan(keys.figures(chat, period))}

    async def _scan(self, key: str) -> AsyncIterator[tuple[int, bytes]]:
        async for user, value in self._client.hscan_iter(key, count=_FIELDS_PER_READ):
            yield int(user), value

    async def save_derived(self, chat: int, derived: DerivedFigures) -> bool:
        """Store derived data; returns ``False``, storing nothing, after another call's or a rewriting of records.

        The users' lists of chats are written first, so that no chat is missing if the process ends in between.
        """
        progress, folded = derived.progress, derived.progress.count + len(derived.effects)
        return bool(
            await self._add_records_script(
                self._client,
                (
                    keys.record_progress(chat),
                    keys.records(chat),
                    keys.standings(chat),
                    keys.record_effects(chat),
                    *(keys.figures(chat, period) for period in derived.figures),
                ),
                {
                    "run": progress.run,
                    "count": progress.count,
                    "folded": folded,
                    "season": derived.season,
                    "form": f"{derived.form} {progress.run} {folded}",
                    "standings": [part for user, value in derived.standings.items() for part in (user, value)],
                    "effects": derived.effects,
                    "figures": [
                        [part for user, value in of_users.items() for part in (user, value)]
                        for of_users in derived.figures.values()
                    ],
                    "seconds": [0 if is_lasting(period) else retention.PERIOD_SECONDS for period in derived.figures],
                },
            )
        )

    async def rewrite_records(self, chat: int, progress: RecordProgress, rewritten: Mapping[int, bytes]) -> bool:
        """Rewrite records by index and restart the derivation; ``False`` after another call's, or a migration."""
        length = max(rewritten, default=-1) + 1
        parts = [part for place, record in sorted(rewritten.items()) for part in (place, record)]
        return await self._restart(chat, progress, {"length": length, "rewritten": parts, "erase": False})

    async def restart_derivation(self, chat: int) -> None:
        """Restart the derivation of all data."""
        while not await self.rewrite_records(chat, (await self.read_progress(chat))[0], {}):
            pass

    async def erase_games(self, chat: int, games: Iterable[tuple[str, Iterable[int]]]) -> None:
        """Delete games of a chat, also from their users' lists; idempotent."""
        users_of = {game: tuple(users) for game, users in games}
        members: dict[int, list[str]] = {}
        for game, users in users_of.items():
            for user in users:
                members.setdefault(user, []).append(f"{chat} {game}")
        for user, of_user in members.items():
            await self._client.srem(keys.user_record_chats(user), str(chat))
            await self._client.zrem(keys.user_history(user), *of_user)
        if users_of:
            await self._client.unlink(*(k(chat, g) for g in users_of for k in _KEYS_OF_GAME))

    async def erase_records(self, chat: int, count: int) -> bool:
        """Delete a chat's records and derived data, its puzzles, and the list of users hidden from its ranking.

        Nothing is deleted (``False``) if the number of records is not ``count``, or the chat has migrated.
        """
        progress, _ = await self.read_progress(chat)
        if not await self._restart(chat, progress, {"length": count, "rewritten": [], "erase": True}):
            return False
        await self._client.unlink(keys.unlisted_players(chat))
        found: Any = await self._client.hvals(keys.chat_puzzles(chat))
        for puzzle in (puzzle for of_game in found for puzzle in of_game.decode().split()):
            await self._client.unlink(keys.stored_puzzle(puzzle))
        await self._client.unlink(keys.chat_puzzles(chat))
        return True

    async def _restart(self, chat: int, progress: RecordProgress, what: Mapping[str, Any]) -> bool:
        """Change records and delete derived data; ``False`` if the progress is no longer ``progress``."""
        while True:
            # A derivation that runs meanwhile may add a key that the script does not know; then repeat all.
            now, _ = await self.read_progress(chat)
            if now.run != progress.run:
                return False
            derived = await self.list_derived_keys(chat)
            names = (keys.record_progress(chat), keys.records(chat), keys.game(Scope(chat)), *derived)
            done = int(await self._rewrite_script(self._client, names, {"run": now.run, "count": now.count, **what}))
            if done != _FOLDED_MEANWHILE:
                return done == 1

    async def list_derived_keys(self, chat: int) -> list[str]:
        """The keys of all data derived from a chat's records."""
        pattern = keys.figures(chat, "*").replace("[", "\\[")
        found = {name.decode() async for name in self._client.scan_iter(match=pattern, count=_FIELDS_PER_READ)}
        return [keys.standings(chat), keys.record_effects(chat), *sorted(found)]

    async def read_packed_games(self, chat: int, games: Sequence[str]) -> dict[str, tuple[bytes, int]]:
        """The finished games that are still kept, by id, with their remaining milliseconds; -1 for no expiry."""
        pipe = self._client.pipeline(transaction=False)
        for game in games:
            pipe.get(keys.packed_game(chat, game))
            pipe.pttl(keys.packed_game(chat, game))
        found = await pipe.execute()
        return {
            game: (data, int(left_ms))
            for game, data, left_ms in zip(games, found[::2], found[1::2], strict=True)
            if data is not None and int(left_ms) >= -1
        }

    async def read_packed_game(self, chat: int, game: str) -> bytes | None:
        """A finished game, or ``None`` if it is no longer kept."""
        return cast("bytes | None", await self._client.get(keys.packed_game(chat, game)))

    async def note_users(
        self, chat: int, games: Iterable[tuple[str, int, Iterable[int]]], former: int | None = None
    ) -> None:
        """Note with users the chats whose records name them; idempotent.

        ``games``: each game's id, when it ended, and its users. ``former``: the group that the chat was before it
        migrated, which is removed from the lists.
        """
        ended_of: dict[int, dict[str, int]] = {}
        for game, ended, users in games:
            for user in users:
                ended_of.setdefault(user, {})[game] = ended
        if not ended_of:
            return
        pipe = self._client.pipeline(transaction=False)
        for user in ended_of:
            pipe.hget(keys.settings(user), "ranks")
        for user, ended_by_game in ended_of.items():
            chats, history = keys.user_record_chats(user), keys.user_history(user)
            pipe.sadd(chats, str(chat))
            pipe.zadd(history, {f"{chat} {game}": ended for game, ended in ended_by_game.items()})
            if former is not None:
                pipe.srem(chats, str(former))
                pipe.zrem(history, *(f"{former} {game}" for game in ended_by_game))
            pipe.zremrangebyrank(history, 0, -retention.USER_HISTORY_NEWEST - 1)
            pipe.expire(history, retention.IDLE_SECONDS)
        for user, ranks in zip(ended_of, await pipe.execute(), strict=False):
            if ranks == b"hidden":
                await self.set_unlisted(chat, user, unlisted=True)

    async def set_unlisted(self, chat: int, user: int, *, unlisted: bool) -> None:
        """Note whether a user is hidden from a chat's ranking."""
        key = keys.unlisted_players(chat)
        if unlisted:
            await self._client.hset(key, str(user), "1")
        else:
            await self._client.hdel(key, str(user))

    async def read_unlisted(self, chat: int) -> frozenset[int]:
        """The users hidden from a chat's ranking."""
        stored: Any = await self._client.hkeys(keys.unlisted_players(chat))
        return frozenset(int(user) for user in stored)

    async def read_user_chats(self, user: int) -> list[int]:
        """The chats whose records name a user."""
        stored: Any = await self._client.smembers(keys.user_record_chats(user))
        return sorted(int(chat) for chat in stored)

    async def read_user_history(self, user: int, count: int, start: int = 0) -> list[tuple[int, str]]:
        """A user's latest games, newest first, each a chat and the game's id."""
        stored: Any = await self._client.zrevrange(keys.user_history(user), start, start + count - 1)
        found = (member.decode().partition(" ") for member in stored)
        return [(int(chat), game) for chat, _, game in found]


class AnalysisStore(RedisStore):
    """Keeps an analysis as long as its game."""

    _keep_script: Final = Script("keep_analysis")

    async def save_analysis(self, chat: int, game: str, version: int, found: bytes) -> bool:
        """Save the analysis of a game; ``False`` if the game is no longer kept."""
        names = (keys.packed_game(chat, game), keys.game_analysis(chat, game))
        return bool(await self._keep_script(self._client, names, [b"%d\n" % version + found]))

    async def read_analysis(self, chat: int, game: str, version: int) -> bytes | None:
        """The analysis of a game made by this version, or ``None``."""
        stored: Any = await self._client.get(keys.game_analysis(chat, game))
        if stored is None:
            return None
        head, _, found = stored.partition(b"\n")
        return bytes(found) if head == b"%d" % version else None
