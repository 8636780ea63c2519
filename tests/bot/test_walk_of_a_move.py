"""The way of a move: function by function here, in eight hops in ``docs/architecture.md``."""

import sys
from types import FrameType
from typing import Final

import pytest

from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.doc_pages import DOCS, ROOT, code_spans, page_section, table_rows
from tests.support.games import game

STOPS: Final = [
    ("bot/ingress/polling.py", "Polling._poll_forever"),
    ("bot/store/redis_streams/inbox.py", "Inbox.append_update"),
    ("bot/ingress/consumer.py", "Consumer._admit_entry"),
    ("bot/telegram/incoming/parse_update.py", "parse_update"),
    ("bot/workers/lanes.py", "Lanes.enqueue"),
    ("bot/ingress/consumer.py", "Consumer._run_job"),
    ("bot/handlers/dispatch/router.py", "Router.handle_request"),
    ("bot/tables/table_loader.py", "TableLoader.load_place"),
    ("bot/families/crossword/move_handlers.py", "MoveHandlers.play_typed_move"),
    ("engine/crossword/partial_moves.py", "read_partial_move"),
    ("bot/tables/games.py", "Games._judge_apply_commit"),
    ("engine/table_log.py", "try_action"),
    ("engine/game.py", "apply"),
    ("engine/crossword/rules.py", "_place_tiles"),
    ("bot/judges/word_judge.py", "WordJudge.judge_words"),
    ("engine/table_log.py", "apply_and_log"),
    ("bot/tables/games.py", "Games._commit_step"),
    ("bot/store/games.py", "GameStore.commit"),
    ("bot/announce/announcer.py", "Announcer._announce"),
    ("bot/announce/compose.py", "PostComposer.compose_post"),
    ("bot/families/crossword/board_wording.py", "CrosswordWording.event_lines"),
    ("bot/pictures/photos.py", "Photos.send_without_remembering"),
    ("bot/pictures/drawing.py", "DrawingThread.draw_sketch"),
    ("bot/telegram/api/gateway.py", "Gateway.send_photo"),
    ("bot/store/redis_streams/outbox.py", "Outbox.ack_notices"),
]
"""The functions that are handed the move, in whatever form it has by then (update, request, action, step, notice,
message), and without which it would go no further. What they ask of others on its way is none: a cell's premium, a
list's verdict, a clock in words. Helpers within a file belong to the stop there."""
HOPS: Final = [
    (code_spans(row[2])[0], code_spans(row[1])[0])
    for row in table_rows(page_section(DOCS / "architecture.md", "One move in eight hops"))
    if row[0].isdigit()
]
MOST_STOPS, MOST_FILES = 25, 22


def test_the_walk_is_short_and_the_page_tells_eight_hops_of_it() -> None:
    assert len(STOPS) <= MOST_STOPS
    assert len({file for file, _ in STOPS}) <= MOST_FILES
    assert len(HOPS) == 8
    assert [stop for stop in STOPS if stop in HOPS] == HOPS


@pytest.mark.asyncio(loop_scope="module")
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
