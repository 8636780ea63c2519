"""A ruleset is begun: its file, its playthrough, its rows; or says why it cannot."""

import shutil
import sys
from pathlib import Path

import pytest

from bot.config import StartError
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import parse_ruleset
from tests.support.playthroughs import parse_playthrough
from tools import new_ruleset

ROOT = Path(__file__).parents[2]
COPIED = {"engine": {"rulesets"}, "tests": {"playthroughs", "docs", "support"}}
"""What is written into, and what finds it by its own place."""
NEW = "yoktur-tr"
"""An id that no game has, not even the one of the page that tells how one is begun."""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose rulesets, playthroughs and pages are copies; the rest is this one's."""
    root = tmp_path / "checkout"
    root.mkdir()
    for place in ("bot", "render", "tools", "pyproject.toml", "CHANGELOG.md", ".env.example"):
        (root / place).symlink_to(ROOT / place)
    shutil.copytree(ROOT / "docs", root / "docs", ignore=shutil.ignore_patterns("*.png", "*.gif"))
    shutil.copy(ROOT / "README.md", root)
    for folder, copied in COPIED.items():
        (root / folder).mkdir()
        for entry in (ROOT / folder).iterdir():
            if entry.name in copied:
                shutil.copytree(entry, root / folder / entry.name)
            elif entry.name != "__pycache__":
                (root / folder / entry.name).symlink_to(entry)
    monkeypatch.setattr(new_ruleset, "_ROOT", root)
    return root


@pytest.mark.repeat
@pytest.mark.timeout(300)
def test_a_ruleset_is_a_copy_with_a_name_of_its_own_and_a_game_that_was_played(checkout: Path) -> None:
    written = new_ruleset.create_ruleset(NEW, "mini-tr", checkout)
    rules = parse_ruleset(written[0].read_text("utf-8"), f"{NEW}.toml")
    assert (rules.id, rules.title["tr"]) == (NEW, f"Mini Scrabble ({NEW})")
    script = parse_playthrough(written[1].read_text("utf-8"))
    assert script.ruleset == NEW
    assert len(script.moves) > 4
    assert "end      " in written[1].read_text("utf-8")
    assert f"| `{NEW}` | 2–4 | 11×11 | 50 |" in (checkout / "docs" / "players.en.md").read_text("utf-8")


def test_what_cannot_be_begun_is_said_and_nothing_is_written(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(checkout.rglob("*"))
    for name, base, reason in (
        ("Deneme", "mini-tr", "'Deneme' cannot be a game's id: take small letters"),
        ("kelimelik", "mini-tr", "there is a game kelimelik: take another id"),
        (NEW, "klepka", f"'klepka' cannot be copied: --from takes {', '.join(crossword_rulesets())}\n"),
        (NEW, "nosuch", f"'nosuch' cannot be copied: --from takes {', '.join(crossword_rulesets())}\n"),
    ):
        assert new_ruleset.main([name, "--from", base]) == 2
        assert f"new_ruleset: {reason}" in capsys.readouterr().err
    assert sorted(checkout.rglob("*")) == before


def test_where_the_game_cannot_be_played_nothing_stays(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false") or "/bin/false")
    before = sorted(checkout.rglob("*"))
    with pytest.raises(StartError, match="failed: it said nothing; nothing was kept"):
        new_ruleset.create_ruleset(NEW, "mini-tr", checkout)
    assert sorted(checkout.rglob("*")) == before
