"""Learns what tiles on a rack are worth, by self-play, and writes the table that ships.

    nice python tools/learn_leaves.py scrabble-en --games 20000 --first 5000 --rounds 2

The same arguments give the same table. A thousand games take about ten seconds, half of that in the first round.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword.players.learning import LeaveLearner, self_play_racks
from engine.crossword.players.leaves import Leaves, LeaveTiles, Slopes, encode_leaves, leaves_file_name, make_header
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.rulesets import resolve_ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).resolve().parent.parent / "engine" / "crossword" / "players" / "leaves"
_REPORT_EVERY = 1000


def main() -> int:
    """Play, learn and write; says after every thousand games where it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("ruleset", choices=tuple(crossword_rulesets()))
    parser.add_argument("--bag", help="the bag; the game's own if not given")
    parser.add_argument("--games", type=int, default=20_000, help="in the last round (%(default)s)")
    parser.add_argument("--first", type=int, help="games in each round before; as many as in the last if not given")
    parser.add_argument("--rounds", type=int, default=3, help="(%(default)s)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the table is written")
    parsed = parser.parse_args()
    chosen = {} if parsed.bag is None else {"bag": parsed.bag}
    rules = resolve_ruleset(crossword_rulesets()[parsed.ruleset], chosen)
    words, searcher = load_lexicon(rules.lexicon), BoardSearcher()
    leaves: Leaves | None = None
    small: Mapping[LeaveTiles, float] = {}
    slopes: Slopes = ()
    first = parsed.games if parsed.first is None else parsed.first
    for number in range(1, parsed.rounds + 1):
        lesson = LeaveLearner()
        games = parsed.games if number == parsed.rounds else first
        for game in range(1, games + 1):
            for rack, equity in self_play_racks(rules, words, searcher, leaves, Draws(f"{rules.id}:{number}:{game}")):
                lesson.add_rack(rack, equity)
            if game % _REPORT_EVERY == 0:
                sys.stderr.write(f"round {number}: {game} games\n")
        small, slopes = lesson.learn_values()
        leaves = Leaves(small, slopes)
    arguments = f"{rules.id} --bag {rules.bag} --games {parsed.games} --first {first} --rounds {parsed.rounds}"
    head = make_header(rules, parsed.games, parsed.rounds, f"python tools/learn_leaves.py {arguments}", slopes)
    parsed.folder.mkdir(parents=True, exist_ok=True)
    target = parsed.folder / leaves_file_name(rules)
    target.write_bytes(encode_leaves(head, small))
    sys.stdout.write(f"{target}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
