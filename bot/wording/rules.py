"""What the rules of games of every family say alike, and how their parts are put together."""

from collections.abc import Sequence

from bot.wording.speaker import Speaker
from engine.parameters import Players

_PAIR = 2

Parts = Sequence[tuple[str, Sequence[str]]]
"""The names of headings, each with its lines."""


def whole(head: str, parts: Parts, speaker: Speaker) -> str:
    """A game's rules as HTML: what it is played with, then the rules in bulleted lines under headings."""
    told = ("\n".join((f"<b>{speaker.html(f'rules-part-{name}')}</b>", *lines)) for name, lines in parts)
    return "\n\n".join((head, *told))


def chat_words(speaker: Speaker, *, count: bool) -> str:
    """Whether the words of the chat count."""
    return speaker.html("rules-chat-words" if count else "rules-list-alone")


def surrender(players: Players, speaker: Speaker) -> str:
    """What giving up means."""
    return speaker.html("rules-surrender-pair" if players.most == _PAIR else "rules-surrender")


def how_many(players: Players) -> str:
    """How many may play: ``2`` or ``2–4``."""
    return str(players.least) if players.least == players.most else f"{players.least}–{players.most}"
