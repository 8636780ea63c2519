"""The remark that built-in lists judge while the live dictionary does not answer, to who asked in vain.

Where something came of it, its notice says so (`bot.announce.posts`).
"""

import logging
from typing import Final

from bot.languages import languages
from bot.outcomes import Undone
from bot.tables.held import Held
from bot.telegram.gateway import Gateway
from bot.texts import Texts

log = logging.getLogger(__name__)


class Outage:
    """Tells the chats of an outage; how often is for whoever calls."""

    def __init__(self, gateway: Gateway, texts: Texts, default_language: str) -> None:
        self._gateway: Final = gateway
        self._texts: Final = texts
        self._default_language: Final = default_language

    async def tell(self, held: Held) -> None:
        """Say, without a sound, that a built-in list decides; a failure costs only the remark."""
        language = languages().known(held.settings.get("language")) or self._default_language
        try:
            await self._gateway.text(held.scope, self._texts.html(language, "judge-outage"), quiet=True)
        except Undone as error:
            log.warning("chat %s could not be told of the outage: %s", held.scope.chat, error.message)
