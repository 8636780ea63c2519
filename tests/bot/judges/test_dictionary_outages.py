"""Where the live service is silent the list decides, nobody waits for long, and a chat is told once."""

import asyncio

from redis.asyncio import Redis

from bot.judges import Judgement, TdkClient, Verdict, WordJudge
from bot.judges.word_judge import OUTAGE_NOTICE_SECONDS
from bot.store.keys import outage_notified
from engine.alphabet import load_alphabet
from tests.support.tdk_service import PATIENT_LIMITS, TdkService, loop_time, time_advancer
from tests.support.timers import LoopTime
from tests.support.word_judges import BUILT_IN, CHAT, judges, live_judges, service

__all__ = ["judges", "live_judges", "loop_time", "service"]


async def test_a_silent_service_leaves_the_word_to_the_built_in_list(
    live_judges: WordJudge, service: TdkService
) -> None:
    service.failing_status = 503
    table = await live_judges.load_dictionary(CHAT, "tr", "live")
    judgement = await live_judges.judge_words(["KALEM", "YENİSÖZ"], table)
    assert judgement.verdicts == {"KALEM": Verdict(True, BUILT_IN), "YENİSÖZ": Verdict(False, BUILT_IN)}
    assert judgement.fell_back


async def test_the_list_decides_only_the_words_that_were_not_answered(
    live_judges: WordJudge, service: TdkService, loop_time: LoopTime, redis: Redis
) -> None:
    service.hang_words = {"masa"}
    service.on_hang = time_advancer(loop_time, PATIENT_LIMITS.attempt_seconds, redis)
    judgement = await live_judges.judge_words(
        ["MASA", "YENİSÖZ"], await live_judges.load_dictionary(CHAT, "tr", "live")
    )
    assert judgement.verdicts == {"MASA": Verdict(True, BUILT_IN), "YENİSÖZ": Verdict(True, "tdk")}
    assert judgement.fell_back


async def test_a_live_table_outlives_the_setting(judges: WordJudge) -> None:
    judgement = await judges.judge_words(["KALEM"], await judges.load_dictionary(CHAT, "tr", "live"))
    assert judgement == Judgement({"KALEM": Verdict(True, BUILT_IN)}, fell_back=True)


async def test_an_outage_is_told_once_to_each_chat_and_anew_after_six_hours(
    live_judges: WordJudge, redis: Redis
) -> None:
    assert await live_judges.claim_outage_notice(CHAT)
    assert not await live_judges.claim_outage_notice(CHAT)
    assert await live_judges.claim_outage_notice(CHAT + 1)
    assert OUTAGE_NOTICE_SECONDS - 60 < await redis.ttl(outage_notified(CHAT)) <= OUTAGE_NOTICE_SECONDS
    await redis.delete(outage_notified(CHAT))
    assert await live_judges.claim_outage_notice(CHAT)


async def test_a_service_that_comes_and_goes_is_one_outage(live_judges: WordJudge, service: TdkService) -> None:
    table = await live_judges.load_dictionary(CHAT, "tr", "live")
    told: list[str] = []
    for number, word in enumerate(["MASA", "KALEM", "EV", "OT", "BAL", "AT"]):
        service.failing_status = None if number % 2 else 503
        if (await live_judges.judge_words([word], table)).fell_back and await live_judges.claim_outage_notice(CHAT):
            told.append(word)
    assert told == ["MASA"]


async def test_a_dead_service_delays_its_chat_by_less_than_two_seconds_and_others_by_nothing(
    redis: Redis, service: TdkService, loop_time: LoopTime
) -> None:
    """With the limits as they ship; time passes only where it is told to."""
    service.is_hanging = True
    tdk = TdkClient(service.url, redis)
    judges = WordJudge(redis, tdk)
    stuck, other = (
        await judges.load_dictionary(CHAT, "tr", "live"),
        await judges.load_dictionary(CHAT + 1, "tr", "builtin"),
    )
    one_word = ["KALEM"]
    waiting = asyncio.create_task(judges.judge_words(one_word, stuck))
    await service.request_came.wait()
    for seconds in (0.0, 1.0):
        loop_time.advance(seconds)
        assert (await judges.judge_words(["KALEM", "MASA"], other)).verdicts["MASA"].valid
        assert not waiting.done()
    loop_time.advance(0.99)
    assert (await waiting).fell_back

    letters = load_alphabet("tr").letters
    crowd = [judges.judge_words([f"{ch}A{other_ch}A" for other_ch in "BCDEFGHI"], stuck) for ch in letters]
    judging = asyncio.gather(*crowd)
    for _ in range(100):
        await redis.ping()  # until all have begun
    loop_time.advance(1.99)
    assert all(judgement.fell_back for judgement in await judging)

    assert (await judges.judge_words(one_word, stuck)).fell_back, "the breaker is open: no time has to pass"
    await tdk.close()
