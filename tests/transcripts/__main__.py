"""Writes down all that the bot sends and stores, and compares trees.

record OUT [SCENE …]        plays scenes against this tree
replay RECORD OUT           does the same to this tree as was done in a record
compare OLDER NEWER         tells what differs, but for what renamed.toml renames
against REVISION [SCENE …]  all of that: records the tree of that revision, replays in this one, compares

--seed TEXT plays other games; --jobs N that many scenes at once, one for each processor unless told.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from tests.transcripts.compare import differences
from tests.transcripts.record import ALL, record_revision_and_replay, record_scenes, replay_record
from tests.transcripts.renames import Renames


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the four; 1 where something differs, 2 for a call that makes no sense."""
    asked = _make_parser().parse_args(arguments)
    began = monotonic()
    status = 0
    match asked.what:
        case "record":
            record_scenes(asked.out, asked.scenes or ALL, asked.seed, asked.jobs)
        case "replay":
            replay_record(asked.record, asked.out, asked.jobs, Renames.load_renames())
        case "compare":
            status = _print_differences(asked.older, asked.newer)
        case _:
            with tempfile.TemporaryDirectory(prefix="transcripts-") as folder:
                older, newer = record_revision_and_replay(
                    asked.revision, asked.scenes, asked.seed, asked.jobs, Path(folder)
                )
                status = _print_differences(older, newer)
    sys.stdout.write(f"{monotonic() - began:.0f} s\n")
    return status


def _print_differences(older: Path, newer: Path) -> int:
    found = list(differences(older, newer, Renames.load_renames()))
    sys.stdout.write("".join(f"{line}\n" for line in found) or "the same\n")
    return 1 if found else 0


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m tests.transcripts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ways = parser.add_subparsers(dest="what", required=True)
    played = argparse.ArgumentParser(add_help=False)
    played.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    seeded = argparse.ArgumentParser(add_help=False)
    seeded.add_argument("--seed", default="")
    way = ways.add_parser("record", parents=[played, seeded])
    way.add_argument("out", type=Path)
    _add_scenes(way)
    way = ways.add_parser("replay", parents=[played])
    way.add_argument("record", type=Path)
    way.add_argument("out", type=Path)
    way = ways.add_parser("compare")
    way.add_argument("older", type=Path)
    way.add_argument("newer", type=Path)
    way = ways.add_parser("against", parents=[played, seeded])
    way.add_argument("revision")
    _add_scenes(way)
    return parser


def _add_scenes(way: argparse.ArgumentParser) -> None:
    way.add_argument("scenes", nargs="*", metavar="SCENE", type=_scene_name, help=f"one of {', '.join(ALL)}")


def _scene_name(name: str) -> str:
    if name not in ALL:
        raise argparse.ArgumentTypeError(f"there is no scene {name}; there are {', '.join(ALL)}")
    return name


if __name__ == "__main__":
    sys.exit(main())
