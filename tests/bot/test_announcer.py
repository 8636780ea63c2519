"""What the outbox tells a group when the picture, the caption or the chat itself stands in the way."""

from collections.abc import Sequence
from typing import Any

import pytest
from telegram.constants import MessageLimit

from bot.announce.posts import Post, Posts
from bot.families.klepka.moments import SHOWN_SECONDS
from bot.limits import read_units
from bot.outcomes import Moved
from bot.pictures.photos import SentPicture
from bot.playground import Fault
from bot.store.commits import Commit, Committed
from bot.store.dead import DeadLetters, Replay
from bot.store.keys import Scope
from bot.tables.codec import Notice, encode
from bot.tables.held import table_name
from bot.telegram.buttons import Buttons
from bot.telegram.gateway import Gateway
from engine.crossword.events import GameStarted
from engine.game import Event, redact, view
from engine.klepka.events import TurnPassed
from render import Painter
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.games import begun, changed, game
from tests.support.klepka_chats import edits
from tests.support.reveals import GAME, seen, turned_up

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def long_start() -> Notice:
    """A start that took four more rounds of draws, by people whose names are as long as names may be."""
    state, events = begun("scrabble-tr", 4)
    names = tuple("😀" * 23 + mark for mark in "ABCD")
    players = tuple(changed(one, name=name) for one, name in zip(state.players, names, strict=True))
    state = changed(state, players=players)
    started = next(event for event in events if isinstance(event, GameStarted))
    started = changed(started, rounds=started.rounds[:1] * 5)
    return Notice((redact(started, None),), view(state, None), table_name(state), state.ruleset.title)


async def tell(talk: Talk, notice: Notice) -> None:
    """Put a notice into the outbox with a commit that changes nothing else."""
    store = talk.house.store
    held = await store.load(talk.scope)
    await talk.mark()
    done = await store.commit(
        Commit(scope=talk.scope, expected=held.version, update_id=None, state=held.state, outbox=(encode(notice),))
    )
    assert isinstance(done, Committed)


async def test_words_too_long_for_a_caption_go_ahead_of_the_picture(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    notice = long_start()
    post = Posts(house.texts, Buttons(house.texts)).compose([notice], "tr")
    assert read_units(post.text) > MessageLimit.CAPTION_LENGTH
    await tell(talk, notice)
    words, picture = await talk.sent(2)
    assert (words.photo, words.html, words.buttons) == (False, post.text, [])
    assert picture.photo
    assert "caption" not in picture.asked
    assert picture.data("rack") == f"rack:{notice.table}"
    await talk.silent(KIRAZ)
    assert await house.store.post(talk.scope) == picture.id


@pytest.mark.parametrize("method", ["sendMessage", "sendPhoto"])
async def test_neither_words_nor_picture_are_sent_twice_where_one_of_them_comes_too_fast(
    house: House, method: str
) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    house.playground.faults.add(Fault(kind="retry_after", method=method, chat_id=talk.id, retry_after=0, count=2))
    await tell(talk, long_start())
    words, picture = await talk.told(2)
    assert (words.photo, picture.photo) == (False, True)


async def test_words_that_went_ahead_are_not_said_again_where_the_picture_is_refused(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    talk.refuse("sendPhoto")
    await tell(talk, long_start())
    words, board = await talk.told(2)
    assert board.html.startswith("<pre>")
    assert board.html.endswith("</pre>")
    assert board.data("rack")
    assert words.buttons == []


async def test_words_that_went_ahead_of_cards_are_not_said_again_with_them(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    state, revealed = turned_up(GAME, 1, 3)
    events: tuple[Event, ...] = (*(TurnPassed(seat, "words") for seat in (0, 1) * 40), revealed)
    house.playground.faults.add(Fault(kind="retry_after", method="sendPhoto", chat_id=talk.id, retry_after=0, count=2))
    await tell(talk, Notice(events, seen(state), table_name(state), state.ruleset.title, None, state.ruleset.lexicon))
    words, cards = await talk.told(2)
    assert (words.photo, cards.photo) == (False, True)


async def test_words_too_long_for_a_caption_go_ahead_of_cards_that_are_shown(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    state, revealed = turned_up(GAME, 1, 3)
    events: tuple[Event, ...] = (*(TurnPassed(seat, "words") for seat in (0, 1) * 40), revealed)
    notice = Notice(events, seen(state), table_name(state), state.ruleset.title, None, state.ruleset.lexicon)
    post = Posts(house.texts, Buttons(house.texts)).compose([notice], "tr")
    assert read_units(post.text) > MessageLimit.CAPTION_LENGTH
    await tell(talk, notice)
    words, cards = await talk.sent(2)
    assert (words.photo, words.html, words.buttons) == (False, post.text, [])
    assert cards.photo
    assert "caption" not in cards.asked
    (shown,) = await edits(talk, cards, 1)
    assert shown.result["caption"] == talk.plain("klepka-look", seconds=SHOWN_SECONDS)
    await house.pass_time(SHOWN_SECONDS)
    _, hidden = await edits(talk, cards, 2)
    assert "caption" not in hidden.result
    assert "reply_markup" in hidden.result, "the picture is the newest message, which bears the buttons"


async def test_a_caption_leaves_room_for_the_line_below_cards_that_are_shown(house: House) -> None:
    """The words alone would fit."""
    talk = await house.group()
    await talk.deal(GAME)
    state, revealed = turned_up(GAME, 1, 3)
    name = "N" * 24
    players = tuple(changed(player, name=name) for player in state.players)
    state = changed(state, players=players)
    posts = Posts(house.texts, Buttons(house.texts))
    notices = [
        Notice((*[TurnPassed(0, "words")] * turns, revealed), seen(state), table_name(state), state.ruleset.title)
        for turns in range(40)
    ]
    longest = max(
        (notice for notice in notices if read_units(posts.compose([notice], "tr").text) <= MessageLimit.CAPTION_LENGTH),
        key=lambda notice: len(notice.events),
    )
    await tell(talk, longest)
    _, cards = await talk.sent(2)
    assert len(await edits(talk, cards, 1)) == 1


async def test_a_board_that_cannot_be_drawn_does_not_keep_the_words_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    draw = Painter.board
    failures = [ZeroDivisionError("a brush broke")]

    def board(self: Painter, *args: Any, **more: Any) -> bytes:
        if failures:
            raise failures.pop()
        return draw(self, *args, **more)

    monkeypatch.setattr(Painter, "board", board)
    told = await talk.ask(KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert not told.photo
    assert told.html.startswith("<pre>")
    assert "|K|A|L|E|M" in told.text
    assert "Ayşe" in told.text.rpartition("|")[2]
    assert told.data("rack")
    assert (await talk.ask(LIMON, "/tahta")).photo


@pytest.mark.parametrize("tries", [2, 3])
async def test_a_notice_that_cannot_be_worded_is_tried_three_times_before_it_is_put_aside(
    house: House, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    compose = Posts.compose
    failures: list[Exception] = [ZeroDivisionError("no words")] * tries

    def composed(self: Posts, *args: Any, **more: Any) -> Post:
        if failures:
            raise failures.pop()
        return compose(self, *args, **more)

    monkeypatch.setattr(Posts, "compose", composed)
    before = house.calls
    talk.say(KIRAZ, "/pas")
    await house.quiet()
    await talk.ask(LIMON, "/pas")
    told = "".join(
        str(call.parameters["text"]) for call in house.playground.journal.entries("sendMessage", after=before)
    )
    assert talk.html("turn-passed", name="\u2068Bora\u2069") in told
    passed = talk.html("turn-passed", name="\u2068Ayşe\u2069")
    assert (passed in told) is (tries == 2)
    letters = [one for one in await DeadLetters(house.redis).all() if one.told == str(talk.scope)]
    assert [one.reason for one in letters] == (["ZeroDivisionError: no words"] if tries == 3 else [])
    await talk.mark()
    for letter in letters:
        assert await DeadLetters(house.redis).replay(letter.id) is Replay.DONE
        assert await DeadLetters(house.redis).replay(letter.id) is Replay.GONE
        assert passed in (await talk.sent())[0].html


async def test_of_notices_told_together_only_what_fails_is_put_aside(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    compose, odd = Posts.compose, "\u2068Bora\u2069"

    def composed(self: Posts, notices: Sequence[Notice], *args: Any, **more: Any) -> Post:
        post = compose(self, notices, *args, **more)
        if talk.html("turn-passed", name=odd) in post.text:
            raise ZeroDivisionError("an odd form")
        return post

    with monkeypatch.context() as patched:
        patched.setattr(Posts, "compose", composed)
        await talk.mark()
        for person in (KIRAZ, LIMON):
            talk.say(person, "/pas")
        await house.quiet()
        (told,) = await talk.sent()
    assert talk.html("turn-passed", name="\u2068Ayşe\u2069") in told.html
    [letter] = [one for one in await DeadLetters(house.redis).all() if one.told == str(talk.scope)]
    assert letter.reason == "ZeroDivisionError: an odd form"
    assert await DeadLetters(house.redis).replay(letter.id) is Replay.DONE
    assert talk.html("turn-passed", name=odd) in (await talk.sent())[0].html


async def test_a_group_that_has_moved_is_followed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = await house.group(basic=True), await house.group()
    await old.deal(LAID)
    send = Gateway.photo

    async def photo(way: Gateway, scope: Scope, *args: Any, **more: Any) -> SentPicture:
        if scope.chat == old.id:
            raise Moved("Group migrated to supergroup", new.id)
        return await send(way, scope, *args, **more)

    monkeypatch.setattr(Gateway, "photo", photo)
    await new.mark()
    old.say(KIRAZ, "/oyna F8 yatay KALEMLİK")
    (told,) = await new.sent()
    assert "KALEMLİ[K]" in told.html
    assert (await old.stored())[1] is None
    assert (await new.game()).number == 1
    scopes = await house.store.user_games(KIRAZ)
    assert new.scope in scopes
    assert old.scope not in scopes
    assert new.html("turn-passed", name="\u2068Bora\u2069") in (await new.ask(LIMON, "/pas")).html


async def test_a_group_that_is_said_to_be_where_none_can_be_is_told_where_it_is(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as a supergroup that has moved back: Telegram moves none."""
    talk, other = await house.group(), await house.group(basic=True)
    await talk.deal(LAID)
    send, said = Gateway.photo, [other.id, talk.id]

    async def photo(way: Gateway, scope: Scope, *args: Any, **more: Any) -> SentPicture:
        if scope.chat == talk.id and said:
            raise Moved("Group migrated to supergroup", said.pop())
        return await send(way, scope, *args, **more)

    monkeypatch.setattr(Gateway, "photo", photo)
    told = await talk.ask(KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert told.photo
    assert "KALEMLİ[K]" in told.html
    assert not said
    assert (await talk.game()).number == 1
    assert (await other.stored())[1] is None
    assert f"chat {talk.id} cannot have become {other.id}" in caplog.text
