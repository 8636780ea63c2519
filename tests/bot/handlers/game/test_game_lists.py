"""Lists: a group's tables for everybody, and in private all of one's own games."""

from datetime import timedelta

import pytest

from bot.store import keys
from bot.store.players import PlayerStore
from bot.store.scope import Scope
from bot.tables.loaded_table import table_name
from engine.crossword.state import GameState
from engine.game import Table
from engine.rng import commitment
from tests.support.button_tables import CARD_GAME
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import button_labels, data_of_label, press_own_board, rows
from tests.support.games import NOW, game, open_lobby_of, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

PHONE: int = 40
"""Characters that a phone 360 px wide shows in a line."""


def plain_lines(message: SentMessage) -> list[str]:
    """What is read, a line each, without the signs around names."""
    return message.text.replace("\u2068", "").replace("\u2069", "").splitlines()


def played(number: int, turn: int = 0, hours: int = 0) -> GameState:
    """A game whose turn began some hours ago, unlike those of other numbers."""
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


async def test_without_a_table_the_list_says_how_one_is_opened(harness: BotHarness) -> None:
    talk = await harness.new_group()
    assert (await talk.say_and_wait(NANE, "/masalar")).html == talk.text_html("refusal-no-game")


async def test_the_only_table_has_no_number_and_a_button_that_shows_it(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(played(1, hours=2))
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


@pytest.mark.parametrize("number", [2, 3])
async def test_a_button_of_the_list_shows_its_table_which_later_look_ups_mean(harness: BotHarness, number: int) -> None:
    talk = await harness.new_group()
    await put_tables(talk, played(1), with_fields(played(2), turn=1), CARD_GAME)
    listed = await talk.say_and_wait(NANE, "/masalar")
    await talk.press_data(NANE, listed, data_of_label(listed, f"#{number}"))
    (shown,) = await talk.wait_messages()
    assert shown.is_photo
    score = await talk.say_and_wait(NANE, "/skor")
    assert score.html.split("\n")[1].startswith("<b>Klepka</b>" if number == 3 else "<b>Kelimelik</b>")
    assert ("Bora" in score.html.splitlines()[-1]) == (number == 2)


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


async def test_own_games_over_all_groups_are_listed_with_those_that_wait_for_oneself_first(
    harness: BotHarness,
) -> None:
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


async def test_who_plays_nowhere_is_told_how_to(harness: BotHarness) -> None:
    private = await harness.private_chat(ZEYTIN)
    assert (await private.say_and_wait(ZEYTIN, "/oyunlarim")).html == private.text_html("no-racks")


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


async def test_where_no_other_game_waits_the_own_board_leads_nowhere(harness: BotHarness) -> None:
    private, one, two = await harness.private_chat(KIRAZ), await harness.new_group(), await harness.new_group()
    await one.put_table(played(1))
    assert private.text_plain("own-board-next-game") not in button_labels(await private.say_and_wait(KIRAZ, "/raf"))
    await two.put_table(played(2, turn=1))
    listed = await private.say_and_wait(KIRAZ, "/raf")
    board = await press_own_board(private, listed, "▶️")
    assert private.text_plain("own-board-next-game") not in button_labels(board)
    # From a game of somebody else's turn it leads to the one that waits.
    listed = await private.say_and_wait(KIRAZ, "/raf")
    board = await press_own_board(private, listed, button_labels(listed)[1])
    assert private.text_plain("own-board-next-game") in button_labels(board)


async def test_who_plays_one_game_has_no_others_looked_for(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    private, group, asked = await harness.private_chat(KIRAZ), await harness.new_group(), list[int]()
    await group.put_table(played(1))

    async def peek(_: PlayerStore, user: int) -> list[Scope]:
        asked.append(user)
        return []

    monkeypatch.setattr(PlayerStore, "peek_user_games", peek)
    board = await private.say_and_wait(KIRAZ, "/raf")
    await press_own_board(private, board, private.text_plain("own-board-refresh"))
    assert asked == []


async def test_a_turn_that_is_taken_leads_to_the_next_game(harness: BotHarness) -> None:
    private, one, two = await harness.private_chat(KIRAZ), await harness.new_group(), await harness.new_group()
    await one.put_table(played(1, hours=9))
    await two.put_table(played(2, hours=3))
    listed = await private.say_and_wait(KIRAZ, "/raf")
    board = await press_own_board(private, listed, button_labels(listed)[0])
    for label in ("own-board-pass", "own-board-pass-yes", "own-board-next-game"):
        board = await press_own_board(private, board, private.text_plain(label))
    assert data_of_label(board, private.text_plain("own-board-pass")).split(":")[1] == table_name(played(2))


async def test_several_games_against_computers_run_in_the_private_chat(harness: BotHarness) -> None:
    private = await harness.private_chat(LIMON)
    question = await private.say_and_wait(LIMON, "/bot")
    for number in range(6):
        await private.start_watching()
        await private.forge_tap(private.user_json(LIMON), question, "alone::0:kelimelik")
        card = (await private.wait_messages())[0]
        await private.press_kind(LIMON, card, "begin")
        await harness.wait_until_idle()
        assert (await harness.store.load_table(private.scope.at_table(number + 1))).state is not None
    answer = await private.forge_tap(private.user_json(LIMON), question, "alone::0:kelimelik")
    assert answer["text"] == private.text_plain("refusal-too-many-tables-private", most=6)
