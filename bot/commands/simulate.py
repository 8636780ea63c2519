"""``harfiyen simulate``: random legal games, one GCG file each."""

import argparse
import re
from collections import Counter
from pathlib import Path
from typing import Final

from msgspec import Struct

from bot.commands.output import complain, counted, printable, say, say_json
from engine.crossword.events import TilesPlaced
from engine.crossword.gcg import write
from engine.crossword.ruleset import Ruleset
from engine.crossword.simulate import Simulated, simulate
from engine.errors import Refusal
from engine.lexicon import lexicon
from engine.rulesets import crosswords, resolve

_SEED: Final = re.compile(r"[\w.-]{1,80}")
_UNUSABLE: Final = 2


class Summary(Struct):
    """What the JSON document says; ``endings`` counts the games by how they ended."""

    ruleset: str
    seed: str
    games: int
    plays: int
    turns: int
    endings: dict[str, int]
    files: list[str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "--ruleset", choices=tuple(crosswords()), required=True, metavar="ID", help=", ".join(crosswords())
    )
    parser.add_argument("--games", type=_number, default=1, metavar="N", help="how many (%(default)s)")
    parser.add_argument(
        "--seed", type=_seed, default="1", metavar="S", help="the same seed gives the same games (%(default)s)"
    )
    parser.add_argument("--gcg", type=Path, metavar="DIR", help="write each game there, as ID-SEED-0001.gcg and so on")
    parser.add_argument("--players", type=_number, metavar="N", help="how many play; the fewest if not given")
    parser.add_argument("--bag", metavar="NAME", help="the bag to draw from; the ruleset's usual one if not given")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Play the games; 0, or 2 when the ruleset does not allow the options or the folder cannot be written."""
    try:
        ruleset = resolve(crosswords()[arguments.ruleset], {} if arguments.bag is None else {"bag": arguments.bag})
    except Refusal:
        complain(f"--bag {arguments.bag}: {arguments.ruleset} has {', '.join(crosswords()[arguments.ruleset].bags)}")
        return _UNUSABLE
    limits = ruleset.players
    players = arguments.players or limits.least
    if not limits.least <= players <= limits.most:
        complain(f"--players {players}: {ruleset.id} is for {limits.least} to {limits.most}")
        return _UNUSABLE
    try:
        summary = _play(ruleset, players, arguments.seed, arguments.games, arguments.gcg)
    except OSError as error:
        complain(f"--gcg {printable(str(arguments.gcg))}: it cannot be written: {error.strerror}")
        return _UNUSABLE
    if arguments.json:
        say_json(summary)
    else:
        _say(summary)
    return 0


def _play(ruleset: Ruleset, players: int, seed: str, games: int, folder: Path | None) -> Summary:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    words = lexicon(ruleset.lexicon)
    endings: Counter[str] = Counter()
    summary = Summary(ruleset.id, seed, 0, 0, 0, {}, [])
    for number in range(1, games + 1):
        game = simulate(ruleset, players, seed, number, words)
        summary.games += 1
        summary.turns += game.state.number
        summary.plays += sum(isinstance(event, TilesPlaced) for event in game.events)
        if game.state.outcome is not None:
            endings[game.state.outcome.reason] += 1
        if folder is not None:
            file = folder / f"{ruleset.id}-{seed}-{number:04}.gcg"
            file.write_text(_gcg(ruleset, game, f"Simulated, seed {seed}, game {number}"), encoding="utf-8")
            summary.files.append(printable(str(file)))
    summary.endings = dict(endings.most_common())
    return summary


def _gcg(ruleset: Ruleset, game: Simulated, title: str) -> str:
    names = [player.name for player in game.state.players]
    return write(ruleset, names, game.events, seed=game.state.draws.seed, title=title)


def _say(summary: Summary) -> None:
    say(f"{summary.ruleset}: {counted(summary.games, 'game')}, {counted(summary.plays, 'play')}")
    for ending, count in summary.endings.items():
        say(f"    {count:>5}  ended by {ending}")
    if summary.files:
        say(f"written: {summary.files[0]}" + (f" … {summary.files[-1]}" if len(summary.files) > 1 else ""))


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _seed(text: str) -> str:
    if not _SEED.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} has other characters than letters, digits, '.', '_' and '-'")
    return text
