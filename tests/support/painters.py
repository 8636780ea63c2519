"""Watching painters at work."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from render import Painter

KINDS: Final = ("board", "cards", "lobby", "own_board")
"""The methods of a painter that draw a picture each."""


def watch(monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], note: Callable[[str], None]) -> None:
    """Have every call of these methods of painters noted before it is carried out."""
    for name in names:
        method = getattr(Painter, name)

        def noted(self: Painter, *args: Any, _name: str = name, _method: Any = method, **more: Any) -> Any:
            note(_name)
            return _method(self, *args, **more)

        monkeypatch.setattr(Painter, name, noted)
