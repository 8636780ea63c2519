"""Klepka in the chat: whole games by commands and by buttons, trades, the host's doubling, looking at the table."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.playground.faults import Fault
from bot.tables.held import table_name
from bot.typed.commands import command_name
from engine.klepka.deck import CHAOS, EXCHANGE, face_down
from engine.klepka.state import GameState
from engine.klepka.view import Phase
from engine.seats import Lobby
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House
from tests.support.guides import whole
from tests.support.klepka import cards, rules
from tests.support.klepka_chats import dealt, edits, klepka
from tests.support.languages import LANGUAGES
from tests.support.stale import leads

pytestmark = pytest.mark.asyncio(loop_scope="module")

ENDING = dealt("Оо", "КіТ", "ВоДа")
OPEN = dealt("ОоЩфОоЩф", "КіТОк=#", "ВоДа*", "Ее")
HOSTED = dealt("ОоЩф", "КіТКіТ", "ВоДа", ruleset=rules(deck="full", double="host"))


async def test_a_table_with_options_is_opened_filled_and_begun(house: House) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, "/yeni klepka deste=kısa çift=kurucu")
    lobby = await talk.table()
    assert isinstance(lobby, Lobby)
    assert (lobby.ruleset.tiles, lobby.ruleset.options()["double"].default) == (48, "host")
    await talk.ask(LIMON, "/katil")
    begun = await talk.ask(KIRAZ, "/baslat")
    state = await klepka(talk)
    assert begun.photo
    assert len(begun.buttons) == 48 + 2
    assert [button["text"] for button in begun.buttons][-2:] == [talk.plain("mine-open"), talk.plain("button-seal")]
    assert talk.html("seal-line", seal=state.commitment[:30]) in begun.html
    assert [button["text"] for button in begun.buttons][:3] == ["1", "2", "3"]
    assert f"{state.players[0].name}, {state.players[1].name}" in begun.text.replace("\u2068", "").replace("\u2069", "")


async def test_a_short_game_is_played_to_its_end_by_commands(house: House) -> None:
    talk = await house.group("en")
    await talk.deal(ENDING)
    formed = await talk.ask(KIRAZ, "/form кіт")
    assert "КІТ: 4 points" in formed.text
    shown = await talk.ask(KIRAZ, "/flip 1 2")
    assert "Taken: О🟨 О🟦 (1, 2)" in shown.text
    formed = await talk.ask(LIMON, "/form вода")
    assert "ВОДА: 5 points" in formed.text
    assert talk.html("run-ends-passes") not in formed.html
    passed = await talk.ask(LIMON, "/pass")
    assert talk.html("run-ends-passes") in passed.html
    ended = await talk.ask(KIRAZ, "/pass")
    assert talk.html("run-ends-passes") not in ended.html
    assert talk.html("ended-cleared") in ended.html
    assert "🥇 \u2068Kiraz\u2069 6 (+2)" in ended.text
    assert "🥈 \u2068Limon\u2069 5" in ended.text
    assert [button["text"] for button in ended.buttons] == [
        talk.plain(f"button-{name}") for name in ("again", "more", "proof")
    ]
    assert (await klepka(talk)).outcome is not None


async def test_forming_the_two_words_wins_at_once(house: House) -> None:
    talk = await house.group()
    await talk.deal(dealt("ОоЩф", "СлаВАУкрАЇНі", ""))
    ended = await talk.ask(KIRAZ, "/soz слава україні")
    assert talk.html("ended-glory") in ended.html
    assert "🥇 \u2068Kiraz\u2069" in ended.text


async def test_polysemy_is_typed_in_brackets_and_told(house: House) -> None:
    talk = await house.group()
    await talk.deal(dealt("ОоЩф", "ВДА*", ""))
    formed = await talk.ask(KIRAZ, "/soz в[о]да")
    assert "ВОДА: 8 puan" in formed.text.replace("kelimesini kurdu", "").replace(" :", ":").replace("  ", " ")
    assert "🃏 О 0" in formed.text
    assert talk.plain("klepka-one-colour") in formed.text


async def test_a_reply_with_positions_turns_them_up(house: House) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    board = await talk.ask(KIRAZ, "/tahta")
    shown = await talk.ask(KIRAZ, "1, 3", reply_to=board.id)
    assert talk.plain("klepka-nothing-taken") in shown.text


async def test_cards_are_chosen_by_buttons_and_turned_up_with_the_last(house: House) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    board = await talk.ask(KIRAZ, "/tahta")
    before = await talk.stored()
    one, three, two = (board.buttons[place]["callback_data"] for place in (0, 2, 1))
    assert (await talk.press(KIRAZ, board, three))["text"] == talk.plain("klepka-picked", positions="3", count=1)
    assert (await talk.press(KIRAZ, board, three))["text"] == talk.plain("klepka-picked-none", count=2)
    assert (await talk.press(KIRAZ, board, one))["text"] == talk.plain("klepka-picked", positions="1", count=1)
    assert await talk.stored() == before
    assert (await talk.press(KIRAZ, board, two))["text"] == talk.plain("klepka-turning")
    (shown,) = await talk.sent()
    assert talk.html("klepka-taken", cards="О🟨 О🟦", positions="1, 2") in shown.html
    state = await klepka(talk)
    assert state.phase == "extra"
    assert [button["text"] for button in shown.buttons][:6] == ["3", "4", "5", "6", "7", "8"]
    assert (await talk.tap(KIRAZ, shown, "enough"))["text"] == talk.plain("done-in-group")
    (passed,) = await talk.sent()
    assert talk.html("klepka-enough", name="\u2068Kiraz\u2069") in passed.html
    assert (await klepka(talk)).turn == 1


async def test_taps_of_others_and_of_earlier_turns_are_refused_and_change_nothing(house: House) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    board = await talk.ask(KIRAZ, "/tahta")
    before = await talk.stored()
    first = board.buttons[0]["callback_data"]
    alert = await talk.press(LIMON, board, first)
    assert alert == {"text": talk.plain("refusal-not-your-turn", name="Kiraz"), "show_alert": True, "url": ""}
    assert (await talk.press(ZEYTIN, board, first))["text"] == talk.plain("refusal-not-seated")
    assert await talk.stored() == before
    await talk.ask(KIRAZ, "/ac 3 4")
    assert await leads(talk, await talk.press(LIMON, board, first))


@pytest.mark.parametrize("place", ["101:1", "0:99", "0:0", "0:1:1", "x:1"])
async def test_forged_card_buttons_are_refused(house: House, place: str) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    before = await talk.stored()
    table = OPEN.commitment[:8]
    answer = await talk.forge(talk.user(KIRAZ), None, f"card:{table}:{place}")
    assert await leads(talk, answer)
    assert await talk.stored() == before


@pytest.mark.parametrize("text", ["О 2 А", "О @limon_masada А", "Ож 2 Ас"])
async def test_a_card_is_traded_with_a_player_named(house: House, text: str) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    told = await talk.ask(KIRAZ, f"/takas {text}")
    assert "О🟨" in told.text
    assert "А🟦" in told.text
    state = await klepka(talk)
    assert sorted(state.players[0].cards) == sorted(cards("КіТак#"))
    assert sorted(state.players[1].cards) == sorted(cards("ВоДО*"))
    assert state.discarded == (EXCHANGE,)


async def test_a_player_whom_telegram_will_not_name_now_is_not_called_unknown(house: House) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    house.playground.faults.add(Fault(kind="retry_after", method="getChatMember", chat_id=talk.id, retry_after=600))
    told = await talk.ask(KIRAZ, "/takas О @limon_masada А")
    assert told.html == talk.html("refusal-busy")


async def test_a_card_is_traded_with_whoever_is_answered_or_mentioned_without_a_username(house: House) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    message = house.playground.world.say(NANE, talk.id, "ben")
    await talk.ask(KIRAZ, "/takas О Ес", reply_to=message["message_id"])
    assert cards("е")[0] in (await klepka(talk)).players[0].cards
    talk = await house.group()
    await talk.deal(OPEN)
    text = "/takas О Nane Е"
    mention = [
        {"type": "bot_command", "offset": 0, "length": 6},
        {"type": "text_mention", "offset": 9, "length": 4, "user": talk.user(NANE)},
    ]
    await talk.say_as(talk.user(KIRAZ), text, entities=mention)
    (asked,) = await talk.sent()
    assert asked.html == talk.html("refusal-which-colour", letter="Е", cards="Е🟨, Е🟦")


async def test_chaos_is_played_in_anothers_turn_and_keeps_the_holes(house: House) -> None:
    talk = await house.group()
    await talk.deal(dealt("Оо..ЩфЩф", "КіТ", "#"))
    told = await talk.ask(LIMON, "/kaos")
    state = await klepka(talk)
    assert talk.html("klepka-shuffled", name="\u2068Limon\u2069", cards=6) in told.html
    assert face_down(state.table) == (1, 2, 5, 6, 7, 8)
    assert (state.turn, state.discarded) == (0, (CHAOS,))


async def test_the_host_lets_a_word_count_twice_by_its_button_once(house: House) -> None:
    talk = await house.group()
    await talk.deal(HOSTED)
    formed = await talk.ask(KIRAZ, "/soz кіт")
    assert (await talk.tap(LIMON, formed, "twice"))["text"] == talk.plain("refusal-not-host")
    await talk.tap(KIRAZ, formed, "twice")
    (told,) = await talk.sent()
    assert told.html == talk.html("klepka-doubled", name="\u2068Kiraz\u2069", word="КІТ", score=8)
    assert (await klepka(talk)).players[0].score == 8
    assert (await talk.tap(KIRAZ, formed, "twice"))["text"] == talk.plain("refusal-doubled-already", word="КІТ")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_table_is_shown_as_a_picture_and_as_text(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(OPEN)
    board = await talk.ask(NANE, "/board")
    assert board.photo
    assert [one["text"] for one in board.buttons] == [*"12345678", talk.plain("mine-open")]
    written = await talk.ask(NANE, "/board text")
    assert not written.photo
    assert "1 2 3 4 5 6 7 8" in " ".join(written.text.split())
    assert "2. \u2068Limon\u2069 0: А🟦 В🟨 Д🟨 О🟦" in written.text
    score = await talk.ask(NANE, "/score")
    assert talk.plain("klepka-polysemy") in score.text
    assert (await talk.ask(NANE, "/bag")).html == talk.html("klepka-left", count=8, cards=100)


@pytest.mark.parametrize("asked", ["/board", "/board text", "/score"])
async def test_after_the_end_it_is_told_again_how_the_game_ended(house: House, asked: str) -> None:
    talk = await house.group("en")
    await talk.deal(dealt("ОоЩф", "СлаВАУкрАЇНі", ""))
    await talk.ask(KIRAZ, "/form слава україні")
    told = await talk.ask(NANE, asked)
    assert talk.html("ended-glory") in told.html
    assert talk.html("ended-winner", names="\u2068Kiraz\u2069") in told.html
    assert "🥇 \u2068Kiraz\u2069" in told.text


async def test_a_broad_table_has_no_buttons_for_cards(house: House) -> None:
    talk = await house.group()
    await talk.deal(dealt("ОоЩфОоЩфОо", "КіТ", ""))
    table = await talk.ask(KIRAZ, "/tahta")
    assert [one["text"] for one in table.buttons] == [talk.plain("mine-open")]


async def test_a_player_gives_up_and_a_game_is_cancelled(house: House) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    asked = await talk.ask(LIMON, "/teslim")
    await talk.tap(LIMON, asked, "yes")
    (told,) = await talk.sent()
    assert talk.html("turn-surrendered", name="\u2068Limon\u2069") in told.html
    cancelled = await talk.cancel(KIRAZ)
    assert talk.html("ended-cancelled") in cancelled.html


async def test_the_time_for_words_runs_out_and_then_the_turn(house: House) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, "/yeni klepka saat=phases")
    await talk.ask(LIMON, "/katil")
    await talk.ask(KIRAZ, "/baslat")
    state = await klepka(talk)
    name = f"\u2068{state.players[0].name}\u2069"
    await talk.mark()
    await house.pass_time(91)
    (told,) = await talk.sent()
    assert talk.html("klepka-words-over", name=name, flips=2) in told.html
    await house.pass_time(46)
    (told,) = await talk.sent()
    assert talk.html("klepka-time-out", name=name) in told.html
    assert (await klepka(talk)).turn == 1


@pytest.mark.parametrize(
    ("phase", "text", "later"),
    [
        ("words", "/form кіт", "words-are-over"),
        ("flips", "/flip 1 2", "not-your-turn"),
        ("extra", "/pass", "not-your-turn"),
    ],
)
async def test_what_comes_a_moment_after_the_time_is_refused_before_the_bot_looks_and_when_it_has(
    house: House, phase: Phase, text: str, later: str
) -> None:
    talk = await house.group()
    state = dealt("ОоЩф", "КіТ", "ВоДа", phase=phase, ruleset=rules(deck="full", clock="phases"))
    begun = house.clock.now - timedelta(seconds=91)
    await talk.deal(replace(state, clocks=replace(state.clocks, started=begun)))
    assert (await talk.ask(KIRAZ, text)).html == talk.html("refusal-out-of-time")
    house.bell.ring()
    await talk.sent()
    assert (await talk.ask(KIRAZ, text)).html == talk.html(f"refusal-{later}", flips=2, name="Limon")
    table = await klepka(talk)
    assert (table.words, table.table) == ((), state.table)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_rules_and_help_speak_of_klepka(house: House, language: str) -> None:
    talk = await house.group(language)
    told = await whole(talk, KIRAZ, "/rules klepka")
    assert "СЛАВА УКРАЇНІ" in told.text
    assert talk.plain("rules-klepka-double-colour") in told.text
    await talk.deal(OPEN)
    assert f"/{command_name('flip', language)} 12 34" in (await whole(talk, KIRAZ, "/help")).text


async def test_in_private_a_game_of_klepka_is_played_too(house: House) -> None:
    talk = await house.group()
    private = await house.private(KIRAZ, "en")
    await talk.deal(OPEN)
    await house.store.add_user_game(KIRAZ, talk.scope, table_name(OPEN))
    await talk.mark()
    assert (await private.ask(KIRAZ, "/flip 1 3")).html == private.html("done-in-group")
    (shown,) = await talk.sent()
    await edits(talk, shown, 1)
    assert isinstance(await talk.table(), GameState)
