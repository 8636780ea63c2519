"""The command; see :mod:`tests.faults`."""

import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO

import pytest

from tests.faults.catalogue import FAULTS
from tests.faults.planting import Fault, plant

_OPTIONS = ("-x", "-q", "--no-header", "-p", "no:cacheprovider", "-m", "")
_FAILED = 1
"""What pytest answers when tests failed; anything above means that they could not be run."""


def try_fault(fault: Fault) -> int:
    """Plant a fault in a fork of this process, which has loaded all tests, and run its test there; pytest's answer."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    plant(fault)
    with redirect_stdout(StringIO()) as said:
        status = int(pytest.main([*_OPTIONS, fault.test]))
    if status > _FAILED:
        sys.stderr.write(said.getvalue())
    sys.stderr.flush()
    os._exit(status)


def main(names: Sequence[str]) -> int:
    """Try the faults, or those of these names; 1 if one is not found."""
    unknown = set(names) - {fault.name for fault in FAULTS}
    if unknown:
        sys.stderr.write(f"no fault is called {', '.join(sorted(unknown))}\n")
        return 2
    chosen = [fault for fault in FAULTS if not names or fault.name in names]
    with redirect_stdout(StringIO()):
        pytest.main([*_OPTIONS, "--collect-only", *{fault.test.partition("::")[0] for fault in chosen}])
    missed = 0
    for fault in chosen:
        is_found = try_fault(fault) == _FAILED
        missed += not is_found
        sys.stdout.write(f"{fault.name}: {'found' if is_found else 'NOT FOUND'}\n")
        sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
