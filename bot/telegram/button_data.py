"""Button data: the kinds of buttons, and how their data and deep links are encoded and parsed.

A button's data is its kind, the short name of the table that it was drawn for, and what the kind needs, joined by
``:``. `bot.telegram.keyboards` makes the buttons.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.store.scope import FIRST_TABLE, Scope

About = Literal["chat", "table"]
"""What a button is about: ``chat`` is the chat of its message; ``table`` is the table that it was drawn for, which in a
private chat is one of that user's.
"""


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    """A kind of button: what it is about, and what its data hold after the table's name."""

    payload: re.Pattern[str] | None = None
    """What may follow the table's name; ``None`` for nothing. All else is refused: an altered client sends anything."""
    about: About = "table"
    is_look_up: bool = False
    """Whether it only shows something, or asks before an action: then its order among the table's actions is free."""
    yields_to_actions: bool = False
    """Whether it is a look-up that may be answered with a message to all, which is sent after what actions send."""
    expires: bool = False
    """Whether it answers a question that may be over before the next turn, and is removed then."""
    resumes: bool = False
    """Whether it does several commits, of which the first bears the update: cut short between them it goes on."""


ButtonSpecs = Mapping[str, ButtonSpec]
"""Kinds of buttons by the word that their data begin with."""

OWN_GAMES_LINK: Final = "games"
"""The payload of a deep link that lists a user's own games."""
MY_DATA_LINK: Final = "mydata"
"""The payload of a deep link that shows a user what is kept of them."""
ADDED_LINK: Final = "new"
"""The payload of the link that adds the bot to a group; the client says it there, right after the greeting."""
FIRST_GAME_LINK: Final = "first"
"""The payload of a deep link that offers a user the first game."""
_RACK_PREFIX: Final = "r"
_PUZZLE_LINK: Final = re.compile(r"z([0-9a-f]{12})(?:_(-?\d{1,16}))?", re.ASCII)
_SCOPE: Final = re.compile(r"(-?\d{1,20})(?:_(\d{1,20}))?(?:t(\d{1,3}))?", re.ASCII)

COMMON_BUTTONS: Final[ButtonSpecs] = {
    "board": ButtonSpec(is_look_up=True, yields_to_actions=True),
    "which": ButtonSpec(re.compile(r"\d{1,20}:\d{1,20}", re.ASCII)),
    "move": ButtonSpec(about="chat"),
    "join": ButtonSpec(),
    "leave": ButtonSpec(),
    "begin": ButtonSpec(),
    "seal": ButtonSpec(is_look_up=True),
    "seat": ButtonSpec(re.compile(r"\d{1,4}:[yn]", re.ASCII)),
    "bell": ButtonSpec(about="chat"),
    "computer": ButtonSpec(re.compile(r"[+.]|[0-4]|x\d{2,3}", re.ASCII)),
    "alone": ButtonSpec(re.compile(r"[0-4](:[a-z0-9-]+(:[0-9a-f]{8}(:levels)?)?)?", re.ASCII), about="chat"),
    "tutorial": ButtonSpec(re.compile(r"start|skip|end:[0-9a-f]{8}", re.ASCII), about="chat", resumes=True),
    "open": ButtonSpec(about="chat"),
    "guide": ButtonSpec(about="chat", is_look_up=True, yields_to_actions=True),
    "standin": ButtonSpec(),
    "alter": ButtonSpec(re.compile(r"[-+.]|[0-9a-z]{1,2}", re.ASCII)),
    "proof": ButtonSpec(is_look_up=True, yields_to_actions=True),
    "past": ButtonSpec(
        re.compile(
            r"l:\d{1,6}|[gbfp]:-?\d{1,20}:\d{1,9}:[0-9a-f]{16}|r:-?\d{1,20}:\d{1,9}:[0-9a-f]{16}:\d{1,4}", re.ASCII
        ),
        about="chat",
        is_look_up=True,
        yields_to_actions=True,
    ),
    "costly": ButtonSpec(
        re.compile(r"-?\d{1,20}:\d{1,9}:[0-9a-f]{16}(:\d{1,2}:[0-2])?", re.ASCII), about="chat", is_look_up=True
    ),
    "again": ButtonSpec(),
    "more": ButtonSpec(about="chat", is_look_up=True, yields_to_actions=True),
    "set": ButtonSpec(re.compile(r"[a-z]{2,12}(:[a-z0-9-]{1,32}(:[a-z0-9]{1,2})?)?", re.ASCII), about="chat"),
    "records": ButtonSpec(
        re.compile(
            r"menu|done|export|season(:\d{1,6})?|games:\d{1,9}|erase(:\d{1,9})?|(out|in):\d{1,9}:[0-9a-f]{16}:\d{1,9}",
            re.ASCII,
        ),
        about="chat",
    ),
    "games": ButtonSpec(
        re.compile(r"\d{1,20}(:(tune|more|tunemore))?", re.ASCII), about="chat", is_look_up=True, yields_to_actions=True
    ),
    "choose": ButtonSpec(re.compile(r"\d{1,20}:[a-z0-9-]+(:[a-z0-9]+)?", re.ASCII), about="chat"),
    "there": ButtonSpec(re.compile(r"-\d{1,20}:[a-z0-9-]+(:[0-9a-f]{8})?", re.ASCII), about="chat"),
    "tune": ButtonSpec(re.compile(r"\d{1,20}:[a-z0-9-]+(:[a-z0-9]+)?", re.ASCII), about="chat"),
    "cancel": ButtonSpec(re.compile(r"\d{1,20}", re.ASCII)),
    "keep": ButtonSpec(re.compile(r"\d{1,20}", re.ASCII)),
    "object": ButtonSpec(),
    "yes": ButtonSpec(re.compile(r"\d{1,20}", re.ASCII)),
    "no": ButtonSpec(re.compile(r"\d{1,20}", re.ASCII)),
    "speak": ButtonSpec(re.compile(r"[a-z]{2,3}"), about="chat"),
    "theme": ButtonSpec(re.compile(r"[a-z]{3,12}"), about="chat"),
    "labels": ButtonSpec(re.compile(r"[a-z]{3,12}"), about="chat"),
    "vote": ButtonSpec(re.compile(r"(skip|remove|replace):\d{1,2}:\d{1,6}:-?\d{1,20}:[yn]", re.ASCII)),
    "remove": ButtonSpec(re.compile(r"\d{1,20}:-?\d{1,20}:[yn]", re.ASCII)),
    "heir": ButtonSpec(re.compile(r"\d{1,2}", re.ASCII)),
    "mydata": ButtonSpec(re.compile(r"hide|show|forget|now|later|keep"), about="chat"),
    "help": ButtonSpec(
        re.compile(r"(start|game|admins|settings)(:[a-z0-9-]{1,32}(:-?\d{1,20}(_\d{1,20})?(t\d{1,3})?)?)?", re.ASCII),
        about="chat",
        is_look_up=True,
    ),
    "puzzle": ButtonSpec(
        re.compile(r"l|y:[0-9a-f]{12}|s:[0-9a-f]{12}:\w{0,28}|r:[0-9a-f]{12}:\d{1,2}:[^\s:]{2,30}", re.ASCII),
        about="chat",
        is_look_up=True,
    ),
    "solve": ButtonSpec(
        re.compile(r"n:[a-z0-9-]{1,32}|e:[0-9a-f]{12}|h:[0-9a-f]{12}:[1-3]|a:[0-9a-f]{12}:\w{1,28}", re.ASCII),
        about="chat",
    ),
    "stats": ButtonSpec(
        re.compile(r"(\d{1,16}|c(-?\d{1,16})?):[wmse]:[a-z0-9-]{0,32}:[pc]", re.ASCII),
        about="chat",
        is_look_up=True,
        yields_to_actions=True,
    ),
    "top": ButtonSpec(
        re.compile(r"[rpwa]:[wmse]:[a-z0-9-]{0,32}", re.ASCII), about="chat", is_look_up=True, yields_to_actions=True
    ),
}
"""The buttons that games of every family have; each family adds its own."""


@dataclass(frozen=True, slots=True)
class ButtonData:
    """A button's parsed data; ``table`` is empty where the button belongs to none."""

    kind: str
    table: str
    arguments: tuple[str, ...]


def parse_button_data(data: str, specs: ButtonSpecs = COMMON_BUTTONS) -> ButtonData | None:
    """Parse a button's data; ``None`` when this version never made such a button."""
    kind, _, tail = data.partition(":")
    table, _, rest = tail.partition(":")
    if kind not in specs:
        return None
    payload = specs[kind].payload
    if not (rest == "" if payload is None else payload.fullmatch(rest)):
        return None
    return ButtonData(kind, table, tuple(rest.split(":")) if rest else ())


_TABLE_NAME: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)


def table_of_button_data(data: str) -> str | None:
    """The short name of the table that a button is about, whatever its kind; ``None`` if it is about none."""
    _, _, tail = data.partition(":")
    name = tail.partition(":")[0]
    return name if _TABLE_NAME.fullmatch(name) else None


def encode_button_data(kind: str, table: str = "", *arguments: object) -> str:
    """The data of a button; the gateway refuses data that are longer than Telegram takes."""
    return ":".join((kind, table, *(str(part) for part in arguments)))


def encode_scope(scope: Scope) -> str:
    """A scope for button data and deep links: letters, digits, ``-`` and ``_`` only."""
    place = str(scope.chat) if scope.topic is None else f"{scope.chat}_{scope.topic}"
    return place if scope.table == FIRST_TABLE else f"{place}t{scope.table}"


def parse_scope(text: str) -> Scope | None:
    """The scope that :func:`encode_scope` wrote; ``None`` for any other text."""
    found = _SCOPE.fullmatch(text)
    if found is None:
        return None
    return Scope(int(found[1]), int(found[2]) if found[2] else None, int(found[3]) if found[3] else FIRST_TABLE)


def encode_rack_link(scope: Scope) -> str:
    """The payload of a deep link that shows a user their own rack in the game of a chat."""
    return _RACK_PREFIX + encode_scope(scope)


def parse_rack_link(payload: str) -> Scope | None:
    """The scope in the payload of a deep link by :func:`encode_rack_link`; ``None`` for any other."""
    return parse_scope(payload[1:]) if payload.startswith(_RACK_PREFIX) else None


def encode_puzzle_link(puzzle: str, chat: int = 0) -> str:
    """The payload of a deep link that opens a puzzle in private; ``chat`` is where the link stands, 0 for nowhere."""
    return f"z{puzzle}_{chat}" if chat else f"z{puzzle}"


def parse_puzzle_link(payload: str) -> tuple[str, int] | None:
    """The puzzle and the chat of a deep link by :func:`encode_puzzle_link`; ``None`` for any other."""
    found = _PUZZLE_LINK.fullmatch(payload)
    return None if found is None else (found[1], int(found[2] or 0))
