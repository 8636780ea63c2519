"""Buttons that must not work: old ones, other people's, and data that no button ever carried."""

import pytest

from bot.tables.held import table_name
from bot.telegram.buttons import scope_text
from engine.crossword.state import GameState
from engine.seats import Lobby
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, House, Talk
from tests.support.games import after, changed, game, lobby, surrender
from tests.support.languages import LISTED
from tests.support.stale import leads, watches

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
OVER = after(LAID, surrender(LAID))
LOW = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], bag="AAEEKK")


def other(table: GameState) -> GameState:
    """The same table under another commitment: a later one."""
    return changed(table, commitment="0" * 64)


async def refused(talk: Talk, answer: dict[str, object], refusal: str, **facts: str | int) -> None:
    assert answer == {"text": talk.plain(f"refusal-{refusal}", **facts), "show_alert": True, "url": ""}


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("kind", ["rack", "board"])
async def test_buttons_of_an_earlier_table_are_stale(house: House, kind: str, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    await talk.deal(other(LAID))
    before = await talk.stored()
    assert await leads(talk, await talk.tap(KIRAZ, board, kind))
    assert await talk.stored() == before


@pytest.mark.parametrize("kind", ["join", "leave", "begin"])
async def test_buttons_of_an_earlier_lobby_are_stale(house: House, kind: str) -> None:
    talk = await house.group()
    await talk.deal(lobby("scrabble-tr", 3, secret="11" * 32))
    card = await talk.ask(KIRAZ, "/tahta")
    later = lobby("scrabble-tr", 3, secret="22" * 32)
    await talk.deal(later)
    assert await leads(talk, await talk.tap(LIMON, card, kind))
    assert await talk.table() == later


@pytest.mark.parametrize("kind", ["rack", "board"])
async def test_buttons_without_a_table_are_stale(house: House, kind: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    data = board.data(kind)
    fresh = await house.group()
    assert await leads(fresh, await fresh.forge(fresh.user(KIRAZ), None, data))


async def test_the_rack_button_shows_an_outsider_how_the_game_stands(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    for answer in (await talk.tap(NANE, board, "rack"), await talk.forge(FIFTH, board, board.data("rack"))):
        assert watches(talk, answer)


async def test_the_rack_button_shows_who_gave_up_how_the_game_stands(house: House) -> None:
    talk = await house.group()
    three = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL", "AAEEKKL"])
    await talk.deal(after(three, surrender(three)))
    board = await talk.ask(LIMON, "/tahta")
    assert watches(talk, await talk.tap(KIRAZ, board, "rack"))


async def test_the_rack_button_of_a_finished_game_shows_no_rack(house: House) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/tahta")
    await talk.deal(OVER)
    await refused(talk, await talk.tap(KIRAZ, board, "rack"), "game-over")


@pytest.mark.parametrize("kind", ["yes", "no"])
async def test_nobody_surrenders_for_somebody_else(house: House, kind: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    question = await talk.ask(KIRAZ, "/teslim")
    for person in (LIMON, NANE):
        await refused(talk, await talk.tap(person, question, kind), "not-your-button")
    assert await talk.table() == LAID


async def test_a_surrender_is_not_taken_twice(house: House) -> None:
    talk = await house.group()
    await talk.deal(game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL", "AAEEKKL"]))
    question = await talk.ask(KIRAZ, "/teslim")
    assert (await talk.tap(KIRAZ, question, "yes"))["text"] == talk.plain("surrender-yes")
    await refused(talk, await talk.forge(talk.user(KIRAZ), question, question.data("yes")), "has-surrendered")
    question = await talk.ask(LIMON, "/teslim")
    await talk.tap(LIMON, question, "yes")
    await refused(talk, await talk.forge(talk.user(LIMON), question, question.data("yes")), "game-over")


async def test_the_list_of_games_is_for_the_one_who_asked(house: House) -> None:
    talk = await house.group()
    choice = await talk.ask(KIRAZ, "/yeni")
    await refused(talk, await talk.tap(LIMON, choice, "choose"), "not-your-button")
    assert await talk.stored() == (0, None)


async def test_a_game_is_not_chosen_over_another(house: House) -> None:
    talk = await house.group()
    choice = await talk.ask(KIRAZ, "/yeni")
    for table, refusal in ((lobby("kelimelik", 1), "lobby-open"), (LAID, "game-running")):
        await talk.deal(table)
        await refused(talk, await talk.tap(KIRAZ, choice, "choose"), refusal)
        assert await talk.table() == table


async def test_a_language_is_chosen_by_administrators_alone(house: House) -> None:
    talk = await house.group()
    question = await talk.ask(KIRAZ, "/dil")
    await refused(talk, await talk.press(LIMON, question, "speak::en"), "admins-only")
    assert (await house.store.settings(talk.scope))["language"] == "tr"


GARBLED = [
    "",
    ":",
    "::::",
    "rack",
    "rack:",
    "rack:{table}:1",
    "nonsense:{table}",
    "join:{table}:x",
    "yes:{table}",
    "yes:{table}:",
    "yes:{table}:abc",
    "no:{table}:-1",
    "yes:{table}:101:102",
    "yes:{table}:²",
    "choose:",
    "choose::",
    "choose::101",
    "choose::101:",
    "choose::101:nosuchgame",
    "choose::101:kelimelik:x",
    "choose::abc:kelimelik",
    "speak:",
    "speak::",
    "speak::tr:en",
    "speak::<b>",
    "mine:{table}",
    "mine:{table}:65",
    "mine:{table}:65:0:abcd",
    "mine:{table}:65:0:abcd:<b>",
    "mine:{table}:65:-1:abcd:",
    "mine:{table}:x:0:abcd:",
    "mine:{table}:65:0:abcd::",
    "make:{table}:65:0:abcd",
    "make:{table}:65:0:abcdef:p",
    "\u202e\x00😀",
]


@pytest.mark.parametrize("data", GARBLED)
async def test_data_that_no_button_of_the_group_carries_is_a_stale_button(house: House, data: str) -> None:
    talk = await house.group()
    await talk.deal(LAID)
    forged = data.format(table=table_name(LAID), scope=scope_text(talk.scope))
    assert await leads(talk, await talk.forge(talk.user(KIRAZ), None, forged))
    assert await talk.table() == LAID
    await talk.silent(KIRAZ)


async def test_an_unknown_language_is_refused(house: House) -> None:
    talk = await house.group()
    answer = await talk.forge(talk.user(KIRAZ), None, "speak::xx")
    await refused(talk, answer, "unknown-language", typed="xx", languages=LISTED)


async def test_the_lobbys_buttons_refuse_as_its_commands_do(house: House) -> None:
    talk = await house.group()
    await talk.deal(lobby("kelimelik", 1))
    card = await talk.ask(KIRAZ, "/tahta")
    await refused(talk, await talk.tap(KIRAZ, card, "join"), "already-seated")
    await refused(talk, await talk.tap(LIMON, card, "leave"), "not-seated")
    await refused(talk, await talk.tap(KIRAZ, card, "begin"), "too-few-players", least=2, seated=1)
    await talk.tap(LIMON, card, "join")
    await refused(talk, await talk.tap(NANE, card, "join"), "table-full", most=2)
    assert isinstance(await talk.table(), Lobby)
