"""``harfiyen bench``: runs the measurement that was asked for and prints it, as a table or as one JSON object."""

import argparse
import statistics
import sys
from collections.abc import Mapping, Sequence

import msgspec

from bot.bench import measure_computers, measure_load, measure_pictures, measure_records, measure_restart, sigterm
from bot.bench.measure_moves import MoveCost, MoveFigures, measure_moves
from bot.terminal import format_count

Document = Mapping[str, object]
"""What is printed as one JSON object."""


def run_bench(arguments: argparse.Namespace) -> int:
    """Measure and print; 0, or 143 where SIGTERM ended it before.

    Args:
        arguments: ``kind``, one of the commands of :mod:`bot.subcommands.bench`; for moves ``moves``, how many to
            measure; for pictures ``rounds``, how often to draw each; for starts ``tables``, on how many; for searches
            ``positions`` and ``plain``, on how many boards each way; for records ``players`` and ``games``, how many,
            and ``moving``, whether to move them as well; for load what :class:`bot.bench.measure_load.LoadPlan` has;
            ``json``, whether to print one JSON object.

    Raises:
        StartError: this machine cannot run the bench, or a bot failed in it.
    """
    try:
        document, table = _measure(arguments)
    except sigterm.Terminated:
        return sigterm.EXIT_TERMINATED
    sys.stdout.write(f"{msgspec.json.encode(document).decode() if arguments.json else table}\n")
    return 0


def _measure(arguments: argparse.Namespace) -> tuple[Document, str]:
    """What was measured, as a document for programs and as a table for people."""
    if arguments.kind == "movegen":
        from bot.bench import measure_search  # noqa: PLC0415 - it loads wasmtime

        searched = measure_search.measure_search(arguments.positions, arguments.plain)
        return measure_search.search_document(searched), measure_search.format_search_table(searched)
    if arguments.kind == "computers":
        met = sigterm.run_until_sigterm(
            measure_computers.measure_computers(
                arguments.tables, arguments.level, arguments.seconds, analyses=arguments.analyses
            )
        )
        return _computers_document(met), _format_computers_table(met, arguments.tables)
    if arguments.kind == "load":
        plan = measure_load.LoadPlan(
            chats=arguments.chats,
            workers=arguments.workers,
            cluster=arguments.cluster,
            burst=arguments.burst,
            duplicates=arguments.duplicates,
            at_once=arguments.at_once,
            polls=arguments.polls,
            tables_per_chat=arguments.tables_per_chat,
        )
        found = sigterm.run_until_sigterm(measure_load.measure_load(plan))
        return _load_document(found), _format_load_table(found, plan)
    if arguments.kind == "records":
        kept = sigterm.run_until_sigterm(
            measure_records.measure_records(arguments.players, arguments.games, moving=arguments.moving)
        )
        return measure_records.records_document(kept), measure_records.format_records_table(kept)
    if arguments.kind == "render":
        drawn = measure_pictures.measure_pictures(arguments.rounds)
        return _pictures_document(drawn), _format_pictures_table(drawn)
    if arguments.kind == "restart":
        started = sigterm.run_until_sigterm(measure_restart.measure_restart(arguments.tables))
        return _restart_document(started), _format_restart_table(started)
    figures = sigterm.run_until_sigterm(measure_moves(arguments.moves))
    return _moves_document(figures), _format_moves_table(figures)


def _pictures_document(figures: measure_pictures.PictureFigures) -> Document:
    return {
        **{
            kind: {
                "ms": round(cost.ms, 3),
                "kb": round(cost.kb, 1),
                "naive_ms": round(cost.naive_ms, 2),
                "ratio": round(cost.ratio, 1),
            }
            for kind, cost in figures.kinds.items()
        },
        "cold_start_ms": round(figures.cold_start_ms, 1),
    }


def _format_pictures_table(figures: measure_pictures.PictureFigures) -> str:
    head = f"{'a picture':12}{'harfiyen':>20}{'the naive way':>22}"
    rows = (
        f"{kind:12}{cost.ms:8.2f} ms{cost.kb:6.1f} kB{cost.naive_ms:10.2f} ms{cost.naive_kb:6.1f} kB"
        f"{cost.ratio:8.0f} times faster"
        for kind, cost in figures.kinds.items()
    )
    return "\n".join((head, *rows, "", f"a theme is ready to draw after {figures.cold_start_ms:.0f} ms"))


def _restart_document(figures: measure_restart.RestartFigures) -> Document:
    return {
        "tables": figures.tables,
        "ready_s": round(figures.ready_s, 2),
        "first_move_s": round(figures.first_move_s, 2),
        "table_writes": figures.table_writes,
        "other_writes": figures.other_writes,
    }


def _format_restart_table(figures: measure_restart.RestartFigures) -> str:
    return "\n".join(
        (
            f"{figures.tables} timed tables, a minute after SIGKILL; the worse of two starts, one of them killed again",
            f"asks for updates after {figures.ready_s:.2f} s, tells the first move after {figures.first_move_s:.2f} s",
            f"tables written: {figures.table_writes}; other changes: {figures.other_writes}",
        )
    )


def _moves_document(figures: MoveFigures) -> Document:
    return {
        "cpu_ms": round(figures.ours.ms, 2),
        "naive_ms": round(figures.naive.ms, 2),
        "floor_ms": round(figures.floor.ms, 2),
        "ratio": round(figures.ratio, 2),
        "moves_per_s": round(figures.moves_per_s, 1),
        "round_trips": round(figures.round_trips, 1),
        "http_calls": round(figures.http_calls, 1),
        "redis_bytes": round(figures.redis_bytes),
    }


def _computers_document(found: measure_computers.ComputerFigures) -> Document:
    return {
        "answers": len(found.waits_ms),
        **{f"p{part}_ms": round(_wait_percentile(found.waits_ms, part), 1) for part in (50, 95, 99)},
        "computer_moves": found.computer_moves,
        "computer_move_ms": round(statistics.median(found.computer_moves_ms)) if found.computer_moves_ms else None,
        "analyses": found.analyses,
        "processors": round(found.processors, 2),
        "rss_mb": round(found.rss_mb, 1),
    }


def _format_computers_table(found: measure_computers.ComputerFigures, tables: int) -> str:
    waits = ", ".join(f"{part} % within {_wait_percentile(found.waits_ms, part):.0f} ms" for part in (50, 95, 99))
    return (
        f"{format_count(tables, 'table')}, a person and a computer player each: "
        f"{len(found.waits_ms)} answers, {waits}\n"
        f"{format_count(found.computer_moves, 'move')} of computer players; "
        + (f"{format_count(found.analyses, 'game')} analysed meanwhile; " if found.analyses else "")
        + f"the bot kept {found.processors:.2f} processors busy,"
        f" with {found.rss_mb:.0f} MB at most"
    )


def _load_document(found: measure_load.LoadFigures) -> Document:
    return {
        "moves_per_s": round(found.moves_per_s, 1),
        "cpu_ms": round(found.cpu_ms, 2),
        "round_trips": round(found.round_trips, 1),
        **{f"p{part}_ms": round(_wait_percentile(found.waits_ms, part), 1) for part in (50, 95, 99)},
        "out_of_order": found.errors.out_of_order,
        "lost": found.errors.lost,
        "doubled": found.errors.doubled,
        "redis_kb_per_game": round(found.redis_kb_per_game, 2),
        "rss_mb": round(found.rss_mb, 1),
        "refusals": found.refusals,
    }


def _format_load_table(found: measure_load.LoadFigures, plan: measure_load.LoadPlan) -> str:
    waits = ", ".join(f"{part} % within {_wait_percentile(found.waits_ms, part):.0f} ms" for part in (50, 95, 99))
    wrong = found.errors
    beside = f" of {format_count(plan.tables_per_chat, 'table')} each" if plan.tables_per_chat > 1 else ""
    return (
        f"{format_count(plan.chats, 'chat')}{beside} over {format_count(plan.workers, 'worker')}: "
        f"{found.moves_per_s:.0f} moves a second,"
        f" {found.cpu_ms:.1f} ms of processor time and {found.round_trips:.1f} requests to Redis each\n"
        f"a move waits for its picture: {waits}\n"
        f"out of order {wrong.out_of_order}, lost {wrong.lost}, doubled {wrong.doubled}, refusals {found.refusals}\n"
        f"a game takes {found.redis_kb_per_game:.1f} kB in Redis; a worker has had {found.rss_mb:.0f} MB at most"
    )


def _format_moves_table(figures: MoveFigures) -> str:
    head = f"{'processor time a move':24}{'bot':>10}{'Redis':>10}{'together':>12}{'picture':>12}"
    return "\n".join(
        (
            head,
            _format_cost_row("harfiyen", figures.ours),
            _format_cost_row("the naive way", figures.naive),
            _format_cost_row("the least", figures.floor),
            "",
            f"{figures.ratio:.1f} times less; {figures.moves_per_s:.0f} moves a second with several groups at once",
            f"a move asks Redis {figures.round_trips:.1f} times and the Bot API {figures.http_calls:.1f} times",
            f"Redis writes {figures.redis_bytes / 1000:.1f} kB a move",
        )
    )


def _format_cost_row(name: str, cost: MoveCost) -> str:
    return f"{name:24}{cost.bot_ms:7.2f} ms{cost.redis_ms:7.2f} ms{cost.ms:9.2f} ms{cost.picture_kb:9.1f} kB"


def _wait_percentile(waits_ms: Sequence[float], part: int) -> float:
    """The wait that so many per cent stay below, 1 to 99."""
    return statistics.quantiles(waits_ms, n=100, method="inclusive")[part - 1]
