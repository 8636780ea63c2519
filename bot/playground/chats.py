"""Who is in the playground, and what a chat there is made of."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

NAMES = ("Kiraz", "Limon", "Nane", "Zeytin")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays; the last of the four has no username."""

    id: int
    name: str

    def to_api(self) -> Json:
        """Describe the person as a Bot API User."""
        user = {"id": self.id, "is_bot": False, "first_name": self.name, "language_code": "tr"}
        return user if self.name == NAMES[-1] else {**user, "username": f"{self.name.lower()}_masada"}


@dataclass(slots=True)
class Chat:
    """A group or one person's private chat; messages by id, oldest first."""

    id: int
    title: str | None
    people: tuple[int, ...]
    bot_status: str = "administrator"
    opened: bool = True
    bot_spoke_last: bool = False
    pinned: int | None = None
    messages: dict[int, Json] = field(default_factory=dict)

    @property
    def is_private(self) -> bool:
        """Whether this is a person's chat with the bot."""
        return self.title is None
