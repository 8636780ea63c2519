"""Several tables of one group: each message says of which it tells, and none touches another table's messages."""

import pytest

from bot.store import keys
from engine.crossword.state import GameState
from engine.game import Table
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game, with_fields
from tests.support.klepka_chats import GAME as CARD_GAME
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], options={"clock": "slow"})
PLAY = "F8 yatay KALEMLİK"
NAMES = "Ayşe–Bora 🎯"


def another(state: GameState, mark: str = "1") -> GameState:
    return with_fields(state, commitment=mark * 64)


async def two_tables(harness: BotHarness, first: Table = LAID, second: Table | None = None) -> ChatSession:
    talk = await harness.new_group()
    await talk.put_table(first)
    await talk.put_table(second or another(LAID), talk.scope.at_table(2))
    return talk


def is_labelled(message: SentMessage, number: int, names: str = NAMES) -> bool:
    return message.html.startswith(f"<b>\u2068#{number} {names}\u2069</b>\n")


@pytest.mark.parametrize("boards", ["each", "one"])
async def test_a_turn_says_at_which_table_it_was(harness: BotHarness, boards: str) -> None:
    talk = await two_tables(harness)
    await harness.store.save_setting(talk.scope, "boards", boards)
    for number in (1, 2):
        assert is_labelled(await talk.say_and_wait(KIRAZ, f"/oyna #{number} {PLAY}"), number)
        assert is_labelled(await talk.say_and_wait(LIMON, f"/pas #{number}"), number)


async def test_a_table_that_is_alone_says_no_number(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    for text in ("/tahta", "/skor", "/torba", "/sure", f"/oyna {PLAY}"):
        assert "#" not in (await talk.say_and_wait(KIRAZ, text)).html


async def test_look_ups_say_which_table_they_show(harness: BotHarness) -> None:
    talk = await two_tables(harness)
    for text in ("/tahta #2", "/tahta #2 metin", "/skor #2", "/torba #2", "/sure #2"):
        assert is_labelled(await talk.say_and_wait(NANE, text), 2), text


async def test_a_refusal_says_at_which_table(harness: BotHarness) -> None:
    talk = await two_tables(harness)
    refused = await talk.say_and_wait(LIMON, f"/oyna #2 {PLAY}")
    assert is_labelled(refused, 2)
    assert talk.text_html("refusal-not-your-turn", name="Ayşe") in refused.html


async def test_side_notes_and_deadlines_that_change_say_which_table(harness: BotHarness) -> None:
    talk = await two_tables(harness)
    board = await talk.say_and_wait(KIRAZ, f"/oyna #2 {PLAY}")
    await talk.start_watching()
    talk.say(KIRAZ, "/uzat #2 10")
    note = (await talk.wait_messages())[0]
    assert is_labelled(note, 2)
    await harness.wait_until_idle()
    caption = talk.chat.messages[board.message_id]["caption"]
    assert caption.startswith(f"\u2068#2 {NAMES}\u2069\n")
    assert caption.count("#2") == 1


async def test_a_lobby_says_so_while_it_is_open_and_when_it_is_closed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    lobby = await talk.say_and_wait(KIRAZ, "/yeni scrabble-tr")
    assert is_labelled(lobby, 2, "Kiraz 🔥")
    await talk.press_kind(NANE, lobby, "join")
    await harness.wait_until_idle()
    assert talk.chat.messages[lobby.message_id]["caption"].startswith("\u2068#2 Kiraz–Nane 🔥\u2069\n")
    talk.say(KIRAZ, "/iptal #2")
    await harness.wait_until_idle()
    closed = talk.chat.messages[lobby.message_id]["caption"]
    assert closed == f"\u2068#2 Kiraz–Nane 🔥\u2069\n{talk.text_plain('lobby-closed')}"


async def test_cards_say_so_face_up_and_face_down(harness: BotHarness) -> None:
    talk = await two_tables(harness, second=CARD_GAME)
    flipped = await talk.say_and_wait(KIRAZ, "/ac #2 1 3")
    assert flipped.message.get("caption", "").startswith("\u2068#2 ")
    await harness.advance_time(60)
    await harness.wait_until_idle()
    assert talk.chat.messages[flipped.message_id]["caption"].startswith("\u2068#2 ")


async def test_a_board_that_goes_takes_no_other_tables_board_along(harness: BotHarness) -> None:
    talk = await two_tables(harness)
    await harness.store.save_setting(talk.scope, "boards", "last")
    first = await talk.say_and_wait(KIRAZ, f"/oyna #1 {PLAY}")
    second = await talk.say_and_wait(KIRAZ, f"/oyna #2 {PLAY}")
    await talk.say_and_wait(LIMON, "/degistir #2 A")
    await talk.say_and_wait(KIRAZ, "/degistir #2 1")
    await harness.advance_time(5)
    await harness.wait_until_idle()
    assert first.message_id in talk.chat.messages
    assert second.message_id != first.message_id


async def test_each_table_pins_its_own_board(harness: BotHarness) -> None:
    talk = await two_tables(harness)
    await harness.store.save_setting(talk.scope, "boards", "pin")
    before = harness.last_call_number
    first = await talk.say_and_wait(KIRAZ, f"/oyna #1 {PLAY}")
    second = await talk.say_and_wait(KIRAZ, f"/oyna #2 {PLAY}")
    await harness.wait_until_idle()
    pinned = harness.playground.journal.find_entries("pinChatMessage", after=before)
    assert [call.parameters["message_id"] for call in pinned] == [first.message_id, second.message_id]
    assert harness.playground.journal.find_entries("unpinChatMessage", after=before) == []


async def test_all_that_is_told_of_a_table_can_be_replied_to(harness: BotHarness) -> None:
    talk = await two_tables(harness)
    sent = [
        await talk.say_and_wait(KIRAZ, f"/oyna #2 {PLAY}"),
        await talk.say_and_wait(KIRAZ, "/uzat #2 10"),
        await talk.say_and_wait(LIMON, "/pas #2"),
    ]
    await harness.wait_until_idle()
    stored = await harness.redis.hget(keys.game(talk.scope.at_table(2)), "messages")
    assert stored is not None
    assert {message.message_id for message in sent} <= set(map(int, stored.split()))
    assert is_labelled(await talk.say_and_wait(NANE, "/skor", reply_to=sent[1].message_id), 2)
