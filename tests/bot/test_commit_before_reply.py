"""Nobody is told of a move before it is safe, whatever asks for it: the store fails, is raced, and takes it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any, Final, Literal
from unittest.mock import patch

import pytest
from redis.exceptions import ConnectionError as StoreAway

from bot.app.wiring import Components
from bot.families import registry
from bot.handlers.general import all_command_rows
from bot.handlers.router import Router
from bot.store.commits import ChatMigrated, Commit, Committed, Conflict, Duplicate, UpdateContext
from bot.store.embedded import EmbeddedRedis
from bot.store.games import GameStore
from bot.tables.table_loader import LoadedTable
from bot.telegram.ephemeral import EphemeralMessages
from bot.telegram.gateway import Gateway, MessageEdits
from bot.telegram.requests import Command, Request, Tap
from bot.texts import Texts
from bot.wording.speaker import refusal_message_id
from engine.clock import Pause
from engine.errors import Refusal
from engine.game import Step, Table
from tests.support import buttons
from tests.support.buttons import BUTTON_CASES, RACKS, ChatPair
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.games import after_actions, game, open_lobby_of
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.languages import LANGUAGES
from tests.support.run_harness import run_harness

SENDING_METHODS: Final = (*("send_text", "send_photo", "send_document", "answer_callback", "answer_inline_query"),)
"""The ways out of the gateway that tell somebody something."""
EDITING_METHODS: Final = ("edit_text", "edit_photo", "edit_caption", "edit_keyboard")
OTHER_METHODS: Final = frozenset(
    {
        *("user_id", "username", "inline_mention", "check_alive", "fetch_member", "fetch_chat", "can_write_in"),
        "fetch_webhook_info",
        "fetch_own_standing",
        "board_link_in_group",
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
EPHEMERAL_OTHER_METHODS: Final = frozenset({"delete", "can_send_secret"})
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


pytestmark = pytest.mark.timeout(300)
"""In seconds: doing everything once is one set-up, of some seconds' work; a busy machine may take some minutes."""

ASKS_FIRST = frozenset({"surrender"})
"""Commands that change nothing until a button is pressed."""
CHANGE_NO_GAME = frozenset(
    {
        *("alert", "board", "games", "help", "keep", "labels", "own", "more", "no", "proof", "rack", "reading", "seal"),
        *("rows", "set", "speak", "stats", "sums", "theme", "top", "tune"),
        *("costly", "mydata", "past", "guide", "puzzle", "records", "solve", "move"),
    }
)
"""Kinds of buttons."""
GROUP: Final = (KIRAZ, LIMON, NANE)
_TIMED_GAME: Final = game("scrabble-tr", racks=RACKS, options={"clock": "25min"})
_CARDS: Final = klepka_game_of_chat("АБВГ АБВГ", "ВОДА=#", "К")

COMMANDS: Final[Mapping[str, tuple[Table | None, int, str]]] = {
    "new": (None, KIRAZ, "kelimelik"),
    "join": (buttons.OPEN_LOBBY, NANE, ""),
    "leave": (buttons.OPEN_LOBBY, LIMON, ""),
    "invite": (buttons.OPEN_LOBBY, KIRAZ, "@nane_masada"),
    "computer": (buttons.OPEN_LOBBY, KIRAZ, "kolay"),
    "begin": (buttons.OPEN_LOBBY, LIMON, ""),
    "cancel": (open_lobby_of("kelimelik", 1), KIRAZ, ""),
    "play": (buttons.BOARD_GAME, KIRAZ, "8F KALEM"),
    "pass": (buttons.BOARD_GAME, KIRAZ, ""),
    "exchange": (buttons.BOARD_GAME, KIRAZ, "1"),
    "challenge": (buttons.CHALLENGEABLE_GAME, LIMON, ""),
    "take-back": (buttons.TAKE_BACK_GAME, KIRAZ, ""),
    "undo": (buttons.TAKE_BACK_GAME, KIRAZ, ""),
    "hint": (buttons.HINT_GAME, KIRAZ, ""),
    "draw": (buttons.DRAW_OFFER_GAME, LIMON, ""),
    "pause": (_TIMED_GAME, KIRAZ, ""),
    "resume": (after_actions(_TIMED_GAME, Pause(KIRAZ)), KIRAZ, ""),
    "extend": (_TIMED_GAME, KIRAZ, "2 5dk"),
    "skip": (buttons.GAME_WITH_ABSENTEE, KIRAZ, ""),
    "remove": (buttons.GAME_WITH_ABSENTEE, LIMON, "1"),
    "replace": (buttons.GAME_WITHOUT_NANE, LIMON, "1"),
    "flip": (_CARDS, KIRAZ, "1 2"),
    "form": (_CARDS, KIRAZ, "вода"),
    "trade": (_CARDS, KIRAZ, "В 2 К"),
    "chaos": (_CARDS, KIRAZ, ""),
}
"""For each command a table on which it changes something, who gives it, and what is typed behind it."""
PAYLOADS: Final[Mapping[str, tuple[str, ...]]] = {
    "alone": ("1:kelimelik",),
    "tutorial": ("play",),
    "alter": ("01", "00"),
    "card": ("0:1", "0:2"),
    "close": ("1", "1"),
}
"""What the buttons of a kind carry that change something when pressed in turn, where not the first one does."""


@pytest.fixture(scope="module")
def recorded_actions(redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> ReplyOrderProbe:
    with install_probe() as seen:
        asyncio.run(_do_everything(redis_server.url, tmp_path_factory.mktemp("bot")))
    return seen


async def _do_everything(redis_url: str, folder: Path) -> None:
    async with run_harness(redis_url, folder, {}) as harness:
        for name, (table, person, text) in COMMANDS.items():
            await (await _chats_with_table(harness, table)).group.give_command(person, name, text)
        group = (await _chats_with_table(harness, buttons.BOARD_GAME)).group
        await group.say_and_wait(KIRAZ, "8F KALEM", (await group.say_and_wait(KIRAZ, "/tahta")).message_id)
        pressed = registry.all_button_kinds().keys() - CHANGE_NO_GAME
        # Those that begin a game in private come last: what is asked there afterwards would be about that game.
        for kind in sorted(pressed, key=lambda kind: (kind in {"alone", "tutorial"}, kind)):
            await _press(await _chats_with_table(harness, BUTTON_CASES[kind].table), kind)


async def _chats_with_table(harness: BotHarness, table: Table | None) -> ChatPair:
    await harness.forget_user_games(*GROUP)
    place = ChatPair(await harness.new_group(people=GROUP), await harness.private_chat(KIRAZ))
    if table is not None:
        await place.group.put_table(table)
    return place


async def _press(place: ChatPair, kind: str) -> None:
    case = BUTTON_CASES[kind]
    drawn = await case.draw_button(place)
    data = drawn.message.button_data(kind)
    table = data.split(":")[1]
    for value in [f"{kind}:{table}:{payload}" for payload in PAYLOADS.get(kind, ())] or [data]:
        await drawn.chat.forge_tap(drawn.chat.user_json(case.player), drawn.message, value)
        await drawn.chat.harness.wait_until_idle()


def test_nothing_is_told_before_its_commit_or_of_one_that_failed(recorded_actions: ReplyOrderProbe) -> None:
    assert recorded_actions.violations == []


def test_every_command_that_changes_a_game_was_tried(recorded_actions: ReplyOrderProbe) -> None:
    acting = {name for name, row in all_command_rows().items() if row.kind == "action"}
    assert recorded_actions.committing_commands == acting - ASKS_FIRST, (
        "a row of COMMANDS is missing, or changes nothing"
    )


def test_every_button_that_changes_a_game_was_tried(recorded_actions: ReplyOrderProbe) -> None:
    assert recorded_actions.committing_taps == registry.all_button_kinds().keys() - CHANGE_NO_GAME, "see PAYLOADS"


def test_a_move_typed_without_its_command_was_tried(recorded_actions: ReplyOrderProbe) -> None:
    assert recorded_actions.committing_others == {"PlainText"}


def test_every_way_out_is_known_to_tell_or_not() -> None:
    for room, known in (
        (Gateway, {*SENDING_METHODS, *OTHER_METHODS}),
        (MessageEdits, {*EDITING_METHODS, *OTHER_EDITS}),
        (EphemeralMessages, {*EPHEMERAL_SENDING_METHODS, *EPHEMERAL_OTHER_METHODS}),
    ):
        assert {name for name in vars(room) if not name.startswith("_")} == known
