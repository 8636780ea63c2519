"""Crossword games on the command line."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from bot.families.command_line import CommandLineFamily, PairScores, SimulatedGame
from engine.computer_ids import GREEDY, LEVELS
from engine.crossword.events import TilesPlaced
from engine.crossword.gcg import write_gcg
from engine.crossword.ruleset import Ruleset

if TYPE_CHECKING:  # the import loads Telegram
    from bot.families.chat_family import ChatFamily
    from engine.crossword.players.turn_choice import Strength


class CrosswordCommandLine(CommandLineFamily[Ruleset]):
    """Crossword games on the command line: Kelimelik, Scrabble and WordBox."""

    ruleset_type: ClassVar[type[Ruleset]] = Ruleset
    play_noun: ClassVar[str] = "play"
    has_gcg: ClassVar[bool] = True
    computer_levels: ClassVar[tuple[str, ...]] = (GREEDY, *LEVELS)

    def load_chat_family(self) -> "ChatFamily":
        """Load the crossword games' part for the chat."""
        from bot.families.crossword.crossword_family import CROSSWORD  # noqa: PLC0415 - only the chat needs Telegram and pictures

        return CROSSWORD

    def ruleset_summary(self, ruleset: Ruleset) -> str:
        """The sizes of board and bags, and the bingo's bonus."""
        board = f"{ruleset.columns}×{len(ruleset.board.rows)} board"
        others = [f"{name} {bag.tiles}" for name, bag in ruleset.bags.items() if name != ruleset.bag]
        more = f" (or bag {', '.join(others)})" if others else ""
        return f"{board}, {ruleset.tiles} tiles{more}, bingo {ruleset.scoring.bingo}"

    def ruleset_figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        """The size of the board, and the bingo's bonus."""
        return {"columns": ruleset.columns, "rows": len(ruleset.board.rows), "bingo": ruleset.scoring.bingo}

    def simulate_game(self, ruleset: Ruleset, players: int, seed: str, number: int) -> SimulatedGame:
        """Play a random legal game, counting the plays."""
        from engine.crossword.simulate import simulate_game  # noqa: PLC0415 - only this needs the word lists' library
        from engine.lexicon import load_lexicon  # noqa: PLC0415 - as above

        played = simulate_game(ruleset, players, seed, number, load_lexicon(ruleset.lexicon))
        state, events = played.state, played.events

        def record(title: str) -> str:
            names = [player.name for player in state.players]
            return write_gcg(state.ruleset, names, events, seed=state.draws.seed, title=title)

        return SimulatedGame(
            play_count=sum(isinstance(event, TilesPlaced) for event in events),
            state=state,
            log=played.log,
            to_gcg=record,
        )

    def load_pair_player(
        self, ruleset: Ruleset, computer_levels: tuple[str, str], seconds: float
    ) -> Callable[[str], PairScores]:
        """Return what plays pairs of games with the words of the ruleset's list, without a game clock."""
        from bot.families.crossword.search.searcher import BoardSearcher, time_left_check  # noqa: PLC0415 - as below
        from engine.crossword.simulate import Contest  # noqa: PLC0415 - as above
        from engine.lexicon import load_lexicon  # noqa: PLC0415 - only this needs the word lists' library

        known = cast("tuple[Strength, Strength]", computer_levels)  # both are among `computer_levels`

        thinks = partial(time_left_check, seconds)
        contest = Contest(ruleset, load_lexicon(ruleset.lexicon), BoardSearcher(), thinks)
        return lambda name: contest.play_pair(known, name)
