"""Moves tried out in private: the picture, the words and the score, and not a word about whether they count."""

import pytest

from bot.families import registry
from bot.families.context import Context
from bot.families.crossword.moves import said
from bot.families.crossword.sketches import trial
from bot.families.crossword.tries import coded, planned
from bot.families.crossword.wording import Wording
from bot.judges.dictionaries import Kind, with_kind
from bot.pictures.sketches import Look
from bot.store.keys import Scope
from bot.tables.held import Held, table_name
from bot.telegram.buttons import data, read
from bot.texts import Html, Texts
from bot.typed.commands import command_name
from bot.wording.speaker import Speaker, title
from engine import game as door
from engine.crossword.rules import preview
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from render import Painter
from tests.support.chats import KIRAZ, LIMON, NANE, House, Sent, Talk
from tests.support.drawings import paint, sketch
from tests.support.games import changed, game, play
from tests.support.klepka_chats import dealt, picture
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİAAA?K", "SEKKLRA"])
LATER = changed(LAID, commitment="1" * 64)
ENGLISH = changed(game("scrabble-en", laid=["8H LOFTY"], racks=["LOAMXYZ", "AAEEKKL"]), commitment="2" * 64)


def shows(talk: Talk, sent: Sent, table: GameState, move: str, ghosts: dict[str, str]) -> bool:
    """Whether a message shows the group's board with a move whose tiles are these ghosts, byte for byte."""
    place = play(table, move)
    assert {tile.cell: tile.tile for tile in place.tiles} == ghosts
    tried = trial(table.turn, place, preview(table, table.turn, place)[1])
    look = Look(talk.language, chat_language="tr")
    drawn = sketch(talk.house.texts, door.view(table, None), table.ruleset.title, look, tried=tried)
    return picture(talk.house, sent.message) == paint(Painter(), drawn)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_move_is_shown_with_its_words_and_its_score(house: House, language: str) -> None:
    group = await house.group(title="Çay")
    private = await house.private(KIRAZ, language)
    await group.deal(LAID)
    tried = await private.ask(KIRAZ, f"/{command_name('try', language)} 8F KALEMLİK")
    assert shows(private, tried, LAID, "8F KALEMLİK", {"K8": "L", "L8": "İ", "M8": "K"})
    view = door.view(LAID, None)
    assert isinstance(view, GameView)
    assert (
        tried.html
        == private.html(
            "try-caption",
            game=title(LAID.ruleset.title, language),
            group="\u2068Çay\u2069",
            cell="F8",
            way=private.plain("way-across"),
            word="KALEMLİK",
            score=18,
            sum="",
            note=private.plain("try-unjudged"),
            turn=Html(Wording(Speaker(house.texts, language)).next(view)),
        ).replace("\n\n", "\n")
        + f"\n\n{Wording(Speaker(house.texts, language, LAID.ruleset.title, LAID.ruleset.lexicon)).table(view)}"
    )
    assert await group.game() == LAID, "nothing was played"


@pytest.mark.parametrize("word", ["KALEMLİK", "KALEMKKK"], ids=["a word", "none"])
async def test_a_word_that_is_no_word_is_shown_like_any_other(house: House, word: str) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(changed(LAID, players=(changed(LAID.players[0], rack=tuple("AKKKLİ?")), LAID.players[1])))
    answer = await private.ask(KIRAZ, f"/dene 8F {word}")
    assert answer.photo
    assert answer.text.count(word) == 1
    assert private.plain("button-lay") in [button["text"] for button in answer.buttons]


async def test_a_blank_is_a_blank_in_the_picture_and_in_the_words(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    tried = await private.ask(KIRAZ, "/dene 8F KALEML[E]")
    assert shows(private, tried, LAID, "8F KALEMLe", {"K8": "L", "L8": "?E"})
    assert "KALEML[E]" in tried.text


async def test_a_rack_without_the_tiles_has_nothing_to_show(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    for typed, refusal in (("8F KALEMSER", "not-on-rack-private"), ("A1 yatay LİA", "not-touching")):
        answer = await private.ask(KIRAZ, f"/dene {typed}")
        assert answer.html == private.html(f"refusal-{refusal}"), typed


@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_a_move_the_command_itself_is_explained(house: House, language: str) -> None:
    private = await house.private(KIRAZ, language)
    name = command_name("try", language)
    answer = await private.ask(KIRAZ, f"/{name}")
    sample = house.texts.plain(language, "sample-word")
    cell = "I8" if language == "uk" else "H8"
    assert answer.html == private.html("refusal-empty-try", sample=sample, cell=cell)
    assert f"/{name} {cell} " in answer.html


async def test_the_example_of_a_move_is_in_the_letters_of_the_players_game(house: House) -> None:
    group, private = await house.group("uk"), await house.private(KIRAZ, "uk")
    await group.deal(game("wordbox-en", racks=["AEIOUNR", "AEIOUNR"]))
    assert "I8 горизонтально WORDS" in (await private.ask(KIRAZ, "/try")).html
    assert "H8 горизонтально WORDS" in (await group.ask(KIRAZ, "/play H8")).html, "the cell that was typed"


async def test_in_private_no_refusal_names_a_button_of_the_group(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    answer = await private.ask(KIRAZ, "/dene 8F KALEMSER")
    assert private.plain("button-rack") not in answer.html
    assert "/raf" in answer.html


async def test_a_plan_may_be_made_out_of_turn_and_cannot_be_played_yet(house: House) -> None:
    group, private = await house.group(), await house.private(LIMON)
    await group.deal(LAID)
    tried = await private.ask(LIMON, "/dene 8F KALEMLER")
    assert tried.photo
    assert private.html("try-later", name="\u2068Ayşe\u2069") in tried.html
    assert tried.buttons == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_a_group_the_way_to_the_private_chat_is_shown_and_nothing_else(house: House, language: str) -> None:
    group = await house.group(language)
    await group.deal(LAID)
    answer = await group.ask(KIRAZ, f"/{command_name('try', language)} 8F KALEMLİK")
    assert not answer.photo
    assert answer.html == group.html("try-in-private")
    assert answer.links == ["https://t.me/harfiyen_bot"]


async def test_the_button_plays_the_very_move(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    tried = await private.ask(KIRAZ, "/dene 8F KALEML[İ]K")
    await group.mark()
    assert (await private.tap(KIRAZ, tried, "lay"))["text"] == private.plain("done-in-group")
    (told,) = await group.sent()
    assert "KALEML[İ]K" in told.text
    assert (await private.changed(tried)).buttons == []
    state = await group.game()
    assert state.number == 1
    assert "İ" in state.players[0].rack, "the blank was laid, as it was planned"


async def test_a_word_called_like_a_direction_is_played_as_a_word(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(game("kelimelik", racks=["YATAYDİ", "SEKKLRA"]))
    tried = await private.ask(KIRAZ, "/dene H8 yatay YATAY")
    await group.mark()
    await private.tap(KIRAZ, tried, "lay")
    assert "YATAY" in (await group.sent())[0].text


async def test_a_move_that_is_not_in_the_dictionary_is_refused_only_when_it_is_played(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(LAID)
    tried = await private.ask(KIRAZ, "/dene 8F KALEMLİA")
    answer = await private.tap(KIRAZ, tried, "lay")
    assert answer["text"].splitlines()[0] == private.plain("refusal-not-words", words="KALEMLİA")
    assert await group.game() == LAID


async def test_the_button_of_an_earlier_turn_or_of_another_player_is_stale(house: House) -> None:
    group, private, other = await house.group(), await house.private(KIRAZ), await house.private(NANE)
    await group.deal(LAID)
    tried = await private.ask(KIRAZ, "/dene 8F KALEMLİK")
    stolen = await other.forge(other.user(NANE), None, tried.data("lay"))
    assert stolen["text"] == other.plain("refusal-stale-button")
    for person in (KIRAZ, LIMON):
        await group.ask(person, "/pas")
    assert (await private.tap(KIRAZ, tried, "lay"))["text"] == private.plain("refusal-stale-button")
    assert (await group.game()).number == 2


async def test_of_several_games_the_one_where_it_is_the_players_turn_is_meant(house: House) -> None:
    private = await house.private(KIRAZ)
    waiting, mine = await house.group(title="Bekleyen"), await house.group(title="Sırası gelen")
    await waiting.deal(changed(LAID, turn=1))
    await mine.deal(LATER)
    tried = await private.ask(KIRAZ, "/dene 8F KALEMLİK")
    assert "Sırası gelen" in tried.text
    await private.silent(KIRAZ)


async def test_of_several_such_games_those_are_meant_where_the_move_fits(house: House) -> None:
    private = await house.private(KIRAZ)
    turkish, english = await house.group(title="Türkçe"), await house.group(title="English")
    await turkish.deal(LAID)
    await english.deal(ENGLISH)
    assert "English" in (await private.ask(KIRAZ, "/dene 7I LOAM")).text
    assert "Türkçe" in (await private.ask(KIRAZ, "/dene 8F KALEMLİK")).text


async def test_a_move_that_fits_in_several_games_is_shown_in_each(house: House) -> None:
    private = await house.private(KIRAZ)
    first, second = await house.group(title="Birinci"), await house.group(title="İkinci")
    await first.deal(LAID)
    await second.deal(LATER)
    await private.mark()
    private.say(KIRAZ, "/dene 8F KALEMLİK")
    texts = [sent.text for sent in await private.sent(2)]
    assert {"Birinci" in texts[0], "Birinci" in texts[1]} == {True, False}
    assert {"İkinci" in texts[0], "İkinci" in texts[1]} == {True, False}


async def test_without_a_game_on_a_board_there_is_nothing_to_try(house: House) -> None:
    private = await house.private(KIRAZ)
    assert (await private.ask(KIRAZ, "/dene 8F KALEM")).html == private.html("refusal-no-game-of-yours")
    group = await house.group()
    cards = dealt("ЩюФоЖоФЩ", "КіТ", "ВоДа")
    await group.deal(cards)
    await house.store.add_user_game(KIRAZ, group.scope, table_name(cards))
    assert (await private.ask(KIRAZ, "/dene 8F KALEM")).html == private.html("refusal-another-game-private")


async def test_the_longest_move_fits_into_a_buttons_data() -> None:
    """Seventeen Ukrainian letters, seven of them new, two of those blanks."""
    state = game(
        "wordbox-uk", board=("." * 17 + "\n") * 7 + "АБВ.ГДЕ.ЖЗ.И.К.Л.\n" + ("." * 17 + "\n") * 7, racks=["ЩЮЯЩЮ??", ""]
    )
    held = Held(Scope(-100), state, 1, {}, seen=False)
    plan = planned(
        Context(held, Speaker(Texts(), "uk")),
        state,
        0,
        said("8A АБВ[Щ]ГДЕ[Ю]ЖЗЩИЮКЯЛЩ", state.ruleset, Speaker(Texts(), "uk")),
    )
    written = data("lay", table_name(state), 999_999, *coded(plan).split())
    assert len(written.encode()) <= 64
    pressed = read(written, registry.buttons())
    assert pressed is not None
    assert pressed.rest == ("999999", "A8", "h", "...[Щ]...[Ю]..Щ.Ю.Я.Щ")


async def test_a_word_alone_is_asked_where_to_put_it_with_the_scores(house: House) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(game("kelimelik", racks=["KALEMİS", "LERASİS"]))
    asked = await private.ask(KIRAZ, "/dene KALEM 8")
    assert [one["text"].split()[0] for one in asked.buttons] == ["D8", "E8", "F8", "G8", "H8"]
    assert all(one["text"].split()[-1].isdecimal() for one in asked.buttons)


@pytest.mark.parametrize(
    ("challenge", "dictionary", "tells"),
    [("void", "builtin", True), ("single", "builtin", False), ("void", "live", False)],
)
async def test_only_where_the_table_and_its_list_can_tell_does_a_preview_tell_of_words(
    house: House, challenge: str, dictionary: Kind, *, tells: bool
) -> None:
    group, private = await house.group(), await house.private(KIRAZ)
    table = game("kelimelik", racks=["KALEKRT", "LERASİS"], options={"preview": "on", "challenge": challenge})
    await group.deal(changed(table, ruleset=with_kind(table.ruleset, dictionary)))
    for word, message in (("KALE", "try-words-good"), ("KRTL", "try-words-bad")):
        answer = await private.ask(KIRAZ, f"/dene 8H {word}")
        assert (private.plain(message, words=word) in answer.text) is tells
        assert (private.plain("try-unjudged") in answer.text) is not tells
