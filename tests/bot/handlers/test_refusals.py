"""Every request that cannot be granted: the right sentence in the chat's language, and the table as it was."""

from typing import NamedTuple

import pytest

from bot.texts import Argument
from bot.user_input.commands import command_name
from engine.crossword.actions import DeclineDraw, OfferDraw
from engine.game import Table
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import text_in_own_language
from tests.support.games import after_actions, game, open_lobby_of, surrender, with_fields
from tests.support.languages import LANGUAGE_LIST, LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAMES = ", ".join(shipped_rulesets())
EMPTY = game("kelimelik", racks=["KALEM?A", "LERİSİN"])
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
OVER = after_actions(LAID, surrender(LAID))
LOW = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"], bag="AAEEKK")
THREE = game("scrabble-tr", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL", "AAEEKKL"])
GONE = after_actions(THREE, surrender(THREE, 0))
BOX = game("wordbox-en", laid=["8F HOUSE"], racks=["AEIOUNR", "AEIOUNR", "AEIOUNR"])
SPENT = with_fields(BOX, players=tuple(with_fields(player, exchanges=3) for player in BOX.players))
OFFERED = after_actions(BOX, OfferDraw(LIMON))
DECLINED = after_actions(OFFERED, DeclineDraw(KIRAZ))
LAST = game("tournament-tr", racks=["LERİSİK", "AAEEKKL"], bag="A", options={"exchange-least": "1"})
ALONE = open_lobby_of("scrabble-tr", 1)


SAMPLES = (("sample", ""), ("blank", "-blank"))
"""What an example of a move is made of: in the language of the table's tiles, whatever the chat's."""


class Case(NamedTuple):
    name: str
    table: Table | None
    person: int
    text: str
    """With the commands' names in English, as ``/play``; they are said in the chat's language."""
    refusal: str
    facts: dict[str, Argument]


def refusal_case(name: str, table: Table | None, person: int, text: str, refusal: str, /, **facts: Argument) -> Case:
    return Case(name, table, person, text, f"refusal-{refusal}", facts)


NO_GAME = [
    refusal_case(f"no game: {command}", None, KIRAZ, f"/{command} 8H KALEM", "no-game")
    for command in ("play", "board", "join")
]
NOT_BEGUN = [
    refusal_case(f"not begun: {command}", ALONE, KIRAZ, f"/{command} 8H KALEM", "not-begun")
    for command in ("rack", "score")
]
NOT_SEATED = [
    refusal_case(f"not seated: {command}", LAID, NANE, f"/{command} 8F KALEMLER", "not-seated")
    for command in ("pass", "rack", "challenge")
]
NOT_ON_TURN = [
    refusal_case(f"not on turn: {command}", LAID, LIMON, f"/{command}", "not-your-turn", name="Ayşe")
    for command in ("play A1 ZZZZ", "exchange 9")
]
OVER_GAME = [
    refusal_case(f"over: {command}", OVER, KIRAZ, f"/{command}", "game-over")
    for command in ("play 8F KALEMLER", "rack", "begin", "draw yes")
]
SURRENDERED = [
    refusal_case(f"surrendered: {command}", GONE, KIRAZ, f"/{command}", "has-surrendered")
    for command in ("pass", "surrender")
]
TABLES = [
    refusal_case("cancel after the end", OVER, KIRAZ, "/cancel", "no-game"),
    refusal_case("a second table", ALONE, LIMON, "/new kelimelik", "lobby-open"),
    refusal_case("a second game", LAID, LIMON, "/new kelimelik", "game-running"),
    refusal_case("joining a running game", LAID, NANE, "/join", "game-begun"),
    refusal_case("beginning a running game", LAID, KIRAZ, "/begin", "already-begun"),
    refusal_case("leaving a running game", LAID, KIRAZ, "/leave", "leave-is-surrender"),
    refusal_case("sitting down twice", ALONE, KIRAZ, "/join", "already-seated"),
    refusal_case("getting up without a seat", ALONE, LIMON, "/leave", "not-seated"),
    refusal_case(
        "a third player at a table for two", open_lobby_of("kelimelik", 2), NANE, "/join", "table-full", most=2
    ),
    refusal_case("starting alone", ALONE, KIRAZ, "/begin", "too-few-players", least=2, seated=1),
    refusal_case("cancelling somebody's game", LAID, LIMON, "/cancel", "not-allowed-to-cancel"),
    refusal_case("an unknown game", None, KIRAZ, "/new satranç", "unknown-game", typed="satranç", games=GAMES),
    refusal_case(
        "an unknown language", None, KIRAZ, "/language fr", "unknown-language", typed="fr", languages=LANGUAGE_LIST
    ),
    refusal_case("a language without the right", None, LIMON, "/language en", "admins-only"),
    refusal_case("no word to look up", None, KIRAZ, "/word", "no-word-to-look-up"),
]
MOVES = [
    refusal_case("nothing", EMPTY, KIRAZ, "/play", "empty-move", cell="H8"),
    refusal_case("garbled", EMPTY, KIRAZ, "/play KALEM KAĞIT", "garbled-move", text="KALEM KAĞIT", cell="H8"),
    refusal_case("no word", EMPTY, KIRAZ, "/play H8 yatay", "no-word", cell="H8"),
    refusal_case("brackets", EMPTY, KIRAZ, "/play 8H KA[LEM", "brackets", word="KA[LEM"),
    refusal_case("hostile letters", EMPTY, KIRAZ, "/play 8H <b>&K", "strange-move", letters="<, >, &", cell="H8"),
    refusal_case("one letter", EMPTY, KIRAZ, "/play 8H K", "too-short", word="K"),
    refusal_case("unknown cell", EMPTY, KIRAZ, "/play P16 KALEM", "unknown-cell", cell="P16", last="O15"),
    refusal_case("off the board", EMPTY, KIRAZ, "/play 8M KALEM", "off-board", cell="M8", room=3, length=5),
    refusal_case("off the centre", EMPTY, KIRAZ, "/play 1A KALEM", "off-centre", centre="H8"),
    refusal_case("empty cell as a letter", EMPTY, KIRAZ, "/play 8H KAL.M", "nothing-there", cell="K8"),
    refusal_case("not on the rack", EMPTY, KIRAZ, "/play 8H ZEYTİN", "not-on-rack"),
    refusal_case("more blanks than held", EMPTY, KIRAZ, "/play 8H [KA]LEM", "blanks-not-held"),
    refusal_case("not in the dictionary", EMPTY, KIRAZ, "/play 8H MELAK", "not-words", words="MELAK"),
    refusal_case("clash", LAID, KIRAZ, "/play 8F KELEM", "clash", cell="G8", there="A", typed="E"),
    refusal_case("not touching", LAID, KIRAZ, "/play 1A LER", "not-touching"),
    refusal_case("not the whole word", LAID, KIRAZ, "/play 8K LER", "longer-word", word="KALEMLER", cell="F8"),
    refusal_case("no new tiles", LAID, KIRAZ, "/play 8F KALEM", "no-new-tiles"),
    refusal_case("a wrong cross-word", LAID, KIRAZ, "/play 9F İRİ", "not-words", words="Lİ"),
]
EXCHANGES = [
    refusal_case("nothing to exchange", LAID, KIRAZ, "/exchange", "nothing-to-exchange"),
    refusal_case("place 8", LAID, KIRAZ, "/exchange 1 8", "no-such-position", position=8, most=7),
    refusal_case("letters not held", LAID, KIRAZ, "/exchange Z", "exchange-not-held"),
    refusal_case("a place twice in one run", LAID, KIRAZ, "/exchange 131", "tile-twice", position=1),
    refusal_case("strange letters to exchange", LAID, KIRAZ, "/exchange <b>", "garbled-exchange"),
    refusal_case("endless letters", LAID, KIRAZ, "/exchange " + "A" * 4000, "garbled-exchange"),
    refusal_case("too few tiles in the bag", LOW, KIRAZ, "/exchange 1 3", "bag-too-small", bag=6, least=7),
    refusal_case(
        "more tiles than the bag holds", LAST, KIRAZ, "/exchange 1 2 3 4 5 6 7", "exchange-beyond-bag", most=1
    ),
    refusal_case("a fourth exchange", SPENT, KIRAZ, "/exchange 1", "exchange-limit", most=3),
]
DRAWS = [
    refusal_case("an offer where there are no draws", LAID, KIRAZ, "/draw", "no-draws"),
    refusal_case("agreeing to nothing", BOX, KIRAZ, "/draw yes", "no-draw-offer"),
    refusal_case("a second offer", OFFERED, KIRAZ, "/draw", "draw-offered", name="Bora"),
    refusal_case("a repeated offer", DECLINED, LIMON, "/draw", "draw-offered-lately"),
    refusal_case("an answer that is none", OFFERED, KIRAZ, "/draw foo", "unknown-draw-answer", typed="foo"),
    refusal_case("agreeing with oneself", OFFERED, LIMON, "/draw yes", "own-draw-offer"),
]
LONG = [
    refusal_case(
        "a move of full length", EMPTY, KIRAZ, "/play 8H " + "K" * 1021, "off-board", cell="H8", room=8, length=1021
    ),
    refusal_case("4,096 opening brackets", EMPTY, KIRAZ, "/play 8H " + "[" * 4084, "brackets", word="[" * 59 + "…"),
    refusal_case(
        "a garbled text of full length",
        EMPTY,
        KIRAZ,
        "/play " + "& " * 2043,
        "garbled-move",
        text="& " * 29 + "&…",
        cell="H8",
    ),
    refusal_case(
        "thousands of strange letters",
        EMPTY,
        KIRAZ,
        "/play 8H " + "".join(map(chr, range(0x4E00, 0x4E00 + 4084))),
        "strange-move",
        cell="H8",
        letters=", ".join(map(chr, range(0x4E00, 0x4E0A))),
    ),
    refusal_case("an endless game", None, KIRAZ, "/new " + "<" * 4085, "unknown-game", typed="<" * 40, games=GAMES),
]
CASES = [
    *NO_GAME,
    *NOT_BEGUN,
    *NOT_SEATED,
    *NOT_ON_TURN,
    *OVER_GAME,
    *SURRENDERED,
    *TABLES,
    *MOVES,
    *EXCHANGES,
    *DRAWS,
    *LONG,
]


def in_language(text: str, language: str) -> str:
    command, space, rest = text.partition(" ")
    return f"/{command_name(command[1:], language)}{space}{rest}"[:4096]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refusal_says_why_and_changes_nothing(harness: BotHarness, language: str) -> None:
    await harness.clear_tables()
    talk = await harness.new_group(language)
    for asked in sorted(CASES[LANGUAGES.index(language) :: len(LANGUAGES)], key=lambda one: one.table is not None):
        if asked.table is not None:
            await talk.put_table(asked.table)
        is_only_table = asked.refusal in {"refusal-lobby-open", "refusal-game-running"}
        await harness.store.save_setting(talk.scope, "tables", "1" if is_only_table else None)
        before = await talk.stored_state()
        answer = await talk.say_and_wait(asked.person, in_language(asked.text, language))
        sentence, *offers = answer.html.split("\n")
        tiles = language if asked.table is None else asked.table.ruleset.language
        samples = {name: harness.texts.plain(tiles, f"sample-word{more}") for name, more in SAMPLES}
        if asked.refusal == "refusal-admins-only":
            assert sentence == await text_in_own_language(talk, asked.person, asked.refusal)
        else:
            assert sentence == talk.text_html(asked.refusal, **samples | asked.facts), asked.name
        if asked.refusal == "refusal-not-words":
            # Who is refused administers the group.
            assert offers.pop(0) == talk.text_html("word-addable", words=asked.facts["words"])
        assert all(offer.startswith(talk.text_html("fits-at", places="")) for offer in offers), asked.name
        assert await talk.stored_state() == before, asked.name


async def test_a_word_that_does_not_fit_is_offered_other_places(harness: BotHarness) -> None:
    talk = await harness.new_group(table=EMPTY)
    answer = await talk.say_and_wait(KIRAZ, "/oyna 8C KALEM")
    across = talk.text_plain("way-across")
    places = ", ".join(f"{cell} {across}" for cell in ("D8", "E8", "F8"))
    assert (
        answer.text
        == f"{talk.text_plain('refusal-off-centre', centre='H8')}\n{talk.text_plain('fits-at', places=places)}"
    )


async def test_tables_are_not_for_the_private_chat(harness: BotHarness) -> None:
    talk = await harness.private_chat(ZEYTIN)
    for command in ("join", "leave", "begin", "cancel"):
        said = await talk.say_and_wait(ZEYTIN, in_language(f"/{command}", "tr"))
        assert said.html == talk.text_html("refusal-group-only")


async def test_in_private_a_command_needs_a_game_and_asks_of_several(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ, "en")
    commands = ("play 8F KALEMLER", "pass", "exchange 1", "surrender", "board", "score", "bag")
    for command in commands:
        assert (await private.say_and_wait(KIRAZ, f"/{command}")).html == private.text_html("refusal-no-game-of-yours")
    groups: list[ChatSession] = [await harness.new_group(), await harness.new_group()]
    for talk in groups:
        await talk.put_table(LAID)
    for command in commands:
        assert (await private.say_and_wait(KIRAZ, f"/{command}")).html == private.text_html("which-table"), command
    for talk in groups:
        assert await talk.load_current_table() == LAID


async def test_looking_up_a_message_full_of_letters_is_answered_in_short(harness: BotHarness) -> None:
    talk = await harness.new_group()
    for word in ("A" * 4080, "<" * 4080, "A " * 2040):
        answer = await talk.say_and_wait(KIRAZ, f"/sozluk {word}")
        assert len(answer.text) < 1500


async def test_an_anonymous_administrator_is_asked_to_write_in_their_own_name(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_as_user({"id": 1087968824, "is_bot": True, "first_name": "Group"}, "/katil")
    (answer,) = await talk.wait_messages()
    assert answer.html == talk.text_html("refusal-anonymous")
