"""Cards turned up are shown in one message for ten seconds, and nowhere else: neither in text nor in what is kept."""

from typing import Any

import pytest
from redis.asyncio import Redis

from bot.families.klepka.moments import SHOWN_SECONDS
from bot.playground import Entry
from bot.playground.faults import Fault
from bot.store import keys
from bot.tables.packing import unpacked
from engine.klepka.view import with_revealed
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.klepka_chats import edits, klepka, picture, said
from tests.support.patience import PATIENCE
from tests.support.reveals import GAME, HIDDEN, drawn, seen, turned_up

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def kept(redis: Any) -> bytes:
    """All that waits to be told or to be turned face down."""
    found = b""
    for shard in range(keys.SHARDS):
        found += b"".join(await redis.zrange(keys.reveals(shard), 0, -1))
        for _, fields in await redis.xrange(keys.outbox(shard)):
            found += fields[b"scope"] + unpacked(fields[b"payload"])
    return found


async def test_one_message_shows_the_cards_and_is_edited_face_down_after_ten_seconds(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    sent = await talk.ask(KIRAZ, "/ac 1 3")
    (shown,) = await edits(talk, sent, 1)
    state, event = turned_up(GAME, 1, 3)
    assert picture(house, sent.message) == drawn(seen(state))
    assert picture(house, shown.result) == drawn(with_revealed(seen(state), event.cards))
    assert talk.plain("klepka-look", seconds=SHOWN_SECONDS) in shown.result["caption"]
    await house.pass_time(SHOWN_SECONDS - 1)
    await talk.ask(LIMON, "/skor")
    assert len(await edits(talk, sent, 1)) == 1
    await house.pass_time(1)
    _, hidden = await edits(talk, sent, 2)
    assert picture(house, hidden.result) == drawn(seen(state))
    assert hidden.result["caption"] == sent.text


async def test_while_there_are_cards_to_remember_no_buttons_push_the_picture_away(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    sent = await talk.ask(KIRAZ, "/ac 1 3")
    (shown,) = await edits(talk, sent, 1)
    assert "reply_markup" not in sent.message
    assert "reply_markup" not in shown.result
    await house.pass_time(SHOWN_SECONDS)
    _, hidden = await edits(talk, sent, 2)
    labels = [button["text"] for row in hidden.result["reply_markup"]["inline_keyboard"] for button in row]
    assert labels == ["1", "2", "3", "4", "5", "6", "7", "8", talk.plain("mine-open")]


async def test_cards_that_are_all_taken_are_nothing_to_remember(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    sent = await talk.ask(KIRAZ, "/ac 1 8")
    (shown,) = await edits(talk, sent, 1)
    assert shown.result["caption"] == sent.text
    assert shown.result["reply_markup"] == sent.message["reply_markup"]
    # Tests of other processes begin with nothing left to be turned face down.
    await house.pass_time(SHOWN_SECONDS)
    await edits(talk, sent, 2)


async def test_an_older_message_is_turned_down_without_its_buttons(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    first = await talk.ask(KIRAZ, "/ac 1 3")
    second = await talk.ask(LIMON, "/ac 5 6")
    await edits(talk, second, 1)
    await house.pass_time(SHOWN_SECONDS)
    _, hidden = await edits(talk, first, 2)
    assert "reply_markup" not in hidden.result
    _, newest = await edits(talk, second, 2)
    assert "reply_markup" in newest.result


async def test_no_letter_of_the_table_stands_in_any_text_nor_in_what_is_kept(
    house: House, redis_of_house: Redis
) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    for person, positions in ((KIRAZ, "1 2"), (LIMON, "3 5"), (KIRAZ, "7 8")):
        sent = await talk.ask(person, f"/ac {positions}")
        await edits(talk, sent, 1)
        for asked in ("/tahta", "/tahta metin", "/skor", "/torba"):
            await talk.ask(person, asked)
    waiting = await kept(redis_of_house)
    assert waiting
    for letter in HIDDEN:
        assert letter not in said(house, talk.id)
        assert f'"{letter}Y"'.encode() not in waiting
        assert f'"{letter}B"'.encode() not in waiting


async def test_letters_that_are_taken_are_public(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    sent = await talk.ask(KIRAZ, "/ac 1 8")
    assert talk.html("klepka-taken", cards="Щ🟨 Щ🟨", positions="1, 8") in sent.html
    assert [button["text"] for button in sent.buttons][:2] == ["2", "3"]
    # Tests of other processes begin with nothing left to be turned face down.
    await edits(talk, sent, 1)
    await house.pass_time(SHOWN_SECONDS)
    await edits(talk, sent, 2)


async def calls_of(talk: Talk, method: str, after: int, count: int) -> list[Entry]:
    """The calls of a method about a chat, once there are so many."""
    journal = talk.house.playground.journal
    while True:
        every = journal.entries(method, after=after)
        found = [call for call in every if str(call.parameters["chat_id"]) == str(talk.id)]
        if len(found) >= count:
            return found
        assert len(await journal.wait(method, after=after, count=len(every) + 1, seconds=PATIENCE)) > len(every)


async def test_what_two_turns_revealed_while_they_waited_is_shown_by_one_message(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    house.playground.faults.add(Fault(kind="retry_after", method="sendPhoto", chat_id=talk.id, retry_after=1))
    await talk.mark()
    before = house.calls
    talk.say(KIRAZ, "/ac 1 3")
    while (await klepka(talk)).turn == 0:
        pass
    talk.say(LIMON, "/ac 5 6")
    while (await klepka(talk)).turn == 1:
        pass
    (shown,) = await calls_of(talk, "editMessageMedia", before, 1)
    (photo,) = [call for call in await calls_of(talk, "sendPhoto", before, 2) if call.status == 200]
    assert "1, 3" in photo.parameters["caption"]
    assert "5, 6" in photo.parameters["caption"]
    state, first = turned_up(GAME, 1, 3)
    state, second = turned_up(state, 5, 6)
    assert picture(house, shown.result) == drawn(with_revealed(seen(state), (*first.cards, *second.cards)))
    assert picture(house, photo.result) == drawn(seen(state))
