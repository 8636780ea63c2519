"""Taps: finds the handler of each kind of button, answers where a table is gone, and does what board pages ask for."""

import html
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from typing import Final, assert_never

from redis.exceptions import RedisError

from bot.call_errors import ChatUnreachable, RequestRejected
from bot.families import registry
from bot.families.own_board import PLAY_STEP, SHOW_STEP
from bot.families.services import ChatContext, ChatServices, FamilyChat, TapHandler
from bot.handlers.general import GeneralHandlers
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.text_messages import TableQuestion, refusal_to_show
from bot.handlers.which_table import TargetTables
from bot.logs import get_logger
from bot.store.games import GameStore
from bot.tables.table_loader import LoadedTable, is_game_running, require_running_game, table_name
from bot.telegram.keyboards import (
    ButtonData,
    ButtonSpec,
    parse_button_data,
    table_of_button_data,
)
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, PageAction, Tap
from bot.wording.tables import table_label
from engine.errors import EngineError, Refusal
from engine.game import Action, Table, view
from engine.game_base import TurnGame
from engine.lobby_seats import Lobby

log = get_logger(__name__)

_MOST_TABLES_TOLD: Final = 3  # how many tables fit into an alert of 200 characters
_TAG: Final = re.compile(r"<[^<>]*>")


class StaleTapAnswers:
    """Answers taps on stale buttons with the current table."""

    def __init__(self, store: GameStore, replies: Replies) -> None:
        self._store: Final = store
        self._replies: Final = replies

    async def tell_spectator(self, tap: Tap, context: ChatContext) -> None:
        """Tell a user who does not play how the game stands."""
        _, arguments = _table_status(context)
        await self._replies.show_alert(tap, context.language, "stale-watching", **arguments)

    async def tell_current_table(self, tap: Tap, context: ChatContext) -> None:
        """Tell the user how the table stands, or which tables there are instead, and remove the stale button."""
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


def _is_spectator_tap(tap: Tap, error: EngineError, table: Table | None) -> bool:
    """Whether a user who has no active seat only wants to see a running game."""
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
    wording = family.wording(speaker)
    scores = _strip_html(wording.score_text(table_view))
    if is_game_running(table):
        if not isinstance(table, TurnGame):
            return "stale-game", {"scores": scores, "next": _strip_html(wording.next_turn_line(table_view))}
        name = speaker.plain_name(table.players[table.turn].name)
        return "stale-game", {"scores": scores, "next": speaker.plain("turn-next", name=name)}
    return "stale-over", {"scores": scores}


def _strip_html(text: str) -> str:
    return html.unescape(_TAG.sub("", text))


class ButtonError(Exception):
    """A kind of button without a handler, or a handler for no kind; the message names the kind."""


class TapDispatcher:
    """Finds the handler of a tap, and the table of its button. Raises ButtonError if a kind has no handler."""

    def __init__(
        self,
        general: GeneralHandlers,
        family_chats: Mapping[str, FamilyChat],
        target_tables: TargetTables,
        table_question: TableQuestion,
        *,
        owner: OwnerAccess,
        stale_taps: StaleTapAnswers,
        replies: Replies,
    ) -> None:
        self._replies: Final = replies
        self._target_tables: Final = target_tables
        self._owner: Final = owner
        self._stale_taps: Final = stale_taps
        self._about_past_game: Final = {
            "proof": general.proof.send_past_proof,
            "seal": general.proof.show_past_fair_draw,
        }
        self._join_rematch: Final = general.lobby.join_rematch
        self._kinds: Final = registry.all_button_kinds()
        own: dict[str, TapHandler] = {
            "board": _without_button(general.game_view.show_board),
            "which": table_question.answer_which_table,
            "move": general.game_lists.move_table.move_by_tap,
            "join": _without_button(general.lobby.join_table),
            "leave": _without_button(general.lobby.leave_table),
            "begin": _without_button(general.lobby.start_game),
            "alert": _without_button(general.table_alerts.toggle_alert),
            "seal": _without_button(general.proof.show_fair_draw),
            "seat": general.invitations.handle_invitation_tap,
            "alter": general.lobby.options_panel.handle_options_tap,
            "costly": general.costly_moves.show_moves,
            "again": _without_button(general.lobby.open_rematch),
            "more": _without_button(general.lobby.offer_other_games),
            "set": general.settings_panel.handle_settings_tap,
            "records": general.record_panel.handle_records_tap,
            "proof": _without_button(general.proof.send_table_proof),
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
        """Handle a tap; if the button is for another user, show the current table.

        If the tap names no chat, its message cannot be changed, and the private chat may be closed.
        """
        try:
            await self._handle_here(tap, context)
        except (ChatUnreachable, RequestRejected) as error:
            if not tap.tells_no_chat:
                raise
            if isinstance(error, ChatUnreachable):
                await self._replies.show_alert(tap, context.language, "history-needs-private")
            else:
                await self._replies.acknowledge_tap(tap)

    async def _handle_here(self, tap: Tap, context: ChatContext) -> None:
        try:
            if not await self._owner.handle_owner_tap(tap, context.chat_speaker):
                await self.dispatch_tap(tap, context)
        except EngineError as error:
            shown = refusal_to_show(error, context)
            pressed = self._target_tables.at_pressed_table(tap, context)
            if shown.code == "stale_button" and _table_button(tap) is not None:
                await self._stale_taps.tell_current_table(tap, pressed)
            elif _is_spectator_tap(tap, shown, pressed.loaded.table):
                await self._stale_taps.tell_spectator(tap, pressed)
            else:
                raise shown from error

    def resumes(self, tap: Tap) -> bool:
        """Whether a repeated tap continues where it was interrupted."""
        pressed = parse_button_data(tap.data, self._kinds)
        return pressed is not None and self._kinds[pressed.kind].resumes

    async def dispatch_tap(self, tap: Tap, context: ChatContext) -> None:
        """Call the handler of a tap's button."""
        pressed = parse_button_data(tap.data, self._kinds)
        if pressed is None:
            raise Refusal("stale_button")
        try:
            target = await self._target_context(tap, context, pressed)
        except Refusal as refusal:
            match refusal.code, pressed.kind:
                case "proof_gone", _:
                    await self._about_past_game[pressed.kind](tap, context, (pressed.table,))
                case "stale_button", "again":
                    # The rematch may have replaced the finished game at the table.
                    await self._join_rematch(tap, context)
                case _:
                    raise
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
    """The handlers themselves. Raises ButtonError unless they handle exactly these kinds of buttons."""
    for kind in sorted(set(kinds) ^ handlers.keys()):
        raise ButtonError(f"nobody answers the button {kind}" if kind in kinds else f"nobody draws the button {kind}")
    return handlers


def _without_button(handler: Callable[[Tap, ChatContext], Awaitable[None]]) -> TapHandler:
    async def tapped(tap: Tap, context: ChatContext, _: ButtonData) -> None:
        await handler(tap, context)

    return tapped


class PageActionHandlers:
    """Plays at the table that a page shows."""

    def __init__(self, services: ChatServices, family_chats: Mapping[str, FamilyChat]) -> None:
        self._games: Final = services.tables.games
        self._family_chats: Final = family_chats

    async def do_action(self, request: PageAction, context: ChatContext) -> None:
        """Apply an action in its table's lane. Raises Refusal: ``stale_button`` if the page shows an earlier turn."""
        loaded = await self._load_table(request)
        request.update.check_lane(loaded.scope)
        if loaded.is_duplicate:
            return
        move, game = request.move, require_running_game(loaded.table)
        family = self._family_chats[registry.family_of_game(game).name]
        page = family.board_page
        if page is None:
            raise Refusal("stale_button")
        if (name := page.commands.get(move.kind)) is not None:
            _check_number(game.number, move.number)
            command = Command(request.update, request.venue, request.sender, 0, name, move.text, request.sent_at)
            await family.command_handlers[name](command, context.with_table(loaded))
            return

        def to_action(table: Table, now: datetime) -> Action:
            running = require_running_game(table)
            _check_number(running.number, move.number)
            return page.to_action(request, running, now)

        await self._games.apply_action(loaded, to_action, request.update)

    async def _load_table(self, request: PageAction) -> LoadedTable:
        arrived = self._games.times.served_time_counted(request.arrived_at, request.sent_at)
        loaded = await self._games.load_table(request.scope, request.update, arrived)
        if loaded.table is None or table_name(loaded.table) != request.move.table:
            raise Refusal("stale_button")
        return loaded


def _check_number(now: int, shown: int) -> None:
    if now != shown:
        raise Refusal("stale_button")
