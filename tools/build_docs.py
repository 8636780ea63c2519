"""Build the documentation site: ``python -m tools.build_docs FOLDER``, or ``make docs``.

The pages are those that people read in the repository. They are staged in ``FOLDER-source`` with the files that they
link to, a page for each module of the engine, and tables of contents; Sphinx builds the site from there. Warnings are
errors: a dead link fails the build. Needs the packages of the extra ``docs``.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SITE: Final = Path("docs/site")
START: Final = Path("README.md")
DECISIONS: Final = Path("docs/decisions/README.md")
CONTENTS: Final = {
    "Play": ("players.en", "commands.en", "options", "strength.en", "rules"),
    "Oyna": ("players.tr", "commands.tr", "options.tr", "strength.tr"),
    "Грати": ("players.uk", "commands.uk", "options.uk", "strength.uk"),
    "Run": ("operate", "owner", "command-line", "reliability", "../SECURITY", "../CHANGELOG"),
    "Trust": ("fairness", "privacy", "privacy.tr", "privacy.uk", "dictionaries"),
    "Change": ("architecture", "decisions/README", "keys", "contributing", "glossary", "reference/engine"),
}
"""The pages under each caption, named from ``docs/``; pages that are not listed follow in the last group."""
_MERMAID: Final = "package/dist/mermaid.tiny.js"
_LINK: Final = re.compile(r"\]\((?P<path>[^)\s#:]+)(?:#[^)\s]*)?\)|src=\"(?P<source>[^\":]+)\"")
_FOLDER: Final = re.compile(r"\[(?P<says>[^\]]*)\]\((?P<path>[^)\s#:]+)\)")
_FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CONTENTS: Final = "\n```{{toctree}}\n:hidden:\n{options}\n{pages}\n```\n"


def stage_pages(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    listed = [START, *map(Path, ("CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md")), *_pages_in_docs()]
    waiting, staged = list(listed), set[Path]()
    while waiting:
        page = waiting.pop()
        if page in staged:
            continue
        staged.add(page)
        target = folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix != ".md":
            shutil.copyfile(ROOT / page, target)
            continue
        text = _lead_folders_to_pages(page, (ROOT / page).read_text("utf-8"))
        waiting += _linked_files(page, text)
        head = "" if page in listed else "---\norphan: true\n---\n\n"
        target.write_text(head + text + _contents_behind(page, listed), "utf-8")
    _stage_reference(folder / "docs" / "reference")
    _stage_site(folder / SITE)


def _pages_in_docs() -> list[Path]:
    return sorted(page.relative_to(ROOT) for page in (ROOT / "docs").rglob("*.md"))


def _lead_folders_to_pages(page: Path, text: str) -> str:
    """Point links to a folder at its ``README.md``; without one, leave only the link's text."""

    def lead(found: re.Match[str]) -> str:
        folder = ROOT / page.parent / found["path"]
        if not folder.is_dir():
            return found[0]
        inner = f"{found['path'].rstrip('/')}/README.md"
        return f"[{found['says']}]({inner})" if (folder / "README.md").exists() else found["says"]

    return _FOLDER.sub(lead, text)


def _linked_files(page: Path, text: str) -> Iterator[Path]:
    for found in _LINK.finditer(_FENCE.sub("", text)):
        path = found["path"] or found["source"]
        target = (ROOT / page.parent / path).resolve() if path else ROOT
        if target.is_file() and ROOT in target.parents:
            yield target.relative_to(ROOT)


def _contents_behind(page: Path, listed: Iterable[Path]) -> str:
    """Return the tables of contents that follow the start page and the list of decisions; empty for other pages."""
    if page == DECISIONS:
        names = [one.stem for one in listed if one.parent == page.parent and one != page]
        return _CONTENTS.format(options="", pages="\n".join(names))
    if page != START:
        return ""
    groups = {caption: [_normal(f"docs/{name}") for name in names] for caption, names in CONTENTS.items()}
    told = {name for names in groups.values() for name in names} | {"README"}
    others = [one.with_suffix("").as_posix() for one in listed if one.parent != DECISIONS.parent]
    groups["Change"] += [name for name in others if name not in told]
    return "".join(
        _CONTENTS.format(options=f":caption: {caption}", pages="\n".join(names)) for caption, names in groups.items()
    )


def _normal(path: str) -> str:
    parts: list[str] = []
    for part in PurePosixPath(path).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def _stage_reference(folder: Path) -> None:
    folder.mkdir(parents=True)
    packages = sorted(file.parent.relative_to(ROOT) for file in (ROOT / "engine").rglob("__init__.py"))
    for path in packages:
        package = ".".join(path.parts)
        modules = sorted(file.stem for file in (ROOT / path).glob("*.py") if file.stem != "__init__")
        lines = [package, "=" * len(package), "", f".. automodule:: {package}", ""]
        for module in (f"{package}.{name}" for name in modules):
            lines += [module, "-" * len(module), "", f".. automodule:: {module}", ""]
        below = [".".join(one.parts) for one in packages if one.parent == path]
        if below:
            lines += [".. toctree::", "   :hidden:", "", *(f"   {one}" for one in below), ""]
        (folder / f"{package}.rst").write_text("\n".join(lines), "utf-8")


def _stage_site(folder: Path) -> None:
    shutil.copytree(ROOT / SITE, folder)
    (packed,) = (ROOT / "tools" / "vendor").glob("mermaid-js-tiny-*.tgz")
    with tarfile.open(packed) as package, (folder / "static" / "mermaid.tiny.js").open("wb") as script:
        script.write(_read_member(package, _MERMAID))
    shutil.copyfile(ROOT / "tools" / "vendor" / "mermaid-LICENSE.txt", folder / "static" / "mermaid-LICENSE.txt")


def _read_member(package: tarfile.TarFile, name: str) -> bytes:
    member = package.extractfile(name)
    if member is None:
        raise ValueError(f"{name} is no file of the package")
    return member.read()


def build_site(source: Path, site: Path) -> int:
    shutil.rmtree(site, ignore_errors=True)
    ran = subprocess.run(  # noqa: S603 - Sphinx, with arguments made here
        [
            *(sys.executable, "-m", "sphinx", "--builder", "html", "--quiet", "--jobs", "auto"),
            *("--fail-on-warning", "--conf-dir", str(source / SITE)),
            *("--doctree-dir", str(source.with_name(f"{site.name}-doctrees")), str(source), str(site)),
        ],
        cwd=ROOT,
        check=False,
    )
    if not ran.returncode:
        shutil.copyfile(site / "README.html", site / "index.html")
        shutil.copytree(source / "docs" / "animation", site / "docs" / "animation", dirs_exist_ok=True)
    return ran.returncode


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the site of the pages.")
    parser.add_argument("folder", type=Path, help="where the site will be")
    site = parser.parse_args().folder.absolute()
    source = site.with_name(f"{site.name}-source")
    stage_pages(source)
    status = build_site(source, site)
    if not status:
        sys.stdout.write(f"The site is in {site}: open {site / 'index.html'}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
