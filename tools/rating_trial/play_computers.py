"""``nice python -m tools.rating_trial.play_computers``: makes ``computer_games.txt``, in a quarter of an hour.

A group has two players of each level, who meet by chance, two to four at a table. ``usta`` counts deals and positions
instead of seconds, so that the same games come of it anywhere.
"""

import sys
from itertools import count
from random import Random
from typing import Final

from bot.families.crossword.search.searcher import BoardSearcher
from engine.computer_ids import LEVELS, HasTime
from engine.crossword.players.contest import Contest
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset
from tools.rating_trial.results import COMPUTER_GAMES, Game, write_groups

_RULESET: Final = "scrabble-tr"
_GROUPS: Final = 6
_GAMES: Final = 100
"""A group: some thirty for each player."""
_DEALS: Final = 20


def main() -> int:
    """Play all groups, write them, and say where."""
    contest, groups = new_contest(), []
    for number in range(1, _GROUPS + 1):
        groups.append([play_game(contest, f"ratings:{number}:{game}") for game in range(1, _GAMES + 1)])
        sys.stderr.write(f"group {number} of {_GROUPS}\n")
    write_groups(COMPUTER_GAMES, f"python -m tools.rating_trial.play_computers ({_RULESET})", groups)
    sys.stdout.write(f"{COMPUTER_GAMES}\n")
    return 0


def new_contest() -> Contest:
    """Where the games are played."""
    rules = resolve_ruleset(crossword_rulesets()[_RULESET], {})
    return Contest(rules, load_lexicon(rules.lexicon), BoardSearcher(), _new_limit)


def play_game(contest: Contest, name: str) -> Game:
    """A game of some of a group; the same name gives the same players and tiles."""
    chance = Random(name)  # noqa: S311 - who meets whom is no secret
    there = [(level, number) for level in LEVELS for number in (1, 2)]
    seated = chance.sample(there, chance.choice((2, 3, 4)))
    scores = contest.play_game([level for level, _ in seated], name)
    return tuple((f"{level}-{number}", score) for (level, number), score in zip(seated, scores, strict=True))


def _new_limit() -> HasTime:
    asked = count(1)
    return lambda: next(asked) <= _DEALS


if __name__ == "__main__":
    sys.exit(main())
