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

from bot.app.wiring import Components
from bot.handlers.router import Router
from bot.store.commits import ChatMigrated, Commit, Committed, Conflict, Duplicate, UpdateContext
from bot.store.games import GameStore
from bot.tables.table_loader import LoadedTable
from bot.telegram.ephemeral import EphemeralMessages
from bot.telegram.gateway import Gateway, MessageEdits
from bot.telegram.requests import Command, Request, Tap
from bot.texts import Texts
from bot.wording.speaker import refusal_message_id
from engine.errors import Refusal
from engine.game import Step
from tests.support.languages import LANGUAGES

SENDING_METHODS: Final = (*("send_text", "send_photo", "send_document", "answer_callback", "answer_inline_query"),)
"""The ways out of the gateway that tell somebody something."""
EDITING_METHODS: Final = ("edit_text", "edit_photo", "edit_caption", "edit_keyboard")
OTHER_METHODS: Final = frozenset(
    {
        *("user_id", "username", "inline_mention", "check_alive", "fetch_member", "fetch_chat", "can_write_in"),
        "fetch_webhook_info",
    }
)
OTHER_EDITS: Final = frozenset({"delete_message", "pin_message", "unpin_message"})
EPHEMERAL_SENDING_METHODS: Final = (
    "send_public",
    "send_secret",
    "edit_text",
    "edit_photo",
    "edit_caption",
    "edit_keyboard",
)
"""The ways out of what is shown to one person alone that tell them something."""
EPHEMERAL_OTHER_METHODS: Final = frozenset({"send_placeholder", "delete", "can_send_secret"})
"""Its others: what they send, ask or take away, says nothing."""

_handle: Final = Router.handle_request
_commit: Final = GameStore.commit
_notify_families: Final = Components._notify_families  # noqa: SLF001 - where private notes of a step begin

_Trouble = Literal["", "away", "lost"]


@dataclass(slots=True)
class _Attempt:
    update_id: int
    trouble: _Trouble
    tried_commit: bool = False
    """Whether it came to a commit of its own."""
    sent_texts: list[str] = field(default_factory=list)
    sent_before_commit: list[str] = field(default_factory=list)
    """What was told before a commit that went well."""


_attempt: Final[ContextVar[_Attempt | None]] = ContextVar("_handling", default=None)


class ReplyOrderProbe:
    def __init__(self) -> None:
        self.violations: Final[list[str]] = []
        self.committing_commands: Final[set[str]] = set()
        self.committing_taps: Final[set[str]] = set()
        self.committing_others: Final[set[str]] = set()
        texts, busy = Texts(), refusal_message_id(Refusal("busy"))
        self._busy: Final = {form(language, busy) for language in LANGUAGES for form in (texts.html, texts.plain)}

    async def handle_thrice(self, router: Router, request: Request) -> None:
        name = _request_name(request)
        now, error = await _handle_once(router, request, "away")
        if now.tried_commit:
            if not isinstance(error, StoreAway):
                self.violations.append(f"{name}: nobody heard that its commit failed")
            self.violations.extend([f"{name}: told although its commit failed: {text}" for text in now.sent_texts])
            now, error = await _handle_once(router, request, "lost")
            # Where several tables are open a line above says which one is meant.
            untrue = [text for text in now.sent_texts if text.rpartition("\n")[2] not in self._busy]
            self.violations.extend([f"{name}: told although others were faster: {text}" for text in untrue])
            if error is None:
                now, error = await _handle_once(router, request, "")
            self.violations.extend([f"{name}: told before it was committed: {text}" for text in now.sent_before_commit])
            self._record_committing(request, name)
        if error is not None:
            raise error

    async def commit_or_fail(
        self, store: GameStore, change: Commit, update: UpdateContext | None
    ) -> Committed | Duplicate | Conflict | ChatMigrated:
        now = _attempt.get()
        if now is None or update is None or update.id != now.update_id:
            return await _commit(store, change, update)
        now.tried_commit = True
        if now.trouble == "away":
            raise StoreAway("the store is away")
        if now.trouble == "lost":
            return Conflict(change.expected_version)
        before = list(now.sent_texts)
        done = await _commit(store, change, update)
        if isinstance(done, Committed):
            now.sent_before_commit += before
        return done

    def check_notify_families(self, parts: Components, held: LoadedTable, step: Step) -> None:
        """Stands in for what tells players of a step in private."""
        now = _attempt.get()
        if now is not None and now.trouble:
            self.violations.append(f"update {now.update_id}: told in private although its commit failed")
        _notify_families(parts, held, step)

    def _record_committing(self, request: Request, name: str) -> None:
        match request:
            case Command():
                self.committing_commands.add(name)
            case Tap():
                self.committing_taps.add(name)
            case _:
                self.committing_others.add(name)


@contextmanager
def install_probe() -> Iterator[ReplyOrderProbe]:
    """Have every request handled so, in the whole program, and learn what came of it."""
    found = ReplyOrderProbe()

    async def handle(router: Router, request: Request) -> None:
        await found.handle_thrice(router, request)

    async def commit(store: GameStore, change: Commit, update: UpdateContext | None = None) -> Any:
        return await found.commit_or_fail(store, change, update)

    def notify_families(parts: Components, held: LoadedTable, step: Step) -> None:
        found.check_notify_families(parts, held, step)

    with ExitStack() as stack:
        stack.enter_context(patch.object(Router, "handle_request", handle))
        stack.enter_context(patch.object(GameStore, "commit", commit))
        stack.enter_context(patch.object(Components, "_notify_families", notify_families))
        for room, names in (
            (Gateway, SENDING_METHODS),
            (MessageEdits, EDITING_METHODS),
            (EphemeralMessages, EPHEMERAL_SENDING_METHODS),
        ):
            for name in names:
                stack.enter_context(patch.object(room, name, _recording_send(getattr(room, name))))
        yield found


async def _handle_once(router: Router, request: Request, trouble: _Trouble) -> tuple[_Attempt, Exception | None]:
    now = _Attempt(request.update.id, trouble)
    # Each try is to be judged, whatever the one before was refused by.
    request.update.refusal = None
    token = _attempt.set(now)
    try:
        await _handle(router, request)
    except Exception as error:  # noqa: BLE001 - handed on, unless it was to come
        return now, error
    finally:
        _attempt.reset(token)
    return now, None


def _recording_send(send: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Note what is told; where a commit failed it goes no further."""
    form = signature(send)

    async def told(gateway: Gateway | MessageEdits | EphemeralMessages, *arguments: Any, **named: Any) -> Any:
        now, given = _attempt.get(), form.bind(gateway, *arguments, **named).arguments
        content = given.get("content")
        said = content.text if content is not None else given.get("text", given.get("caption", send.__name__))
        # An empty answer ends a button's waiting sign and says nothing.
        if now is not None and said is not None:
            now.sent_texts.append(said)
            if now.tried_commit and now.trouble:
                return None
        return await send(gateway, *arguments, **named)

    return told


def _request_name(request: Request) -> str:
    match request:
        case Command(name=name):
            return name
        case Tap(data=data):
            return data.partition(":")[0]
        case _:
            return type(request).__name__
