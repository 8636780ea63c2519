"""The options of a table that waits for players, changed by its host in a panel of buttons.

The panel is a message of its own, which goes after a while; what comes of it everybody reads in the lobby.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.judges import Judges
from bot.judges.dictionaries import OPTION, Kind, named
from bot.tables.games import Games
from bot.tables.held import table_name
from bot.telegram.answers import Answers
from bot.telegram.buttons import Pressed, data, keyed
from bot.telegram.inbound import Tap
from bot.telegram.members import Members
from bot.typed import options
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.parameters import Option
from engine.rulesets import Ruleset, rulesets
from engine.seats import Alter, Lobby

OPEN: Final = "+"
MENU: Final = "-"
DONE: Final = "."
PANEL_SECONDS: Final = 600.0
"""How long the panel stays, from its last use on."""
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class _Terms:
    """What a lobby's options are, and may be."""

    lobby: Lobby
    ruleset: Ruleset
    """The game's, of which nothing is chosen yet."""
    kinds: tuple[Kind, ...]
    chosen: Mapping[str, str]

    @classmethod
    def of(cls, lobby: Lobby, judges: Judges) -> "_Terms":
        """Those of a lobby.

        Raises:
            Refusal: ``stale_button``, where its game is shipped no more.
        """
        ruleset = rulesets().get(lobby.ruleset.id)
        if ruleset is None:
            raise Refusal("stale_button")
        chosen = {name: option.default for name, option in lobby.ruleset.options().items()}
        kind = named(lobby.ruleset.lexicon)[1]
        return cls(lobby, ruleset, judges.kinds(ruleset), {**chosen, OPTION: kind})

    @property
    def all(self) -> dict[str, Option]:
        """Every option that leaves a choice, in the order of the buttons' digits."""
        known = options.known(self.ruleset, self.kinds)
        return {name: known[name] for name in options.choices(known)}

    def option(self, digit: str) -> tuple[str, Option]:
        """The option of a button's digit.

        Raises:
            Refusal: ``stale_button``.
        """
        place = _DIGITS.find(digit)
        if not 0 <= place < len(self.all):
            raise Refusal("stale_button")
        return list(self.all.items())[place]

    def held(self, name: str, option: Option) -> str:
        """The value that an option has."""
        return self.chosen.get(name, option.default)

    def altered(self, name: str, value: str) -> Ruleset:
        """The table's rules with another value."""
        known = options.known(self.ruleset, self.kinds)
        table = {one: value for one, value in self.chosen.items() if one in known and value in known[one].values}
        return options.apply(self.ruleset, {**table, name: value}, self.kinds)


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
        terms = _Terms.of(lobby, self._judges)
        match step:
            case "+":
                await self._answers.quiet(tap)
                await self._answers.for_now(tap, *_menu(terms, context.speaker), seconds=PANEL_SECONDS)
                return
            case ".":
                await self._answers.quiet(tap)
                await self._answers.clear(tap)
                return
            case "-":
                shown = _menu(terms, context.speaker)
            case _ if len(step) == 1:
                shown = _choosing(terms, step, context.speaker)
            case _:
                shown = _menu(await self._set(tap, context, terms, step, ruling=ruling), context.speaker)
        await self._answers.show(tap, *shown)
        await self._answers.clear(tap, PANEL_SECONDS)

    async def _set(self, tap: Tap, context: Context, terms: _Terms, step: str, *, ruling: bool) -> _Terms:
        """Give an option a value; the terms then."""
        name, option = terms.option(step[0])
        place = _DIGITS.find(step[1])
        if not 0 <= place < len(option.values):
            raise Refusal("stale_button")
        value = option.values[place]
        if value == terms.held(name, option):
            return terms
        action = Alter(tap.sender.user, name, value, terms.altered(name, value), ruling)
        done = await self._games.play(context.held, action, tap.update)
        table = None if done is None else done.table
        return _Terms.of(table if isinstance(table, Lobby) else terms.lobby, self._judges)


def _menu(terms: _Terms, speaker: Speaker) -> tuple[str, InlineKeyboardMarkup]:
    """Every option that changes anything, with its value."""
    table = terms.lobby
    all_ = terms.all
    now = {name: terms.held(name, option) for name, option in all_.items()}
    keys = [
        keyed(
            f"{speaker.option(name)}: {speaker.value(name, now[name], terms.ruleset)}",
            data("alter", table_name(table), _DIGITS[place]),
        )
        for place, (name, option) in enumerate(all_.items())
        if option.matters({**terms.chosen, **now})
    ]
    end = keyed(speaker.plain("alter-done"), data("alter", table_name(table), DONE))
    return speaker.html("alter-menu", game=speaker.game), InlineKeyboardMarkup([*([key] for key in keys), [end]])


def _choosing(terms: _Terms, digit: str, speaker: Speaker) -> tuple[str, InlineKeyboardMarkup]:
    """One option: what it is for, a button for each value, and the way back."""
    name, option = terms.option(digit)
    held, table = terms.held(name, option), table_name(terms.lobby)
    keys = []
    for place, value in enumerate(option.values):
        label = speaker.value(name, value, terms.ruleset)
        keys.append(keyed(f"✓ {label}" if value == held else label, data("alter", table, f"{digit}{_DIGITS[place]}")))
    rows = [keys[start : start + 2] for start in range(0, len(keys), 2)]
    back = keyed(speaker.plain("alter-back"), data("alter", table, MENU))
    told = speaker.html("alter-option", option=speaker.option(name), about=speaker.html(f"about-option-{name}"))
    return told, InlineKeyboardMarkup([*rows, [back]])
