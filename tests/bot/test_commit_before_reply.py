"""Nobody is told of a move before it is safe, whatever asks for it: the store fails, is raced, and takes it."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from bot.families import registry
from bot.handlers.general import all_command_rows
from bot.store.embedded import EmbeddedRedis
from bot.telegram.ephemeral import EphemeralMessages
from bot.telegram.gateway import Gateway, MessageEdits
from engine.clock import Pause
from engine.game import Table
from tests.support import buttons
from tests.support.buttons import BUTTON_CASES, RACKS, ChatPair
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.games import after_actions, game, open_lobby_of
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.reply_order_probe import (
    EDITING_METHODS,
    EPHEMERAL_OTHER_METHODS,
    EPHEMERAL_SENDING_METHODS,
    OTHER_EDITS,
    OTHER_METHODS,
    SENDING_METHODS,
    ReplyOrderProbe,
    install_probe,
)
from tests.support.run_harness import run_harness

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
    """What came of doing everything once."""
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
    """Have a button drawn, and press it."""
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
