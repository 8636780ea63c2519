"""Klepka in the chat: whole games by commands and by buttons, trades, the host's doubling, looking at the table."""

import re
from datetime import timedelta
from functools import cache
from typing import Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.families.klepka.own_board import NO_CARD, cards_keyboard
from bot.families.own_board import hash_rack
from bot.playground.dispatch import Fault
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from bot.texts import Argument, Texts
from bot.user_input.commands import command_name
from bot.wording.speaker import Speaker
from engine import clock
from engine import game as door
from engine.game import Table
from engine.klepka.actions import Flip, Form
from engine.klepka.deck import CHAOS, EXCHANGE, face_down_positions
from engine.klepka.state import GameState
from engine.klepka.view import GameView, Phase
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import (
    button_labels,
    data_of_label,
    is_stale_alert,
    press_own_board,
    press_own_board_in_turn,
    rows,
)
from tests.support.games import game as crossword
from tests.support.klepka import NOW, after_actions, cards_of_signs, klepka_rules, signs_of_cards, started_game
from tests.support.klepka_chats import klepka_game_of_chat, load_klepka_game
from tests.support.languages import cases_with_languages
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

ENDING = klepka_game_of_chat("Оо", "КіТ", "ВоДа")
OPEN = klepka_game_of_chat("ОоЩфОоЩф", "КіТОк=#", "ВоДа*", "Ее")
HOSTED = klepka_game_of_chat("ОоЩф", "КіТКіТ", "ВоДа", ruleset=klepka_rules(deck="full", double="host"))


async def test_a_table_with_options_is_opened_filled_and_begun(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni klepka deste=kısa çift=kurucu")
    lobby = await talk.load_current_table()
    assert isinstance(lobby, Lobby)
    assert (lobby.ruleset.tiles, lobby.ruleset.options()["double"].default) == (48, "host")
    await talk.say_and_wait(LIMON, "/katil")
    begun = await talk.say_and_wait(KIRAZ, "/baslat")
    state = await load_klepka_game(talk)
    assert begun.is_photo
    assert len(begun.buttons) == 48 + 1
    assert begun.buttons[-1]["text"] == talk.text_plain("own-board-open")
    assert talk.text_html("seal-line", seal=state.commitment[:30]) in begun.html
    assert [button["text"] for button in begun.buttons][:3] == ["1", "2", "3"]
    assert f"{state.players[0].name}, {state.players[1].name}" in begun.text.replace("\u2068", "").replace("\u2069", "")


async def test_a_short_game_is_played_to_its_end_by_commands(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(ENDING)
    formed = await talk.say_and_wait(KIRAZ, "/form кіт")
    assert "КІТ +4" in formed.text
    shown = await talk.say_and_wait(KIRAZ, "/flip 1 2")
    assert "1, 2 → О🟨 О🟦" in shown.text
    formed = await talk.say_and_wait(LIMON, "/form вода")
    assert "ВОДА +5" in formed.text
    assert talk.text_html("run-ends-passes") not in formed.html
    passed = await talk.say_and_wait(LIMON, "/pass")
    assert talk.text_html("run-ends-passes") in passed.html
    ended = await talk.say_and_wait(KIRAZ, "/pass")
    assert talk.text_html("run-ends-passes") not in ended.html
    assert talk.text_html("ended-cleared") in ended.html
    assert "🥇 \u2068Kiraz\u2069 6 (+2)" in ended.text
    assert "🥈 \u2068Limon\u2069 5" in ended.text
    assert ended.html.count("<blockquote") == 1, "the rest in one quote"
    assert [button["text"] for button in ended.buttons] == [
        talk.text_plain(f"button-{name}") for name in ("again", "more", "proof", "fair-draw", "share")
    ]
    assert (await load_klepka_game(talk)).outcome is not None


async def test_polysemy_is_typed_in_brackets_and_told(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(klepka_game_of_chat("ОоЩф", "ВДА*", ""))
    formed = await talk.say_and_wait(KIRAZ, "/soz в[о]да")
    assert "ВОДА +8" in formed.text
    assert "🃏 О 0" in formed.text
    assert talk.text_plain("klepka-one-colour") in formed.text


async def test_a_reply_with_positions_turns_them_up(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    shown = await talk.say_and_wait(KIRAZ, "1, 3", reply_to=board.message_id)
    assert talk.text_html("klepka-nothing-taken", name="\u2068Kiraz\u2069", positions="1, 3") in shown.html


async def test_cards_are_chosen_by_buttons_and_turned_up_with_the_last(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    before = await talk.stored_state()
    one, three, two = (board.buttons[place]["callback_data"] for place in (0, 2, 1))
    assert (await talk.press_data(KIRAZ, board, three))["text"] == talk.text_plain(
        "klepka-picked", positions="3", count=1
    )
    assert (await talk.press_data(KIRAZ, board, three))["text"] == talk.text_plain("klepka-picked-none", count=2)
    assert (await talk.press_data(KIRAZ, board, one))["text"] == talk.text_plain(
        "klepka-picked", positions="1", count=1
    )
    assert await talk.stored_state() == before
    assert (await talk.press_data(KIRAZ, board, two))["text"] == talk.text_plain("klepka-turning")
    (shown,) = await talk.wait_messages()
    assert "1, 2 → О🟨 О🟦" in shown.text
    state = await load_klepka_game(talk)
    assert state.phase == "extra"
    assert [button["text"] for button in shown.buttons][:8] == [NO_CARD, NO_CARD, "3", "4", "5", "6", "7", "8"]
    gone = await talk.press_data(KIRAZ, shown, shown.buttons[0]["callback_data"])
    assert gone["text"] == talk.text_plain("refusal-position-empty", position=1)
    assert (await talk.press_kind(KIRAZ, shown, "enough"))["text"] == talk.text_plain("done-in-group")
    (passed,) = await talk.wait_messages()
    assert talk.text_html("klepka-enough", name="\u2068Kiraz\u2069") in passed.html
    assert (await load_klepka_game(talk)).turn == 1


async def test_forged_card_buttons_are_refused(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    before = await talk.stored_state()
    for place in ("101:1", "0:99", "x:1"):
        answer = await talk.forge_tap(talk.user_json(KIRAZ), None, f"card:{OPEN.commitment[:8]}:{place}")
        assert await is_stale_alert(talk, answer)
    assert await talk.stored_state() == before


@pytest.mark.parametrize("text", ["О @limon_masada А", "Ож 2 Ас"])
async def test_a_card_is_traded_with_a_player_named(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    told = await talk.say_and_wait(KIRAZ, f"/takas {text}")
    assert "О🟨" in told.text
    assert "А🟦" in told.text
    state = await load_klepka_game(talk)
    assert sorted(state.players[0].cards) == sorted(cards_of_signs("КіТак#"))
    assert sorted(state.players[1].cards) == sorted(cards_of_signs("ВоДО*"))
    assert state.discarded == (EXCHANGE,)


async def test_a_player_whom_telegram_will_not_name_now_is_not_called_unknown(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", method="getChatMember", chat_id=talk.chat_id, retry_after=600)
    )
    told = await talk.say_and_wait(KIRAZ, "/takas О @limon_masada А")
    assert told.html == talk.text_html("refusal-busy")


async def test_a_card_is_traded_with_whoever_is_answered_or_mentioned_without_a_username(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    message = harness.playground.world.write_as_person(NANE, talk.chat_id, "ben")
    await talk.say_and_wait(KIRAZ, "/takas О Ес", reply_to=message["message_id"])
    assert cards_of_signs("е")[0] in (await load_klepka_game(talk)).players[0].cards
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    text = "/takas О Nane Е"
    mention = [
        {"type": "bot_command", "offset": 0, "length": 6},
        {"type": "text_mention", "offset": 9, "length": 4, "user": talk.user_json(NANE)},
    ]
    await talk.say_as_user(talk.user_json(KIRAZ), text, entities=mention)
    (asked,) = await talk.wait_messages()
    assert asked.html == talk.text_html("refusal-which-colour", letter="Е", cards="Е🟨, Е🟦")


async def test_chaos_is_played_in_anothers_turn_and_keeps_the_holes(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(klepka_game_of_chat("Оо..ЩфЩф", "КіТ", "#"))
    told = await talk.say_and_wait(LIMON, "/kaos")
    state = await load_klepka_game(talk)
    assert talk.text_html("klepka-shuffled", name="\u2068Limon\u2069", cards=6) in told.html
    assert face_down_positions(state.table) == (1, 2, 5, 6, 7, 8)
    assert (state.turn, state.discarded) == (0, (CHAOS,))


async def test_the_host_lets_a_word_count_twice_by_its_button_once(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(HOSTED)
    formed = await talk.say_and_wait(KIRAZ, "/soz кіт")
    assert (await talk.press_kind(LIMON, formed, "twice"))["text"] == talk.text_plain("refusal-double-is-hosts")
    await talk.press_kind(KIRAZ, formed, "twice")
    (told,) = await talk.wait_messages()
    assert told.html == talk.text_html("klepka-doubled", name="\u2068Kiraz\u2069", word="КІТ", score=8)
    assert (await load_klepka_game(talk)).players[0].score == 8
    assert (await talk.press_kind(KIRAZ, formed, "twice"))["text"] == talk.text_plain(
        "refusal-doubled-already", word="КІТ"
    )


async def test_the_table_is_shown_as_a_picture_and_as_text(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(OPEN)
    board = await talk.say_and_wait(NANE, "/board")
    assert board.is_photo
    assert [one["text"] for one in board.buttons] == [*"12345678", talk.text_plain("own-board-open")]
    written = await talk.say_and_wait(NANE, "/board text")
    assert not written.is_photo
    assert "1 2 3 4 5 6 7 8" in " ".join(written.text.split())
    assert "2. \u2068Limon\u2069 0: А🟦 В🟨 Д🟨 О🟦" in written.text
    score = await talk.say_and_wait(NANE, "/score")
    assert talk.text_plain("klepka-polysemy") in score.text
    assert (await talk.say_and_wait(NANE, "/bag")).html == talk.text_html("klepka-left", count=8, cards=100)


async def test_after_the_end_it_is_told_again_how_the_game_ended(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(klepka_game_of_chat("ОоЩф", "СлаВАУкрАЇНі", ""))
    await talk.say_and_wait(KIRAZ, "/form слава україні")
    for asked in ("/board", "/board text", "/score"):
        told = (await talk.say_and_wait(NANE, asked)).html
        assert talk.text_html("ended-glory") in told
        assert talk.text_html("ended-winner", names="\u2068Kiraz\u2069") in told
        assert told.count("<blockquote") <= 1


async def test_the_time_for_words_runs_out_and_then_the_turn(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/yeni klepka saat=phases")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.say_and_wait(KIRAZ, "/baslat")
    state = await load_klepka_game(talk)
    name = f"\u2068{state.players[0].name}\u2069"
    await talk.start_watching()
    await harness.advance_time(91)
    (told,) = await talk.wait_messages()
    assert talk.text_html("klepka-words-over", name=name, flips=2) in told.html
    await harness.advance_time(46)
    (told,) = await talk.wait_messages()
    assert talk.text_html("klepka-time-out", name=name) in told.html
    assert (await load_klepka_game(talk)).turn == 1


@pytest.mark.parametrize(
    ("phase", "text", "later"),
    [
        ("words", "/form кіт", "words-are-over"),
        ("flips", "/flip 1 2", "not-your-turn"),
        ("extra", "/pass", "not-your-turn"),
    ],
)
async def test_what_comes_a_moment_after_the_time_is_refused_before_the_bot_looks_and_when_it_has(
    harness: BotHarness, phase: Phase, text: str, later: str
) -> None:
    talk = await harness.new_group()
    state = klepka_game_of_chat("ОоЩф", "КіТ", "ВоДа", phase=phase, ruleset=klepka_rules(deck="full", clock="phases"))
    begun = harness.clock.now - timedelta(seconds=91)
    await talk.put_table(replace(state, clocks=replace(state.clocks, started=begun)))
    assert (await talk.say_and_wait(KIRAZ, text)).html == talk.text_html("refusal-out-of-time")
    harness.look_trigger.trigger_looks()
    await talk.wait_messages()
    assert (await talk.say_and_wait(KIRAZ, text)).html == talk.text_html(f"refusal-{later}", flips=2, name="Limon")
    table = await load_klepka_game(talk)
    assert (table.words, table.table) == ((), state.table)


TEXTS: Final = Texts()


@cache
def whole_table(deck: str) -> GameView:
    view = door.view(started_game(2, deck=deck), None)
    assert isinstance(view, GameView)
    return view


def table_with_gaps(deck: str, taken: set[int]) -> GameView:
    view = whole_table(deck)
    table = tuple(place not in taken for place in range(1, len(view.table) + 1))
    return replace(view, table=table, left=sum(table))


def card_labels(view: GameView) -> list[list[str]]:
    speaker = Speaker(TEXTS, "en")
    buttons = cards_keyboard("0123abcd", view, speaker)
    assert buttons is not None
    *rows, own = [[button.text for button in row] for row in buttons.inline_keyboard]
    assert own == [speaker.plain("own-board-open")]
    return rows


@settings(max_examples=10)
@given(deck=st.sampled_from(["chat", "quick"]), taken=st.sets(st.integers(1, 64)))
async def test_however_many_are_taken_each_card_keeps_its_place(deck: str, taken: set[int]) -> None:
    view = table_with_gaps(deck, taken)
    found = card_labels(view)
    assert [len(row) for row in found] == [view.columns] * view.rows
    for place, label in enumerate((one for row in found for one in row), start=1):
        assert label == (NO_CARD if place in taken else str(place))


GAME = klepka_game_of_chat("ОоЩф..ЩфОо", "КіТОк=#", "ВоДаАя*", "Ее")
BARE = klepka_game_of_chat("ОоЩф", "КіТ", "ВоДа", "Ее")
EXTRA = after_actions(GAME, Flip(KIRAZ, (1, 2)))
ONCE = after_actions(
    klepka_game_of_chat("ОоЩф", "КіТКіТ", "ВоДа", ruleset=klepka_rules(deck="full", repeats="forbidden")),
    Form(KIRAZ, "кіт"),
)
PAUSED = replace(GAME, clocks=clock.pause_clocks(GAME.clocks, NOW))


class Case(NamedTuple):
    name: str
    table: Table
    person: int
    text: str
    """With the commands' names in English; they are said in the chat's language."""
    refusal: str
    facts: dict[str, Argument]


def refusal_case(name: str, table: Table, person: int, text: str, refusal: str, /, **facts: Argument) -> Case:
    return Case(name, table, person, text, f"refusal-{refusal}", facts)


CASES = [
    refusal_case("another game", crossword("kelimelik"), KIRAZ, "/trade О 2 А", "another-game"),
    refusal_case("not seated", GAME, ZEYTIN, "/chaos", "not-seated"),
    refusal_case("paused, whatever else is wrong", PAUSED, KIRAZ, "/trade О 9 А", "paused"),
    refusal_case("of another game", GAME, KIRAZ, "/play H8 across WORD", "another-game"),
    refusal_case("not on turn", GAME, LIMON, "/form вода", "not-your-turn", name="Kiraz"),
    refusal_case("endless", GAME, KIRAZ, "/flip " + "9" * 4000, "garbled-positions", text="9" * 60 + "…"),
    refusal_case("beyond the table", GAME, KIRAZ, "/flip 1 11", "unknown-position", position=11, last=10),
    refusal_case("too many after a pair", EXTRA, KIRAZ, "/flip 3 4 7", "wrong-flip-count", needed=2, given=3),
    refusal_case("passing instead", GAME, KIRAZ, "/pass", "must-flip", flips=2),
    refusal_case("no word", GAME, KIRAZ, "/form", "klepka-no-word"),
    refusal_case("brackets", GAME, KIRAZ, "/form к[іт", "klepka-brackets", word="К[ІТ"),
    refusal_case("strange letters", GAME, KIRAZ, "/form кит<", "not-letters", letters="<"),
    refusal_case("letters not held", GAME, KIRAZ, "/form вода", "letters-not-held", letters="А, В, Д", polysemies=0),
    refusal_case("not in the dictionary", GAME, KIRAZ, "/form ткок", "not-words", words="ТКОК"),
    refusal_case("a repeated word", ONCE, KIRAZ, "/form кіт", "word-repeated", word="КІТ", name="Kiraz"),
    refusal_case("no exchange card", BARE, KIRAZ, "/trade К 2 А", "reward-not-held", reward="{klepka-exchange}"),
    refusal_case("one card", GAME, KIRAZ, "/trade О 2", "trade-usage"),
    refusal_case("garbled", GAME, KIRAZ, "/trade <b> 2 А", "garbled-card", text="<b>"),
    refusal_case("nobody named among three", GAME, KIRAZ, "/trade О А", "trade-with-whom"),
    refusal_case("an unknown name", GAME, KIRAZ, "/trade О @ayvasin А", "no-such-player"),
    refusal_case("a card not theirs", GAME, KIRAZ, "/trade О 2 Щ", "card-not-theirs", card="Щ", name="Limon"),
    refusal_case("two colours", GAME, KIRAZ, "/trade К 2 Д", "which-colour", letter="К", cards="К🟨, К🟦"),
]


@pytest.mark.parametrize(("asked", "language"), cases_with_languages(CASES))
async def test_a_refusal_says_why_and_changes_nothing(harness: BotHarness, asked: Case, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(asked.table)
    before = await talk.stored_state()
    command, space, rest = asked.text.partition(" ")
    name = command_name(command[1:], language)
    answer = await talk.say_and_wait(asked.person, f"/{name}{space}{rest}"[:4096])
    facts = {
        key: talk.text_plain(value[1:-1]) if isinstance(value, str) and value.startswith("{") else value
        for key, value in asked.facts.items()
    }
    said, _, added = answer.html.partition("\n")
    assert said == talk.text_html(asked.refusal, **facts)
    # Who is refused a word administers the group.
    assert added == (talk.text_html("word-addable", words=facts["words"]) if "words" in facts else "")
    assert await talk.stored_state() == before


async def test_a_word_doubled_at_a_table_without_it_or_by_another_or_unknown_is_refused(harness: BotHarness) -> None:
    talk = await harness.new_group()
    formed = after_actions(GAME, Form(KIRAZ, "кіт"))
    for state, refusal, facts in (
        (formed, "no-host-double", {}),
        (allow_double(formed, host=LIMON), "double-is-hosts", {}),
        (two_turns_later(allow_double(formed, host=KIRAZ)), "not-formed-lately", {"word": "КІТ"}),
        (allow_double(GAME, host=KIRAZ), "stale-button", {}),
    ):
        await talk.put_table(state)
        before = await talk.stored_state()
        answer = await talk.forge_tap(talk.user_json(KIRAZ), None, f"twice:{state.commitment[:8]}:0")
        assert answer["text"] == talk.text_plain(f"refusal-{refusal}", **facts) or refusal == "stale-button"
        assert refusal != "stale-button" or await is_stale_alert(talk, answer)
        assert await talk.stored_state() == before


def allow_double(state: GameState, host: int) -> GameState:
    return replace(state, ruleset=replace(state.ruleset, double="host"), host=host)


def two_turns_later(state: GameState) -> GameState:
    return replace(state, number=state.number + 2)


CARDS = klepka_game_of_chat("ОоЩфВоДа", "КіТ", "ВоДа")


async def open_own_board(house: BotHarness, table: GameState = CARDS) -> tuple[ChatSession, ChatSession, SentMessage]:
    group, private = await house.new_group(), await house.private_chat(KIRAZ)
    await group.put_table(table)
    board = await group.say_and_wait(LIMON, "/tahta")
    await private.start_watching()
    boxed = await group.press_data(KIRAZ, board, data_of_label(board, group.text_plain("own-board-open")))
    assert boxed["show_alert"]
    assert boxed["text"].startswith(group.text_plain("own-board-cards", cards=""))
    return group, private, (await private.wait_messages())[0]


async def test_cards_are_chosen_where_they_lie_and_the_last_one_turns_them_up(harness: BotHarness) -> None:
    group, private, table = await open_own_board(harness)
    before, places = await group.stored_state(), [str(place) for place in range(1, 9)]
    assert rows(table)[0] == places
    table = await press_own_board(private, table, "1")
    assert private.text_plain("klepka-picked", positions="1", count=1) in table.text
    table = await press_own_board(private, table, "1")
    assert private.text_plain("klepka-picked-none", count=2) in table.text
    table = await press_own_board(private, table, "1")
    assert rows(table)[0] == places, "no button moves"
    assert await group.stored_state() == before
    await group.start_watching()
    table = await press_own_board(private, table, "2")
    assert table.text.startswith(private.text_plain("own-board-done"))
    assert rows(table)[0] == [NO_CARD, NO_CARD, *places[2:]]
    (told,) = await group.wait_messages()
    assert "1, 2" in told.text
    assert (await load_klepka_game(group)).table[:2] == ("", "")


async def test_cards_that_are_left_of_a_row_stand_no_closer_than_those_of_a_whole_one(harness: BotHarness) -> None:
    whole = "КкОоЩщВвДд"
    _, private, table = await open_own_board(
        harness, klepka_game_of_chat("\n".join(("..." + whole[3:], *[whole] * 9)), "КіТ", "ВоДа")
    )
    table = await press_own_board_in_turn(private, table, private.text_plain("own-board-flip"))
    assert [len(row) for row in rows(table)] == [5, 5, 1]
    table = await press_own_board(private, table, "1")
    assert max(map(len, rows(table))) <= 5


async def test_a_word_is_put_together_from_the_own_letters(harness: BotHarness) -> None:
    group, private, table = await open_own_board(harness)
    table = await press_own_board_in_turn(private, table, private.text_plain("own-board-form-word"), "К", "І", "Т")
    assert "КІТ +4" in table.text
    assert rows(table)[0] == [NO_CARD] * 3, "no button moves"
    table = await press_own_board(private, table, "⌫")
    assert rows(table)[0] == [NO_CARD, NO_CARD, "Т"]
    table = await press_own_board_in_turn(private, table, "Т", private.text_plain("own-board-form", word="КІТ"))
    assert [word.word for word in (await load_klepka_game(group)).words] == ["КІТ"]
    assert "КІТ" in table.text


async def test_a_table_is_told_in_a_box_and_nobody_else_presses_its_buttons(harness: BotHarness) -> None:
    group, private, table = await open_own_board(harness)
    table = await press_own_board(private, table, private.text_plain("own-board-more-actions"))
    boxed = await private.press_data(KIRAZ, table, data_of_label(table, private.text_plain("own-board-my-cards")))
    assert (boxed["show_alert"], boxed["text"][:14]) == (True, private.text_plain("own-board-cards", cards="І")[:14])
    before = await group.stored_state()
    for carried in (
        data_of_label(table, private.text_plain("own-board-flip")),
        f"{data_of_label(table, private.text_plain('own-board-flip'))}0102",
    ):
        for talk in (group, await harness.private_chat(LIMON)):
            answer = await talk.forge_tap(talk.user_json(LIMON), None, carried)
            assert answer["text"] in {
                talk.text_plain("refusal-not-your-button"),
                talk.text_plain("refusal-stale-button"),
            }
    assert await group.stored_state() == before


async def test_an_exchange_card_is_played_by_tapping_an_own_card_a_player_and_theirs(harness: BotHarness) -> None:
    group, private, table = await open_own_board(harness, klepka_game_of_chat("ОоЩф", "Кі=", "ВоДа", "Щ", turn=1))
    table = await press_own_board(private, table, private.text_plain("klepka-exchange"))
    assert not any(label.startswith(private.text_plain("klepka-exchange")) for label in button_labels(table)), (
        "it is spent itself"
    )
    table = await press_own_board(private, table, "К")
    assert [label for label in button_labels(table) if label != private.text_plain("own-board-back")] == [
        "Limon",
        "Nane",
    ]
    table = await press_own_board_in_turn(private, table, "Limon", "В")
    assert "К🟨" in table.text
    assert "В🟨" in table.text
    before = await group.stored_state()
    table = await press_own_board_in_turn(private, table, private.text_plain("own-board-back"), "Д")
    assert await group.stored_state() == before, "it is asked first"
    await group.start_watching()
    table = await press_own_board(private, table, private.text_plain("own-board-trade-yes"))
    assert table.text.startswith(private.text_plain("own-board-done"))
    (told,) = await group.wait_messages()
    assert "К🟨" in told.text
    state = await load_klepka_game(group)
    assert [signs_of_cards(sorted(player.cards)) for player in state.players] == ["іД", "аВКо", "Щ"]
    assert state.discarded == (EXCHANGE,)


async def test_a_card_that_was_taken_away_meanwhile_is_not_traded(harness: BotHarness) -> None:
    dealing = klepka_game_of_chat("ОоЩф", "Кі=", "ВоДа")
    group, private, table = await open_own_board(harness, dealing)
    table = await press_own_board_in_turn(
        private, table, private.text_plain("own-board-more-actions"), private.text_plain("klepka-exchange"), "К", "В"
    )
    await group.put_table(klepka_game_of_chat("ОоЩф", "Кі=", "оДа"))
    before = await group.stored_state()
    table = await press_own_board(private, table, private.text_plain("own-board-trade-yes"))
    assert table.text.startswith(re.sub("<[^>]+>", "", private.text_html("own-board-changed")))
    assert await group.stored_state() == before


async def test_the_words_that_win_at_once_are_a_tap_for_whoever_holds_their_letters_and_is_on_turn(
    harness: BotHarness,
) -> None:
    for hand, turn in (("СлаВАУкрАЇН", 0), ("СлаВАУкрАЇНі", 1)):
        _, private, table = await open_own_board(harness, klepka_game_of_chat("ОоЩф", hand, "ВоДа", turn=turn))
        assert not any(label.startswith("🏁") for label in button_labels(table))
    group, private, table = await open_own_board(harness, klepka_game_of_chat("ОоЩф", "СлВУкрЇНі**А", "ВоДа"))
    await group.start_watching()
    table = await press_own_board(private, table, "🏁")
    (told,) = await group.wait_messages()
    assert group.text_html("ended-glory") in told.html
    state = await load_klepka_game(group)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


async def test_the_host_lets_a_word_count_twice_from_the_own_table_and_nobody_else_does(harness: BotHarness) -> None:
    hosted = klepka_game_of_chat("ОоЩф", "КіТКіТ", "ВоДа", ruleset=klepka_rules(deck="full", double="host"))
    group, private, table = await open_own_board(harness, hosted)
    table = await press_own_board_in_turn(
        private,
        table,
        private.text_plain("own-board-form-word"),
        "К",
        "І",
        "Т",
        private.text_plain("own-board-form", word="КІТ"),
    )
    other, state = await harness.private_chat(LIMON), await load_klepka_game(group)
    lying = ("1" if card else "0" for card in state.table)
    mark = hash_rack((*state.players[1].cards, *lying, state.phase))
    forged = encode_button_data("make", table_name(state), f"{LIMON:x}", state.number, mark, "d0")
    await group.put_table(state)
    shown = button_labels(await other.say_and_wait(LIMON, "/raf"))
    assert private.text_plain("own-board-my-cards") in shown
    assert private.text_plain("button-double", word="КІТ") not in shown
    before = await group.stored_state()
    assert (await other.forge_tap(other.user_json(LIMON), None, forged))["text"] == other.text_plain(
        "refusal-double-is-hosts"
    )
    assert await group.stored_state() == before
    await group.start_watching()
    table = await press_own_board_in_turn(
        private, table, private.text_plain("own-board-more-actions"), private.text_plain("button-double", word="КІТ")
    )
    (told,) = await group.wait_messages()
    assert group.text_html("klepka-doubled", name="\u2068Kiraz\u2069", word="КІТ", score=8) in told.html
    assert (await load_klepka_game(group)).words[0].doubled
    assert private.text_plain("button-double", word="КІТ") not in button_labels(table)
