"""Answers that are typed: in private, by an ephemeral command; and those that a group can read, which are not taken."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest

from bot.playground.server_version import NEWEST, VERSIONS
from bot.store import keys
from bot.store.keys import Scope
from bot.telegram.gateway import Gateway
from bot.telegram.replies import REPLY_SECONDS
from engine.duplicate.state import StandingAnswer
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.chat_steps import button_labels, data_of_label, run_auto_deletes
from tests.support.duplicate_answers import (
    ROUND,
    STRICT,
    edit_ephemeral_command,
    give_ephemeral_command,
    newest_ephemeral,
    open_group,
    public_calls,
    standing,
    word_of,
)
from tests.support.duplicate_chats import load_game
from tests.support.duplicate_games import open_round, play_of
from tests.support.games import NOW, with_fields
from tests.support.waiting import PATIENCE, Looks

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("language", "text"),
    [("tr", "/oyna F8 yatay KALEMLİK"), ("tr", "8F kalemlik"), ("en", "/play F8 across KALEMLİK")],
)
async def test_in_private_a_play_with_its_cell_is_an_answer(harness: BotHarness, language: str, text: str) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ, language)
    await group.put_table(ROUND)
    mark = harness.last_call_number
    told = await private.say_and_wait(KIRAZ, text)
    assert await word_of(group) == "F8 KALEMLİK"
    for part in ("KALEMLİK", "F8 →", "10", private.text_plain("answer-may-change")):
        assert part in told.text
    assert button_labels(told) == [
        private.text_plain("button-answer-lock"),
        private.text_plain("button-answer-withdraw"),
        private.text_plain("button-answer-board"),
    ]
    assert public_calls(group, mark) == [], "the group hears nothing"


async def test_what_stands_is_locked_and_taken_back_below_the_message(harness: BotHarness) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    told = await private.say_and_wait(KIRAZ, "8F KALEMLİK")
    await private.press_data(KIRAZ, told, data_of_label(told, "↩️"))
    await harness.wait_until_idle()
    assert await standing(group) is None
    told = await private.say_and_wait(KIRAZ, "8F KALEMLİK")
    await private.press_data(KIRAZ, told, data_of_label(told, "🔒"))
    await harness.wait_until_idle()
    assert (await load_game(group)).players[0].locked
    told = await private.say_and_wait(KIRAZ, "8F KALEMLİ")
    assert private.text_plain("refusal-answer-locked") in told.text
    assert await word_of(group) == "F8 KALEMLİK"


async def test_a_bare_word_in_private_is_offered_its_places_best_first(harness: BotHarness) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    told = await private.say_and_wait(KIRAZ, "kale")
    labels = button_labels(told)[:-1]
    points = [int(label.partition(" ")[0]) for label in labels]
    assert len(points) > 1
    assert points == sorted(points, reverse=True)
    assert await standing(group) is None
    await private.press_data(KIRAZ, told, data_of_label(told, labels[0]))
    await harness.wait_until_idle()
    answer = await standing(group)
    assert answer is not None
    assert (answer.play.score, answer.play.word) == (points[0], "KALE")


async def test_an_edited_message_is_a_new_answer(harness: BotHarness) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    world = harness.playground.world
    sent = world.write_as_person(KIRAZ, private.chat_id, "8F KALEMLİ")
    await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMLİ"
    world.edit_as_person(KIRAZ, private.chat_id, sent["message_id"], "8F KALEMLİK")
    await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMLİK"


async def test_an_answer_may_be_edited_as_long_as_its_round_is_open(harness: BotHarness) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(open_round(options={"round": "86400"}))
    await private.say_and_wait(KIRAZ, "8F KALEMLİK")
    assert await harness.redis.ttl(keys.refused_move(KIRAZ)) >= 86_400


async def test_a_word_that_does_not_count_is_refused_and_the_earlier_answer_stands(harness: BotHarness) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    await private.say_and_wait(KIRAZ, "8F KALEMLİK")
    told = await private.say_and_wait(KIRAZ, "8F KALEMS")
    assert "KALEMS" in told.text
    assert "KALEMLİK" in told.text, "what stands is said again"
    assert await word_of(group) == "F8 KALEMLİK"


async def test_with_strict_words_it_is_taken_and_the_score_is_no_verdict(harness: BotHarness) -> None:
    group = await open_group(harness, STRICT)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(STRICT)
    told = []
    for word in ("KALEMLİK", "KALEMSİK"):
        answered = await private.say_and_wait(KIRAZ, f"8F {word}")
        assert word in await word_of(group)
        told.append(re.sub(rf"{word}|\d+ puan", "", answered.text))
    assert told[0] == told[1], "whether it counts is not told"
    places = await private.say_and_wait(KIRAZ, "SAEKİL")
    assert len(places.buttons) > 1, "by board alone"


def at_second(seconds: float) -> int:
    """Telegram's date so long after the round opened."""
    return int((NOW + timedelta(seconds=seconds)).timestamp())


async def test_what_was_sent_in_time_counts_though_it_arrives_late_and_a_late_tap_does_not(harness: BotHarness) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    board = await private.say_and_wait(KIRAZ, "/raf")
    told = await private.say_and_wait(KIRAZ, "8F KALEMLİ")
    await harness.advance_time(121)
    await harness.wait_until_idle()
    kiraz = private.user_json(KIRAZ)
    await private.say_as_user(kiraz, "8F KALEMLİK", date=at_second(120))
    await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMLİK"
    await private.say_as_user(kiraz, "8F KALEMLİ", date=at_second(121))
    await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMLİK", "a second too late"
    answered = await private.press_data(KIRAZ, told, data_of_label(told, "↩️"))
    assert answered["text"] == private.text_plain("refusal-answer-late", number=1)
    assert board.is_photo


async def test_an_older_answer_that_arrives_later_changes_nothing_and_is_told_to_nobody_else(
    harness: BotHarness,
) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    await harness.advance_time(20)
    kiraz, mark = private.user_json(KIRAZ), harness.last_call_number
    await private.say_as_user(kiraz, "8F KALEMLİK", date=at_second(15))
    await harness.wait_until_idle()
    await private.say_as_user(kiraz, "8F KALEMLİ", date=at_second(10))
    await harness.wait_until_idle()
    assert await word_of(group) == "F8 KALEMLİK"
    assert public_calls(group, mark) == []


@pytest.mark.parametrize("version", VERSIONS[1:])
async def test_an_ephemeral_command_is_an_answer_that_nobody_sees(harness: BotHarness, version: str) -> None:
    group = await open_group(harness, status="member")
    harness.switch_server_version(version)
    mark = harness.last_call_number
    await give_ephemeral_command(group, NANE, "/oyna F8 yatay KALEMLİK")
    assert await word_of(group, 2) == "F8 KALEMLİK", "an answer is the way in"
    assert public_calls(group, mark) == []
    assert "KALEMLİK" in await newest_ephemeral(group, NANE)
    harness.switch_server_version(VERSIONS[0])


async def test_who_sits_in_a_lobby_answers_the_game_that_runs(harness: BotHarness) -> None:
    group = await open_group(harness)
    await group.give_command(NANE, "new", "kelimelik")
    harness.switch_server_version(NEWEST)
    answered = await give_ephemeral_command(group, NANE, "/oyna F8 yatay KALEMLİ")
    assert await word_of(group, 2) == "F8 KALEMLİ"
    await edit_ephemeral_command(group, answered, "/oyna F8 yatay KALEMLİK")
    assert await word_of(group, 2) == "F8 KALEMLİK"
    harness.switch_server_version(VERSIONS[0])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("text", ["/oyna F8 yatay KALEMLİK", "8F KALEMLİK"])
async def test_an_answer_in_the_open_is_deleted_and_its_writer_told_how_alone(
    harness: BotHarness, version: str, text: str
) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    board = await group.say_and_wait(NANE, "/tahta")
    harness.switch_server_version(version)
    harness.playground.world.privacy = False
    mark = harness.last_call_number
    sent = harness.playground.world.write_as_person(
        KIRAZ, group.chat_id, text, reply_to=board.message_id, language="uk"
    )
    await harness.wait_until_idle()
    assert await standing(group) is None
    assert sent["message_id"] not in group.chat.messages
    assert public_calls(group, mark) == ["deleteMessage"]
    how = private.text_plain("answer-in-open")
    if version == VERSIONS[0]:
        assert (await private.wait_messages())[-1].text == how
    else:
        (shown,) = harness.playground.world.ephemeral.visible_to_person(group.chat_id, KIRAZ)
        assert shown["message"]["text"] == how
    harness.switch_server_version(VERSIONS[0])


async def test_who_can_be_told_nothing_alone_reads_how_without_the_word(harness: BotHarness) -> None:
    group = await open_group(harness, status="member")
    await harness.private_chat(KIRAZ, opened=False)
    await group.put_table(ROUND)
    told = await group.say_and_wait(KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert told.html == group.text_html("answer-in-open")
    assert told.links
    assert await standing(group) is None


async def test_an_answer_removes_nothing_from_the_group_that_would_tell_of_it(harness: BotHarness) -> None:
    group = await open_group(harness)
    private = await harness.private_chat(KIRAZ)
    await group.put_table(ROUND)
    refused = await group.say_and_wait(KIRAZ, "/pas")
    await private.say_and_wait(KIRAZ, "8F KALEMLİK")
    await run_auto_deletes(harness, 1)
    assert refused.message_id in group.chat.messages
    await run_auto_deletes(harness, REPLY_SECONDS)
    assert refused.message_id not in group.chat.messages


async def test_talk_of_a_word_is_talk(harness: BotHarness) -> None:
    group = await open_group(harness)
    board = await group.say_and_wait(NANE, "/tahta")
    await group.check_no_answer(KIRAZ, "KALEMLİK", reply_to=board.message_id)
    await group.check_no_answer(KIRAZ, "F8 KALEMLİK")
    assert await standing(group) is None


async def test_the_hundred_and_first_is_told_so(harness: BotHarness) -> None:
    full = open_round(people=range(1000, 1100))
    answer = StandingAnswer(play_of(full, "8F KALEMLİK"), NOW)
    players = tuple(type(player)(player.user, player.name, answer=answer) for player in full.players)
    private = await harness.private_chat(NANE)
    group = await open_group(harness, with_fields(full, players=players))
    harness.switch_server_version(NEWEST)
    await give_ephemeral_command(group, NANE, "/oyna F8 yatay KALEMLİK")
    assert await newest_ephemeral(group, NANE) == private.text_plain("refusal-game-full", most=100)
    harness.switch_server_version(VERSIONS[0])


async def test_nobody_s_answer_waits_until_telegram_has_told_another_one(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = await open_group(harness)
    private, other = await harness.private_chat(KIRAZ), await harness.private_chat(LIMON)
    await group.put_table(ROUND)
    send, held = Gateway.send_text, asyncio.Event()

    async def hold(gateway: Gateway, scope: Scope, *text: Any, **more: Any) -> int:
        if scope.chat == KIRAZ:
            await held.wait()
        return await send(gateway, scope, *text, **more)

    monkeypatch.setattr(Gateway, "send_text", hold)
    await private.start_watching()
    await other.start_watching()
    private.say(KIRAZ, "8F KALEMLİK")
    other.say(LIMON, "8F KALEMLİ")
    assert "KALEMLİ" in (await other.wait_messages())[0].text
    looks = Looks()
    async with asyncio.timeout(PATIENCE):
        while await word_of(group) != "F8 KALEMLİK":
            await looks.pause()
    held.set()
    assert "KALEMLİK" in (await private.wait_messages())[0].text
