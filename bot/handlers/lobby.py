"""Opening a table, sitting down, getting up, beginning, cancelling."""

from typing import Final

from telegram import Bot
from telegram.error import BadRequest

from bot.admins import is_admin
from bot.answers import Answers, Context
from bot.buttons import Buttons, Pressed
from bot.dictionaries import Kind
from bot.games import Games
from bot.handlers import options
from bot.inbound import Command, Tap
from bot.judges import Judges
from bot.tables import check_free, is_running, table_name
from engine.crossword.actions import Cancel
from engine.errors import Refusal
from engine.game import Table
from engine.klepka.actions import Cancel as KlepkaCancel
from engine.klepka.state import GameState as KlepkaState
from engine.rulesets import Ruleset, rulesets
from engine.seats import Join, Leave, Lobby, Seat

_NICKNAMES: Final = {
    "kelimelik": "kelimelik",
    "scrabble": "scrabble-tr",
    "türkçe": "scrabble-tr",
    "turkce": "scrabble-tr",
    "turkish": "scrabble-tr",
    "tr": "scrabble-tr",
    "ingilizce": "scrabble-en",
    "english": "scrabble-en",
    "en": "scrabble-en",
    "turnuva": "tournament-tr",
    "tournament": "tournament-en",
    "wordbox": "wordbox-tr",
    "kelimekutusu": "wordbox-tr",
    "клепка": "klepka",
    "вордбокс": "wordbox-uk",
    "українською": "wordbox-uk",
    "uk": "wordbox-uk",
}
"""What people call the games, beside the rulesets' own ids."""


class LobbyHandlers:
    """Everything before the first turn, and the end of a table."""

    def __init__(self, bot: Bot, games: Games, judges: Judges, answers: Answers, buttons: Buttons) -> None:
        self._bot: Final = bot
        self._games: Final = games
        self._judges: Final = judges
        self._answers: Final = answers
        self._buttons: Final = buttons

    async def new(self, request: Command, context: Context) -> None:
        """``/yeni [game] [options]``; without a game, ask which."""
        check_free(context.held.table)
        if not request.text:
            keyboard = self._buttons.games(context.language, request.sender.user)
            await self._answers.say(request, context.language, "choose-game", keyboard)
            return
        name, *rest = request.text.split(maxsplit=1)
        ruleset = called(name)
        kinds = self._judges.kinds(ruleset.lexicon)
        try:
            chosen = options.read(rest[0] if rest else "", ruleset, kinds)
        except Refusal as refusal:
            raise options.in_words(refusal, ruleset, context.language) from refusal
        await self._open(request, context, ruleset, chosen, kinds)

    async def chosen(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A game picked from the list, with its own options or those set by buttons, by the one who asked for it."""
        ruleset, kinds, values = self._picked(tap, pressed)
        await self._open(tap, context, ruleset, values, kinds)
        await self._answers.quiet(tap)

    async def tuned(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The option buttons of a game: each press shows the next value."""
        check_free(context.held.table)
        ruleset, kinds, values = self._picked(tap, pressed)
        keyboard = self._buttons.options(context.language, tap.sender.user, ruleset, kinds, values)
        await self._answers.quiet(tap)
        try:
            await self._bot.edit_message_reply_markup(tap.place.scope.chat, tap.message, reply_markup=keyboard)
        except BadRequest as error:
            if "not modified" not in error.message:
                raise

    def _picked(self, tap: Tap, pressed: Pressed) -> tuple[Ruleset, tuple[Kind, ...], dict[str, str]]:
        user, name, *code = pressed.rest
        if tap.sender.user != int(user):
            raise Refusal("not_your_button")
        ruleset = rulesets().get(name)
        if ruleset is None:
            raise Refusal("stale_button")
        kinds = self._judges.kinds(ruleset.lexicon)
        return ruleset, kinds, options.decoded(options.offered(ruleset, kinds), code[0]) if code else {}

    async def _open(
        self,
        request: Command | Tap,
        context: Context,
        ruleset: Ruleset,
        chosen: dict[str, str],
        kinds: tuple[Kind, ...],
    ) -> None:
        host = Seat(request.sender.user, request.sender.name)
        await self._games.open(context.held, options.apply(ruleset, chosen, kinds), host, request.update)

    async def join(self, request: Command | Tap, context: Context) -> None:
        """Sit down."""
        await self._games.play(context.held, Join(request.sender.user, request.sender.name), request.update)
        await self._confirm(request, context, "seated")

    async def leave(self, request: Command | Tap, context: Context) -> None:
        """Get up before the game begins."""
        await self._games.play(context.held, Leave(request.sender.user), request.update)
        await self._confirm(request, context, "got-up")

    async def begin(self, request: Command | Tap, context: Context) -> None:
        """Start the game; the id of the message that asked goes into the seed."""
        await self._games.begin(context.held, request.sender.user, request.message, request.update)
        await self._confirm(request, context, "begun")

    async def cancel(self, request: Command, context: Context) -> None:
        """End the table without a result: for its host and the group's administrators."""
        table = context.held.table
        if table is None or not (isinstance(table, Lobby) or is_running(table)):
            raise Refusal("no_game")
        user = request.sender.user
        if not (table.host == user or await is_admin(self._bot, request)):
            raise Refusal("not_allowed_to_cancel")
        await self._games.play(context.held, lambda now: _cancelling(now, user), request.update)

    async def _confirm(self, request: Command | Tap, context: Context, message: str) -> None:
        """A tap wants its answer; a command's answer is the announcement."""
        if isinstance(request, Tap):
            await self._answers.toast(request, context.language, message)


def _cancelling(table: Table, user: int) -> Cancel | KlepkaCancel:
    return KlepkaCancel(user) if isinstance(table, KlepkaState) else Cancel(user)


def called(name: str) -> Ruleset:
    """The game of that name, however people call it.

    Raises:
        Refusal: ``unknown_game``, naming what was typed and the games there are.
    """
    known, plain = rulesets(), options.plain(name)
    ruleset = known.get(plain) or known.get(_NICKNAMES.get(plain, ""))
    if ruleset is None:
        raise Refusal("unknown_game", typed=name[:40], games=tuple(known))
    return ruleset


def of_table(table: Table | None, pressed: Pressed) -> None:
    """Refuse a button that was drawn for another table.

    Raises:
        Refusal: ``stale_button``.
    """
    if table is None or table_name(table) != pressed.table:
        raise Refusal("stale_button")
