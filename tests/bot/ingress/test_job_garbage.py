"""What was handled is gone at once: Python collects garbage rarely here, and what waits for it enlarges a worker."""

import gc

from redis.asyncio import Redis

from bot.ingress.jobs import Job
from tests.support.consumer_harness import ConsumerHarness
from tests.support.waiting import run_until_idle

KIRAZ = 101


async def test_a_job_that_is_done_keeps_nothing_that_keeps_it(redis: Redis) -> None:
    desk = ConsumerHarness(redis)
    async with desk.run_consumer():
        for number in range(5):
            await desk.append_text(f"/play {number}", KIRAZ)
        await desk.wait_until_empty()
        assert len(desk.handled_texts) == 5
        gc.disable()
        try:
            gc.collect()
            await desk.append_text("/play 5", KIRAZ)
            await desk.wait_until_empty()
            await run_until_idle()
            left = sum(isinstance(one, Job) for one in gc.get_objects())
        finally:
            gc.enable()
    assert len(desk.handled_texts) == 6
    assert left == 0
