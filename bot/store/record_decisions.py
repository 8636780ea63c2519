"""The store of what administrators decide about a chat's records: each update decides once, wherever it is handled.

It knows bytes; :mod:`bot.records.decisions` gives them a meaning.
"""

from typing import Any, Final, cast

from bot.store import keys, retention
from bot.store.chat_migration import check_chat_migration, choice_marker
from bot.store.scope import Scope
from bot.store.scripts import Script
from bot.store.shards.ownership import RedisStore

_CHOICE: Final = "records"


class RecordDecisions(RedisStore):
    """Notes decisions, and begins seasons."""

    _script: Final = Script("decide", "seen")

    async def read_decisions(self, chat: int) -> list[bytes]:
        """The newest decisions, the oldest first."""
        return cast("list[bytes]", await self._client.lrange(keys.record_decisions(chat), 0, -1))

    async def note_decision(self, chat: int, decision: bytes, update: int) -> None:
        """Note what was decided, following the chat if it has migrated; an update does so once."""
        await self._decide(chat, update, {"decision": decision})

    async def begin_season(self, chat: int, season: bytes, number: int, decision: bytes, update: int) -> bool:
        """Append the beginning of a season to the records and note the decision, in one step.

        Args:
            chat: the chat; what it has become, if it has migrated.
            season: the record.
            number: its number.
            decision: what is noted.
            update: the update that asks for it; an update begins one season.

        Returns:
            ``False`` if it is not the next season, or records are not counted yet (nothing is written then); ``True``
            as well if the update has begun it before.
        """
        return (
            await self._decide(chat, update, {"decision": decision, "season": season, "number": number}) != b"changed"
        )

    async def _decide(self, chat: int, update: int, what: dict[str, bytes | int]) -> bytes:
        while True:
            answer: Any = await self._script(
                self._client,
                (
                    keys.game(Scope(chat)),
                    keys.record_decisions(chat),
                    keys.seen_updates(chat),
                    keys.record_progress(chat),
                    keys.records(chat),
                ),
                {
                    "marker": choice_marker(update, _CHOICE),
                    "seen_most": retention.SEEN_NEWEST,
                    "seen_seconds": retention.SEEN_SECONDS,
                    "most_decisions": retention.RECORD_DECISIONS,
                    **what,
                },
            )
            if answer in {b"ok", b"seen", b"changed"}:
                return cast("bytes", answer)
            chat = check_chat_migration(chat, int(answer))
