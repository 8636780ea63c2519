"""The panel of settings: of a group for its administrators at every tap, in private for oneself."""

import pytest

from bot.judges import ChatWords
from bot.playground.bot_api.faults import Fault
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness
from tests.support.chat_steps import button_labels as labels
from tests.support.chat_steps import rows
from tests.support.games import game
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import Json
from tests.support.settings_panels import chosen_settings, marked_buttons, panel_after_update, pick_value

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANONYMOUS: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_group_chooses_by_sections_of_one_message(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    assert panel.html.startswith(talk.text_html("settings-head-group"))
    assert talk.text_plain("settings-name-topics") not in labels(panel), "there are none"
    for name, value in (("theme", "dark"), ("labels", "game"), ("boards", "one"), ("openers", "admins")):
        now = await pick_value(talk, panel, name, value)
        assert marked_buttons(now) == [talk.text_plain(f"value-{name}-{value}")]
        assert (await chosen_settings(talk))[name] == value
        await talk.press_data(KIRAZ, panel, "set::menu")
        line = f"{talk.text_plain(f'settings-name-{name}')}: {talk.text_plain(f'value-{name}-{value}')}"
        assert line in (await panel_after_update(talk, panel)).text.splitlines()
    await pick_value(talk, panel, "openers", "all")
    assert "openers" not in await chosen_settings(talk), "what holds anyway is not kept"


@pytest.mark.parametrize(("name", "most", "default"), [("tables", 20, 6), ("seats", 10, 3)])
async def test_numbers_of_tables_and_seats_are_chosen_in_rows_of_five(
    harness: BotHarness, name: str, most: int, default: int
) -> None:
    talk = await harness.new_group()
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    assert f"{talk.text_plain(f'settings-name-{name}')}: {default}" in panel.text.splitlines()
    await talk.press_data(KIRAZ, panel, f"set::{name}")
    shown = await panel_after_update(talk, panel)
    assert marked_buttons(shown) == [str(default)]
    assert [label.removeprefix("✓ ") for label in labels(shown)[:-2]] == [str(number) for number in range(1, most + 1)]
    assert {len(row) for row in rows(shown)[:-1]} == {5}
    assert marked_buttons(await pick_value(talk, panel, name, str(most))) == [str(most)]
    assert (await chosen_settings(talk))[name] == str(most)
    refused = await talk.forge_tap(talk.user_json(KIRAZ), panel, f"set::{name}:{most + 1}")
    assert refused["text"] == talk.text_plain("refusal-stale-button")
    await pick_value(talk, panel, name, str(default))
    assert name not in await chosen_settings(talk)


async def test_the_panel_speaks_the_language_that_is_chosen_in_it(harness: BotHarness) -> None:
    talk = await harness.new_group()
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    now = await pick_value(talk, panel, "language", "uk")
    assert harness.texts.plain("uk", "button-settings-back") in labels(now)
    assert marked_buttons(now) == ["Українська"]


async def test_every_tap_asks_anew_who_may(harness: BotHarness) -> None:
    talk, other = await harness.new_group(), await harness.new_group(people=(NANE, LIMON))
    assert (await talk.say_and_wait(LIMON, "/ayarlar")).html == talk.text_html("refusal-admins-only")
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    await talk.press_data(KIRAZ, panel, "set::boards")
    await talk.press_data(KIRAZ, panel, "set::boards:last")
    refused = {"text": talk.text_plain("refusal-admins-only"), "show_alert": True, "url": ""}
    assert (await other.say_and_wait(NANE, "/ayarlar")).html.startswith(talk.text_html("settings-head-group"))
    for user in (talk.user_json(LIMON), FIFTH_USER, talk.user_json(NANE), ANONYMOUS):
        for data in ("set::boards:pin", "set::menu", "set::words", "set::done", "set::topics:here"):
            assert await talk.forge_tap(user, panel, data) == refused
    board = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    for data in ("set::menu", "set::done", "set::boards:one"):
        assert (await talk.forge_tap(talk.user_json(KIRAZ), board, data))["text"] == talk.text_plain(
            "refusal-stale-button"
        )
    for data in ("set::boards:all", "set::turn:on", "set::turn", "set::language:xx", "set::topics:there"):
        assert (await talk.forge_tap(talk.user_json(KIRAZ), panel, data))["text"] == talk.text_plain(
            "refusal-stale-button"
        )
    assert await chosen_settings(talk) == {"language": "tr", "boards": "last"}


async def test_a_former_administrator_is_refused(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """That this is so after a minute, :mod:`tests.bot.telegram.test_group_members` holds."""
    monkeypatch.setattr("bot.telegram.groups.MEMBER_CACHE_SECONDS", 0.0)
    talk = await harness.new_group()
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    talk.chat.people = (LIMON, *(one for one in talk.chat.people if one != LIMON))
    answer = await talk.press_data(KIRAZ, panel, "set::boards")
    assert answer["text"] == talk.text_plain("refusal-admins-only")
    await talk.press_data(LIMON, panel, "set::boards")
    assert marked_buttons(await panel_after_update(talk, panel)) == [talk.text_plain("value-boards-each")]


async def test_whoever_hides_behind_the_group_may_open_the_panel(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_as_user(ANONYMOUS, "/ayarlar")
    assert (await talk.wait_messages())[0].html.startswith(talk.text_html("settings-head-group"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_people_choose_for_themselves_in_private(harness: BotHarness, language: str) -> None:
    talk = await harness.private_chat(KIRAZ, language)
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    assert panel.html.startswith(talk.text_html("settings-head-private"))
    for name, value, back in (
        ("theme", "wood", "group"),
        ("labels", "chat", "group"),
        ("turn", "on", "off"),
        ("nudge", "on", "off"),
        ("order", "letters", "drawn"),
        ("reading", "gcg", "ask"),
        ("reviews", "on", "off"),
    ):
        assert marked_buttons(await pick_value(talk, panel, name, value)) == [talk.text_plain(f"value-{name}-{value}")]
        assert (await chosen_settings(talk))[name] == value
        await pick_value(talk, panel, name, back)
        assert name not in await chosen_settings(talk)
    for data in ("set::boards:one", "set::openers:admins", "set::topics:here", "set::words"):
        assert (await talk.forge_tap(talk.user_json(KIRAZ), panel, data))["text"] == talk.text_plain(
            "refusal-stale-button"
        )
    await pick_value(talk, panel, "language", "telegram")
    assert "language" not in await chosen_settings(talk)


async def test_the_groups_own_words_are_told_but_not_while_words_are_no_ones_business(harness: BotHarness) -> None:
    talk = await harness.new_group(people=(NANE, KIRAZ, LIMON))
    own = ChatWords(harness.redis)
    await own.change_words(talk.chat_id, "tr", "zırtlan", counts=True)
    await own.change_words(talk.chat_id, "tr", "kalem", counts=False)
    panel = await talk.say_and_wait(NANE, "/ayarlar")
    await talk.press_data(NANE, panel, "set::words")
    told = (await panel_after_update(talk, panel)).text
    assert "+ (tr): ZIRTLAN" in told
    assert "− (tr): KALEM" in told
    await talk.put_table(game("tournament-tr", racks=["LERİSİ?", "AAEEKKL"]))
    await talk.press_data(NANE, panel, "set::menu")
    await talk.press_data(NANE, panel, "set::words")
    told = (await panel_after_update(talk, panel)).text
    assert "ZIRTLAN" not in told
    assert talk.text_plain("settings-words-closed") in told


async def test_many_words_of_the_group_are_told_by_pages_and_counted(harness: BotHarness) -> None:
    await harness.forget_user_games(KIRAZ)
    talk = await harness.new_group()
    await harness.forget_user_games(KIRAZ)  # in one where words may not be looked up the list is not shown
    own, letters = ChatWords(harness.redis), "ABCÇDEFGĞHIİ"
    many = sorted(f"K{one}{other}" for one in letters for other in letters)[:120]
    await own.change_words(talk.chat_id, "tr", *many, counts=True)
    await own.change_words(talk.chat_id, "en", "quux", counts=False)
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    read: list[str] = []
    await talk.press_data(KIRAZ, panel, "set::words")
    for page in (1, 2, 3):
        now = await panel_after_update(talk, panel)
        assert {"en: +0, −1", "tr: +120, −0"} <= set(now.text.splitlines())
        read += [word for line in now.text.splitlines()[-2:] for word in line.partition("): ")[2].split(", ") if word]
        turns = [one["callback_data"] for one in now.buttons if one["callback_data"].startswith("set::words:")]
        assert turns == [f"set::words:{other}" for other in (page - 1, page + 1) if 1 <= other <= 3]
        if page < 3:
            await talk.press_data(KIRAZ, panel, f"set::words:{page + 1}")
    assert sorted(read) == sorted([*many, "QUUX"])
    await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::words:0")
    assert "QUUX" in (await panel_after_update(talk, panel)).text, "the first page"
    await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::words:99999999")
    assert read[-1] in (await panel_after_update(talk, panel)).text, "the last one"


async def test_a_panel_that_telegram_does_not_change_keeps_what_was_chosen(harness: BotHarness) -> None:
    talk = await harness.new_group()
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    harness.playground.faults.add_fault(
        Fault(kind="error", status=400, description="Bad Request: no", method="editMessageText", chat_id=talk.chat_id)
    )
    await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::theme:wood")
    await harness.wait_until_idle()
    assert (await chosen_settings(talk))["theme"] == "wood"
