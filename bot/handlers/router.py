"""Leads each request to its handler, by a row for each kind of request, after reading the tables of its chat."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar, assert_never

from bot.families.services import ChatContext, ChatServices, MessagingServices
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.which_table import TargetTables
from bot.languages import languages
from bot.store.commits import MOST_HOPS, WrongLane
from bot.tables.table_loader import Busy, LoadedTable
from bot.telegram.replies import AutoDelete
from bot.telegram.requests import (
    BaseRequest,
    BotAdded,
    BotRemoved,
    Command,
    GroupMigrated,
    MembersChanged,
    MistypedCommand,
    OwnerCommand,
    OwnRightsChanged,
    PageAction,
    PlainText,
    PuzzleAction,
    Request,
    RequestInChat,
    SharedChat,
    Tap,
)
from bot.wording.speaker import Speaker
from engine.errors import EngineError, Refusal

R = TypeVar("R", bound=RequestInChat)
ContextHandler = Callable[[R, ChatContext], Awaitable[None]]  # handles a request; raises refusals


@dataclass(frozen=True, slots=True)
class RequestHandlers:
    """The handlers of each kind of request."""

    group_migrated: Callable[[GroupMigrated], Awaitable[None]]
    members_changed: Callable[[MembersChanged], Awaitable[None]]
    own_rights_changed: Callable[[OwnRightsChanged], Awaitable[None]]
    bot_added: ContextHandler[BotAdded]
    bot_removed: ContextHandler[BotRemoved]
    shared_chat: ContextHandler[SharedChat]
    command: ContextHandler[Command]
    mistyped_command: ContextHandler[MistypedCommand]
    plain_text: ContextHandler[PlainText]
    tap: ContextHandler[Tap]
    page_action: ContextHandler[PageAction]
    puzzle_action: ContextHandler[PuzzleAction]
    resumes: Callable[[Tap], bool]  # whether a tap that was handled before, wholly or partly, is handled again
    owner_command: Callable[[OwnerCommand, Speaker], Awaitable[bool]]  # runs an owner's command; returns whether it did


C = TypeVar("C", bound=BaseRequest)


class RequestContexts:
    """Finds the contexts of requests.

    Both methods also return the request: one that comes late from a group that became a supergroup is changed to come
    from the supergroup.
    """

    def __init__(self, services: ChatServices, target_tables: TargetTables) -> None:
        self._target_tables: Final = target_tables
        self._games: Final = services.tables.games
        self._locales: Final = services.messaging.private_locale
        self._texts: Final = services.messaging.texts

    async def load_context(self, request: C) -> tuple[C, ChatContext]:
        """The request, and its context with the place's newest table. Raises WrongLane to the supergroup's lane."""
        place = await self._target_tables.load_place(request)
        loaded = place.newest
        if loaded.scope.place != request.venue.scope:
            request.update.check_lane(loaded.scope)
        request = request.moved_to(loaded.scope.place)
        own = loaded.settings if loaded.scope.is_private else {}
        language = self._language_of(request, loaded)
        speaker = Speaker(self._texts, language)
        return request, ChatContext(loaded, speaker, own.get("theme"), own.get("labels"), self._locales.default, place)

    async def load_language(self, request: C) -> tuple[C, str]:
        """The request, and the language for telling that the request will not be handled."""
        loaded = await self._games.load_table(request.venue.scope)
        request = request.moved_to(loaded.scope.place)
        return request, self._language_of(request, loaded)

    def _language_of(self, request: BaseRequest, loaded: LoadedTable) -> str:
        chosen = languages().supported_or_none(loaded.settings.get("language"))
        return (
            self._locales.locale_of_sender(request.sender, chosen)
            if request.venue.private
            else chosen or self._locales.default
        )


@dataclass(frozen=True, eq=False)
class Router:
    """Passes each request to its handler, and answers with its refusals."""

    messaging: MessagingServices
    contexts: RequestContexts
    handlers: RequestHandlers
    owner: OwnerAccess
    auto_delete: AutoDelete

    async def handle_request(self, request: Request) -> None:
        """Handle a request; answer if rules or notation refuse it, and raise any other error.

        Raises WrongLane, with nothing done or sent, if the request belongs to another chat's lane.
        """
        try:
            match request:
                case GroupMigrated():
                    await self.handlers.group_migrated(request)
                case MembersChanged():
                    await self.handlers.members_changed(request)
                case OwnRightsChanged():
                    await self.handlers.own_rights_changed(request)
                case _:
                    await self._handle_in_chat(*await self.contexts.load_context(request))
        except WrongLane:
            if request.update.hops < MOST_HOPS:
                raise
            await self._send_refusal(request, Refusal("busy"))

    async def _handle_in_chat(self, request: RequestInChat, context: ChatContext) -> None:
        if isinstance(request, PlainText) and request.by_number_alone and not _tells_tables_apart(request, context):
            return
        if not isinstance(request, BotRemoved) and await self.owner.refuse_if_banned(request, context.language):
            return
        await self.messaging.private_locale.remember_client_locale(request.sender)
        if context.loaded.is_duplicate and not (isinstance(request, Tap) and self.handlers.resumes(request)):
            # A process that ended before it could answer has handled the request.
            if isinstance(request, Tap):
                await self.messaging.replies.acknowledge_tap(request)
            return
        await self._handle_or_refuse(request, context)

    async def _handle_or_refuse(self, request: RequestInChat, context: ChatContext) -> None:
        if request.update.refusal is not None:
            # The refusal stands, even if the table has changed so that the request would now be legal.
            await self.messaging.replies.reply_refusal(
                request, context.language, request.update.refusal.error, request.update.refusal.suggestion
            )
            return
        before = self.auto_delete.newest_reply
        try:
            await self._dispatch(request, context)
        except EngineError as error:
            language = context.language
            if error.code == "admins_only":
                # The member may not change the chat's language, and may not understand it.
                language = await self.messaging.private_locale.load_locale_of_sender(request.sender)
            await self.messaging.replies.reply_refusal(request, language, error)
        except Busy:
            await self.messaging.replies.reply_refusal(request, context.language, Refusal("busy"))
        else:
            if request.update.table_changed:
                for chat in {request.venue.scope.chat, request.update.lane_chat or request.venue.scope.chat}:
                    await self.auto_delete.delete_replies_to(chat, request.sender.user, before)

    async def _dispatch(self, request: RequestInChat, context: ChatContext) -> None:  # noqa: C901 - a row for each kind
        match request:
            case Command():
                await self.handlers.command(request, context)
            case MistypedCommand():
                await self.handlers.mistyped_command(request, context)
            case OwnerCommand():
                if not await self.handlers.owner_command(request, context.chat_speaker):
                    await self._dispatch(request.fallback, context)
            case PlainText():
                await self.handlers.plain_text(request, context)
            case Tap():
                await self.handlers.tap(request, context)
            case PageAction():
                await self.handlers.page_action(request, context)
            case PuzzleAction():
                await self.handlers.puzzle_action(request, context)
            case SharedChat():
                await self.handlers.shared_chat(request, context)
            case BotRemoved():
                await self.handlers.bot_removed(request, context)
            case BotAdded():
                await self.handlers.bot_added(request, context)
            case never:
                assert_never(never)

    async def tell_over_limit(self, request: Request, *, chat_over_limit: bool) -> None:
        """Tell a user, or the chat if ``chat_over_limit``, that the request exceeds the quota and was not handled."""
        if not self.owner.is_allowed(request):
            return
        await self._send_refusal(request, Refusal("crowded" if chat_over_limit else "too_hasty"))

    async def _send_refusal(self, request: Request, refusal: Refusal) -> None:
        request, language = await self.contexts.load_language(request)
        await self.messaging.replies.reply_refusal(request, language, refusal)


def _tells_tables_apart(request: PlainText, context: ChatContext) -> bool:
    """Whether a number before a text may be a table's: several tables are open, or one was told by its number."""
    return len(context.open_tables) > 1 or request.table_number in context.request_place.told_numbers
