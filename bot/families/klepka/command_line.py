"""Klepka on the command line."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bot.families.command_line import CommandLine, Simulated
from engine.klepka.ruleset import Ruleset

if TYPE_CHECKING:  # it brings Telegram
    from bot.families.family import Family


class Cards(CommandLine[Ruleset]):
    """The card game, whatever its decks and options."""

    ruleset: ClassVar[type[Ruleset]] = Ruleset
    plays: ClassVar[str] = "word"

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
