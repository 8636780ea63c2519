"""``/start``: what the bot says to whoever meets it, and what a link to the private chat asks for."""

from typing import Final

from bot.families.context import Context
from bot.handlers.greetings import greeting
from bot.handlers.guides import GuideHandlers
from bot.handlers.mine import MineHandlers
from bot.telegram.answers import Answers
from bot.telegram.buttons import Buttons, rack_scope
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Command
from bot.telegram.personal import Personal
from bot.typed.commands import command

_ADDED: Final = "new"
"""The payload of the link that adds the bot to a group; the client says it there, right after the greeting."""


class StartHandlers:
    """Greets, and shows what a deep link asks for."""

    def __init__(
        self,
        gateway: Gateway,
        answers: Answers,
        buttons: Buttons,
        *,
        personal: Personal,
        mine: MineHandlers,
        guides: GuideHandlers,
    ) -> None:
        self._gateway: Final = gateway
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._personal: Final = personal
        self._mine: Final = mine
        self._guides: Final = guides

    @command("start", "chat", "anybody", kind="look-up")
    async def start(self, request: Command, context: Context) -> None:
        """``/start``: a greeting; with a deep link's payload what is the asker's alone in the game that it names."""
        if not request.place.private:
            if request.text == _ADDED:
                return
            bot = f"@{self._gateway.username}"
            await self._answers.send(request, greeting(context.held.table, context.voice, bot))
            return
        await self._personal.admit(request.sender.user)
        scope = rack_scope(request.text)
        if scope is not None:
            if not await self._mine.show(request, context, scope):
                await self._answers.say(request, context.language, "no-rack-there")
            return
        if await self._guides.shown(request, context):
            return
        link = f"https://t.me/{self._gateway.username}?startgroup={_ADDED}"
        keyboard = self._buttons.link(context.language, "button-add-to-group", link)
        name = context.voice.named(request.sender.name)
        await self._answers.say(request, context.language, "greeting-private", keyboard, name=name)
