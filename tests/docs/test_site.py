"""The script that the site of the pages vendors."""

import hashlib

from tests.support.checkout import ROOT, page_text

VENDOR = ROOT / "tools" / "vendor"


def test_the_vendored_script_is_the_one_described() -> None:
    (packed,) = VENDOR.glob("mermaid-js-tiny-*.tgz")
    described = page_text(VENDOR / "README.md")
    assert f"`{packed.name}`" in described
    assert hashlib.sha256(packed.read_bytes()).hexdigest() in described
