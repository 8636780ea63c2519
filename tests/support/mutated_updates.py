"""Updates of every kind that the Bot API has, and what nobody should send: fields gone, of other types, out of bounds.

``update_types.txt`` beside this says what there is. Everything comes from the generator that is given.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.ingress.intake import MAX_UPDATE_BYTES

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
"""Every kind of update."""


class UpdateMutator:
    """Makes updates."""

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
        places = _places(update)
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


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in an object: what holds it, and under which key."""
    found: list[tuple[Any, Any]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found.append((value, key))
        found += _places(inner)
    return found
