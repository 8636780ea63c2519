"""Clocks in the chat: shown, stopped, run out; reminders; draws by agreement."""

from datetime import timedelta

import pytest

from bot.playground.faults import Fault
from engine.crossword.actions import OfferDraw
from engine.crossword.state import GameState
from engine.rulesets import resolve, rulesets
from engine.seats import Seat, open_lobby
from tests.support.chats import KIRAZ, LIMON, NANE, House
from tests.support.games import SECRET, after, changed, game, pass_
from tests.support.languages import LANGUAGES
from tests.support.stale import leads

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ("LERİSĞZ", "AAEEKKL")


def timed(clock: str, ruleset: str = "scrabble-tr", racks: tuple[str, ...] = RACKS) -> GameState:
    return game(ruleset, laid=["8F KALEM"], racks=racks, options={"clock": clock, "challenge": "void"})


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_clock_shows_everybodys_time(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(timed("25min"))
    await house.pass_time(61)
    answer = await talk.ask(NANE, "/sure")
    minutes, seconds = (talk.plain(f"unit-{unit}", count=count) for unit, count in (("minute", 23), ("second", 59)))
    assert f"Ayşe\u2069 {minutes} {seconds}" in answer.text
    assert f"Bora\u2069 {talk.plain('unit-minute', count=25)}" in answer.text
    board = await talk.ask(NANE, "/tahta")
    assert f"\u2068Ayşe\u2069 0 (⏱ {talk.plain('unit-minute', count=25)})" in board.text


REFUSED = [
    ("/sure", KIRAZ, None, "no-game"),
    ("/sure", KIRAZ, timed("none"), "no-clock"),
    ("/duraklat", LIMON, timed("25min"), "admins-only"),
    ("/devam", LIMON, timed("25min"), "admins-only"),
    ("/devam", KIRAZ, timed("25min"), "not-paused"),
    ("/duraklat", KIRAZ, None, "no-game"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[0]} {case[3]}")
async def test_what_clocks_refuse(house: House, language: str, case: tuple[str, int, GameState | None, str]) -> None:
    text, person, table, refusal = case
    talk = await house.group(language)
    if table is not None:
        await talk.deal(table)
    before = await talk.stored()
    assert (await talk.ask(person, text)).html == talk.html(f"refusal-{refusal}")
    assert await talk.stored() == before


@pytest.mark.parametrize("text", ["/duraklat", "/iptal"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_may_decide_is_not_waited_for_where_telegram_will_not_say(
    house: House, language: str, text: str
) -> None:
    talk = await house.group(language)
    await talk.deal(timed("25min"))
    house.playground.faults.add(Fault(kind="retry_after", method="getChatMember", chat_id=talk.id, retry_after=600))
    for _ in range(2):
        assert (await talk.ask(NANE, text)).html == talk.html("refusal-busy")


async def test_who_asks_again_to_decide_is_asked_about_once(house: House) -> None:
    talk = await house.group("en")
    await talk.deal(timed("25min"))
    for _ in range(5):
        assert (await talk.ask(NANE, "/pause")).html == talk.html("refusal-admins-only")
    asked = house.playground.journal.entries("getChatMember")
    calls = [call for call in asked if str(call.parameters["chat_id"]) == str(talk.id)]
    assert len(calls) == 1


async def test_a_lobby_and_a_finished_game_have_no_clock(house: House) -> None:
    talk = await house.group()
    await talk.deal(open_lobby(resolve(rulesets()["kelimelik"]), Seat(KIRAZ, "Kiraz"), SECRET))
    for text in ("/sure", "/duraklat"):
        assert (await talk.ask(KIRAZ, text)).html == talk.html("refusal-not-begun")
    await talk.deal(timed("25min"))
    await talk.cancel(KIRAZ)
    assert (await talk.ask(KIRAZ, "/duraklat")).html == talk.html("refusal-game-over")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_administrator_stops_the_clocks_and_starts_them_again(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(timed("2min"))
    await house.pass_time(60)
    told = await talk.ask(KIRAZ, "/duraklat")
    assert (told.html, told.photo) == (talk.html("clocks-stopped", name="\u2068Kiraz\u2069"), False)
    for text in ("/pas", "/oyna 8F KALEMJ", "/oyna J10 ĞĞĞ", "/degistir 9", "/degistir ğ"):
        assert (await talk.ask(KIRAZ, text)).html == talk.html("refusal-paused"), text
    assert (await talk.ask(KIRAZ, "/duraklat")).html == talk.html("refusal-already-paused")
    await house.pass_time(10_000)
    stand = (await talk.ask(NANE, "/sure")).html
    assert talk.html("clocks-paused") in stand
    assert "▶️" not in stand, "nobody's clock is running"
    assert (await talk.ask(KIRAZ, "/devam")).html == talk.html("clocks-run", name="\u2068Kiraz\u2069")
    assert talk.plain("unit-minute", count=1) in (await talk.ask(NANE, "/sure")).text
    assert talk.html("turn-passed", name="\u2068Ayşe\u2069") in (await talk.ask(KIRAZ, "/pas")).html


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_reminder_that_comes_in_overtime_says_so(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(timed("15min"))
    await house.pass_time(1000)
    (told,) = await talk.sent()
    over = talk.plain("clock-over", time=f"{talk.plain('unit-minute', count=1)} {talk.plain('unit-second', count=40)}")
    assert told.text == talk.plain("reminded-over", name="\u2068Ayşe\u2069", time=over)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_player_is_reminded_once_and_quietly_then_passed(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(timed("2min"))
    await house.pass_time(90)
    (told,) = await talk.sent()
    time = talk.plain("unit-second", count=30)
    assert told.html == talk.html(
        "reminded", name=f'<a href="tg://user?id={KIRAZ}">\u2068Ayşe\u2069</a>', time=time
    ).replace("&lt;", "<").replace("&gt;", ">")
    assert told.asked["disable_notification"] in {True, "true"}
    await house.pass_time(31)
    (told,) = await talk.sent()
    assert not told.photo
    assert talk.html("turn-timed-out", name="\u2068Ayşe\u2069") in told.html
    assert (await talk.game()).turn == 1


@pytest.mark.parametrize("text", ["/oyna 8F KALEMLER", "/degistir 1", "/pas"])
async def test_a_turn_after_the_time_is_refused_before_the_bot_looks_and_when_it_has(house: House, text: str) -> None:
    talk = await house.group()
    state = timed("2min")
    await talk.deal(changed(state, clocks=changed(state.clocks, started=house.clock.now - timedelta(seconds=121))))
    assert (await talk.ask(KIRAZ, text)).html == talk.html("refusal-out-of-time")
    house.bell.ring()
    (told,) = await talk.sent()
    assert talk.html("turn-timed-out", name="\u2068Ayşe\u2069") in told.html
    assert (await talk.ask(KIRAZ, text)).html == talk.html("refusal-not-your-turn", name="Bora")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_out_of_time_loses_the_game_where_the_rules_say_so(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(timed("slow", "kelimelik"))
    await house.pass_time(72 * 3600 + 1)
    (told,) = await talk.sent()
    assert talk.html("turn-forfeited", name="\u2068Ayşe\u2069") in told.html
    assert talk.html("ended-forfeit") in told.html


async def test_in_wordbox_who_is_out_of_time_plays_no_more_until_all_are(house: House) -> None:
    talk = await house.group()
    state = game("wordbox-tr", laid=["8F KALEM"], racks=RACKS, options={"clock": "10min", "challenge": "void"})
    started = changed(state.clocks, reminded=True)
    await talk.deal(changed(state, clocks=started))
    await house.pass_time(601)
    (told,) = await talk.sent()
    assert talk.html("turn-retired", name="\u2068Ayşe\u2069") in told.html
    assert (await talk.game()).outcome is None
    await house.pass_time(601)
    while not (told := (await talk.sent())[0]).photo:
        assert told.asked["disable_notification"], "a reminder comes before"
    assert talk.html("ended-time") in told.html


BOX = game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "AEIOUNR", "AEIOUNR"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_draw_is_offered_and_agreed_by_all(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(BOX)
    offer = await talk.ask(LIMON, "/berabere")
    assert offer.html == talk.html("draw-offered", name="\u2068Bora\u2069")
    assert (await talk.tap(LIMON, offer, "agree"))["text"] == talk.plain("refusal-own-draw-offer")
    assert (await talk.tap(KIRAZ, offer, "agree"))["text"] == talk.plain("draw-agreed")
    (told,) = await talk.sent()
    assert talk.html("draw-accepted-waiting", name="\u2068Ayşe\u2069", waiting="\u2068Can\u2069") in told.html
    assert (await talk.tap(KIRAZ, offer, "agree"))["text"] == talk.plain("refusal-draw-accepted")
    await talk.tap(NANE, offer, "agree")
    (ended,) = await talk.sent()
    assert talk.html("ended-draw") in ended.html
    late = await talk.forge(talk.user(NANE), offer, offer.data("agree"))
    assert late["text"] == talk.plain("refusal-game-over")


async def test_who_offered_a_draw_is_told_so_and_may_withdraw_it(house: House) -> None:
    talk = await house.group()
    await talk.deal(BOX)
    offer = await talk.ask(KIRAZ, "/berabere")
    assert (await talk.ask(KIRAZ, "/berabere")).html == talk.html("refusal-draw-offered-already")
    assert (await talk.ask(KIRAZ, "/berabere hayır")).html == talk.html("draw-withdrawn", name="\u2068Ayşe\u2069")
    late = await talk.forge(talk.user(LIMON), offer, offer.data("agree"))
    assert late["text"] == talk.plain("refusal-no-draw-offer")
    await talk.ask(LIMON, "/board")
    offer = await talk.ask(LIMON, "/berabere")
    assert (await talk.tap(LIMON, offer, "decline"))["text"] == talk.plain("draw-withdrawn-done")


async def test_an_offered_draw_may_be_declined_and_offered_once(house: House) -> None:
    talk = await house.group()
    await talk.deal(BOX)
    offer = await talk.ask(KIRAZ, "/draw")
    assert (await talk.ask(LIMON, "/berabere")).html == talk.html("refusal-draw-offered", name="Ayşe")
    assert (await talk.tap(LIMON, offer, "decline"))["text"] == talk.plain("draw-declined-done")
    (told,) = await talk.sent()
    assert told.html == talk.html("draw-declined", name="\u2068Bora\u2069")
    late = offer.data("agree")
    assert (await talk.forge(talk.user(LIMON), offer, late))["text"] == talk.plain("refusal-no-draw-offer")
    assert (await talk.ask(LIMON, "/berabere kabul")).html == talk.html("refusal-no-draw-offer")
    newer = await talk.ask(LIMON, "/berabere")
    assert await leads(talk, await talk.forge(talk.user(NANE), offer, late))
    assert (await talk.tap(NANE, newer, "agree"))["text"] == talk.plain("draw-agreed")
    assert (await talk.game()).outcome is None


@pytest.mark.parametrize("text", ["hayır", "HAYIR", "RET", "No", "DECLINE", "ні", "НІ"])
async def test_a_draw_is_declined_in_every_language_and_in_capitals(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(after(BOX, OfferDraw(KIRAZ)))
    told = await talk.ask(LIMON, f"/berabere {text}")
    assert told.html == talk.html("draw-declined", name="\u2068Bora\u2069")


@pytest.mark.parametrize("text", ["evet", "KABUL", "yes", "Accept", "так", "ТАК", "згода"])
async def test_a_draw_is_agreed_to_in_every_language_and_in_capitals(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(after(BOX, OfferDraw(KIRAZ)))
    told = await talk.ask(LIMON, f"/berabere {text}")
    waiting = "\u2068Can\u2069"
    assert talk.html("draw-accepted-waiting", name="\u2068Bora\u2069", waiting=waiting) in told.html


@pytest.mark.parametrize("language", LANGUAGES)
async def test_draws_are_refused_where_there_are_none_and_to_outsiders(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(timed("none"))
    assert (await talk.ask(KIRAZ, "/berabere")).html == talk.html("refusal-no-draws")
    assert (await talk.ask(NANE, "/berabere")).html == talk.html("refusal-not-seated")
    await talk.deal(after(BOX, pass_(BOX)))
    before = await talk.stored()
    assert (await talk.ask(104, "/draw")).html == talk.html("refusal-not-seated")
    assert await talk.stored() == before
