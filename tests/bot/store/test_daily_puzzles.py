"""Who solves a chat's daily puzzle: counted once, first solver and streaks, through migrations and forgetting."""

from datetime import date, timedelta

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.games import GameStore
from bot.store.puzzles import FORGOTTEN_FIRST, DailyPuzzle, DailyPuzzleStore, DailyResult, DailySolver

GROUP, SUPERGROUP = -4001, -1_001_000_004_001
FIRST_DAY = date(2026, 11, 27)
AYLA, BORA = 71, 72


class Days:
    def __init__(self, redis: Redis) -> None:
        self.store = DailyPuzzleStore(redis)
        self.count = 0

    async def post(self, chat: int = GROUP) -> str:
        puzzle, day = f"{self.count:012x}", FIRST_DAY + timedelta(days=self.count)
        self.count += 1
        begun = await self.store.begin_sending(chat, day, puzzle)
        assert begun.outcome == "sending"
        assert await self.store.record_outcome(chat, day, begun.attempt, "sent")
        return puzzle

    async def newest(self, chat: int = GROUP) -> DailyPuzzle:
        found = await self.store.load_newest(chat)
        assert found is not None
        return found

    async def solver(self, user: int, chat: int = GROUP) -> DailySolver:
        found = await self.store.load_solver(chat, user)
        assert found is not None
        return found


@pytest.fixture
def days(redis: Redis) -> Days:
    return Days(redis)


async def test_the_first_solver_and_their_number_are_told_of_the_day_before(days: Days) -> None:
    puzzle = await days.post()
    assert await days.store.note_solved(GROUP, puzzle, AYLA, "Ayla")
    assert await days.store.note_solved(GROUP, puzzle, BORA, "Bora")
    assert not await days.store.note_solved(GROUP, puzzle, AYLA, "Ayla"), "counted once"
    await days.post()
    newest = await days.newest()
    assert newest.before == DailyResult(puzzle, 2, AYLA, "Ayla")
    assert (newest.number, newest.solved, newest.first) == (2, 0, None)


async def test_a_puzzle_whose_day_is_over_or_that_is_no_daily_one_does_not_count(days: Days) -> None:
    former = await days.post()
    await days.post()
    assert not await days.store.note_solved(GROUP, former, AYLA, "Ayla")
    assert not await days.store.note_solved(GROUP, "ffffffffffff", AYLA, "Ayla")
    assert not await days.store.note_solved(-4444, former, AYLA, "Ayla")
    assert await days.store.load_solver(GROUP, AYLA) is None


async def test_a_streak_grows_by_each_puzzle_in_a_row_and_ends_by_one_left_out(days: Days) -> None:
    for _ in range(3):
        await days.store.note_solved(GROUP, await days.post(), AYLA, "Ayla")
    assert await days.solver(AYLA) == DailySolver(newest=3, streak=3, longest=3, total=3)
    await days.post()
    assert (await days.solver(AYLA)).streak_at(4) == 3, "today is not over"
    puzzle = await days.post()
    assert (await days.solver(AYLA)).streak_at(5) == 0
    await days.store.note_solved(GROUP, puzzle, AYLA, "Ayla")
    assert await days.solver(AYLA) == DailySolver(newest=5, streak=1, longest=3, total=4)


async def test_a_streak_is_of_puzzles_that_were_posted(redis: Redis, days: Days) -> None:
    await days.store.note_solved(GROUP, await days.post(), AYLA, "Ayla")
    days.count += 5  # the service was away for days
    await days.store.note_solved(GROUP, await days.post(), AYLA, "Ayla")
    assert (await days.solver(AYLA)).streak == 2
    assert await redis.hget(keys.daily_puzzle(GROUP), "number") == b"2"


async def test_what_a_group_had_comes_along_to_the_supergroup(redis: Redis, days: Days) -> None:
    puzzle = await days.post()
    await days.store.note_solved(GROUP, puzzle, AYLA, "Ayla")
    await GameStore(redis).migrate_chat(GROUP, SUPERGROUP)
    assert not await days.store.note_solved(GROUP, puzzle, AYLA, "Ayla"), "she was counted there"
    assert await days.store.note_solved(GROUP, puzzle, BORA, "Bora"), "who came from the old link counts"
    newest = await days.newest(SUPERGROUP)
    assert (newest.first, newest.solved) == (AYLA, 2)
    assert (await days.solver(BORA, SUPERGROUP)).total == 1
    begun = await days.store.begin_sending(GROUP, FIRST_DAY + timedelta(days=9), "f" * 12)
    assert (begun.outcome, begun.new_chat) == ("moved", SUPERGROUP)


async def test_nobody_becomes_the_first_in_place_of_somebody_who_is_forgotten(redis: Redis, days: Days) -> None:
    puzzle = await days.post()
    await days.store.note_solved(GROUP, puzzle, AYLA, "Ayla")
    await redis.hset(keys.daily_puzzle(GROUP), "first", FORGOTTEN_FIRST)
    await redis.hdel(keys.daily_puzzle(GROUP), "first-name")
    await days.store.note_solved(GROUP, puzzle, BORA, "Bora")
    await days.post()
    newest = await days.newest()
    assert newest.before == DailyResult(puzzle, 2, None, "")


async def test_a_day_begins_once_and_never_after_a_later_one(days: Days) -> None:
    await days.post()
    await days.post()
    for day in (FIRST_DAY, FIRST_DAY + timedelta(days=1), FIRST_DAY - timedelta(days=400)):
        assert (await days.store.begin_sending(GROUP, day, "f" * 12)).outcome == "done"


async def test_an_outcome_is_noted_only_of_what_is_being_sent(days: Days) -> None:
    begun = await days.store.begin_sending(GROUP, FIRST_DAY, "a" * 12)
    assert not await days.store.record_outcome(GROUP, FIRST_DAY, "another", "waiting")
    assert await days.store.record_outcome(GROUP, FIRST_DAY, begun.attempt, "sent")
    assert not await days.store.record_outcome(GROUP, FIRST_DAY, begun.attempt, "waiting")


async def test_what_another_was_sending_is_not_begun_again(days: Days) -> None:
    first = await days.store.begin_sending(GROUP, FIRST_DAY, "a" * 12)
    again = await days.store.begin_sending(GROUP, FIRST_DAY, "b" * 12)
    assert (first.outcome, again.outcome) == ("sending", "done")
    newest = await days.newest()
    assert (newest.puzzle, newest.state) == ("a" * 12, "unknown")


@pytest.mark.parametrize("field", ["day", "puzzle"])
async def test_a_chat_whose_note_is_damaged_gets_the_next_puzzle(redis: Redis, days: Days, field: str) -> None:
    """Everybody's own data are read from the notes of all chats: one chat's is in nobody's way."""
    await days.post()
    await redis.hdel(keys.daily_puzzle(GROUP), field)
    assert await days.store.load_newest(GROUP) is None
    later = await days.post()
    newest = await days.newest()
    assert newest.puzzle == later
