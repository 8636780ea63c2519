"""Learns what a lead is worth at each stage of a game, by self-play, and writes the figures that ship.

    nice python tools/learn_win_chances.py --games 1700 --keep games.jsonl

The same arguments give the same figures. From every other game is learned; the rest tell how well it foretells.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from tools.win_chance_fit import fit_curve, measure_curve, samples_of
from tools.win_chance_games import PlayedGame, play_games
from tools.win_chance_plot import draw_reliability

if TYPE_CHECKING:
    from tools.win_chance_fit import Reliability

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "engine" / "crossword" / "analysis" / "win_chances.toml"
PLOT = ROOT / "docs" / "win-chances.png"


def main() -> int:
    """Play, learn, measure and write; says of each ruleset how well it is foretold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1700, help="of each ruleset (%(default)s)")
    parser.add_argument("--keep", type=Path, help="where games are kept, so that none is played twice")
    parser.add_argument("--file", type=Path, default=FILE, help="where the figures are written")
    parser.add_argument("--plot", type=Path, default=PLOT, help="where the plot is drawn")
    parsed = parser.parse_args()
    games: dict[str, list[PlayedGame]] = defaultdict(list)
    for name, _, game in play_games(parsed.games, parsed.keep):
        games[name].append(game)
    lines = [f"# What a lead is worth: python tools/learn_win_chances.py --games {parsed.games}"]
    plotted: dict[str, Reliability] = {}
    for name, played in sorted(games.items()):
        slope, turn = fit_curve(samples_of(played[::2]))
        found = plotted[name] = measure_curve(played[1::2], slope, turn)
        lines += [
            "",
            f"[{name}]",
            f"slope = {slope:.5f}",
            f"turn = {turn:.2f}",
            f"games = {len(played)}",
            f"log_loss = {found.log_loss:.3f}",
            f"error = {found.error:.3f}",
            f"half_width = {found.half_width:.3f}",
            f"late_error = {found.late_error:.3f}",
        ]
        sys.stderr.write("\n".join(lines[-8:]) + "\n")
    parsed.file.write_text("\n".join(lines) + "\n", "utf-8")
    draw_reliability(plotted, parsed.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
