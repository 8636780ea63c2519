"""What the outbox tells a group when something stands in the way, and once more; and what the end of a game changed."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from redis.exceptions import ConnectionError as NoConnection
from telegram.constants import MessageLimit

from bot.announce.compose import Post, PostComposer
from bot.announce.send import PostSender
from bot.call_errors import ApiUnreachable, ChatMoved
from bot.message_limits import count_visible_units
from bot.pictures import SentPhoto
from bot.playground import Fault
from bot.records.projection import Projection
from bot.store import keys
from bot.store.client import Client
from bot.store.inbox import DeadLetters, ReplayOutcome
from bot.store.keys import Scope
from bot.store.records import RecordStore
from bot.store.streams import Outbox, OutboxEntry
from bot.tables.codec import Notice, encode_stored
from bot.tables.table_loader import table_name
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import Keyboards
from engine.crossword.events import GameStarted
from engine.game import apply, redact, view
from engine.standings import GameEffects
from engine.turns import Pass
from render import Painter
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import NOW, game, started_game, with_fields
from tests.support.logs import use_log_tags
from tests.support.played_games import finish_game
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def longest_start_notice() -> Notice:
    """A start that took four more rounds of draws, by people whose names are as long as names may be."""
    state, events = started_game("scrabble-tr", 4)
    names = tuple("😀" * 23 + mark for mark in "ABCD")
    players = tuple(with_fields(one, name=name) for one, name in zip(state.players, names, strict=True))
    state = with_fields(state, players=players)
    started = next(event for event in events if isinstance(event, GameStarted))
    started = with_fields(started, rounds=started.rounds[:1] * 5)
    return Notice((redact(started, None),), view(state, None), table_name(state), state.ruleset.title)


async def append_notice(talk: ChatSession, notice: Notice) -> None:
    await talk.start_watching()
    await talk.commit_notices(encode_stored(notice))


async def test_words_too_long_for_a_caption_go_ahead_of_the_picture(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    notice = longest_start_notice()
    post = PostComposer(harness.texts, Keyboards(harness.texts)).compose_post([notice], "tr")
    assert count_visible_units(post.text) > MessageLimit.CAPTION_LENGTH
    await append_notice(talk, notice)
    words, picture = await talk.wait_messages(2)
    assert (words.is_photo, words.html, words.buttons) == (False, post.text, [])
    assert picture.is_photo
    assert "caption" not in picture.parameters
    assert picture.button_data("rack") == f"rack:{notice.table}"
    await talk.check_silence(KIRAZ)
    assert await harness.store.load_newest_message_id(talk.scope) == picture.message_id
    known = (await harness.store.load_table(talk.scope)).messages
    assert {words.message_id, picture.message_id} <= known, "who replies to either means this table"


@pytest.mark.parametrize("method", ["sendMessage", "sendPhoto"])
async def test_neither_words_nor_picture_are_sent_twice_where_one_of_them_comes_too_fast(
    harness: BotHarness, method: str
) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    harness.playground.faults.add_fault(Fault(kind="retry_after", method=method, chat_id=talk.chat_id, retry_after=0))
    await append_notice(talk, longest_start_notice())
    words, picture = await talk.messages_despite_refusals(2)
    assert (words.is_photo, picture.is_photo) == (False, True)


async def test_words_that_went_ahead_are_not_said_again_where_the_picture_is_refused(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    talk.refuse_next_calls("sendPhoto")
    await append_notice(talk, longest_start_notice())
    words, board = await talk.messages_despite_refusals(2)
    assert board.html.startswith("<pre>")
    assert board.html.endswith("</pre>")
    assert board.button_data("rack")
    assert words.buttons == []


async def test_a_board_that_cannot_be_drawn_does_not_keep_the_words_back(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    draw = Painter.board
    failures = [ZeroDivisionError("a brush broke")]

    def board(self: Painter, *args: Any, **more: Any) -> bytes:
        if failures:
            raise failures.pop()
        return draw(self, *args, **more)

    monkeypatch.setattr(Painter, "board", board)
    told = await talk.say_and_wait(KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert not told.is_photo
    assert told.html.startswith("<pre>")
    assert "|K|A|L|E|M" in told.text
    assert "Ayşe" in told.text.rpartition("|")[2]
    assert told.button_data("rack")
    assert (await talk.say_and_wait(LIMON, "/tahta")).is_photo


async def test_a_notice_that_cannot_be_worded_is_tried_three_times_before_it_is_put_aside(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    compose = PostComposer.compose_post
    failures: list[Exception] = [ZeroDivisionError("no words")] * 3

    def composed(self: PostComposer, *args: Any, **more: Any) -> Post:
        if failures:
            raise failures.pop()
        return compose(self, *args, **more)

    monkeypatch.setattr(PostComposer, "compose_post", composed)
    before = harness.last_call_number
    talk.say(KIRAZ, "/pas")
    await harness.wait_until_idle()
    await talk.say_and_wait(LIMON, "/pas")
    told = "".join(
        str(call.parameters["text"]) for call in harness.playground.journal.find_entries("sendMessage", after=before)
    )
    assert talk.text_html("turn-passed", name="\u2068Bora\u2069") in told
    passed = talk.text_html("turn-passed", name="\u2068Ayşe\u2069")
    assert passed not in told
    (letter,) = [one for one in await DeadLetters(harness.redis).list_letters() if one.recipient == str(talk.scope)]
    assert letter.reason == "ZeroDivisionError: no words"
    await talk.start_watching()
    assert await DeadLetters(harness.redis).replay_letter(letter.id) is ReplayOutcome.DONE
    assert await DeadLetters(harness.redis).replay_letter(letter.id) is ReplayOutcome.GONE
    assert passed in (await talk.wait_messages())[0].html


async def test_of_notices_told_together_only_what_fails_is_put_aside(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    compose, odd = PostComposer.compose_post, "\u2068Bora\u2069"

    def composed(self: PostComposer, notices: Sequence[Notice], *args: Any, **more: Any) -> Post:
        post = compose(self, notices, *args, **more)
        if talk.text_html("turn-passed", name=odd) in post.text:
            raise ZeroDivisionError("an odd form")
        return post

    with monkeypatch.context() as patched:
        patched.setattr(PostComposer, "compose_post", composed)
        await talk.start_watching()
        for person in (KIRAZ, LIMON):
            talk.say(person, "/pas")
        await harness.wait_until_idle()
        (told,) = await talk.wait_messages()
    assert talk.text_html("turn-passed", name="\u2068Ayşe\u2069") in told.html
    [letter] = [one for one in await DeadLetters(harness.redis).list_letters() if one.recipient == str(talk.scope)]
    assert letter.reason == "ZeroDivisionError: an odd form"
    assert await DeadLetters(harness.redis).replay_letter(letter.id) is ReplayOutcome.DONE
    assert talk.text_html("turn-passed", name=odd) in (await talk.wait_messages())[0].html


async def test_a_group_that_has_moved_is_followed(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    await old.put_table(LAID)
    send = Gateway.send_photo

    async def photo(way: Gateway, scope: Scope, *args: Any, **more: Any) -> SentPhoto:
        if scope.chat == old.chat_id:
            raise ChatMoved("Group migrated to supergroup", new.chat_id)
        return await send(way, scope, *args, **more)

    monkeypatch.setattr(Gateway, "send_photo", photo)
    await new.start_watching()
    old.say(KIRAZ, "/oyna F8 yatay KALEMLİK")
    (told,) = await new.wait_messages()
    assert "KALEMLİ[K]" in told.html
    assert (await old.stored_state())[1] is None
    assert (await new.load_current_game()).number == 1
    scopes = await harness.store.players.load_user_games(KIRAZ)
    assert new.scope in scopes
    assert old.scope not in scopes
    assert new.text_html("turn-passed", name="\u2068Bora\u2069") in (await new.say_and_wait(LIMON, "/pas")).html


async def test_a_group_that_is_said_to_be_where_none_can_be_is_told_where_it_is(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as a supergroup that has moved back: Telegram moves none."""
    tags = use_log_tags()
    talk, other = await harness.new_group(), await harness.new_group(basic=True)
    await talk.put_table(LAID)
    send, said = Gateway.send_photo, [other.chat_id, talk.chat_id]

    async def photo(way: Gateway, scope: Scope, *args: Any, **more: Any) -> SentPhoto:
        if scope.chat == talk.chat_id and said:
            raise ChatMoved("Group migrated to supergroup", said.pop())
        return await send(way, scope, *args, **more)

    monkeypatch.setattr(Gateway, "send_photo", photo)
    told = await talk.say_and_wait(KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert told.is_photo
    assert "KALEMLİ[K]" in told.html
    assert not said
    assert (await talk.load_current_game()).number == 1
    assert (await other.stored_state())[1] is None
    assert f"chat {tags.tag_of(talk.chat_id)} cannot have become {tags.tag_of(other.chat_id)}" in caplog.text


async def test_what_was_refused_stays_refused_though_its_answer_has_to_be_sent_again(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    others_turn = apply(LAID, Pass(KIRAZ), NOW, bool).table
    assert others_turn is not None
    text, tried = Gateway.send_text, 0

    async def once_in_vain(gateway: Gateway, *arguments: Any, **named: Any) -> int:
        nonlocal tried
        tried += 1
        if tried == 1:
            await talk.put_table(others_turn)
            raise ApiUnreachable("Internal Server Error")
        return await text(gateway, *arguments, **named)

    monkeypatch.setattr(Gateway, "send_text", once_in_vain)
    await talk.start_watching()
    talk.say(LIMON, "/pas")
    (refusal,) = await talk.wait_messages()
    assert refusal.html == talk.text_html("refusal-not-your-turn", name="Ayşe")
    await talk.start_watching()
    assert await talk.load_current_game() == others_turn


async def test_what_is_told_while_it_is_found_once_more_is_not_told_behind_what_is_newer(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(harness.redis, Client)
    talk = await harness.new_group()
    await talk.put_table(LAID)
    outbox_of_chat = keys.outbox(keys.shard_of(talk.chat_id))
    sending, found, deliver, inherit = asyncio.Event(), asyncio.Event(), PostSender.send_post, Outbox.claim_pending

    async def once_it_is_found(delivery: PostSender, *arguments: Any, **named: Any) -> Any:
        sending.set()
        await found.wait()
        return await deliver(delivery, *arguments, **named)

    async def slowly(outbox: Outbox, shards: Any) -> list[OutboxEntry]:
        entries = await inherit(outbox, shards)
        if entries:
            found.set()
            while await harness.redis.xrange(outbox_of_chat, entries[0].id, entries[0].id):
                pass
        return entries

    monkeypatch.setattr(PostSender, "send_post", once_it_is_found)
    monkeypatch.setattr(Outbox, "claim_pending", slowly)
    await talk.start_watching()
    talk.say(KIRAZ, "/pas")
    async with asyncio.timeout(PATIENCE):
        await sending.wait()
        harness.redis.state.break_count += 1
        await found.wait()
    talk.say(LIMON, "/pas")
    first, second = await talk.messages_despite_refusals(2)
    assert [one.text.split()[0].strip("\u2068\u2069") for one in (first, second)] == ["Ayşe", "Bora"]


async def test_the_end_of_a_game_tells_titles_once_and_ratings_that_go_on_from_the_last(harness: BotHarness) -> None:
    talk, records = await harness.new_group("en"), Projection(RecordStore(harness.redis))
    ended = await finish_game(talk, exchanges=4)
    effects = await records.find_effects(talk.chat_id, table_name(await talk.load_current_game()))
    assert effects is not None
    won, lost = sorted(effects.players, key=lambda one: bool(one.titles), reverse=True)
    assert won.rating is not None
    assert lost.rating is not None
    assert won.rating.after > 1500 > lost.rating.after
    again = await finish_game(talk, exchanges=4)
    for rating in (won.rating, lost.rating):
        assert f"1500 → {rating.after}?" in ended.text
        assert f"{rating.after} → " in again.text
    assert talk.text_plain("title-first-win") in ended.text
    assert talk.text_plain("title-first-win") not in again.text


async def test_a_store_that_fails_is_asked_again_and_the_end_is_told_once_with_what_it_changed(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, find, tries = await harness.new_group(), Projection.find_effects, 0

    async def once_in_vain(projection: Projection, chat: int, name: str) -> GameEffects | None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise NoConnection("it is away")
        return await find(projection, chat, name)

    monkeypatch.setattr(Projection, "find_effects", once_in_vain)
    ended = await finish_game(talk, exchanges=4)
    assert tries == 2
    assert "1500 → " in ended.text
    await talk.check_silence(KIRAZ)


async def test_records_that_cannot_be_read_do_not_keep_the_end_from_being_told(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> GameEffects | None:
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "a name is damaged")

    monkeypatch.setattr(Projection, "find_effects", broken)
    ended = await finish_game(await harness.new_group(), exchanges=4)
    assert "🏁" in ended.text
    assert "1500" not in ended.text
