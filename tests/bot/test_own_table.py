"""My table in Klepka: cards chosen by row and place in private; the group sees only what they turn up."""

import re

import pytest

from bot.families.ownboard import mark_of
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine.klepka.deck import EXCHANGE
from engine.klepka.state import GameState
from tests.support.chats import KIRAZ, LIMON, House, Sent, Talk
from tests.support.klepka import row, rules
from tests.support.klepka_chats import dealt, klepka
from tests.support.ownboards import behind, labels, rows, step, steps

pytestmark = pytest.mark.asyncio(loop_scope="module")

CARDS = dealt("ОоЩфВоДа", "КіТ", "ВоДа")


async def opened(house: House, table: GameState = CARDS) -> tuple[Talk, Talk, Sent]:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(table)
    board = await group.ask(LIMON, "/tahta")
    await private.mark()
    boxed = await group.press(KIRAZ, board, behind(board, group.plain("mine-open")))
    assert boxed["show_alert"]
    assert boxed["text"].startswith(group.plain("mine-cards", cards=""))
    return group, private, (await private.sent())[0]


async def test_cards_are_chosen_by_row_and_place_and_the_last_one_turns_them_up(house: House) -> None:
    group, private, table = await opened(house)
    before = await group.stored()
    table = await steps(private, table, private.plain("mine-flip"), "1", "1")
    assert private.plain("mine-chosen", positions="1") in table.text
    table = await step(private, table, "1")
    assert "1" not in labels(table), "a card is chosen once"
    assert await group.stored() == before
    await group.mark()
    table = await step(private, table, "2")
    assert table.text.startswith(private.plain("mine-done"))
    (told,) = await group.sent()
    assert "1, 2" in told.text
    assert (await klepka(group)).table[:2] == ("", "")


@pytest.mark.parametrize("gone", [0, 1, 2, 3, 4])
async def test_cards_that_are_left_of_a_row_stand_no_closer_than_those_of_a_whole_one(house: House, gone: int) -> None:
    whole, taken = "КкОоЩщВвДд", "." * gone
    _, private, table = await opened(house, dealt("\n".join((taken + whole[gone:], *[whole] * 9)), "КіТ", "ВоДа"))
    table = await steps(private, table, private.plain("mine-flip"))
    assert [len(row) for row in rows(table)] == [5, 5, 1]
    table = await step(private, table, "1")
    assert max(map(len, rows(table))) <= 5


async def test_rows_that_are_left_of_a_table_stand_no_closer_than_those_of_a_whole_one(house: House) -> None:
    lying = "\n".join([*["." * 10] * 3, *["КкОоЩщВвДд"] * 7])
    _, private, table = await opened(house, dealt(lying, "КіТ", "ВоДа"))
    table = await step(private, table, private.plain("mine-flip"))
    assert [len(row) for row in rows(table)] == [4, 3, 1]


async def test_letters_that_there_are_several_of_and_cards_with_names_have_room_on_a_phone(house: House) -> None:
    _, private, table = await opened(house, dealt("ОоЩф", "КкОоЩщВвДдАаТт=*#", "Во*Да#"))
    spelled = await step(private, table, private.plain("mine-form-word"))
    assert rows(spelled)[0] == ["А ×2", "В ×2", "Д ×2", "К ×2"]
    table = await steps(private, spelled, private.plain("mine-back"), private.plain("klepka-exchange"))
    named = [private.plain("klepka-polysemy"), private.plain("klepka-chaos")]
    assert [row for row in rows(table) if set(row) & set(named)] == [named]
    table = await step(private, table, "К")
    assert [row for row in rows(table) if set(row) & set(named)] == [named]


async def test_a_word_is_put_together_from_the_own_letters(house: House) -> None:
    group, private, table = await opened(house)
    table = await steps(private, table, private.plain("mine-form-word"), "К", "І", "Т")
    assert "КІТ" in table.text
    table = await steps(private, table, private.plain("mine-back"), "Т", private.plain("mine-form", word="КІТ"))
    assert [word.word for word in (await klepka(group)).words] == ["КІТ"]
    assert "КІТ" in table.text


async def test_a_table_is_told_in_a_box_and_nobody_else_presses_its_buttons(house: House) -> None:
    group, private, table = await opened(house)
    boxed = await private.press(KIRAZ, table, behind(table, private.plain("mine-my-cards")))
    assert (boxed["show_alert"], boxed["text"][:14]) == (True, private.plain("mine-cards", cards="І")[:14])
    before = await group.stored()
    for carried in (behind(table, private.plain("mine-flip")), f"{behind(table, private.plain('mine-flip'))}0102"):
        for talk in (group, await house.private(LIMON)):
            answer = await talk.forge(talk.user(LIMON), None, carried)
            assert answer["text"] in {talk.plain("refusal-not-your-button"), talk.plain("refusal-stale-button")}
    assert await group.stored() == before


async def test_an_exchange_card_is_played_by_tapping_an_own_card_a_player_and_theirs(house: House) -> None:
    group, private, table = await opened(house, dealt("ОоЩф", "Кі=", "ВоДа", "Щ", turn=1))
    table = await step(private, table, private.plain("klepka-exchange"))
    assert not any(label.startswith(private.plain("klepka-exchange")) for label in labels(table)), "it is spent itself"
    table = await step(private, table, "К")
    assert [label for label in labels(table) if label != private.plain("mine-back")] == ["Limon", "Nane"]
    table = await steps(private, table, "Limon", "В")
    assert "К🟨" in table.text
    assert "В🟨" in table.text
    before = await group.stored()
    table = await steps(private, table, private.plain("mine-back"), "Д")
    assert await group.stored() == before, "it is asked first"
    await group.mark()
    table = await step(private, table, private.plain("mine-trade-yes"))
    assert table.text.startswith(private.plain("mine-done"))
    (told,) = await group.sent()
    assert "К🟨" in told.text
    state = await klepka(group)
    assert [row(sorted(player.cards)) for player in state.players] == ["іД", "аВКо", "Щ"]
    assert state.discarded == (EXCHANGE,)


async def test_with_one_other_player_nobody_is_asked_whom(house: House) -> None:
    _, private, table = await opened(house, dealt("ОоЩф", "Кі=", "ВоДа"))
    table = await steps(private, table, private.plain("klepka-exchange"), "К")
    assert any(label.startswith("В") for label in labels(table))


async def test_a_card_that_was_taken_away_meanwhile_is_not_traded(house: House) -> None:
    dealing = dealt("ОоЩф", "Кі=", "ВоДа")
    group, private, table = await opened(house, dealing)
    table = await steps(private, table, private.plain("klepka-exchange"), "К", "В")
    await group.deal(dealt("ОоЩф", "Кі=", "оДа"))
    before = await group.stored()
    table = await step(private, table, private.plain("mine-trade-yes"))
    assert table.text.startswith(re.sub("<[^>]+>", "", private.html("mine-changed")))
    assert await group.stored() == before


@pytest.mark.parametrize("hand", ["СлаВАУкрАЇНі", "СлВУкрЇНі**А"])
async def test_the_words_that_win_at_once_are_a_tap_for_whoever_holds_their_letters(house: House, hand: str) -> None:
    group, private, table = await opened(house, dealt("ОоЩф", hand, "ВоДа"))
    await group.mark()
    table = await step(private, table, "🏁")
    (told,) = await group.sent()
    assert group.html("ended-glory") in told.html
    state = await klepka(group)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


async def test_who_lacks_a_letter_is_offered_no_words_that_win(house: House) -> None:
    for hand, turn in (("СлаВАУкрАЇН", 0), ("СлаВАУкрАЇНі", 1)):
        _, private, table = await opened(house, dealt("ОоЩф", hand, "ВоДа", turn=turn))
        assert private.plain("mine-my-cards") in labels(table)
        assert not any(label.startswith("🏁") for label in labels(table))


async def test_the_host_lets_a_word_count_twice_from_the_own_table_and_nobody_else_does(house: House) -> None:
    hosted = dealt("ОоЩф", "КіТКіТ", "ВоДа", ruleset=rules(deck="full", double="host"))
    group, private, table = await opened(house, hosted)
    table = await steps(
        private, table, private.plain("mine-form-word"), "К", "І", "Т", private.plain("mine-form", word="КІТ")
    )
    other, state = await house.private(LIMON), await klepka(group)
    lying = ("1" if card else "0" for card in state.table)
    mark = mark_of((*state.players[1].cards, *lying, state.phase))
    forged = data("make", table_name(state), f"{LIMON:x}", state.number, mark, "d0")
    await group.deal(state)
    shown = labels(await other.ask(LIMON, "/raf"))
    assert private.plain("mine-my-cards") in shown
    assert private.plain("button-double", word="КІТ") not in shown
    before = await group.stored()
    assert (await other.forge(other.user(LIMON), None, forged))["text"] == other.plain("refusal-not-host")
    assert await group.stored() == before
    await group.mark()
    table = await step(private, table, private.plain("button-double", word="КІТ"))
    (told,) = await group.sent()
    assert group.html("klepka-doubled", name="\u2068Kiraz\u2069", word="КІТ", score=8) in told.html
    assert (await klepka(group)).words[0].doubled
    assert private.plain("button-double", word="КІТ") not in labels(table)
