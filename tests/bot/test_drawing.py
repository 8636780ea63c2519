"""Where and when pictures are drawn: in one thread that is not the event loop's, made ready without anybody waiting."""

import asyncio
import threading
import traceback
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.families import registry
from bot.families.crossword import sketches
from bot.pictures.drawing import CannotDraw, DrawingThread, drawing_version
from bot.pictures.sketches import Look, Sketch
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.view import GameView
from render import Painter
from render.theme import THEMES
from tests.support.chats import KIRAZ, LIMON, House
from tests.support.drawings import paint, sketch
from tests.support.games import game
from tests.support.klepka_chats import dealt, edits
from tests.support.painters import KINDS, watch
from tests.support.patience import PATIENCE

TEXTS = Texts()
NO_TILE = "Ω"
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def drawn(theme: str = "light") -> Sketch:
    return sketch(TEXTS, door.view(LAID, None), LAID.ruleset.title, Look("tr", theme))


@pytest_asyncio.fixture
async def studio() -> AsyncIterator[DrawingThread]:
    one = DrawingThread(registry.preparations)
    yield one
    await one.close()


@pytest.mark.asyncio(loop_scope="module")
async def test_nothing_is_drawn_on_the_event_loop(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, set[int]] = {}
    names = ("__init__", "warm", "warm_cards", *KINDS)
    watch(monkeypatch, names, lambda name: threads.setdefault(name, set()).add(threading.get_ident()))
    talk = await house.group()
    private = await house.private(KIRAZ)
    await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.ask(KIRAZ, "/tema ahşap")
    await talk.ask(LIMON, "/katil")
    await talk.deal(LAID)
    await talk.ask(KIRAZ, "/pas")
    await private.ask(KIRAZ, "/raf")
    await private.ask(KIRAZ, "/dene 8F KALEMLER")
    await talk.deal(dealt("ЩюФоЖоФЩ", "КіТ", "ВоДа"))
    await edits(talk, await talk.ask(KIRAZ, "/ac 1 3"), 1)
    assert set(KINDS) | {"__init__"} <= set(threads)
    (thread,) = set.union(*threads.values())
    assert thread != threading.get_ident()


async def test_a_picture_of_the_studio_is_that_of_its_themes_painter(studio: DrawingThread) -> None:
    for theme in THEMES:
        assert await studio.draw(drawn(theme)) == paint(Painter(theme), drawn(theme))


async def test_every_theme_has_one_painter(studio: DrawingThread, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    watch(monkeypatch, ("__init__",), made.append)
    for theme in (*THEMES, "a theme of a later version", *THEMES):
        await studio.draw(drawn(theme))
    assert len(made) == len(THEMES) == 4


async def test_making_ready_keeps_nobody_waiting_and_lets_pictures_in_between(
    studio: DrawingThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, done = threading.Event(), []
    watch(monkeypatch, ("warm", "warm_cards", "board"), lambda name: done.append(name) if go.wait(PATIENCE) else None)
    both = studio.warm(), studio.warm()
    assert done == [], "it goes on elsewhere"
    go.set()
    await studio.draw(drawn())
    assert done.index("board") < 2, "a picture waits for one part at most"
    await asyncio.gather(*both)
    assert done.count("warm_cards") == 3, "nothing is made ready twice"


async def test_a_theme_made_ready_needs_no_sprites_for_its_first_picture(
    studio: DrawingThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    watch(monkeypatch, ("__init__", "warm", "warm_cards"), made.append)
    await studio.warm("dark")
    before = len(made)
    await studio.draw(drawn("dark"))
    assert made[0] == "__init__"
    assert len(made) == before > 3


async def test_an_error_over_a_rack_names_no_tile(studio: DrawingThread) -> None:
    own = door.view(LAID, LAID.players[0].user)
    assert isinstance(own, GameView)
    speaker = Speaker(TEXTS, "tr", LAID.ruleset.title)
    with pytest.raises(CannotDraw) as caught:
        await studio.draw(sketches.own(replace(own, rack=(NO_TILE,)), speaker, Look("tr", "light")))
    logged = "".join(traceback.format_exception(caught.value))
    assert "KeyError in rack.py" in logged
    assert NO_TILE not in logged


async def test_a_picture_that_fails_says_so_and_the_next_is_drawn(
    studio: DrawingThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [ZeroDivisionError("a brush broke")]

    def fail(_: str) -> None:
        if failures:
            raise failures.pop()

    watch(monkeypatch, ("board",), fail)
    with pytest.raises(CannotDraw) as caught:
        await studio.draw(drawn())
    assert "ZeroDivisionError in test_drawing.py" in str(caught.value)
    assert await studio.draw(drawn())


def test_the_version_of_the_drawing_changes_with_the_program_that_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.pictures.drawing.files", lambda _: tmp_path)
    for folder in ("assets", "families"):
        (tmp_path / folder).mkdir()
    found = []
    for name, content in (("board.py", "1"), ("board.py", "2"), ("assets/font", "3"), ("board.py", "1")):
        (tmp_path / name).write_text(content)
        found.append(drawing_version.__wrapped__())
    (tmp_path / "assets" / "font").unlink()
    assert len(set(found)) == 4
    assert drawing_version.__wrapped__() == found[0]
