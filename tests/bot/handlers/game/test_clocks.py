"""Clocks in the chat: shown, stopped, run out; reminders; draws by agreement."""

from datetime import timedelta

import pytest

from bot.playground.dispatch import Fault
from engine import timekeeping
from engine.crossword.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.chat_steps import is_stale_alert
from tests.support.games import game, with_fields

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ("LERİSĞZ", "AAEEKKL")


def timed_game(clock: str, ruleset: str = "scrabble-tr", racks: tuple[str, ...] = RACKS) -> GameState:
    return game(ruleset, laid=["8F KALEM"], racks=racks, options={"clock": clock, "challenge": "void"})


async def test_the_clock_shows_everybodys_time(harness: BotHarness) -> None:
    talk = await harness.new_group("en", table=timed_game("25min"))
    await harness.advance_time(61)
    answer = await talk.say_and_wait(NANE, "/sure")
    minutes, seconds = (
        talk.text_plain(f"unit-{unit}", count=count) for unit, count in (("minute", 23), ("second", 59))
    )
    assert f"Ayşe\u2069 {minutes} {seconds}" in answer.text
    assert f"Bora\u2069 {talk.text_plain('unit-minute', count=25)}" in answer.text
    board = await talk.say_and_wait(NANE, "/tahta")
    assert f"\u2068Ayşe\u2069 0 (⏱ {talk.text_plain('unit-minute', count=25)})" in board.text


async def test_who_may_decide_is_not_waited_for_where_telegram_will_not_say(harness: BotHarness) -> None:
    talk = await harness.new_group(table=timed_game("25min"))
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", method="getChatMember", chat_id=talk.chat_id, retry_after=600)
    )
    for text in ("/duraklat", "/iptal"):
        assert (await talk.say_and_wait(NANE, text)).html == talk.text_html("refusal-busy")


async def test_an_administrator_stops_the_clocks_and_starts_them_again(harness: BotHarness) -> None:
    talk = await harness.new_group("en", table=timed_game("2min"))
    await harness.advance_time(60)
    told = await talk.say_and_wait(KIRAZ, "/duraklat")
    assert (told.html, told.is_photo) == (talk.text_html("clocks-stopped", name="\u2068Kiraz\u2069"), False)
    for text in ("/pas", "/oyna 8F KALEMJ", "/oyna J10 ĞĞĞ", "/degistir 9", "/degistir ğ"):
        assert (await talk.say_and_wait(KIRAZ, text)).html == talk.text_html("refusal-paused"), text
    assert (await talk.say_and_wait(KIRAZ, "/duraklat")).html == talk.text_html("refusal-already-paused")
    await harness.advance_time(10_000)
    stand = (await talk.say_and_wait(NANE, "/sure")).html
    assert talk.text_html("clocks-paused") in stand
    assert "▶️" not in stand, "nobody's clock is running"
    assert (await talk.say_and_wait(KIRAZ, "/devam")).html == talk.text_html("clocks-run", name="\u2068Kiraz\u2069")
    assert talk.text_plain("unit-minute", count=1) in (await talk.say_and_wait(NANE, "/sure")).text
    assert talk.text_html("turn-passed", name="\u2068Ayşe\u2069") in (await talk.say_and_wait(KIRAZ, "/pas")).html


async def test_a_player_is_reminded_once_and_quietly_then_passed(harness: BotHarness) -> None:
    talk = await harness.new_group("uk", table=timed_game("2min"))
    await harness.advance_time(90)
    (told,) = await talk.wait_messages()
    time = talk.text_plain("unit-second", count=30)
    assert told.html == talk.text_html(
        "reminded", name=f'<a href="tg://user?id={KIRAZ}">\u2068Ayşe\u2069</a>', time=time
    ).replace("&lt;", "<").replace("&gt;", ">")
    assert told.parameters["disable_notification"] in {True, "true"}
    await harness.advance_time(31)
    (told,) = await talk.wait_messages()
    assert not told.is_photo
    assert talk.text_html("turn-timed-out", name="\u2068Ayşe\u2069") in told.html
    assert (await talk.load_current_game()).turn == 1


@pytest.mark.parametrize("text", ["/oyna 8F KALEMLER", "/pas"])
async def test_a_turn_after_the_time_is_refused_before_the_bot_looks_and_when_it_has(
    harness: BotHarness, text: str
) -> None:
    talk = await harness.new_group()
    state = timed_game("2min")
    await talk.put_table(
        with_fields(state, clocks=with_fields(state.clocks, started=harness.clock.now - timedelta(seconds=121)))
    )
    assert (await talk.say_and_wait(KIRAZ, text)).html == talk.text_html("refusal-out-of-time")
    harness.look_trigger.trigger_looks()
    (told,) = await talk.wait_messages()
    assert talk.text_html("turn-timed-out", name="\u2068Ayşe\u2069") in told.html
    assert (await talk.say_and_wait(KIRAZ, text)).html == talk.text_html("refusal-not-your-turn", name="Bora")


async def test_out_of_time_loses_the_game_where_the_rules_say_so(harness: BotHarness) -> None:
    talk = await harness.new_group("en", table=timed_game("slow", "kelimelik"))
    await harness.advance_time(72 * 3600 + 1)
    (told,) = await talk.wait_messages()
    assert talk.text_html("turn-forfeited", name="\u2068Ayşe\u2069") in told.html
    assert talk.text_html("ended-forfeit") in told.html


BOX = game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "AEIOUNR", "AEIOUNR"))


async def test_a_draw_is_offered_and_agreed_by_all(harness: BotHarness) -> None:
    talk = await harness.new_group(table=BOX)
    offer = await talk.say_and_wait(LIMON, "/berabere")
    assert offer.html == talk.text_html("draw-offered", name="\u2068Bora\u2069")
    assert (await talk.press_kind(LIMON, offer, "agree"))["text"] == talk.text_plain("refusal-own-draw-offer")
    assert (await talk.press_kind(KIRAZ, offer, "agree"))["text"] == talk.text_plain("draw-agreed")
    (told,) = await talk.wait_messages()
    assert talk.text_html("draw-accepted-waiting", name="\u2068Ayşe\u2069", waiting="\u2068Can\u2069") in told.html
    assert (await talk.press_kind(KIRAZ, offer, "agree"))["text"] == talk.text_plain("refusal-draw-accepted")
    await talk.press_kind(NANE, offer, "agree")
    (ended,) = await talk.wait_messages()
    assert talk.text_html("ended-draw") in ended.html
    late = await talk.forge_tap(talk.user_json(NANE), offer, offer.button_data("agree"))
    assert late["text"] == talk.text_plain("refusal-game-over")


async def test_who_offered_a_draw_is_told_so_and_may_withdraw_it(harness: BotHarness) -> None:
    talk = await harness.new_group(table=BOX)
    offer = await talk.say_and_wait(KIRAZ, "/berabere")
    assert (await talk.say_and_wait(KIRAZ, "/berabere")).html == talk.text_html("refusal-draw-offered-already")
    assert (await talk.say_and_wait(KIRAZ, "/berabere hayır")).html == talk.text_html(
        "draw-withdrawn", name="\u2068Ayşe\u2069"
    )
    late = await talk.forge_tap(talk.user_json(LIMON), offer, offer.button_data("agree"))
    assert late["text"] == talk.text_plain("refusal-no-draw-offer")
    await talk.say_and_wait(LIMON, "/board")
    offer = await talk.say_and_wait(LIMON, "/berabere")
    assert (await talk.press_kind(LIMON, offer, "decline"))["text"] == talk.text_plain("draw-withdrawn-done")


@pytest.mark.parametrize(("declined", "accepted"), [("HAYIR", "ТАК"), ("ні", "Accept")])
async def test_a_draw_is_declined_once_and_agreed_to_by_words(
    harness: BotHarness, declined: str, accepted: str
) -> None:
    talk = await harness.new_group(table=BOX)
    offer = await talk.say_and_wait(KIRAZ, "/draw")
    assert (await talk.say_and_wait(LIMON, "/berabere")).html == talk.text_html("refusal-draw-offered", name="Ayşe")
    told = await talk.say_and_wait(LIMON, f"/berabere {declined}")
    assert told.html == talk.text_html("draw-declined", name="\u2068Bora\u2069")
    assert (await talk.say_and_wait(LIMON, "/berabere kabul")).html == talk.text_html("refusal-no-draw-offer")
    newer = await talk.say_and_wait(LIMON, "/berabere")
    late = await talk.forge_tap(talk.user_json(NANE), offer, offer.button_data("agree"))
    assert await is_stale_alert(talk, late)
    told = await talk.say_and_wait(NANE, f"/berabere {accepted}")
    waiting = "\u2068Ayşe\u2069"
    assert talk.text_html("draw-accepted-waiting", name="\u2068Can\u2069", waiting=waiting) in told.html
    assert (await talk.press_kind(KIRAZ, newer, "decline"))["text"] == talk.text_plain("draw-declined-done")
    assert (await talk.load_current_game()).outcome is None


RACKS_OF_THREE = ("KALEMİZ", "KALEMİZ", "KALEMİZ")
PEOPLE = (KIRAZ, LIMON, NANE, ZEYTIN)
HOUR = 3600


def slow_game(clock: str, *, turn: int = 1) -> GameState:
    """Kiraz, who owns the group, plays; Limon is on turn unless it says otherwise."""
    state = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS_OF_THREE, options={"clock": clock, "challenge": "void"})
    return with_fields(state, turn=turn)


async def test_an_administrator_gives_the_player_on_turn_more_time(harness: BotHarness) -> None:
    talk = await harness.new_group(table=slow_game("2min"))
    end = timekeeping.turn_deadline(await talk.load_current_game())
    told = await talk.say_and_wait(KIRAZ, "/extend 5")
    five = talk.text_plain("unit-minute", count=5)
    assert told.html == talk.text_html("extended", name="\u2068Kiraz\u2069", player="\u2068Bora\u2069", time=five)
    assert not told.is_photo
    assert end is not None
    assert timekeeping.turn_deadline(await talk.load_current_game()) == end + timedelta(minutes=5)


async def test_who_and_how_long_are_read_in_every_language(harness: BotHarness) -> None:
    talk = await harness.new_group(table=slow_game("25min"))
    for text, seat, seconds in (
        ("/uzat @nane_masada 5dk", 2, 300), ("/uzat 1sa", 1, HOUR), ("/extend 90s", 1, 90), ("/uzat 10dk 3", 2, 600)
    ):  # fmt: skip
        before = (await talk.load_current_game()).clocks.left
        await talk.say_and_wait(KIRAZ, text)
        after = (await talk.load_current_game()).clocks.left
        assert [b - a for a, b in zip(before, after, strict=True)] == [
            seconds * 1000 if one == seat else 0 for one in range(3)
        ]


async def test_a_game_without_a_clock_stands_still_in_a_pause_and_waits_on_after_it(harness: BotHarness) -> None:
    talk = await harness.new_group("en", table=slow_game("none"))
    told = await talk.say_and_wait(KIRAZ, "/duraklat")
    assert (told.html, told.is_photo) == (talk.text_html("clocks-stopped", name="\u2068Kiraz\u2069"), False)
    assert (await talk.say_and_wait(LIMON, "/pas")).html == talk.text_html("refusal-paused")
    assert (await talk.say_and_wait(NANE, "/atla")).html == talk.text_html("refusal-paused")
    assert talk.text_html("clocks-paused") in (await talk.say_and_wait(NANE, "/tahta")).html
    await talk.start_watching()
    await harness.advance_time(10 * 24 * HOUR)
    await harness.wait_until_idle()
    assert (await talk.load_current_game()).clocks.misses == (0, 0, 0)
    assert (await talk.say_and_wait(KIRAZ, "/devam")).html == talk.text_html("clocks-run", name="\u2068Kiraz\u2069")
    state = await talk.load_current_game()
    assert (state.turn, state.clocks.paused) == (1, None)


async def test_what_was_decided_is_told_after_the_next_table_was_opened_too(harness: BotHarness) -> None:
    talk = await harness.new_group("en", people=PEOPLE, table=slow_game("25min"))
    assert (await talk.say_and_wait(KIRAZ, "/log")).html == talk.text_html("acts-none")
    await talk.say_and_wait(KIRAZ, "/pause")
    await talk.say_and_wait(KIRAZ, "/resume")
    await talk.say_and_wait(KIRAZ, "/extend 5")
    await talk.cancel_game(KIRAZ)
    first = (await talk.say_and_wait(KIRAZ, "/log")).text.splitlines()
    assert [("paused", "resumed", "Bora", "ended")[number] in line for number, line in enumerate(first[1:])] == [
        True
    ] * 4
    await talk.say_and_wait(LIMON, "/new kelimelik")
    assert (await talk.say_and_wait(KIRAZ, "/log")).text.splitlines() == first
    await talk.say_and_wait(LIMON, "/cancel")
    assert (await talk.say_and_wait(KIRAZ, "/log")).text.splitlines() == first


async def test_who_rules_about_an_absent_player_is_told_and_noted(harness: BotHarness) -> None:
    talk = await harness.new_group("en", table=slow_game("none"))
    told = await talk.say_and_wait(KIRAZ, "/skip")
    said = talk.text_html("absent-skipped-ruling", ruler="\u2068Kiraz\u2069", name="\u2068Bora\u2069")
    assert told.html.startswith(said)
    assert "Kiraz" in (await talk.say_and_wait(KIRAZ, "/log")).text.splitlines()[1]
