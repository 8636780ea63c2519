"""From a request to whoever does it; a kind of request is a row of :meth:`Router._do`.

What is typed is told apart in `bot.handlers.typed`, buttons in `bot.handlers.taps`, and whose table is meant in
`bot.handlers.meant`.
"""

from typing import Final, TypeVar, assert_never

from msgspec.structs import replace

from bot.families.context import Context
from bot.handlers.desk.desk import Desk
from bot.handlers.elsewhere import ElsewhereHandlers
from bot.handlers.meant import Meant
from bot.handlers.presence import PresenceHandlers
from bot.handlers.settings import SettingsHandlers
from bot.handlers.stale import Stale, leads, watches
from bot.handlers.taps import Taps
from bot.handlers.typed import Typed
from bot.handlers.unreadable import Unreadable, said
from bot.languages import languages
from bot.store.handling import MOST_HOPS, TableElsewhere, check_lane, handled
from bot.tables.games import Busy, Games
from bot.tables.halts import Halts
from bot.tables.held import Held
from bot.telegram.answers import Answers
from bot.telegram.fading import Fading
from bot.telegram.inbound import (
    Added,
    Command,
    Mistyped,
    Moved,
    OwnerCommand,
    Peopled,
    Removed,
    Reply,
    Request,
    Shared,
    Tap,
)
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.errors import EngineError, Refusal

R = TypeVar("R", bound=Request)


class Router:
    """Finds the handler of a request and words what it refuses."""

    def __init__(
        self,
        *,
        games: Games,
        halts: Halts,
        meant: Meant,
        typed: Typed,
        taps: Taps,
        settings: SettingsHandlers,
        presence: PresenceHandlers,
        elsewhere: ElsewhereHandlers,
        desk: Desk,
        answers: Answers,
        fading: Fading,
        stale: Stale,
        unreadable: Unreadable,
        tongues: Tongues,
        texts: Texts,
        default_language: str,
    ) -> None:
        self._games: Final = games
        self._halts: Final = halts
        self._meant: Final = meant
        self._typed: Final = typed
        self._taps: Final = taps
        self._settings: Final = settings
        self._presence: Final = presence
        self._elsewhere: Final = elsewhere
        self._desk: Final = desk
        self._answers: Final = answers
        self._fading: Final = fading
        self._stale: Final = stale
        self._unreadable: Final = unreadable
        self._tongues: Final = tongues
        self._texts: Final = texts
        self._default_language: Final = default_language

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
            await self._desk.moved(request.former, request.chat)
            return
        if isinstance(request, Peopled):
            await self._presence.changed(request)
            return
        held = await self._meant.of_chat(request)
        if held.scope != request.place.scope:
            # What comes late from a group that became a supergroup goes there.
            check_lane(held.scope)
        request = _where_it_plays(request, held)
        own = held.settings if request.place.private else {}
        voice = Speaker(self._texts, self._language(request, held))
        context = Context(held, voice, own.get("theme"), own.get("labels"), self._default_language)
        if not isinstance(request, Removed) and await self._desk.turns_away(request, context.language):
            return
        await self._tongues.note(request.sender)
        if held.seen:
            # It was done, and the process that did it ended before it could say so.
            if isinstance(request, Tap):
                await self._answers.quiet(request)
            return
        await self._answer(request, context)

    async def _answer(
        self, request: Command | Mistyped | OwnerCommand | Reply | Tap | Shared | Added | Removed, context: Context
    ) -> None:
        """Do what is asked and was not done before, or say why not."""
        update = handled()
        if update is not None and update.refused is not None:
            # By now others may have done what makes it count; it was asked of the table as it was.
            await self._answers.refuse(request, context.language, update.refused.error, update.refused.offer)
            return
        try:
            about = await self._unreadable.put_aside(request, context)
            if about is None:
                return
            context = about
            await self._do(request, context)
        except EngineError as error:
            await self._deny(request, context, said(error, context))
        except Busy:
            await self._answers.refuse(request, context.language, Refusal("busy"))
        else:
            if update is not None and update.changed:
                for chat in {request.place.scope.chat, update.chat}:
                    await self._fading.done_well(chat, request.sender.user)

    async def _do(
        self, request: Command | Mistyped | OwnerCommand | Reply | Tap | Shared | Added | Removed, context: Context
    ) -> None:
        match request:
            case Command():
                await self._typed.command(request, context)
            case Mistyped():
                await self._typed.mistyped(request, context)
            case OwnerCommand():
                if not await self._desk.command(request, context.voice):
                    await self._do(request.otherwise, context)
            case Reply():
                await self._typed.reply(request, context)
            case Tap():
                if not await self._desk.tap(request, context.voice):
                    await self._taps.tap(request, context)
            case Shared() | Removed() | Added():
                await self._event(request, context)
            case never:
                assert_never(never)

    async def _event(self, request: Shared | Removed | Added, context: Context) -> None:
        match request:
            case Shared():
                await self._elsewhere.shared(request, context)
            case Removed():
                await self._desk.left(request.place.scope.chat)
                await self._halts.gone(request.place.scope.chat)
            case Added():
                await self._settings.added(request, context)

    async def _deny(self, request: Request, context: Context, error: EngineError) -> None:
        """Say why something was not done; a button that is not for whoever presses it leads to what is."""
        if isinstance(request, Tap) and error.code == "stale_button" and leads(request):
            await self._stale.lead(request, context)
        elif isinstance(request, Tap) and watches(request, error, context.held.table):
            await self._stale.show(request, context)
        else:
            await self._answers.refuse(request, context.language, error)

    async def calm(self, request: Request, *, crowded: bool) -> None:
        """Say that somebody asks too much, and that this was not done; or that in all too much is asked here.

        Who is banned is not told.
        """
        if not self._desk.hears(request):
            return
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


def _where_it_plays(request: R, held: Held) -> R:
    """The same of the supergroup that its group has become since, where it plays, and reads."""
    if held.scope == request.place.scope:
        return request
    return replace(request, place=replace(request.place, scope=held.scope, former=request.place.scope.chat))
