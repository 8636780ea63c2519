"""A language is a folder of texts: one that is added so is spoken from the menus to the end of a game.

Nobody speaks it: it is English with accents and brackets, and words of its own to type. Its code is that of Esperanto,
as Telegram and the plural rules know no made-up one.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, cast

import pytest
import pytest_asyncio
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax.ast import Message, Pattern, Term, TextElement
from fluent.syntax.visitor import Transformer
from telegram import BotCommand

from bot.families import registry
from bot.handlers.general import all_command_rows
from bot.languages import ROOTS, languages
from bot.pictures import PictureStyle, premium_labels
from bot.telegram.gateway import Gateway
from bot.telegram.publish_profile import publish_command_menus
from bot.user_input.commands import command_menu, command_name
from bot.wording.speaker import Speaker, isolate_name
from engine import game as door
from engine.game import View
from engine.rulesets import shipped_rulesets
from render import Painter
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.drawings import paint_png, table_sketch
from tests.support.games import game
from tests.support.klepka_chats import picture_of_message
from tests.support.languages import LANGUAGES
from tools.check_texts import find_typed_word_problems

CODE: Final = "eo"
ENGLISH: Final = files("bot").joinpath("texts", "en")
TURKISH_TYPED: Final = tomllib.loads(files("bot").joinpath("texts", "tr", "typed.toml").read_text("utf-8"))
"""What is typed in a language that has a word for everything: English often has none beside the engine's."""
_ACCENTS: Final = str.maketrans("aeiouAEIOU", "âêîôûÂÊÎÔÛ")
_MARKUP: Final = re.compile(r"(<[^>]*>|&\w+;|\{[^}]*\})")
_LABELS: Final = {
    "double-letter": ["Z", "2"],
    "triple-letter": ["Z", "3"],
    "four-letter": ["Z", "4"],
    "double-word": ["V", "2"],
    "triple-word": ["V", "3"],
    "four-word": ["V", "4"],
    "exchange": ["ÊX", ""],
}


def accent_text(text: str) -> str:
    parts = _MARKUP.split(text)
    return "".join(part if number % 2 else part.translate(_ACCENTS) for number, part in enumerate(parts))


def pseudo_word(english: str) -> str:
    return f"x{english}"


class _Accents(Transformer):
    def visit_TextElement(self, node: TextElement) -> TextElement:  # noqa: N802 - the visitor's own naming
        node.value = accent_text(node.value)
        return node


def _accent_message(entry: Message | Term) -> None:
    pattern = entry.value
    assert isinstance(pattern, Pattern)
    _Accents().visit(pattern)
    pattern.elements = [TextElement("«"), *pattern.elements, TextElement("»")]


def _inline_table(table: Mapping[str, Any]) -> str:
    return f"{{ {', '.join(f'{json.dumps(key)} = {_value(value)}' for key, value in table.items())} }}"


def _value(value: Any) -> str:
    return _inline_table(value) if isinstance(value, Mapping) else json.dumps(value, ensure_ascii=False)


def _typed_words(english: Mapping[str, Any]) -> dict[str, Any]:
    """What is typed: for each meaning one word that is made of the engine's name, which no other language has."""
    own: dict[str, Any] = {}
    for section, rows in english.items():
        match section:
            case "order":
                own[section] = 4
            case "grammar":
                own[section] = {"forms": rows["forms"]}
            case "signs":
                own[section] = _LABELS
            case "commands" | "owner":
                own[section] = {
                    key: {
                        name: pseudo_word(said) if name == "name" else f"«{accent_text(said)}»"
                        for name, said in row.items()
                    }
                    for key, row in rows.items()
                }
            case "values":
                own[section] = {
                    option: {value: [pseudo_word(value)] for value in values}
                    for option, values in TURKISH_TYPED[section].items()
                }
            case _:
                own[section] = {meant: [pseudo_word(meant)] for meant in {**TURKISH_TYPED.get(section, {}), **rows}}
    return own


def write_language(root: Path) -> Path:
    folder = root / CODE
    folder.mkdir()
    for file in ENGLISH.iterdir():
        text = file.read_text("utf-8")
        if file.name == "typed.toml":
            rows = (f"{section} = {_value(value)}\n" for section, value in _typed_words(tomllib.loads(text)).items())
            (folder / file.name).write_text("".join(rows), "utf-8")
            continue
        resource = FluentParser().parse(text)
        for entry in resource.body:
            if isinstance(entry, Message | Term):
                _accent_message(entry)
        (folder / file.name).write_text(FluentSerializer().serialize(resource), "utf-8")
    return folder


@contextmanager
def add_pseudo_language(root: Path) -> Iterator[None]:
    write_language(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.languages.ROOTS", (*ROOTS, root))
        yield


pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [{"DEFAULT_LANGUAGE": CODE}], indirect=True, ids=[CODE]),
]

LAID = game("wordbox-tr", racks=["KALEMAA", "LERİSAE"])


def group_view() -> View:
    return door.view(LAID, None)


@pytest.fixture(scope="module", autouse=True)
def pseudo_language_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with add_pseudo_language(tmp_path_factory.mktemp("texts")):
        yield


@pytest_asyncio.fixture(loop_scope="module")
async def talk(harness: BotHarness) -> ChatSession:
    return await harness.new_group(CODE)


async def test_a_language_is_a_folder_without_python(harness: BotHarness) -> None:
    (folder,) = languages().text_folders(CODE)
    names = {file.name for file in folder.iterdir()}
    assert names == {file.name for file in ENGLISH.iterdir()}
    assert all(name.endswith((".ftl", ".toml")) for name in names)
    assert languages().codes == (*LANGUAGES, CODE)
    assert list(find_typed_word_problems()) == []
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


@pytest.mark.parametrize("said", ["/xplay I8 xdown KALEM", "I8 dikey KALEM"])
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
