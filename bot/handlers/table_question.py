"""Which table a request is about: the question of several, unreadable tables, and the handlers of taps."""

import html
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import Final, assert_never

from msgspec import structs
from redis.exceptions import RedisError
from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.families.own_board import PLAY_STEP, SHOW_STEP
from bot.families.services import ChatContext, ChatServices, FamilyChat, TapHandler
from bot.handlers.general import GeneralHandlers
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.settings import OPENERS, check_may_open_table
from bot.handlers.targets import AnsweredElsewhere, AskedRequests, TargetTables, WhichTable, to_answered_request
from bot.handlers.text_messages import TextDispatcher
from bot.logs import get_logger
from bot.store import retention
from bot.store.commits import UpdateContext
from bot.store.games import GameStore
from bot.store.housekeeping import Quarantine
from bot.tables.table_loader import LoadedPlace, LoadedTable, is_game_running, most_tables, table_name
from bot.telegram.keyboards import (
    ButtonData,
    ButtonSpec,
    callback_button,
    encode_button_data,
    parse_button_data,
    table_of_button_data,
)
from bot.telegram.replies import REPLY_SECONDS, Replies
from bot.telegram.requests import Command, MistypedCommand, PlainText, Tap
from bot.wording.tables import table_label
from engine.errors import EngineError, Refusal
from engine.game import Table, view
from engine.lobby_seats import Lobby

log = get_logger(__name__)

_QUARANTINING_COMMANDS: Final = frozenset({"new", "cancel"})
_MISLEADING_REFUSALS: Final = frozenset({"no_game", "not_begun", "not_seated", "stale_button", "proof_gone"})
"""Refusals that would be wrong about an unreadable table."""
_QUARANTINE_DAYS: Final = retention.QUARANTINE_SECONDS // (24 * 60 * 60)


class UnreadableTables:
    """Puts unreadable tables into quarantine."""

    def __init__(self, services: ChatServices, quarantine: Quarantine) -> None:
        self._quarantine: Final = quarantine
        self._games: Final = services.tables.games
        self._members: Final = services.tables.members
        self._replies: Final = services.replies.answers

    async def quarantine_if_requested(self, request: Command, context: ChatContext) -> ChatContext | None:
        """If a command asks to free the chat's place, put its unreadable tables into quarantine, and say so.

        To open a table frees it of all; to cancel one of the table that is named, or of all where no other is open.
        Returns the chat for the rest of the command; ``None`` if nothing is left to do.
        """
        if request.name not in _QUARANTINING_COMMANDS:
            return context
        unreadable = _tables_to_quarantine(request, context.request_place)
        if not unreadable or request.sender.is_channel:
            return context
        loaded = context.loaded
        # A table may be left in a topic where none may be opened any more.
        heeded = {OPENERS: loaded.settings[OPENERS]} if request.name == "cancel" and OPENERS in loaded.settings else {}
        await check_may_open_table(self._members, request, heeded if request.name == "cancel" else loaded.settings)
        for one in unreadable:
            await self._quarantine.quarantine_table(one.scope, one.version)
        await self._replies.reply_message(request, context.language, "table-put-aside", days=_QUARANTINE_DAYS)
        if request.name == "cancel":
            return None
        place = await self._games.loader.load_place(loaded.scope, request.update, loaded.arrived_at)
        return replace(context, loaded=place.newest, place=place)


def _tables_to_quarantine(request: Command, place: LoadedPlace) -> tuple[LoadedTable, ...]:
    unreadable = tuple(loaded for loaded in place.open_tables if loaded.is_unreadable)
    if request.name == "new":
        return unreadable
    if request.table_number is not None:
        return tuple(loaded for loaded in unreadable if loaded.scope.table == request.table_number)
    return unreadable if len(unreadable) == len(place.open_tables) else ()


def _refusal_to_show(error: EngineError, context: ChatContext) -> EngineError:
    """The refusal to answer with: for an unreadable table, just that it is unreadable.

    Where a place may have several tables, a game that runs at one of them keeps nobody from opening another.
    """
    if error.code == "game_running" and (context.loaded.scope.is_private or most_tables(context.loaded.settings) > 1):
        return Refusal("game_begun")
    if context.loaded.is_unreadable and error.code in _MISLEADING_REFUSALS:
        return Refusal("table_unreadable")
    return error


_MOST_TITLE_CHARACTERS: Final = 24
"""Of a group's title on a button."""


class TableQuestion:
    """Asks which table is meant, and does what was asked at the one that is tapped."""

    def __init__(
        self, services: ChatServices, asked: AskedRequests, target_tables: TargetTables, text_messages: TextDispatcher
    ) -> None:
        self._asked: Final = asked
        self._target_tables: Final = target_tables
        self._text_messages: Final = text_messages
        self._replies: Final = services.replies.answers
        self._members: Final = services.tables.members
        self._group_titles: Final = services.tables.group_titles

    async def ask_which_table(self, choice: WhichTable, context: ChatContext) -> None:
        """Ask the sender of a request; the question is gone after a minute, or once something was done."""
        request = choice.request
        await self._asked.save_asked(request, is_shown=True)
        user = request.sender.user
        rows = [
            [
                callback_button(
                    await self._label(one, request, context),
                    encode_button_data("which", table_name(one.table), user, request.update.counted_as),
                )
            ]
            for one in choice.tables
            if one.table is not None
        ]
        text, keyboard = context.chat_speaker.html("which-table"), InlineKeyboardMarkup(rows)
        if request.venue.private:
            await self._replies.reply_html(request, text, keyboard)
        elif not await self._replies.reply_privately(request, text, keyboard, secret=False):
            await self._replies.reply_temporarily(request, text, keyboard, seconds=REPLY_SECONDS, until_done=True)

    async def answer_which_table(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Do what the presser asked, at the table of the button.

        It counts as the request that the question was about: however often it is tapped, it is done once. Only the
        first table that is tapped counts.
        """
        user, update = map(int, pressed.arguments)
        await self._members.check_asker(tap, user)
        asked = await self._asked.claim_answer(user, tap.venue, update, pressed.table)
        if asked is None:
            raise Refusal("stale_button")
        tap.update.asked_about = update
        request = to_answered_request(asked, tap, pressed.table)
        place = await self._target_tables.load_place(request)
        await self._replies.tapped_message.close_message(tap)
        if place.first.is_duplicate:
            return
        about = _with_place_of(context, place.at_number(context.loaded.scope.table), place)
        try:
            await self._text_messages.dispatch_typed(request, about)
        except EngineError as error:
            # The tap is answered: it is what was asked that is refused.
            await self._replies.reply_refusal(request, context.language, _refusal_to_show(error, about))

    async def take_edit(self, request: Command | PlainText, context: ChatContext) -> bool:
        """Whether an edited message is the one about which its sender was asked; it is then done as it reads now.

        A question that is there already serves the new text, too.

        Raises:
            WhichTable: its sender is to be asked.
        """
        if not request.venue.private and len(context.request_place.open_tables) < 2:  # noqa: PLR2004 - several
            return False
        if await self._text_messages.is_refused_move(request):
            return False
        asked = await self._asked.load_asked(request.sender.user, request.venue)
        place_of_message = request.venue.message_chat, request.message
        if asked is None or (asked.chat, asked.message) != place_of_message:
            return False
        if asked.answer is not None and not _was_begun(request.update):
            return False
        request.update.asked_about = asked.update
        newer = structs.replace(request, is_edit=False, answered_table=asked.answer or request.answered_table)
        place = await self._target_tables.load_place(newer)
        if place.first.is_duplicate:
            return True
        try:
            await self._text_messages.dispatch_typed(newer, _with_place_of(context, place.newest, place))
        except AnsweredElsewhere:
            return True
        except WhichTable:
            if not asked.is_shown:
                raise
            await self._asked.save_asked(newer, is_shown=True)
            return True
        except EngineError:
            await self._asked.claim_answer(asked.sender.user, request.venue, asked.update, "")
            raise
        await self._asked.claim_answer(asked.sender.user, request.venue, asked.update, "")
        return True

    async def _label(
        self, loaded: LoadedTable, request: Command | PlainText | MistypedCommand, context: ChatContext
    ) -> str:
        label = table_label(loaded, context.chat_speaker)
        if not request.venue.private or loaded.scope.is_private:
            return label
        title = await self._group_titles.fetch_title(loaded.scope.chat)
        return f"{title[:_MOST_TITLE_CHARACTERS]}: {label}" if title else label


def _was_begun(update: UpdateContext) -> bool:
    """Whether an update may have been handled in part: here, in another lane, or by another process."""
    return update.asked_about is not None or update.forwarded_to is not None or update.was_delivered_before


def _with_place_of(context: ChatContext, loaded: LoadedTable, place: LoadedPlace) -> ChatContext:
    here = loaded if context.loaded.scope.place == place.first.scope else context.loaded
    return context.with_place(place).with_table(here)


class TypedRequests:
    """Has commands and texts handled."""

    def __init__(
        self, text_messages: TextDispatcher, table_question: TableQuestion, unreadable_tables: UnreadableTables
    ) -> None:
        self._text_messages: Final = text_messages
        self._table_question: Final = table_question
        self._unreadable_tables: Final = unreadable_tables

    async def handle_command(self, request: Command, context: ChatContext) -> None:
        """Handle a command, once the unreadable tables that it asks to be rid of are put aside."""
        about = await self._unreadable_tables.quarantine_if_requested(request, context)
        if about is not None:
            await self.handle_text(request, about)

    async def handle_text(self, request: Command | PlainText, context: ChatContext) -> None:
        """Handle a text, or what is left of a command; an edit that changes an earlier question is taken as that."""
        try:
            if not (request.is_edit and await self._table_question.take_edit(request, context)):
                await self._text_messages.dispatch_typed(request, context)
        except WhichTable as choice:
            await self._table_question.ask_which_table(choice, context)
        except EngineError as error:
            raise _refusal_to_show(error, context) from error


_MOST_TABLES_TOLD: Final = 3
"""So many fit into an alert of 200 characters."""
_TAG: Final = re.compile(r"<[^<>]*>")


class StaleButtons:
    """Answers such taps with the table as it is now."""

    def __init__(self, store: GameStore, replies: Replies) -> None:
        self._store: Final = store
        self._replies: Final = replies

    async def tell_spectator(self, tap: Tap, context: ChatContext) -> None:
        """Tell a spectator how the game stands."""
        _, arguments = _table_status(context)
        await self._replies.show_alert(tap, context.language, "stale-watching", **arguments)

    async def tell_current_table(self, tap: Tap, context: ChatContext) -> None:
        """Tell the presser how the button's table stands, or which there are instead, and remove the stale button."""
        open_tables = context.request_place.open_tables
        is_gone = context.loaded.table is None or table_name(context.loaded.table) != table_of_button_data(tap.data)
        if is_gone and len(open_tables) > 1:
            labels = "\n".join(table_label(one, context.chat_speaker) for one in open_tables[:_MOST_TABLES_TOLD])
            await self._replies.show_alert(tap, context.language, "stale-tables", tables=labels)
            if all(tap.message not in one.messages for one in open_tables):
                await self._replies.tapped_message.remove_buttons(tap)
            return
        message, arguments = _table_status(context)
        await self._replies.show_alert(tap, context.language, message, **arguments)
        try:
            newest = await self._store.load_newest_message_id(context.loaded.scope)
        except RedisError as error:
            log.warning("which message is the newest is not known", chat=tap.venue.scope.chat, error=error)
            return
        if tap.message != newest:
            await self._replies.tapped_message.remove_buttons(tap)


def _is_group_table_button(tap: Tap) -> bool:
    """Whether a button was drawn for a group's table, which another one may have replaced."""
    return _table_button(tap) is not None


def _is_spectator_tap(tap: Tap, error: EngineError, table: Table | None) -> bool:
    """Whether the presser only wants to see a running game in which they have no active seat."""
    button = _table_button(tap)
    away = error.code in {"not_seated", "has_surrendered", "was_removed"}
    return button is not None and button.is_look_up and away and is_game_running(table)


def _table_button(tap: Tap) -> ButtonSpec | None:
    kinds = registry.all_button_kinds()
    pressed = parse_button_data(tap.data, kinds)
    button = None if pressed is None or tap.venue.private else kinds[pressed.kind]
    return button if button is not None and button.about == "table" else None


def _table_status(context: ChatContext) -> tuple[str, dict[str, str | int]]:
    table, speaker = context.loaded.table, context.speaker
    if table is None:
        return "stale-none", {}
    if isinstance(table, Lobby):
        names = ", ".join(speaker.plain_name(seat.name) for seat in table.seats)
        return "stale-lobby", {"game": speaker.game_title, "names": names}
    family, table_view = registry.family_of_game(table), view(table, None)
    scores = _strip_html(family.wording(speaker).score_text(table_view))
    if is_game_running(table):
        name = speaker.plain_name(table.players[table.turn].name)
        return "stale-game", {"scores": scores, "next": speaker.plain("turn-next", name=name)}
    return "stale-over", {"scores": scores}


def _strip_html(text: str) -> str:
    return html.unescape(_TAG.sub("", text))


class ButtonError(Exception):
    """A kind of button and its handler do not belong together; the message names the kind."""


class TapDispatcher:
    """Finds the handler of a tap, and the table that the tap is about. Raises ButtonError: a kind has no handler."""

    def __init__(
        self,
        general: GeneralHandlers,
        family_chats: Mapping[str, FamilyChat],
        target_tables: TargetTables,
        table_question: TableQuestion,
        *,
        owner: OwnerAccess,
        stale_buttons: StaleButtons,
    ) -> None:
        self._target_tables: Final = target_tables
        self._owner: Final = owner
        self._stale_buttons: Final = stale_buttons
        self._send_past_proof: Final = general.proof.send_past_proof_by_tap
        self._kinds: Final = registry.all_button_kinds()
        own: dict[str, TapHandler] = {
            "board": _without_button(general.game_view.show_board),
            "which": table_question.answer_which_table,
            "move": general.game_lists.move_table.move_by_tap,
            "join": _without_button(general.lobby.join_table),
            "leave": _without_button(general.lobby.leave_table),
            "begin": _without_button(general.lobby.start_game),
            "alert": _without_button(general.table_alerts.toggle_alert),
            "seal": _without_button(general.lobby.show_seal),
            "seat": general.invitations.handle_invitation_tap,
            "alter": general.lobby.options_panel.handle_options_tap,
            "costly": general.costly_moves.show_moves,
            "again": _without_button(general.lobby.open_rematch),
            "more": _without_button(general.lobby.offer_other_games),
            "set": general.settings_panel.handle_settings_tap,
            "records": general.record_panel.handle_records_tap,
            "proof": _without_button(general.proof.send_proof_by_tap),
            "past": general.history.handle_history_tap,
            "computer": general.computers.handle_computers_tap,
            "alone": general.computers.open_solo_game,
            "tutorial": general.tutorial.handle_tap,
            "open": _without_button(general.lobby.open_usual_game),
            "guide": _without_button(general.guides.show_help_by_tap),
            "substitute": general.computers.substitute_by_tap,
            "opengroup": general.lobby.open_from_private.open_in_group,
            "games": general.lobby.show_game_list,
            "choose": general.lobby.open_chosen_game,
            "tune": general.lobby.show_next_option_value,
            "cancel": general.end_game.confirm_cancel,
            "keep": general.end_game.decline_cancel,
            "object": _without_button(general.end_game.object_to_cancel),
            "yes": general.end_game.answer_surrender,
            "no": general.end_game.answer_surrender,
            "vote": general.absence.cast_vote,
            "remove": general.absence.answer_removal,
            "volunteer": general.absence.volunteer_as_substitute,
            "help": general.guides.turn_help_page,
            "puzzle": general.puzzles.show_by_tap,
            "solve": general.puzzles.change_by_tap,
            "stats": general.stats.change_stats,
            "top": general.ranking.change_ranking,
            "speak": general.setting_commands.change_language_by_tap,
            "theme": general.setting_commands.change_look_by_tap,
            "labels": general.setting_commands.change_look_by_tap,
            "mydata": general.my_data.handle_tap,
            "rack": general.own_board.open_by_tap,
            SHOW_STEP: general.own_board.show_step,
            PLAY_STEP: general.own_board.play_step,
        }
        family_handlers = {kind: tapped for chat in family_chats.values() for kind, tapped in chat.tap_handlers.items()}
        self._handlers: Final = check_all_buttons_handled(self._kinds.keys(), {**own, **family_handlers})

    async def handle_tap(self, tap: Tap, context: ChatContext) -> None:
        """Handle a tap; a button that is not for its presser leads to the table as it is now."""
        try:
            if not await self._owner.handle_owner_tap(tap, context.chat_speaker):
                await self.dispatch_tap(tap, context)
        except EngineError as error:
            shown = _refusal_to_show(error, context)
            pressed = self._target_tables.at_pressed_table(tap, context)
            if shown.code == "stale_button" and _is_group_table_button(tap):
                await self._stale_buttons.tell_current_table(tap, pressed)
            elif _is_spectator_tap(tap, shown, pressed.loaded.table):
                await self._stale_buttons.tell_spectator(tap, pressed)
            else:
                raise shown from error

    def resumes(self, tap: Tap) -> bool:
        """Whether a tap that comes again goes on where it was cut short."""
        pressed = parse_button_data(tap.data, self._kinds)
        return pressed is not None and self._kinds[pressed.kind].resumes

    async def dispatch_tap(self, tap: Tap, context: ChatContext) -> None:
        """Handle a tap."""
        pressed = parse_button_data(tap.data, self._kinds)
        if pressed is None:
            raise Refusal("stale_button")
        try:
            target = await self._target_context(tap, context, pressed)
        except Refusal as refusal:
            if refusal.code != "proof_gone":
                raise
            await self._send_past_proof(tap, context, pressed.table)
            return
        await self._handlers[pressed.kind](tap, target, pressed)

    async def _target_context(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> ChatContext:
        kind = self._kinds[pressed.kind]
        match kind.about:
            case "chat":
                return context
            case "table":
                return await self._target_tables.table_of_button(tap, context, pressed, is_action=not kind.is_look_up)
            case never:
                assert_never(never)


def check_all_buttons_handled(kinds: Collection[str], handlers: Mapping[str, TapHandler]) -> Mapping[str, TapHandler]:
    """The handlers, if they answer exactly these kinds; else raises ButtonError."""
    for kind in sorted(set(kinds) ^ handlers.keys()):
        raise ButtonError(f"nobody answers the button {kind}" if kind in kinds else f"nobody draws the button {kind}")
    return handlers


def _without_button(handler: Callable[[Tap, ChatContext], Awaitable[None]]) -> TapHandler:
    async def tapped(tap: Tap, context: ChatContext, _: ButtonData) -> None:
        await handler(tap, context)

    return tapped
