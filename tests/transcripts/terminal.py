"""What the command line prints and writes: whatever answers the same each time, with its errors and helps."""

import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final
from unittest.mock import patch

from tests.support.checkout import ROOT
from tests.transcripts import seams
from tests.transcripts.transcript_lines import PictureDigests

_GAME: Final = """#character-encoding UTF-8
#lexicon en
#player1 A Kiraz
#player2 B Limon
>A: HELLOAB 8G HELLO +18 18
>B: WORLDIN 9J WORLD +20 20
"""
_CALLS: Final = (
    "",
    "--help",
    "--version",
    "nosuch",
    "rules",
    "rules --json",
    "rules nosuch",
    *(f"simulate --ruleset {name} --games 2 --seed 7" for name in seams.GAMES),
    *(f"simulate --ruleset {name} --seed 3 --json --proofs proofs" for name in seams.GAMES),
    *(f"simulate --ruleset {name} --seed 3 --gcg gcg" for name in seams.GAMES),
    "simulate --ruleset scrabble-en --option clock=25min --option challenge=double --players 4 --seed 9",
    "simulate --ruleset scrabble-en --bag s3-table --seed 9",
    "simulate --ruleset klepka --option deck=quick --players 6 --seed 9",
    "simulate --ruleset scrabble-en --players greedy acemi --pairs 1 --seed 2 --games 1",
    "simulate --ruleset nosuch",
    "simulate --ruleset scrabble-en --option nosuch=1",
    "simulate --ruleset scrabble-en --players 9",
    "simulate --language xx",
    "simulate",
    "verify @proofs",
    "verify --lexicon @proofs",
    "verify --json @proofs",
    "verify nosuch.json",
    "verify game.gcg",
    "replay game.gcg",
    "replay @gcg",
    "replay nosuch.gcg",
    "board @gcg",
    "board gcg/scrabble-en-3-0001.gcg -o board.png --move 3 --theme dark --language uk",
    "board gcg/scrabble-en-3-0001.gcg -o board.png --theme nosuch",
    "lexicon check kalem board вода qqqq --json",
    "lexicon check --language tr kalem qqqq",
    "lexicon check kalem board вода qqqq",
    "lexicon check",
    "lexicon nosuch",
    "lexicon build --help",
    "lexicon check --help",
    "restore nosuch.backup",
    "backup",
    "inbox nosuch",
    "chaos --seconds nosuch",
    "doctor --nosuch",
    *(f"{name} --help" for name in seams.SUBCOMMANDS),
)
"""As they are typed; ``@folder`` stands for the files that an earlier call wrote there."""
_SETTINGS: Final = (
    {"BOT_TOKEN": "nonsense"},
    {"OWNER_IDS": "x"},
    {"WEBHOOK_URL": "http://harfiyen.example", "BOT_TOKEN": f"123456789:{'A' * 35}"},
    {"REDIS_URL": "nonsense", "RATE_LIMITS": "fast", "DEFAULT_LANGUAGE": "xx"},
    {"NO_SUCH_SETTING": "1", "LOG_LEVEL": "loud"},
)
"""With which nothing runs."""
_TREE: Final = str(ROOT)
"""The repository's folder, which differs from one tree to the next: help texts name files there."""
_SPENT: Final = re.compile(r"\b\d+(\.\d+)? ?(ms|s|MiB)\b|\"(seconds|ms)\": [\d.]+")
"""Time and memory, which differ from one run to the next."""


def record_command_line(out: Path) -> None:
    """Run each call and write down its status, what it printed, and the texts that it wrote."""
    out.mkdir(parents=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        chdir(folder),
        patch.dict(os.environ, _clean_environment(), clear=True),
    ):
        Path("game.gcg").write_text(_GAME, encoding="utf-8")
        lines = [line for call in _CALLS for line in _call_output(call)]
        for settings in _SETTINGS:
            with patch.dict(os.environ, settings):
                lines += [f"with {settings}", *_call_output("run")]
        lines += _written_files(Path())
    steady = [_SPENT.sub("…", line.replace(folder, "(folder)").replace(_TREE, "(tree)")) for line in lines]
    (out / "0.txt").write_text("".join(f"{line}\n" for line in steady), encoding="utf-8")


def _clean_environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "COLUMNS": "100", "TZ": "UTC"}


def _call_output(call: str) -> Iterator[str]:
    """What a call says, line by line."""
    arguments = [
        part
        for word in shlex.split(call)
        for part in (sorted(map(str, Path(word[1:]).glob("*"))) if word.startswith("@") else [word])
    ]
    said, complained = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(complained):
        try:
            status = seams.run_command_line(arguments)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 2
    yield f"== harfiyen {call} -> {status}"
    yield from (f"  {line}" for line in said.getvalue().splitlines())
    yield from (f"  ! {line}" for line in complained.getvalue().splitlines())


def _written_files(folder: Path) -> Iterator[str]:
    """The files that were written."""
    for file in sorted(folder.rglob("*")):
        if file.suffix == ".png":
            yield f"== {file} {PictureDigests().digest(file.read_bytes())}"
        elif file.is_file():
            yield f"== {file}"
            yield from (
                f"  {line}" for line in file.read_text(encoding="utf-8", errors="backslashreplace").splitlines()
            )
