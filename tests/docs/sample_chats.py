"""The sample chats of README and guides: a typed play, and what the bot answers to it in the group."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.families.crossword.keyboards import board_keyboard
from bot.families.crossword.wording import CrosswordWording
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.state import GameState
from engine.rulesets import shipped_rulesets
from tests.support.checkout import page_text
from tests.support.games import NOW, accepts_any_word, place_play
from tools.gallery.sample_games import view_for_seat

_CHAT: Final = re.compile(r"^```text\n(\S+): +/(\w+) ([^\n]+)\n\nHarfiyen: +(.*?)\n```", re.MULTILINE | re.DOTALL)
_TAGS: Final = re.compile(r"<[^>]+>|[\u2068\u2069]")


@dataclass(frozen=True, slots=True)
class SampleChat:
    player: str
    command: str
    play: str
    answer: list[str]
    """The lines that the bot writes, its buttons last."""


def shown_chat(page: Path) -> SampleChat:
    ((player, command, play, answer),) = _CHAT.findall(page_text(page))
    return SampleChat(player, command, play, [line.strip() for line in answer.splitlines()])


def told_answer(state: GameState, play: str, language: str) -> list[str]:
    """What the bot writes below the picture once a play such as ``8H LOFTY`` is on the board, and its buttons."""
    after = door.apply(state, place_play(state, play), NOW, accepts_any_word).table
    if not isinstance(after, GameState):
        raise TypeError("the game became something else")
    view, ruleset = view_for_seat(after), shipped_rulesets()[state.ruleset.id]
    speaker = Speaker(Texts(), language, ruleset.title, ruleset.language)
    words = CrosswordWording(speaker)
    caption = _TAGS.sub("", f"{words.last_turn_line(view)}\n\n{words.standing_text(view)}")
    buttons = board_keyboard("", view, speaker).inline_keyboard
    return [*caption.splitlines(), *(" ".join(f"[{button.text}]" for button in row) for row in buttons)]
