"""The walk of a move in ``docs/architecture.md`` is the way that a move goes."""

import sys
from types import FrameType
from typing import Final

import pytest

from tests.support.chats import KIRAZ, House
from tests.support.games import game
from tests.support.pages import DOCS, ROOT, quoted, rows, section

pytestmark = pytest.mark.asyncio(loop_scope="module")

STOPS: Final = [
    (quoted(row[2])[0], quoted(row[1])[0])
    for row in rows(section(DOCS / "architecture.md", "A move, stop by stop").split("\n### ")[0])
]


async def test_a_move_makes_the_stops_of_the_walk_in_their_order(house: House) -> None:
    talk = await house.group()
    await talk.deal(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"]))
    await house.quiet()
    made: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            made.append((code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname))

    sys.setprofile(note)
    try:
        assert (await talk.ask(KIRAZ, "/oyna 9F yatay ER")).photo
        await house.quiet()
    finally:
        sys.setprofile(None)
    first = [stop for stop in dict.fromkeys(made) if stop in STOPS]
    assert first == STOPS
