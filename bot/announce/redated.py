"""What stands in a chat of until when a turn has time, as it is said once that instant has moved, or is none."""

from dataclasses import dataclass

from telegram import InlineKeyboardMarkup

from bot.families import registry, views
from bot.telegram.buttons import with_seal
from bot.wording.captions import fitting
from bot.wording.speaker import Speaker
from engine.family import GameView


@dataclass(frozen=True, slots=True)
class Redated:
    """How a table stands now, as each message says it that may be the newest; HTML.

    What such a message told stays above that: who left the game, the seal that it began with.
    """

    buttons: InlineKeyboardMarkup | None
    with_seal: InlineKeyboardMarkup
    """The buttons of the message that the game began with."""
    standings: tuple[str, ...]
    """Below a board, the fullest first."""
    brief: str
    """Below a turn that no picture shows."""
    board: str
    """In letters."""
    whole: str
    """As below a board that was asked for, the last turn first."""
    spoken: str
    """The last turn and what is below it, where no picture shows it."""

    def caption(self, kept: str) -> str:
        """Below the board; of a message of which nothing is ``kept`` the last turn stands above it."""
        return fitting(*(f"{kept}\n{standing}" for standing in self.standings)) if kept else self.whole

    def letters(self, kept: str) -> str:
        """The board in letters and the same, in a chat that takes no pictures."""
        return f"{self.board}\n{self.caption(kept)}"

    def words(self, kept: str) -> str:
        """A turn that no picture shows."""
        return fitting(f"{kept}\n{self.brief}") if kept else self.spoken

    def keyboard(self, *, sealed: bool) -> InlineKeyboardMarkup | None:
        """The buttons of a message; ``sealed`` is the one that the game began with."""
        return self.with_seal if sealed else self.buttons


def redated(table: str, view: GameView, speaker: Speaker) -> Redated:
    """What is said of a game from now on.

    Args:
        table: its short name.
        view: what everybody sees of it.
        speaker: speaks of it.
    """
    family = registry.of_view(view)
    buttons = family.keyboard(table, view, speaker)
    return Redated(
        buttons,
        with_seal(buttons, table, speaker),
        family.standings((), view, speaker),
        family.brief(view, speaker),
        family.written(view),
        views.whole(view, speaker),
        views.spoken(view, speaker),
    )
