"""Klepka on the command line."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from bot.families.command_line import CommandLineFamily, PairScores, SimulatedGame
from engine.computer_ids import LEVELS, Level
from engine.klepka.ruleset import Ruleset

if TYPE_CHECKING:  # it brings Telegram
    from bot.families.chat_family import ChatFamily


class KlepkaCommandLine(CommandLineFamily[Ruleset]):
    """Klepka, with any deck and options."""

    ruleset_type: ClassVar[type[Ruleset]] = Ruleset
    play_noun: ClassVar[str] = "word"
    computer_levels: ClassVar[tuple[str, ...]] = LEVELS

    def load_chat_family(self) -> "ChatFamily":
        """Load the family's chat half."""
        from bot.families.klepka.chat import KLEPKA  # noqa: PLC0415 - only the chat needs Telegram and pictures

        return KLEPKA

    def ruleset_summary(self, ruleset: Ruleset) -> str:
        """The table and the decks."""
        decks = ", ".join(f"{name} {deck.cards}" for name, deck in ruleset.decks.items())
        return f"{ruleset.cards.columns}×{ruleset.cards.rows} table, {ruleset.tiles} cards (decks {decks})"

    def ruleset_figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        """The table's size."""
        return {"columns": ruleset.cards.columns, "rows": ruleset.cards.rows}

    def simulate_game(self, ruleset: Ruleset, players: int, seed: str, number: int) -> SimulatedGame:
        """Play a random legal game; formed words count as plays."""
        from engine.klepka.simulate import simulate_game  # noqa: PLC0415 - only this needs the word lists' library
        from engine.lexicon import load_lexicon  # noqa: PLC0415 - as above

        played = simulate_game(ruleset, players, seed, number, load_lexicon(ruleset.lexicon))
        state = played.state
        return SimulatedGame(play_count=len(state.words), state=state, log=played.log)

    def load_pair_player(
        self, ruleset: Ruleset, computer_levels: tuple[str, str], seconds: float
    ) -> Callable[[str], PairScores]:
        """Plays with the words of the ruleset's list, without regard to clock and ``seconds``: no turn takes long."""
        from engine.klepka.players import play_pair  # noqa: PLC0415 - only this needs the word lists' library
        from engine.lexicon import load_lexicon  # noqa: PLC0415 - as above

        del seconds
        words = load_lexicon(ruleset.lexicon)
        levels = cast("tuple[Level, Level]", computer_levels)  # they are of `computer_levels`
        return lambda name: play_pair(ruleset, levels, words, name)
