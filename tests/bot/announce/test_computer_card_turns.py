"""A computer player's turn at Klepka is one message, however many words and pairs it finds."""

from msgspec.structs import replace

from bot.families.klepka.wording import CARD_REVEAL
from engine.computer_ids import computer_user
from engine.klepka.actions import Action, Flip, Form
from tests.support.chat_harness import LIMON
from tests.support.klepka_chats import AnnouncingStub, RandomFlips, SentCall, klepka_game_of_chat

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


async def test_how_the_game_ends_is_a_message_of_its_own() -> None:
    play = play_against_computer()
    winning = replace(play.state.players[0], cards=klepka_game_of_chat("", "КіТСлаВАУкрАЇНі").players[0].cards)
    play.state = replace(play.state, players=(winning, *play.state.players[1:]))
    notice = play.apply_and_notify(Form(COMPUTER, "слава україні"))
    assert CARD_REVEAL.computer_turn(notice.events, play.seen) is None
