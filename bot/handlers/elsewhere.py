"""A table that somebody opens from their private chat for a group that they choose there.

It opens as if they had asked for it in the group: what holds there is asked anew at every step, as nothing that comes
from a private chat tells who somebody is in a group. Where the table is, they are told once the group was.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, TypeVar

from msgspec.structs import replace as changed
from telegram import (
    InlineKeyboardMarkup,
    KeyboardButton,
    KeyboardButtonRequestChat,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
)

from bot.families.context import Context
from bot.families.family import Services
from bot.handlers.admission import TOPICS, check_may_open, topics_named
from bot.handlers.bell import BellHandlers
from bot.handlers.computers import against_computer
from bot.handlers.terms import Terms
from bot.handlers.typedgame import typed_game
from bot.handlers.usual import GAME, stored, summary, usual
from bot.judges import Judges
from bot.languages import languages
from bot.outcomes import Gone
from bot.store.keys import Scope
from bot.store.wanted import mark
from bot.tables.held import Held, check_free
from bot.tables.summons import Summons
from bot.telegram.buttons import Pressed, button, data, keyed, shown
from bot.telegram.groups import group_info
from bot.telegram.inbound import Command, Shared, Tap
from bot.wording.speaker import Speaker, title
from engine.errors import Refusal
from engine.rulesets import rulesets
from engine.seats import Seat

_EVERY: Final = "every"
"""What the button carries in place of a game that shows those in every language."""
ASKED: Final = 1
"""The number of the only request that the bot makes by a key."""

R = TypeVar("R", Shared, Tap)


@contextmanager
def _there() -> Iterator[None]:
    """A table that is in the way stands in the group, not in the private chat that is answered."""
    try:
        yield
    except Refusal as error:
        match error.code:
            case "lobby_open":
                raise Refusal("lobby_open_there") from error
            case "game_running":
                raise Refusal("game_running_there") from error
            case _:
                raise


class ElsewhereHandlers:
    """Asks for the group, then for the game, and opens the table."""

    def __init__(self, use: Services, judges: Judges, bell: BellHandlers) -> None:
        self._gateway: Final = use.gateway
        self._members: Final = use.members
        self._games: Final = use.games
        self._answers: Final = use.answers
        self._wanted: Final = use.wanted
        self._default_language: Final = use.tongues.default
        self._judges: Final = judges
        self._bell: Final = bell

    async def ask(self, request: Command, context: Context) -> None:
        """``/yeni [game] [options]`` in private: for which group, or there, against a computer?

        Raises:
            Refusal: as :func:`bot.handlers.typedgame.typed_game`.
        """
        terms = typed_game(request.text, context.language, self._judges)
        await self._wanted.keep(request.sender.user, None if terms is None else stored(terms))
        wanted = KeyboardButtonRequestChat(ASKED, chat_is_channel=False, bot_is_member=True)
        key = KeyboardButton(context.voice.plain("button-there"), request_chat=wanted)
        keyboard = ReplyKeyboardMarkup([[key]], resize_keyboard=True, one_time_keyboard=True)
        here, voice = request.place.scope, context.voice
        told = [] if terms is None else [voice.html("there-wanted", game=summary(terms, voice))]
        await self._gateway.text(here, "\n".join((*told, voice.html("there-group"))), keyboard)
        await self._gateway.text(here, voice.html("there-alone"), against_computer(voice))

    async def shared(self, request: Shared, context: Context) -> None:
        """A group was chosen: which game? That which was named; else the one that is usual there comes first.

        Raises:
            Refusal: as :meth:`_judged`.
        """
        if not request.place.private or request.request != ASKED:
            return
        here, voice = request.place.scope, context.voice
        try:
            held = await self._judged(request, request.chat)
        except Refusal as refusal:
            text = self._answers.refused(request, context.language, refusal)
            await self._gateway.text(here, text, ReplyKeyboardRemove())
            return
        group = await group_info(self._gateway, held.scope.chat)
        name = voice.named((group and group.title) or "…")
        await self._gateway.text(here, voice.html("there-chosen", group=name), ReplyKeyboardRemove())
        wanted = await self._wanted.of(request.sender.user)
        terms = usual({GAME: wanted or ""}, self._judges)
        if wanted is not None and terms is not None:
            carried = data("there", "", held.scope.chat, terms.ruleset.id, mark(wanted))
            keyboard = InlineKeyboardMarkup([[button(voice, "button-open-there", carried)]])
            await self._gateway.text(here, voice.html("there-wanted", game=summary(terms, voice)), keyboard)
            return
        await self._gateway.text(here, voice.html("choose-game"), self._games_for(held, voice))

    async def opened(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A game was chosen for the group: its table opens there. Or those in other languages were asked for.

        Its options are those that were typed with it; else, if it is usual there, the group's; else its own.

        Raises:
            Refusal: ``stale_button``, also where something else was typed since, or too long ago; as :meth:`_judged`,
                and as :meth:`bot.tables.games.Games.open`.
        """
        chat, name, *marked = pressed.rest
        ruleset = rulesets().get(name)
        if not tap.place.private or (ruleset is None and name != _EVERY):
            raise Refusal("stale_button")
        held = await self._judged(tap, int(chat))
        if ruleset is None:
            keyboard = self._games_for(held, context.voice, every=True)
            await self._answers.turn(tap, context.language, "choose-game", keyboard)
            return
        host = Seat(tap.sender.user, tap.sender.name)
        if not held.seen:
            settings = {GAME: await self._marked(tap.sender.user, marked[0])} if marked else held.settings
            terms = usual(settings, self._judges)
            if terms is None or terms.ruleset.id != ruleset.id:
                if marked:
                    raise Refusal("stale_button")
                terms = Terms(ruleset, self._judges.kinds(ruleset), {})
            with _there():
                await self._games.open(held, terms.table, host, tap.update, summon=self._from_afar)
        await self._answers.quiet(tap)
        await self._answers.settle(tap, context.language, "there-opening", game=title(ruleset.title, context.language))

    def _games_for(self, held: Held, voice: Speaker, *, every: bool = False) -> InlineKeyboardMarkup:
        """The games as the group is offered them: that which is usual there, those in its language, else every one."""
        terms, chat = usual(held.settings, self._judges), held.scope.chat
        first = None if terms is None else terms.ruleset.id
        language = languages().known(held.settings.get("language")) or self._default_language
        offered = [name for name, _ in shown(language, every=every)]
        ordered = [name for name in rulesets() if name == first] + [name for name in offered if name != first]
        rows = [
            [keyed(title(rulesets()[name].title, voice.language), data("there", "", chat, name))] for name in ordered
        ]
        if len(ordered) < len(rulesets()):
            rows.append([button(voice, "button-more-languages", data("there", "", chat, _EVERY))])
        return InlineKeyboardMarkup(rows)

    async def _marked(self, user: int, drawn: str) -> str:
        """What somebody wants; empty where that is something else than when a button was drawn."""
        wanted = await self._wanted.of(user)
        return wanted if wanted is not None and mark(wanted) == drawn else ""

    async def _from_afar(self, scope: Scope, host: int) -> Summons:
        """Whom the table calls, and that its host is told where it is."""
        return replace(await self._bell.summoned(scope, host), afar=host)

    async def _judged(self, request: R, chat: int) -> Held:
        """The place in the group where a table of the sender's would open now.

        Where tables may be opened in some topics alone, it is the first of these.

        Raises:
            Refusal: ``not_there`` where the sender or the bot is not in the group, which tells nothing else of it;
                ``banned_chat``, ``lobby_open_there``, ``game_running_there``, or as
                :func:`bot.handlers.admission.check_may_open`.
        """
        if chat >= 0 or not (await self._present(chat, request.sender.user) and await self._present(chat, self._bot)):
            raise Refusal("not_there")
        held = await self._games.load(Scope(chat), request.update)
        allowed = topics_named(held.settings.get(TOPICS))
        if allowed and 0 not in allowed:
            held = await self._games.load(Scope(held.scope.chat, allowed[0]), request.update)
        if held.seen:
            return held
        self._games.check_heard(held)
        there = changed(request, place=changed(request.place, scope=held.scope, private=False))
        await check_may_open(self._members, there, held.settings)
        with _there():
            check_free(held.table)
        return held

    async def _present(self, chat: int, user: int) -> bool:
        try:
            return (await self._members.of(chat, user)).present
        except Gone:
            return False

    @property
    def _bot(self) -> int:
        return self._gateway.user
