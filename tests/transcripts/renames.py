"""The map of what was renamed since an older record: applied to that one, all else must be equal.

``renamed.toml`` has four tables, each from an old name to the new one:

- ``keys``: parts of the names of Redis keys, between colons, as in ``"callers" = "bell"``;
- ``fields``: fields of hashes and names in stored JSON;
- ``tags``: stored values that tell what kind of thing something is;
- ``buttons``: kinds of buttons, the word before the first colon of what a button carries.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from tests.transcripts.stored_values import Change

FILE: Final = Path(__file__).with_name("renamed.toml")
_CARRIED: Final = re.compile(r"(\| )(\w+)(?=:)")


@dataclass(frozen=True, slots=True)
class Renames:
    """See the module."""

    keys: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    buttons: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.keys or self.fields or self.tags or self.buttons)

    @classmethod
    def load_renames(cls, file: Path = FILE) -> Self:
        """The map that a file holds.

        Raises:
            ValueError: it has another table, or something that is no name.
        """
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        for name, table in tables.items():
            if name not in cls.__slots__:
                raise ValueError(f"{file.name}: there is no table {name}; there are {', '.join(cls.__slots__)}")
            if not isinstance(table, dict) or not all(isinstance(new, str) and new for new in table.values()):
                raise ValueError(f"{file.name}: {name} is to tell a new name for each old one")
        return cls(**tables)

    def rename_stored(self, changes: Iterable[Change]) -> list[Change]:
        """What has changed in Redis, as the newer tree would have stored it."""
        return sorted(map(self._rename_change, changes), key=lambda change: ("type" not in change, change["key"]))

    def rename_sent(self, lines: Iterable[str]) -> list[str]:
        """Lines that tell what was sent, as the newer tree would tell it."""
        return [_CARRIED.sub(lambda found: found[1] + self._rename_button(found[2]), line) for line in lines]

    def rename_op(self, op: dict[str, Any]) -> dict[str, Any]:
        """What is done to the bot, where it carries what a button carried."""
        renamed = dict(op)
        if "data" in op:
            kind, colon, rest = str(op["data"]).partition(":")
            renamed["data"] = f"{self._rename_button(kind)}{colon}{rest}"
        match op.get("then"):
            case dict() as then:
                renamed["then"] = self.rename_op(then)
            case list() as several:
                renamed["then"] = [self.rename_op(one) for one in several]
        return renamed

    def _rename_button(self, kind: str) -> str:
        return self.buttons.get(kind, kind)

    def _rename_change(self, change: Change) -> Change:
        key = ":".join(self.keys.get(part, part) for part in change["key"].split(":"))
        if "type" not in change:
            return {"key": key}
        value = self._rename_value(change["value"])
        return change | {"key": key, "value": sorted(value) if change["type"] == "set" else value}

    def _rename_value(self, value: Any) -> Any:
        match value:
            case dict():
                return {self.fields.get(name, name): self._rename_value(inner) for name, inner in value.items()}
            case list():
                return [self._rename_value(inner) for inner in value]
            case str():
                return self.tags.get(value, value)
            case _:
                return value
