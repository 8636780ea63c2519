"""The locale of private chats: the language that somebody chose there, else that of their Telegram client.

A private message may follow from somebody else's move, so the client's language is remembered from the reader's own
updates.
"""

from typing import Final

from bot.languages import languages
from bot.store.games import GameStore
from bot.telegram.incoming.requests import Sender
from bot.workers.recent import NewestDict, RecentKeys

_RENEW_SECONDS: Final = 60 * 60.0
"""How often an unchanged locale is saved again, so that it does not expire while the user is active."""
_MOST: Final = 32_768
"""People, some 300 bytes each. If this were fewer than play, nearly every move would be saved."""


class PrivateLocales:
    """Finds the language of a private chat.

    Args:
        default: for people whose client uses no language of the bot's.
    """

    def __init__(self, store: GameStore, default: str) -> None:
        self._store: Final = store
        self.default: Final = default
        self._recently_saved: Final = RecentKeys(_RENEW_SECONDS, most=_MOST)
        self._client_codes: Final[NewestDict[int, str]] = NewestDict(_MOST)
        """The newest language code of each user that this process saw."""

    async def remember_client_locale(self, sender: Sender) -> None:
        """Remember the language of a sender's client, if the update tells it; idempotent."""
        if sender.language is None:
            return
        if self._recently_saved.check_and_note(sender.user) and self._client_codes.get(sender.user) == sender.language:
            self._client_codes.move_to_end(sender.user)
            return
        self._client_codes[sender.user] = sender.language
        await self._store.players.save_locale(sender.user, client_locale(sender))

    def locale_of_sender(self, sender: Sender, chosen: str | None) -> str:
        """The language in which to answer a sender in private; ``chosen`` is their own choice there, if any."""
        return chosen or client_locale(sender) or self.default

    async def load_locale_of_sender(self, sender: Sender) -> str:
        """The same, if their own choice is not at hand; of whom the update tells no language, the one it told last."""
        if sender.language is None:
            return await self.locale_of_user(sender.user)
        return self.locale_of_sender(sender, await self._load_choice(sender.user))

    async def locale_of_user(self, user: int) -> str:
        """The language in which to write to somebody in private."""
        chosen = await self._load_choice(user)
        return chosen or languages().supported_or_none(await self._store.players.load_locale(user)) or self.default

    async def _load_choice(self, user: int) -> str | None:
        """The language that somebody chose in private, if it is one."""
        return languages().supported_or_none((await self._store.load_settings(user)).get("language"))


def client_locale(sender: Sender) -> str | None:
    """The bot's language that a sender's client uses; ``None`` if the bot has none such, or the update tells none."""
    return languages().supported_or_none(sender.base_language)
