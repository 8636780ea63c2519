"""What handlers know of a chat while they handle one of its requests."""

from dataclasses import dataclass, replace
from typing import Self

from bot.languages import languages
from bot.pictures.sketches import Look, labels_or_default, theme_or_default
from bot.store.scope import Scope
from bot.tables.loaded_table import LoadedPlace, LoadedTable
from bot.telegram.incoming.requests import Venue
from bot.wording.speaker import Speaker


@dataclass(frozen=True, slots=True)
class ChatContext:
    """A request's chat: its table as it was read, its speaker, and its theme."""

    loaded: LoadedTable
    """The table that the request is about; until that is chosen, the newest of its chat or topic."""
    chat_speaker: Speaker
    """Speaks the chat's language, about no table."""
    theme: str | None = None
    """The chat's own theme; ``None`` to use that of each table's chat."""
    labels: str | None = None
    """The chat's own board labels; ``None`` as for the theme."""
    default_language: str = ""
    """Of groups that have chosen none; empty is this chat's own."""
    place: LoadedPlace | None = None
    """All tables of the chat or topic in which the request was made; ``None`` if there is no request."""
    own_scopes: tuple[Scope, ...] | None = None
    """Where the sender may have running games, if they were read to find the table."""

    @property
    def look(self) -> Look:
        """How the chat's pictures look."""
        chosen, theme = self.loaded.settings, self.theme or self.loaded.settings.get("theme")
        labels, spoken = self.labels or chosen.get("labels"), ""
        if self.labels is None and not self.loaded.scope.is_private:
            # A group's board bears the same signs wherever, and in whatever language, somebody looks at it.
            spoken = languages().supported_or_none(chosen.get("language")) or self.default_language
        return Look(self.language, theme_or_default(theme), labels_or_default(labels), spoken)

    @property
    def request_place(self) -> LoadedPlace:
        """All tables of the chat or topic in which the request was made."""
        if self.place is None:
            raise AssertionError("no request was made")
        return self.place

    @property
    def open_tables(self) -> tuple[LoadedTable, ...]:
        """The tables of that place at which people sit or may sit down; the table itself if no request was made."""
        if self.place is None:
            return (self.loaded,) if self.loaded.is_open else ()
        return self.place.open_tables

    def is_table_elsewhere(self, place: Venue) -> bool:
        """Whether the table is in another place than the request, so that its result appears there."""
        return self.loaded.scope.place != place.scope

    @property
    def language(self) -> str:
        """The chat's language."""
        return self.chat_speaker.language

    @property
    def speaker(self) -> Speaker:
        """Speaks to the chat about its table, if there is one."""
        table = self.loaded.table
        return (
            self.chat_speaker
            if table is None
            else self.chat_speaker.about_table(table.ruleset.title, self.loaded.lexicon, number=self.loaded.told_number)
        )

    def with_table(self, loaded: LoadedTable) -> Self:
        """The same chat, asking about another table."""
        return replace(self, loaded=loaded)

    def with_place(self, place: LoadedPlace) -> Self:
        """The same chat, its tables read anew."""
        return replace(self, place=place)
