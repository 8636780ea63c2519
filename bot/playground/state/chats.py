"""Who is in the playground, and what a chat there is made of."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

NAMES = ("Kiraz", "Limon", "Nane", "Zeytin")
LANGUAGE = "tr"
GENERAL_TOPIC = 1
"""The thread of a forum's topic that is always there."""


@dataclass(slots=True)
class PlaygroundPerson:
    """Somebody who plays; the last of the four has no username. `language` is that of their client."""

    id: int
    name: str
    language: str = LANGUAGE

    def to_api_user(self) -> Json:
        """Describe the person as a Bot API User."""
        user = {"id": self.id, "is_bot": False, "first_name": self.name, "language_code": self.language}
        return user if self.name == NAMES[-1] else {**user, "username": f"{self.name.lower()}_masada"}


@dataclass(slots=True)
class Chat:
    """A group or one person's private chat; messages by id, oldest first.

    `topics` has the names of a forum's topics by the id of the message that made each; it is empty where there are
    none; the bot writes in `closed_topics` only if it may manage topics. `can_delete`, `can_pin` and
    `can_manage_topics` are its rights as an administrator. What members may send, and how often, holds for it as one:
    `sent_at` is when it sent last.
    """

    id: int
    title: str | None
    people: tuple[int, ...]
    bot_status: str = "administrator"
    is_opened: bool = True
    bot_spoke_last: bool = False
    pinned: int | None = None
    messages: dict[int, Json] = field(default_factory=dict)
    topics: dict[int, str] = field(default_factory=dict)
    closed_topics: set[int] = field(default_factory=set)
    is_forum: bool = False
    can_delete: bool = True
    can_pin: bool = True
    can_manage_topics: bool = True
    may_send_photos: bool = True
    may_send_text: bool = True
    has_slow_mode: bool = False
    sent_at: float = 0.0
    keyboard: Json | None = None

    @property
    def is_private(self) -> bool:
        """Whether this is a person's chat with the bot."""
        return self.title is None

    @property
    def owner(self) -> int:
        """The person who owns a group."""
        return self.people[0]

    @property
    def has_bot(self) -> bool:
        """Whether the bot is there."""
        return self.bot_status in {"administrator", "member", "restricted"}
