"""A process that dies after a table was chosen leaves its update to another, which plays at no second table."""

import asyncio
import json
from itertools import count

import pytest

from bot.handlers.which_table import AskedRequests
from bot.playground.update_queue import ButtonPress
from bot.store import keys
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.people import PendingRequests
from bot.store.streams import InboxEntry
from bot.telegram.requests import Venue
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import board_game, button_of_table, put_tables, turns_taken
from tests.support.sent_messages import Json, SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

MINE, THEIRS = board_game(), board_game(turn=1)
OTHERS = board_game(users=(NANE, ZEYTIN))
MOVE = "/oyna H8 yatay KALEM"
_NUMBERS = count(1)


async def handle_again(house: BotHarness, update: Json, chat: int, hops: int = 0) -> None:
    """Have an update handled that a process left in the inbox which died after its commit.

    This process did not die and knows what it has handled, so that the update comes as one that was sent on.
    """
    await house.wait_until_idle()
    raw, number = json.dumps(update).encode(), update["update_id"]
    inbox = Inbox(house.redis)
    arrived = await inbox.read_server_ms(chat)
    entry = InboxEntry(keys.shard_of(chat), "1-1", number, raw, 1, chat=chat, arrived_ms=arrived, hops=hops)
    await inbox.forward_update(entry, Scope(chat))
    await house.wait_until_idle()


async def ask(talk: ChatSession, text: str = MOVE) -> tuple[Json, SentMessage]:
    update = await talk.say_as_user(talk.user_json(KIRAZ), text)
    (question,) = await talk.wait_messages()
    return update, question


async def tap(talk: ChatSession, data: str) -> Json:
    world, number = talk.harness.playground.world, f"again-{next(_NUMBERS)}"
    world.presses[number] = ButtonPress(number, KIRAZ, world.clock(), asyncio.get_running_loop().create_future())
    carrier = {"message_id": 1, "date": 0, "chat": world.to_api_chat(talk.chat)}
    query = {"id": number, "from": talk.user_json(KIRAZ), "message": carrier, "data": data, "chat_instance": "1"}
    update_id = talk.harness.playground.updates.push_update("callback_query", query)
    await talk.harness.wait_until_idle()
    return {"update_id": update_id, "callback_query": query}


async def test_neither_what_was_asked_nor_its_answer_is_done_again(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    said, question = await ask(talk)
    tapped = await tap(talk, button_of_table(question, 2))
    assert await turns_taken(talk, 1, 2) == [0, 1]
    for hops, update in enumerate((tapped, said, tapped)):
        await handle_again(harness, update, talk.chat_id, hops)
    assert await turns_taken(talk, 1, 2) == [0, 1]


async def test_what_was_asked_is_not_done_again_once_its_sender_is_on_turn(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    said, question = await ask(talk, "/pas")
    await tap(talk, button_of_table(question, 2))
    await talk.say_and_wait(LIMON, "/pas #2")
    assert await turns_taken(talk, 1, 2) == [0, 2]
    await talk.start_watching()
    await handle_again(harness, said, talk.chat_id)
    await talk.check_silence(KIRAZ)
    assert await turns_taken(talk, 1, 2) == [0, 2]


@pytest.mark.parametrize(("number", "turns"), [(1, [1, 0]), (2, [0, 0])])
async def test_after_an_answer_only_that_table_can_be_meant(harness: BotHarness, number: int, turns: list[int]) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    _, question = await ask(talk)
    asked_requests = AskedRequests(PendingRequests(harness.redis))
    place = Venue(Scope(talk.chat_id), private=False, title="", username=None)
    asked = await asked_requests.load_asked(KIRAZ, place)
    assert asked is not None
    await asked_requests.claim_answer(KIRAZ, place, asked.update, button_of_table(question, 1).split(":")[1])
    await tap(talk, button_of_table(question, number))
    assert await turns_taken(talk, 1, 2) == turns


async def answer_after_loading(monkeypatch: pytest.MonkeyPatch, harness: BotHarness, answer: str) -> None:
    """Have another answer noted as soon as an answer has read what was asked."""
    load = PendingRequests.load_pending_request

    async def load_first(self: PendingRequests, user: int, chat: int) -> bytes | None:
        stored = await load(self, user, chat)
        if stored is not None:
            await note_answer(harness, user, chat, answer)
        return stored

    monkeypatch.setattr(PendingRequests, "load_pending_request", load_first)


async def note_answer(harness: BotHarness, user: int, chat: int, answer: str) -> None:
    key = keys.pending_request(chat, user)
    stored = json.loads(await harness.redis.get(key) or "{}")
    await harness.redis.set(key, json.dumps(stored | {"answer": answer}))


@pytest.mark.parametrize("way", ["tap", "edit"])
async def test_of_two_answers_at_once_to_one_private_question_the_first_one_counts(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    first, second = await harness.new_group(), await harness.new_group()
    private = await harness.private_chat(KIRAZ)
    await put_tables(first, MINE)
    await put_tables(second, OTHERS, MINE)
    world = harness.playground.world
    await private.start_watching()
    message = world.write_as_person(KIRAZ, private.chat_id, "/pas")["message_id"]
    (question,) = await private.wait_messages()
    (other,) = (one["callback_data"] for one in question.buttons if "#2" in one["text"])
    (chosen,) = (one["callback_data"] for one in question.buttons if one["callback_data"] != other)
    await answer_after_loading(monkeypatch, harness, chosen.split(":")[1])
    if way == "tap":
        answer = await private.forge_tap(private.user_json(KIRAZ), None, other)
        assert answer["show_alert"]
    else:
        world.edit_as_person(KIRAZ, private.chat_id, message, "/oyna #2 H8 yatay KALEM")
    await harness.wait_until_idle()
    assert (await turns_taken(first, 1), await turns_taken(second, 1, 2)) == ([0], [0, 0])


async def test_a_move_that_followed_the_turn_is_not_made_again_at_the_other_table(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, THEIRS)
    update = await talk.say_as_user(talk.user_json(KIRAZ), MOVE)
    await talk.wait_messages()
    assert await turns_taken(talk, 1, 2) == [1, 0]
    await put_tables(talk, THEIRS, MINE)
    await handle_again(harness, update, talk.chat_id)
    assert await turns_taken(talk, 1, 2) == [0, 0]
