"""Games on a board on the command line."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from bot.families.command_line import CommandLine, Pair, Simulated
from engine.crossword.events import TilesPlaced
from engine.crossword.gcg import write
from engine.crossword.ruleset import Ruleset
from engine.levels import GREEDY, LEVELS

if TYPE_CHECKING:  # it brings Telegram
    from bot.families.family import Family
    from engine.crossword.players.choosing import Mind


class Boards(CommandLine[Ruleset]):
    """Kelimelik, Scrabble and WordBox."""

    ruleset: ClassVar[type[Ruleset]] = Ruleset
    plays: ClassVar[str] = "play"
    recorded: ClassVar[bool] = True
    minds: ClassVar[tuple[str, ...]] = (GREEDY, *LEVELS)

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

    def contest(self, ruleset: Ruleset, minds: tuple[str, str], seconds: float) -> Callable[[str], Pair]:
        """Played with the words of the ruleset's list, whatever the table's clock."""
        from bot.families.crossword.searches import Searcher  # noqa: PLC0415 - only this searches
        from engine.crossword.players.contest import Contest  # noqa: PLC0415 - as above
        from engine.lexicon import lexicon  # noqa: PLC0415 - only this needs the word lists' library

        known = cast("tuple[Mind, Mind]", minds)  # they are of `minds`

        def thinks() -> Callable[[], bool]:
            ends = time.thread_time() + seconds
            return lambda: time.thread_time() < ends

        contest = Contest(ruleset, lexicon(ruleset.lexicon), Searcher(), thinks)
        return lambda name: contest.pair(known, name)
