"""The game of a group and its options, which ``/yeni`` alone opens a table for."""

import pytest

from bot.user_input import options
from engine.lobby_seats import Lobby
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage
from tests.support.settings_panels import panel_after_update

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def press_as_admin(talk: ChatSession, panel: SentMessage, data: str) -> SentMessage:
    """The panel once Kiraz, who administers the group, has pressed a button of it."""
    await talk.press_data(KIRAZ, panel, data)
    return await panel_after_update(talk, panel)


def button_data(panel: SentMessage, start: str) -> str:
    return next(str(one["callback_data"]) for one in panel.buttons if one["text"].startswith(start))


async def stored_default(talk: ChatSession) -> str | None:
    return (await talk.harness.store.load_settings(talk.chat_id)).get("game")


async def panel_with_scrabble(talk: ChatSession) -> SentMessage:
    """The panel, in which Scrabble was chosen, with 25 minutes a player."""
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    await press_as_admin(talk, panel, "set::game")
    menu = await press_as_admin(
        talk, panel, button_data(await press_as_admin(talk, panel, "set::game:scrabble-tr"), "⚙️")
    )
    page = await press_as_admin(talk, panel, button_data(menu, talk.text_plain("option-clock")))
    clock = talk.text_plain("clock-game", time=talk.text_plain("unit-minute", count=25))
    await press_as_admin(talk, panel, button_data(page, clock))
    return panel


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_table_of_the_groups_game_opens_at_once(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    assert f"{talk.text_plain('settings-name-game')}: {talk.text_plain('value-game-ask')}" in panel.text.splitlines()
    now = await press_as_admin(talk, panel, "set::game")
    assert [one["text"] for one in now.buttons if one["text"].startswith("✓ ")] == [
        f"✓ {talk.text_plain('value-game-ask')}"
    ]
    await press_as_admin(talk, panel, "set::game:kelimelik")
    assert await stored_default(talk) == "kelimelik"
    card = await talk.say_and_wait(LIMON, "/new")
    assert card.is_photo
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    assert (table.ruleset.id, table.host) == ("kelimelik", LIMON)


async def test_its_options_are_chosen_as_those_of_a_lobby_are(harness: BotHarness) -> None:
    talk = await harness.new_group()
    panel = await panel_with_scrabble(talk)
    assert await stored_default(talk) == "scrabble-tr clock=25min"
    await press_as_admin(talk, panel, "set::game")
    menu = await press_as_admin(talk, panel, "set::menu")
    assert "25" in next(
        line for line in menu.text.splitlines() if line.startswith(talk.text_plain("settings-name-game"))
    )
    await talk.say_and_wait(LIMON, "/yeni")
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    assert table.ruleset.clock == "25min"


async def test_another_game_is_a_word_away(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await panel_with_scrabble(talk)
    for text in ("/yeni liste", "/new list", "/new список"):
        assert (await talk.say_and_wait(LIMON, text)).html == talk.text_html("choose-game")
    await talk.say_and_wait(LIMON, "/yeni klepka")
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    assert table.ruleset.id == "klepka"


async def test_the_group_can_take_its_tables_game_and_options(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(LIMON, "/yeni scrabble-tr itiraz=çift saat=25dk")
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    await press_as_admin(talk, panel, "set::game")
    await press_as_admin(talk, panel, "set::game:this")
    assert await stored_default(talk) == "scrabble-tr challenge=double clock=25min"
    assert not (await press_as_admin(talk, panel, "set::game:ask")).text.count("25")
    assert await stored_default(talk) is None


@pytest.mark.parametrize(
    "gone", ["scrabble-xx", "scrabble-tr colour=red", "scrabble-tr clock=3weeks", "scrabble-tr clock"]
)
async def test_where_the_game_or_an_option_is_gone_the_list_is_shown(harness: BotHarness, gone: str) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.chat_id, "game", gone)
    assert (await talk.say_and_wait(LIMON, "/yeni")).html == talk.text_html("choose-game")
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    assert f"{talk.text_plain('settings-name-game')}: {talk.text_plain('value-game-ask')}" in panel.text.splitlines()


async def test_none_but_the_groups_administrators_choose_it(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.groups.MEMBER_CACHE_SECONDS", 0.0)
    talk, other = await harness.new_group(), await harness.new_group(people=(NANE, LIMON))
    panel = await panel_with_scrabble(talk)
    assert (await other.say_and_wait(NANE, "/ayarlar")).text
    refused = {"text": talk.text_plain("refusal-admins-only"), "show_alert": True, "url": ""}
    taps = ("set::game", "set::game:klepka", "set::game:ask", "set::terms:scrabble-tr", "set::terms:scrabble-tr:00")
    for user in (talk.user_json(LIMON), FIFTH_USER, talk.user_json(NANE)):
        for data in taps:
            assert await talk.forge_tap(user, panel, data) == refused
    talk.chat.people = (LIMON, *(one for one in talk.chat.people if one != LIMON))
    for data in taps:
        assert await talk.forge_tap(talk.user_json(KIRAZ), panel, data) == refused
    assert await stored_default(talk) == "scrabble-tr clock=25min"


async def test_what_no_button_carries_chooses_nothing(harness: BotHarness) -> None:
    talk, own = await harness.new_group(), await harness.private_chat(KIRAZ)
    panel = await panel_with_scrabble(talk)
    for data in (
        "game:none",
        "terms:klepka",
        "terms:klepka:00",
        "terms:scrabble-tr:zz",
        "terms:scrabble-tr:0z",
        "terms",
    ):
        answer = await talk.forge_tap(talk.user_json(KIRAZ), panel, f"set::{data}")
        assert answer["text"] == talk.text_plain("refusal-stale-button"), data
    assert (await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::game:this"))["text"] == talk.text_plain(
        "refusal-no-game"
    )
    assert await stored_default(talk) == "scrabble-tr clock=25min"
    mine = await own.say_and_wait(KIRAZ, "/ayarlar")
    for data in ("game", "game:klepka", "terms:scrabble-tr", "terms:scrabble-tr:00", "words:2"):
        answer = await own.forge_tap(own.user_json(KIRAZ), mine, f"set::{data}")
        assert answer["text"] == own.text_plain("refusal-stale-button"), data


async def test_it_is_opened_only_where_and_by_whom_tables_are(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await panel_with_scrabble(talk)
    await harness.store.save_setting(talk.chat_id, "openers", "admins")
    assert (await talk.say_and_wait(LIMON, "/yeni")).html == talk.text_html("refusal-only-admins-open")
    await talk.put_table(game("kelimelik"))
    running = await talk.stored_state()
    await talk.say_and_wait(KIRAZ, "/yeni")
    assert await talk.stored_state() == running


async def test_every_game_and_option_is_kept_by_words_without_blanks() -> None:
    for ruleset in shipped_rulesets().values():
        known = options.available_options(ruleset, ("builtin", "common", "live"))
        assert not any(sign in word for one, option in known.items() for word in (one, *option.values) for sign in " =")
