"""What the recorder plays is the same each time, whatever else the machine does."""

from pathlib import Path
from random import Random

import pytest

from tests.long.shares import Share
from tests.transcripts.against import ROOT, against
from tests.transcripts.compared import differences
from tests.transcripts.record import ALL, record, replay
from tests.transcripts.renames import Renames


@pytest.mark.long(shares=10)
def test_two_records_of_one_tree_are_equal(tmp_path: Path, share: Share, chance: Random) -> None:
    names = chance.sample(ALL, len(ALL))
    for number in share.rounds():
        name, seed = names[number % len(names)], str(chance.getrandbits(32))
        one, other = tmp_path / f"{number}-one", tmp_path / f"{number}-other"
        record(one, [name], seed, 1)
        replay(one, other, 1, Renames())
        assert list(differences(one, other, Renames())) == [], f"{name}, seed {seed}"
        share.count("scenes recorded and replayed")


@pytest.mark.long
def test_what_is_committed_is_recorded_in_a_tree_of_its_own(tmp_path: Path, share: Share) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no repository")
    older, newer = against("HEAD", ["short"], "", 1, tmp_path)
    assert (older / "short" / "script.jsonl").read_bytes() == (newer / "short" / "script.jsonl").read_bytes()
    assert list((older / "short").glob("-*.txt"))
    share.count("scenes of the newest commit")
