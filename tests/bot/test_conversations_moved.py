"""A group that Telegram turned into a supergroup: its game goes on under the new id."""

import pytest

from bot.texts import LANGUAGES
from engine.crossword.state import GameState
from engine.game import Table
from engine.seats import Lobby
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.games import game, lobby

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


async def moved(old: Talk, new: Talk) -> None:
    """Telegram's word that a group is elsewhere now, and its handling."""
    message = {
        "message_id": old.house.number(),
        "from": old.user(KIRAZ),
        "date": 1_800_000_000,
        "chat": old.house.playground.world.chat_api(old.chat),
        "migrate_to_chat_id": new.id,
    }
    old.mark()
    old.house.playground.updates.push("message", message)
    await old.silent(KIRAZ)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_goes_on_in_the_supergroup(house: House, language: str) -> None:
    old, new = await house.group(), await house.group(language)
    await house.forget_games(KIRAZ, LIMON)
    await old.deal(LAID)
    await moved(old, new)
    assert await new.table() == LAID
    assert (await old.stored())[1] is None
    for person in (KIRAZ, LIMON):
        assert await house.store.user_games(person) == [new.scope]
    told = await new.ask(KIRAZ, "/oyna 8F KALEMLİK")
    assert told.photo
    assert new.plain("turn-next", name="Bora") in told.text
    assert isinstance(await new.table(), GameState)
    assert (await old.ask(LIMON, "/pas")).html == old.html("refusal-no-game")


async def test_the_chosen_language_and_an_open_table_come_along(house: House) -> None:
    old, new = await house.group(), await house.group()
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
    old, new = await house.group(), await house.group()
    await old.deal(LAID)
    await moved(old, new)
    await new.ask(KIRAZ, "/pas")
    await moved(old, new)
    assert (await new.game()).number == 1
