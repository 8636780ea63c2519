"""From a request to whoever does it; a kind of request is a row of :meth:`Router._do`.

What is typed is told apart in `bot.handlers.typed`, buttons in `bot.handlers.taps`, and whose table is meant in
`bot.handlers.meant`.
"""

from dataclasses import replace
from typing import Final, TypeVar, assert_never

from bot.families.context import Context
from bot.handlers.meant import Meant
from bot.handlers.settings import SettingsHandlers
from bot.handlers.taps import Taps
from bot.handlers.typed import Typed
from bot.languages import languages
from bot.store.handling import MOST_HOPS, TableElsewhere, check_lane, handled
from bot.tables.games import Busy, Games
from bot.tables.halts import Halts
from bot.tables.held import Held
from bot.telegram.answers import Answers
from bot.telegram.inbound import Added, Command, Mistyped, Moved, Removed, Reply, Request, Tap
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
        answers: Answers,
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
        self._answers: Final = answers
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
            return
        held = await self._meant.of_chat(request)
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
            if isinstance(request, Tap):
                await self._answers.quiet(request)
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

    async def _do(self, request: Command | Mistyped | Reply | Tap | Added | Removed, context: Context) -> None:
        match request:
            case Command():
                await self._typed.command(request, context)
            case Mistyped():
                self._typed.mistyped(request, context)
            case Reply():
                await self._typed.reply(request, context)
            case Tap():
                await self._taps.tap(request, context)
            case Removed():
                await self._halts.gone(request.place.scope.chat)
            case Added():
                await self._settings.added(request, context)
            case never:
                assert_never(never)

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


def _where_it_plays(request: R, held: Held) -> R:
    """The same of the supergroup that its group has become since, where it plays, and reads."""
    if held.scope == request.place.scope:
        return request
    return replace(request, place=replace(request.place, scope=held.scope, former=request.place.scope.chat))
