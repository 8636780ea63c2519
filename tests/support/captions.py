"""What a group is told of a step: the words below its picture."""

from bot.families.crossword.wording import Wording
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.game import Event

TEXTS = Texts()


def seen(state: GameState) -> GameView:
    """The game as the group sees it."""
    shown = door.view(state, None)
    assert isinstance(shown, GameView)
    return shown


def told(state: GameState, events: tuple[Event, ...], language: str = "tr") -> str:
    """What the group is told of a step, as HTML: its lines and the standings."""
    words = Wording(Speaker(TEXTS, language, state.ruleset.title))
    redacted = tuple(door.redact(event, None) for event in events)
    view = seen(state)
    return "\n".join((*words.lines(redacted, view), "", words.standing(view))).strip()
