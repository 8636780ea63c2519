"""The labels of the cells (``DL``, ``K³``): in the chat's language, or where it chose so in the game's."""

import pytest

from bot.families.crossword.example import sample
from bot.pictures.sketches import LABELS, Look, labels_in
from bot.texts import Texts
from bot.typed.commands import command_name
from engine import game as door
from engine.crossword.games import crosswords
from engine.crossword.view import GameView
from engine.rulesets import rulesets
from render import Painter
from render.lobby import LobbyWords
from render.panel import PanelWords
from tests.render.pictures import cell_box, opened
from tests.support.chats import KIRAZ, NANE, House, Sent, Talk
from tests.support.drawings import paint, sketch
from tests.support.games import game, lobby
from tests.support.klepka_chats import picture
from tests.support.languages import LANGUAGES

in_a_house = pytest.mark.asyncio(loop_scope="module")
TEXTS = Texts()
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def labelled(language: str, labels: str) -> PanelWords:
    """The words of Kelimelik's picture for a chat that speaks this language and chose these labels."""
    drawn = sketch(TEXTS, door.view(LAID, None), LAID.ruleset.title, Look(language, labels=labels))
    assert isinstance(drawn.words, PanelWords)
    return drawn.words


def shows(talk: Talk, sent: Sent, labels: str) -> bool:
    """Whether a message shows the table with labels in the chat's language or the game's, byte for byte."""
    look = Look(talk.language, labels=labels)
    drawn = sketch(talk.house.texts, door.view(LAID, None), LAID.ruleset.title, look)
    return picture(talk.house, sent.message) == paint(Painter(), drawn)


def test_every_language_of_the_interface_has_labels() -> None:
    assert len({labels_in(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert labels_in("xx") == labels_in("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_bears_the_chats_language_unless_the_games_is_chosen(language: str) -> None:
    assert labelled(language, "chat").labels == labels_in(language)
    assert labelled(language, "game").labels == labels_in("tr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_does_the_card_of_a_table_that_waits(language: str) -> None:
    waiting = door.view(lobby("kelimelik"), None)
    for labels, wanted in (("chat", language), ("game", "tr")):
        words = sketch(TEXTS, waiting, LAID.ruleset.title, Look(language, labels=labels)).words
        assert isinstance(words, LobbyWords)
        assert words.labels == labels_in(wanted)


def test_pictures_with_other_labels_are_other_pictures() -> None:
    looks = [Look("en", labels=labels) for labels in LABELS]
    sketches = [sketch(TEXTS, door.view(LAID, None), LAID.ruleset.title, look) for look in looks]
    assert len({drawn.digest for drawn in sketches}) == len(LABELS)
    painter = Painter()
    chats, games, again = (paint(painter, sketches[number]) for number in (0, 1, 0))
    assert chats == again != games


@in_a_house
@pytest.mark.parametrize("language", ["en", "uk"])
async def test_a_chat_chooses_and_all_its_pictures_follow(house: House, language: str) -> None:
    talk, private = await house.group(language), await house.private(KIRAZ, language)
    await talk.deal(LAID)
    assert shows(talk, await talk.ask(KIRAZ, "/tahta"), "chat")
    assert not shows(talk, await talk.ask(KIRAZ, "/tahta"), "game")
    word = {"en": "game", "uk": "гра"}[language]
    answer = await talk.ask(KIRAZ, f"/labels {word}")
    assert answer.html.startswith(talk.html("labels-game-chosen"))
    assert shows(talk, answer, "game")
    assert shows(talk, await talk.ask(KIRAZ, "/tahta"), "game")
    assert shows(private, await private.ask(KIRAZ, "/tahta"), "game"), "in private as the group, until chosen there"
    await private.ask(KIRAZ, "/etiket sohbet")
    assert shows(private, await private.ask(KIRAZ, "/tahta"), "chat")
    await house.store.set_setting(private.scope, "labels", None)


@in_a_house
@pytest.mark.parametrize("chosen", ["tr", None])
async def test_in_private_a_groups_board_bears_the_groups_signs(house: House, chosen: str | None) -> None:
    talk, private = await house.group("tr"), await house.private(KIRAZ, "en")
    await talk.deal(LAID)
    await house.store.set_setting(talk.scope, "language", chosen)
    view = door.view(LAID, None)
    assert isinstance(view, GameView)
    drawn = sketch(house.texts, view, LAID.ruleset.title, Look("en", chat_language="tr"))
    assert isinstance(drawn.words, PanelWords)
    assert drawn.words.labels == labels_in("tr")
    public = paint(Painter(), drawn)
    answer = await private.ask(KIRAZ, "/board")
    assert picture(house, answer.message) == public
    own = await private.ask(KIRAZ, "/rack")
    corner = cell_box(view, "A3")
    assert opened(picture(house, own.message)).crop(corner).tobytes() == opened(public).crop(corner).tobytes()
    english = paint(Painter(), sketch(house.texts, view, LAID.ruleset.title, Look("en")))
    assert opened(english).crop(corner).tobytes() != opened(public).crop(corner).tobytes()


@in_a_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_a_table_the_answer_shows_a_board_in_a_foreign_language(house: House, language: str) -> None:
    talk = await house.group(language)
    asked = await talk.ask(KIRAZ, f"/{command_name('labels', language)}")
    assert asked.html == talk.html("choose-labels")
    assert [button["text"] for button in asked.buttons] == [talk.plain(f"value-labels-{one}") for one in LABELS]
    assert (await talk.press(KIRAZ, asked, "labels::game"))["text"] == ""
    foreign = next(one for one in crosswords().values() if one.language != language)
    view = sample(foreign, "Kiraz", house.texts.plain(foreign.language, "sample-word"))
    drawn = sketch(house.texts, view, rulesets()[foreign.id].title, Look(language, labels="game"))
    assert picture(house, (await talk.sent())[0].message) == paint(Painter(), drawn)


@in_a_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_only_administrators_choose_for_a_group_and_only_what_there_is(house: House, language: str) -> None:
    talk = await house.group(language)
    assert (await talk.ask(NANE, "/labels game")).html == talk.html("refusal-admins-only")
    assert (await talk.ask(KIRAZ, "/labels mine")).html == talk.html("refusal-unknown-labels", typed="mine")
    asked = await talk.ask(KIRAZ, "/labels")
    assert (await talk.press(NANE, asked, "labels::game"))["text"] == talk.plain("refusal-admins-only")
    assert (await talk.forge(talk.user(KIRAZ), asked, "labels::mine"))["text"] == talk.plain("refusal-stale-button")
    assert "labels" not in await house.store.settings(talk.scope)
