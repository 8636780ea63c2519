"""``harfiyen simulate --players A B``: two computer players in pairs of games, and how much stronger one is.

The two games of a pair have the same bag and swapped seats, so that luck counts for both. Pairs, and not games, are
independent of each other: the intervals are of their means.
"""

import argparse
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct

from bot.families import family_list
from bot.terminal import format_count, print_json, print_line
from engine.rulesets import Ruleset, shipped_rulesets


class UnusableArguments(Exception):
    """The arguments do not fit the game; the message says which and why."""


def positive_integer(text: str) -> int:
    """A whole number from 1 on.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def integer_between(least: int, most: int) -> Callable[[str], int]:
    """What takes whole numbers from one to another, 0 or more, both included, and else raises ArgumentTypeError."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} to {most}")
        return int(text)

    return number


_STANDARD_ERRORS: Final = 1.96
"""Standard errors on each side of a mean, for 95 %."""
_TWO_PLAYERS: Final = 2

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


def computer_player_names() -> tuple[str, ...]:
    """The computer players of all games."""
    return tuple(
        dict.fromkeys(level for family in family_list.COMMAND_LINE_FAMILIES for level in family.computer_levels)
    )


def contest_languages() -> tuple[str, ...]:
    """The languages in which computers play on a board."""
    return tuple(
        dict.fromkeys(ruleset.language for ruleset in shipped_rulesets().values() if _is_contest_game(ruleset))
    )


def first_ruleset_id(language: str) -> str:
    """The first game of a language that computers play on a board."""
    return next(
        ruleset.id
        for ruleset in shipped_rulesets().values()
        if _is_contest_game(ruleset) and ruleset.language == language
    )


def _is_contest_game(ruleset: Ruleset) -> bool:
    family = family_list.command_line_of_ruleset(ruleset)
    return family.has_gcg and bool(family.computer_levels)


def add_contest_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes for computer players alone."""
    parser.add_argument(
        "--pairs", type=positive_integer, default=100, metavar="N", help="of games with swapped seats (%(default)s)"
    )
    parser.add_argument(
        "--think",
        type=_thinking_seconds,
        default=0.3,
        metavar="SECONDS",
        help="of the processor, that the deepest player thinks in a turn (%(default)s)",
    )


def play_contest(ruleset: Ruleset, player_names: Sequence[str], arguments: argparse.Namespace) -> None:
    """Play the pairs and say what came of them.

    Raises:
        UnusableError: they are not two, or not players of the game, or games were to be written.
    """
    family = family_list.command_line_of_ruleset(ruleset)
    if len(player_names) != _TWO_PLAYERS:
        raise UnusableArguments("--players: it takes a number, or two computer players")
    unknown = next((name for name in player_names if name not in family.computer_levels), None)
    if unknown is not None:
        there = ", ".join(family.computer_levels) or "none"
        raise UnusableArguments(f"--players {unknown}: the computer players of {ruleset.id} are {there}")
    if arguments.gcg is not None or arguments.proofs is not None:
        raise UnusableArguments("--gcg, --proofs: games of computer players are counted, not written")
    first, second = player_names
    play_pair = family.load_pair_player(ruleset, (first, second), arguments.think)
    pairs = [play_pair(f"{arguments.seed}:{number}") for number in range(1, arguments.pairs + 1)]
    strength = measure_strength(ruleset.id, arguments.seed, (first, second), pairs)
    if arguments.json:
        print_json(strength)
    else:
        _print_strength(strength)


def measure_strength(
    ruleset: str, seed: str, players: tuple[str, str], pairs: Sequence[tuple[tuple[int, int], tuple[int, int]]]
) -> Strength:
    """What the scores of some pairs, at least one, say."""
    games = [game for pair in pairs for game in pair]
    wins, draws = sum(own > other for own, other in games), sum(own == other for own, other in games)
    rates = [fmean(_win_share(*game) for game in pair) for pair in pairs]
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
        win_rate_interval=_confidence_interval(rates, 4, 0.0, 1.0),
        spread=round(fmean(spreads), 2),
        spread_interval=_confidence_interval(spreads, 2),
        average=(round(fmean(own for own, _ in games), 2), round(fmean(other for _, other in games), 2)),
    )


def _win_share(own: int, other: int) -> float:
    return 0.5 if own == other else float(own > other)


def _confidence_interval(numbers: Sequence[float], digits: int, *bounds: float) -> Interval | None:
    if len(numbers) == 1:
        return None
    mean, half = fmean(numbers), _STANDARD_ERRORS * stdev(numbers) / sqrt(len(numbers))
    low, high = mean - half, mean + half
    if bounds:
        low, high = max(bounds[0], low), min(bounds[1], high)
    return round(low, digits), round(high, digits)


def _print_strength(strength: Strength) -> None:
    first, second = strength.players
    print_line(f"{strength.ruleset}: {first} against {second}, {format_count(strength.pairs, 'pair')} of games")
    percent = None
    if strength.win_rate_interval is not None:
        low, high = strength.win_rate_interval
        percent = (100 * low, 100 * high)
    print_line(f"    won      {100 * strength.win_rate:.1f} %{_format_interval(percent)}")
    print_line(f"    spread   {strength.spread:+.1f} points{_format_interval(strength.spread_interval)}")
    print_line(f"    average  {strength.average[0]:.1f} to {strength.average[1]:.1f} points")


def _format_interval(interval: Interval | None) -> str:
    return "" if interval is None else f"  ({interval[0]:.1f} to {interval[1]:.1f})"


def _thinking_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:  # noqa: PLR2004 - a minute
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 60")
    return seconds
