"""``harfiyen bench``: what a move, a picture or a start costs; the first two beside the naive way, in the same run."""

import argparse
import statistics
import sys

import msgspec

from bot.bench import company, load, pictures, restarts
from bot.bench.runs import Cost, Figures, measure
from bot.fleet import ending
from bot.terminal import counted


def main(arguments: argparse.Namespace) -> int:
    """Measure and print; 0, or 143 where SIGTERM ended it before.

    Args:
        arguments: ``kind``, ``move``, ``render``, ``restart``, ``movegen``,
            ``computers`` or ``load``; of moves ``moves``, how many to
            measure, of pictures ``rounds``, how often to draw each, of starts ``tables``, on how many, of searches
            ``positions`` and ``plain``, on how many boards each way, of load what :class:`bot.bench.load.Plan` has;
            ``json``, whether to print one JSON object.

    Raises:
        StartError: this machine cannot run the bench, or a bot failed in it.
    """
    try:
        text = _measured(arguments)
    except ending.Ended:
        return ending.ENDED
    sys.stdout.write(f"{text}\n")
    return 0


def _measured(arguments: argparse.Namespace) -> str:
    if arguments.kind == "movegen":
        from bot.bench import movegen  # noqa: PLC0415 - it loads wasmtime

        searched = movegen.measure(arguments.positions, arguments.plain)
        return movegen.as_json(searched) if arguments.json else movegen.as_table(searched)
    if arguments.kind == "computers":
        met = ending.run(company.measure(arguments.tables, arguments.level, arguments.seconds))
        return _company_json(met) if arguments.json else _company_table(met, arguments.tables)
    if arguments.kind == "load":
        plan = load.Plan(
            chats=arguments.chats,
            workers=arguments.workers,
            cluster=arguments.cluster,
            burst=arguments.burst,
            duplicates=arguments.duplicates,
            at_once=arguments.at_once,
            polls=arguments.polls,
        )
        found = ending.run(load.measure(plan))
        return _load_json(found) if arguments.json else _load_table(found, plan)
    if arguments.kind == "render":
        drawn = pictures.measure(arguments.rounds)
        return _pictures_json(drawn) if arguments.json else _pictures_table(drawn)
    if arguments.kind == "restart":
        started = ending.run(restarts.measure(arguments.tables))
        return _start_json(started) if arguments.json else _start_table(started)
    figures = ending.run(measure(arguments.moves))
    return _moves_json(figures) if arguments.json else _moves_table(figures)


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


def _start_json(figures: restarts.Figures) -> str:
    document = {
        "tables": figures.tables,
        "ready_s": round(figures.ready_s, 2),
        "first_move_s": round(figures.first_move_s, 2),
        "table_writes": figures.table_writes,
        "other_writes": figures.other_writes,
    }
    return msgspec.json.encode(document).decode()


def _start_table(figures: restarts.Figures) -> str:
    return "\n".join(
        (
            f"{figures.tables} timed tables, a minute after SIGKILL; the worse of two starts, one of them killed again",
            f"asks for updates after {figures.ready_s:.2f} s, tells the first move after {figures.first_move_s:.2f} s",
            f"tables written: {figures.table_writes}; other changes: {figures.other_writes}",
        )
    )


def _moves_json(figures: Figures) -> str:
    document = {
        "cpu_ms": round(figures.ours.ms, 2),
        "naive_ms": round(figures.naive.ms, 2),
        "floor_ms": round(figures.floor.ms, 2),
        "ratio": round(figures.ratio, 2),
        "moves_per_s": round(figures.moves_per_s, 1),
        "round_trips": round(figures.round_trips, 1),
        "http_calls": round(figures.http_calls, 1),
        "redis_bytes": round(figures.redis_bytes),
    }
    return msgspec.json.encode(document).decode()


def _company_json(found: company.Company) -> str:
    document = {
        "answers": len(found.waits_ms),
        **{f"p{part}_ms": round(found.percentile(part), 1) for part in (50, 95, 99)},
        "computer_moves": found.thoughts,
        "computer_move_ms": round(statistics.median(found.thoughts_ms)) if found.thoughts_ms else None,
        "processors": round(found.cpu, 2),
        "rss_mb": round(found.rss_mb, 1),
    }
    return msgspec.json.encode(document).decode()


def _company_table(found: company.Company, tables: int) -> str:
    waits = ", ".join(f"{part} % within {found.percentile(part):.0f} ms" for part in (50, 95, 99))
    return (
        f"{counted(tables, 'table')}, a person and a computer player each: {len(found.waits_ms)} answers, {waits}\n"
        f"{counted(found.thoughts, 'move')} of computer players; the bot kept {found.cpu:.2f} processors busy,"
        f" with {found.rss_mb:.0f} MB at most"
    )


def _load_json(found: load.Load) -> str:
    document = {
        "moves_per_s": round(found.moves_per_s, 1),
        "cpu_ms": round(found.cpu_ms, 2),
        **{f"p{part}_ms": round(found.percentile(part), 1) for part in (50, 95, 99)},
        "out_of_order": found.wrong.out_of_order,
        "lost": found.wrong.lost,
        "doubled": found.wrong.doubled,
        "redis_kb_per_game": round(found.redis_kb_per_game, 2),
        "rss_mb": round(found.rss_mb, 1),
        "refusals": found.refusals,
    }
    return msgspec.json.encode(document).decode()


def _load_table(found: load.Load, plan: load.Plan) -> str:
    waits = ", ".join(f"{part} % within {found.percentile(part):.0f} ms" for part in (50, 95, 99))
    wrong = found.wrong
    return (
        f"{counted(plan.chats, 'chat')} over {counted(plan.workers, 'worker')}: {found.moves_per_s:.0f} moves a second,"
        f" {found.cpu_ms:.1f} ms of processor time each\n"
        f"a move waits for its picture: {waits}\n"
        f"out of order {wrong.out_of_order}, lost {wrong.lost}, doubled {wrong.doubled}, refusals {found.refusals}\n"
        f"a game takes {found.redis_kb_per_game:.1f} kB in Redis; a worker has had {found.rss_mb:.0f} MB at most"
    )


def _moves_table(figures: Figures) -> str:
    head = f"{'processor time a move':24}{'bot':>10}{'Redis':>10}{'together':>12}{'picture':>12}"
    return "\n".join(
        (
            head,
            _row("harfiyen", figures.ours),
            _row("the naive way", figures.naive),
            _row("the least", figures.floor),
            "",
            f"{figures.ratio:.1f} times less; {figures.moves_per_s:.0f} moves a second with several groups at once",
            f"a move asks Redis {figures.round_trips:.1f} times and the Bot API {figures.http_calls:.1f} times",
            f"Redis writes {figures.redis_bytes / 1000:.1f} kB a move",
        )
    )


def _row(name: str, cost: Cost) -> str:
    return f"{name:24}{cost.bot_ms:7.2f} ms{cost.redis_ms:7.2f} ms{cost.ms:9.2f} ms{cost.picture_kb:9.1f} kB"
