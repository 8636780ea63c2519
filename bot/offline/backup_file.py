"""The file of a backup: a line that says what it is, packed groups of keys, and a checksum of all before it.

::

    {"format":"harfiyen-backup","version":2,"program":"harfiyen 0.1.0","made":"2026-01-02T03:04:05Z","schema":1}⏎
    length of a packed group, 4 bytes, the greatest first; the group as MessagePack, deflated        once for each
    0, 4 bytes
    SHA-256 of all that stands before, 32 bytes

A list may go on in later groups: records of finished games are written in parts.

The checksum finds damage. It keeps nobody from writing another file with another checksum.
"""

import fcntl
import hashlib
import os
import tempfile
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct

from bot.logs.logger import get_logger
from bot.store.database import SCHEMA, UNNUMBERED
from bot.store.export import KeyGroup
from bot.store.restore_keys import find_problem
from bot.terminal import program_version
from engine.encoding import DECODE_ERRORS

log = get_logger(__name__)

BACKUP_FORMAT: Final = "harfiyen-backup"
BACKUP_VERSION: Final = 2
"""What is written. In version 1 no list goes on in a later group; it is read as well."""

_TEMPORARY_SUFFIX: Final = ".unfinished-backup"
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


@contextmanager
def open_temporary(path: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """A file beside the place where a backup is to be, which is removed in the end unless it has its name by then.

    Nobody but its owner may read it. What a killed backup left in that folder is removed first.

    Raises:
        OSError: it cannot be written.
    """
    for other in path.parent.glob(f".*{_TEMPORARY_SUFFIX}"):
        with suppress(OSError), other.open("rb") as left:
            fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)  # which the system releases when a process ends
            other.unlink()
            log.info("what a backup left that was broken off is removed", file=other)
    number, name = tempfile.mkstemp(_TEMPORARY_SUFFIX, f".{path.name}.", path.parent)  # of mode 0600
    try:
        with os.fdopen(number, "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield Path(name), file
    finally:
        Path(name).unlink(missing_ok=True)


async def write_backup_file(
    file: IO[bytes], made: datetime, groups: AsyncIterator[KeyGroup], schema: int = SCHEMA
) -> None:
    """Write a backup into a file, and have it on the disk.

    Args:
        file: an empty one.
        made: the instant, in UTC.
        groups: what it holds.
        schema: of the data.

    Raises:
        OSError: it cannot be written.
    """
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


def move_into_place(temporary: Path, path: Path) -> None:
    """Give a file of :func:`open_temporary` its name; one of that name before is replaced at once.

    Raises:
        OSError: it cannot be done.
    """
    os.replace(temporary, path)  # noqa: PTH105 - the documented atomic one
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


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
