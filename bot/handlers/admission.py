"""Where in a group tables may be opened, and by whom, as its administrators chose."""

from collections.abc import Mapping
from typing import Final

from bot.telegram.inbound import Request
from bot.telegram.members import Members
from engine.errors import Refusal

OPENERS: Final = "openers"
"""The setting that says who."""
EVERYBODY: Final = "all"
ADMINISTRATORS: Final = "admins"
TOPICS: Final = "topics"
"""The setting that says where: the topics' numbers, with commas between them; everywhere where there is none."""
MOST_TOPICS: Final = 100
COMPUTERS: Final = "computers"
"""The setting that says whether computer players may come."""
WELCOME: Final = "welcome"
FORBIDDEN: Final = "forbidden"


def topics_named(setting: str | None) -> tuple[int, ...]:
    """The topics in which tables may be opened, 0 for the general one; none where they may be opened in all of them."""
    return tuple(int(part) for part in (setting or "").split(",") if part.isdecimal() and part.isascii())


def topics_text(topics: tuple[int, ...]) -> str | None:
    """The same as it is stored."""
    return ",".join(map(str, topics)) or None


def check_topic(request: Request, settings: Mapping[str, str]) -> None:
    """Raise a refusal, ``not_in_this_topic``, where no tables may be opened."""
    allowed = topics_named(settings.get(TOPICS))
    if allowed and (request.place.scope.topic or 0) not in allowed:
        raise Refusal("not_in_this_topic")


async def check_may_open(members: Members, request: Request, settings: Mapping[str, str]) -> None:
    """Raise a refusal unless the sender may open a table here.

    Args:
        members: knows who administers the group.
        request: asks for the table, in the group.
        settings: what the group chose.

    Raises:
        Refusal: ``not_in_this_topic``, ``only_admins_open``; or as :meth:`bot.telegram.members.Members.of`.
    """
    check_topic(request, settings)
    if settings.get(OPENERS) == ADMINISTRATORS and not await members.is_admin(request):
        raise Refusal("only_admins_open")


def check_computers(settings: Mapping[str, str]) -> None:
    """Raise a refusal, ``computers_forbidden``, where no computer players may come."""
    if settings.get(COMPUTERS) == FORBIDDEN:
        raise Refusal("computers_forbidden")
