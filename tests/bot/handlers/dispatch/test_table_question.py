"""Where nobody can tell which table is meant its sender is asked, and a tap does what was asked, once."""

import pytest
from telegram.constants import ChatID

from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import run_auto_deletes
from tests.support.games import open_lobby_of, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage
from tests.support.several_tables import (
    asked_numbers,
    board_game,
    button_of_table,
    put_tables,
    table_at,
    turns_taken,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

MINE, OTHERS = board_game(), board_game(users=(NANE, ZEYTIN))
"""Games of Kiraz and Limon, in which Kiraz is on turn, and of two others."""
MOVE = "/oyna H8 yatay KALEM"


async def asked_of(talk: ChatSession, person: int, text: str, reply_to: int | None = None) -> SentMessage:
    """The question which table is meant."""
    question = await talk.say_and_wait(person, text, reply_to)
    assert question.html == talk.text_html("which-table"), question.text
    return question


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("version", ["10.0", "10.3", "10.4"])
async def test_the_tap_does_what_was_asked(harness: BotHarness, language: str, version: str) -> None:
    harness.switch_server_version(version)
    talk = await harness.new_group(language)
    await put_tables(talk, MINE, MINE, OTHERS)
    question = await asked_of(talk, KIRAZ, MOVE)
    assert asked_numbers(question) == [1, 2]
    await talk.press_data(KIRAZ, question, button_of_table(question, 2))
    assert (await talk.wait_messages())[0].is_photo
    assert await turns_taken(talk, 1, 2, 3) == [0, 1, 0]
    await run_auto_deletes(harness)
    await harness.wait_until_idle()
    assert question.is_ephemeral or question.message_id not in talk.chat.messages
    harness.switch_server_version("10.4")


@pytest.mark.parametrize("text", ["/gecmis", "/gcg", "/bulmaca", "/verilerim", "/kanit", "/masalar", "/oyunlarim"])
async def test_nobody_is_asked_about_what_is_no_table(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    assert (await talk.say_and_wait(KIRAZ, text)).html != talk.text_html("which-table")


async def test_two_taps_on_one_button_are_one_turn(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    question = await asked_of(talk, KIRAZ, "/degistir hepsi")
    data = button_of_table(question, 1)
    await talk.press_data(KIRAZ, question, data)
    await talk.wait_messages()
    await talk.say_and_wait(LIMON, "/degistir #1 hepsi")
    await talk.forge_tap(talk.user_json(KIRAZ), None, data)
    await harness.wait_until_idle()
    assert await turns_taken(talk, 1, 2) == [2, 0]


async def test_after_a_tap_the_other_button_does_nothing(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    question = await asked_of(talk, KIRAZ, MOVE)
    await talk.press_data(KIRAZ, question, button_of_table(question, 1))
    await talk.wait_messages()
    answer = await talk.forge_tap(talk.user_json(KIRAZ), None, button_of_table(question, 2))
    assert answer["show_alert"]
    assert await turns_taken(talk, 1, 2) == [1, 0]


async def test_a_table_that_was_tapped_first_stays_though_it_refused(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    question = await asked_of(talk, KIRAZ, "/oyna A1 yatay KALEM")
    await talk.press_data(KIRAZ, question, button_of_table(question, 1))
    await talk.wait_messages()
    assert (await talk.forge_tap(talk.user_json(KIRAZ), None, button_of_table(question, 2)))["show_alert"]
    assert await turns_taken(talk, 1, 2) == [0, 0]


@pytest.mark.parametrize("version", ["10.0", "10.4"])
async def test_nobody_else_answers_the_question(harness: BotHarness, version: str) -> None:
    harness.switch_server_version(version)
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    question = await asked_of(talk, KIRAZ, MOVE)
    answer = await talk.forge_tap(talk.user_json(LIMON), None, button_of_table(question, 1))
    assert answer["text"].endswith(talk.text_plain("refusal-not-your-button"))
    assert await turns_taken(talk, 1, 2) == [0, 0]
    harness.switch_server_version("10.4")


async def test_a_table_whose_game_is_over_by_then_is_not_replaced_by_another(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE, MINE)
    question = await asked_of(talk, KIRAZ, MOVE)
    sure = await talk.say_and_wait(LIMON, "/teslim #2")
    await talk.press_kind(LIMON, sure, "yes")
    await talk.wait_messages()
    await talk.forge_tap(talk.user_json(KIRAZ), None, button_of_table(question, 2))
    assert (await talk.wait_messages())[0].html.endswith(talk.text_html("refusal-game-over"))
    assert await turns_taken(talk, 1, 3) == [0, 0]


async def test_what_was_asked_last_is_what_a_tap_answers(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE)
    former = await asked_of(talk, KIRAZ, MOVE)
    await asked_of(talk, KIRAZ, "/degistir hepsi")
    answer = await talk.forge_tap(talk.user_json(KIRAZ), None, button_of_table(former, 1))
    assert answer["show_alert"]
    assert await turns_taken(talk, 1, 2) == [0, 0]


@pytest.mark.parametrize("text", ["/pas", "/teslim", "/berabere", "/berabere kabul"])
async def test_what_costs_a_turn_or_a_game_is_asked_about_in_ones_own_turn_too(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    table = board_game(name="scrabble-tr") if text.startswith("/berabere") else MINE
    await put_tables(talk, table, with_fields(table, turn=1), OTHERS)
    assert asked_numbers(await asked_of(talk, KIRAZ, text)) == [1, 2]


async def test_hints_that_contradict_are_asked_about(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, MINE, OTHERS)
    board = await talk.say_and_wait(KIRAZ, "/oyna #1 H8 yatay KALEM")
    asked = await asked_of(talk, KIRAZ, "/oyna #2 H8 yatay KALEM", reply_to=board.message_id)
    assert asked_numbers(asked) == [1, 2]


async def test_games_that_differ_in_racks_and_dictionaries_alone_are_asked_about_alike(harness: BotHarness) -> None:
    seen = set()
    for racks, lexicon in ((("KALEMİR", "DEFTERA"), "00"), (("ŞŞZZVVÖ", "AAAAAAA"), "ff")):
        talk = await harness.new_group()
        players = tuple(with_fields(one, rack=tuple(rack)) for one, rack in zip(MINE.players, racks, strict=True))
        await put_tables(talk, with_fields(MINE, players=players, lexicon=lexicon), MINE)
        for text in (MOVE, "/oyna KALEM", "/pas"):
            question = await asked_of(talk, KIRAZ, text)
            seen.add((text, question.html, tuple(one["text"] for one in question.buttons)))
    assert len(seen) == 3


async def test_look_ups_are_of_the_table_that_was_looked_at_last(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, with_fields(MINE, players=tuple(with_fields(one, score=77) for one in MINE.players)))
    assert asked_numbers(await asked_of(talk, KIRAZ, "/skor")) == [1, 2]
    await talk.say_and_wait(KIRAZ, "/skor #2")
    assert "77" in (await talk.say_and_wait(KIRAZ, "/skor")).text
    # What plays is asked about all the same.
    assert asked_numbers(await asked_of(talk, KIRAZ, MOVE)) == [1, 2]


async def test_joining_is_asked_about_where_several_tables_wait(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, open_lobby_of("kelimelik", 1), open_lobby_of("kelimelik", 1), MINE)
    question = await asked_of(talk, NANE, "/katil")
    assert asked_numbers(question) == [1, 2]
    await talk.press_data(NANE, question, button_of_table(question, 2))
    await harness.wait_until_idle()
    first, second = await table_at(talk, 1), await table_at(talk, 2)
    assert isinstance(first, Lobby)
    assert len(first.seats) == 1
    assert not isinstance(second, Lobby) or len(second.seats) == 2


async def test_what_an_anonymous_administrator_was_asked_any_administrator_answers(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, OTHERS)
    anonymous = {"id": int(ChatID.ANONYMOUS_ADMIN), "is_bot": True, "first_name": "Group"}
    await talk.say_as_user(anonymous, "/duraklat")
    (question,) = await talk.wait_messages()
    assert asked_numbers(question) == [1, 2]
    refused = await talk.forge_tap(talk.user_json(NANE), question, button_of_table(question, 2))
    assert refused["text"].endswith(talk.text_plain("refusal-admins-only"))
    await talk.press_data(KIRAZ, question, button_of_table(question, 2))
    await talk.wait_messages()
    paused = await table_at(talk, 2)
    assert not isinstance(paused, Lobby)
    assert paused.clocks.paused is not None


async def test_who_may_not_do_it_at_any_table_is_not_asked_which(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await put_tables(talk, MINE, OTHERS)
    assert (await talk.say_and_wait(NANE, "/duraklat")).html == talk.text_html("refusal-admins-only")


async def test_in_private_several_games_are_asked_about_by_buttons(harness: BotHarness) -> None:
    talk, private = await harness.new_group(title="Bahçe"), await harness.private_chat(KIRAZ)
    await put_tables(talk, MINE, MINE, OTHERS)
    question = await private.say_and_wait(KIRAZ, MOVE)
    assert question.html == private.text_html("which-table")
    assert [one["text"].partition(" ")[0] for one in question.buttons] == ["Bahçe:", "Bahçe:"]
    second = next(one["callback_data"] for one in question.buttons if "#2" in one["text"])
    await private.press_data(KIRAZ, question, second)
    await harness.wait_until_idle()
    assert await turns_taken(talk, 1, 2) == [0, 1]
    done = await private.say_and_wait(KIRAZ, "#1 H8 yatay KALEM")
    assert done.html.endswith(private.text_html("done-in-group"))
    assert await turns_taken(talk, 1, 2) == [1, 1]
