"""Every request of Klepka that cannot be granted: the right sentence in the chat's language, and the game as it was."""

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bot.texts import Argument
from bot.typed.commands import command_name
from engine import clock
from engine.game import Table
from engine.klepka.actions import Flip, Form
from engine.klepka.state import GameState
from engine.seats import Seat, open_lobby
from engine.turns import Pass, Surrender
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House
from tests.support.games import game as crossword
from tests.support.klepka import NOW, SECRET, after, rules
from tests.support.klepka_chats import dealt
from tests.support.stale import leads
from tests.support.tongues import in_turns

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = dealt("ОоЩф..ЩфОо", "КіТОк=#", "ВоДаАя*", "Ее")
BARE = dealt("ОоЩф", "КіТ", "ВоДа", "Ее")
EMPTY = dealt("", "КіТ", "ВоДа")
OVER = after(BARE, Surrender(KIRAZ), Surrender(LIMON))
GONE = after(GAME, Surrender(LIMON))
EXTRA = after(GAME, Flip(KIRAZ, (1, 2)))
FLIPS = dealt("ОоЩф", "КіТ", "ВоДа", phase="flips")
ONCE = after(dealt("ОоЩф", "КіТКіТ", "ВоДа", ruleset=rules(deck="full", repeats="forbidden")), Form(KIRAZ, "кіт"))
LOBBY = open_lobby(rules(), Seat(KIRAZ, "Kiraz"), SECRET)
PAUSED = replace(GAME, clocks=clock.pause(GAME.clocks, NOW))


class Case(NamedTuple):
    name: str
    table: Table | None
    person: int
    text: str
    """With the commands' names in English; they are said in the chat's language."""
    refusal: str
    facts: dict[str, Argument]


def case(name: str, table: Table | None, person: int, text: str, refusal: str, /, **facts: Argument) -> Case:
    return Case(name, table, person, text, f"refusal-{refusal}", facts)


OWN = ("flip 1 2", "form кіт", "trade О 2 А", "chaos")
WRONG_TABLE = [
    one
    for command in OWN
    for one in (
        case(f"no game: {command}", None, KIRAZ, f"/{command}", "no-game"),
        case(f"not begun: {command}", LOBBY, KIRAZ, f"/{command}", "not-begun"),
        case(f"another game: {command}", crossword("kelimelik"), KIRAZ, f"/{command}", "another-game"),
        case(f"not seated: {command}", GAME, ZEYTIN, f"/{command}", "not-seated"),
        case(f"over: {command}", OVER, NANE, f"/{command}", "game-over"),
        case(f"surrendered: {command}", GONE, LIMON, f"/{command}", "has-surrendered"),
        case(f"paused: {command}", PAUSED, KIRAZ, f"/{command}", "paused"),
    )
]
STOPPED = [
    case(f"paused: {command}", PAUSED, KIRAZ, f"/{command}", "paused")
    for command in ("flip", "form", "form вода 1", "trade Щ 2 Щ", "trade О 9 А", "trade")
]
"""What else is wrong with these is not looked at while everything stands still."""
OTHERS = [
    case(f"of another game: {command}", GAME, KIRAZ, f"/{command}", "another-game")
    for command in ("play H8 across WORD", "exchange 1", "challenge", "draw")
]
TURNS = [
    case(f"not on turn: {command}", GAME, LIMON, f"/{command}", "not-your-turn", name="Kiraz")
    for command in ("flip 1 2", "flip", "form", "form вода", "pass")
]
FLIPPING = [
    case("no positions", GAME, KIRAZ, "/flip", "no-positions"),
    case("garbled", GAME, KIRAZ, "/flip 1 <b>", "garbled-positions", text="1 <b>"),
    case("endless", GAME, KIRAZ, "/flip " + "9" * 4000, "garbled-positions", text="9" * 60 + "…"),
    case("position 0", GAME, KIRAZ, "/flip 0 1", "unknown-position", position=0, last=10),
    case("beyond the table", GAME, KIRAZ, "/flip 1 11", "unknown-position", position=11, last=10),
    case("twice", GAME, KIRAZ, "/flip 1 1", "position-twice", position=1),
    case("a hole", GAME, KIRAZ, "/flip 1 5", "position-empty", position=5),
    case("too few", GAME, KIRAZ, "/flip 1", "wrong-flip-count", needed=2, given=1),
    case("too many", GAME, KIRAZ, "/flip 1 2 3", "wrong-flip-count", needed=2, given=3),
    case("too many after a pair", EXTRA, KIRAZ, "/flip 3 4 7", "wrong-flip-count", needed=2, given=3),
    case("an empty table", EMPTY, KIRAZ, "/flip 1 2", "table-empty"),
    case("passing instead", GAME, KIRAZ, "/pass", "must-flip", flips=2),
]
FORMING = [
    case("no word", GAME, KIRAZ, "/form", "klepka-no-word"),
    case("brackets", GAME, KIRAZ, "/form к[іт", "klepka-brackets", word="К[ІТ"),
    case("strange letters", GAME, KIRAZ, "/form кит<", "not-letters", letters="<"),
    case("one letter", GAME, KIRAZ, "/form о", "too-short", word="О"),
    case("two words", GAME, KIRAZ, "/form кіт кіт", "several-words", word="КІТ КІТ"),
    case("letters not held", GAME, KIRAZ, "/form вода", "letters-not-held", letters="А, В, Д", polysemies=0),
    case("polysemy not held", GAME, KIRAZ, "/form к[і]т", "polysemy-not-held", needed=1, held=0),
    case("polysemy alone", dealt("ОоЩф", "**", ""), KIRAZ, "/form [он]", "no-letter-card"),
    case("not in the dictionary", GAME, KIRAZ, "/form ткок", "not-words", words="ТКОК"),
    case("after the time for words", FLIPS, KIRAZ, "/form кіт", "words-are-over", flips=2),
    case("after a pair", EXTRA, KIRAZ, "/form кіт", "words-come-first", flips=2),
    case("a repeated word", ONCE, KIRAZ, "/form кіт", "word-repeated", word="КІТ", name="Kiraz"),
]
TRADING = [
    case("no exchange card", BARE, KIRAZ, "/trade К 2 А", "reward-not-held", reward="{klepka-exchange}"),
    case("nothing", GAME, KIRAZ, "/trade", "trade-usage"),
    case("one card", GAME, KIRAZ, "/trade О 2", "trade-usage"),
    case("three cards", GAME, KIRAZ, "/trade О О О 2", "trade-usage"),
    case("garbled", GAME, KIRAZ, "/trade <b> 2 А", "garbled-card", text="<b>"),
    case("nobody named among three", GAME, KIRAZ, "/trade О А", "trade-with-whom"),
    case("oneself", GAME, KIRAZ, "/trade О 1 А", "trade-with-self"),
    case("an unknown seat", GAME, KIRAZ, "/trade О 4 А", "no-such-player"),
    case("an unknown name", GAME, KIRAZ, "/trade О @ayvasin А", "no-such-player"),
    case("who gave up", GONE, KIRAZ, "/trade О 2 А", "partner-has-surrendered", name="Limon"),
    case("a card that is not in the game", GAME, KIRAZ, "/trade Ґ 2 А", "unknown-card", card="Ґ"),
    case("a card not held", GAME, KIRAZ, "/trade Я 2 А", "card-not-held", card="Я"),
    case("a colour not held", GAME, KIRAZ, "/trade Ос 2 Д", "card-not-held", card="О🟦"),
    case("a card not theirs", GAME, KIRAZ, "/trade О 2 Щ", "card-not-theirs", card="Щ", name="Limon"),
    case("two colours of an own card", GAME, KIRAZ, "/trade К 2 Д", "which-colour", letter="К", cards="К🟨, К🟦"),
    case("two colours of theirs", GAME, KIRAZ, "/trade О 2 А", "which-colour", letter="А", cards="А🟨, А🟦"),
    case("no chaos card", GAME, LIMON, "/chaos", "reward-not-held", reward="{klepka-chaos}"),
    case("chaos on an empty table", dealt("", "#", "Т"), KIRAZ, "/chaos", "table-empty"),
]
CASES = [*WRONG_TABLE, *STOPPED, *OTHERS, *TURNS, *FLIPPING, *FORMING, *TRADING]


@pytest.mark.parametrize(("asked", "language"), in_turns(CASES))
async def test_a_refusal_says_why_and_changes_nothing(house: House, asked: Case, language: str) -> None:
    talk = await house.group(language)
    if asked.table is not None:
        await talk.deal(asked.table)
    before = await talk.stored()
    command, space, rest = asked.text.partition(" ")
    name = command_name(command[1:], language)
    answer = await talk.ask(asked.person, f"/{name}{space}{rest}"[:4096])
    facts = {
        key: talk.plain(value[1:-1]) if isinstance(value, str) and value.startswith("{") else value
        for key, value in asked.facts.items()
    }
    said, _, added = answer.html.partition("\n")
    assert said == talk.html(asked.refusal, **facts)
    # Who is refused a word administers the group.
    assert added == (talk.html("word-addable", words=facts["words"]) if "words" in facts else "")
    assert await talk.stored() == before


async def test_a_word_doubled_at_a_table_without_it_or_by_another_or_unknown_is_refused(house: House) -> None:
    talk = await house.group()
    formed = after(GAME, Form(KIRAZ, "кіт"))
    for state, refusal, facts in (
        (formed, "no-host-double", {}),
        (with_double(formed, host=LIMON), "not-host", {}),
        (late(with_double(formed, host=KIRAZ)), "not-formed-lately", {"word": "КІТ"}),
        (with_double(GAME, host=KIRAZ), "stale-button", {}),
    ):
        await talk.deal(state)
        before = await talk.stored()
        answer = await talk.forge(talk.user(KIRAZ), None, f"twice:{state.commitment[:8]}:0")
        assert answer["text"] == talk.plain(f"refusal-{refusal}", **facts) or refusal == "stale-button"
        assert refusal != "stale-button" or await leads(talk, answer)
        assert await talk.stored() == before


async def test_a_word_list_that_was_not_built_cannot_be_chosen(house: House) -> None:
    talk = await house.group()
    answer = await talk.ask(KIRAZ, "/yeni klepka kelimeler=isimler")
    assert answer.html == talk.html("refusal-not-set-up", value="isimler", values="hepsi")
    assert await talk.stored() == (0, None)


async def test_enough_is_refused_once_cards_were_turned_up(house: House) -> None:
    talk = await house.group()
    await talk.deal(EXTRA)
    table = EXTRA.commitment[:8]
    for data in (f"enough:{table}:0:9", f"enough:{table}:1:6"):
        assert await leads(talk, await talk.forge(talk.user(KIRAZ), None, data))
    assert await talk.table() == EXTRA


async def test_a_reply_that_is_talk_is_let_alone(house: House) -> None:
    talk = await house.group()
    await talk.deal(GAME)
    board = await talk.ask(KIRAZ, "/tahta")
    await talk.silent_on(KIRAZ, "8F KALEM", reply_to=board.id)
    await talk.silent_on(KIRAZ, "12 tane mi?", reply_to=board.id)


def with_double(state: GameState, host: int) -> GameState:
    return replace(state, ruleset=replace(state.ruleset, double="host"), host=host)


def late(state: GameState) -> GameState:
    """Two turns on."""
    return replace(state, number=state.number + 2)


async def test_passing_twice_on_an_empty_table_is_not_ones_own_to_do(house: House) -> None:
    talk = await house.group()
    passed = after(EMPTY, Pass(KIRAZ))
    await talk.deal(passed)
    assert (await talk.ask(KIRAZ, "/pas")).html == talk.html("refusal-not-your-turn", name="Limon")
    assert await talk.table() == passed
