"""The parameters of the guessing game as a TOML file states them."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from engine import clock, ruleset_base
from engine.alphabet import load_alphabet
from engine.clock import NO_CLOCK, Clock
from engine.ruleset_base import ON, Option, Players, switch_option


class Ruleset(
    ruleset_base.Ruleset, Struct, frozen=True, dict=True, forbid_unknown_fields=True, tag_field="family", tag="guess"
):
    """A game's parameters."""

    family: ClassVar[Literal["guess"]] = "guess"
    main_options: ClassVar[tuple[str, ...]] = ("chat-words", "clock", "rounds")

    schema: int
    id: str
    language: str
    lexicon: str
    title: dict[str, str]
    players: Players
    letters: int
    """How long the hidden word is."""
    rounds: int
    """How many turns each player has."""
    round_choices: tuple[int, ...]
    """How many a table may choose."""
    found: int
    """Points for a place found first."""
    solved: int
    """Points for the word, besides."""
    words: tuple[str, ...]
    """Those of which one is hidden."""
    values: dict[str, int] = {}
    chat_words: bool = True
    clock: str = NO_CLOCK
    clocks: dict[str, Clock] = {}

    @property
    def tiles(self) -> int:
        """The letters of the word."""
        return self.letters

    @property
    def pattern(self) -> tuple[str, ...]:
        """A ``#`` for each letter."""
        return ("#" * self.letters,)

    @property
    def colours(self) -> dict[str, str]:
        """Empty: letters have no colours of their own."""
        return {}

    @property
    def clock_rule(self) -> Clock | None:
        """The clock in use."""
        return self.clocks.get(self.clock)

    def options(self) -> dict[str, Option]:
        """The clock, the chat's words, and the number of turns."""
        return {
            "clock": ruleset_base.clock_option(self.clocks, self.clock),
            "chat-words": switch_option(on=self.chat_words),
            "rounds": Option(tuple(map(str, self.round_choices)), str(self.rounds)),
        }

    def with_options(self, options: Mapping[str, str]) -> Self:
        """The ruleset with checked options applied."""
        told = {**self.options_in_use, **options}
        name = told["clock"]
        kept = {name: self.clocks[name]} if name in self.clocks else {}
        return replace(self, clock=name, clocks=kept, chat_words=told["chat-words"] == ON, rounds=int(told["rounds"]))


def problems(ruleset: Ruleset) -> Iterator[str]:
    """What does not agree."""
    known = load_alphabet(ruleset.language).letters
    for word in ruleset.words:
        if len(word) != ruleset.letters or not set(word) <= set(known):
            yield f"words: {word!r} has not {ruleset.letters} letters of the language {ruleset.language!r}"
    if min(len(ruleset.words), ruleset.rounds) < 1:
        yield "words and rounds: there must be one at least"
    if ruleset.clock not in (NO_CLOCK, *ruleset.clocks):
        yield f"clock {ruleset.clock!r} is not among the clocks: {', '.join((NO_CLOCK, *ruleset.clocks))}"
    yield from clock.clock_problems(ruleset.clocks)
