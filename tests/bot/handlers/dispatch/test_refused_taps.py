"""Buttons that must not work: old ones, other people's, and data that no button ever carried."""

import pytest

from bot.tables.loaded_table import table_name
from bot.telegram.button_data import encode_scope
from engine.crossword.state import GameState
from engine.lobby_seats import Lobby
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import is_spectator_alert, is_stale_alert
from tests.support.games import after_actions, game, open_lobby_of, surrender, with_fields
from tests.support.languages import LANGUAGE_LIST

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
OVER = after_actions(LAID, surrender(LAID))
LOW = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], bag="AAEEKK")


def later_table(table: GameState) -> GameState:
    """The same table under another commitment: a later one."""
    return with_fields(table, commitment="0" * 64)


async def assert_refused(talk: ChatSession, answer: dict[str, object], refusal: str, **facts: str | int) -> None:
    assert answer == {"text": talk.text_plain(f"refusal-{refusal}", **facts), "show_alert": True, "url": ""}


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("kind", ["rack", "board"])
async def test_buttons_of_an_earlier_table_are_stale(harness: BotHarness, kind: str, language: str) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.put_table(later_table(LAID))
    before = await talk.stored_state()
    assert await is_stale_alert(talk, await talk.press_kind(KIRAZ, board, kind))
    assert await talk.stored_state() == before


@pytest.mark.parametrize("kind", ["join", "leave", "begin"])
async def test_buttons_of_an_earlier_lobby_are_stale(harness: BotHarness, kind: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(open_lobby_of("scrabble-tr", 3, secret="11" * 32))
    card = await talk.say_and_wait(KIRAZ, "/tahta")
    later = open_lobby_of("scrabble-tr", 3, secret="22" * 32)
    await talk.put_table(later)
    assert await is_stale_alert(talk, await talk.press_kind(LIMON, card, kind))
    assert await talk.load_current_table() == later


@pytest.mark.parametrize("kind", ["rack", "board"])
async def test_buttons_without_a_table_are_stale(harness: BotHarness, kind: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    data = board.button_data(kind)
    fresh = await harness.new_group()
    assert await is_stale_alert(fresh, await fresh.forge_tap(fresh.user_json(KIRAZ), None, data))


async def test_the_rack_button_shows_an_outsider_how_the_game_stands(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    for answer in (
        await talk.press_kind(NANE, board, "rack"),
        await talk.forge_tap(FIFTH_USER, board, board.button_data("rack")),
    ):
        assert is_spectator_alert(talk, answer)


async def test_the_rack_button_shows_who_gave_up_how_the_game_stands(harness: BotHarness) -> None:
    talk = await harness.new_group()
    three = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL", "AAEEKKL"])
    await talk.put_table(after_actions(three, surrender(three)))
    board = await talk.say_and_wait(LIMON, "/tahta")
    assert is_spectator_alert(talk, await talk.press_kind(KIRAZ, board, "rack"))


async def test_the_rack_button_of_a_finished_game_shows_no_rack(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.put_table(OVER)
    await assert_refused(talk, await talk.press_kind(KIRAZ, board, "rack"), "game-over")


@pytest.mark.parametrize("kind", ["yes", "no"])
async def test_nobody_surrenders_for_somebody_else(harness: BotHarness, kind: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    question = await talk.say_and_wait(KIRAZ, "/teslim")
    for person in (LIMON, NANE):
        await assert_refused(talk, await talk.press_kind(person, question, kind), "not-your-button")
    assert await talk.load_current_table() == LAID


async def test_a_surrender_is_not_taken_twice(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL", "AAEEKKL"]))
    question = await talk.say_and_wait(KIRAZ, "/teslim")
    assert (await talk.press_kind(KIRAZ, question, "yes"))["text"] == talk.text_plain("surrender-yes")
    await assert_refused(
        talk, await talk.forge_tap(talk.user_json(KIRAZ), question, question.button_data("yes")), "has-surrendered"
    )
    question = await talk.say_and_wait(LIMON, "/teslim")
    await talk.press_kind(LIMON, question, "yes")
    await assert_refused(
        talk, await talk.forge_tap(talk.user_json(LIMON), question, question.button_data("yes")), "game-over"
    )


async def test_the_list_of_games_is_for_the_one_who_asked(harness: BotHarness) -> None:
    talk = await harness.new_group()
    choice = await talk.say_and_wait(KIRAZ, "/yeni")
    await assert_refused(talk, await talk.press_kind(LIMON, choice, "choose"), "not-your-button")
    assert await talk.stored_state() == (0, None)


async def test_a_game_is_not_chosen_over_another_where_one_table_is_allowed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "tables", "1")
    choice = await talk.say_and_wait(KIRAZ, "/yeni")
    for table, refusal in ((open_lobby_of("kelimelik", 1), "lobby-open"), (LAID, "game-running")):
        await talk.put_table(table)
        await assert_refused(talk, await talk.press_kind(KIRAZ, choice, "choose"), refusal)
        assert await talk.load_current_table() == table


async def test_a_language_is_chosen_by_administrators_alone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    question = await talk.say_and_wait(KIRAZ, "/dil")
    await assert_refused(talk, await talk.press_data(LIMON, question, "speak::en"), "admins-only")
    assert (await harness.store.load_settings(talk.scope))["language"] == "tr"


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
async def test_data_that_no_button_of_the_group_carries_is_a_stale_button(harness: BotHarness, data: str) -> None:
    talk = await harness.new_group()
    await talk.put_table(LAID)
    forged = data.format(table=table_name(LAID), scope=encode_scope(talk.scope))
    assert await is_stale_alert(talk, await talk.forge_tap(talk.user_json(KIRAZ), None, forged))
    assert await talk.load_current_table() == LAID
    await talk.check_silence(KIRAZ)


async def test_an_unknown_language_is_refused(harness: BotHarness) -> None:
    talk = await harness.new_group()
    answer = await talk.forge_tap(talk.user_json(KIRAZ), None, "speak::xx")
    await assert_refused(talk, answer, "unknown-language", typed="xx", languages=LANGUAGE_LIST)


async def test_the_lobbys_buttons_refuse_as_its_commands_do(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(open_lobby_of("kelimelik", 1))
    card = await talk.say_and_wait(KIRAZ, "/tahta")
    await assert_refused(talk, await talk.press_kind(KIRAZ, card, "join"), "already-seated")
    await assert_refused(talk, await talk.press_kind(LIMON, card, "leave"), "not-seated")
    await assert_refused(talk, await talk.press_kind(KIRAZ, card, "begin"), "too-few-players", least=2, seated=1)
    await talk.press_kind(LIMON, card, "join")
    await assert_refused(talk, await talk.press_kind(NANE, card, "join"), "table-full", most=2)
    assert isinstance(await talk.load_current_table(), Lobby)
