"""The chat half of a family: the services that its handlers use, the requests that they answer, its inline results.

:class:`FamilyChat` is what a family implements. :mod:`bot.families.chat_family` is the object around it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from bot.families.chat_context import ChatContext
from bot.families.own_board import OwnBoard
from bot.tables.loaded_table import LoadedTable
from bot.telegram.button_data import ButtonData
from bot.telegram.incoming.requests import Command, MistypedCommand, PlainText, Tap
from bot.wording.speaker import Speaker
from engine.game import Game, Step


@dataclass(frozen=True, slots=True)
class TableInlineQuery:
    """What a player has typed so far in inline mode, about one of their tables."""

    loaded: LoadedTable
    user: int
    text: str
    """The text without surrounding space; empty if they only look."""
    now: datetime
    """In served time."""
    speaker: Speaker
    """Speaks to the asker, about the table."""
    chat_language: str
    """The language of the chat that reads the chosen result."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """The asker's settings for all of their tables."""


@dataclass(frozen=True, slots=True)
class TableInlineResult:
    """One inline result. ``title`` and ``description`` are plain text that only the asker reads."""

    title: str
    description: tuple[str, ...] = ()
    """The parts that follow the title of the table's group."""
    move: str = ""
    """The text that choosing it posts, which plays as if typed; empty if it plays nothing."""
    is_answer: bool = True
    """Whether it answers what was typed; a refusal says only why nothing does."""


CommandHandler = Callable[[Command, ChatContext], Awaitable[None]]


TapHandler = Callable[[Tap, ChatContext, ButtonData], Awaitable[None]]


MoveHandler = Callable[[PlainText, ChatContext], Awaitable[None]]


class PlayerNotices(Protocol):
    """Tells single players what only they may learn of a step."""

    def queue_notices(self, loaded: LoadedTable, step: Step) -> None:
        """Start telling them; nobody waits for it."""

    async def drain_notices(self, seconds: float) -> None:
        """Wait for notices that are under way, for at most ``seconds``."""


@dataclass(frozen=True, slots=True)
class FamilyChat:
    """The handlers of one family's games in the chat. What the family does not have is ``None``."""

    command_handlers: Mapping[str, CommandHandler]
    """Handlers by command: the family's own commands, and those that several families share."""
    handle_move: MoveHandler
    """Handles a text without a command that looks like a move."""
    tap_handlers: Mapping[str, TapHandler] = field(default_factory=dict)
    """Handlers of the family's own buttons, by kind."""
    handle_mistyped_move: Callable[[MistypedCommand, ChatContext], Awaitable[None]] | None = None
    """Handles a mistyped command, perhaps for a move, from a player of a running game. It is refused afterwards."""
    handle_bare_word: Callable[[PlainText, ChatContext], Awaitable[bool]] | None = None
    """Handles a text without a command that looks like a word but not like a move; gives ``False`` if it is talk."""
    inline_results: Callable[[TableInlineQuery], Awaitable[tuple[TableInlineResult, ...]]] | None = None
    """The inline results for a player of a table; empty where only the standing is to be shown."""
    own_board: OwnBoard | None = None
    player_notices: Sequence[PlayerNotices] = ()
    may_answer: Callable[[str, Game, int], bool] = lambda *_: False
    """Whether a command has something to answer at a game, for a seat: of several tables that one is meant."""
