"""What is kept of places where something is wrong: all that was asked, done and said there, in a file each."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from bot.chaos.findings import Finding
from bot.chaos.ledger import Place
from bot.chaos.replay import Step, behind
from bot.chaos.told import Said, lines
from engine.encoding import as_json


def write(folder: Path, findings: Sequence[Finding]) -> None:
    """A finding a line, as JSON."""
    kept = "".join(f"{msgspec.json.encode(finding).decode()}\n" for finding in findings)
    (folder / "findings.jsonl").write_text(kept, "utf-8")


def place(folder: Path, at: Place, steps: Sequence[Step], said: Sequence[Said]) -> None:
    """Everything of one place. It holds secrets of the game."""
    found = {sent.update: number for number, sent in behind(at, steps).items()}
    asked = [
        f"{sent.began:.3f} {sent.acked:.3f} entry {found.get(sent.update, -1) + 1} of {sent.known}: {sent}"
        for sent in at.asked
    ]
    done = [
        f"{number}: {step.entry.at} {step.entry.applied} {as_json(step.entry.action)}: {' / '.join(lines(step))}"
        for number, step in enumerate(steps, start=1)
    ]
    told = [f"{number}: {one.text!r}" for number, one in enumerate(said)]
    folder.mkdir(exist_ok=True)
    text = "\n".join(("asked", *asked, "", "done", *done, "", "said", *told, ""))
    (folder / f"{str(at).replace(':', '_')}.txt").write_text(text, "utf-8")
