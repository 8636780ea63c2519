"""What kind of thing is asked for: what plays goes ahead of what only looks, and the same look is answered once."""

from collections.abc import Mapping
from typing import Final

from bot.families import registry
from bot.handlers.typed import is_word
from bot.ingress.kinds import Kind
from bot.telegram.inbound import Added, Command, Mistyped, Moved, Removed, Reply, Request, Tap
from bot.typed.commands import Row
from bot.typed.vocabulary import vocabulary
from engine.game import looks_like_action

_ACTION: Final = Kind(looks=False, alike=None, counted="action", lent=True)
_RULING: Final = Kind(looks=False, alike=None, counted="action")
"""Of administrators: nobody's move."""
_HINT: Final = Kind(looks=True, alike=None, counted="look")
_WORD: Final = Kind(looks=True, alike=None, counted="talk")
"""A word that a game may have an answer to, or that people say to each other."""
_EVENT: Final = Kind(looks=False, alike=None, counted=None)


class Kinds:
    """The kinds of requests.

    Args:
        rows: every command's row by its key.
    """

    def __init__(self, rows: Mapping[str, Row]) -> None:
        self._rows: Final = rows
        self._looks: Final = frozenset(kind for kind, button in registry.buttons().items() if button.looks)

    def __call__(self, request: Request) -> Kind | None:
        """The kind of a request; ``None`` of talk among people that asks for nothing."""
        match request:
            case Command(name=name, text=text, place=place):
                row = self._rows[name]
                if request.edited and row.kind != "action":
                    return None
                if row.kind == "action":
                    return _RULING if row.who == "administrator" else _ACTION
                alike = None if row.person or row.kind == "setting" else f"{place.scope} {name} {text}"
                return Kind(looks=row.kind == "look-up", alike=alike, counted="look")
            case Reply(text=text, place=place):
                moves = looks_like_action(text, words=vocabulary())
                if moves:
                    return _ACTION
                if place.private and not request.edited:
                    return _HINT
                return _WORD if is_word(text) else None
            case Mistyped():
                return _HINT
            case Tap(data=data):
                looks = data.partition(":")[0] in self._looks
                return Kind(looks=looks, alike=None, counted="tap", lent=not looks)
            case Added() | Moved() | Removed():
                return _EVENT
