"""The panel of settings, the group's own game, who opens tables where, and languages: who may choose what."""

import pytest

from bot.handlers.settings import SETTINGS_PANEL_SECONDS
from bot.judges import ChatWords
from bot.playground.dispatch import Fault
from bot.playground.server_version import NEWEST
from bot.user_input import options
from engine.lobby_seats import Lobby
from engine.rulesets import shipped_rulesets
from tests.support.buttons import chosen_settings, marked_buttons, panel_after_update, pick_value
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import button_labels as labels
from tests.support.chat_steps import rows, run_auto_deletes
from tests.support.games import after_actions, game, surrender
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import Json, SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANONYMOUS: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_group_chooses_by_sections_of_one_message(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    panel = await talk.say_and_wait(KIRAZ, "/settings")
    assert panel.html.startswith(talk.text_html("settings-head-group"))
    assert labels(panel)[:3] == [talk.text_plain(f"settings-name-{name}") for name in ("looks", "play", "doors")]
    await talk.press_data(KIRAZ, panel, "set::doors")
    doors = await panel_after_update(talk, panel)
    assert doors.text.splitlines()[0] == talk.text_plain("settings-name-doors")
    assert talk.text_plain("settings-name-topics") not in labels(doors), "there are none"
    assert rows(doors)[-1][0] == talk.text_plain("button-settings-back")
    for name, value in (("theme", "dark"), ("labels", "game"), ("boards", "one"), ("openers", "admins")):
        now = await pick_value(talk, panel, name, value)
        assert marked_buttons(now) == [talk.text_plain(f"value-{name}-{value}")]
        assert (await chosen_settings(talk))[name] == value
        await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::menu")
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
    await talk.forge_tap(talk.user_json(KIRAZ), panel, f"set::{name}")
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
    await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::boards")
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
    answer = await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::boards")
    assert answer["text"] == talk.text_plain("refusal-admins-only")
    await talk.forge_tap(talk.user_json(LIMON), panel, "set::boards")
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
        ("call", "on", "off"),
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
    await talk.forge_tap(talk.user_json(NANE), panel, "set::words")
    told = (await panel_after_update(talk, panel)).text
    assert "+ (tr): ZIRTLAN" in told
    assert "− (tr): KALEM" in told
    await talk.put_table(game("tournament-tr", racks=["LERİSİ?", "AAEEKKL"]))
    await talk.forge_tap(talk.user_json(NANE), panel, "set::menu")
    await talk.forge_tap(talk.user_json(NANE), panel, "set::words")
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
    await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::words")
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


async def press_as_admin(talk: ChatSession, panel: SentMessage, data: str) -> SentMessage:
    """The panel once Kiraz, who administers the group, has pressed a button of it."""
    await talk.forge_tap(talk.user_json(KIRAZ), panel, data)
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
    for label in ("button-more-options", "option-group-time"):
        menu = await press_as_admin(talk, panel, button_data(menu, talk.text_plain(label)))
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


async def test_a_default_game_that_names_a_retired_option_is_kept_without_it(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.chat_id, "game", "kelimelik preview=on take-back=30")
    await talk.say_and_wait(KIRAZ, "/yeni")
    table = await talk.load_current_table()
    assert isinstance(table, Lobby)
    chosen = table.ruleset.options_in_use
    assert (chosen["take-back"], chosen["preview"]) == ("30", "off")


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


LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
OVER = after_actions(LAID, surrender(LAID))


async def test_only_administrators_open_tables_where_that_is_chosen(harness: BotHarness) -> None:
    talk = await harness.new_group()
    choices = await talk.say_and_wait(LIMON, "/yeni")
    await pick_value(talk, await talk.say_and_wait(KIRAZ, "/ayarlar"), "openers", "admins")
    for text in ("/yeni", "/yeni kelimelik"):
        assert (await talk.say_and_wait(LIMON, text)).html == talk.text_html("refusal-only-admins-open")
    refusal = talk.text_plain("refusal-only-admins-open")
    assert (await talk.press_data(LIMON, choices, f"choose::{LIMON}:kelimelik"))["text"] == refusal
    await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    assert isinstance(await talk.load_current_table(), Lobby)
    assert not (await talk.say_and_wait(LIMON, "/katil")).html.startswith(refusal)


async def test_a_rematch_is_opened_by_those_who_open_tables(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await pick_value(talk, await talk.say_and_wait(KIRAZ, "/ayarlar"), "openers", "admins")
    await talk.put_table(OVER)
    over = await talk.say_and_wait(KIRAZ, "/tahta")
    for kind in ("again", "more"):
        assert (await talk.press_kind(LIMON, over, kind))["text"] == talk.text_plain("refusal-only-admins-open")


async def test_tables_are_opened_in_the_topics_that_are_listed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    world = harness.playground.world
    world.set_forum(talk.chat, on=True)
    games, talks = (world.add_topic(KIRAZ, talk.chat, name) for name in ("Oyun", "Sohbet"))
    await talk.start_watching()
    world.write_as_person(KIRAZ, talk.chat_id, "/ayarlar", thread=games)
    (panel,) = await talk.wait_messages()
    await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::topics")
    assert marked_buttons(await panel_after_update(talk, panel)) == [talk.text_plain("value-topics-all")]
    await talk.press_data(KIRAZ, panel, "set::topics:here")
    assert marked_buttons(await panel_after_update(talk, panel)) == [talk.text_plain("value-topics-here")]
    assert (await chosen_settings(talk))["topics"] == str(games)
    for thread in (talks, None):
        await talk.start_watching()
        world.write_as_person(LIMON, talk.chat_id, "/yeni kelimelik", thread=thread)
        assert (await talk.wait_messages())[0].html == talk.text_html("refusal-not-in-this-topic")
    world.write_as_person(LIMON, talk.chat_id, "/yeni kelimelik", thread=games)
    assert (await talk.wait_messages())[0].is_photo
    await talk.press_data(KIRAZ, panel, "set::topics:here")
    assert "topics" not in await chosen_settings(talk)


async def test_tables_may_be_opened_in_the_general_topic_alone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    world = harness.playground.world
    world.set_forum(talk.chat, on=True)
    aside = world.add_topic(KIRAZ, talk.chat, "Sohbet")
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::topics")
    await talk.press_data(KIRAZ, panel, "set::topics:here")
    await talk.start_watching()
    world.write_as_person(LIMON, talk.chat_id, "/yeni kelimelik", thread=aside)
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-not-in-this-topic")
    assert (await talk.say_and_wait(LIMON, "/yeni kelimelik")).is_photo


async def test_a_group_speaks_turkish_until_an_administrator_chooses_otherwise(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "language", None)
    assert (await talk.say_and_wait(LIMON, "/pas")).html == talk.text_html("refusal-no-game")
    question = await talk.say_and_wait(KIRAZ, "/dil")
    assert question.html.startswith("Hangi dilde konuşayım? / Which language should I speak? / Якою")
    assert [button["text"] for button in question.buttons] == [
        harness.texts.plain(one, "language-name") for one in LANGUAGES
    ]
    answer = await talk.press_data(KIRAZ, question, "speak::en")
    assert answer["text"] == ""
    talk.language = "en"
    assert (await talk.wait_messages())[0].html == talk.text_html("language-chosen")
    assert (await talk.say_and_wait(LIMON, "/pass")).html == talk.text_html("refusal-no-game")
    assert (await talk.say_and_wait(KIRAZ, "/language TR")).html == harness.texts.html("tr", "language-chosen")


async def test_anybody_chooses_the_language_of_the_own_private_chat(harness: BotHarness) -> None:
    talk = await harness.private_chat(LIMON)
    assert (await talk.say_and_wait(LIMON, "/dil en")).html == harness.texts.html("en", "language-chosen")
    assert (await talk.say_and_wait(LIMON, "/raf")).html == harness.texts.html("en", "no-racks")


@pytest.mark.parametrize(
    ("typed", "spoken"),
    [
        ("/dil türkçe", "tr"),
        ("/language english", "en"),
        ("/dil İngilizce", "en"),
        ("/language Ukrainian", "uk"),
        ("/dil УКРАЇНСЬКА", "uk"),
    ],
)
async def test_a_language_is_understood_by_its_names_in_all_of_them(
    harness: BotHarness, typed: str, spoken: str
) -> None:
    talk = await harness.new_group()
    assert (await talk.say_and_wait(KIRAZ, typed)).html == harness.texts.html(spoken, "language-chosen")


@pytest.fixture(autouse=True)
def _newest_server(harness: BotHarness) -> None:
    harness.switch_server_version(NEWEST)


ASKED = ("/tema", "/dil", "/etiket", "/ayarlar")


@pytest.mark.parametrize("text", ASKED)
async def test_who_may_not_choose_is_answered_alone_and_without_a_panel(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    answer = await talk.say_and_wait(LIMON, text)
    assert (answer.html, answer.buttons) == (harness.texts.html("en", "refusal-admins-only"), []), (
        "in their own language"
    )
    assert answer.is_ephemeral


async def test_a_command_that_there_is_not_is_answered_alone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"]))
    answer = await talk.say_and_wait(KIRAZ, "/puan")
    assert answer.html == talk.text_html("refusal-mistyped-command", typed="/puan", near="/skor")
    assert answer.is_ephemeral


@pytest.mark.parametrize("text", ASKED)
async def test_the_buttons_of_who_may_go_after_a_while(harness: BotHarness, text: str) -> None:
    talk = await harness.new_group()
    asked = await talk.say_and_wait(KIRAZ, text)
    assert asked.buttons
    await run_auto_deletes(harness, SETTINGS_PANEL_SECONDS - 1)
    assert asked.message_id in talk.chat.messages
    await run_auto_deletes(harness, 2)
    assert asked.message_id not in talk.chat.messages


@pytest.mark.parametrize("text", ASKED)
async def test_in_private_anybody_chooses(harness: BotHarness, text: str) -> None:
    private = await harness.private_chat(LIMON)
    assert (await private.say_and_wait(LIMON, text)).buttons
