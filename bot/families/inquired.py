"""What is asked behind the bot's name in inline mode about one table, and what a family offers for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.tables.held import Held
from bot.wording.speaker import Speaker


@dataclass(frozen=True, slots=True)
class Inquired:
    """What somebody has typed so far, about one of the tables that they play at."""

    held: Held
    user: int
    text: str
    """Without what surrounds it; empty where they only look."""
    now: datetime
    """In served time."""
    speaker: Speaker
    """Speaks to whoever asks, of the table."""
    posted: str
    """The language of the chat that reads what is chosen."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """What whoever asks has chosen for all of their tables."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A result: ``title`` and ``description`` are for whoever asked alone, plain."""

    title: str
    description: tuple[str, ...] = ()
    """Its parts, which stand behind the name of the table's group."""
    move: str = ""
    """What choosing it posts, and so plays, as people type it; empty where choosing it plays nothing."""
    fits: bool = True
    """Whether it answers what was typed; a refusal says only why nothing does."""
