"""My table in Klepka: cards chosen where they lie, or by row and place; the group sees only what they turn up."""

import re

import pytest

from bot.families.klepka.own_board import NO_CARD
from bot.families.own_board import hash_rack
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from engine.klepka.deck import EXCHANGE
from engine.klepka.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.chat_steps import button_labels, data_of_label, press_own_board, press_own_board_in_turn, rows
from tests.support.klepka import klepka_rules, signs_of_cards
from tests.support.klepka_chats import klepka_game_of_chat, load_klepka_game
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

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


@pytest.mark.parametrize("gone", [0, 3])
async def test_cards_that_are_left_of_a_row_stand_no_closer_than_those_of_a_whole_one(
    harness: BotHarness, gone: int
) -> None:
    whole, taken = "КкОоЩщВвДд", "." * gone
    _, private, table = await open_own_board(
        harness, klepka_game_of_chat("\n".join((taken + whole[gone:], *[whole] * 9)), "КіТ", "ВоДа")
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


@pytest.mark.parametrize("hand", ["СлаВАУкрАЇНі", "СлВУкрЇНі**А"])
async def test_the_words_that_win_at_once_are_a_tap_for_whoever_holds_their_letters(
    harness: BotHarness, hand: str
) -> None:
    group, private, table = await open_own_board(harness, klepka_game_of_chat("ОоЩф", hand, "ВоДа"))
    await group.start_watching()
    table = await press_own_board(private, table, "🏁")
    (told,) = await group.wait_messages()
    assert group.text_html("ended-glory") in told.html
    state = await load_klepka_game(group)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


async def test_who_lacks_a_letter_is_offered_no_words_that_win(harness: BotHarness) -> None:
    for hand, turn in (("СлаВАУкрАЇН", 0), ("СлаВАУкрАЇНі", 1)):
        _, private, table = await open_own_board(harness, klepka_game_of_chat("ОоЩф", hand, "ВоДа", turn=turn))
        assert private.text_plain("own-board-more-actions" if turn == 0 else "own-board-my-cards") in button_labels(
            table
        )
        assert not any(label.startswith("🏁") for label in button_labels(table))


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
