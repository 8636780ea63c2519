"""A whole game as the simulator sees it: what Redis keeps of it, what was asked for it, and what was told."""

from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace

from bot.store.keys import Scope
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import SimulatedGame, simulate_game
from engine.game import Game, deadline
from engine.lexicon import load_lexicon
from engine.lobby_seats import Begin, Open
from engine.rulesets import resolve_ruleset
from engine.table_log import LogEntry
from tools.simulator.audit import match_updates, replay_table_log
from tools.simulator.ledger import (
    ChatMessage,
    Findings,
    LogStep,
    SentUpdate,
    StepWording,
    StoredTable,
    TableRecord,
    expect,
    open_table,
    start_game,
)

CHAT = -1001


@dataclass
class AuditedGame:
    place: TableRecord
    kept: StoredTable

    def find_faults(self) -> Findings:
        findings = Findings()
        match_updates(self.place, replay_table_log(self.place, self.kept, findings), findings)
        return findings

    @property
    def steps(self) -> list[LogStep]:
        return replay_table_log(self.place, self.kept, Findings())

    def announcements(self) -> list[ChatMessage]:
        told = (StepWording().sentences(step) for step in self.steps)
        return [ChatMessage("\n".join(found), is_photo=False) for found in told if found]

    def truncate_log(self, entries: int) -> None:
        log = self.kept.log[:entries]
        table = self.steps[entries - 1].after
        due = None if table is None else deadline(table)
        self.kept = StoredTable(len(log), table, log, None if due is None else due.timestamp())


def whole_crossword_game(options: dict[str, str] | None = None, number: int = 0) -> AuditedGame:
    game = _played_crossword(tuple((options or {"clock": "none"}).items()), number)
    place = TableRecord(Scope(CHAT), "kelimelik")
    for count, entry in enumerate(game.log):
        if (by := getattr(entry.action, "by", None)) is not None:
            place.sent_updates.append(update_of_entry(place, count, by, entry))
    return AuditedGame(place, StoredTable(len(game.log), game.state, game.log, None))


@cache
def _played_crossword(options: tuple[tuple[str, str], ...], number: int) -> SimulatedGame:
    rules = resolve_ruleset(crossword_rulesets()["kelimelik"], dict(options))
    return simulate_game(rules, 2, "audited", number, load_lexicon(rules.lexicon))


def update_of_entry(place: TableRecord, number: int, by: int, entry: LogEntry) -> SentUpdate:
    match entry.action:
        case Open(name=name):
            ask = open_table(by, name)
        case Begin(message=message):
            ask = start_game(by, message)
        case action:
            ask = expect(action)
    return SentUpdate(1000 + number, place, ask, True, 0, float(number), number + 0.5)


def with_wrong_score(game: Game) -> Game:
    first, *others = game.players
    return replace(game, players=(replace(first, score=first.score + 1), *others))  # type: ignore[type-var]  # a family's own player
