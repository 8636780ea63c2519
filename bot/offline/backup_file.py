"""The file of a backup: a line that says what it is, packed groups of keys, and a checksum of all before it.

::

    {"format":"harfiyen-backup","version":2,"program":"harfiyen 0.1.0","made":"2026-01-02T03:04:05Z","schema":1}⏎
    length of a packed group, 4 bytes, the greatest first; the group as MessagePack, deflated        once for each
    0, 4 bytes
    SHA-256 of all that stands before, 32 bytes

A list may go on in later groups: records of finished games are written in parts.

The checksum finds damage. It keeps nobody from writing another file with another checksum.
"""

import hashlib
import os
import tempfile
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct

from bot.store.database import SCHEMA, UNNUMBERED
from bot.store.export import KeyGroup
from bot.store.restore_keys import find_problem
from bot.terminal import program_version
from engine.encoding import DECODE_ERRORS

BACKUP_FORMAT: Final = "harfiyen-backup"
BACKUP_VERSION: Final = 2
"""What is written. In version 1 no list goes on in a later group; it is read as well."""

_LENGTH_BYTES: Final = 4
_COMPRESSION_LEVEL: Final = 6
_MAX_HEAD_BYTES: Final = 1_000
_CHUNK: Final = 2**20
MAX_GROUP_BYTES: Final = 128 * 2**20
"""How long a group may be, unpacked: 100 kB for each of 1,000 chats in a shard. A file is not believed to need more."""

_group_decoder: Final = msgspec.msgpack.Decoder(KeyGroup)


class UnusableBackup(Exception):
    """A file that is no whole backup that this version can read; the message says what is wrong with it."""


class BackupHead(Struct, frozen=True, kw_only=True):
    """What the first line says."""

    format: str = BACKUP_FORMAT
    version: int = BACKUP_VERSION
    program: str
    """What wrote the file, with its version."""
    made: datetime
    """When, in UTC."""
    schema: int = UNNUMBERED
    """Of the data."""


async def write_backup_file(path: Path, made: datetime, groups: AsyncIterator[KeyGroup], schema: int = SCHEMA) -> Path:
    """Write a backup beside the place where it is to be; where it is then. Nobody but its owner may read it.

    Args:
        path: where it is to be in the end, see :func:`move_into_place`.
        made: the instant, in UTC.
        groups: what it holds.
        schema: of the data.

    Raises:
        OSError: it cannot be written; nothing is left of it.
    """
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # of mode 0600
    try:
        with os.fdopen(number, "wb") as file:
            digest = hashlib.sha256()

            def put(data: bytes) -> None:
                file.write(data)
                digest.update(data)

            put(msgspec.json.encode(BackupHead(program=program_version(), made=made, schema=schema)) + b"\n")
            async for group in groups:
                packed = zlib.compress(msgspec.msgpack.encode(group), _COMPRESSION_LEVEL)
                put(len(packed).to_bytes(_LENGTH_BYTES, "big"))
                put(packed)
            put(bytes(_LENGTH_BYTES))
            file.write(digest.digest())
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        delete_temporary(Path(name))
        raise
    return Path(name)


def move_into_place(temporary: Path, path: Path) -> None:
    """Give a file that :func:`write_backup_file` made its name; one of that name before is replaced at once.

    Raises:
        OSError: it cannot be done.
    """
    os.replace(temporary, path)  # noqa: PTH105 - the documented atomic one
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def delete_temporary(temporary: Path) -> None:
    """Remove a file that is not wanted after all; again is harmless."""
    with suppress(FileNotFoundError):
        temporary.unlink()


def check_backup_file(path: Path) -> BackupHead:
    """Read a backup's head, and make sure that the file is whole.

    Raises:
        Unusable: it is no backup, damaged, or of a version that this program does not know.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        head = _read_head(file)
        file.seek(0)
        left = path.stat().st_size - hashlib.sha256().digest_size
        digest = hashlib.sha256()
        while left > 0 and (data := file.read(min(_CHUNK, left))):
            digest.update(data)
            left -= len(data)
        if left or file.read() != digest.digest():
            raise UnusableBackup("it is damaged: its checksum is not that of its content")
    return head


def _read_head(file: IO[bytes]) -> BackupHead:
    try:
        head = msgspec.json.decode(file.readline(_MAX_HEAD_BYTES), type=dict[str, object])
    except DECODE_ERRORS:
        head = {}
    if head.get("format") != BACKUP_FORMAT:
        raise UnusableBackup("it is no backup of Harfiyen")
    if head.get("version") not in range(1, BACKUP_VERSION + 1):
        raise UnusableBackup(
            f"it is a backup of version {head.get('version')}; this program reads versions 1 to {BACKUP_VERSION}"
        )
    try:
        return msgspec.convert(head, BackupHead)
    except msgspec.ValidationError as error:
        raise UnusableBackup(f"it is damaged: {error}") from error


def read_key_groups(path: Path) -> Iterator[KeyGroup]:
    """What a backup holds, one group of keys at a time.

    Args:
        path: a file that was checked.

    Raises:
        Unusable: it holds what no backup holds.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        of_this_schema = _read_head(file).schema == SCHEMA
        there: set[str] = set()
        while length := int.from_bytes(file.read(_LENGTH_BYTES), "big"):
            try:
                group = _group_decoder.decode(_unpack_group(file.read(length)))
            except (zlib.error, *DECODE_ERRORS) as error:
                raise UnusableBackup(f"it is damaged: {error}") from error
            for stored in group.exported_keys:
                if stored.continues != (stored.name in there):
                    found: str | None = "its beginning is missing" if stored.continues else "it is there twice"
                else:
                    found = find_problem(stored, of_this_schema=of_this_schema)
                if found is not None:
                    raise UnusableBackup(f"it is damaged: {stored.name}: {found}")
                there.add(stored.name)
            yield group


def _unpack_group(data: bytes) -> bytes:
    """A group's bytes, never more than :data:`MAX_GROUP_BYTES` of them.

    Raises:
        Unusable: there would be more.
        zlib.error: it is no whole stream.
    """
    reader = zlib.decompressobj()
    group = reader.decompress(data, MAX_GROUP_BYTES + 1)
    if len(group) > MAX_GROUP_BYTES:
        raise UnusableBackup(f"a part of it becomes longer than {MAX_GROUP_BYTES:,} bytes, which no backup's does")
    if not reader.eof or reader.unused_data:
        raise zlib.error("incomplete or followed by something else")
    return group
