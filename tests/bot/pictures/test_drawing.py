"""Where and when pictures are drawn, apart from the event loop; those sent before go again by their file's id."""

import threading
import traceback
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as NoRedis
from telegram import Chat, Message, PhotoSize

from bot.call_errors import CallFailed
from bot.families import registry
from bot.families.crossword import sketches
from bot.families.crossword.sketches import BoardSketch
from bot.pictures import DrawingError, DrawingThread, Photos, PictureStyle, SentPhoto, Sketch, drawing_version
from bot.playground import JournalEntry
from bot.playground.dispatch import Fault
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.telegram.transport import to_sent_photo
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.view import GameView
from render import Painter
from render.theme import THEMES
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.drawings import PAINTER_METHODS, paint_png, shared_painter, table_sketch, watch_painters
from tests.support.games import NOW, game, with_fields
from tests.support.klepka_chats import klepka_game_of_chat, wait_picture_edits
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE

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
    shown = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    await wait_picture_edits(talk, shown, 1)
    await harness.advance_time(10)
    await wait_picture_edits(talk, shown, 2)
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
            sketches.own_board_sketch(with_fields(own, rack=(NO_TILE,)), speaker, PictureStyle("tr", "light"))
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


in_a_house = pytest.mark.asyncio(loop_scope="module")

CARDS = klepka_game_of_chat("ЩюФоЖоФЩ", "КіТ", "ВоДа")
SCOPE = Scope(-100777)


def file_id_of(sent: SentMessage) -> str:
    return str(sent.message["photo"][-1]["file_id"])


def was_uploaded(sent: SentMessage) -> bool:
    """Whether the picture's bytes travelled: uploads are journalled as name and size."""
    return bool(sent.parameters["photo"] != file_id_of(sent))


@pytest_asyncio.fixture(loop_scope="module")
async def drawn_pictures(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    await harness.new_group()
    await harness.wait_until_idle()
    made: list[str] = []
    watch_painters(monkeypatch, PAINTER_METHODS, made.append)
    return made


@in_a_house
@pytest.mark.parametrize("table", [LAID, CARDS], ids=["board", "cards"])
async def test_a_board_is_uploaded_once(harness: BotHarness, drawn_pictures: list[str], table: door.Table) -> None:
    talk = await harness.new_group()
    await talk.put_table(table)
    first = await talk.say_and_wait(KIRAZ, "/tahta")
    assert was_uploaded(first)
    assert len(drawn_pictures) == 1
    again = await talk.say_and_wait(LIMON, "/tahta")
    assert not was_uploaded(again)
    assert file_id_of(again) == file_id_of(first)
    assert again.html == first.html
    assert len(drawn_pictures) == 1


@in_a_house
async def test_the_picture_of_a_turn_is_sent_again_on_request(harness: BotHarness, drawn_pictures: list[str]) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    told = await talk.say_and_wait(KIRAZ, "/oyna F8 yatay KALEMLİK")
    board = await talk.say_and_wait(NANE, "/tahta")
    assert (was_uploaded(board), file_id_of(board)) == (False, file_id_of(told))
    assert drawn_pictures == ["board"]


@in_a_house
async def test_a_private_look_leaves_the_groups_picture_remembered(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await private.say_and_wait(KIRAZ, "/tema koyu")
    assert was_uploaded(await private.say_and_wait(KIRAZ, "/board"))
    again = await talk.say_and_wait(LIMON, "/tahta")
    assert (was_uploaded(again), file_id_of(again)) == (False, file_id_of(board))
    await harness.store.save_setting(private.scope, "theme", None)


@in_a_house
async def test_a_file_that_telegram_forgot_is_uploaded_again(harness: BotHarness, drawn_pictures: list[str]) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    first = await talk.say_and_wait(KIRAZ, "/tahta")
    reason = "Bad Request: wrong file identifier/HTTP URL specified"
    harness.playground.faults.add_fault(
        Fault(kind="error", method="sendPhoto", chat_id=talk.chat_id, status=400, description=reason)
    )
    refused, taken = await calls_for(talk, "/tahta", "sendPhoto", 2)
    assert (refused.status, refused.parameters["photo"]) == (400, file_id_of(first))
    assert taken.status == 200
    assert len(drawn_pictures) == 2
    await talk.start_watching()
    assert not was_uploaded(await talk.say_and_wait(KIRAZ, "/tahta")), "the new one is remembered"


@in_a_house
async def test_turned_up_cards_leave_the_picture_above_them(harness: BotHarness, drawn_pictures: list[str]) -> None:
    talk = await harness.new_group()
    await talk.put_table(CARDS)
    sent = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    (shown,) = await wait_picture_edits(talk, sent, 1)
    assert shown.result["photo"][-1]["file_id"] == file_id_of(sent)
    board = await talk.say_and_wait(LIMON, "/tahta")
    assert file_id_of(board) == file_id_of(sent)
    await harness.advance_time(10)
    _, hidden = await wait_picture_edits(talk, sent, 2)
    assert hidden.result["photo"][-1]["file_id"] == file_id_of(sent)
    assert drawn_pictures == ["card_strip"]


@in_a_house
async def test_a_lobby_is_a_picture_with_its_words_and_buttons(harness: BotHarness) -> None:
    talk = await harness.new_group()
    opened = await talk.say_and_wait(KIRAZ, "/yeni wordbox-uk")
    assert (await talk.say_and_wait(LIMON, "/katil")).html == talk.text_html("seat-taken", name="\u2068Limon\u2069")
    joined = await talk.wait_edited(opened, "editMessageMedia", newest=True)
    for card in (opened, joined):
        assert card.is_photo
        kinds = [button["callback_data"].split(":")[0] for button in card.buttons]
        assert kinds == ["join", "leave", "begin", "alter", "computer"]
    assert "Limon" in joined.text
    assert "Limon" not in opened.text
    assert file_id_of(joined) != file_id_of(opened)


@in_a_house
@pytest.mark.parametrize(
    ("table", "say", "begins", "buttons"),
    [
        (None, "/yeni kelimelik", "🎲", True),
        (LAID, "/oyna F8 yatay KALEMLİK", "<pre>", True),
        (LAID, "/tahta", "<pre>", True),
        (LAID, "/tema koyu", "Bundan sonra", False),
        (CARDS, "/ac 1 3", "<pre>", True),
    ],
    ids=["lobby", "board", "board that was asked for", "another theme", "cards to be remembered"],
)
async def test_a_chat_that_takes_no_photos_gets_the_words(
    harness: BotHarness, table: door.Table | None, say: str, begins: str, *, buttons: bool
) -> None:
    talk = await harness.new_group()
    if table is not None:
        await talk.put_table(table)
    harness.playground.faults.add_fault(refuse_photos(talk))
    (written,) = await calls_for(talk, say, "sendMessage", 1)
    assert str(written.parameters["text"]).startswith(begins)
    assert ("reply_markup" in written.result) == buttons


def refuse_photos(talk: ChatSession) -> Fault:
    reason = "Bad Request: not enough rights to send photos to the chat"
    return Fault(kind="error", method="sendPhoto", chat_id=talk.chat_id, status=400, description=reason)


async def calls_for(talk: ChatSession, text: str, method: str, count: int) -> list[JournalEntry]:
    before = talk.harness.last_call_number
    talk.say(KIRAZ, text)
    return await talk.harness.playground.journal.wait_for_entries(method, after=before, count=count, seconds=PATIENCE)


def sample_sketch() -> BoardSketch:
    drawn = table_sketch(TEXTS, door.view(LAID, None), LAID.ruleset.title, PictureStyle("tr"))
    assert isinstance(drawn, BoardSketch)
    return drawn


class PhotoChat:
    def __init__(self, refuse: Callable[[str | bytes], CallFailed | None] = lambda _: None) -> None:
        self.asked: list[type] = []
        self._refuse = refuse

    async def __call__(self, photo: str | bytes) -> SentPhoto:
        self.asked.append(type(photo))
        error = self._refuse(photo)
        if error is not None:
            raise error
        files = [PhotoSize(f"file{size}", f"f{size}", size, size) for size in (90, 900)]
        return to_sent_photo(Message(1, NOW, Chat(SCOPE.chat, "group"), photo=files))


async def test_the_largest_size_of_the_newest_photo_is_remembered(redis: Redis, drawing_thread: DrawingThread) -> None:
    store = GameStore(redis)
    await Photos(store, drawing_thread).send_photo(SCOPE, sample_sketch(), PhotoChat())
    again = PhotoChat()
    await Photos(store, drawing_thread).send_photo(SCOPE, sample_sketch(), again)
    assert again.asked == [str], "by another process too"
    other = PhotoChat()
    await Photos(store, drawing_thread).send_photo(SCOPE, replace(sample_sketch(), theme="dark"), other)
    await Photos(store, drawing_thread).send_photo(SCOPE, sample_sketch(), other)
    assert other.asked == [bytes, bytes]


async def test_what_only_one_player_may_see_is_never_remembered(redis: Redis, drawing_thread: DrawingThread) -> None:
    photos, telegram = Photos(GameStore(redis), drawing_thread), PhotoChat()
    for _ in range(2):
        await photos.send_photo(SCOPE, replace(sample_sketch(), ghosts={"A1": "A"}), telegram)
    assert telegram.asked == [bytes, bytes]
    assert await redis.keys("*") == []


async def test_pictures_go_out_while_redis_is_away(
    redis: Redis, drawing_thread: DrawingThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = GameStore(redis)

    async def gone(*_: object) -> None:
        raise NoRedis("gone")

    monkeypatch.setattr(store, "find_photo_file_id", gone)
    monkeypatch.setattr(store, "save_photo", gone)
    telegram = PhotoChat()
    await Photos(store, drawing_thread).send_photo(SCOPE, sample_sketch(), telegram)
    assert telegram.asked == [bytes]
