"""Who asked to be forgotten, and how far that is: a note for each, which whoever owns its shard works off.

:class:`ForgottenList` is what stays of them: keyed hashes of their user ids, by which a restore finds out whom it
brings back. It lies in Redis and in a file, and in no backup.
"""

import asyncio
import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import BOT_OWNER_SHARD
from bot.store.shards.ownership import FencedStore

FORGOTTEN_FILE: Final = "forgotten.json"
"""The file of the list, in ``DATA_DIR``."""
_KEY_BYTES: Final = 32


class ForgettingNote(Struct, frozen=True):
    """Somebody who asked to be forgotten."""

    user: int
    asked: int
    """When; Unix seconds."""
    language: str
    """In which they are told that it is done."""
    waits: bool = False
    """Whether their running games go on first."""
    names: tuple[str, ...] = ()
    """By which others knew them, as far as is known."""
    usernames: tuple[str, ...] = ()
    """In small letters, without ``@``."""
    pseudonyms: Mapping[int, int] = {}
    """By chat the user id that stands for them there, noted before it is written anywhere."""


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(ForgettingNote).decode


class ForgettingNotes(FencedStore):
    """All notes."""

    @property
    def is_owned(self) -> bool:
        """Whether this process works them off."""
        return self.find_readable(BOT_OWNER_SHARD) is not None

    def owns_chat(self, chat: int) -> bool:
        """Whether this process may change a chat's tables."""
        return self.find_readable(keys.shard_of(chat)) is not None

    async def save(self, note: ForgettingNote) -> None:
        """Save a note, replacing the former one."""
        await self._client.hset(keys.forgetting(), str(note.user), _encode(note))

    async def find(self, user: int) -> ForgettingNote | None:
        """Somebody's note."""
        stored: Any = await self._client.hget(keys.forgetting(), str(user))
        return None if stored is None else _decode(stored)

    async def load_all(self) -> list[ForgettingNote]:
        """All notes, those who asked first before the others."""
        stored: Any = await self._client.hvals(keys.forgetting())
        return sorted(map(_decode, stored), key=lambda note: (note.asked, note.user))

    async def drop(self, user: int) -> None:
        """Delete a note; idempotent."""
        await self._client.hdel(keys.forgetting(), str(user))


class _File(Struct):
    """By key in hex: by hash in hex when."""

    format: str
    forgotten: dict[str, dict[str, int]]


_FORMAT: Final = "harfiyen-forgotten"


class UnreadableForgottenList(Exception):
    """The file is none of ours; the message says which and what to do."""


class ForgottenList:
    """Keyed hashes of the user ids of everybody who was forgotten.

    Args:
        folder: where the file is; ``None`` for none.
    """

    def __init__(self, client: Redis, folder: Path | None) -> None:
        self._client: Final = client
        self._path: Final = None if folder is None else folder / FORGOTTEN_FILE

    async def add_user(self, user: int, at: int) -> None:
        """Add somebody who was forgotten at an instant, in Unix seconds.

        Raises:
            OSError: the file cannot be written; the list in Redis has it.
            UnreadableForgottenList: see there.
        """
        known = await self._load()
        key = min(known, default="") or secrets.token_hex(_KEY_BYTES)
        await self._save({**known, key: {**known.get(key, {}), _hash_user(key, user): at}})

    async def merge_file(self) -> None:
        """Give Redis what the file has, and the file what Redis has.

        Raises:
            OSError, UnreadableForgottenList: as :meth:`add_user`.
        """
        known = await self._load()
        if known:
            await self._save(known)

    async def find_forgotten(self, users: Iterable[int], since: int) -> list[int]:
        """Those among some users who were forgotten at an instant or after it, in Unix seconds."""
        known = await self._load()
        return sorted(
            user
            for user in set(users)
            if any(of_key.get(_hash_user(key, user), -1) >= since for key, of_key in known.items())
        )

    async def _load(self) -> dict[str, dict[str, int]]:
        stored: Any = await self._client.hgetall(keys.forgotten())
        known: dict[str, dict[str, int]] = {} if self._path is None else await asyncio.to_thread(_read, self._path)
        for field, at in stored.items():
            key, _, digest = field.decode().partition(":")
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
    """Replace the file by one that is whole on the disk."""
    half = path.with_name(f".{path.name}.new")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data + b"\n")
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)
