"""What is said while a request is handled, held against what of it was acknowledged by the store.

Each request that commits is handled three times: the store is away as it commits, it is always somebody else who was
faster, and then all goes well. The probes lie at the store's commit and at the gateway, beneath every handler.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Final, Literal
from unittest.mock import patch

from redis.exceptions import ConnectionError as StoreAway

from bot.app.parts import Parts
from bot.handlers.router import Router
from bot.store.commits import Commit, Committed, Duplicate, Elsewhere, Lost
from bot.store.handling import handled
from bot.store.redis import Store
from bot.tables.held import Held
from bot.telegram.answers import refusal_message
from bot.telegram.ephemeral import Ephemerals
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Command, Request, Tap
from bot.texts import Texts
from engine.errors import Refusal
from engine.game import Step
from tests.support.languages import LANGUAGES

TELLING: Final = (
    *("text", "photo", "document", "answer", "offer"),
    *("edit_text", "edit_photo", "edit_caption", "edit_keyboard"),
)
"""The ways out of the gateway that tell somebody something."""
ASKING: Final = frozenset(
    {"user", "username", "inline", "alive", "member", "chat", "reaches", "delete", "pin", "unpin"}
)
"""Its others, which tell nobody of a move."""
TELLING_ONE: Final = ("say", "show", "picture", "edit_text", "edit_photo", "edit_caption", "edit_keyboard")
"""The ways out of what is shown to one person alone that tell them something."""
MAKING_ROOM: Final = frozenset({"begin", "delete", "shows"})
"""Its others: what they send, ask or take away, says nothing."""

_handle: Final = Router.handle
_commit: Final = Store.commit
_whisper: Final = Parts._whisper  # noqa: SLF001 - where private notes of a step begin

_Trouble = Literal["", "away", "lost"]


@dataclass(slots=True)
class _Handling:
    """One handling of one request."""

    update: int
    trouble: _Trouble
    tried: bool = False
    """Whether it came to a commit of its own."""
    told: list[str] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    """What was told before a commit that went well."""


_handling: Final[ContextVar[_Handling | None]] = ContextVar("_handling", default=None)


class Acknowledged:
    """What a run has shown."""

    def __init__(self) -> None:
        self.faults: Final[list[str]] = []
        """Each a sentence."""
        self.commands: Final[set[str]] = set()
        """The commands that committed something."""
        self.taps: Final[set[str]] = set()
        """The kinds of buttons that did."""
        self.others: Final[set[str]] = set()
        """All other requests that did."""
        texts, busy = Texts(), refusal_message(Refusal("busy"))
        self._busy: Final = {form(language, busy) for language in LANGUAGES for form in (texts.html, texts.plain)}

    async def handle(self, router: Router, request: Request) -> None:
        """Stands in for the router's."""
        name = _named(request)
        now, error = await _once(router, request, "away")
        if now.tried:
            if not isinstance(error, StoreAway):
                self.faults.append(f"{name}: nobody heard that its commit failed")
            self.faults.extend([f"{name}: told although its commit failed: {text}" for text in now.told])
            now, error = await _once(router, request, "lost")
            untrue = [text for text in now.told if text not in self._busy]
            self.faults.extend([f"{name}: told although others were faster: {text}" for text in untrue])
            if error is None:
                now, error = await _once(router, request, "")
            self.faults.extend([f"{name}: told before it was committed: {text}" for text in now.early])
            self._note(request, name)
        if error is not None:
            raise error

    async def commit(self, store: Store, change: Commit) -> Committed | Duplicate | Lost | Elsewhere:
        """Stands in for the store's."""
        now = _handling.get()
        if now is None or change.update_id != now.update:
            return await _commit(store, change)
        now.tried = True
        if now.trouble == "away":
            raise StoreAway("the store is away")
        if now.trouble == "lost":
            return Lost(change.expected)
        before = list(now.told)
        done = await _commit(store, change)
        if isinstance(done, Committed):
            now.early += before
        return done

    def whisper(self, parts: Parts, held: Held, step: Step) -> None:
        """Stands in for what tells players of a step in private."""
        now = _handling.get()
        if now is not None and now.trouble:
            self.faults.append(f"update {now.update}: told in private although its commit failed")
        _whisper(parts, held, step)

    def _note(self, request: Request, name: str) -> None:
        match request:
            case Command():
                self.commands.add(name)
            case Tap():
                self.taps.add(name)
            case _:
                self.others.add(name)


@contextmanager
def probed() -> Iterator[Acknowledged]:
    """Have every request handled so, in the whole program, and learn what came of it."""
    found = Acknowledged()

    async def handle(router: Router, request: Request) -> None:
        await found.handle(router, request)

    async def commit(store: Store, change: Commit) -> Any:
        return await found.commit(store, change)

    def whisper(parts: Parts, held: Held, step: Step) -> None:
        found.whisper(parts, held, step)

    with ExitStack() as stack:
        stack.enter_context(patch.object(Router, "handle", handle))
        stack.enter_context(patch.object(Store, "commit", commit))
        stack.enter_context(patch.object(Parts, "_whisper", whisper))
        for room, names in ((Gateway, TELLING), (Ephemerals, TELLING_ONE)):
            for name in names:
                stack.enter_context(patch.object(room, name, _heard(getattr(room, name))))
        yield found


async def _once(router: Router, request: Request, trouble: _Trouble) -> tuple[_Handling, Exception | None]:
    now = _Handling(request.update, trouble)
    if (update := handled()) is not None:
        # Each try is to be judged, whatever the one before was refused by.
        update.refused = None
    token = _handling.set(now)
    try:
        await _handle(router, request)
    except Exception as error:  # noqa: BLE001 - handed on, unless it was to come
        return now, error
    finally:
        _handling.reset(token)
    return now, None


def _heard(way: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Note what is told; where a commit failed it goes no further."""
    form = signature(way)

    async def told(gateway: Gateway | Ephemerals, *arguments: Any, **named: Any) -> Any:
        now, given = _handling.get(), form.bind(gateway, *arguments, **named).arguments
        content = given.get("content")
        said = content.text if content is not None else given.get("text", given.get("caption", way.__name__))
        # An empty answer ends a button's waiting sign and says nothing.
        if now is not None and said is not None:
            now.told.append(said)
            if now.tried and now.trouble:
                return None
        return await way(gateway, *arguments, **named)

    return told


def _named(request: Request) -> str:
    match request:
        case Command(name=name):
            return name
        case Tap(data=data):
            return data.partition(":")[0]
        case _:
            return type(request).__name__
