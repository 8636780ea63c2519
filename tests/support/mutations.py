"""What Hypothesis makes of things that come from outside: JSON, bytes and texts as nobody should send them.

Each strategy begins with something sound, so that what it makes gets past the first check.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from bot.ingress.intake import MAX_UPDATE_BYTES

Json = Any
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
any_number: Final = st.sampled_from(_NUMBERS) | st.integers() | st.floats()
any_text: Final = st.text(max_size=30) | st.text(st.characters(categories=["L", "M", "N", "P", "Cf"]), max_size=60)

any_json: Final[st.SearchStrategy[Json]] = st.recursive(
    st.none() | st.booleans() | any_number | any_text | st.sampled_from(["", "0", "-1", "1e9", "null", "2026-01-01"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)


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


Made = dict[str, Any]
_DEEPEST: Final = 4
_USUAL_KINDS: Final = ("message", "callback_query", "my_chat_member")
"""The kinds that the bot asks for, of which there are to be more than of others."""
_USUAL_FIELDS: Final = frozenset({"text", "from", "data", "message"})
"""Fields that the bot looks at and that need not be there; of the others so many are:"""
_CHANCE: Final = 0.15
_HALF: Final = 0.5
_OFTEN: Final = 0.75
_MOSTLY: Final = 0.9
_LONGEST: Final = 2 * MAX_UPDATE_BYTES
_DAY: Final = 1_790_000_000

RAW_JSON_VALUES: Final[Mapping[str, bytes]] = {
    "half-a-pair": rb'"\ud800"',
    "other-half": rb'"x\udfff y"',
    "no-text": b'"\xff\xfe"',
    "coded-half": b'"\xed\xa0\x80"',
    "deep-lists": b"[" * 3_000 + b"]" * 3_000,
    "deep-objects": b'{"a":' * 3_000 + b"1" + b"}" * 3_000,
    "endless-number": b"9" * 5_000,
    "endless-fraction": b"0." + b"3" * 5_000,
    "no-number": b"1e999",
    "long-text": b'"' + b"\xc4\xb0" * 20_000 + b'"',
    "escapes": rb'"\u0000\u202e\"\\]}{[,"',
}
"""Values as JSON, or nearly, that Python's own objects have not."""


def _load_update_types() -> dict[str, dict[str, tuple[str, bool]] | tuple[str, ...]]:
    """The fields of each type with what they hold and whether they are always there; or which types it may be."""
    found: dict[str, dict[str, tuple[str, bool]] | tuple[str, ...]] = {}
    for line in Path(__file__).with_name("update_types.txt").read_text("utf-8").splitlines()[1:]:
        if " = " in line:
            name, _, others = line.partition(" = ")
            found[name] = tuple(others.split("|"))
        else:
            name, _, fields = line.partition(": ")
            pairs = [field.split(":") for field in fields.split()]
            found[name.rstrip(":")] = {
                field.rstrip("!"): (kind.replace("_", " "), field.endswith("!")) for field, kind in pairs
            }
    return found


_TYPES: Final = _load_update_types()
_UPDATE: Final = _TYPES["Update"]
KINDS: Final = tuple(name for name in _UPDATE if name != "update_id")


class UpdateMutator:
    def __init__(self, random: Random, texts: Sequence[str], data: Sequence[str], chats: Sequence[Made]) -> None:
        self._random: Final = random
        self._texts: Final = texts
        self._data: Final = data
        self._chats: Final = chats

    def mutated_update(self, number: int) -> bytes:
        """A mutated update as it would come, which may have lost its number."""
        # Lists of lists of long values grow beyond what any server would hold.
        while len(raw := self._mutated_update(number)) > _LONGEST:
            continue
        return raw

    def _mutated_update(self, number: int) -> bytes:
        update = {"update_id": number, **self.sound_update()}
        holes: dict[str, bytes] = {}
        for _ in range(self._random.choice((1, 1, 1, 2, 3, 8))):
            self._mutate_one_place(update, holes)
        text = json.dumps(update, ensure_ascii=self._random.random() < _HALF)
        raw = text.encode("utf-8", "surrogatepass")
        for mark, value in holes.items():
            raw = raw.replace(b'"' + mark.encode() + b'"', value)
        return raw

    def sound_update(self) -> Made:
        """An update of any kind, without its number, as it might come."""
        kind = self._random.choice(_USUAL_KINDS if self._random.random() < _OFTEN else KINDS)
        return {kind: self._value_of_type(_fields_of_type(_UPDATE)[kind][0], kind, 0)}

    def _value_of_type(self, kind: str, name: str, depth: int) -> Any:
        if kind.startswith("Array of "):
            count = self._random.randint(0, 2)
            return [self._value_of_type(kind.removeprefix("Array of "), name, depth + 1) for _ in range(count)]
        if kind == "Chat":
            return deepcopy(self._random.choice(self._chats))
        known = _TYPES.get(kind)
        if known is None:
            return self._plain_value(kind, name)
        if isinstance(known, tuple):
            return self._value_of_type(self._random.choice(known), name, depth)
        return self._object_of_type(kind, known, depth)

    def _plain_value(self, kind: str, name: str) -> Any:
        random = self._random
        match kind:
            case "Integer":
                return random.choice((1, random.randint(0, 10**6), _DAY + random.randint(0, 10**6)))
            case "Float":
                return random.random()
            case "Boolean":
                return random.random() < _HALF
            case "True":
                return True
            case "String":
                return random.choice(self._data if name == "data" else self._texts)
        raise LookupError(f"{kind} is no type of the Bot API")

    def _object_of_type(self, kind: str, known: dict[str, tuple[str, bool]], depth: int) -> Made:
        random, made = self._random, Made()
        for field, (of, always) in known.items():
            wanted = always or field in _USUAL_FIELDS or (depth < _DEEPEST and random.random() < _CHANCE)
            if wanted and depth < 2 * _DEEPEST:
                made[field] = self._value_of_type(of, field, depth + 1)
        return self._make_consistent(kind, made)

    def _make_consistent(self, kind: str, made: Made) -> Made:
        text = made.get("text")
        if kind == "Message" and isinstance(text, str) and text.startswith("/") and self._random.random() < _OFTEN:
            length = len(text.split(maxsplit=1)[0])
            made["entities"] = [{"type": "bot_command", "offset": 0, "length": length}, *made.get("entities", ())]
        if kind == "Message" and made.get("migrate_to_chat_id") is not None:
            # A move of the whole chat is no damage, and would take away what others need.
            del made["migrate_to_chat_id"]
        if kind == "User":
            made["is_bot"] = self._random.random() < _CHANCE
        return made

    def _mutate_one_place(self, update: Made, holes: dict[str, bytes]) -> None:
        """Damage one place; its number stays one that the server would believe, or becomes none."""
        random = self._random
        places = _field_places(update)
        if not places:
            return
        holder, key = random.choice(places)
        of_number = holder is update and key == "update_id"
        if of_number and random.random() < _MOSTLY:
            return
        match random.randrange(6):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[key + random.choice(("", "_", "ı"))] = None
            case 2:
                holder[key] = random.choice(_WRONG_VALUES)()
            case 3:
                holder[key] = random.choice((-1, 1, 10)) * 10 ** random.choice((10, 16, 19, 30, 300))
            case 4:
                holder[key] = [holder[key]] * random.choice((1, 2, 50))
            case _:
                mark = f"hole {len(holes)}"
                holder[key] = mark
                holes[mark] = random.choice(sorted(RAW_JSON_VALUES.values()))


_WRONG_VALUES: Final[tuple[Callable[[], Any], ...]] = (
    dict, list, lambda: "", lambda: "-100", lambda: True, lambda: False, lambda: None, lambda: 0, lambda: -1,
    lambda: 1.5, lambda: -0.0, lambda: 2**31, lambda: 2**52, lambda: -(2**63), lambda: 2**64, lambda: "\u0000",
    lambda: {"id": {"id": []}}, lambda: [[]], lambda: "/" * 5_000,
)  # fmt: skip
"""Values that belong nowhere, or only somewhere else."""


def _fields_of_type(known: dict[str, tuple[str, bool]] | tuple[str, ...]) -> dict[str, tuple[str, bool]]:
    if isinstance(known, tuple):
        raise TypeError("a type that has no fields of its own")
    return known


def _field_places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found.append((value, key))
        found += _field_places(inner)
    return found
