"""``/doktor`` tells what the bot cannot do in a group; unreachable chats are tried again."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from time import monotonic
from typing import Final

from bot.announce.board_messages import BOARD_MODE_SETTING, BoardMode, board_mode_named
from bot.announce.reminders import HeldNotices
from bot.call_errors import ChatMoved, ChatUnreachable, MissingRights, RequestRejected, TopicClosed
from bot.families.services import ChatContext, ChatServices
from bot.handlers.settings import SETTINGS_PANEL_SECONDS, TOPICS, parse_topics
from bot.logs import get_logger
from bot.store.commits import UpdateContext
from bot.store.keys import Scope
from bot.tables.deadlines import UnreachableClocks
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable
from bot.telegram.gateway import Gateway
from bot.telegram.requests import Command
from bot.telegram.server_features import OwnStanding
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker, isolate_name
from bot.workers.recent import RecentKeys

log = get_logger(__name__)

_TOPIC_CLOSED: Final = "doctor-topic-closed"
_NO_TEXT: Final = "doctor-no-text"


class GroupDoctorHandlers:
    """Checks the bot's rights in a group."""

    def __init__(self, services: ChatServices) -> None:
        self._gateway: Final = services.gateway
        self._replies: Final = services.messaging.replies

    @handles_command("doctor", "group", "administrator", kind="look-up", answered_separately=True)
    async def examine_group(self, request: Command, context: ChatContext) -> None:
        """``/doktor``: tell what the bot cannot do here; in private if it cannot write here.

        Only a refused message shows that a topic is closed, as Telegram tells it in no other way.
        """
        scope, speaker = request.venue.scope, context.chat_speaker
        standing = await self._gateway.fetch_own_standing(scope.chat)
        problems = [*find_problems(standing, context.loaded.settings, scope.topic)]
        text = self._word_problems(problems, standing, speaker)
        try:
            if not await self._replies.reply_privately(
                request, text, secret=False, until_done=False, seconds=SETTINGS_PANEL_SECONDS
            ):
                await self._replies.reply_temporarily(request, text, seconds=SETTINGS_PANEL_SECONDS)
        except MissingRights as error:
            refused = _TOPIC_CLOSED if isinstance(error, TopicClosed) else _NO_TEXT
            problems = [refused, *(one for one in problems if one != refused)]
            await self._tell_in_private(request, standing, self._word_problems(problems, standing, speaker))

    async def _tell_in_private(self, request: Command, standing: OwnStanding, text: str) -> None:
        if request.sender.is_anonymous_admin:
            return
        text = f"<b>{isolate_name(standing.chat.title or '')}</b>\n{text}"
        try:
            await self._gateway.send_text(Scope(request.sender.user), text, sending=request.sending)
        except (ChatUnreachable, RequestRejected) as error:
            log.info("nobody can be told what is missing in a group", error=error.message)

    def _word_problems(self, problems: list[str], standing: OwnStanding, speaker: Speaker) -> str:
        if not problems:
            return speaker.html("doctor-good")
        pause = speaker.duration(standing.slow_mode_seconds)
        bot = f"@{self._gateway.username}"
        lines = (speaker.html(one, bot=bot, time=pause) for one in problems)
        return "\n".join((speaker.html("doctor-head"), *lines))


def find_problems(standing: OwnStanding, settings: Mapping[str, str], topic: int | None) -> Iterator[str]:
    """The keys of the messages about what the bot cannot do in a topic of a group, the gravest first."""
    if not standing.may("can_send_messages"):
        yield _NO_TEXT
    if not standing.may("can_send_photos"):
        yield "doctor-no-photos"
    if not standing.is_admin and standing.slow_mode_seconds:
        yield "doctor-slow-mode"
    if not (standing.is_admin or standing.hears_all):
        yield "doctor-privacy-mode"
    if board_mode_named(settings.get(BOARD_MODE_SETTING)) is BoardMode.PIN and not standing.may("can_pin_messages"):
        yield "doctor-no-pins"
    allowed = parse_topics(settings.get(TOPICS))
    if allowed and (topic or 0) not in allowed:
        yield "doctor-other-topic"


RETRY_SECONDS: Final = 60.0  # how often an unreachable group is tried for people who play elsewhere


class UnreachableChatRetry:
    """Tries unreachable chats again."""

    def __init__(
        self,
        gateway: Gateway,
        games: Games,
        unreachable: UnreachableClocks,
        held: HeldNotices,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._held: Final = held
        self._gateway: Final = gateway
        self._games: Final = games
        self._unreachable: Final = unreachable
        self._recent_failures: Final = RecentKeys(RETRY_SECONDS, seconds)

    async def resume_chat(self, chat: int) -> None:
        """Try all places of a chat if the bot can write there again. Raises RateLimited or ApiUnreachable."""
        if not await self._held.retry_chat(chat) and await self._gateway.can_write_in(chat):
            await self._unreachable.resume_clocks_of_chat(chat, self._held.places_of_chat(chat))

    async def resume_if_reachable(
        self,
        loaded: LoadedTable,
        reload: Callable[[LoadedTable], Awaitable[LoadedTable]],
        update: UpdateContext,
        *,
        from_chat_itself: bool,
    ) -> LoadedTable:
        """Try a table's chat, and return the table: still waiting, or running again.

        A request ``from_chat_itself`` tries each time, other requests once a minute at most. Raises RateLimited or
        ApiUnreachable if it remains unknown whether the chat can be reached; WrongLane if the update came from another
        chat, whose lane may not change this table's clocks.
        """
        if not loaded.is_unreachable or (not from_chat_itself and self._recent_failures.is_recent(loaded.scope.chat)):
            return loaded
        update.check_lane(loaded.scope)
        told = await self._held.retry_place(loaded.scope.place)
        if told is not None:
            if not told:
                self._recent_failures.check_and_note(loaded.scope.chat)
            return await reload(loaded)
        try:
            reached = await self._gateway.can_write_in(loaded.scope.chat)
        except ChatMoved as error:
            # If the supergroup is unreachable too, its tables wait as the group's did.
            if not await self._games.loader.migrate_chat(loaded.scope.chat, error.new_chat):
                self._recent_failures.check_and_note(loaded.scope.chat)
                return loaded
            moved = await reload(loaded)
            return (
                moved
                if moved.scope == loaded.scope
                else await self.resume_if_reachable(moved, reload, update, from_chat_itself=from_chat_itself)
            )
        if not reached:
            self._recent_failures.check_and_note(loaded.scope.chat)
            return loaded
        await self._unreachable.resume_clocks_of_chat(loaded.scope.chat, self._held.places_of_chat(loaded.scope.chat))
        return await reload(loaded)
