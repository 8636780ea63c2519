"""Inline buttons: what they say, what they carry, and reading it back.

A button's data is an action, the short name of the table it was drawn for, and what the action needs, joined by ``:``.
A tap on a button of another table, or of an earlier turn, is stale and refused kindly.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.announce.terms import Terms, title
from bot.dictionaries import Kind
from bot.handlers import options
from bot.store.keys import Scope
from bot.texts import LANGUAGES, Texts
from engine.crossword.ruleset import BLANK
from engine.rulesets import Ruleset, rulesets
from render.theme import THEMES

TapKind = Literal[
    "rack",
    "board",
    "join",
    "leave",
    "begin",
    "choose",
    "tune",
    "yes",
    "no",
    "swap",
    "speak",
    "doubt",
    "agree",
    "decline",
    "card",
    "enough",
    "twice",
    "theme",
    "lay",
]
_KINDS: Final[tuple[str, ...]] = get_args(TapKind)
_REST: Final[dict[str, re.Pattern[str]]] = {
    "choose": re.compile(r"\d{1,20}:[a-z0-9-]+(:[a-z0-9]+)?", re.ASCII),
    "tune": re.compile(r"\d{1,20}:[a-z0-9-]+(:[a-z0-9]+)?", re.ASCII),
    "doubt": re.compile(r"\d{1,6}", re.ASCII),
    "agree": re.compile(r"\d{1,2}", re.ASCII),
    "decline": re.compile(r"\d{1,2}", re.ASCII),
    "card": re.compile(r"\d{1,6}:[1-9]\d{0,2}", re.ASCII),
    "enough": re.compile(r"\d{1,6}:\d{1,3}", re.ASCII),
    "twice": re.compile(r"\d{1,4}", re.ASCII),
    "yes": re.compile(r"\d{1,20}", re.ASCII),
    "no": re.compile(r"\d{1,20}", re.ASCII),
    "swap": re.compile(r"-?\d{1,20}(_\d{1,20})?:\d{1,6}:\d{1,6}(:go)?", re.ASCII),
    "speak": re.compile(r"[a-z]{2,3}"),
    "theme": re.compile(r"[a-z]{3,12}"),
    "lay": re.compile(r"\d{1,6}:[A-Z]\d{1,2}:[hv]:[^\s:]{2,40}", re.ASCII),
}
"""What follows the table's name. An altered client can send anything, so nothing else is read."""
_SCOPE: Final = re.compile(r"(-?\d{1,20})(?:_(\d{1,20}))?", re.ASCII)
_ROW: Final = 7


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button's data, read: ``table`` is empty where the button belongs to none."""

    kind: TapKind
    table: str
    rest: tuple[str, ...]


def read(data: str) -> Pressed | None:
    """A button's data; ``None`` when this version never drew such a button."""
    kind, _, tail = data.partition(":")
    table, _, rest = tail.partition(":")
    if kind not in _KINDS or not (_REST[kind].fullmatch(rest) if kind in _REST else rest == ""):
        return None
    return Pressed(cast("TapKind", kind), table, tuple(rest.split(":")) if rest else ())


def data(kind: TapKind, table: str = "", *rest: object) -> str:
    """A button's data; at most 64 bytes, as Telegram demands."""
    return ":".join((kind, table, *(str(part) for part in rest)))


def scope_text(scope: Scope) -> str:
    """A scope for button data and deep links: digits, ``-`` and ``_`` only."""
    return str(scope.chat) if scope.topic is None else f"{scope.chat}_{scope.topic}"


def scope_from(text: str) -> Scope | None:
    """The scope written by :func:`scope_text`; ``None`` when it is none."""
    found = _SCOPE.fullmatch(text)
    return None if found is None else Scope(int(found[1]), int(found[2]) if found[2] else None)


class Buttons:
    """Keyboards in the chat's language."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def _button(self, language: str, text: str, value: str) -> InlineKeyboardButton:
        return InlineKeyboardButton(self._texts.plain(language, text), callback_data=value)

    def turn(
        self, language: str, table: str, play: int | None = None, offer: int | None = None
    ) -> InlineKeyboardMarkup:
        """Under every board: the presser's own rack, and the board again.

        Args:
            language: the chat's.
            table: the table's short name.
            play: the number of the play that may be challenged, which brings a button to do so.
            offer: the seat that has offered a draw, which brings buttons to answer.
        """
        rack = self._button(language, "button-rack", data("rack", table))
        board = self._button(language, "button-board", data("board", table))
        rows = [[rack, board]]
        if play is not None:
            rows.append([self._button(language, "button-challenge", data("doubt", table, play))])
        if offer is not None:
            rows.append(self._answers(language, table, offer))
        return InlineKeyboardMarkup(rows)

    def offer(self, language: str, table: str, seat: int) -> InlineKeyboardMarkup:
        """Under an offered draw: agree, or decline."""
        return InlineKeyboardMarkup([self._answers(language, table, seat)])

    def _answers(self, language: str, table: str, seat: int) -> list[InlineKeyboardButton]:
        return [
            self._button(language, "button-agree", data("agree", table, seat)),
            self._button(language, "button-decline", data("decline", table, seat)),
        ]

    def lobby(self, language: str, table: str) -> InlineKeyboardMarkup:
        """Under the lobby: join, leave, begin."""
        first = [
            self._button(language, "button-join", data("join", table)),
            self._button(language, "button-leave", data("leave", table)),
        ]
        return InlineKeyboardMarkup([first, [self._button(language, "button-begin", data("begin", table))]])

    def games(self, language: str, user: int) -> InlineKeyboardMarkup:
        """Every game, and beside it its options, for the one user who asked to open a table."""
        rows = [
            [
                InlineKeyboardButton(title(ruleset.title, language), callback_data=data("choose", "", user, name)),
                self._button(language, "button-options", data("tune", "", user, name)),
            ]
            for name, ruleset in sorted(rulesets().items(), key=lambda item: (item[1].language != language, item[0]))
        ]
        return InlineKeyboardMarkup(rows)

    def options(
        self, language: str, user: int, ruleset: Ruleset, kinds: tuple[Kind, ...], chosen: dict[str, str]
    ) -> InlineKeyboardMarkup:
        """A game's options, a button each that turns to the next value, and one to open the table."""
        offer, terms = options.offered(ruleset, kinds), Terms(self._texts, language)
        rows = [
            [
                InlineKeyboardButton(
                    f"{terms.option(name)}: {terms.value(name, chosen.get(name, option.default), ruleset)}",
                    callback_data=data(
                        "tune", "", user, ruleset.id, options.code(offer, options.turned(offer, chosen, name))
                    ),
                )
            ]
            for name, option in offer.items()
        ]
        done = self._texts.plain(language, "button-open", game=title(ruleset.title, language))
        value = data("choose", "", user, ruleset.id, options.code(offer, chosen))
        return InlineKeyboardMarkup([*rows, [InlineKeyboardButton(done, callback_data=value)]])

    def surrender(self, language: str, table: str, user: int) -> InlineKeyboardMarkup:
        """Yes or no, for the one player who wants to surrender."""
        yes = self._button(language, "button-surrender", data("yes", table, user))
        no = self._button(language, "button-play-on", data("no", table, user))
        return InlineKeyboardMarkup([[yes, no]])

    def languages(self) -> InlineKeyboardMarkup:
        """Every language of the interface by its own name."""
        row = [self._button(language, "language-name", data("speak", "", language)) for language in LANGUAGES]
        return InlineKeyboardMarkup([row])

    def themes(self, language: str) -> InlineKeyboardMarkup:
        """Every theme of pictures, two a row."""
        buttons = [self._button(language, f"value-theme-{theme}", data("theme", "", theme)) for theme in THEMES]
        return InlineKeyboardMarkup([buttons[:2], buttons[2:]])

    def lay(self, language: str, table: str, number: int, move: str) -> InlineKeyboardMarkup:
        """Under a preview: play this very move (``H8 h KA[L]EM``) if the table has seen ``number`` turns still."""
        return InlineKeyboardMarkup([[self._button(language, "button-lay", data("lay", table, number, *move.split()))]])

    def swap(
        self, language: str, table: str, *, scope: Scope, number: int, rack: tuple[str, ...], chosen: int
    ) -> InlineKeyboardMarkup:
        """In private: the rack's tiles to tick, ``chosen`` being a bit mask, and a button to exchange them."""
        where = scope_text(scope)
        tiles = [
            InlineKeyboardButton(
                f"{'✓' if chosen >> place & 1 else ''}{'▢' if tile == BLANK else tile}",
                callback_data=data("swap", table, where, number, chosen ^ 1 << place),
            )
            for place, tile in enumerate(rack)
        ]
        rows = [tiles[start : start + _ROW] for start in range(0, len(tiles), _ROW)]
        if chosen:
            done = self._texts.plain(language, "button-exchange", count=chosen.bit_count())
            rows.append([InlineKeyboardButton(done, callback_data=data("swap", table, where, number, chosen, "go"))])
        return InlineKeyboardMarkup(rows)

    def link(self, language: str, text: str, url: str) -> InlineKeyboardMarkup:
        """One button that opens an address."""
        return InlineKeyboardMarkup([[InlineKeyboardButton(self._texts.plain(language, text), url=url)]])
