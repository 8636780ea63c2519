"""The live dictionary over real HTTP and real Redis: right, slow, wrong, down, garbled and huge."""

import asyncio
import socket
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from bot.judges.tdk import INVALID_SECONDS, VALID_SECONDS, Finding, TdkLimits
from bot.store.keys import dictionary_answer
from tests.support.tdk_service import (
    DEFAULT_LIMITS,
    VALID_FINDING,
    MakeTdk,
    TdkService,
    asking,
    clock,
    knows_no_word,
    loop_time,
    service,
    tdk_entry,
    time_advancer,
)
from tests.support.timers import LoopTime

__all__ = ["asking", "clock", "loop_time", "service"]


def accepts_everything(word: str) -> bool:
    return bool(word)


async def test_words_are_asked_in_lower_case_and_found_or_not(service: TdkService, asking: MakeTdk) -> None:
    found = await asking().find_words(["KALEM", "IŞIK", "QALIM"], knows_no_word)
    assert found["KALEM"] == VALID_FINDING
    assert found["IŞIK"].valid
    assert not found["QALIM"].valid
    assert sorted(service.asked_words) == ["kalem", "qalım", "qâlım", "ışık"]


async def test_what_was_found_is_kept_for_everybody_with_an_end(
    service: TdkService, asking: MakeTdk, redis: Redis
) -> None:
    await asking().find_words(["KALEM", "YOKKİ"], knows_no_word)
    again = await asking().find_words(["KALEM", "YOKKİ"], knows_no_word)
    assert again == {"KALEM": VALID_FINDING, "YOKKİ": Finding(valid=False)}
    assert sorted(service.asked_words) == ["kalem", "yokki", "yokkî"]
    assert 0 < await redis.ttl(dictionary_answer("tr", "KALEM")) <= VALID_SECONDS
    assert INVALID_SECONDS - 60 < await redis.ttl(dictionary_answer("tr", "YOKKİ")) <= INVALID_SECONDS


async def test_a_kept_word_that_cannot_be_read_is_asked_again(asking: MakeTdk, redis: Redis) -> None:
    await redis.set(dictionary_answer("tr", "KALEM"), b"\x00")
    assert await asking().find_words(["KALEM"], knows_no_word) == {"KALEM": VALID_FINDING}


def test_the_keys_of_words_are_spread_over_the_shards() -> None:
    assert dictionary_answer("tr", "KALEM") == "hf:{20}:word:tr:KALEM"
    assert len({dictionary_answer("tr", "A" * length)[:7] for length in range(2, 40)}) > 10


async def test_without_redis_the_service_is_still_asked(asking: MakeTdk) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        async with Redis(port=closed.getsockname()[1], retry=Retry(NoBackoff(), 0)) as dead:
            found = await asking(client=dead).find_words(["KALEM"], knows_no_word)
    assert found == {"KALEM": VALID_FINDING}


async def test_a_word_of_the_list_is_also_asked_with_circumflexes(service: TdkService, asking: MakeTdk) -> None:
    service.entries["rüzgâr"] = [tdk_entry("rüzgâr", "Yel")]
    found = await asking().find_words(["RÜZGAR"], accepts_everything)
    assert found == {"RÜZGAR": Finding(valid=True, meaning="Yel")}
    assert service.asked_words == ["rüzgar", "rüzgâr"]


async def test_a_word_in_no_list_is_also_asked_with_circumflexes(service: TdkService, asking: MakeTdk) -> None:
    service.entries["selfî"] = [tdk_entry("selfî", "Özçekim")]
    found = await asking().find_words(["SELFİ"], knows_no_word)
    assert found == {"SELFİ": Finding(valid=True, meaning="Özçekim")}
    assert service.asked_words == ["selfi", "selfî"]


async def test_a_word_in_no_list_is_asked_with_six_circumflexes_at_most(service: TdkService, asking: MakeTdk) -> None:
    found = await asking().find_words(["ANLAMLANDIRAMAYACAK"], knows_no_word)
    assert found == {"ANLAMLANDIRAMAYACAK": Finding(valid=False)}
    assert service.asked_words[0] == "anlamlandıramayacak"
    assert len(service.asked_words) == 1 + 6
    assert "anlâmlandıramayacak" in service.asked_words


async def test_the_spellings_of_a_word_are_asked_side_by_side(service: TdkService, asking: MakeTdk) -> None:
    service.answer_together(6, after=1)
    await asking().find_words(["ANLAMLANDIRAMAYACAK"], knows_no_word)
    assert service.most_busy == 6


async def test_a_spelling_that_is_found_waits_for_no_other(service: TdkService, asking: MakeTdk) -> None:
    service.entries["hâlâ"] = [tdk_entry("hâlâ", "Şimdiye kadar")]
    service.hang_words = {"hâla", "halâ"}
    found = await asking().find_words(["HALA"], knows_no_word)
    assert found["HALA"].valid


async def test_a_spelling_that_is_not_answered_leaves_a_word_of_the_list_open(
    service: TdkService, asking: MakeTdk, loop_time: LoopTime
) -> None:
    service.hang_words = {"hâla"}
    service.on_hang = time_advancer(loop_time, DEFAULT_LIMITS.attempt_seconds)
    found = await asking(limits=DEFAULT_LIMITS).find_words(["HALA"], accepts_everything)
    assert found == {}


@pytest.mark.parametrize(
    "limits", [TdkLimits(attempt_seconds=1.0, max_seconds=9.0), TdkLimits(attempt_seconds=9.0, max_seconds=1.0)]
)
async def test_a_spelling_that_is_not_answered_leaves_a_word_of_no_list_invalid_and_unkept(
    service: TdkService, asking: MakeTdk, redis: Redis, limits: TdkLimits, loop_time: LoopTime
) -> None:
    service.hang_words = {"hâla"}
    service.on_hang = time_advancer(loop_time, 1.0)
    found = await asking(limits=limits).find_words(["HALA"], knows_no_word)
    assert found == {"HALA": Finding(valid=False)}
    assert await redis.dbsize() == 0


async def test_circumflexes_crowd_no_plain_spelling_out(
    service: TdkService, asking: MakeTdk, loop_time: LoopTime
) -> None:
    words = ["KALEM", *(f"ANLA{ch}ALANAMAZ" for ch in "BCDFGKL")]
    plain = [word.lower() for word in words]
    service.hang_accents = True

    async def run_out() -> None:
        if (
            service.hang_count == DEFAULT_LIMITS.calls_per_move
        ):  # all turns are taken, so all plain spellings are answered
            loop_time.advance(DEFAULT_LIMITS.max_seconds)

    service.on_hang = run_out
    found = await asking(limits=replace(DEFAULT_LIMITS, attempt_seconds=30.0)).find_words(words, knows_no_word)
    assert found == {"KALEM": VALID_FINDING} | {word: Finding(valid=False) for word in words[1:]}
    assert sorted(service.asked_words[: len(plain)]) == sorted(plain)
    assert len(service.asked_words) == len(plain) + TdkLimits().calls_per_move


async def test_a_homograph_without_circumflex_settles_it(service: TdkService, asking: MakeTdk) -> None:
    service.entries["hala"] = [tdk_entry("hala", "Babanın kız kardeşi")]
    await asking().find_words(["HALA"], accepts_everything)
    assert service.asked_words == ["hala"]


async def test_one_move_has_few_calls_under_way(service: TdkService, asking: MakeTdk) -> None:
    service.answer_together(2)
    found = await asking(limits=TdkLimits(calls_per_move=2)).find_words([f"{ch}A" for ch in "BCDEFGHK"], knows_no_word)
    assert len(found) == 8
    assert service.most_busy == 2


async def test_all_chats_together_have_a_limit_too(service: TdkService, asking: MakeTdk) -> None:
    service.answer_together(3)
    tdk = asking(limits=TdkLimits(calls_per_move=2, calls_in_all=3))
    found = await asyncio.gather(*(tdk.find_words([f"{ch}A", f"{ch}E"], knows_no_word) for ch in "KLMNPR"))
    assert [len(each) for each in found] == [2] * 6
    assert service.most_busy == 3


async def test_a_word_is_sent_as_one_value_whatever_is_in_it(service: TdkService, asking: MakeTdk) -> None:
    for word in ("A&ARA=B", "../../X", "A#B", "A B%20C", "http://127.0.0.1:1/", "\r\nX: Y"):
        await asking().find_words([word], knows_no_word)
    assert set(service.paths) == {"/gts"}
    assert {"a&ara=b", "../../x", "a#b", "a b%20c"} <= set(service.asked_words)


async def test_no_log_names_a_word(service: TdkService, asking: MakeTdk, caplog: pytest.LogCaptureFixture) -> None:
    service.failing_status = 500
    await asking().find_words(["KALEM"], knows_no_word)
    assert "status 500" in caplog.text
    assert "kalem" not in caplog.text.lower()


async def test_a_closed_client_opens_again(asking: MakeTdk) -> None:
    tdk = asking()
    await tdk.find_words(["KALEM"], knows_no_word)
    await tdk.close()
    found: dict[str, Any] = await tdk.find_words(["IŞIK"], knows_no_word)
    assert found["IŞIK"].valid
