"""The daily puzzle: its setting, its post (at most one for each date), and who solved it; and the game of the week.

Redis keeps the times of the next posts, with the deadlines of their shard; the shard's owner posts. Before a puzzle is
sent, Redis notes it. If it is unknown whether it was sent, it is not sent again; if it certainly was not, it is tried
again for an hour.

The schedule also starts a chat's game of the week on Mondays at the same time: a slow game of Duplicate, at most once a
week, as the commit that starts it stores the date as an update's number. While no table is free, because last week's
game goes on, it is tried again for an hour.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from typing import Any, Final, NamedTuple, Protocol, Self
from urllib.parse import quote

from redis.exceptions import RedisError
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.call_errors import CallFailed, ChatMoved, ChatUnreachable, NotSent, RateLimited, RequestRejected
from bot.families.puzzles import PuzzleFamily, PuzzleResult, ShownPuzzle, Telling
from bot.families.services import ChatContext, ChatServices
from bot.handlers.settings import (
    SettingsEditor,
    back_and_close_row,
    load_default_game,
    page_before,
    panel_data,
    section_text,
)
from bot.languages import languages
from bot.logs import get_logger, log_context
from bot.pictures import DrawingError, PictureStyle, labels_or_default, theme_or_default
from bot.runtime import wait_or_stop
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.store.puzzles import DailyChat, DailyOutcome, DailyPuzzleStore, DailyResult, PuzzleOutcome, PuzzleProgress
from bot.store.schedule import Schedule
from bot.tables.daily_time import (
    DAILY_SETTING,
    WEEK_SETTING,
    DailyTime,
    Occurrence,
    day_text,
    find_zone,
    load_daily_time,
    load_week_time,
    load_zone,
    occurrence_due,
    parse_clock,
)
from bot.tables.table_loader import Busy
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import callback_button, encode_puzzle_link, translated_button
from bot.telegram.replies import Replies
from bot.telegram.requests import Command
from bot.texts import Html
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker
from bot.workers.sending import Priority, Sending
from bot.workers.supervisor import STORE_SECONDS, UNLIMITED, Backoff, Lease, LeaseExpired, RetryLoop
from engine.clock import NOBODY
from engine.errors import Refusal
from engine.lobby_seats import Seat
from engine.ruleset_base import OFF, ON
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets

log = get_logger(__name__)

ZONES_SECTION: Final = "zones"
_ON_HOUR: Final = "at"  # prefix of an hour button's value: `at09`
_DEFAULT_HOUR: Final = 9
_BEFORE_NOON_OR_AFTER: Final = re.compile(r"(?<=\d) ?([ap])\.?m\b\.?", re.IGNORECASE)  # after an hour: `9 pm`, `9 p.m.`
_HOURS_IN_A_ROW: Final = 6
_ZONES_IN_A_ROW: Final = 2
_DEFAULT_ZONES: Final[Mapping[str, str]] = {"tr": "Europe/Istanbul", "uk": "Europe/Kyiv", "en": "Europe/London"}
"""The zone that is guessed from the chat's language; the panel says that it is a guess."""
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
"""The zones with buttons; other zones must be typed."""
_ZONES_BY_SLUG: Final = {zone.lower().replace("/", "-").replace("_", "-"): zone for zone in COMMON_ZONES}


def _suggested_zone(language: str) -> str:
    return _DEFAULT_ZONES.get(language, "UTC")


def suggested_time(language: str) -> DailyTime:
    """The time that the panel suggests for a chat, by the chat's language."""
    return DailyTime(_DEFAULT_HOUR, 0, _suggested_zone(language))


def parse_daily_time(text: str, settings: Mapping[str, str], language: str) -> DailyTime | None:
    """Parse an hour, a zone, or both in any order; ``None`` for off. Raises Refusal: ``unknown_daily_time``."""
    typed = _BEFORE_NOON_OR_AFTER.sub(r"\1m", text).split()
    if len(typed) == 1 and languages().find_meaning("answers", typed[0]) == OFF:
        return None
    clocks = [one for one in typed if parse_clock(one) is not None]
    words = " ".join(one for one in typed if one not in clocks)
    zone = (languages().find_meaning("zones", words) or find_zone(words)) if words else ""
    if len(clocks) > 1 or zone is None:
        raise Refusal("unknown_daily_time", typed=(words if zone is None else " ".join(clocks))[:40])
    known = load_daily_time(settings) or suggested_time(language)
    hour, minute = (parse_clock(clocks[0]) if clocks else None) or known[:2]
    return DailyTime(hour, minute, zone or known.zone)


def daily_summary(settings: Mapping[str, str], speaker: Speaker) -> str:
    """The chat's daily puzzle setting in a few words; plain text."""
    daily = load_daily_time(settings)
    if daily is None:
        return speaker.plain("value-daily-off")
    return speaker.plain("daily-when", clock=daily.clock_text, zone=daily.zone)


def daily_page(context: ChatContext, now: datetime) -> tuple[str, InlineKeyboardMarkup]:
    """The section of the settings panel for the daily puzzle: off, every full hour, and a button to the zones."""
    speaker, daily = context.chat_speaker, load_daily_time(context.loaded.settings)
    zone = _suggested_zone(context.language) if daily is None else daily.zone
    local = now.astimezone(load_zone(zone)).strftime("%H:%M")
    lines = [speaker.html("settings-about-daily"), speaker.html("daily-zone-now", zone=zone, clock=local)]
    if daily is None:
        lines.append(speaker.html("daily-zone-guess"))
    else:
        lines.append(speaker.html("daily-chosen", when=daily_summary(context.loaded.settings, speaker)))
    hours = [
        callback_button(
            f"{hour:02}",
            panel_data(DAILY_SETTING, f"{_ON_HOUR}{hour:02}"),
            checked=daily is not None and daily[:2] == (hour, 0),
        )
        for hour in range(24)
    ]
    off = panel_data(DAILY_SETTING, OFF)
    rows = [
        [translated_button(speaker, "value-daily-off", off, checked=daily is None)],
        *(hours[start : start + _HOURS_IN_A_ROW] for start in range(0, 24, _HOURS_IN_A_ROW)),
        [translated_button(speaker, "button-daily-zone", panel_data(ZONES_SECTION))],
        back_and_close_row(speaker, page_before(DAILY_SETTING, private=context.loaded.scope.is_private)),
    ]
    return section_text(speaker, DAILY_SETTING, "\n\n".join(lines)), InlineKeyboardMarkup(rows)


def zones_page(context: ChatContext) -> tuple[str, InlineKeyboardMarkup]:
    """The page of the settings panel with the zones: their buttons, and how to type another zone."""
    speaker, daily = context.chat_speaker, load_daily_time(context.loaded.settings)
    buttons = [
        callback_button(zone, panel_data(ZONES_SECTION, slug), checked=daily is not None and zone == daily.zone)
        for slug, zone in _ZONES_BY_SLUG.items()
    ]
    rows = [buttons[start : start + _ZONES_IN_A_ROW] for start in range(0, len(buttons), _ZONES_IN_A_ROW)]
    return section_text(speaker, DAILY_SETTING, speaker.html("daily-about-zones")), InlineKeyboardMarkup(
        [*rows, back_and_close_row(speaker, DAILY_SETTING)]
    )


@dataclass(frozen=True, eq=False)
class DailySettingHandlers:
    """Changes the daily puzzle's setting, and reschedules the chat's puzzle and game of the week."""

    editor: SettingsEditor
    schedule: Schedule
    replies: Replies
    now: Callable[[], datetime]

    @handles_command("daily", "chat", "chooser", kind="setting")
    async def change_daily_time(self, request: Command, context: ChatContext) -> None:
        """``/gununbulmacasi 09:30 Europe/Istanbul``: set the time; without one, show the section of the panel."""
        if not request.text.strip():
            await self.editor.offer_choices(request, *daily_page(context, self.now()))
            return
        daily = parse_daily_time(request.text, context.loaded.settings, context.language)
        stored = None if daily is None else daily.stored
        await self.editor.change_setting(request, DAILY_SETTING, stored)
        await self.reschedule(request.venue.scope.chat, {**context.loaded.settings, DAILY_SETTING: stored or ""})
        if daily is None:
            await self.replies.reply_message(request, context.language, "daily-off-chosen")
        else:
            when = daily_summary({DAILY_SETTING: daily.stored}, context.chat_speaker)
            await self.replies.reply_html(request, context.chat_speaker.html("daily-chosen", when=when))

    async def reschedule(self, chat: int, settings: Mapping[str, str]) -> None:
        """Schedule a chat's next puzzle and game of the week once its settings are stored; idempotent."""
        for entry in (_DueEntry(chat), _DueEntry(chat, is_week_game=True)):
            await _schedule_next(self.schedule, entry, settings, self.now())


def daily_time_from_tap(section: str, value: str, context: ChatContext) -> DailyTime | None:
    """The time that a button with an hour or zone sets; ``None`` for off. Raises Refusal: ``stale_button``."""
    known = load_daily_time(context.loaded.settings)
    if section == ZONES_SECTION:
        zone = _ZONES_BY_SLUG.get(value)
        if zone is None:
            raise Refusal("stale_button")
        return DailyTime(_DEFAULT_HOUR, 0, zone) if known is None else known._replace(zone=zone)
    if value == OFF:
        return None
    clock = parse_clock(value.removeprefix(_ON_HOUR)) if value.startswith(_ON_HOUR) else None
    if clock is None:
        raise Refusal("stale_button")
    return DailyTime(*clock, _suggested_zone(context.language) if known is None else known.zone)


_POLL_SECONDS: Final = 5.0
_BATCH: Final = 16
_NO_PUZZLE_SECONDS: Final = 300.0  # how long to wait for another try if there was no puzzle
_NO_TABLE_SECONDS: Final = 60.0  # how long to wait for another try if no table was free for the week's game
_MONDAY: Final = 0
_WEEK_GAME: Final = b"week"


class _DueEntry(NamedTuple):
    chat: int
    is_week_game: bool = False

    @classmethod
    def parse(cls, data: bytes) -> Self:
        chat, _, what = data.partition(b" ")
        if what not in {b"", _WEEK_GAME}:
            raise ValueError(data)
        return cls(int(chat), is_week_game=bool(what))

    @property
    def data(self) -> bytes:
        return b"%d %s" % (self.chat, _WEEK_GAME) if self.is_week_game else b"%d" % self.chat


BeginWeekGame = Callable[[int, Mapping[str, str], date], Coroutine[Any, Any, bool]]
"""Starts a chat's game of the week for a date, given its settings; ``False`` if it cannot start now."""


class SendablePost(Protocol):
    """A post that is ready to send."""

    async def send(self) -> None:
        """Send the post once. Raises CallFailed."""


class PostMaker(Protocol):
    """Makes posts of daily puzzles; see :class:`bot.handlers.daily.DailyPosts`."""

    async def choose_puzzle(self, chat: int, known: DailyChat, day: date, /) -> str | None:
        """The id of the puzzle for a date; ``None`` if there is none now."""

    async def prepare_post(self, chat: int, known: DailyChat, day: date, puzzle: str, /) -> SendablePost | None:
        """The post with a date's puzzle; ``None`` if the puzzle is no longer kept."""


@dataclass(kw_only=True, eq=False)
class DailyPoster:
    """Posts daily puzzles and starts games of the week; one instance a process."""

    store: DailyPuzzleStore
    schedule: Schedule
    posts: PostMaker
    begin_week_game: BeginWeekGame
    clock: Callable[[], datetime]
    lease: Lease = UNLIMITED
    until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop
    _retry_policy: RetryLoop = field(
        default_factory=lambda: RetryLoop("Noting daily puzzles", (RedisError,), longest=STORE_SECONDS), init=False
    )
    _retries: Backoff[_DueEntry] = field(default_factory=Backoff, init=False)
    _waits: dict[int, float] = field(default_factory=dict, init=False)
    """By chat, how many seconds until another try of what certainly was not sent."""

    async def run(self, stop: asyncio.Event) -> None:
        """Post until ``stop`` is set."""
        while not stop.is_set():
            try:
                await self.post_due()
            except RedisError as error:
                log.warning("daily puzzles wait for Redis", error=error)
            await self.until_next_poll(stop, _POLL_SECONDS)

    async def post_due(self) -> int:
        """Post the puzzles and start the games whose time has come; return how many chats were checked."""
        entries = await self.schedule.claim_due_entries(self.clock().timestamp(), _BATCH)
        await asyncio.gather(*map(self._handle_entry, entries))
        return len(entries)

    async def _handle_entry(self, data: bytes) -> None:
        try:
            entry = _DueEntry.parse(data)
        except ValueError:
            log.error("a chat that is due a puzzle cannot be read and is dropped")  # noqa: TRY400 - it says nothing more
            await self.schedule.unschedule_everywhere(data)
        else:
            with log_context(chat=entry.chat):
                await self._handle_chat(entry)

    async def _handle_chat(self, entry: _DueEntry) -> None:
        try:
            await self._look_at_chat(entry)
        except LeaseExpired:
            # The chat will be claimed again, here or by the shard's next owner.
            return
        except RedisError:
            raise
        except Exception as error:  # the outermost edge: no chat may end the loop for all
            log.exception("a daily puzzle is looked at later", chat=entry.chat)
            await self._look_again(entry, self._retries.count_failure(entry, error))

    async def _look_at_chat(self, entry: _DueEntry) -> None:
        known = await self.store.load_chat(entry.chat)
        if known.moved is not None:
            await self._follow_chat(entry, known.moved)
        elif entry.is_week_game:
            await self._look_for_week_game(entry, known.settings)
        else:
            await self._look_for_puzzle(entry, known)

    async def _look_for_week_game(self, entry: _DueEntry, settings: Mapping[str, str]) -> None:
        now, week = self.clock(), load_week_time(settings)
        due = None if week is None else occurrence_due(week, now)
        if due is not None and due.day.weekday() == _MONDAY:
            beginning = self.begin_week_game(entry.chat, settings, due.day)
            if not await self.lease.run_under_lease(beginning):
                await self._look_again(entry, _NO_TABLE_SECONDS)
                return
        self._retries.clear_failures(entry)
        await _schedule_next(self.schedule, entry, settings, now)

    async def _look_for_puzzle(self, entry: _DueEntry, known: DailyChat) -> None:
        chat, daily = entry.chat, load_daily_time(known.settings)
        due = None if daily is None else _due_occurrence(daily, self.clock(), known)
        if due is None:
            await self._schedule_next(entry)
            return
        puzzle = await self.posts.choose_puzzle(chat, known, due.day)
        if puzzle is None:
            log.warning("there is no puzzle for a chat now", chat=chat)
            await self._look_again(entry, _NO_PUZZLE_SECONDS)
            return
        await self.lease.run_under_lease(self._post(entry, known, due, puzzle))

    async def _post(self, entry: _DueEntry, known: DailyChat, due: Occurrence, puzzle: str) -> None:
        chat = entry.chat
        post = await self.posts.prepare_post(chat, known, due.day, puzzle)
        if post is None:
            await self._look_again(entry, _NO_PUZZLE_SECONDS)
            return
        begun = await self.store.begin_sending(chat, due.day, puzzle)
        match begun.outcome:
            case "fenced":
                return
            case "moved":
                await self._follow_chat(entry, begun.new_chat)
                return
            case "done":
                await self._schedule_next(entry, due.at)
                return
            case "sending":
                pass
        state = await self._send(entry, post)
        await self._retry_policy.run_until_success(
            partial(self.store.record_outcome, chat, due.day, begun.attempt, state)
        )
        if state == "waiting":
            await self._look_again(entry, self._waits.pop(chat))
            return
        self._retries.clear_failures(entry)
        await self._retry_policy.run_until_success(partial(self._schedule_next, entry, due.at))

    async def _send(self, entry: _DueEntry, post: SendablePost) -> DailyOutcome:
        try:
            await post.send()
        except (RateLimited, NotSent, ChatMoved) as error:
            # Nothing was sent. A supergroup gets the puzzle after the group's migration.
            log.info("a chat gets its daily puzzle later", chat=entry.chat, error=error.message)
            self._waits[entry.chat] = self._retries.count_failure(entry, error)
            return "waiting"
        except (ChatUnreachable, RequestRejected) as error:
            log.info("a chat gets no daily puzzle", chat=entry.chat, error=error.message)
            return "unknown"
        except CallFailed as error:
            # The puzzle may have been sent, and must not be sent twice.
            log.warning("nobody knows whether a chat got its daily puzzle", chat=entry.chat, error=error)
            return "unknown"
        return "sent"

    async def _follow_chat(self, entry: _DueEntry, new_chat: int) -> None:
        moved = entry._replace(chat=new_chat)
        await self.schedule.schedule_entry(new_chat, moved.data, self.clock().timestamp())
        await self.schedule.unschedule_entry(entry.chat, entry.data)

    async def _look_again(self, entry: _DueEntry, seconds: float) -> None:
        await self.schedule.schedule_entry(entry.chat, entry.data, self.clock().timestamp() + seconds)

    async def _schedule_next(self, entry: _DueEntry, posted: datetime | None = None) -> None:
        """Schedule the next puzzle after ``posted``, the time for which the last one was scheduled."""
        settings = (await self.store.load_chat(entry.chat)).settings
        await _schedule_next(self.schedule, entry, settings, posted or self.clock())


async def _schedule_next(schedule: Schedule, entry: _DueEntry, settings: Mapping[str, str], after: datetime) -> None:
    wanted = load_week_time(settings) if entry.is_week_game else load_daily_time(settings)
    if wanted is None:
        await schedule.unschedule_entry(entry.chat, entry.data)
        return
    due = wanted.next_after(after)
    while entry.is_week_game and due.day.weekday() != _MONDAY:
        due = wanted.next_after(due.at)
    await schedule.schedule_entry(entry.chat, entry.data, due.at.timestamp())


def _due_occurrence(daily: DailyTime, now: datetime, known: DailyChat) -> Occurrence | None:
    """When the puzzle to post now was scheduled, if any: not the last one, unless it certainly was not sent."""
    newest = known.newest
    if newest is None or newest.state != "waiting":
        return occurrence_due(daily, now, None if newest is None else newest.day)
    found = occurrence_due(daily, now, None)
    return found if found is not None and found.day >= newest.day else None


_SENDING: Final = Sending(Priority.LEISURE)


@dataclass(frozen=True, slots=True)
class PreparedPost:
    """A post with its picture drawn, ready to send."""

    gateway: Gateway
    scope: Scope
    text: str
    keyboard: InlineKeyboardMarkup
    picture: bytes | None
    picture_as_html: str

    async def send(self) -> None:
        """Send the post once. Raises CallFailed."""
        written = f"{self.picture_as_html}\n\n{self.text}"
        if self.picture is None:
            await self.gateway.send_text(self.scope, written, self.keyboard, sending=_SENDING)
            return
        await self.gateway.send_photo(
            self.scope, self.picture, self.text, self.keyboard, as_text=lambda: written, sending=_SENDING
        )


class DailyPosts:
    """Makes the posts of daily puzzles for chats."""

    def __init__(self, services: ChatServices) -> None:
        self._service: Final = services.puzzles
        self._gateway: Final = services.gateway
        self._drawing: Final = services.pictures.drawing_thread
        self._records: Final = services.records.store
        self._judges: Final = services.tables.judges
        self._locales: Final = services.messaging.private_locale
        self._texts: Final = services.messaging.texts

    async def choose_puzzle(self, chat: int, known: DailyChat, day: date) -> str | None:
        """The id of the puzzle for a date: the one that still waits to be sent, or one new to the chat."""
        newest = known.newest
        if newest is not None and newest.day == day:
            return newest.puzzle
        game = self._game_of_chat(known.settings, await self._language(chat, known.settings))
        chosen = None if game is None else await self._service.choose_for_chat(chat, game)
        return None if chosen is None else chosen.id

    async def prepare_post(self, chat: int, known: DailyChat, day: date, puzzle: str) -> PreparedPost | None:
        """The post with a date's puzzle; ``None`` if the puzzle is no longer kept."""
        language = await self._language(chat, known.settings)
        speaker = Speaker(self._texts, language, private=Scope(chat).is_private)
        style = PictureStyle(
            language, theme_or_default(known.settings.get("theme")), labels_or_default(known.settings.get("labels"))
        )
        found = await self._find_puzzle(puzzle, speaker, style)
        if found is None:
            return None
        family, shown = found
        game, words = shown.speaker.game_title, shown.speaker.dictionary_label()
        lines = [
            speaker.html("daily-post", day=day_text(day), game=game, words=words),
            *await self._lines_of_before(chat, known, day, speaker, style),
        ]
        try:
            picture: bytes | None = await self._drawing.draw_sketch(family.sketch(shown))
        except DrawingError:
            picture = None
        link = create_deep_linked_url(self._gateway.username, encode_puzzle_link(puzzle, chat))
        keyboard = InlineKeyboardMarkup([[InlineKeyboardButton(speaker.plain("button-daily-solve"), url=link)]])
        return PreparedPost(self._gateway, Scope(chat), "\n\n".join(lines), keyboard, picture, family.as_html(shown))

    def _game_of_chat(self, settings: Mapping[str, str], language: str) -> str | None:
        own = load_default_game(settings, self._judges)
        games = [one for one in self._service.games if one in shipped_rulesets()]
        if own is not None and own.ruleset.id in games:
            return own.ruleset.id
        wanted = language if own is None else own.ruleset.language
        return next((one for one in games if shipped_rulesets()[one].language == wanted), None)

    async def _lines_of_before(
        self, chat: int, known: DailyChat, day: date, speaker: Speaker, style: PictureStyle
    ) -> tuple[str, ...]:
        newest = known.newest
        if newest is None:
            return ()
        before = newest.before if newest.day == day else newest
        found = None if before is None else await self._find_puzzle(before.puzzle, speaker, style)
        if before is None or found is None:
            return ()
        family, shown = found
        answer = Html(family.best_play_text(shown))
        return (f"{speaker.html('daily-answer', answer=answer)} {await self._who_solved(chat, before, speaker)}",)

    async def _find_puzzle(
        self, puzzle: str, speaker: Speaker, style: PictureStyle
    ) -> tuple[PuzzleFamily, ShownPuzzle] | None:
        found = await self._service.find_puzzle(puzzle)
        if found is None or found.ruleset not in shipped_rulesets():
            return None
        about = speaker.about_table(shipped_rulesets()[found.ruleset].title, found.lexicon.partition("@")[0])
        return self._service.family_of_game(found.ruleset), ShownPuzzle(found, about, style)

    async def _who_solved(self, chat: int, before: DailyResult, speaker: Speaker) -> str:
        if speaker.private:
            return speaker.html("daily-solved-by-you" if before.solved else "daily-not-solved-by-you")
        if not before.solved:
            return speaker.html("daily-solved-by-nobody")
        named = before.first is not None and before.first not in await self._records.read_unlisted(chat)
        if not named:
            return speaker.html("daily-solved-by", count=before.solved)
        return speaker.html("daily-solved-first", count=before.solved, name=speaker.player_name(before.first_name))

    async def _language(self, chat: int, settings: Mapping[str, str]) -> str:
        if Scope(chat).is_private:
            return await self._locales.locale_of_user(chat)
        return languages().supported_or_none(settings.get("language")) or self._locales.default


_HINT, _WRONG, _RIGHT = "🟨", "🟥", "🟩"
_MOST_SQUARES: Final = 12


def share_text(solved: PuzzleProgress, day: date, speaker: Speaker) -> str:
    """A solver's result in plain text, without the answer.

    The last line has a yellow square for each hint, a red one for each wrong answer, and a green one at the end.
    """
    told = speaker.plain("daily-share", day=day_text(day), tries=solved.tries + 1, hints=solved.hints)
    wrong = min(solved.tries, _MOST_SQUARES - solved.hints - 1)
    return f"{told}\n{_HINT * solved.hints}{_WRONG * wrong}{_RIGHT}"


class DailyResults:
    """Notes who solved daily puzzles."""

    def __init__(self, services: ChatServices, store: DailyPuzzleStore) -> None:
        self._store: Final = store
        self._members: Final = services.tables.members
        self._gateway: Final = services.gateway
        self._locales: Final = services.messaging.private_locale
        self._texts: Final = services.messaging.texts

    async def note_result(self, result: PuzzleResult) -> Telling | None:
        """Note a solver in the chats whose newest puzzle it is; return the announcement if it counts in one of them.

        Raises redis.exceptions.RedisError if it cannot be noted.
        """
        if result.progress.outcome is not PuzzleOutcome.SOLVED:
            return None
        counted = [
            chat
            for chat in result.origins
            if await self._may_count(chat, result.user)
            and await self._store.note_solved(chat, result.puzzle.id, result.user, result.name)
        ]
        return partial(self._tell_solver, result, counted) if counted else None

    async def _tell_solver(self, result: PuzzleResult, chats: Sequence[int]) -> None:
        for origin in chats:
            moved = (await self._store.load_chat(origin)).moved
            chat = origin if moved is None else moved
            daily, solver = await self._store.load_newest(chat), await self._store.load_solver(chat, result.user)
            if daily is None or solver is None:
                continue
            language = await self._locales.locale_of_user(result.user)
            speaker = Speaker(self._texts, language, private=True)
            is_first = daily.first == result.user and not Scope(chat).is_private
            text = speaker.html("daily-result", first="yes" if is_first else "no", streak=solver.streak)
            keyboard = self._share_keyboard(result, daily.day, speaker)
            try:
                await self._gateway.send_text(Scope(result.user), text, keyboard)
            except CallFailed as error:
                log.info("somebody is not told of a solved puzzle", error=error.message)

    async def _may_count(self, chat: int, user: int) -> bool:
        """Whether a user is in a chat, as links may be passed on or altered; true if Telegram cannot tell."""
        if Scope(chat).is_private:
            return chat == user
        try:
            return (await self._members.find_member(chat, user)).present
        except (CallFailed, Refusal):
            return True

    def _share_keyboard(self, result: PuzzleResult, day: date, speaker: Speaker) -> InlineKeyboardMarkup:
        payload = encode_puzzle_link(result.puzzle.id, 0)
        link = quote(create_deep_linked_url(self._gateway.username, payload), safe="")
        text = quote(share_text(result.progress, day, speaker), safe="")
        url = f"https://t.me/share/url?url={link}&text={text}"
        return InlineKeyboardMarkup([[InlineKeyboardButton(speaker.plain("button-daily-share"), url=url)]])


_GAME_OF_WEEK: Final = "duplicate-{language}"
_OPTIONS_OF_WEEK: Final = {"round": "86400", "rounds": "7"}
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
    ruleset = shipped_rulesets().get(_GAME_OF_WEEK.format(language=language))
    return None if ruleset is None else resolve_ruleset(ruleset, _OPTIONS_OF_WEEK)
