"""``harfiyen bench move``: what one move costs the processor, beside the naive way, and how many go in a second."""

import argparse
import asyncio
import sys

import msgspec

from bot.bench.runs import Cost, Figures, measure


def main(arguments: argparse.Namespace) -> int:
    """Measure and print.

    Args:
        arguments: ``moves``, how many to measure; ``json``, whether to print one JSON object.

    Raises:
        StartError: this machine cannot run the bench, or a bot failed in it.
    """
    figures = asyncio.run(measure(arguments.moves))
    sys.stdout.write(f"{_json(figures) if arguments.json else _table(figures)}\n")
    return 0


def _json(figures: Figures) -> str:
    document = {
        "cpu_ms": round(figures.ours.ms, 2),
        "naive_ms": round(figures.naive.ms, 2),
        "ratio": round(figures.ratio, 2),
        "moves_per_s": round(figures.moves_per_s, 1),
    }
    return msgspec.json.encode(document).decode()


def _table(figures: Figures) -> str:
    head = f"{'processor time a move':24}{'bot':>10}{'Redis':>10}{'together':>12}{'picture':>12}"
    return "\n".join(
        (
            head,
            _row("harfiyen", figures.ours),
            _row("the naive way", figures.naive),
            "",
            f"{figures.ratio:.1f} times less; {figures.moves_per_s:.0f} moves a second with several groups at once",
        )
    )


def _row(name: str, cost: Cost) -> str:
    return f"{name:24}{cost.bot_ms:7.2f} ms{cost.redis_ms:7.2f} ms{cost.ms:9.2f} ms{cost.picture_kb:9.1f} kB"
