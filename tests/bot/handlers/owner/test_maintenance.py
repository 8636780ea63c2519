"""Maintenance: no game begins while it lasts, and those that are played go on."""

import pytest

from bot.store.restrictions import Maintenance
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.chat_steps import edited_text
from tests.support.games import game

OWNER = KIRAZ
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [{"OWNER_IDS": str(OWNER)}], indirect=True),
]


async def test_maintenance_keeps_new_games_and_lets_running_ones_go_on(harness: BotHarness) -> None:
    group, other, owner = await harness.new_group(), await harness.new_group("en"), await harness.private_chat(OWNER)
    await group.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], turn=1))
    shown = await owner.say_and_wait(OWNER, "/bakim")
    assert shown.html == owner.text_html("desk-maintenance-off")
    await owner.press_data(OWNER, shown, "desk::closed:0")
    assert await edited_text(owner, shown) == owner.text_plain("desk-maintenance-on")
    assert (await other.say_and_wait(KIRAZ, "/new scrabble-en")).html == other.text_html("refusal-maintenance")
    assert "pas" in (await group.say_and_wait(LIMON, "/pas")).text
    await owner.say_and_wait(OWNER, "/bakim 2 saat")
    assert (await other.say_and_wait(KIRAZ, "/new scrabble-en")).html == other.text_html(
        "refusal-maintenance-minutes", minutes=120
    )
    shown = await owner.say_and_wait(OWNER, "/bakim 3h")
    assert (await other.say_and_wait(KIRAZ, "/new scrabble-en")).html == other.text_html(
        "refusal-maintenance-hours", hours=3
    )
    await owner.press_data(OWNER, shown, "desk::closed:end")
    assert (await other.say_and_wait(KIRAZ, "/new scrabble-en")).is_photo


@pytest.mark.parametrize("typed", ["soon", "0", "8 gün", "5 sn", "99999999999"])
async def test_what_is_no_length_of_time_begins_no_maintenance(harness: BotHarness, typed: str) -> None:
    owner = await harness.private_chat(OWNER)
    assert (await owner.say_and_wait(OWNER, f"/bakim {typed}")).html == owner.text_html(
        "desk-maintenance-how", typed=typed
    )
    assert await Maintenance(harness.redis).load_maintenance() is None


async def test_a_lobby_does_not_begin_during_maintenance(harness: BotHarness) -> None:
    group, owner = await harness.new_group(), await harness.private_chat(OWNER)
    await group.say_and_wait(KIRAZ, "/yeni kelimelik")
    await group.say_and_wait(LIMON, "/katil")
    shown = await owner.say_and_wait(OWNER, "/bakim 30 dk")
    assert (await group.say_and_wait(KIRAZ, "/baslat")).html == group.text_html(
        "refusal-maintenance-minutes", minutes=30
    )
    await owner.press_data(OWNER, shown, "desk::closed:end")
    await group.say_and_wait(KIRAZ, "/baslat")


async def test_the_seat_that_would_begin_a_game_stays_free_during_maintenance(harness: BotHarness) -> None:
    """A table that starts when it is full never waits, full."""
    group, owner = await harness.new_group(people=(KIRAZ, LIMON)), await harness.private_chat(OWNER)
    lobby = await group.say_and_wait(KIRAZ, "/yeni kelimelik dolunca")
    shown = await owner.say_and_wait(OWNER, "/bakim 30 dk")
    assert (await group.press_kind(LIMON, lobby, "join"))["text"] == group.text_plain(
        "refusal-maintenance-minutes", minutes=30
    )
    table = await group.load_current_table()
    assert isinstance(table, Lobby)
    assert len(table.seats) == 1
    await owner.press_data(OWNER, shown, "desk::closed:end")
    await group.press_kind(LIMON, lobby, "join")
    assert not isinstance(await group.load_current_table(), Lobby)
