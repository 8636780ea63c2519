"""Nobody is told of a move before it is safe, whatever asks for it: the store fails, is raced, and takes it."""

import asyncio
from pathlib import Path

import pytest

from bot.families import registry
from bot.handlers.general import all_command_rows
from bot.telegram.ephemeral import EphemeralMessages
from bot.telegram.gateway import Gateway, MessageEdits
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
from tests.transcripts.scenes.actions import every_action
from tests.transcripts.scenes.room import add_people
from tests.transcripts.stage import open_recording_stage

pytestmark = pytest.mark.timeout(300)
"""In seconds: doing everything once is one set-up, of four seconds' work; a busy machine may take some minutes."""

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


@pytest.fixture(scope="module")
def recorded_actions(tmp_path_factory: pytest.TempPathFactory) -> ReplyOrderProbe:
    """What came of doing everything once."""
    with install_probe() as seen:
        asyncio.run(_play_every_action(tmp_path_factory.mktemp("stage")))
    return seen


async def _play_every_action(folder: Path) -> None:
    async with open_recording_stage(folder, keeps_transcript=False) as set_:
        await add_people(set_)
        await set_.start_bot()
        await every_action(set_)


def test_nothing_is_told_before_its_commit_or_of_one_that_failed(recorded_actions: ReplyOrderProbe) -> None:
    assert recorded_actions.violations == []


def test_every_command_that_changes_a_game_was_tried(recorded_actions: ReplyOrderProbe) -> None:
    acting = {name for name, row in all_command_rows().items() if row.kind == "action"}
    assert recorded_actions.committing_commands == acting - ASKS_FIRST, "what is missing is to be done in every_action"


def test_every_button_that_changes_a_game_was_tried(recorded_actions: ReplyOrderProbe) -> None:
    assert recorded_actions.committing_taps == registry.all_button_kinds().keys() - CHANGE_NO_GAME, (
        "what is missing is to be done in every_action"
    )


def test_a_move_typed_without_its_command_was_tried(recorded_actions: ReplyOrderProbe) -> None:
    assert recorded_actions.committing_others == {"PlainText"}


def test_every_way_out_is_known_to_tell_or_not() -> None:
    for room, known in (
        (Gateway, {*SENDING_METHODS, *OTHER_METHODS}),
        (MessageEdits, {*EDITING_METHODS, *OTHER_EDITS}),
        (EphemeralMessages, {*EPHEMERAL_SENDING_METHODS, *EPHEMERAL_OTHER_METHODS}),
    ):
        assert {name for name in vars(room) if not name.startswith("_")} == known
