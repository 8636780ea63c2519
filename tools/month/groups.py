"""Groups that play one game after another: each from the lobby by plays and passes to its end, all by commands."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from redis.exceptions import RedisError

from bot.playground.bot_api.journal import JournalEntry
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.codec import decode_table
from engine.crossword.actions import Place
from engine.crossword.rules import apply
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.game import Table
from engine.lexicon import load_lexicon
from engine.lobby_seats import Lobby
from engine.rng import Draws
from tools.bench.games import play_as_typed
from tools.fleet.bot_account import BotAccount
from tools.fleet.make_updates import FleetPerson

_GAMES: Final = ("kelimelik", "wordbox-tr")
_PLAYS: Final = 5
"""Plays of a game; then both pass until it ends."""
_MOST_TURNS: Final = 24
_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
_ANSWER_SECONDS: Final = 120.0
"""Seconds after which a game counts as unfinished; longer than every outage."""
_LOOK_SECONDS: Final = 0.5
_LOOK_UPS: Final = ("/skor", "/tahta", "/torba")


class Chats:
    """What the bot sends to chats: whoever waits for something looks again whenever anything came."""

    def __init__(self, account: BotAccount) -> None:
        self._changed: Final[defaultdict[int, asyncio.Event]] = defaultdict(asyncio.Event)
        account.journal.listeners.append(self._on_call)

    async def wait_changed(self, chat: int) -> None:
        """Wait until the bot calls about a chat, or some time has passed."""
        self._changed[chat].clear()
        try:
            async with asyncio.timeout(_LOOK_SECONDS):
                await self._changed[chat].wait()
        except TimeoutError:
            pass

    def _on_call(self, entry: JournalEntry) -> None:
        if entry.chat is not None:
            self._changed[entry.chat].set()


class Group:
    """One group with two people.

    Args:
        account: the bot.
        chats: what it sends.
        store: where its games are.
        chat: the group's number.
        on_move: told the ruleset of each turn that was taken.
    """

    def __init__(
        self, account: BotAccount, chats: Chats, store: GameStore, chat: int, on_move: Callable[[str], None]
    ) -> None:
        self._account: Final = account
        self._chats: Final = chats
        self._store: Final = store
        self._scope: Final = Scope(chat)
        self._on_move: Final = on_move
        first = 1_000 - chat
        self._people: Final = (FleetPerson(first, "Kiraz"), FleetPerson(first + 1_000_000, "Limon"))
        self._number = 0

    async def play_game(self) -> None:
        """Play one game to its end.

        Raises:
            TimeoutError: an answer did not come.
        """
        self._number += 1
        host, guest = self._people
        async with asyncio.timeout(_ANSWER_SECONDS):
            self._say(host, f"/yeni {_GAMES[self._number % len(_GAMES)]}")
            await self._wait(lambda table: isinstance(table, Lobby))
            self._say(guest, "/katil")
            await self._wait(lambda table: not isinstance(table, Lobby) or len(table.seats) > 1)
            self._say(host, "/baslat")
            state = await self._wait_game(lambda state: state.outcome is None)
        self._say(guest, _LOOK_UPS[self._number % len(_LOOK_UPS)])
        draws = Draws(f"month:{self._scope.chat}:{self._number}")
        for turn in range(_MOST_TURNS):
            text, draws = _next_turn(state, draws) if turn < _PLAYS else ("/pas", draws)
            async with asyncio.timeout(_ANSWER_SECONDS):
                state = await self._take_turn(state, text)
            if state.outcome is not None:
                return
        raise TimeoutError

    async def play_on(self) -> bool:
        """Take a turn in the running game that an earlier version left here; whether it was taken."""
        table = await self._load()
        if not isinstance(table, GameState) or table.outcome is not None:
            return False
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await self._take_turn(table, "/pas")
        except TimeoutError:
            return False
        return True

    async def _take_turn(self, state: GameState, text: str) -> GameState:
        user = state.players[state.turn].user
        self._say(next((one for one in self._people if one.user == user), FleetPerson(user, "Kiraz")), text)
        after = await self._wait_game(lambda one: one.number > state.number)
        self._on_move(state.ruleset.id)
        return after

    def _say(self, person: FleetPerson, text: str) -> None:
        self._account.send_text(self._scope.chat, person, text)

    async def _load(self) -> Table | None:
        """The group's table; ``None`` also while Redis is away."""
        try:
            state = (await self._store.load_table(self._scope)).state
        except RedisError:
            return None
        return None if state is None else decode_table(state)

    async def _wait(self, is_so: Callable[[Table], bool]) -> Table:
        while (table := await self._load()) is None or not is_so(table):
            await self._chats.wait_changed(self._scope.chat)
        return table

    async def _wait_game(self, is_so: Callable[[GameState], bool]) -> GameState:
        while True:
            table = await self._wait(lambda one: isinstance(one, GameState))
            if isinstance(table, GameState) and is_so(table):
                return table
            await self._chats.wait_changed(self._scope.chat)


def _next_turn(state: GameState, draws: Draws) -> tuple[str, Draws]:
    """What whoever is on turn types: a play at random, or that they pass where none is found."""
    words = load_lexicon(state.ruleset.lexicon)
    action, draws = random_move(state, draws, words, Habits())
    if not isinstance(action, Place):
        return "/pas", draws
    after, _ = apply(state, action, _NOW, words.__contains__)
    return ("/pas" if after.last is None else f"/oyna {play_as_typed(action, after.last.words[0])}"), draws
