"""Duplicate on the command line."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from bot.families.command_line import CommandLineFamily, RoundFigures, SimulatedGame
from engine.computer_ids import GREEDY, LEVELS
from engine.duplicate.events import RackDrawn, RoundClosed
from engine.duplicate.gcg import write_laid_plays
from engine.duplicate.ruleset import Ruleset

if TYPE_CHECKING:  # the import loads Telegram
    from bot.families.chat_family import ChatFamily
    from engine.crossword.players.turn_choice import Strength


class DuplicateCommandLine(CommandLineFamily[Ruleset]):
    """Duplicate on the command line."""

    ruleset_type: ClassVar[type[Ruleset]] = Ruleset
    play_noun: ClassVar[str] = "round"
    has_gcg: ClassVar[bool] = True
    computer_levels: ClassVar[tuple[str, ...]] = (GREEDY, *LEVELS)
    has_rounds: ClassVar[bool] = True
    simulated_options: ClassVar[Mapping[str, str]] = {"rounds": "all"}

    def load_chat_family(self) -> "ChatFamily":
        """Load Duplicate's part for the chat."""
        from bot.families.duplicate.duplicate_family import DUPLICATE  # noqa: PLC0415 - only the chat needs Telegram and pictures

        return DUPLICATE

    def ruleset_summary(self, ruleset: Ruleset) -> str:
        """The sizes of board and bag, and the bingo's bonus."""
        board = f"{ruleset.columns}×{len(ruleset.board.rows)} board"
        return f"{board}, {ruleset.tiles} tiles, bingo {ruleset.scoring.bingo}"

    def ruleset_figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        """The size of the board, and the bingo's bonus."""
        return {"columns": ruleset.columns, "rows": len(ruleset.board.rows), "bingo": ruleset.scoring.bingo}

    def simulate_game(self, ruleset: Ruleset, players: int, seed: str, number: int) -> SimulatedGame:
        """Play a game of players that always take the top score; seed and number determine it."""
        return self.load_round_player(ruleset, [GREEDY] * players)(seed, number)

    def load_round_player(
        self, ruleset: Ruleset, computer_levels: Sequence[str]
    ) -> Callable[[str, int], SimulatedGame]:
        """Return what plays games with the words of the ruleset's list; racks and laid plays ignore the levels."""
        from bot.families.crossword.search.searcher import BoardSearcher  # noqa: PLC0415 - as below
        from engine.dictionaries import load_base_list, split_lexicon_name  # noqa: PLC0415 - as below
        from engine.duplicate import simulate  # noqa: PLC0415 - only this needs the word lists' library

        words, search = load_base_list(*split_lexicon_name(ruleset.lexicon)), BoardSearcher()
        players = cast("Sequence[Strength]", computer_levels)  # all are among `computer_levels`

        def play(seed: str, number: int) -> SimulatedGame:
            played = simulate.simulate_game(ruleset, players, seed, number, words, search)
            closed = [event.round for event in played.events if isinstance(event, RoundClosed)]
            fates = [event.fate for event in played.events if isinstance(event, RackDrawn)]
            figures = RoundFigures(
                rounds=len(closed),
                tops=sum(one.laid.score for one in closed),
                draws=len(closed) + len(fates),
                refused=fates.count("refused"),
                ties=sum(one.several_words for one in closed),
                record=simulate.record_game(ruleset, played.events),
            )
            return SimulatedGame(
                play_count=figures.rounds,
                state=played.state,
                log=played.log,
                to_gcg=lambda title: write_laid_plays(ruleset, played.state.closed, title),
                rounds=figures,
            )

        return play
