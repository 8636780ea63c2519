"""``/settings``: what a group chooses about its boards, in one panel of buttons for its administrators."""

from typing import Final

from telegram import InlineKeyboardMarkup

from bot.announce.boards import SETTING, Boards, boards_named
from bot.families.context import Context
from bot.store.redis import Store
from bot.telegram.answers import Answers
from bot.telegram.buttons import Pressed, button, data
from bot.telegram.inbound import Command, Tap
from bot.telegram.members import Members
from bot.typed.commands import command
from bot.wording.speaker import Speaker

PANEL_SECONDS: Final = 600.0
"""How long a panel stays, from its last use on."""
_DONE: Final = "done"


class ChoiceHandlers:
    """Shows what is chosen, and chooses; who presses is asked for anew each time."""

    def __init__(self, members: Members, store: Store, answers: Answers) -> None:
        self._members: Final = members
        self._store: Final = store
        self._answers: Final = answers

    @command("settings", "group", "administrator", kind="setting")
    async def settings(self, request: Command, context: Context) -> None:
        """``/settings``: the panel."""
        chosen = boards_named(context.held.settings.get(SETTING))
        text, keyboard = context.voice.html("settings-panel"), _panel(context.voice, chosen)
        await self._answers.for_now(request, text, keyboard, seconds=PANEL_SECONDS)

    async def picked(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A button of the panel."""
        await self._members.check_admin(tap)
        (picked,) = pressed.rest
        if picked == _DONE:
            await self._answers.quiet(tap)
            await self._answers.clear(tap)
            return
        chosen = boards_named(picked)
        value = None if chosen is Boards.EACH else chosen.value
        await self._store.set_setting(tap.place.scope, SETTING, value, tap.update)
        await self._answers.turn(tap, context.language, "settings-panel", _panel(context.voice, chosen))
        await self._answers.clear(tap, PANEL_SECONDS)


def _panel(speaker: Speaker, chosen: Boards) -> InlineKeyboardMarkup:
    """A button for each choice, the one that holds marked, and one that closes the panel."""
    rows = [
        [button(speaker, f"value-boards-{one.value}", data("set", "", one.value), marked=one is chosen)]
        for one in Boards
    ]
    return InlineKeyboardMarkup([*rows, [button(speaker, "button-done", data("set", "", _DONE))]])
