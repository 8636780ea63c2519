"""The families of games in the chat, and the family of a game, a view or a ruleset.

No module outside of a family's own package names a family, its states, its views or its rulesets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.families import family_list, own_board
from bot.families.chat_context import FamilyChat
from bot.families.chat_family import ChatFamily
from bot.families.services import ChatServices
from bot.pictures import Look, Preparation, Sketch
from bot.telegram.keyboards import COMMON_BUTTONS, ButtonSpecs
from bot.wording.guide_texts import HelpContents
from bot.wording.speaker import Speaker
from engine.game import Game, View
from engine.rulesets import Ruleset, shipped_rulesets

FAMILIES: tuple[ChatFamily, ...] = tuple(family.load_chat_family() for family in family_list.COMMAND_LINE_FAMILIES)
"""If several families understand a command and there is no game, the first one answers."""


def family_of_ruleset(ruleset: Ruleset) -> ChatFamily:
    """The family of a game's rules."""
    return next(family for family in FAMILIES if isinstance(ruleset, family.engine_family.ruleset))


def family_of_game(game: Game) -> ChatFamily:
    """The family of a game, running or over."""
    return family_of_ruleset(game.ruleset)


def family_of_view(view: View) -> ChatFamily:
    """The family of a game's view; a lobby's view has none.

    Raises:
        LookupError: it is no game's view.
    """
    for family in FAMILIES:
        if isinstance(view, family.engine_family.views):
            return family
    raise LookupError(f"no family has views like {type(view).__name__}")


def create_chats(services: ChatServices) -> dict[str, FamilyChat]:
    """Create the handlers of every family, by its name."""
    return {family.name: family.chat.create(services) for family in FAMILIES}


def all_button_kinds() -> ButtonSpecs:
    """Every kind of button that this version draws."""
    return {
        **COMMON_BUTTONS,
        **own_board.OWN_BOARD_BUTTONS,
        **{kind: button for family in FAMILIES for kind, button in family.chat.button_kinds.items()},
    }


def painter_preparations() -> Iterator[Preparation]:
    """The steps in which a painter may prepare the pictures of every family."""
    for family in FAMILIES:
        yield from family.pictures.painter_preparations()


def example_sketch(name: str, look: Look, speaker: Speaker, *, foreign: bool = False) -> Sketch:
    """A picture to show a look by; see :class:`bot.families.chat_family.ExampleSketch`."""
    draw = next(found for family in FAMILIES if (found := family.pictures.example_sketch) is not None)
    return draw(name, look, speaker, foreign=foreign)


def greeting_sketch(look: Look, speaker: Speaker) -> Sketch:
    """The picture that greets a group: somebody about to play."""
    sketch = next(found for family in FAMILIES if (found := family.pictures.greeting_sketch) is not None)
    return sketch(look, speaker)


def is_greeted_with(ruleset: Ruleset) -> bool:
    """Whether a game is one of those of which the picture shows one that greets a group."""
    greeting = next(family for family in FAMILIES if family.pictures.greeting_sketch is not None)
    return family_of_ruleset(ruleset) is greeting


def help_contents(ruleset: Ruleset) -> HelpContents:
    """The contents of a game's help, with a game of the next family beside it."""
    family = family_of_ruleset(ruleset)
    following = FAMILIES[(FAMILIES.index(family) + 1) % len(FAMILIES)]
    other = next(name for name, one in shipped_rulesets().items() if one.family == following.name)
    guide = family.guide(ruleset)
    return HelpContents(
        guide.play_messages,
        guide.look_up_messages,
        other,
        family.to_gcg is not None,
        family.pictures.has_labels,
        guide.examples,
    )


@dataclass(frozen=True, slots=True)
class FamilyCommand:
    """A command: its summary, and the module with its ``add_arguments`` and ``run``."""

    summary: str
    module: str


FAMILY_COMMANDS: Final = {
    "analyse": FamilyCommand("say what each turn of recorded games lost (GCG)", "bot.families.crossword.tools.analyse"),
    "puzzles": FamilyCommand("make puzzles by self-play, and check them", "bot.families.crossword.tools.puzzles"),
    "replay": FamilyCommand("recompute the scores of recorded games (GCG)", "bot.families.crossword.tools.replay"),
    "board": FamilyCommand("draw a position of a recorded game", "bot.families.crossword.tools.board"),
}
"""The commands by name."""
