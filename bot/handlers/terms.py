"""The options of a game, changed one by one in a panel of buttons; whose they are, and who may, others know."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from telegram import InlineKeyboardButton

from bot.judges import Judges
from bot.judges.dictionaries import OPTION, Kind, named
from bot.telegram.buttons import keyed, paired
from bot.typed import options
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.parameters import Option
from engine.rulesets import Ruleset, rulesets

Carry = Callable[[str], str]
"""The data of the button of a step: an option's digit, behind which the digit of the value may stand that it gets."""
Rows = list[list[InlineKeyboardButton]]
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Terms:
    """What the options of a table of a game are, and may be."""

    ruleset: Ruleset
    """The game's, of which nothing is chosen yet."""
    kinds: tuple[Kind, ...]
    chosen: Mapping[str, str]
    """Values by option; of one that is not in it the game's own holds."""

    @classmethod
    def of(cls, table: Ruleset, judges: Judges) -> Self | None:
        """Those that a table's rules have; ``None`` where its game is shipped no more."""
        ruleset = rulesets().get(table.id)
        if ruleset is None:
            return None
        return cls(ruleset, judges.kinds(ruleset), {**table.in_use, OPTION: named(table.lexicon)[1]})

    @property
    def all(self) -> dict[str, Option]:
        """Every option that leaves a choice, in the order of the buttons' digits."""
        known = self._known
        return {name: known[name] for name in options.choices(known)}

    @property
    def differing(self) -> dict[str, str]:
        """The chosen values that are others than the game's own, of options that there are."""
        known = self._known
        return {name: value for name, value in self._there.items() if value != known[name].default}

    @property
    def table(self) -> Ruleset:
        """The rules of a table with these options."""
        return options.apply(self.ruleset, self._there, self.kinds)

    def held(self, name: str) -> str:
        """The value that an option has."""
        return self.chosen.get(name, self._known[name].default)

    def step(self, step: str) -> tuple[str, str | None]:
        """The option that a button's step names, and the value that it gets, if any.

        Raises:
            Refusal: ``stale_button``.
        """
        every = self.all
        name = _numbered(step[:1], tuple(every))
        return name, _numbered(step[1:], every[name].values) if len(step) > 1 else None

    def with_(self, name: str, value: str) -> Self:
        """The same with another value."""
        return replace(self, chosen={**self._there, name: value})

    def menu(self, speaker: Speaker, carry: Carry) -> Rows:
        """A button for every option that changes anything, with its value."""
        every = self.all
        now = {**self.chosen, **{name: self.held(name) for name in every}}
        return [
            [keyed(f"{speaker.option(name)}: {speaker.value(name, now[name], self.ruleset)}", carry(_DIGITS[place]))]
            for place, (name, option) in enumerate(every.items())
            if option.matters(now)
        ]

    def page(self, name: str, speaker: Speaker, carry: Carry) -> tuple[str, Rows]:
        """One option: what it is for, as HTML, and a button for each value."""
        every, held, keys = self.all, self.held(name), []
        digit = _DIGITS[list(every).index(name)]
        for place, value in enumerate(every[name].values):
            label = speaker.value(name, value, self.ruleset)
            keys.append(keyed(f"✓ {label}" if value == held else label, carry(f"{digit}{_DIGITS[place]}")))
        told = speaker.html("alter-option", option=speaker.option(name), about=speaker.html(f"about-option-{name}"))
        return told, paired(keys)

    @property
    def _known(self) -> dict[str, Option]:
        return options.known(self.ruleset, self.kinds)

    @property
    def _there(self) -> dict[str, str]:
        """The chosen values that there are."""
        known = self._known
        return {name: value for name, value in self.chosen.items() if name in known and value in known[name].values}


def _numbered(digit: str, there: Sequence[str]) -> str:
    """What a digit names."""
    place = _DIGITS.find(digit)
    if not 0 <= place < len(there):
        raise Refusal("stale_button")
    return there[place]
