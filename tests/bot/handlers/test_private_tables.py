"""A table in a private chat is spoken of as one that is there: not as a group's, and not by buttons of a group."""

import json

import pytest

from bot.tables.loaded_table import TABLES_SETTING
from engine.computer_ids import computer_user
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness
from tests.support.chat_steps import data_of_label, press_own_board_in_turn, run_auto_deletes
from tests.support.games import game, with_fields
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(("person", "language"), [*zip((KIRAZ, LIMON, NANE), LANGUAGES, strict=True)])
async def test_what_is_refused_of_it_and_how_a_game_there_begins(
    harness: BotHarness, person: int, language: str
) -> None:
    private = await harness.private_chat(person, language)
    user = private.user_json(person)
    await harness.store.save_setting(private.scope, TABLES_SETTING, "1")
    question = await private.say_and_wait(person, "/bot")
    await private.forge_tap(user, question, "alone::0:kelimelik")
    lobby = (await private.wait_messages(1))[0]
    assert (await private.forge_tap(user, question, "alone::0:kelimelik"))["text"] == private.text_plain(
        "refusal-lobby-open-private"
    )
    await private.press_kind(person, lobby, "begin")
    begun = (await private.wait_messages(1))[0]
    how = private.text_html("started-how-private", cell="H8", word=private.harness.texts.plain("tr", "sample-word"))
    assert how in begun.html
    assert private.text_plain("button-rack") not in begun.text
    assert (await private.say_and_wait(person, "/davet @masada")).html == private.text_html(
        "refusal-game-begun-private"
    )
    for command, kind in (("/teslim", "yes"), ("/iptal", "cancel")):
        asked = await private.say_and_wait(person, command)
        assert any(one["callback_data"].startswith(f"{kind}:") for one in asked.buttons)


async def test_a_person_has_the_own_board_after_a_computer_that_laid_nothing(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    dealt = game("kelimelik", racks=["AAEEKKL", "JJJJJJJ"], turn=1)
    rival = with_fields(dealt.players[1], user=computer_user("kolay", 1))
    await private.put_table(with_fields(dealt, players=(dealt.players[0], rival)))
    await harness.advance_time(60)
    (told,) = await private.wait_messages()
    assert told.is_photo, told.text
    assert told.button_data("mine")
    board = await press_own_board_in_turn(
        private, told, private.text_plain("own-board-pass"), private.text_plain("own-board-pass-yes")
    )
    assert board.text.startswith(private.text_plain("own-board-done-private"))


PERSONS = game("kelimelik", racks=["AAEEKKL", "JJJJJJJ"])
ALONE = with_fields(
    PERSONS, players=(PERSONS.players[0], with_fields(PERSONS.players[1], user=computer_user("kolay", 1)))
)


def telling(house: BotHarness, said: str, after: int) -> list[str]:
    """The methods of the calls that said something."""
    calls = house.playground.journal.find_entries(after=after)
    return [one.method for one in calls if said in json.dumps(one.parameters, ensure_ascii=False, default=repr)]


@pytest.mark.parametrize("way", ["command", "own board"])
async def test_a_surrender_is_told_once_and_its_question_goes(harness: BotHarness, way: str) -> None:
    private = await harness.private_chat(KIRAZ)
    await private.put_table(ALONE)
    if way == "command":
        question = await private.say_and_wait(KIRAZ, "/teslim")
        yes = question.button_data("yes")
    else:
        question = await press_own_board_in_turn(
            private, await private.say_and_wait(KIRAZ, "/raf"), private.text_plain("own-board-surrender")
        )
        yes = data_of_label(question, private.text_plain("button-surrender"))
    before = harness.last_call_number
    await private.press_data(KIRAZ, question, yes)
    (end,) = await private.wait_messages()
    assert end.is_photo
    await run_auto_deletes(harness)
    await harness.wait_until_idle()
    assert telling(harness, "teslim oldu.", before) == ["sendPhoto"]
    assert question.message_id not in private.chat.messages


async def test_who_presses_the_own_board_once_the_game_is_over_is_shown_the_end(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    await private.put_table(ALONE)
    board = await press_own_board_in_turn(
        private, await private.say_and_wait(KIRAZ, "/raf"), private.text_plain("own-board-surrender")
    )
    await private.press_kind(KIRAZ, await private.say_and_wait(KIRAZ, "/teslim"), "yes")
    await private.wait_messages()
    await private.press_data(KIRAZ, board, data_of_label(board, private.text_plain("button-surrender")))
    shown = await private.wait_edited(board, "editMessageMedia")
    assert "teslim oldu." in shown.text
