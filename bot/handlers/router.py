"""From a request to its handler: the table of all that the bot can be asked."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, TypeVar

from bot.families import registry
from bot.families.context import Context
from bot.families.family import Chat, Family, OnCommand, OnTap
from bot.handlers.commands import General, answered
from bot.handlers.lobby import of_table
from bot.handlers.reach import Reach
from bot.languages import languages
from bot.store.handling import MOST_HOPS, TableElsewhere, check_lane, handled
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.games import Busy, Games
from bot.tables.halts import Halts
from bot.tables.held import Held, playing, table_name
from bot.telegram.answers import Answers
from bot.telegram.buttons import Pressed, read, scope_from
from bot.telegram.inbound import Added, Command, Moved, Removed, Reply, Request, Tap
from bot.telegram.members import Members
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.typed.commands import bound
from bot.typed.vocabulary import vocabulary
from bot.wording.speaker import Speaker
from engine.errors import EngineError, Refusal
from engine.game import Table, looks_like_action
from engine.seats import Lobby

R = TypeVar("R", bound=Request)


class Router:
    """Finds the handler of a request and words what it refuses."""

    def __init__(
        self,
        *,
        members: Members,
        games: Games,
        halts: Halts,
        reach: Reach,
        store: Store,
        answers: Answers,
        general: General,
        chats: Mapping[str, Chat],
        tongues: Tongues,
        texts: Texts,
        default_language: str,
    ) -> None:
        self._members: Final = members
        self._games: Final = games
        self._halts: Final = halts
        self._reach: Final = reach
        self._store: Final = store
        self._answers: Final = answers
        self._lobby: Final = general.lobby
        self._chats: Final = chats
        """Of the families, by their names."""
        self._known: Final = registry.buttons()
        self._in_private: Final = registry.private_buttons()
        self._showing: Final = registry.showing_buttons()
        self._settings: Final = general.settings
        self._themes: Final = general.themes
        self._tongues: Final = tongues
        self._texts: Final = texts
        self._default_language: Final = default_language
        self._simple_taps: Final[dict[str, Callable[[Tap, Context], Awaitable[None]]]] = {
            "board": general.info.board,
            "join": general.lobby.join,
            "leave": general.lobby.leave,
            "begin": general.lobby.begin,
            "proof": general.proof.tapped,
        }
        self._taps: Final[dict[str, OnTap]] = {
            "yes": general.surrender.confirm,
            "no": general.surrender.confirm,
            **{kind: tapped for chat in chats.values() for kind, tapped in chat.taps.items()},
        }
        # Where no game says which family is meant, the first one that understands a command answers.
        self._own: Final[dict[str, OnCommand]] = {
            name: handler for chat in reversed(list(chats.values())) for name, handler in chat.commands.items()
        }
        self._commands: Final[Mapping[str, OnCommand]] = bound(*general)
        self._rows: Final = answered(self._commands.keys() | self._own.keys())

    async def handle(self, request: Request) -> None:
        """Do what is asked; what the rules or the notation refuse is answered, anything else is raised.

        Raises:
            TableElsewhere: it belongs into the lane of another chat; nothing was done or said.
        """
        try:
            await self._handle(request)
        except TableElsewhere:
            update = handled()
            if update is None or update.hops < MOST_HOPS:
                raise
            await self._refuse(request, Refusal("busy"))

    async def _handle(self, request: Request) -> None:
        if isinstance(request, Moved):
            await self._games.move(request.former, request.chat)
            return
        held = await self._load(request)
        if held.scope != request.place.scope:
            # What comes late from a group that became a supergroup goes there.
            check_lane(held.scope)
        request = _where_it_plays(request, held)
        own = held.settings if request.place.private else {}
        voice = Speaker(self._texts, self._language(request, held))
        context = Context(held, voice, own.get("theme"), own.get("labels"))
        await self._tongues.note(request.sender)
        if held.seen:
            # It was done, and the process that did it ended before it could say so.
            await self._end_waiting(request)
            return
        update = handled()
        if update is not None and update.refused is not None:
            # By now others may have done what makes it count; it was asked of the table as it was.
            await self._answers.refuse(request, context.language, update.refused.error, update.refused.offer)
            return
        try:
            await self._do(request, context)
        except EngineError as error:
            await self._answers.refuse(request, context.language, error)
        except Busy:
            await self._answers.refuse(request, context.language, Refusal("busy"))

    async def _do(self, request: Command | Reply | Tap | Added | Removed, context: Context) -> None:
        match request:
            case Command():
                await self._command(request, await self._about(request, context))
            case Reply():
                await self._reply(request, context)
            case Tap():
                await self._tap(request, context)
            case Removed():
                await self._halts.gone(request.place.scope.chat)
            case Added():
                await self._settings.added(request, context)

    async def calm(self, request: Request, *, crowded: bool) -> None:
        """Say that somebody asks too much, and that this was not done; or that in all too much is asked here."""
        await self._refuse(request, Refusal("crowded" if crowded else "too_hasty"))

    async def _refuse(self, request: Request, refusal: Refusal) -> None:
        held = await self._games.load(request.place.scope)
        request = _where_it_plays(request, held)
        await self._answers.refuse(request, self._language(request, held), refusal)

    def _language(self, request: Request, held: Held) -> str:
        """What the chat chose; without a choice a private chat is spoken to as its owner's Telegram is."""
        chosen = languages().known(held.settings.get("language"))
        return (
            self._tongues.asked(request.sender, chosen) if request.place.private else chosen or self._default_language
        )

    async def _load(self, request: Request) -> Held:
        """The chat's table, its clocks running again if the chat could not be reached and now can.

        An update may be from before it could not; so it is tried.
        """
        held = await self._at(request, request.place.scope)
        return held if isinstance(request, Removed) else await self._tried(request, held, there=True)

    async def _at(self, request: Request, scope: Scope) -> Held:
        """The table of any scope that a request is about."""
        return await self._games.load(scope, request.update, self._arrived(request))

    async def _tried(self, request: Request, held: Held, *, there: bool = False) -> Held:
        """See :meth:`bot.handlers.reach.Reach.tried`."""
        return await self._reach.tried(held, lambda held: self._at(request, held.scope), there=there)

    def _arrived(self, request: Request) -> datetime | None:
        return self._games.instants.reached(
            request.arrived, request.sent if isinstance(request, Command | Reply) else None
        )

    async def _end_waiting(self, request: Request) -> None:
        if isinstance(request, Tap):
            await self._answers.quiet(request)

    async def _about(self, request: Command, context: Context) -> Context:
        """The context of the game that a command in private is about; any other command keeps its own."""
        row = self._rows[request.name]
        if not request.place.private or row.where != "game":
            return context
        return await self._only_game(request, context, plays=row.kind == "action")

    async def _reply(self, request: Reply, context: Context) -> None:
        """A move without its command; other chatter is let be in groups, and helped along in private."""
        if looks_like_action(request.text, words=vocabulary()):
            about = await self._only_game(request, context, plays=True) if request.place.private else context
            family = self._family(about.held.table)
            if family.engine.looks_like_action(request.text, vocabulary()):
                await self._chats[family.name].move(request, about)
        elif request.place.private:
            await self._answers.say(request, context.language, "private-hint")

    async def _only_game(self, request: Command | Reply, context: Context, *, plays: bool) -> Context:
        """The one game that somebody has going, for what is written in private."""
        match await self._games_of_sender(request):
            case []:
                raise Refusal("no_game_of_yours")
            case [held]:
                return context.about(await self._reached(request, held, plays=plays))
            case _:
                raise Refusal("several_games")

    async def _games_of_sender(self, request: Command | Reply) -> list[Held]:
        """The games that somebody has going; of what was sent on to a table only that one can be meant."""
        update = handled()
        if update is None or update.about is None:
            return await self._games.of_user(request.sender.user, request.update, self._arrived(request))
        held = await self._at(request, update.about)
        return [held] if held.seen or request.sender.user in playing(held.table) else []

    async def _reached(self, request: Request, held: Held, *, plays: bool) -> Held:
        """The table that something from a private chat is about; what may change it goes to its lane first."""
        if plays and request.place.private:
            check_lane(held.scope)
        return await self._tried(request, held)

    async def _command(self, request: Command, context: Context) -> None:
        row = self._rows[request.name]
        if request.place.private and row.where == "group":
            raise Refusal("group_only")
        if context.held.seen:
            return
        if request.sender.anonymous and row.person:
            raise Refusal("anonymous")
        if row.who == "administrator":
            await self._members.check_admin(request)
        await self._handler(request, context.held.table)(request, context)

    def _family(self, table: Table | None) -> Family[Any, Any, Any]:
        """Of the game that is on, or was; before one the first, which refuses like any other."""
        return registry.FAMILIES[0] if table is None or isinstance(table, Lobby) else registry.of_game(table)

    def _handler(self, request: Command, table: Table | None) -> OnCommand:
        """Who answers a command: the family of the game that is on, or was; else whoever understands it.

        In private, what is about no single game is not for one family to answer.
        """
        command = request.name
        if table is None or isinstance(table, Lobby):
            if request.place.private and command in self._commands:
                return self._commands[command]
            return self._own.get(command) or self._commands[command]
        theirs = self._chats[registry.of_game(table).name].commands
        return theirs.get(command) or self._commands.get(command) or self._own[command]

    async def _tap(self, tap: Tap, context: Context) -> None:
        pressed = read(tap.data, self._known)
        if pressed is None:
            raise Refusal("stale_button")
        match pressed.kind:
            case "choose":
                await self._lobby.chosen(tap, context, pressed)
            case "tune":
                await self._lobby.tuned(tap, context, pressed)
            case "games":
                await self._lobby.listed(tap, context, pressed)
            case "speak":
                await self._settings.spoken(tap, pressed)
            case "theme":
                await self._themes.picked(tap, context, pressed)
            case "labels":
                await self._themes.labelled(tap, context, pressed)
            case kind if kind in self._in_private:
                await self._privately(tap, context, pressed)
            case _:
                await self._table_tap(tap, await self._about_table(tap, context, pressed), pressed)

    async def _about_table(self, tap: Tap, context: Context, pressed: Pressed) -> Context:
        """The context of the table that a button was drawn for: the chat's, or in private one of the presser's."""
        if tap.place.private:
            plays = pressed.kind not in self._showing
            for scope in await self._store.user_games(tap.sender.user):
                held = await self._at(tap, scope)
                if held.table is not None and table_name(held.table) == pressed.table:
                    return context.about(await self._reached(tap, held, plays=plays))
            for held in await self._games.finished(tap.sender.user, tap.update):
                if held.table is not None and table_name(held.table) == pressed.table:
                    return context.about(held)
        try:
            of_table(context.held.table, pressed)
        except Refusal as refusal:
            raise Refusal("proof_gone") if pressed.kind == "proof" else refusal from None
        return context

    async def _table_tap(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        simple, handler = self._simple_taps.get(pressed.kind), self._taps.get(pressed.kind)
        if simple is not None:
            await simple(tap, context)
        elif handler is not None:
            await handler(tap, context, pressed)
        else:
            raise Refusal("stale_button")

    async def _privately(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A tap in the private chat about a group's game: the table is the group's, the language the chat's own."""
        scope = scope_from(pressed.rest[0])
        if scope is None or not tap.place.private:
            raise Refusal("stale_button")
        held = await self._at(tap, scope)
        of_table(held.table, pressed)
        held = await self._reached(tap, held, plays=pressed.kind not in self._showing)
        await self._taps[pressed.kind](tap, context.about(held), pressed)


def _where_it_plays(request: R, held: Held) -> R:
    """The same of the supergroup that its group has become since, where it plays, and reads."""
    if held.scope == request.place.scope:
        return request
    return replace(request, place=replace(request.place, scope=held.scope, former=request.place.scope.chat))
