"""``harfiyen bench``: what one move, or one picture, costs the processor beside the naive way, in the same run."""

import argparse
import asyncio
import sys

import msgspec

from bot.bench import pictures
from bot.bench.runs import Cost, Figures, measure


def main(arguments: argparse.Namespace) -> int:
    """Measure and print.

    Args:
        arguments: ``kind``, ``move`` or ``render``; of moves ``moves``, how many to measure, of pictures ``rounds``,
            how often to draw each; ``json``, whether to print one JSON object.

    Raises:
        StartError: this machine cannot run the bench, or a bot failed in it.
    """
    if arguments.kind == "render":
        drawn = pictures.measure(arguments.rounds)
        text = _pictures_json(drawn) if arguments.json else _pictures_table(drawn)
    else:
        figures = asyncio.run(measure(arguments.moves))
        text = _moves_json(figures) if arguments.json else _moves_table(figures)
    sys.stdout.write(f"{text}\n")
    return 0


def _pictures_json(figures: pictures.Figures) -> str:
    document: dict[str, object] = {
        kind: {
            "ms": round(cost.ms, 3),
            "kb": round(cost.kb, 1),
            "naive_ms": round(cost.naive_ms, 2),
            "ratio": round(cost.ratio, 1),
        }
        for kind, cost in figures.kinds.items()
    }
    document["cold_start_ms"] = round(figures.cold_start_ms, 1)
    return msgspec.json.encode(document).decode()


def _pictures_table(figures: pictures.Figures) -> str:
    head = f"{'a picture':12}{'harfiyen':>20}{'the naive way':>22}"
    rows = (
        f"{kind:12}{cost.ms:8.2f} ms{cost.kb:6.1f} kB{cost.naive_ms:10.2f} ms{cost.naive_kb:6.1f} kB"
        f"{cost.ratio:8.0f} times faster"
        for kind, cost in figures.kinds.items()
    )
    return "\n".join((head, *rows, "", f"a theme is ready to draw after {figures.cold_start_ms:.0f} ms"))


def _moves_json(figures: Figures) -> str:
    document = {
        "cpu_ms": round(figures.ours.ms, 2),
        "naive_ms": round(figures.naive.ms, 2),
        "ratio": round(figures.ratio, 2),
        "moves_per_s": round(figures.moves_per_s, 1),
    }
    return msgspec.json.encode(document).decode()


def _moves_table(figures: Figures) -> str:
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
