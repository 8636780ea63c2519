"""Where a command goes in a cluster: to the master that has the slot of its first key."""

from functools import lru_cache
from typing import Any, Final

from redis.crc import key_slot

from bot.store import keys
from bot.store.line import Command

_KEYLESS: Final = frozenset(
    {"BGREWRITEAOF", "CLIENT", "CLUSTER", "CONFIG", "DBSIZE", "ECHO", "INFO", "KEYS", "PING", "SCRIPT", "TIME", "WAIT"}
)
"""Commands that name no key, of those that anybody here uses."""
_SCRIPTS: Final = frozenset({"EVAL", "EVALSHA"})
_READS: Final = {"XREAD": 1, "XREADGROUP": 4}
_STREAMS: Final = (b"STREAMS", "STREAMS")


@lru_cache(maxsize=4096)
def slot_of(key: str | bytes) -> int:
    """The slot of a key, 0 to 16,383."""
    return key_slot(key if isinstance(key, bytes) else key.encode())


HOME: Final = slot_of(keys.CLOCK)
"""Where a command goes that names no key: to the server that tells the time that all of them share."""


def slot_for(command: Command) -> int:
    """The slot in which a command is carried out."""
    key = _first_key(command)
    return HOME if key is None else slot_of(key)


def _first_key(command: Command) -> Any:
    name = command[0]
    if name in _SCRIPTS:
        return command[3] if int(command[2]) else None
    if name in _READS:
        # A group and its consumer, which stand before, may be called anything.
        first = _READS[name]
        return next(command[at + 1] for at, word in enumerate(command) if at >= first and word in _STREAMS)
    if name in _KEYLESS or name.partition(" ")[0] in _KEYLESS:
        return None
    return command[1]
