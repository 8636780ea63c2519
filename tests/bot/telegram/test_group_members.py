"""What people are in groups: asked once in a while, and where it may not be asked, said so at once."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from telegram.constants import ChatMemberStatus

from bot.call_errors import CallFailed, NotFound, RateLimited
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.telegram.gateway import Gateway
from bot.telegram.groups import MEMBER_CACHE_SECONDS, GroupMember, GroupMembers
from bot.telegram.requests import BotAdded, Sender, Venue
from engine.errors import Refusal
from tests.support.timers import FakeTimers

GROUP, OTHER = -100, -200
KIRAZ, LIMON = 1, 2


@dataclass
class MembershipDouble:
    """Knows who administers groups, and fails as it is told."""

    admins: set[int] = field(default_factory=lambda: {KIRAZ})
    banned: set[int] = field(default_factory=set)
    failing: CallFailed | None = None
    asked: list[tuple[int, int]] = field(default_factory=list)

    async def fetch_member(self, chat: int, user: int) -> Any:
        self.asked.append((chat, user))
        if self.failing is not None:
            raise self.failing
        status = ChatMemberStatus.ADMINISTRATOR if user in self.admins else ChatMemberStatus.MEMBER
        status = ChatMemberStatus.BANNED if user in self.banned else status
        person = SimpleNamespace(username=f"name{user}", first_name=f"Name {user}", last_name=None, is_bot=False)
        return SimpleNamespace(status=status, user=person)


@pytest.fixture
def telegram() -> MembershipDouble:
    return MembershipDouble()


@pytest.fixture
def timers() -> FakeTimers:
    return FakeTimers()


@pytest.fixture
def members(telegram: MembershipDouble, timers: FakeTimers) -> GroupMembers:
    return GroupMembers(cast("Gateway", telegram), timers.clock)


async def refusal(members: GroupMembers, chat: int = GROUP, user: int = LIMON) -> str:
    with pytest.raises(Refusal) as caught:
        await members.check_admin(
            BotAdded(UpdateContext(1), Venue(Scope(chat), False, "", None), Sender(user, "", None), as_admin=False)
        )
    return caught.value.code


async def test_who_asks_again_and_again_is_asked_about_once(members: GroupMembers, telegram: MembershipDouble) -> None:
    for _ in range(100):
        assert await members.find_member(GROUP, KIRAZ) == GroupMember(True, "name1", present=True, name="Name 1")
        assert await refusal(members) == "admins_only"
    assert telegram.asked == [(GROUP, KIRAZ), (GROUP, LIMON)]
    await members.find_member(OTHER, KIRAZ)
    assert telegram.asked[2:] == [(OTHER, KIRAZ)]


async def test_whoever_becomes_an_administrator_is_one_after_a_moment(
    members: GroupMembers, telegram: MembershipDouble, timers: FakeTimers
) -> None:
    assert await refusal(members) == "admins_only"
    telegram.admins = {LIMON}
    assert await refusal(members) == "admins_only"
    await timers.advance(MEMBER_CACHE_SECONDS)
    assert (await members.find_member(GROUP, LIMON)).is_admin


async def test_whom_telegram_does_not_know_there_is_remembered_too(
    members: GroupMembers, telegram: MembershipDouble
) -> None:
    telegram.failing = NotFound("Bad Request: user not found")
    for _ in range(3):
        assert await refusal(members) == "admins_only"
    assert len(telegram.asked) == 1


async def test_what_is_asked_too_fast_is_told_at_once_and_not_asked_again_until_it_may_be(
    members: GroupMembers, telegram: MembershipDouble, timers: FakeTimers
) -> None:
    telegram.failing = RateLimited("Too Many Requests", 30.0)
    for user in range(100, 110):
        assert await refusal(members, user=user) == "busy"
    assert len(telegram.asked) == 1
    telegram.failing = None
    assert (await members.find_member(OTHER, KIRAZ)).is_admin, "in another group it may be"
    await timers.advance(30.0)
    assert await refusal(members) == "admins_only"
