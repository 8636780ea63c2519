"""What Hypothesis makes of things that come from outside: JSON, bytes and texts as nobody should send them.

Each strategy begins with something sound, so that what it makes gets past the first check.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from hypothesis import strategies as st

Json = Any
"""What JSON says, as Python has it."""
_TORN: Final = ("\ud83d", "\udfff", "\ud800\ud800")
"""Halves of pairs of surrogates, which no text should have."""

_ODD_SIGNS: Final = (
    "\u0000", "\u200b", "\u200d", "\u200f", "\u202e", "\u2066", "\u0301" * 40, "\ufe0f", "\ufeff", "\U000e0041",
    "ﷺ", "ß", "ŉ", "İ", "ı", "ﬃ", "Ǆ", "𝔸", "👨‍👩‍👧‍👦", "٣", "१२", "½", "²", "\u3164", "\x1b[2J", "<b>",
    "&amp;", "&#0;", "%s", "{0}",
    "\\", '"', "\n", "\r", "\u2028", "\x85", "/", ":", "_", "@", "=", "(", "[", "]", ")", ".", "?", "-",
)  # fmt: skip

_NUMBERS: Final = (0, -1, 1, 2**31, -(2**31) - 1, 2**52, 2**53 + 1, 2**63, -(2**63) - 1, 2**64, 10**30, 10**400)
_SHORT: Final = 200
"""What may be there many times."""
any_number: Final = st.sampled_from(_NUMBERS) | st.integers() | st.floats()
any_text: Final = st.text(max_size=30) | st.text(st.characters(categories=["L", "M", "N", "P", "Cf"]), max_size=60)
"""Texts of any script."""

any_json: Final[st.SearchStrategy[Json]] = st.recursive(
    st.none() | st.booleans() | any_number | any_text | st.sampled_from(["", "0", "-1", "1e9", "null", "2026-01-01"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)
"""Anything that JSON can say."""


# Made once: Hypothesis examines each strategy that it is given anew.
_FEW: Final = st.integers(0, 4)
_HOW_OFTEN: Final = st.sampled_from((1, 1, 1, 2, 50, 2_000))
_REPLACED_SIGNS: Final = st.integers(0, 3)
_signs: Final = st.sampled_from(_ODD_SIGNS) | any_text
_torn_signs: Final = st.sampled_from(_ODD_SIGNS + _TORN) | any_text


@cache
def _sound_texts(sound: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.sampled_from(sound) | any_text


@st.composite
def mutated_text(draw: st.DrawFn, sound: Sequence[str], *, torn: bool = False) -> str:
    """What somebody types: one of the sound texts with other signs in it, or any text; up to 4,096 characters.

    ``torn``: whether there may be halves of pairs of surrogates, which JSON can say and UTF-8 cannot.
    """
    text = draw(_sound_texts(tuple(sound)))
    signs = _torn_signs if torn else _signs
    for _ in range(draw(_FEW)):
        at = draw(st.integers(0, len(text)))
        sign = draw(signs) * draw(_HOW_OFTEN)
        text = text[:at] + sign + text[at + draw(_REPLACED_SIGNS) :]
    return text[:4096]


_CHANGES: Final = st.sampled_from(("other", "other", "like", "like", "gone", "twice", "else"))


@st.composite
def mutated_document(
    draw: st.DrawFn, sound: Json, replacements: st.SearchStrategy[Json] = any_json, most: int = 3
) -> Json:
    """A document with some values gone, doubled, renamed, or of another type or range.

    ``sound``: the document, which is left as it is.
    """
    document: Json = json.loads(json.dumps([sound]))
    for _ in range(draw(st.integers(1, most))):
        places = _places(document)
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        match draw(_CHANGES):
            case "other":
                holder[key] = draw(replacements)
            case "like":
                holder[key] = draw(_same_type_value(holder[key], replacements))
            case "gone" if holder is not document:
                del holder[key]
            case "twice":
                holder[key] = [holder[key]] * draw(
                    st.sampled_from((1, 2, 40 if len(repr(holder[key])) < _SHORT else 2))
                )
            case _:
                other, at = places[draw(st.integers(0, len(places) - 1))]
                # By value, so that nothing comes to hold itself.
                holder[key] = json.loads(json.dumps(other[at])) if at in other or isinstance(other, list) else None
    return document[0] if document else None


def _same_type_value(value: Json, odd: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    match value:
        case bool():
            return st.just(not value)
        case int() | float():
            return st.sampled_from((value + 1, value - 1, -value)) | any_number
        case str():
            return mutated_text([value])
        case list():
            return st.permutations(value).map(list) | st.just(value[:-1]) | st.just(value + value[-1:])
        case _:
            return odd


def _places(document: Json) -> list[tuple[Json, Json]]:
    """Each value in a document, by what holds it and its key there."""
    found: list[tuple[Json, Json]] = []

    def visit(holder: Json) -> None:
        items = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for key, inner in items:
            found.append((holder, key))
            if isinstance(inner, dict | list):
                visit(inner)

    visit(document)
    return found


_ODD_BYTES: Final = (
    b"", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", rb"\ud800", b"[" * 3_000, b'{"a":' * 3_000, b"9" * 5_000, b"NaN",
    b"-Infinity", b"1e999", b"\r\n", b"\xef\xbb\xbf", b"'", b'"', b"}", b"]", b",", b"=", b"#", b">", b"[[", b"\\",
    b"0x1F", b"1_0", b"2026-01-01T00:00:00Z", b"\xc4", b"inf", b"true", b"\x1f\x8b",
)  # fmt: skip

_pieces: Final = st.sampled_from(_ODD_BYTES) | st.binary(max_size=8)
_LENGTHS: Final = st.sampled_from((0, 0, 1, 1, 2, 8, 64, 10**6))
_BENDS: Final = st.sampled_from(("put", "put", "drop", "double", "swap"))
_DOUBLES: Final = st.sampled_from((1, 1, 3))


@st.composite
def mutated_bytes(draw: st.DrawFn, sound: bytes, most: int = 4) -> bytes:
    """Bytes that are cut, overwritten, doubled, or have something else in them."""
    data = sound
    for _ in range(draw(st.integers(1, most))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(_LENGTHS))
        match draw(_BENDS):
            case "put":
                data = data[:at] + draw(_pieces) + data[end:]
            case "drop":
                data = data[:at] + data[end:]
            case "double":
                data = data[:end] + data[at:end] * draw(_DOUBLES) + data[end:]
            case _:
                to = draw(st.integers(0, len(data)))
                data = data[:at] + data[to : to + 20] + data[at:]
        data = data[: 2 * len(sound) + 20_000]
    return data


def mutated_json_bytes(document: st.SearchStrategy[Json]) -> st.SearchStrategy[bytes]:
    """Documents as JSON, some of them bent."""
    whole = document.map(lambda one: json.dumps(one).encode())
    return whole | whole.flatmap(mutated_bytes)


def catching_only(*errors: type[Exception]) -> Callable[[Callable[[], object]], object]:
    """Does something, where these errors are an answer and any other is a fault; what came of it, or the error."""

    def done(work: Callable[[], object]) -> object:
        try:
            return work()
        except errors as error:
            return error

    return done


def to_toml(document: Any) -> str:
    """A document as a TOML file; one that is no table stands under a key. What is ``None`` is left out."""
    tables = document if isinstance(document, dict) else {"document": document}
    return "".join(
        f"{_toml_string(key)} = {_toml_value(value)}\n" for key, value in tables.items() if value is not None
    )


def _toml_value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return repr(value)
        case list():
            return f"[{', '.join(_toml_value(one) for one in value if one is not None)}]"
        case dict():
            rows = (f"{_toml_string(key)} = {_toml_value(one)}" for key, one in value.items() if one is not None)
            return f"{{{', '.join(rows)}}}"
        case _:
            return _toml_string(value)


def _toml_string(text: object) -> str:
    said = str(text)
    if not said.isprintable() or '"' in said or "\\" in said:
        said = "".join(one if one.isprintable() and one not in '"\\' else f"\\U{ord(one):08x}" for one in said)
    return f'"{said}"'
