"""Short games of every new kind from the table's opening to its end, as people play them: by commands and buttons."""

from itertools import permutations

import pytest

from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.lexicon import lexicon
from tests.support.chats import KIRAZ, LIMON, House, Sent, Talk

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


async def begun(talk: Talk, table: str) -> GameState:
    await talk.ask(KIRAZ, f"/yeni {table}")
    await talk.ask(LIMON, "/katil")
    await talk.ask(LIMON, "/baslat")
    return await talk.game()


def phony(state: GameState) -> str:
    """Three letters of the rack on turn that are no word."""
    words = lexicon(state.ruleset.lexicon)
    letters = [tile for tile in state.players[state.turn].rack if tile != BLANK]
    return next("".join(some) for some in permutations(letters, 3) if "".join(some) not in words)


async def lay_a_phony(talk: Talk, cell: str = "8H") -> Sent:
    state = await talk.game()
    if state.ruleset.columns > 15:
        cell = "8I"
    told = await talk.ask(state.players[state.turn].user, f"/oyna {cell} {phony(state)}")
    assert told.photo, told.text
    return told


async def pass_to_the_end(talk: Talk) -> Sent:
    for _ in range(12):
        state = await talk.game()
        told = await talk.ask(state.players[state.turn].user, "/pas")
        if (await talk.game()).outcome is not None:
            return told
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("table", TABLES)
async def test_a_phony_is_challenged_off_another_stands_and_passes_end_the_game(house: House, table: str) -> None:
    talk = await house.group()
    state = await begun(talk, table)
    first, second = (player.user for player in (state.players[state.turn], state.players[1 - state.turn]))
    told = await lay_a_phony(talk)
    await talk.tap(second, told, "doubt")
    (withdrawn,) = await talk.sent()
    assert "⚖️" in withdrawn.text
    state = await talk.game()
    assert not any(state.cells)
    assert state.players[state.turn].user == second
    await lay_a_phony(talk)
    await talk.ask(first, "/pas")
    state = await talk.game()
    assert any(state.cells)
    assert [challenge.withdrawn for challenge in state.challenges] == [True]
    ended = await pass_to_the_end(talk)
    assert "🏁" in ended.text
    done = await talk.game()
    assert done.outcome is not None
    assert done.outcome.reason == done.ruleset.ending.run.counts
    assert done.secret in ended.text


@pytest.mark.parametrize("table", BOXES)
async def test_wordbox_ends_in_a_draw_that_all_agree_on(house: House, table: str) -> None:
    talk = await house.group()
    state = await begun(talk, table)
    other = state.players[1 - state.turn].user
    told = await lay_a_phony(talk)
    await talk.tap(other, told, "doubt")
    await talk.sent()
    offer = await talk.ask(other, "/berabere")
    await talk.tap(state.players[state.turn].user, offer, "agree")
    (ended,) = await talk.sent()
    assert talk.html("ended-draw") in ended.html
    outcome = (await talk.game()).outcome
    assert outcome is not None
    assert outcome.reason == "draw"


@pytest.mark.parametrize("table", BOXES)
async def test_wordbox_ends_by_time(house: House, table: str) -> None:
    talk = await house.group()
    await begun(talk, f"{table} saat=10dk")
    ended = None
    for _ in range(6):
        await house.pass_time(601)
        (told,) = await talk.sent()
        if (await talk.game()).outcome is not None:
            ended = told
            break
    assert ended is not None
    state = await talk.game()
    assert state.outcome is not None
    assert state.outcome.reason == "time"
