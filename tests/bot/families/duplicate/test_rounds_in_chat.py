"""Games of Duplicate in a group: one message a round, how the host carries them on, what is told meanwhile."""

import asyncio
import re

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.store import keys
from bot.store.keys import Scope
from bot.wording.speaker import isolate_name
from engine.clock import NOBODY
from engine.computer_ids import is_computer
from engine.duplicate.actions import Answer
from engine.duplicate.state import GameState, StandingAnswer
from engine.game import apply
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.duplicate_answers import ROUND, STRICT, give_ephemeral_command, open_group
from tests.support.duplicate_chats import (
    answer,
    begin_game,
    call_round,
    calls_here,
    close_round,
    load_game,
    load_round,
    next_round,
    settle,
)
from tests.support.duplicate_games import open_round, play_of
from tests.support.games import NOW, accepts_any_word, instant_at, with_fields
from tests.support.sent_messages import SentMessage
from tests.support.waiting import PATIENCE, Looks

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(autouse=True, loop_scope="module")
async def _without_tables(harness: BotHarness) -> None:
    await harness.clear_tables()
    await harness.redis.delete(keys.game(Scope(KIRAZ)))


def labels(message: SentMessage) -> list[str]:
    return [str(button["text"]) for button in message.buttons]


def caption_of(message: SentMessage) -> str:
    return message.text.translate(dict.fromkeys((0x2068, 0x2069)))


async def test_what_cannot_be_edited_is_posted_anew_once(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await begin_game(talk)
    talk.refuse_next_calls("editMessageCaption")
    again = await next_round(talk, 90)
    assert again.text.startswith("Round 1 of 5 · nobody has answered yet")
    result = await close_round(talk, again)
    assert caption_of(result).startswith("Round 1 · ")
    message = await next_round(talk, 21)
    await call_round(talk, message)
    talk.refuse_next_calls("editMessageMedia")
    posted = await next_round(talk, 33)
    assert posted.text.startswith("Round 2 · ")
    assert (await next_round(talk, 21)).text.startswith("Round 3 of 5")


async def test_the_host_closes_a_live_round_by_two_taps_after_its_half(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    message = await begin_game(talk, LIMON)
    early = await talk.press_kind(KIRAZ, message, "close")
    assert early["text"] == talk.text_plain("refusal-half-not-over", seconds=60)
    await harness.advance_time(60)
    other = await talk.press_kind(LIMON, message, "close")
    assert other["text"] == talk.text_plain("refusal-only-host")
    once = await talk.press_kind(KIRAZ, message, "close")
    assert (once["text"], once["show_alert"]) == (talk.text_plain("duplicate-close-again"), True)
    await harness.advance_time(6)
    assert (await talk.press_kind(KIRAZ, message, "close"))["text"] == once["text"], "the first was too long ago"
    mark = harness.last_call_number
    twice = await talk.press_kind(KIRAZ, message, "close")
    assert twice["text"] == talk.text_plain("duplicate-closing")
    result = await close_round(talk, message, 3)
    refused = await talk.press_kind(LIMON, result, "next")
    assert refused["text"] == talk.text_plain("refusal-only-host")
    await talk.start_watching()
    await talk.press_without_waiting(KIRAZ, result, result.button_data("next"))
    assert (await next_round(talk, 1)).text.startswith("Round 2 of 5")
    # The lobby loses its buttons whenever there is time for that.
    told = [one.method for one in calls_here(talk, mark) if one.method != "editMessageReplyMarkup"]
    assert told == ["editMessageMedia", "sendPhoto"], "it tells no more"
    late = await talk.press_kind(KIRAZ, result, "next")
    assert late["text"] == talk.text_plain("refusal-not-in-pause")


async def test_cancelling_ends_the_game_with_what_was_played_and_a_rematch_begins_once_everybody_is_back(
    harness: BotHarness,
) -> None:
    talk = await harness.new_group("en")
    message = await begin_game(talk, LIMON)
    await answer(talk, LIMON, (await load_round(talk)).laid)
    await call_round(talk, message)
    await close_round(talk, message)
    await next_round(talk, 21)
    asked = await talk.say_and_wait(KIRAZ, "/cancel")
    assert asked.html == talk.text_html("stop-sure", name=isolate_name("Kiraz"))
    await talk.press_kind(KIRAZ, asked, "cancel")
    (over,) = await talk.wait_messages()
    assert caption_of(over).startswith("⏹ Kiraz ended the game as an administrator.\n🏁 Limon ")
    assert talk.text_plain("ended-stopped") in over.text
    assert (await talk.say_and_wait(KIRAZ, "/log")).text.endswith(f"{isolate_name('Kiraz')} ended the game")
    await talk.press_kind(LIMON, over, "again")
    (lobby,) = await talk.wait_messages()
    assert "goes first" not in lobby.text
    await talk.press_kind(KIRAZ, lobby, "join")
    await settle(harness)
    (message,) = await talk.wait_messages()
    assert caption_of(message).startswith("Round 1 of 5")


async def test_a_private_game_has_the_own_board_and_the_result_in_its_place(harness: BotHarness) -> None:
    talk = await harness.private_chat(KIRAZ, "en")
    menu = await talk.say_and_wait(KIRAZ, "/bot")
    data = next(one["callback_data"] for one in menu.buttons if one["callback_data"].endswith("duplicate-en"))
    await talk.press_data(KIRAZ, menu, str(data))
    board = await next_round(talk, 0)
    assert "Tap the tiles" in board.text
    before = harness.last_call_number
    await harness.advance_time(91)
    await settle(harness)
    assert calls_here(talk, before) == [], "the last call would take the own board away"
    result = await close_round(talk, board)
    assert caption_of(result).startswith("Round 1 · ")
    assert labels(result) == ["⏭ Next round"]


async def test_a_pause_moves_the_end_of_a_round_and_its_caption(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    message = await begin_game(talk)
    until = (await load_round(talk)).due
    await talk.give_command(KIRAZ, "pause")
    paused = await talk.wait_edited(message, "editMessageCaption", newest=True)
    assert talk.text_plain("clocks-paused") in caption_of(paused)
    await harness.advance_time(100)
    await talk.give_command(KIRAZ, "resume")
    resumed = await talk.wait_edited(message, "editMessageCaption", newest=True)
    assert talk.text_plain("clocks-paused") not in caption_of(resumed)
    assert ((await load_round(talk)).due - until).total_seconds() == 100


async def test_slow_rounds_follow_at_once_and_nobody_closes_them(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    message = await begin_game(talk, game="duplicate-en round=1h rounds=5")
    assert labels(message) == ["🔤 Answer"]
    called = await call_round(talk, message, 3000)
    assert "⏱ 10 min" in caption_of(called)
    await talk.start_watching()
    await harness.advance_time(631)
    result = await talk.wait_edited(message, "editMessageMedia")
    assert labels(result) == []
    assert (await next_round(talk, 1)).text.startswith("Round 2 of 5")


async def test_no_further_round_is_promised_where_the_vowels_have_run_out(harness: BotHarness) -> None:
    talk = await open_group(
        harness, replace(open_round(rack="EİKLNRS", people=(KIRAZ,), top="8F KALEMİNE"), bag=("K", "L")), "en"
    )
    result = await close_round(talk, await next_round(talk, 91))
    assert caption_of(result).startswith("Round 1 · ")
    assert "next round" not in caption_of(result)
    assert "⏭ Next round" not in labels(result)
    assert (await talk.say_and_wait(KIRAZ, "/clock")).text == talk.text_plain("turn-none")
    assert (await next_round(talk, 21)).text.startswith("🏁")


async def test_computers_answer_and_count_neither_as_answers_nor_in_ranks(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.give_command(KIRAZ, "new", "duplicate-en rounds=5")
    await talk.give_command(KIRAZ, "computer", "master")
    await talk.give_command(KIRAZ, "computer", "novice")
    await talk.give_command(KIRAZ, "begin")
    message = await next_round(talk, 0)
    await harness.advance_time(61)
    looks = Looks()
    async with asyncio.timeout(PATIENCE):
        while not all(player.locked for player in (await load_game(talk)).players if is_computer(player.user)):
            await settle(harness)
            await looks.pause()
    called = await call_round(talk, message, 30)
    assert "nobody has answered yet" in caption_of(called)
    result = await close_round(talk, message)
    state = await load_game(talk)
    assert f"▫️ 🤖 Master {state.closed[0].laid.score} · 100.0%" in caption_of(result)
    assert "Nobody answered" in caption_of(result)


async def told_of(talk: ChatSession, state: GameState, *answers: Answer) -> dict[str, object]:
    after = state
    for one in answers:
        table = apply(after, one, instant_at(10), accepts_any_word).table
        assert isinstance(table, GameState)
        after = table
    await talk.put_table(after)
    await talk.start_watching()
    await talk.harness.advance_time(91)
    (told,) = await talk.wait_messages()
    return {name: value for name, value in told.parameters.items() if name not in {"chat_id", "photo"}}


async def test_the_group_is_told_the_same_whoever_answered_what(harness: BotHarness) -> None:
    state = open_round()
    best, other = play_of(state, "8F KALEMLİK"), play_of(state, "8F KALEMİ")
    told = []
    for user, play, lock in ((101, best, False), (102, other, True), (103, best, False)):
        await harness.clear_tables()
        talk = await harness.new_group("tr")
        told.append(await told_of(talk, state, Answer(user, "Kiraz", 1, play.tiles, lock=lock)))
    assert told[0] == told[1] == told[2]


async def test_downtime_is_given_back_and_nothing_counts_after_the_moved_end(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    message = await begin_game(talk, LIMON)
    opened = await load_round(talk)
    await answer(talk, KIRAZ, opened.laid)
    await harness.pass_downtime(600)
    await settle(harness)
    assert (await load_game(talk)).round is not None, "its two minutes have hardly begun"
    await harness.advance_time(89)
    await answer(talk, LIMON, opened.laid)
    await harness.advance_time(32.5)
    late = await answer(talk, LIMON, opened.best[-1])
    assert talk.text_plain("refusal-answer-late", number=1) in late.text
    await close_round(talk, message, 2)
    state = await load_game(talk)
    assert [player.points for player in state.players] == [(opened.laid.score,)] * 2


async def test_who_has_come_in_unseen_is_in_no_tables_name(harness: BotHarness) -> None:
    await harness.private_chat(NANE, "en")
    talk = await harness.new_group("en")
    await harness.store.save_setting(talk.scope, "tables", "3")
    message = await begin_game(talk)
    await talk.press_kind(NANE, message, "rack")
    await answer(talk, NANE, (await load_round(talk)).laid)
    await talk.give_command(LIMON, "new", "kelimelik")
    for command in ("clock", "score", "bag", "tables"):
        told = await talk.say_and_wait(KIRAZ, f"/{command}")
        assert "#1 Kiraz" in told.text
        assert "Nane" not in told.text
        assert "+1" not in told.text


async def test_a_round_has_an_end_and_no_clock_and_after_it_the_bag_is_what_no_rack_holds(harness: BotHarness) -> None:
    private = await harness.private_chat(LIMON, "en")
    talk = await harness.new_group("en")
    message = await begin_game(talk, LIMON)
    await harness.advance_time(80)
    due = int((await load_round(talk)).due.timestamp())
    for command in ("score", "board"):
        shown = await talk.say_and_wait(KIRAZ, f"/{command}")
        assert f'unix="{due}"' in (shown.html or str(shown.message))
    assert (await talk.say_and_wait(KIRAZ, "/clock")).text == "Round 1: 40 s left"
    for command in ("leave", "surrender"):
        assert (await talk.say_and_wait(LIMON, f"/{command}")).text == talk.text_plain("refusal-no-turns")
    await call_round(talk, message, 10)
    await close_round(talk, message)
    told = await talk.say_and_wait(KIRAZ, "/bag")
    counts = [int(count) for count in re.findall(r"<b>(\d+)</b>", told.html)]
    assert counts[0] == len((await load_game(talk)).bag) == sum(counts[1:])
    assert talk.text_plain("duplicate-no-scores") in (await talk.say_and_wait(KIRAZ, "/score")).text
    assert (await private.say_and_wait(LIMON, "WORD")).text == talk.text_plain("refusal-round-over", number=1)


async def test_who_plays_alone_at_a_table_that_nobody_opened_is_not_asked_whether_it_should_end(
    harness: BotHarness,
) -> None:
    group = await open_group(harness, replace(open_round(people=(NANE,)), host=NOBODY))
    told = await group.say_and_wait(NANE, "/iptal")
    assert told.text == group.text_plain("refusal-not-allowed-to-cancel")


ANSWERED = with_fields(
    STRICT,
    players=(
        with_fields(STRICT.players[0], answer=StandingAnswer(play_of(STRICT, "8F KALEMLİK"), NOW)),
        STRICT.players[1],
    ),
)


async def test_in_a_strict_round_look_ups_are_closed_to_all_here_and_everywhere_to_who_has_answered(
    harness: BotHarness,
) -> None:
    group = await open_group(harness, ROUND)
    assert "KALEM" in (await group.say_and_wait(KIRAZ, "/sozluk KALEM")).text, "with checked words they stay open"
    group, elsewhere = await open_group(harness, ANSWERED), await harness.new_group()
    for person in (KIRAZ, LIMON, NANE):
        assert (await group.say_and_wait(person, "/sozluk KALEM")).html == group.text_html("refusal-look-ups-closed")
    closed = elsewhere.text_html("refusal-look-ups-closed-elsewhere")
    assert (await elsewhere.say_and_wait(KIRAZ, "/sozluk KALEM")).html == closed
    assert (await elsewhere.say_and_wait(LIMON, "/sozluk KALEM")).html != closed, "who only has a seat may"
    await group.put_table(with_fields(ANSWERED, round=None, opens=NOW))
    assert (await elsewhere.say_and_wait(KIRAZ, "/sozluk KALE")).html != closed, "no round is open"


async def test_nobody_is_told_who_came_in_while_the_round_is_open(harness: BotHarness) -> None:
    group = await open_group(harness, ROUND)
    await give_ephemeral_command(group, NANE, "/oyna 8F KALEMLİK")
    assert len((await load_game(group)).players) == 3
    for command in ("/masalar", "/skor", "/kanit", "/tahta"):
        assert "Nane" not in (await group.say_and_wait(LIMON, command)).text
    assert "👥 2" in (await group.say_and_wait(LIMON, "/masalar")).text
