"""Moves tried out in private: the picture, the words and the score, and not a word about whether they count."""

import pytest

from bot.families import registry
from bot.families.crossword.sketches import plan_preview, to_play_preview
from bot.families.crossword.typed_moves import encode_laid_move, read_typed_move
from bot.families.crossword.wording import CrosswordWording
from bot.families.services import ChatContext
from bot.judges.word_judge import DictionaryKind, with_dictionary_kind
from bot.pictures import PictureStyle
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable, table_name
from bot.telegram.keyboards import encode_button_data, parse_button_data
from bot.texts import Html, Texts
from bot.user_input.commands import command_name
from bot.wording.speaker import Speaker, localized_title
from engine import game as door
from engine.crossword.rules import lay_and_score
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from render import Painter
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.drawings import paint_png, table_sketch
from tests.support.games import game, place_play, with_fields
from tests.support.klepka_chats import picture_of_message
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİAAA?K", "SEKKLRA"])
LATER = with_fields(LAID, commitment="1" * 64)


def shows_preview(talk: ChatSession, sent: SentMessage, table: GameState, move: str, ghosts: dict[str, str]) -> bool:
    place = place_play(table, move)
    assert {tile.cell: tile.tile for tile in place.tiles} == ghosts
    tried = to_play_preview(table.turn, place, lay_and_score(table, table.turn, place)[1])
    style = PictureStyle(talk.language, chat_language="tr")
    drawn = table_sketch(talk.harness.texts, door.view(table, None), table.ruleset.title, style, preview=tried)
    return picture_of_message(talk.harness, sent.message) == paint_png(Painter(), drawn)


async def test_a_move_is_shown_with_its_words_and_its_score(harness: BotHarness) -> None:
    language = "uk"
    group = await harness.new_group(title="Çay")
    private = await harness.private_chat(KIRAZ, language)
    await group.put_table(LAID)
    tried = await private.say_and_wait(KIRAZ, f"/{command_name('try', language)} 8F KALEMLİK")
    assert shows_preview(private, tried, LAID, "8F KALEMLİK", {"K8": "L", "L8": "İ", "M8": "K"})
    view = door.view(LAID, None)
    assert isinstance(view, GameView)
    speaker = Speaker(harness.texts, language, LAID.ruleset.title, LAID.ruleset.lexicon)
    assert (
        tried.html
        == private.text_html(
            "try-caption",
            game=localized_title(LAID.ruleset.title, language),
            group="\u2068Çay\u2069",
            cell="F8",
            way=private.text_plain("way-across"),
            word="KALEMLİK",
            score=18,
            sum="",
            note=private.text_plain("try-words-good"),
            turn=Html(CrosswordWording(Speaker(harness.texts, language)).next_turn_line(view)),
        ).replace("\n\n", "\n")
        + f"\n\n{CrosswordWording(speaker).table_lines(view)}"
    )
    assert await group.load_current_game() == LAID, "nothing was played"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_a_move_the_command_itself_is_explained(harness: BotHarness, language: str) -> None:
    private = await harness.private_chat(KIRAZ, language)
    name = command_name("try", language)
    answer = await private.say_and_wait(KIRAZ, f"/{name}")
    sample = harness.texts.plain(language, "sample-word")
    cell = "I8" if language == "uk" else "H8"
    assert answer.html == private.text_html("refusal-empty-try", sample=sample, cell=cell)
    assert f"/{name} {cell} " in answer.html


async def test_a_plan_may_be_made_out_of_turn_and_cannot_be_played_yet(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(LIMON)
    await group.put_table(LAID)
    tried = await private.say_and_wait(LIMON, "/dene 8F KALEMLER")
    assert tried.is_photo
    assert private.text_html("try-later", name="\u2068Ayşe\u2069") in tried.html
    assert tried.buttons == []


async def test_in_a_group_the_way_to_the_private_chat_is_shown_and_nothing_else(harness: BotHarness) -> None:
    group = await harness.new_group()
    await group.put_table(LAID)
    answer = await group.say_and_wait(KIRAZ, "/dene 8F KALEMLİK")
    assert not answer.is_photo
    assert answer.html == group.text_html("try-in-private")
    assert answer.links == ["https://t.me/harfiyen_bot"]


async def test_a_blank_is_a_blank_in_picture_and_words_and_the_button_plays_the_very_move(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await group.put_table(LAID)
    tried = await private.say_and_wait(KIRAZ, "/dene 8F KALEML[İ]K")
    assert shows_preview(private, tried, LAID, "8F KALEMLiK", {"K8": "L", "L8": "?İ", "M8": "K"})
    assert "KALEML[İ]K" in tried.text
    await group.start_watching()
    assert (await private.press_kind(KIRAZ, tried, "lay"))["text"] == private.text_plain("done-in-group")
    (told,) = await group.wait_messages()
    assert "KALEML[İ]K" in told.text
    assert (await private.wait_edited(tried)).buttons == []
    state = await group.load_current_game()
    assert state.number == 1
    assert "İ" in state.players[0].rack, "the blank was laid, as it was planned"


async def test_where_nothing_is_told_of_words_a_phony_is_refused_only_when_it_is_played(harness: BotHarness) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    live = with_fields(LAID, ruleset=with_dictionary_kind(LAID.ruleset, "live"))
    await group.put_table(live)
    tried = await private.say_and_wait(KIRAZ, "/dene 8F KALEMLİA")
    answer = await private.press_kind(KIRAZ, tried, "lay")
    assert answer["text"].splitlines()[0] == private.text_plain("refusal-not-words", words="KALEMLİA")
    assert await group.load_current_game() == live


async def test_of_several_games_that_of_the_players_turn_is_meant_or_each_where_it_fits(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    first, second = await harness.new_group(title="Birinci"), await harness.new_group(title="İkinci")
    await first.put_table(with_fields(LAID, turn=1))
    await second.put_table(LATER)
    tried = await private.say_and_wait(KIRAZ, "/dene 8F KALEMLİK")
    assert "İkinci" in tried.text
    await private.check_silence(KIRAZ)
    await first.put_table(LAID)
    await private.start_watching()
    private.say(KIRAZ, "/dene 8F KALEMLİK")
    texts = [sent.text for sent in await private.wait_messages(2)]
    assert {"Birinci" in texts[0], "Birinci" in texts[1]} == {True, False}
    assert {"İkinci" in texts[0], "İkinci" in texts[1]} == {True, False}


async def test_the_longest_move_fits_into_a_buttons_data() -> None:
    """Seventeen Ukrainian letters, seven of them new, two of those blanks."""
    state = game(
        "wordbox-uk", board=("." * 17 + "\n") * 7 + "АБВ.ГДЕ.ЖЗ.И.К.Л.\n" + ("." * 17 + "\n") * 7, racks=["ЩЮЯЩЮ??", ""]
    )
    held = LoadedTable(Scope(-100), state, 1, {}, is_duplicate=False)
    plan = plan_preview(
        ChatContext(held, Speaker(Texts(), "uk")),
        state,
        0,
        read_typed_move("8A АБВ[Щ]ГДЕ[Ю]ЖЗЩИЮКЯЛЩ", state, Speaker(Texts(), "uk")),
    )
    written = encode_button_data("lay", table_name(state), 999_999, *encode_laid_move(state, plan.move, plan.place))
    assert len(written.encode()) <= 64
    pressed = parse_button_data(written, registry.all_button_kinds())
    assert pressed is not None
    assert pressed.arguments == ("999999", "A8", "h", "...[Щ]...[Ю]..Щ.Ю.Я.Щ")


@pytest.mark.parametrize(
    ("challenge", "dictionary", "tells"),
    [("void", "builtin", True), ("single", "builtin", False), ("void", "live", False)],
)
async def test_only_where_the_table_and_its_list_can_tell_does_a_preview_tell_of_words(
    harness: BotHarness, challenge: str, dictionary: DictionaryKind, *, tells: bool
) -> None:
    group, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    table = game("kelimelik", racks=["KALEKRT", "LERASİS"], options={"challenge": challenge})
    await group.put_table(with_fields(table, ruleset=with_dictionary_kind(table.ruleset, dictionary)))
    for word, message in (("KALE", "try-words-good"), ("KRTL", "try-words-bad")):
        answer = await private.say_and_wait(KIRAZ, f"/dene 8H {word}")
        assert (private.text_plain(message, words=word) in answer.text) is tells
        assert (private.text_plain("try-unjudged") in answer.text) is not tells
