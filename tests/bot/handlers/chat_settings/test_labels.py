"""The labels of the cells (``DL``, ``K³``): in the chat's language, or where it chose so in the game's."""

import pytest

from bot.families.crossword.sample_boards import board_with_word
from bot.pictures.sketches import LABEL_CHOICES, Look, premium_labels
from bot.texts import Texts
from bot.user_input.command_names import command_name
from engine import game as door
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.view import GameView
from engine.rulesets import shipped_rulesets
from render import Painter
from render.lobby import LobbyWords
from render.panel import PanelWords
from tests.render.pictures import cell_box, opened
from tests.support.chat_harness import KIRAZ, NANE, BotHarness, ChatSession
from tests.support.drawings import paint_png, table_sketch
from tests.support.games import game, open_lobby_of
from tests.support.klepka_chats import picture_of_message
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

in_a_house = pytest.mark.asyncio(loop_scope="module")
TEXTS = Texts()
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])


def panel_words(language: str, labels: str) -> PanelWords:
    """The words of Kelimelik's picture for a chat that speaks this language and chose these labels."""
    drawn = table_sketch(TEXTS, door.view(LAID, None), LAID.ruleset.title, Look(language, labels=labels))
    assert isinstance(drawn.words, PanelWords)
    return drawn.words


def has_labels(talk: ChatSession, sent: SentMessage, labels: str) -> bool:
    """Whether a message shows the table with labels in the chat's language or the game's, byte for byte."""
    look = Look(talk.language, labels=labels)
    drawn = table_sketch(talk.harness.texts, door.view(LAID, None), LAID.ruleset.title, look)
    return picture_of_message(talk.harness, sent.message) == paint_png(Painter(), drawn)


def test_every_language_of_the_interface_has_labels() -> None:
    assert len({premium_labels(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert premium_labels("xx") == premium_labels("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_bears_the_chats_language_unless_the_games_is_chosen(language: str) -> None:
    assert panel_words(language, "chat").labels == premium_labels(language)
    assert panel_words(language, "game").labels == premium_labels("tr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_does_the_card_of_a_table_that_waits(language: str) -> None:
    waiting = door.view(open_lobby_of("kelimelik"), None)
    for labels, wanted in (("chat", language), ("game", "tr")):
        words = table_sketch(TEXTS, waiting, LAID.ruleset.title, Look(language, labels=labels)).words
        assert isinstance(words, LobbyWords)
        assert words.labels == premium_labels(wanted)


def test_pictures_with_other_labels_are_other_pictures() -> None:
    looks = [Look("en", labels=labels) for labels in LABEL_CHOICES]
    sketches = [table_sketch(TEXTS, door.view(LAID, None), LAID.ruleset.title, look) for look in looks]
    assert len({drawn.digest for drawn in sketches}) == len(LABEL_CHOICES)
    painter = Painter()
    chats, games, again = (paint_png(painter, sketches[number]) for number in (0, 1, 0))
    assert chats == again != games


@in_a_house
@pytest.mark.parametrize("language", ["en", "uk"])
async def test_a_chat_chooses_and_all_its_pictures_follow(harness: BotHarness, language: str) -> None:
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
    talk, private = await harness.new_group("tr"), await harness.private_chat(KIRAZ, "en")
    await talk.put_table(LAID)
    await harness.store.save_setting(talk.scope, "language", chosen)
    view = door.view(LAID, None)
    assert isinstance(view, GameView)
    drawn = table_sketch(harness.texts, view, LAID.ruleset.title, Look("en", chat_language="tr"))
    assert isinstance(drawn.words, PanelWords)
    assert drawn.words.labels == premium_labels("tr")
    public = paint_png(Painter(), drawn)
    answer = await private.say_and_wait(KIRAZ, "/board")
    assert picture_of_message(harness, answer.message) == public
    own = await private.say_and_wait(KIRAZ, "/rack")
    corner = cell_box(view, "A3")
    assert (
        opened(picture_of_message(harness, own.message)).crop(corner).tobytes() == opened(public).crop(corner).tobytes()
    )
    english = paint_png(Painter(), table_sketch(harness.texts, view, LAID.ruleset.title, Look("en")))
    assert opened(english).crop(corner).tobytes() != opened(public).crop(corner).tobytes()


@in_a_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_a_table_the_answer_shows_a_board_in_a_foreign_language(
    harness: BotHarness, language: str
) -> None:
    talk = await harness.new_group(language)
    asked = await talk.say_and_wait(KIRAZ, f"/{command_name('labels', language)}")
    assert asked.html == talk.text_html("choose-labels")
    assert [button["text"] for button in asked.buttons] == [
        talk.text_plain(f"value-labels-{one}") for one in LABEL_CHOICES
    ]
    assert (await talk.press_data(KIRAZ, asked, "labels::game"))["text"] == ""
    foreign = next(one for one in crossword_rulesets().values() if one.language != language)
    view = board_with_word(foreign, "Kiraz", harness.texts.plain(foreign.language, "sample-word"))
    drawn = table_sketch(harness.texts, view, shipped_rulesets()[foreign.id].title, Look(language, labels="game"))
    assert picture_of_message(harness, (await talk.wait_messages())[0].message) == paint_png(Painter(), drawn)


@in_a_house
@pytest.mark.parametrize("language", LANGUAGES)
async def test_only_administrators_choose_for_a_group_and_only_what_there_is(
    harness: BotHarness, language: str
) -> None:
    talk = await harness.new_group(language)
    assert (await talk.say_and_wait(NANE, "/labels game")).html == talk.text_html("refusal-admins-only")
    assert (await talk.say_and_wait(KIRAZ, "/labels mine")).html == talk.text_html(
        "refusal-unknown-labels", typed="mine"
    )
    asked = await talk.say_and_wait(KIRAZ, "/labels")
    assert (await talk.press_data(NANE, asked, "labels::game"))["text"] == talk.text_plain("refusal-admins-only")
    assert (await talk.forge_tap(talk.user_json(KIRAZ), asked, "labels::mine"))["text"] == talk.text_plain(
        "refusal-stale-button"
    )
    assert "labels" not in await harness.store.load_settings(talk.scope)
