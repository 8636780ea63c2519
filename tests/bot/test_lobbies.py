"""What becomes of a table that waits for players."""

import pytest

from bot.tables.codec import decode_entry
from engine.crossword.state import GameState
from engine.seats import Lobby
from engine.waiting import ABANDONED
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.fades import standing
from tests.support.patience import PATIENCE
from tests.support.stored_logs import stored_log

pytestmark = pytest.mark.asyncio(loop_scope="module")
_DAY = ABANDONED.total_seconds()


async def test_an_abandoned_lobby_says_in_its_place_that_it_is_closed(house: House) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni scrabble-tr")
    await talk.tap(LIMON, card, "join")
    await house.quiet()
    before = len(standing(talk))
    await talk.mark()
    await house.pass_time(_DAY - 60)
    await talk.tap(LIMON, card, "leave")
    await house.pass_time(120)
    await talk.tap(LIMON, card, "join")
    assert await talk.table() is not None
    await talk.mark()
    await house.pass_time(_DAY)
    told = await talk.changed(card, "editMessageCaption")
    assert told.text == talk.plain("lobby-abandoned", hours=24)
    assert told.buttons == []
    assert (await talk.stored())[1] is None
    await house.quiet()
    assert len(standing(talk)) == before
    answer = await talk.forge(talk.user(LIMON), card, card.data("join"))
    assert answer["text"] == talk.plain("stale-none")
    assert (await talk.ask(LIMON, "/yeni kelimelik")).data("join")


async def test_where_its_message_is_gone_nothing_is_said(house: House) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni kelimelik")
    house.playground.world.delete(talk.chat, card.id)
    before = len(standing(talk))
    await house.quiet()
    await house.pass_time(_DAY)
    await house.playground.journal.wait("editMessageCaption", after=house.calls, seconds=PATIENCE)
    await house.quiet()
    assert len(standing(talk)) == before
    assert (await talk.stored())[1] is None
    assert (await talk.ask(LIMON, "/yeni kelimelik")).data("join")


async def actions(talk: Talk) -> list[str]:
    """What was done at the chat's table."""
    return [type(decode_entry(entry).action).__name__ for entry in await stored_log(talk.house.store, talk.scope)]


async def panel_of(talk: Talk, person: int, card: Sent) -> Sent:
    """The panel of the table's options."""
    await talk.tap(person, card, "alter")
    (panel,) = await talk.sent()
    return panel


def behind(panel: Sent, start: str) -> str:
    return next(str(one["callback_data"]) for one in panel.buttons if start in one["text"])


@pytest.mark.parametrize("typed", [False, True])
async def test_the_last_seat_begins_the_game_with_one_message(house: House, *, typed: bool) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni kelimelik dolunca")
    assert talk.plain("value-start-full") in card.text
    before, (version, _) = len(standing(talk)), await talk.stored()
    if typed:
        await talk.mark()
        talk.say(LIMON, "/katil")
    else:
        assert (await talk.tap(LIMON, card, "join"))["text"] == talk.plain("begun")
    (board,) = await talk.sent()
    await house.quiet()
    assert len(standing(talk)) == before + 1
    assert board.data("rack")
    game = await talk.game()
    assert {player.user for player in game.players} == {KIRAZ, LIMON}
    assert (await talk.stored())[0] == version + 1
    assert await actions(talk) == ["Open", "Join"]
    assert (await talk.ask(LIMON, "/baslat")).text == talk.plain("refusal-already-begun")


async def test_a_table_with_a_free_seat_waits_and_may_be_begun(house: House) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni scrabble-tr başlama=dolunca")
    assert (await talk.tap(LIMON, card, "join"))["text"] == talk.plain("seated")
    assert isinstance(await talk.table(), Lobby)
    await talk.tap(LIMON, card, "begin")
    assert isinstance(await talk.table(), GameState)
    assert await actions(talk) == ["Open", "Join", "Begin"]


async def test_a_full_table_is_begun_and_not_made_to_start_when_full(house: House) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni kelimelik")
    await talk.tap(LIMON, card, "join")
    panel = await panel_of(talk, KIRAZ, card)
    await talk.press(KIRAZ, panel, behind(panel, talk.plain("option-start")))
    page = await talk.changed(panel, "editMessageText")
    full = behind(page, talk.plain("value-start-full"))
    assert (await talk.forge(talk.user(NANE), panel, full))["text"] == talk.plain("refusal-not-host")
    assert (await talk.press(KIRAZ, panel, full))["text"] == talk.plain("refusal-full-already")
    await talk.tap(LIMON, card, "leave")
    await talk.press(KIRAZ, panel, full)
    await talk.tap(NANE, card, "join")
    assert isinstance(await talk.table(), GameState)
    assert await actions(talk) == ["Open", "Join", "Leave", "Alter", "Join"]


async def test_a_table_says_how_many_it_needs_and_does_not_begin_with_fewer(house: House) -> None:
    talk = await house.group()
    card = await talk.ask(KIRAZ, "/yeni scrabble-tr")
    assert "en az 2 oyuncu" in card.text
    refusal = talk.plain("refusal-too-few-players", least=2, seated=1)
    assert (await talk.tap(KIRAZ, card, "begin"))["text"] == refusal
    assert (await talk.ask(KIRAZ, "/baslat")).text == refusal
    assert (await talk.tap(LIMON, card, "begin"))["text"] == talk.plain("refusal-not-seated")
    assert isinstance(await talk.table(), Lobby)
