"""The parameters of Klepka as a TOML file states them, and the options that a table may choose (RULES §6).

Knows no play and checks no figure: see :mod:`engine.klepka.ruleset_checks`.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal, Self, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine import ruleset_base
from engine.clock import NO_CLOCK, MoveClock
from engine.klepka.deck import Cards, full_deck
from engine.ruleset_base import ON, Absence, Option, Players, Start, clock_option, start_option, switch_option

Repeats = Literal["allowed", "forbidden"]
Double = Literal["colour", "off", "host"]


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards and the rows they are laid in; the totals are stated as a check."""

    cards: int
    columns: int
    rows: int
    pairs: dict[str, int]
    """How many pairs of letters there are of each colour."""
    letters: dict[str, str]
    """For each letter the colours of its pairs."""
    rewards: dict[str, int]

    @property
    def all_cards(self) -> Cards:
        """All cards in a fixed order."""
        return full_deck(self.letters, self.rewards)


class PhaseClock(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for forming words, and for each turning up of cards; running out ends the action (RULES §7.2)."""

    words: int
    flips: int

    @property
    def kind(self) -> str:
        """What distinguishes it from the clocks that every family may have."""
        return "phases"

    @property
    def times(self) -> dict[str, int]:
        """Seconds by what they are for."""
        return {"words": self.words, "flips": self.flips}

    def clock_of_phase(self, phase: str) -> MoveClock:
        """The clock of a phase of the turn."""
        return MoveClock(self.words if phase == "words" else self.flips, "pass")


class Ruleset(
    ruleset_base.Ruleset, Struct, frozen=True, dict=True, forbid_unknown_fields=True, tag_field="family", tag="klepka"
):
    """A game's parameters. A resolved ruleset has one deck, one word list and one clock, if any."""

    family: ClassVar[Literal["klepka"]] = "klepka"
    main_options: ClassVar[tuple[str, ...]] = ("clock", "deck", "words", "repeats", "double", "chat-words")

    schema: int
    id: str
    language: str
    lexicon: str
    title: dict[str, str]
    """The game's name per language of the interface."""
    players: Players
    deck: str
    """The name of the deck in use."""
    decks: dict[str, Deck]
    values: dict[str, int]
    lexica: dict[str, str]
    """The word lists to choose from: what is allowed, and the list that holds it."""
    instant_win: str
    """The two words that win at once (RULES §6.8)."""
    repeats: Repeats
    """Whether a word may be formed that was formed before, by anyone."""
    double: Double
    """When a word counts twice: all cards of one colour, never, or when the host says so."""
    chat_words: bool = True
    """Whether the words that a chat has added to the list or taken out of it count at its tables."""
    clock: str = NO_CLOCK
    """The name of the clock in use, or ``none``."""
    clocks: dict[str, PhaseClock] = {}
    absence: Absence = Absence()
    start: Start = "asked"

    @property
    def cards(self) -> Deck:
        """The deck in use."""
        return self.decks[self.deck]

    @property
    def tiles(self) -> int:
        """How many cards the deck in use has."""
        return self.cards.cards

    @property
    def pattern(self) -> tuple[str, ...]:
        """The table as a lobby shows it: a ``#`` for each card."""
        return ("#" * self.cards.columns,) * self.cards.rows

    @property
    def colours(self) -> dict[str, str]:
        """Empty: a letter's cards have different colours."""
        return {}

    @property
    def clock_rule(self) -> PhaseClock | None:
        """The clock in use."""
        return self.clocks.get(self.clock)

    def options(self) -> dict[str, Option]:
        """The options that a table may choose, with the values in use as defaults."""
        sizes = {name: str(deck.cards) for name, deck in self.decks.items()}
        return {
            "deck": Option(tuple(self.decks), self.deck, figures=sizes),
            "words": Option(tuple(self.lexica), self._words_in_use, lists=self.lexica),
            "repeats": Option(get_args(Repeats), self.repeats),
            "double": Option(get_args(Double), self.double),
            "clock": clock_option(self.clocks, self.clock),
            **self.absence.options,
            "chat-words": switch_option(on=self.chat_words),
            "start": start_option(self.start),
        }

    def with_options(self, options: Mapping[str, str]) -> Self:
        """The ruleset with options applied whose names and values have been checked."""
        deck, clock = options.get("deck", self.deck), options.get("clock", self.clock)
        words = options.get("words", self._words_in_use)
        return replace(
            self,
            deck=deck,
            decks={deck: self.decks[deck]},
            lexicon=self.lexica[words],
            lexica={words: self.lexica[words]},
            repeats=options.get("repeats", self.repeats),
            double=options.get("double", self.double),
            chat_words=options["chat-words"] == ON if "chat-words" in options else self.chat_words,
            clock=clock,
            clocks={clock: self.clocks[clock]} if clock in self.clocks else {},
            absence=self.absence.with_options(options),
            start=options.get("start", self.start),
        )

    @property
    def _words_in_use(self) -> str:
        """What the lexicon in use allows."""
        return next(name for name, lexicon in self.lexica.items() if lexicon == self.lexicon)
