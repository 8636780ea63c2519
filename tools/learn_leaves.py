# noqa: INP001 - a script, not a module of a package
"""Learns what tiles on a rack are worth, by self-play, and writes the table that ships.

    nice python tools/learn_leaves.py scrabble-en --games 20000 --first 5000 --rounds 2

The same arguments give the same table. A thousand games take about ten seconds, half of that in the first round.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.families.crossword.searches import Searcher
from engine.crossword.games import crosswords
from engine.crossword.players.learning import Lesson, racks
from engine.crossword.players.leaves import Kept, Leaves, Slopes, file_name, fresh, packed
from engine.lexicon import lexicon
from engine.rng import Draws
from engine.rulesets import resolve

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).resolve().parent.parent / "engine" / "crossword" / "players" / "leaves"
_TOLD = 1000


def main() -> int:
    """Play, learn and write; says after every thousand games where it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("ruleset", choices=tuple(crosswords()))
    parser.add_argument("--bag", help="the bag; the game's own if not given")
    parser.add_argument("--games", type=int, default=20_000, help="in the last round (%(default)s)")
    parser.add_argument("--first", type=int, help="games in each round before; as many as in the last if not given")
    parser.add_argument("--rounds", type=int, default=3, help="(%(default)s)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the table is written")
    told = parser.parse_args()
    chosen = {} if told.bag is None else {"bag": told.bag}
    rules = resolve(crosswords()[told.ruleset], chosen)
    words, searcher = lexicon(rules.lexicon), Searcher()
    leaves: Leaves | None = None
    small: Mapping[Kept, float] = {}
    slopes: Slopes = ()
    first = told.games if told.first is None else told.first
    for number in range(1, told.rounds + 1):
        lesson = Lesson()
        games = told.games if number == told.rounds else first
        for game in range(1, games + 1):
            for rack, equity in racks(rules, words, searcher, leaves, Draws(f"{rules.id}:{number}:{game}")):
                lesson.take(rack, equity)
            if game % _TOLD == 0:
                sys.stderr.write(f"round {number}: {game} games\n")
        small, slopes = lesson.learned()
        leaves = Leaves(small, slopes)
    arguments = f"{rules.id} --bag {rules.bag} --games {told.games} --first {first} --rounds {told.rounds}"
    head = fresh(rules, told.games, told.rounds, f"python tools/learn_leaves.py {arguments}", slopes)
    told.folder.mkdir(parents=True, exist_ok=True)
    target = told.folder / file_name(rules)
    target.write_bytes(packed(head, small))
    sys.stdout.write(f"{target}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
