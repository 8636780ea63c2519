"""The checkout that is tested: its files as git keeps them, its pins, and its tools as modules."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from types import ModuleType
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.languages import LANGUAGES

ROOT: Final = Path(__file__).resolve().parents[2]
PYTHONS = ("3.11.2", "3.12.3", "3.13.5", "3.14.0")
MACHINES = ("x86_64", "aarch64")


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


def project() -> dict[str, list[str]]:
    """The requirements of the project by extra, and those of its build under `build`."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return {
        "": content["project"]["dependencies"],
        **content["project"]["optional-dependencies"],
        "build": content["build-system"]["requires"],
    }


def wanted_somewhere(requirement: Requirement, extras: set[str]) -> bool:
    if requirement.marker is None:
        return True
    return any(
        requirement.marker.evaluate(
            {
                "extra": extra,
                "python_full_version": python,
                "python_version": ".".join(python.split(".")[:2]),
                "platform_machine": machine,
                "sys_platform": "linux",
                "platform_system": "Linux",
                "os_name": "posix",
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
            }
        )
        for python in PYTHONS
        for machine in MACHINES
        for extra in extras or {""}
    )


def every_requirement() -> set[str]:
    """The names of all packages that an installation with every extra can need, as far as they are installed."""
    found: set[str] = set()
    waiting = [Requirement(text) for texts in project().values() for text in texts]
    done: set[str] = set()
    while waiting:
        requirement = waiting.pop()
        found.add(canonicalize_name(requirement.name))
        if str(requirement) in done:
            continue
        done.add(str(requirement))
        try:
            further = [Requirement(text) for text in requires(requirement.name) or []]
        except PackageNotFoundError:
            continue
        waiting += [one for one in further if wanted_somewhere(one, requirement.extras | {""})]
    return found


def tracked(folder: Path) -> list[str]:
    """The files that git keeps in a folder, whoever owns it; a tree without a history is taken as it lies."""
    git = shutil.which("git")
    if git is None or not (folder / ".git").exists():
        return list(lying(folder))
    command = [git, "-c", "safe.directory=*", "-C", str(folder), "ls-files", "-z"]
    listed = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return [name for name in listed.split("\0") if name]


def lying(root: Path) -> Iterator[str]:
    """The files of a folder but those that are to be ignored."""
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()] + [".git"]
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not any(fnmatch(name, pattern) for pattern in ignored)]
        for name in files:
            if not any(fnmatch(name, pattern) for pattern in ignored):
                yield str(Path(folder, name).relative_to(root))


def script(name: str, folder: str = "tools") -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(name, module)  # where data classes look for what they are of
    spec.loader.exec_module(module)
    return module


README: Final = ROOT / "README.md"
DOCS: Final = ROOT / "docs"
GUIDES: Final = {language: DOCS / f"players.{language}.md" for language in LANGUAGES}
COMMAND_PAGES: Final = {language: DOCS / f"commands.{language}.md" for language in LANGUAGES}
OPTION_PAGES: Final = {language: DOCS / f"options.{language}.md" for language in LANGUAGES if language != "en"}
"""Those of the guides; the English guide leads to the page with the words of all languages."""
READER_PAGES: Final = [README, *sorted(DOCS.glob("*.md"))]
"""What is read by people who play, run or change Harfiyen; decisions and the changelog tell of the past."""
_ITEM: Final = re.compile(r"^(?:[-*]|\d+\.) (.+(?:\n +\S.*)*)", re.MULTILINE)
_FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def page_text(page: Path) -> str:
    return page.read_text("utf-8")


def page_section(page: Path, title: str) -> str:
    return page_text(page).split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def table_rows(part: str) -> Iterator[list[str]]:
    """The rows of every table, without headings and rules; a ``|`` in a cell is not foreseen."""
    table = False
    for line in part.splitlines():
        if not line.startswith("|"):
            table = False
        elif set(line) <= set("|-: "):
            table = True
        elif table:
            yield [cell.strip() for cell in line.strip("|").split("|")]


def list_items(part: str) -> list[str]:
    """The items of every list of the first level, each in one line and without its mark."""
    return [" ".join(item.split()) for item in _ITEM.findall(_FENCE.sub("", part))]


def code_spans(cell: str) -> list[str]:
    return re.findall(r"`(.+?)`", cell)


def language_of(page: Path) -> str:
    return next((language for language in LANGUAGES if page.name.endswith(f".{language}.md")), "en")


def heading_anchors(page: Path) -> set[str]:
    """The fragments that lead to a page's headings, as the usual viewers of Markdown make them."""
    headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", page_text(page)), re.MULTILINE)
    return {_anchor_of_heading(heading) for heading in headings}


def link_targets(page: Path) -> list[str]:
    body = _FENCE.sub("", page_text(page))
    return re.findall(r"\]\(([^)\s]+)\)", body) + re.findall(r'src="([^"]+)"', body)


def _anchor_of_heading(heading: str) -> str:
    kept = (sign for sign in heading.lower() if sign in "_- " or unicodedata.category(sign)[0] in "LMN")
    return "".join(kept).replace(" ", "-")
