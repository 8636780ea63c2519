"""Opening a table, sitting down, getting up, beginning."""

from typing import Final

from bot.families.context import Context
from bot.handlers.admission import COMPUTERS, FORBIDDEN, check_may_open
from bot.handlers.altering import Altering
from bot.handlers.bell import BellHandlers
from bot.handlers.elsewhere import ElsewhereHandlers
from bot.handlers.typedgame import is_stand_in, typed_game
from bot.handlers.usual import usual
from bot.judges import Judges
from bot.judges.dictionaries import Kind
from bot.languages import languages
from bot.tables.games import Games
from bot.tables.held import begun, check_free, is_running
from bot.telegram.answers import Answers
from bot.telegram.buttons import Buttons, Pressed
from bot.telegram.inbound import Command, Sender, Tap
from bot.telegram.members import Members
from bot.typed import options
from bot.typed.commands import command
from bot.wording.speaker import title
from engine.computers import is_computer
from engine.errors import Refusal
from engine.game import Table
from engine.rulesets import Ruleset, rulesets
from engine.seats import Join, Leave, Lobby, Seat, rotated

_CHOOSING_SECONDS: Final = 1800.0
"""How long a list of games to choose from stays, when nobody chooses."""


class LobbyHandlers:
    """Everything before the first turn."""

    def __init__(
        self,
        members: Members,
        games: Games,
        judges: Judges,
        answers: Answers,
        buttons: Buttons,
        *,
        bell: BellHandlers,
        elsewhere: ElsewhereHandlers,
    ) -> None:
        self._members: Final = members
        self._games: Final = games
        self._judges: Final = judges
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._bell: Final = bell
        self.elsewhere: Final = elsewhere
        """Tables opened from private chats."""
        self.altering: Final = Altering(members, games, judges, answers)
        """The options of the open table."""

    @command("new", "chat", "member", person=True)
    async def new(self, request: Command, context: Context) -> None:
        """``/yeni [game] [options]``; without a game the group's own, where it has one, else, or for a list, ask.

        In private it is asked for which group.
        """
        if request.place.private:
            await self.elsewhere.ask(request, context)
            return
        check_free(context.held.table)
        await check_may_open(self._members, request, context.held.settings)
        terms = None if request.text else usual(context.held.settings, self._judges)
        if terms is not None:
            await self._open(request, context, terms.ruleset, terms.differing, terms.kinds)
            return
        terms = typed_game(request.text, context.language, self._judges)
        if terms is None:
            every = languages().meant("answers", request.text) == "list"
            keyboard = self._buttons.games(context.language, request.sender.user, every=every)
            text = context.voice.html("choose-game")
            await self._answers.for_now(request, text, keyboard, seconds=_CHOOSING_SECONDS)
            return
        await self._open(request, context, terms.ruleset, dict(terms.chosen), terms.kinds)
        if is_stand_in(request.text, context.language):
            own = ", ".join(name for name, one in rulesets().items() if one.language == context.language)
            game = title(terms.ruleset.title, context.language)
            await self._answers.briefly(request, context.voice.html("game-stands-in", game=game, games=own))

    async def chosen(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A game picked from the list, with its own options or those set by buttons, by the one who asked for it."""
        ruleset, kinds, values = self._picked(tap, pressed)
        await self._open(tap, context, ruleset, values, kinds)
        await self._answers.quiet(tap)
        await self._answers.clear(tap)

    async def tuned(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The option buttons of a game: each press shows the next value."""
        check_free(context.held.table)
        ruleset, kinds, values = self._picked(tap, pressed)
        keyboard = self._buttons.options(context.language, tap.sender.user, ruleset, kinds, values)
        game = title(ruleset.title, context.language)
        await self._answers.turn(tap, context.language, "choose-options", keyboard, game=game)

    async def listed(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The list of games: to open a table, or to choose its options first."""
        check_free(context.held.table)
        user, *rest = pressed.rest
        _check_own(tap, user)
        mode = rest[0] if rest else ""
        tunes = mode.startswith("tune")
        listing = self._buttons.tunable if tunes else self._buttons.games
        keyboard = listing(context.language, tap.sender.user, every=mode.endswith("more"))
        await self._answers.turn(tap, context.language, "choose-tuned" if tunes else "choose-game", keyboard)

    async def again(self, tap: Tap, context: Context) -> None:
        """The game that is over once more, as it was chosen, the seats rotated; whoever asks is the host."""
        _check_there(tap, context)
        check_free(context.held.table)
        table = begun(context.held.table)
        await check_may_open(self._members, tap, context.held.settings)
        host = Seat(tap.sender.user, tap.sender.name)
        order = rotated(table.players)
        welcome = context.held.settings.get(COMPUTERS) != FORBIDDEN
        computers = tuple(seat for seat in order if welcome and is_computer(seat.user))
        await self._games.open(
            context.held, table.ruleset, host, tap.update, order=order, computers=computers, summon=self._bell.summoned
        )
        await self._answers.toast(tap, context.language, "again-opened")

    async def more(self, tap: Tap, context: Context) -> None:
        """Another game: which?"""
        check_free(context.held.table)
        await check_may_open(self._members, tap, context.held.settings)
        await self._answers.quiet(tap)
        keyboard = self._buttons.games(context.language, tap.sender.user)
        text = context.voice.html("choose-game-for", name=context.voice.named(tap.sender.name))
        await self._answers.for_now(tap, text, keyboard, seconds=_CHOOSING_SECONDS)

    def _picked(self, tap: Tap, pressed: Pressed) -> tuple[Ruleset, tuple[Kind, ...], dict[str, str]]:
        user, name, *code = pressed.rest
        _check_own(tap, user)
        ruleset = rulesets().get(name)
        if ruleset is None:
            raise Refusal("stale_button")
        kinds = self._judges.kinds(ruleset)
        return ruleset, kinds, options.decoded(options.offered(ruleset, kinds), code[0]) if code else {}

    async def _open(
        self,
        request: Command | Tap,
        context: Context,
        ruleset: Ruleset,
        chosen: dict[str, str],
        kinds: tuple[Kind, ...],
    ) -> None:
        await check_may_open(self._members, request, context.held.settings)
        host = Seat(request.sender.user, request.sender.name)
        resolved = options.apply(ruleset, chosen, kinds)
        await self._games.open(context.held, resolved, host, request.update, summon=self._bell.summoned)

    @command("join", "group", "member", person=True)
    async def join(self, request: Command | Tap, context: Context) -> None:
        """Sit down."""
        sender, chat = request.sender, request.place.origin
        action = Join(sender.user, sender.name, username=_invited_as(sender, context.held.table))
        step = await self._games.sit(context.held, action, request.update, request.message, chat)
        if step is not None and is_running(step.table):
            await self._confirm(request, context, "begun")
        else:
            await self._confirm(request, context, "seated", "seat-taken")

    @command("leave", "group", "seated", person=True)
    async def leave(self, request: Command | Tap, context: Context) -> None:
        """Get up before the game begins."""
        step = await self._games.play(context.held, Leave(request.sender.user), request.update)
        closed = step is not None and step.table is None
        await self._confirm(request, context, "got-up", "lobby-closed" if closed else "seat-left")

    @command("begin", "group", "seated", person=True)
    async def begin(self, request: Command | Tap, context: Context) -> None:
        """Start the game; the id of the message that asked goes into the seed."""
        if is_running(context.held.table):
            raise Refusal("already_begun")
        user, chat = request.sender.user, request.place.origin
        await self._games.begin(context.held, user, request.message, request.update, chat)
        await self._confirm(request, context, "begun")

    async def seal(self, tap: Tap, context: Context) -> None:
        """What the draws of a table are sealed by, to whoever wants to see it."""
        table = context.held.table
        if table is None:
            raise Refusal("no_game")
        whole = context.voice.html("seal-whole", seal=table.commitment)
        if tap.place.private or not await self._answers.told_alone(tap, whole):
            await self._answers.alert(tap, context.language, "seal-alert", seal=table.commitment)

    async def _confirm(self, request: Command | Tap, context: Context, tapped: str, typed: str = "") -> None:
        """A tap wants its answer; a command gets ``typed`` where no new message tells what came of it."""
        if isinstance(request, Tap):
            await self._answers.toast(request, context.language, tapped)
        elif typed:
            text = context.voice.html(typed, name=context.voice.named(request.sender.name))
            await self._answers.briefly(request, text)


def _invited_as(sender: Sender, table: Table | None) -> str:
    """The username for which a seat is kept; empty where none is needed to know whose it is."""
    kept = table.invited if isinstance(table, Lobby) else ()
    name = sender.username or ""
    return name if any(one.user is None and one.is_for(sender.user, name) for one in kept) else ""


def _check_there(tap: Tap, context: Context) -> None:
    """Whether a table is that of the chat in which its button hangs."""
    if context.held.scope != tap.place.scope:
        raise Refusal("group_only")


def _check_own(tap: Tap, user: str) -> None:
    if tap.sender.user != int(user):
        raise Refusal("not_your_button")
