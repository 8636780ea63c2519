"""Begins a ruleset in a checkout: a copy of another one's file, its playthrough, and its rows in the pages."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from bot.config import StartError
from bot.families import family_list
from engine.rulesets import parse_ruleset, shipped_rulesets

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_ROOT: Final = Path(__file__).resolve().parents[2]


def create_ruleset(name: str, base: str, root: Path | None = None) -> list[Path]:
    """Write the file of a new ruleset and what follows from it; returns the files that were written or changed.

    Args:
        name: the new ruleset's id.
        base: the id of the ruleset that is copied.
        root: the checkout; that of this module if ``None``.

    Raises:
        StartError: the name cannot be an id or is taken, the base cannot be copied, this is no checkout, or what writes
            the playthrough and the pages failed. Then nothing new stays.
    """
    root = _ROOT if root is None else root
    if not _NAME.fullmatch(name):
        raise StartError(f"{name!r} cannot be a game's id: take small letters and digits, parts joined by hyphens")
    known = shipped_rulesets()
    if name in known:
        raise StartError(f"there is a game {name}: take another id")
    tools = {id_: family_list.command_line_of_ruleset(rules).playthrough_tool for id_, rules in known.items()}
    if not tools.get(base):
        raise StartError(f"{base!r} cannot be copied: --from takes {', '.join(filter(tools.get, tools))}")
    folder, tests = root / "engine" / "rulesets", root / "tests"
    if not (root / f"{tools[base].replace('.', '/')}.py").is_file():
        raise StartError(f"{root} is no checkout: a ruleset is begun where the sources and the tests are")
    target, playthrough = folder / f"{name}.toml", tests / "playthroughs" / f"{name}.txt"
    text = renamed_copy((folder / f"{base}.toml").read_text("utf-8"), name, base)
    parse_ruleset(text, target.name)
    target.write_text(text, "utf-8")
    try:
        for program in ([tools[base], name], ["tests.docs"]):
            _run_module(root, *program)
    except StartError:
        target.unlink()
        playthrough.unlink(missing_ok=True)
        raise
    return [target, playthrough, *sorted((root / "docs").glob("*.md"))]


def renamed_copy(text: str, name: str, base: str) -> str:
    """A ruleset's file under another id, its titles told apart from those of the game that it was copied from."""
    head, titles, rest = text.partition("[title]\n")
    named, blank, others = rest.partition("\n\n")
    head = head.replace(f'id = "{base}"', f'id = "{name}"')
    named = re.sub(r'"$', f' ({name})"', named, flags=re.MULTILINE)
    return head + titles + named + blank + others


def _run_module(root: Path, module: str, *arguments: str) -> None:
    """Run a tool of the checkout in a process of its own, which reads the rulesets anew."""
    ran = subprocess.run(  # noqa: S603 - this Python and a module of the checkout
        [sys.executable, "-m", module, *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        reason = ran.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        raise StartError(f"{module} failed: {reason[0]}; nothing was kept")
