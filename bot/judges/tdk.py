"""The client of the live TDK dictionary: look-ups over HTTP, limited in time and number, with a cache."""

import asyncio
import html
import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Final, Literal

import aiohttp
import msgspec
from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import RedisError
from yarl import URL

from bot.logs import get_logger
from bot.store import keys
from engine.alphabet import Alphabet, load_alphabet
from engine.encoding import DECODE_ERRORS
from engine.errors import Malformed

log = get_logger(__name__)

MAX_MEANING: Final = 300  # how many characters of a meaning are stored at most
_NOT_FOUND: Final = "Sonuç bulunamadı"
_TAG: Final = re.compile(r"<[^<>]*>")

_LONG_NUMBER: Final = re.compile(r"&#[0-9]{9,};?")
"""Matches an invalid character reference: Python refuses to parse numbers of thousands of digits."""

_CIRCUMFLEX: Final = {"a": "â", "i": "î", "u": "û"}
_SOFTENED: Final = frozenset("gkl")


class MalformedAnswer(Exception):
    """The response is no valid answer of the dictionary service."""


class Finding(Struct, frozen=True):
    """What the dictionary says about a word."""

    valid: bool
    meaning: str | None = None
    """The first meaning, in plain text of at most :data:`MAX_MEANING` characters; may contain ``<`` and ``&``."""


class _Meaning(Struct, frozen=True):
    anlam: str | None = None


class _Entry(Struct, frozen=True):
    madde: str
    ozel_mi: str | int | None = None
    meanings: tuple[_Meaning, ...] | None = msgspec.field(default=None, name="anlamlarListe")


class _Error(Struct, frozen=True):
    error: str


_ANSWER: Final = msgspec.json.Decoder(tuple[_Entry, ...] | _Error)


def parse_tdk_answer(answer: bytes, word: str, letters: Alphabet) -> Finding:
    """Parse an answer about a word in capitals; raises MalformedAnswer.

    An entry counts if it is that word, apart from circumflexes, in lower case, in one piece, and no proper noun. Verbs
    are listed as infinitives, so a stem counts only if it is a word by itself.
    """
    try:
        content = _ANSWER.decode(answer.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedAnswer(type(error).__name__) from error
    if isinstance(content, _Error):
        if content.error.strip().rstrip(".") != _NOT_FOUND:
            raise MalformedAnswer("an error of another kind")
        return Finding(valid=False)
    counting = [entry for entry in content if _is_valid_entry(entry, word, letters)]
    meanings = (text for entry in counting for text in _meaning_texts(entry))
    return Finding(valid=bool(counting), meaning=next(meanings, None))


def circumflex_spellings(word: str) -> Iterator[str]:
    """Spellings of a lower-case word with circumflexes, likeliest first: a vowel after g, k or l, or a final i.

    There is at most one for each a, i and u, and one with every a marked (hâlâ).
    """
    places = [place for place, ch in enumerate(word) if ch in _CIRCUMFLEX]
    for place in sorted(places, key=lambda place: not _is_likely_circumflex(word, place)):
        yield word[:place] + _CIRCUMFLEX[word[place]] + word[place + 1 :]
    if word.count("a") > 1:
        yield word.replace("a", "â")


def _is_likely_circumflex(word: str, place: int) -> bool:
    if word[place] == "i":
        return place == len(word) - 1
    return place > 0 and word[place - 1] in _SOFTENED


def _is_valid_entry(entry: _Entry, word: str, letters: Alphabet) -> bool:
    if str(entry.ozel_mi) == "1" or letters.lower(entry.madde) != entry.madde:
        return False
    try:
        return letters.normalise_word(entry.madde) == word
    except Malformed:
        return False


def _meaning_texts(entry: _Entry) -> Iterator[str]:
    for meaning in entry.meanings or ():
        text = html.unescape(_LONG_NUMBER.sub("", _TAG.sub("", meaning.anlam or "")))
        text = " ".join("".join(ch for ch in text if unicodedata.category(ch) != "Cf").split())
        if text:
            yield text if len(text) <= MAX_MEANING else text[: MAX_MEANING - 1].rstrip() + "…"


VALID_SECONDS: Final = 30 * 24 * 3600
INVALID_SECONDS: Final = 24 * 3600  # how long it is cached that a word is missing; not longer, as dictionaries grow


class TdkCache:
    """Caches findings by word in Redis."""

    def __init__(self, client: Redis, language: str) -> None:
        self._client: Final = client
        self._language: Final = language
        self._decoder: Final = msgspec.json.Decoder(Finding)

    async def load_findings(self, words: Sequence[str]) -> dict[str, Finding]:
        """The cached findings about some words, in one round trip; unreadable ones are omitted."""
        if not words:
            return {}
        pipe = self._client.pipeline(transaction=False)
        for word in words:
            pipe.get(keys.dictionary_answer(self._language, word))
        try:
            stored = await pipe.execute()
        except RedisError as error:
            log.warning("the cached words cannot be read", error=type(error).__name__)
            return {}
        found = (
            (word, self._decode_finding(value)) for word, value in zip(words, stored, strict=True) if value is not None
        )
        return {word: finding for word, finding in found if finding is not None}

    async def save_finding(self, word: str, finding: Finding) -> None:
        """Store a finding, for a month, or for a day if the word is missing."""
        seconds = VALID_SECONDS if finding.valid else INVALID_SECONDS
        try:
            await self._client.set(
                keys.dictionary_answer(self._language, word), msgspec.json.encode(finding), ex=seconds
            )
        except RedisError as error:
            log.warning("a word cannot be cached", error=type(error).__name__)

    def _decode_finding(self, stored: bytes) -> Finding | None:
        try:
            return self._decoder.decode(stored)
        except DECODE_ERRORS:
            return None


BreakerState = Literal["closed", "open", "half-open"]


class CircuitOpen(Exception):
    """The circuit breaker is open: do not call the service."""


class CircuitBreaker:
    """Opens after several failures in a row; after ``open_seconds`` it lets one call through to probe the service."""

    def __init__(self, clock: Callable[[], float], *, failures: int = 3, open_seconds: float = 30.0) -> None:
        self._clock: Final = clock
        self._limit: Final = failures
        self._open_seconds: Final = open_seconds
        self._failures = 0
        self._probe_at = 0.0
        self.state: BreakerState = "closed"
        """``closed``: calls pass; ``open``: none does; ``half-open``: a probe is running."""

    def begin_call(self) -> None:
        """Begin a call, or raise CircuitOpen; the caller must then call one of the ``record_`` methods."""
        if self.state == "closed":
            return
        if self.state == "half-open" or self._clock() < self._probe_at:
            raise CircuitOpen
        self.state = "half-open"

    def record_success(self) -> None:
        """Record that a call was answered."""
        self._failures = 0
        self.state = "closed"

    def record_failure(self) -> None:
        """Record that a call had no valid answer."""
        self._failures += 1
        if self.state != "closed" or self._failures >= self._limit:
            self._open_circuit()

    def record_abandoned(self) -> None:
        """Record that the caller gave up a call, which says nothing about the service; a probe is repeated."""
        if self.state == "half-open":
            self._open_circuit()

    def _open_circuit(self) -> None:
        self.state = "open"
        self._probe_at = self._clock() + self._open_seconds


TDK_LANGUAGE: Final = "tr"
_USER_AGENT: Final = "Mozilla/5.0 (compatible; Harfiyen)"
_OK: Final = 200
_SERVER_ERRORS: Final = range(500, 600)
_CHUNK_BYTES: Final = 65536
_DNS_SECONDS: Final = 300


@dataclass(frozen=True, slots=True)
class TdkLimits:
    """The limits of calls; two attempts and the pause between them fit into the total time."""

    max_seconds: float = 1.8  # seconds for all words of a move together, waits included
    attempt_seconds: float = 0.75  # seconds for one call
    calls_per_move: int = 6
    """How many calls for one move run at the same time, for example the spellings of an unknown word."""
    calls_in_all: int = 32
    answer_bytes: int = 1_000_000
    max_spellings: int = 6
    """How many spellings with circumflexes are tried for a word missing from the built-in list; for others, all are."""


class _NoAnswer(Exception):
    """The service cannot be used now; the error says why, and whether a retry may help."""

    def __init__(self, reason: str, *, retryable: bool) -> None:
        super().__init__(reason)
        self.retryable: Final = retryable


def _random_retry_pause() -> float:
    return random.uniform(0.05, 0.2)  # noqa: S311 - the pause is no secret


class TdkClient:
    """Looks words up in the cache, or at the service.

    ``url``: the service's address without the query, as set by the operator; no other address is called. ``pause``:
    returns the seconds to wait before the retry, which vary.
    """

    def __init__(
        self,
        url: str,
        client: Redis,
        limits: TdkLimits | None = None,
        *,
        clock: Callable[[], float] = monotonic,
        pause: Callable[[], float] = _random_retry_pause,
    ) -> None:
        self._url: Final = URL(url)
        self._cache: Final = TdkCache(client, TDK_LANGUAGE)
        self.limits: Final = limits or TdkLimits()
        self._pause: Final = pause
        self._letters: Final = load_alphabet(TDK_LANGUAGE)
        self._call_permits: Final = asyncio.Semaphore(self.limits.calls_in_all)
        self._session: aiohttp.ClientSession | None = None
        self.breaker: Final = CircuitBreaker(clock)

    async def close(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def find_words(self, words: Sequence[str], is_known: Callable[[str], bool]) -> dict[str, Finding]:
        """Look up words in capitals within the limits' total time; never raises.

        Words missing from the result got no answer. Plain spellings of all words are sent first. A word that the
        service lacks is also tried with circumflexes, which boards do not have (RULES §2.6): all spellings if the
        built-in list has it (``is_known``), else the likeliest. A word in no list does not count unless one of them is
        found in time.
        """
        findings: dict[str, Finding] = {}
        fresh: dict[str, Finding] = {}
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.max_seconds):
                findings.update(await self._cache.load_findings(words))
                move_permits = asyncio.Semaphore(self.limits.calls_per_move)
                async with asyncio.TaskGroup() as tasks:
                    for word in dict.fromkeys(words):
                        if word not in findings:
                            most = None if is_known(word) else self.limits.max_spellings
                            tasks.create_task(self._find_word(word, most, move_permits, fresh))
        return findings | fresh

    async def _find_word(
        self, word: str, most: int | None, move_permits: asyncio.Semaphore, fresh: dict[str, Finding]
    ) -> None:
        plain = self._letters.lower(word)
        try:
            finding = await self._ask_with_retry(plain, word, move_permits)
            if not finding.valid:
                if most is not None:
                    # An answer, even if others may follow: the spellings of a long move do not all fit into its time.
                    fresh[word] = finding
                finding = await self._ask_spellings(islice(circumflex_spellings(plain), most), word, move_permits)
        except CircuitOpen:
            return
        except _NoAnswer as error:
            log.warning("the TDK service gives no answer", error=error)
            return
        fresh[word] = finding
        await self._cache.save_finding(word, finding)

    async def _ask_spellings(self, spellings: Iterable[str], word: str, move_permits: asyncio.Semaphore) -> Finding:
        """Look up spellings at once until one finds the word; raises CircuitOpen or _NoAnswer if one failed."""
        tasks = [asyncio.create_task(self._ask_with_retry(spelling, word, move_permits)) for spelling in spellings]
        trouble: CircuitOpen | _NoAnswer | None = None
        try:
            for answer in asyncio.as_completed(tasks):
                try:
                    finding = await answer
                except (CircuitOpen, _NoAnswer) as error:
                    trouble = error
                else:
                    if finding.valid:
                        return finding
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if trouble is not None:
            raise trouble
        return Finding(valid=False)

    async def _ask_with_retry(self, spelling: str, word: str, move_permits: asyncio.Semaphore) -> Finding:
        # Waiting for permits is no part of the attempt: a long queue is no failure of the service.
        async with move_permits, self._call_permits:
            try:
                return await self._ask_once(spelling, word)
            except _NoAnswer as error:
                if not error.retryable:
                    raise
            await asyncio.sleep(self._pause())
            return await self._ask_once(spelling, word)

    async def _ask_once(self, spelling: str, word: str) -> Finding:
        """Make one call, and record its outcome in the circuit breaker; raises CircuitOpen or _NoAnswer."""
        self.breaker.begin_call()
        outcome = self.breaker.record_abandoned  # unless the call is finished: if it is cancelled
        try:
            finding = parse_tdk_answer(await self._fetch_answer(spelling), word, self._letters)
            outcome = self.breaker.record_success
        except _NoAnswer:
            outcome = self.breaker.record_failure
            raise
        except MalformedAnswer as error:
            outcome = self.breaker.record_failure
            raise _NoAnswer(f"garbled ({error})", retryable=False) from error
        finally:
            outcome()
        return finding

    async def _fetch_answer(self, spelling: str) -> bytes:
        """The body of an answer with status 200; redirects, which may lead anywhere, are not followed."""
        try:
            async with (
                asyncio.timeout(self.limits.attempt_seconds),
                self._open_session().get(self._url.with_query(ara=spelling), allow_redirects=False) as response,
            ):
                if response.status != _OK:
                    raise _NoAnswer(f"status {response.status}", retryable=response.status in _SERVER_ERRORS)
                return await self._read_body(response)
        except TimeoutError as error:
            raise _NoAnswer("timed out", retryable=True) from error
        except (aiohttp.ClientError, OSError) as error:
            raise _NoAnswer(type(error).__name__, retryable=True) from error

    async def _read_body(self, response: aiohttp.ClientResponse) -> bytes:
        body = bytearray()
        async for chunk in response.content.iter_chunked(_CHUNK_BYTES):
            body += chunk
            if len(body) > self.limits.answer_bytes:
                raise _NoAnswer(f"more than {self.limits.answer_bytes} bytes", retryable=False)
        return bytes(body)

    def _open_session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self.limits.calls_in_all, ttl_dns_cache=_DNS_SECONDS),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": _USER_AGENT, "Accept": "application/json"},
            )
        return self._session
