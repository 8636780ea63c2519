"""Whatever is asked in private about a group's table says and does nothing before it is in the lane of that table.

An update that was sent on as often as any may be is the probe: whoever would send it on once more has to refuse it, and
that must be all that is heard of it.
"""

import asyncio
from typing import Any

import msgspec
import pytest

from bot.families.ownboard import mark_of
from bot.playground.callbacks import Callback
from bot.store import keys
from bot.store.handling import MOST_HOPS
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine.game import Table
from tests.support.chats import KIRAZ, LIMON, House, Sent, Talk
from tests.support.games import after, game, play
from tests.support.klepka_chats import dealt
from tests.support.moves import moved
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

OPTIONS = {"challenge": "double"}
RACKS = ("LİKRSĞZ", "AAEEKKL")
LAID = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options=OPTIONS)
PENDING = after(LAID, play(LAID, "8F KALEMLİK"))
CARDS = dealt("ABCD", "", "", phase="flips")
COMMANDS = ("/play 8F KALEMLİK", "/pass", "/exchange 1", "/challenge", "/draw", "/surrender", "8F KALEMLİK")


async def sent_on(
    house: House, kind: str, content: dict[str, Any], *, hops: int = MOST_HOPS, chat: int = KIRAZ, **more: str
) -> None:
    """Have an update that was sent on so often handled in a chat's lane."""
    number = house.number()
    raw = msgspec.json.encode({"update_id": number, kind: content})
    fields: dict[Any, Any] = {"update": number, "raw": raw, "chat": KIRAZ, "hops": hops, **more}
    await house.redis.xadd(keys.inbox(keys.shard_of(chat)), fields)


def written(talk: Talk, text: str) -> dict[str, Any]:
    """A message of Kiraz's."""
    message = {"message_id": 1, "from": talk.user(KIRAZ), "date": 1_800_000_000, "text": text}
    message["chat"] = talk.house.playground.world.chat_api(talk.chat)
    if text.startswith("/"):
        message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}]
    return message


async def rooms(house: House, table: Table) -> tuple[Talk, Talk]:
    """A group with a table of Kiraz and Limon, and Kiraz's private chat."""
    group, private = await house.group("en"), await house.private(KIRAZ, "en")
    await group.deal(table)
    for person in (KIRAZ, LIMON):
        await house.store.add_user_game(person, group.scope, table_name(table))
    await private.mark()
    return group, private


async def said(house: House, private: Talk, text: str) -> Sent:
    """What answers something that Kiraz writes in private."""
    await sent_on(house, "message", written(private, text))
    [answer] = await private.sent()
    await private.silent(KIRAZ)
    return answer


async def pressed(house: House, private: Talk, value: str) -> str:
    """What a press of Kiraz's in private is answered."""
    world, number = house.playground.world, str(house.number())
    callback = Callback(number, KIRAZ, world.clock(), asyncio.get_running_loop().create_future())
    world.callbacks[number] = callback
    carrier = {"message_id": 1, "date": 0, "chat": world.chat_api(private.chat)}
    query = {"id": number, "from": private.user(KIRAZ), "message": carrier, "data": value, "chat_instance": "1"}
    await sent_on(house, "callback_query", query)
    answer = await asyncio.wait_for(callback.answer, PATIENCE)
    await private.silent(KIRAZ)
    return str(answer["text"])


@pytest.mark.parametrize("text", COMMANDS)
async def test_nothing_typed_in_private_does_anything_outside_the_table_s_lane(house: House, text: str) -> None:
    group, private = await rooms(house, LAID)
    before = await group.stored()
    assert (await said(house, private, text)).html == private.html("refusal-busy")
    assert await group.stored() == before


@pytest.mark.parametrize("text", ["/flip 1 2", "/form КОТ", "/pass", "/chaos", "/trade А 2 О", "1 2"])
async def test_nothing_typed_in_private_about_cards_does_anything_outside_the_table_s_lane(
    house: House, text: str
) -> None:
    group, private = await rooms(house, CARDS)
    before = await group.stored()
    assert (await said(house, private, text)).html == private.html("refusal-busy")
    assert await group.stored() == before


PRESSED = [
    (PENDING, "doubt", (1,)),
    (LAID, "agree", (1,)),
    (LAID, "decline", (1,)),
    (LAID, "yes", (KIRAZ,)),
    (LAID, "no", (KIRAZ,)),
    (LAID, "lay", (LAID.number, "F8", "h", ".....LİK")),
    (CARDS, "card", (CARDS.number, 1)),
    (CARDS, "enough", (CARDS.number, 1)),
    (CARDS, "twice", (0,)),
]


@pytest.mark.parametrize("case", PRESSED, ids=lambda case: case[1])
async def test_nothing_pressed_in_private_does_anything_outside_the_table_s_lane(
    house: House, case: tuple[Table, str, tuple[object, ...]]
) -> None:
    table, kind, rest = case
    group, private = await rooms(house, table)
    before = await group.stored()
    assert await pressed(house, private, data(kind, table_name(table), *rest)) == private.plain("refusal-busy")
    assert await group.stored() == before
    assert not await house.redis.keys(f"*{group.id}*picks*")


async def test_tiles_ticked_in_private_are_not_exchanged_outside_the_table_s_lane(house: House) -> None:
    group, private = await rooms(house, LAID)
    before = await group.stored()
    mark = mark_of(LAID.players[0].rack)
    swap = data("make", table_name(LAID), f"{KIRAZ:x}", LAID.number, mark, "x1")
    assert await pressed(house, private, swap) == private.plain("refusal-busy")
    assert await group.stored() == before


@pytest.mark.parametrize("text", ["/score", "/board", "/bag", "/clock"])
async def test_who_only_looks_at_a_table_in_private_is_answered_where_they_ask(house: House, text: str) -> None:
    _, private = await rooms(house, LAID)
    assert (await said(house, private, text)).html != private.html("refusal-busy")


async def test_what_is_said_late_in_a_group_that_has_moved_is_done_in_the_lane_of_its_new_place(house: House) -> None:
    old, new = await house.group("en", basic=True), await house.group("en")
    await old.deal(LAID)
    await moved(old, new)
    before = await new.stored()
    await new.mark()
    await sent_on(house, "message", written(old, "/pass"), chat=old.id)
    [answer] = await new.sent()
    assert answer.html == new.html("refusal-busy")
    assert await new.stored() == before


async def test_what_was_sent_on_to_a_group_that_has_moved_since_follows_it(house: House) -> None:
    old, new, private = await house.group("en", basic=True), await house.group("en"), await house.private(KIRAZ, "en")
    await old.deal(LAID)
    await moved(old, new)
    await private.mark()
    await sent_on(house, "message", written(private, "/pass"), hops=1, chat=old.id, about=str(old.scope))
    [answer] = await private.sent()
    assert answer.html == private.html("done-in-group")
    assert (await new.game()).number == LAID.number + 1
