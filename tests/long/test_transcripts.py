"""What the recorder plays is the same each time, whatever else the machine does."""

from pathlib import Path
from random import Random

import pytest

from tests.long.time_shares import TimeShare
from tests.transcripts.compare import differences
from tests.transcripts.record import ALL, ROOT, record_revision_and_replay, record_scenes, replay_record
from tests.transcripts.renames import Renames


@pytest.mark.long(shares=10)
def test_two_records_of_one_tree_are_equal(tmp_path: Path, time_share: TimeShare, chance: Random) -> None:
    names = chance.sample(ALL, len(ALL))
    for number in time_share.rounds():
        name, seed = names[number % len(names)], str(chance.getrandbits(32))
        one, other = tmp_path / f"{number}-one", tmp_path / f"{number}-other"
        record_scenes(one, [name], seed, 1)
        replay_record(one, other, 1, Renames())
        assert list(differences(one, other, Renames())) == [], f"{name}, seed {seed}"
        time_share.count_try("scenes recorded and replayed")


@pytest.mark.long
def test_what_is_committed_is_recorded_in_a_tree_of_its_own(tmp_path: Path, time_share: TimeShare) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no repository")
    older, newer = record_revision_and_replay("HEAD", ["short"], "", 1, tmp_path)
    assert (older / "short" / "script.jsonl").read_bytes() == (newer / "short" / "script.jsonl").read_bytes()
    assert list((older / "short").glob("-*.txt"))
    time_share.count_try("scenes of the newest commit")
