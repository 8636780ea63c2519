"""The game of the week: a slow game of Duplicate that starts by itself on Mondays; and its setting.

:class:`bot.handlers.daily.DailyPoster` calls it. A chat gets each week's game at most once: the commit that starts it
stores the date as an update's number. While no table is free, because last week's game goes on, it is tried again for
an hour.
"""

from collections.abc import Mapping
from datetime import date
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.services import ChatContext, ChatServices
from bot.handlers.daily import suggested_time
from bot.handlers.settings import back_and_close_row, load_default_game, page_before, panel_data, section_text
from bot.languages import languages
from bot.logs import get_logger
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.tables.daily_time import WEEK_SETTING, DailyTime, load_daily_time, load_week_time
from bot.tables.table_loader import Busy
from bot.telegram.keyboards import translated_button
from bot.wording.speaker import Speaker
from engine.clock import NOBODY
from engine.errors import Refusal
from engine.lobby_seats import Seat
from engine.ruleset_base import OFF, ON
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets

log = get_logger(__name__)

_GAME: Final = "duplicate-{language}"
_OPTIONS: Final = {"round": "86400", "rounds": "7"}
_NO_CHAT: Final = 0


def week_game_summary(settings: Mapping[str, str], speaker: Speaker) -> str:
    """The chat's setting for the game of the week, in a few words; plain text."""
    week = load_week_time(settings)
    if week is None:
        return speaker.plain("value-week-off")
    return speaker.plain("week-when", clock=week.clock_text, zone=week.zone)


def week_game_page(context: ChatContext) -> tuple[str, InlineKeyboardMarkup]:
    """The page of the settings panel for the game of the week: on or off, and when."""
    speaker, settings = context.chat_speaker, context.loaded.settings
    now = OFF if load_week_time(settings) is None else ON
    lines = [speaker.html("settings-about-week")]
    if now == ON:
        lines.append(speaker.html("week-chosen", when=week_game_summary(settings, speaker)))
    rows = [
        [translated_button(speaker, f"value-week-{value}", panel_data(WEEK_SETTING, value), checked=value == now)]
        for value in (OFF, ON)
    ]
    back = back_and_close_row(speaker, page_before(WEEK_SETTING, private=False))
    return section_text(speaker, WEEK_SETTING, "\n\n".join(lines)), InlineKeyboardMarkup([*rows, back])


def week_time_from_tap(value: str, context: ChatContext) -> DailyTime | None:
    """The time that a button of the game of the week sets; ``None`` for off. Raises Refusal: ``stale_button``."""
    if value not in {OFF, ON}:
        raise Refusal("stale_button")
    known = load_daily_time(context.loaded.settings) or suggested_time(context.language)
    return known if value == ON else None


async def begin_week_game(services: ChatServices, chat: int, settings: Mapping[str, str], day: date) -> bool:
    """Start a chat's game of the week of ``day``, unless it has started; ``False`` if it cannot start now."""
    if (ruleset := _ruleset_of_week(services, settings)) is None:
        log.info("a chat gets no game of the week, as there is none in its language", chat=chat)
        return True
    games, update = services.tables.games, UpdateContext(-day.toordinal())
    place = await games.load_place(Scope(chat), update)
    if place.first.is_duplicate:
        return True
    if place.first.has_unreachable:
        log.info("a chat gets no game of the week, as it cannot be reached", chat=chat)
        return True
    if any(one.table is not None and one.table.host == NOBODY for one in place.open_tables):
        return False
    try:
        await games.open_table(place, ruleset, Seat(NOBODY, ""), update, begin=(_NO_CHAT, day.toordinal()))
    except (Refusal, Busy) as error:
        log.info("a chat gets its game of the week later, or not at all", chat=chat, error=error)
        return False
    return True


def _ruleset_of_week(services: ChatServices, settings: Mapping[str, str]) -> Ruleset | None:
    own = load_default_game(settings, services.tables.judges)
    spoken = languages().supported_or_none(settings.get("language")) or services.messaging.private_locale.default
    language = spoken if own is None else own.ruleset.language
    ruleset = shipped_rulesets().get(_GAME.format(language=language))
    return None if ruleset is None else resolve_ruleset(ruleset, _OPTIONS)
