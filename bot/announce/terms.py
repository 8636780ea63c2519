"""The terms of a table in words: its name, its options, its clock, its dictionary, and how long a time is."""

from collections.abc import Mapping
from typing import Final, assert_never

from bot.dictionaries import OPTION, counts, named
from bot.texts import Texts
from engine.clock import BankClock, Clock, GameClock, MoveClock
from engine.klepka.ruleset import PhaseClock
from engine.rulesets import Ruleset, rulesets

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_TOLD: Final = ("clock", "challenge", OPTION)
"""Options that a lobby tells in any case; of the others those that are not the game's own."""
_CHALLENGES_ONLY: Final = frozenset({"challenge-per", "challenge-to", "window"})


def title(titles: Mapping[str, str], language: str) -> str:
    """A ruleset's title, in English where it has none in this language."""
    return titles.get(language, titles["en"])


class Terms:
    """Words for the terms of tables, in one language of the interface."""

    def __init__(self, texts: Texts, language: str) -> None:
        self._texts: Final = texts
        self._language: Final = language

    def _say(self, message: str, **arguments: str | int) -> str:
        return self._texts.plain(self._language, message, **arguments)

    def option(self, name: str) -> str:
        """What an option is called."""
        return self._say(f"option-{name}")

    def value(self, name: str, value: str, ruleset: Ruleset) -> str:
        """What a value of an option is called."""
        if name == "clock":
            return self.clock(ruleset.clocks.get(value))
        if name == "window":
            return self.duration(int(value))
        message = f"value-{name}-{value}"
        return self._say(message) if self._texts.has(self._language, message) else value

    def clock(self, rule: Clock | PhaseClock | None) -> str:
        """A clock by its figures."""
        match rule:
            case None:
                return self._say("clock-none")
            case MoveClock(seconds=seconds):
                return self._say("clock-move", time=self.duration(seconds))
            case GameClock(seconds=seconds, increment=increment):
                time = self.duration(seconds)
                if not increment:
                    return self._say("clock-game", time=time)
                return self._say("clock-game-increment", time=time, increment=self.duration(increment))
            case BankClock(seconds=seconds, bank=bank):
                return self._say("clock-bank", time=self.duration(seconds), bank=self.duration(bank))
            case PhaseClock(words=words, flips=flips):
                return self._say("clock-phases", words=self.duration(words), flips=self.duration(flips))
            case _:
                assert_never(rule)

    def duration(self, seconds: int) -> str:
        """A length of time in its two greatest units, as ``1 h 30 min``."""
        units = (("day", _DAY), ("hour", _HOUR), ("minute", _MINUTE), ("second", 1))
        parts: list[str] = []
        for name, size in units:
            count, seconds = divmod(seconds, size)
            if count:
                parts.append(self._say(f"unit-{name}", count=count))
        return " ".join(parts[:2]) or self._say("unit-second", count=0)

    def dictionary(self, lexicon: str) -> str:
        """A table's dictionary, as :mod:`bot.dictionaries` names it, with what the chat has changed in it."""
        name, kind = named(lexicon)
        added, removed = counts(lexicon)
        message = f"lexicon-{name}"
        words = self._say(message) if self._texts.has(self._language, message) else name
        words = self._say(f"dictionary-{kind}", words=words)
        if added:
            words = self._say("dictionary-added", words=words, count=added)
        return self._say("dictionary-removed", words=words, count=removed) if removed else words

    def dictionary_line(self, lexicon: str) -> str:
        """A table's dictionary, called that, as HTML."""
        return self._texts.html(self._language, "dictionary-line", words=self.dictionary(lexicon))

    def chosen(self, ruleset_id: str, values: dict[str, str], lexicon: str) -> list[str]:
        """A table's terms, a line each: clock, judging, dictionary, and what differs from the game's own."""
        ruleset = rulesets().get(ruleset_id)
        if ruleset is None:
            return []
        own = ruleset.options()
        lines = []
        for name, value in values.items():
            wanted = name in _TOLD or name not in own or own[name].default != value
            if name in _CHALLENGES_ONLY:
                wanted = wanted and values.get("challenge") != "void"
            if name == "challenge" and value != "void":
                window = self.duration(int(values["window"]))
                lines.append(f"{self.option(name)}: {self.value(name, value, ruleset)} ({window})")
            elif wanted and name != "window":
                lines.append(f"{self.option(name)}: {self.value(name, value, ruleset)}")
        lines.append(f"{self.option(OPTION)}: {self.dictionary(lexicon)}")
        return lines
