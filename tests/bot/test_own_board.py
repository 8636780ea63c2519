"""My board in a private chat: all that can be done there by tapping, and nothing for anybody else."""

import re

import pytest

from engine.crossword.rules import preview
from tests.support.chats import KIRAZ, House, Sent, Talk
from tests.support.games import game, play
from tests.support.ownboards import behind, labels, step, steps

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])


async def opened(house: House, table: object = LAID) -> tuple[Talk, Talk, Sent]:
    """A group with a game, a player's private chat, and that player's board in it."""
    group, private = await house.group(), await house.private(KIRAZ)
    await group.deal(table)  # type: ignore[arg-type]  # any table
    return group, private, await private.ask(KIRAZ, "/raf")


def html(talk: Talk, message: str, **facts: str | int) -> str:
    """A message as people read it."""
    return re.sub("<[^>]+>", "", talk.html(message, **facts))


async def test_a_move_is_laid_from_row_to_confirmation_and_played(house: House) -> None:
    group, private, board = await opened(house)
    board = await steps(private, board, private.plain("mine-move"), "8")
    assert "8" in board.text
    assert board.message["photo"]
    board = await steps(private, board, "K", "→", "L", "İ")
    assert "KALEMLİ" in board.text
    before = await group.stored()
    board = await steps(private, board, "K")
    assert await group.stored() == before, "nothing is played before it is confirmed"
    assert labels(board)[0] == "S₂", "as the rack lies, without what is laid"
    score = preview(LAID, 0, play(LAID, "8F KALEMLİK"))[1].total
    assert private.plain("mine-lay", word="KALEMLİK", score=score) in labels(board)
    assert board.text == "\n".join(
        [
            html(private, "mine-scored", cell="F8", way="yatay", word="KALEMLİK", score=score),
        ]
    )
    await group.mark()
    board = await step(private, board, "✅")
    assert board.text.startswith(private.plain("mine-done"))
    assert "KALEMLİK" in (await group.sent())[0].text
    assert (await group.game()).turn == 1


async def test_tiles_are_tapped_and_exchanged(house: House) -> None:
    group, private, board = await opened(house)
    board = await steps(private, board, private.plain("mine-exchange"), "L", "S", "✓L", "A")
    assert [label for label in labels(board) if label.startswith("✓")] == ["✓S₂", "✓A₁"]
    board = await step(private, board, private.plain("button-exchange", count=2))
    assert board.text.startswith(private.plain("mine-done"))
    state = await group.game()
    assert (state.turn, state.players[0].exchanges) == (1, 1)
    assert {"L", "İ", "K", "E", "?"} <= set(state.players[0].rack)
    assert private.plain("mine-pass") not in labels(board), "it is the other one's turn"


async def test_a_pass_is_asked_first(house: House) -> None:
    group, private, board = await opened(house)
    board = await step(private, board, private.plain("mine-pass"))
    assert (await group.game()).turn == 0
    board = await step(private, board, private.plain("mine-back"))
    board = await steps(private, board, private.plain("mine-pass"), private.plain("mine-pass-yes"))
    assert (await group.game()).turn == 1
    assert board.text.startswith(private.plain("mine-done"))


async def test_the_order_of_a_rack_is_kept_for_the_next_time(house: House) -> None:
    _, private, board = await opened(house)
    held = "LİKSAE▢"
    lie = [letters(board)]
    for _ in range(2):
        board = await step(private, board, private.plain("button-mix"))
        lie.append(letters(board))
    assert lie[0] == held
    assert lie[0] != lie[1] != lie[2]
    assert sorted(lie[2]) == sorted(held)
    again = await private.ask(KIRAZ, "/raf")
    assert letters(again) == lie[2]
    board = await steps(private, again, private.plain("mine-exchange"))
    assert "".join(label.strip("¹²³⁴⁵⁶⁷")[0] for label in labels(board)[:7]) == lie[2]


def letters(board: Sent) -> str:
    """The tiles as the board's text shows them."""
    return "".join(re.findall(r"(\S)[₀-₉]+", board.text.splitlines()[1]))


async def test_the_letters_are_told_in_a_box(house: House) -> None:
    _, private, board = await opened(house)
    answer = await private.press(KIRAZ, board, behind(board, private.plain("mine-letters")))
    told = private.plain("rack-alert", tiles="L₁  İ₁  K₁  S₂  A₁  E₁  ▢₀", bag=len(LAID.bag))
    assert (answer["show_alert"], answer["text"]) == (True, told)
