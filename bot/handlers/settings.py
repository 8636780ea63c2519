"""The chat's language, and the greeting when the bot joins a group."""

from typing import Final

from bot.families.context import Context
from bot.handlers.choosing import Choosing
from bot.handlers.greetings import greeting, own_first
from bot.languages import languages
from bot.telegram.answers import Answers
from bot.telegram.buttons import Buttons, Pressed
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Added, Command, Tap
from bot.typed.commands import command
from engine.errors import Refusal
from engine.vocabulary import folded


class SettingsHandlers:
    """What a chat can choose."""

    def __init__(self, gateway: Gateway, choosing: Choosing, answers: Answers, buttons: Buttons) -> None:
        self._gateway: Final = gateway
        self._choosing: Final = choosing
        self._answers: Final = answers
        self._buttons: Final = buttons

    @command("language", "chat", "chooser", kind="setting")
    async def language(self, request: Command, context: Context) -> None:
        """``/dil tr`` or ``/dil türkçe``; without a language, ask which."""
        if not request.text:
            asked = (context.voice.tongue(language).html("choose-language") for language in own_first(context.language))
            await self._choosing.ask(request, " / ".join(asked), self._buttons.languages())
            return
        await self._choose(request, context, request.text)

    async def spoken(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A language picked from the buttons."""
        await self._choose(tap, context, pressed.rest[0])
        await self._answers.quiet(tap)

    async def _choose(self, request: Command | Tap, context: Context, typed: str) -> None:
        known = languages().codes
        meant = languages().meant("languages", typed) or folded(typed)
        if meant not in known:
            names = tuple(f"{context.voice.tongue(code).plain('language-name')} ({code})" for code in known)
            raise Refusal("unknown_language", typed=typed[:20], languages=names)
        await self._choosing.choose(request, "language", meant)
        await self._answers.say(request, meant, "language-chosen")

    async def added(self, request: Added, context: Context) -> None:
        """Greet a group with the next step; without administrator's rights say how to speak to the bot."""
        bot = f"@{self._gateway.username}"
        text = greeting(context.held.table, context.voice, bot, administrator=request.administrator)
        await self._answers.send(request, text)
