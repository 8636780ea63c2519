"""Whatever goes wrong while cards are shown, the log names none of them."""

import logging
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bot.announce.compose import PostComposer
from bot.pictures.drawing import DrawingThread
from bot.playground.bot_api.faults import Fault
from bot.store.commits import Commit, Committed
from bot.tables.codec import Notice, compress_json, decompress_json, encode_stored
from bot.tables.loaded_table import table_name
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.klepka_card_reveals import GAME, HIDDEN_LETTERS, flip_cards, group_view
from tests.support.klepka_chats import wait_picture_edits

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def debug_log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The bot's log from the finest level on."""
    caplog.set_level(logging.DEBUG, logger="bot")
    return caplog


def assert_hides(log: pytest.LogCaptureFixture) -> None:
    assert not set(HIDDEN_LETTERS) & set(log.text)


async def flip_twice(talk: ChatSession, told: int) -> None:
    """Two turns, of which the bot manages to send so many messages; the last one shows its cards."""
    await talk.start_watching()
    talk.say(KIRAZ, "/ac 1 3")
    talk.say(LIMON, "/ac 5 6")
    await wait_picture_edits(talk, (await talk.wait_messages(told))[-1], 1)


REFUSED = [
    (Fault(kind="error", method="sendPhoto", status=403, description="Forbidden: bot was kicked"), 1),
    (Fault(kind="error", method="editMessageMedia", status=400, description="Bad Request: can't be edited"), 2),
]


@pytest.mark.parametrize(("fault", "told"), REFUSED, ids=["no message", "no edit"])
async def test_a_refusal_of_telegram_is_logged_without_letters(
    harness: BotHarness, debug_log: pytest.LogCaptureFixture, fault: Fault, told: int
) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    harness.playground.faults.add_fault(msgspec.structs.replace(fault, chat_id=talk.chat_id))
    await flip_twice(talk, told)
    assert "a chat cannot be told" in debug_log.text
    assert str(talk.chat_id) not in debug_log.text
    assert_hides(debug_log)


@pytest.mark.parametrize(
    "part", [(DrawingThread, "draw_sketch"), (PostComposer, "compose_post")], ids=["the picture", "the words"]
)
async def test_a_fault_of_our_own_is_logged_without_letters(
    harness: BotHarness, debug_log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, part: tuple[type, str]
) -> None:
    owner, name = part
    work, failures = getattr(owner, name), [ZeroDivisionError("it broke")]

    def fails_once(*args: Any, **more: Any) -> Any:
        if failures:
            raise failures.pop()
        return work(*args, **more)

    talk = await harness.new_group()
    await talk.put_table(GAME)
    monkeypatch.setattr(owner, name, fails_once)
    await flip_twice(talk, 1)
    assert "it broke" in debug_log.text
    assert_hides(debug_log)


DAMAGE: list[Callable[[bytes], bytes]] = [
    lambda raw: raw[:-1],
    lambda raw: compress_json(decompress_json(raw).replace(b'"position":1', '"position":"Щ"'.encode())),
]


@pytest.mark.parametrize("damage", DAMAGE, ids=["cut short", "a letter where none belongs"])
async def test_a_notice_that_cannot_be_read_is_logged_without_letters(
    harness: BotHarness, debug_log: pytest.LogCaptureFixture, damage: Callable[[bytes], bytes]
) -> None:
    state, event = flip_cards(GAME, 1, 3)
    whole = encode_stored(Notice((event,), group_view(state), table_name(GAME), GAME.ruleset.title))
    assert "Щ" in decompress_json(whole).decode()
    talk = await harness.new_group()
    await talk.put_table(GAME)
    held = await harness.store.load_table(talk.scope)
    lost = Commit(
        scope=talk.scope, expected_version=held.version, update_id=None, state=held.state, outbox=(damage(whole),)
    )
    assert isinstance(await harness.store.commit(lost), Committed)
    await wait_picture_edits(talk, await talk.say_and_wait(KIRAZ, "/ac 1 3"), 1)
    assert "cannot be read and is put aside" in debug_log.text
    assert_hides(debug_log)
