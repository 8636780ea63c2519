"""Access to the owners' commands, bans, and the periodic checks of the owners' features."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Final

from redis.exceptions import RedisError

from bot.handlers.owner.alerts import OwnerAlerts, OwnerServices, StatusHandlers, WorkerHealth
from bot.handlers.owner.broadcast import Broadcaster, BroadcastHandlers
from bot.handlers.owner.restrictions import OWNER_BUTTON, BanCache, BanHandlers, MaintenanceHandlers
from bot.logs import get_logger
from bot.store.keys import Scope
from bot.telegram.requests import Command, OwnerCommand, Request, Tap
from bot.wording.speaker import Speaker
from engine.errors import Refusal

log = get_logger(__name__)

_CHECK_SECONDS: Final = 2.0  # how long it takes at most until another process's bans apply here
_STATUS_SECONDS: Final = 10.0
_ALERT_SECONDS: Final = 30.0
OwnerCommandHandler = Callable[[OwnerCommand, Speaker], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class OwnerHandlers:
    """The handlers of the owners' commands."""

    status: StatusHandlers
    maintenance: MaintenanceHandlers
    bans: BanHandlers
    broadcast: BroadcastHandlers

    @property
    def commands(self) -> Mapping[str, OwnerCommandHandler]:
        """The handlers by the commands' keys in ``typed.toml``."""
        return {
            "status": self.status.show_status,
            "maintenance": self.maintenance.show_or_start_maintenance,
            "ban": self.bans.ban_chat,
            "unban": self.bans.unban_chat,
            "broadcast": self.broadcast.draft_broadcast,
        }


@dataclass(eq=False)
class OwnerAccess:
    """Dispatches owners' requests, refuses banned people, and runs the periodic checks."""

    services: OwnerServices
    _: KW_ONLY
    handlers: OwnerHandlers
    bans: BanCache
    health: WorkerHealth
    alerts: OwnerAlerts
    broadcaster: Broadcaster
    check_storable: Callable[[], Awaitable[None]]
    _next_status_at: float = field(default=float("-inf"), init=False)
    _next_alert_at: float = field(default=float("-inf"), init=False)
    _directory_loaded: bool = field(default=False, init=False)
    _owns_broadcasts: bool = field(default=False, init=False)
    """Whether this process handled broadcasts and alerts when Redis last answered."""

    def is_allowed(self, request: Request) -> bool:
        """Whether neither the sender nor the chat is banned."""
        return self.bans.find_ban(request) is None

    def is_banned(self, chat: int) -> bool:
        """Whether a chat or person is banned."""
        return chat in self.bans.banned_ids

    async def find_user_by_name(self, name: str) -> int | None:
        """The user last seen with a username, given without ``@``, if any."""
        return await self.services.directory.find_user_id(name)

    async def refuse_if_banned(self, request: Request, language: str) -> bool:
        """Record the sender and the chat, and return whether a ban applies.

        A banned sender's command or tap gets a polite answer once a day; a board page gets one each time.
        """
        chat = self.bans.find_ban(request)
        if chat is None:
            if not request.update.is_web:  # a user who opened a page in a group may have no private chat with the bot
                self.services.directory.record_chat(request.venue.scope.chat, request.usernames)
            return False
        if request.update.is_web or (
            isinstance(request, Command | Tap) and await self.bans.store.claim_ban_notice(chat)
        ):
            await self.services.replies.reply_refusal(
                request, language, Refusal("banned" if chat > 0 else "banned_chat")
            )
        elif isinstance(request, Tap):
            await self.services.replies.acknowledge_tap(request)
        return True

    async def migrate_chat(self, former: int, chat: int) -> None:
        """Move a group's ban to the supergroup that it has become, and forget the group in the directory of chats."""
        await self.bans.migrate_ban(former, chat)
        await self.services.directory.remove_chat(former)
        await self.services.directory.remove_games(former)

    async def remove_chat(self, chat: int) -> None:
        """Forget a group from which the bot was removed."""
        await self.services.directory.remove_chat(chat)

    def record_table_action(self, scope: Scope, *, running: bool) -> None:
        """Record an action at a table, and whether a game runs there."""
        self.services.worker_status.count_move()
        self.services.directory.record_game(scope, running=running)

    def _is_owner(self, request: Request) -> bool:
        user = request.sender.user
        return user in self.services.owners and request.venue.private and request.venue.scope.chat == user

    async def run_owner_command(self, request: OwnerCommand, speaker: Speaker) -> bool:
        """Run an owner's command; ``False``, without effect, if the sender is no owner."""
        if not self._is_owner(request):
            return False
        await self.handlers.commands[request.name](request, speaker)
        return True

    async def handle_owner_tap(self, tap: Tap, speaker: Speaker) -> bool:
        """Handle a tap on an owners' button; ``False`` if it is another button, or the sender is no owner."""
        mark, _, rest = tap.data.partition(":")
        if mark != OWNER_BUTTON or not self._is_owner(tap):
            return False
        match rest.split(":"):
            case ["", "closed", chosen]:
                await self.handlers.maintenance.handle_maintenance_tap(tap, speaker, chosen)
            case ["", "send", draft, whom]:
                await self.handlers.broadcast.start_broadcast(tap, speaker, draft, whom)
            case ["", "drop", draft]:
                await self.handlers.broadcast.drop_draft(tap, speaker, draft)
            case ["", "stop", draft]:
                await self.handlers.broadcast.stop_broadcast(tap, speaker, draft)
            case _:
                return False
        return True

    async def load_bans(self) -> None:
        """Load the bans before the first request."""
        try:
            await self.bans.reload_bans()
        except RedisError as error:
            log.warning("who is banned waits for Redis", error=error)

    async def run_checks(self, stop: asyncio.Event) -> None:
        """Run the owners' periodic checks until shutdown."""
        while not stop.is_set():
            try:
                await self._check_once()
            except RedisError as error:
                log.info("a background check for the owners was left out", error=error)
                if self.services.owners and self._owns_broadcasts:
                    await self.alerts.report_redis_outage(error)
            await self.services.runtime.wait_for_next_poll(stop, _CHECK_SECONDS)

    async def stop_broadcast(self) -> None:
        """Finish the broadcast's current sends at shutdown; another process continues it."""
        await self.broadcaster.close()

    async def _check_once(self) -> None:
        await self.bans.reload_bans()
        await self.check_storable()
        now = self.services.runtime.monotonic()
        if now >= self._next_status_at:
            self._next_status_at = now + _STATUS_SECONDS
            await self.services.directory.save_records()
            await self.services.worker_status.save_status(self.health.worker_status())
        self.broadcaster.start_if_due()
        self._owns_broadcasts = self.broadcaster.is_sending_here
        if self._owns_broadcasts and not self._directory_loaded:
            await self.services.directory.seed_known_chats()
            self._directory_loaded = True
        if self.services.owners and self._owns_broadcasts:
            await self.alerts.report_outages()
            if now >= self._next_alert_at:
                self._next_alert_at = now + _ALERT_SECONDS
                await self.alerts.check_alerts()

    def drop_unsaved_user(self, user: int) -> None:
        """Drop records of a user that are not saved yet."""
        self.services.directory.drop_unsaved_user(user)

    async def flush_directory(self) -> None:
        """Save the directory of chats at shutdown."""
        try:
            await self.services.directory.save_records()
        except RedisError as error:
            log.info("which chats were heard from is not written", error=error)
