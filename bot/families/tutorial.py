"""A newcomer's first game: what a family implements so that a game explains itself as it is played.

The game is one like any other, in a private chat against the weakest computer. What is said stands in its messages:
above the own board's steps, and below the newcomer's own turns. It depends on the game alone, so nothing is to be
remembered but at which table it is said (:class:`bot.store.people.Beginnings`).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.families.own_board import OwnBoardContext
from bot.wording.speaker import Speaker
from engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class FirstGame:
    """The game that a newcomer plays: its rules, and the options that make it easy to follow."""

    ruleset: Ruleset
    options: Mapping[str, str]


class Tutorial(ABC):
    """Explains the first game of one family."""

    @abstractmethod
    def choose_first_game(self, language: str) -> FirstGame | None:
        """The family's game for newcomers who speak a language; ``None`` if it has none in that language."""

    @abstractmethod
    def describe_step(self, own: OwnBoardContext, step: str) -> str:
        """What to do at a step of the own board, one line of HTML; empty where nothing needs to be said."""

    @abstractmethod
    def explain_turn(self, view: Any, user: int, speaker: Speaker) -> str:
        """Why the last turn of a view brought what it brought, as HTML; empty if it was no play of the newcomer's."""

    @abstractmethod
    def is_over(self, own: OwnBoardContext) -> bool:
        """Whether the newcomer has seen all and needs no button to end it."""
