"""The live dictionary's findings, cached in Redis so that each word is asked about once.

Keys are spread over the shards by word. If Redis is down, nothing is known.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.judges.tdk_answers import Finding
from bot.logs.logger import get_logger
from bot.store import keys
from engine.encoding import DECODE_ERRORS

VALID_SECONDS: Final = 30 * 24 * 3600
INVALID_SECONDS: Final = 24 * 3600
"""Seconds that a negative finding is cached; shorter, as dictionaries grow."""

_log: Final = get_logger(__name__)


class TdkCache:
    """Findings by word.

    Args:
        language: the dictionary's.
    """

    def __init__(self, client: Redis, language: str) -> None:
        self._client: Final = client
        self._language: Final = language
        self._decoder: Final = msgspec.json.Decoder(Finding)

    async def load_findings(self, words: Sequence[str]) -> dict[str, Finding]:
        """The known findings of some words, in one round trip; what cannot be read is not known."""
        if not words:
            return {}
        pipe = self._client.pipeline(transaction=False)
        for word in words:
            pipe.get(keys.dictionary_answer(self._language, word))
        try:
            stored = await pipe.execute()
        except RedisError as error:
            _log.warning("the cached words cannot be read", error=type(error).__name__)
            return {}
        found = (
            (word, self._decode_finding(value)) for word, value in zip(words, stored, strict=True) if value is not None
        )
        return {word: finding for word, finding in found if finding is not None}

    async def save_finding(self, word: str, finding: Finding) -> None:
        """Store a finding, for a month or a day."""
        seconds = VALID_SECONDS if finding.valid else INVALID_SECONDS
        try:
            await self._client.set(
                keys.dictionary_answer(self._language, word), msgspec.json.encode(finding), ex=seconds
            )
        except RedisError as error:
            _log.warning("a word cannot be cached", error=type(error).__name__)

    def _decode_finding(self, stored: bytes) -> Finding | None:
        try:
            return self._decoder.decode(stored)
        except DECODE_ERRORS:
            return None
