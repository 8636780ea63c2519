"""Puzzles: the position that one is, what an answer is worth, the words that none has, and the files that ship."""

import pytest
from msgspec.structs import replace

from engine.crossword import secrecy
from engine.crossword.actions import Place, Placement
from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn
from engine.crossword.analysis.turn_facts import MorePoints
from engine.crossword.puzzles.finder import left_out_words
from engine.crossword.puzzles.puzzle import (
    SOLVER,
    PositionViews,
    Puzzle,
    facts_of_best,
    grade_answer,
    positions_of_game,
    words_on_board,
)
from engine.crossword.puzzles.shipped_puzzles import (
    decode_puzzles,
    encode_puzzles,
    make_puzzles_header,
    puzzle_games,
    read_shipped,
    shipped_puzzles,
)
from engine.crossword.rules import lay_and_score
from engine.errors import DataError, Malformed, Refusal
from engine.lexicon import ChangedLexicon, Lexicon, load_lexicon


@pytest.fixture
def puzzle() -> Puzzle:
    return next(one for one in shipped_puzzles("kelimelik") if one.runner_up is not None)


@pytest.fixture
def words(puzzle: Puzzle) -> Lexicon:
    return load_lexicon(puzzle.rules.lexicon)


def test_the_best_play_solves_it(puzzle: Puzzle, words: Lexicon) -> None:
    answer = grade_answer(puzzle, Place(1, puzzle.best.tiles), words)
    assert (answer.is_best, answer.behind, answer.invalid) == (True, 0.0, ())
    assert answer.play == puzzle.best


@pytest.mark.parametrize("by_exchange", [False, True])
def test_the_best_play_is_explained_beside_the_next_best_turn(by_exchange: bool) -> None:  # noqa: FBT001 - a parameter
    found = next(one for one in shipped_puzzles("wordbox-en") if (one.runner_up is None) is by_exchange)
    facts = facts_of_best(found, load_lexicon(found.rules.lexicon))
    other = 0 if found.runner_up is None else found.runner_up.score
    assert MorePoints(found.best.score - other) in facts.reasons
    assert (facts.best.play, facts.played.play) == (found.best, found.runner_up)
    assert facts.played.kind == ("exchange" if by_exchange else "play")
    assert facts.loss == pytest.approx(found.gap, abs=0.02), "the exchange that is named is the best one"


def test_the_best_play_solves_nothing_where_its_word_does_not_count(puzzle: Puzzle, words: Lexicon) -> None:
    fewer = ChangedLexicon(words, removed={puzzle.best.word})
    answer = grade_answer(puzzle, Place(1, puzzle.best.tiles), fewer)
    assert (answer.is_best, answer.invalid) == (False, (puzzle.best.word,))


def test_tiles_that_the_solver_lacks_are_refused(puzzle: Puzzle, words: Lexicon) -> None:
    missing = next(tile for tile in puzzle.rules.counts if tile not in puzzle.rack and tile != "?")
    with pytest.raises(Refusal) as refused:
        grade_answer(puzzle, Place(1, (Placement(puzzle.best.tiles[0].cell, missing),)), words)
    assert refused.value.code == "not_on_rack"


def test_cells_that_there_are_not_are_no_answer(puzzle: Puzzle, words: Lexicon) -> None:
    with pytest.raises(Malformed):
        grade_answer(puzzle, Place(1, (Placement("Z99", puzzle.rack[0]),)), words)


def test_a_position_shows_what_a_game_in_it_does(puzzle: Puzzle, words: Lexicon) -> None:
    quick = PositionViews(puzzle.rules, words).view_of(puzzle.position)
    slow = puzzle.to_view(words)
    assert (quick.query, quick.unseen, quick.bag) == (slow.query, slow.unseen, slow.bag)
    assert (quick.rivals, quick.rack_size_of(1)) == (slow.rivals, slow.rack_size_of(1))


def test_its_view_says_nothing_of_who_holds_the_unseen_tiles(puzzle: Puzzle) -> None:
    state = puzzle.to_state()
    rival = state.players[1 - SOLVER]
    swapped = replace(rival, rack=state.bag[: len(rival.rack)])
    other = replace(state, players=(state.players[SOLVER], swapped), bag=(*rival.rack, *state.bag[len(rival.rack) :]))
    assert secrecy.view_for(state, SOLVER) == secrecy.view_for(other, SOLVER)


def test_every_word_on_a_board_is_read(puzzle: Puzzle) -> None:
    columns = puzzle.rules.columns
    cells = [""] * (columns * len(puzzle.rules.board.rows))
    cells[0], cells[1], cells[2], cells[columns + 1] = "A", "?T", "A", "Z"
    cells[columns - 1] = "K"
    assert sorted(words_on_board(puzzle.rules, tuple(cells))) == ["ATA", "TZ"]


def test_a_finished_game_gives_its_positions_unless_its_options_change_what_plays_score(puzzle: Puzzle) -> None:
    rules = puzzle.rules
    view = secrecy.view_for(puzzle.to_state(), SOLVER)
    turns = (TakenTurn(0, 0, view, puzzle.best), TakenTurn(1, 0, replace(view, rack=view.rack[:6]), None))
    game = TakenGame(rules, 2, turns, 1.0)
    assert list(positions_of_game(game, rules)) == [puzzle.position]
    dearer = replace(rules, scoring=replace(rules.scoring, bingo=rules.scoring.bingo + 1))
    assert list(positions_of_game(replace(game, ruleset=dearer), rules)) == []


@pytest.mark.parametrize(
    ("language", "left_out", "kept"),
    [
        ("en", ("XIAO", "SHITTY", "TIT"), ("TITLE", "PIMPLE", "RETARDANT")),
        ("tr", ("OROSPU", "SİK"), ("SİKKE", "GÖTÜRMEK", "NAZİK")),
        ("uk", ("СУКА", "НЕГРА"), ("СУЧАСНИЙ", "ОРКЕСТР", "НЕГРАМОТНІ")),
        ("xx", (), ("ANY",)),
    ],
)
def test_words_left_out_are_those_alone(language: str, left_out: tuple[str, ...], kept: tuple[str, ...]) -> None:
    words = left_out_words(language)
    assert all(word in words for word in left_out)
    assert not any(word in words for word in kept)


@pytest.mark.parametrize("language", ["en", "tr", "uk"])
def test_each_left_out_entry_leaves_a_word_of_the_list_out(language: str) -> None:
    words, known = left_out_words(language), load_lexicon(language)
    assert [word for word in words.exact if word not in known] == []
    assert [beginning for beginning in words.beginnings if not known.has_prefix(beginning)] == []


@pytest.mark.parametrize(("cut", "before"), [(9, b""), (0, b"{}")])
def test_a_damaged_file_is_named(puzzle: Puzzle, cut: int, before: bytes) -> None:
    content = encode_puzzles(make_puzzles_header("kelimelik", "tr", "0" * 64, 1, ""), [puzzle])
    with pytest.raises(DataError, match=r"puzzles/file.*restore"):
        decode_puzzles("file", before + content[: len(content) - cut])


@pytest.mark.repeats(2)
@pytest.mark.parametrize("game", puzzle_games())
def test_what_ships_was_made_by_the_list_that_ships(game: str) -> None:
    header, puzzles = read_shipped(game)
    words = load_lexicon(header.lexicon)
    assert (header.ruleset, header.hash) == (game, words.hash)
    assert {one.ruleset for one in puzzles} == {game}
    assert len({one.id for one in puzzles}) == len({_main_word(one) for one in puzzles}) == header.count


def _main_word(puzzle: Puzzle) -> str:
    """The answer as it is told: of a single tile the word that the rules name first."""
    play, _ = lay_and_score(puzzle.to_state(), SOLVER, Place(1, puzzle.best.tiles))
    return play.words[0].word
