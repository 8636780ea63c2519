"""The game of a group and its options, which ``/yeni`` alone opens a table for."""

import pytest

from bot.typed import options
from engine.rulesets import rulesets
from engine.seats import Lobby
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.games import game
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def shown(talk: Talk, panel: Sent) -> Sent:
    """The panel as it is once all is done."""
    return await talk.changed(panel, "editMessageText", newest=True)


async def pressed(talk: Talk, panel: Sent, data: str) -> Sent:
    """The panel once Kiraz, who administers the group, has pressed a button of it."""
    await talk.press(KIRAZ, panel, data)
    return await shown(talk, panel)


def behind(panel: Sent, start: str) -> str:
    return next(str(one["callback_data"]) for one in panel.buttons if one["text"].startswith(start))


async def kept(talk: Talk) -> str | None:
    return (await talk.house.store.settings(talk.id)).get("game")


async def scrabble(talk: Talk) -> Sent:
    """The panel, in which Scrabble was chosen, with 25 minutes a player."""
    panel = await talk.ask(KIRAZ, "/ayarlar")
    await pressed(talk, panel, "set::game")
    menu = await pressed(talk, panel, behind(await pressed(talk, panel, "set::game:scrabble-tr"), "⚙️"))
    page = await pressed(talk, panel, behind(menu, talk.plain("option-clock")))
    clock = talk.plain("clock-game", time=talk.plain("unit-minute", count=25))
    await pressed(talk, panel, behind(page, clock))
    return panel


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_table_of_the_groups_game_opens_at_once(house: House, language: str) -> None:
    talk = await house.group(language)
    panel = await talk.ask(KIRAZ, "/settings")
    assert f"{talk.plain('settings-name-game')}: {talk.plain('value-game-ask')}" in panel.text.splitlines()
    now = await pressed(talk, panel, "set::game")
    assert [one["text"] for one in now.buttons if one["text"].startswith("✓ ")] == [f"✓ {talk.plain('value-game-ask')}"]
    await pressed(talk, panel, "set::game:kelimelik")
    assert await kept(talk) == "kelimelik"
    card = await talk.ask(LIMON, "/new")
    assert card.photo
    table = await talk.table()
    assert isinstance(table, Lobby)
    assert (table.ruleset.id, table.host) == ("kelimelik", LIMON)


async def test_its_options_are_chosen_as_those_of_a_lobby_are(house: House) -> None:
    talk = await house.group()
    panel = await scrabble(talk)
    assert await kept(talk) == "scrabble-tr clock=25min"
    await pressed(talk, panel, "set::game")
    menu = await pressed(talk, panel, "set::menu")
    assert "25" in next(line for line in menu.text.splitlines() if line.startswith(talk.plain("settings-name-game")))
    await talk.ask(LIMON, "/yeni")
    table = await talk.table()
    assert isinstance(table, Lobby)
    assert table.ruleset.clock == "25min"


async def test_another_game_is_a_word_away(house: House) -> None:
    talk = await house.group()
    await scrabble(talk)
    for text in ("/yeni liste", "/new list", "/new список"):
        assert (await talk.ask(LIMON, text)).html == talk.html("choose-game")
    await talk.ask(LIMON, "/yeni klepka")
    table = await talk.table()
    assert isinstance(table, Lobby)
    assert table.ruleset.id == "klepka"


async def test_the_group_can_take_its_tables_game_and_options(house: House) -> None:
    talk = await house.group()
    await talk.ask(LIMON, "/yeni scrabble-tr itiraz=çift saat=25dk")
    panel = await talk.ask(KIRAZ, "/ayarlar")
    await pressed(talk, panel, "set::game")
    await pressed(talk, panel, "set::game:this")
    assert await kept(talk) == "scrabble-tr challenge=double clock=25min"
    assert not (await pressed(talk, panel, "set::game:ask")).text.count("25")
    assert await kept(talk) is None


@pytest.mark.parametrize(
    "gone", ["scrabble-xx", "scrabble-tr colour=red", "scrabble-tr clock=3weeks", "scrabble-tr clock"]
)
async def test_where_the_game_or_an_option_is_gone_the_list_is_shown(house: House, gone: str) -> None:
    talk = await house.group()
    await house.store.set_setting(talk.id, "game", gone)
    assert (await talk.ask(LIMON, "/yeni")).html == talk.html("choose-game")
    panel = await talk.ask(KIRAZ, "/ayarlar")
    assert f"{talk.plain('settings-name-game')}: {talk.plain('value-game-ask')}" in panel.text.splitlines()


async def test_none_but_the_groups_administrators_choose_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.telegram.members.KNOWN_SECONDS", 0.0)
    talk, other = await house.group(), await house.group(people=(NANE, LIMON))
    panel = await scrabble(talk)
    assert (await other.ask(NANE, "/ayarlar")).text
    refused = {"text": talk.plain("refusal-admins-only"), "show_alert": True, "url": ""}
    taps = ("set::game", "set::game:klepka", "set::game:ask", "set::terms:scrabble-tr", "set::terms:scrabble-tr:00")
    for user in (talk.user(LIMON), FIFTH, talk.user(NANE)):
        for data in taps:
            assert await talk.forge(user, panel, data) == refused
    talk.chat.people = (LIMON, *(one for one in talk.chat.people if one != LIMON))
    for data in taps:
        assert await talk.forge(talk.user(KIRAZ), panel, data) == refused
    assert await kept(talk) == "scrabble-tr clock=25min"


async def test_what_no_button_carries_chooses_nothing(house: House) -> None:
    talk, own = await house.group(), await house.private(KIRAZ)
    panel = await scrabble(talk)
    for data in (
        "game:none",
        "terms:klepka",
        "terms:klepka:00",
        "terms:scrabble-tr:zz",
        "terms:scrabble-tr:0z",
        "terms",
    ):
        answer = await talk.forge(talk.user(KIRAZ), panel, f"set::{data}")
        assert answer["text"] == talk.plain("refusal-stale-button"), data
    assert (await talk.forge(talk.user(KIRAZ), panel, "set::game:this"))["text"] == talk.plain("refusal-no-game")
    assert await kept(talk) == "scrabble-tr clock=25min"
    mine = await own.ask(KIRAZ, "/ayarlar")
    for data in ("game", "game:klepka", "terms:scrabble-tr", "terms:scrabble-tr:00", "words:2"):
        answer = await own.forge(own.user(KIRAZ), mine, f"set::{data}")
        assert answer["text"] == own.plain("refusal-stale-button"), data


async def test_it_is_opened_only_where_and_by_whom_tables_are(house: House) -> None:
    talk = await house.group()
    await scrabble(talk)
    await house.store.set_setting(talk.id, "openers", "admins")
    assert (await talk.ask(LIMON, "/yeni")).html == talk.html("refusal-only-admins-open")
    await talk.deal(game("kelimelik"))
    running = await talk.stored()
    await talk.ask(KIRAZ, "/yeni")
    assert await talk.stored() == running


async def test_every_game_and_option_is_kept_by_words_without_blanks() -> None:
    for ruleset in rulesets().values():
        known = options.known(ruleset, ("builtin", "common", "live"))
        assert not any(sign in word for one, option in known.items() for word in (one, *option.values) for sign in " =")
