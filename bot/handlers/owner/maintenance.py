"""``/maintenance``: no new games for a while; running games go on."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.languages import languages
from bot.logs.logger import get_logger
from bot.store.restrictions import Maintenance, MaintenanceWindow
from bot.telegram.button_data import encode_button_data
from bot.telegram.incoming.requests import OwnerCommand, Tap
from bot.telegram.replies import Replies
from bot.wording.speaker import Speaker
from engine.errors import Refusal

log = get_logger(__name__)

_MINUTE: Final = 60
_OFFERED_MINUTES: Final = (30, 60, 180)
"""The lengths on the buttons, in minutes."""
_MAX_MINUTES: Final = 7 * 24 * 60
_MAX_TOLD_IN_MINUTES: Final = 120
"""So many minutes are still told in minutes; more are told in hours."""
_UNIT_SECONDS: Final = {"minute": 60, "hour": 3600, "day": 86400}


class MaintenanceHandlers:
    """Handles ``/maintenance`` and its buttons.

    Args:
        maintenance: stores it.
        answers: tells the current state.
        clock: the instant.
    """

    def __init__(self, maintenance: Maintenance, answers: Replies, clock: Callable[[], datetime]) -> None:
        self._maintenance: Final = maintenance
        self._answers: Final = answers
        self._clock: Final = clock

    async def check_games_may_start(self) -> None:
        """Raise a refusal, ``maintenance`` with its end if one is set, while no game may start."""
        maintenance = await self._maintenance.load_maintenance()
        if maintenance is None:
            return
        if maintenance.until is None:
            raise Refusal("maintenance")
        minutes = max(1, -(-(maintenance.until - int(self._clock().timestamp())) // _MINUTE))
        if minutes <= _MAX_TOLD_IN_MINUTES:
            raise Refusal("maintenance_minutes", minutes=minutes)
        raise Refusal("maintenance_hours", hours=-(-minutes // _MINUTE))

    async def show_or_start_maintenance(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Show the state with buttons to change it; or start maintenance for a typed time, such as ``45 min``."""
        if request.text:
            minutes = _parse_minutes(request.text)
            if minutes is None:
                await self._answers.reply_html(request, speaker.html("desk-maintenance-how", typed=request.text[:40]))
                return
            await self._start_maintenance(request.sender.user, minutes)
        text, keyboard = await self._maintenance_panel(speaker)
        await self._answers.reply_html(request, text, keyboard)

    async def handle_maintenance_tap(self, tap: Tap, speaker: Speaker, choice: str) -> None:
        """Start maintenance for so many minutes, 0 for no end; or end it."""
        if choice == "end":
            if await self._maintenance.end_maintenance():
                log.info("an owner ended the maintenance", owner=tap.sender.user)
        elif choice.isascii() and choice.isdecimal() and int(choice) <= _MAX_MINUTES:
            await self._start_maintenance(tap.sender.user, int(choice))
        else:
            raise Refusal("stale_button")
        text, keyboard = await self._maintenance_panel(speaker)
        await self._answers.tapped_message.replace_with_html(tap, text, keyboard)

    async def _start_maintenance(self, owner: int, minutes: int) -> None:
        seconds = minutes * _MINUTE or None
        until = None if seconds is None else int(self._clock().timestamp()) + seconds
        await self._maintenance.start_maintenance(MaintenanceWindow(owner, until), seconds)
        log.info("an owner began a maintenance", owner=owner, minutes=minutes)

    async def _maintenance_panel(self, speaker: Speaker) -> tuple[str, InlineKeyboardMarkup]:
        maintenance = await self._maintenance.load_maintenance()
        if maintenance is None:
            texts = [speaker.duration(one * _MINUTE) for one in _OFFERED_MINUTES]
            row = [
                InlineKeyboardButton(text, callback_data=encode_button_data("desk", "", "closed", minutes))
                for text, minutes in zip(texts, _OFFERED_MINUTES, strict=True)
            ]
            open_end = InlineKeyboardButton(
                speaker.plain("desk-button-close"), callback_data=encode_button_data("desk", "", "closed", 0)
            )
            return speaker.html("desk-maintenance-off"), InlineKeyboardMarkup([row, [open_end]])
        left = (
            ""
            if maintenance.until is None
            else speaker.duration(max(_MINUTE, maintenance.until - int(self._clock().timestamp())), round_up=True)
        )
        end = InlineKeyboardButton(
            speaker.plain("desk-button-reopen"), callback_data=encode_button_data("desk", "", "closed", "end")
        )
        text = speaker.html("desk-maintenance-until", time=left) if left else speaker.html("desk-maintenance-on")
        return text, InlineKeyboardMarkup([[end]])


def _parse_minutes(text: str) -> int | None:
    """A typed length of time, such as ``45``, ``45 min`` or ``2h``; ``None`` if it is none, or too long."""
    number = text[: len(text) - len(text.lstrip("0123456789"))]
    unit = text[len(number) :].strip().rstrip(".")
    if not number or len(number) > len(str(_MAX_MINUTES)):
        return None
    unit_name = languages().find_meaning("units", unit) if unit else "minute"
    seconds = _UNIT_SECONDS.get(unit_name or "")
    minutes = 0 if seconds is None else int(number) * seconds // _MINUTE
    return minutes if 1 <= minutes <= _MAX_MINUTES else None
