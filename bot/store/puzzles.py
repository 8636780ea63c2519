"""The store of puzzles: those that do not ship, solvers' progress, puzzles shown, and groups' daily puzzles.

It knows puzzles as bytes. Progress is stored by compare-and-set, so that repeated or simultaneous updates count once;
the sums over all solvers may lack one if the process ends in between.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import Any, Final, Literal, NamedTuple, cast

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from bot.store import keys, retention
from bot.store.chat_migration import check_chat_migration, write_choice
from bot.store.keys import Scope, shard_of
from bot.store.scripts import FencedScript, Script
from bot.store.shard_ownership import FencedStore, RedisStore, ShardNotOwned

_ID_BYTES: Final = 6
_OPEN: Final = "open"
_GAME: Final = "game"
_ORIGIN: Final = b"@"  # separates a puzzle from a further chat from which the user came to it


class PuzzleOutcome(IntEnum):
    """How a user's attempt at a puzzle ended. The numbers are stored."""

    OPEN = 0
    SOLVED = 1
    GIVEN_UP = 2


class PuzzleProgress(Struct, frozen=True, array_like=True):
    """A user's progress with a puzzle. Stored in the order of its fields; instants are Unix seconds."""

    outcome: PuzzleOutcome = PuzzleOutcome.OPEN
    hints: int = 0  # steps of hints taken, 0 to 3
    tries: int = 0  # wrong answers
    points: int = 0  # points for solving it, 0 to 100
    opened: int = 0
    ended: int = 0  # when they solved it or gave up; 0 before
    origin: int = 0  # the chat from which they first came to it, 0 for none; further chats are stored separately
    last_answer: str = ""  # a digest of the last wrong answer, which counts once
    solved_by: int = 0  # the message in the private chat that solved it; 0 for none, as after a tap

    @property
    def is_open(self) -> bool:
        """Whether it may still be solved."""
        return self.outcome is PuzzleOutcome.OPEN


class OpenPuzzle(Struct, frozen=True):
    """A user's present puzzle."""

    puzzle: str
    seen_at: int  # when they last looked at it or answered; Unix seconds
    asked_by: int = 0  # the update that asked for it, until the user does anything else with it; 0 for none


class SolverFigures(Struct, frozen=True):
    """Sums over all users who solved a puzzle or gave it up."""

    ended: int = 0
    solved: int = 0
    hints: int = 0
    tries: int = 0
    points: int = 0


class UserPuzzles(Struct, frozen=True):
    """All stored data of a user's puzzles."""

    progress: Mapping[str, PuzzleProgress]  # by the puzzle's id
    further_origins: Mapping[str, tuple[int, ...]]
    """The chats from which they came to a puzzle after the first, ascending, by puzzle id."""
    open: OpenPuzzle | None
    game: str  # the game whose puzzles they want; empty if they have not chosen one


_decoder: Final = msgspec.msgpack.Decoder(PuzzleProgress)


class PuzzleStore(RedisStore):
    """Reads and writes puzzles."""

    _progress_script: Final = Script("swap_progress")
    _figures_script: Final = Script("add_figures")

    async def save_puzzles(self, puzzles: Mapping[str, bytes]) -> None:
        """Store puzzles that do not ship, by id; idempotent."""
        for puzzle, data in puzzles.items():
            await self._client.set(keys.stored_puzzle(puzzle), data, ex=retention.PUZZLE_SECONDS)

    async def load_puzzle(self, puzzle: str) -> bytes | None:
        """A stored puzzle, or ``None``."""
        return cast("bytes | None", await self._client.get(keys.stored_puzzle(puzzle)))

    async def note_made(self, game: str, puzzles: Iterable[str]) -> None:
        """Note that puzzles of a game were made on demand."""
        key, ids = keys.made_puzzles(game), tuple(puzzles)
        if ids:
            await self._client.sadd(key, *ids)
            await self._client.expire(key, retention.PUZZLE_SECONDS)

    async def list_made(self, game: str) -> list[str]:
        """The ids of a game's puzzles that were made on demand, in order."""
        return sorted(one.decode() for one in cast("set[bytes]", await self._client.smembers(keys.made_puzzles(game))))

    async def load_user(self, user: int) -> UserPuzzles:
        """All stored data of a user's puzzles."""
        stored: Any = await self._client.hgetall(keys.user_puzzles(user))
        return UserPuzzles(
            {field.hex(): _decoder.decode(value) for field, value in stored.items() if len(field) == _ID_BYTES},
            _parse_origins(stored),
            _parse_open(stored.get(_OPEN.encode())),
            stored.get(_GAME.encode(), b"").decode(),
        )

    async def load_open(self, user: int) -> OpenPuzzle | None:
        """A user's present puzzle."""
        return _parse_open(cast("bytes | None", await self._client.hget(keys.user_puzzles(user), _OPEN)))

    async def load_progress(self, user: int, puzzle: str) -> PuzzleProgress | None:
        """A user's progress with a puzzle; ``None`` if they have not seen it."""
        stored: Any = await self._client.hget(keys.user_puzzles(user), cast("Any", bytes.fromhex(puzzle)))
        return None if stored is None else _decoder.decode(stored)

    async def add_origin(self, user: int, puzzle: str, chat: int) -> None:
        """Note a further chat from which a user came to a puzzle that they have seen; idempotent."""
        beside = bytes.fromhex(puzzle) + _ORIGIN + str(chat).encode()
        await self._client.hset(keys.user_puzzles(user), cast("Any", beside), "")

    async def load_origins(self, user: int, puzzle: str) -> tuple[int, ...]:
        """The chats from which a user came to a puzzle, in order."""
        stored: Any = await self._client.hgetall(keys.user_puzzles(user))
        progress = stored.get(bytes.fromhex(puzzle))
        first = 0 if progress is None else _decoder.decode(progress).origin
        return tuple(filter(None, (first, *_parse_origins(stored).get(puzzle, ()))))

    async def swap_progress(
        self,
        user: int,
        puzzle: str,
        former: PuzzleProgress | None,
        progress: PuzzleProgress,
        opened: OpenPuzzle | None,
    ) -> bool:
        """Store a user's progress if the stored one is still ``former``; return whether it was.

        With ``opened``, it becomes their present puzzle; ``None`` leaves that unchanged.
        """
        return bool(
            await self._progress_script(
                self._client,
                (keys.user_puzzles(user),),
                (
                    bytes.fromhex(puzzle),
                    b"" if former is None else _encode_progress(former),
                    _encode_progress(progress),
                    "" if opened is None else _encode_open(opened),
                    retention.IDLE_SECONDS,
                ),
            )
        )

    async def save_game_choice(self, user: int, game: str) -> None:
        """Save the game whose puzzles a user wants."""
        await self._client.hset(keys.user_puzzles(user), _GAME, game)
        await self._client.expire(keys.user_puzzles(user), retention.IDLE_SECONDS)

    async def add_result(self, puzzle: str, progress: PuzzleProgress) -> None:
        """Add a user's result to the sums over all solvers of a puzzle."""
        solved = int(progress.outcome is PuzzleOutcome.SOLVED)
        sums = {"ended": 1, "solved": solved, "hints": progress.hints, "tries": progress.tries}
        pairs = (part for pair in {**sums, "points": progress.points}.items() for part in pair)
        arguments = secrets.token_hex(4), retention.PUZZLE_SECONDS, *pairs
        await self._figures_script(self._client, (keys.puzzle_figures(puzzle),), arguments)

    async def load_figures(self, puzzle: str) -> SolverFigures:
        """The sums over all solvers of a puzzle."""
        names = SolverFigures.__struct_fields__
        stored: Any = await self._client.hmget(keys.puzzle_figures(puzzle), list(names))
        return SolverFigures(*(int(value or 0) for value in stored))

    async def load_chat_puzzles(self, chat: int) -> dict[str, tuple[str, ...]]:
        """The ids of the puzzles found in a chat's finished games, by game; empty for a game searched in vain."""
        stored: Any = await self._client.hgetall(keys.chat_puzzles(chat))
        return {game.decode(): tuple(found.decode().split()) for game, found in stored.items()}

    async def note_chat_game(self, chat: int, game: str, puzzles: Iterable[str]) -> None:
        """Note the puzzles, perhaps none, found in a finished game of a chat, or of the supergroup that it became."""
        await self._write_chat_fields(chat, keys.chat_puzzles, {game: " ".join(puzzles) or " "})

    async def load_shown(self, chat: int) -> frozenset[str]:
        """The ids of the puzzles that a chat was shown."""
        stored: Any = await self._client.hkeys(keys.shown_puzzles(chat))
        return frozenset(field.hex() for field in stored)

    async def note_shown(self, chat: int, puzzle: str, at: int) -> None:
        """Note that a chat is shown a puzzle, at an instant in Unix seconds."""
        await self._write_chat_fields(chat, keys.shown_puzzles, {cast("Any", bytes.fromhex(puzzle)): str(at)})

    async def _write_chat_fields(self, chat: int, key: Any, fields: Mapping[str, str]) -> None:
        await write_choice(self._client, chat, key, fields)
        seconds = retention.PUZZLE_SECONDS if key is keys.chat_puzzles else retention.IDLE_SECONDS
        await self._client.expire(key(chat), seconds)


def _encode_progress(progress: PuzzleProgress) -> bytes:
    """The stored form, which omits an unset last field so that it equals progress stored by earlier versions."""
    fields = astuple(progress)
    return msgspec.msgpack.encode(fields if progress.solved_by else fields[:-1])


def _parse_origins(fields: Iterable[bytes]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for field in fields:
        if field[_ID_BYTES:].startswith(_ORIGIN):
            puzzle = field[:_ID_BYTES].hex()
            found[puzzle] = (*found.get(puzzle, ()), int(field[_ID_BYTES + len(_ORIGIN) :]))
    return {puzzle: tuple(sorted(chats)) for puzzle, chats in found.items()}


def _encode_open(opened: OpenPuzzle) -> str:
    asked = f" {opened.asked_by}" if opened.asked_by else ""
    return f"{opened.puzzle} {opened.seen_at}{asked}"


def _parse_open(stored: bytes | None) -> OpenPuzzle | None:
    if stored is None:
        return None
    puzzle, *numbers = stored.decode().split()
    return OpenPuzzle(puzzle, *map(int, numbers))


DailyOutcome = Literal["waiting", "sent", "unknown"]
"""Whether a daily puzzle was sent: certainly not, certainly, or unknown."""

FORGOTTEN_FIRST: Final = "-"  # replaces the first solver's id once that user is forgotten


@dataclass(frozen=True, slots=True)
class DailyResult:
    """Who solved a daily puzzle."""

    puzzle: str  # its id
    solved: int
    first: int | None  # the first solver; `None` if there is none, or they are forgotten
    first_name: str


@dataclass(frozen=True, slots=True)
class DailyPuzzle(DailyResult):
    """A chat's latest daily puzzle, and the result of the one before it."""

    number: int  # counts the chat's daily puzzles, from 1
    day: date  # its date by the chat's calendar
    state: str  # `waiting`, `sent`, `unknown`, or `sending` and an attempt
    before: DailyResult | None


class DailySolver(Struct, frozen=True, array_like=True):
    """A user who solves a chat's daily puzzles. Stored in the order of its fields."""

    newest: int  # the number of the latest puzzle that they solved
    streak: int  # how many puzzles in a row they solved, up to that one
    longest: int
    total: int

    def streak_at(self, number: int) -> int:
        """The streak while puzzle ``number`` is the latest: 0 after a missed one."""
        return self.streak if self.newest >= number - 1 else 0


class DailySend(NamedTuple):
    """The answer to a request to begin sending a daily puzzle."""

    outcome: Literal["sending", "fenced", "moved", "done"]
    puzzle: str = ""  # the puzzle to send
    attempt: str = ""  # identifies this attempt to send
    new_chat: int = 0


@dataclass(frozen=True, slots=True)
class DailyChat:
    """A chat's stored data for the daily puzzle."""

    moved: int | None  # the supergroup that it has become
    settings: Mapping[str, str]
    newest: DailyPuzzle | None


class DailyPuzzleStore(FencedStore):
    """Reads and writes daily puzzles."""

    _begin_script: Final = FencedScript("daily")
    _sent_script: Final = Script("daily_sent")
    _solved_script: Final = Script("daily_solved")

    async def load_chat(self, chat: int) -> DailyChat:
        """A chat's stored data for the daily puzzle."""
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

    async def begin_sending(self, chat: int, day: date, puzzle: str) -> DailySend:
        """Note that the puzzle of a (local) day is being sent, unless that day has one already; see ``daily.lua``."""
        if self.find_readable(shard_of(chat)) is None:
            return DailySend("fenced")
        named, attempt = (keys.game(Scope(chat)), keys.daily_puzzle(chat)), secrets.token_hex(8)
        arguments = {"attempt": attempt, "day": day.isoformat(), "puzzle": puzzle}
        try:
            answer: Any = await self._run_fenced(self._begin_script, named, arguments, self._durable)
        except ShardNotOwned:
            return DailySend("fenced")
        match [part.decode() for part in answer]:
            case ["sending", chosen]:
                return DailySend("sending", chosen, attempt)
            case ["moved", new]:
                return DailySend("moved", new_chat=check_chat_migration(chat, int(new)))
            case _:
                return DailySend("done")

    async def record_outcome(self, chat: int, day: date, attempt: str, state: DailyOutcome) -> bool:
        """Note how an attempt of :meth:`begin_sending` ended; ``False`` if its outcome is known already."""
        arguments = day.isoformat(), attempt, state
        return bool(await self._sent_script(self._client, (keys.daily_puzzle(chat),), arguments))

    async def note_solved(self, chat: int, puzzle: str, user: int, name: str) -> bool:
        """Note the first to solve a chat's latest puzzle; ``False`` if one is known, or it is no longer the latest."""
        while True:
            named = (keys.game(Scope(chat)), keys.daily_puzzle(chat), keys.daily_solvers(chat))
            said: bytes = await self._solved_script(self._client, named, (puzzle, user, name))
            if said in {b"solved", b""}:
                return said == b"solved"
            chat = check_chat_migration(chat, int(said))

    async def load_solver(self, chat: int, user: int) -> DailySolver | None:
        """A user's results in a chat; ``None`` if they have solved none of its puzzles."""
        stored: Any = await self._client.hget(keys.daily_solvers(chat), str(user))
        return None if stored is None else msgspec.msgpack.decode(stored, type=DailySolver)


def _parse_daily(fields: Mapping[str, str]) -> DailyPuzzle | None:
    if not {"day", "puzzle"} <= fields.keys():
        return None
    return DailyPuzzle(
        *_parse_result(fields, ""),
        int(fields.get("number", "1")),
        date.fromisoformat(fields["day"]),
        fields.get("state", "unknown"),
        DailyResult(*_parse_result(fields, "before-")) if "before-puzzle" in fields else None,
    )


def _parse_result(fields: Mapping[str, str], prefix: str) -> tuple[str, int, int | None, str]:
    solved, first = int(fields.get(f"{prefix}solved", "0")), fields.get(f"{prefix}first", FORGOTTEN_FIRST)
    name = fields.get(f"{prefix}first-name", "")
    return fields[f"{prefix}puzzle"], solved, None if first == FORGOTTEN_FIRST else int(first), name
