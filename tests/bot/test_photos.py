"""Pictures sent before go again by their file's id; lobbies have pictures; a chat that takes none gets the words."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as NoRedis
from telegram import Chat, Message, PhotoSize

from bot.families.crossword.sketches import BoardSketch
from bot.outcomes import NoRights, StaleFile, Undone
from bot.pictures.drawing import DrawingThread
from bot.pictures.photos import Photos, SentPicture
from bot.pictures.sketches import Look
from bot.playground import Entry
from bot.playground.faults import Fault
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.telegram.sent import read
from bot.texts import Texts
from engine import game as door
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.drawings import sketch
from tests.support.games import NOW, changed, game
from tests.support.klepka_chats import dealt, edits
from tests.support.languages import LANGUAGES
from tests.support.painters import KINDS, watch
from tests.support.patience import PATIENCE

in_a_house = pytest.mark.asyncio(loop_scope="module")

TEXTS = Texts()
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
CARDS = dealt("ЩюФоЖоФЩ", "КіТ", "ВоДа")
SCOPE = Scope(-100777)


def file_of(sent: Sent) -> str:
    """The id of the file that a message shows."""
    return str(sent.message["photo"][-1]["file_id"])


def was_uploaded(sent: Sent) -> bool:
    """Whether the picture's bytes travelled: uploads are journalled as name and size."""
    return bool(sent.asked["photo"] != file_of(sent))


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was drawn since the test began."""
    made: list[str] = []
    watch(monkeypatch, KINDS, made.append)
    return made


@in_a_house
@pytest.mark.parametrize("table", [LAID, CARDS], ids=["board", "cards"])
async def test_a_board_asked_for_again_is_neither_drawn_nor_uploaded(
    house: House, drawings: list[str], table: door.Table
) -> None:
    talk = await house.group()
    await talk.deal(table)
    first = await talk.ask(KIRAZ, "/tahta")
    assert was_uploaded(first)
    assert len(drawings) == 1
    again = await talk.ask(LIMON, "/tahta")
    assert not was_uploaded(again)
    assert file_of(again) == file_of(first)
    assert again.html == first.html
    assert len(drawings) == 1


@in_a_house
async def test_the_picture_of_a_turn_is_sent_again_when_it_is_asked_for(house: House, drawings: list[str]) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    told = await talk.ask(KIRAZ, "/oyna F8 yatay KALEMLİK")
    board = await talk.ask(NANE, "/tahta")
    assert (was_uploaded(board), file_of(board)) == (False, file_of(told))
    assert drawings == ["board"]


@in_a_house
async def test_a_lobby_asked_for_again_is_the_same_picture(house: House, drawings: list[str]) -> None:
    talk = await house.group()
    opened = await talk.ask(KIRAZ, "/yeni kelimelik")
    again = await talk.ask(NANE, "/tahta")
    assert (was_uploaded(again), file_of(again), again.html) == (False, file_of(opened), opened.html)
    assert again.buttons == opened.buttons
    assert drawings == ["lobby"]


@in_a_house
@pytest.mark.parametrize("change", ["/pas", "/dil en", "/tema koyu"])
async def test_a_board_that_looks_different_now_is_drawn(house: House, change: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    before = await talk.ask(KIRAZ, "/tahta")
    await talk.ask(KIRAZ, change)
    assert file_of(await talk.ask(KIRAZ, "/board")) != file_of(before)


@in_a_house
async def test_a_clock_that_only_runs_on_needs_no_new_picture(house: House, drawings: list[str]) -> None:
    talk = await house.group()
    await talk.deal(changed(game("scrabble-tr", laid=["8F KALEM"], racks=["LERİSİ?", "A"], options={"clock": "25min"})))
    first = await talk.ask(KIRAZ, "/tahta")
    await house.pass_time(61)
    assert file_of(await talk.ask(KIRAZ, "/tahta")) == file_of(first)
    assert len(drawings) == 1


@in_a_house
async def test_the_board_in_private_is_that_of_the_group(house: House) -> None:
    talk, private = await house.group(), await house.private(KIRAZ)
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    again = await private.ask(KIRAZ, "/tahta")
    assert (was_uploaded(again), file_of(again)) == (False, file_of(board))


@in_a_house
@pytest.mark.parametrize("choice", ["/tema koyu", "/dil en"])
async def test_who_looks_in_private_in_another_way_leaves_the_groups_picture_remembered(
    house: House, choice: str
) -> None:
    talk, private = await house.group(), await house.private(KIRAZ)
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    await private.ask(KIRAZ, choice)
    assert was_uploaded(await private.ask(KIRAZ, "/board"))
    again = await talk.ask(LIMON, "/tahta")
    assert (was_uploaded(again), file_of(again)) == (False, file_of(board))


@in_a_house
async def test_a_file_that_telegram_forgot_is_uploaded_again(house: House, drawings: list[str]) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    first = await talk.ask(KIRAZ, "/tahta")
    reason = "Bad Request: wrong file identifier/HTTP URL specified"
    house.playground.faults.add(
        Fault(kind="error", method="sendPhoto", chat_id=talk.id, status=400, description=reason)
    )
    refused, taken = await calls_for(talk, "/tahta", "sendPhoto", 2)
    assert (refused.status, refused.parameters["photo"]) == (400, file_of(first))
    assert taken.status == 200
    assert len(drawings) == 2
    await talk.mark()
    assert not was_uploaded(await talk.ask(KIRAZ, "/tahta")), "the new one is remembered"


@in_a_house
async def test_cards_are_turned_down_with_the_picture_that_was_sent_first(house: House, drawings: list[str]) -> None:
    talk = await house.group()
    await talk.deal(CARDS)
    sent = await talk.ask(KIRAZ, "/ac 1 3")
    (shown,) = await edits(talk, sent, 1)
    letters = shown.result["photo"][-1]["file_id"]
    board = await talk.ask(LIMON, "/tahta")
    assert file_of(board) == file_of(sent) != letters, "letters are sent to nobody again"
    await house.pass_time(10)
    _, hidden = await edits(talk, sent, 2)
    assert hidden.result["photo"][-1]["file_id"] == file_of(sent)
    assert drawings == ["cards", "cards"]


@in_a_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_lobby_is_a_picture_with_its_words_and_buttons(house: House, language: str) -> None:
    talk = await house.group(language)
    opened = await talk.ask(KIRAZ, "/yeni wordbox-uk")
    assert (await talk.ask(LIMON, "/katil")).html == talk.html("seat-taken", name="\u2068Limon\u2069")
    joined = await talk.changed(opened, "editMessageMedia", newest=True)
    for card in (opened, joined):
        assert card.photo
        assert [button["callback_data"].split(":")[0] for button in card.buttons] == [
            "join",
            "leave",
            "begin",
            "seal",
            "alter",
            "computer",
        ]
    assert "Limon" in joined.text
    assert "Limon" not in opened.text
    assert file_of(joined) != file_of(opened)


@in_a_house
@pytest.mark.parametrize(
    ("table", "say", "begins", "buttons"),
    [
        (None, "/yeni kelimelik", "🎲", True),
        (LAID, "/oyna F8 yatay KALEMLİK", "<pre>", True),
        (LAID, "/tahta", "<pre>", True),
        (LAID, "/tema koyu", "Bundan sonra", False),
        (CARDS, "/ac 1 3", "<pre>", False),
    ],
    ids=["lobby", "board", "board that was asked for", "another theme", "cards to be remembered"],
)
async def test_a_chat_that_takes_no_photos_gets_the_words(
    house: House, table: door.Table | None, say: str, begins: str, *, buttons: bool
) -> None:
    talk = await house.group()
    if table is not None:
        await talk.deal(table)
    house.playground.faults.add(no_photos(talk))
    (written,) = await calls_for(talk, say, "sendMessage", 1)
    assert str(written.parameters["text"]).startswith(begins)
    assert ("reply_markup" in written.result) == buttons


def no_photos(talk: Talk) -> Fault:
    reason = "Bad Request: not enough rights to send photos to the chat"
    return Fault(kind="error", method="sendPhoto", chat_id=talk.id, status=400, description=reason)


async def calls_for(talk: Talk, text: str, method: str, count: int) -> list[Entry]:
    """What the bot calls after something was said."""
    before = talk.house.calls
    talk.say(KIRAZ, text)
    return await talk.house.playground.journal.wait(method, after=before, count=count, seconds=PATIENCE)


def picture() -> BoardSketch:
    drawn = sketch(TEXTS, door.view(LAID, None), LAID.ruleset.title, Look("tr"))
    assert isinstance(drawn, BoardSketch)
    return drawn


class Telegram:
    """Takes photos as a chat does, and notes whether each came as an id or as bytes."""

    def __init__(self, refuse: Callable[[str | bytes], Undone | None] = lambda _: None) -> None:
        self.asked: list[type] = []
        self._refuse = refuse

    async def __call__(self, photo: str | bytes) -> SentPicture:
        self.asked.append(type(photo))
        error = self._refuse(photo)
        if error is not None:
            raise error
        files = [PhotoSize(f"file{size}", f"f{size}", size, size) for size in (90, 900)]
        return read(Message(1, NOW, Chat(SCOPE.chat, "group"), photo=files))


@pytest_asyncio.fixture
async def studio() -> AsyncIterator[DrawingThread]:
    one = DrawingThread()
    yield one
    await one.close()


async def test_the_greatest_size_of_the_newest_picture_is_remembered(redis: Redis, studio: DrawingThread) -> None:
    store = Store(redis)
    await Photos(store, studio).send(SCOPE, picture(), Telegram())
    again = Telegram()
    await Photos(store, studio).send(SCOPE, picture(), again)
    assert again.asked == [str], "by another process too"
    other = Telegram()
    await Photos(store, studio).send(SCOPE, replace(picture(), theme="dark"), other)
    await Photos(store, studio).send(SCOPE, picture(), other)
    assert other.asked == [bytes, bytes]


async def test_a_picture_of_before_takes_no_place_in_the_memory(redis: Redis, studio: DrawingThread) -> None:
    photos, telegram = Photos(Store(redis), studio), Telegram()
    await photos.send(SCOPE, picture(), telegram)
    await photos.send(SCOPE, replace(picture(), theme="dark"), telegram, newest=False)
    await photos.send(SCOPE, picture(), telegram)
    assert telegram.asked == [bytes, bytes, str]


async def test_what_only_one_player_may_see_is_never_remembered(redis: Redis, studio: DrawingThread) -> None:
    photos, telegram = Photos(Store(redis), studio), Telegram()
    for _ in range(2):
        await photos.send(SCOPE, replace(picture(), ghosts={"A1": "A"}), telegram)
    assert telegram.asked == [bytes, bytes]
    assert await redis.keys("*") == []


async def test_an_id_that_is_refused_is_followed_by_the_picture(redis: Redis, studio: DrawingThread) -> None:
    photos = Photos(Store(redis), studio)
    await photos.send(SCOPE, picture(), Telegram())
    telegram = Telegram(lambda photo: StaleFile("Invalid file_id") if isinstance(photo, str) else None)
    await photos.send(SCOPE, picture(), telegram)
    assert telegram.asked == [str, bytes]


async def test_any_other_refusal_is_the_callers(redis: Redis, studio: DrawingThread) -> None:
    photos = Photos(Store(redis), studio)
    await photos.send(SCOPE, picture(), Telegram())
    telegram = Telegram(lambda _: NoRights("Not enough rights to send photos to the chat"))
    with pytest.raises(NoRights):
        await photos.send(SCOPE, picture(), telegram)
    assert telegram.asked == [str]


async def test_pictures_go_out_while_redis_cannot_be_asked(
    redis: Redis, studio: DrawingThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(redis)

    async def gone(*_: object) -> None:
        raise NoRedis("gone")

    monkeypatch.setattr(store, "photo", gone)
    monkeypatch.setattr(store, "set_photo", gone)
    telegram = Telegram()
    await Photos(store, studio).send(SCOPE, picture(), telegram)
    assert telegram.asked == [bytes]
