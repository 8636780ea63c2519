"""``harfiyen simulate``: random legal games of every ruleset; those on a board are written as GCG, a file each."""

import argparse
import re
from collections import Counter
from pathlib import Path
from typing import Final, assert_never

from msgspec import Struct

from bot.commands.output import complain, counted, printable, say, say_json
from bot.dictionaries import Kind
from bot.handlers import options
from engine.crossword.events import TilesPlaced
from engine.crossword.gcg import write
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.crossword.simulate import Simulated, simulate
from engine.errors import Refusal
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.klepka.simulate import simulate as simulate_klepka
from engine.lexicon import Lexicon, lexicon
from engine.rulesets import Ruleset, rulesets

_SEED: Final = re.compile(r"[\w.-]{1,80}")
_UNUSABLE: Final = 2
_LISTS: Final[tuple[Kind, ...]] = ("builtin",)
"""A simulated table has the choice of no other dictionary."""


class UnusableError(Exception):
    """The arguments do not fit the game; the message says which and why."""


class Summary(Struct):
    """What the JSON document says; ``endings`` counts the games by how they ended.

    ``plays`` counts the plays on a board; of Klepka, which has no board and no ``files``, the words formed.
    """

    ruleset: str
    seed: str
    games: int
    plays: int
    turns: int
    endings: dict[str, int]
    files: list[str]


class _Game(Struct):
    """One game that was played."""

    plays: int
    turns: int
    ending: str
    board: Simulated | None
    """The whole of it, where it was on a board."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--ruleset", choices=tuple(rulesets()), required=True, metavar="ID", help=", ".join(rulesets()))
    parser.add_argument("--games", type=_number, default=1, metavar="N", help="how many (%(default)s)")
    parser.add_argument(
        "--seed", type=_seed, default="1", metavar="S", help="the same seed gives the same games (%(default)s)"
    )
    parser.add_argument("--gcg", type=Path, metavar="DIR", help="write each game there, as ID-SEED-0001.gcg and so on")
    parser.add_argument("--players", type=_number, metavar="N", help="how many play; the fewest if not given")
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
        players = _players(ruleset, arguments.players)
        summary = _play(ruleset, players, arguments.seed, arguments.games, arguments.gcg)
    except UnusableError as error:
        complain(str(error))
        return _UNUSABLE
    except OSError as error:
        complain(f"--gcg {printable(str(arguments.gcg))}: it cannot be written: {error.strerror}")
        return _UNUSABLE
    if arguments.json:
        say_json(summary)
    else:
        _say(summary, "play" if isinstance(ruleset, CrosswordRuleset) else "word")
    return 0


def _ruleset(arguments: argparse.Namespace) -> Ruleset:
    """The ruleset with the options of the command line.

    Raises:
        UnusableError: it has no such option or value.
    """
    own: Ruleset = rulesets()[arguments.ruleset]
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
    return options.apply(own, chosen, _LISTS)


def _players(ruleset: Ruleset, wanted: int | None) -> int:
    limits = ruleset.players
    players = wanted or limits.least
    if not limits.least <= players <= limits.most:
        raise UnusableError(f"--players {players}: {ruleset.id} is for {limits.least} to {limits.most}")
    return players


def _play(ruleset: Ruleset, players: int, seed: str, games: int, folder: Path | None) -> Summary:
    if folder is not None:
        if not isinstance(ruleset, CrosswordRuleset):
            raise UnusableError(f"--gcg: {ruleset.id} is not played on a board, and GCG has no way to write it")
        folder.mkdir(parents=True, exist_ok=True)
    words = lexicon(ruleset.lexicon)
    endings: Counter[str] = Counter()
    summary = Summary(ruleset.id, seed, 0, 0, 0, {}, [])
    for number in range(1, games + 1):
        game = _game(ruleset, players, seed, number, words)
        summary.games += 1
        summary.turns += game.turns
        summary.plays += game.plays
        endings[game.ending] += 1
        if folder is not None and game.board is not None:
            file = folder / f"{ruleset.id}-{seed}-{number:04}.gcg"
            file.write_text(_gcg(game.board, f"Simulated, seed {seed}, game {number}"), encoding="utf-8")
            summary.files.append(printable(str(file)))
    summary.endings = dict(endings.most_common())
    return summary


def _game(ruleset: Ruleset, players: int, seed: str, number: int, words: Lexicon) -> _Game:
    match ruleset:
        case CrosswordRuleset():
            board = simulate(ruleset, players, seed, number, words)
            plays = sum(isinstance(event, TilesPlaced) for event in board.events)
            outcome = board.state.outcome
            return _Game(plays, board.state.number, "" if outcome is None else outcome.reason, board)
        case KlepkaRuleset():
            state = simulate_klepka(ruleset, players, seed, number, words).state
            reason = "" if state.outcome is None else state.outcome.reason
            return _Game(len(state.words), state.number, reason, None)
        case _:
            assert_never(ruleset)


def _gcg(game: Simulated, title: str) -> str:
    names = [player.name for player in game.state.players]
    return write(game.state.ruleset, names, game.events, seed=game.state.draws.seed, title=title)


def _say(summary: Summary, play: str) -> None:
    say(f"{summary.ruleset}: {counted(summary.games, 'game')}, {counted(summary.plays, play)}")
    for ending, count in summary.endings.items():
        say(f"    {count:>5}  ended by {ending}")
    if summary.files:
        say(f"written: {summary.files[0]}" + (f" … {summary.files[-1]}" if len(summary.files) > 1 else ""))


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _option(text: str) -> str:
    name, sign, value = text.partition("=")
    if not (name and sign and value) or len(text.split()) > 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return text


def _seed(text: str) -> str:
    if not _SEED.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} has other characters than letters, digits, '.', '_' and '-'")
    return text
