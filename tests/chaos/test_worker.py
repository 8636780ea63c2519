"""A clock that a file sets."""

import time
from pathlib import Path

from tools.chaos.worker import SettableClock


def test_it_is_ahead_by_what_the_file_says_at_that_moment(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    clock = SettableClock(file)
    assert abs(clock() - time.time()) < 60
    file.write_text("-7200")
    assert abs(clock() - time.time() + 7200) < 60
    file.write_text("")
    assert abs(clock() - time.time()) < 60
