"""The command; see :mod:`tools.rating_trial`. The status is 1 where the library's model is to be shipped instead."""

import sys
from typing import Final

from bot.terminal import use_utf8
from tools.rating_trial.comparison import MODELS, Comparison, compare_models, is_library_better
from tools.rating_trial.results import COMPUTER_GAMES, read_groups
from tools.rating_trial.simulated_groups import simulate_groups

_SIMULATED: Final = 50
_SEED: Final = "ratings"


def main() -> int:
    """Measure both, print the table of the decision, and say what follows."""
    use_utf8()
    kinds = {
        "simulated": compare_models(simulate_groups(_SIMULATED, _SEED)),
        "computer levels": compare_models(read_groups(COMPUTER_GAMES)),
    }
    lines = [f"{name}: {_describe(found)}" for name, found in kinds.items()]
    lines += [
        "",
        f"| log loss of a pair | {' | '.join(f'{name} | calibrated' for name in kinds)} |",
        "|---|---|---|---|---|",
    ]
    for model in MODELS:
        losses = [found.losses[model] for found in kinds.values()]
        lines.append(f"| {model} | {' | '.join(f'{loss.raw:.3f} | {loss.calibrated:.3f}' for loss in losses)} |")
    played = kinds["computer levels"]
    verdict = "The library is to be shipped." if is_library_better(played) else "Glicko with margins stays."
    lines += ["", f"By computer levels the library loses at least {played.worse:.1%} more. {verdict}"]
    sys.stdout.write("\n".join(lines) + "\n")
    return int(is_library_better(played))


def _describe(found: Comparison) -> str:
    return (
        f"{found.groups} groups, {found.games} games, {found.pairs} pairs, {found.ties / found.pairs:.1%} of them ties"
    )


if __name__ == "__main__":
    sys.exit(main())
