"""Whether every package that Harfiyen and its tests need has a wheel: ``python tools/check_wheels.py 3.14``.

Nothing is installed: pip only resolves what ``pyproject.toml`` names, in the versions of ``constraints.txt``, for Linux
on each kind of machine. The status is 1 where a wheel is missing, and :data:`NO_NETWORK` where nobody can know.
"""

import platform
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
NO_NETWORK: Final = 75
"""As ``EX_TEMPFAIL`` of sysexits.h."""
MISSING: Final = 1
MACHINES: Final = ("x86_64", "aarch64")
BUILT: Final[Mapping[str, frozenset[str]]] = {"aarch64": frozenset({"dawg2"})}
"""Of which there are no wheels for a machine, for whatever Python: they are built there (docs/operate.md)."""
_TRIES: Final = 2


def needed(machine: str) -> list[str]:
    """What the project and its tests need, but what is built on a machine."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    every = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    return [one for one in every if one.split()[0] not in BUILT.get(machine, frozenset())]


def target(python: str, machine: str) -> list[str]:
    """Pip's options for another Python on a machine with Linux."""
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in range(36, 16, -1)]
    platforms += [f"manylinux2014_{machine}", f"linux_{machine}"]
    return ["--implementation=cp", f"--python-version={python}", *(f"--platform={one}" for one in platforms)]


def resolve(options: Sequence[str], requirements: Sequence[str]) -> list[str]:
    """What hinders pip to find wheels; nothing where it finds all."""
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(  # noqa: S603 - pip, with arguments made here
            [
                *(sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--target", folder),
                *("--quiet", "--disable-pip-version-check", "--no-input", "--only-binary=:all:", *options),
                *("--constraint", str(ROOT / "constraints.txt"), *requirements),
            ],
            check=False,
            capture_output=True,
            text=True,
        )
    errors = [line for line in ran.stderr.splitlines() if line.startswith("ERROR")]
    return errors or ["ERROR: pip has failed"] if ran.returncode else []


def look(python: str, machine: str) -> int:
    """Look for the wheels of a Python on a machine, and tell what came of it; the status.

    Where they are not found it is tried whether those of this very Python are, which it was set up with: else there is
    no network. A connection may break off, so both are tried again.
    """
    requirements = needed(machine)
    for _ in range(_TRIES):
        errors = resolve(target(python, machine), requirements)
        if not errors:
            sys.stdout.write(f"Python {python} on {machine}: every package has a wheel.\n")
            return 0
        if resolve([], needed(platform.machine())):
            sys.stderr.write(f"Python {python} on {machine}: not known, as packages cannot be had.\n")
            return NO_NETWORK
    sys.stderr.write("\n".join([f"Python {python} on {machine}: a wheel is missing.", *errors, ""]))
    return MISSING


def main(arguments: Sequence[str]) -> int:
    """Look on every machine; the status."""
    (python,) = arguments
    found = {look(python, machine) for machine in MACHINES}
    return next((status for status in (MISSING, NO_NETWORK) if status in found), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
