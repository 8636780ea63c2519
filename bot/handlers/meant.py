"""Which table a request is about: the chat's, or for what comes from a private chat one elsewhere."""

from datetime import datetime
from typing import Final

from bot.families.context import Context
from bot.handlers.reach import Reach
from bot.store.handling import check_lane, handled
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.games import Games
from bot.tables.held import Held, is_running, playing, table_name
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Command, Removed, Reply, Request, Tap
from engine.errors import Refusal
from engine.game import Table


class Meant:
    """Finds tables for whoever asks; what may change one of another chat goes to the lane of that first.

    Its methods raise :class:`bot.store.handling.TableElsewhere` where a request has to be sent on to be done.
    """

    def __init__(self, games: Games, reach: Reach, store: Store) -> None:
        self._games: Final = games
        self._reach: Final = reach
        self._store: Final = store

    async def of_chat(self, request: Request) -> Held:
        """The chat's table, its clocks running again if the chat could not be reached and now can.

        An update may be from before it could not; so it is tried.
        """
        held = await self._at(request, request.place.scope)
        return held if isinstance(request, Removed) else await self._tried(request, held, there=True)

    async def only_game(self, request: Command | Reply, context: Context, *, plays: bool) -> Context:
        """The context of the one game that somebody has going, for what is written in private; first the one there.

        Raises:
            Refusal: ``no_game_of_yours`` or ``several_games``.
        """
        if is_running(context.held.table):
            return context
        match await self._games_of_sender(request):
            case []:
                raise Refusal("no_game_of_yours")
            case [held]:
                return context.about(await self._reached(request, held, plays=plays))
            case _:
                raise Refusal("several_games")

    async def any_game(self, request: Reply, context: Context) -> Context | None:
        """As :meth:`only_game` for what changes nothing; ``None`` where not just one game is meant."""
        if is_running(context.held.table):
            return context
        games = await self._games_of_sender(request)
        return context.about(games[0]) if len(games) == 1 else None

    async def drawn_for(self, tap: Tap, context: Context, pressed: Pressed, *, plays: bool) -> Context:
        """The context of the table that a button was drawn for: the chat's, or in private one of the presser's.

        A message that one person alone sees may stand outside of the topic of its table.

        Raises:
            Refusal: ``stale_button``, or ``proof_gone``.
        """
        alone = tap.ephemeral is not None and not _is_of(context.held.table, pressed)
        if tap.place.private or alone:
            for scope in await self._store.user_games(tap.sender.user):
                if alone and scope.chat != tap.place.scope.chat:
                    continue
                held = await self._at(tap, scope)
                if _is_of(held.table, pressed):
                    return context.about(await self._reached(tap, held, plays=plays))
            for held in await self._games.people.finished(tap.sender.user, tap.update):
                if _is_of(held.table, pressed) and not (alone and held.scope.chat != tap.place.scope.chat):
                    return context.about(held)
        try:
            of_table(context.held.table, pressed)
        except Refusal as refusal:
            raise Refusal("proof_gone") if pressed.kind == "proof" else refusal from None
        return context

    async def _games_of_sender(self, request: Command | Reply) -> list[Held]:
        """The games that somebody has going; of what was sent on to a table only that one can be meant."""
        update = handled()
        if update is None or update.about is None:
            return await self._games.people.running(request.sender.user, request.update, self._arrived(request))
        held = await self._at(request, update.about)
        return [held] if held.seen or request.sender.user in playing(held.table) else []

    async def _reached(self, request: Request, held: Held, *, plays: bool) -> Held:
        """The table that something from a private chat is about; what may change it goes to its lane first."""
        if plays and request.place.private:
            check_lane(held.scope)
        return await self._tried(request, held)

    async def _tried(self, request: Request, held: Held, *, there: bool = False) -> Held:
        """See :meth:`bot.handlers.reach.Reach.tried`."""
        return await self._reach.tried(held, lambda held: self._at(request, held.scope), there=there)

    async def _at(self, request: Request, scope: Scope) -> Held:
        """The table of any scope that a request is about."""
        return await self._games.load(scope, request.update, self._arrived(request))

    def _arrived(self, request: Request) -> datetime | None:
        return self._games.instants.reached(
            request.arrived, request.sent if isinstance(request, Command | Reply) else None
        )


def of_table(table: Table | None, pressed: Pressed) -> None:
    """Refuse a button that was drawn for another table.

    Raises:
        Refusal: ``stale_button``.
    """
    if not _is_of(table, pressed):
        raise Refusal("stale_button")


def _is_of(table: Table | None, pressed: Pressed) -> bool:
    return table is not None and table_name(table) == pressed.table
