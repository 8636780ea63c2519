"""A language is a folder of texts: one that is added so is spoken from the menus to the end of a game."""

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import cast

import pytest
import pytest_asyncio
from telegram import BotCommand

from bot.families import registry
from bot.families.crossword.tools import board
from bot.handlers.general import all_command_rows
from bot.languages import languages
from bot.pictures import PictureStyle, premium_labels
from bot.telegram.gateway import Gateway
from bot.telegram.publish_profile import publish_command_menus
from bot.user_input.commands import command_menu, command_name, load_vocabulary
from bot.wording.speaker import Speaker, isolate_name
from engine import game as door
from engine.alphabet import load_alphabet
from engine.game import View
from engine.klepka.notation import parse_cards
from engine.rulesets import shipped_rulesets
from render import Painter
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.drawings import paint_png, table_sketch
from tests.support.games import game
from tests.support.klepka_chats import picture_of_message
from tests.support.languages import LANGUAGES
from tests.support.pseudo_language import CODE, ENGLISH, accent_text, add_pseudo_language
from tools.check_texts import find_text_problems

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [{"DEFAULT_LANGUAGE": CODE}], indirect=True, ids=[CODE]),
]

LAID = game("wordbox-tr", racks=["KALEMAA", "LERİSAE"])


def group_view() -> View:
    """The table as the group sees it."""
    return door.view(LAID, None)


@pytest.fixture(scope="module", autouse=True)
def pseudo_language_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The folder is there when the bot starts."""
    with add_pseudo_language(tmp_path_factory.mktemp("texts")):
        yield


@pytest_asyncio.fixture(loop_scope="module")
async def talk(harness: BotHarness) -> ChatSession:
    """A group that speaks it."""
    return await harness.new_group(CODE)


async def test_a_language_is_a_folder_without_python(harness: BotHarness) -> None:
    (folder,) = languages().text_folders(CODE)
    names = {file.name for file in folder.iterdir()}
    assert names == {file.name for file in ENGLISH.iterdir()}
    assert all(name.endswith((".ftl", ".toml")) for name in names)
    assert languages().codes == (*LANGUAGES, CODE)
    assert list(find_text_problems()) == []
    assert harness.texts.plain(CODE, "button-challenge").startswith("«")


class MenuRecorder:
    """Takes menus as the way out to Telegram does."""

    def __init__(self) -> None:
        self.profile = self
        self.taken: dict[str | None, list[tuple[str, str]]] = {}

    async def set_commands(self, listed: list[BotCommand], scope: object, code: str | None) -> None:
        assert scope
        self.taken[code] = [(one.command, one.description) for one in listed]


async def test_the_menus_have_its_names_and_sentences(harness: BotHarness) -> None:
    menus = MenuRecorder()
    assert harness.texts.has_message(CODE, "language-name")
    await publish_command_menus(cast("Gateway", menus), CODE, all_command_rows())
    assert {*menus.taken} == {*languages().codes, None}
    assert menus.taken[CODE] == menus.taken[None] == command_menu(CODE)
    assert menus.taken[CODE][0] == ("xnew", f"«{accent_text('Open a table')}»")
    assert len(menus.taken[CODE]) == len(all_command_rows()) - 1


async def test_a_chat_chooses_it_by_its_button(harness: BotHarness) -> None:
    talk = await harness.new_group("tr")
    asked = await talk.say_and_wait(KIRAZ, "/xlanguage")
    assert harness.texts.plain(CODE, "language-name") in [button["text"] for button in asked.buttons]
    await talk.press_data(KIRAZ, asked, f"speak::{CODE}")
    assert (await talk.wait_messages())[0].html == harness.texts.html(CODE, "language-chosen")


async def test_the_picture_of_a_recorded_game_may_speak_it(harness: BotHarness) -> None:
    parser = ArgumentParser()
    board.add_arguments(parser)
    assert harness.texts.has_message(CODE, "language-name")
    assert parser.parse_args(["game.gcg", "--output", "game.png", "--language", CODE]).language == CODE


async def test_help_and_rules_are_told_in_it(talk: ChatSession) -> None:
    told = await talk.say_and_wait(KIRAZ, "/xhelp")
    assert "tâkê â sêât wîth /xjoin, stârt wîth /xbegin" in told.text
    named = set(re.findall(r"(?<![\w/])/([a-z_]+)", told.text))
    assert named <= {command_name(key, CODE) for key in all_command_rows()}
    assert "/xflip 12 34" in (await talk.say_and_wait(KIRAZ, "/xhelp klepka")).text
    speaker = Speaker(talk.harness.texts, CODE, shipped_rulesets()["kelimelik"].title)
    ruleset = shipped_rulesets()["kelimelik"]
    guide = registry.family_of_ruleset(ruleset).guide(ruleset)
    private = await talk.harness.private_chat(KIRAZ, CODE)
    assert (await private.say_and_wait(KIRAZ, "/xrules kelimelik")).html == guide.rules_text(speaker)


async def test_a_table_is_opened_by_its_words_for_games_and_options(talk: ChatSession) -> None:
    await talk.harness.store.save_setting(talk.scope, "tables", "1")
    opened = await talk.say_and_wait(KIRAZ, "/xnew xscrabble-en xclock=25xminute xchallenge=xdouble")
    assert (await talk.load_current_table()).ruleset.id == "scrabble-en"
    time = talk.text_plain("clock-game", time=talk.text_plain("unit-minute", count=25))
    assert time in opened.text
    assert talk.text_plain("value-challenge-double") in opened.text
    assert (await talk.say_and_wait(LIMON, "/xnew kelimelik")).html == talk.text_html("refusal-lobby-open")
    assert (await talk.say_and_wait(KIRAZ, "/xcancel")).html == talk.text_html("lobby-closed")
    refused = await talk.say_and_wait(KIRAZ, "/xnew xwordbox xclock=xsoon")
    assert "xnone, 25xminute" in refused.text, "it lists what may be typed"


@pytest.mark.parametrize("said", ["/xplay I8 xdown KALEM", "I8 XDOWN KALEM", "I8 dikey KALEM", "i8 down kalem"])
async def test_a_move_is_typed_with_its_directions_and_with_those_of_all_languages(
    talk: ChatSession, said: str
) -> None:
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/xboard")
    played = await talk.say_and_wait(KIRAZ, said, reply_to=None if said.startswith("/") else board.message_id)
    assert "KALEM +7" in played.text
    assert f"\nI8 {talk.text_plain('way-down')}\n" in played.text
    state = await talk.load_current_game()
    assert (state.turn, sum(map(bool, state.cells))) == (1, len("KALEM"))


async def test_a_refusal_is_said_in_it_with_its_commands(talk: ChatSession) -> None:
    await talk.put_table(LAID)
    refused = await talk.say_and_wait(KIRAZ, "/xplay H8 xsideways KALEM LER")
    sample = talk.harness.texts.plain("tr", "sample-word")
    facts = {"text": "H8 xsideways KALEM LER", "sample": sample, "cell": "I8"}
    assert refused.html == talk.text_html("refusal-garbled-move", **facts)
    assert "/xplay I8 xacross" in refused.text


async def test_its_pictures_bear_its_signs(talk: ChatSession) -> None:
    await talk.put_table(LAID)
    board = await talk.say_and_wait(KIRAZ, "/xboard")
    assert premium_labels(CODE).label_of("T") == ("V", "3")
    drawings = {
        labels: paint_png(
            Painter(),
            table_sketch(talk.harness.texts, group_view(), LAID.ruleset.title, PictureStyle(CODE, labels=labels)),
        )
        for labels in ("chat", "game")
    }
    assert picture_of_message(talk.harness, board.message) == drawings["chat"] != drawings["game"]
    written = await talk.say_and_wait(KIRAZ, "/xboard xtext")
    assert not written.is_photo
    chosen = await talk.say_and_wait(KIRAZ, "/xlabels xgame")
    assert chosen.html.startswith(talk.text_html("labels-game-chosen"))
    assert (await talk.say_and_wait(KIRAZ, "/xtheme xdark")).html.startswith(
        talk.text_html("theme-chosen", theme=talk.text_plain("value-theme-dark"))
    )


async def test_a_game_ends_by_its_yes_after_its_no(talk: ChatSession) -> None:
    await talk.put_table(LAID)
    await talk.say_and_wait(KIRAZ, "/xdraw")
    assert (await talk.say_and_wait(LIMON, "/xdraw xno")).html == talk.text_html(
        "draw-declined", name=isolate_name("Bora")
    )
    await talk.say_and_wait(LIMON, "/xdraw")
    ended = await talk.say_and_wait(KIRAZ, "/xdraw XYES")
    assert talk.text_html("ended-draw") in ended.html
    outcome = (await talk.load_current_game()).outcome
    assert outcome is not None
    assert outcome.reason == "draw"


async def test_cards_are_traded_by_its_colours_and_kinds(harness: BotHarness) -> None:
    ukrainian = load_alphabet("uk")
    assert harness.texts.has_message(CODE, "klepka-chaos")
    assert parse_cards("Оxyellow xchaos О xblue", ukrainian, load_vocabulary()) == ("ОY", "chaos", "ОB")
