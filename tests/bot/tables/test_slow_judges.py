"""Words whose judging takes as long as the live service may: meanwhile no time runs out, in any process."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.judges import Dictionary, Judgement, WordJudge
from bot.store.commits import UpdateContext
from bot.tables.codec import decode_log_entry
from engine.crossword.actions import Challenge, Place
from engine.errors import Refusal
from engine.klepka.actions import Form
from engine.replay_log import replay_entry
from engine.table_log import LogEntry
from tests.support.games import NOW, USERS, challengeable_play, game, place_play, with_fields
from tests.support.stored_tables import load_stored_log
from tests.support.timeout_workers import SCOPE, World

JUDGED_IN = 1.8
TIMED = game("kelimelik", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options={"clock": "2min"})
"""Two minutes for the turn."""
MEANWHILE = Callable[[], Awaitable[object]]


class SlowJudges(WordJudge):
    meanwhile: MEANWHILE

    async def judge_words(self, words: Sequence[str], dictionary: Dictionary) -> Judgement:
        await self.meanwhile()
        return await super().judge_words(words, dictionary)


class SlowWorld(World):
    """Where judging lasts 1.8 s, in which another process looks for what is due."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.slow_judges = SlowJudges(redis)
        self.slow_judges.meanwhile = self.act_while_judging
        self.slow = self.games_with_judge(self.slow_judges)
        self.other = self.new_worker()

    async def act_while_judging(self) -> None:
        self.clock.now += timedelta(seconds=JUDGED_IN)
        await self.other.queue_due_tables()

    async def play(self, action: Place | Challenge | Form, *, at: float) -> None:
        await self.advance_beat_by_beat(at, self.other)
        await self.slow.apply_action(await self.slow.load_table(SCOPE), action, UpdateContext(5))


async def stored_entries(world: World) -> list[LogEntry]:
    return [decode_log_entry(entry) for entry in await load_stored_log(world.store, SCOPE)]


@pytest.fixture
async def world(redis: Redis) -> SlowWorld:
    return SlowWorld(redis)


async def test_a_move_sent_in_time_is_in_time(world: SlowWorld) -> None:
    await world.put_table(TIMED)
    await world.play(place_play(TIMED, "8F KALEMLİK"), at=119)
    state = await world.load_game()
    assert (state.turn, state.players[0].score > 0, state.number) == (1, True, 1)


async def test_what_judging_takes_is_not_the_next_players_time(world: SlowWorld) -> None:
    await world.put_table(TIMED)
    await world.play(place_play(TIMED, "8F KALEMLİK"), at=50)
    assert (
        (await world.load_game()).clocks.started == world.served_time() > NOW + timedelta(seconds=50 + JUDGED_IN - 0.1)
    )
    (entry,) = await stored_entries(world)
    assert entry.at == NOW + timedelta(seconds=50)
    assert replay_entry(TIMED.ruleset, TIMED.secret, TIMED, entry) == await world.load_game()


async def test_a_challenge_sent_in_time_is_in_time(world: SlowWorld) -> None:
    await world.put_table(challengeable_play("single"))
    await world.play(Challenge(USERS[1], (), 1), at=59)
    assert [done.play for done in (await world.load_game()).challenges] == [1]


async def test_a_move_in_time_stays_in_time_when_somebody_else_acts_meanwhile(world: SlowWorld) -> None:
    await world.put_table(TIMED)
    judged = world.act_while_judging

    async def meanwhile() -> None:
        await judged()
        name = with_fields(TIMED.players[1], name="Bora B.")
        await world.put_table(with_fields(TIMED, players=(TIMED.players[0], name)))

    world.slow_judges.meanwhile = meanwhile
    await world.play(place_play(TIMED, "8F KALEMLİK"), at=119)
    assert (await world.load_game()).turn == 1


async def test_after_a_refused_word_the_time_runs_out_all_the_same(world: SlowWorld) -> None:
    await world.put_table(TIMED)
    with pytest.raises(Refusal, match="not_words"):
        await world.play(place_play(TIMED, "8F KALEMZ"), at=119)
    assert (await world.load_game()).turn == 0
    await world.advance_beat_by_beat(3, world.other)
    state = await world.load_game()
    assert (state.turn, state.last.automatic if state.last else None) == (1, True)


async def test_a_process_that_dies_while_judging_leaves_the_deadline_to_the_others(world: SlowWorld) -> None:
    await world.put_table(TIMED)

    async def die() -> None:
        raise asyncio.CancelledError

    world.slow_judges.meanwhile = die
    with pytest.raises(asyncio.CancelledError):
        await world.play(place_play(TIMED, "8F KALEMLİK"), at=119)
    await world.advance_beat_by_beat(10, world.other)
    assert (await world.load_game()).turn == 1
