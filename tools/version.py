"""Print the version in ``pyproject.toml``: ``python3 tools/version.py``.

``--changes`` prints its section of the changelog. Needs the standard library alone.
"""

import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


def read_version(pyproject: str) -> str:
    version: str = tomllib.loads(pyproject)["project"]["version"]
    return version


def changes_of(version: str, changelog: str) -> str:
    found = re.search(rf"^## \[{re.escape(version)}\].*?\n(.*?)(?=^## \[|\Z)", changelog, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"CHANGELOG.md has no heading [{version}]: move what is under [Unreleased] there.")
    return found[1].strip()


def main(arguments: Sequence[str]) -> int:
    version = read_version((ROOT / "pyproject.toml").read_text("utf-8"))
    try:
        says = changes_of(version, (ROOT / "CHANGELOG.md").read_text("utf-8")) if "--changes" in arguments else version
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{says}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
