"""From a request to its handler: each kind of request is a row of :meth:`Router._dispatch`.

:mod:`bot.handlers.dispatch.text_messages` tells typed texts apart, :mod:`bot.handlers.dispatch.button_taps` taps, and
:mod:`bot.handlers.targets` finds the table that is meant.
"""

from typing import Final, TypeVar, assert_never

from msgspec.structs import replace

from bot.families.chat_context import ChatContext
from bot.handlers.chat_settings.setting_commands import LanguageHandlers
from bot.handlers.dispatch.button_taps import TapDispatcher
from bot.handlers.dispatch.stale_buttons import StaleButtons, is_group_table_button, is_spectator_tap
from bot.handlers.dispatch.table_question import TableQuestion
from bot.handlers.dispatch.text_messages import TextDispatcher
from bot.handlers.dispatch.unreadable_tables import UnreadableTables, refusal_to_show
from bot.handlers.game.left_players import LeftPlayersHandlers
from bot.handlers.lobbies.open_from_private import OpenFromPrivateHandlers
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.request_hints import WhichTable
from bot.handlers.targets import TargetTables
from bot.languages import languages
from bot.store.update_context import MOST_HOPS, WrongLane
from bot.tables.games import Games
from bot.tables.loaded_table import Busy, LoadedPlace, LoadedTable
from bot.tables.unreachable_clocks import UnreachableClocks
from bot.telegram.auto_delete import AutoDelete
from bot.telegram.incoming.requests import (
    BotAdded,
    BotRemoved,
    Command,
    GroupMigrated,
    MembersChanged,
    OwnerCommand,
    PlainText,
    Request,
    SharedChat,
    Tap,
    UnknownCommand,
)
from bot.telegram.private_locale import PrivateLocales
from bot.telegram.replies import Replies
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.errors import EngineError, Refusal

R = TypeVar("R", bound=Request)


class Router:
    """Hands each request to its handler, and words the refusals."""

    def __init__(
        self,
        *,
        games: Games,
        unreachable: UnreachableClocks,
        target_tables: TargetTables,
        text_messages: TextDispatcher,
        taps: TapDispatcher,
        table_question: TableQuestion,
        language: LanguageHandlers,
        left_players: LeftPlayersHandlers,
        open_from_private: OpenFromPrivateHandlers,
        owner: OwnerAccess,
        answers: Replies,
        auto_delete: AutoDelete,
        stale_buttons: StaleButtons,
        unreadable_tables: UnreadableTables,
        locales: PrivateLocales,
        texts: Texts,
        default_language: str,
    ) -> None:
        self._games: Final = games
        self._unreachable: Final = unreachable
        self._target_tables: Final = target_tables
        self._text_messages: Final = text_messages
        self._taps: Final = taps
        self._table_question: Final = table_question
        self._language_handlers: Final = language
        self._left_players: Final = left_players
        self._open_from_private: Final = open_from_private
        self._owner: Final = owner
        self._answers: Final = answers
        self._auto_delete: Final = auto_delete
        self._stale_buttons: Final = stale_buttons
        self._unreadable_tables: Final = unreadable_tables
        self._locales: Final = locales
        self._texts: Final = texts
        self._default_language: Final = default_language

    async def handle_request(self, request: Request) -> None:
        """Handle a request. Refusals of the rules and of the notation are answered; any other error is raised.

        Raises:
            WrongLane: the request belongs to the lane of another chat; nothing was done or sent.
        """
        try:
            await self._prepare_and_handle(request)
        except WrongLane:
            if request.update.hops < MOST_HOPS:
                raise
            await self._send_refusal(request, Refusal("busy"))

    async def _prepare_and_handle(self, request: Request) -> None:
        if isinstance(request, GroupMigrated):
            await self._games.loader.migrate_chat(request.old_chat, request.new_chat)
            await self._owner.migrate_chat(request.old_chat, request.new_chat)
            return
        if isinstance(request, MembersChanged):
            await self._left_players.record_joins_and_leaves(request)
            return
        place = await self._target_tables.load_place(request)
        loaded = place.newest
        if loaded.scope.place != request.venue.scope:
            # What comes late from a group that became a supergroup goes there.
            request.update.check_lane(loaded.scope)
        request = _in_migrated_chat(request, loaded)
        if isinstance(request, PlainText) and request.by_number_alone and not _tells_tables_apart(place, request):
            return
        own = loaded.settings if request.venue.private else {}
        speaker = Speaker(self._texts, self._request_language(request, loaded))
        context = ChatContext(loaded, speaker, own.get("theme"), own.get("labels"), self._default_language, place)
        if not isinstance(request, BotRemoved) and await self._owner.refuse_if_banned(request, context.language):
            return
        await self._locales.remember_client_locale(request.sender)
        if loaded.is_duplicate:
            # It was done, and the process that did it ended before it could say so.
            if isinstance(request, Tap):
                await self._answers.acknowledge_tap(request)
            return
        await self._handle_or_refuse(request, context)

    async def _handle_or_refuse(
        self,
        request: Command | UnknownCommand | OwnerCommand | PlainText | Tap | SharedChat | BotAdded | BotRemoved,
        context: ChatContext,
    ) -> None:
        """Handle a request that was not handled before, or say why not."""
        update = request.update
        if (refusal := update.refusal) is not None:
            # By now others may have done what makes it count; it was asked of the table as it was.
            await self._answers.reply_refusal(request, context.language, refusal.error, refusal.suggestion)
            return
        try:
            about = await self._unreadable_tables.quarantine_if_requested(request, context)
            if about is None:
                return
            context = about
            await self._dispatch(request, context)
        except WhichTable as choice:
            await self._table_question.ask_which_table(choice, context)
        except EngineError as error:
            await self._explain_refusal(request, context, refusal_to_show(error, context))
        except Busy:
            await self._answers.reply_refusal(request, context.language, Refusal("busy"))
        else:
            if update.table_changed:
                for chat in {request.venue.scope.chat, update.lane_chat or request.venue.scope.chat}:
                    await self._auto_delete.delete_replies_to(chat, request.sender.user)

    async def _dispatch(
        self,
        request: Command | UnknownCommand | OwnerCommand | PlainText | Tap | SharedChat | BotAdded | BotRemoved,
        context: ChatContext,
    ) -> None:
        match request:
            case Command() | PlainText() if request.is_edit and await self._table_question.take_edit(request, context):
                pass
            case Command():
                await self._text_messages.dispatch_command(request, context)
            case UnknownCommand():
                await self._text_messages.answer_mistyped_command(request, context)
            case OwnerCommand():
                if not await self._owner.run_owner_command(request, context.chat_speaker):
                    await self._dispatch(request.fallback, context)
            case PlainText():
                await self._text_messages.dispatch_reply(request, context)
            case Tap():
                if not await self._owner.handle_owner_tap(request, context.chat_speaker):
                    await self._taps.dispatch_tap(request, context)
            case SharedChat() | BotRemoved() | BotAdded():
                await self._dispatch_chat_event(request, context)
            case never:
                assert_never(never)

    async def _dispatch_chat_event(self, request: SharedChat | BotRemoved | BotAdded, context: ChatContext) -> None:
        match request:
            case SharedChat():
                await self._open_from_private.offer_games_for_group(request, context)
            case BotRemoved():
                await self._owner.remove_chat(request.venue.scope.chat)
                await self._unreachable.stop_clocks_of_chat(request.venue.scope.chat)
            case BotAdded():
                await self._language_handlers.greet_group(request, context)

    async def _explain_refusal(self, request: Request, context: ChatContext, error: EngineError) -> None:
        """Answer a refusal; a button that is not for its presser leads to the table as it is now."""
        if isinstance(request, Tap):
            context = self._target_tables.at_pressed_table(request, context)
        if isinstance(request, Tap) and error.code == "stale_button" and is_group_table_button(request):
            await self._stale_buttons.tell_current_table(request, context)
        elif isinstance(request, Tap) and is_spectator_tap(request, error, context.loaded.table):
            await self._stale_buttons.tell_spectator(request, context)
        else:
            await self._answers.reply_refusal(request, context.language, error)

    async def tell_over_limit(self, request: Request, *, chat_over_limit: bool) -> None:
        """Tell a person, or the chat if ``chat_over_limit``, that the request is over its quota and was not handled.

        Banned people are told nothing.
        """
        if not self._owner.is_allowed(request):
            return
        await self._send_refusal(request, Refusal("crowded" if chat_over_limit else "too_hasty"))

    async def _send_refusal(self, request: Request, refusal: Refusal) -> None:
        loaded = await self._games.load_table(request.venue.scope)
        request = _in_migrated_chat(request, loaded)
        await self._answers.reply_refusal(request, self._request_language(request, loaded), refusal)

    def _request_language(self, request: Request, loaded: LoadedTable) -> str:
        """The chat's chosen language; in a private chat without a choice, that of the person's Telegram."""
        chosen = languages().supported_or_none(loaded.settings.get("language"))
        return (
            self._locales.locale_of_sender(request.sender, chosen)
            if request.venue.private
            else chosen or self._default_language
        )


def _in_migrated_chat(request: R, loaded: LoadedTable) -> R:
    """The request as it would come from the supergroup that its group has become, where the table is now."""
    place = loaded.scope.place
    if place == request.venue.scope:
        return request
    return replace(request, venue=replace(request.venue, scope=place, migrated_from=request.venue.scope.chat))


def _tells_tables_apart(place: LoadedPlace, request: PlainText) -> bool:
    """Whether a number in front of a text may be a table's: several are open, or people were told that one by it."""
    return len(place.open_tables) > 1 or place.has_told_number(request.table_number)
