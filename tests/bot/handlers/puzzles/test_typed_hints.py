"""Hints that are asked for by the command while a puzzle is before somebody: of that puzzle, or of a game of theirs."""

import pytest

from bot.store.puzzles import PuzzleStore
from tests.bot.handlers.puzzles.test_puzzles import (
    open_private,
    typed_best,
)
from tests.bot.handlers.puzzles.test_typed_answers import begin_alone, game_against_computer, wait_daily_post
from tests.support.chat_harness import KIRAZ, LIMON, ZEYTIN, BotHarness

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_hint_is_asked_for_a_puzzle_where_no_game_waits(harness: BotHarness) -> None:
    private, shown, puzzle = await begin_alone(harness)
    again = await private.say_and_wait(KIRAZ, "/ipucu")
    assert (again.html, again.buttons) == (shown.html, shown.buttons)
    assert f"solve:{puzzle.id[:8]}:h:{puzzle.id}:1" in [button["callback_data"] for button in again.buttons]
    progress = await PuzzleStore(harness.redis).load_progress(KIRAZ, puzzle.id)
    assert progress is not None
    assert progress.hints == 0, "a hint has its price, which its button names"


async def test_a_hint_is_for_the_game_that_goes_on_unless_it_replies_to_a_puzzle(harness: BotHarness) -> None:
    private, shown, puzzle = await begin_alone(harness, ZEYTIN)
    await private.put_table(game_against_computer(ZEYTIN))
    told = await private.say_and_wait(ZEYTIN, "/ipucu")
    assert puzzle.id not in str(told.buttons)
    again = await private.say_and_wait(ZEYTIN, "/ipucu", reply_to=shown.message_id)
    assert again.buttons == shown.buttons


async def test_a_puzzle_whose_hints_were_shown_is_the_one_that_is_answered_next(harness: BotHarness) -> None:
    private, older, puzzle = await begin_alone(harness)
    await private.start_watching()
    await private.press_data(KIRAZ, older, f"solve::n:{puzzle.ruleset}")
    await private.wait_messages()
    await private.say_and_wait(KIRAZ, "/ipucu", reply_to=older.message_id)
    told = await private.say_and_wait(KIRAZ, typed_best(puzzle))
    assert private.text_html("puzzle-solved", points=100) in told.html


async def test_a_hint_for_a_puzzle_that_was_solved_shows_how_and_leaves_the_open_one(harness: BotHarness) -> None:
    private, older, puzzle = await begin_alone(harness)
    await private.say_and_wait(KIRAZ, typed_best(puzzle))
    await private.start_watching()
    await private.press_data(KIRAZ, older, f"solve::n:{puzzle.ruleset}")
    await private.wait_messages()
    before = await PuzzleStore(harness.redis).load_open(KIRAZ)
    told = await private.say_and_wait(KIRAZ, "/ipucu", reply_to=older.message_id)
    assert private.text_html("puzzle-solved", points=100) in told.html
    assert await PuzzleStore(harness.redis).load_open(KIRAZ) == before


async def test_a_hint_for_a_posted_puzzle_that_was_never_opened_opens_it(harness: BotHarness) -> None:
    private, post, puzzle = await wait_daily_post(harness)
    told = await private.say_and_wait(LIMON, "/ipucu", reply_to=post.message_id)
    assert f"solve:{puzzle.id[:8]}:h:{puzzle.id}:1" in [button["callback_data"] for button in told.buttons]
    await private.say_and_wait(LIMON, "/daily off")


async def test_a_hint_with_neither_game_nor_puzzle_is_refused(harness: BotHarness) -> None:
    private = await open_private(harness, LIMON)
    await harness.forget_user_games(LIMON)
    told = await private.say_and_wait(LIMON, "/ipucu")
    assert told.html == private.text_html("refusal-no-game-of-yours")
