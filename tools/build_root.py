"""Run the steps of a Dockerfile without a container daemon: ``python tools/build_root.py BASE FOLDER``. Needs root.

``BASE`` is a bare root file system that stands for the image that ``FROM`` names. Each stage starts as a copy of it
below ``FOLDER`` and runs its ``RUN`` steps there by ``chroot``. What only a daemon applies to an image (user, working
folder, volume, commands) is printed as JSON for the caller, who runs the last stage.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
_FROM: Final = re.compile(r"(\S+)(?: AS (\S+))?")
_TOLD: Final = ("USER", "VOLUME", "HEALTHCHECK", "ENTRYPOINT", "CMD")
"""Instructions that do nothing during a build: they are only reported."""
_CERTIFICATES: Final = ("PIP_CERT", "SSL_CERT_FILE")
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class UnknownInstructionError(Exception):
    pass


@dataclass
class Stage:
    root: Path
    folder: str = "/"
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": _PATH})
    told: dict[str, str] = field(default_factory=dict)


def read_instructions(text: str) -> Iterator[tuple[str, str]]:
    """Split a Dockerfile into instructions and their arguments; each instruction has to fit in one line."""
    for line in text.splitlines():
        if line.endswith("\\"):
            raise UnknownInstructionError(f"one line an instruction, not {line}")
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest.strip()


def build(text: str, base: Path, folder: Path, source: Path = ROOT) -> Stage:
    stages: dict[str, Stage] = {}
    folder.mkdir(parents=True, exist_ok=True)
    stage = Stage(folder)
    for word, rest in read_instructions(text):
        if word == "FROM":
            named = _FROM.fullmatch(rest)
            name = (named and named[2]) or f"stage{len(stages)}"
            stage = stages[name] = Stage(folder / name)
            _run(["cp", "--archive", "--reflink=auto", str(base), str(stage.root)])
        elif word == "ENV":
            stage.environment.update(
                (name, value) for name, _, value in (one.partition("=") for one in shlex.split(rest))
            )
        elif word == "WORKDIR":
            stage.folder = rest
            inside(stage.root, rest).mkdir(parents=True, exist_ok=True)
        elif word == "COPY":
            _copy(rest.split(), stage, stages, source)
        elif word == "RUN":
            sys.stderr.write(f"RUN {rest}\n")
            _run_step(rest, stage)
        elif word in _TOLD:
            stage.told[word] = rest
        else:
            raise UnknownInstructionError(f"{word} is not known here")
    return stage


def inside(root: Path, path: str) -> Path:
    return root / path.lstrip("/")


def _copy(words: list[str], stage: Stage, stages: dict[str, Stage], source: Path) -> None:
    taken = source
    if words[0].startswith("--from="):
        taken = stages[words.pop(0).removeprefix("--from=")].root
    *names, target = words
    place = inside(stage.root, target if target.startswith("/") else f"{stage.folder}/{target}")
    for name in names:
        found = taken / name.lstrip("/")
        to = place / found.name if target.endswith("/") else place
        to.parent.mkdir(parents=True, exist_ok=True)
        if found.is_dir():
            shutil.copytree(
                found, to, symlinks=True, dirs_exist_ok=True,
                ignore=shutil.ignore_patterns("__pycache__") if taken == source else None,
            )  # fmt: skip
        else:
            shutil.copy2(found, to)


def _run_step(command: str, stage: Stage) -> None:
    """Run a step; certificates that this machine's environment names are copied into the root while it runs."""
    around = {"HOME": "/root", "DEBIAN_FRONTEND": "noninteractive", **stage.environment}
    lent = stage.root / "tmp" / "lent-certificates.crt"
    if named := next((os.environ[name] for name in _CERTIFICATES if os.environ.get(name)), None):
        shutil.copyfile(named, lent)
        around |= dict.fromkeys(_CERTIFICATES, "/tmp/lent-certificates.crt")  # noqa: S108 - in a root of its own
    try:
        _run(
            [
                *("chroot", str(stage.root), "/usr/bin/env", "-i", *(f"{name}={one}" for name, one in around.items())),
                *("/bin/sh", "-c", f"cd {shlex.quote(stage.folder)} && {command}"),
            ]
        )
    finally:
        lent.unlink(missing_ok=True)


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # noqa: S603 - of the Dockerfile


def main(arguments: Sequence[str]) -> int:
    base, folder = map(Path, arguments)
    stage = build((ROOT / "Dockerfile").read_text("utf-8"), base, folder)
    document = {"root": str(stage.root), "folder": stage.folder, "environment": stage.environment, **stage.told}
    sys.stdout.write(f"{json.dumps(document)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
