"""``harfiyen simulate``: plays random legal games of any ruleset; writes them as GCG if they have a board.

If two computer players are named, they play each other. In Duplicate any number of them play, and racks and laid plays
can be recorded.
"""

import argparse
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct

from bot.families import family_list
from bot.families.command_line import RoundFigures, SimulatedGame
from bot.judges.word_judge import DictionaryKind
from bot.terminal import format_count, print_error, print_json, print_line, program_version, to_printable
from bot.user_input import options
from engine.computer_ids import GREEDY
from engine.errors import Refusal
from engine.proof import compose_proof, encode_proof
from engine.rulesets import Ruleset, shipped_rulesets


class UnusableArguments(Exception):
    """The arguments do not fit the game; the message says which, and why."""


def positive_integer(text: str) -> int:
    """An integer from 1; raises ArgumentTypeError."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def integer_between(least: int, most: int) -> Callable[[str], int]:
    """A parser of integers from ``least`` (0 or more) to ``most``; raises ArgumentTypeError."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} to {most}")
        return int(text)

    return number


_STANDARD_ERRORS: Final = 1.96
"""How many standard errors a 95 % interval extends to each side of the mean."""
_TWO_PLAYERS: Final = 2
Interval = tuple[float, float]


class Strength(Struct):
    """The JSON document about the first player against the second; intervals at 95 %, ``null`` for one pair."""

    ruleset: str
    seed: str
    players: tuple[str, str]
    pairs: int
    games: int
    wins: int
    draws: int
    losses: int
    win_rate: float
    win_rate_interval: Interval | None
    spread: float
    """The first player's average lead, in points a game."""
    spread_interval: Interval | None
    average: tuple[float, float]
    """Each player's points per game."""


def _computer_player_names() -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(level for family in family_list.COMMAND_LINE_FAMILIES for level in family.computer_levels)
    )


def first_ruleset_id(language: str) -> str:
    """A language's first crossword game that has computer players."""
    return next(
        ruleset.id
        for ruleset in shipped_rulesets().values()
        if _is_contest_game(ruleset) and ruleset.language == language
    )


def _is_contest_game(ruleset: Ruleset) -> bool:
    family = family_list.command_line_of_ruleset(ruleset)
    return family.has_gcg and bool(family.computer_levels) and not family.has_rounds


def _play_contest(ruleset: Ruleset, player_names: Sequence[str], arguments: argparse.Namespace) -> None:
    family = family_list.command_line_of_ruleset(ruleset)
    if len(player_names) != _TWO_PLAYERS:
        raise UnusableArguments("--players: it takes a number, or two computer players")
    _refuse_unknown_players(ruleset, player_names)
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


def _refuse_unknown_players(ruleset: Ruleset, player_names: Sequence[str]) -> None:
    levels = family_list.command_line_of_ruleset(ruleset).computer_levels
    if (unknown := next((name for name in player_names if name not in levels), None)) is not None:
        there = ", ".join(levels) or "none"
        raise UnusableArguments(f"--players {unknown}: the computer players of {ruleset.id} are {there}")


def measure_strength(
    ruleset: str, seed: str, players: tuple[str, str], pairs: Sequence[tuple[tuple[int, int], tuple[int, int]]]
) -> Strength:
    """Statistics of the scores in one or more pairs of games."""
    games = [game for pair in pairs for game in pair]
    wins, draws = sum(own > other for own, other in games), sum(own == other for own, other in games)
    rates = [fmean((own > other) + (own == other) / 2 for own, other in pair) for pair in pairs]
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


_SEED_PATTERN: Final = re.compile(r"[\w.-]{1,80}")
_EXIT_UNUSABLE: Final = 2
_DICTIONARY_KINDS: Final[tuple[DictionaryKind, ...]] = ("builtin",)
"""A simulated table may use no other kind of dictionary."""


class SimulationSummary(Struct):
    """The JSON document about simulated games; ``endings`` counts them by how they ended.

    ``plays`` counts the plays on a board; without a board, and so without GCG, the words formed.
    """

    ruleset: str
    seed: str
    games: int
    plays: int
    turns: int
    endings: dict[str, int]
    files: list[str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    game = parser.add_mutually_exclusive_group(required=True)
    game.add_argument("--ruleset", choices=tuple(shipped_rulesets()), metavar="ID", help=", ".join(shipped_rulesets()))
    languages = dict.fromkeys(ruleset.language for ruleset in shipped_rulesets().values() if _is_contest_game(ruleset))
    game.add_argument(
        "--language", choices=tuple(languages), help="the first game of a language that computers play on a board"
    )
    parser.add_argument("--games", type=positive_integer, default=1, metavar="N", help="how many (%(default)s)")
    parser.add_argument(
        "--seed", type=_seed_argument, default="1", metavar="S", help="the same seed gives the same games (%(default)s)"
    )
    parser.add_argument("--gcg", type=Path, metavar="DIR", help="write each game there, as ID-SEED-0001.gcg and so on")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="DIR",
        help="write there, as ID-1.txt and so on, each rack and the play that was laid, where all answer at once",
    )
    parser.add_argument("--proofs", type=Path, metavar="DIR", help="write there what `harfiyen verify` checks")
    parser.add_argument(
        "--players",
        nargs="+",
        metavar="N",
        help=f"how many play; the fewest if not given. Or computer players, two of them where they have turns: "
        f"{', '.join(_computer_player_names())}",
    )
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
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option_argument,
        metavar="NAME=VALUE",
        help="an option of the table, as in the chat: clock=25min, challenge=double, deck=quick; may be repeated",
    )
    parser.add_argument("--bag", metavar="NAME", help="the same as --option bag=NAME")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Play the games. Returns 0, or 2 if the ruleset does not allow the options or a folder cannot be written."""
    try:
        ruleset = _chosen_ruleset(arguments)
        family = family_list.command_line_of_ruleset(ruleset)
        named: list[str] = arguments.players or []
        if family.has_rounds:
            play = family.load_round_player(ruleset, _check_answering_players(ruleset, named))
        elif len(named) > 1 or set(named) & set(_computer_player_names()):
            _play_contest(ruleset, named, arguments)
            return 0
        else:
            play = partial(family.simulate_game, ruleset, _check_player_count(ruleset, _parse_player_count(named)))
        summary, rounds = _simulate_games(ruleset, play, arguments)
    except UnusableArguments as error:
        print_error(str(error))
        return _EXIT_UNUSABLE
    if arguments.json:
        print_json(rounds or summary)
    else:
        _print_summary(summary, rounds, family.play_noun)
    return 0


def _check_answering_players(ruleset: Ruleset, named: Sequence[str]) -> list[str]:
    """The players of a game of Duplicate: those named, or as many as given, who take the top."""
    levels = family_list.command_line_of_ruleset(ruleset).computer_levels
    if not named or (len(named) == 1 and named[0] not in levels):
        return [GREEDY] * _check_player_count(ruleset, _parse_player_count(list(named)))
    _refuse_unknown_players(ruleset, named)
    _check_player_count(ruleset, len(named))
    return list(named)


def _chosen_ruleset(arguments: argparse.Namespace) -> Ruleset:
    own: Ruleset = shipped_rulesets()[arguments.ruleset or first_ruleset_id(arguments.language)]
    asked = [(f"--option {text}", text) for text in arguments.option]
    if arguments.bag is not None:
        asked.append((f"--bag {arguments.bag}", f"bag={arguments.bag}"))
    chosen: dict[str, str] = {}
    for argument, text in asked:
        try:
            chosen |= options.parse_options(text, own, _DICTIONARY_KINDS)
        except Refusal as refusal:
            fields = options.localize_refusal(refusal, own, "en").fields.values()
            there = next((field for field in fields if isinstance(field, tuple)), None)
            reason = "an option is named twice" if there is None else f"{own.id} has {', '.join(there)}"
            raise UnusableArguments(f"{argument}: {reason}") from refusal
    try:
        options.check_options_matter(chosen, own, _DICTIONARY_KINDS)
    except Refusal as refusal:
        match options.localize_refusal(refusal, own, "en").fields:
            case {"option": str(name), "needed": str(needed), "values": tuple(values)}:
                idle = f"it changes nothing without {needed}={'|'.join(values)}"
                raise UnusableArguments(f"--option {name}: {idle}") from refusal
            case _:
                raise
    usual = family_list.command_line_of_ruleset(own).simulated_options
    return options.apply_options(own, {**usual, **chosen}, _DICTIONARY_KINDS)


def _parse_player_count(player_names: list[str]) -> int | None:
    try:
        return positive_integer(player_names[0]) if player_names else None
    except argparse.ArgumentTypeError as error:
        raise UnusableArguments(
            f"--players: {error}, and no computer player ({', '.join(_computer_player_names())})"
        ) from error


def _check_player_count(ruleset: Ruleset, wanted: int | None) -> int:
    limits = ruleset.players
    players = wanted or limits.least
    if not limits.least <= players <= limits.most:
        raise UnusableArguments(f"--players {players}: {ruleset.id} is for {limits.least} to {limits.most}")
    return players


def _simulate_games(
    ruleset: Ruleset, play: Callable[[str, int], SimulatedGame], arguments: argparse.Namespace
) -> tuple[SimulationSummary, dict[str, float] | None]:
    seed: str = arguments.seed
    family = family_list.command_line_of_ruleset(ruleset)
    if arguments.gcg is not None and not family.has_gcg:
        raise UnusableArguments(f"--gcg: {ruleset.id} is not played on a board, and GCG has no way to write it")
    if arguments.record is not None and not family.has_rounds:
        raise UnusableArguments(f"--record: {ruleset.id} has turns, and is written by --gcg or --proofs")
    endings: Counter[str] = Counter()
    rounds: list[RoundFigures] = []
    summary = SimulationSummary(ruleset.id, seed, 0, 0, 0, {}, [])
    for number in range(1, arguments.games + 1):
        game = play(seed, number)
        summary.games += 1
        summary.turns += game.state.number
        summary.plays += game.play_count
        endings["" if game.state.outcome is None else game.state.outcome.reason] += 1
        name = f"{ruleset.id}-{seed}-{number:04}"
        if arguments.gcg is not None and game.to_gcg is not None:
            text = game.to_gcg(f"Simulated, seed {seed}, game {number}").encode()
            summary.files.append(_write_file("--gcg", arguments.gcg, f"{name}.gcg", text))
        if game.rounds is not None:
            rounds.append(game.rounds)
            if arguments.record is not None:
                text = game.rounds.record.encode()
                summary.files.append(_write_file("--record", arguments.record, f"{ruleset.id}-{number}.txt", text))
        if arguments.proofs is not None:
            proof = encode_proof(compose_proof(game.state, game.log, program_version()))
            summary.files.append(_write_file("--proofs", arguments.proofs, f"{name}.json", proof))
    summary.endings = dict(endings.most_common())
    return summary, _summarize_rounds(rounds) if rounds else None


def _summarize_rounds(games: Sequence[RoundFigures]) -> dict[str, float]:
    """The JSON document of Duplicate games; shares are from 0 to 1.

    Of drawn racks those are refused that have too few vowels or consonants; in a tie different words reach the top.
    """
    rounds, draws = sum(game.rounds for game in games), sum(game.draws for game in games)
    return {
        "games": len(games),
        "rounds_mean": round(rounds / len(games), 4),
        "tops_mean": round(sum(game.tops for game in games) / len(games), 4),
        "refused_share": round(sum(game.refused for game in games) / max(1, draws), 6),
        "tie_share": round(sum(game.ties for game in games) / max(1, rounds), 6),
    }


def _write_file(option: str, folder: Path, name: str, content: bytes) -> str:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    except OSError as error:
        reason = f"{option} {to_printable(str(folder))}: it cannot be written: {error.strerror}"
        raise UnusableArguments(reason) from error
    return to_printable(str(folder / name))


def _print_summary(summary: SimulationSummary, rounds: dict[str, float] | None, play: str) -> None:
    print_line(f"{summary.ruleset}: {format_count(summary.games, 'game')}, {format_count(summary.plays, play)}")
    if rounds is not None:
        print_line(
            f"    a game has {rounds['rounds_mean']:.1f} rounds, whose tops are {rounds['tops_mean']:.0f} points"
        )
        refused, ties = 100 * rounds["refused_share"], 100 * rounds["tie_share"]
        print_line(f"    {refused:.1f} % of the draws were refused, {ties:.0f} % of the rounds had several top words")
    for ending, count in summary.endings.items():
        print_line(f"    {count:>5}  ended by {ending}")
    if summary.files:
        print_line(f"written: {summary.files[0]}" + (f" … {summary.files[-1]}" if len(summary.files) > 1 else ""))


def _option_argument(text: str) -> str:
    name, sign, value = text.partition("=")
    if not (name and sign and value) or len(text.split()) > 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return text


def _seed_argument(text: str) -> str:
    if not _SEED_PATTERN.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} has other characters than letters, digits, '.', '_' and '-'")
    return text
