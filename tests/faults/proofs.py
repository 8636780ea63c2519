"""Faults in the proof of a game, and in what verifies it."""

from typing import Final

from tests.faults.fault import Fault

PROOFS: Final = (
    Fault(
        "proof-before-the-end",
        r"if table is not None and not is_over\(table\):",
        "if False:",
        ("tests/engine/test_proof.py",),
    ),
    Fault(
        "altered-score-verified",
        r"if entry\.scores != scores_of\(after\):",
        "if False:",
        ("tests/engine/test_proof_altered.py", "tests/bot/subcommands/test_verify.py"),
    ),
    Fault(
        "altered-event-verified",
        r"\n    if recorded is not None:\n        _compare_events\(recorded, events\)\n",
        "\n",
        ("tests/engine/test_proof_altered.py", "tests/bot/subcommands/test_verify.py"),
    ),
)
