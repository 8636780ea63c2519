"""Words whose judging takes as long as the live service may: meanwhile no time runs out, in any process."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.judges import Dictionary, Judgement, Judges
from bot.store import keys
from bot.tables.codec import decode_entry
from engine.crossword.actions import Challenge, Place
from engine.crossword.events import TurnPassed
from engine.errors import Refusal
from engine.klepka.actions import Form
from engine.klepka.state import GameState as KlepkaState
from engine.record import LogEntry
from engine.retrace import follow
from tests.support import klepka
from tests.support.challenges import lofty
from tests.support.games import NOW, USERS, changed, game, play
from tests.support.stored_logs import stored_log
from tests.support.workers import SCOPE, World

JUDGED_IN = 1.8
TIMED = game("kelimelik", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options={"clock": "2min"})
"""Two minutes for the turn."""
MEANWHILE = Callable[[], Awaitable[object]]


class SlowJudges(Judges):
    """Judges that take their time; others act meanwhile."""

    meanwhile: MEANWHILE

    async def judge(self, words: Sequence[str], table: Dictionary) -> Judgement:
        await self.meanwhile()
        return await super().judge(words, table)


class SlowWorld(World):
    """Where judging lasts 1.8 s, in which another process looks for what is due."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.slow_judges = SlowJudges(redis)
        self.slow_judges.meanwhile = self.judged
        self.slow = self.with_judges(self.slow_judges)
        self.other = self.worker()

    async def judged(self) -> None:
        self.clock.now += timedelta(seconds=JUDGED_IN)
        await self.other.step()

    async def play(self, action: Place | Challenge | Form, *, at: float) -> None:
        """Ask for something so many seconds after the game's beginning."""
        await self.later(at, self.other)
        await self.slow.play(await self.slow.load(SCOPE), action, 5)


async def logged(world: World) -> list[LogEntry]:
    return [decode_entry(entry) for entry in await stored_log(world.store, SCOPE)]


@pytest.fixture
async def world(redis: Redis) -> SlowWorld:
    return SlowWorld(redis)


async def test_a_move_sent_in_time_is_in_time(world: SlowWorld) -> None:
    await world.deal(TIMED)
    await world.play(play(TIMED, "8F KALEMLİK"), at=119)
    state = await world.game()
    assert (state.turn, state.players[0].score > 0, state.number) == (1, True, 1)


async def test_what_judging_takes_is_not_the_next_players_time(world: SlowWorld) -> None:
    await world.deal(TIMED)
    await world.play(play(TIMED, "8F KALEMLİK"), at=50)
    assert (await world.game()).clocks.started == world.served() > NOW + timedelta(seconds=50 + JUDGED_IN - 0.1)
    (entry,) = await logged(world)
    assert entry.at == NOW + timedelta(seconds=50)
    assert follow(TIMED.ruleset, TIMED.secret, TIMED, entry) == await world.game()


async def test_a_challenge_sent_in_time_is_in_time(world: SlowWorld) -> None:
    await world.deal(lofty("single"))
    await world.play(Challenge(USERS[1], (), 1), at=59)
    assert [done.play for done in (await world.game()).challenges] == [1]


async def test_a_word_of_klepka_sent_in_time_is_in_time(world: SlowWorld) -> None:
    state = klepka.game("ЩюФо", "КіТ", "ВоДа", ruleset=klepka.rules(deck="full", clock="phases"))
    await world.deal(state)
    await world.play(klepka.form(state, "кіт"), at=89)
    held = await world.games.load(SCOPE)
    assert isinstance(held.table, KlepkaState)
    assert [word.word for word in held.table.words] == ["КІТ"]


async def test_a_move_in_time_stays_in_time_when_somebody_else_acts_meanwhile(world: SlowWorld) -> None:
    """The race is lost, and the move applied anew after the time would have been out."""
    await world.deal(TIMED)
    judged = world.judged

    async def meanwhile() -> None:
        await judged()
        name = changed(TIMED.players[1], name="Bora B.")
        await world.deal(changed(TIMED, players=(TIMED.players[0], name)))

    world.slow_judges.meanwhile = meanwhile
    await world.play(play(TIMED, "8F KALEMLİK"), at=119)
    assert (await world.game()).turn == 1


async def test_after_a_refused_word_the_time_runs_out_all_the_same(world: SlowWorld) -> None:
    await world.deal(TIMED)
    with pytest.raises(Refusal, match="not_words"):
        await world.play(play(TIMED, "8F KALEMZ"), at=119)
    assert (await world.game()).turn == 0
    await world.later(3, world.other)
    state = await world.game()
    assert (state.turn, state.last.automatic if state.last else None) == (1, True)


async def test_a_move_sent_too_late_puts_nothing_off(world: SlowWorld) -> None:
    await world.deal(TIMED)
    await world.later(110, world.other)
    world.clock.now += timedelta(seconds=10)
    with pytest.raises(Refusal, match="out_of_time"):
        await world.slow.play(await world.slow.load(SCOPE), play(TIMED, "8F KALEMLİK"), 5)
    await world.other.step()
    assert [type(event) for event in await world.events()][-1] is TurnPassed


async def test_far_from_the_end_of_the_time_nothing_is_put_off(world: SlowWorld) -> None:
    await world.deal(TIMED)
    reminder = NOW + timedelta(seconds=90)
    scores: list[float | None] = []

    async def look() -> None:
        scores.append(await world.redis.zscore(keys.deadlines(keys.shard_of(SCOPE.chat)), str(SCOPE)))

    world.slow_judges.meanwhile = look
    await world.play(play(TIMED, "8F KALEMLİK"), at=20)
    assert scores == [reminder.timestamp()]


async def test_a_process_that_dies_while_judging_leaves_the_deadline_to_the_others(world: SlowWorld) -> None:
    await world.deal(TIMED)

    async def die() -> None:
        raise asyncio.CancelledError

    world.slow_judges.meanwhile = die
    with pytest.raises(asyncio.CancelledError):
        await world.play(play(TIMED, "8F KALEMLİK"), at=119)
    await world.later(10, world.other)
    assert (await world.game()).turn == 1
