"""Who is looked for to be told of their turn in private: nobody whose turn is over soon."""

from typing import cast

import pytest
from msgspec.structs import replace

from bot.announce.turncalls import TurnCalls
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.codec import Notice
from bot.telegram.gateway import Gateway
from bot.texts import Texts
from engine.absence import Nudged
from engine.game import view
from tests.support.chats import KIRAZ, LIMON
from tests.support.games import after, game, pass_
from tests.support.timers import Timers, settled

pytestmark = pytest.mark.asyncio

HERE, THERE = Scope(-1), Scope(-2)
OPENING = game("kelimelik", laid=["8F KALEM"])


class Askable:
    """Knows that nobody wants to be told, and who was asked about."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def settings(self, user: int) -> dict[str, str]:
        self.asked.append(user)
        return {}


@pytest.fixture
def store() -> Askable:
    return Askable()


@pytest.fixture
def timers() -> Timers:
    return Timers()


@pytest.fixture
def calls(store: Askable, timers: Timers) -> TurnCalls:
    return TurnCalls(cast("Gateway", None), cast("Store", store), Texts(), "tr", timers.later)


def notice(passes: int, table: str = "") -> Notice:
    """After so many passes."""
    state = OPENING
    for _ in range(passes):
        state = after(state, pass_(state))
    return Notice((), view(state, None), table, {})


async def test_a_turn_that_lasts_is_asked_about_once(calls: TurnCalls, store: Askable, timers: Timers) -> None:
    calls.after(HERE, notice(0), 1)
    await timers.pass_(60.0)
    calls.after(HERE, notice(0), 2)
    await timers.pass_(60.0)
    assert store.asked == [KIRAZ]


async def test_a_turn_that_is_over_soon_is_not(calls: TurnCalls, store: Askable, timers: Timers) -> None:
    calls.after(HERE, notice(0), 1)
    await timers.pass_(1.0)
    calls.after(HERE, notice(1), 2)
    await timers.pass_(60.0)
    assert store.asked == [LIMON]


async def test_other_tables_have_turns_of_their_own(calls: TurnCalls, store: Askable, timers: Timers) -> None:
    calls.after(HERE, notice(0, "here"), 1)
    calls.after(THERE, notice(1, "there"), 2)
    await timers.pass_(60.0)
    assert sorted(store.asked) == [KIRAZ, LIMON]


async def test_whoever_is_waited_for_is_asked_about_at_once_and_once(
    calls: TurnCalls, store: Askable, timers: Timers
) -> None:
    waited = replace(notice(0), events=(Nudged(0, 86400),))
    calls.after(HERE, waited, 1)
    calls.after(HERE, waited, 1)
    await timers.pass_(0.0)
    assert store.asked == [KIRAZ]


async def test_each_of_several_groups_that_wait_is_told_of(calls: TurnCalls, store: Askable) -> None:
    for scope, table in ((HERE, "here"), (THERE, "there"), (Scope(-3), "yonder")):
        calls.after(scope, replace(notice(0, table), events=(Nudged(0, 86400),)), 1)
    await settled()
    assert store.asked == [KIRAZ] * 3


async def test_at_the_end_what_is_to_come_is_told_at_once(calls: TurnCalls, store: Askable) -> None:
    calls.after(HERE, notice(0), 1)
    await calls.settle(5.0)
    await settled()
    assert store.asked == [KIRAZ]
