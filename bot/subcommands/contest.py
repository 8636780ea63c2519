"""``harfiyen simulate --players A B``: two computer players in pairs of games, and how much stronger one is.

The two games of a pair have the same bag and swapped seats, so that luck counts for both. Pairs, and not games, are
independent of each other: the intervals are of their means.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct

from bot.families import listed
from bot.subcommands.arguments import UnusableError, from_one
from bot.terminal import counted, say, say_json
from engine.rulesets import Ruleset, rulesets

_WIDTH: Final = 1.96
"""Standard errors on each side of a mean, for 95 %."""
_BOTH: Final = 2

Interval = tuple[float, float]


class Strength(Struct):
    """What the JSON document says: of the first player against the second, intervals at 95 %, ``null`` of one pair."""

    ruleset: str
    seed: str
    players: tuple[str, str]
    pairs: int
    games: int
    wins: int
    draws: int
    losses: int
    win_rate: float
    """From 0 to 1; a draw is half a win."""
    win_rate_interval: Interval | None
    spread: float
    """Points a game by which the first is ahead."""
    spread_interval: Interval | None
    average: tuple[float, float]
    """Each player's points a game."""


def minds() -> tuple[str, ...]:
    """The computer players of all games."""
    return tuple(dict.fromkeys(mind for family in listed.FAMILIES for mind in family.minds))


def languages() -> tuple[str, ...]:
    """The languages in which computers play on a board."""
    return tuple(dict.fromkeys(ruleset.language for ruleset in rulesets().values() if _on_board(ruleset)))


def of_language(language: str) -> str:
    """The first game of a language that computers play on a board."""
    return next(ruleset.id for ruleset in rulesets().values() if _on_board(ruleset) and ruleset.language == language)


def _on_board(ruleset: Ruleset) -> bool:
    family = listed.of_ruleset(ruleset)
    return family.recorded and bool(family.minds)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes for computer players alone."""
    parser.add_argument(
        "--pairs", type=from_one, default=100, metavar="N", help="of games with swapped seats (%(default)s)"
    )
    parser.add_argument(
        "--think",
        type=_seconds,
        default=0.3,
        metavar="SECONDS",
        help="of the processor, that the deepest player thinks in a turn (%(default)s)",
    )


def play(ruleset: Ruleset, named: Sequence[str], arguments: argparse.Namespace) -> None:
    """Play the pairs and say what came of them.

    Raises:
        UnusableError: they are not two, or not players of the game, or games were to be written.
    """
    family = listed.of_ruleset(ruleset)
    if len(named) != _BOTH:
        raise UnusableError("--players: it takes a number, or two computer players")
    unknown = next((name for name in named if name not in family.minds), None)
    if unknown is not None:
        there = ", ".join(family.minds) or "none"
        raise UnusableError(f"--players {unknown}: the computer players of {ruleset.id} are {there}")
    if arguments.gcg is not None or arguments.proofs is not None:
        raise UnusableError("--gcg, --proofs: games of computer players are counted, not written")
    first, second = named
    contest = family.contest(ruleset, (first, second), arguments.think)
    pairs = [contest(f"{arguments.seed}:{number}") for number in range(1, arguments.pairs + 1)]
    strength = measured(ruleset.id, arguments.seed, (first, second), pairs)
    if arguments.json:
        say_json(strength)
    else:
        _say(strength)


def measured(
    ruleset: str, seed: str, players: tuple[str, str], pairs: Sequence[tuple[tuple[int, int], tuple[int, int]]]
) -> Strength:
    """What the scores of some pairs, at least one, say."""
    games = [game for pair in pairs for game in pair]
    wins, draws = sum(own > other for own, other in games), sum(own == other for own, other in games)
    rates = [fmean(_won(*game) for game in pair) for pair in pairs]
    spreads = [fmean(own - other for own, other in pair) for pair in pairs]
    return Strength(
        ruleset=ruleset,
        seed=seed,
        players=players,
        pairs=len(pairs),
        games=len(games),
        wins=wins,
        draws=draws,
        losses=len(games) - wins - draws,
        win_rate=round(fmean(rates), 4),
        win_rate_interval=_interval(rates, 4, 0.0, 1.0),
        spread=round(fmean(spreads), 2),
        spread_interval=_interval(spreads, 2),
        average=(round(fmean(own for own, _ in games), 2), round(fmean(other for _, other in games), 2)),
    )


def _won(own: int, other: int) -> float:
    return 0.5 if own == other else float(own > other)


def _interval(numbers: Sequence[float], digits: int, *bounds: float) -> Interval | None:
    """Of the mean, at 95 %, within bounds if there are any; ``None`` of a single number."""
    if len(numbers) == 1:
        return None
    mean, half = fmean(numbers), _WIDTH * stdev(numbers) / sqrt(len(numbers))
    low, high = mean - half, mean + half
    if bounds:
        low, high = max(bounds[0], low), min(bounds[1], high)
    return round(low, digits), round(high, digits)


def _say(strength: Strength) -> None:
    first, second = strength.players
    say(f"{strength.ruleset}: {first} against {second}, {counted(strength.pairs, 'pair')} of games")
    percent = None
    if strength.win_rate_interval is not None:
        low, high = strength.win_rate_interval
        percent = (100 * low, 100 * high)
    say(f"    won      {100 * strength.win_rate:.1f} %{_range(percent)}")
    say(f"    spread   {strength.spread:+.1f} points{_range(strength.spread_interval)}")
    say(f"    average  {strength.average[0]:.1f} to {strength.average[1]:.1f} points")


def _range(interval: Interval | None) -> str:
    return "" if interval is None else f"  ({interval[0]:.1f} to {interval[1]:.1f})"


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:  # noqa: PLR2004 - a minute
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 60")
    return seconds
