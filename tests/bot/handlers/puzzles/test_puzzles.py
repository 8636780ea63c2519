"""Puzzles: shown to groups, solved in private, with hints, wrong answers and their price."""

import html
import re
from itertools import permutations

import pytest

from bot.families.crossword.puzzle_family import play_text, puzzle_state, score_of, why_line
from bot.families.crossword.typed_moves import direction_of_word, place_label
from bot.families.puzzle_pages import CODES_OF_TABLES as CODES
from bot.families.puzzles import PuzzleSources
from bot.store import keys
from bot.store.puzzles import PuzzleOutcome, PuzzleProgress, PuzzleStore
from bot.texts import Texts
from bot.user_input.commands import command_name
from bot.wording.speaker import Speaker, refusal_message_id
from engine.alphabet import load_alphabet
from engine.computer_ids import computer_user
from engine.crossword.actions import Place
from engine.crossword.draft import Draft, RackTile, encode_draft, starting_directions
from engine.crossword.movegen import ScoredPlay, legal_plays
from engine.crossword.notation import read_bare_word
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.puzzles.puzzle import SOLVER, Puzzle, grade_answer
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of
from engine.crossword.word_placements import WordPlacement, placements_to_offer, ranked_placements
from engine.errors import EngineError, Refusal
from engine.lexicon import load_lexicon
from tests.bot.handlers.puzzles.test_daily_chat import puzzle_of as posted_puzzle
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import choose_result, type_query
from tests.support.games import game, with_fields
from tests.support.languages import LANGUAGES
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

COMMAND = {"tr": "/bulmaca", "en": "/puzzle", "uk": "/puzzle"}
GAME = {"tr": "wordbox-tr", "en": "scrabble-en", "uk": "wordbox-uk"}


def puzzle_of(message: SentMessage) -> Puzzle:
    data = [str(button.get("callback_data", "")) for button in message.buttons]
    found = next((part for one in data for part in one.split(":") if len(part) == 12), None)
    found = found or message.links[0].partition("?start=z")[2][:12]
    return next(one for game in GAME.values() for one in shipped_puzzles(game) if one.id == found)


def typed_best(puzzle: Puzzle, language: str = "tr") -> str:
    return play_text(puzzle, puzzle.best, Speaker(Texts(), language))


def words_line(puzzle: Puzzle, talk: ChatSession) -> str:
    return talk.text_plain("puzzle-words", words=talk.text_plain(f"lexicon-{puzzle.rules.lexicon}"))


async def open_private(house: BotHarness, person: int, language: str = "tr") -> ChatSession:
    """A private chat whose owner has seen no puzzle, and that got none of any date: time may have been put back."""
    private = await house.private_chat(person, language)
    await house.redis.delete(keys.user_puzzles(person), keys.user_history(person), keys.user_games(person))
    await house.redis.delete(keys.daily_puzzle(person), keys.daily_solvers(person))
    return private


def wrong_play(puzzle: Puzzle) -> ScoredPlay:
    """The next best play; where giving tiles back comes next, another play."""
    plays = legal_plays(puzzle.to_state(), SOLVER, load_lexicon(puzzle.rules.lexicon))
    return puzzle.runner_up or next(one for one in plays if one.word != puzzle.best.word)


def wrong_answer(puzzle: Puzzle, language: str = "tr") -> str:
    return play_text(puzzle, wrong_play(puzzle), Speaker(Texts(), language))


def behind_best(puzzle: Puzzle) -> int:
    """How many points of equity :func:`wrong_play` is behind the best one."""
    answer = grade_answer(puzzle, Place(0, wrong_play(puzzle).tiles), load_lexicon(puzzle.rules.lexicon))
    if puzzle.runner_up is not None:
        assert answer.behind == pytest.approx(puzzle.gap, abs=0.01)
    return round(answer.behind)


async def begin(private: ChatSession, person: int = KIRAZ, language: str = "tr") -> tuple[SentMessage, Puzzle]:
    shown = await private.say_and_wait(person, f"{COMMAND[language]} {GAME[language]}")
    return shown, puzzle_of(shown)


async def turn_page(private: ChatSession, page: SentMessage, data: str, person: int = KIRAZ) -> SentMessage:
    await private.press_data(person, page, data)
    return await private.wait_edited(page, "editMessageMedia")


def plain(html_text: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", html_text))


def button_of(message: SentMessage, start: str) -> str:
    return next(
        str(one["callback_data"])
        for one in message.buttons
        if str(one.get("callback_data", "")).partition(":")[2].partition(":")[2].startswith(start)
    )


async def test_a_wrong_answer_says_how_far_it_is_behind_and_costs_ten_points(harness: BotHarness) -> None:
    language = "en"
    private = await open_private(harness, KIRAZ, language)
    _, puzzle = await begin(private, KIRAZ, language)
    said = wrong_answer(puzzle, language)
    told = await private.say_and_wait(KIRAZ, said)
    assert private.text_html("puzzle-behind", move=said, behind=behind_best(puzzle)) in told.html
    assert private.text_html("puzzle-points", points=90) in told.html
    again = await private.say_and_wait(KIRAZ, said)
    assert private.text_html("puzzle-again") in again.html
    assert private.text_html("puzzle-points", points=90) in again.html, "the same answer counts once"
    solved = await private.say_and_wait(KIRAZ, typed_best(puzzle, language))
    assert private.text_html("puzzle-solved", points=90) in solved.html


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_hint_says_more_and_costs_ten_points(harness: BotHarness, language: str) -> None:
    private = await open_private(harness, KIRAZ, language)
    shown, puzzle = await begin(private, KIRAZ, language)
    best = score_of(puzzle, puzzle.best).words[0]
    for number in (1, 2, 3):
        shown = await turn_page(private, shown, button_of(shown, f"h:{puzzle.id}:{number}"))
        assert shown.text.count("💡") == number
        assert plain(private.text_html("puzzle-points", points=100 - 10 * number)) in shown.text
    assert plain(private.text_html("puzzle-hint-letter", letter=best.word[0])) in shown.text
    assert best.word not in shown.text
    solved = await private.say_and_wait(KIRAZ, typed_best(puzzle, language))
    assert private.text_html("puzzle-solved", points=70) in solved.html


async def test_a_later_hint_cannot_be_taken_before_an_earlier_one(harness: BotHarness) -> None:
    private = await open_private(harness, KIRAZ)
    shown, puzzle = await begin(private)
    data = button_of(shown, f"h:{puzzle.id}:1")
    answer = await private.forge_tap(private.user_json(KIRAZ), shown, data.removesuffix("1") + "3")
    assert answer["text"] == private.text_plain("refusal-puzzle-stale-button")
    assert (await progress_of(private, puzzle)).hints == 0


async def test_who_gives_up_is_asked_and_then_shown_the_best_play_and_gets_nothing(harness: BotHarness) -> None:
    language = "uk"
    private = await open_private(harness, KIRAZ, language)
    shown, puzzle = await begin(private, KIRAZ, language)
    asked = await turn_page(private, shown, button_of(shown, "y:"))
    assert asked.text == private.text_html("puzzle-sure")
    told = await turn_page(private, asked, button_of(asked, "e:"))
    assert plain(private.text_html("puzzle-gave-up")) in told.text
    words = told.text.replace("[", "").replace("]", "")
    assert puzzle.best.word in words
    assert puzzle.runner_up is None or puzzle.runner_up.word in words
    assert plain(why_line(puzzle, Speaker(Texts(), language))) in told.text
    progress = await progress_of(private, puzzle)
    assert (progress.outcome, progress.points) == (PuzzleOutcome.GIVEN_UP, 0)


async def test_a_puzzle_is_solved_by_taps_as_a_move_is_laid(harness: BotHarness) -> None:
    private = await open_private(harness, KIRAZ)
    shown, puzzle = await begin(private)
    state, best = puzzle_state(puzzle), score_of(puzzle, puzzle.best)
    way = direction_of_word(best.words[0])
    left = list(enumerate(state.players[0].rack))
    tiles = []
    for put in puzzle.best.tiles:
        held = next(one for one in left if one[1] == face_of(put.tile))
        left.remove(held)
        tiles.append(RackTile(held[0], put.tile[-1] if put.tile.startswith("?") else ""))
    first = puzzle.best.tiles[0].cell
    steps = ["r", f"r{first[1:]}"]
    if len(starting_directions(state, 0, first)) > 1:
        steps.append(f"c{first}")
    for count in range(len(tiles) + 1):
        tile = tiles[count - 1] if count else None
        if tile is not None and tile.letter:
            steps.append(f"b{tile.place:x}{steps[-1][1:]}")
        steps.append(f"d{encode_draft(state, Draft(first, way, tuple(tiles[:count])))}")
    page = shown
    for step in steps:
        page = await turn_page(private, page, f"puzzle:{puzzle.id[:8]}:s:{puzzle.id}:{step}")
    beside = ", ".join(word.word for word in best.words[1:])
    told = private.text_plain("own-board-beside", words=beside) if beside else private.text_plain("own-board-all-count")
    assert told in page.text
    solved = await turn_page(private, page, button_of(page, "a:"))
    assert plain(private.text_html("puzzle-solved", points=100)) in solved.text


async def test_inline_mode_offers_answers_in_the_private_chat_alone(harness: BotHarness) -> None:
    private, talk = await open_private(harness, KIRAZ), await harness.new_group()
    await harness.forget_user_games(KIRAZ)
    _, puzzle = await begin(private)
    offered = await type_query(talk, KIRAZ, typed_best(puzzle))
    assert puzzle.best.word not in offered.text, "what is chosen there a group would read"
    offered = await type_query(private, KIRAZ, typed_best(puzzle))
    assert typed_best(puzzle) in offered.text
    await private.start_watching()
    choose_result(private, KIRAZ, offered)
    (solved,) = await private.wait_messages()
    assert private.text_html("puzzle-solved", points=100) in solved.html


async def test_a_group_sees_a_puzzle_without_its_answer_and_a_link_to_solve_it_in_private(harness: BotHarness) -> None:
    language = "tr"
    talk = await harness.new_group(language)
    posted = await talk.say_and_wait(NANE, f"{COMMAND[language]} {GAME[language]}")
    puzzle = puzzle_of(posted)
    assert posted.is_photo
    assert talk.text_html("puzzle-in-group") in posted.html
    assert words_line(puzzle, talk) in posted.text
    assert puzzle.best.word not in posted.html
    (link,) = posted.links
    private = await open_private(harness, LIMON, language)
    shown = await private.say_and_wait(LIMON, f"/start {link.partition('?start=')[2]}")
    assert puzzle_of(shown).id == puzzle.id
    assert (await progress_of(private, puzzle, LIMON)).origin == talk.chat_id


async def test_nobody_gets_a_puzzle_twice_and_who_has_seen_all_is_told_so(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many few are left. More are made by then, in a while, and would be found here or by the next test: not now."""
    monkeypatch.setattr(PuzzleSources, "_begin", lambda *_: None)
    private, every = await open_private(harness, KIRAZ), [one.id for one in shipped_puzzles(GAME["tr"])]
    seen = set(every[5:])
    for one in seen:
        await PuzzleStore(harness.redis).swap_progress(KIRAZ, one, None, PuzzleProgress(), None)
    shown, first = await begin(private)
    assert first.id not in seen
    seen.add(first.id)
    while len(seen) < len(every):
        await private.press_data(KIRAZ, shown, f"solve::n:{first.ruleset}")
        (shown,) = await private.wait_messages()
        assert puzzle_of(shown).id not in seen
        seen.add(puzzle_of(shown).id)
    answer = await private.press_data(KIRAZ, shown, f"solve::n:{first.ruleset}")
    assert answer["text"] == private.text_plain("refusal-no-puzzle-now")


async def test_a_group_answers_nothing_and_a_forged_button_there_does_nothing(harness: BotHarness) -> None:
    private, talk = await open_private(harness, KIRAZ), await harness.new_group()
    _, puzzle = await begin(private)
    posted = await talk.say_and_wait(NANE, f"/bulmaca {GAME['tr']}")
    await talk.check_no_answer(KIRAZ, typed_best(puzzle))
    answer = await talk.forge_tap(talk.user_json(KIRAZ), posted, f"solve:{puzzle.id[:8]}:e:{puzzle.id}")
    assert "text" in answer
    assert (await progress_of(private, puzzle)).is_open


async def test_somebody_elses_puzzle_cannot_be_answered_by_a_forged_button(harness: BotHarness) -> None:
    private, other = await open_private(harness, KIRAZ), await open_private(harness, LIMON)
    _, puzzle = await begin(private)
    theirs, _ = await begin(other, LIMON)
    hers = next(one for one in shipped_puzzles(puzzle.ruleset) if one.id not in {puzzle.id, puzzle_of(theirs).id})
    answer = await other.forge_tap(other.user_json(LIMON), theirs, f"solve:{hers.id[:8]}:e:{hers.id}")
    assert answer["text"] == other.text_plain("refusal-puzzle-stale-button")
    assert await PuzzleStore(harness.redis).load_progress(LIMON, hers.id) is None


MOVE = "H8 yatay KALEM"
MOST_OFFERED = 12
OF_RACK = {"blanks_not_held", "not_on_rack"}


def placements(puzzle: Puzzle, word: str) -> list[WordPlacement]:
    state, words = puzzle_state(puzzle), load_lexicon(puzzle.rules.lexicon)
    typed = read_bare_word(word, load_alphabet(puzzle.rules.language), 15)
    cells = premium_board(state.ruleset.board).grid.indices
    try:
        fits = () if typed is None else ranked_placements(state, SOLVER, typed, words)
    except EngineError:
        return []
    return sorted(fits, key=lambda fit: (cells[fit.move.cell], fit.move.direction is Direction.DOWN))


def word_with_places(puzzle: Puzzle, least: int, most: int) -> str | None:
    rack = [tile for tile in puzzle.rack if tile != "?"]
    words = (play.word for play in legal_plays(puzzle.to_state(), SOLVER, load_lexicon(puzzle.rules.lexicon)))
    tried = dict.fromkeys((*map("".join, permutations(rack, 2)), *words))
    fits = (one for one in tried if one != puzzle.best.word and least <= len(placements(puzzle, one)) <= most)
    return next(fits, None)


async def progress_of(private: ChatSession, puzzle: Puzzle, person: int = KIRAZ) -> PuzzleProgress:
    progress = await PuzzleStore(private.harness.redis).load_progress(person, puzzle.id)
    assert progress is not None
    return progress


async def tries_of(private: ChatSession, puzzle: Puzzle, person: int = KIRAZ) -> int:
    return (await progress_of(private, puzzle, person)).tries


def game_against_computer(person: int) -> GameState:
    """Somebody's game in which a computer player is on turn; it moves soon, so no other test may watch their chat."""
    table = game("kelimelik", racks=("KALEMLİ", "AAEEKKL"), turn=1)
    mine, other = table.players
    return with_fields(
        table, players=(with_fields(mine, user=person), with_fields(other, user=computer_user("kolay", 1)))
    )


async def begin_alone(house: BotHarness, person: int = KIRAZ) -> tuple[ChatSession, SentMessage, Puzzle]:
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


async def test_what_is_no_answer_costs_nothing_and_names_no_command_of_a_game(harness: BotHarness) -> None:
    private, shown, puzzle = await begin_alone(harness)
    for talk in ("çok zor bu", "8 çok", "5'te görüşürüz"):
        assert not placements(puzzle, talk)
        assert (await private.say_and_wait(KIRAZ, talk)).html == private.text_html("private-hint")
    arguments = {"sample": private.text_plain("sample-word"), "letters": "1"}
    for typed, refusal, cell in (
        ("ĞĞĞĞ", "not-on-rack", "I8"), ("A1 yatay", "no-word", "A1"), ("A1 yatay KA1EM", "strange-move", "I8")
    ):  # fmt: skip
        told = await private.say_and_wait(KIRAZ, typed, reply_to=shown.message_id)
        assert told.html == private.text_html(f"refusal-puzzle-{refusal}", cell=cell, **arguments)
    told = await private.say_and_wait(KIRAZ, "teşekkürler")
    assert told.html == private.text_html("refusal-puzzle-word-not-laid", word="teşekkürler")
    assert await tries_of(private, puzzle) == 0
    await harness.advance_time(3601)
    later = await private.say_and_wait(KIRAZ, "teşekkürler")
    assert later.html == private.text_html("private-hint"), "the puzzle was long ago"


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


async def test_a_play_or_hint_without_puzzle_or_game_is_told_how_to_begin_and_a_play_answers_one(
    harness: BotHarness,
) -> None:
    private = await open_private(harness, KIRAZ)
    for said in (f"/oyna {MOVE}", "/ipucu"):
        told = await private.say_and_wait(KIRAZ, said)
        assert told.html == private.text_html("refusal-no-game-of-yours")
        assert "/bot" in told.text
    shown, puzzle = await begin(private)
    again = await private.say_and_wait(KIRAZ, "/ipucu")
    assert (again.html, again.buttons) == (shown.html, shown.buttons)
    assert f"solve:{puzzle.id[:8]}:h:{puzzle.id}:1" in [button["callback_data"] for button in again.buttons]
    assert (await progress_of(private, puzzle)).hints == 0, "a hint has its price, which its button names"
    solved = await private.say_and_wait(KIRAZ, f"/oyna {typed_best(puzzle)}")
    assert private.text_html("puzzle-solved", points=100) in solved.html


async def test_a_word_alone_is_answered_where_one_of_its_places_is_tapped(harness: BotHarness) -> None:
    private, puzzle, word = await begin_with_word(harness, 2, MOST_OFFERED)
    asked = await private.say_and_wait(KIRAZ, word)
    assert asked.html == private.text_html("puzzle-which-place")
    assert [one["text"] for one in asked.buttons] == [
        f"{place_label(fit)} {fit.score.total}" for fit in placements(puzzle, word)
    ]
    await private.press_data(KIRAZ, asked, str(asked.buttons[0]["callback_data"]))
    (told,) = await private.wait_messages()
    assert "❌" in told.html
    assert private.text_html("puzzle-points", points=90) in told.html


async def test_who_may_not_be_told_of_words_is_shown_all_places_by_rows(harness: BotHarness) -> None:
    word: str | None = None
    while word is None:  # few puzzles have no such pair
        private, _, puzzle = await begin_alone(harness)
        state, cells = puzzle_state(puzzle), premium_board(puzzle.rules.board).grid.indices
        pairs = map("".join, permutations([tile for tile in puzzle.rack if tile != "?"], 2))
        word = next((pair for pair in pairs if len(placements_to_offer(state, SOLVER, pair)) > MOST_OFFERED), None)
    fits = sorted(placements_to_offer(state, SOLVER, word), key=lambda fit: cells[fit.move.cell])
    closing = game("scrabble-tr", racks=("AAEEKKL", "AAEEKKL"), turn=1, options={"challenge": "double"})
    await (await harness.new_group()).put_table(closing)
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
        await private.press_data(KIRAZ, asked, back)
        asked = await private.wait_edited(asked, "editMessageText")
        await private.start_watching()
    assert [label.split()[0] for label in found] == [fit.move.cell for fit in fits]
    await harness.forget_user_games(KIRAZ)


async def test_a_move_for_a_game_is_no_answer_though_a_puzzle_is_open(harness: BotHarness) -> None:
    private, talk = await open_private(harness, KIRAZ), await harness.new_group()
    _, puzzle = await begin(private)
    await talk.put_table(game("kelimelik", racks=("KALEMLİ", "AAEEKKL")))
    await talk.start_watching()
    private.say(KIRAZ, "H8 yatay KALEM")
    await talk.wait_messages()
    assert await tries_of(private, puzzle) == 0


async def test_a_reply_to_an_older_puzzle_answers_that_and_is_no_move_of_a_game(harness: BotHarness) -> None:
    private, talk = await open_private(harness, KIRAZ), await harness.new_group()
    older, puzzle = await begin(private)
    await private.press_data(KIRAZ, older, f"solve::n:{puzzle.ruleset}")
    await private.wait_messages()
    await talk.put_table(game("kelimelik", racks=("KALEMLİ", "AAEEKKL")))
    version = await harness.redis.hget(keys.game(talk.scope), "version")
    for said in ("H8 yatay KALEM", typed_best(puzzle), "H8 yatay KALEM"):
        told = await private.say_and_wait(KIRAZ, said, reply_to=older.message_id)
    assert private.text_html("puzzle-solved", points=100) in told.html, "who has solved it is shown that"
    assert await harness.redis.hget(keys.game(talk.scope), "version") == version


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


async def test_a_reply_to_a_posted_puzzle_in_private_asks_for_its_hint_or_answers_it(harness: BotHarness) -> None:
    private, post, puzzle = await wait_daily_post(harness)
    told = await private.say_and_wait(LIMON, "/ipucu", reply_to=post.message_id)
    assert f"solve:{puzzle.id[:8]}:h:{puzzle.id}:1" in [button["callback_data"] for button in told.buttons]
    told = await private.say_and_wait(LIMON, typed_best(puzzle), reply_to=post.message_id)
    assert private.text_html("puzzle-solved", points=100) in told.html
    await private.say_and_wait(LIMON, "/daily off")


async def test_a_hint_is_for_the_game_that_goes_on_unless_it_replies_to_a_puzzle(harness: BotHarness) -> None:
    private, shown, puzzle = await begin_alone(harness, ZEYTIN)
    await private.put_table(game_against_computer(ZEYTIN))
    told = await private.say_and_wait(ZEYTIN, "/ipucu")
    assert puzzle.id not in str(told.buttons)
    again = await private.say_and_wait(ZEYTIN, "/ipucu", reply_to=shown.message_id)
    assert again.buttons == shown.buttons
