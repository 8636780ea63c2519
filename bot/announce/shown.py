"""Which messages of a chat show its table now, as it is kept beside the game."""

import logging
from typing import Final

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from bot.store.keys import Scope
from bot.store.redis import Store
from engine.encoding import DAMAGED

log = logging.getLogger(__name__)

_MOST: Final = 16_384
"""Chats, some 400 bytes each: with fewer than there are tables nearly every move would ask Redis for its own."""
_MOST_LIT: Final = 4
_MOST_EXPIRING: Final = 16


class Bearer(Struct, frozen=True, array_like=True):
    """A message with buttons that may be over before the next turn."""

    message: int
    more: bool
    """Whether it has others, too."""


class Shown(Struct, frozen=True, omit_defaults=True):
    """What stands in a chat."""

    chat: int
    """Where its messages have their numbers: a group that became a supergroup has others."""
    table: str = ""
    """The table's short name."""
    board: int = 0
    """The message that shows it; 0 for none."""
    waiting: bool = False
    """Whether that shows it before its game."""
    written: bool = False
    """Whether that is words, as the chat takes no pictures."""
    lit: tuple[int, ...] = ()
    """Messages whose buttons are to go when the next come, the newest last."""
    said: int = 0
    """The message that tells the newest turn where no picture does, or does not alone; 0 for none."""
    kept: str = ""
    """What the newest turn told, which stays above what is said anew; empty where no instant is told."""
    sealed: bool = False
    """Whether the game began with the board's message, whose buttons show the seal."""
    ballot: str = ""
    """The vote that was told last, and in ``voting`` the message that shows how it stands."""
    voting: int = 0
    expiring: tuple[Bearer, ...] = ()
    """Messages whose buttons answer what may be over before the next turn; not ``lit`` where they have no others."""
    pinned: int = 0
    """The message that the bot has pinned; 0 for none."""


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Shown)


def encoded(shown: Shown) -> bytes:
    """As it is stored."""
    return _encoder.encode(shown)


def with_buttons(shown: Shown) -> tuple[int, ...]:
    """All messages that are known to have buttons, each once."""
    return tuple(dict.fromkeys((*shown.lit, *(one.message for one in shown.expiring))))


def lit(*messages: int) -> tuple[int, ...]:
    """Of messages with buttons the newest few."""
    return messages[-_MOST_LIT:]


def expiring(*bearers: Bearer) -> tuple[Bearer, ...]:
    """Of messages whose buttons may be over the newest few."""
    return bearers[-_MOST_EXPIRING:]


class Shows:
    """What stands in each chat: read once, and then remembered from what this process itself tells.

    Args:
        store: where it is kept.
    """

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._known: Final[dict[Scope, Shown]] = {}

    async def at(self, scope: Scope) -> Shown:
        """What stands in a chat; nothing where that cannot be known: then a message more is sent."""
        known = self._known.get(scope)
        if known is None:
            try:
                stored = await self._store.shown(scope)
                known = Shown(scope.chat) if stored is None else _decoder.decode(stored)
            except RedisError as error:
                log.warning("chat %s: what it was shown is not known: %s", scope.chat, error)
                return Shown(scope.chat)
            except DAMAGED:
                log.warning("chat %s: what it was shown cannot be read", scope.chat)
                known = Shown(scope.chat)
        return known if known.chat == scope.chat else Shown(scope.chat)

    def note(self, scope: Scope, shown: Shown) -> None:
        """What stands in a chat from now on."""
        self._known.pop(scope, None)
        self._known[scope] = shown
        if len(self._known) > _MOST:
            del self._known[next(iter(self._known))]

    def forget(self) -> None:
        """Read all anew: others may have told some of it meanwhile."""
        self._known.clear()
