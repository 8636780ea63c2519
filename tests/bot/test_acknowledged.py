"""Nobody is told of a move before it is safe, whatever asks for it: the store fails, is raced, and takes it."""

import asyncio
from pathlib import Path

import pytest

from bot.families import registry
from bot.handlers.commands import commands
from bot.telegram.ephemeral import Ephemerals
from bot.telegram.gateway import Gateway
from bot.telegram.standing import Standing
from tests.support.acknowledged import ASKING, MAKING_ROOM, TELLING, TELLING_ONE, Acknowledged, probed
from tests.transcripts.scenes.actions import every_action
from tests.transcripts.scenes.room import people
from tests.transcripts.stage import stage

pytestmark = pytest.mark.timeout(300)
"""In seconds: doing everything once is one set-up, of four seconds' work; a busy machine may take some minutes."""

ASKS_FIRST = frozenset({"surrender"})
"""Commands that change nothing until a button is pressed."""
CHANGE_NO_GAME = frozenset(
    {
        *("bell", "board", "games", "keep", "labels", "mine", "more", "no", "proof", "rack", "reading", "seal", "set"),
        *("rows", "speak", "sums", "theme", "tune"),
    }
)
"""Kinds of buttons."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Acknowledged:
    """What came of doing everything once."""
    with probed() as seen:
        asyncio.run(_played(tmp_path_factory.mktemp("stage")))
    return seen


async def _played(folder: Path) -> None:
    async with stage(folder) as set_:
        await people(set_)
        await set_.begin()
        await every_action(set_)


def test_nothing_is_told_before_its_commit_or_of_one_that_failed(found: Acknowledged) -> None:
    assert found.faults == []


def test_every_command_that_changes_a_game_was_tried(found: Acknowledged) -> None:
    acting = {name for name, row in commands().items() if row.kind == "action"}
    assert found.commands == acting - ASKS_FIRST, "what is missing is to be done in every_action"


def test_every_button_that_changes_a_game_was_tried(found: Acknowledged) -> None:
    assert found.taps == registry.buttons().keys() - CHANGE_NO_GAME, "what is missing is to be done in every_action"


def test_a_move_typed_without_its_command_was_tried(found: Acknowledged) -> None:
    assert found.others == {"Reply"}


def test_every_way_out_is_known_to_tell_or_not() -> None:
    ways = {**vars(Standing), **vars(Gateway)}
    assert {name for name in ways if not name.startswith("_")} == {*TELLING, *ASKING}
    assert {name for name in vars(Ephemerals) if not name.startswith("_")} == {*TELLING_ONE, *MAKING_ROOM}
