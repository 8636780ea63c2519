"""The interface for something that a game shows for a moment and then hides (RULES §8, no. 40)."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from bot.wording.speaker import Speaker
from engine.game import Event


class TimedReveal(Protocol):
    """Something shown for a moment and then hidden again (RULES §8, no. 40)."""

    @property
    def seconds(self) -> int:
        """How long it is shown."""

    def revealing_events(self, events: Iterable[Event]) -> Sequence[Any]:
        """The events that show something which is still there, the newest last."""

    def has_shuffle(self, events: Iterable[Event]) -> bool:
        """Whether what was shown before has moved since."""

    def needs_hiding(self, view: Any, events: Sequence[Any]) -> bool:
        """Whether something that the events show is to be hidden again."""

    def view_with_revealed(self, view: Any, events: Sequence[Any]) -> Any:
        """The view with the revealed things open, for the one picture that shows them."""

    def reveal_line(self, speaker: Speaker) -> str:
        """The line that is shown meanwhile."""
