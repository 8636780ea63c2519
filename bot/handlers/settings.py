"""The chat's language, and the greeting when the bot joins a group."""

from typing import Final

from telegram import Bot

from bot.admins import is_admin
from bot.answers import Answers, Context
from bot.buttons import Buttons, Pressed
from bot.inbound import Added, Command, Tap
from bot.store.redis import Store
from bot.texts import LANGUAGES, Texts
from engine.errors import Refusal


class SettingsHandlers:
    """What a chat can choose."""

    def __init__(self, bot: Bot, store: Store, answers: Answers, buttons: Buttons, texts: Texts) -> None:
        self._bot: Final = bot
        self._store: Final = store
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._texts: Final = texts

    async def language(self, request: Command, context: Context) -> None:
        """``/dil tr``; without a language, ask which."""
        wanted = request.text.strip().lower()
        if not wanted:
            await self._answers.say(request, context.language, "choose-language", self._buttons.languages())
            return
        await self._choose(request, wanted)

    async def spoken(self, tap: Tap, pressed: Pressed) -> None:
        """A language picked from the buttons."""
        await self._choose(tap, pressed.rest[0])
        await self._answers.quiet(tap)

    async def _choose(self, request: Command | Tap, wanted: str) -> None:
        if wanted not in LANGUAGES:
            raise Refusal("unknown_language", typed=wanted[:20], languages=LANGUAGES)
        if not request.place.private and not await is_admin(self._bot, request):
            raise Refusal("admins_only")
        await self._store.set_setting(request.place.scope, "language", wanted)
        await self._answers.say(request, wanted, "language-chosen")

    async def added(self, request: Added, context: Context) -> None:
        """Greet a group with the next step; without administrator's rights say how to speak to the bot."""
        message = "greeting-group" if request.administrator else "greeting-group-member"
        await self._answers.say(request, context.language, message, bot=f"@{self._bot.username}")
