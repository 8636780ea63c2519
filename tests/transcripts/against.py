"""Recording the tree of a revision and replaying in this one."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.transcripts.record import replay
from tests.transcripts.renames import Renames

ROOT: Final = Path(__file__).parent.parent.parent


def against(revision: str, scenes: Sequence[str], seed: str, jobs: int, folder: Path) -> tuple[Path, Path]:
    """Where the records of the older tree and of this one are.

    The older one is played with this environment's packages, and by its own recorder.

    Raises:
        subprocess.CalledProcessError: there is no such revision, or its tree cannot be recorded.
    """
    tree, older, newer = folder / "tree", folder / "older", folder / "newer"
    _run(["git", "worktree", "add", "--quiet", "--detach", str(tree), revision], ROOT)
    try:
        call = [sys.executable, "-m", "tests.transcripts", "record", str(older), *scenes]
        _run([*call, "--seed", seed, "--jobs", str(jobs)], tree)
    finally:
        _run(["git", "worktree", "remove", "--force", str(tree)], ROOT)
    replay(older, newer, jobs, Renames.read())
    return older, newer


def _run(call: Sequence[str], folder: Path) -> None:
    subprocess.run(call, cwd=folder, check=True, stdout=subprocess.DEVNULL)
