"""What work on puzzles brings, how hard one is, and out of which games of a chat puzzles come."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from msgspec import structs
from redis.asyncio import Redis

from bot.app.wiring import build_puzzles
from bot.families.puzzles import (
    LEAST_AGE_SECONDS,
    GradedAnswer,
    PuzzleResult,
    PuzzleService,
    difficulty_of,
    points_left,
)
from bot.families.services import RecordServices
from bot.records.projection import Projection
from bot.store import keys
from bot.store.puzzles import PuzzleOutcome, PuzzleProgress, SolverFigures
from bot.store.records import RecordStore
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.game_record import GameRecord, PlayerRecord, encode_record
from engine.seat_figures import SeatFigures
from tests.support.waiting import PATIENCE

NOW = datetime(2026, 5, 1, tzinfo=UTC)
SECONDS = int(NOW.timestamp())
AYSE, BORA, CHAT = 1, 2, -100
GAME = "wordbox-tr"
RIGHT = GradedAnswer(is_best=True, behind=0, invalid=(), move="", score=1, fingerprint="aa")
WRONG = GradedAnswer(is_best=False, behind=9, invalid=(), move="", score=1, fingerprint="bb")


def service_on(redis: Redis) -> PuzzleService:
    async def run_job(*_: object, **__: object) -> bytes:
        return b"\x90"

    store = RecordStore(redis)
    unused: Any = None
    records = RecordServices(store, Projection(store), unused, unused)
    return build_puzzles(redis, records, list.reverse, lambda: NOW, run_job)


@pytest.mark.parametrize(
    ("hints", "tries", "points"), [(0, 0, 100), (1, 0, 90), (0, 1, 90), (3, 2, 50), (3, 6, 10), (3, 60, 10)]
)
def test_each_hint_and_each_wrong_answer_takes_ten_points_off(hints: int, tries: int, points: int) -> None:
    assert points_left(PuzzleProgress(hints=hints, tries=tries)) == points


def test_how_hard_a_puzzle_is_is_said_once_five_have_tried() -> None:
    assert difficulty_of(SolverFigures(ended=4, points=400)) is None
    assert difficulty_of(SolverFigures(ended=5, points=500)) == "easy"
    assert difficulty_of(SolverFigures(ended=5, points=250)) == "medium"
    assert difficulty_of(SolverFigures(ended=5)) == "hard"


async def test_a_puzzle_is_solved_once_and_its_listeners_are_told_once(redis: Redis) -> None:
    service, told = service_on(redis), list[PuzzleResult]()

    async def listen(result: PuzzleResult) -> None:
        told.append(result)

    service.listeners.append(listen)
    puzzle = shipped_puzzles(GAME)[0]
    await service.open_puzzle(AYSE, puzzle, CHAT)
    await service.answer(AYSE, "Ayşe", puzzle, WRONG)
    await service.answer(AYSE, "Ayşe", puzzle, WRONG)
    for _ in range(2):
        progress = (await service.answer(AYSE, "Ayşe", puzzle, RIGHT)).progress
    assert (progress.outcome, progress.points, progress.tries) == (PuzzleOutcome.SOLVED, 90, 1)
    assert progress.origin == CHAT
    assert [one.progress for one in told] == [progress]
    assert await service.store.load_figures(puzzle.id) == SolverFigures(1, 1, 0, 1, 90)


async def test_a_puzzle_that_was_begun_before_progress_knew_its_message_can_be_solved(redis: Redis) -> None:
    service, puzzle = service_on(redis), shipped_puzzles(GAME)[0]
    stored = msgspec.msgpack.encode((PuzzleOutcome.OPEN, 0, 1, 0, SECONDS, 0, CHAT, "bb"))
    await redis.hset(keys.user_puzzles(AYSE), bytes.fromhex(puzzle.id), stored)
    async with asyncio.timeout(PATIENCE):
        work = await service.answer(AYSE, "Ayşe", puzzle, RIGHT, 7)
    assert (work.progress.points, work.progress.solved_by) == (90, 7)
    async with asyncio.timeout(PATIENCE):
        assert await service.open_puzzle(AYSE, puzzle, CHAT) == work.progress


async def test_whose_link_was_handed_on_is_not_noted_of_whoever_follows_it(redis: Redis) -> None:
    service, puzzle = service_on(redis), shipped_puzzles(GAME)[0]
    for chat in (BORA, CHAT, BORA):
        await service.follow_link(AYSE, "Ayşe", puzzle, chat)
    stored = await service.store.load_user(AYSE)
    assert (stored.progress[puzzle.id].origin, stored.further_origins) == (CHAT, {})
    await service.follow_link(AYSE, "Ayşe", puzzle, AYSE)
    assert (await service.store.load_user(AYSE)).further_origins == {puzzle.id: (AYSE,)}
    for chat in range(-1, -40, -1):
        await service.follow_link(AYSE, "Ayşe", puzzle, chat)
    assert len(await service.store.load_origins(AYSE, puzzle.id)) == 16, "of many chats few are noted"


async def test_a_puzzle_counts_in_each_chat_from_which_somebody_came_to_it(redis: Redis) -> None:
    service, told = service_on(redis), list[tuple[int, ...]]()

    async def listen(result: PuzzleResult) -> None:
        told.append(result.origins)

    service.listeners.append(listen)
    puzzle, other = shipped_puzzles(GAME)[:2]
    for chat in (CHAT, -7, CHAT, -7, -5):
        await service.follow_link(AYSE, "Ayşe", puzzle, chat)
    await service.follow_link(AYSE, "Ayşe", other, -9)
    assert told == []
    await service.answer(AYSE, "Ayşe", puzzle, RIGHT)
    assert told == [(CHAT, -7, -5)]
    await service.follow_link(AYSE, "Ayşe", puzzle, -8)
    assert told[1:] == [(-8,)], "solved already, it counts where it is met later"
    assert (await service.store.load_user(AYSE)).further_origins == {puzzle.id: (-8, -7, -5)}
    await service.give_up(AYSE, "Ayşe", other)
    await service.follow_link(AYSE, "Ayşe", other, -8)
    assert told[2:] == [(-9,)], "a puzzle given up counts nowhere else"


def record(number: int, ended: int, users: Sequence[int] = (AYSE, BORA), *, left_out: bool = False) -> bytes:
    players = tuple(
        PlayerRecord(user, "ab", 1, 0, left=False, joined_late=False, figures=SeatFigures()) for user in users
    )
    made = GameRecord(f"{number:016x}", GAME, "x", ended, ended, "out", 9, players, left_out)
    return encode_record(made)


@pytest.mark.parametrize(
    ("data", "eligible"),
    [
        (record(1, SECONDS - LEAST_AGE_SECONDS), True),
        (record(1, SECONDS - LEAST_AGE_SECONDS + 1), False),
        (record(1, 1, left_out=True), False),
        (record(1, 1, (AYSE, 3)), False),
    ],
    ids=["a week old", "younger", "left out", "of somebody who opted out"],
)
async def test_old_games_alone_of_people_who_may_be_shown_give_puzzles(
    redis: Redis, *, data: bytes, eligible: bool
) -> None:
    service = service_on(redis)
    family = service.family_of_game(GAME)
    await redis.rpush(keys.records(CHAT), data)
    await RecordStore(redis).set_unlisted(CHAT, 3, unlisted=True)
    own = structs.replace(shipped_puzzles(GAME)[0], rack=tuple("ABCDEFG"), source="game")
    await service.store.save_puzzles({own.id: family.encode(own)})
    await service.store.note_chat_game(CHAT, f"{1:016x}", [own.id])
    seen = [one.id for one in shipped_puzzles(GAME)]
    found = await service.sources.choose(family, GAME, CHAT, seen)
    await service.sources.close()
    assert (found is not None and found.id == own.id) is eligible
    assert await service.sources.choose(family, GAME, CHAT, [*seen, own.id]) is None, "never twice"
    await service.sources.close()


async def test_a_private_chats_daily_puzzle_is_none_that_its_owner_saw_nor_the_other_way_round(redis: Redis) -> None:
    service = service_on(redis)
    opened, posted, *others = shipped_puzzles(GAME)
    await service.open_puzzle(AYSE, opened)
    await service.store.note_shown(AYSE, posted.id, SECONDS)
    for one in others[1:]:
        await service.store.note_shown(AYSE, one.id, SECONDS)
    assert await service.choose_for_user(AYSE, GAME) == others[0]
    assert await service.choose_for_chat(AYSE, GAME) == others[0]
    assert await service.choose_for_user(AYSE, GAME) is None
    await service.sources.close()


async def test_a_puzzle_kept_of_a_game_joins_those_that_were_found_in_it(redis: Redis) -> None:
    service, (one, two) = service_on(redis), shipped_puzzles(GAME)[:2]
    game = "0123456789abcdef"
    await service.store.note_chat_game(CHAT, game, [one.id])
    for _ in range(2):
        await service.sources.keep_of_game(service.family_of_game(GAME), CHAT, game, two)
    assert await service.store.load_chat_puzzles(CHAT) == {game: (one.id, two.id)}
    assert await service.store.load_puzzle(two.id) is not None
