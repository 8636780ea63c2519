"""``harfiyen simulate``: random legal games of every ruleset, written as GCG where they have a board, and as proofs.

With the names of two computer players it lets these play against each other: see :mod:`bot.subcommands.contest`.
"""

import argparse
import re
from collections import Counter
from pathlib import Path
from typing import Final

from msgspec import Struct

from bot.about import program
from bot.families import listed
from bot.judges.dictionaries import Kind
from bot.subcommands import contest
from bot.subcommands.arguments import UnusableError, from_one
from bot.terminal import complain, counted, printable, say, say_json
from bot.typed import options
from engine.errors import Refusal
from engine.proof import compose
from engine.proof import write as write_proof
from engine.rulesets import Ruleset, rulesets

_SEED: Final = re.compile(r"[\w.-]{1,80}")
_UNUSABLE: Final = 2
_LISTS: Final[tuple[Kind, ...]] = ("builtin",)
"""A simulated table has the choice of no other dictionary."""


class Summary(Struct):
    """What the JSON document says; ``endings`` counts the games by how they ended.

    ``plays`` counts the plays on a board; where there is no board, and no GCG, the words formed.
    """

    ruleset: str
    seed: str
    games: int
    plays: int
    turns: int
    endings: dict[str, int]
    files: list[str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    game = parser.add_mutually_exclusive_group(required=True)
    game.add_argument("--ruleset", choices=tuple(rulesets()), metavar="ID", help=", ".join(rulesets()))
    game.add_argument(
        "--language", choices=contest.languages(), help="the first game of a language that computers play on a board"
    )
    parser.add_argument("--games", type=from_one, default=1, metavar="N", help="how many (%(default)s)")
    parser.add_argument(
        "--seed", type=_seed, default="1", metavar="S", help="the same seed gives the same games (%(default)s)"
    )
    parser.add_argument("--gcg", type=Path, metavar="DIR", help="write each game there, as ID-SEED-0001.gcg and so on")
    parser.add_argument("--proofs", type=Path, metavar="DIR", help="write there what `harfiyen verify` checks")
    parser.add_argument(
        "--players",
        nargs="+",
        metavar="N",
        help=f"how many play; the fewest if not given. Or two computer players: {', '.join(contest.minds())}",
    )
    contest.add_arguments(parser)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="NAME=VALUE",
        help="an option of the table, as in the chat: clock=25min, challenge=double, deck=quick; may be repeated",
    )
    parser.add_argument("--bag", metavar="NAME", help="the same as --option bag=NAME")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Play the games; 0, or 2 when the ruleset does not allow the options or the folder cannot be written."""
    try:
        ruleset = _ruleset(arguments)
        named: list[str] = arguments.players or []
        if len(named) > 1 or set(named) & set(contest.minds()):
            contest.play(ruleset, named, arguments)
            return 0
        players = _players(ruleset, _number(named))
        summary = _play(ruleset, players, arguments)
    except UnusableError as error:
        complain(str(error))
        return _UNUSABLE
    if arguments.json:
        say_json(summary)
    else:
        _say(summary, listed.of_ruleset(ruleset).plays)
    return 0


def _ruleset(arguments: argparse.Namespace) -> Ruleset:
    """The ruleset with the options of the command line.

    Raises:
        UnusableError: it has no such option or value.
    """
    own: Ruleset = rulesets()[arguments.ruleset or contest.of_language(arguments.language)]
    asked = [(f"--option {text}", text) for text in arguments.option]
    if arguments.bag is not None:
        asked.append((f"--bag {arguments.bag}", f"bag={arguments.bag}"))
    chosen: dict[str, str] = {}
    for argument, text in asked:
        try:
            chosen |= options.read(text, own, _LISTS)
        except Refusal as refusal:
            fields = options.in_words(refusal, own, "en").fields.values()
            there = next((field for field in fields if isinstance(field, tuple)), None)
            reason = "an option is named twice" if there is None else f"{own.id} has {', '.join(there)}"
            raise UnusableError(f"{argument}: {reason}") from refusal
    try:
        options.check(chosen, own, _LISTS)
    except Refusal as refusal:
        match options.in_words(refusal, own, "en").fields:
            case {"option": str(name), "needed": str(needed), "values": tuple(values)}:
                idle = f"it changes nothing without {needed}={'|'.join(values)}"
                raise UnusableError(f"--option {name}: {idle}") from refusal
            case _:
                raise
    return options.apply(own, chosen, _LISTS)


def _number(named: list[str]) -> int | None:
    try:
        return from_one(named[0]) if named else None
    except argparse.ArgumentTypeError as error:
        raise UnusableError(f"--players: {error}, and no computer player ({', '.join(contest.minds())})") from error


def _players(ruleset: Ruleset, wanted: int | None) -> int:
    limits = ruleset.players
    players = wanted or limits.least
    if not limits.least <= players <= limits.most:
        raise UnusableError(f"--players {players}: {ruleset.id} is for {limits.least} to {limits.most}")
    return players


def _play(ruleset: Ruleset, players: int, arguments: argparse.Namespace) -> Summary:
    seed: str = arguments.seed
    family = listed.of_ruleset(ruleset)
    if arguments.gcg is not None and not family.recorded:
        raise UnusableError(f"--gcg: {ruleset.id} is not played on a board, and GCG has no way to write it")
    endings: Counter[str] = Counter()
    summary = Summary(ruleset.id, seed, 0, 0, 0, {}, [])
    for number in range(1, arguments.games + 1):
        game = family.simulated(ruleset, players, seed, number)
        summary.games += 1
        summary.turns += game.state.number
        summary.plays += game.plays
        endings["" if game.state.outcome is None else game.state.outcome.reason] += 1
        name = f"{ruleset.id}-{seed}-{number:04}"
        if arguments.gcg is not None and game.record is not None:
            text = game.record(f"Simulated, seed {seed}, game {number}").encode()
            summary.files.append(_file("--gcg", arguments.gcg, f"{name}.gcg", text))
        if arguments.proofs is not None:
            proof = write_proof(compose(game.state, game.log, program()))
            summary.files.append(_file("--proofs", arguments.proofs, f"{name}.json", proof))
    summary.endings = dict(endings.most_common())
    return summary


def _file(option: str, folder: Path, name: str, content: bytes) -> str:
    """Write a file into a folder that an option names, and make that where it is missing.

    Raises:
        UnusableError: it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    except OSError as error:
        reason = f"{option} {printable(str(folder))}: it cannot be written: {error.strerror}"
        raise UnusableError(reason) from error
    return printable(str(folder / name))


def _say(summary: Summary, play: str) -> None:
    say(f"{summary.ruleset}: {counted(summary.games, 'game')}, {counted(summary.plays, play)}")
    for ending, count in summary.endings.items():
        say(f"    {count:>5}  ended by {ending}")
    if summary.files:
        say(f"written: {summary.files[0]}" + (f" … {summary.files[-1]}" if len(summary.files) > 1 else ""))


def _option(text: str) -> str:
    name, sign, value = text.partition("=")
    if not (name and sign and value) or len(text.split()) > 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return text


def _seed(text: str) -> str:
    if not _SEED.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} has other characters than letters, digits, '.', '_' and '-'")
    return text
