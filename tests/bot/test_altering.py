"""The options of an open table, changed by its host in a panel of buttons."""

import pytest

from bot.judges.dictionaries import Kind
from bot.texts import Texts
from bot.typed import options
from engine.rulesets import Ruleset, rulesets
from engine.seats import Lobby
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.games import game
from tests.support.languages import LANGUAGES

KINDS: tuple[Kind, ...] = ("builtin", "live")


async def opened(house: House, ruleset: str = "scrabble-tr") -> tuple[Talk, Sent, Sent]:
    """A group, its lobby, and the panel that its host has opened."""
    talk = await house.group()
    card = await talk.ask(KIRAZ, f"/yeni {ruleset}")
    await talk.tap(KIRAZ, card, "alter")
    (panel,) = await talk.sent()
    return talk, card, panel


def behind(panel: Sent, start: str) -> str:
    return next(str(one["callback_data"]) for one in panel.buttons if one["text"].startswith(start))


async def rules(talk: Talk) -> Ruleset:
    table = await talk.table()
    assert isinstance(table, Lobby)
    return table.ruleset


@pytest.mark.asyncio(loop_scope="module")
async def test_the_host_changes_an_option_and_the_lobby_tells_it_in_its_one_message(house: House) -> None:
    talk, card, panel = await opened(house)
    await talk.press(KIRAZ, panel, behind(panel, talk.plain("option-clock")))
    page = await talk.changed(panel, "editMessageText")
    assert talk.plain("about-option-clock") in page.text
    assert [one["text"][0] for one in page.buttons].count("✓") == 1
    await talk.press(KIRAZ, panel, behind(page, talk.plain("clock-game", time=talk.plain("unit-minute", count=25))))
    told = await talk.changed(card, "editMessageMedia")
    assert talk.plain("lobby-altered", options=talk.plain("option-clock")) in told.text
    assert (await rules(talk)).clock == "25min"
    menu = await talk.changed(panel, "editMessageText", newest=True)
    assert any(one["text"].startswith(talk.plain("option-clock")) and "25" in one["text"] for one in menu.buttons)
    await talk.press(KIRAZ, panel, menu.data("alter").rpartition(":")[0] + ":.")
    await talk.tap(LIMON, card, "join")
    await talk.tap(KIRAZ, card, "begin")
    assert (await talk.game()).ruleset.clock == "25min"


@pytest.mark.asyncio(loop_scope="module")
async def test_what_changes_nothing_beside_the_others_is_not_offered(house: House) -> None:
    talk, _, panel = await opened(house)
    assert not any(one["text"].startswith(talk.plain("option-window")) for one in panel.buttons)
    await talk.press(KIRAZ, panel, behind(panel, f"{talk.plain('option-challenge')}:"))
    page = await talk.changed(panel, "editMessageText")
    await talk.press(KIRAZ, panel, behind(page, talk.plain("value-challenge-double")))
    menu = await talk.changed(panel, "editMessageText", newest=True)
    assert any(one["text"].startswith(talk.plain("option-window")) for one in menu.buttons)


@pytest.mark.asyncio(loop_scope="module")
async def test_nobody_but_the_host_and_administrators_changes_anything(house: House) -> None:
    """Kiraz owns the group; Limon opens the table."""
    talk = await house.group()
    card = await talk.ask(LIMON, "/yeni scrabble-tr")
    await talk.tap(LIMON, card, "alter")
    (panel,) = await talk.sent()
    await talk.tap(NANE, card, "join")
    before = await talk.stored()
    clock = behind(panel, talk.plain("option-clock"))
    for user in (talk.user(NANE), FIFTH):
        for value in (card.data("alter"), clock, f"{clock}2"):
            answer = await talk.forge(user, panel, value)
            assert answer["text"] == talk.plain("refusal-not-host")
    assert await talk.stored() == before
    await talk.forge(talk.user(KIRAZ), panel, f"{clock}2")
    await talk.changed(card, "editMessageMedia", newest=True)
    assert (await rules(talk)).clock != rulesets()["scrabble-tr"].clock


@pytest.mark.asyncio(loop_scope="module")
async def test_a_lobby_never_becomes_the_panel(house: House) -> None:
    """What a step of the panel shows goes after a while, and the lobby would with it."""
    talk, card, panel = await opened(house)
    before, calls = await talk.stored(), house.calls
    clock = behind(panel, talk.plain("option-clock"))
    start = clock.rpartition(":")[0]
    for data in (clock, f"{clock}2", f"{start}:-", f"{start}:."):
        assert (await talk.forge(talk.user(KIRAZ), card, data))["show_alert"]
    await house.quiet()
    changed = [entry.method for entry in house.playground.journal.entries(after=calls) if entry.method != "getUpdates"]
    assert set(changed) == {"answerCallbackQuery"}
    assert await talk.stored() == before
    await talk.press(KIRAZ, panel, clock)
    assert talk.plain("about-option-clock") in (await talk.changed(panel, "editMessageText")).text


@pytest.mark.parametrize("forged", ["z", "00", "zz", "0z", "1z"])
@pytest.mark.asyncio(loop_scope="module")
async def test_what_no_button_carries_changes_nothing(house: House, forged: str) -> None:
    talk, _, panel = await opened(house, "kelimelik")
    before = await talk.stored()
    start = panel.data("alter").rpartition(":")[0]
    await talk.forge(talk.user(KIRAZ), panel, f"{start}:{forged}")
    assert await talk.stored() == before


@pytest.mark.asyncio(loop_scope="module")
async def test_a_game_that_has_begun_keeps_its_options(house: House) -> None:
    talk, card, panel = await opened(house)
    await talk.deal(game("scrabble-tr"))
    before = await talk.stored()
    for value in (f"{behind(panel, talk.plain('option-clock'))}2", card.data("alter")):
        assert (await talk.forge(talk.user(KIRAZ), panel, value))["show_alert"]
    assert await talk.stored() == before


@pytest.mark.parametrize("ruleset", rulesets().values(), ids=lambda one: one.id)
def test_every_option_is_explained_in_every_language(ruleset: Ruleset) -> None:
    texts = Texts()
    for name in options.choices(options.known(ruleset, KINDS)):
        for language in LANGUAGES:
            assert texts.has(language, f"about-option-{name}"), (name, language)


@pytest.mark.parametrize("ruleset", rulesets().values(), ids=lambda one: one.id)
def test_a_digit_is_enough_for_every_option_and_every_value(ruleset: Ruleset) -> None:
    known = options.known(ruleset, KINDS)
    assert len(known) <= 36
    assert all(len(option.values) <= 36 for option in known.values())
