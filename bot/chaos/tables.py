"""One table from the lobby to its end, played by people who press on: in bursts, twice, at the wrong moment."""

from datetime import UTC, datetime
from random import Random
from typing import Final

from msgspec import Struct

from bot.chaos import boards, cards, deeds
from bot.chaos.asks import Begins, Opens, Plain, Sits
from bot.chaos.boards import Done
from bot.chaos.ledger import Place
from bot.chaos.stage import Stage
from bot.chaos.watch import Watch
from bot.fleet.updates import Person
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine.crossword.state import GameState as BoardState
from engine.errors import EngineError
from engine.game import Action, Game, Table, apply, is_over
from engine.klepka.state import GameState as CardsState
from engine.lexicon import lexicon
from engine.seats import Leave, Lobby
from engine.turns import Cancel

_COMMIT_SECONDS: Final = 6.0
"""After which players look again whether what they asked for has come to anything."""
_BURST: Final = 5
_LOOKS: Final = ("/skor", "/tahta", "/torba", "/sure", "/kurallar", "/tahta metin", "iyi oyundu", "KALEM ne demek?")
_RELAYED: Final = 30.0
"""Seconds between looks at a table that nobody plays at."""
_LAPSED: Final = 20.0
"""Seconds in which the shortest window has run out."""


class Kind(Struct, frozen=True):
    """A kind of table: how it is opened, for how many, and whether anybody plays there."""

    game: str
    players: tuple[int, ...] = (2,)
    plays: bool = True
    steady: bool = True
    """Whether it has no clock, so that several actions can be thought out ahead."""
    patient: bool = False
    """Whether each play is left to its window, which runs out before the next action."""
    fills: bool = False
    """Whether its game begins by itself with the last seat."""


KINDS: Final = (
    Kind("kelimelik saat=kapalı"),
    Kind("kelimelik saat=kapalı dolunca", fills=True),
    Kind("scrabble-tr sözlük=liste", (2, 3, 4)),
    Kind("scrabble-en challenge=double clock=none", (2, 3)),
    Kind("wordbox-tr saat=kapalı", (2, 3, 4)),
    Kind("wordbox-uk saat=kapalı"),
    Kind("wordbox-en saat=kapalı ex=swap"),
    Kind("tournament-tr saat=kapalı sözlük=liste"),
    Kind("tournament-en saat=kapalı"),
    Kind("klepka deste=kısa", (2, 3)),
    Kind("kelimelik saat=2dk", steady=False),
    Kind("tournament-en pencere=15s", steady=False),
    Kind("klepka deste=kısa saat=açık", (2, 3), steady=False),
)
SLEEPERS: Final = (
    Kind("klepka deste=kısa saat=açık", plays=False, steady=False),
    Kind("tournament-tr saat=final sözlük=liste", plays=False, steady=False),
    Kind("kelimelik saat=2dk", plays=False, steady=False),
    Kind("tournament-tr pencere=15s sözlük=liste", steady=False, patient=True),
    Kind("scrabble-en challenge=double window=15s clock=none", (2, 3), steady=False, patient=True),
)
"""Tables of people who have gone away, or who let each play stand: time runs out there again and again."""


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
        names = ("Ayşe", "Mehmet", "Олена", "Zoë")
        self._people: Final = {
            first + number: Person(first + number, names[number]) for number in range(chance.choice(kind.players))
        }
        self._administrator: Final = Person(first + deeds.ADMINISTRATOR, "Yönetici")

    async def play(self) -> None:
        """From the opening on, until it is over or nothing new is to be begun."""
        if not await self._lobby():
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
                for done in deeds.choose(table, self._administrator.user, self._chance):
                    self._do(done, version)
            wanted = version + self._burst(table, version)
            if not await self._watch.until(self._place, max(wanted, version + 1), _COMMIT_SECONDS):
                continue
            if self._kind.patient:
                await self._watch.until(self._place, wanted + 1, _LAPSED)

    def _say(self, person: Person, text: str, action: Action | None = None, known: int = 0) -> None:
        ask = None if action is None else Plain(person.user, asked=action)
        self._stage.say(self._place, person, text, ask, known=known)

    async def _lobby(self) -> bool:
        """Open, sit down and begin; whether a game began."""
        host, *others = self._people.values()
        self._stage.say(self._place, host, f"/yeni {self._kind.game}", Opens(host.user, name=host.name))
        if self._chance.random() < 0.05:  # noqa: PLR2004 - some tables never begin
            await self._opened()
            self._say(host, "/iptal", Cancel(host.user))
            return False
        wanted = len(self._people) + (not self._kind.fills) + await self._choose_options()
        for one in others:
            self._sit(one)
            if self._chance.random() < 0.1 and not self._kind.fills:  # noqa: PLR2004 - some get up once more
                self._say(one, "/ayril", Leave(one.user))
                self._sit(one)
                wanted += 2
        for _ in range(1 + (self._chance.random() < 0.2)):  # noqa: PLR2004 - some begin twice
            message = self._stage.account.next_message()
            self._stage.say(self._place, host, "/baslat", Begins(host.user, message=message), message=message)
        return isinstance(await self._opened(wanted), Game)

    def _sit(self, person: Person) -> None:
        message = self._stage.account.next_message()
        ask = Sits(person.user, name=person.name, message=message)
        self._stage.say(self._place, person, "/katil", ask, message=message)

    async def _choose_options(self) -> int:
        """Some hosts change an option before anybody sits down; how many were changed."""
        if self._kind.patient or self._kind.fills or not self._kind.plays or self._chance.random() >= 0.2:  # noqa: PLR2004 - a few
            return 0
        lobby = await self._opened()
        if not isinstance(lobby, Lobby):
            return 0
        self._do(deeds.options(lobby, self._chance), 1)
        return int(await self._watch.until(self._place, 2, _COMMIT_SECONDS))

    async def _opened(self, version: int = 1) -> Table | None:
        """The table once so much is done there: what waits for Redis or Telegram has all the time that there is."""
        while not await self._watch.until(self._place, version, _COMMIT_SECONDS):
            pass
        return (await self._watch.table(self._place))[1]

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
                self._do(done, version)
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

    def _do(self, done: Done, known: int) -> None:
        person = self._people.get(done.user, self._administrator)
        times = 1
        if done.tap:
            times += self._chance.random() < 0.2  # noqa: PLR2004 - two taps on one state
        for _ in range(times):
            if done.tap:
                self._stage.tap(self._place, person, done.text, done.ask, known=known, private=done.private)
            else:
                self._stage.say(self._place, person, done.text, done.ask, known=known, private=done.private)

    def _aside(self, table: Table, version: int) -> None:
        """What comes in between: talk, looks, somebody's rack, a move of somebody who is not on turn."""
        chance, people = self._chance, list(self._people.values())
        one, roll = chance.choice(people), chance.random()
        if roll < 0.12:  # noqa: PLR2004 - of all rounds
            self._say(one, chance.choice(_LOOKS))
        elif roll < 0.18 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._stage.tap(self._place, one, data("rack", table_name(table)))
        elif roll < 0.21 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._stage.say(self._place, one, "/raf", private=chance.random() < 0.5)  # noqa: PLR2004 - either
        elif roll < 0.3 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            done = boards.wrong(table, one.user, chance)
            self._stage.say(self._place, one, done.text, done.ask, known=version)
        elif roll < 0.33 and isinstance(table, BoardState):  # noqa: PLR2004 - of all rounds
            self._stage.tap(self._place, one, data("board", table_name(table)))

    async def _migrate(self, version: int) -> None:
        """Become a supergroup, once all that was asked before has been done."""
        if self._supergroup is None:
            return
        await self._stage.taken(self._place.scope.chat)
        await self._watch.until(self._place, version + 1, 1.0)
        self._stage.becomes(self._place, next(iter(self._people.values())), self._supergroup)
        self._supergroup = None
        while not await self._watch.until(self._place, 1, _COMMIT_SECONDS):
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
