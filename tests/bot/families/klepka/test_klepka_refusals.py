"""Every request of Klepka that cannot be granted: the right sentence in the chat's language, and the game as it was."""

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bot.texts import Argument
from bot.user_input.command_names import command_name
from engine import clock
from engine.game import Table
from engine.klepka.actions import Flip, Form
from engine.klepka.state import GameState
from engine.lobby_seats import Seat, open_lobby
from engine.turns import Pass, Surrender
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness
from tests.support.chat_steps import is_stale_alert
from tests.support.games import game as crossword
from tests.support.klepka import NOW, SECRET, after_actions, klepka_rules
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.languages import cases_with_languages

pytestmark = pytest.mark.asyncio(loop_scope="module")

GAME = klepka_game_of_chat("ОоЩф..ЩфОо", "КіТОк=#", "ВоДаАя*", "Ее")
BARE = klepka_game_of_chat("ОоЩф", "КіТ", "ВоДа", "Ее")
EMPTY = klepka_game_of_chat("", "КіТ", "ВоДа")
OVER = after_actions(BARE, Surrender(KIRAZ), Surrender(LIMON))
GONE = after_actions(GAME, Surrender(LIMON))
EXTRA = after_actions(GAME, Flip(KIRAZ, (1, 2)))
FLIPS = klepka_game_of_chat("ОоЩф", "КіТ", "ВоДа", phase="flips")
ONCE = after_actions(
    klepka_game_of_chat("ОоЩф", "КіТКіТ", "ВоДа", ruleset=klepka_rules(deck="full", repeats="forbidden")),
    Form(KIRAZ, "кіт"),
)
LOBBY = open_lobby(klepka_rules(), Seat(KIRAZ, "Kiraz"), SECRET)
PAUSED = replace(GAME, clocks=clock.pause_clocks(GAME.clocks, NOW))


class Case(NamedTuple):
    name: str
    table: Table | None
    person: int
    text: str
    """With the commands' names in English; they are said in the chat's language."""
    refusal: str
    facts: dict[str, Argument]


def refusal_case(name: str, table: Table | None, person: int, text: str, refusal: str, /, **facts: Argument) -> Case:
    return Case(name, table, person, text, f"refusal-{refusal}", facts)


OWN = ("flip 1 2", "form кіт", "trade О 2 А", "chaos")
WRONG_TABLE = [
    one
    for command in OWN
    for one in (
        refusal_case(f"no game: {command}", None, KIRAZ, f"/{command}", "no-game"),
        refusal_case(f"not begun: {command}", LOBBY, KIRAZ, f"/{command}", "not-begun"),
        refusal_case(f"another game: {command}", crossword("kelimelik"), KIRAZ, f"/{command}", "another-game"),
        refusal_case(f"not seated: {command}", GAME, ZEYTIN, f"/{command}", "not-seated"),
        refusal_case(f"over: {command}", OVER, NANE, f"/{command}", "game-over"),
        refusal_case(f"surrendered: {command}", GONE, LIMON, f"/{command}", "has-surrendered"),
        refusal_case(f"paused: {command}", PAUSED, KIRAZ, f"/{command}", "paused"),
    )
]
STOPPED = [
    refusal_case(f"paused: {command}", PAUSED, KIRAZ, f"/{command}", "paused")
    for command in ("flip", "form", "form вода 1", "trade Щ 2 Щ", "trade О 9 А", "trade")
]
"""What else is wrong with these is not looked at while everything stands still."""
OTHERS = [
    refusal_case(f"of another game: {command}", GAME, KIRAZ, f"/{command}", "another-game")
    for command in ("play H8 across WORD", "exchange 1", "challenge", "draw")
]
TURNS = [
    refusal_case(f"not on turn: {command}", GAME, LIMON, f"/{command}", "not-your-turn", name="Kiraz")
    for command in ("flip 1 2", "flip", "form", "form вода", "pass")
]
FLIPPING = [
    refusal_case("no positions", GAME, KIRAZ, "/flip", "no-positions"),
    refusal_case("garbled", GAME, KIRAZ, "/flip 1 <b>", "garbled-positions", text="1 <b>"),
    refusal_case("endless", GAME, KIRAZ, "/flip " + "9" * 4000, "garbled-positions", text="9" * 60 + "…"),
    refusal_case("position 0", GAME, KIRAZ, "/flip 0 1", "unknown-position", position=0, last=10),
    refusal_case("beyond the table", GAME, KIRAZ, "/flip 1 11", "unknown-position", position=11, last=10),
    refusal_case("twice", GAME, KIRAZ, "/flip 1 1", "position-twice", position=1),
    refusal_case("a hole", GAME, KIRAZ, "/flip 1 5", "position-empty", position=5),
    refusal_case("too few", GAME, KIRAZ, "/flip 1", "wrong-flip-count", needed=2, given=1),
    refusal_case("too many", GAME, KIRAZ, "/flip 1 2 3", "wrong-flip-count", needed=2, given=3),
    refusal_case("too many after a pair", EXTRA, KIRAZ, "/flip 3 4 7", "wrong-flip-count", needed=2, given=3),
    refusal_case("an empty table", EMPTY, KIRAZ, "/flip 1 2", "table-empty"),
    refusal_case("passing instead", GAME, KIRAZ, "/pass", "must-flip", flips=2),
]
FORMING = [
    refusal_case("no word", GAME, KIRAZ, "/form", "klepka-no-word"),
    refusal_case("brackets", GAME, KIRAZ, "/form к[іт", "klepka-brackets", word="К[ІТ"),
    refusal_case("strange letters", GAME, KIRAZ, "/form кит<", "not-letters", letters="<"),
    refusal_case("one letter", GAME, KIRAZ, "/form о", "too-short", word="О"),
    refusal_case("two words", GAME, KIRAZ, "/form кіт кіт", "several-words", word="КІТ КІТ"),
    refusal_case("letters not held", GAME, KIRAZ, "/form вода", "letters-not-held", letters="А, В, Д", polysemies=0),
    refusal_case("polysemy not held", GAME, KIRAZ, "/form к[і]т", "polysemy-not-held", needed=1, held=0),
    refusal_case("polysemy alone", klepka_game_of_chat("ОоЩф", "**", ""), KIRAZ, "/form [он]", "no-letter-card"),
    refusal_case("not in the dictionary", GAME, KIRAZ, "/form ткок", "not-words", words="ТКОК"),
    refusal_case("after the time for words", FLIPS, KIRAZ, "/form кіт", "words-are-over", flips=2),
    refusal_case("after a pair", EXTRA, KIRAZ, "/form кіт", "words-come-first", flips=2),
    refusal_case("a repeated word", ONCE, KIRAZ, "/form кіт", "word-repeated", word="КІТ", name="Kiraz"),
]
TRADING = [
    refusal_case("no exchange card", BARE, KIRAZ, "/trade К 2 А", "reward-not-held", reward="{klepka-exchange}"),
    refusal_case("nothing", GAME, KIRAZ, "/trade", "trade-usage"),
    refusal_case("one card", GAME, KIRAZ, "/trade О 2", "trade-usage"),
    refusal_case("three cards", GAME, KIRAZ, "/trade О О О 2", "trade-usage"),
    refusal_case("garbled", GAME, KIRAZ, "/trade <b> 2 А", "garbled-card", text="<b>"),
    refusal_case("nobody named among three", GAME, KIRAZ, "/trade О А", "trade-with-whom"),
    refusal_case("oneself", GAME, KIRAZ, "/trade О 1 А", "trade-with-self"),
    refusal_case("an unknown seat", GAME, KIRAZ, "/trade О 4 А", "no-such-player"),
    refusal_case("an unknown name", GAME, KIRAZ, "/trade О @ayvasin А", "no-such-player"),
    refusal_case("who gave up", GONE, KIRAZ, "/trade О 2 А", "partner-has-surrendered", name="Limon"),
    refusal_case("a card that is not in the game", GAME, KIRAZ, "/trade Ґ 2 А", "unknown-card", card="Ґ"),
    refusal_case("a card not held", GAME, KIRAZ, "/trade Я 2 А", "card-not-held", card="Я"),
    refusal_case("a colour not held", GAME, KIRAZ, "/trade Ос 2 Д", "card-not-held", card="О🟦"),
    refusal_case("a card not theirs", GAME, KIRAZ, "/trade О 2 Щ", "card-not-theirs", card="Щ", name="Limon"),
    refusal_case(
        "two colours of an own card", GAME, KIRAZ, "/trade К 2 Д", "which-colour", letter="К", cards="К🟨, К🟦"
    ),
    refusal_case("two colours of theirs", GAME, KIRAZ, "/trade О 2 А", "which-colour", letter="А", cards="А🟨, А🟦"),
    refusal_case("no chaos card", GAME, LIMON, "/chaos", "reward-not-held", reward="{klepka-chaos}"),
    refusal_case("chaos on an empty table", klepka_game_of_chat("", "#", "Т"), KIRAZ, "/chaos", "table-empty"),
]
CASES = [*WRONG_TABLE, *STOPPED, *OTHERS, *TURNS, *FLIPPING, *FORMING, *TRADING]


@pytest.mark.parametrize(("asked", "language"), cases_with_languages(CASES))
async def test_a_refusal_says_why_and_changes_nothing(harness: BotHarness, asked: Case, language: str) -> None:
    talk = await harness.new_group(language)
    if asked.table is not None:
        await talk.put_table(asked.table)
    before = await talk.stored_state()
    command, space, rest = asked.text.partition(" ")
    name = command_name(command[1:], language)
    answer = await talk.say_and_wait(asked.person, f"/{name}{space}{rest}"[:4096])
    facts = {
        key: talk.text_plain(value[1:-1]) if isinstance(value, str) and value.startswith("{") else value
        for key, value in asked.facts.items()
    }
    said, _, added = answer.html.partition("\n")
    assert said == talk.text_html(asked.refusal, **facts)
    # Who is refused a word administers the group.
    assert added == (talk.text_html("word-addable", words=facts["words"]) if "words" in facts else "")
    assert await talk.stored_state() == before


async def test_a_word_doubled_at_a_table_without_it_or_by_another_or_unknown_is_refused(harness: BotHarness) -> None:
    talk = await harness.new_group()
    formed = after_actions(GAME, Form(KIRAZ, "кіт"))
    for state, refusal, facts in (
        (formed, "no-host-double", {}),
        (allow_double(formed, host=LIMON), "double-is-hosts", {}),
        (two_turns_later(allow_double(formed, host=KIRAZ)), "not-formed-lately", {"word": "КІТ"}),
        (allow_double(GAME, host=KIRAZ), "stale-button", {}),
    ):
        await talk.put_table(state)
        before = await talk.stored_state()
        answer = await talk.forge_tap(talk.user_json(KIRAZ), None, f"twice:{state.commitment[:8]}:0")
        assert answer["text"] == talk.text_plain(f"refusal-{refusal}", **facts) or refusal == "stale-button"
        assert refusal != "stale-button" or await is_stale_alert(talk, answer)
        assert await talk.stored_state() == before


async def test_a_word_list_that_was_not_built_cannot_be_chosen(harness: BotHarness) -> None:
    talk = await harness.new_group()
    answer = await talk.say_and_wait(KIRAZ, "/yeni klepka kelimeler=isimler")
    assert answer.html == talk.text_html("refusal-not-set-up", value="isimler", values="hepsi")
    assert await talk.stored_state() == (0, None)


async def test_enough_is_refused_once_cards_were_turned_up(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(EXTRA)
    table = EXTRA.commitment[:8]
    for data in (f"enough:{table}:0:9", f"enough:{table}:1:6"):
        assert await is_stale_alert(talk, await talk.forge_tap(talk.user_json(KIRAZ), None, data))
    assert await talk.load_current_table() == EXTRA


async def test_a_reply_that_is_talk_is_let_alone(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(GAME)
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await talk.check_no_answer(KIRAZ, "8F KALEM", reply_to=board.message_id)
    await talk.check_no_answer(KIRAZ, "12 tane mi?", reply_to=board.message_id)


def allow_double(state: GameState, host: int) -> GameState:
    return replace(state, ruleset=replace(state.ruleset, double="host"), host=host)


def two_turns_later(state: GameState) -> GameState:
    """Two turns on."""
    return replace(state, number=state.number + 2)


async def test_passing_twice_on_an_empty_table_is_not_ones_own_to_do(harness: BotHarness) -> None:
    talk = await harness.new_group()
    passed = after_actions(EMPTY, Pass(KIRAZ))
    await talk.put_table(passed)
    assert (await talk.say_and_wait(KIRAZ, "/pas")).html == talk.text_html("refusal-not-your-turn", name="Limon")
    assert await talk.load_current_table() == passed
