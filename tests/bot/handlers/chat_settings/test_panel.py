"""The panel of settings, the group's own game, who opens tables where, and languages: who may choose what."""

import pytest

from bot.handlers.settings import SETTINGS_PANEL_SECONDS
from bot.judges import ChatWords
from bot.playground.server_version import NEWEST
from engine.lobby_seats import Lobby
from tests.support.buttons import chosen_settings, marked_buttons, panel_after_update, pick_value
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import button_labels as labels
from tests.support.chat_steps import rows, run_auto_deletes, text_in_own_language
from tests.support.games import after_actions, game, surrender
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import Json, SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANONYMOUS: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group"}


async def test_a_group_chooses_by_sections_of_one_message(harness: BotHarness) -> None:
    talk = await harness.new_group()
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


async def test_the_number_of_tables_is_chosen_in_rows_of_five(harness: BotHarness) -> None:
    talk = await harness.new_group()
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    assert f"{talk.text_plain('settings-name-tables')}: 6" in panel.text.splitlines()
    await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::tables")
    shown = await panel_after_update(talk, panel)
    assert marked_buttons(shown) == ["6"]
    assert [label.removeprefix("✓ ") for label in labels(shown)[:-2]] == [str(number) for number in range(1, 21)]
    assert {len(row) for row in rows(shown)[:-1]} == {5}
    assert marked_buttons(await pick_value(talk, panel, "tables", "20")) == ["20"]
    assert (await chosen_settings(talk))["tables"] == "20"
    refused = await talk.forge_tap(talk.user_json(KIRAZ), panel, "set::tables:21")
    assert refused["text"] == talk.text_plain("refusal-stale-button")
    await pick_value(talk, panel, "tables", "6")
    assert "tables" not in await chosen_settings(talk)


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


async def test_people_choose_for_themselves_in_private(harness: BotHarness) -> None:
    talk = await harness.private_chat(KIRAZ, "uk")
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
    talk = await harness.new_group()
    await harness.forget_user_games(KIRAZ)  # in one where words may not be looked up the list is not shown
    own, letters = ChatWords(harness.redis), "ABCÇDEFGĞHIİ"
    many = sorted(f"K{one}{other}" for one in letters for other in letters)[:120]
    await own.change_words(talk.chat_id, "tr", *many, counts=True)
    await own.change_words(talk.chat_id, "en", "quux", counts=False)
    panel = await talk.say_and_wait(KIRAZ, "/ayarlar")
    read: list[str] = []
    for page in (1, 2, 3):
        await talk.forge_tap(talk.user_json(KIRAZ), panel, f"set::words:{page}")
        now = await panel_after_update(talk, panel)
        assert {"en: +0, −1", "tr: +120, −0"} <= set(now.text.splitlines())
        read += [word for line in now.text.splitlines()[-2:] for word in line.partition("): ")[2].split(", ") if word]
        turns = [one["callback_data"] for one in now.buttons if one["callback_data"].startswith("set::words:")]
        assert turns == [f"set::words:{other}" for other in (page - 1, page + 1) if 1 <= other <= 3]
    assert sorted(read) == sorted([*many, "QUUX"])


async def press_as_admin(talk: ChatSession, panel: SentMessage, data: str) -> SentMessage:
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


async def test_a_table_of_the_groups_game_opens_at_once(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
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
    table = await talk.load_current_lobby()
    assert (table.ruleset.id, table.host) == ("kelimelik", LIMON)


async def test_where_the_game_or_an_option_is_gone_the_list_is_shown_and_a_retired_option_left_out(
    harness: BotHarness,
) -> None:
    talk = await harness.new_group()
    ask = f"{talk.text_plain('settings-name-game')}: {talk.text_plain('value-game-ask')}"
    for gone in ("scrabble-xx", "scrabble-tr clock=3weeks"):
        await harness.store.save_setting(talk.chat_id, "game", gone)
        assert (await talk.say_and_wait(LIMON, "/yeni")).html == talk.text_html("choose-game")
        assert ask in (await talk.say_and_wait(KIRAZ, "/ayarlar")).text.splitlines()
    await harness.store.save_setting(talk.chat_id, "game", "kelimelik preview=on take-back=30")
    await talk.say_and_wait(KIRAZ, "/yeni")
    chosen = (await talk.load_current_lobby()).ruleset.options_in_use
    assert (chosen["take-back"], chosen["preview"]) == ("30", "off")


async def test_its_options_are_chosen_as_those_of_a_lobby_are_and_by_its_buttons_alone(harness: BotHarness) -> None:
    talk, own = await harness.new_group(), await harness.private_chat(KIRAZ)
    panel = await panel_with_scrabble(talk)
    assert await stored_default(talk) == "scrabble-tr clock=25min"
    menu = await press_as_admin(talk, panel, "set::menu")
    game_line = talk.text_plain("settings-name-game")
    assert "25" in next(line for line in menu.text.splitlines() if line.startswith(game_line))
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
    await talk.say_and_wait(LIMON, "/yeni")
    assert (await talk.load_current_lobby()).ruleset.clock == "25min"


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
    await talk.put_table(OVER)
    over = await talk.say_and_wait(KIRAZ, "/tahta")
    for kind in ("again", "more"):
        assert (await talk.press_kind(LIMON, over, kind))["text"] == refusal, "a rematch is a table"


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
    for typed, spoken in (("/language TR", "tr"), ("/dil İngilizce", "en"), ("/dil УКРАЇНСЬКА", "uk")):
        assert (await talk.say_and_wait(KIRAZ, typed)).html == harness.texts.html(spoken, "language-chosen")


@pytest.fixture(autouse=True)
def _newest_server(harness: BotHarness) -> None:
    harness.switch_server_version(NEWEST)


ASKED = ("/tema", "/dil", "/etiket", "/ayarlar")


async def test_who_may_not_choose_is_answered_alone_in_their_language_and_without_a_panel(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    refused = await text_in_own_language(talk, LIMON, "refusal-admins-only")
    for text in ASKED:
        answer = await talk.say_and_wait(LIMON, text)
        assert (answer.html, answer.buttons) == (refused, []), text
        assert answer.is_ephemeral
    asked = {(await talk.say_and_wait(KIRAZ, text)).message_id for text in ASKED}
    await run_auto_deletes(harness, SETTINGS_PANEL_SECONDS - 1)
    assert asked <= talk.chat.messages.keys()
    await run_auto_deletes(harness, 2)
    assert not asked & talk.chat.messages.keys(), "the buttons of who may go after a while"


async def test_in_private_anybody_chooses(harness: BotHarness) -> None:
    private = await harness.private_chat(LIMON)
    for text in ASKED:
        assert (await private.say_and_wait(LIMON, text)).buttons
    assert (await private.say_and_wait(LIMON, "/dil en")).html == harness.texts.html("en", "language-chosen")
    assert (await private.say_and_wait(LIMON, "/raf")).html == harness.texts.html("en", "no-racks")
