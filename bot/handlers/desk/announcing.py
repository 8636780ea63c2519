"""``/broadcast``: what is told to all chats, shown as they will see it, and told once that is confirmed."""

import html
import logging
import re
from collections.abc import Callable
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.handlers.desk.broadcaster import Broadcaster
from bot.handlers.desk.words import bar
from bot.store.broadcasts import Broadcasts, Whom
from bot.telegram.answers import Answers
from bot.telegram.buttons import data
from bot.telegram.inbound import OwnerCommand, Tap
from bot.typed.commands import desk_command_name
from bot.wording.speaker import Speaker
from engine.errors import Refusal

log = logging.getLogger(__name__)

_MARK: Final = re.compile(r"[0-9a-f]{8}")
_WHOM: Final[tuple[Whom, ...]] = ("groups", "people", "all")


class BroadcastHandlers:
    """See the module."""

    def __init__(self, broadcasts: Broadcasts, broadcaster: Broadcaster, answers: Answers) -> None:
        self._broadcasts: Final = broadcasts
        self._broadcaster: Final = broadcaster
        self._answers: Final = answers

    async def broadcast(self, request: OwnerCommand, voice: Speaker) -> None:
        """Show what follows the command as chats will see it, and ask whom to tell."""
        if not request.text:
            command = f"/{desk_command_name('broadcast', voice.language)}"
            await self._answers.send(request, voice.html("desk-broadcast-how", command=command))
            return
        found = await self._broadcasts.now()
        if found is not None and found.state != "over":
            await self._answers.send(request, voice.html("desk-broadcast-busy"))
            return
        mark = await self._broadcasts.draft(request.sender.user, request.text)
        chats = await self._broadcaster.audience("all")
        groups = sum(chat < 0 for chat in chats)
        counts = {"groups": groups, "people": len(chats) - groups, "all": len(chats)}
        rows = [[_button(_offer(voice, whom, counts[whom]), "send", mark, whom)] for whom in _WHOM if counts[whom]]
        rows.append([_button(voice.plain("desk-button-drop"), "drop", mark)])
        await self._answers.send(request, html.escape(request.text, quote=False))
        await self._answers.send(request, voice.html("desk-broadcast-ask"), InlineKeyboardMarkup(rows))

    async def send(self, tap: Tap, voice: Speaker, mark: str, whom: str) -> None:
        """Begin to tell what was shown."""
        if not _MARK.fullmatch(mark) or whom not in _WHOM:
            raise Refusal("stale_button")
        match await self._broadcasts.begin(mark, whom, tap.sender.user, tap.message):
            case "begun":
                log.info("owner %s began broadcast %s to %s", tap.sender.user, mark, whom)
                await self._answers.show(tap, voice.html("desk-broadcast-begins", bar=bar(0, 1)), _stop(voice, mark))
                self._broadcaster.look()
            case "busy":
                await self._again(tap, mark, lambda: voice.html("desk-broadcast-busy"))
            case "stale":
                await self._again(tap, mark, lambda: voice.html("desk-broadcast-stale"))

    async def _again(self, tap: Tap, mark: str, told: Callable[[], str]) -> None:
        """A press that began nothing: where it comes again, what it began goes on; else say why."""
        found = await self._broadcasts.now()
        if found is not None and found.id == mark:
            await self._answers.quiet(tap)
            self._broadcaster.look()
            return
        await self._answers.show(tap, told(), None)

    async def drop(self, tap: Tap, voice: Speaker, mark: str) -> None:
        """Tell nobody; what was begun meanwhile goes on, and a newer draft stays."""
        if await self._broadcasts.drop(mark, tap.sender.user):
            await self._answers.show(tap, voice.html("desk-broadcast-dropped"), None)
            return
        await self._again(tap, mark, lambda: voice.html("desk-broadcast-stale"))

    async def stop(self, tap: Tap, voice: Speaker, mark: str) -> None:
        """Tell nobody further."""
        if await self._broadcasts.stop(mark):
            log.info("owner %s stopped broadcast %s", tap.sender.user, mark)
            await self._answers.toast(tap, voice.language, "desk-broadcast-stops")
            self._broadcaster.look()
        else:
            await self._answers.toast(tap, voice.language, "desk-broadcast-stale")


def _offer(voice: Speaker, whom: Whom, count: int) -> str:
    match whom:
        case "groups":
            return voice.plain("desk-button-groups", count=count)
        case "people":
            return voice.plain("desk-button-people", count=count)
        case "all":
            return voice.plain("desk-button-all", count=count)


def _button(text: str, *rest: str) -> InlineKeyboardButton:
    return InlineKeyboardButton(text, callback_data=data("desk", "", *rest))


def _stop(voice: Speaker, mark: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[_button(voice.plain("desk-button-stop"), "stop", mark)]])
