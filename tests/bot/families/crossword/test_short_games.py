"""Short games of every new kind from the table's opening to its end, as people play them: by commands and buttons."""

from itertools import permutations

import pytest

from engine.alphabet import BLANK
from engine.crossword.premiums import premium_board
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

MODES = ("single", "double", "five", "ten", "wordpoints")
TABLES = (
    *(f"scrabble-tr itiraz={mode}" for mode in MODES),
    *(f"scrabble-en challenge={mode} clock=game" for mode in MODES),
    "tournament-tr",
    "tournament-en final",
    "kelimelik itiraz=tek saat=5dk",
)
BOXES = ("wordbox-tr", "wordbox-en", "wordbox-uk")


async def begin_game(talk: ChatSession, table: str) -> GameState:
    await talk.say_and_wait(KIRAZ, f"/yeni {table}")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.say_and_wait(LIMON, "/baslat")
    return await talk.load_current_game()


def phony_from_rack(state: GameState) -> str:
    """Three letters of the rack on turn that are no word."""
    words = load_lexicon(state.ruleset.lexicon)
    letters = [tile for tile in state.players[state.turn].rack if tile != BLANK]
    return next("".join(some) for some in permutations(letters, 3) if "".join(some) not in words)


async def lay_a_phony(talk: ChatSession) -> SentMessage:
    state = await talk.load_current_game()
    board = premium_board(state.ruleset.board)
    centre = board.grid.names[board.centre]
    cell = f"{centre[1:]}{centre[0]}"
    told = await talk.say_and_wait(state.players[state.turn].user, f"/oyna {cell} {phony_from_rack(state)}")
    assert told.is_photo, told.text
    return told


async def pass_to_the_end(talk: ChatSession) -> SentMessage:
    for _ in range(12):
        state = await talk.load_current_game()
        told = await talk.say_and_wait(state.players[state.turn].user, "/pas")
        if (await talk.load_current_game()).outcome is not None:
            return told
    raise AssertionError("the game has no end")


@pytest.mark.repeats(4)
@pytest.mark.parametrize("table", TABLES)
async def test_a_phony_is_challenged_off_another_stands_and_passes_end_the_game(
    harness: BotHarness, table: str
) -> None:
    talk = await harness.new_group()
    state = await begin_game(talk, table)
    first, second = (player.user for player in (state.players[state.turn], state.players[1 - state.turn]))
    told = await lay_a_phony(talk)
    await talk.press_kind(second, told, "doubt")
    (withdrawn,) = await talk.wait_messages()
    assert "⚖️" in withdrawn.text
    state = await talk.load_current_game()
    assert not any(state.cells)
    assert state.players[state.turn].user == second
    await lay_a_phony(talk)
    await talk.say_and_wait(first, "/pas")
    state = await talk.load_current_game()
    assert any(state.cells)
    assert [challenge.withdrawn for challenge in state.challenges] == [True]
    ended = await pass_to_the_end(talk)
    assert "🏁" in ended.text
    done = await talk.load_current_game()
    assert done.outcome is not None
    assert done.outcome.reason == done.ruleset.ending.run.counts
    assert done.secret in ended.text


@pytest.mark.parametrize("table", BOXES)
async def test_wordbox_ends_in_a_draw_that_all_agree_on(harness: BotHarness, table: str) -> None:
    talk = await harness.new_group()
    state = await begin_game(talk, table)
    other = state.players[1 - state.turn].user
    told = await lay_a_phony(talk)
    await talk.press_kind(other, told, "doubt")
    await talk.wait_messages()
    offer = await talk.say_and_wait(other, "/berabere")
    await talk.press_kind(state.players[state.turn].user, offer, "agree")
    (ended,) = await talk.wait_messages()
    assert talk.text_html("ended-draw") in ended.html
    outcome = (await talk.load_current_game()).outcome
    assert outcome is not None
    assert outcome.reason == "draw"


@pytest.mark.parametrize("table", BOXES)
async def test_wordbox_ends_by_time(harness: BotHarness, table: str) -> None:
    talk = await harness.new_group()
    await begin_game(talk, f"{table} saat=10dk")
    ended = None
    for _ in range(6):
        await harness.advance_time(601)
        (told,) = await talk.wait_messages()
        if (await talk.load_current_game()).outcome is not None:
            ended = told
            break
    assert ended is not None
    state = await talk.load_current_game()
    assert state.outcome is not None
    assert state.outcome.reason == "time"
