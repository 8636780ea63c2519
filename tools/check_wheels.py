"""Check that every dependency has a wheel: ``python tools/check_wheels.py 3.11 3.12 3.13 3.14``.

Nothing is installed: uv only resolves the dependencies of ``pyproject.toml``, those of the tests included, at the
versions of ``constraints.txt``, for each given Python on each platform. Needs uv in its own environment. The status is
1 if a wheel is missing, and :data:`NO_NETWORK` if the index cannot be reached.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
NO_NETWORK: Final = 75
"""``EX_TEMPFAIL`` of sysexits.h."""
MISSING: Final = 1
PLATFORMS: Final = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "x86_64-apple-darwin", "aarch64-apple-darwin")
"""Platforms by uv's names: Linux with glibc 2.28 or newer, and macOS, on x86-64 and on ARM."""
BUILT: Final[Mapping[str, frozenset[str]]] = {"aarch64-manylinux_2_28": frozenset({"dawg2"})}
"""Dependencies that publish no wheel for a platform and are built there (docs/operate.md)."""
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_NO_WHEEL: Final = re.compile(r"has no (?:usable wheels|wheels)|no wheels are usable|there is no version of")
_TRIES: Final = 2


def needed(platform: str) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    every = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    return [one for one in every if (named := _NAME.match(one)) and named[0] not in BUILT.get(platform, frozenset())]


def resolve(python: str, platform: str, requirements: Sequence[str]) -> str:
    """Resolve the requirements from wheels only; return uv's error, empty if every wheel was found."""
    ran = subprocess.run(  # noqa: S603 - uv, with arguments made here
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-header", "--only-binary=:all:"),
            *("--python-version", python, "--python-platform", platform),
            *("--constraint", str(ROOT / "constraints.txt"), "-"),
        ],
        input="\n".join(requirements),
        env={**os.environ, "UV_PYTHON_DOWNLOADS": "never"},
        check=False,
        capture_output=True,
        text=True,
    )
    return (ran.stderr.strip() or "uv has failed") if ran.returncode else ""


def look(python: str, platform: str) -> int:
    """Look for the wheels for a Python on a platform, print the result, and return the exit status.

    A wheel counts as missing only if uv says so. Any other error is taken for a network failure, and tried again.
    """
    error = ""
    for _ in range(_TRIES):
        error = resolve(python, platform, needed(platform))
        if not error:
            sys.stdout.write(f"Python {python} on {platform}: every package has a wheel.\n")
            return 0
        if _NO_WHEEL.search(error):
            sys.stderr.write(f"Python {python} on {platform}: a wheel is missing.\n{error}\n")
            return MISSING
    sys.stderr.write(f"Python {python} on {platform}: not known, as packages cannot be had.\n{error}\n")
    return NO_NETWORK


def main(arguments: Sequence[str]) -> int:
    found = {look(python, platform) for python in arguments for platform in PLATFORMS}
    return next((status for status in (MISSING, NO_NETWORK) if status in found), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
