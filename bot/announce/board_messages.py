"""Board messages: which messages of a chat show its table now, as stored beside the game; and the board modes."""

from collections.abc import Mapping
from enum import Enum, unique
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from bot.logs.logger import get_logger
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.workers.newest_dict import NewestDict
from engine.encoding import DECODE_ERRORS

log = get_logger(__name__)

BOARD_MODE_SETTING: Final = "boards"
"""The name of the setting that chooses a :class:`BoardMode`."""
_MOST_CHATS: Final = 16_384
"""Chats, some 400 bytes each. If these were fewer than the tables, nearly every move would ask Redis."""
_MOST_WITH_BUTTONS: Final = 4
_MOST_EXPIRING: Final = 16


class Bearer(Struct, frozen=True, array_like=True):
    """A message with buttons that may expire before the next turn."""

    message: int
    more: bool
    """Whether it has other buttons, too."""


def newest_expiring(*bearers: Bearer) -> tuple[Bearer, ...]:
    """The newest few of some messages with expiring buttons."""
    return bearers[-_MOST_EXPIRING:]


class BoardMessages(Struct, frozen=True, omit_defaults=True):
    """The messages of a chat that show its table or have buttons; the fields' names are stored."""

    chat: int
    """The chat in which the message numbers are valid: a group that becomes a supergroup gets another."""
    table: str = ""
    """The table's short name."""
    board: int = 0
    """The message that shows the table; 0 for none."""
    waiting: bool = False
    """Whether that message shows a lobby."""
    written: bool = False
    """Whether that message is text, as the chat takes no pictures."""
    lit: tuple[int, ...] = ()
    """Messages whose buttons are removed when newer ones come, the newest last."""
    said: int = 0
    """The text message of the newest turn, where one was sent without or beside a picture; 0 for none."""
    kept: str = ""
    """The lasting text of the newest turn, above the part that is rewritten; empty where no deadline is told."""
    sealed: bool = False
    """Whether the board's message is the one that the game began with, whose buttons include the seal."""
    ballot: str = ""
    """The id of the vote that was announced last."""
    voting: int = 0
    """The message that shows how that vote stands; 0 for none."""
    expiring: tuple[Bearer, ...] = ()
    """Messages with buttons that may expire before the next turn; also in ``lit`` if they have others."""
    pinned: int = 0
    """The message that the bot has pinned; 0 for none."""


encode_board_messages: Final = msgspec.json.Encoder().encode
_decoder: Final = msgspec.json.Decoder(BoardMessages)


def with_buttons(shown: BoardMessages) -> tuple[int, ...]:
    """All messages that have buttons, each once."""
    return tuple(dict.fromkeys((*shown.lit, *(one.message for one in shown.expiring))))


def newest_with_buttons(*messages: int) -> tuple[int, ...]:
    """The newest few of some messages with buttons."""
    return messages[-_MOST_WITH_BUTTONS:]


class BoardMessageCache:
    """The board messages of each chat: read once, then kept up to date with what this process sends.

    Args:
        store: where they are stored.
    """

    def __init__(self, store: GameStore) -> None:
        self._store: Final = store
        self._known: Final[NewestDict[Scope, BoardMessages]] = NewestDict(_MOST_CHATS)

    async def messages_in(self, scope: Scope) -> BoardMessages:
        """The messages of a chat; none where they cannot be read: then a new message is sent."""
        known = self._known.get(scope)
        if known is None:
            try:
                stored = await self._store.load_board_messages(scope)
                known = BoardMessages(scope.chat) if stored is None else _decoder.decode(stored)
            except RedisError as error:
                log.warning("what a chat was shown is not known", chat=scope.chat, error=error)
                return BoardMessages(scope.chat)
            except DECODE_ERRORS:
                log.warning("what a chat was shown cannot be read", chat=scope.chat)
                known = BoardMessages(scope.chat)
        return known if known.chat == scope.chat else BoardMessages(scope.chat)

    def remember_messages(self, scope: Scope, messages: BoardMessages) -> None:
        """Cache the messages of a chat."""
        self._known[scope] = messages

    def forget_all_messages(self) -> None:
        """Forget all chats, as other workers may have sent messages meanwhile."""
        self._known.clear()


@unique
class BoardMode(Enum):
    """What happens to a chat's board message when a turn is announced."""

    EACH = "each"
    """Each turn sends a new board; the former ones stay, without buttons."""
    LAST = "last"
    """Each turn sends a new board; the former one is deleted."""
    ONE = "one"
    """One board message is edited, and each turn is told in a text below it."""
    PIN = "pin"
    """As ``ONE``, and the board message is pinned when it is sent."""

    @property
    def edits_in_place(self) -> bool:
        """Whether one message shows the board through the whole game."""
        return self is BoardMode.ONE or self is BoardMode.PIN

    @property
    def deletes_former(self) -> bool:
        """Whether a board message is deleted once a newer one is sent."""
        return self is not BoardMode.EACH


_MODES_BY_NAME: Final[Mapping[str | None, BoardMode]] = MappingProxyType({one.value: one for one in BoardMode})


def board_mode_named(name: str | None) -> BoardMode:
    """The mode of a setting's value; :attr:`BoardMode.EACH` where there is none or this version does not know it."""
    return _MODES_BY_NAME.get(name, BoardMode.EACH)


def shows_board(shown: BoardMessages) -> bool:
    """Whether a message shows the board of a game, not a lobby."""
    return bool(shown.board) and not shown.waiting
