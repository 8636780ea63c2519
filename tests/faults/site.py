"""Faults in the site of the pages."""

from typing import Final

from tests.faults.fault import Fault

_SITE: Final = ("tests/docs/test_site.py",)

SITE: Final = (
    Fault(
        "page-without-a-place-in-the-contents",
        r"\[name for name in others if name not in told\]",
        "[]",
        _SITE,
    ),
    Fault(
        "linked-file-left-behind",
        r"        waiting \+= _linked_files\(page, text\)\n",
        "",
        _SITE,
    ),
)
