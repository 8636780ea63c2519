"""The theme of a chat's pictures: who may choose it, by which names, and what it is used for."""

import pytest

from bot.families.crossword.example import sample
from bot.families.crossword.sketches import own
from bot.handlers.themes import named
from bot.pictures.sketches import Look
from bot.typed.commands import command_name
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.games import crosswords
from engine.crossword.view import GameView
from render import Painter
from render.theme import THEMES
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.drawings import paint, sketch
from tests.support.games import game
from tests.support.klepka_chats import dealt, picture
from tests.support.languages import LANGUAGES

in_a_house = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
CARDS = dealt("ЩюФоЖоФЩ", "КіТ", "ВоДа")
ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
CALLED = {
    "light": ("açık", "AÇIK", "acik", "light", "Світла"),
    "dark": ("koyu", "KOYU", "dark", "темна"),
    "contrast": ("karşıtlık", "KARŞITLIK", "contrast", "контрастна"),
    "wood": ("ahşap", "Ahsap", "wood", "дерев’яна", "дерев'яна", "деревʼяна"),
}


def shows(talk: Talk, sent: Sent, table: door.Table, theme: str, viewer: int | None = None) -> bool:
    """Whether a message shows this table in this theme, byte for byte."""
    view = door.view(table, viewer)
    if viewer is not None:
        assert isinstance(view, GameView)
        speaker = Speaker(talk.house.texts, talk.language, table.ruleset.title, table.ruleset.lexicon)
        mine = own(view, speaker, Look(talk.language, theme))
        return picture(talk.house, sent.message) == paint(Painter(theme), mine)
    drawn = sketch(
        talk.house.texts, view, table.ruleset.title, Look(talk.language, theme), lexicon=table.ruleset.lexicon
    )
    return picture(talk.house, sent.message) == paint(Painter(theme), drawn)


@pytest.mark.parametrize(("name", "theme"), [(name, theme) for theme, names in CALLED.items() for name in names])
def test_a_theme_has_a_name_in_every_language(name: str, theme: str) -> None:
    assert named(name) == theme


@pytest.mark.parametrize("name", ["", "mor", "light dark", "__class__"])
def test_no_other_name_is_taken_for_a_theme(name: str) -> None:
    assert named(name) is None


@in_a_house
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("table", [LAID, CARDS], ids=["board", "cards"])
async def test_the_answer_shows_the_table_as_it_looks_from_now_on(house: House, theme: str, table: door.Table) -> None:
    talk = await house.group()
    await talk.deal(table)
    answer = await talk.ask(KIRAZ, f"/tema {theme}")
    chosen = talk.html("theme-chosen", theme=talk.plain(f"value-theme-{theme}"))
    assert shows(talk, answer, table, theme)
    assert answer.html == f"{chosen}\n{(await talk.ask(KIRAZ, '/tahta')).html}", "all that the picture tells"
    assert (await house.store.settings(talk.scope))["theme"] == theme


@in_a_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_no_table_is_the_answer_shows_a_board_with_a_word(house: House, language: str) -> None:
    talk = await house.group(language)
    answer = await talk.ask(KIRAZ, f"/{command_name('theme', language)} wood")
    rules = next(one for one in crosswords().values() if one.language == language)
    view = sample(rules, "Kiraz", talk.plain("sample-word"))
    drawn = sketch(house.texts, view, rules.title, Look(language, "wood"))
    assert picture(house, answer.message) == paint(Painter("wood"), drawn)
    assert sum(map(bool, view.cells)) == 5
    assert view.last is not None
    assert view.seats[0].score == view.last.score > 0


@in_a_house
async def test_everything_a_group_is_sent_has_its_theme(house: House) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, "/tema koyu")
    opened = await talk.ask(KIRAZ, "/yeni kelimelik")
    assert shows(talk, opened, await talk.table(), "dark")
    await talk.deal(LAID)
    told = await talk.ask(KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert shows(talk, told, await talk.table(), "dark")
    await talk.deal(CARDS)
    turned = await talk.ask(KIRAZ, "/ac 1 3")
    assert shows(talk, turned, await talk.table(), "dark")
    other = await house.group()
    await other.deal(LAID)
    assert shows(other, await other.ask(KIRAZ, "/tahta"), LAID, "light")


@in_a_house
async def test_racks_in_private_follow_their_group_until_their_owner_chooses(house: House) -> None:
    talk, private = await house.group(), await house.private(KIRAZ)
    await talk.deal(LAID)
    await talk.ask(KIRAZ, "/tema ahşap")
    assert shows(private, await private.ask(KIRAZ, "/raf"), LAID, "wood", KIRAZ)
    assert shows(private, await private.ask(KIRAZ, "/tahta"), LAID, "wood")
    await private.ask(KIRAZ, "/tema karşıtlık")
    assert shows(private, await private.ask(KIRAZ, "/raf"), LAID, "contrast", KIRAZ)
    assert shows(private, await private.ask(KIRAZ, "/tahta"), LAID, "contrast")
    await house.store.set_setting(private.scope, "theme", None)
    assert shows(talk, await talk.ask(LIMON, "/tahta"), LAID, "wood")


@in_a_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_a_name_every_theme_has_a_button(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(LAID)
    asked = await talk.ask(KIRAZ, f"/{command_name('theme', language)}")
    assert asked.html == talk.html("choose-theme")
    assert [button["text"] for button in asked.buttons] == [talk.plain(f"value-theme-{theme}") for theme in THEMES]
    assert (await talk.press(KIRAZ, asked, "theme::contrast"))["text"] == ""
    assert shows(talk, (await talk.sent())[0], LAID, "contrast")


@in_a_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_only_administrators_choose_for_a_group(house: House, language: str) -> None:
    talk = await house.group(language)
    asked = f"/{command_name('theme', language)}"
    refused = await talk.ask(NANE, asked)
    assert (refused.html, refused.buttons) == (talk.html("refusal-admins-only"), [])
    shown = await talk.ask(KIRAZ, asked)
    assert (await talk.press(NANE, shown, "theme::dark"))["text"] == talk.plain("refusal-admins-only")
    assert (await talk.ask(NANE, "/theme dark")).html == talk.html("refusal-admins-only")
    assert "theme" not in await house.store.settings(talk.scope)
    await talk.say_as(ANONYMOUS, "/theme dark")
    assert (await talk.sent())[0].photo, "who speaks as the group administers it"


@in_a_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_theme_that_does_not_exist_is_refused_with_those_that_do(house: House, language: str) -> None:
    talk = await house.group(language)
    answer = await talk.ask(KIRAZ, "/theme <b>mor")
    assert answer.html == talk.html("refusal-unknown-theme", typed="<b>mor")
    offered = answer.text.rsplit(": ", 1)[1].split(", ")
    assert {named(name) for name in offered} == set(THEMES)
    stale = await talk.forge(talk.user(KIRAZ), answer, "theme::mauve")
    assert stale["text"] == talk.plain("refusal-stale-button")
    assert "theme" not in await house.store.settings(talk.scope)
