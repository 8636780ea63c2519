"""Where and when pictures are drawn: in one thread that is not the event loop's, made ready without anybody waiting."""

import threading
import traceback
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.families import registry
from bot.families.crossword import sketches
from bot.pictures import DrawingError, DrawingThread, PictureStyle, Sketch, drawing_version
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.view import GameView
from render import Painter
from render.theme import THEMES
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.drawings import PAINTER_METHODS, paint_png, shared_painter, table_sketch, watch_painters
from tests.support.games import game
from tests.support.klepka_chats import klepka_game_of_chat, wait_picture_edits

TEXTS = Texts()
NO_TILE = "Ω"
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def board_sketch(theme: str = "light") -> Sketch:
    return table_sketch(TEXTS, door.view(LAID, None), LAID.ruleset.title, PictureStyle("tr", theme))


@pytest_asyncio.fixture
async def drawing_thread() -> AsyncIterator[DrawingThread]:
    one = DrawingThread(registry.painter_preparations)
    yield one
    await one.close()


@pytest.mark.asyncio(loop_scope="module")
async def test_nothing_is_drawn_on_the_event_loop(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, set[int]] = {}
    shared_painter.cache_clear()
    names = ("__init__", "warm", "warm_cards", *PAINTER_METHODS)
    watch_painters(monkeypatch, names, lambda name: threads.setdefault(name, set()).add(threading.get_ident()))
    talk = await harness.new_group()
    private = await harness.private_chat(KIRAZ)
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    await talk.say_and_wait(KIRAZ, "/tema ahşap")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.put_table(LAID)
    await talk.say_and_wait(KIRAZ, "/pas")
    await private.say_and_wait(KIRAZ, "/raf")
    await private.say_and_wait(KIRAZ, "/dene 8F KALEMLER")
    await talk.put_table(klepka_game_of_chat("ЩюФоЖоФЩ", "КіТ", "ВоДа"))
    await wait_picture_edits(talk, await talk.say_and_wait(KIRAZ, "/ac 1 3"), 1)
    await talk.put_table(klepka_game_of_chat("ЩюФоЖоФЩОо", "КіТ", "ВоДа"))
    await talk.say_and_wait(KIRAZ, "/tahta")
    assert set(PAINTER_METHODS) | {"__init__"} <= set(threads)
    (thread,) = set.union(*threads.values())
    assert thread != threading.get_ident()


async def test_a_picture_of_the_studio_is_that_of_its_themes_painter(drawing_thread: DrawingThread) -> None:
    for theme in THEMES:
        assert await drawing_thread.draw_sketch(board_sketch(theme)) == paint_png(Painter(theme), board_sketch(theme))


async def test_an_error_over_a_rack_names_no_tile(drawing_thread: DrawingThread) -> None:
    own = door.view(LAID, LAID.players[0].user)
    assert isinstance(own, GameView)
    speaker = Speaker(TEXTS, "tr", LAID.ruleset.title)
    with pytest.raises(DrawingError) as caught:
        await drawing_thread.draw_sketch(
            sketches.own_board_sketch(replace(own, rack=(NO_TILE,)), speaker, PictureStyle("tr", "light"))
        )
    logged = "".join(traceback.format_exception(caught.value))
    assert "KeyError in rack.py" in logged
    assert NO_TILE not in logged


async def test_a_failed_picture_ends_no_other(drawing_thread: DrawingThread, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = [ZeroDivisionError("a brush broke")]

    def fail(_: str) -> None:
        if failures:
            raise failures.pop()

    watch_painters(monkeypatch, ("board",), fail)
    with pytest.raises(DrawingError) as caught:
        await drawing_thread.draw_sketch(board_sketch())
    assert "ZeroDivisionError in test_drawing.py" in str(caught.value)
    assert await drawing_thread.draw_sketch(board_sketch())


def test_the_version_of_a_drawing_changes_with_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.pictures.files", lambda _: tmp_path)
    for folder in ("assets", "families"):
        (tmp_path / folder).mkdir()
    found = []
    for name, content in (("board.py", "1"), ("board.py", "2"), ("assets/font", "3"), ("board.py", "1")):
        (tmp_path / name).write_text(content)
        found.append(drawing_version.__wrapped__())
    (tmp_path / "assets" / "font").unlink()
    assert len(set(found)) == 4
    assert drawing_version.__wrapped__() == found[0]
