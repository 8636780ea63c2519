"""How long games last: ``python -m tools.game_minutes`` counts turns, in some minutes; the README’s table says minutes.

Computer players of the middle level play each game with the fewest and with the most players. A turn of theirs stands
for a minute of people’s on a board, and for half a minute in Klepka, where most turns only turn up cards. Minutes are
rounded to five.
"""

import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from bot.families.crossword.search.searcher import BoardSearcher
from engine.computer_ids import Level
from engine.crossword.players.contest import Contest
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.klepka import contest as klepka_contest
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.lexicon import load_lexicon
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets

TURNS: Final = Path(__file__).with_name("game_turns.toml")
"""The turns of an average game, by ruleset: with the fewest players and with the most."""
GAMES: Final = 20
"""So many are played of each."""
LEVEL: Final[Level] = "orta"
SECONDS_A_TURN: Final[Mapping[type, int]] = {CrosswordRuleset: 60, KlepkaRuleset: 30}
_ROUNDED_TO: Final = 5
_UNKNOWN: Final = "–"


def main() -> int:
    """Play all games, and write how many turns they took."""
    lines = ["# Turns of an average game, with the fewest players and with the most: python -m tools.game_minutes"]
    for name, ruleset in shipped_rulesets().items():
        least, most = (
            fmean(count_turns(ruleset, players, game) for game in range(1, GAMES + 1))
            for players in (ruleset.players.least, ruleset.players.most)
        )
        lines.append(f"{name} = [{least:.1f}, {most:.1f}]")
        sys.stderr.write(f"{lines[-1]}\n")
    TURNS.write_text("\n".join((*lines, "")), "utf-8")
    return 0


def count_turns(ruleset: Ruleset, players: int, game: int) -> int:
    """The turns of one game; the same number gives the same game."""
    rules, levels, name = resolve_ruleset(ruleset), (LEVEL,) * players, f"minutes:{players}:{game}"
    words = load_lexicon(rules.lexicon)
    if isinstance(rules, KlepkaRuleset):
        return klepka_contest.play_game(rules, levels, words, name).number
    if not isinstance(rules, CrosswordRuleset):
        raise TypeError(f"computers do not play {ruleset.id}")
    numbers: list[int] = []
    contest = Contest(rules, words, BoardSearcher(), lambda: lambda: True, lambda state: numbers.append(state.number))
    contest.play_game(levels, name)
    return numbers[-1]


def minutes_of_games(rulesets: Sequence[str]) -> str:
    """How long games of some rulesets take, as ``30`` or ``30–60``; of those whose turns were counted."""
    counted = tomllib.loads(TURNS.read_text("utf-8"))
    found = sorted(
        _round_minutes(turns * SECONDS_A_TURN[type(shipped_rulesets()[name])] / 60)
        for name in rulesets
        for turns in counted.get(name, ())
    )
    if not found:
        return _UNKNOWN
    return f"{found[0]}" if found[0] == found[-1] else f"{found[0]}–{found[-1]}"


def _round_minutes(minutes: float) -> int:
    return max(_ROUNDED_TO, _ROUNDED_TO * round(minutes / _ROUNDED_TO))


if __name__ == "__main__":
    sys.exit(main())
