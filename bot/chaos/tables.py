"""One table from the lobby to its end, played by people who press on: in bursts, twice, at the wrong moment."""

from datetime import UTC, datetime
from random import Random
from typing import Final

from bot.chaos import boards, cards, deeds
from bot.chaos.boards import Done
from bot.chaos.kinds import Kind
from bot.chaos.ledger import Place
from bot.chaos.lobbies import LobbyOf
from bot.chaos.party import Party
from bot.chaos.stage import Stage
from bot.chaos.watch import COMMIT_SECONDS, Watch
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine.crossword.state import GameState as BoardState
from engine.errors import EngineError
from engine.game import Action, Game, Table, apply, is_over
from engine.klepka.state import GameState as CardsState
from engine.lexicon import lexicon

_BURST: Final = 5
_LOOKS: Final = ("/skor", "/tahta", "/torba", "/sure", "/kurallar", "/tahta metin", "iyi oyundu", "KALEM ne demek?")
_RELAYED: Final = 30.0
"""Seconds between looks at a table that nobody plays at."""
_LAPSED: Final = 20.0
"""Seconds in which the shortest window has run out."""


class TableOf:
    """Plays one table of a kind at a place.

    Args:
        stage: where updates go.
        watch: how tables have come along.
        place: where.
        kind: what is played.
        chance: decides.
        first: the user number of the host; the others follow it.
        supergroup: the chat's number once it becomes a supergroup; ``None`` if it stays what it is.
    """

    def __init__(
        self,
        stage: Stage,
        watch: Watch,
        place: Place,
        kind: Kind,
        *,
        chance: Random,
        first: int,
        supergroup: int | None = None,
    ) -> None:
        self._stage: Final = stage
        self._watch: Final = watch
        self._place: Final = place
        self._kind: Final = kind
        self._chance: Final = chance
        self._supergroup = supergroup
        self._party: Final = Party(stage, place, chance=chance, first=first, count=chance.choice(kind.players))

    async def play(self) -> None:
        """From the opening on, until it is over or nothing new is to be begun."""
        if not await LobbyOf(self._party, self._watch, self._kind, self._chance).begins():
            return
        while not self._stage.stopping.is_set():
            version, table = await self._watch.table(self._place)
            if table is None or is_over(table):
                return
            if not self._kind.plays:
                await self._watch.until(self._place, version + 1, _RELAYED)
                continue
            if self._supergroup is not None and version > 8:  # noqa: PLR2004 - in the midst of the game
                await self._migrate(version)
                continue
            self._aside(table, version)
            if isinstance(table, Game):
                for done in deeds.choose(table, self._party.administrator.user, self._chance):
                    self._party.do(done, version)
            wanted = version + self._burst(table, version)
            if not await self._watch.until(self._place, max(wanted, version + 1), COMMIT_SECONDS):
                continue
            if self._kind.patient:
                await self._watch.until(self._place, wanted + 1, _LAPSED)

    def _burst(self, table: Table, version: int) -> int:
        """Some actions in a row, each on what the one before leads to; how many of them should count."""
        count = self._chance.randint(1, _BURST) if self._kind.steady else 1
        given = 0
        for _ in range(count):
            chosen = self._chosen(table)
            if chosen is None:
                break
            things, action = chosen
            for done in things:
                self._party.do(done, version)
            after = _after(table, action)
            given += after is not None
            if after is None or is_over(after):
                break
            if any(done.tap or done.private for done in things):
                # These keep no order with what is written in the group: whoever does so waits.
                break
            table = after
        return given

    def _chosen(self, table: Table) -> tuple[list[Done], Action] | None:
        match table:
            case CardsState():
                return cards.choose(table, self._chance)
            case BoardState():
                found = boards.choose(table, _now(table), self._chance)
                return None if found is None else ([found[0]], found[1])
            case _:
                return None

    def _aside(self, table: Table, version: int) -> None:
        """What comes in between: talk, looks, somebody's rack, a move of somebody who is not on turn."""
        chance = self._chance
        one, roll = chance.choice(self._party.players), chance.random()
        if roll < 0.12:  # noqa: PLR2004 - of all rounds
            self._party.say(one, chance.choice(_LOOKS))
        elif roll < 0.18 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._party.tap(one.user, data("rack", table_name(table)))
        elif roll < 0.21 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._stage.say(self._place, one, "/raf", private=chance.random() < 0.5)  # noqa: PLR2004 - either
        elif roll < 0.3 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._party.do(boards.wrong(table, one.user, chance), version)
        elif roll < 0.33 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._party.tap(one.user, data("board", table_name(table)))
        if isinstance(table, BoardState) and chance.random() < 0.1:  # noqa: PLR2004 - where there is anything to meddle with
            meddled = boards.meddled(table, chance)
            if meddled is not None:
                self._party.tap(*meddled)

    async def _migrate(self, version: int) -> None:
        """Become a supergroup, once all that was asked before has been done."""
        if self._supergroup is None:
            return
        await self._stage.taken(self._place.scope.chat)
        await self._watch.until(self._place, version + 1, 1.0)
        self._stage.becomes(self._place, self._party.host, self._supergroup)
        self._supergroup = None
        while not await self._watch.until(self._place, 1, COMMIT_SECONDS):
            if self._stage.stopping.is_set():
                return


def _now(table: BoardState) -> datetime:
    """An instant for thinking: nothing runs out meanwhile."""
    return table.clocks.started or (datetime.now(UTC) if table.pending is None else table.pending.laid)


def _after(table: Table, action: Action) -> Table | None:
    """What an action leads to; ``None`` where it is refused."""
    now = _now(table) if isinstance(table, BoardState) else datetime.now(UTC)
    try:
        return apply(table, action, now, lexicon(table.ruleset.lexicon).__contains__).table
    except EngineError:
        return None
