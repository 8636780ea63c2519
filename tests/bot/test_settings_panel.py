"""The panel of settings: of a group for its administrators at every tap, in private for oneself."""

import pytest

from bot.announce import turncalls
from bot.judges import ChatWords
from bot.playground.faults import Fault
from bot.store import keys
from bot.tables.held import table_name
from engine.seats import Lobby
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, House, Json, Sent, Talk
from tests.support.games import after, game, surrender
from tests.support.languages import LANGUAGES
from tests.support.ownboards import steps
from tests.support.presses import another, later

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 24 * 60 * 60
ANONYMOUS: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
SLOW = game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL"], options={"clock": "none"})
OVER = after(LAID, surrender(LAID))


async def shown(talk: Talk, panel: Sent) -> Sent:
    """The panel as it is once all is done."""
    return await talk.changed(panel, "editMessageText", newest=True)


async def chosen(talk: Talk) -> dict[str, str]:
    return await talk.house.store.settings(talk.id)


async def pick(talk: Talk, panel: Sent, name: str, value: str, person: int = KIRAZ) -> Sent:
    """Open a section, choose a value; the section then."""
    await talk.forge(talk.user(person), panel, "set::menu")
    await talk.press(person, panel, f"set::{name}")
    assert talk.plain("button-settings-back") in labels(await shown(talk, panel))
    await talk.press(person, panel, f"set::{name}:{value}")
    return await shown(talk, panel)


def labels(sent: Sent) -> list[str]:
    return [button["text"] for button in sent.buttons]


def marked(sent: Sent) -> list[str]:
    """The buttons with the mark of what holds."""
    return [label.removeprefix("✓ ") for label in labels(sent) if label.startswith("✓ ")]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_group_chooses_by_sections_of_one_message(house: House, language: str) -> None:
    talk = await house.group(language)
    panel = await talk.ask(KIRAZ, "/settings")
    assert panel.html.startswith(talk.html("settings-head-group"))
    assert talk.plain("settings-name-topics") not in labels(panel), "there are none"
    for name, value in (("theme", "dark"), ("labels", "game"), ("boards", "one"), ("openers", "admins")):
        now = await pick(talk, panel, name, value)
        assert marked(now) == [talk.plain(f"value-{name}-{value}")]
        assert (await chosen(talk))[name] == value
        await talk.press(KIRAZ, panel, "set::menu")
        line = f"{talk.plain(f'settings-name-{name}')}: {talk.plain(f'value-{name}-{value}')}"
        assert line in (await shown(talk, panel)).text.splitlines()
    await pick(talk, panel, "openers", "all")
    assert "openers" not in await chosen(talk), "what holds anyway is not kept"


async def test_the_panel_speaks_the_language_that_is_chosen_in_it(house: House) -> None:
    talk = await house.group()
    panel = await talk.ask(KIRAZ, "/ayarlar")
    now = await pick(talk, panel, "language", "uk")
    assert house.texts.plain("uk", "button-settings-back") in labels(now)
    assert marked(now) == ["Українська"]


async def test_every_tap_asks_anew_who_may(house: House) -> None:
    talk, other = await house.group(), await house.group(people=(NANE, LIMON))
    assert (await talk.ask(LIMON, "/ayarlar")).html == talk.html("refusal-admins-only")
    panel = await talk.ask(KIRAZ, "/ayarlar")
    await talk.press(KIRAZ, panel, "set::boards")
    await talk.press(KIRAZ, panel, "set::boards:last")
    refused = {"text": talk.plain("refusal-admins-only"), "show_alert": True, "url": ""}
    assert (await other.ask(NANE, "/ayarlar")).html.startswith(talk.html("settings-head-group"))
    for user in (talk.user(LIMON), FIFTH, talk.user(NANE), ANONYMOUS):
        for data in ("set::boards:pin", "set::menu", "set::words", "set::done", "set::topics:here"):
            assert await talk.forge(user, panel, data) == refused
    board = await talk.ask(KIRAZ, "/yeni kelimelik")
    for data in ("set::menu", "set::done", "set::boards:one"):
        assert (await talk.forge(talk.user(KIRAZ), board, data))["text"] == talk.plain("refusal-stale-button")
    for data in ("set::boards:all", "set::turn:on", "set::turn", "set::language:xx", "set::topics:there"):
        assert (await talk.forge(talk.user(KIRAZ), panel, data))["text"] == talk.plain("refusal-stale-button")
    assert await chosen(talk) == {"language": "tr", "boards": "last"}


async def test_a_former_administrator_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """That this is so after a minute, :mod:`tests.bot.test_members` holds."""
    monkeypatch.setattr("bot.telegram.members.KNOWN_SECONDS", 0.0)
    talk = await house.group()
    panel = await talk.ask(KIRAZ, "/ayarlar")
    talk.chat.people = (LIMON, *(one for one in talk.chat.people if one != LIMON))
    answer = await talk.press(KIRAZ, panel, "set::boards")
    assert answer["text"] == talk.plain("refusal-admins-only")
    await talk.press(LIMON, panel, "set::boards")
    assert marked(await shown(talk, panel)) == [talk.plain("value-boards-each")]


async def test_whoever_hides_behind_the_group_may_open_the_panel(house: House) -> None:
    talk = await house.group()
    await talk.say_as(ANONYMOUS, "/ayarlar")
    assert (await talk.sent())[0].html.startswith(talk.html("settings-head-group"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_people_choose_for_themselves_in_private(house: House, language: str) -> None:
    talk = await house.private(KIRAZ, language)
    panel = await talk.ask(KIRAZ, "/settings")
    assert panel.html.startswith(talk.html("settings-head-private"))
    for name, value, back in (
        ("theme", "wood", "group"),
        ("labels", "chat", "group"),
        ("turn", "on", "off"),
        ("nudge", "on", "off"),
        ("order", "letters", "drawn"),
        ("reading", "gcg", "ask"),
    ):
        assert marked(await pick(talk, panel, name, value)) == [talk.plain(f"value-{name}-{value}")]
        assert (await chosen(talk))[name] == value
        await pick(talk, panel, name, back)
        assert name not in await chosen(talk)
    for data in ("set::boards:one", "set::openers:admins", "set::topics:here", "set::words"):
        assert (await talk.forge(talk.user(KIRAZ), panel, data))["text"] == talk.plain("refusal-stale-button")
    await pick(talk, panel, "language", "telegram")
    assert "language" not in await chosen(talk)


async def test_only_administrators_open_tables_where_that_is_chosen(house: House) -> None:
    talk = await house.group()
    choices = await talk.ask(LIMON, "/yeni")
    await pick(talk, await talk.ask(KIRAZ, "/ayarlar"), "openers", "admins")
    for text in ("/yeni", "/yeni kelimelik"):
        assert (await talk.ask(LIMON, text)).html == talk.html("refusal-only-admins-open")
    refusal = talk.plain("refusal-only-admins-open")
    assert (await talk.press(LIMON, choices, f"choose::{LIMON}:kelimelik"))["text"] == refusal
    await talk.ask(KIRAZ, "/yeni kelimelik")
    assert isinstance(await talk.table(), Lobby)
    assert not (await talk.ask(LIMON, "/katil")).html.startswith(refusal)


async def test_a_rematch_is_opened_by_those_who_open_tables(house: House) -> None:
    talk = await house.group()
    await pick(talk, await talk.ask(KIRAZ, "/ayarlar"), "openers", "admins")
    await talk.deal(OVER)
    over = await talk.ask(KIRAZ, "/tahta")
    for kind in ("again", "more"):
        assert (await talk.tap(LIMON, over, kind))["text"] == talk.plain("refusal-only-admins-open")


async def test_tables_are_opened_in_the_topics_that_are_listed(house: House) -> None:
    talk = await house.group()
    world = house.playground.world
    world.set_forum(talk.chat, on=True)
    games, talks = (world.add_topic(KIRAZ, talk.chat, name) for name in ("Oyun", "Sohbet"))
    await talk.mark()
    world.say(KIRAZ, talk.id, "/ayarlar", thread=games)
    (panel,) = await talk.sent()
    await talk.press(KIRAZ, panel, "set::topics")
    assert marked(await shown(talk, panel)) == [talk.plain("value-topics-all")]
    await talk.press(KIRAZ, panel, "set::topics:here")
    assert marked(await shown(talk, panel)) == [talk.plain("value-topics-here")]
    assert (await chosen(talk))["topics"] == str(games)
    for thread in (talks, None):
        await talk.mark()
        world.say(LIMON, talk.id, "/yeni kelimelik", thread=thread)
        assert (await talk.sent())[0].html == talk.html("refusal-not-in-this-topic")
    world.say(LIMON, talk.id, "/yeni kelimelik", thread=games)
    assert (await talk.sent())[0].photo
    await talk.press(KIRAZ, panel, "set::topics:here")
    assert "topics" not in await chosen(talk)


async def test_tables_may_be_opened_in_the_general_topic_alone(house: House) -> None:
    talk = await house.group()
    world = house.playground.world
    world.set_forum(talk.chat, on=True)
    aside = world.add_topic(KIRAZ, talk.chat, "Sohbet")
    panel = await talk.ask(KIRAZ, "/ayarlar")
    await talk.press(KIRAZ, panel, "set::topics")
    await talk.press(KIRAZ, panel, "set::topics:here")
    await talk.mark()
    world.say(LIMON, talk.id, "/yeni kelimelik", thread=aside)
    assert (await talk.sent())[0].html == talk.html("refusal-not-in-this-topic")
    assert (await talk.ask(LIMON, "/yeni kelimelik")).photo


async def test_the_groups_own_words_are_told_but_not_while_words_are_no_ones_business(house: House) -> None:
    talk = await house.group(people=(NANE, KIRAZ, LIMON))
    own = ChatWords(house.redis)
    await own.change(talk.id, "tr", "zırtlan", counts=True)
    await own.change(talk.id, "tr", "kalem", counts=False)
    panel = await talk.ask(NANE, "/ayarlar")
    await talk.press(NANE, panel, "set::words")
    told = (await shown(talk, panel)).text
    assert "+ (tr): ZIRTLAN" in told
    assert "− (tr): KALEM" in told
    await talk.deal(game("tournament-tr", racks=["LERİSİ?", "AAEEKKL"]))
    await talk.press(NANE, panel, "set::menu")
    await talk.press(NANE, panel, "set::words")
    told = (await shown(talk, panel)).text
    assert "ZIRTLAN" not in told
    assert talk.plain("settings-words-closed") in told


async def test_many_words_of_the_group_are_told_by_pages_and_counted(house: House) -> None:
    await house.forget_games(KIRAZ)
    talk = await house.group()
    await house.forget_games(KIRAZ)  # in one where words may not be looked up the list is not shown
    own, letters = ChatWords(house.redis), "ABCÇDEFGĞHIİ"
    many = sorted(f"K{one}{other}" for one in letters for other in letters)[:120]
    await own.change(talk.id, "tr", *many, counts=True)
    await own.change(talk.id, "en", "quux", counts=False)
    panel = await talk.ask(KIRAZ, "/ayarlar")
    read: list[str] = []
    await talk.press(KIRAZ, panel, "set::words")
    for page in (1, 2, 3):
        now = await shown(talk, panel)
        assert {"en: +0, −1", "tr: +120, −0"} <= set(now.text.splitlines())
        read += [word for line in now.text.splitlines()[-2:] for word in line.partition("): ")[2].split(", ") if word]
        turns = [one["callback_data"] for one in now.buttons if one["callback_data"].startswith("set::words:")]
        assert turns == [f"set::words:{other}" for other in (page - 1, page + 1) if 1 <= other <= 3]
        if page < 3:
            await talk.press(KIRAZ, panel, f"set::words:{page + 1}")
    assert sorted(read) == sorted([*many, "QUUX"])
    await talk.forge(talk.user(KIRAZ), panel, "set::words:0")
    assert "QUUX" in (await shown(talk, panel)).text, "the first page"
    await talk.forge(talk.user(KIRAZ), panel, "set::words:99999999")
    assert read[-1] in (await shown(talk, panel)).text, "the last one"


async def test_a_panel_that_telegram_does_not_change_keeps_what_was_chosen(house: House) -> None:
    talk = await house.group()
    panel = await talk.ask(KIRAZ, "/ayarlar")
    house.playground.faults.add(
        Fault(kind="error", status=400, description="Bad Request: no", method="editMessageText", chat_id=talk.id)
    )
    await talk.forge(talk.user(KIRAZ), panel, "set::theme:wood")
    await house.quiet()
    assert (await chosen(talk))["theme"] == "wood"


async def test_whose_turn_it_is_is_told_in_private_to_those_who_chose_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turncalls, "_CALM_SECONDS", 0.0)
    own, other = await house.private(LIMON), await house.private(KIRAZ)
    talk = await house.group()
    await house.store.set_setting(LIMON, "turn", "on")
    await talk.deal(LAID)
    await own.mark()
    await other.mark()
    board = await talk.ask(KIRAZ, "/oyna F8 yatay KALEMLİK")
    (call,) = await own.sent()
    assert call.html == own.html("turn-call", group="Masa", game="Kelimelik")
    assert call.links == [f"https://t.me/c/{str(talk.id)[4:]}/{board.id}"]
    await talk.ask(LIMON, "/pas")
    await house.store.set_setting(LIMON, "turn", None)
    await talk.ask(KIRAZ, "/pas")
    await own.silent(LIMON)
    await other.silent(KIRAZ)


async def test_a_game_with_a_clock_calls_nobody_in_private(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turncalls, "_CALM_SECONDS", 0.0)
    own, hurried = await house.private(LIMON), await house.group(title="Saatli")
    slow = await house.group(title="Saatsiz")
    await house.store.set_setting(LIMON, "turn", "on")
    # Tables of their own: whose turn it was at others has been told.
    await hurried.deal(another(game("scrabble-tr", options={"clock": "2min"}, racks=["LİKRSĞZ", "AAEEKKL"])))
    await slow.deal(another(later(LAID)))
    await own.mark()
    await hurried.ask(KIRAZ, "/pas")
    await slow.ask(KIRAZ, "/pas")
    assert "Saatsiz" in (await own.sent())[0].text, "that comes first, as the other has none"
    await house.store.set_setting(LIMON, "turn", None)


async def test_whoever_is_waited_for_long_is_reminded_in_private_if_they_chose_so(house: House) -> None:
    await house.forget()
    own, talk = await house.private(KIRAZ), await house.group()
    other = await house.group(title="Öbürü")
    await talk.deal(another(SLOW, "a" * 64))
    await other.deal(another(SLOW, "b" * 64))
    await house.store.set_setting(KIRAZ, "nudge", "on")
    await own.mark()
    await house.pass_time(DAY)
    (nudge,) = await talk.sent()
    calls, titled = await own.sent(2), SLOW.ruleset.title["tr"]
    expected = {own.html("nudge-call", group=title, game=titled) for title in ("Masa", "Öbürü")}
    assert {call.html for call in calls} == expected, "each group that waits is named"
    here = next(call for call in calls if "Masa" in call.html)
    assert here.links == [f"https://t.me/c/{str(talk.id)[4:]}/{nudge.id}"]
    await house.store.set_setting(KIRAZ, "nudge", None)


async def test_nobody_is_reminded_in_private_unasked(house: House) -> None:
    own, talk = await house.private(KIRAZ), await house.group()
    await talk.deal(another(SLOW))
    await own.mark()
    await house.pass_time(DAY)
    assert (await talk.sent())[0].text
    await own.silent(KIRAZ)


async def test_a_rack_lies_by_the_alphabet_where_its_player_chose_so(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    await house.redis.delete(keys.arranged(KIRAZ, table_name(LAID)))
    await house.store.set_setting(KIRAZ, "order", "letters")
    board = await steps(private, await private.ask(KIRAZ, "/raf"), private.plain("mine-exchange"))
    rack = [label[0] for label in labels(board)][: len(LAID.players[0].rack)]
    assert rack == ["E", "İ", "İ", "L", "R", "S", "▢"]
    await house.store.set_setting(KIRAZ, "order", None)
    board = await steps(private, await private.ask(KIRAZ, "/raf"), private.plain("mine-exchange"))
    assert [label[0] for label in labels(board)][: len(rack)] == ["L", "E", "R", "İ", "S", "İ", "▢"]
