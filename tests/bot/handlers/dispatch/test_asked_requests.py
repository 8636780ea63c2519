"""Of several answers to one question the first one counts, whoever was faster to read what was asked."""

import asyncio

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.handlers.dispatch.asked_requests import AnsweredElsewhere, AskedRequests, to_answered_request
from bot.store.player_state import PendingRequests
from bot.store.scope import Scope
from bot.store.update_context import UpdateContext
from bot.telegram.incoming.requests import Command, PlainText, Sender, Tap, Venue
from tests.support.games import NOW

USER = 101
PRIVATE = Venue(Scope(USER), private=True, title="", username=None)
MOVE = Command(
    UpdateContext(7), PRIVATE, Sender(USER, "Ayşe", None), 30, "play", "H8 yatay KALEM", NOW, (("Bora", 102),), 103
)


@pytest.fixture
async def asked(redis: Redis) -> AskedRequests:
    """Ayşe was asked at which of two tables her move is to be played."""
    requests = AskedRequests(PendingRequests(redis))
    await requests.save_asked(MOVE, is_shown=True)
    return requests


async def test_of_many_answers_at_once_one_counts(asked: AskedRequests) -> None:
    answers = [f"{number:08x}" for number in range(8)]
    claimed = await asyncio.gather(*(asked.claim_answer(USER, PRIVATE, 7, answer) for answer in answers))
    won = [answer for answer, one in zip(answers, claimed, strict=True) if one is not None]
    assert len(won) == 1
    # Whoever answered so may do so again, as after a process that ended; nobody else.
    for answer in answers:
        assert (await asked.claim_answer(USER, PRIVATE, 7, answer) is not None) == (answer in won)


async def test_an_edit_that_came_behind_another_answer_does_nothing(asked: AskedRequests) -> None:
    assert await asked.claim_answer(USER, PRIVATE, 7, "aaaaaaaa") is not None
    edit = replace(MOVE, update=UpdateContext(9, asked_about=7), is_edit=True)
    with pytest.raises(AnsweredElsewhere):
        await asked.claim_if_answers_question(edit, "bbbbbbbb")
    await asked.claim_if_answers_question(edit, "aaaaaaaa")


async def test_what_is_about_no_question_claims_nothing(asked: AskedRequests) -> None:
    await asked.claim_if_answers_question(MOVE, "bbbbbbbb")
    assert await asked.claim_answer(USER, PRIVATE, 7, "aaaaaaaa") is not None


async def test_a_question_that_is_asked_again_keeps_its_answer(asked: AskedRequests) -> None:
    assert await asked.claim_answer(USER, PRIVATE, 7, "aaaaaaaa") is not None
    await asked.save_asked(MOVE, is_shown=True)
    assert await asked.claim_answer(USER, PRIVATE, 7, "bbbbbbbb") is None


async def test_only_the_newest_question_is_answered(asked: AskedRequests) -> None:
    await asked.save_asked(replace(MOVE, update=UpdateContext(8)), is_shown=True)
    assert await asked.claim_answer(USER, PRIVATE, 7, "aaaaaaaa") is None
    assert await asked.claim_answer(USER, PRIVATE, 8, "aaaaaaaa") is not None


async def test_what_is_done_then_is_what_was_written(asked: AskedRequests) -> None:
    kept = await asked.claim_answer(USER, PRIVATE, 7, "aaaaaaaa")
    assert kept is not None
    tap = Tap(UpdateContext(9), PRIVATE, MOVE.sender, "query", 31, "which:aaaaaaaa:101:7")
    assert to_answered_request(kept, tap, "aaaaaaaa") == replace(MOVE, update=tap.update, answered_table="aaaaaaaa")
    word = PlainText(UpdateContext(10), PRIVATE, MOVE.sender, 32, "KALEM", NOW, mentions_bot=True)
    await asked.save_asked(word, is_shown=True)
    kept = await asked.claim_answer(USER, PRIVATE, 10, "aaaaaaaa")
    assert kept is not None
    assert to_answered_request(kept, tap, "aaaaaaaa") == replace(word, update=tap.update, answered_table="aaaaaaaa")
