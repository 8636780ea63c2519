"""The theme and the labels of a chat's pictures: who may choose them, by which names, and what they are used for."""

import pytest

from bot.families.crossword.sketches import own_board_sketch
from bot.families.crossword.tutorial import board_with_word
from bot.families.registry import sketch_above_keys
from bot.handlers.settings_panel import find_theme
from bot.pictures import LABEL_CHOICES, PictureStyle, premium_labels
from bot.user_input.commands import command_name
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView
from render import Painter
from render.panel import PanelWords
from render.pointer import Extent
from render.rack import RackArrangement
from render.theme import THEMES
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.drawings import paint_png, table_sketch
from tests.support.games import game
from tests.support.klepka_chats import klepka_game_of_chat, picture_of_message
from tests.support.sent_messages import SentMessage

in_a_house = pytest.mark.asyncio(loop_scope="module")
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
CARDS = klepka_game_of_chat("ЩюФоЖоФЩ", "КіТ", "ВоДа")
CALLED = {
    "light": ("açık", "AÇIK", "acik", "light", "Світла"),
    "dark": ("koyu", "KOYU", "dark", "темна"),
    "contrast": ("karşıtlık", "KARŞITLIK", "contrast", "контрастна"),
    "wood": ("ahşap", "Ahsap", "wood", "дерев’яна", "дерев'яна", "деревʼяна"),
}


def has_theme(talk: ChatSession, sent: SentMessage, table: door.Table, theme: str, viewer: int | None = None) -> bool:
    view = door.view(table, viewer)
    if viewer is not None:
        assert isinstance(view, GameView)
        speaker = Speaker(talk.harness.texts, talk.language, table.ruleset.title, table.ruleset.lexicon)
        mine = own_board_sketch(
            view,
            speaker,
            PictureStyle(talk.language, theme),
            arrangement=RackArrangement(tuple(range(len(view.rack)))),
            extent=Extent.BOARD,
        )
        return picture_of_message(talk.harness, sent.message) == paint_png(Painter(theme), mine)
    drawn = table_sketch(
        talk.harness.texts, view, table.ruleset.title, PictureStyle(talk.language, theme), lexicon=table.ruleset.lexicon
    )
    return picture_of_message(talk.harness, sent.message) == paint_png(Painter(theme), drawn)


def has_theme_above_keys(talk: ChatSession, sent: SentMessage, theme: str, table: door.Table) -> bool:
    speaker = Speaker(talk.harness.texts, talk.language, table.ruleset.title, table.ruleset.lexicon)
    drawn = sketch_above_keys(door.view(table, None), speaker, PictureStyle(talk.language, theme))
    return picture_of_message(talk.harness, sent.message) == paint_png(Painter(theme), drawn)


@pytest.mark.parametrize("theme", CALLED)
def test_a_theme_has_a_name_in_every_language(theme: str) -> None:
    assert {find_theme(name) for name in CALLED[theme]} == {theme}


@pytest.mark.parametrize("name", ["", "mor", "light dark", "__class__"])
def test_no_other_name_is_taken_for_a_theme(name: str) -> None:
    assert find_theme(name) is None


@in_a_house
async def test_where_no_table_is_the_answer_shows_a_board_with_a_word(harness: BotHarness) -> None:
    language = "uk"
    talk = await harness.new_group(language)
    answer = await talk.say_and_wait(KIRAZ, f"/{command_name('theme', language)} wood")
    rules = next(one for one in crossword_rulesets().values() if one.language == language)
    view = board_with_word(rules, "Kiraz", talk.text_plain("sample-word"))
    drawn = table_sketch(harness.texts, view, rules.title, PictureStyle(language, "wood"))
    assert picture_of_message(harness, answer.message) == paint_png(Painter("wood"), drawn)
    assert sum(map(bool, view.cells)) == 5
    assert view.last is not None
    assert view.seats[0].score == view.last.score > 0


@in_a_house
async def test_everything_a_group_is_sent_has_its_theme(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/tema koyu")
    opened = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    assert has_theme(talk, opened, await talk.load_current_table(), "dark")
    await talk.put_table(LAID)
    told = await talk.say_and_wait(KIRAZ, "/oyna F8 yatay KALEMLİK")
    assert has_theme(talk, told, await talk.load_current_table(), "dark")
    await talk.put_table(CARDS)
    turned = await talk.say_and_wait(KIRAZ, "/ac 1 3")
    assert has_theme_above_keys(talk, turned, "dark", await talk.load_current_table())
    other = await harness.new_group(table=LAID)
    assert has_theme(other, await other.say_and_wait(KIRAZ, "/tahta"), LAID, "light")


@in_a_house
async def test_racks_in_private_follow_their_group_until_their_owner_chooses(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await talk.put_table(LAID)
    answer = await talk.say_and_wait(KIRAZ, "/tema ahşap")
    chosen = talk.text_html("theme-chosen", theme=talk.text_plain("value-theme-wood"))
    assert has_theme(talk, answer, LAID, "wood"), "the answer shows the table as it looks from now on"
    assert answer.html == f"{chosen}\n{(await talk.say_and_wait(KIRAZ, '/tahta')).html}", "all that the picture tells"
    assert has_theme(private, await private.say_and_wait(KIRAZ, "/raf"), LAID, "wood", KIRAZ)
    assert has_theme(private, await private.say_and_wait(KIRAZ, "/tahta"), LAID, "wood")
    await private.say_and_wait(KIRAZ, "/tema karşıtlık")
    assert has_theme(private, await private.say_and_wait(KIRAZ, "/raf"), LAID, "contrast", KIRAZ)
    assert has_theme(private, await private.say_and_wait(KIRAZ, "/tahta"), LAID, "contrast")
    await harness.store.save_setting(private.scope, "theme", None)
    assert has_theme(talk, await talk.say_and_wait(LIMON, "/tahta"), LAID, "wood")


@in_a_house
async def test_without_a_name_every_theme_has_a_button(harness: BotHarness) -> None:
    talk = await harness.new_group("en", table=LAID)
    asked = await talk.say_and_wait(KIRAZ, "/theme")
    assert asked.html == talk.text_html("choose-theme")
    assert [button["text"] for button in asked.buttons] == [talk.text_plain(f"value-theme-{theme}") for theme in THEMES]
    assert (await talk.press_data(KIRAZ, asked, "theme::contrast"))["text"] == ""
    assert has_theme(talk, (await talk.wait_messages())[0], LAID, "contrast")


def has_labels(talk: ChatSession, sent: SentMessage, labels: str) -> bool:
    style = PictureStyle(talk.language, labels=labels)
    drawn = table_sketch(talk.harness.texts, door.view(LAID, None), LAID.ruleset.title, style)
    return picture_of_message(talk.harness, sent.message) == paint_png(Painter(), drawn)


@in_a_house
async def test_a_chat_chooses_and_all_its_pictures_follow(harness: BotHarness) -> None:
    language = "uk"
    talk, private = await harness.new_group(language), await harness.private_chat(KIRAZ, language)
    await talk.put_table(LAID)
    assert has_labels(talk, await talk.say_and_wait(KIRAZ, "/tahta"), "chat")
    assert not has_labels(talk, await talk.say_and_wait(KIRAZ, "/tahta"), "game")
    word = {"en": "game", "uk": "гра"}[language]
    answer = await talk.say_and_wait(KIRAZ, f"/labels {word}")
    assert answer.html.startswith(talk.text_html("labels-game-chosen"))
    assert has_labels(talk, answer, "game")
    assert has_labels(talk, await talk.say_and_wait(KIRAZ, "/tahta"), "game")
    assert has_labels(private, await private.say_and_wait(KIRAZ, "/tahta"), "game"), (
        "in private as the group, until chosen there"
    )
    await private.say_and_wait(KIRAZ, "/etiket sohbet")
    assert has_labels(private, await private.say_and_wait(KIRAZ, "/tahta"), "chat")
    await harness.store.save_setting(private.scope, "labels", None)


@in_a_house
@pytest.mark.parametrize("chosen", ["tr", None])
async def test_in_private_a_groups_board_bears_the_groups_signs(harness: BotHarness, chosen: str | None) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ, "en")
    await talk.put_table(LAID)
    await harness.store.save_setting(talk.scope, "language", chosen)
    view = door.view(LAID, None)
    drawn = table_sketch(harness.texts, view, LAID.ruleset.title, PictureStyle("en", chat_language="tr"))
    assert isinstance(drawn.words, PanelWords)
    assert drawn.words.labels == premium_labels("tr") != premium_labels("en")
    answer = await private.say_and_wait(KIRAZ, "/board")
    assert picture_of_message(harness, answer.message) == paint_png(Painter(), drawn)


@in_a_house
async def test_only_administrators_choose_labels_for_a_group_and_only_what_there_is(harness: BotHarness) -> None:
    talk = await harness.new_group()
    refused = talk.text_html("refusal-admins-only")
    asked = await talk.say_and_wait(KIRAZ, "/labels")
    assert asked.html == talk.text_html("choose-labels")
    labels = [talk.text_plain(f"value-labels-{one}") for one in LABEL_CHOICES]
    assert [button["text"] for button in asked.buttons] == labels
    assert (await talk.press_data(NANE, asked, "labels::game"))["text"] == refused
    stale = await talk.forge_tap(talk.user_json(KIRAZ), asked, "labels::mine")
    assert stale["text"] == talk.text_plain("refusal-stale-button")
    unknown = await talk.say_and_wait(KIRAZ, "/labels mine")
    assert unknown.html == talk.text_html("refusal-unknown-labels", typed="mine")
    assert "labels" not in await harness.store.load_settings(talk.scope)
