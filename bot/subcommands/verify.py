"""``harfiyen verify``: checks the proof of a finished game, and reports any difference."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, assert_never, get_args

import msgspec

from bot.terminal import format_count, print_error, print_json, print_line, program_version, to_printable
from engine.dictionaries import split_lexicon_name
from engine.proof import Proof, ProofStart, UnreadableProof, decode_proof
from engine.rng import SEAL_DIGITS, SHOWN_DIGITS
from engine.table_log import LogEntry
from engine.verify import CheckName, Difference, RejudgeReport, Report, rejudge_words, verify_proof

_EXIT_UNREADABLE: Final = 2
_SEAL_PATTERN: Final = re.compile(f"[0-9a-f]{{{SHOWN_DIGITS},{SEAL_DIGITS}}}", re.ASCII)
_SEED_UNCHECKED: Final = "Everything else agrees: how its seed came about cannot be checked, as a player was forgotten."
_VERDICTS: Final = {
    (True, True): "Everything agrees.",
    (True, False): "Everything agrees, by rules that this version does not have.",
    (False, False): "This is not the game that its seed and its log give.",
}
"""The verdicts, by whether all agrees, and whether the rules are this version's."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="+", help="the proof of a game, as /kanit or /proof sends it")
    parser.add_argument(
        "--seal", metavar="DIGITS", type=_seal_digits, help="the seal as the chat showed it, in short or whole"
    )
    parser.add_argument("--lexicon", action="store_true", help="ask the built-in lists for the words they judged, too")
    parser.add_argument("--json", action="store_true", help="answer with a JSON object for each file")


def _seal_digits(copied: str) -> str:
    digits = "".join(copied.replace("🔏", "").split()).lower()
    if not _SEAL_PATTERN.fullmatch(digits):
        raise argparse.ArgumentTypeError(f"{copied!r} is not {SHOWN_DIGITS} to {SEAL_DIGITS} hexadecimal digits")
    return digits


def run(arguments: argparse.Namespace) -> int:
    """Check each file. Returns the highest status: 0 if all agrees, 1 or 2 otherwise.

    1: something differs, or all agrees by rules that this version does not have and cannot vouch for. 2: a file cannot
    be read.
    """
    return max(_verify_file(file, arguments) for file in arguments.file)


def _verify_file(file: str, arguments: argparse.Namespace) -> int:
    name = to_printable(file)
    try:
        proof = decode_proof(Path(file).read_bytes())
    except UnreadableProof as error:
        print_error(f"{name}: {to_printable(str(error))}")
        return _EXIT_UNREADABLE
    except (OSError, ValueError) as error:
        print_error(f"{name}: it cannot be read: {error.strerror if isinstance(error, OSError) else error}")
        return _EXIT_UNREADABLE
    report = verify_proof(proof, program_version(), arguments.seal or "")
    rejudged = rejudge_words(proof) if arguments.lexicon else None
    agrees = report.agrees and (rejudged is None or rejudged.difference is None)
    vouched = agrees and report.rules == "shipped"
    if arguments.json:
        print_json(
            {
                "file": name,
                "program": proof.program,
                "agrees": vouched,
                "ruleset": proof.ruleset.id,
                "shipped": report.rules == "shipped",
                "table": proof.table,
                "seal": proof.seal,
                "seed": proof.seed,
                "lexicon": proof.lexicon,
                "report": report,
                "rejudged": rejudged,
            }
        )
    else:
        for line in _report_lines(name, proof, report, rejudged, arguments.seal or ""):
            print_line(to_printable(line))
        print_line(_VERDICTS[agrees, vouched] if report.seed_checked or not vouched else _SEED_UNCHECKED)
    return 0 if vouched else 1


def _report_lines(name: str, proof: Proof, report: Report, rejudged: RejudgeReport | None, seal: str) -> Iterator[str]:
    yield f"{name}: {proof.ruleset.id}, table {proof.table}"
    broken = {difference.check for difference in report.differences}
    for check in get_args(CheckName):
        if check in broken:
            for difference in report.differences:
                if difference.check == check:
                    yield from _difference_lines(proof, difference)
        elif check == "end" and "log" in broken:
            yield "? end    not reached"
        elif check == "seed" and not report.seed_checked:
            yield f"? seed   {proof.seed} cannot be checked: a player was forgotten; all draws follow from it"
        elif check == "rules" and report.rules == "unknown":
            yield f"? rules  {proof.ruleset.id} of {proof.program}, not as this version has them"
        else:
            yield f"✓ {check:<6} {_agreement_text(check, proof, report, seal)}"
    yield from _word_lines(proof, report, rejudged)


def _agreement_text(check: CheckName, proof: Proof, report: Report, seal: str) -> str:
    match check:
        case "seal":
            compared = f"its first {len(seal)} digits are those noted" if seal else "compare it with the lobby's"
            return f"{proof.seal}, the hash of the secret alone; {compared}"
        case "seed":
            made = f"the hash of the secret with the players and message {proof.start.message}"
            return f"{proof.seed}, {made}; all draws follow from it"
        case "seats":
            seats = ", ".join(f"{seat.name} ({seat.user})" for seat in proof.seats)
            return f"{seats}; begun by message {proof.start.message}{_message_link(proof.start)}"
        case "rules":
            return f"{proof.ruleset.id}, as this version has them"
        case "log":
            entries, scores = format_count(report.entries, "entry", "entries"), format_count(report.scored, "score")
            return f"{entries} replayed: {format_count(report.drawn, 'draw')}, {scores}"
        case "end":
            return f"{proof.end.reason}: " + ", ".join(f"{each.name} {each.score}" for each in proof.end.places)
        case _:
            assert_never(check)


def _message_link(start: ProofStart) -> str:
    text = str(start.chat)
    return f", https://t.me/c/{text[4:]}/{start.message}" if text.startswith("-100") else ""


def _difference_lines(proof: Proof, difference: Difference) -> Iterator[str]:
    number = difference.entry
    where = "" if number is None else f"entry {number}{_describe_entry(proof, proof.log[number - 1])}, "
    yield f"✗ {difference.check:<6} {where}{difference.what}"
    yield f"           recorded: {difference.recorded}"
    yield f"           computed: {difference.found}"


def _describe_entry(proof: Proof, entry: LogEntry) -> str:
    user = getattr(entry.action, "by", None)
    names = {seat.user: seat.name for seat in proof.seats}
    who = f"{names.get(user, user)}: " if user is not None else ""
    return f" ({who}{msgspec.to_builtins(entry.action)['type']}, {entry.utc_time:%Y-%m-%d %H:%M:%S %Z})"


def _word_lines(proof: Proof, report: Report, rejudged: RejudgeReport | None) -> Iterator[str]:
    judges = ", ".join(f"{count} by {judge}" for judge, count in report.verdicts.items()) or "none was asked for"
    yield f"  words  {split_lexicon_name(proof.ruleset.lexicon)[0]}, list {proof.lexicon[:8]}; verdicts: {judges}"
    if rejudged is None:
        return
    if rejudged.difference is not None:
        yield from _difference_lines(proof, rejudged.difference)
        return
    unasked = f", {rejudged.unasked} not to be asked for here" if rejudged.unasked else ""
    yield f"✓ words  the lists agree with {format_count(rejudged.agreed, 'verdict')}{unasked}"
