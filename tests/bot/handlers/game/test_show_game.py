"""What anybody may ask for, in every language; and names made to do harm, in every message and alert."""

import asyncio
import html
from datetime import timedelta

import pytest

from bot.playground.dispatch import Fault
from bot.store import keys
from bot.tables.table_loader import table_name
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.game import Table
from engine.rng import commitment
from engine.rulesets import resolve_ruleset, shipped_rulesets
from tests.support.buttons import CARD_GAME
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import (
    button_labels,
    data_of_label,
    press_own_board,
    read_whole_guide,
    rows,
    run_auto_deletes,
)
from tests.support.games import NOW, after_actions, game, open_lobby_of, surrender, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import Json, SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KAlEM"], racks=["ĞÖJFVP?", "AAEEKKL"], scores=[12, 7], bonus="I11")


async def test_the_score_names_everybody_and_who_is_next(harness: BotHarness) -> None:
    talk = await harness.new_group("en", table=LAID)
    answer = await talk.say_and_wait(NANE, "/skor")
    assert "Kelimelik" in answer.text
    assert "\u2068Ayşe\u2069 12 · \u2068Bora\u2069 7" in answer.text
    assert answer.text.endswith(talk.text_plain("turn-next", name="\u2068Ayşe\u2069"))


async def test_the_board_as_text_shows_the_tiles_and_the_standings(harness: BotHarness) -> None:
    talk = await harness.new_group(table=LAID)
    answer = await talk.say_and_wait(NANE, "/tahta METİN")
    assert not answer.is_photo
    assert answer.html.startswith("<pre>")
    assert "|K|A|l|E|M" in answer.text
    assert talk.text_plain("bag-left", count=len(LAID.bag)) in answer.text
    assert talk.text_html("legend-blank") in answer.html
    assert not {"Ğ", "Ö", "V"} & set(answer.text), "nothing of a rack"


async def test_the_board_of_a_finished_game_offers_what_may_come_next(harness: BotHarness) -> None:
    talk = await harness.new_group(table=after_actions(LAID, surrender(LAID)))
    board = await talk.say_and_wait(LIMON, "/tahta")
    assert board.is_photo
    assert [button["text"] for button in board.buttons] == [
        talk.text_plain(f"button-{name}") for name in ("again", "more", "proof", "fair-draw")
    ]
    score = await talk.say_and_wait(NANE, "/skor")
    for answer in (board, score):
        assert talk.text_html("ended-surrender") in answer.html
        assert "🥇 \u2068Bora\u2069 7" in answer.text
        assert "🏳️ \u2068Ayşe\u2069 12" in answer.text


async def test_the_board_button_sends_the_same_board_once(harness: BotHarness) -> None:
    talk = await harness.new_group(table=LAID)
    passed = await talk.say_and_wait(KIRAZ, "/pas")
    assert (await talk.press_kind(KIRAZ, passed, "board"))["text"] == ""
    assert (await talk.wait_messages())[0].is_photo
    assert (await talk.press_kind(LIMON, passed, "board"))["text"] == talk.text_plain("board-above")
    await talk.check_silence(KIRAZ)
    passed = await talk.say_and_wait(LIMON, "/pas")
    assert (await talk.press_kind(LIMON, passed, "board"))["text"] == ""
    assert (await talk.wait_messages())[0].is_photo


async def test_the_rules_are_those_of_the_chats_game_or_of_the_game_named(harness: BotHarness) -> None:
    talk = await harness.new_group()
    which = await talk.say_and_wait(KIRAZ, "/kurallar")
    assert which.html == talk.text_html("rules-which", games=", ".join(shipped_rulesets()))
    await talk.put_table(
        game(resolve_ruleset(crossword_rulesets()["scrabble-tr"], {"bag": "s3-table"}), racks=["", ""], bag="A")
    )
    assert "91 taş" in (await read_whole_guide(talk, KIRAZ, "/kurallar")).text
    assert "İngilizce" in (await read_whole_guide(talk, KIRAZ, "/kurallar İngilizce")).text


async def test_help_without_a_table_says_how_to_open_one_and_lists_the_games(harness: BotHarness) -> None:
    talk = await harness.new_group(table=after_actions(LAID, surrender(LAID)))
    first = await read_whole_guide(talk, KIRAZ, "/yardim")
    assert first.html.startswith(talk.text_html("help-start"))
    private = await harness.private_chat(KIRAZ)
    await private.press_data(KIRAZ, first, "help::game")
    games = await private.wait_edited(first, "editMessageText")
    for name in shipped_rulesets():
        assert name in games.text
    assert "itiraz=çift" in games.text
    assert "/oyna" not in games.text


async def test_a_group_that_the_link_added_the_bot_to_is_greeted_once(harness: BotHarness) -> None:
    talk = await harness.new_group()
    for text in ("/start@harfiyen_bot new", "/start new"):
        await talk.check_no_answer(KIRAZ, text)


HOSTILE = {
    "markup": '<b>&"',
    "a closing tag": "</b></pre><a href='x'>",
    "emoji": "👩‍👩‍👧‍👦" * 10,
    "turned about": "\u202eevil\u202c \u2067ters\u2069",
    "right to left": "علي بن أبي",
    "long": "x" * 64,
    "many accents": "a" + "\u0301" * 60,
    "invisible": "\u200b\u3164",
    "lines": "bir\niki\tüç",
    "braces": "{ $name }",
}


def person(number: int, name: str) -> Json:
    return {"id": 9000 + number, "is_bot": False, "first_name": name, "last_name": name}


@pytest.mark.repeats(2)
@pytest.mark.parametrize("names", [list(HOSTILE.values())[start : start + 4] for start in (0, 4, 6)])
async def test_a_hostile_name_is_harmless_from_the_lobby_to_the_end(harness: BotHarness, names: list[str]) -> None:
    """The server takes every message and alert, and no name leaves its place."""
    talk = await harness.new_group("uk")
    people = [person(number, name) for number, name in enumerate(names)]
    texts = []

    async def told(sender: Json, text: str) -> None:
        await talk.say_as_user(sender, text)
        (sent,) = await talk.wait_messages()
        texts.append(sent.text)

    await told(people[0], "/yeni scrabble-tr")
    for sender in people[1:]:
        await told(sender, "/katil")
    await told(people[3], "/baslat")
    order = [player.user for player in (await talk.load_current_game()).players]
    seats = [next(one for one in people if one["id"] == user) for user in order]
    await told(seats[1], "/pas")
    await told(seats[0], "/pas")
    await told(seats[1], "/degistir 1")
    for command in ("/skor", "/tahta", "/tahta metin", "/teslim"):
        await told(seats[2], command)
    await talk.say_as_user(seats[2], "/teslim")
    (question,) = await talk.wait_messages()
    alert = await talk.forge_tap(seats[0], question, question.button_data("yes"))
    assert alert["text"] == talk.text_plain("refusal-not-your-button")
    for seat in (2, 3, 0):
        await talk.say_as_user(seats[seat], "/teslim")
        (question,) = await talk.wait_messages()
        await talk.forge_tap(seats[seat], question, question.button_data("yes"))
        (sent,) = await talk.wait_messages()
        texts.append(sent.text)
    assert talk.text_plain("ended-surrender").replace("<b>", "").replace("</b>", "") in texts[-1]
    for text in texts:
        assert "\u202e" not in text
        assert text.count("\u2068") == text.count("\u2069")
        assert html.unescape(text) == text or HOSTILE["markup"] in names


async def test_a_hostile_name_fits_into_an_alert(harness: BotHarness) -> None:
    talk = await harness.new_group()
    table = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"])
    await talk.put_table(table)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    for name in HOSTILE.values():
        for user in (person(1, name), talk.user_json(KIRAZ)):
            alert = await talk.forge_tap(user, board, board.button_data("rack"))
            assert alert["show_alert"]
            assert 0 < len(alert["text"]) <= 200


PHONE: int = 40
"""Characters that a phone 360 px wide shows in a line."""


def plain_lines(message: SentMessage) -> list[str]:
    return message.text.replace("\u2068", "").replace("\u2069", "").splitlines()


def played(number: int, turn: int = 0, hours: int = 0) -> GameState:
    dealt = game(
        "kelimelik",
        laid=["8F KALEM"],
        racks=["ĞÖJFVP?", "AAEEKKL"],
        scores=(120, 98),
        turn=turn,
        options={"clock": "none"},
    )
    clocks = with_fields(dealt.clocks, started=NOW - timedelta(hours=hours))
    secret = f"{number:064x}"
    return with_fields(dealt, clocks=clocks, secret=secret, commitment=commitment(secret))


async def put_tables(talk: ChatSession, *tables: Table) -> None:
    for number, table in enumerate(tables, start=1):
        await talk.put_table(table, talk.scope.at_table(number))


async def test_the_only_table_has_no_number_and_a_button_that_shows_it(harness: BotHarness) -> None:
    talk = await harness.new_group(table=played(1, hours=2))
    listed = await talk.say_and_wait(NANE, "/masalar")
    assert plain_lines(listed) == [
        "🎲 Buradaki masalar",
        "Kelimelik",
        "Ayşe–Bora 120:98 ▶️\N{NO-BREAK SPACE}Ayşe 2\N{NO-BREAK SPACE}sa",
    ]
    assert button_labels(listed) == [talk.text_plain("button-board")]
    await talk.press_kind(NANE, listed, "board")
    assert (await talk.wait_messages())[0].is_photo


async def test_tables_are_listed_below_their_games_with_whose_turn_it_is(harness: BotHarness) -> None:
    talk = await harness.new_group()
    paused = played(4, turn=1)
    paused = with_fields(paused, clocks=with_fields(paused.clocks, paused=NOW))
    lobby = with_fields(open_lobby_of("scrabble-en", 1, secret="5" * 64), touched=NOW - timedelta(minutes=5))
    await put_tables(talk, played(1, turn=1, hours=50), lobby, CARD_GAME, paused)
    listed = await talk.say_and_wait(NANE, "/tables")
    assert plain_lines(listed) == [
        "🎲 Buradaki masalar",
        "🎯 Kelimelik",
        "#1 Ayşe–Bora 120:98 ▶️\N{NO-BREAK SPACE}Bora 2\N{NO-BREAK SPACE}gün",
        "#4 Ayşe–Bora 120:98 ⏸\N{NO-BREAK SPACE}Bora",
        "🔥 İngilizce Scrabble",
        "#2 Ayşe 👥 1/4 5\N{NO-BREAK SPACE}dk",
        "🃏 Klepka",
        "#3 Kiraz–Limon 0:0 ▶️\N{NO-BREAK SPACE}Kiraz 0\N{NO-BREAK SPACE}sn",
    ]
    assert rows(listed)[0] == ["#1 Ayşe–Bora 🎯", "#2 Ayşe 🔥"]


async def test_a_button_of_the_list_shows_its_table_which_later_look_ups_mean(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, played(1), CARD_GAME)
    listed = await talk.say_and_wait(NANE, "/masalar")
    await talk.press_data(NANE, listed, data_of_label(listed, "#2"))
    assert (await talk.wait_messages())[0].is_photo
    assert (await talk.say_and_wait(NANE, "/skor")).html.split("\n")[1].startswith("<b>Klepka</b>")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_twenty_tables_fit_on_a_phones_screen(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    games = [with_fields(played(number, hours=30), players=played(1).players) for number in range(1, 21)]
    await put_tables(talk, *games)
    listed = await talk.say_and_wait(NANE, "/masalar")
    assert len(plain_lines(listed)) == 22
    assert max(map(len, plain_lines(listed))) <= PHONE
    assert [len(row) for row in rows(listed)] == [5, 5, 5, 5]
    assert button_labels(listed)[-1] == "#20"


async def test_own_games_over_all_groups_are_listed_with_those_that_wait_for_oneself_first(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    one, two = await harness.new_group(title="Birinci"), await harness.new_group(title="İkinci <b>&")
    await put_tables(one, played(1, turn=1, hours=9), played(2, hours=3))
    await two.put_table(played(3, hours=7))
    await private.put_table(played(4, turn=1, hours=1))
    listed = await private.say_and_wait(KIRAZ, "/oyunlarim")
    assert plain_lines(listed) == [
        "🎲 Oyunlarınız",
        "▶️ İkinci <b>& · Kelimelik",
        "Sıra sizde · 7\N{NO-BREAK SPACE}sa oldu · 120:98",
        "▶️ Birinci #2 Ayşe–Bora 🎯 Kelimelik",
        "Sıra sizde · 3\N{NO-BREAK SPACE}sa oldu · 120:98",
        "▫️ Birinci #1 Ayşe–Bora 🎯 Kelimelik",
        "Sıra: Bora · 9\N{NO-BREAK SPACE}sa oldu · 120:98",
        "▫️ bu sohbet · Kelimelik",
        "Sıra: Bora · 1\N{NO-BREAK SPACE}sa oldu · 120:98",
    ]
    assert button_labels(listed)[:2] == ["▶️ Kelimelik · İkinci <b>&", "▶️ Kelimelik · Birinci #2"]
    board = await press_own_board(private, listed, "▶️ Kelimelik · Birinci #2")
    assert data_of_label(board, private.text_plain("own-board-pass")).split(":")[1] == table_name(played(2))
    assert (await private.say_and_wait(KIRAZ, "/raf")).text == listed.text
    assert (await private.say_and_wait(KIRAZ, "/masalar")).text == listed.text
    await harness.redis.delete(keys.game(private.scope), keys.table_numbers(private.scope))


async def test_a_group_is_told_of_nobodys_games_elsewhere(harness: BotHarness) -> None:
    private, here, elsewhere = (
        await harness.private_chat(KIRAZ),
        await harness.new_group(),
        await harness.new_group(title="Gizli"),
    )
    await elsewhere.put_table(played(1))
    answer = await here.say_and_wait(KIRAZ, "/oyunlarim")
    assert answer.html == here.text_html("games-in-private")
    assert answer.links == ["https://t.me/harfiyen_bot?start=games"]
    assert "Gizli" in (await private.say_and_wait(KIRAZ, "/start games")).text


async def test_the_own_board_leads_on_through_all_games_that_wait(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    one, two = await harness.new_group(title="Birinci"), await harness.new_group(title="İkinci")
    await put_tables(one, played(1, hours=9), played(2, hours=3), played(3, turn=1, hours=30))
    await two.put_table(played(4, hours=7))
    listed = await private.say_and_wait(KIRAZ, "/oyunlarim")
    board = await press_own_board(private, listed, button_labels(listed)[0])
    visited = []
    for _ in range(4):
        visited.append(data_of_label(board, private.text_plain("own-board-pass")).split(":")[1])
        board = await press_own_board(private, board, private.text_plain("own-board-next-game"))
    assert visited == [table_name(played(number)) for number in (1, 4, 2, 1)]


async def test_several_games_against_computers_run_in_the_private_chat(harness: BotHarness) -> None:
    private = await harness.private_chat(LIMON)
    question = await private.say_and_wait(LIMON, "/bot")
    for number in range(6):
        await private.forge_tap(private.user_json(LIMON), question, "alone::0:kelimelik")
        await private.wait_messages()
        await harness.wait_until_idle()
        assert (await harness.store.load_table(private.scope.at_table(number + 1))).state is not None
    answer = await private.forge_tap(private.user_json(LIMON), question, "alone::0:kelimelik")
    assert answer["text"] == private.text_plain("refusal-too-many-tables-private", most=6)


DELAYED_GAME = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
PLAY = "/oyna F8 yatay KALEMLİK"
_SLOW = 1
"""Seconds for which Telegram takes nothing more."""


async def play_while_refused(talk: ChatSession) -> None:
    while talk.harness.playground.faults.waiting_faults:  # noqa: ASYNC110 - a refused call has no event
        await asyncio.sleep(0.005)
    talk.say(KIRAZ, PLAY)


@pytest.mark.parametrize("asked", ["/skor", "button"])
async def test_a_look_that_waited_shows_the_table_as_it_is_by_then(harness: BotHarness, asked: str) -> None:
    talk = await harness.new_group(table=DELAYED_GAME)
    listed = await talk.say_and_wait(KIRAZ, "/masalar")
    await talk.start_watching()
    before = harness.last_call_number
    method = "sendPhoto" if asked == "button" else "sendMessage"
    harness.playground.faults.add_fault(
        Fault(kind="retry_after", chat_id=talk.chat_id, method=method, retry_after=_SLOW)
    )
    if asked == "button":
        await talk.press_without_waiting(LIMON, listed, listed.button_data("board"))
    else:
        talk.say(LIMON, asked)
    await play_while_refused(talk)
    while (await talk.load_current_game()).number == DELAYED_GAME.number:  # noqa: ASYNC110 - the game is asked for until it has gone on
        await asyncio.sleep(0.005)
    await harness.wait_until_idle()
    calls = [
        call
        for call in harness.playground.journal.find_entries(method, after=before)
        if str(call.parameters.get("chat_id")) == str(talk.chat_id) and call.status == 200
    ]
    (looked,) = [call for call in calls if "reply_parameters" in call.parameters or asked == "button"][-1:]
    text = str(looked.parameters.get("caption") or looked.parameters.get("text"))
    now = await talk.say_and_wait(NANE, asked if asked != "button" else "/tahta")
    assert text == now.html
    assert looked.result.get("reply_markup") == now.message.get("reply_markup"), "no button of a turn that is over"


OPENED = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def test_a_surrender_is_asked_about_and_may_be_taken_back(harness: BotHarness) -> None:
    talk = await harness.new_group(table=OPENED)
    question = await talk.say_and_wait(KIRAZ, "/teslim")
    assert question.html == talk.text_html("surrender-sure", name="\u2068Kiraz\u2069")
    assert (await talk.press_kind(KIRAZ, question, "no"))["text"] == talk.text_plain("surrender-no")
    await harness.wait_until_idle()
    await run_auto_deletes(harness)
    assert question.message_id not in talk.chat.messages
    assert await talk.load_current_table() == OPENED
    stale = await talk.forge_tap(talk.user_json(KIRAZ), question, question.button_data("yes"))
    assert stale["text"] == talk.text_plain("surrender-yes")
    (ended,) = await talk.wait_messages()
    assert talk.text_html("ended-surrender") in ended.html
    assert "Bora" in ended.text
