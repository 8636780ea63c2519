"""Pictures sent before go again by their file's id; lobbies have pictures; a chat that takes none gets the words."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as NoRedis
from telegram import Chat, Message, PhotoSize

from bot.call_errors import CallFailed
from bot.families.crossword.sketches import BoardSketch
from bot.pictures import DrawingThread, Photos, PictureStyle, SentPhoto
from bot.playground import JournalEntry
from bot.playground.dispatch import Fault
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.telegram.transport import to_sent_photo
from bot.texts import Texts
from engine import game as door
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.drawings import PAINTER_METHODS, table_sketch, watch_painters
from tests.support.games import NOW, game
from tests.support.klepka_chats import klepka_game_of_chat, wait_picture_edits
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE

in_a_house = pytest.mark.asyncio(loop_scope="module")

TEXTS = Texts()
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
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


@pytest_asyncio.fixture
async def drawing_thread() -> AsyncIterator[DrawingThread]:
    one = DrawingThread()
    yield one
    await one.close()


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
