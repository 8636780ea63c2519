"""Current texts: what messages that are there already say once a turn's deadline has changed or is none."""

from dataclasses import dataclass

from telegram import InlineKeyboardMarkup

from bot.families import registry, table_message
from bot.telegram.keyboards import add_seal_button
from bot.wording.formatting import first_fitting_caption, join_lines
from bot.wording.speaker import Speaker
from bot.wording.table_label import label_line
from engine.game_base import GameView


@dataclass(frozen=True, slots=True)
class CurrentTexts:
    """How a table stands now, in HTML for each kind of message that may be the newest.

    A message's lasting text stays above that: who left the game, or the seal that it began with.
    """

    label: str
    """Which of several tables it is, a line; empty where there is one."""
    plain_keyboard: InlineKeyboardMarkup | None
    keyboard_with_seal: InlineKeyboardMarkup
    """The buttons of the message that the game began with."""
    standings: tuple[str, ...]
    """How the table stands, for below a board; the fullest version first."""
    brief_text: str
    """How the table stands, for below a turn that was told without a picture."""
    board_text: str
    """The board as text."""
    full_caption: str
    """The last turn and how the table stands, as below a board that was asked for."""
    full_turn_text: str
    """The last turn and how the table stands, for a message without a picture."""

    def board_caption(self, lasting_text: str) -> str:
        """The caption of a board, below its ``lasting_text``; if that is empty, below the last turn."""
        return (
            first_fitting_caption(*(join_lines(self.label, f"{lasting_text}\n{one}") for one in self.standings))
            if lasting_text
            else self.full_caption
        )

    def board_without_picture(self, lasting_text: str) -> str:
        """The board as text and its caption, for a chat that takes no pictures."""
        return f"{self.board_text}\n{self.board_caption(lasting_text)}"

    def turn_text(self, lasting_text: str) -> str:
        """The text of a turn that was told without a picture."""
        if not lasting_text:
            return self.full_turn_text
        return first_fitting_caption(join_lines(self.label, f"{lasting_text}\n{self.brief_text}"))


def compose_current_texts(table: str, view: GameView, speaker: Speaker) -> CurrentTexts:
    """Compose the current texts of a game.

    Args:
        table: the table's short name.
        view: what everybody sees of it.
        speaker: words it.
    """
    family = registry.family_of_view(view)
    wording, buttons = family.wording(speaker), family.chat.table_keyboard(table, view, speaker)
    return CurrentTexts(
        label_line(view.seats, speaker),
        buttons,
        add_seal_button(buttons, table, speaker),
        wording.standing_versions((), view),
        wording.brief_standing(view),
        family.pictures.board_as_html(view),
        table_message.full_caption(view, speaker),
        table_message.last_turn_text(view, speaker),
    )
