"""A word that its player replied to the board on the own turn, and that is offered no places: what to do instead.

The group reads it where it cannot be told to one person, so it says nothing of the rack: the board and the rack are
named together, as either may be the reason.
"""

from bot.families.crossword.moves import exemplified
from bot.languages import languages
from bot.typed.commands import command_meant, command_name
from bot.typed.replies import turn_meant
from bot.wording.speaker import Speaker
from engine.alphabet import alphabet
from engine.crossword.notation import cell_of, is_cell
from engine.crossword.places import longest
from engine.crossword.reading import Typed, word_alone
from engine.crossword.state import GameState
from engine.errors import EngineError, Malformed, Refusal


def not_laid(text: str, state: GameState, speaker: Speaker) -> EngineError | None:
    """Why a reply plays nothing; ``None`` for talk, as ``tamam`` and whatever is no word of the game's alphabet.

    Returns:
        ``no_word`` for a cell alone; ``bare_pass``, ``nothing_to_exchange``, ``empty_move`` or ``bare_command`` for the
        word of a command; ``word_not_laid`` for any other.
    """
    if is_cell(text):
        return exemplified(Malformed("no_word", cell=cell_of(text)[0]), state.ruleset, speaker)
    typed = word_of(text, state)
    shown = "" if typed is None else "".join(sign.letter or "" for sign in typed.signs)
    match turn_meant(text):
        case "pass":
            return Refusal("bare_pass", word=shown or text)
        case "exchange":
            return Refusal("nothing_to_exchange")
        case "play":
            return exemplified(Malformed("empty_move"), state.ruleset, speaker)
        case _:
            pass
    if (named := command_meant(text)) is not None:
        return Refusal("bare_command", near=f"/{command_name(named, speaker.language)}")
    if typed is None or languages().meant("draw", text) is not None:
        return None
    return Refusal("word_not_laid", word=shown)


def word_of(text: str, state: GameState) -> Typed | None:
    """The one word of the game's alphabet that a text is; ``None`` of any other text."""
    return word_alone(text, alphabet(state.ruleset.language), longest(state.ruleset))
