"""Klepka on the command line."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from bot.families.command_line import CommandLine, Pair, Simulated
from engine.klepka.ruleset import Ruleset
from engine.levels import LEVELS, Level

if TYPE_CHECKING:  # it brings Telegram
    from bot.families.family import Family


class Cards(CommandLine[Ruleset]):
    """The card game, whatever its decks and options."""

    ruleset: ClassVar[type[Ruleset]] = Ruleset
    plays: ClassVar[str] = "word"
    minds: ClassVar[tuple[str, ...]] = LEVELS

    def in_chat(self) -> "Family[Ruleset, Any, Any]":
        """Its object in the chat."""
        from bot.families.klepka.family import Klepka  # noqa: PLC0415 - only the chat needs Telegram and pictures

        return Klepka()

    def summary(self, ruleset: Ruleset) -> str:
        """The table and the decks."""
        decks = ", ".join(f"{name} {deck.cards}" for name, deck in ruleset.decks.items())
        return f"{ruleset.cards.columns}×{ruleset.cards.rows} table, {ruleset.tiles} cards (decks {decks})"

    def figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        """The table's size."""
        return {"columns": ruleset.cards.columns, "rows": ruleset.cards.rows}

    def simulated(self, ruleset: Ruleset, players: int, seed: str, number: int) -> Simulated:
        """Words formed count as plays."""
        from engine.klepka.simulate import simulate  # noqa: PLC0415 - only this needs the word lists' library
        from engine.lexicon import lexicon  # noqa: PLC0415 - as above

        played = simulate(ruleset, players, seed, number, lexicon(ruleset.lexicon))
        state = played.state
        return Simulated(
            plays=len(state.words),
            state=state,
            log=played.log,
        )

    def contest(self, ruleset: Ruleset, minds: tuple[str, str], seconds: float) -> Callable[[str], Pair]:
        """Played with the words of the ruleset's list, whatever the table's clock; nobody thinks for long."""
        from engine.klepka.contest import pair  # noqa: PLC0415 - only this needs the word lists' library
        from engine.lexicon import lexicon  # noqa: PLC0415 - as above

        del seconds
        words, levels = lexicon(ruleset.lexicon), cast("tuple[Level, Level]", minds)  # they are of `minds`
        return lambda name: pair(ruleset, levels, words, name)
