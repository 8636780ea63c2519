"""Recording and replaying scenes, each with a bot, a server and a Redis of its own, in as many processes as wanted."""

import asyncio
import json
import logging
import multiprocessing
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from tests.transcripts import terminal
from tests.transcripts.renames import Renames
from tests.transcripts.scenes import SCENES
from tests.transcripts.scenes.room import add_people
from tests.transcripts.stage import RecordingStage, open_recording_stage

SCRIPT: Final = "script.jsonl"


STORED: Final = "stored.jsonl"


TERMINAL: Final = "terminal"
"""What is no scene: the command line."""


ALL: Final = (*SCENES, TERMINAL)


def record_scenes(out: Path, names: Sequence[str], seed: str, jobs: int) -> None:
    """Play scenes and write, a folder each, what the bot sent and stored, with their scripts.

    Args:
        out: is replaced.
        names: of :data:`ALL`.
        seed: other games for another one.
        jobs: how many scenes at once.
    """
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    _run_each(partial(_record_one, out, seed), names, jobs)


def replay_record(recorded: Path, out: Path, jobs: int, renames: Renames) -> None:
    """Do to the bot of this tree what the scripts of a record say, and write what it sent and stored."""
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    names = [name for name in ALL if (recorded / name).is_dir()]
    _run_each(partial(_replay_one, recorded, out, renames), names, jobs)


def _run_each(work: Callable[[str], None], names: Sequence[str], jobs: int) -> None:
    _silence_logs()
    if jobs < 2 or len(names) < 2:
        for name in names:
            work(name)
        return
    with ProcessPoolExecutor(min(jobs, len(names)), multiprocessing.get_context("spawn"), _silence_logs) as pool:
        list(pool.map(work, names))


def _silence_logs() -> None:
    """What the bot logs is not what is recorded."""
    logging.lastResort = None


def _record_one(out: Path, seed: str, name: str) -> None:
    if name == TERMINAL:
        terminal.record_command_line(out / TERMINAL)
        return
    asyncio.run(record_scene(out / name, name, seed))


def _replay_one(recorded: Path, out: Path, renames: Renames, name: str) -> None:
    if name == TERMINAL:
        terminal.record_command_line(out / TERMINAL)
        return
    script = (recorded / name / SCRIPT).read_text(encoding="utf-8").splitlines()
    asyncio.run(replay_scene(script, out / name, renames))


async def record_scene(out: Path, name: str, seed: str = "") -> None:
    """Play one scene and write what the bot sent, a file a chat, what it stored, and the script."""
    scene = SCENES[name]
    with tempfile.TemporaryDirectory() as folder:
        async with open_recording_stage(Path(folder)) as set_:
            try:
                await set_.run_op({"do": "seed", "text": f" {name} {seed}"})
                await add_people(set_)
                if scene.version:
                    await set_.run_op({"do": "server", "version": scene.version})
                await set_.start_bot(dict(scene.environ))
                await scene.play(set_)
                await set_.run_op({"do": "look into"})
                await set_.stop_bot()
            finally:
                # Of a scene that fails, too: it tells where.
                _save_transcript(set_, out)


async def replay_scene(script: Iterable[str], out: Path, renames: Renames | None = None) -> None:
    """Do what the lines of a script say, and write what the bot of this tree sent and stored."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_recording_stage(Path(folder)) as set_:
            for line in script:
                op = json.loads(line)
                await set_.run_op(op if renames is None else renames.rename_op(op))
            await set_.stop_bot()
            _save_transcript(set_, out)


def _save_transcript(set_: RecordingStage, out: Path) -> None:
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    for chat, lines in set_.book.lines_by_chat.items():
        write_lines(out / f"{chat}.txt", lines)
    write_lines(out / STORED, (json.dumps(look, ensure_ascii=False) for look in set_.storage_looks))
    write_lines(out / SCRIPT, (json.dumps(op, ensure_ascii=False) for op in set_.script))


def write_lines(file: Path, lines: Iterable[str]) -> None:
    """Write lines into a file."""
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


ROOT: Final = Path(__file__).parent.parent.parent


def record_revision_and_replay(
    revision: str, scenes: Sequence[str], seed: str, jobs: int, folder: Path
) -> tuple[Path, Path]:
    """Where the records of the older tree and of this one are.

    The older one is played with this environment's packages, and by its own recorder.

    Raises:
        subprocess.CalledProcessError: there is no such revision, or its tree cannot be recorded.
    """
    tree, older, newer = folder / "tree", folder / "older", folder / "newer"
    _run_quietly(["git", "worktree", "add", "--quiet", "--detach", str(tree), revision], ROOT)
    try:
        call = [sys.executable, "-m", "tests.transcripts", "record", str(older), *scenes]
        _run_quietly([*call, "--seed", seed, "--jobs", str(jobs)], tree)
    finally:
        _run_quietly(["git", "worktree", "remove", "--force", str(tree)], ROOT)
    replay_record(older, newer, jobs, Renames.load_renames())
    return older, newer


def _run_quietly(call: Sequence[str], folder: Path) -> None:
    subprocess.run(call, cwd=folder, check=True, stdout=subprocess.DEVNULL)
