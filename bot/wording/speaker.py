"""The speaker: the texts in one language of the interface, about one table or none.

It words what tables of all families have: a game's name, its options, clock and dictionary, durations. Families word
all else with it.
"""

import html
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final, Protocol, Self

from bot import message_limits
from bot.judges.word_judge import DICTIONARY_OPTION, parse_lexicon, parse_word_counts
from bot.languages import languages
from bot.texts import Argument, Html, Texts, message_names
from bot.user_input.commands import clock_word
from engine.clock import NO_CLOCK, BankClock, Clock, GameClock, MoveClock
from engine.computer_ids import is_computer
from engine.errors import EngineError, Field
from engine.forget_player import is_forgotten
from engine.game_base import GameView
from engine.ruleset_base import Option
from engine.rulesets import Ruleset, shipped_rulesets

MAX_NAME: Final = 24
NAMELESS: Final = "👤"  # replaces an invisible name; sentences use a word (`Speaker.player_name`)
_ISOLATE: Final = "\u2068{}\u2069"  # isolates a name, so that one written from right to left changes nothing else
_INVISIBLE: Final = "\u115f\u1160\u2800\u3164\uffa0"  # invisible characters that people use as names
_JOINER: Final = "\u200d"
_EMOJI: Final = "\u00a9\u00ae\u2190-\u2bff\u3030\u303d\ufe0f\U0001f000-\U0001faff"
_STRAY_JOINER: Final = re.compile(f"(?<![{_EMOJI}]){_JOINER}|{_JOINER}(?![{_EMOJI}])")
"""Matches a joiner that does not join two emoji."""
_BETWEEN_QUOTES: Final = re.compile("</blockquote>\n*<blockquote expandable>")
_NAME_CACHE_SIZE: Final = 4096  # how many people's names are cached


@lru_cache(maxsize=_NAME_CACHE_SIZE)
def display_name(first: str, last: str | None) -> str:
    """A person's name for the table: one line without control characters, of at most 24; a sign if none is left."""
    clean = sanitize_text(f"{first} {last or ''}".translate(dict.fromkeys(map(ord, _INVISIBLE))))
    if len(clean) > MAX_NAME:
        clean = clean[: MAX_NAME - 1].rstrip(f" {_JOINER}") + "…"
    unseen = all(unicodedata.category(mark)[0] in "MZ" for mark in clean)
    return NAMELESS if unseen else clean


def sanitize_text(text: str) -> str:
    """A text as one line, its letters composed, without control and direction characters; joined emoji stay."""
    line = " ".join(text.split())
    hidden = {"Cc", "Cf", "Co", "Cs", "Cn"}
    seen = "".join(mark for mark in line if mark == _JOINER or unicodedata.category(mark) not in hidden)
    return " ".join(unicodedata.normalize("NFC", _STRAY_JOINER.sub("", seen)).split())


def isolate_name(name: str) -> Html:
    """A name for a sentence: escaped, in a directional isolate."""
    return Html(_ISOLATE.format(html.escape(name, quote=False)))


def mention_html(user: int, name: str) -> Html:
    """An isolated name that notifies the user."""
    return Html(f'<a href="tg://user?id={user}">{isolate_name(name)}</a>')


def join_lines(*parts: str) -> str:
    """The non-empty parts, joined by line breaks."""
    return "\n".join(part for part in parts if part)


def folding_quote(*lines: str) -> str:
    """A quote of HTML lines, of which apps show three before it is tapped; empty without lines."""
    text = join_lines(*lines)
    return f"<blockquote expandable>{text}</blockquote>" if text else ""


def merge_quotes(text: str) -> str:
    """The text with each run of adjacent quotes as one, as apps show every quote with its own border and gap."""
    return _BETWEEN_QUOTES.sub("\n", text)


def replace_quote(text: str, line: str) -> str:
    """The text with ``line`` as the only content of its quote, which is added if missing."""
    before, _, quoted = text.partition("<blockquote expandable>")
    return join_lines(before.rstrip("\n"), folding_quote(line), quoted.rpartition("</blockquote>")[2].strip("\n"))


def quote_last(text: str, *lines: str) -> str:
    """The text with these lines added at the end of its last quote, which is added if missing."""
    before, mark, after = text.rpartition("</blockquote>")
    return join_lines(before, *lines) + mark + after if mark else join_lines(text, folding_quote(*lines))


def first_fitting_caption(*versions: str) -> str:
    """The first version that fits into a caption; if none does, the last one."""
    return next(
        (text for text in versions if message_limits.count_visible_units(text) <= message_limits.CAPTION), versions[-1]
    )


_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_REMOVED_OPTION: Final = Option((), "")  # the values of an option that only an earlier version of the game had


class FamilyClock(Protocol):
    """A kind of clock that only one family has; its message is ``clock-KIND``, with its times as arguments."""

    @property
    def kind(self) -> str:
        """The kind, with which the message's id ends."""

    @property
    def times(self) -> Mapping[str, int]:
        """The times in seconds, by the message's arguments."""


def localized_title(titles: Mapping[str, str], language: str) -> str:
    """A ruleset's title in a language; if it has none, in English."""
    return titles.get(language, titles["en"])


@dataclass(frozen=True, slots=True, eq=False)
class Speaker:
    """Words things in one language of the interface, about one table or none."""

    texts: Texts
    language: str
    titles: Mapping[str, str] = field(default_factory=dict)  # the game's, by language
    lexicon: str = ""  # the dictionary's name as in :mod:`bot.judges.word_judge`; empty to omit it
    _: KW_ONLY
    served_time_offset: timedelta | None = None  # how far UTC is ahead; with `None`, it tells no instants
    private: bool = False  # whether it speaks to one person in their private chat
    table_number: int = 0  # 0 for a single table
    board_link: str = ""  # opens the table's board page; empty if there is none

    def about_table(self, titles: Mapping[str, str], lexicon: str = "", *, number: int = 0) -> Self:
        """A speaker in the same language, about a table; ``number`` if its place has several."""
        return replace(self, titles=titles, lexicon=lexicon, table_number=number, board_link="")

    def in_language(self, language: str) -> Self:
        """A speaker about the same table, in another language."""
        return replace(self, language=language)

    def telling_instants(self, offset: timedelta | None) -> Self:
        """The same speaker, but telling instants by each reader's clock."""
        return replace(self, served_time_offset=offset)

    def html(self, message: str, /, **arguments: Argument) -> str:
        """A message for HTML parse mode; see :meth:`bot.texts.Texts.html`."""
        return self.texts.html(self.language, message, **arguments)

    def plain(self, message: str, /, **arguments: Argument) -> str:
        """A message for places without markup: alerts, buttons, pictures."""
        return self.texts.plain(self.language, message, **arguments)

    def has_message(self, message: str) -> bool:
        """Whether the language has a message."""
        return self.texts.has_message(self.language, message)

    def player_name(self, name: str) -> Html:
        """A player's name in a sentence; if it is invisible, a word for it."""
        return isolate_name(self.plain_name(name))

    def seat_name(self, view: GameView, seat: int) -> Html:
        """The name of a seat's player in a sentence; see :meth:`player_name`."""
        return self.player_name(view.seats[seat].name)

    def mention(self, user: int, name: str) -> Html:
        """A player's name as :meth:`player_name`; it notifies the player, if that is a person."""
        is_person = not (is_computer(user) or is_forgotten(user))
        return mention_html(user, self.plain_name(name)) if is_person else self.player_name(name)

    def actor_name(self, name: str) -> Html:
        """The name of a person who acts as an administrator; the word for an anonymous one if it is empty."""
        return self.player_name(name) if name else Html(self.html("an-administrator"))

    def plain_name(self, name: str) -> str:
        """A player's name as :meth:`player_name`, in plain text; an empty name stands for a forgotten person."""
        if not name:
            return self.plain("forgotten-player")
        return self.plain("nameless") if name == NAMELESS else name

    @property
    def game_title(self) -> str:
        """The title of the table's game; plain text."""
        return localized_title(self.titles, self.language)

    def option_label(self, name: str) -> str:
        """The label of an option."""
        return self.plain(f"option-{name}")

    def value_label(self, name: str, value: str, ruleset: Ruleset) -> str:
        """The label of an option's value; for a clock its figures, after its name if that says more."""
        if name == "clock":
            figures = self.clock_label(ruleset.clocks.get(value))
            named_by_figure = any(mark.isdecimal() for mark in value)
            return figures if value == NO_CLOCK or named_by_figure else f"{clock_word(value, self.language)}, {figures}"
        if (option := ruleset.options().get(name)) is not None and option.seconds and value.isdecimal():
            return self.duration(int(value))
        message = f"value-{name}-{value}"
        return self.plain(message) if self.has_message(message) else value

    def clock_label(self, rule: Clock | FamilyClock | None) -> str:
        """The figures of a clock."""
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

    def duration(self, seconds: int, *, round_up: bool = False) -> str:
        """A duration in its two greatest units, as ``1 h 30 min``; smaller units are dropped, or rounded up."""
        if round_up:
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

    def instant_html(self, instant: datetime, words: str, *, seconds: bool = False) -> Html:
        """An instant of served time by each reader's clock; servers and apps without dates show ``words``.

        ``seconds``: whether a near instant is shown with seconds.
        """
        escaped = html.escape(words, quote=False)
        if self.served_time_offset is None:
            return Html(escaped)
        unix, form = int((instant + self.served_time_offset).timestamp()), "T" if seconds else "wdt"
        return Html(f'<tg-time unix="{unix}" format="{form}">{escaped}</tg-time>')

    def dictionary_label(self, lexicon: str | None = None) -> str:
        """The label of a dictionary (by default the table's), with the numbers of words that the chat changed."""
        dictionary = self.lexicon if lexicon is None else lexicon
        name, kind = parse_lexicon(dictionary)
        added, removed = parse_word_counts(dictionary)
        message = f"lexicon-{name}"
        words = self.plain(message) if self.has_message(message) else name
        words = self.plain(f"dictionary-{kind}", words=words)
        if added:
            words = self.plain("dictionary-added", words=words, count=added)
        return self.plain("dictionary-removed", words=words, count=removed) if removed else words

    def dictionary_line(self) -> str:
        """The line that names the table's dictionary, as HTML."""
        return self.html("dictionary-line", words=self.dictionary_label())

    def option_lines(self, ruleset_id: str, values: Mapping[str, str]) -> list[str]:
        """A table's terms, a line each: those that are always told, those unlike the game's own, the dictionary."""
        ruleset = shipped_rulesets().get(ruleset_id)
        if ruleset is None:
            return []
        own = ruleset.options()
        lines = []
        for name, value in values.items():
            option = own.get(name, _REMOVED_OPTION)
            if option.retired or option.behind or not option.has_effect(values):
                continue
            if option.told or option.default != value:
                behind = (other for other, one in own.items() if one.behind == name and one.has_effect(values))
                more = "".join(f" ({self.value_label(other, values[other], ruleset)})" for other in behind)
                lines.append(f"{self.option_label(name)}: {self.value_label(name, value, ruleset)}{more}")
        lines.append(f"{self.option_label(DICTIONARY_OPTION)}: {self.dictionary_label()}")
        return lines


_PREFIX: Final = "refusal-"


def plain_refusal_text(error: EngineError, speaker: Speaker) -> str:
    """The reason for a refusal; plain text."""
    return speaker.plain(refusal_message_id(error), **refusal_arguments(error, speaker))


def refusal_arguments(error: EngineError, speaker: Speaker) -> dict[str, Argument]:
    """The fields of a refusal as arguments of its message; typed text in them is sanitized."""
    fields = ((name, _safe_argument(value)) for name, value in error.fields.items())
    return {name: speaker.plain_name(value) if isinstance(value, str) else value for name, value in fields}


def refusal_message_id(error: EngineError) -> str:
    """The id of a refusal's message."""
    return f"{_PREFIX}{error.code.replace('_', '-')}"


def refusal_codes() -> frozenset[str]:
    """The codes of all refusals with a message."""
    names = message_names(languages().codes[0])
    return frozenset(name.removeprefix(_PREFIX).replace("-", "_") for name in names if name.startswith(_PREFIX))


_MOST_ECHOED: Final = 200  # how many characters of a typed text a reply repeats
_MOST_LISTED: Final = 400  # how many characters a list has at most, such as that of all games


def _safe_argument(value: Field) -> Argument:
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return message_limits.truncate_text(sanitize_text(value), _MOST_ECHOED)
    return message_limits.truncate_text(sanitize_text(", ".join(value)), _MOST_LISTED)
