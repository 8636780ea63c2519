"""Daily puzzles of chats: which one is the newest, whether it was sent, and who has solved it.

A send cannot be fenced, and its answer can be lost. So it is noted before, and what nobody knows to be sent is never
sent again (docs/decisions/0034-a-daily-puzzle-is-sent-at-most-once.md).
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Struct

from bot.store import keys
from bot.store.chat_migration import check_chat_migration
from bot.store.keys import shard_of
from bot.store.scope import Scope
from bot.store.scripts import FencedScript, Script
from bot.store.shards.ownership import FencedStore, ShardNotOwned

DailyOutcome = Literal["waiting", "sent", "unknown"]
"""What is known of a puzzle that was to be sent: it surely was not, it was, or nobody knows."""

FORGOTTEN_FIRST: Final = "-"
"""In place of the first solver's id once that person is forgotten."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A chat's newest daily puzzle, and what became of the one before it."""

    number: int
    """Counts the chat's daily puzzles, from 1."""
    day: date
    """Its date by the chat's calendar."""
    puzzle: str
    """Its id."""
    state: str
    """``waiting``, ``sent``, ``unknown``, or ``sending`` and an attempt."""
    solved: int = 0
    first: int | None = None
    """Who was the first to solve it; ``None`` if nobody has, or that person is forgotten."""
    first_name: str = ""
    before: "SolvedBefore | None" = None

    def as_before(self) -> "SolvedBefore":
        """What is told of it once the next one is posted."""
        return SolvedBefore(self.puzzle, self.solved, self.first, self.first_name)


class SolvedBefore(NamedTuple):
    """A daily puzzle whose time is over."""

    puzzle: str
    solved: int
    first: int | None
    first_name: str


class DailySolver(Struct, frozen=True, array_like=True):
    """Somebody who solves a chat's daily puzzles. The order of fields is stored."""

    newest: int
    """The number of the newest that they solved."""
    streak: int
    """How many in a row, up to that."""
    longest: int
    total: int

    def streak_at(self, number: int) -> int:
        """The streak while the puzzle of that number is the newest: 0 once one was left out."""
        return self.streak if self.newest >= number - 1 else 0


class Begun(NamedTuple):
    """What came of the wish to send."""

    outcome: Literal["sending", "fenced", "moved", "done"]
    puzzle: str = ""
    """Which one is to be sent."""
    attempt: str = ""
    """Stands for this send where it is noted."""
    new_chat: int = 0


@dataclass(frozen=True, slots=True)
class DailyChat:
    """What there is of a chat for its daily puzzle."""

    moved: int | None
    """The supergroup that it has become."""
    settings: Mapping[str, str]
    newest: DailyPuzzle | None


class DailyPuzzleStore(FencedStore):
    """Reads and writes daily puzzles."""

    _begin_script: Final = FencedScript("daily")
    _sent_script: Final = Script("daily_sent")
    _solved_script: Final = Script("daily_solved")

    async def load_chat(self, chat: int) -> DailyChat:
        """What there is of a chat."""
        pipe = self._client.pipeline(transaction=True)
        pipe.hget(keys.game(Scope(chat)), "moved")
        pipe.hgetall(keys.settings(chat))
        pipe.hgetall(keys.daily_puzzle(chat))
        moved, settings, daily = await pipe.execute()
        return DailyChat(
            None if moved is None else check_chat_migration(chat, int(moved)),
            {name.decode(): value.decode() for name, value in settings.items()},
            _parse_daily({name.decode(): value.decode() for name, value in daily.items()}),
        )

    async def load_newest(self, chat: int) -> DailyPuzzle | None:
        """A chat's newest daily puzzle."""
        return (await self.load_chat(chat)).newest

    async def begin_sending(self, chat: int, day: date, puzzle: str) -> Begun:
        """Note that a day's puzzle is being sent; see ``daily.lua``.

        Args:
            chat: where.
            day: its date there.
            puzzle: its id, if none was chosen for that day before.
        """
        if self.find_readable(shard_of(chat)) is None:
            return Begun("fenced")
        named, attempt = (keys.game(Scope(chat)), keys.daily_puzzle(chat)), secrets.token_hex(8)
        arguments = {"attempt": attempt, "day": day.isoformat(), "puzzle": puzzle}
        try:
            answer: Any = await self._run_fenced(self._begin_script, named, arguments, self._durable)
        except ShardNotOwned:
            return Begun("fenced")
        match [part.decode() for part in answer]:
            case ["sending", chosen]:
                return Begun("sending", chosen, attempt)
            case ["moved", new]:
                return Begun("moved", new_chat=check_chat_migration(chat, int(new)))
            case _:
                return Begun("done")

    async def record_outcome(self, chat: int, day: date, attempt: str, state: DailyOutcome) -> bool:
        """Note what became of the attempt of :meth:`begin_sending`; ``False`` where something else is known by now."""
        arguments = day.isoformat(), attempt, state
        return bool(await self._sent_script(self._client, (keys.daily_puzzle(chat),), arguments))

    async def note_solved(self, chat: int, puzzle: str, user: int, name: str) -> bool:
        """Note who has solved a chat's newest puzzle, following the chat if it has migrated.

        Returns:
            Whether it is noted now; not if it was before, or another puzzle is the newest.
        """
        while True:
            named = (keys.game(Scope(chat)), keys.daily_puzzle(chat), keys.daily_solvers(chat))
            said: bytes = await self._solved_script(self._client, named, (puzzle, user, name))
            if said in {b"solved", b""}:
                return said == b"solved"
            chat = check_chat_migration(chat, int(said))

    async def load_solver(self, chat: int, user: int) -> DailySolver | None:
        """How somebody does in a chat; ``None`` if they have solved none of its puzzles."""
        stored: Any = await self._client.hget(keys.daily_solvers(chat), str(user))
        return None if stored is None else msgspec.msgpack.decode(stored, type=DailySolver)


def _parse_daily(fields: Mapping[str, str]) -> DailyPuzzle | None:
    if not {"day", "puzzle"} <= fields.keys():
        return None
    before = None
    if "before-puzzle" in fields:
        before = SolvedBefore(
            fields["before-puzzle"],
            int(fields.get("before-solved", "0")),
            _parse_user(fields.get("before-first")),
            fields.get("before-first-name", ""),
        )
    return DailyPuzzle(
        int(fields.get("number", "1")),
        date.fromisoformat(fields["day"]),
        fields["puzzle"],
        fields.get("state", "unknown"),
        int(fields.get("solved", "0")),
        _parse_user(fields.get("first")),
        fields.get("first-name", ""),
        before,
    )


def _parse_user(stored: str | None) -> int | None:
    return None if stored in {None, FORGOTTEN_FIRST} else int(stored or "0")
