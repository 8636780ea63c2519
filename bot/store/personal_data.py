"""Personal data: what is kept of one user (``/mydata``), requests to be forgotten, and forgotten users."""

import asyncio
import hashlib
import hmac
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar, cast

import msgspec
from msgspec import Struct
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from bot.store import keys
from bot.store.chats import RecordDecisions
from bot.store.export import list_key_names
from bot.store.games import GameStore
from bot.store.keys import BOT_OWNER_SHARD, Scope, identify_key
from bot.store.people import Bans, OnboardingStore, PendingTables, WebStore
from bot.store.puzzles import DailyPuzzleStore, DailySolver, PuzzleStore, UserPuzzles
from bot.store.retention import PERSONAL_FILE_SECONDS
from bot.store.shard_ownership import FencedStore, RedisStore
from engine.encoding import DECODE_ERRORS

T = TypeVar("T")
R = TypeVar("R")
_KEYS_PER_SCAN: Final = 500
_PER_ROUND_TRIP: Final = 100  # keys read at a time
_AT_ONCE: Final = 16  # commands sent at the same time, as others need the connections too


class TableAlert(NamedTuple):
    """A user's subscription to a chat's next table."""

    chat: int
    topic: int  # 0 for none
    since_ms: int
    name: str  # the name by which others are told who waits for a table


@dataclass(frozen=True, slots=True)
class StoredPersonalData:
    """Personal data outside records and tables; instants are Unix seconds."""

    settings: dict[str, str]
    locale: str | None
    usernames: list[str]
    puzzles: UserPuzzles
    table_alerts: list[TableAlert] = field(default_factory=list)
    unlisted_in: list[int] = field(default_factory=list)
    rack_orders: list[str] = field(default_factory=list)  # the short names of tables with a saved order of tiles
    plans: dict[str, Mapping[str, str]] = field(default_factory=dict)
    """The moves planned on board pages, by the table's short name; each as tiles by cells."""
    pending_table: str | None = None  # the game, with its options, that they want to open in a group to be chosen
    daily_solver_in: dict[int, DailySolver] = field(default_factory=dict)  # by chat, results of daily puzzles
    first_solver_of: list[tuple[int, str, str]] = field(default_factory=list)
    """Chat, the daily puzzle that the user was the first to solve there, and the name shown."""
    record_decisions: list[tuple[int, bytes]] = field(default_factory=list)
    """Chat, and the user's decision about its records as administrator; JSON."""
    audit_entries: list[tuple[str, bytes]] = field(default_factory=list)
    """Chat or topic, and the user's decision about a former table there, as administrator or host; JSON."""
    tutorial: str | None = None
    """The short name of the table of the user's first game; empty after they declined or left it."""
    short_lived: list[str] = field(default_factory=list)
    """Kinds of other data kept for minutes or a day, such as a refused move."""
    dead_letters: list[tuple[str, bytes]] = field(default_factory=list)
    """The user's updates that became dead letters, each with the reason."""
    heard_from: int | None = None  # when the user's private chat was last noted
    banned_since: int | None = None


class PersonalDataStore(RedisStore):
    """Reads what is stored about users."""

    async def read_user(self, user: int) -> StoredPersonalData:
        """The personal data of a user."""
        names = await asyncio.to_thread(_identify_all, await list_key_names(self._client))
        own = [(kind, parts) for _, (kind, parts) in names if parts.get("user") == str(user)]
        settings, locale, heard = await asyncio.gather(
            cast("Awaitable[dict[bytes, bytes]]", self._client.hgetall(keys.settings(user))),
            cast("Awaitable[bytes | None]", self._client.get(keys.user_locale(user))),
            self._client.zscore(keys.known_chats(keys.shard_of(user)), str(user)),
        )
        bans, puzzles, tutorial, pending = await asyncio.gather(
            Bans(self._client).load_bans(),
            PuzzleStore(self._client).load_user(user),
            OnboardingStore(self._client).read_tutorial_note(user),
            PendingTables(self._client).load_pending_table(user),
        )
        games, decisions, web = GameStore(self._client), RecordDecisions(self._client), WebStore(self._client)
        daily = DailyPuzzleStore(self._client)
        ban = bans.get(user)
        solvers = await _read_each(lambda chat: daily.load_solver(chat, user), _find_chats(names, "daily_solvers"))
        decided = await _read_each(decisions.read_decisions, _find_chats(names, "record_decisions"))
        places = [parts["place"] for _, (kind, parts) in names if kind == "audit_entries"]
        usernames = [name for name, (kind, _) in names if kind == "username"]
        audited = await _read_each(lambda place: games.load_audit_entries(Scope.parse(place)), places)
        return StoredPersonalData(
            settings={key.decode(): value.decode() for key, value in settings.items()},
            locale=None if locale is None else locale.decode(),
            usernames=[_username_in(key) for key in await find_username_keys(self._client, usernames, user)],
            table_alerts=await self._read_alerts(_find_chats(names, "table_alerts"), user),
            unlisted_in=await self._find_unlisted(_find_chats(names, "unlisted_players"), user),
            rack_orders=_tables_of(own, "rack_order"),
            plans={table: await web.load_plan(user, table) for table in _tables_of(own, "web_plan")},
            puzzles=puzzles,
            pending_table=pending,
            daily_solver_in={chat: solver for chat, solver in solvers if solver is not None},
            first_solver_of=await _find_first(daily, _find_chats(names, "daily_puzzle"), user),
            record_decisions=[(chat, one) for chat, stored in decided for one in stored if _is_by(one, user)],
            audit_entries=[(place, one) for place, stored in audited for one in stored if _is_by(one, user)],
            tutorial=tutorial,
            short_lived=sorted({kind for kind, _ in own} & _SHORT_LIVED),
            dead_letters=await self._read_dead_letters([n for n, (kind, _) in names if kind == "dead_letters"], user),
            heard_from=None if heard is None else int(heard),
            banned_since=None if ban is None else ban.at,
        )

    async def has_new_file(self, user: int) -> bool:
        """Whether a user got the file of their data recently."""
        return bool(await self._client.exists(keys.personal_file(user)))

    async def note_file(self, user: int) -> None:
        """Note that a user got the file of their data."""
        await self._client.set(keys.personal_file(user), b"", ex=PERSONAL_FILE_SECONDS)

    async def find_usernames(self, user: int) -> list[str]:
        """The usernames that lead to a user."""
        pattern = keys.username.pattern.replace("{NN}", "{*}").replace("<username>", "*")
        names = [name.decode() async for name in self._client.scan_iter(match=pattern, count=_KEYS_PER_SCAN)]
        return [_username_in(key) for key in await find_username_keys(self._client, names, user)]

    async def _read_alerts(self, chats: Sequence[int], user: int) -> list[TableAlert]:
        read = cast("Callable[[str], Awaitable[dict[bytes, bytes]]]", self._client.hgetall)
        return [
            TableAlert(chat, int(topic), int(since), name)
            for chat, stored in await _read_each(lambda chat: read(keys.table_alerts(chat)), chats)
            for key, value in stored.items()
            for topic, _, whose in (key.decode().partition(":"),)
            for since, _, name in (value.decode().partition(" "),)
            if whose == str(user)
        ]

    async def _find_unlisted(self, chats: Sequence[int], user: int) -> list[int]:
        read = cast("Callable[[str, str], Awaitable[bool]]", self._client.hexists)
        found = await _read_each(lambda chat: read(keys.unlisted_players(chat), str(user)), chats)
        return [chat for chat, unlisted in found if unlisted]

    async def _read_dead_letters(self, names: Sequence[str], user: int) -> list[tuple[str, bytes]]:
        read = cast("Callable[[str], Awaitable[list[tuple[bytes, dict[bytes, bytes]]]]]", self._client.xrange)
        return [
            (fields.get(b"reason", b"").decode(errors="replace"), fields[b"raw"])
            for _, entries in await _read_each(read, names)
            for _, fields in entries
            if _is_from(fields.get(b"raw", b""), user)
        ]


async def read_in_rounds(
    client: Redis, names: Sequence[str], read: Callable[[Pipeline, str], object]
) -> AsyncIterator[list[tuple[str, Any]]]:
    """Each key with what ``read`` asks of it, some at a time."""
    for first in range(0, len(names), _PER_ROUND_TRIP):
        part, pipe = names[first : first + _PER_ROUND_TRIP], client.pipeline(transaction=False)
        for name in part:
            read(pipe, name)
        yield list(zip(part, await pipe.execute(), strict=True))


async def find_username_keys(client: Redis, names: Sequence[str], user: int) -> list[str]:
    """The keys, among those of ``names``, that lead to a user."""
    found: list[str] = []
    async for stored in read_in_rounds(client, names, lambda pipe, name: pipe.get(name)):
        found += [name for name, whose in stored if whose == str(user).encode()]
    return found


def _username_in(key: str) -> str:
    return key.partition(":name:")[2]


async def _read_each(read: Callable[[T], Awaitable[R]], of: Sequence[T]) -> list[tuple[T, R]]:
    found: list[tuple[T, R]] = []
    for first in range(0, len(of), _AT_ONCE):
        part = of[first : first + _AT_ONCE]
        found += zip(part, await asyncio.gather(*map(read, part)), strict=True)
    return found


async def _find_first(daily: DailyPuzzleStore, chats: Sequence[int], user: int) -> list[tuple[int, str, str]]:
    return [
        (chat, one.puzzle, one.first_name)
        for chat, newest in await _read_each(daily.load_newest, chats)
        if newest is not None
        for one in (newest, *([] if newest.before is None else [newest.before]))
        if one.first == user
    ]


def _decode_object(data: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(data)
    except DECODE_ERRORS:
        return {}
    return found if isinstance(found, dict) else {}


def _is_by(decision: bytes, user: int) -> bool:
    decided = _decode_object(decision)
    action = decided.get("action")
    return user in (decided.get("by"), action.get("by") if isinstance(action, dict) else None)


def _find_chats(names: Iterable[tuple[str, tuple[str, Mapping[str, str]]]], kind: str) -> list[int]:
    return [int(parts["chat"]) for _, (found, parts) in names if found == kind]


def _is_from(raw: bytes, user: int) -> bool:
    # An action of a board page has its user at the top level.
    parts = [part for part in _decode_object(raw).values() if isinstance(part, dict)]
    people = [part.get("from", {"id": part.get("user")}) for part in parts]
    return any(isinstance(person, dict) and person.get("id") == user for person in people)


def _tables_of(own: Iterable[tuple[str, Mapping[str, str]]], wanted: str) -> list[str]:
    return [parts["table"] for kind, parts in own if kind == wanted]


def _identify_all(names: Iterable[str]) -> list[tuple[str, tuple[str, Mapping[str, str]]]]:
    return [(name, found) for name in names if (found := identify_key(name))]


_SHORT_LIVED: Final = frozenset(
    {
        "pending_request",
        "refused_move",
        "chosen_table",
        "pending_table",
        "closed",
        "broadcast_draft",
        "personal_file",
        "web_answer",
        "web_member",
        "web_closed",
    }
)

FORGOTTEN_FILE: Final = "forgotten.json"  # the name of the list's file in `DATA_DIR`
_KEY_BYTES: Final = 32


class ForgettingNote(Struct, frozen=True):
    """A user's request to be forgotten."""

    user: int
    asked: int  # when they asked, in Unix seconds
    language: str  # the language in which to tell them that it is done
    waits: bool = False  # whether it waits for their running games to end
    names: tuple[str, ...] = ()  # names by which other players knew them, as far as known
    usernames: tuple[str, ...] = ()  # in lower case, without `@`
    pseudonyms: Mapping[int, int] = {}
    """The user id that replaces theirs in each chat, by chat; stored before it is used."""


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(ForgettingNote).decode


class ForgettingNotes(FencedStore):
    """All requests to be forgotten."""

    @property
    def is_owned(self) -> bool:
        """Whether this process handles the requests."""
        return self.find_readable(BOT_OWNER_SHARD) is not None

    def owns_chat(self, chat: int) -> bool:
        """Whether this process may change a chat's tables."""
        return self.find_readable(keys.shard_of(chat)) is not None

    async def save(self, note: ForgettingNote) -> None:
        """Save a note, replacing an earlier one."""
        await self._client.hset(keys.forgetting(), str(note.user), _encode(note))

    async def find(self, user: int) -> ForgettingNote | None:
        """A user's note."""
        stored: Any = await self._client.hget(keys.forgetting(), str(user))
        return None if stored is None else _decode(stored)

    async def load_all(self) -> list[ForgettingNote]:
        """All notes, earliest request first."""
        stored: Any = await self._client.hvals(keys.forgetting())
        return sorted(map(_decode, stored), key=lambda note: (note.asked, note.user))

    async def drop(self, user: int) -> None:
        """Delete a note; idempotent."""
        await self._client.hdel(keys.forgetting(), str(user))


class _File(Struct):
    """The file's content: for each key (hex), when users were forgotten, by the hash of their id (hex)."""

    format: str
    forgotten: dict[str, dict[str, int]]


_FORMAT: Final = "harfiyen-forgotten"


class UnreadableForgottenList(Exception):
    """The file is not one of this bot's lists; the message says which file, and what to do."""


class ForgottenList:
    """Keyed hashes of the ids of all forgotten users, in Redis and, if there is a folder, in its file."""

    def __init__(self, client: Redis, folder: Path | None) -> None:
        self._client: Final = client
        self._path: Final = None if folder is None else folder / FORGOTTEN_FILE

    async def add_user(self, user: int, at: int) -> None:
        """Add a user forgotten at an instant, in Unix seconds; Redis has it even if this raises OSError."""
        known = await self._load()
        key = min(known, default="") or secrets.token_hex(_KEY_BYTES)
        await self._save({**known, key: {**known.get(key, {}), _hash_user(key, user): at}})

    async def merge_file(self) -> None:
        """Merge the file and Redis both ways; raises OSError or UnreadableForgottenList."""
        known = await self._load()
        if known:
            await self._save(known)

    async def find_forgotten(self, users: Iterable[int], since: int) -> list[int]:
        """Those of ``users`` who were forgotten at or after ``since``, in Unix seconds."""
        known = await self._load()
        return sorted(
            user
            for user in set(users)
            if any(of_key.get(_hash_user(key, user), -1) >= since for key, of_key in known.items())
        )

    async def _load(self) -> dict[str, dict[str, int]]:
        stored: Any = await self._client.hgetall(keys.forgotten())
        known: dict[str, dict[str, int]] = {} if self._path is None else await asyncio.to_thread(_read, self._path)
        for stored_field, at in stored.items():
            key, _, digest = stored_field.decode().partition(":")
            of_key = known.setdefault(key, {})
            of_key[digest] = max(int(at), of_key.get(digest, 0))
        return known

    async def _save(self, known: Mapping[str, Mapping[str, int]]) -> None:
        fields: dict[Any, Any] = {
            f"{key}:{digest}": at for key, of_key in known.items() for digest, at in of_key.items()
        }
        await self._client.hset(keys.forgotten(), mapping=fields)
        if self._path is not None:
            data = msgspec.json.format(msgspec.json.encode(_File(_FORMAT, {k: dict(v) for k, v in known.items()})))
            await asyncio.to_thread(_write, self._path, data)


def _hash_user(key: str, user: int) -> str:
    return hmac.new(bytes.fromhex(key), str(user).encode(), hashlib.sha256).hexdigest()


def _read(path: Path) -> dict[str, dict[str, int]]:
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_File)
        for key in found.forgotten:
            bytes.fromhex(key)
    except FileNotFoundError:
        return {}
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise UnreadableForgottenList(f"{path} is no list of forgotten people: put the one there that was") from error
    return found.forgotten


def _write(path: Path, data: bytes) -> None:
    half = path.with_name(f".{path.name}.new")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data + b"\n")
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)
