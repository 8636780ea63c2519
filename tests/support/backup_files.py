"""Backups as files."""

from hashlib import sha256
from pathlib import Path
from zlib import compress

import msgspec

from bot.offline.backup import read_key_groups
from bot.store.export import ExportedKey, KeyGroup


def stored_values(path: Path) -> dict[str, list[bytes]]:
    """What a backup holds of each key that is no stream."""
    found: dict[str, list[bytes]] = {}
    for group in read_key_groups(path):
        for one in group.exported_keys:
            found.setdefault(one.name, []).extend(one.values)
    return found


def append_group(path: Path, *stored: ExportedKey) -> None:
    """Put one further group behind the last of a file, whose checksum is right again."""
    body = path.read_bytes()[:-32]
    packed = compress(msgspec.msgpack.encode(KeyGroup("", list(stored))))
    body = body[:-4] + len(packed).to_bytes(4, "big") + packed + bytes(4)
    path.write_bytes(body + sha256(body).digest())


def find_key(group: KeyGroup, name: str) -> ExportedKey | None:
    """The key of a name; ``None`` if it is not in the group."""
    return next((stored for stored in group.exported_keys if stored.name == name), None)
