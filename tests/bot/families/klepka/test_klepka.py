"""Klepka in the chat: whole games by commands and by buttons, trades, the host's doubling, looking at the table."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.playground.bot_api.faults import Fault
from bot.tables.loaded_table import table_name
from bot.user_input.command_names import command_name
from engine.klepka.deck import CHAOS, EXCHANGE, face_down_positions
from engine.klepka.state import GameState
from engine.klepka.view import Phase
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.chat_steps import is_stale_alert, read_whole_guide
from tests.support.klepka import cards_of_signs, klepka_rules
from tests.support.klepka_chats import klepka_game_of_chat, load_klepka_game, wait_picture_edits
from tests.support.languages import LANGUAGES

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
    assert len(begun.buttons) == 48 + 2
    assert [button["text"] for button in begun.buttons][-2:] == [
        talk.text_plain("own-board-open"),
        talk.text_plain("button-seal"),
    ]
    assert talk.text_html("seal-line", seal=state.commitment[:30]) in begun.html
    assert [button["text"] for button in begun.buttons][:3] == ["1", "2", "3"]
    assert f"{state.players[0].name}, {state.players[1].name}" in begun.text.replace("\u2068", "").replace("\u2069", "")


async def test_a_short_game_is_played_to_its_end_by_commands(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(ENDING)
    formed = await talk.say_and_wait(KIRAZ, "/form кіт")
    assert "КІТ: 4 points" in formed.text
    shown = await talk.say_and_wait(KIRAZ, "/flip 1 2")
    assert "Taken: О🟨 О🟦 (1, 2)" in shown.text
    formed = await talk.say_and_wait(LIMON, "/form вода")
    assert "ВОДА: 5 points" in formed.text
    assert talk.text_html("run-ends-passes") not in formed.html
    passed = await talk.say_and_wait(LIMON, "/pass")
    assert talk.text_html("run-ends-passes") in passed.html
    ended = await talk.say_and_wait(KIRAZ, "/pass")
    assert talk.text_html("run-ends-passes") not in ended.html
    assert talk.text_html("ended-cleared") in ended.html
    assert "🥇 \u2068Kiraz\u2069 6 (+2)" in ended.text
    assert "🥈 \u2068Limon\u2069 5" in ended.text
    assert [button["text"] for button in ended.buttons] == [
        talk.text_plain(f"button-{name}") for name in ("again", "more", "proof", "share")
    ]
    assert (await load_klepka_game(talk)).outcome is not None


async def test_forming_the_two_words_wins_at_once(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(klepka_game_of_chat("ОоЩф", "СлаВАУкрАЇНі", ""))
    ended = await talk.say_and_wait(KIRAZ, "/soz слава україні")
    assert talk.text_html("ended-glory") in ended.html
    assert "🥇 \u2068Kiraz\u2069" in ended.text


async def test_polysemy_is_typed_in_brackets_and_told(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(klepka_game_of_chat("ОоЩф", "ВДА*", ""))
    formed = await talk.say_and_wait(KIRAZ, "/soz в[о]да")
    assert "ВОДА: 8 puan" in formed.text.replace("kelimesini kurdu", "").replace(" :", ":").replace("  ", " ")
    assert "🃏 О 0" in formed.text
    assert talk.text_plain("klepka-one-colour") in formed.text


async def test_a_reply_with_positions_turns_them_up(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    shown = await talk.say_and_wait(KIRAZ, "1, 3", reply_to=board.message_id)
    assert talk.text_plain("klepka-nothing-taken") in shown.text


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
    assert talk.text_html("klepka-taken", cards="О🟨 О🟦", positions="1, 2") in shown.html
    state = await load_klepka_game(talk)
    assert state.phase == "extra"
    assert [button["text"] for button in shown.buttons][:6] == ["3", "4", "5", "6", "7", "8"]
    assert (await talk.press_kind(KIRAZ, shown, "enough"))["text"] == talk.text_plain("done-in-group")
    (passed,) = await talk.wait_messages()
    assert talk.text_html("klepka-enough", name="\u2068Kiraz\u2069") in passed.html
    assert (await load_klepka_game(talk)).turn == 1


async def test_taps_of_others_and_of_earlier_turns_are_refused_and_change_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    before = await talk.stored_state()
    first = board.buttons[0]["callback_data"]
    alert = await talk.press_data(LIMON, board, first)
    assert alert == {"text": talk.text_plain("refusal-not-your-turn", name="Kiraz"), "show_alert": True, "url": ""}
    assert (await talk.press_data(ZEYTIN, board, first))["text"] == talk.text_plain("refusal-not-seated")
    assert await talk.stored_state() == before
    await talk.say_and_wait(KIRAZ, "/ac 3 4")
    assert await is_stale_alert(talk, await talk.press_data(LIMON, board, first))


@pytest.mark.parametrize("place", ["101:1", "0:99", "0:0", "0:1:1", "x:1"])
async def test_forged_card_buttons_are_refused(harness: BotHarness, place: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    before = await talk.stored_state()
    table = OPEN.commitment[:8]
    answer = await talk.forge_tap(talk.user_json(KIRAZ), None, f"card:{table}:{place}")
    assert await is_stale_alert(talk, answer)
    assert await talk.stored_state() == before


@pytest.mark.parametrize("text", ["О 2 А", "О @limon_masada А", "Ож 2 Ас"])
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


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_table_is_shown_as_a_picture_and_as_text(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
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


@pytest.mark.parametrize("asked", ["/board", "/board text", "/score"])
async def test_after_the_end_it_is_told_again_how_the_game_ended(harness: BotHarness, asked: str) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(klepka_game_of_chat("ОоЩф", "СлаВАУкрАЇНі", ""))
    await talk.say_and_wait(KIRAZ, "/form слава україні")
    told = await talk.say_and_wait(NANE, asked)
    assert talk.text_html("ended-glory") in told.html
    assert talk.text_html("ended-winner", names="\u2068Kiraz\u2069") in told.html
    assert "🥇 \u2068Kiraz\u2069" in told.text


async def test_a_broad_table_has_no_buttons_for_cards(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(klepka_game_of_chat("ОоЩфОоЩфОо", "КіТ", ""))
    table = await talk.say_and_wait(KIRAZ, "/tahta")
    assert [one["text"] for one in table.buttons] == [talk.text_plain("own-board-open")]


async def test_a_player_gives_up_and_a_game_is_cancelled(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    asked = await talk.say_and_wait(LIMON, "/teslim")
    await talk.press_kind(LIMON, asked, "yes")
    (told,) = await talk.wait_messages()
    assert talk.text_html("turn-surrendered", name="\u2068Limon\u2069") in told.html
    cancelled = await talk.cancel_game(KIRAZ)
    assert talk.text_html("ended-cancelled") in cancelled.html


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


@pytest.mark.parametrize("language", LANGUAGES)
async def test_rules_and_help_speak_of_klepka(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    told = await read_whole_guide(talk, KIRAZ, "/rules klepka")
    assert "СЛАВА УКРАЇНІ" in told.text
    assert talk.text_plain("rules-klepka-double-colour") in told.text
    await talk.put_table(OPEN)
    assert f"/{command_name('flip', language)} 12 34" in (await read_whole_guide(talk, KIRAZ, "/help")).text


async def test_in_private_a_game_of_klepka_is_played_too(harness: BotHarness) -> None:
    talk = await harness.new_group()
    private = await harness.private_chat(KIRAZ, "en")
    await talk.put_table(OPEN)
    await harness.store.players.add_user_game(KIRAZ, talk.scope, table_name(OPEN))
    await talk.start_watching()
    assert (await private.say_and_wait(KIRAZ, "/flip 1 3")).html == private.text_html("done-in-group")
    (shown,) = await talk.wait_messages()
    await wait_picture_edits(talk, shown, 1)
    assert isinstance(await talk.load_current_table(), GameState)
