"""The one object that speaks: the texts, a language of the interface, and the terms of the table that it speaks of.

Words what tables of every family have: a game's name, its options, its clock, its dictionary, how long a time is.
What a game is about, its family says through it.
"""

import html
from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final, Protocol, Self

from bot.judges.dictionaries import OPTION, counts, named
from bot.texts import Argument, Html, Texts
from bot.typed.optionwords import clock_word
from bot.wording.people import NAMELESS, displayed, mention
from engine.clock import NONE, BankClock, Clock, GameClock, MoveClock
from engine.computers import is_computer
from engine.parameters import Option
from engine.rulesets import Ruleset, rulesets

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_FORMER: Final = Option((), "")
"""One that only an earlier version of a game had."""
_UNTITLED: Final[Mapping[str, str]] = MappingProxyType({})


class OwnClock(Protocol):
    """A kind of clock that one family has for itself: told by the message ``clock-KIND`` with its times."""

    @property
    def kind(self) -> str:
        """What the message is named by."""
        ...

    @property
    def times(self) -> Mapping[str, int]:
        """Its times in seconds, by the names that the message has for them."""
        ...


def title(titles: Mapping[str, str], language: str) -> str:
    """A ruleset's title, in English where it has none in this language."""
    return titles.get(language, titles["en"])


class Speaker:
    """Says things in one language of the interface, of one table where there is one.

    Args:
        texts: the wording.
        language: of the interface.
        titles: what the table's game is called, by language; none where no table is spoken of.
        lexicon: the table's dictionary, as :mod:`bot.judges.dictionaries` names it; empty where it is not told.
        ahead: how far UTC is ahead of the time that games know; ``None`` where no instants are told.
        private: whether it is said in somebody's private chat, to them alone.
    """

    def __init__(
        self,
        texts: Texts,
        language: str,
        titles: Mapping[str, str] = _UNTITLED,
        lexicon: str = "",
        *,
        ahead: timedelta | None = None,
        private: bool = False,
    ) -> None:
        self._texts: Final = texts
        self.language: Final = language
        self.titles: Final = titles
        self.lexicon: Final = lexicon
        self._ahead: Final = ahead
        self.private: Final = private

    def of(self, titles: Mapping[str, str], lexicon: str = "") -> Self:
        """The same voice, speaking of a table."""
        return type(self)(self._texts, self.language, titles, lexicon, ahead=self._ahead, private=self.private)

    def tongue(self, language: str) -> Self:
        """The same table, spoken of in another language."""
        return type(self)(self._texts, language, self.titles, self.lexicon, ahead=self._ahead, private=self.private)

    def html(self, message: str, /, **arguments: Argument) -> str:
        """A message for HTML parse mode; see :meth:`bot.texts.Texts.html`."""
        return self._texts.html(self.language, message, **arguments)

    def plain(self, message: str, /, **arguments: Argument) -> str:
        """A message for places without markup: callback alerts, buttons, pictures."""
        return self._texts.plain(self.language, message, **arguments)

    def has(self, message: str) -> bool:
        """Whether the language has a message."""
        return self._texts.has(self.language, message)

    def named(self, name: str) -> Html:
        """A player's name in a sentence, or the word for one who has none that can be seen."""
        return displayed(self.called(name))

    def mention(self, user: int, name: str) -> Html:
        """As :meth:`named`, notifying its bearer where that is a person."""
        return self.named(name) if is_computer(user) else mention(user, self.called(name))

    def actor(self, name: str) -> Html:
        """Who did what administrators do; without a name one of them, who speaks as the group."""
        return self.named(name) if name else Html(self.html("an-administrator"))

    def called(self, name: str) -> str:
        """As :meth:`named`, plain."""
        return self.plain("nameless") if name == NAMELESS else name

    @property
    def game(self) -> str:
        """What the table's game is called; plain text."""
        return title(self.titles, self.language)

    def option(self, name: str) -> str:
        """What an option is called."""
        return self.plain(f"option-{name}")

    def value(self, name: str, value: str, ruleset: Ruleset) -> str:
        """What a value of an option is called; a clock by its name, where that is no figure, and its figures."""
        if name == "clock":
            figures = self.clock(ruleset.clocks.get(value))
            named_by_figure = any(mark.isdecimal() for mark in value)
            return figures if value == NONE or named_by_figure else f"{clock_word(value, self.language)}, {figures}"
        if (option := ruleset.options().get(name)) is not None and option.seconds and value.isdecimal():
            return self.duration(int(value))
        message = f"value-{name}-{value}"
        return self.plain(message) if self.has(message) else value

    def clock(self, rule: Clock | OwnClock | None) -> str:
        """A clock by its figures."""
        match rule:
            case None:
                return self.plain("clock-none")
            case MoveClock(seconds=seconds):
                return self.plain("clock-move", time=self.duration(seconds))
            case GameClock(seconds=seconds, increment=increment):
                time = self.duration(seconds)
                if not increment:
                    return self.plain("clock-game", time=time)
                return self.plain("clock-game-increment", time=time, increment=self.duration(increment))
            case BankClock(seconds=seconds, bank=bank):
                return self.plain("clock-bank", time=self.duration(seconds), bank=self.duration(bank))
            case _:
                times = {name: self.duration(seconds) for name, seconds in rule.times.items()}
                return self.plain(f"clock-{rule.kind}", **times)

    def duration(self, seconds: int, *, upwards: bool = False) -> str:
        """A length of time in its two greatest units, as ``1 h 30 min``; days from two on, as clocks are named.

        What is less than the smaller unit is left out, or ``upwards`` counts as one more of it.
        """
        if upwards:
            size = _HOUR if seconds >= 2 * _DAY else _MINUTE if seconds >= _HOUR else 1
            seconds = -(-seconds // size) * size
        units = [("hour", _HOUR), ("minute", _MINUTE), ("second", 1)]
        if seconds >= 2 * _DAY:
            units.insert(0, ("day", _DAY))
        parts: list[str] = []
        for name, size in units:
            count, seconds = divmod(seconds, size)
            if count:
                parts.append(self.plain(f"unit-{name}", count=count))
        return " ".join(parts[:2]) or self.plain("unit-second", count=0)

    def until(self, due: datetime, words: str) -> Html:
        """An instant of the time that games know, as each reader's clock shows it; words where that is not possible.

        Args:
            due: the instant.
            words: what stands there on servers and in apps that know no dates; plain text.
        """
        said = html.escape(words, quote=False)
        if self._ahead is None:
            return Html(said)
        return Html(f'<tg-time unix="{int((due + self._ahead).timestamp())}" format="wdt">{said}</tg-time>')

    def dictionary(self, lexicon: str | None = None) -> str:
        """A dictionary, the table's unless another is named, with what the chat has changed in it."""
        meant = self.lexicon if lexicon is None else lexicon
        name, kind = named(meant)
        added, removed = counts(meant)
        message = f"lexicon-{name}"
        words = self.plain(message) if self.has(message) else name
        words = self.plain(f"dictionary-{kind}", words=words)
        if added:
            words = self.plain("dictionary-added", words=words, count=added)
        return self.plain("dictionary-removed", words=words, count=removed) if removed else words

    def dictionary_line(self) -> str:
        """The table's dictionary, called that, as HTML."""
        return self.html("dictionary-line", words=self.dictionary())

    def terms(self, ruleset_id: str, values: Mapping[str, str]) -> list[str]:
        """A table's terms, a line each: what is told in any case, what differs from the game's own, the dictionary."""
        ruleset = rulesets().get(ruleset_id)
        if ruleset is None:
            return []
        own = ruleset.options()
        lines = []
        for name, value in values.items():
            option = own.get(name, _FORMER)
            if not option.behind and option.matters(values) and (option.told or option.default != value):
                behind = (other for other, one in own.items() if one.behind == name and one.matters(values))
                more = "".join(f" ({self.value(other, values[other], ruleset)})" for other in behind)
                lines.append(f"{self.option(name)}: {self.value(name, value, ruleset)}{more}")
        lines.append(f"{self.option(OPTION)}: {self.dictionary()}")
        return lines
