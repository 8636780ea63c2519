"""The faults themselves are tried by ``python -m tests.faults``; here, that each can still be planted."""

import ast

import pytest

from tests.faults.catalogue import FAULTS
from tests.faults.planting import Fault, find_holder
from tests.support.checkout import ROOT

MOST = 50
"""With the ten of ``tools/simulator``, sixty."""


def test_faults_are_few_and_have_names_of_their_own() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) <= MOST


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_names_a_function_and_a_test_that_there_are(fault: Fault) -> None:
    holder, name = find_holder(fault.function)
    assert hasattr(holder, name)
    page, _, promise = fault.promise.partition(": ")
    assert promise
    assert (ROOT / "docs" / f"{page}.md").exists()
    file, _, test = fault.test.partition("::")
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    assert test in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
