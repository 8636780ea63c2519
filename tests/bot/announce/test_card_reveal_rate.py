"""However fast cards are turned up, a group is told of it within its limit, and what waits to be told is bounded."""

import random
import re

import pytest
from msgspec.structs import replace

from bot.call_errors import RequestRejected
from bot.families.board_page import decode_shown_cards
from bot.families.klepka.chat import OpenCard, cards_on_page
from bot.families.klepka.wording import REVEAL_SECONDS, letter_or_sign
from engine.computer_ids import computer_user
from engine.klepka.actions import Action, Flip, Form
from engine.klepka.events import CardsRevealed
from tests.support.chat_harness import LIMON
from tests.support.klepka_chats import (
    GROUP,
    LIMITS,
    AnnouncingStub,
    RandomFlips,
    SentCall,
    group_view,
    klepka_game_of_chat,
)

FLIPS = 40
DUST = 1e-6


def most_in_a_minute(telling: AnnouncingStub) -> int:
    times = [call.at for call in telling.calls]
    return max(sum(at <= other < at + 60 for other in times) for at in times)


@pytest.mark.parametrize("rate", [12, 40])
async def test_cards_are_told_within_the_limit_and_seen_for_ten_seconds(rate: int) -> None:
    """Up to twelve flips a minute at once; faster ones together, as many as come while a message waits."""
    telling, play, most = AnnouncingStub(), RandomFlips(3), 0
    turned = list[tuple[float, frozenset[int], object]]()
    async with telling.run_turn_downs():
        for _ in range(FLIPS):
            notice = play.next_flip()
            (event,) = [one for one in notice.events if isinstance(one, CardsRevealed)]
            turned.append((telling.timers.now, frozenset(c.position for c in event.cards if not c.taken), notice.view))
            await telling.commit_notice(notice)
            most = max(most, len(telling.committed_at))
            await telling.timers.advance(60 / rate)
    assert (telling.committed_at, telling.turn_down_schedule.entries) == ({}, {})
    assert most_in_a_minute(telling) <= LIMITS.group
    newest = {call.message: call.face_up_positions for call in telling.calls if call.view is not None}
    assert not any(newest.values()), "no message shows letters any more"
    for call in telling.calls:
        check_named_cards(call)
    if rate > 12:
        assert most <= 2 + rate / 60 * 5
        assert max(telling.delays) <= 5
        return
    assert (most, max(telling.delays)) == (1, 0)
    assert len(sent(telling)) <= FLIPS, "one message a flip at most"
    for at, positions, seen in turned:
        for position in positions:
            assert seconds_face_up(telling, at, position) > REVEAL_SECONDS - DUST or is_gone(telling, at, position), (
                at,
                seen,
            )


def check_named_cards(call: SentCall) -> None:
    """Words name a card that nobody took only while it is face up."""
    taken = {card for seat in call.view.seats for card in seat.cards} if call.view is not None else set()
    letters = {word[0] for word in call.text.split() if word[1:] in {"🟨", "🟦"}}
    assert letters <= {card[0] for card in taken} or call.view is None
    named = re.search("👀 (.*) · 10 s", call.text)
    positions = {int(one.split()[0]) for one in named[1].split(" · ")} if named else set[int]()
    assert positions == call.face_up_positions, "the quote names what lies face up, as long as it does"


def seconds_face_up(telling: AnnouncingStub, at: float, position: int) -> float:
    shown = next(call for call in telling.calls if call.at >= at and position in call.face_up_positions)
    later = (call for call in telling.calls if call.message == shown.message and call.at > shown.at)
    return (
        next(call.at for call in later if call.view is not None and position not in call.face_up_positions) - shown.at
    )


def is_gone(telling: AnnouncingStub, at: float, position: int) -> bool:
    """Whether the card was taken within its time, or another game was begun."""
    views = [call.view for call in telling.calls if at <= call.at <= at + REVEAL_SECONDS and call.view is not None]
    return any(not seen.table[position - 1] or seen.number < views[0].number for seen in views)


async def test_what_waited_for_minutes_is_told_by_one_message_that_says_how_much_it_was() -> None:
    telling, play = AnnouncingStub(), RandomFlips(5)
    telling.send_queue.block_chat(GROUP.chat, 300)
    async with telling.run_turn_downs():
        for _ in range(50):
            await telling.commit_notice(play.next_flip())
            await telling.timers.advance(1.0)
        assert not telling.calls
        await telling.timers.advance(300)
        assert not telling.committed_at
    sent = [call for call in telling.calls if call.method == "sendPhoto"]
    assert len(sent) == 1
    assert "more turns were taken" in sent[0].text
    shown = [call for call in telling.calls if call.face_up_positions]
    assert all(len(call.face_up_positions) <= 8 for call in shown), "no picture gives the whole table away"


async def test_without_room_the_next_cards_are_shown_where_the_first_ones_are() -> None:
    telling, play = AnnouncingStub(), RandomFlips(6)
    async with telling.run_turn_downs():
        while telling.send_queue.has_room(GROUP.chat):
            await telling.commit_notice(play.next_flip())
            await telling.timers.advance(1.0)
        before, flip = telling.calls[-1], play.next_flip()
        await telling.commit_notice(flip)
        await telling.timers.advance(4.0)
        (event,) = [one for one in flip.events if isinstance(one, CardsRevealed)]
        (shown,) = [call for call in telling.calls if call.at > before.at]
        assert (shown.method, shown.message) == ("editMessageMedia", before.message)
        assert shown.face_up_positions == before.face_up_positions | {card.position for card in event.cards}
    assert telling.calls[-1].view == group_view(play.state)


async def test_what_shows_no_cards_is_told_by_the_message_that_shows_some_where_there_is_no_room() -> None:
    telling, play = AnnouncingStub(), RandomFlips(6)
    async with telling.run_turn_downs():
        while telling.send_queue.has_room(GROUP.chat):
            await telling.commit_notice(play.next_flip())
            await telling.timers.advance(1.0)
        shuffled, played = play.next_shuffle(), len(telling.calls)
        open_before = telling.calls[-1]
        assert open_before.face_up_positions
        await telling.commit_notice(shuffled)
        await telling.timers.advance(8.0)
        assert not telling.committed_at
        told = next(call for call in telling.calls[played:] if "shuffled" in call.text)
        assert (told.method, told.message) == ("editMessageMedia", open_before.message)
        assert not told.face_up_positions, "they lie elsewhere now"


async def test_a_message_that_is_gone_is_followed_by_another() -> None:
    telling, play = AnnouncingStub(), RandomFlips(2)
    async with telling.run_turn_downs():
        for _ in range(8):
            await telling.commit_notice(play.next_flip())
            await telling.timers.advance(3.0)
        before = len(telling.calls)
        telling.next_errors.append(RequestRejected("Bad Request: message to edit not found"))
        await telling.commit_notice(play.next_flip())
        await telling.timers.advance(9.0)
        assert not telling.committed_at
        assert [call.method for call in telling.calls[before:]][:2] == ["sendPhoto", "editMessageMedia"]


COMPUTER = computer_user("orta", 1)
TURN: tuple[Action, ...] = (
    Form(COMPUTER, "кіт"),
    Flip(COMPUTER, (1, 2, 3, 5)),
    Flip(COMPUTER, (3, 4)),
    Flip(COMPUTER, (5, 6)),
)
"""A word, a pair among four cards, another pair, and two cards of which none is taken."""


def play_against_computer() -> RandomFlips:
    play = RandomFlips(1)
    state = klepka_game_of_chat("ОоЩщФюКА", "КіТ", "ВоДа")
    first, *others = state.players
    play.state = replace(state, players=(replace(first, user=COMPUTER), *others))
    return play


async def tell_turn(telling: AnnouncingStub, play: RandomFlips, actions: tuple[Action, ...]) -> None:
    for action in actions:
        await telling.commit_notice(play.apply_and_notify(action))
        await telling.timers.advance(2.0)


def sent(telling: AnnouncingStub) -> list[SentCall]:
    return [call for call in telling.calls if call.method.startswith("send")]


async def test_a_computers_turn_is_one_message_that_tells_all_of_it() -> None:
    telling, play = AnnouncingStub(), play_against_computer()
    async with telling.run_turn_downs():
        await tell_turn(telling, play, TURN)
        (message,) = {call.message for call in telling.calls}
        assert len(sent(telling)) == 1
        assert "To play" not in telling.calls[-1].text.split("Limon")[1], "whose turn it is next is told once"
        assert telling.calls[-1].face_up_positions == {5, 6}
        await telling.timers.advance(11.0)
        told = telling.calls[-1]
        assert not told.face_up_positions
        head, _, quoted = told.text.partition("<blockquote")
        assert "5, 6 → no pair" in head
        for earlier in ("<b>КІТ</b> +4", "1, 2, 3, 5 → О🟨 О🟦 (1, 2)", "3, 4 → Щ🟨 Щ🟦"):
            assert earlier in quoted
        await tell_turn(telling, play, (Flip(LIMON, (5, 7)),))
        assert [call.message == message for call in sent(telling)] == [True, False], "a person's turn has its own"


async def test_another_process_tells_the_rest_of_the_turn_in_one_message() -> None:
    telling, play = AnnouncingStub(), play_against_computer()
    async with telling.run_turn_downs():
        await tell_turn(telling, play, TURN[:2])
        telling.card_reveals.forget_messages()
        await tell_turn(telling, play, TURN[2:])
        assert len(sent(telling)) == 2
        await telling.timers.advance(11.0)
        last = sent(telling)[1].message
        newest = [call.text for call in telling.calls if call.message == last][-1]
        assert "3, 4 → Щ🟨 Щ🟦" in newest
        assert "5, 6 → no pair" in newest


async def cards_told_to_pages(telling: AnnouncingStub, play: RandomFlips) -> set[tuple[int, str]]:
    stored = await telling.load_shown_cards(GROUP)
    events = () if stored is None else decode_shown_cards(stored).events
    told = cards_on_page(play.state, None, events, telling.now.timestamp())
    return {(one.position, letter_or_sign(one.card)) for one in told.open if isinstance(one, OpenCard)}


def cards_open_in_group(telling: AnnouncingStub) -> set[tuple[int, str]]:
    """What the keys of its messages show, each as it was edited last."""
    newest = {call.message: call.keyboard for call in telling.calls if call.view is not None}
    rows = (row for keyboard in newest.values() if keyboard is not None for row in keyboard.inline_keyboard)
    return {(int(str(key.callback_data).rpartition(":")[2]), key.text) for row in rows for key in row if key.style}


@pytest.mark.parametrize("rate", [12, 60])
async def test_a_page_never_knows_more_than_the_group(rate: int) -> None:
    """Whenever it asks, and however late the group is told; where that is in time, it knows each card."""
    telling, play, chance = AnnouncingStub(), RandomFlips(rate), random.Random(rate)
    turned, seen = set[tuple[int, str]](), set[tuple[int, str]]()
    async with telling.run_turn_downs():
        for _ in range(20):
            notice = play.next_shuffle() if chance.random() < 0.1 else play.next_flip()
            flips = (one for one in notice.events if isinstance(one, CardsRevealed))
            turned |= {(one.position, letter_or_sign(one.card)) for flip in flips for one in flip.cards}
            await telling.commit_notice(notice)
            for _ in range(5):
                await telling.timers.advance(60 / rate / 5)
                shown = await cards_told_to_pages(telling, play)
                assert shown <= cards_open_in_group(telling), telling.timers.now
                seen |= shown
        await telling.timers.advance(REVEAL_SECONDS + 60)
        assert not await cards_told_to_pages(telling, play)
    if rate <= 12:
        assert turned == seen
