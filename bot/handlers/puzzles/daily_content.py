"""What a daily puzzle is made of, by whoever has puzzles: which one, its picture, its answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.pictures.sketches import Look, Sketch
from bot.texts import Html
from bot.wording.speaker import Speaker


@dataclass(frozen=True, slots=True)
class DailyQuestion:
    """A puzzle as a chat is shown it: nothing that tells its answer."""

    sketch: Sketch
    as_html: str
    """The same as text."""
    game: str
    """The game's title in the chat's language; plain text."""
    words: str
    """From which list its words are; plain text."""


class DailyContent(Protocol):
    """Knows puzzles by their ids."""

    @property
    def games(self) -> Sequence[str]:
        """The ids of the games that have puzzles."""
        ...

    async def choose_puzzle(self, chat: int, game: str) -> str | None:
        """A puzzle that the chat has not been shown; ``None`` if there is none now."""
        ...

    async def find_question(self, puzzle: str, speaker: Speaker, look: Look) -> DailyQuestion | None:
        """What a chat is shown; ``None`` if there is no such puzzle any more."""
        ...

    async def find_answer(self, puzzle: str, speaker: Speaker, look: Look) -> Html | None:
        """The best play in a few words; ``None`` if there is no such puzzle any more."""
        ...

    def puzzle_link(self, puzzle: str, chat: int) -> str:
        """The payload of a deep link that opens a puzzle for somebody who comes from a chat; 0 for none."""
        ...
