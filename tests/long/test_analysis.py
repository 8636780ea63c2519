"""Analysis, searches and puzzles in full, and what they take."""

import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.analysis.worker import AnalysisRequest
from bot.families.crossword.analysis_jobs import PuzzleSource
from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword.analysis.game_analysis import find_turn_loss
from engine.crossword.players.equity import shipped_leaves
from engine.crossword.puzzles.finder import puzzle_faults
from engine.crossword.puzzles.shipped_puzzles import puzzle_games, shipped_puzzles
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import ChangedLexicon, load_lexicon
from engine.packed_game import pack_game
from engine.rulesets import resolve_ruleset
from tests.engine.crossword.test_analysis import TURKISH, always, check_ending
from tests.long.time_shares import TimeShare
from tests.support.analysed_turns import plain_loss, position_of, random_turns, small_endings
from tests.support.boards import count_plays, leave_value, odd_rulesets, plain_search, play_value, random_positions
from tests.support.random_actions import simulated_proof


@pytest.mark.long
def test_static_losses_are_those_of_a_plain_search(time_share: TimeShare, chance: Random) -> None:
    searcher = BoardSearcher()
    for _ in time_share.rounds():
        for shipped in crossword_rulesets().values():
            rules = resolve_ruleset(shipped)
            leaves, words = shipped_leaves(rules), load_lexicon(f"{rules.language}-common")
            if leaves is None:
                continue
            for state, turn in islice(random_turns(rules, words, chance), chance.randint(2, 14)):
                if not state.bag:
                    break
                position = position_of(state, words=words)
                static = find_turn_loss(position, turn, searcher, leaves, always)
                assert static.loss == pytest.approx(plain_loss(state, turn, words), abs=1e-3)
                time_share.count_try("turns")


@pytest.mark.long
def test_endings_are_solved_as_by_brute_force(time_share: TimeShare, chance: Random) -> None:
    searcher = BoardSearcher()
    for _ in time_share.rounds():
        for ruleset in ("kelimelik", "scrabble-tr", "tournament-tr", "wordbox-tr"):
            for state in islice(small_endings(ruleset, TURKISH, chance), 1):
                check_ending(state, searcher)
                time_share.count_try("endings")


SECONDS = 10.0

PROGRAM = (
    "import sys, time; from pathlib import Path;"
    "from bot.families.crossword.analysis_jobs import analyse_packed_game;"
    "analyse_packed_game(Path(sys.argv[1]).read_bytes());"
    "print(time.process_time(), 'telegram' in sys.modules, 'redis' in sys.modules)"
)


@pytest.mark.long(seconds=15)
@pytest.mark.parametrize("ruleset", ["kelimelik", "scrabble-en", "super-en", "wordbox-uk"])
def test_a_game_takes_ten_seconds_at_most_with_all_that_is_loaded(ruleset: str, tmp_path: Path) -> None:
    proof = simulated_proof(ruleset)
    data = pack_game(proof.ruleset, proof.secret, proof.log, proof.program)
    request = tmp_path / "request"
    request.write_bytes(msgspec.msgpack.encode(AnalysisRequest(data, str(tmp_path))))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(request)], capture_output=True, text=True, check=True, timeout=600
    )
    seconds, *loaded = done.stdout.split()
    assert float(seconds) < SECONDS
    assert loaded == ["False", "False"]


@pytest.mark.long
def test_the_compiled_search_finds_what_the_plain_one_does(time_share: TimeShare, chance: Random) -> None:
    searcher = BoardSearcher()
    shipped = [resolve_ruleset(rules) for rules in crossword_rulesets().values()]
    for number in time_share.rounds():
        for rules in (*shipped, *odd_rulesets(shipped[number % len(shipped)])):
            words = load_lexicon(rules.lexicon)
            for asked in islice(random_positions(rules, words, searcher, chance), 2):
                plain = plain_search(asked, words)
                assert count_plays(iter(searcher.find_plays(asked, words))) == count_plays(iter(plain))
                values = sorted((play_value(asked, play) for play in plain), reverse=True)[:10]
                assert [
                    choice.value for choice in searcher.find_best_plays(asked, words, 10, leave_value)
                ] == pytest.approx(values)
                time_share.count_try("positions")
                if plain:
                    gone = {chance.choice(plain).word for _ in range(5)}
                    less = ChangedLexicon(words, removed=gone)
                    kept = count_plays(iter(plain_search(asked, less)))
                    assert count_plays(iter(searcher.find_plays(asked, less))) == kept


@pytest.mark.long(seconds=90)
@pytest.mark.parametrize("game", puzzle_games())
def test_every_puzzle_that_ships_wins_its_simulation_again(game: str) -> None:
    finder = PuzzleSource(game).finder
    found = {one.id: [*puzzle_faults(one, finder, simulate=True)] for one in shipped_puzzles(game)}
    assert {name: faults for name, faults in found.items() if faults} == {}
