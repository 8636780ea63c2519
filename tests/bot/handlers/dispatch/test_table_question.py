"""Where nobody can tell which table is meant its sender is asked, and a tap does what was asked, once."""

from http import HTTPStatus

import pytest
from redis.asyncio import Redis
from telegram.constants import ChatID

from bot.playground.server_version import NEWEST
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import (
    asked_numbers,
    board_game,
    button_of_table,
    group_with_tables,
    put_tables,
    run_auto_deletes,
    table_at,
    text_in_own_language,
    turns_taken,
    visible_bot_messages,
)
from tests.support.duplicate_answers import give_ephemeral_command
from tests.support.games import with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

MINE, THEIRS, OTHERS = board_game(), board_game(turn=1), board_game(users=(NANE, ZEYTIN))
"""Games of Kiraz and Limon, in which Kiraz is on turn, and is not; and one of two others."""
MOVE = "/oyna H8 yatay KALEM"


async def asked_of(talk: ChatSession, person: int, text: str, reply_to: int | None = None) -> SentMessage:
    question = await talk.say_and_wait(person, text, reply_to)
    assert question.html == talk.text_html("which-table"), question.text
    return question


@pytest.mark.parametrize("version", ["10.0", "10.5"])
async def test_the_tap_does_what_was_asked(harness: BotHarness, version: str) -> None:
    harness.switch_server_version(version)
    talk = await group_with_tables(harness, MINE, MINE, OTHERS, language="en")
    question = await asked_of(talk, KIRAZ, MOVE)
    assert asked_numbers(question) == [1, 2]
    await talk.press_data(KIRAZ, question, button_of_table(question, 2))
    assert (await talk.wait_messages())[0].is_photo
    assert await turns_taken(talk, 1, 2, 3) == [0, 1, 0]
    await run_auto_deletes(harness)
    await harness.wait_until_idle()
    assert question.is_ephemeral or question.message_id not in talk.chat.messages
    harness.switch_server_version("10.5")


async def test_a_secret_question_that_is_not_delivered_leads_to_the_private_chat(harness: BotHarness) -> None:
    harness.switch_server_version(NEWEST)
    talk = await group_with_tables(harness, MINE, MINE)
    mark = harness.last_call_number
    talk.refuse_next_calls("sendMessage")
    await give_ephemeral_command(talk, KIRAZ, "/oyna H8 KALEM")
    refused, told = harness.playground.journal.find_entries("sendMessage", after=mark)
    assert refused.status == HTTPStatus.BAD_REQUEST
    assert told.result["text"] == talk.text_plain("which-table-in-private")
    assert "reply_to_message" not in told.result
    ((button,),) = told.result["reply_markup"]["inline_keyboard"]
    assert button["url"].endswith("?start=games")


async def test_nobody_is_asked_about_what_is_no_table(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, MINE)
    for text in ("/gcg", "/bulmaca", "/oyunlarim"):
        assert (await talk.say_and_wait(KIRAZ, text)).html != talk.text_html("which-table")
    refused = await talk.say_and_wait(KIRAZ, "/oyna #7 H8 yatay KALEM")
    assert refused.html == talk.text_html("refusal-no-such-table", number=7)
    await talk.check_no_answer(KIRAZ, "#7 kuşlar")
    assert await turns_taken(talk, 1, 2) == [0, 0]


async def test_one_tap_answers_what_was_asked_last_and_those_after_it_do_nothing(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, MINE)
    former = await asked_of(talk, KIRAZ, MOVE)
    question = await asked_of(talk, KIRAZ, "/degistir hepsi")
    assert (await talk.forge_tap(talk.user_json(KIRAZ), None, button_of_table(former, 1)))["show_alert"]
    assert await turns_taken(talk, 1, 2) == [0, 0]
    data = button_of_table(question, 1)
    await talk.press_data(KIRAZ, question, data)
    await talk.wait_messages()
    assert (await talk.forge_tap(talk.user_json(KIRAZ), None, button_of_table(question, 2)))["show_alert"]
    assert await turns_taken(talk, 1, 2) == [1, 0]
    await talk.say_and_wait(LIMON, "/degistir #1 hepsi")
    await talk.forge_tap(talk.user_json(KIRAZ), None, data)
    await harness.wait_until_idle()
    assert await turns_taken(talk, 1, 2) == [2, 0]


async def test_a_table_whose_game_is_over_by_then_is_not_replaced_by_another(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, MINE, MINE)
    question = await asked_of(talk, KIRAZ, MOVE)
    sure = await talk.say_and_wait(LIMON, "/teslim #2")
    await talk.press_kind(LIMON, sure, "yes")
    await talk.wait_messages()
    await talk.forge_tap(talk.user_json(KIRAZ), None, button_of_table(question, 2))
    assert (await talk.wait_messages())[0].html.endswith(talk.text_html("refusal-game-over"))
    assert await turns_taken(talk, 1, 3) == [0, 0]


async def test_what_costs_a_turn_or_a_game_is_asked_about_in_ones_own_turn_too(harness: BotHarness) -> None:
    talk, table = await harness.new_group(), board_game(name="scrabble-tr")
    await put_tables(talk, table, with_fields(table, turn=1), OTHERS)
    for text in ("/pas", "/berabere kabul"):
        assert asked_numbers(await asked_of(talk, KIRAZ, text)) == [1, 2]


async def test_look_ups_are_of_the_table_that_was_looked_at_last(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, with_fields(MINE, players=tuple(with_fields(one, score=77) for one in MINE.players)))
    assert asked_numbers(await asked_of(talk, KIRAZ, "/skor")) == [1, 2]
    await talk.say_and_wait(KIRAZ, "/skor #2")
    assert "77" in (await talk.say_and_wait(KIRAZ, "/skor")).text
    # What plays is asked about all the same.
    assert asked_numbers(await asked_of(talk, KIRAZ, MOVE)) == [1, 2]


async def test_what_an_anonymous_administrator_was_asked_any_administrator_answers(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, OTHERS)
    anonymous = {"id": int(ChatID.ANONYMOUS_ADMIN), "is_bot": True, "first_name": "Group"}
    await talk.say_as_user(anonymous, "/duraklat")
    (question,) = await talk.wait_messages()
    assert asked_numbers(question) == [1, 2]
    refused = await talk.forge_tap(talk.user_json(NANE), question, button_of_table(question, 2))
    assert refused["text"].endswith(await text_in_own_language(talk, NANE, "refusal-admins-only"))
    await talk.press_data(KIRAZ, question, button_of_table(question, 2))
    await talk.wait_messages()
    paused = await table_at(talk, 2)
    assert not isinstance(paused, Lobby)
    assert paused.clocks.paused is not None


async def test_who_may_not_do_it_at_any_table_is_not_asked_which(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, OTHERS)
    refused = await text_in_own_language(talk, NANE, "refusal-admins-only")
    assert (await talk.say_and_wait(NANE, "/duraklat")).html == refused


async def test_in_private_several_games_are_asked_about_by_buttons(harness: BotHarness) -> None:
    talk, private = await harness.new_group(title="Bahçe"), await harness.private_chat(KIRAZ)
    await put_tables(talk, MINE, MINE, OTHERS)
    question = await private.say_and_wait(KIRAZ, MOVE)
    assert question.html == private.text_html("which-table")
    assert [one["text"].partition(" ")[0] for one in question.buttons] == ["Bahçe:", "Bahçe:"]
    second = next(one["callback_data"] for one in question.buttons if "#2" in one["text"])
    await private.press_data(KIRAZ, question, second)
    await harness.wait_until_idle()
    assert await turns_taken(talk, 1, 2) == [0, 1]
    done = await private.say_and_wait(KIRAZ, "#1 H8 yatay KALEM")
    assert done.html.endswith(private.text_html("done-in-group"))
    assert await turns_taken(talk, 1, 2) == [1, 1]


async def test_in_private_a_number_that_no_game_there_has_names_one_of_a_group(harness: BotHarness) -> None:
    await harness.forget_user_games(KIRAZ)
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await put_tables(talk, OTHERS, MINE, MINE)
    await put_tables(private, MINE)
    await talk.start_watching()
    private.say(KIRAZ, "#3 H8 yatay KALEM")
    assert (await talk.wait_messages())[0].is_photo
    await harness.wait_until_idle()
    assert await turns_taken(talk, 2, 3) == [0, 1]
    assert await turns_taken(private, 1) == [0]
    # A number that a game there has, too, is that game's.
    await private.say_and_wait(KIRAZ, "#1 H8 yatay KALEM")
    assert await turns_taken(private, 1) == [1]
    assert await turns_taken(talk, 1, 2) == [0, 0]


async def test_in_private_a_number_of_no_own_game_is_refused_as_that(harness: BotHarness) -> None:
    await harness.forget_user_games(KIRAZ)
    private = await harness.private_chat(KIRAZ)
    await put_tables(private, MINE)
    refused = await private.say_and_wait(KIRAZ, "/oyna #9 H8 yatay KALEM")
    assert refused.html == private.text_html("refusal-no-table-of-yours", number=9)
    assert await turns_taken(private, 1) == [0]


async def test_a_reply_names_the_table_of_the_message(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, MINE)
    first = await talk.say_and_wait(KIRAZ, "/oyna #1 H8 yatay KALEM")
    second = await talk.say_and_wait(KIRAZ, "/oyna #2 H8 yatay KALEM")
    await talk.say_and_wait(LIMON, "değiştir hepsi", reply_to=second.message_id)
    assert await turns_taken(talk, 1, 2) == [1, 2]
    await talk.say_and_wait(LIMON, "/degistir hepsi", reply_to=first.message_id)
    assert await turns_taken(talk, 1, 2) == [2, 2]


@pytest.mark.parametrize("version", [NEWEST])
async def test_a_reply_to_an_own_board_in_the_group_names_its_table(harness: BotHarness, version: str) -> None:
    world = harness.playground.world
    talk = await harness.new_group()
    harness.switch_server_version(version)
    await put_tables(talk, MINE, MINE)
    await talk.say_and_wait(KIRAZ, "/tahta #2")
    board = [message for message in talk.chat.messages.values() if "photo" in message][-1]
    rack = next(
        key["callback_data"]
        for row in board["reply_markup"]["inline_keyboard"]
        for key in row
        if key["callback_data"].startswith("rack:")
    )
    await world.press_button(KIRAZ, talk.chat_id, board["message_id"], rack).answer
    await harness.wait_until_idle()
    (own,) = world.ephemeral.visible_to_person(talk.chat_id, KIRAZ)
    assert talk.text_plain("own-board-next-game") in str(own["message"]["reply_markup"])
    world.write_as_person(KIRAZ, talk.chat_id, MOVE, ephemeral=own["message"]["ephemeral_message_id"])
    await harness.wait_until_idle()
    assert await turns_taken(talk, 1, 2) == [0, 1]


async def test_a_word_alone_goes_to_the_table_of_the_turn(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, THEIRS, MINE, OTHERS)
    greeting = visible_bot_messages(talk)[0]["message_id"]
    places = await talk.say_and_wait(KIRAZ, "KALEM", reply_to=greeting)
    assert places.html == talk.text_html("places-which", word="KALEM")
    board = await talk.say_and_wait(KIRAZ, "/tahta #3")
    await talk.check_no_answer(KIRAZ, "KALEM", reply_to=board.message_id)
    asked = await talk.say_and_wait(NANE, "#3 KALEM")
    assert asked.html == talk.text_html("places-which", word="KALEM")


@pytest.mark.parametrize("person", [KIRAZ, LIMON])
async def test_talk_is_let_be_where_several_tables_are(harness: BotHarness, person: int) -> None:
    talk = await group_with_tables(harness, THEIRS, THEIRS, OTHERS)
    board = await talk.say_and_wait(NANE, "/tahta")
    if person == KIRAZ:
        await talk.check_no_answer(KIRAZ, "tamam", reply_to=board.message_id)
    await talk.check_no_answer(person, "tamam mı", reply_to=board.message_id)
    await talk.check_no_answer(person, "#1 numara benim")
    await talk.check_no_answer(ZEYTIN, "#2 harika")


async def test_a_text_that_only_one_kind_of_game_takes_is_meant_for_that(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE, klepka_game_of_chat("ОоЩфОоЩф", "КіТОк=#", "ВоДа*", "Ее"))
    turned = await talk.say_and_wait(KIRAZ, f"1, 3 @{harness.playground.world.bot['username']}")
    assert "1, 3 →" in turned.text
    assert await turns_taken(talk, 1) == [0]
    assert (await talk.say_and_wait(KIRAZ, MOVE)).is_photo
    assert await turns_taken(talk, 1) == [1]


async def test_a_number_in_front_of_talk_is_talk_where_one_table_is(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE)
    for text in ("#1 H8 yatay KALEM", "#1 KALEM", "#9 KALEM"):
        await talk.check_no_answer(KIRAZ, text)
    assert await turns_taken(talk, 1) == [0]
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    assert (await talk.say_and_wait(KIRAZ, "#1 H8 yatay KALEM", reply_to=board.message_id)).is_photo


async def test_a_number_that_people_were_told_names_the_last_open_table_too(harness: BotHarness) -> None:
    talk = await group_with_tables(harness, MINE)
    await talk.say_and_wait(NANE, "/yeni kelimelik")
    await talk.say_and_wait(NANE, "/iptal #2")
    refused = await talk.say_and_wait(KIRAZ, "#2 H8 yatay KALEM")
    assert refused.html == talk.text_html("refusal-no-such-table", number=2)
    await talk.check_no_answer(KIRAZ, "#2 kuşlar")
    await talk.check_no_answer(KIRAZ, "#3 H8 yatay KALEM")
    assert await turns_taken(talk, 1) == [0]
    assert (await talk.say_and_wait(KIRAZ, "#1 H8 yatay KALEM")).is_photo
    assert await turns_taken(talk, 1) == [1]


async def commands_of_move(talk: ChatSession, watcher: Redis, text: str) -> list[str]:
    """``watcher`` is a client of its own: the end of a bot's own connection has it claim all shards again."""
    asked: list[str] = []
    await talk.start_watching()
    async with watcher.monitor() as monitor:
        talk.say(KIRAZ, text)
        assert (await talk.wait_messages())[0].is_photo
        await talk.harness.wait_until_idle()
        await talk.harness.redis.echo("end")
        async for one in monitor.listen():
            if "ECHO" in one["command"].upper() and "end" in one["command"]:
                break
            if str(talk.chat_id) in one["command"] and one["client_type"] != "lua":
                asked.append(one["command"].split()[0].upper())
    return asked


async def test_a_move_costs_with_six_tables_what_it_costs_with_one(harness: BotHarness, redis_of_bot: Redis) -> None:
    costs = []
    for others in ((), [OTHERS] * 5):
        talk = await group_with_tables(harness, board_game(users=(KIRAZ, LIMON)), *others)
        costs.append(await commands_of_move(talk, redis_of_bot, MOVE))
    assert costs[0]
    assert costs[1] == costs[0]
