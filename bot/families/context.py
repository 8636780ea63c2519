"""What is known of a chat while one of its requests is handled."""

from dataclasses import dataclass, replace
from typing import Self

from bot.languages import languages
from bot.pictures.sketches import Look, labels_named, theme_named
from bot.tables.held import Held
from bot.telegram.inbound import Venue
from bot.wording.speaker import Speaker


@dataclass(frozen=True, slots=True)
class Context:
    """What every handler knows of a request's chat: its table as it was read, what speaks to it, and its theme."""

    held: Held
    voice: Speaker
    """Speaks the chat's language, of no table."""
    theme: str | None = None
    """What this chat has chosen for itself; ``None`` to see each table as the table's own chat does."""
    labels: str | None = None
    """As the theme."""
    default_language: str = ""
    """Of groups that have chosen none; empty is this chat's own."""

    @property
    def look(self) -> Look:
        """How its pictures are to be."""
        chosen, theme = self.held.settings, self.theme or self.held.settings.get("theme")
        labels, spoken = self.labels or chosen.get("labels"), ""
        if self.labels is None and not self.held.scope.private:
            # A group's board bears the same signs wherever, and in whatever language, somebody looks at it.
            spoken = languages().known(chosen.get("language")) or self.default_language
        return Look(self.language, theme_named(theme), labels_named(labels), spoken)

    def away_from(self, place: Venue) -> bool:
        """Whether the table is elsewhere than where it was asked about, and so what becomes of it."""
        return self.held.scope != place.scope

    @property
    def language(self) -> str:
        """The chat's."""
        return self.voice.language

    @property
    def speaker(self) -> Speaker:
        """What speaks to it of its table, where there is one."""
        table = self.held.table
        return self.voice if table is None else self.voice.of(table.ruleset.title, self.held.lexicon)

    def about(self, held: Held) -> Self:
        """The same chat, asking about the table of another."""
        return replace(self, held=held)
