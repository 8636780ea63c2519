"""Create a ruleset: a copy of another one's file, its playthrough (a whole game as text), and its rows in the pages.

python -m tools.new_ruleset NAME --from ID
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.config import StartError
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import parse_ruleset, shipped_rulesets

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_ROOT: Final = Path(__file__).resolve().parents[1]
_PLAYTHROUGH_TOOL: Final = "tests.support.playthroughs"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tools.new_ruleset", description="Begin a game on a board.")
    parser.add_argument("name", metavar="NAME", help="its id: small letters, digits, hyphens")
    parser.add_argument("--from", dest="base", metavar="ID", required=True, help="the game whose file is copied")
    arguments = parser.parse_args(argv)
    try:
        written = create_ruleset(arguments.name, arguments.base)
    except StartError as error:
        sys.stderr.write(f"new_ruleset: {error}\n")
        return StartError.exit_status
    sys.stdout.write(
        f"{written[0]}: now change what is to differ from {arguments.base}\n"
        f"{written[1]}: a game by chance; write it anew after each change, and read it through\n"
        "and its rows in docs/; say it in README.md; `git status` shows which pages\n"
    )
    return 0


def create_ruleset(name: str, base: str, root: Path | None = None) -> list[Path]:
    """Write the file of a new ruleset, its playthrough and its pages; return the files written or changed.

    ``base``: the id of the ruleset that is copied. ``root``: the checkout; that of this module if ``None``.
    """
    root = _ROOT if root is None else root
    if not _NAME.fullmatch(name):
        raise StartError(f"{name!r} cannot be a game's id: take small letters and digits, parts joined by hyphens")
    if name in shipped_rulesets():
        raise StartError(f"there is a game {name}: take another id")
    if base not in crossword_rulesets():
        raise StartError(f"{base!r} cannot be copied: --from takes {', '.join(crossword_rulesets())}")
    folder = root / "engine" / "rulesets"
    target, playthrough = folder / f"{name}.toml", root / "tests" / "playthroughs" / f"{name}.txt"
    text = renamed_copy((folder / f"{base}.toml").read_text("utf-8"), name, base)
    parse_ruleset(text, target.name)
    target.write_text(text, "utf-8")
    try:
        for program in ([_PLAYTHROUGH_TOOL, name], ["tests.docs"]):
            _run_module(root, *program)
    except StartError:
        target.unlink()
        playthrough.unlink(missing_ok=True)
        raise
    return [target, playthrough, *sorted((root / "docs").glob("*.md"))]


def renamed_copy(text: str, name: str, base: str) -> str:
    """Return a ruleset's file with another id, and titles that differ from those of the original."""
    head, titles, rest = text.partition("[title]\n")
    named, blank, others = rest.partition("\n\n")
    head = head.replace(f'id = "{base}"', f'id = "{name}"')
    named = re.sub(r'"$', f' ({name})"', named, flags=re.MULTILINE)
    return head + titles + named + blank + others


def _run_module(root: Path, module: str, *arguments: str) -> None:
    ran = subprocess.run(  # noqa: S603 - this Python and a module of the checkout
        [sys.executable, "-m", module, *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        reason = ran.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        raise StartError(f"{module} failed: {reason[0]}; nothing was kept")
