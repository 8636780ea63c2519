"""Check the contents of a wheel and an sdist: ``python tools/check_packages.py WHEEL SDIST``.

The wheel has every file of the three packages that git tracks, except the sources of the compiled search, which the
sdist has too; neither has anything else. Prints each missing or extra file; the status is then 1.
"""

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("bot", "engine", "render")
SOURCES_OF_KERNEL: Final = (
    "engine/crossword/search/*.c",
    "engine/crossword/search/*.h",
    "engine/crossword/search/kernel.sha256",
)
SDIST_TOO: Final = frozenset(
    {
        "CHANGELOG.md",
        "LICENSE",
        "MANIFEST.in",
        "README.md",
        "constraints.txt",
        "pyproject.toml",
        "tools/build_kernel.py",
    }
)
_WRITTEN_BY_BUILD: Final = ("*.dist-info/*", "*.egg-info/*", "PKG-INFO", "setup.cfg")


def tracked_files() -> set[str]:
    command = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z", *PACKAGES]
    listed = subprocess.run(command, check=True, capture_output=True).stdout.decode()  # noqa: S603 - git, to list
    return {name for name in listed.split("\0") if name}


def expected_wheel(tracked: Iterable[str]) -> set[str]:
    return {name for name in tracked if not any(fnmatch(name, one) for one in SOURCES_OF_KERNEL)}


def expected_sdist(tracked: Iterable[str]) -> set[str]:
    return {*tracked, *SDIST_TOO}


def read_wheel(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as file:
        return _without_descriptions(file.namelist())


def read_sdist(path: Path) -> set[str]:
    with tarfile.open(path) as file:
        return _without_descriptions(one.name.partition("/")[2] for one in file if one.isfile())


def compare(name: str, found: set[str], expected: set[str]) -> list[str]:
    missing = [f"{name}: {one} is missing" for one in sorted(expected - found)]
    return missing + [f"{name}: {one} has no business there" for one in sorted(found - expected)]


def _without_descriptions(names: Iterable[str]) -> set[str]:
    return {name for name in names if not any(fnmatch(name, one) for one in _WRITTEN_BY_BUILD)}


def main(arguments: Sequence[str]) -> int:
    wheel, sdist = map(Path, arguments)
    tracked = tracked_files()
    wrong = compare(wheel.name, read_wheel(wheel), expected_wheel(tracked))
    wrong += compare(sdist.name, read_sdist(sdist), expected_sdist(tracked))
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
