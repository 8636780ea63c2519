"""The folder of rulesets with one file more, as if somebody had put it there."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file
from pathlib import Path

import pytest

from engine import rulesets as registry

_HERE = Path(__file__).parent


@contextmanager
def with_file(name: str, folder: Path) -> Iterator[None]:
    """Let the registry read, in place of its folder, a copy of it with a file of this package besides.

    Args:
        name: the file's.
        folder: where the copy is made.
    """
    with as_file(registry.FOLDER) as shipped:
        shutil.copytree(shipped, folder, dirs_exist_ok=True)
    shutil.copy(_HERE / name, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "FOLDER", folder)
        yield
