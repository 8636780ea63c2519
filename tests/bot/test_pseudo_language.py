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
from bot.handlers.commands import commands
from bot.languages import languages
from bot.pictures.sketches import Look, labels_in
from bot.telegram.gateway import Gateway
from bot.telegram.menus import introduce
from bot.texts.__main__ import problems
from bot.typed.commands import command_name, menu
from bot.typed.vocabulary import vocabulary
from bot.wording.people import displayed
from bot.wording.speaker import Speaker
from engine import game as door
from engine.alphabet import alphabet
from engine.game import View
from engine.klepka.notation import cards
from engine.rulesets import rulesets
from render import Painter
from tests.support.chats import KIRAZ, LIMON, House, Talk
from tests.support.drawings import paint, sketch
from tests.support.games import game
from tests.support.klepka_chats import picture
from tests.support.languages import LANGUAGES
from tests.support.pseudo import CODE, ENGLISH, foreign, spoken

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("house", [{"DEFAULT_LANGUAGE": CODE}], indirect=True, ids=[CODE]),
]

LAID = game("wordbox-tr", racks=["KALEMAA", "LERİSAE"])


def seen() -> View:
    """The table as the group sees it."""
    return door.view(LAID, None)


@pytest.fixture(scope="module", autouse=True)
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The folder is there when the bot starts."""
    with spoken(tmp_path_factory.mktemp("texts")):
        yield


@pytest_asyncio.fixture(loop_scope="module")
async def talk(house: House) -> Talk:
    """A group that speaks it."""
    return await house.group(CODE)


async def test_a_language_is_a_folder_without_python(house: House) -> None:
    (folder,) = languages().folders(CODE)
    names = {file.name for file in folder.iterdir()}
    assert names == {file.name for file in ENGLISH.iterdir()}
    assert all(name.endswith((".ftl", ".toml")) for name in names)
    assert languages().codes == (*LANGUAGES, CODE)
    assert list(problems()) == []
    assert house.texts.plain(CODE, "button-challenge").startswith("«")


class Menus:
    """Takes menus as the way out to Telegram does."""

    def __init__(self) -> None:
        self.taken: dict[str | None, list[tuple[str, str]]] = {}

    async def menu(self, listed: list[BotCommand], scope: object, code: str | None) -> None:
        assert scope
        self.taken[code] = [(one.command, one.description) for one in listed]


async def test_the_menus_have_its_names_and_sentences(house: House) -> None:
    menus = Menus()
    assert house.texts.has(CODE, "language-name")
    await introduce(cast("Gateway", menus), CODE, commands())
    assert {*menus.taken} == {*languages().codes, None}
    assert menus.taken[CODE] == menus.taken[None] == menu(CODE)
    assert menus.taken[CODE][0] == ("xnew", f"«{foreign('Open a table')}»")
    assert len(menus.taken[CODE]) == len(commands()) - 1


async def test_a_chat_chooses_it_by_its_button(house: House) -> None:
    talk = await house.group("tr")
    asked = await talk.ask(KIRAZ, "/xlanguage")
    assert house.texts.plain(CODE, "language-name") in [button["text"] for button in asked.buttons]
    await talk.press(KIRAZ, asked, f"speak::{CODE}")
    assert (await talk.sent())[0].html == house.texts.html(CODE, "language-chosen")


async def test_the_picture_of_a_recorded_game_may_speak_it(house: House) -> None:
    parser = ArgumentParser()
    board.add_arguments(parser)
    assert house.texts.has(CODE, "language-name")
    assert parser.parse_args(["game.gcg", "--output", "game.png", "--language", CODE]).language == CODE


async def test_help_and_rules_are_told_in_it(talk: Talk) -> None:
    told = await talk.ask(KIRAZ, "/xhelp")
    assert "tâkê â sêât wîth /xjoin, stârt wîth /xbegin" in told.text
    named = set(re.findall(r"(?<![\w/])/([a-z_]+)", told.text))
    assert named <= {command_name(key, CODE) for key in commands()}
    assert "/xflip 12 34" in (await talk.ask(KIRAZ, "/xhelp klepka")).text
    speaker = Speaker(talk.house.texts, CODE, rulesets()["kelimelik"].title)
    family = registry.of_ruleset(rulesets()["kelimelik"])
    private = await talk.house.private(KIRAZ, CODE)
    assert (await private.ask(KIRAZ, "/xrules kelimelik")).html == family.rules(rulesets()["kelimelik"], speaker)


async def test_a_table_is_opened_by_its_words_for_games_and_options(talk: Talk) -> None:
    opened = await talk.ask(KIRAZ, "/xnew xscrabble-en xclock=25xminute xchallenge=xdouble")
    assert (await talk.table()).ruleset.id == "scrabble-en"
    time = talk.plain("clock-game", time=talk.plain("unit-minute", count=25))
    assert time in opened.text
    assert talk.plain("value-challenge-double") in opened.text
    assert (await talk.ask(LIMON, "/xnew kelimelik")).html == talk.html("refusal-lobby-open")
    assert (await talk.ask(KIRAZ, "/xcancel")).html == talk.html("lobby-closed")
    refused = await talk.ask(KIRAZ, "/xnew xwordbox xclock=xsoon")
    assert "xnone, 25xminute" in refused.text, "it lists what may be typed"


@pytest.mark.parametrize("said", ["/xplay I8 xdown KALEM", "I8 XDOWN KALEM", "I8 dikey KALEM", "i8 down kalem"])
async def test_a_move_is_typed_with_its_directions_and_with_those_of_all_languages(talk: Talk, said: str) -> None:
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/xboard")
    played = await talk.ask(KIRAZ, said, reply_to=None if said.startswith("/") else board.id)
    assert f"I8 {talk.plain('way-down')} " in played.text
    state = await talk.game()
    assert (state.turn, sum(map(bool, state.cells))) == (1, len("KALEM"))


async def test_a_refusal_is_said_in_it_with_its_commands(talk: Talk) -> None:
    await talk.deal(LAID)
    refused = await talk.ask(KIRAZ, "/xplay H8 xsideways KALEM LER")
    sample = talk.house.texts.plain("tr", "sample-word")
    facts = {"text": "H8 xsideways KALEM LER", "sample": sample, "cell": "I8"}
    assert refused.html == talk.html("refusal-garbled-move", **facts)
    assert "/xplay I8 xacross" in refused.text


async def test_its_pictures_bear_its_signs(talk: Talk) -> None:
    await talk.deal(LAID)
    board = await talk.ask(KIRAZ, "/xboard")
    assert labels_in(CODE).of("T") == ("V", "3")
    drawings = {
        labels: paint(Painter(), sketch(talk.house.texts, seen(), LAID.ruleset.title, Look(CODE, labels=labels)))
        for labels in ("chat", "game")
    }
    assert picture(talk.house, board.message) == drawings["chat"] != drawings["game"]
    written = await talk.ask(KIRAZ, "/xboard xtext")
    assert not written.photo
    chosen = await talk.ask(KIRAZ, "/xlabels xgame")
    assert chosen.html.startswith(talk.html("labels-game-chosen"))
    assert (await talk.ask(KIRAZ, "/xtheme xdark")).html.startswith(
        talk.html("theme-chosen", theme=talk.plain("value-theme-dark"))
    )


async def test_a_game_ends_by_its_yes_after_its_no(talk: Talk) -> None:
    await talk.deal(LAID)
    await talk.ask(KIRAZ, "/xdraw")
    assert (await talk.ask(LIMON, "/xdraw xno")).html == talk.html("draw-declined", name=displayed("Bora"))
    await talk.ask(LIMON, "/xdraw")
    ended = await talk.ask(KIRAZ, "/xdraw XYES")
    assert talk.html("ended-draw") in ended.html
    outcome = (await talk.game()).outcome
    assert outcome is not None
    assert outcome.reason == "draw"


async def test_cards_are_traded_by_its_colours_and_kinds(house: House) -> None:
    ukrainian = alphabet("uk")
    assert house.texts.has(CODE, "klepka-chaos")
    assert cards("Оxyellow xchaos О xblue", ukrainian, vocabulary()) == ("ОY", "chaos", "ОB")
