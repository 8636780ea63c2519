"""What a request is handled with: the tables of its chat, read once, and the language to answer it in."""

from typing import Final, TypeVar

from bot.families.chat_context import ChatContext
from bot.handlers.targets import TargetTables
from bot.languages import languages
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedTable
from bot.telegram.incoming.requests import BaseRequest
from bot.telegram.private_locale import PrivateLocales
from bot.texts import Texts
from bot.wording.speaker import Speaker

R = TypeVar("R", bound=BaseRequest)


class RequestContexts:
    """Finds the contexts of requests.

    Both methods return the request as well: what comes late from a group that became a supergroup goes there.

    Args:
        default_language: of groups that have chosen none.
    """

    def __init__(
        self, target_tables: TargetTables, games: Games, locales: PrivateLocales, texts: Texts, default_language: str
    ) -> None:
        self._target_tables: Final = target_tables
        self._games: Final = games
        self._locales: Final = locales
        self._texts: Final = texts
        self._default_language: Final = default_language

    async def load_context(self, request: R) -> tuple[R, ChatContext]:
        """The request and its context, which is about the newest table of its chat or topic.

        Raises:
            WrongLane: the request belongs to the lane of the supergroup.
        """
        place = await self._target_tables.load_place(request)
        loaded = place.newest
        if loaded.scope.place != request.venue.scope:
            request.update.check_lane(loaded.scope)
        request = request.moved_to(loaded.scope.place)
        own = loaded.settings if loaded.scope.is_private else {}
        language = self._language_of(request, loaded)
        speaker = Speaker(self._texts, language)
        return request, ChatContext(loaded, speaker, own.get("theme"), own.get("labels"), self._default_language, place)

    async def load_language(self, request: R) -> tuple[R, str]:
        """The request and the language to answer it in, where it is not handled."""
        loaded = await self._games.load_table(request.venue.scope)
        request = request.moved_to(loaded.scope.place)
        return request, self._language_of(request, loaded)

    def _language_of(self, request: BaseRequest, loaded: LoadedTable) -> str:
        """The chat's chosen language; in a private chat without a choice, that of the person's Telegram."""
        chosen = languages().supported_or_none(loaded.settings.get("language"))
        return (
            self._locales.locale_of_sender(request.sender, chosen)
            if request.venue.private
            else chosen or self._default_language
        )
