"""Games on a board on the command line."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bot.families.command_line import CommandLine, Simulated
from engine.crossword.events import TilesPlaced
from engine.crossword.gcg import write
from engine.crossword.ruleset import Ruleset

if TYPE_CHECKING:  # it brings Telegram
    from bot.families.family import Family


class Boards(CommandLine[Ruleset]):
    """Kelimelik, Scrabble and WordBox."""

    ruleset: ClassVar[type[Ruleset]] = Ruleset
    plays: ClassVar[str] = "play"
    recorded: ClassVar[bool] = True

    def in_chat(self) -> "Family[Ruleset, Any, Any]":
        """Its object in the chat."""
        from bot.families.crossword.family import Crossword  # noqa: PLC0415 - only the chat needs Telegram and pictures

        return Crossword()

    def summary(self, ruleset: Ruleset) -> str:
        """The board, the bags, the bingo."""
        board = f"{ruleset.columns}×{len(ruleset.board.rows)} board"
        others = [f"{name} {bag.tiles}" for name, bag in ruleset.bags.items() if name != ruleset.bag]
        more = f" (or bag {', '.join(others)})" if others else ""
        return f"{board}, {ruleset.tiles} tiles{more}, bingo {ruleset.scoring.bingo}"

    def figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        """The board's size, and the bingo."""
        return {"columns": ruleset.columns, "rows": len(ruleset.board.rows), "bingo": ruleset.scoring.bingo}

    def simulated(self, ruleset: Ruleset, players: int, seed: str, number: int) -> Simulated:
        """Plays count as plays, and the game can be written as GCG."""
        from engine.crossword.simulate import simulate  # noqa: PLC0415 - only this needs the word lists' library
        from engine.lexicon import lexicon  # noqa: PLC0415 - as above

        played = simulate(ruleset, players, seed, number, lexicon(ruleset.lexicon))
        state, events = played.state, played.events

        def record(title: str) -> str:
            names = [player.name for player in state.players]
            return write(state.ruleset, names, events, seed=state.draws.seed, title=title)

        return Simulated(
            plays=sum(isinstance(event, TilesPlaced) for event in events),
            state=state,
            log=played.log,
            record=record,
        )
