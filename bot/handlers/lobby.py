"""Opening a table, sitting down, getting up, beginning, cancelling."""

import unicodedata
from typing import Final

from telegram import Bot

from bot.admins import is_admin
from bot.answers import Answers, Context
from bot.buttons import Buttons, Pressed
from bot.games import Games, begin, check_free, table_name
from bot.inbound import Command, Tap
from engine.crossword.actions import Cancel
from engine.crossword.state import GameState
from engine.errors import Malformed, Refusal
from engine.rulesets import Ruleset, resolve, rulesets
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
}
"""What people call the games, beside the rulesets' own ids."""

_BAG_NICKNAMES: Final = {"91": "s3-table", "100": "official"}


class LobbyHandlers:
    """Everything before the first turn, and the end of a table."""

    def __init__(self, bot: Bot, games: Games, answers: Answers, buttons: Buttons) -> None:
        self._bot: Final = bot
        self._games: Final = games
        self._answers: Final = answers
        self._buttons: Final = buttons

    async def new(self, request: Command, context: Context) -> None:
        """``/yeni [game] [bag]``; without a game, ask which."""
        check_free(context.held.table)
        if not request.text:
            keyboard = self._buttons.games(context.language, request.sender.user)
            await self._answers.say(request, context.language, "choose-game", keyboard)
            return
        await self._open(request, context, _wanted(request.text))

    async def chosen(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A game picked from the list, by the one who asked for it."""
        user, name = pressed.rest
        if tap.sender.user != int(user):
            raise Refusal("not_your_button")
        ruleset = rulesets().get(name)
        if ruleset is None:
            raise Refusal("stale_button")
        await self._open(tap, context, resolve(ruleset))
        await self._answers.quiet(tap)

    async def _open(self, request: Command | Tap, context: Context, ruleset: Ruleset) -> None:
        host = Seat(request.sender.user, request.sender.name)
        await self._games.open(context.held, ruleset, host, request.update)

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
        await self._games.play(context.held, begin(context.held, request.sender.user, request.message), request.update)
        await self._confirm(request, context, "begun")

    async def cancel(self, request: Command, context: Context) -> None:
        """End the table without a result: for its host and the group's administrators."""
        table = context.held.table
        if table is None or (isinstance(table, GameState) and table.outcome is not None):
            raise Refusal("no_game")
        if not (_is_host(table, request.sender.user) or await is_admin(self._bot, request)):
            raise Refusal("not_allowed_to_cancel")
        await self._games.play(context.held, Cancel(request.sender.user), request.update)

    async def _confirm(self, request: Command | Tap, context: Context, message: str) -> None:
        """A tap wants its answer; a command's answer is the announcement."""
        if isinstance(request, Tap):
            await self._answers.toast(request, context.language, message)


def _is_host(table: Lobby | GameState, user: int) -> bool:
    return table.host == user


def _wanted(text: str) -> Ruleset:
    """The ruleset that a text after ``/yeni`` names, with a bag if it names one.

    Raises:
        Refusal: ``unknown_game``, naming what was typed and the games there are; ``unknown_bag``.
    """
    name, *options = _plain(text).split()
    ruleset = called(name)
    if len(options) > 1:
        raise Malformed("too_many_options", typed=" ".join(options)[:40])
    bag = _BAG_NICKNAMES.get(options[0], options[0]) if options else None
    return resolve(ruleset, bag=bag)


def called(name: str) -> Ruleset:
    """The game of that name, however people call it.

    Raises:
        Refusal: ``unknown_game``, naming what was typed and the games there are.
    """
    known, plain = rulesets(), _plain(name)
    ruleset = known.get(plain) or known.get(_NICKNAMES.get(plain, ""))
    if ruleset is None:
        raise Refusal("unknown_game", typed=name[:40], games=tuple(known))
    return ruleset


def _plain(text: str) -> str:
    """A name in lower case, whichever keyboard typed its capitals."""
    return unicodedata.normalize("NFC", text).replace("İ", "i").lower().strip()


def of_table(table: Lobby | GameState | None, pressed: Pressed) -> None:
    """Refuse a button that was drawn for another table.

    Raises:
        Refusal: ``stale_button``.
    """
    if table is None or table_name(table) != pressed.table:
        raise Refusal("stale_button")
