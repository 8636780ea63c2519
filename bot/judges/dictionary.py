"""The dictionary of a table: which list or service its players have agreed on.

Owns the kinds there are and where each can be had. Asking them is ``judges``'s.
"""

from dataclasses import dataclass, field

from bot.judges.chatwords import Changes
from bot.judges.dictionaries import Kind
from engine.dictionaries import COMMON
from engine.lexicon import Lexicon, WithChanges, lexicon, shipped
from engine.rulesets import Ruleset


def kinds(ruleset: Ruleset, live: str | None) -> tuple[Kind, ...]:
    """The kinds that a table of a game may choose, the default first: the live service where the game wants one.

    Args:
        ruleset: the game.
        live: the language that there is a live service for.

    Raises:
        DataError: the lexicon that the ruleset names does not ship.
    """
    found: list[Kind] = ["builtin"]
    if COMMON.format(name=ruleset.lexicon) in shipped():
        found.append("common")
    if lexicon(ruleset.lexicon).provenance.language == live:
        found.insert(0 if ruleset.live else len(found), "live")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A table's dictionary, with the chat's own words."""

    chat: int
    kind: Kind
    base: Lexicon
    """The list beneath; for ``live`` the built-in one, which decides when the service does not answer."""
    changes: Changes
    words: Lexicon = field(init=False)
    """The list with the chat's words applied; its hash is for the state of a game."""

    def __post_init__(self) -> None:
        # The only way to fill a field of a frozen class from the others.
        object.__setattr__(self, "words", WithChanges(self.base, self.changes.added, self.changes.removed))

    @property
    def language(self) -> str:
        """The language of the words."""
        return self.base.provenance.language

    @property
    def list_name(self) -> str:
        """The list beneath and the beginning of its hash: ``tr@1a2b3c4d``."""
        return f"{self.base.name}@{self.base.hash[:8]}"


def dictionary(chat: int, name: str, kind: Kind, changes: Changes) -> Dictionary:
    """A table's dictionary.

    Args:
        chat: whose own words ``changes`` are.
        name: the lexicon that the ruleset names.
        kind: what the players chose.
        changes: the chat's own words.

    Raises:
        DataError: the list does not ship; names the remedy.
    """
    return Dictionary(chat, kind, lexicon(COMMON.format(name=name) if kind == "common" else name), changes)
