"""What is kept of one person, read from all keys: for the file that they may ask for (``/mydata``)."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from redis.asyncio import Redis

from bot.store import keys
from bot.store.beginnings import Beginnings
from bot.store.daily_puzzles import DailyPuzzleStore, DailySolver
from bot.store.export import list_key_names
from bot.store.games import GameStore
from bot.store.keys import identify_key
from bot.store.puzzles import PuzzleProgress, PuzzleStore
from bot.store.record_decisions import RecordDecisions
from bot.store.restrictions import Bans
from bot.store.scope import Scope
from engine.encoding import DECODE_ERRORS

_PER_ROUND_TRIP: Final = 500


@dataclass(frozen=True, slots=True)
class StoredPersonalData:
    """What there is beside records and tables; instants are seconds of the epoch."""

    settings: dict[str, str]
    locale: str | None
    usernames: list[str]
    table_alerts: list[tuple[int, int, int]] = field(default_factory=list)
    """Chat, topic (0 for none) and since when, in milliseconds."""
    unlisted_in: list[int] = field(default_factory=list)
    rack_orders: list[str] = field(default_factory=list)
    """The short names of tables at which an order of tiles is kept."""
    puzzles: dict[str, PuzzleProgress] = field(default_factory=dict)
    """By the puzzle's id."""
    puzzle_origins: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By the puzzle's id the chats from which they came to it after the first."""
    daily_solver_in: dict[int, DailySolver] = field(default_factory=dict)
    """By chat how they do with its daily puzzles."""
    first_solver_of: list[tuple[int, str, str]] = field(default_factory=list)
    """Chat, the daily puzzle that they were the first to solve there, and the name that is told."""
    record_decisions: list[tuple[int, bytes]] = field(default_factory=list)
    """Chat, and what they decided about its records as its administrator; JSON."""
    former_acts: list[tuple[str, bytes]] = field(default_factory=list)
    """Chat or topic, and what they decided about a former table there, as administrator or host; JSON."""
    tutorial: str | None = None
    """The short name of the table of their first game; empty once they wanted none, or no more of it."""
    short_lived: list[str] = field(default_factory=list)
    """Kinds of what else is kept for minutes or a day, such as a move that was refused."""
    dead_letters: list[tuple[str, bytes]] = field(default_factory=list)
    """Updates of theirs that were given up: the reason and what came in."""
    heard_from: int | None = None
    """When the private chat was last noted."""
    banned_since: int | None = None


class PersonalDataStore:
    """Reads what is kept of people.

    Args:
        client: answers in bytes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Final = client

    async def read_user(self, user: int) -> StoredPersonalData:
        """What is kept of somebody."""
        names = await asyncio.to_thread(_identify_all, await list_key_names(self._client))
        own = [(name, kind, parts) for name, (kind, parts) in names if parts.get("user") == str(user)]
        settings: Any = await self._client.hgetall(keys.settings(user))
        locale: Any = await self._client.get(keys.user_locale(user))
        heard: Any = await self._client.zscore(keys.known_chats(keys.shard_of(user)), str(user))
        ban = (await Bans(self._client).load_bans()).get(user)
        puzzles = await PuzzleStore(self._client).load_user(user)
        games = GameStore(self._client)
        daily = DailyPuzzleStore(self._client)
        alerts: list[tuple[int, int, int]] = []
        for name, (kind, parts) in names:
            if kind == "table_alerts":
                alerts += await self._read_alerts(name, int(parts["chat"]), user)
        return StoredPersonalData(
            settings={key.decode(): value.decode() for key, value in settings.items()},
            locale=None if locale is None else locale.decode(),
            usernames=await self._find_usernames([name for name, (kind, _) in names if kind == "username"], user),
            table_alerts=alerts,
            unlisted_in=[
                int(parts["chat"])
                for name, (kind, parts) in names
                if kind == "unlisted_players" and await self._client.hexists(name, str(user))
            ],
            rack_orders=[parts["table"] for _, kind, parts in own if kind == "rack_order"],
            puzzles=dict(puzzles.progress),
            puzzle_origins=dict(puzzles.further_origins),
            daily_solver_in={
                chat: solver
                for chat in _find_chats(names, "daily_solvers")
                if (solver := await daily.load_solver(chat, user)) is not None
            },
            first_solver_of=[
                one for chat in _find_chats(names, "daily_puzzle") for one in await _find_first(daily, chat, user)
            ],
            record_decisions=[
                (chat, decision)
                for chat in _find_chats(names, "record_decisions")
                for decision in await RecordDecisions(self._client).read_decisions(chat)
                if _is_by(decision, user)
            ],
            former_acts=[
                (parts["place"], act)
                for _, (kind, parts) in names
                if kind == "former_acts"
                for act in await games.load_former_acts(Scope.parse(parts["place"]))
                if _is_by(act, user)
            ],
            tutorial=await Beginnings(self._client).read_tutorial_note(user),
            short_lived=sorted(kind for _, kind, _ in own if kind in _SHORT_LIVED),
            dead_letters=await self._read_dead_letters([n for n, (kind, _) in names if kind == "dead_letters"], user),
            heard_from=None if heard is None else int(heard),
            banned_since=None if ban is None else ban.at,
        )

    async def find_usernames(self, user: int) -> list[str]:
        """The usernames that lead to somebody."""
        pattern = keys.username.pattern.replace("{NN}", "{*}").replace("<username>", "*")
        names = [name.decode() async for name in self._client.scan_iter(match=pattern, count=_PER_ROUND_TRIP)]
        return await self._find_usernames(names, user)

    async def _find_usernames(self, names: list[str], user: int) -> list[str]:
        found: list[str] = []
        for first in range(0, len(names), _PER_ROUND_TRIP):
            part = names[first : first + _PER_ROUND_TRIP]
            pipe = self._client.pipeline(transaction=False)
            for name in part:
                pipe.get(name)
            found += [
                name.partition(":name:")[2]
                for name, whose in zip(part, await pipe.execute(), strict=True)
                if whose == str(user).encode()
            ]
        return found

    async def _read_alerts(self, name: str, chat: int, user: int) -> list[tuple[int, int, int]]:
        stored: Any = await self._client.hgetall(name)
        return [
            (chat, int(topic), int(value.decode().partition(" ")[0]))
            for key, value in stored.items()
            for topic, _, whose in (key.decode().partition(":"),)
            if whose == str(user)
        ]

    async def _read_dead_letters(self, names: Iterable[str], user: int) -> list[tuple[str, bytes]]:
        found = []
        for name in names:
            entries: Any = await self._client.xrange(name)
            for _, fields in entries:
                raw = fields.get(b"raw", b"")
                if _is_from(raw, user):
                    found.append((fields.get(b"reason", b"").decode(errors="replace"), raw))
        return found

    async def list_tables(self, user: int) -> list[Scope]:
        """Where somebody may sit at a table, without renewing anything."""
        stored: Any = await self._client.smembers(keys.user_games(user))
        return [Scope.parse(entry.decode().partition(" ")[0]) for entry in stored]


async def _find_first(daily: DailyPuzzleStore, chat: int, user: int) -> list[tuple[int, str, str]]:
    """A chat's daily puzzles, of the newest two, that somebody was the first to solve."""
    newest = await daily.load_newest(chat)
    if newest is None:
        return []
    solved = (newest.as_before(), *([] if newest.before is None else [newest.before]))
    return [(chat, one.puzzle, one.first_name) for one in solved if one.first == user]


def _is_by(decision: bytes, user: int) -> bool:
    """Whether a decision about records or a former table is somebody's; one that cannot be read is nobody's."""
    try:
        decided = msgspec.json.decode(decision)
    except DECODE_ERRORS:
        return False
    if not isinstance(decided, dict):
        return False
    action = decided.get("action")
    return user in (decided.get("by"), action.get("by") if isinstance(action, dict) else None)


def _find_chats(names: Iterable[tuple[str, tuple[str, Mapping[str, str]]]], kind: str) -> list[int]:
    """The chats that have a key of a kind."""
    return [int(parts["chat"]) for _, (found, parts) in names if found == kind]


def _is_from(raw: bytes, user: int) -> bool:
    """Whether an update is somebody's own, and not another's that answers or mentions them."""
    try:
        update = msgspec.json.decode(raw)
    except DECODE_ERRORS:
        return False
    parts = update.values() if isinstance(update, dict) else ()
    senders = [part.get("from") for part in parts if isinstance(part, dict)]
    return any(isinstance(sender, dict) and sender.get("id") == user for sender in senders)


def _identify_all(names: Iterable[str]) -> list[tuple[str, tuple[str, Mapping[str, str]]]]:
    """Names of keys with their kinds and parts, without unknown ones."""
    return [(name, found) for name in names if (found := identify_key(name))]


_SHORT_LIVED: Final = frozenset(
    {"pending_request", "refused_move", "chosen_table", "pending_table", "closed", "broadcast_draft"}
)
