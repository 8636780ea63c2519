"""What a group's settings permit: where tables may be opened, by whom, and with whom. Also changes settings."""

from collections.abc import Mapping
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.pictures.drawing import DrawingThread
from bot.store.games import GameStore
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command, Request, Tap
from bot.telegram.replies import Replies
from engine.errors import Refusal
from render.theme import THEMES

OPENERS: Final = "openers"
"""The setting for who may open tables."""


OPENERS_ALL: Final = "all"


OPENERS_ADMINS: Final = "admins"


TOPICS: Final = "topics"
"""The setting for where: topic numbers separated by commas; everywhere if there is none."""


MAX_TOPICS: Final = 100


COMPUTERS: Final = "computers"
"""The setting for whether computer players are allowed."""


COMPUTERS_ALLOWED: Final = "welcome"


COMPUTERS_FORBIDDEN: Final = "forbidden"


def parse_topics(setting: str | None) -> tuple[int, ...]:
    """The topics in which tables may be opened, 0 for the general one; empty for all topics."""
    return tuple(int(part) for part in (setting or "").split(",") if part.isdecimal() and part.isascii())


def format_topics(topics: tuple[int, ...]) -> str | None:
    """Topics in their stored form."""
    return ",".join(map(str, topics)) or None


def check_topic_allowed(request: Request, settings: Mapping[str, str]) -> None:
    """Raise a refusal, ``not_in_this_topic``, if no tables may be opened in this topic."""
    allowed = parse_topics(settings.get(TOPICS))
    if allowed and (request.venue.scope.topic or 0) not in allowed:
        raise Refusal("not_in_this_topic")


async def check_may_open_table(members: GroupMembers, request: Request, settings: Mapping[str, str]) -> None:
    """Raise a refusal unless the sender may open a table here.

    Raises:
        Refusal: ``not_in_this_topic``, ``only_admins_open``; or as
            :meth:`bot.telegram.groups.GroupMembers.find_member`.
    """
    check_topic_allowed(request, settings)
    if settings.get(OPENERS) == OPENERS_ADMINS and not await members.is_admin(request):
        raise Refusal("only_admins_open")


def check_computers_allowed(settings: Mapping[str, str]) -> None:
    """Raise a refusal, ``computers_forbidden``, if the group allows no computer players."""
    if settings.get(COMPUTERS) == COMPUTERS_FORBIDDEN:
        raise Refusal("computers_forbidden")


SETTINGS_PANEL_SECONDS: Final = 600.0
"""Seconds until a panel is deleted in a group, from its last use."""


class SettingsEditor:
    """Changes settings for people who may; checks that at every request."""

    def __init__(self, members: GroupMembers, store: GameStore, drawing: DrawingThread, answers: Replies) -> None:
        self._members: Final = members
        self._answers: Final = answers
        self._store: Final = store
        self._drawing: Final = drawing

    async def check_may_change(self, request: Command | Tap) -> None:
        """Raise a refusal, ``admins_only``, unless the sender may change the settings; in private anybody may."""
        await self._members.check_may_change_settings(request)

    async def offer_choices(self, request: Command, text: str, keyboard: InlineKeyboardMarkup) -> None:
        """Show buttons to choose from; in a group they are deleted after a while.

        Raises:
            Refusal: as :meth:`check_may_change`, before any button is shown.
        """
        await self.check_may_change(request)
        if request.venue.private:
            await self._answers.reply_html(request, text, keyboard)
        else:
            await self._answers.reply_temporarily(request, text, keyboard, seconds=SETTINGS_PANEL_SECONDS)

    async def change_setting(self, request: Command | Tap, name: str, value: str | None) -> None:
        """Change a setting of the request's chat; ``None`` returns to the default.

        Raises:
            Refusal: as :meth:`check_may_change`.
        """
        await self.check_may_change(request)
        await self._store.save_setting(request.venue.scope, name, value, request.update.id)
        if name == "theme" and value in THEMES:
            self._drawing.prepare_theme(value)
