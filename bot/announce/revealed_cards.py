"""Revealed cards: what this process knows of the messages that show them, and how such a message is stored.

That knowledge lets one message show several turns, one edit each. A message of another process is left as it is, and
a new one is sent.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec import Struct

from bot.announce.compose import CardsPost
from bot.families import registry
from bot.families.timed_reveal import TimedReveal
from bot.pictures.sketches import DEFAULT_THEME
from bot.store.scope import FIRST_TABLE, Scope
from engine.encoding import make_decoder
from engine.game import Event, View


@dataclass(slots=True, eq=False)
class FaceUpCards:
    """The cards that a message shows face up."""

    photo: bool
    """Whether it is a picture; a chat that takes none gets text."""
    stored_entry: bytes | None = None
    """The schedule's entry that turns the cards down; ``None`` where none are face up."""
    cards: tuple[tuple[float, Event], ...] = ()
    """The cards that are face up, and until when, in Unix seconds."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during changes, so that turning cards down never comes between steps of turning others up."""

    def visible_cards(self, now: float) -> tuple[tuple[float, Event], ...]:
        """The cards whose time is not up."""
        return tuple(one for one in self.cards if one[0] > now)


class CardsMessage(Struct, frozen=True):
    """A message that reveals cards, with all that is needed to draw it face down again; it is stored."""

    chat: int
    topic: int | None
    message: int
    text: str
    """The caption, which stays; empty where the text is too long for one."""
    view: View
    """The table as the group sees it, with no card face up."""
    title: dict[str, str]
    table: str
    language: str
    photo: bool
    """Whether it is a picture; a chat that takes none gets text."""
    theme: str = DEFAULT_THEME
    at_table: int = FIRST_TABLE
    """The table's number in its place."""
    number: int = 0
    """The same, where the message bears it; 0 where there is one table."""

    @property
    def scope(self) -> Scope:
        """Where the table is."""
        return Scope(self.chat, self.topic, self.at_table)


encode_cards_message: Final = msgspec.json.Encoder().encode
decode_cards_message: Final = make_decoder(CardsMessage).decode
"""Decodes a stored message; raises what :data:`engine.encoding.DECODE_ERRORS` names."""


def cards_as_text(view: View, text: str) -> str:
    """The cards as text and the caption, for a chat that takes no pictures."""
    return f"{registry.family_of_view(view).pictures.board_as_html(view)}\n{text}"


def reveal_rules_of(message: CardsMessage) -> TimedReveal:
    """How the family of a message's game reveals cards.

    Raises:
        LookupError: the family reveals none.
    """
    rules = registry.family_of_view(message.view).events.timed_reveal
    if rules is None:
        raise LookupError(f"nothing is shown for a moment in {message.view.ruleset}")
    return rules


def to_cards_message(scope: Scope, post: CardsPost) -> CardsMessage:
    """A post as a message that reveals cards; its number is 0, as it is not known yet."""
    return CardsMessage(
        scope.chat,
        scope.topic,
        0,
        post.text,
        post.view,
        dict(post.speaker.titles),
        post.table,
        post.look.language,
        photo=True,
        theme=post.look.theme,
        at_table=scope.table,
        number=post.speaker.table_number,
    )
