"""What a group is told of a step: the words below its picture."""

import re

from bot.families.crossword.wording import CrosswordWording
from bot.playground.chats import parse_html
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.game import Event

TEXTS = Texts()


def group_view(state: GameState) -> GameView:
    """The game as the group sees it."""
    shown = door.view(state, None)
    assert isinstance(shown, GameView)
    return shown


def caption_of_step(state: GameState, events: tuple[Event, ...], language: str = "tr") -> str:
    """What the group is told of a step, as HTML: its lines and the standings."""
    words = CrosswordWording(Speaker(TEXTS, language, state.ruleset.title))
    redacted = tuple(door.redact(event, None) for event in events)
    view = group_view(state)
    return "\n".join((*words.event_lines(redacted, view), "", words.standing_text(view))).strip()


WORDED_TEXTS = Texts()


def plain_text(text: str) -> str:
    """As people read it, without the marks around names."""
    return re.sub("[\u2068\u2069]", "", parse_html(text, lambda _: None)[0])
