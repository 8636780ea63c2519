"""The options of a table that waits for players, changed by its host in a panel of buttons.

The panel is a message of its own, which goes after a while; what comes of it everybody reads in the lobby.
"""

from functools import partial
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.handlers.terms import Carry, Terms
from bot.judges import Judges
from bot.tables.games import Games
from bot.tables.held import table_name
from bot.telegram.answers import Answers
from bot.telegram.buttons import Pressed, data, keyed
from bot.telegram.inbound import Tap
from bot.telegram.members import Members
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.seats import Alter, Lobby

OPEN: Final = "+"
MENU: Final = "-"
DONE: Final = "."
PANEL_SECONDS: Final = 600.0
"""How long the panel stays, from its last use on."""


class Altering:
    """Shows the options of a lobby, and changes them for whoever may."""

    def __init__(self, members: Members, games: Games, judges: Judges, answers: Answers) -> None:
        self._members: Final = members
        self._games: Final = games
        self._judges: Final = judges
        self._answers: Final = answers

    async def pressed(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A button of the lobby's or of the panel.

        Raises:
            Refusal: ``not_host`` to all but the host and administrators; ``stale_button``.
        """
        lobby = context.held.table
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        ruling = tap.sender.user != lobby.host
        if ruling and not await self._members.is_admin(tap):
            raise Refusal("not_host")
        (step,) = pressed.rest
        carry = partial(data, "alter", table_name(lobby))
        if step != OPEN and not tap.bears(carry(""), carry(OPEN)):
            # The lobby bears the button that opens the panel, and is to stay a lobby.
            raise Refusal("stale_button")
        terms = _terms(lobby, self._judges)
        match step:
            case "+":
                await self._answers.quiet(tap)
                await self._answers.for_now(tap, *_menu(terms, context.speaker, carry), seconds=PANEL_SECONDS)
                return
            case ".":
                await self._answers.quiet(tap)
                await self._answers.clear(tap)
                return
            case "-":
                shown = _menu(terms, context.speaker, carry)
            case _:
                name, value = terms.step(step)
                if value is None:
                    shown = _page(terms, name, context.speaker, carry)
                else:
                    terms = await self._set(tap, context, terms, (name, value), ruling=ruling)
                    shown = _menu(terms, context.speaker, carry)
        await self._answers.show(tap, *shown, seconds=PANEL_SECONDS)

    async def _set(self, tap: Tap, context: Context, terms: Terms, step: tuple[str, str], *, ruling: bool) -> Terms:
        """Give an option a value; the terms then."""
        name, value = step
        if value == terms.held(name):
            return terms
        action = Alter(tap.sender.user, name, value, terms.with_(name, value).table, ruling)
        done = await self._games.play(context.held, action, tap.update)
        table = None if done is None else done.table
        return _terms(table, self._judges) if isinstance(table, Lobby) else terms


def _terms(lobby: Lobby, judges: Judges) -> Terms:
    """The options of a lobby.

    Raises:
        Refusal: ``stale_button``, where its game is shipped no more.
    """
    terms = Terms.of(lobby.ruleset, judges)
    if terms is None:
        raise Refusal("stale_button")
    return terms


def _menu(terms: Terms, speaker: Speaker, carry: Carry) -> tuple[str, InlineKeyboardMarkup]:
    """Every option that changes anything, and the end."""
    end = keyed(speaker.plain("alter-done"), carry(DONE))
    return speaker.html("alter-menu", game=speaker.game), InlineKeyboardMarkup([*terms.menu(speaker, carry), [end]])


def _page(terms: Terms, name: str, speaker: Speaker, carry: Carry) -> tuple[str, InlineKeyboardMarkup]:
    """One option, and the way back."""
    told, rows = terms.page(name, speaker, carry)
    return told, InlineKeyboardMarkup([*rows, [keyed(speaker.plain("alter-back"), carry(MENU))]])
