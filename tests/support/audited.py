"""A whole game as the chaos tool sees it: what Redis keeps of it, what was asked for it, and what was told."""

from dataclasses import dataclass

from msgspec.structs import replace

from bot.chaos.asks import Begins, Opens, Plain
from bot.chaos.findings import Findings
from bot.chaos.ledger import Place, Sent
from bot.chaos.replay import Kept, Step, match, replay
from bot.chaos.told import Said, lines
from bot.store.keys import Scope
from engine.crossword.games import crosswords
from engine.crossword.simulate import simulate
from engine.game import Game, deadline
from engine.klepka import simulate as klepka
from engine.lexicon import lexicon
from engine.record import LogEntry
from engine.rulesets import resolve
from engine.seats import Begin, Open
from tests.support import klepka as cards

CHAT = -1001


@dataclass
class Audited:
    """The parts of it, for tests to spoil."""

    place: Place
    kept: Kept

    def audit(self) -> Findings:
        """What an audit finds of the log, the state and what was asked."""
        findings = Findings()
        match(self.place, replay(self.place, self.kept, findings), lambda _: False, findings)
        return findings

    @property
    def steps(self) -> list[Step]:
        return replay(self.place, self.kept, Findings())

    def said(self) -> list[Said]:
        """A message for each step that is told."""
        return [Said("\n".join(found), photo=False) for step in self.steps if (found := lines(step))]

    def cut(self, entries: int) -> None:
        """Keep so many entries, and the table that they lead to."""
        log = self.kept.log[:entries]
        table = self.steps[entries - 1].after
        due = None if table is None else deadline(table)
        self.kept = Kept(len(log), table, log, None if due is None else due.timestamp())


def whole_game(options: dict[str, str] | None = None, number: int = 0) -> Audited:
    """A game of Kelimelik by two, each action asked by an update of its own, one after the other.

    Some games have turns taken back and undone, where their options let that be.
    """
    rules = resolve(crosswords()["kelimelik"], options or {"clock": "none"})
    game = simulate(rules, 2, "audited", number, lexicon(rules.lexicon))
    place = Place(Scope(CHAT), "kelimelik")
    for count, entry in enumerate(game.log):
        if (by := getattr(entry.action, "by", None)) is not None:
            place.asked.append(asked(place, count, by, entry))
    return Audited(place, Kept(len(game.log), game.state, game.log, None))


def whole_cards() -> Audited:
    """A game of Klepka, of which nobody is noted to have asked for anything."""
    rules = cards.rules(deck="quick")
    game = klepka.simulate(rules, 2, "audited", 0, lexicon(rules.lexicon))
    return Audited(Place(Scope(CHAT), "klepka"), Kept(len(game.log), game.state, game.log, None))


def asked(place: Place, number: int, by: int, entry: LogEntry) -> Sent:
    """The update behind an entry: posted at its number, in seconds, and acknowledged half a second later."""
    match entry.action:
        case Open(name=name):
            ask: Opens | Begins | Plain = Opens(by, name=name)
        case Begin(message=message):
            ask = Begins(by, message=message)
        case action:
            ask = Plain(by, asked=action)
    return Sent(1000 + number, place, ask, True, 0, float(number), number + 0.5)


def spoiled(game: Game) -> Game:
    """The same with a point more for the first player."""
    first, *others = game.players
    return replace(game, players=(replace(first, score=first.score + 1), *others))  # type: ignore[type-var]  # a family's own player
