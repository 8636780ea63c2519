"""How long the analysis of a finished game takes: ten seconds of one core at most, with all that is loaded for it."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bot.analysis import AnalysisRequest
from engine.packed_game import pack_game
from tests.support.simulated_proofs import simulated_proof

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
