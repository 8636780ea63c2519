"""Whatever goes wrong while cards are shown, the log names none of them."""

import logging
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bot.announce.posts import Posts
from bot.pictures.drawing import DrawingThread
from bot.playground.faults import Fault
from bot.store.commits import Commit, Committed
from bot.tables.codec import Notice, encode
from bot.tables.held import table_name
from bot.tables.packing import packed, unpacked
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.klepka_chats import edits
from tests.support.reveals import GAME, HIDDEN, seen, turned_up

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def written(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The bot's log from the finest level on."""
    caplog.set_level(logging.DEBUG, logger="bot")
    return caplog


def assert_hides(log: pytest.LogCaptureFixture) -> None:
    assert not set(HIDDEN) & set(log.text)


async def flip_twice(talk: Talk, told: int) -> None:
    """Two turns, of which the bot manages to send so many messages; the last one shows its cards."""
    await talk.mark()
    talk.say(KIRAZ, "/ac 1 3")
    talk.say(LIMON, "/ac 5 6")
    await edits(talk, (await talk.sent(told))[-1], 1)


REFUSED = [
    (Fault(kind="error", method="sendPhoto", status=403, description="Forbidden: bot was kicked"), 1),
    (Fault(kind="error", method="editMessageMedia", status=400, description="Bad Request: can't be edited"), 2),
]


@pytest.mark.parametrize(("fault", "told"), REFUSED, ids=["no message", "no edit"])
async def test_a_refusal_of_telegram_is_logged_without_letters(
    house: House, written: pytest.LogCaptureFixture, fault: Fault, told: int
) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    house.playground.faults.add(msgspec.structs.replace(fault, chat_id=talk.id))
    await flip_twice(talk, told)
    assert f"chat {talk.id} cannot be told" in written.text
    assert_hides(written)


@pytest.mark.parametrize("part", [(DrawingThread, "draw"), (Posts, "compose")], ids=["the picture", "the words"])
async def test_a_fault_of_our_own_is_logged_without_letters(
    house: House, written: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, part: tuple[type, str]
) -> None:
    owner, name = part
    work, failures = getattr(owner, name), [ZeroDivisionError("it broke")]

    def fails_once(*args: Any, **more: Any) -> Any:
        if failures:
            raise failures.pop()
        return work(*args, **more)

    talk = await house.group()
    await talk.deal(GAME)
    monkeypatch.setattr(owner, name, fails_once)
    await flip_twice(talk, 1)
    assert "it broke" in written.text
    assert_hides(written)


DAMAGE: list[Callable[[bytes], bytes]] = [
    lambda raw: raw[:-1],
    lambda raw: packed(unpacked(raw).replace(b'"position":1', '"position":"Щ"'.encode())),
]


@pytest.mark.parametrize("damage", DAMAGE, ids=["cut short", "a letter where none belongs"])
async def test_a_notice_that_cannot_be_read_is_logged_without_letters(
    house: House, written: pytest.LogCaptureFixture, damage: Callable[[bytes], bytes]
) -> None:
    state, event = turned_up(GAME, 1, 3)
    whole = encode(Notice((event,), seen(state), table_name(GAME), GAME.ruleset.title))
    assert "Щ" in unpacked(whole).decode()
    talk = await house.group()
    await talk.deal(GAME)
    held = await house.store.load(talk.scope)
    lost = Commit(scope=talk.scope, expected=held.version, update_id=None, state=held.state, outbox=(damage(whole),))
    assert isinstance(await house.store.commit(lost), Committed)
    await edits(talk, await talk.ask(KIRAZ, "/ac 1 3"), 1)
    assert "cannot be read and is put aside" in written.text
    assert_hides(written)
