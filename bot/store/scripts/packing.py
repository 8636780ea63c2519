"""Packs the named arguments of a Lua script into one MessagePack value, which the script reads by ``cmsgpack.unpack``.

It is not :mod:`msgspec`'s: Redis's ``cmsgpack`` knows no binary type, so that bytes must be packed as text is.
"""

import struct
from collections.abc import Mapping, Sequence
from typing import Final

Value = str | bytes | int
NamedArguments = Mapping[str, Value | Sequence[Value] | Sequence[Sequence[Value]] | Sequence["NamedArguments"] | None]

_TEXT: Final = 0xDB
_ARRAY: Final = 0xDD
_MAP: Final = 0xDF
_FALSE, _TRUE = b"\xc2", b"\xc3"


def pack_arguments(arguments: NamedArguments) -> bytes:
    """The arguments as a map; ``None`` is left out, and so ``nil`` for the script.

    Integers go as text, as Redis sends them: Lua has floating-point numbers only, which would round large ones.
    """
    return _pack(arguments)


def _pack(value: object) -> bytes:
    match value:
        case bool():
            return _TRUE if value else _FALSE
        case bytes():
            return _header(_TEXT, len(value)) + value
        case str() | int():
            return _pack(str(value).encode())
        case Mapping():
            given = {name: one for name, one in value.items() if one is not None}
            return _header(_MAP, len(given)) + b"".join(_pack(name) + _pack(one) for name, one in given.items())
        case Sequence():
            return _header(_ARRAY, len(value)) + b"".join(map(_pack, value))
        case _:
            raise TypeError(f"no script takes a {type(value).__name__}")


def _header(kind: int, count: int) -> bytes:
    return struct.pack(">BI", kind, count)
