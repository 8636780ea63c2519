"""Typed requests: finds the handler of a command or of a text without one, and the kind of each request.

If :mod:`bot.handlers.which_table` finds several possible tables, this module asks which one is meant.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from msgspec import structs
from telegram import InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families import registry
from bot.families.chat_family import ChatFamily
from bot.families.services import ChatContext, ChatServices, CommandHandler, FamilyChat
from bot.handlers.general import GeneralHandlers, rows_of_handled_commands
from bot.handlers.settings import OPENERS, check_may_open_table
from bot.handlers.which_table import (
    AnsweredElsewhere,
    AskedRequests,
    TableRight,
    TargetTables,
    WhichTable,
    to_answered_request,
)
from bot.ingress.chat_queues import RequestKind, SendSlotOwner
from bot.store import retention
from bot.store.commits import UpdateContext
from bot.store.housekeeping import Quarantine
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedPlace, LoadedTable, current_players, most_tables, table_name
from bot.telegram.keyboards import (
    OWN_GAMES_LINK,
    ButtonData,
    ButtonSpecs,
    callback_button,
    encode_button_data,
)
from bot.telegram.replies import REPLY_SECONDS
from bot.telegram.requests import (
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
    SharedChat,
    Tap,
    edit_key,
    to_command,
)
from bot.user_input.commands import CommandRow, command_handlers_of, command_name, load_vocabulary, parse_turn
from bot.wording.tables import table_label
from bot.workers.recent import RecentKeys
from engine.errors import EngineError, Refusal
from engine.game import Table, is_over, looks_like_action
from engine.lobby_seats import Lobby

_COMMANDS_ABOUT_NO_TABLE: Final = frozenset(
    (
        *("new", "start", "help", "log", "doctor", "tables", "games", "ping"),
        *("word", "try", "puzzle"),
        *("proof", "stats", "top", "history", "gcg", "mydata"),
    )
)
"""Commands, besides settings, that concern no open table: they are about the chat, words, or finished games."""
COSTLY_COMMANDS: Final = frozenset({"pass", "surrender", "draw"})  # a wrong table would cost a turn or a game
_PAUSED_BEFORE: Final[Mapping[str, bool]] = {"pause": False, "resume": True}  # whether the command needs a paused game
_OWN_RIGHTS: Final[Mapping[str, TableRight]] = {
    "join": "join",
    "leave": "lobby",
    "begin": "lobby",
    "invite": "lobby",
    "computer": "computer",
    "cancel": "cancel",
}


def _right_in_question(row: CommandRow, text: str) -> TableRight | None:
    """The right that a command needs at a table; ``None`` if it concerns no table, or opens one."""
    if (right := _OWN_RIGHTS.get(row.key)) is not None:
        return right
    # The rules of a named game concern no table.
    if row.kind == "setting" or row.key in _COMMANDS_ABOUT_NO_TABLE or (row.key == "rules" and text):
        return None
    if row.kind == "look-up":
        return "look"
    match row.allowed_users:
        case "mover":
            return "turn"
        case "other":
            return "answer"
        case "player" | "anytime" | "seated":
            return "answer" if row.where == "game" else "seat"
        case _:
            return "rule"


def _is_in_time(command: str, loaded: LoadedTable) -> bool:
    """Whether a command fits the state of a table's clocks: ``/devam`` only fits a paused game."""
    if command not in _PAUSED_BEFORE:
        return True
    table = loaded.table
    if table is None or isinstance(table, Lobby):
        return False
    return (table.clocks.paused is not None) == _PAUSED_BEFORE[command]


_CHANNEL_NOTICE_SECONDS: Final = 60 * 60.0  # a chat is not told again within this time that channels cannot play


def _is_single_word(text: str) -> bool:
    return len(text.split(maxsplit=1)) == 1


class TextDispatcher:
    """Finds the handler, and the table, of a command or a typed move."""

    def __init__(
        self,
        services: ChatServices,
        general: GeneralHandlers,
        family_chats: Mapping[str, FamilyChat],
        target_tables: TargetTables,
        asked: AskedRequests,
    ) -> None:
        self._family_chats: Final = family_chats
        self._take_puzzle_answer: Final = general.puzzles.typed.take_answer
        self._show_puzzle_hints: Final = general.puzzles.typed.show_hints
        self._target_tables: Final = target_tables
        self._members: Final = services.tables.members
        self._refusals: Final = services.stores.refused_moves
        self._asked: Final = asked
        self._replies: Final = services.messaging.replies
        self._notified_channels: Final = RecentKeys(_CHANNEL_NOTICE_SECONDS)  # chats that were told so
        # If no game tells the family, the first family with the command answers.
        self._family_commands: Final[dict[str, CommandHandler]] = {
            name: handler
            for chat in reversed(list(family_chats.values()))
            for name, handler in chat.command_handlers.items()
        }
        self._commands: Final[Mapping[str, CommandHandler]] = command_handlers_of(*general)
        self._rows: Final = rows_of_handled_commands(self._commands.keys() | self._family_commands.keys())

    async def dispatch_typed(self, request: Command | PlainText, context: ChatContext) -> None:
        """Call :meth:`dispatch_command` or :meth:`dispatch_plain_text`."""
        match request:
            case Command():
                await self.dispatch_command(request, context)
            case PlainText():
                await self.dispatch_plain_text(request, context)

    async def dispatch_command(self, request: Command, context: ChatContext) -> None:
        """Handle a command. A channel is told now and then that it cannot play."""
        if request.sender.is_channel:
            if request.is_edit or self._notified_channels.check_and_note(request.venue.scope.chat):
                return
            raise Refusal("channel_speaks")
        row = self._rows[request.name]
        if request.is_edit and not await self.is_refused_move(request):
            return
        if request.sender.is_anonymous_admin and row.needs_person and request.target_table is None:
            raise Refusal("anonymous")
        means_puzzle = {"hint": self._show_puzzle_hints, "play": self._take_puzzle_answer}.get(row.key)
        if means_puzzle is not None and await means_puzzle(request, context):
            return
        context = await self._choose_table(request, context, row)
        _check_inline_result_table(request, context.loaded.table)
        if request.venue.private and row.where == "group" and context.loaded.table is None:
            raise Refusal("group_only")
        if context.loaded.is_duplicate:
            return
        if request.sender.is_anonymous_admin and row.needs_person:
            raise Refusal("anonymous")
        if row.allowed_users == "administrator":
            await self._members.check_admin(request)
        await self._command_handler(request, context.loaded.table)(request, context)

    async def _choose_table(self, request: Command, context: ChatContext, row: CommandRow) -> ChatContext:
        right = _right_in_question(row, request.text)
        # In private, a command for groups can only concern a game in that chat.
        only_here = request.venue.private and row.where == "group" and len(context.request_place.open_tables) > 1
        if right is None or (request.venue.private and row.where != "game" and not only_here):
            await self._asked.claim_if_answers_question(request, "")
            return context
        try:
            return await self._target_tables.choose_table(
                request,
                context,
                right,
                is_action=row.kind == "action",
                only_here=only_here,
                is_costly=row.key in COSTLY_COMMANDS,
                may_answer=lambda game, seat: self._family_chats[registry.family_of_game(game).name].may_answer(
                    row.key, game, seat
                ),
                fits=lambda one: self._takes_command(one, row.key),
            )
        except WhichTable:
            # A member who may not give the command at any table is not asked which one they mean.
            if row.allowed_users == "administrator":
                await self._members.check_admin(request)
            raise

    def _takes_command(self, loaded: LoadedTable, command: str) -> bool:
        table = loaded.table
        if command not in self._family_commands or table is None or isinstance(table, Lobby):
            return _is_in_time(command, loaded)
        return command in self._family_chats[registry.family_of_game(table).name].command_handlers

    async def answer_mistyped_command(self, request: MistypedCommand, context: ChatContext) -> None:
        """Answer an unknown command; in groups only if it is clearly for this bot, as there may be other bots.

        If it may have been a move, it is noted as refused, so that an edit can correct the command.
        """
        tables = [_known_table(request, one) for one in context.request_place.open_tables]
        plays = any(request.sender.user in current_players(table) for table in tables)
        if request.suggestion == "play" and plays:
            await self._remember_mistyped_move(request, context)
        if request.venue.private or request.names_bot or plays or any(isinstance(table, Lobby) for table in tables):
            suggestion = f"/{command_name(request.suggestion, context.language)}"
            raise Refusal("mistyped_command", typed=f"/{request.typed}", near=suggestion)

    async def _remember_mistyped_move(self, request: MistypedCommand, context: ChatContext) -> None:
        """Note a mistyped move, so that an edit can correct it; with several possible tables, the user is asked."""
        try:
            about = await self._target_tables.choose_table(request, context, "turn", is_action=False)
        except WhichTable:
            await self._asked.save_asked(request, is_shown=False)
            return
        table = about.loaded.table
        handle_mistyped_move = self._family_chats[self._family_of_table(table).name].handle_mistyped_move
        if handle_mistyped_move is not None and request.sender.user in current_players(table):
            await handle_mistyped_move(request, about)

    async def dispatch_plain_text(self, request: PlainText, context: ChatContext) -> None:
        """Handle a move without a command. Other texts are ignored in groups, and answered with help in private."""
        if request.is_edit and not await self.is_refused_move(request):
            return
        if request.venue.private and await self._take_puzzle_answer(request, context):
            return
        if _answers_posted_puzzle(request):
            return
        if looks_like_action(request.text, words=load_vocabulary()):
            about = await self._target_tables.choose_table(
                request, context, "turn", is_action=True, fits=lambda one: self._takes_move(one, request.text)
            )
            _check_inline_result_table(request, about.loaded.table)
            family = self._family_of_table(about.loaded.table)
            if family.engine_family.looks_like_action(request.text, load_vocabulary()):
                await self._family_chats[family.name].handle_move(request, about)
            return
        if request.target_table is not None:
            _check_inline_result_table(request, _table_of_inline_result(request, context))
        if _is_single_word(request.text) and await self._answer_word(request, context):
            return
        turn = parse_turn(request.text)
        if turn is not None and await self._may_omit_slash(request, context):
            await self.dispatch_command(to_command(request, turn.command, turn.text), context)
        elif request.venue.private and not request.is_edit:
            await self._replies.reply_message(request, context.language, "private-hint")

    async def _may_omit_slash(self, request: PlainText, context: ChatContext) -> bool:
        about = await self._target_tables.find_table(request, context)
        table = None if about is None else _known_table(request, about.loaded)
        if table is None or isinstance(table, Lobby) or is_over(table):
            return False
        seat = table.seat_of(request.sender.user)
        return seat is not None and (request.mentions_bot or table.may_act(seat))

    async def is_refused_move(self, request: Command | PlainText) -> bool:
        """Whether an edited message is its sender's newest refused move; other edits are ignored."""
        chat, user = request.venue.message_chat, request.sender.user
        return await self._refusals.find_refused_move(user, chat, edit_key(request)) is not None

    async def _answer_word(self, request: PlainText, context: ChatContext) -> bool:
        about = await self._target_tables.find_table(request, context, self._takes_bare_words)
        table = None if about is None else about.loaded.table
        if about is None or table is None or isinstance(table, Lobby):
            return False
        handle_bare_word = self._family_chats[registry.family_of_game(table).name].handle_bare_word
        return handle_bare_word is not None and await handle_bare_word(request, about)

    def _takes_move(self, loaded: LoadedTable, text: str) -> bool:
        return self._family_of_table(loaded.table).engine_family.looks_like_action(text, load_vocabulary())

    def _takes_bare_words(self, loaded: LoadedTable) -> bool:
        return self._family_chats[self._family_of_table(loaded.table).name].handle_bare_word is not None

    def _family_of_table(self, table: Table | None) -> ChatFamily:
        """The family of the table's game; for a lobby the first family, as all refuse in the same way."""
        return registry.FAMILIES[0] if table is None or isinstance(table, Lobby) else registry.family_of_game(table)

    def _command_handler(self, request: Command, table: Table | None) -> CommandHandler:
        """The handler of a command; in private not a family's, if the command concerns no single game."""
        command = request.name
        if table is None or isinstance(table, Lobby):
            if request.venue.private and command in self._commands:
                return self._commands[command]
            return self._family_commands.get(command) or self._commands[command]
        family_handlers = self._family_chats[registry.family_of_game(table).name].command_handlers
        return family_handlers.get(command) or self._commands.get(command) or self._family_commands[command]


def _known_table(request: PlainText | MistypedCommand, loaded: LoadedTable) -> Table | None:
    """The table as far as a reply may depend on it: its public facts, or all of it if the reply is secret."""
    return loaded.table if request.is_secret else loaded.known_form.table


def _answers_posted_puzzle(request: PlainText) -> bool:
    """Whether a text replies to a puzzle posted in a group: it is no answer and, without a table, no move."""
    is_table_named = request.table_number is not None or request.target_table is not None
    return request.replied_puzzle is not None and not request.venue.private and not is_table_named


def _table_of_inline_result(request: PlainText, context: ChatContext) -> Table | None:
    tables = (one.table for one in context.request_place.tables)
    return next((table for table in tables if table is not None and table_name(table) == request.target_table), None)


def _check_inline_result_table(request: Command | PlainText, table: Table | None) -> None:
    if request.target_table is None:
        return
    if request.venue.private or table is None or table_name(table) != request.target_table:
        raise Refusal("other_table")
    if request.sender.is_anonymous_admin:
        raise Refusal("anonymous")


_ACTION: Final = RequestKind(yields_to_actions=False, coalesce_key=None, quota="action", tried_beyond_quota=True)
_ADMIN_ACTION: Final = RequestKind(yields_to_actions=False, coalesce_key=None, quota="action")
"""The kind of an administrator's action that is no move."""
_PAGE_ACTION: Final = RequestKind(yields_to_actions=False, coalesce_key=None, quota=None)
"""The kind of a board page's action, on whose answer the page waits; the page's server has quotas
(:mod:`bot.web.server`).
"""
_HINT: Final = RequestKind(yields_to_actions=True, coalesce_key=None, quota="look_up")
_SINGLE_WORD: Final = RequestKind(yields_to_actions=True, coalesce_key=None, quota="talk")
"""Matches a word that may answer a game, or be mere talk."""
_CHAT_EVENT: Final = RequestKind(yields_to_actions=False, coalesce_key=None, quota=None)


@dataclass(frozen=True, eq=False)
class RequestClassifier:
    """Finds the kind of a request.

    ``is_allowed`` is false for banned users, whose replies are not shared with others. ``has_several_tables``: whether
    a place is known to have several tables.
    """

    rows: Mapping[str, CommandRow]
    is_allowed: Callable[[Request], bool] = lambda _: True
    has_several_tables: Callable[[Scope], bool] = lambda _: False
    _buttons: ButtonSpecs = field(default_factory=registry.all_button_kinds, init=False)

    def __call__(self, request: Request) -> RequestKind | None:
        """The kind of a request; ``None`` for mere talk."""
        match request:
            case Command():
                return self._classify_command(request)
            case PlainText():
                return _classify_reply(request)
            case PageAction() | PuzzleAction():
                return _PAGE_ACTION
            case MistypedCommand() | SharedChat():
                return _HINT
            case OwnerCommand(fallback=otherwise):
                return self(otherwise)
            case Tap(data=data):
                button = self._buttons.get(data.partition(":")[0])
                yields = button is not None and button.yields_to_actions
                return RequestKind(
                    yields_to_actions=yields, coalesce_key=None, quota="tap", tried_beyond_quota=not yields
                )
            case BotAdded() | GroupMigrated() | MembersChanged() | BotRemoved() | OwnRightsChanged():
                return _CHAT_EVENT

    def _classify_command(self, request: Command) -> RequestKind | None:
        row = self.rows[request.name]
        if row.kind == "action":
            return _ADMIN_ACTION if row.allowed_users == "administrator" else _ACTION
        if request.is_edit:
            return None
        heard, is_look_up = self.is_allowed(request), row.kind == "look-up"
        # The answer to a channel, or about a table that the request names, may differ by sender.
        alone = (
            row.allowed_users != "anybody"
            or row.needs_person
            or row.answered_separately
            or not is_look_up
            or not heard
            or request.sender.is_channel
            or request.target_table is not None
            or request.replied_message is not None
            or (request.table_number is None and self.has_several_tables(request.venue.scope))
        )
        number = request.table_number or ""
        alike = None if alone else f"{request.venue.scope} {request.name} {number} {request.text}"
        slot_owner: SendSlotOwner | None = ("person" if row.needs_person else "chat") if is_look_up and heard else None
        return RequestKind(
            yields_to_actions=is_look_up, coalesce_key=alike, quota="look_up", awaits_send_slot_of=slot_owner
        )


def _classify_reply(request: PlainText) -> RequestKind | None:
    if looks_like_action(request.text, words=load_vocabulary()) or parse_turn(request.text) is not None:
        return _ACTION
    if request.venue.private and not request.is_edit:
        return _HINT
    return _SINGLE_WORD if _is_single_word(request.text) else None


_QUARANTINING_COMMANDS: Final = frozenset({"new", "cancel"})
_MISLEADING_REFUSALS: Final = frozenset({"no_game", "not_begun", "not_seated", "stale_button", "proof_gone"})
"""Codes of refusals that would be wrong about an unreadable table."""
_QUARANTINE_DAYS: Final = retention.QUARANTINE_SECONDS // (24 * 60 * 60)


class UnreadableTables:
    """Moves unreadable tables into quarantine."""

    def __init__(self, services: ChatServices, quarantine: Quarantine) -> None:
        self._quarantine: Final = quarantine
        self._games: Final = services.tables.games
        self._members: Final = services.tables.members
        self._replies: Final = services.messaging.replies

    async def quarantine_if_requested(self, request: Command, context: ChatContext) -> ChatContext | None:
        """Quarantine unreadable tables if a command asks for their place, and say so.

        Opening a table removes all of them; cancelling removes the named one, or all if no other table is open. Returns
        the context for the rest of the command, or ``None`` if nothing remains to be done.
        """
        if request.name not in _QUARANTINING_COMMANDS:
            return context
        unreadable = _tables_to_quarantine(request, context.request_place)
        if not unreadable or request.sender.is_channel:
            return context
        loaded = context.loaded
        # A table may still be in a topic where new ones are forbidden by now.
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


def refusal_to_show(error: EngineError, context: ChatContext) -> EngineError:
    """The refusal to answer with: about an unreadable table, only that it is unreadable.

    In a place for several tables, a running game is no reason to refuse opening another one.
    """
    if error.code == "game_running" and (context.loaded.scope.is_private or most_tables(context.loaded.settings) > 1):
        return Refusal("game_begun")
    if context.loaded.is_unreadable and error.code in _MISLEADING_REFUSALS:
        return Refusal("table_unreadable")
    return error


_MOST_TITLE_CHARACTERS: Final = 24  # how much of a group's title a button shows


class TableQuestion:
    """Asks which table a request means, and handles the request at the table that is tapped."""

    def __init__(
        self, services: ChatServices, asked: AskedRequests, target_tables: TargetTables, text_messages: TextDispatcher
    ) -> None:
        self._asked: Final = asked
        self._target_tables: Final = target_tables
        self._text_messages: Final = text_messages
        self._gateway: Final = services.gateway
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._members: Final = services.tables.members
        self._group_titles: Final = services.tables.group_titles

    async def ask_which_table(self, choice: WhichTable, context: ChatContext) -> None:
        """Ask the sender; the question is deleted after a minute, or once it is answered."""
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
            if request.is_secret:
                # The group read nothing of it, and would learn which tables are meant.
                text = context.chat_speaker.html("which-table-in-private")
                link = create_deep_linked_url(self._gateway.username, OWN_GAMES_LINK)
                keyboard = self._buttons.link_keyboard(context.language, "button-open-private", link)
            await self._replies.reply_temporarily(request, text, keyboard, seconds=REPLY_SECONDS, until_done=True)

    async def answer_which_table(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Handle the original request at the button's table: once, at the table tapped first."""
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
            # The tap has its answer; the refusal replies to the original request.
            await self._replies.reply_refusal(request, context.language, refusal_to_show(error, about))

    async def take_edit(self, request: Command | PlainText, context: ChatContext) -> bool:
        """Handle an edit if its sender was asked about that message; return whether they were.

        An open question then applies to the new text. Raises WhichTable if the sender must be asked.
        """
        if not request.venue.private and len(context.request_place.open_tables) < 2:  # noqa: PLR2004 - two are several
            return False
        if await self._text_messages.is_refused_move(request):
            return False
        asked = await self._asked.load_asked(request.sender.user, request.venue)
        place_of_message = request.venue.message_chat, request.message, request.ephemeral_id
        if asked is None or (asked.chat, asked.message, asked.ephemeral_id) != place_of_message:
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
    """Whether another lane or process may have handled the update in part."""
    return update.asked_about is not None or update.forwarded_to is not None or update.was_delivered_before


def _with_place_of(context: ChatContext, loaded: LoadedTable, place: LoadedPlace) -> ChatContext:
    here = loaded if context.loaded.scope.place == place.first.scope else context.loaded
    return context.with_place(place).with_table(here)


@dataclass(frozen=True, eq=False)
class TypedRequests:
    """Handles commands and texts."""

    text_messages: TextDispatcher
    table_question: TableQuestion
    unreadable_tables: UnreadableTables

    async def handle_command(self, request: Command, context: ChatContext) -> None:
        """Handle a command, after quarantining the unreadable tables that it asks to remove."""
        about = await self.unreadable_tables.quarantine_if_requested(request, context)
        if about is not None:
            await self.handle_text(request, about)

    async def handle_text(self, request: Command | PlainText, context: ChatContext) -> None:
        """Handle a text, or the rest of a command; an edit may answer an open question about its message."""
        try:
            if not (request.is_edit and await self.table_question.take_edit(request, context)):
                await self.text_messages.dispatch_typed(request, context)
        except WhichTable as choice:
            await self.table_question.ask_which_table(choice, context)
        except EngineError as error:
            raise refusal_to_show(error, context) from error
