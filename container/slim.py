"""Takes out of an environment what the bot never reads: ``python container/slim.py FOLDER``.

Babel brings what it knows of 1,000 languages, of which the bot speaks those of ``bot/texts``; some packages bring the
sources of what they compiled.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import bot

_SOURCES = (".pyx", ".pxd", ".pyi", ".c", ".h")
_KEPT_LOCALES = ("root", "en")
"""``en`` is what Babel falls back to."""


def superfluous_files(packages: Path, languages: frozenset[str]) -> Iterator[Path]:
    """The files of ``site-packages`` that a bot of these languages does not read."""
    for path in packages.joinpath("babel", "locale-data").glob("*.dat"):
        if path.stem.split("_")[0] not in languages | {*_KEPT_LOCALES}:
            yield path
    for path in packages.rglob("*"):
        if path.suffix in _SOURCES and path.is_file():
            yield path


def main() -> int:
    """Delete them."""
    texts = Path(bot.__file__).parent / "texts"
    languages = frozenset(one.name for one in texts.iterdir() if one.joinpath("typed.toml").is_file())
    for packages in Path(sys.argv[1]).glob("lib/python3.*/site-packages"):
        for path in list(superfluous_files(packages, languages)):
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
