"""How the workers divide the limit in all: by what each has to send, and never more than it together."""

from collections.abc import Mapping, Sequence

import pytest
from redis.asyncio import Redis

from bot.telegram.send_queue import RateLimits, SendQueue, SharedLimit
from tests.support.timers import TELEGRAM_LIMITS

WHOLE = TELEGRAM_LIMITS.all


class Worker(SendQueue):
    """A queue whose demand a test says, and the share that it was given last."""

    def __init__(self, limits: RateLimits | None = TELEGRAM_LIMITS) -> None:
        super().__init__(limits)
        self.demand = 0
        self.share = 0
        self.queries = 0

    def pop_demand(self) -> int:
        return self.demand

    def limit_to(self, share: int, queries: int) -> None:
        self.share, self.queries = share, queries


async def shares_after(
    redis: Redis, rounds: Sequence[Mapping[str, int]], workers: dict[str, Worker]
) -> list[dict[str, int]]:
    """The shares after each second, in which the workers had that much to send, and ask in turn."""
    found = []
    for demands in rounds:
        for name, demand in demands.items():
            workers[name].demand = demand
            await SharedLimit(redis, workers[name]).renew(name, demands.keys())
        found.append({name: workers[name].share for name in demands})
    return found


async def test_what_quiet_workers_do_not_need_is_lent_to_one_that_is_busy(redis: Redis) -> None:
    workers = {"a": Worker(), "b": Worker()}
    quiet, busy, both = {"a": 1, "b": 0}, {"a": 20, "b": 0}, {"a": 20, "b": 20}
    found = await shares_after(redis, [quiet, busy, busy, both, both, quiet, quiet], workers)
    assert found[0] == {"a": 10, "b": 10}
    assert found[1] == {"a": 20, "b": 5}, "some is there at once"
    assert found[2] == {"a": 25, "b": 5}
    assert {one.queries for one in workers.values()} == {15}, "one that has to wait is refused"
    assert found[4] == {"a": 15, "b": 15}, "what was lent comes back within two seconds"
    assert found[6] == {"a": 10, "b": 10}
    assert (await shares_after(redis, [{"a": 1}], workers))[0] == {"a": WHOLE}, "alone it has all"


@pytest.mark.parametrize("count", [3, 40])
async def test_the_shares_are_never_more_than_the_limit(redis: Redis, count: int) -> None:
    workers = {str(number): Worker() for number in range(count)}
    demands = [{name: (7 * int(name) + 13 * second) % 50 for name in workers} for second in range(6)]
    for shares in await shares_after(redis, demands, workers):
        assert sum(shares.values()) <= max(WHOLE, count)
        assert min(shares.values()) >= 1


async def test_a_worker_that_has_not_asked_yet_may_hold_an_equal_part(redis: Redis) -> None:
    busy = Worker()
    busy.demand = 20
    await SharedLimit(redis, busy).renew("a", ["a", "b"])
    assert busy.share == WHOLE // 2


async def test_without_limits_nothing_is_shared(redis: Redis) -> None:
    free = Worker(None)
    await SharedLimit(redis, free).renew("a", ["a", "b"])
    assert free.share == 0
