"""Recording and replaying scenes, each with a bot, a server and a Redis of its own, in as many processes as wanted."""

import asyncio
import json
import logging
import multiprocessing
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from tests.transcripts import seams, terminal
from tests.transcripts.coverage import Coverage, coverage
from tests.transcripts.renames import Renames
from tests.transcripts.scenes import SCENES
from tests.transcripts.scenes.room import people
from tests.transcripts.stage import Stage, stage

T = TypeVar("T")

SCRIPT: Final = "script.jsonl"
STORED: Final = "stored.jsonl"
REPORT: Final = "coverage.txt"
TERMINAL: Final = "terminal"
"""What is no scene: the command line."""
ALL: Final = (*SCENES, TERMINAL)


def record(out: Path, names: Sequence[str], seed: str, jobs: int) -> Coverage:
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
    found = _each(partial(_record, out, seed), names, jobs)
    seen = Coverage.gathered(found)
    write(out / REPORT, seen.report())
    return seen


def replay(recorded: Path, out: Path, jobs: int, renames: Renames) -> None:
    """Do to the bot of this tree what the scripts of a record say, and write what it sent and stored."""
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    names = [name for name in ALL if (recorded / name).is_dir()]
    _each(partial(_replay, recorded, out, renames), names, jobs)


def _each(work: Callable[[str], T], names: Sequence[str], jobs: int) -> list[T]:
    _quiet()
    if jobs < 2 or len(names) < 2:
        return [work(name) for name in names]
    with ProcessPoolExecutor(min(jobs, len(names)), multiprocessing.get_context("spawn"), _quiet) as pool:
        return list(pool.map(work, names))


def _quiet() -> None:
    """What the bot logs is not what is recorded."""
    logging.lastResort = None


def _record(out: Path, seed: str, name: str) -> Coverage:
    if name == TERMINAL:
        terminal.record(out / TERMINAL)
        return Coverage()
    return asyncio.run(record_scene(out / name, name, seed))


def _replay(recorded: Path, out: Path, renames: Renames, name: str) -> None:
    if name == TERMINAL:
        terminal.record(out / TERMINAL)
        return
    script = (recorded / name / SCRIPT).read_text(encoding="utf-8").splitlines()
    asyncio.run(replay_scene(script, out / name, renames))


async def record_scene(out: Path, name: str, seed: str = "") -> Coverage:
    """Play one scene and write what the bot sent, a file a chat, what it stored, and the script."""
    scene, seen = SCENES[name], seams.Seen()
    with tempfile.TemporaryDirectory() as folder:
        async with stage(Path(folder)) as set_:
            try:
                with seams.watched(seen):
                    await set_.do({"do": "seed", "text": f" {name} {seed}"})
                    await people(set_)
                    if scene.version:
                        await set_.do({"do": "server", "version": scene.version})
                    await set_.begin(dict(scene.environ))
                    await scene.play(set_)
                    await set_.do({"do": "look into"})
                await set_.end()
            finally:
                # Of a scene that fails, too: it tells where.
                _save(set_, out)
            return coverage(set_, seen)


async def replay_scene(script: Iterable[str], out: Path, renames: Renames | None = None) -> None:
    """Do what the lines of a script say, and write what the bot of this tree sent and stored."""
    with tempfile.TemporaryDirectory() as folder:
        async with stage(Path(folder)) as set_:
            for line in script:
                op = json.loads(line)
                await set_.do(op if renames is None else renames.done(op))
            await set_.end()
            _save(set_, out)


def _save(set_: Stage, out: Path) -> None:
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    for chat, lines in set_.book.chats.items():
        write(out / f"{chat}.txt", lines)
    write(out / STORED, (json.dumps(look, ensure_ascii=False) for look in set_.stored))
    write(out / SCRIPT, (json.dumps(op, ensure_ascii=False) for op in set_.script))


def write(file: Path, lines: Iterable[str]) -> None:
    """Write lines into a file."""
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
