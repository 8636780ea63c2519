"""Runs the chaos as its arguments say, and prints what came of it."""

import argparse
import secrets
import shutil
import sys
import tempfile
from pathlib import Path

import msgspec

from tools.chaos.report import Report
from tools.chaos.run import ChaosPlan, run_chaos
from tools.fleet import sigterm


def run_command(arguments: argparse.Namespace) -> int:
    """Break everything for a while, audit, and print.

    Returns:
        0 where everything was tried and nothing found, 1 where something was found, 2 where a kind of fault never came,
        nobody moved, or nobody had to be asked which of several tables they meant, 143 where SIGTERM ended it before.

    Args:
        arguments: ``seconds``, ``workers``, ``cluster``, ``seed``, ``updates``, ``tables``, ``sleepers``,
            ``tables_per_chat``, ``only`` and ``json``.

    Raises:
        StartError: this machine cannot run it.
    """
    plan = ChaosPlan(
        seconds=arguments.seconds,
        updates=arguments.updates,
        workers=arguments.workers,
        cluster=arguments.cluster,
        seed=arguments.seed or secrets.token_hex(4),
        tables=arguments.tables,
        sleepers=arguments.sleepers,
        tables_per_chat=arguments.tables_per_chat,
        faults=tuple(filter(None, arguments.only.split(","))),
    )
    folder = Path(tempfile.mkdtemp(prefix="harfiyen-chaos-"))
    try:
        report, _ = sigterm.run_until_sigterm(run_chaos(plan, folder))
    except sigterm.Terminated:
        shutil.rmtree(folder, ignore_errors=True)
        return sigterm.EXIT_TERMINATED
    text = msgspec.json.encode(report).decode() if arguments.json else _format_table(report)
    sys.stdout.write(f"{text}\n")
    if report.is_sound:
        shutil.rmtree(folder, ignore_errors=True)
        if report.missing:
            sys.stderr.write(f"Not clean: {', '.join(report.missing)} never came; give it more --seconds.\n")
    else:
        found = folder / "findings.jsonl"
        sys.stderr.write(f"What was found is in {found}; beside it lie the logs and Redis's data.\n")
    return report.exit_status


def _format_table(report: Report) -> str:
    counts = {
        name: value for name, value in msgspec.to_builtins(report).items() if isinstance(value, int | float | str)
    }
    broken = ", ".join(f"{name} {count}" for name, count in report.by_fault.items())
    aside = [f"put aside: {count} for {reason}" for reason, count in report.by_reason.items()]
    counted = (f"{name:14}{value}" for name, value in counts.items())
    done = ", ".join(f"{name} {count}" for name, count in report.by_action.items())
    never = [f"what never broke: {', '.join(report.missing)}"] if report.missing else []
    return "\n".join(
        (*counted, f"what broke: {broken or 'nothing'}", *never, f"what was done: {done or 'nothing'}", *aside)
    )
