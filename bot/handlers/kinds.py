"""What kind of thing is asked for: what plays goes ahead of what only looks, and the same look is answered once."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.families import registry
from bot.handlers.typed import is_word
from bot.ingress.kinds import Kind, Late
from bot.telegram.inbound import (
    Added,
    Command,
    Mistyped,
    Moved,
    OwnerCommand,
    Peopled,
    Removed,
    Reply,
    Request,
    Shared,
    Tap,
)
from bot.typed.commands import Row
from bot.typed.replies import order
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
        hears: whether somebody is answered at all: who is not may be answered in nobody's place.
    """

    def __init__(self, rows: Mapping[str, Row], hears: Callable[[Request], bool] = lambda _: True) -> None:
        self._rows: Final = rows
        self._hears: Final = hears
        self._looks: Final = frozenset(kind for kind, button in registry.buttons().items() if button.looks)

    def __call__(self, request: Request) -> Kind | None:
        """The kind of a request; ``None`` of talk among people that asks for nothing."""
        match request:
            case Command():
                return self._command(request)
            case Reply():
                return _reply(request)
            case Mistyped() | Shared():
                return _HINT
            case OwnerCommand(otherwise=otherwise):
                return self(otherwise)
            case Tap(data=data):
                looks = data.partition(":")[0] in self._looks
                return Kind(looks=looks, alike=None, counted="tap", lent=not looks)
            case Added() | Moved() | Peopled() | Removed():
                return _EVENT

    def _command(self, request: Command) -> Kind | None:
        row = self._rows[request.name]
        if row.kind == "action":
            return _RULING if row.who == "administrator" else _ACTION
        if request.edited:
            return None
        heard, looks = self._hears(request), row.kind == "look-up"
        alone = row.who != "anybody" or row.person or row.own or not looks or not heard or _stands_out(request)
        alike = None if alone else f"{request.place.scope} {request.name} {request.text}"
        late: Late | None = ("person" if row.person else "chat") if looks and heard else None
        return Kind(looks=looks, alike=alike, counted="look", late=late)


def _stands_out(request: Command) -> bool:
    """Whether who asks, or how, may be refused what others are told: a channel, or a result made for one table."""
    return request.sender.channel or request.meant is not None


def _reply(request: Reply) -> Kind | None:
    if looks_like_action(request.text, words=vocabulary()) or order(request.text) is not None:
        return _ACTION
    if request.place.private and not request.edited:
        return _HINT
    return _WORD if is_word(request.text) else None
