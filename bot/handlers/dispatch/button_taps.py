"""Pressed buttons: one row for each kind of button, with the handler that answers it."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final, assert_never

from bot.families import registry
from bot.families.chat import FamilyChat, TapHandler
from bot.families.chat_context import ChatContext
from bot.families.own_board import PLAY_STEP, SHOW_STEP
from bot.handlers.dispatch.stale_buttons import StaleButtons, is_group_table_button, is_spectator_tap
from bot.handlers.dispatch.table_question import TableQuestion
from bot.handlers.dispatch.unreadable_tables import refusal_to_show
from bot.handlers.general import GeneralHandlers
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.targets import TargetTables
from bot.telegram.button_data import ButtonData, parse_button_data
from bot.telegram.incoming.requests import Tap
from engine.errors import EngineError, Refusal


class ButtonError(Exception):
    """A kind of button and its handler do not belong together; the message names the kind."""


class TapDispatcher:
    """Finds the handler of a tap, and the table that the tap is about.

    Args:
        chats: the chat halves of the families, with the handlers of their buttons.

    Raises:
        ButtonError: a kind of button has no handler, or a handler has no kind.
    """

    def __init__(
        self,
        general: GeneralHandlers,
        chats: Mapping[str, FamilyChat],
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
            "bell": _without_button(general.table_alerts.toggle_alert),
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
            "standin": general.computers.substitute_by_tap,
            "there": general.lobby.open_from_private.open_in_group,
            "games": general.lobby.show_game_list,
            "choose": general.lobby.open_chosen_game,
            "tune": general.lobby.show_next_option_value,
            "cancel": general.cancellation.confirm_cancel,
            "keep": general.cancellation.decline_cancel,
            "object": _without_button(general.cancellation.object_to_cancel),
            "yes": general.surrender.answer_surrender,
            "no": general.surrender.answer_surrender,
            "vote": general.absence.cast_vote,
            "remove": general.absence.answer_removal,
            "heir": general.absence.volunteer_as_substitute,
            "help": general.guides.turn_help_page,
            "puzzle": general.puzzles.show_by_tap,
            "solve": general.puzzles.change_by_tap,
            "stats": general.stats.change_stats,
            "top": general.ranking.change_ranking,
            "speak": general.language.change_language_by_tap,
            "theme": general.themes.change_look_by_tap,
            "labels": general.themes.change_look_by_tap,
            "mydata": general.my_data.handle_tap,
            "rack": general.own_board.open_by_tap,
            SHOW_STEP: general.own_board.show_step,
            PLAY_STEP: general.own_board.play_step,
        }
        family_handlers = {kind: tapped for chat in chats.values() for kind, tapped in chat.tap_handlers.items()}
        self._handlers: Final = check_all_buttons_handled(self._kinds.keys(), {**own, **family_handlers})

    async def handle_tap(self, tap: Tap, context: ChatContext) -> None:
        """Handle a tap; a button that is not for its presser leads to the table as it is now.

        Raises:
            Refusal: as :meth:`dispatch_tap`, as it is to be shown.
        """
        try:
            if not await self._owner.handle_owner_tap(tap, context.chat_speaker):
                await self.dispatch_tap(tap, context)
        except EngineError as error:
            shown = refusal_to_show(error, context)
            pressed = self._target_tables.at_pressed_table(tap, context)
            if shown.code == "stale_button" and is_group_table_button(tap):
                await self._stale_buttons.tell_current_table(tap, pressed)
            elif is_spectator_tap(tap, shown, pressed.loaded.table):
                await self._stale_buttons.tell_spectator(tap, pressed)
            else:
                raise shown from error

    def resumes(self, tap: Tap) -> bool:
        """Whether a tap that comes again goes on where it was cut short."""
        pressed = parse_button_data(tap.data, self._kinds)
        return pressed is not None and self._kinds[pressed.kind].resumes

    async def dispatch_tap(self, tap: Tap, context: ChatContext) -> None:
        """Handle a tap.

        Raises:
            Refusal: ``stale_button`` if this version never drew the button, and whatever the handler refuses.
        """
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
    """The handlers, if they answer exactly these kinds.

    Raises:
        ButtonError: a kind has no handler, or a handler has no kind.
    """
    for kind in sorted(set(kinds) ^ handlers.keys()):
        raise ButtonError(f"nobody answers the button {kind}" if kind in kinds else f"nobody draws the button {kind}")
    return handlers


def _without_button(handler: Callable[[Tap, ChatContext], Awaitable[None]]) -> TapHandler:
    """A handler that needs the table and not the button's data."""

    async def tapped(tap: Tap, context: ChatContext, _: ButtonData) -> None:
        await handler(tap, context)

    return tapped
