"""``/ban`` and ``/unban`` of people and chats, and ``/maintenance``, during which no games start."""

import re
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.handlers.owner.alerts import OwnerServices
from bot.languages import languages
from bot.logs import get_logger
from bot.store.people import Ban, Bans, Maintenance, MaintenanceWindow
from bot.telegram.keyboards import encode_button_data
from bot.telegram.replies import Replies
from bot.telegram.requests import OwnerCommand, Request, Tap
from bot.texts import Html
from bot.user_input.commands import owner_command_name
from bot.wording.speaker import Speaker
from engine.errors import Refusal

log = get_logger(__name__)

OWNER_BUTTON: Final = "desk"
_CHAT_ID: Final = re.compile(r"-?[1-9][0-9]{0,15}", re.ASCII)
_MAX_LISTED_BANS: Final = 50
_MINUTE: Final = 60
_OFFERED_MINUTES: Final = (30, 60, 180)
_MAX_MINUTES: Final = 7 * 24 * 60
_MAX_TOLD_IN_MINUTES: Final = 120  # longer durations are told in hours
_UNIT_SECONDS: Final = {"minute": 60, "hour": 3600, "day": 86400}


def owner_button(text: str, *arguments: object) -> InlineKeyboardButton:
    """A button that only owners may use."""
    return InlineKeyboardButton(text, callback_data=encode_button_data(OWNER_BUTTON, "", *arguments))


class BanCache:
    """The bans in force, cached in this process."""

    def __init__(self, store: Bans, owners: Collection[int]) -> None:
        self.store: Final = store
        self._owners: Final = owners
        self.banned_ids: Collection[int] = ()
        self._reloads = 0
        self._newest_reload = 0

    async def reload_bans(self) -> None:
        """Reload the bans. Raises redis.exceptions.RedisError if Redis is down; the known bans stay in force."""
        self._reloads = asked = self._reloads + 1
        bans = await self.store.load_bans()
        if asked > self._newest_reload:  # else a question that was asked later was answered first
            self._newest_reload = asked
            self.banned_ids = bans.keys() - self._owners

    def find_ban(self, request: Request) -> int | None:
        """The user or chat of a request that is banned, if one is."""
        for chat in (request.sender.user, request.venue.scope.chat):
            if chat in self.banned_ids:
                return chat
        return None

    async def add_ban(self, ban: Ban) -> bool:
        """Add a ban, which applies here at once; ``False`` if it existed."""
        new = await self.store.add_ban(ban)
        await self.reload_bans()
        return new

    async def lift_ban(self, who: int) -> bool:
        """Lift a ban; ``False`` if there was none."""
        lifted = await self.store.lift_ban(who)
        await self.reload_bans()
        return lifted

    async def migrate_ban(self, former: int, chat: int) -> None:
        """Move a group's ban to its supergroup."""
        if former in self.banned_ids and (ban := (await self.store.load_bans()).get(former)) is not None:
            await self.add_ban(Ban(chat, ban.by, ban.at))


class BanHandlers:
    """Handles ``/ban`` and ``/unban``."""

    def __init__(self, services: OwnerServices, bans: BanCache) -> None:
        self._bans: Final = bans
        self._directory: Final = services.directory
        self._owners: Final = services.owners
        self._replies: Final = services.replies
        self._now: Final = services.now

    async def ban_chat(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Ban the named user or chat; without a name, list the bans."""
        target = await self._find_target(request, speaker)
        if isinstance(target, str):
            text = target
        elif target in self._owners:
            text = speaker.html("owner-ban-owner")
        elif await self._bans.add_ban(Ban(target, request.sender.user, int(self._now()))):
            log.info("an owner banned a chat or a person", owner=request.sender.user, chat=target)
            if target > 0:
                await self._replies.web.close_boards(target, self._now())
            text = speaker.html("owner-banned" if target > 0 else "owner-banned-chat", who=Html(_chat_link(target)))
        else:
            text = speaker.html("owner-banned-before", who=Html(_chat_link(target)))
        await self._replies.reply_html(request, text)

    async def unban_chat(self, request: OwnerCommand, speaker: Speaker) -> None:
        """Lift the ban of the named user or chat; without a name, list the bans."""
        target = await self._find_target(request, speaker)
        if isinstance(target, str):
            text = target
        elif await self._bans.lift_ban(target):
            log.info("an owner lifted a ban", owner=request.sender.user, chat=target)
            text = speaker.html("owner-unbanned", who=Html(_chat_link(target)))
        else:
            text = speaker.html("owner-not-banned", who=Html(_chat_link(target)))
        await self._replies.reply_html(request, text)

    async def _find_target(self, request: OwnerCommand, speaker: Speaker) -> int | str:
        if not request.text and not request.replies_to_forward:
            return await self._bans_text(speaker)
        word = request.text.partition(" ")[0]
        if not word:
            return speaker.html("owner-author-hidden") if request.forward_author is None else request.forward_author
        if word.startswith("@"):
            found = await self._directory.find_user_id(word[1:])
            return speaker.html("owner-name-unknown", name=word[:40]) if found is None else found
        if not _CHAT_ID.fullmatch(word):
            return speaker.html("owner-nobody-named", typed=word[:40])
        return int(word)

    async def _bans_text(self, speaker: Speaker) -> str:
        bans = sorted((await self._bans.store.load_bans()).values(), key=lambda ban: -ban.at)
        how = speaker.html("owner-ban-how", ban=f"/{owner_command_name('ban', speaker.language)}")
        if not bans:
            return f"{speaker.html('owner-bans-none')}\n{how}"
        lines = [
            speaker.html(
                "owner-ban-line",
                who=Html(_chat_link(ban.who)),
                time=speaker.duration(max(0, int(self._now()) - ban.at)),
            )
            for ban in bans[:_MAX_LISTED_BANS]
        ]
        return "\n".join([speaker.html("owner-bans", count=len(bans)), *lines, how])


def _chat_link(number: int) -> str:
    if number > 0:
        return f'<a href="tg://user?id={number}">{number}</a>'
    return f"<code>{number}</code>"


class MaintenanceHandlers:
    """Handles ``/maintenance`` and its buttons."""

    def __init__(self, maintenance: Maintenance, replies: Replies, clock: Callable[[], datetime]) -> None:
        self._maintenance: Final = maintenance
        self._replies: Final = replies
        self._clock: Final = clock

    async def check_games_may_start(self) -> None:
        """Raise ``maintenance``, with its end if that is set, while no game may start."""
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
        """Show with buttons whether maintenance is on; or start it for a typed time, such as ``45 min``."""
        if request.text:
            minutes = _parse_minutes(request.text)
            if minutes is None:
                await self._replies.reply_html(request, speaker.html("owner-maintenance-how", typed=request.text[:40]))
                return
            await self._start_maintenance(request.sender.user, minutes)
        text, keyboard = await self._maintenance_panel(speaker)
        await self._replies.reply_html(request, text, keyboard)

    async def handle_maintenance_tap(self, tap: Tap, speaker: Speaker, choice: str) -> None:
        """Start maintenance for a number of minutes, 0 for no end; or end it."""
        if choice == "end":
            if await self._maintenance.end_maintenance():
                log.info("an owner ended the maintenance", owner=tap.sender.user)
        elif choice.isascii() and choice.isdecimal() and int(choice) <= _MAX_MINUTES:
            await self._start_maintenance(tap.sender.user, int(choice))
        else:
            raise Refusal("stale_button")
        text, keyboard = await self._maintenance_panel(speaker)
        await self._replies.tapped_message.replace_with_html(tap, text, keyboard)

    async def _start_maintenance(self, owner: int, minutes: int) -> None:
        seconds = minutes * _MINUTE or None
        until = None if seconds is None else int(self._clock().timestamp()) + seconds
        await self._maintenance.start_maintenance(MaintenanceWindow(owner, until), seconds)
        log.info("an owner began a maintenance", owner=owner, minutes=minutes)

    async def _maintenance_panel(self, speaker: Speaker) -> tuple[str, InlineKeyboardMarkup]:
        maintenance = await self._maintenance.load_maintenance()
        if maintenance is None:
            texts = [speaker.duration(one * _MINUTE) for one in _OFFERED_MINUTES]
            row = [owner_button(text, "closed", minutes) for text, minutes in zip(texts, _OFFERED_MINUTES, strict=True)]
            open_end = owner_button(speaker.plain("owner-button-close"), "closed", 0)
            return speaker.html("owner-maintenance-off"), InlineKeyboardMarkup([row, [open_end]])
        left = (
            ""
            if maintenance.until is None
            else speaker.duration(max(_MINUTE, maintenance.until - int(self._clock().timestamp())), round_up=True)
        )
        end = owner_button(speaker.plain("owner-button-reopen"), "closed", "end")
        text = speaker.html("owner-maintenance-until", time=left) if left else speaker.html("owner-maintenance-on")
        return text, InlineKeyboardMarkup([[end]])


def _parse_minutes(text: str) -> int | None:
    number = text[: len(text) - len(text.lstrip("0123456789"))]
    unit = text[len(number) :].strip().rstrip(".")
    if not number or len(number) > len(str(_MAX_MINUTES)):
        return None
    unit_name = languages().find_meaning("units", unit) if unit else "minute"
    seconds = _UNIT_SECONDS.get(unit_name or "")
    minutes = 0 if seconds is None else int(number) * seconds // _MINUTE
    return minutes if 1 <= minutes <= _MAX_MINUTES else None
