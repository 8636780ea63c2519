"""What a planted fault is, and how it takes the place of a function in a program that is loaded."""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """A function that does something else."""

    name: str
    promise: str
    """The page, and what it promises."""
    function: str
    """``module:qualified name``."""
    change: Callable[[Any], Any]
    """Gives what takes the function's place."""
    test: str
    """The test that has to fail."""


def plant(fault: Fault) -> None:
    """Let a fault take the place of its function, wherever that was imported."""
    holder, name = find_holder(fault.function)
    function = getattr(holder, name)
    changed = fault.change(function)
    setattr(holder, name, changed)
    for module in list(sys.modules.values()) if isinstance(holder, ModuleType) else ():
        for known, value in list(vars(module).items()):
            if value is function:
                setattr(module, known, changed)


def find_holder(function: str) -> tuple[Any, str]:
    """The module or class that has a function, and its name there."""
    module, _, path = function.partition(":")
    *owners, name = path.split(".")
    holder: Any = import_module(module)
    for owner in owners:
        holder = getattr(holder, owner)
    return holder, name
