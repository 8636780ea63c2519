"""Learns what a lead is worth at each stage of a game, by self-play, and writes the figures that ship.

    nice python -m tools.learn_win_chances --games 1700 --keep games.jsonl

The same arguments give the same figures. From every other game is learned; the rest tell how well it foretells. With
names of games it learns these alone, keeps the figures of the others and draws no plot.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from tools.win_chance_fit import fit_curve, measure_curve, samples_of
from tools.win_chance_games import PlayedGame, learned_rulesets, play_games
from tools.win_chance_plot import draw_reliability

if TYPE_CHECKING:
    from tools.win_chance_fit import Reliability

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "engine" / "crossword" / "analysis" / "win_chances.toml"
PLOT = ROOT / "docs" / "win-chances.png"


def main() -> int:
    """Play, learn, measure and write; says of each ruleset how well it is foretold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="what is learned; all games if none is named")
    parser.add_argument("--games", type=int, default=1700, help="of each ruleset (%(default)s)")
    parser.add_argument("--keep", type=Path, help="where games are kept, so that none is played twice")
    parser.add_argument("--file", type=Path, default=FILE, help="where the figures are written")
    parser.add_argument("--plot", type=Path, default=PLOT, help="where the plot is drawn")
    parsed = parser.parse_args()
    games: dict[str, list[PlayedGame]] = defaultdict(list)
    if unknown := set(parsed.rulesets) - set(learned_rulesets()):
        parser.error(f"{', '.join(sorted(unknown))}: no game, or what its tiles are worth is not learned yet")
    for name, _, game in play_games(parsed.games, parsed.keep, parsed.rulesets):
        games[name].append(game)
    head, sections = f"# What a lead is worth: python -m tools.learn_win_chances --games {parsed.games}", {}
    if parsed.rulesets:
        head, *others = parsed.file.read_text("utf-8").rstrip().split("\n\n")
        sections = {one[1 : one.index("]")]: one for one in others}
    plotted: dict[str, Reliability] = {}
    for name, played in games.items():
        slope, turn = fit_curve(samples_of(played[::2]))
        found = plotted[name] = measure_curve(played[1::2], slope, turn)
        sections[name] = section_of(name, slope, turn, len(played), found)
        sys.stderr.write(f"{sections[name]}\n")
    parsed.file.write_text("\n\n".join((head, *(sections[name] for name in sorted(sections)))) + "\n", "utf-8")
    if not parsed.rulesets:
        draw_reliability(plotted, parsed.plot)
    return 0


def section_of(name: str, slope: float, turn: float, games: int, found: Reliability) -> str:
    """A game's figures as the file has them."""
    return "\n".join(
        (
            f"[{name}]",
            f"slope = {slope:.5f}",
            f"turn = {turn:.2f}",
            f"games = {games}",
            f"log_loss = {found.log_loss:.3f}",
            f"error = {found.error:.3f}",
            f"half_width = {found.half_width:.3f}",
            f"late_error = {found.late_error:.3f}",
        )
    )


if __name__ == "__main__":
    sys.exit(main())
