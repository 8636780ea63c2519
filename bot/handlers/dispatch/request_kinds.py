"""Classifies requests: actions go ahead of look-ups, and equal look-ups are answered once."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.families import registry
from bot.handlers.dispatch.text_messages import is_single_word
from bot.ingress.jobs import RequestKind, SendSlotOwner
from bot.store.scope import Scope
from bot.telegram.incoming.requests import (
    BotAdded,
    BotRemoved,
    Command,
    GroupMigrated,
    MembersChanged,
    MistypedCommand,
    OwnerCommand,
    OwnRightsChanged,
    PlainText,
    Request,
    SharedChat,
    Tap,
)
from bot.user_input.command_names import parse_turn
from bot.user_input.commands import CommandRow
from bot.user_input.vocabulary import load_vocabulary
from engine.game import looks_like_action

_ACTION: Final = RequestKind(yields_to_actions=False, coalesce_key=None, quota="action", tried_beyond_quota=True)
_ADMIN_ACTION: Final = RequestKind(yields_to_actions=False, coalesce_key=None, quota="action")
"""An administrator's action, which is no player's move."""
_HINT: Final = RequestKind(yields_to_actions=True, coalesce_key=None, quota="look_up")
_SINGLE_WORD: Final = RequestKind(yields_to_actions=True, coalesce_key=None, quota="talk")
"""A word that a game may answer, or that is talk."""
_CHAT_EVENT: Final = RequestKind(yields_to_actions=False, coalesce_key=None, quota=None)


class RequestClassifier:
    """Tells the kind of a request.

    Args:
        rows: every command's row by its key.
        is_allowed: whether somebody is answered at all; banned people cannot stand in for others.
        has_several_tables: whether several tables are open in a place, as far as is known.
    """

    def __init__(
        self,
        rows: Mapping[str, CommandRow],
        is_allowed: Callable[[Request], bool] = lambda _: True,
        has_several_tables: Callable[[Scope], bool] = lambda _: False,
    ) -> None:
        self._rows: Final = rows
        self._is_allowed: Final = is_allowed
        self._has_several_tables: Final = has_several_tables
        self._yielding_buttons: Final = frozenset(
            kind for kind, button in registry.all_button_kinds().items() if button.yields_to_actions
        )

    def __call__(self, request: Request) -> RequestKind | None:
        """The kind of a request; ``None`` for talk that asks for nothing."""
        match request:
            case Command():
                return self._classify_command(request)
            case PlainText():
                return _classify_reply(request)
            case MistypedCommand() | SharedChat():
                return _HINT
            case OwnerCommand(fallback=otherwise):
                return self(otherwise)
            case Tap(data=data):
                yields = data.partition(":")[0] in self._yielding_buttons
                return RequestKind(
                    yields_to_actions=yields, coalesce_key=None, quota="tap", tried_beyond_quota=not yields
                )
            case BotAdded() | GroupMigrated() | MembersChanged() | BotRemoved() | OwnRightsChanged():
                return _CHAT_EVENT

    def _classify_command(self, request: Command) -> RequestKind | None:
        row = self._rows[request.name]
        if row.kind == "action":
            return _ADMIN_ACTION if row.allowed_users == "administrator" else _ACTION
        if request.is_edit:
            return None
        heard, is_look_up = self._is_allowed(request), row.kind == "look-up"
        alone = (
            row.allowed_users != "anybody"
            or row.needs_person
            or row.answered_separately
            or not is_look_up
            or not heard
            or _needs_own_answer(request)
            or (request.table_number is None and self._has_several_tables(request.venue.scope))
        )
        number = request.table_number or ""
        alike = None if alone else f"{request.venue.scope} {request.name} {number} {request.text}"
        slot_owner: SendSlotOwner | None = ("person" if row.needs_person else "chat") if is_look_up and heard else None
        return RequestKind(
            yields_to_actions=is_look_up, coalesce_key=alike, quota="look_up", awaits_send_slot_of=slot_owner
        )


def _needs_own_answer(request: Command) -> bool:
    """Whether the sender may be refused what others are told, or means a table of their own.

    That is so of a channel, an inline result of one table, and a reply to the bot, which may have spoken of one.
    """
    return request.sender.is_channel or request.target_table is not None or request.replied_message is not None


def _classify_reply(request: PlainText) -> RequestKind | None:
    if looks_like_action(request.text, words=load_vocabulary()) or parse_turn(request.text) is not None:
        return _ACTION
    if request.venue.private and not request.is_edit:
        return _HINT
    return _SINGLE_WORD if is_single_word(request.text) else None
