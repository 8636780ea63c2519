"""Proofs of simulated games, and what somebody might alter in their files."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.crossword.simulate import simulate_game
from engine.game import Table
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.klepka.simulate import simulate_game as simulate_klepka
from engine.lexicon import load_lexicon
from engine.proof import Proof, compose_proof, decode_proof, encode_proof
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.table_log import LogEntry

Json = dict[str, Any]


@lru_cache
def simulated_proof(
    ruleset: str, players: int = 2, number: int = 1, options: tuple[tuple[str, str], ...] = ()
) -> Proof:
    """The proof of a simulated game."""
    rules = resolve_ruleset(shipped_rulesets()[ruleset], dict(options))
    words = load_lexicon(rules.lexicon)
    table: Table
    log: tuple[LogEntry, ...]
    if isinstance(rules, CrosswordRuleset):
        board = simulate_game(rules, players, "proof", number, words)
        table, log = board.state, board.log
    else:
        assert isinstance(rules, KlepkaRuleset)
        cards = simulate_klepka(rules, players, "proof", number, words)
        table, log = cards.state, cards.log
    return compose_proof(table, log, "harfiyen test")


def tampered_proof(proof: Proof, change: Callable[[Json], None]) -> Proof:
    """The proof as somebody altered its file."""
    document = json.loads(encode_proof(proof))
    change(document)
    return decode_proof(json.dumps(document).encode())


def log_entry_with_event(document: Json, event: str) -> Json:
    """The first entry of the log that something of a kind came of, in the middle of the game."""
    found: Json = next(
        entry
        for entry in document["log"]
        if entry["action"]["type"] != "begin" and any(one["type"] == event for one in entry["events"])
    )
    return found


Tampering = Callable[[Json], None]
