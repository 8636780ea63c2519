"""Languages of the interface with something replaced in one of their files."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from bot import languages
from engine import rulesets as registry

Change = Callable[[str, str, str], None]
"""Replaces a text, which must be there once, in the typed words of a language."""


def copied_languages(folder: Path, patch: pytest.MonkeyPatch) -> Change:
    """Lets the bot speak languages that lie in ``folder``, from the first change on."""
    with as_file(files("bot").joinpath("texts")) as texts:
        ignored = shutil.ignore_patterns("*.py", "__pycache__")
        shutil.copytree(texts, folder, dirs_exist_ok=True, ignore=ignored, copy_function=_copy_or_link)

    def replaced(language: str, old: str, new: str) -> None:
        file = folder / language / "typed.toml"
        text = file.read_text("utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), "utf-8")
        patch.setattr(languages, "ROOTS", (folder,))

    return replaced


def _copy_or_link(source: str, target: str) -> None:
    """Copy what is changed; of the many other files a link is enough."""
    if source.endswith(".toml"):
        shutil.copy(source, target)
    else:
        Path(target).symlink_to(source)


_HERE = Path(__file__).parent


@contextmanager
def add_ruleset_file(name: str, folder: Path) -> Iterator[None]:
    with as_file(registry.FOLDER) as shipped:
        shutil.copytree(shipped, folder, dirs_exist_ok=True)
    shutil.copy(_HERE / name, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "FOLDER", folder)
        yield
