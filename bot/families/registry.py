"""The families of games in the chat, and how the one of a game is found.

No module outside a family's own room names a family, its states, its views or its rulesets.
"""

from collections.abc import Iterator
from typing import Any

from bot.families import listed, ownboard
from bot.families.family import Chat, Family, Services
from bot.pictures.drawing import Preparation
from bot.pictures.sketches import Look, Sketch
from bot.telegram.buttons import COMMON, Kinds
from bot.wording.help import Helped
from bot.wording.speaker import Speaker
from engine.game import Game, Table, View
from engine.rulesets import Ruleset, rulesets
from engine.seats import Lobby

FAMILIES: tuple[Family[Any, Any, Any], ...] = tuple(family.in_chat() for family in listed.FAMILIES)
"""Where several understand a command, and no game says which is meant, the first one does."""


def of_ruleset(ruleset: Ruleset) -> Family[Any, Any, Any]:
    """The family of a game's rules."""
    return next(family for family in FAMILIES if isinstance(ruleset, family.engine.ruleset))


def of_game(game: Game) -> Family[Any, Any, Any]:
    """The family of a game, running or over."""
    return of_ruleset(game.ruleset)


def of_view(view: View) -> Family[Any, Any, Any]:
    """The family of what may be seen of a game; of a lobby's view there is none.

    Raises:
        LookupError: it is no game's view.
    """
    for family in FAMILIES:
        if isinstance(view, family.engine.views):
            return family
    raise LookupError(f"no family has views like {type(view).__name__}")


def chats(services: Services) -> dict[str, Chat]:
    """The handlers of every family, by its name."""
    return {family.name: family.chat(services) for family in FAMILIES}


def buttons() -> Kinds:
    """Every kind of button that this version draws."""
    return {
        **COMMON,
        **ownboard.BUTTONS,
        **{kind: button for family in FAMILIES for kind, button in family.buttons.items()},
    }


def closes_look_ups(table: Table | None) -> bool:
    """Whether a game is on during which nobody at the table may look words up (RULES §7.1)."""
    if table is None or isinstance(table, Lobby) or table.outcome is not None:
        return False
    return of_game(table).closes_look_ups(table)


def preparations() -> Iterator[Preparation]:
    """What a painter may make ready, for the pictures of every family."""
    for family in FAMILIES:
        yield from family.preparations()


def example(name: str, look: Look, speaker: Speaker, *, foreign: bool = False) -> Sketch:
    """A picture to show a look by; see :meth:`bot.families.family.Family.example`."""
    found = (family.example(name, look, speaker, foreign=foreign) for family in FAMILIES)
    return next(sketch for sketch in found if sketch is not None)


def helped(ruleset: Ruleset) -> Helped:
    """What the help of a game says; beside it, a game of the next family."""
    family = of_ruleset(ruleset)
    following = FAMILIES[(FAMILIES.index(family) + 1) % len(FAMILIES)]
    other = next(name for name, one in rulesets().items() if one.family == following.name)
    play, look = family.help(ruleset)
    return Helped(play, look, other, family.recorded, family.labelled, family.examples(ruleset))
