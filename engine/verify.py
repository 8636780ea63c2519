"""Checking a game's proof: seal, seed, seats and rules, then every action again from the seed.

:mod:`engine.replay_log` replays the log without word lists; :func:`rejudge_words` asks the lists.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct

from engine import families, game_record
from engine.encoding import to_json
from engine.errors import DataError
from engine.forget_player import is_forgotten
from engine.game import Begin, Event, Table, is_over
from engine.invitations import begin_in
from engine.lexicon import load_lexicon, shipped_lexica
from engine.lobby_seats import Lobby, Seat
from engine.proof import Proof, find_sown_seed, proof_end, starting_seats
from engine.replay_log import Deviation, DifferenceKind, check_instant, replay_entry
from engine.rng import commitment, seed
from engine.rulesets import shipped_rulesets
from engine.table_log import LogEntry

CheckName = Literal["seal", "seed", "seats", "rules", "log", "end"]
RulesOrigin = Literal["shipped", "altered", "unknown"]
"""``shipped``: they are this version's; ``altered``: they differ from it; ``unknown``: they may be another version's.
"""


class Difference(Struct, frozen=True):
    """A recorded fact that is wrong."""

    check: CheckName
    what: DifferenceKind
    entry: int | None
    """The number of the log entry, from 1; ``None`` if it is not about one."""
    recorded: str
    found: str
    """What the computation or the replay gives instead."""


class Report(Struct, frozen=True):
    """The findings of a check; of the log only the first difference, since later ones follow from it."""

    differences: tuple[Difference, ...]
    rules: RulesOrigin
    entries: int
    """The number of replayed log entries that agree."""
    drawn: int
    """Tiles drawn, or cards turned up, in these entries."""
    scored: int
    verdicts: dict[str, int]
    """The number of verdicts by judge, in the whole log."""
    seed_checked: bool = True
    """Whether the seed was derived again; impossible if a player was forgotten."""

    @property
    def agrees(self) -> bool:
        """Whether everything is as recorded, even if by rules that this version cannot vouch for."""
        return not self.differences


def verify_proof(proof: Proof, program: str | None = None, noted_seal: str = "") -> Report:
    """Check a proof; the log is not replayed if the rules are inconsistent.

    ``program``: this program's name in proofs; a proof by another program may have other rules, without ``program`` it
    may not. ``noted_seal``: the first digits of the seal as noted before the game; may be empty.
    """
    verdict_counts = Counter(verdict.judge for entry in proof.log for verdict in entry.verdicts.values())
    if (problem := game_record.first_problem(proof.ruleset)) is not None:
        # Rules with a fault are not replayed: a bag of thousands of millions of tiles would fill the memory.
        unruled = Difference("rules", "rules", None, f"ruleset {proof.ruleset.id}", problem)
        return Report(
            (*_check_seal(proof, noted_seal), unruled),
            "altered",
            0,
            0,
            0,
            dict(sorted(verdict_counts.items())),
            not _has_forgotten_seat(proof),
        )
    rules, ruled = _check_rules(proof, program)
    differences = [*_check_seal(proof, noted_seal), *ruled]
    table: Table | None = None
    latest: datetime | None = None
    agreed: list[LogEntry] = []
    for number, entry in enumerate(proof.log, start=1):
        try:
            latest = check_instant(entry, latest)
            if isinstance(table, Lobby) and (begin := begin_in(entry.action)) is not None:
                differences += _check_start(proof, starting_seats(proof.log[:number]), begin, entry.at)
            table = replay_entry(proof.ruleset, proof.secret, table, entry)
        except Deviation as error:
            differences.append(Difference("log", error.what, number, error.recorded, error.found))
            break
        agreed.append(entry)
    else:
        differences += _check_end(proof, table)
    events = [event for entry in agreed for event in entry.events]
    return Report(
        tuple(differences),
        rules,
        len(agreed),
        sum(family.count_draws(event) for event in events if (family := families.family_of_event(event))),
        _count_scored_turns(events),
        dict(sorted(verdict_counts.items())),
        not _has_forgotten_seat(proof),
    )


def _check_seal(proof: Proof, noted_seal: str) -> Iterator[Difference]:
    """Check the secret against the seals, recorded and noted, and the seed against the secret."""
    sealed = commitment(proof.secret)
    if (proof.seal, proof.table) != (sealed, sealed[:8]):
        yield Difference("seal", "seal", None, f"{proof.seal} (table {proof.table})", sealed)
    if not sealed.startswith(noted_seal):
        yield Difference("seal", "noted", None, noted_seal, sealed[: len(noted_seal)])
    sown = seed(proof.secret, [seat.user for seat in proof.seats], proof.start.message)
    if _has_forgotten_seat(proof):
        # The seed was made of user ids that are gone; the log gives the seed from which it is replayed.
        sown = find_sown_seed(proof.log) or sown
    if proof.seed != sown or find_sown_seed(proof.log) not in {"", sown}:
        yield Difference("seed", "seed", None, proof.seed, sown)


def _has_forgotten_seat(proof: Proof) -> bool:
    """Whether a starting player was forgotten and the log gives the seed, which then cannot follow from the user ids.

    Without a forgotten player the seats determine the seed, so the log must not give one.
    """
    return any(is_forgotten(seat.user) for seat in proof.seats) and bool(find_sown_seed(proof.log))


def _check_rules(proof: Proof, program: str | None) -> tuple[RulesOrigin, list[Difference]]:
    found = game_record.difference_from_shipped(proof.ruleset)
    if found is None:
        return "shipped", []
    if proof.ruleset.id not in shipped_rulesets() or program not in (None, proof.program):
        return "unknown", []
    return "altered", [Difference("rules", "rules", None, *found)]


def _check_start(proof: Proof, seats: Sequence[Seat], action: Begin, at: datetime) -> Iterator[Difference]:
    if proof.seats != seats:
        yield Difference("seats", "seats", None, _seats_text(proof.seats), _seats_text(seats))
    named, logged = (proof.start.chat, proof.start.message), (action.chat, action.message)
    if named != logged:
        yield Difference("seats", "start", None, _message_text(*named), _message_text(*logged))
    if proof.start.at != at:
        yield Difference("seats", "start", None, f"at {proof.start.at}", f"at {at}")
    if proof.lexicon != action.lexicon:
        yield Difference("log", "verdict", None, f"list {proof.lexicon}", f"list {action.lexicon}")


def _seats_text(seats: Sequence[Seat]) -> str:
    return ", ".join(f"{seat.name} ({seat.user})" for seat in seats)


def _message_text(chat: int | None, message: int) -> str:
    return f"message {message}" if chat is None else f"message {message} in chat {chat}"


def _check_end(proof: Proof, table: Table | None) -> Iterator[Difference]:
    if table is None or not is_over(table):
        yield Difference("end", "end", None, proof.end.reason, "the log ends before the game does")
    elif proof.end != proof_end(table):
        yield Difference("end", "end", None, to_json(proof.end), to_json(proof_end(table)))


def _count_scored_turns(events: Sequence[Event]) -> int:
    scored = tuple(kind for family in families.FAMILIES for kind in family.scoring_events)
    return sum(isinstance(event, scored) for event in events)


class RejudgeReport(Struct, frozen=True):
    """What the lists say about the recorded verdicts."""

    agreed: int
    unasked: int
    """Verdicts of other judges, and of other versions of lists."""
    difference: Difference | None


def rejudge_words(proof: Proof) -> RejudgeReport:
    """Ask the built-in lists about each verdict of theirs; reports the first that differs."""
    agreed = unasked = 0
    for number, entry in enumerate(proof.log, start=1):
        for word, verdict in entry.verdicts.items():
            ruling = _verdict_of_list(verdict.judge, word)
            if ruling is None:
                unasked += 1
            elif ruling == verdict.valid:
                agreed += 1
            else:
                recorded, found = (f"{word} {'counts' if one else 'does not count'}" for one in (verdict.valid, ruling))
                return RejudgeReport(agreed, unasked, Difference("log", "verdict", number, recorded, found))
    return RejudgeReport(agreed, unasked, None)


def _verdict_of_list(judge: str, word: str) -> bool | None:
    name, _, version = judge.partition("@")
    try:
        words = load_lexicon(name) if version and name in shipped_lexica() else None
    except DataError:
        return None
    return word in words if words is not None and words.hash.startswith(version) else None
