"""The sample chats of README and guides: a typed play, and what the bot answers to it in the group."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bot.families.crossword.keyboards import board_keyboard
from bot.texts import Texts
from bot.user_input.commands import load_vocabulary
from bot.wording.speaker import Speaker
from engine import game as door
from engine.alphabet import load_alphabet
from engine.crossword.notation import read_partial_move
from engine.crossword.premiums import Direction
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from tests.support.checkout import page_text
from tests.support.drawings import caption_of_step, plain_text
from tests.support.games import NOW, accepts_any_word, game, place_play
from tools.gallery.guide_positions import MOVES, played_position
from tools.gallery.sample_games import view_for_seat

RIVALS_TILES: Final = {"tr": "AEKLRNI", "en": "AEIRTNL", "uk": "АОНТРКС"}
"""What whoever is not to play holds: nobody sees which, but everybody how many."""
_CHAT: Final = re.compile(r"^```text\n(\S+): +/(\w+) ([^\n]+)\n\nHarfiyen: +(.*?)\n```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class SampleChat:
    """What a page shows."""

    player: str
    command: str
    play: str
    """What follows the command."""
    answer: list[str]
    """The lines that the bot writes, its buttons last."""


def shown_chat(page: Path) -> SampleChat:
    """The one sample chat of a page."""
    ((player, command, play, answer),) = _CHAT.findall(page_text(page))
    return SampleChat(player, command, play, [line.strip() for line in answer.splitlines()])


def state_before_worked_move(language: str) -> GameState:
    """The game of a guide's worked move when it is about to be played."""
    guide = MOVES[language]
    laid = [" ".join(_read_play(play, guide.ruleset)) for play in guide.plays]
    scores = [seat.score for seat in played_position(guide)[1].seats]
    state = game(guide.ruleset, laid=laid, racks=(RIVALS_TILES[language], guide.rack), turn=1, scores=scores)
    named = (replace(one, name=name) for one, name in zip(state.players, guide.names, strict=True))
    return replace(state, players=tuple(named))


def written_play(typed: str, language: str) -> str:
    """A play as somebody types it, such as ``H8 down LOFTY``, in the form that tests write it: ``H8 LOFTY``."""
    return " ".join(_read_play(typed, MOVES[language].ruleset))


def _read_play(typed: str, ruleset: str) -> tuple[str, str]:
    move = read_partial_move(typed, load_alphabet(crossword_rulesets()[ruleset].language), load_vocabulary())
    column, row = move.cell[0], move.cell[1:]
    place = row + column if move.direction is Direction.ACROSS else column + row
    return place, "".join(sign.letter or "" for sign in move.signs)


def told_answer(state: GameState, play: str, language: str) -> list[str]:
    """What the bot writes below the picture once a play such as ``8H LOFTY`` is on the board, and its buttons."""
    step = door.apply(state, place_play(state, play), NOW, accepts_any_word)
    if not isinstance(step.table, GameState):
        raise TypeError("the game became something else")
    caption = plain_text(caption_of_step(step.table, step.events, language))
    speaker = Speaker(Texts(), language, state.ruleset.title)
    buttons = board_keyboard("", view_for_seat(step.table), speaker).inline_keyboard
    return [*caption.splitlines(), *(" ".join(f"[{button.text}]" for button in row) for row in buttons)]
