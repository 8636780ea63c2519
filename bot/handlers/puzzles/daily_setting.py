"""The setting for the daily puzzle: off or on, the hour, the zone. Its pages in the panel, and ``/gununbulmacasi``."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.chat_context import ChatContext
from bot.handlers.chat_settings.panel_view import back_and_close_row, section_text
from bot.handlers.chat_settings.permissions import SettingsEditor
from bot.handlers.puzzles.daily_calendar import DailyTime, find_zone, load_zone, parse_clock
from bot.languages import languages
from bot.store.schedule import DailySchedule
from bot.telegram.button_data import encode_button_data
from bot.telegram.incoming.requests import Command
from bot.telegram.keyboards import callback_button, translated_button
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker
from engine.errors import Refusal

DAILY_SETTING: Final = "daily"
"""The setting's name, and its section of the panel."""
ZONES_SECTION: Final = "zones"
"""The section of zones."""
_OFF: Final = "off"
_ON_HOUR: Final = "at"
"""Begins the value of an hour's button: ``at09``."""
_DEFAULT_HOUR: Final = 9
_BEFORE_NOON_OR_AFTER: Final = re.compile(r"(?<=\d) ?([ap])\.?m\b\.?", re.IGNORECASE)
"""Behind an hour: ``9 pm``, ``9 p.m.``"""
_HOURS_IN_A_ROW: Final = 6
_ZONES_IN_A_ROW: Final = 2
_DEFAULT_ZONES: Final[Mapping[str, str]] = {"tr": "Europe/Istanbul", "uk": "Europe/Kyiv", "en": "Europe/London"}
"""A reasonable guess by the chat's language, which the panel says."""
COMMON_ZONES: Final = (
    "Europe/Istanbul",
    "Europe/Kyiv",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Warsaw",
    "Asia/Baku",
    "America/New_York",
    "America/Chicago",
    "America/Los_Angeles",
    "America/Toronto",
    "Australia/Sydney",
    "UTC",
)
"""Those with buttons; all others are typed."""
_ZONES_BY_SLUG: Final = {zone.lower().replace("/", "-").replace("_", "-"): zone for zone in COMMON_ZONES}


def load_daily_time(settings: Mapping[str, str]) -> DailyTime | None:
    """When a chat wants its puzzle; ``None`` if it wants none."""
    return DailyTime.parse_stored(settings.get(DAILY_SETTING, ""))


def suggested_zone(language: str) -> str:
    """The zone where nobody has chosen one."""
    return _DEFAULT_ZONES.get(language, "UTC")


def parse_daily_time(text: str, settings: Mapping[str, str], language: str) -> DailyTime | None:
    """What somebody typed: an hour, a zone, or both in any order; ``None`` for off.

    Raises:
        Refusal: ``unknown_daily_time``.
    """
    typed = _BEFORE_NOON_OR_AFTER.sub(r"\1m", text).split()
    if len(typed) == 1 and languages().find_meaning("answers", typed[0]) == _OFF:
        return None
    clocks = [one for one in typed if parse_clock(one) is not None]
    words = " ".join(one for one in typed if one not in clocks)
    zone = (languages().find_meaning("zones", words) or find_zone(words)) if words else ""
    if len(clocks) > 1 or zone is None:
        raise Refusal("unknown_daily_time", typed=(words if zone is None else " ".join(clocks))[:40])
    known = load_daily_time(settings) or DailyTime(_DEFAULT_HOUR, 0, suggested_zone(language))
    hour, minute = (parse_clock(clocks[0]) if clocks else None) or known[:2]
    return DailyTime(hour, minute, zone or known.zone)


def daily_summary(settings: Mapping[str, str], speaker: Speaker) -> str:
    """The setting in a few words; plain text."""
    daily = load_daily_time(settings)
    if daily is None:
        return speaker.plain("value-daily-off")
    return speaker.plain("daily-when", clock=daily.clock_text, zone=daily.zone)


def daily_page(context: ChatContext, now: datetime) -> tuple[str, InlineKeyboardMarkup]:
    """The section: off, every full hour, and the way to the zones."""
    speaker, daily = context.chat_speaker, load_daily_time(context.loaded.settings)
    zone = suggested_zone(context.language) if daily is None else daily.zone
    local = now.astimezone(load_zone(zone)).strftime("%H:%M")
    lines = [speaker.html("settings-about-daily"), speaker.html("daily-zone-now", zone=zone, clock=local)]
    if daily is None:
        lines.append(speaker.html("daily-zone-guess"))
    else:
        lines.append(speaker.html("daily-chosen", when=daily_summary(context.loaded.settings, speaker)))
    hours = [
        callback_button(
            f"✓ {hour:02}" if daily is not None and daily[:2] == (hour, 0) else f"{hour:02}",
            encode_button_data("set", "", DAILY_SETTING, f"{_ON_HOUR}{hour:02}"),
        )
        for hour in range(24)
    ]
    off = encode_button_data("set", "", DAILY_SETTING, _OFF)
    rows = [
        [translated_button(speaker, "value-daily-off", off, checked=daily is None)],
        *(hours[start : start + _HOURS_IN_A_ROW] for start in range(0, 24, _HOURS_IN_A_ROW)),
        [translated_button(speaker, "button-daily-zone", encode_button_data("set", "", ZONES_SECTION))],
        back_and_close_row(speaker),
    ]
    return section_text(speaker, DAILY_SETTING, "\n\n".join(lines)), InlineKeyboardMarkup(rows)


def zones_page(context: ChatContext) -> tuple[str, InlineKeyboardMarkup]:
    """The zones that have buttons, and how any other one is typed."""
    speaker, daily = context.chat_speaker, load_daily_time(context.loaded.settings)
    buttons = [
        callback_button(
            f"✓ {zone}" if daily is not None and zone == daily.zone else zone,
            encode_button_data("set", "", ZONES_SECTION, slug),
        )
        for slug, zone in _ZONES_BY_SLUG.items()
    ]
    rows = [buttons[start : start + _ZONES_IN_A_ROW] for start in range(0, len(buttons), _ZONES_IN_A_ROW)]
    return section_text(speaker, DAILY_SETTING, speaker.html("daily-about-zones")), InlineKeyboardMarkup(
        [*rows, back_and_close_row(speaker, DAILY_SETTING)]
    )


class DailySettingHandlers:
    """Changes the setting, and sees to it that the chat is looked at when its puzzle is due.

    Args:
        clock: the instant, in UTC.
    """

    def __init__(
        self, editor: SettingsEditor, schedule: DailySchedule, answers: Replies, clock: Callable[[], datetime]
    ) -> None:
        self._editor: Final = editor
        self._schedule: Final = schedule
        self._answers: Final = answers
        self.now: Final = clock

    @handles_command("daily", "chat", "chooser", kind="setting")
    async def change_daily_time(self, request: Command, context: ChatContext) -> None:
        """``/gununbulmacasi 09:30 Europe/Istanbul``; without a time, the section of the panel.

        Raises:
            Refusal: ``admins_only``; ``unknown_daily_time``.
        """
        if not request.text.strip():
            await self._editor.offer_choices(request, *daily_page(context, self.now()))
            return
        daily = parse_daily_time(request.text, context.loaded.settings, context.language)
        await self._editor.change_setting(request, DAILY_SETTING, None if daily is None else daily.stored)
        await self.reschedule(request.venue.scope.chat, daily)
        if daily is None:
            await self._answers.reply_message(request, context.language, "daily-off-chosen")
        else:
            when = daily_summary({DAILY_SETTING: daily.stored}, context.chat_speaker)
            await self._answers.reply_html(request, context.chat_speaker.html("daily-chosen", when=when))

    async def reschedule(self, chat: int, daily: DailyTime | None) -> None:
        """Have a chat looked at when its next puzzle is due; again is once.

        It follows the storing of the setting: whoever ends in between handles the update again.
        """
        entry = str(chat).encode()
        if daily is None:
            await self._schedule.unschedule_entry(chat, entry)
        else:
            await self._schedule.schedule_entry(chat, entry, daily.next_after(self.now()).at.timestamp())


def daily_time_from_tap(section: str, value: str, context: ChatContext) -> DailyTime | None:
    """What a button of the hours or of the zones leads to; ``None`` for off.

    Raises:
        Refusal: ``stale_button`` if there is no such button.
    """
    known = load_daily_time(context.loaded.settings)
    if section == ZONES_SECTION:
        zone = _ZONES_BY_SLUG.get(value)
        if zone is None:
            raise Refusal("stale_button")
        return DailyTime(_DEFAULT_HOUR, 0, zone) if known is None else known._replace(zone=zone)
    if value == _OFF:
        return None
    clock = parse_clock(value.removeprefix(_ON_HOUR)) if value.startswith(_ON_HOUR) else None
    if clock is None:
        raise Refusal("stale_button")
    return DailyTime(*clock, suggested_zone(context.language) if known is None else known.zone)
