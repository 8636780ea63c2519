"""From a request to its handler: the table of all that the bot can be asked."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.answers import Answers, Context
from bot.buttons import Pressed, read, scope_from
from bot.games import Busy, Games
from bot.handlers.challenge import ChallengeHandlers
from bot.handlers.clocks import ClockHandlers
from bot.handlers.info import InfoHandlers
from bot.handlers.klepka import KlepkaHandlers
from bot.handlers.lobby import LobbyHandlers, of_table
from bot.handlers.play import PlayHandlers
from bot.handlers.private import PrivateHandlers
from bot.handlers.settings import SettingsHandlers
from bot.handlers.themes import ThemeHandlers
from bot.handlers.tries import TryHandlers
from bot.handlers.words import WordHandlers
from bot.inbound import Added, Command, Moved, Reply, Request, Tap
from bot.store.redis import Store
from bot.tables import table_name
from engine.crossword.notation import looks_like_move
from engine.errors import EngineError, Refusal
from engine.klepka.notation import looks_like_positions
from engine.klepka.state import GameState as KlepkaState

_GROUP_ONLY: Final = frozenset(
    {"new", "join", "leave", "begin", "cancel", "pause", "resume", "add-word", "remove-word"}
)
"""Commands that need the group's own chat."""

_ABOUT_A_GAME: Final = frozenset(
    {
        "play",
        "pass",
        "exchange",
        "surrender",
        "flip",
        "form",
        "trade",
        "chaos",
        "challenge",
        "draw",
        "clock",
        "board",
        "score",
        "bag",
    }
)
"""Commands that mean, in private, the one game that the user has going in some group."""

_FOR_SOMEBODY: Final = {"new", "join", "leave", "begin"} | {
    "play",
    "pass",
    "exchange",
    "surrender",
    "flip",
    "form",
    "trade",
    "chaos",
    "challenge",
    "draw",
    "word",
    "rack",
    "try",
}
"""Commands that somebody must stand behind, which an anonymous administrator does not."""


class Router:
    """Finds the handler of a request and words what it refuses."""

    def __init__(
        self,
        *,
        games: Games,
        store: Store,
        answers: Answers,
        lobby: LobbyHandlers,
        play: PlayHandlers,
        challenge: ChallengeHandlers,
        clocks: ClockHandlers,
        klepka: KlepkaHandlers,
        info: InfoHandlers,
        words: WordHandlers,
        private: PrivateHandlers,
        settings: SettingsHandlers,
        themes: ThemeHandlers,
        tries: TryHandlers,
        default_language: str,
    ) -> None:
        self._games: Final = games
        self._store: Final = store
        self._answers: Final = answers
        self._lobby: Final = lobby
        self._play: Final = play
        self._klepka: Final = klepka
        self._private: Final = private
        self._settings: Final = settings
        self._themes: Final = themes
        self._default_language: Final = default_language
        self._simple_taps: Final[dict[str, Callable[[Tap, Context], Awaitable[None]]]] = {
            "rack": private.tapped,
            "board": info.board,
            "join": lobby.join,
            "leave": lobby.leave,
            "begin": lobby.begin,
        }
        self._taps: Final[dict[str, Callable[[Tap, Context, Pressed], Awaitable[None]]]] = {
            "yes": play.confirm,
            "no": play.confirm,
            "doubt": challenge.doubted,
            "agree": challenge.answered,
            "decline": challenge.answered,
            "card": klepka.picked,
            "enough": klepka.enough,
            "twice": klepka.doubled,
            "lay": tries.lay,
        }
        self._commands: Final[dict[str, Callable[[Command, Context], Awaitable[None]]]] = {
            "new": lobby.new,
            "join": lobby.join,
            "leave": lobby.leave,
            "begin": lobby.begin,
            "cancel": lobby.cancel,
            "play": play.play,
            "pass": play.pass_turn,
            "exchange": play.exchange,
            "surrender": play.surrender,
            **klepka.own,
            "challenge": challenge.challenge,
            "draw": challenge.draw,
            "clock": clocks.clock,
            "pause": clocks.pause,
            "resume": clocks.resume,
            "rack": private.rack,
            "start": private.start,
            "language": settings.language,
            "theme": themes.theme,
            "try": tries.preview,
            "board": info.board,
            "score": info.score,
            "bag": info.bag,
            "word": words.word,
            "add-word": words.add,
            "remove-word": words.remove,
            "rules": info.rules,
            "help": info.help,
        }

    async def handle(self, request: Request) -> None:
        """Do what is asked; what the rules or the notation refuse is answered, anything else is raised."""
        held = await self._games.load(request.place.scope, request.update)
        own = held.settings.get("theme") if request.place.private else None
        context = Context(held, held.settings.get("language", self._default_language), own)
        if held.seen:
            # It was done, and the process that did it ended before it could say so.
            await self._end_waiting(request)
            return
        try:
            match request:
                case Command():
                    await self._command(request, await self._about(request, context))
                case Reply():
                    await self._reply(request, context)
                case Tap():
                    await self._tap(request, context)
                case Added():
                    await self._settings.added(request, context)
                case Moved():
                    await self._games.move(request.place.scope.chat, request.chat)
        except EngineError as error:
            await self._answers.refuse(request, context.language, error)
        except Busy:
            await self._answers.refuse(request, context.language, Refusal("busy"))

    async def _end_waiting(self, request: Request) -> None:
        if isinstance(request, Tap):
            await self._answers.quiet(request)

    async def _about(self, request: Command, context: Context) -> Context:
        """The context of the game that a command in private is about; any other command keeps its own."""
        if not request.place.private or request.name not in _ABOUT_A_GAME:
            return context
        return await self._only_game(request, context)

    async def _reply(self, request: Reply, context: Context) -> None:
        """A move without its command; other chatter is let be in groups, and helped along in private."""
        if looks_like_move(request.text) or looks_like_positions(request.text):
            about = await self._only_game(request, context) if request.place.private else context
            if isinstance(about.held.table, KlepkaState):
                if looks_like_positions(request.text):
                    await self._klepka.flip(request, about)
            elif looks_like_move(request.text):
                await self._play.play(request, about)
        elif request.place.private:
            await self._answers.say(request, context.language, "private-hint")

    async def _only_game(self, request: Command | Reply, context: Context) -> Context:
        """The one game that somebody has going, for what is written in private."""
        match await self._games.of_user(request.sender.user, request.update):
            case []:
                raise Refusal("no_game_of_yours")
            case [held]:
                return context.about(held)
            case _:
                raise Refusal("several_games")

    async def _command(self, request: Command, context: Context) -> None:
        if request.place.private and request.name in _GROUP_ONLY:
            raise Refusal("group_only")
        if context.held.seen:
            return
        if request.sender.anonymous and request.name in _FOR_SOMEBODY:
            raise Refusal("anonymous")
        handler = self._commands[request.name]
        if isinstance(context.held.table, KlepkaState):
            handler = self._klepka.shared.get(request.name, handler)
        await handler(request, context)

    async def _tap(self, tap: Tap, context: Context) -> None:
        pressed = read(tap.data)
        if pressed is None:
            raise Refusal("stale_button")
        match pressed.kind:
            case "choose":
                await self._lobby.chosen(tap, context, pressed)
            case "tune":
                await self._lobby.tuned(tap, context, pressed)
            case "speak":
                await self._settings.spoken(tap, pressed)
            case "theme":
                await self._themes.picked(tap, context, pressed)
            case "swap":
                await self._swap(tap, context, pressed)
            case _:
                await self._table_tap(tap, await self._about_table(tap, context, pressed), pressed)

    async def _about_table(self, tap: Tap, context: Context, pressed: Pressed) -> Context:
        """The context of the table that a button was drawn for: the chat's, or in private one of the presser's."""
        if tap.place.private:
            for scope in await self._store.user_games(tap.sender.user):
                held = await self._games.load(scope, tap.update)
                if held.table is not None and table_name(held.table) == pressed.table:
                    return context.about(held)
        of_table(context.held.table, pressed)
        return context

    async def _table_tap(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        simple, handler = self._simple_taps.get(pressed.kind), self._taps.get(pressed.kind)
        if simple is not None:
            await simple(tap, context)
        elif handler is not None:
            await handler(tap, context, pressed)
        else:
            raise Refusal("stale_button")

    async def _swap(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A tap in the private chat about a group's game: the table is the group's, the language the chat's own."""
        scope = scope_from(pressed.rest[0])
        if scope is None or not tap.place.private:
            raise Refusal("stale_button")
        held = await self._games.load(scope, tap.update)
        of_table(held.table, pressed)
        group = context.about(held)
        if pressed.rest[-1] == "go":
            await self._play.swap(tap, group, pressed)
            await self._private.show(tap.sender.user, scope, context.language)
        else:
            await self._private.swap(tap, group, pressed, scope)
