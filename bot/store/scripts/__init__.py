"""Lua scripts that combine several commands in one atomic step, and the classes that run them."""

import hashlib
import struct
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import NoScriptError, ResponseError

from bot.store.keys import shard_owner
from bot.workers.shard_reader import OwnedShard

Value = str | bytes | int
NamedArguments = Mapping[str, Value | Sequence[Value] | Sequence[Sequence[Value]] | Sequence["NamedArguments"] | None]
_TEXT: Final = 0xDB
_ARRAY: Final = 0xDD
_MAP: Final = 0xDF
_FALSE, _TRUE = b"\xc2", b"\xc3"


def pack_arguments(value: object) -> bytes:
    """Pack :data:`NamedArguments`, or a part of them; ``None`` is left out of a map, and is ``nil`` for the script.

    Integers become text, as in Redis's replies: Lua has only floating-point numbers, which would round large ones.
    """
    match value:
        case bool():
            return _TRUE if value else _FALSE
        case bytes():
            return _header(_TEXT, len(value)) + value
        case str() | int():
            return pack_arguments(str(value).encode())
        case Mapping():
            given = {name: one for name, one in value.items() if one is not None}
            parts = (part for pair in given.items() for part in pair)
            return _header(_MAP, len(given)) + b"".join(map(pack_arguments, parts))
        case Sequence():
            return _header(_ARRAY, len(value)) + b"".join(map(pack_arguments, value))
        case _:
            raise TypeError(f"no script takes a {type(value).__name__}")


def _header(kind: int, count: int) -> bytes:
    return struct.pack(">BI", kind, count)


Arguments = Sequence[str | bytes | int] | NamedArguments
"""A script's arguments in its order, or by name if it reads them so."""


class Script:
    """A Lua script of this folder, appended to its ``parts``; called by digest, and sent in full if missing."""

    def __init__(self, name: str, *parts: str) -> None:
        folder = files(__package__)
        self.name: Final = name
        self._text: Final = "".join(folder.joinpath(f"{one}.lua").read_text("utf-8") for one in (*parts, name))
        self._digest: Final = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def __call__(self, client: Redis, keys: Sequence[str], arguments: Arguments) -> Any:
        """Run the script; one round trip, or two after a restart of the server."""
        values = _to_values(arguments)
        try:
            return await client.evalsha(self._digest, len(keys), *keys, *values)
        except NoScriptError:
            return await client.eval(self._text, len(keys), *keys, *values)


class Fenced(Exception):
    """Other workers own some of the shards by now; the script did nothing."""

    def __init__(self, lost: Sequence[OwnedShard]) -> None:
        super().__init__(f"lost shards: {lost}")
        self.lost: Final = lost


class FencedScript:
    """A script that only the owner of some shards may run, which ``fence.lua`` checks first."""

    def __init__(self, name: str, *parts: str) -> None:
        self._script: Final = Script(name, "fence", *parts)

    async def __call__(
        self, client: Redis, shards: Sequence[OwnedShard], keys: Sequence[str], arguments: Arguments
    ) -> Any:
        """Run the script if this process still owns the shards with these epochs; raises Fenced."""
        owners, epochs = [shard_owner(shard) for shard, _ in shards], [epoch for _, epoch in shards]
        try:
            return await self._script(client, (*keys, *owners), (*_to_values(arguments), *epochs, len(shards)))
        except ResponseError as error:
            code, *places = str(error).split()
            if code != "FENCED":
                raise
            raise Fenced([shards[int(place) - 1] for place in places]) from None


def _to_values(arguments: Arguments) -> Sequence[str | bytes | int]:
    return (pack_arguments(arguments),) if isinstance(arguments, Mapping) else arguments
