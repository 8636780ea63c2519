"""What people write while a puzzle is before them: an answer, talk, or a move of one of their games."""

import re
from itertools import permutations

import pytest

from bot.families.crossword.puzzles.puzzle_scene import puzzle_state
from bot.handlers.puzzles.puzzle_refusals import CODES_OF_TABLES as CODES
from bot.playground import Fault
from bot.store import keys
from bot.store.puzzles import OpenPuzzle, PuzzleStore
from bot.texts import Texts
from bot.user_input.command_names import command_name
from bot.wording.refusals import refusal_message_id
from engine.computer_ids import computer_user
from engine.crossword.movegen import legal_plays
from engine.crossword.puzzles.positions import SOLVER
from engine.crossword.puzzles.puzzle import Puzzle
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.crossword.state import GameState
from engine.crossword.word_placements import WordPlacement, placements_to_offer
from engine.errors import EngineError, Refusal
from engine.lexicon import load_lexicon
from tests.bot.handlers.puzzles.test_daily_chat import puzzle_of as posted_puzzle
from tests.bot.handlers.puzzles.test_puzzles import (
    GAME,
    begin,
    open_private,
    puzzle_of,
    typed_best,
    wrong_answer,
)
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage
from tests.support.several_tables import put_tables

pytestmark = pytest.mark.asyncio(loop_scope="module")

MOVE = "H8 yatay KALEM"
MOST_OFFERED = 12
OF_RACK = {"blanks_not_held", "not_on_rack"}


def placements(puzzle: Puzzle, word: str) -> tuple[WordPlacement, ...]:
    try:
        return placements_to_offer(puzzle_state(puzzle), SOLVER, word)
    except EngineError:
        return ()


def word_with_places(puzzle: Puzzle, least: int, most: int) -> str | None:
    """Letters of the rack, or a word, that can lie in so many places, none of which is the best play; if there are."""
    rack = [tile for tile in puzzle.rack if tile != "?"]
    words = (play.word for play in legal_plays(puzzle.to_state(), SOLVER, load_lexicon(puzzle.rules.lexicon)))
    tried = dict.fromkeys((*map("".join, permutations(rack, 2)), *words))
    fits = (one for one in tried if one != puzzle.best.word and least <= len(placements(puzzle, one)) <= most)
    return next(fits, None)


async def tries_of(private: ChatSession, puzzle: Puzzle, person: int = KIRAZ) -> int:
    progress = await PuzzleStore(private.harness.redis).load_progress(person, puzzle.id)
    assert progress is not None
    return progress.tries


def game_against_computer(person: int) -> GameState:
    """Somebody's game in which a computer player is on turn; it moves soon, so no other test may watch their chat."""
    table = game("kelimelik", racks=("KALEMLİ", "AAEEKKL"), turn=1)
    mine, other = table.players
    return with_fields(
        table, players=(with_fields(mine, user=person), with_fields(other, user=computer_user("kolay", 1)))
    )


async def begin_alone(house: BotHarness, person: int = KIRAZ) -> tuple[ChatSession, SentMessage, Puzzle]:
    """A puzzle before somebody who plays nowhere."""
    await house.forget_user_games(person)
    private = await open_private(house, person)
    return private, *await begin(private, person)


async def begin_with_word(house: BotHarness, least: int, most: int) -> tuple[ChatSession, Puzzle, str]:
    """A puzzle before Kiraz, of those that have a word with so many places, and the word."""
    for _ in shipped_puzzles(GAME["tr"]):
        private, _, puzzle = await begin_alone(house)
        if (word := word_with_places(puzzle, least, most)) is not None:
            return private, puzzle, word
    raise LookupError("no puzzle has such a word")


@pytest.mark.parametrize("talk", ["çok zor bu", "8 çok", "5'te görüşürüz"])
async def test_talk_is_answered_as_without_a_puzzle(harness: BotHarness, talk: str) -> None:
    private, _, puzzle = await begin_alone(harness)
    assert not placements(puzzle, talk)
    told = await private.say_and_wait(KIRAZ, talk)
    assert told.html == private.text_html("private-hint")
    assert await tries_of(private, puzzle) == 0


async def test_a_word_that_cannot_lie_in_the_puzzle_is_told_so_and_costs_nothing(harness: BotHarness) -> None:
    private, _, puzzle = await begin_alone(harness)
    told = await private.say_and_wait(KIRAZ, "teşekkürler")
    assert told.html == private.text_html("refusal-puzzle-word-not-laid", word="teşekkürler")
    assert await tries_of(private, puzzle) == 0
    await harness.advance_time(3601)
    later = await private.say_and_wait(KIRAZ, "teşekkürler")
    assert later.html == private.text_html("private-hint"), "the puzzle was long ago"


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("ĞĞĞĞ", "puzzle-not-on-rack"),
        ("A1 yatay", "puzzle-no-word"),
        ("A1 yatay KA1EM", "puzzle-strange-move"),
    ],
)
async def test_a_refused_answer_names_neither_the_rack_nor_the_commands_of_a_game(
    harness: BotHarness, typed: str, refusal: str
) -> None:
    private, shown, puzzle = await begin_alone(harness)
    told = await private.say_and_wait(KIRAZ, typed, reply_to=shown.message_id)
    arguments = {"sample": private.text_plain("sample-word"), "letters": "1"}
    centre = "A1" if refusal == "puzzle-no-word" else "I8"
    assert told.html == private.text_html(f"refusal-{refusal}", cell=centre, **arguments)
    assert await tries_of(private, puzzle) == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(CODES))
async def test_what_a_puzzle_refuses_names_no_command_of_a_table(language: str, code: str) -> None:
    texts = Texts()
    message = refusal_message_id(Refusal(f"puzzle_{code}"))
    words = dict.fromkeys(("letters", "cell", "sample", "text"), "X")
    said = texts.plain(language, message, **words)
    assert set(re.findall(r"/\w+", said)) <= {f"/{command_name('puzzle', language)}"}
    table = texts.plain(language, refusal_message_id(Refusal(code)), **words)
    named = texts.plain(language, f"{refusal_message_id(Refusal(code))}-private", **words) if code in OF_RACK else table
    assert "/" in named, "why it has a sentence of its own"


async def test_a_play_with_its_command_answers_the_puzzle(harness: BotHarness) -> None:
    private = await open_private(harness, KIRAZ)
    _, puzzle = await begin(private)
    solved = await private.say_and_wait(KIRAZ, f"/oyna {typed_best(puzzle)}")
    assert private.text_html("puzzle-solved", points=100) in solved.html


async def test_a_play_without_puzzle_or_game_is_told_how_to_begin(harness: BotHarness) -> None:
    private = await open_private(harness, KIRAZ)
    told = await private.say_and_wait(KIRAZ, f"/oyna {MOVE}")
    assert told.html == private.text_html("refusal-no-game-of-yours")
    assert "/bot" in told.text


async def test_a_word_in_reply_to_a_puzzle_is_told_why_it_cannot_lie_there(harness: BotHarness) -> None:
    private, shown, puzzle = await begin_alone(harness)
    told = await private.say_and_wait(KIRAZ, "teşekkürler", reply_to=shown.message_id)
    assert told.html != private.text_html("private-hint")
    assert await tries_of(private, puzzle) == 0


async def test_a_word_alone_counts_only_once_its_place_is_tapped(harness: BotHarness) -> None:
    private, puzzle, word = await begin_with_word(harness, 1, 1)
    asked = await private.say_and_wait(KIRAZ, word)
    assert asked.html == private.text_html("puzzle-which-place")
    assert len(asked.buttons) == 1
    assert await tries_of(private, puzzle) == 0


async def test_a_word_alone_is_answered_where_one_of_its_places_is_tapped(harness: BotHarness) -> None:
    private, puzzle, word = await begin_with_word(harness, 2, MOST_OFFERED)
    asked = await private.say_and_wait(KIRAZ, word)
    assert asked.html == private.text_html("puzzle-which-place")
    assert len(asked.buttons) == len(placements(puzzle, word))
    await private.start_watching()
    await private.press_data(KIRAZ, asked, str(asked.buttons[0]["callback_data"]))
    (told,) = await private.wait_messages()
    assert "❌" in told.html
    assert private.text_html("puzzle-points", points=90) in told.html


async def test_every_place_of_a_word_that_has_many_can_be_tapped(harness: BotHarness) -> None:
    private, puzzle, word = await begin_with_word(harness, MOST_OFFERED + 1, 1000)
    fits = placements(puzzle, word)
    asked, found = await private.say_and_wait(KIRAZ, word), list[str]()
    assert asked.html == private.text_html("own-board-many-places", word=word, count=len(fits))
    rows = [(str(key["text"]), str(key["callback_data"])) for key in asked.buttons]
    assert sum(int(label.partition("(")[2].rstrip(")")) for label, _ in rows) == len(fits)
    for _, data in rows:
        await private.press_data(KIRAZ, asked, data)
        opened = await private.wait_edited(asked, "editMessageText")
        keys_of_row = [key for key in opened.buttons if ":a:" in str(key["callback_data"])]
        found += [str(key["text"]) for key in keys_of_row]
        back = str(opened.buttons[-1]["callback_data"])
        await private.start_watching()
        await private.press_data(KIRAZ, asked, back)
        asked = await private.wait_edited(asked, "editMessageText")
        await private.start_watching()
    assert [label.split()[0] for label in found] == [fit.move.cell for fit in fits]


async def test_a_move_for_a_game_is_no_answer_though_a_puzzle_is_open(harness: BotHarness) -> None:
    private, talk = await open_private(harness, KIRAZ), await harness.new_group()
    _, puzzle = await begin(private)
    await talk.put_table(game("kelimelik", racks=("KALEMLİ", "AAEEKKL")))
    await talk.start_watching()
    private.say(KIRAZ, "H8 yatay KALEM")
    await talk.wait_messages()
    progress = await PuzzleStore(harness.redis).load_progress(KIRAZ, puzzle.id)
    assert progress is not None
    assert progress.tries == 0


async def test_a_reply_to_an_older_puzzle_answers_that_and_is_no_move_of_a_game(harness: BotHarness) -> None:
    private, talk = await open_private(harness, KIRAZ), await harness.new_group()
    older, puzzle = await begin(private)
    await private.start_watching()
    await private.press_data(KIRAZ, older, f"solve::n:{puzzle.ruleset}")
    await private.wait_messages()
    await talk.put_table(game("kelimelik", racks=("KALEMLİ", "AAEEKKL")))
    version = await harness.redis.hget(keys.game(talk.scope), "version")
    for said in ("H8 yatay KALEM", typed_best(puzzle), "H8 yatay KALEM"):
        told = await private.say_and_wait(KIRAZ, said, reply_to=older.message_id)
    assert private.text_html("puzzle-solved", points=100) in told.html, "who has solved it is shown that"
    assert await harness.redis.hget(keys.game(talk.scope), "version") == version


async def test_a_move_is_no_answer_unasked_while_a_computer_thinks(harness: BotHarness) -> None:
    private, _, puzzle = await begin_alone(harness, NANE)
    await private.put_table(game_against_computer(NANE))
    told = await private.say_and_wait(NANE, wrong_answer(puzzle))
    assert told.html == private.text_html("puzzle-or-game")
    await private.say_and_wait(NANE, MOVE)
    assert await tries_of(private, puzzle, NANE) == 0


async def test_who_is_asked_whether_the_puzzle_or_a_game_is_meant_says_a_game_by_the_command(
    harness: BotHarness,
) -> None:
    private, _, puzzle = await begin_alone(harness, NANE)
    await private.put_table(with_fields(game_against_computer(NANE), turn=0))
    asked = await private.say_and_wait(NANE, wrong_answer(puzzle))
    assert asked.html == private.text_html("puzzle-or-game")
    told = await private.say_and_wait(NANE, f"/oyna {wrong_answer(puzzle)}")
    assert told.html != asked.html
    assert await tries_of(private, puzzle, NANE) == 0


async def test_a_reply_to_a_puzzle_in_a_group_is_no_move_unless_it_names_the_table(harness: BotHarness) -> None:
    talk = await harness.new_group()
    posted = await talk.say_and_wait(KIRAZ, f"/bulmaca {GAME['tr']}")
    await talk.put_table(game("kelimelik", racks=("KALEMLİ", "AAEEKKL")))
    for said in (MOVE, "KALEM", "pas"):
        await talk.check_no_answer(KIRAZ, said, reply_to=posted.message_id)
    await talk.say_and_wait(KIRAZ, f"#1 {MOVE}", reply_to=posted.message_id)
    assert (await talk.load_current_game()).number == 1


async def wait_daily_post(harness: BotHarness) -> tuple[ChatSession, SentMessage, Puzzle]:
    """Limon's private chat where a puzzle is open, the next day's post there, and its puzzle, which is another one."""
    private, _, open_one = await begin_alone(harness, LIMON)
    await private.say_and_wait(LIMON, f"/daily {harness.clock.now.hour:02}:{harness.clock.now.minute:02} UTC")
    await private.start_watching()
    await harness.advance_time(24 * 60 * 60)
    (post,) = await private.wait_messages()
    puzzle = posted_puzzle(post)
    assert puzzle.id != open_one.id
    return private, post, puzzle


async def test_a_reply_to_a_posted_puzzle_in_private_answers_that(harness: BotHarness) -> None:
    private, post, puzzle = await wait_daily_post(harness)
    told = await private.say_and_wait(LIMON, typed_best(puzzle), reply_to=post.message_id)
    assert private.text_html("puzzle-solved", points=100) in told.html
    await private.say_and_wait(LIMON, "/daily off")


async def test_an_answer_whose_page_has_to_wait_is_no_talk_by_then(harness: BotHarness) -> None:
    private, _, puzzle = await begin_alone(harness)
    harness.playground.faults.add_fault(Fault(kind="error", method="sendPhoto", chat_id=private.chat_id))
    await private.start_watching()
    private.say(KIRAZ, typed_best(puzzle))
    (told,) = await private.messages_despite_refusals()
    assert private.text_html("puzzle-solved", points=100) in told.html


async def test_who_asks_for_another_puzzle_gets_one_though_its_page_has_to_wait(harness: BotHarness) -> None:
    private, shown, puzzle = await begin_alone(harness)
    harness.playground.faults.add_fault(Fault(kind="error", method="sendPhoto", chat_id=private.chat_id))
    await private.start_watching()
    await private.press_data(KIRAZ, shown, f"solve::n:{puzzle.ruleset}")
    (told,) = await private.messages_despite_refusals()
    seen = (await PuzzleStore(harness.redis).load_user(KIRAZ)).progress
    assert seen.keys() == {puzzle.id, puzzle_of(told).id}


@pytest.mark.parametrize("is_hint", [True, False])
async def test_what_was_asked_about_two_games_is_about_no_puzzle_once_others_are_on_turn(
    harness: BotHarness, *, is_hint: bool
) -> None:
    private, _, puzzle = await begin_alone(harness)
    store = PuzzleStore(harness.redis)
    former = await store.load_progress(KIRAZ, puzzle.id)
    assert former is not None
    await store.swap_progress(KIRAZ, puzzle.id, former, former, OpenPuzzle(puzzle.id, 0))
    mine = game("kelimelik", racks=("KALEMLİ", "AAEEKKL"), options={"hints": "free"})
    talk = await harness.new_group()
    await put_tables(talk, mine, mine)
    question = await private.say_and_wait(KIRAZ, "/ipucu" if is_hint else wrong_answer(puzzle))
    assert question.html == private.text_html("which-table")
    await put_tables(talk, with_fields(mine, turn=1), with_fields(mine, turn=1))
    await private.start_watching()
    await private.press_data(KIRAZ, question, str(question.buttons[0]["callback_data"]))
    (told,) = await private.wait_messages()
    assert puzzle.id not in str(told.buttons)
    assert await tries_of(private, puzzle) == 0
