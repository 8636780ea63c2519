"""The site of the pages: what Sphinx is given is complete. That it builds without a warning, `.ci/run` tries."""

import hashlib
import re
from pathlib import Path

import pytest

from tests.support.checkout import DOCS, READER_PAGES, ROOT, page_text
from tools import build_docs

VENDOR = ROOT / "tools" / "vendor"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "source"
    build_docs.stage_pages(folder)
    return folder


def entries_of_contents(page: Path) -> list[Path]:
    """The pages to which the tables of contents of a page lead."""
    found = re.findall(r"^```\{toctree\}$(.*?)^```$", page_text(page), re.MULTILINE | re.DOTALL)
    return [page.parent / line for part in found for line in part.split("\n") if line and not line.startswith(":")]


def test_every_page_stands_in_the_contents_once(source: Path) -> None:
    start = entries_of_contents(source / "README.md")
    listed = [*start, *entries_of_contents(source / "docs" / "decisions" / "README.md")]
    pages = [*READER_PAGES[1:], *DOCS.glob("decisions/[0-9]*.md")]
    told = [one.relative_to(source).as_posix() for one in listed]
    assert {page.relative_to(ROOT).with_suffix("").as_posix() for page in pages} - set(told) == set()
    assert len(told) == len(set(told))


def test_a_link_to_a_folder_leads_to_its_page(source: Path) -> None:
    assert "](docs/decisions)" in page_text(ROOT / "README.md")
    assert "](docs/decisions/README.md)" in page_text(source / "README.md")


def test_what_a_page_leads_to_is_there(source: Path) -> None:
    assert "](LICENSE)" in page_text(source / "README.md")
    assert (source / "LICENSE").is_file()


def test_what_the_pages_load_comes_along(source: Path) -> None:
    loaded = source / "docs" / "site" / "static"
    assert (loaded / "mermaid.tiny.js").stat().st_size > 1_000_000
    assert "MIT" in page_text(loaded / "mermaid-LICENSE.txt")
    for own in ("diagrams.js", "site.css"):
        assert "//" not in re.sub(r"^// .*$", "", page_text(loaded / own), flags=re.MULTILINE)


def test_the_vendored_script_is_the_one_described() -> None:
    (packed,) = VENDOR.glob("mermaid-js-tiny-*.tgz")
    described = page_text(VENDOR / "README.md")
    assert f"`{packed.name}`" in described
    assert hashlib.sha256(packed.read_bytes()).hexdigest() in described
