"""``python -m tests.transcripts record OUT [SCENE …]``, ``replay SCRIPT OUT``, ``compare A B``."""

import asyncio
import sys
from pathlib import Path
from time import monotonic

from tests.transcripts.record import REPORT, differences, record, replay
from tests.transcripts.scenes import SCENES


def main(arguments: list[str]) -> int:
    """Run one of the three; 1 where transcripts differ, 2 for a call that makes no sense."""
    match arguments:
        case ["record", out, *scenes] if set(scenes) <= set(SCENES):
            began = monotonic()
            asyncio.run(record(Path(out), scenes or SCENES))
            sys.stdout.write((Path(out) / REPORT).read_text(encoding="utf-8"))
            sys.stdout.write(f"{monotonic() - began:.0f} s\n")
        case ["replay", script, out]:
            asyncio.run(replay(Path(script).read_text(encoding="utf-8").splitlines(), Path(out)))
        case ["compare", first, second]:
            found = list(differences(Path(first), Path(second)))
            sys.stdout.write("".join(f"{line}\n" for line in found) or "the same\n")
            return 1 if found else 0
        case _:
            sys.stderr.write(f"{__doc__}\nScenes: {', '.join(SCENES)}\n")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
