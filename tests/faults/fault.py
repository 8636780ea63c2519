"""What a fault is: what is wrong, where it is found, what stands there then, and which tests should notice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Args:
        name: short, for the command line.
        pattern: a regular expression that is found exactly once in all sources of the program.
        planted: what takes its place, with groups as in ``re.sub``.
        tests: paths or patterns of paths, as ``tests/engine/test_scor*.py``.
    """

    name: str
    pattern: str
    planted: str
    tests: tuple[str, ...]
