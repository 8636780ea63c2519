"""The table and the player that a request is about.

In a group it is the group's table; a request from a private chat may be about a table elsewhere.
"""

from datetime import datetime
from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.retry_unreachable import UnreachableChatRetry
from bot.store.players import PlayerStore
from bot.store.scope import Scope
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedTable, current_players, is_game_running, table_name
from bot.telegram.button_data import ButtonData
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import BotRemoved, Command, PlainText, Request, Tap
from engine.errors import Malformed, Refusal
from engine.game import Table
from engine.game_base import Game


class TargetTables:
    """Finds the table of a request. An action on another chat's table moves to that chat's lane first.

    Its methods raise :class:`bot.store.update_context.WrongLane` to move a request.
    """

    def __init__(self, games: Games, unreachable: UnreachableChatRetry, players: PlayerStore) -> None:
        self._games: Final = games
        self._unreachable: Final = unreachable
        self._players: Final = players

    async def load_chat_table(self, request: Request) -> LoadedTable:
        """The chat's table; its clocks run again if the chat was unreachable and is not any more.

        The update may be older than the chat's failure, so the chat is tried.
        """
        loaded = await self._load_table(request, request.venue.scope)
        return (
            loaded
            if isinstance(request, BotRemoved)
            else await self._retry_if_unreachable(request, loaded, from_chat_itself=True)
        )

    async def require_only_game(
        self, request: Command | PlainText, context: ChatContext, *, is_action: bool
    ) -> ChatContext:
        """The context of the sender's only running game, for requests in private; a game in that chat goes first.

        Raises:
            Refusal: ``no_game_of_yours`` or ``several_games``.
        """
        if is_game_running(context.loaded.table):
            return context
        match await self._running_games_of_sender(request):
            case []:
                raise Refusal("no_game_of_yours")
            case [held]:
                return context.with_table(await self._load_in_its_lane(request, held, is_action=is_action))
            case _:
                raise Refusal("several_games")

    async def find_only_game(self, request: PlainText, context: ChatContext) -> ChatContext | None:
        """As :meth:`require_only_game`, for look-ups; ``None`` if there is not exactly one game."""
        if is_game_running(context.loaded.table):
            return context
        games = await self._running_games_of_sender(request)
        return context.with_table(games[0]) if len(games) == 1 else None

    async def table_of_button(
        self, tap: Tap, context: ChatContext, pressed: ButtonData, *, is_action: bool
    ) -> ChatContext:
        """The context of the table of a button: the chat's, or in private one of the presser's.

        An ephemeral message may be outside of its table's topic.

        Raises:
            Refusal: ``stale_button``, or ``proof_gone``.
        """
        alone = tap.ephemeral_id is not None and not _is_button_of(context.loaded.table, pressed)
        if tap.venue.private or alone:
            for scope in await self._players.load_user_games(tap.sender.user):
                if alone and scope.chat != tap.venue.scope.chat:
                    continue
                loaded = await self._load_table(tap, scope)
                if _is_button_of(loaded.table, pressed):
                    return context.with_table(await self._load_in_its_lane(tap, loaded, is_action=is_action))
            for loaded in await self._games.player_tables.finished_games(tap.sender.user, tap.update):
                if _is_button_of(loaded.table, pressed) and not (alone and loaded.scope.chat != tap.venue.scope.chat):
                    return context.with_table(loaded)
        try:
            check_button_of_table(context.loaded.table, pressed)
        except Refusal as refusal:
            raise Refusal("proof_gone") if pressed.kind == "proof" else refusal from None
        return context

    async def _running_games_of_sender(self, request: Command | PlainText) -> list[LoadedTable]:
        """The sender's running games; if the request was moved to a table's lane, only that table's."""
        if request.update.forwarded_to is None:
            return await self._games.player_tables.running_games(
                request.sender.user, request.update, self._served_arrival(request)
            )
        loaded = await self._load_table(request, request.update.forwarded_to)
        return [loaded] if loaded.is_duplicate or request.sender.user in current_players(loaded.table) else []

    async def _load_in_its_lane(self, request: Request, loaded: LoadedTable, *, is_action: bool) -> LoadedTable:
        """The table that a private request is about; an action moves to its lane first."""
        if is_action and request.venue.private:
            request.update.check_lane(loaded.scope)
        return await self._retry_if_unreachable(request, loaded)

    async def _retry_if_unreachable(
        self, request: Request, loaded: LoadedTable, *, from_chat_itself: bool = False
    ) -> LoadedTable:
        """See :meth:`bot.handlers.retry_unreachable.UnreachableChatRetry.retry_chat`."""
        return await self._unreachable.retry_chat(
            loaded,
            lambda table: self._load_table(request, table.scope),
            request.update,
            from_chat_itself=from_chat_itself,
        )

    async def _load_table(self, request: Request, scope: Scope) -> LoadedTable:
        """The table of any scope."""
        return await self._games.load_table(scope, request.update, self._served_arrival(request))

    def _served_arrival(self, request: Request) -> datetime | None:
        return self._games.times.served_time_counted(
            request.arrived_at, request.sent_at if isinstance(request, Command | PlainText) else None
        )


def check_button_of_table(table: Table | None, pressed: ButtonData) -> None:
    """Refuse a button of another table.

    Raises:
        Refusal: ``stale_button``.
    """
    if not _is_button_of(table, pressed):
        raise Refusal("stale_button")


def _is_button_of(table: Table | None, pressed: ButtonData) -> bool:
    return table is not None and table_name(table) == pressed.table


_MAX_SEAT_DIGITS: Final = 2
"""So many digits a seat's number has at most."""


class TargetPlayer:
    """Finds the seat of a named player; asks Telegram whose a username is."""

    def __init__(self, members: GroupMembers) -> None:
        self._members: Final = members

    async def find_seat(self, request: Command, game: Game, typed: str) -> int | None:
        """The seat that a command names, or whose player it replies to; ``None`` if it does neither.

        Args:
            request: the command.
            game: where to look.
            typed: the part of its text that is to name somebody.

        Raises:
            Refusal: ``no_such_player``.
            Malformed: ``who_is_meant`` if the text names nobody.
        """
        typed = typed.strip()
        user = request.mentions[0][1] if request.mentions else None
        if user is None and typed.startswith("@"):
            return await self._find_seat_by_username(request, game, typed[1:].split()[0] if typed[1:].split() else "")
        if user is None and typed.isdecimal() and len(typed) <= _MAX_SEAT_DIGITS:
            if not 1 <= int(typed) <= len(game.players):
                raise Refusal("no_such_player")
            return int(typed) - 1
        if user is None and typed:
            raise Malformed("who_is_meant")
        if user is None:
            return None if request.replied_user is None else game.seat_of(request.replied_user)
        if (seat := game.seat_of(user)) is None:
            raise Refusal("no_such_player")
        return seat

    async def _find_seat_by_username(self, request: Command, game: Game, username: str) -> int:
        for seat, player in enumerate(game.players):
            member = await self._members.find_member(request.venue.scope.chat, player.user)
            if (member.username or "").lower() == username.lower() != "":
                return seat
        raise Refusal("no_such_player")
