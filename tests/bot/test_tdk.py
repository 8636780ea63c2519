"""The live dictionary over real HTTP and real Redis: right, slow, wrong, down, garbled and huge."""

import asyncio
import socket
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from bot.judges.cache import INVALID_SECONDS, VALID_SECONDS
from bot.judges.entries import Finding
from bot.judges.tdk import Limits
from bot.store.keys import finding
from tests.support.loop_time import LoopTime
from tests.support.tdk import TdkDouble, entry
from tests.support.tdk_client import SHIPPED, VALID, Asking, asking, clock, loop_time, nothing, passing, service

__all__ = ["asking", "clock", "loop_time", "service"]


def everything(word: str) -> bool:
    return bool(word)


async def test_words_are_asked_in_lower_case_and_found_or_not(service: TdkDouble, asking: Asking) -> None:
    found = await asking().find(["KALEM", "IŞIK", "QALIM"], nothing)
    assert found["KALEM"] == VALID
    assert found["IŞIK"].valid
    assert not found["QALIM"].valid
    assert sorted(service.asked) == ["kalem", "qalım", "qâlım", "ışık"]


async def test_what_was_found_is_kept_for_everybody_with_an_end(
    service: TdkDouble, asking: Asking, redis: Redis
) -> None:
    await asking().find(["KALEM", "YOKKİ"], nothing)
    again = await asking().find(["KALEM", "YOKKİ"], nothing)
    assert again == {"KALEM": VALID, "YOKKİ": Finding(valid=False)}
    assert sorted(service.asked) == ["kalem", "yokki", "yokkî"]
    assert 0 < await redis.ttl(finding("tr", "KALEM")) <= VALID_SECONDS
    assert INVALID_SECONDS - 60 < await redis.ttl(finding("tr", "YOKKİ")) <= INVALID_SECONDS


async def test_a_kept_word_that_cannot_be_read_is_asked_again(asking: Asking, redis: Redis) -> None:
    await redis.set(finding("tr", "KALEM"), b"\x00")
    assert await asking().find(["KALEM"], nothing) == {"KALEM": VALID}


def test_the_keys_of_words_are_spread_over_the_shards() -> None:
    assert finding("tr", "KALEM") == "hf:{20}:word:tr:KALEM"
    assert len({finding("tr", "A" * length)[:7] for length in range(2, 40)}) > 10


async def test_without_redis_the_service_is_still_asked(asking: Asking) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        async with Redis(port=closed.getsockname()[1], retry=Retry(NoBackoff(), 0)) as dead:
            found = await asking(client=dead).find(["KALEM"], nothing)
    assert found == {"KALEM": VALID}


async def test_a_word_of_the_list_is_also_asked_with_circumflexes(service: TdkDouble, asking: Asking) -> None:
    service.entries["rüzgâr"] = [entry("rüzgâr", "Yel")]
    found = await asking().find(["RÜZGAR"], everything)
    assert found == {"RÜZGAR": Finding(valid=True, meaning="Yel")}
    assert service.asked == ["rüzgar", "rüzgâr"]


async def test_a_word_in_no_list_is_also_asked_with_circumflexes(service: TdkDouble, asking: Asking) -> None:
    service.entries["selfî"] = [entry("selfî", "Özçekim")]
    found = await asking().find(["SELFİ"], nothing)
    assert found == {"SELFİ": Finding(valid=True, meaning="Özçekim")}
    assert service.asked == ["selfi", "selfî"]


async def test_a_word_in_no_list_is_asked_with_six_circumflexes_at_most(service: TdkDouble, asking: Asking) -> None:
    found = await asking().find(["ANLAMLANDIRAMAYACAK"], nothing)
    assert found == {"ANLAMLANDIRAMAYACAK": Finding(valid=False)}
    assert service.asked[0] == "anlamlandıramayacak"
    assert len(service.asked) == 1 + 6
    assert "anlâmlandıramayacak" in service.asked


async def test_the_spellings_of_a_word_are_asked_side_by_side(service: TdkDouble, asking: Asking) -> None:
    service.gather(6, after=1)
    await asking().find(["ANLAMLANDIRAMAYACAK"], nothing)
    assert service.most_busy == 6


async def test_a_spelling_that_is_found_waits_for_no_other(service: TdkDouble, asking: Asking) -> None:
    service.entries["hâlâ"] = [entry("hâlâ", "Şimdiye kadar")]
    service.hang_words = {"hâla", "halâ"}
    found = await asking().find(["HALA"], nothing)
    assert found["HALA"].valid


async def test_a_spelling_that_is_not_answered_leaves_a_word_of_the_list_open(
    service: TdkDouble, asking: Asking, loop_time: LoopTime
) -> None:
    service.hang_words = {"hâla"}
    service.on_hang = passing(loop_time, SHIPPED.attempt_seconds)
    found = await asking(limits=SHIPPED).find(["HALA"], everything)
    assert found == {}


@pytest.mark.parametrize(
    "limits", [Limits(attempt_seconds=1.0, whole_seconds=9.0), Limits(attempt_seconds=9.0, whole_seconds=1.0)]
)
async def test_a_spelling_that_is_not_answered_leaves_a_word_of_no_list_invalid_and_unkept(
    service: TdkDouble, asking: Asking, redis: Redis, limits: Limits, loop_time: LoopTime
) -> None:
    service.hang_words = {"hâla"}
    service.on_hang = passing(loop_time, 1.0)
    found = await asking(limits=limits).find(["HALA"], nothing)
    assert found == {"HALA": Finding(valid=False)}
    assert await redis.dbsize() == 0


async def test_circumflexes_crowd_no_plain_spelling_out(
    service: TdkDouble, asking: Asking, loop_time: LoopTime
) -> None:
    words = ["KALEM", *(f"ANLA{ch}ALANAMAZ" for ch in "BCDFGKL")]
    plain = [word.lower() for word in words]
    service.hang_accents = True

    async def run_out() -> None:
        if service.hung == SHIPPED.at_once:  # all turns are taken, so all plain spellings are answered
            loop_time.pass_(SHIPPED.whole_seconds)

    service.on_hang = run_out
    found = await asking(limits=replace(SHIPPED, attempt_seconds=30.0)).find(words, nothing)
    assert found == {"KALEM": VALID} | {word: Finding(valid=False) for word in words[1:]}
    assert sorted(service.asked[: len(plain)]) == sorted(plain)
    assert len(service.asked) == len(plain) + Limits().at_once


async def test_a_homograph_without_circumflex_settles_it(service: TdkDouble, asking: Asking) -> None:
    service.entries["hala"] = [entry("hala", "Babanın kız kardeşi")]
    await asking().find(["HALA"], everything)
    assert service.asked == ["hala"]


async def test_one_move_has_few_calls_under_way(service: TdkDouble, asking: Asking) -> None:
    service.gather(2)
    found = await asking(limits=Limits(at_once=2)).find([f"{ch}A" for ch in "BCDEFGHK"], nothing)
    assert len(found) == 8
    assert service.most_busy == 2


async def test_all_chats_together_have_a_limit_too(service: TdkDouble, asking: Asking) -> None:
    service.gather(3)
    tdk = asking(limits=Limits(at_once=2, at_once_in_all=3))
    found = await asyncio.gather(*(tdk.find([f"{ch}A", f"{ch}E"], nothing) for ch in "KLMNPR"))
    assert [len(each) for each in found] == [2] * 6
    assert service.most_busy == 3


async def test_a_word_is_sent_as_one_value_whatever_is_in_it(service: TdkDouble, asking: Asking) -> None:
    for word in ("A&ARA=B", "../../X", "A#B", "A B%20C", "http://127.0.0.1:1/", "\r\nX: Y"):
        await asking().find([word], nothing)
    assert set(service.paths) == {"/gts"}
    assert {"a&ara=b", "../../x", "a#b", "a b%20c"} <= set(service.asked)


async def test_no_log_names_a_word(service: TdkDouble, asking: Asking, caplog: pytest.LogCaptureFixture) -> None:
    service.failing = 500
    await asking().find(["KALEM"], nothing)
    assert "status 500" in caplog.text
    assert "kalem" not in caplog.text.lower()


async def test_a_closed_client_opens_again(asking: Asking) -> None:
    tdk = asking()
    await tdk.find(["KALEM"], nothing)
    await tdk.close()
    found: dict[str, Any] = await tdk.find(["IŞIK"], nothing)
    assert found["IŞIK"].valid
