"""The live dictionary over real HTTP and real Redis: right, slow, wrong, down, garbled and huge; what counts in it."""

import asyncio
import gzip
import socket
from collections.abc import Awaitable, Callable
from dataclasses import replace

import msgspec
import pytest
from aiohttp import web
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from bot.judges.tdk import (
    INVALID_SECONDS,
    MAX_MEANING,
    VALID_SECONDS,
    Finding,
    MalformedAnswer,
    TdkLimits,
    parse_tdk_answer,
)
from bot.store.keys import dictionary_answer
from engine.alphabet import load_alphabet
from tests.support.tdk_service import (
    DEFAULT_LIMITS,
    NOT_FOUND,
    VALID_FINDING,
    MakeTdk,
    SecondsClock,
    TdkService,
    asking,
    clock,
    html_json_response,
    knows_no_word,
    loop_time,
    service,
    tdk_entry,
    time_advancer,
)
from tests.support.timers import LoopTime

__all__ = ["asking", "clock", "loop_time", "service"]


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


async def test_without_redis_the_service_is_still_asked(asking: MakeTdk) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        async with Redis(port=closed.getsockname()[1], retry=Retry(NoBackoff(), 0)) as dead:
            found = await asking(client=dead).find_words(["KALEM"], knows_no_word)
    assert found == {"KALEM": VALID_FINDING}


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


async def test_a_spelling_that_is_found_waits_for_no_other(service: TdkService, asking: MakeTdk) -> None:
    service.entries["hâlâ"] = [tdk_entry("hâlâ", "Şimdiye kadar")]
    service.hang_words = {"hâla", "halâ"}
    found = await asking().find_words(["HALA"], knows_no_word)
    assert found["HALA"].valid


async def test_a_spelling_that_is_not_answered_leaves_a_word_of_no_list_invalid_and_unkept(
    service: TdkService, asking: MakeTdk, redis: Redis, loop_time: LoopTime
) -> None:
    service.hang_words = {"hâla"}
    service.on_hang = time_advancer(loop_time, 1.0)
    found = await asking(limits=TdkLimits(attempt_seconds=9.0, max_seconds=1.0)).find_words(["HALA"], knows_no_word)
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


async def test_one_failure_is_mended_by_the_retry(service: TdkService, asking: MakeTdk) -> None:
    service.responses.append(web.Response(status=503))
    tdk = asking()
    assert await tdk.find_words(["KALEM"], knows_no_word) == {"KALEM": VALID_FINDING}
    assert service.asked_words == ["kalem", "kalem"]
    assert tdk.breaker.state == "closed"


BOMB = gzip.compress(b" " * 50_000_000)
WRONG: dict[str, tuple[Callable[[], web.Response], int]] = {
    "500": (lambda: web.Response(status=500, text="oops"), 2),
    "404": (lambda: web.Response(status=404, text="no such page"), 1),
    "429": (lambda: web.Response(status=429, headers={"Retry-After": "3600"}), 1),
    "301 elsewhere": (lambda: web.Response(status=301, headers={"Location": "http://127.0.0.1:1/"}), 1),
    "html": (lambda: web.Response(text="<!DOCTYPE html><p>Bakımdayız", content_type="text/html"), 1),
    "cut short": (lambda: web.Response(text='[{"madde": "kal', content_type="application/json"), 1),
    "huge": (lambda: html_json_response([tdk_entry("kalem", "x" * 30_000)]), 1),
    "a bomb": (lambda: web.Response(body=BOMB, headers={"Content-Encoding": "gzip"}, content_type="text/html"), 1),
    "wrongly packed": (lambda: web.Response(body=b"not gzip", headers={"Content-Encoding": "gzip"}), 2),
}


@pytest.mark.parametrize(("answer", "calls"), WRONG.values(), ids=WRONG)
async def test_a_wrong_answer_is_no_answer_and_never_kept(
    service: TdkService, asking: MakeTdk, redis: Redis, answer: Callable[[], web.Response], calls: int
) -> None:
    service.responses.extend(answer() for _ in range(calls))
    found = await asking().find_words(["KALEM"], knows_no_word)
    assert found == {}
    assert len(service.asked_words) == calls
    assert set(service.paths) == {"/gts"}
    assert await redis.dbsize() == 0


async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"\x00\x01SSH-2.0 hello\r\n\r\n")
    writer.close()


async def stop_half_way(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n[{")
    writer.close()


@pytest.mark.parametrize("handler", [babble, stop_half_way])
async def test_a_server_that_speaks_no_http_is_no_answer(
    asking: MakeTdk, handler: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
) -> None:
    server = await asyncio.start_server(handler, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        found = await asking(url=f"http://127.0.0.1:{port}/gts").find_words(["KALEM"], knows_no_word)
    assert found == {}


async def test_the_whole_time_bounds_all_words_together(
    service: TdkService, asking: MakeTdk, loop_time: LoopTime
) -> None:
    service.is_hanging = True
    service.on_hang = time_advancer(loop_time, DEFAULT_LIMITS.max_seconds)
    found = await asking(limits=replace(DEFAULT_LIMITS, attempt_seconds=30.0)).find_words(
        ["KALEM", "IŞIK"], knows_no_word
    )
    assert found == {}


async def test_a_failing_service_is_left_alone_and_then_probed_once(
    service: TdkService, asking: MakeTdk, clock: SecondsClock
) -> None:
    service.failing_status = 500
    tdk = asking()
    for _ in range(5):
        await tdk.find_words(["KALEM"], knows_no_word)
    assert len(service.asked_words) == 3

    clock.now += 30
    await tdk.find_words(["KALEM", "IŞIK"], knows_no_word)
    assert len(service.asked_words) == 4

    service.failing_status = None
    clock.now += 30
    assert await tdk.find_words(["KALEM"], knows_no_word) == {"KALEM": VALID_FINDING}
    assert tdk.breaker.state == "closed"


LETTERS = load_alphabet("tr")


def read_finding(word: str, *entries: object) -> tuple[bool, str | None]:
    found = parse_tdk_answer(msgspec.json.encode(entries), word, LETTERS)
    return found.valid, found.meaning


@pytest.mark.parametrize(
    ("word", "headword"),
    [
        ("KALEM", "kalem"),
        ("IŞIK", "ışık"),
        ("İĞNE", "iğne"),
        ("GELMEK", "gelmek"),
        ("RÜZGAR", "rüzgâr"),
        ("HALA", "hâlâ"),
        ("DİNİ", "dinî"),
        ("MAHKUM", "mahku\u0302m"),
    ],
)
def test_a_single_headword_counts_with_circumflexes_folded(word: str, headword: str) -> None:
    assert read_finding(word, tdk_entry(headword, "Bir anlam")) == (True, "Bir anlam")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("ANKARA", tdk_entry("Ankara", "Başkent", proper="1")),
        ("TÜRK", tdk_entry("Türk", "Bir halk", proper="0")),
        ("GÜNEŞ", tdk_entry("güneş", "Gök cismi") | {"ozel_mi": 1}),
        ("TBMM", tdk_entry("TBMM", "Meclis")),
        ("ABAGÜREŞİ", tdk_entry("aba güreşi", "Bir güreş")),
        ("CA", tdk_entry("-ca", "Bir ek")),
        ("VB", tdk_entry("vb.", "ve benzeri")),
        ("GEL", tdk_entry("gelmek", "Ulaşmak")),
        ("KITIR", tdk_entry("kıtır kıtır", "Ses")),
        ("ISIK", tdk_entry("ışık", "Aydınlık")),
    ],
)
def test_names_several_words_affixes_and_other_headwords_do_not_count(word: str, found: object) -> None:
    assert read_finding(word, found) == (False, None)


def test_one_counting_entry_among_others_is_enough_and_gives_the_meaning() -> None:
    entries = (
        tdk_entry("Alem", "Bir ad", proper="1"),
        tdk_entry("alem", ""),
        tdk_entry("âlem", "<b>Evren</b> &amp;\u202e  dünya", "Başka"),
    )
    assert read_finding("ALEM", *entries) == (True, "Evren & dünya")


def test_a_long_meaning_is_cut() -> None:
    meaning = read_finding("KALEM", tdk_entry("kalem", "uzun " * 200))[1]
    assert meaning is not None
    assert len(meaning) <= MAX_MEANING
    assert meaning.endswith("uzun…")


def test_nothing_found_is_an_answer() -> None:
    assert not parse_tdk_answer(msgspec.json.encode(NOT_FOUND), "KALEM", LETTERS).valid
    assert not parse_tdk_answer('\ufeff{"error": "Sonuç bulunamadı"}'.encode(), "KALEM", LETTERS).valid
    assert read_finding("KALEM") == (False, None)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"null",
        b"[{}]",
        b'[{"madde": "kalem"',
        b'[{"madde": "kalem", "anlamlarListe": "x"}]',
        b'{"error": "Too many connections"}',
        b"<!DOCTYPE html><html><body>Bak\xc4\xb1m</body></html>",
        b'[{"madde": "\xff\xfe"}]',
        b"\x1f\x8b\x08\x00",
        b'[{"x":' + b"[" * 100_000,
    ],
)
def test_anything_else_is_garbled(answer: bytes) -> None:
    with pytest.raises(MalformedAnswer):
        parse_tdk_answer(answer, "KALEM", LETTERS)
