"""``/maintenance``: no new games for a while; those that run go on."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.languages import languages
from bot.store.maintenance import Closed, Maintenance
from bot.telegram.answers import Answers
from bot.telegram.buttons import data
from bot.telegram.inbound import OwnerCommand, Tap
from bot.wording.speaker import Speaker
from engine.errors import Refusal

log = logging.getLogger(__name__)

_MINUTE: Final = 60
_OFFERED: Final = (30, 60, 180)
"""Minutes, on buttons."""
_MOST_MINUTES: Final = 7 * 24 * 60
_IN_MINUTES: Final = 120
"""Up to how many minutes the end is told in minutes, and then in hours."""
_SECONDS: Final = {"minute": 60, "hour": 3600, "day": 86400}


class MaintenanceHandlers:
    """See the module.

    Args:
        maintenance: where it is kept.
        answers: tells what holds.
        clock: the instant.
    """

    def __init__(self, maintenance: Maintenance, answers: Answers, clock: Callable[[], datetime]) -> None:
        self._maintenance: Final = maintenance
        self._answers: Final = answers
        self._clock: Final = clock

    async def may_begin(self) -> None:
        """Raise a refusal, ``maintenance`` with its end where one was said, while no game may begin."""
        closed = await self._maintenance.now()
        if closed is None:
            return
        if closed.until is None:
            raise Refusal("maintenance")
        minutes = max(1, -(-(closed.until - int(self._clock().timestamp())) // _MINUTE))
        if minutes <= _IN_MINUTES:
            raise Refusal("maintenance_minutes", minutes=minutes)
        raise Refusal("maintenance_hours", hours=-(-minutes // _MINUTE))

    async def maintenance(self, request: OwnerCommand, voice: Speaker) -> None:
        """Say what holds, with buttons to change it; or begin it for as long as is typed, as ``45 min``."""
        if request.text:
            minutes = _minutes(request.text)
            if minutes is None:
                await self._answers.send(request, voice.html("desk-maintenance-how", typed=request.text[:40]))
                return
            await self._begin(request.sender.user, minutes)
        text, keyboard = await self._shown(voice)
        await self._answers.send(request, text, keyboard)

    async def tapped(self, tap: Tap, voice: Speaker, rest: str) -> None:
        """Begin it for so many minutes, 0 for no end; or end it."""
        if rest == "end":
            if await self._maintenance.end():
                log.info("owner %s ended the maintenance", tap.sender.user)
        elif rest.isascii() and rest.isdecimal() and int(rest) <= _MOST_MINUTES:
            await self._begin(tap.sender.user, int(rest))
        else:
            raise Refusal("stale_button")
        text, keyboard = await self._shown(voice)
        await self._answers.show(tap, text, keyboard)

    async def _begin(self, owner: int, minutes: int) -> None:
        seconds = minutes * _MINUTE or None
        until = None if seconds is None else int(self._clock().timestamp()) + seconds
        await self._maintenance.begin(Closed(owner, until), seconds)
        log.info("owner %s began a maintenance, for %s minutes", owner, minutes or "any number of")

    async def _shown(self, voice: Speaker) -> tuple[str, InlineKeyboardMarkup]:
        closed = await self._maintenance.now()
        if closed is None:
            texts = [voice.duration(one * _MINUTE) for one in _OFFERED]
            row = [
                InlineKeyboardButton(text, callback_data=data("desk", "", "closed", minutes))
                for text, minutes in zip(texts, _OFFERED, strict=True)
            ]
            open_end = InlineKeyboardButton(
                voice.plain("desk-button-close"), callback_data=data("desk", "", "closed", 0)
            )
            return voice.html("desk-maintenance-off"), InlineKeyboardMarkup([row, [open_end]])
        left = (
            ""
            if closed.until is None
            else voice.duration(max(_MINUTE, closed.until - int(self._clock().timestamp())), upwards=True)
        )
        end = InlineKeyboardButton(voice.plain("desk-button-reopen"), callback_data=data("desk", "", "closed", "end"))
        text = voice.html("desk-maintenance-until", time=left) if left else voice.html("desk-maintenance-on")
        return text, InlineKeyboardMarkup([[end]])


def _minutes(text: str) -> int | None:
    """A length of time that was typed, as ``45``, ``45 min`` or ``2h``; ``None`` for what is none, or too long."""
    number = text[: len(text) - len(text.lstrip("0123456789"))]
    unit = text[len(number) :].strip().rstrip(".")
    if not number or len(number) > len(str(_MOST_MINUTES)):
        return None
    meant = languages().meant("units", unit) if unit else "minute"
    seconds = _SECONDS.get(meant or "")
    minutes = 0 if seconds is None else int(number) * seconds // _MINUTE
    return minutes if 1 <= minutes <= _MOST_MINUTES else None
