"""Law: nothing that a player of a running game with challenges asks for depends on which words count (RULES §7.1).

Each request is made twice: every word counts the first time, and none the second. What the bot says is the same. Only a
play made with the tiles of their own rack at another table finds out.
"""

import re
from collections.abc import Awaitable, Callable, Sequence

import pytest

from bot.handlers.general import all_command_rows
from bot.store import keys
from bot.telegram.button_data import encode_rack_link
from bot.user_input.command_names import command_name
from engine.lexicon import CompiledLexicon
from tests.bot.handlers.puzzles.test_puzzles import open_private, wrong_answer
from tests.bot.handlers.puzzles.test_typed_answers import MOST_OFFERED, begin_with_word, tries_of
from tests.support.chat_harness import KIRAZ, BotHarness, ChatSession
from tests.support.chat_steps import press_own_board_in_turn
from tests.support.games import game, with_fields
from tests.support.inline_queries import type_query

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHALLENGES = game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options={"challenge": "double"})
OTHER = with_fields(
    game("kelimelik", laid=["8F KALEM"], racks=["LİKSAER", "AAEEKKL"], options={"preview": "on"}), commitment="3" * 64
)
Ask = Callable[[ChatSession, ChatSession], Awaitable[object]]
"""Asks for something in the group of the other table, or in private."""


async def answers(harness: BotHarness, ask: Ask, *, counts: bool, closed: bool) -> Sequence[str]:
    """All that the bot says as KIRAZ asks, where all words count or none does; they play with challenges if closed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CompiledLexicon, "__contains__", lambda *_: counts)
        private = await open_private(harness, KIRAZ)
        await harness.redis.delete(keys.personal_file(KIRAZ))
        closing, group = await harness.new_group(), await harness.new_group()
        if closed:
            await closing.put_table(CHALLENGES)
        await group.put_table(OTHER)
        await group.start_watching()
        start = harness.last_call_number
        await ask(group, private)
        await harness.wait_until_idle()
    called = [call.parameters for call in harness.playground.journal.find_entries(after=start)]
    said = [
        str(one[key]) for one in called for key in ("text", "caption", "reply_markup", "results", "media") if key in one
    ]
    return [re.sub(r'\d{6,}|attach:[^"]*|/\d+"', "…", one) for one in said]


async def is_told(harness: BotHarness, ask: Ask, *, closed: bool = True) -> bool:
    """Whether what is said depends on which words count."""
    return await answers(harness, ask, counts=True, closed=closed) != await answers(
        harness, ask, counts=False, closed=closed
    )


def say(text: str, *, private: bool = False) -> Ask:
    async def ask(group: ChatSession, alone: ChatSession) -> None:
        (alone if private else group).say(KIRAZ, text)

    return ask


async def ask_inline(group: ChatSession, _: ChatSession, text: str = "8F KALEMLİK") -> None:
    await type_query(group, KIRAZ, text)


async def lay_on_own_board(group: ChatSession, alone: ChatSession) -> None:
    board = await alone.say_and_wait(KIRAZ, f"/start {encode_rack_link(group.scope)}")
    await press_own_board_in_turn(alone, board, alone.text_plain("own-board-move"), "8", "K", "→", "S")


DOORS = {
    "a preview": say("/dene 8F KALEMLİK", private=True),
    "a preview of a word without its place": say("/dene KİL", private=True),
    "other places of a move that cannot lie there": say("/oyna A1 yatay KİL"),
    "the places of a word": say("/oyna KİL"),
    "the places of a word without its tiles": say("/oyna MİLO"),
    "an inline result": ask_inline,
    "the own board": lay_on_own_board,
}


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])
@pytest.mark.parametrize("door", DOORS)
async def test_only_who_plays_no_game_with_challenges_is_told(harness: BotHarness, door: str, *, closed: bool) -> None:
    assert await is_told(harness, DOORS[door], closed=closed) is not closed


async def test_a_puzzle_takes_no_answer_from_who_plays_with_challenges(harness: BotHarness) -> None:
    private, puzzle, word = await begin_with_word(harness, 1, MOST_OFFERED)
    asked = await private.say_and_wait(KIRAZ, word)
    closing = await harness.new_group()
    await closing.put_table(with_fields(CHALLENGES, turn=1))
    typed = await private.say_and_wait(KIRAZ, wrong_answer(puzzle))
    assert typed.html == private.text_html("refusal-look-ups-closed-in", group="Masa")
    tapped = await private.press_data(KIRAZ, asked, str(asked.buttons[0]["callback_data"]))
    assert tapped["text"] == private.text_plain("refusal-look-ups-closed-in", group="Masa")
    assert await tries_of(private, puzzle) == 0


@pytest.mark.parametrize("private", [False, True], ids=["group", "private"])
@pytest.mark.parametrize("key", [key for key in all_command_rows() if key != "play"])
async def test_no_command_tells_whether_a_word_counts(harness: BotHarness, key: str, *, private: bool) -> None:
    assert not await is_told(harness, say(f"/{command_name(key, 'tr')} 8F KALEMLİK", private=private))
