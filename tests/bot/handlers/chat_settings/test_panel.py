"""The panel of settings: of a group for its administrators at every tap, in private for oneself."""

import pytest

from bot.announce import turn_reminders
from bot.judges import ChatWords
from bot.playground.bot_api.faults import Fault
from bot.store import keys
from bot.tables.loaded_table import table_name
from engine.lobby_seats import Lobby
from tests.support.button_tables import same_position_elsewhere, same_position_later
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import press_own_board_in_turn, rows
from tests.support.games import after_actions, game, surrender
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import Json, SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 24 * 60 * 60
ANONYMOUS: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
SLOW = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"], options={"clock": "none"})
OVER = after_actions(LAID, surrender(LAID))


async def panel_after_update(talk: ChatSession, panel: SentMessage) -> SentMessage:
    """The panel as it is once all is done."""
    return await talk.wait_edited(panel, "editMessageText", newest=True)


async def chosen_settings(talk: ChatSession) -> dict[str, str]:
    return await talk.harness.store.load_settings(talk.chat_id)


async def pick_value(talk: ChatSession, panel: SentMessage, name: str, value: str, person: int = KIRAZ) -> SentMessage:
    """Open a section, choose a value; the section then."""
    await talk.forge_tap(talk.user_json(person), panel, "set::menu")
    await talk.press_data(person, panel, f"set::{name}")
    assert talk.text_plain("button-settings-back") in labels(await panel_after_update(talk, panel))
    await talk.press_data(person, panel, f"set::{name}:{value}")
    return await panel_after_update(talk, panel)


def labels(sent: SentMessage) -> list[str]:
    return [button["text"] for button in sent.buttons]


def marked_buttons(sent: SentMessage) -> list[str]:
    """The buttons with the mark of what holds."""
    return [label.removeprefix("✓ ") for label in labels(sent) if label.startswith("✓ ")]


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
    await talk.press_data(KIRAZ, panel, "set::topics")
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
    await talk.press_data(KIRAZ, panel, "set::topics")
    await talk.press_data(KIRAZ, panel, "set::topics:here")
    await talk.start_watching()
    world.write_as_person(LIMON, talk.chat_id, "/yeni kelimelik", thread=aside)
    assert (await talk.wait_messages())[0].html == talk.text_html("refusal-not-in-this-topic")
    assert (await talk.say_and_wait(LIMON, "/yeni kelimelik")).is_photo


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


async def test_whose_turn_it_is_is_told_in_private_to_those_who_chose_so(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_reminders, "_DELAY_SECONDS", 0.0)
    own, other = await harness.private_chat(LIMON), await harness.private_chat(KIRAZ)
    talk = await harness.new_group()
    await harness.store.save_setting(LIMON, "turn", "on")
    await talk.put_table(LAID)
    await own.start_watching()
    await other.start_watching()
    board = await talk.say_and_wait(KIRAZ, "/oyna F8 yatay KALEMLİK")
    (call,) = await own.wait_messages()
    assert call.html == own.text_html("turn-call", group="Masa", game="Kelimelik")
    assert call.links == [f"https://t.me/c/{str(talk.chat_id)[4:]}/{board.message_id}"]
    await talk.say_and_wait(LIMON, "/pas")
    await harness.store.save_setting(LIMON, "turn", None)
    await talk.say_and_wait(KIRAZ, "/pas")
    await own.check_silence(LIMON)
    await other.check_silence(KIRAZ)


async def test_a_game_with_a_clock_calls_nobody_in_private(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_reminders, "_DELAY_SECONDS", 0.0)
    own, hurried = await harness.private_chat(LIMON), await harness.new_group(title="Saatli")
    slow = await harness.new_group(title="Saatsiz")
    await harness.store.save_setting(LIMON, "turn", "on")
    # Tables of their own: whose turn it was at others has been told.
    await hurried.put_table(
        same_position_elsewhere(game("scrabble-tr", options={"clock": "2min"}, racks=["LİKRSĞZ", "AAEEKKL"]))
    )
    await slow.put_table(same_position_elsewhere(same_position_later(LAID)))
    await own.start_watching()
    await hurried.say_and_wait(KIRAZ, "/pas")
    await slow.say_and_wait(KIRAZ, "/pas")
    assert "Saatsiz" in (await own.wait_messages())[0].text, "that comes first, as the other has none"
    await harness.store.save_setting(LIMON, "turn", None)


async def test_whoever_is_waited_for_long_is_reminded_in_private_if_they_chose_so(harness: BotHarness) -> None:
    await harness.clear_tables()
    own, talk = await harness.private_chat(KIRAZ), await harness.new_group()
    other = await harness.new_group(title="Öbürü")
    await talk.put_table(same_position_elsewhere(SLOW, "a" * 64))
    await other.put_table(same_position_elsewhere(SLOW, "b" * 64))
    await harness.store.save_setting(KIRAZ, "nudge", "on")
    await own.start_watching()
    await harness.advance_time(DAY)
    (nudge,) = await talk.wait_messages()
    calls, titled = await own.wait_messages(2), SLOW.ruleset.title["tr"]
    expected = {own.text_html("nudge-call", group=title, game=titled) for title in ("Masa", "Öbürü")}
    assert {call.html for call in calls} == expected, "each group that waits is named"
    here = next(call for call in calls if "Masa" in call.html)
    assert here.links == [f"https://t.me/c/{str(talk.chat_id)[4:]}/{nudge.message_id}"]
    await harness.store.save_setting(KIRAZ, "nudge", None)


async def test_nobody_is_reminded_in_private_unasked(harness: BotHarness) -> None:
    own, talk = await harness.private_chat(KIRAZ), await harness.new_group()
    await talk.put_table(same_position_elsewhere(SLOW))
    await own.start_watching()
    await harness.advance_time(DAY)
    assert (await talk.wait_messages())[0].text
    await own.check_silence(KIRAZ)


async def test_a_rack_lies_by_the_alphabet_where_its_player_chose_so(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(LAID)
    await harness.redis.delete(keys.rack_order(KIRAZ, table_name(LAID)))
    await harness.store.save_setting(KIRAZ, "order", "letters")
    board = await press_own_board_in_turn(
        private, await private.say_and_wait(KIRAZ, "/raf"), private.text_plain("own-board-exchange")
    )
    rack = [label[0] for label in labels(board)][: len(LAID.players[0].rack)]
    assert rack == ["E", "İ", "İ", "L", "R", "S", "▢"]
    await harness.store.save_setting(KIRAZ, "order", None)
    board = await press_own_board_in_turn(
        private, await private.say_and_wait(KIRAZ, "/raf"), private.text_plain("own-board-exchange")
    )
    assert [label[0] for label in labels(board)][: len(rack)] == ["L", "E", "R", "İ", "S", "İ", "▢"]
