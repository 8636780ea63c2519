"""The faults themselves are tried by ``python -m tests.faults``; here, that each can still be planted."""

import re

from tests.faults.catalogue import FAULTS
from tests.faults.planting import find_holder
from tests.support.checkout import ROOT

MOST = 50
"""With the ten of ``tools/simulator``, sixty."""


def test_faults_are_few_and_have_names_of_their_own() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) <= MOST


def test_a_fault_names_a_function_and_a_test_that_there_are() -> None:
    for fault in FAULTS:
        holder, name = find_holder(fault.function)
        assert hasattr(holder, name), fault.name
        page, _, promise = fault.promise.partition(": ")
        assert promise
        assert (ROOT / "docs" / f"{page}.md").exists(), fault.name
        file, _, test = fault.test.partition("::")
        assert re.search(rf"^(?:async )?def {test}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE), fault.name
