"""Puzzles are found where one play is clearly the best and people know it, and nowhere else."""

import json
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.cli import main
from bot.families.crossword.analysis_jobs import PuzzleJob, PuzzleSource, find_costliest_puzzle, find_puzzles
from engine.crossword import secrecy
from engine.crossword.analysis.game_analysis import AnalysedTurn, GameAnalysis
from engine.crossword.analysis.taken_turns import TakenGame, TakenTurn
from engine.crossword.players.equity import CandidateTurn
from engine.crossword.puzzles.finder import LeftOutWords, PuzzleFault, PuzzleFinder, puzzle_faults
from engine.crossword.puzzles.puzzle import SOLVER, Position, PositionViews, Puzzle, words_on_board
from engine.crossword.puzzles.shipped_puzzles import decode_puzzles, encode_puzzles, puzzle_games, shipped_puzzles
from engine.crossword.simulate import simulate_game
from engine.crossword.tiles import face_of
from engine.packed_game import pack_game
from tests.support.boards import parse_board, shared_searcher

_GAME = "mini-tr"


@pytest.fixture(scope="module")
def source_of() -> Callable[[str], PuzzleSource]:
    return cache(PuzzleSource)


@pytest.fixture
def source(source_of: Callable[[str], PuzzleSource]) -> PuzzleSource:
    return source_of(_GAME)


@pytest.fixture
def puzzle() -> Puzzle:
    return shipped_puzzles(_GAME)[0]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("game", puzzle_games())
def test_a_sample_of_what_ships_is_sound_and_mixed(game: str, source_of: Callable[[str], PuzzleSource]) -> None:
    finder, puzzles = source_of(game).finder, shipped_puzzles(game)
    for number, one in enumerate(puzzles[::20]):
        assert [*puzzle_faults(one, finder, simulate=number == 0)] == [], one.id
    bingos = sum(len(one.best.tiles) == one.rules.rack for one in puzzles)
    assert 0 < bingos <= 0.4 * (len(puzzles) + 5) + 1
    laid = [one.position.laid for one in puzzles]
    assert min(laid) > 0
    assert max(laid) > 2 * min(laid)


@pytest.mark.parametrize(
    ("altered", "fault"),
    [
        ({"lexicon": "tr@00000000"}, "list"),
        ({"rack": ("J",) * 7}, "position"),
        ({"rack": ("A",) * 2}, "choice"),
        ({"runner_up": None}, "best"),
        ({"gap": 99.0}, "figures"),
        ({"equity": 0.0}, "figures"),
        ({"half_width": 1000.0}, "margin"),
        ({"margin": 1000.0}, "simulation"),
    ],
)
def test_a_check_tells_what_is_wrong(
    source: PuzzleSource, puzzle: Puzzle, altered: dict[str, object], fault: PuzzleFault
) -> None:
    assert fault in puzzle_faults(replace(puzzle, **altered), source.finder, simulate=True)


_TWO_FS = """
    .....................
    .....................
    .....................
    .....................
    .....................
    .....................
    .....................
    .....................
    ..P..................
    ..I.......ZEN........
    ..N..LAgUNA..........
    ..SQUID.T............
    .G.....ME............
    WARM...A.............
    .R.MIRED..I..........
    .T.....RE.O..........
    .H.VERTEX.D..........
    ...E....O.I..........
    ...T....TIDY.........
    ...O....I.E..........
    ......ARCO...........
"""


def test_which_of_two_letters_the_blank_is_makes_no_puzzle(
    source_of: Callable[[str], PuzzleSource], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = source_of("super-en")
    affront = Position(parse_board(_TWO_FS, source.rules), tuple("?AFNORT"), None)
    assert source.finder.find_candidate(affront) is None
    monkeypatch.setattr("engine.crossword.puzzles.finder.has_twin", lambda _: False)
    candidate = source.finder.find_candidate(affront)
    assert candidate is not None
    assert [turn.play.word for turn in candidate.turns[:2] if turn.play] == ["AFFRONT", "AFFRONT"]


def test_a_word_left_out_is_neither_answer_nor_on_the_board(source: PuzzleSource, puzzle: Puzzle) -> None:
    for word in (puzzle.best.word, _first_word(puzzle)):
        left_out = LeftOutWords(frozenset((word,)), ())
        finder = PuzzleFinder(source.rules, source.words, source.search, left_out)
        assert finder.find_candidate(puzzle.position) is None


def _first_word(puzzle: Puzzle) -> str:
    return next(words_on_board(puzzle.rules, puzzle.cells))


def test_rare_words_come_near_only_where_they_are_wished(source: PuzzleSource) -> None:
    wide = PuzzleFinder(source.rules, source.words, source.search, LeftOutWords(frozenset(), ()), with_rare_words=True)
    narrow = source.finder
    positions = [position for game in islice(source.self_play("rare"), 6) for position in game]
    found = [position for position in positions if wide.find_candidate(position)]
    fewer = [position for position in positions if narrow.find_candidate(position)]
    assert len(fewer) < len(found)
    assert all(position in found for position in fewer)


def test_self_play_of_a_name_is_always_the_same_and_loses_no_tile(source: PuzzleSource) -> None:
    first, again = ([*next(source.self_play("name"))] for _ in range(2))
    assert first == again
    assert first != [*next(source.self_play("other"))]
    views = PositionViews(source.rules, source.words)
    for position in first:
        view = views.view_of(position)
        assert len(position.rack) == source.rules.rack
        assert len(view.unseen) + position.laid + source.rules.rack == source.rules.tiles
        assert sum(face_of(tile) == tile for tile in position.rack) == source.rules.rack


def _run_job(job: PuzzleJob) -> tuple[Puzzle, ...]:
    return msgspec.msgpack.decode(find_puzzles(msgspec.msgpack.encode(job)), type=tuple[Puzzle, ...])


def test_a_job_finds_puzzles_of_finished_games_and_then_by_self_play(source: PuzzleSource) -> None:
    games = (*(_packed_game(source, number) for number in (0, 1)), b"damaged")
    job = PuzzleJob(ruleset=_GAME, count=2, name="a", games=games, with_rare_words=True)
    found = _run_job(job)
    assert [one.source for one in found] == ["game", "self_play"]
    again = _run_job(replace(job, known=(found[0].id,)))
    assert found[0].id not in {one.id for one in again}


def _packed_game(source: PuzzleSource, number: int) -> bytes:
    played = simulate_game(source.rules, 2, "puzzles", number, source.words)
    return pack_game(source.rules, played.state.secret, played.log, "harfiyen test")


def test_the_costliest_turn_of_a_finished_game_that_is_a_puzzle_is_found_while_there_is_time() -> None:
    puzzle, other = shipped_puzzles(_GAME)[:2]
    empty = replace(puzzle, cells=("",) * len(puzzle.cells))
    costs = {empty: 0.9, puzzle: 0.5, other: 0.3}
    turns = {one: TakenTurn(0, 0, secrecy.view_for(one.to_state(), SOLVER), None) for one in costs}
    game = TakenGame(puzzle.rules, 2, tuple(turns[one] for one in (other, empty, puzzle)), None)
    passed = CandidateTurn(0.0, None)
    analysed = tuple(
        AnalysedTurn(turns[one], CandidateTurn(one.equity, one.best), passed, 9.0, 1.0, cost, "large", exact=False)
        for one, cost in costs.items()
    )
    analysis = GameAnalysis(analysed, (), None)
    found = find_costliest_puzzle(game, analysis, shared_searcher(), lambda: True)
    assert found == replace(puzzle, source="game"), "an empty board is no puzzle, whatever it cost"
    assert find_costliest_puzzle(game, analysis, shared_searcher(), lambda: False) is None
    as_good = replace(analysis, turns=tuple(replace(one, size=None) for one in analysed))
    assert find_costliest_puzzle(game, as_good, shared_searcher(), lambda: True) is None


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("puzzles") / "made.puzzles"
    assert main(["puzzles", "make", "--game", "mini-tr", "--count", "2", "--seed", "a", "--file", str(file)]) == 0
    return file


def test_the_same_arguments_make_the_same_puzzles_and_fewer_make_the_first_of_them(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = tmp_path / "again.puzzles"
    assert (
        main(["puzzles", "make", "--game", "mini-tr", "--count", "1", "--seed", "a", "--file", str(again), "--json"])
        == 0
    )
    document = json.loads(capsys.readouterr().out)
    header, (first, _) = decode_puzzles("made", made.read_bytes())
    assert header.command == "harfiyen puzzles make --game mini-tr --count 2 --seed a"
    assert decode_puzzles("again", again.read_bytes())[1] == (first,)
    assert (document["game"], [one["id"] for one in document["puzzles"]]) == ("mini-tr", [first.id])
    assert document["puzzles"][0]["gap"] >= 10


def test_what_was_made_is_sound(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "check", "--simulate", str(made)]) == 0
    assert "2 of 2 puzzles sound" in capsys.readouterr().out


def test_a_changed_puzzle_is_found(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, (first, second) = decode_puzzles("made", made.read_bytes())
    changed = tmp_path / "changed.puzzles"
    changed.write_bytes(encode_puzzles(header, (replace(first, gap=50.0), second)))
    assert main(["puzzles", "check", "--json", str(changed)]) == 1
    (checked,) = json.loads(capsys.readouterr().out)["checks"]
    assert (checked["checked"], [one["id"] for one in checked["faulty"]]) == (2, [first.id])
    assert checked["faulty"][0]["faults"] == ["figures"]


def test_a_file_that_cannot_be_read_or_written_is_named(
    puzzle: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.families.crossword.tools.puzzles.make_puzzles", lambda *_: iter([puzzle]))
    damaged, target = tmp_path / "damaged.puzzles", tmp_path / "no folder" / "made.puzzles"
    damaged.write_bytes(b"nothing")
    assert main(["puzzles", "check", str(damaged), str(tmp_path / "missing")]) == 2
    assert main(["puzzles", "make", "--game", "mini-tr", "--count", "1", "--file", str(target)]) == 2
    said = capsys.readouterr().err
    assert all(name in said for name in ("damaged.puzzles", "missing", "no folder"))
