"""A group that Telegram turned into a supergroup: its game goes on under the new id."""

import pytest

from bot.playground.servers import NEWEST, OLDEST
from bot.tables.codec import decode_entry
from bot.telegram.buttons import scope_text
from bot.telegram.fading import SECONDS
from engine.crossword.state import GameState
from engine.game import Table
from engine.seats import Begin, Lobby
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.fades import standing, sweep
from tests.support.games import game, lobby
from tests.support.languages import LANGUAGES
from tests.support.moves import moved

pytestmark = pytest.mark.asyncio(loop_scope="module")

READY = lobby("kelimelik", 2)
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_goes_on_in_the_supergroup(house: House, language: str) -> None:
    old, new = await house.group(basic=True), await house.group(language)
    await house.forget_games(KIRAZ, LIMON)
    await old.deal(LAID)
    await moved(old, new)
    assert await new.table() == LAID
    assert (await old.stored())[1] is None
    for person in (KIRAZ, LIMON):
        assert await house.store.user_games(person) == [new.scope]
    told = await new.ask(KIRAZ, "/oyna 8F KALEMLİK")
    assert told.photo
    assert new.plain("turn-next", name="\u2068Bora\u2069") in told.text
    assert isinstance(await new.table(), GameState)


async def test_what_is_still_said_in_the_old_group_counts_in_the_new_one(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    await old.deal(LAID)
    await moved(old, new, told=True)
    await new.mark()
    old.say(KIRAZ, "/pas")
    assert new.plain("turn-next", name="\u2068Bora\u2069") in (await new.sent())[0].text
    assert (await new.game()).number == 1
    assert (await old.stored())[1] is None


async def test_the_chosen_language_and_an_open_table_come_along(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    await house.store.set_setting(new.scope, "language", None)
    await house.store.set_setting(old.scope, "language", "en")
    table: Table = lobby("kelimelik", 1)
    await old.deal(table)
    await moved(old, new)
    new.language = "en"
    card = await new.ask(LIMON, "/join")
    assert card.html.startswith(new.html("seat-taken", name="\u2068Limon\u2069"))
    assert isinstance(await new.table(), Lobby)


async def test_being_told_twice_changes_nothing(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    await old.deal(LAID)
    await moved(old, new)
    await new.ask(KIRAZ, "/pas")
    await moved(old, new)
    assert (await new.game()).number == 1


async def test_an_answer_there_is_no_reply_to_another_message_of_the_same_number(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    await old.deal(LAID)
    await moved(old, new)
    await new.mark()
    old.say(KIRAZ, "/skor")
    assert "reply_parameters" not in (await new.sent())[0].asked


async def test_buttons_of_the_old_group_change_no_message_of_the_same_number(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    await old.deal(LAID)
    sure = await old.ask(KIRAZ, "/teslim")
    await moved(old, new)
    before = house.calls
    assert (await old.tap(KIRAZ, sure, "no"))["text"]
    await house.quiet()
    called = [call.method for call in house.playground.journal.entries(after=before)]
    assert not [method for method in called if method.startswith("edit")]


async def test_what_a_button_of_the_old_group_would_turn_is_sent(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    choice = await old.ask(KIRAZ, "/yeni")
    await moved(old, new)
    await new.mark()
    await old.tap(KIRAZ, choice, "games")
    assert "tune" in {button["callback_data"].partition(":")[0] for button in (await new.sent())[0].buttons}


@pytest.mark.parametrize("ways", [(True, True), (False, True), (False, False)], ids=["basic", "swapped", "supergroups"])
async def test_what_telegram_never_does_moves_nothing(
    house: House, caplog: pytest.LogCaptureFixture, ways: tuple[bool, bool]
) -> None:
    old, new = [await house.group(basic=basic) for basic in ways]
    await old.deal(LAID)
    await moved(old, new)
    assert f"chat {old.id} cannot have become {new.id}" in caplog.text
    assert (await new.stored())[1] is None
    passed = await old.ask(KIRAZ, "/pas")
    assert passed.html.startswith(old.html("turn-passed", name="\u2068Ayşe\u2069"))
    assert (await old.game()).number == 1
    assert (await old.ask(LIMON, "/tahta")).photo


async def begun_in(talk: Talk) -> tuple[int | None, int]:
    """The message that began the game of a chat, as the proof will name it: where it is, and its number."""
    stored = await talk.house.store.log(talk.scope, (await talk.stored())[0])
    (begin,) = [action for entry in stored if isinstance(action := decode_entry(entry).action, Begin)]
    return begin.chat, begin.message


async def test_a_game_begun_by_a_message_of_the_old_group_names_that_message(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    await old.deal(READY)
    await moved(old, new)
    await new.mark()
    said = await old.say_as(old.user(KIRAZ), "/baslat")
    await new.sent()
    assert await begun_in(new) == (old.id, said["message"]["message_id"])


async def test_a_button_of_the_old_group_that_begins_the_game_is_named_too(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    await old.deal(READY)
    card = await old.ask(KIRAZ, "/tahta")
    await moved(old, new)
    await new.mark()
    await old.tap(KIRAZ, card, "begin")
    await new.sent()
    assert await begun_in(new) == (old.id, card.id)


async def test_a_game_begun_in_the_supergroup_names_a_message_there(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    await old.deal(READY)
    await moved(old, new)
    await new.mark()
    said = await new.say_as(new.user(KIRAZ), "/baslat")
    await new.sent()
    assert await begun_in(new) == (new.id, said["message"]["message_id"])


async def test_the_way_back_leads_to_no_message_of_the_old_groups_number(house: House) -> None:
    old, new = await house.group(basic=True), await house.group()
    private = await house.private(KIRAZ)
    await old.deal(LAID)
    await moved(old, new)
    rack = await private.ask(KIRAZ, f"/start r{scope_text(new.scope)}")
    assert rack.photo
    assert not rack.links
    await new.ask(KIRAZ, "/pas")
    (told,) = (await private.ask(KIRAZ, f"/start r{scope_text(new.scope)}")).links
    assert told.startswith(f"https://t.me/c/{str(new.id)[4:]}/")


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
async def test_a_question_of_the_old_group_goes_on_in_the_new_one_and_tells_nothing_of_the_rack(
    house: House, version: str
) -> None:
    """Not even where its asker alone has seen it in the old group: in the new one everybody reads along."""
    told = []
    for rack in ("KALEMİS", "LERASİS"):
        old, new = await house.group(basic=True), await house.group()
        house.serve(version)
        before = len(standing(new))
        await old.deal(game("kelimelik", laid=["8F KALEM"], racks=["KALEMİS", "AAEEKKL"]))
        question = await old.ask(KIRAZ, "/oyna KALEMİS")
        assert question.alone == (version == NEWEST)
        await moved(old, new)
        await new.deal(game("kelimelik", laid=["8F KALEM"], racks=[rack, "AAEEKKL"]))
        await new.mark()
        await old.press_at_once(KIRAZ, question, question.data("rows"))
        (shown,) = await new.sent()
        told.append((shown.text, [button["text"] for button in shown.buttons]))
        await sweep(house, SECONDS + 1)
        assert len(standing(new)) == before
    assert told[0] == told[1]
