"""Run one measurement and print its figures, one a line or as one JSON object: ``make bench ARGS="move --json"``.

Exit statuses: 0 measured, 2 cannot be measured here, 130 interrupted, 143 ended by SIGTERM.
"""

import argparse
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.config import StartError
from bot.subcommands.simulate import integer_between, positive_integer
from tools.bench import duplicate, load, moves, pictures, restart, search, web
from tools.bench.games import PLAYS_PER_GAME
from tools.fleet import sigterm

_EXIT_INTERRUPTED: Final = 130

Document = Mapping[str, object]
MEASUREMENTS: Final[dict[str, tuple[str, Callable[..., Any], Mapping[str, tuple[int, str]]]]] = {
    "move": ("one move: bot, Redis, picture and HTTP together", moves.measure_moves, {"moves": (200, "how many")}),
    "render": (
        "pictures of boards, racks and cards: drawing and encoding",
        pictures.measure_pictures,
        {"rounds": (20, "how often to draw each")},
    ),
    "movegen": (
        "searches for plays: the best, and the plain search",
        search.measure_search,
        {"positions": (100, "boards a language"), "plain": (10, "on how many of them the plain search too")},
    ),
    "restart": (
        "a start on many running clocks, a minute after the bot was killed",
        restart.measure_restart,
        {"tables": (1_000, "how many clocks")},
    ),
    "load": (
        "many chats that move at once: how long each waits for its picture",
        load.measure_load,
        {
            "chats": (100, "how many"),
            "workers": (1, "over how many"),
            "burst": (1, f"moves without a pause, up to {PLAYS_PER_GAME}"),
            "duplicates": (0, "of how many updates in a hundred another worker gets a copy"),
        },
    ),
    "duplicate": (
        "a live round of Duplicate that all answer in its last five seconds: how soon each is told, what is counted",
        duplicate.measure_round,
        {"people": (100, "how many"), "workers": (1, "over how many")},
    ),
    "web": (
        "open board pages: how long a laid move and a play wait, what many pages cost moves that are typed",
        web.measure_pages,
        {"drops": (100, "moves made on pages"), "pages": (1_000, "how many are open beside typed moves")},
    ),
}
"""By name: the subject, the function that measures it, and its options with default and help."""
_RANGES: Final = {
    "burst": integer_between(1, PLAYS_PER_GAME),
    "duplicates": integer_between(0, 100),
    "people": integer_between(2, 100),
    "drops": integer_between(1, 5 * PLAYS_PER_GAME),
    "pages": integer_between(1, 1_900),
}


def main(argv: Sequence[str] | None = None) -> int:
    given = vars(_build_parser().parse_args(argv))
    kind, as_json = given.pop("kind"), given.pop("json")
    try:
        found = MEASUREMENTS[kind][1](**given)
        document: Document = sigterm.run_until_sigterm(found) if inspect.iscoroutine(found) else found
    except StartError as error:
        sys.stderr.write(f"bench: {error}\n")
        return StartError.exit_status
    except sigterm.Terminated:
        return sigterm.EXIT_TERMINATED
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED
    sys.stdout.write(f"{msgspec.json.encode(document).decode() if as_json else format_figures(document)}\n")
    return 0


def format_figures(document: Document, above: str = "") -> str:
    return "\n".join(
        format_figures(figure, f"{above}{name} ") if isinstance(figure, Mapping) else f"{above + name:20}{figure:>12}"
        for name, figure in document.items()
    )


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tools.bench", description="Measure what the bot costs.")
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WHAT")
    for name, (about, _, options) in MEASUREMENTS.items():
        kind = kinds.add_parser(name, help=about)
        kind.add_argument("--json", action="store_true", help="answer with one JSON object")
        for option, (default, says) in options.items():
            number = _RANGES.get(option, positive_integer)
            kind.add_argument(f"--{option}", type=number, default=default, metavar="N", help=f"{says} (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
