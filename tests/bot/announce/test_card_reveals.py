"""Cards turned up are shown in one message for ten seconds, and nowhere else: neither in text nor in what is kept."""

from typing import Any

import pytest
from redis.asyncio import Redis

from bot.families.klepka.card_reveal import REVEAL_SECONDS
from bot.playground import JournalEntry
from bot.playground.bot_api.faults import Fault
from bot.store import keys
from bot.tables.codec import decompress_json
from engine.klepka.view import with_revealed
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.klepka_card_reveals import GAME, HIDDEN_LETTERS, draw_table, flip_cards, group_view
from tests.support.klepka_chats import calls_about_chat, load_klepka_game, picture_of_message, wait_picture_edits
from tests.support.waiting import PATIENCE, Looks

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def stored_reveals_and_notices(redis: Any) -> bytes:
    """All that waits to be told or to be turned face down."""
    found = b""
    for shard in range(keys.SHARDS):
        found += b"".join(await redis.zrange(keys.card_reveals(shard), 0, -1))
        for _, fields in await redis.xrange(keys.outbox(shard)):
            found += fields[b"scope"] + decompress_json(fields[b"payload"])
    return found


async def test_one_message_shows_the_cards_and_is_edited_face_down_after_ten_seconds(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    sent = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    (shown,) = await wait_picture_edits(talk, sent, 1)
    state, event = flip_cards(GAME, 1, 3)
    assert picture_of_message(harness, sent.message) == draw_table(group_view(state))
    assert picture_of_message(harness, shown.result) == draw_table(with_revealed(group_view(state), event.cards))
    assert talk.text_plain("klepka-look", seconds=REVEAL_SECONDS) in shown.result["caption"]
    await harness.advance_time(REVEAL_SECONDS - 1)
    await talk.say_and_wait(LIMON, "/skor")
    assert len(await wait_picture_edits(talk, sent, 1)) == 1
    await harness.advance_time(1)
    _, hidden = await wait_picture_edits(talk, sent, 2)
    assert picture_of_message(harness, hidden.result) == draw_table(group_view(state))
    assert hidden.result["caption"] == sent.text


async def test_while_there_are_cards_to_remember_no_buttons_push_the_picture_away(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    sent = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    (shown,) = await wait_picture_edits(talk, sent, 1)
    assert "reply_markup" not in sent.message
    assert "reply_markup" not in shown.result
    await harness.advance_time(REVEAL_SECONDS)
    _, hidden = await wait_picture_edits(talk, sent, 2)
    labels = [button["text"] for row in hidden.result["reply_markup"]["inline_keyboard"] for button in row]
    assert labels == ["1", "2", "3", "4", "5", "6", "7", "8", talk.text_plain("own-board-open")]


async def test_cards_that_are_all_taken_are_nothing_to_remember(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    sent = await talk.say_and_wait(KIRAZ, "/ac 1 8")
    (shown,) = await wait_picture_edits(talk, sent, 1)
    assert shown.result["caption"] == sent.text
    assert shown.result["reply_markup"] == sent.message["reply_markup"]
    # Tests of other processes begin with nothing left to be turned face down.
    await harness.advance_time(REVEAL_SECONDS)
    await wait_picture_edits(talk, sent, 2)


async def test_an_older_message_is_turned_down_without_its_buttons(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    first = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    second = await talk.say_and_wait(LIMON, "/ac 5 6")
    await wait_picture_edits(talk, second, 1)
    await harness.advance_time(REVEAL_SECONDS)
    _, hidden = await wait_picture_edits(talk, first, 2)
    assert "reply_markup" not in hidden.result
    _, newest = await wait_picture_edits(talk, second, 2)
    assert "reply_markup" in newest.result


async def test_no_letter_of_the_table_stands_in_any_text_nor_in_what_is_kept(
    harness: BotHarness, redis_of_bot: Redis
) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    for person, positions in ((KIRAZ, "1 2"), (LIMON, "3 5"), (KIRAZ, "7 8")):
        sent = await talk.say_and_wait(person, f"/ac {positions}")
        await wait_picture_edits(talk, sent, 1)
        for asked in ("/tahta", "/tahta metin", "/skor", "/torba"):
            await talk.say_and_wait(person, asked)
    waiting = await stored_reveals_and_notices(redis_of_bot)
    assert waiting
    for letter in HIDDEN_LETTERS:
        assert letter not in calls_about_chat(harness, talk.chat_id)
        assert f'"{letter}Y"'.encode() not in waiting
        assert f'"{letter}B"'.encode() not in waiting


async def test_letters_that_are_taken_are_public(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    sent = await talk.say_and_wait(KIRAZ, "/ac 1 8")
    assert talk.text_html("klepka-taken", cards="Щ🟨 Щ🟨", positions="1, 8") in sent.html
    assert [button["text"] for button in sent.buttons][:2] == ["2", "3"]
    # Tests of other processes begin with nothing left to be turned face down.
    await wait_picture_edits(talk, sent, 1)
    await harness.advance_time(REVEAL_SECONDS)
    await wait_picture_edits(talk, sent, 2)


async def calls_of(talk: ChatSession, method: str, after: int, count: int) -> list[JournalEntry]:
    """The calls of a method about a chat, once there are so many."""
    journal = talk.harness.playground.journal
    while True:
        every = journal.find_entries(method, after=after)
        found = [call for call in every if str(call.parameters["chat_id"]) == str(talk.chat_id)]
        if len(found) >= count:
            return found
        assert len(await journal.wait_for_entries(method, after=after, count=len(every) + 1, seconds=PATIENCE)) > len(
            every
        )


async def test_what_two_turns_revealed_while_they_waited_is_shown_by_one_message(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", method="sendPhoto", chat_id=talk.chat_id, retry_after=1)
    )
    await talk.start_watching()
    before = harness.last_call_number
    talk.say(KIRAZ, "/ac 1 3")
    looks = Looks()
    while (await load_klepka_game(talk)).turn == 0:
        await looks.pause()
    talk.say(LIMON, "/ac 5 6")
    while (await load_klepka_game(talk)).turn == 1:
        await looks.pause()
    (shown,) = await calls_of(talk, "editMessageMedia", before, 1)
    (photo,) = [call for call in await calls_of(talk, "sendPhoto", before, 2) if call.status == 200]
    assert "1, 3" in photo.parameters["caption"]
    assert "5, 6" in photo.parameters["caption"]
    state, first = flip_cards(GAME, 1, 3)
    state, second = flip_cards(state, 5, 6)
    assert picture_of_message(harness, shown.result) == draw_table(
        with_revealed(group_view(state), (*first.cards, *second.cards))
    )
    assert picture_of_message(harness, photo.result) == draw_table(group_view(state))
