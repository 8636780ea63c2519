"""What the live dictionary said, kept in Redis so that a word is asked about once.

Keys are spread over the shards by the word. A server that cannot be asked is a cache that knows nothing.
"""

import logging
from collections.abc import Sequence
from typing import Final

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.judges.entries import Finding
from bot.store import keys
from engine.encoding import DAMAGED

VALID_SECONDS: Final = 30 * 24 * 3600
INVALID_SECONDS: Final = 24 * 3600
"""Shorter, since dictionaries grow."""

_log: Final = logging.getLogger(__name__)


class Cache:
    """Findings by word.

    Args:
        client: answers in bytes.
        language: the dictionary's.
    """

    def __init__(self, client: Redis, language: str) -> None:
        self._client: Final = client
        self._language: Final = language
        self._decoder: Final = msgspec.json.Decoder(Finding)

    async def read(self, words: Sequence[str]) -> dict[str, Finding]:
        """What is known of some words, in one round trip; what cannot be read is not known."""
        if not words:
            return {}
        pipe = self._client.pipeline(transaction=False)
        for word in words:
            pipe.get(keys.finding(self._language, word))
        try:
            stored = await pipe.execute()
        except RedisError as error:
            _log.warning("the kept words cannot be read (%s)", type(error).__name__)
            return {}
        found = ((word, self._decode(value)) for word, value in zip(words, stored, strict=True) if value is not None)
        return {word: finding for word, finding in found if finding is not None}

    async def write(self, word: str, finding: Finding) -> None:
        """Keep what was found, a month or a day."""
        seconds = VALID_SECONDS if finding.valid else INVALID_SECONDS
        try:
            await self._client.set(keys.finding(self._language, word), msgspec.json.encode(finding), ex=seconds)
        except RedisError as error:
            _log.warning("a word cannot be kept (%s)", type(error).__name__)

    def _decode(self, stored: bytes) -> Finding | None:
        try:
            return self._decoder.decode(stored)
        except DAMAGED:
            return None
