"""Whatever is asked in private about a group's table says and does nothing before it is in the lane of that table.

An update that was sent on as often as any may be is the probe: whoever would send it on once more has to refuse it, and
that must be all that is heard of it.
"""

import asyncio
from typing import Any

import msgspec
import pytest

from bot.families.own_board import hash_rack
from bot.playground.update_queue import ButtonPress
from bot.store import keys
from bot.store.commits import MOST_HOPS
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from engine.game import Table
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.chat_steps import migrate_group
from tests.support.games import after_actions, game, place_play
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

OPTIONS = {"challenge": "double"}
RACKS = ("LİKRSĞZ", "AAEEKKL")
LAID = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options=OPTIONS)
PENDING = after_actions(LAID, place_play(LAID, "8F KALEMLİK"))
CARDS = klepka_game_of_chat("ABCD", "", "", phase="flips")


async def handle_forwarded_update(
    house: BotHarness, kind: str, content: dict[str, Any], *, hops: int = MOST_HOPS, chat: int = KIRAZ, **more: str
) -> None:
    number = house.next_number()
    raw = msgspec.json.encode({"update_id": number, kind: content})
    fields: dict[Any, Any] = {"update": number, "raw": raw, "chat": KIRAZ, "hops": hops, **more}
    await house.redis.xadd(keys.inbox(keys.shard_of(chat)), fields)


def message_update(talk: ChatSession, text: str) -> dict[str, Any]:
    message = {"message_id": 1, "from": talk.user_json(KIRAZ), "date": 1_800_000_000, "text": text}
    message["chat"] = talk.harness.playground.world.to_api_chat(talk.chat)
    if text.startswith("/"):
        message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}]
    return message


async def group_and_private_chat(house: BotHarness, table: Table) -> tuple[ChatSession, ChatSession]:
    group, private = await house.new_group("en"), await house.private_chat(KIRAZ, "en")
    await group.put_table(table)
    for person in (KIRAZ, LIMON):
        await house.store.players.add_user_game(person, group.scope, table_name(table))
    await private.start_watching()
    return group, private


async def answer_to_text(house: BotHarness, private: ChatSession, text: str) -> SentMessage:
    await handle_forwarded_update(house, "message", message_update(private, text))
    [answer] = await private.wait_messages()
    await private.check_silence(KIRAZ)
    return answer


async def answer_to_press(house: BotHarness, private: ChatSession, value: str) -> str:
    world, number = house.playground.world, str(house.next_number())
    callback = ButtonPress(number, KIRAZ, world.clock(), asyncio.get_running_loop().create_future())
    world.presses[number] = callback
    carrier = {"message_id": 1, "date": 0, "chat": world.to_api_chat(private.chat)}
    query = {"id": number, "from": private.user_json(KIRAZ), "message": carrier, "data": value, "chat_instance": "1"}
    await handle_forwarded_update(house, "callback_query", query)
    answer = await asyncio.wait_for(callback.answer, PATIENCE)
    await private.check_silence(KIRAZ)
    return str(answer["text"])


@pytest.mark.parametrize(
    ("table", "texts"),
    [(LAID, ("/play 8F KALEMLİK", "/pass", "/challenge", "8F KALEMLİK")), (CARDS, ("/flip 1 2", "/form КОТ", "1 2"))],
    ids=["board", "cards"],
)
async def test_nothing_typed_in_private_does_anything_outside_the_table_s_lane(
    harness: BotHarness, table: Table, texts: tuple[str, ...]
) -> None:
    group, private = await group_and_private_chat(harness, table)
    before = await group.stored_state()
    for text in texts:
        assert (await answer_to_text(harness, private, text)).html == private.text_html("refusal-busy"), text
    assert await group.stored_state() == before


PRESSED = [
    (PENDING, "doubt", (1,)),
    (LAID, "agree", (1,)),
    (LAID, "yes", (KIRAZ,)),
    (LAID, "make", (f"{KIRAZ:x}", LAID.number, hash_rack(LAID.players[0].rack), "x1")),
    (LAID, "lay", (LAID.number, "F8", "h", ".....LİK")),
    (CARDS, "card", (CARDS.number, 1)),
    (CARDS, "twice", (0,)),
]


@pytest.mark.parametrize("case", PRESSED, ids=lambda case: case[1])
async def test_nothing_pressed_in_private_does_anything_outside_the_table_s_lane(
    harness: BotHarness, case: tuple[Table, str, tuple[object, ...]]
) -> None:
    table, kind, rest = case
    group, private = await group_and_private_chat(harness, table)
    before = await group.stored_state()
    assert await answer_to_press(
        harness, private, encode_button_data(kind, table_name(table), *rest)
    ) == private.text_plain("refusal-busy")
    assert await group.stored_state() == before
    assert not await harness.redis.keys(f"*{group.chat_id}*picks*")


async def test_who_only_looks_at_a_table_in_private_is_answered_where_they_ask(harness: BotHarness) -> None:
    _, private = await group_and_private_chat(harness, LAID)
    for text in ("/score", "/board"):
        assert (await answer_to_text(harness, private, text)).html != private.text_html("refusal-busy")


async def test_what_is_said_late_in_a_group_that_has_moved_is_done_in_the_lane_of_its_new_place(
    harness: BotHarness,
) -> None:
    old, new = await harness.new_group("en", basic=True), await harness.new_group("en")
    await old.put_table(LAID)
    await migrate_group(old, new)
    before = await new.stored_state()
    await new.start_watching()
    await handle_forwarded_update(harness, "message", message_update(old, "/pass"), chat=old.chat_id)
    [answer] = await new.wait_messages()
    assert answer.html == new.text_html("refusal-busy")
    assert await new.stored_state() == before


async def test_what_was_sent_on_to_a_group_that_has_moved_since_follows_it(harness: BotHarness) -> None:
    old, new, private = (
        await harness.new_group("en", basic=True),
        await harness.new_group("en"),
        await harness.private_chat(KIRAZ, "en"),
    )
    await old.put_table(LAID)
    await migrate_group(old, new)
    await private.start_watching()
    await handle_forwarded_update(
        harness, "message", message_update(private, "/pass"), hops=1, chat=old.chat_id, about=str(old.scope)
    )
    [answer] = await private.wait_messages()
    assert answer.html == private.text_html("done-in-group")
    assert (await new.load_current_game()).number == LAID.number + 1
