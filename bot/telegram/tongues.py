"""Which language people are spoken to in private: what they chose there, else what their Telegram speaks.

Most private messages answer their reader. Some are set off by another's move, so what a person's Telegram speaks is
remembered from their own updates.
"""

from typing import Final

from bot.languages import languages
from bot.store.redis import Store
from bot.telegram.inbound import Sender
from bot.workers.recently import Recently

_RENEWED_SECONDS: Final = 60 * 60.0
"""How often a process writes down anew what it has not seen change, so that it is kept while its owner is around."""
_MOST: Final = 32_768
"""People, some 300 bytes each: with fewer than play, nearly every move would be written down."""


class Tongues:
    """Finds the language of a private chat.

    Args:
        store: where it is remembered.
        default: of people whose Telegram speaks none of ours.
    """

    def __init__(self, store: Store, default: str) -> None:
        self._store: Final = store
        self.default: Final = default
        self._noted: Final = Recently(_RENEWED_SECONDS, most=_MOST)
        self._codes: Final[dict[int, str]] = {}
        """The newest of each user that this process saw."""

    async def note(self, sender: Sender) -> None:
        """Remember what a sender's Telegram speaks, where the update tells; again is harmless."""
        user, code = sender.user, sender.language
        if code is None:
            return
        former = self._codes.pop(user, None)
        self._codes[user] = code
        while len(self._codes) > _MOST:
            del self._codes[next(iter(self._codes))]
        if not self._noted.again(user) or former != code:
            await self._store.set_tongue(user, spoken(code))

    def asked(self, sender: Sender, chosen: str | None) -> str:
        """The language to answer a sender in, in private; ``chosen`` is what they chose there."""
        return chosen or spoken(sender.language) or self.default

    async def of(self, user: int) -> str:
        """The language to write to somebody in, in private."""
        chosen = languages().known((await self._store.settings(user)).get("language"))
        return chosen or languages().known(await self._store.tongue(user)) or self.default


def spoken(code: str | None) -> str | None:
    """The language of ours that a client's language code means (``uk-UA``); ``None`` for any other."""
    language = (code or "").replace("_", "-").partition("-")[0].lower()
    return language if language in languages().codes else None
