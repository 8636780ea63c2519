"""A season of games in which replies are lost, updates come twice, and workers die and lose their shards."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random
from typing import Final, TypeVar

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Away

from bot.judges import WordJudge
from bot.records.decisions import DecisionKind, RecordDecision
from bot.store import keys
from bot.store.games import GameStore
from bot.store.records import RecordStore
from bot.store.scope import Scope
from bot.store.shards.ownership import ShardNotOwned, new_epoch
from bot.store.update_context import UpdateContext
from bot.tables.codec import decode_log_entry
from bot.tables.games import Games
from engine.absence import Remove, Replace, Seek, Volunteer
from engine.computer_ids import computer_user, is_computer
from engine.crossword import simulate as crossword
from engine.crossword.actions import Challenge
from engine.crossword.state import GameState as CrosswordState
from engine.crossword.turns import is_waiting_for_window
from engine.game import Action, is_over
from engine.game_base import Game
from engine.game_record import SeasonBegun
from engine.klepka import simulate as klepka
from engine.klepka.state import GameState as KlepkaState
from engine.lexicon import load_lexicon
from engine.lobby_seats import Join, Seat
from engine.rng import Draws
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets
from engine.turns import Cancel, Pass, Surrender
from tests.support.bot_time import frozen_served_clock
from tests.support.faulty_workers import FaultyRedis, Killed, Worker
from tests.support.games import NOW
from tests.support.plain_recount import PlayedGame

T = TypeVar("T")

_DIRECTOR: Final = 900
"""An administrator, who plays with nobody."""
_GAMES: Final = ("kelimelik", "scrabble-en", "mini-tr", "klepka", "wordbox-tr", "tournament-en")
RECORDS_PER_FOLD: Final = 5
"""Of a chat with faults: a fold of 50 has hundreds of commands, and would hardly ever come to its end."""
_MOST_TURNS: Final = 6
"""So many turns most games have before somebody ends them."""

_HURRIED: Final = 0.4
"""Of how many turns nobody looks for a play, as that takes most of the time."""


class RecordSeason:
    """Plays games in several chats on two workers, and notes what was played.

    Args:
        redis: a client without faults.
        faulty: one with faults.
        chance: chooses all.
        chats: how many.
    """

    def __init__(self, redis: Redis, faulty: FaultyRedis, chance: Random, chats: int) -> None:
        self._redis: Final = redis
        self._chance: Final = chance
        self._clock: Final = frozen_served_clock(NOW)
        self.faults: Final = faulty.faults
        self.workers: Final = [Worker(name, faulty, self._clock, chance) for name in ("a", "b")]
        self.store: Final = GameStore(redis)
        self.records: Final = RecordStore(redis)
        self.history: Final[dict[int, list[PlayedGame | int]]] = {-1000 - number: [] for number in range(chats)}
        self._rules: Final[dict[str, Ruleset]] = {
            name: resolve_ruleset(shipped_rulesets()[name], {"clock": "none"}) for name in _GAMES
        }
        self._updates = 0
        self.moved_shards = 0
        self.played = 0
        self.replays = 0

    async def play(self, games: int) -> None:
        """Play so many games that end with a result, with all that an evening has beside them."""
        for chat in self.history:
            await self._move_shard(chat)
        while self.played < games:
            await asyncio.gather(*(self._play_and_administrate(chat) for chat in self.history))
            # Between games, as a turn has its time.
            self._clock.clock.now += timedelta(hours=self._chance.choice((0, 1, 5, 60)))

    async def _play_and_administrate(self, chat: int) -> None:
        await self._play_game(chat)
        lot = self._chance.random()
        if lot < 0.4:
            # Two look at the figures at the same time, wherever they are.
            await asyncio.gather(*(self._catch_up(worker, chat) for worker in self.workers), return_exceptions=True)
        elif lot < 0.46:
            await self._begin_season(chat)
        elif lot < 0.58:
            await self._leave_out_or_count(chat)

    async def _play_game(self, chat: int) -> None:
        scope, people = Scope(chat), self._chance.sample(range(101, 109), 6)
        rules = self._rules[self._chance.choice(_GAMES)]
        seats = self._chance.randint(max(2, rules.players.least), rules.players.most)
        with_computer = self._chance.random() < 0.15
        computers = (Seat(computer_user("kolay", 1), "Bot"),) if with_computer else ()
        host = Seat(people[0], f"P{people[0]}")

        async def open_table(worker: Worker, update: int) -> None:
            context = UpdateContext(update)
            place = await worker.games.load_place(scope, context)
            await worker.games.open_table(place, rules, host, context, computers=computers)

        async def start(worker: Worker, update: int) -> None:
            context = UpdateContext(update)
            await worker.games.start_game(await worker.games.load_table(scope, context), host.user, 7, context)

        await self._do(chat, open_table)
        for user in people[1 : seats - len(computers)]:
            await self._act(scope, Join(user, f"P{user}"))
        await self._do(chat, start)
        await self._play_to_end(scope)
        await self._note_end(scope)

    async def _act(self, scope: Scope, action: Action) -> None:
        async def act(worker: Worker, update: int) -> None:
            context = UpdateContext(update)
            await worker.games.apply_action(await worker.games.load_table(scope, context), action, context)

        await self._do(scope.chat, act)

    async def _play_to_end(self, scope: Scope) -> None:
        turns = 10_000 if self._chance.random() < 0.02 else self._chance.randint(0, _MOST_TURNS)
        draws, seen = Draws(str(self._chance.random())), dict[int, str]()
        while not is_over(game := await self._game_at(scope)):
            if game.number >= turns:
                await self._end(scope, game)
                continue
            action, draws = self._next_action(game, draws, seen)
            await self._act(scope, action)

    def _next_action(self, game: Game, draws: Draws, seen: dict[int, str]) -> tuple[Action, Draws]:
        lexicon = load_lexicon(game.ruleset.lexicon)
        match game:
            case KlepkaState():
                return klepka.random_move(game, seen, draws, lexicon)
            case CrosswordState() if (
                game.pending is not None and game.ruleset.judging.has_challenges and (self._chance.random() < 0.3)
            ):
                other = next(one.user for at, one in enumerate(game.players) if one.active and at != game.pending.seat)
                return Challenge(other), draws
            case CrosswordState() if is_waiting_for_window(game):
                return Pass(game.players[game.turn].user), draws
            case CrosswordState() if self._chance.random() < _HURRIED:
                return Pass(game.players[game.turn].user), draws
            case CrosswordState():
                return crossword.random_move(game, draws, lexicon)
            case _:
                raise AssertionError(game)

    async def _end(self, scope: Scope, game: Game) -> None:
        """Somebody gives up, is taken out or replaced, or the game is cancelled."""
        active = [(seat, player) for seat, player in enumerate(game.players) if player.active]
        seat, player = self._chance.choice(active)
        lot = self._chance.random()
        if lot < 0.1:
            await self._act(scope, Cancel(_DIRECTOR, administrator=True))
        elif lot < 0.3:
            await self._act(scope, Remove(_DIRECTOR, seat))
        elif lot < 0.4 and not is_computer(player.user) and not game.sat:
            substitute = 800 + self._chance.randrange(3)
            await self._act(scope, Seek(_DIRECTOR, seat, ruling=True))
            await self._act(scope, Volunteer(substitute, f"P{substitute}", seat))
            await self._act(scope, Replace(_DIRECTOR, seat, substitute))
        elif not is_computer(player.user):
            await self._act(scope, Surrender(player.user))

    async def _game_at(self, scope: Scope) -> Game:
        loaded = await Games(self.store, WordJudge(self._redis), self._clock).load_table(scope)
        assert loaded.table is not None
        return loaded.table  # type: ignore[return-value]  # it has begun

    async def _note_end(self, scope: Scope) -> None:
        games = Games(self.store, WordJudge(self._redis), self._clock)
        loaded = await games.load_table(scope)
        game = loaded.table
        assert isinstance(game, CrosswordState | KlepkaState)
        assert game.outcome is not None
        if game.outcome.reason != "cancelled":
            log = [decode_log_entry(data) for data in await self.store.load_log(scope, loaded.version)]
            self.history[scope.chat].append(PlayedGame(game, log, int(log[-1].utc_time.timestamp())))
            self.played += 1

    async def _begin_season(self, chat: int) -> None:
        number = 1 + sum(isinstance(one, int) for one in self.history[chat])
        at = int(self._clock.clock.now.timestamp())

        async def begin(worker: Worker, update: int) -> None:
            decision = self._decision("season", update)
            assert await worker.administration.begin_season(chat, SeasonBegun(number, at), decision)

        await self._do(chat, begin)
        self.history[chat].append(number)

    async def _leave_out_or_count(self, chat: int) -> None:
        games = [(at, one) for at, one in enumerate(self.history[chat]) if isinstance(one, PlayedGame)]
        if not games:
            return
        place, played = self._chance.choice(games)
        game = played.game.commitment[:16]
        kind: DecisionKind = "count" if played.left_out else "leave-out"

        async def decide(worker: Worker, update: int) -> None:
            found = await worker.administration.find_game(chat, place, game)
            assert found is not None, "records are in the order in which games ended"
            await worker.administration.set_left_out(chat, found, self._decision(kind, update, game))

        await self._do(chat, decide)
        played.left_out = not played.left_out

    def _decision(self, kind: DecisionKind, update: int, game: str = "") -> RecordDecision:
        return RecordDecision(kind, self._clock.clock.now, "", update, game=game)

    async def _catch_up(self, worker: Worker, chat: int) -> None:
        try:
            await worker.projection.catch_up(chat)
        except Killed:
            worker.start()

    async def _do(self, chat: int, action: Callable[[Worker, int], Awaitable[T]]) -> None:
        """Have the owner of a chat's shard handle an update, again until it is done; sometimes once more afterwards."""
        self._updates += 1
        update, done, again = self._updates, False, self._chance.random() < 0.1
        while not done or again:
            if self._chance.random() < 0.03:
                await self._move_shard(chat)
            if self._chance.random() < 0.05:
                # The inbox gave it to both, as one was taken for dead.
                await asyncio.gather(*(action(worker, update) for worker in self.workers), return_exceptions=True)
            # Sometimes one that has lost the shard and does not know.
            worker = self._chance.choice(self.workers)
            try:
                await action(worker, update)
            except Killed:
                worker.start()
                await self._move_shard(chat)
            except (Away, ShardNotOwned):
                if not any(keys.shard_of(chat) in one.shards.epochs for one in self.workers):
                    await self._move_shard(chat)
            else:
                if done:
                    self.replays += 1
                    again = False
                done = True

    async def _move_shard(self, chat: int) -> None:
        """Give a chat's shard to a worker; if another had it, that one does not know."""
        shard, worker = keys.shard_of(chat), self._chance.choice(self.workers)
        epoch = new_epoch(worker.name)
        await self._redis.set(keys.shard_owner(shard), epoch)
        worker.shards.epochs[shard] = epoch
        self.moved_shards += 1
