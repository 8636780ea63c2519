"""The walk of a move in ``docs/architecture.md`` is the way that a move goes."""

import sys
from types import FrameType
from typing import Final

import pytest

from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.doc_pages import DOCS, ROOT, code_spans, page_section, table_rows
from tests.support.games import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

STOPS: Final = [
    (code_spans(row[2])[0], code_spans(row[1])[0])
    for row in table_rows(page_section(DOCS / "architecture.md", "A move, stop by stop").split("\n### ")[0])
]


async def test_a_move_makes_the_stops_of_the_walk_in_their_order(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"]))
    await harness.wait_until_idle()
    made: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            made.append((code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname))

    sys.setprofile(note)
    try:
        assert (await talk.say_and_wait(KIRAZ, "/oyna 9F yatay ER")).is_photo
        await harness.wait_until_idle()
    finally:
        sys.setprofile(None)
    first = [stop for stop in dict.fromkeys(made) if stop in STOPS]
    assert first == STOPS
