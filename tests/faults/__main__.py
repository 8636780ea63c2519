"""The command; see :mod:`tests.faults`."""

import argparse
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path
from time import monotonic
from typing import Final

from tests.faults.catalogue import FAULTS
from tests.faults.fault import Fault

ROOT: Final = Path(__file__).resolve().parents[2]
_SOURCES: Final = ("engine", "render", "bot", "tools")
_KINDS: Final = frozenset({".py", ".lua", ".toml", ".ftl"})
_PAGES: Final = ("README.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "LICENSE")
_COPIED: Final = (*_SOURCES, "tests", "docs", *_PAGES, "pyproject.toml", "Makefile", ".env.example")
_IGNORED: Final = shutil.ignore_patterns("__pycache__", "*.pyc", ".hypothesis")
_CAUGHT: Final = 1
"""What pytest answers when tests failed; anything above means that they could not be run."""
_GOODBYE_SECONDS: Final = 15
_SECONDS: Final = 120
"""A test that waits for ever under a fault notices nothing: it has to fail, and long before this."""


class Stale(Exception):
    """A fault that no longer says what it means."""


class Sources(dict[Path, str]):
    """The texts of files, in which something is looked for in all at once."""

    def __init__(self, texts: Mapping[Path, str]) -> None:
        super().__init__(texts)
        self._files: Final = tuple(texts)
        encoded = [text.encode() for text in texts.values()]  # in which is searched faster than in texts
        self._joined: Final = b"".join(encoded)
        self._ends: Final = tuple(accumulate(map(len, encoded)))

    def holding(self, plain: str) -> Iterator[Path]:
        """The files in which a text may stand: it begins there."""
        if not plain:
            yield from self._files
            return
        sought = plain.encode()
        at = self._joined.find(sought)
        while 0 <= at < len(self._joined):
            number = bisect_right(self._ends, at)
            yield self._files[number]
            at = self._joined.find(sought, self._ends[number])


def sources(root: Path) -> Sources:
    """Every file of the program in which faults can be planted, with its text."""
    files = (file for folder in _SOURCES for file in (root / folder).rglob("*") if file.suffix in _KINDS)
    return Sources({file: file.read_text("utf-8") for file in sorted(files)})


def place(fault: Fault, root: Path, texts: Sources) -> Path:
    """The file in which a fault's pattern is found.

    Args:
        fault: to be planted.
        root: the tree.
        texts: its :func:`sources`.

    Raises:
        Stale: it is found nowhere, or more than once; what is planted changes nothing, or is no text of its kind, which
            every test would notice; or its tests are gone.
    """
    pattern, plain = re.compile(fault.pattern, re.MULTILINE), plain_part(fault.pattern)
    found = [(file, len(pattern.findall(texts[file]))) for file in texts.holding(plain)]
    hits = [(file, count) for file, count in found if count]
    if sum(count for _, count in hits) != 1:
        where = ", ".join(f"{file.relative_to(root)} ({count})" for file, count in hits) or "nowhere"
        raise Stale(f"its pattern is to be found once and is found {where}")
    file = hits[0][0]
    changed = pattern.sub(fault.planted, texts[file])
    if changed == texts[file]:
        raise Stale(f"it changes nothing in {file.relative_to(root)}")
    try:
        parse(file, changed)
    except (SyntaxError, tomllib.TOMLDecodeError) as error:
        raise Stale(f"with it {file.relative_to(root)} cannot be read: {error}") from None
    if not fault.tests:
        raise Stale("it names no tests")
    paths(fault.tests, root)
    return file


def plain_part(pattern: str) -> str:
    """What stands wherever a pattern is found, and is looked for faster than it; empty if none is sure to."""
    if re.search(r"[\[{|]|\(\?|\)[?*]", re.sub(r"\\.", "", pattern)):
        return ""
    # The last character of each run may be one that need not stand there.
    return max((run[:-1] for run in re.split(r"\\.|[^\w =:,'\"]", pattern)), key=len)


def parse(file: Path, text: str) -> None:
    """Read a text as its file's name says, where that can be done.

    Raises:
        SyntaxError: it is no Python.
        tomllib.TOMLDecodeError: it is no TOML.
    """
    match file.suffix:
        case ".py":
            compile(text, str(file), "exec")
        case ".toml":
            tomllib.loads(text)


def paths(tests: Sequence[str], root: Path) -> list[str]:
    """The test files that a fault names.

    Raises:
        Stale: one of them is no file.
    """
    named = []
    for pattern in tests:
        files = sorted(str(file.relative_to(root)) for file in root.glob(pattern))
        if not files:
            raise Stale(f"there is no test {pattern}")
        named += files
    return named


def plant(fault: Fault, root: Path) -> Path:
    """Plant a fault in a tree; the file that was changed."""
    texts = sources(root)
    file = place(fault, root, texts)
    file.write_text(re.sub(fault.pattern, fault.planted, texts[file], flags=re.MULTILINE), "utf-8")
    return file


def copy(folder: Path) -> None:
    """Copy all that the tests need."""
    for name in _COPIED:
        origin, target = ROOT / name, folder / name
        if origin.is_dir():
            shutil.copytree(origin, target, ignore=_IGNORED)
        elif origin.is_file():
            shutil.copy2(origin, target)


def run(tests: Sequence[str], root: Path) -> tuple[int, str]:
    """Run tests in a tree until one fails; pytest's answer and the end of what it says.

    Raises:
        TimeoutError: they do not end.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests]
    with subprocess.Popen(
        command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as pytest:
        try:
            said, _ = pytest.communicate(timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            _end(pytest)
            raise TimeoutError from None
    return pytest.returncode, "\n".join(said.splitlines()[-12:])


def _end(pytest: subprocess.Popen[str]) -> None:
    """End tests that hang as a person would, so that they end the servers which they began."""
    pytest.send_signal(signal.SIGINT)
    try:
        pytest.communicate(timeout=_GOODBYE_SECONDS)
    except subprocess.TimeoutExpired:
        pytest.kill()


def tried(fault: Fault, tests: Sequence[str] | None) -> str:
    """What became of one fault: ``caught by …``, ``NOT CAUGHT`` or ``ERROR: …``.

    Tests that do not end are no catch.
    """
    with tempfile.TemporaryDirectory(prefix="fault-") as folder:
        root = Path(folder)
        copy(root)
        try:
            chosen = paths(tests or fault.tests, root)
            plant(fault, root)
            status, said = run(chosen, root)
        except TimeoutError:
            return f"ERROR: its tests hang, they have not ended after {_SECONDS} s"
        except Stale as error:
            return f"ERROR: {error}"
    if status > _CAUGHT:
        return f"ERROR: the tests could not be run\n{said}"
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
    return f"caught by {failed[1] if failed else 'a test'}" if status == _CAUGHT else "NOT CAUGHT"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the faults; 1 when one is not caught, 2 when one cannot be planted."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description="Plant faults, and see who notices.")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these faults only")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="run these tests in place of each fault's own")
    parser.add_argument("--list", action="store_true", help="tell the faults and where they would be planted")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="so many at a time (2)")
    given = parser.parse_args(arguments)
    known = {fault.name: fault for fault in FAULTS}
    unknown = sorted(set(given.only or ()) - set(known))
    if unknown:
        parser.error(f"no fault is called {', '.join(unknown)}")
    chosen = [known[name] for name in given.only] if given.only else list(FAULTS)
    began = monotonic()
    if given.list:
        texts = sources(ROOT)
        ends = [_told(fault, _listed(fault, texts)) for fault in chosen]
    else:
        with ThreadPoolExecutor(given.jobs) as pool:
            ends = list(pool.map(lambda fault: _timed(fault, given.tests), chosen))
    wrong, missed = sum(end.startswith("ERROR") for end in ends), ends.count("NOT CAUGHT")
    if not given.list:
        caught, seconds = len(ends) - wrong - missed, monotonic() - began
        sys.stdout.write(f"{caught} of {len(ends)} caught, {missed} not, {wrong} errors ({seconds:.0f} s)\n")
    return 2 if wrong else 1 if missed else 0


def _timed(fault: Fault, tests: Sequence[str] | None) -> str:
    began = monotonic()
    return _told(fault, tried(fault, tests), f" ({monotonic() - began:.0f} s)")


def _told(fault: Fault, end: str, seconds: str = "") -> str:
    """Write what became of a fault; that again."""
    sys.stdout.write(f"{fault.name}: {end}{seconds}\n")
    sys.stdout.flush()
    return end


def _listed(fault: Fault, texts: Sources) -> str:
    try:
        return str(place(fault, ROOT, texts).relative_to(ROOT))
    except Stale as error:
        return f"ERROR: {error}"


if __name__ == "__main__":
    sys.exit(main())
