"""The parameters of Klepka as a TOML file states them, the table options, and their checks (RULES §6)."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, Self, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine import ruleset_base
from engine.alphabet import load_alphabet
from engine.clock import NO_CLOCK, MoveClock
from engine.errors import MOST_SECONDS, MOST_TILES, DataError, range_problems
from engine.klepka.deck import COLOURS, REWARDS, Cards, full_deck
from engine.ruleset_base import ON, Absence, Option, Players, Start, clock_option, start_option, switch_option

Repeats = Literal["allowed", "forbidden"]
Double = Literal["colour", "off", "host"]


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards and their rows; the totals are stated as a check."""

    cards: int
    columns: int
    rows: int
    pairs: dict[str, int]
    """The number of pairs of letters in each colour."""
    letters: dict[str, str]
    """The colours of each letter's pairs."""
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
        """The tag that distinguishes it from the common clocks."""
        return "phases"

    @property
    def times(self) -> dict[str, int]:
        """Seconds by purpose."""
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
    """The game's name by interface language."""
    players: Players
    deck: str
    decks: dict[str, Deck]
    values: dict[str, int]
    lexica: dict[str, str]
    """The word lists to choose from, by the words that they allow."""
    instant_win: str
    """The two words that win at once (RULES §6.8)."""
    repeats: Repeats
    """Whether a word may be formed again, by anyone."""
    double: Double
    """When a word counts twice: if all cards have one colour, never, or if the host says so."""
    chat_words: bool = True
    """Whether the chat's changes to the list count at its tables."""
    clock: str = NO_CLOCK
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
        """Empty: the cards of a letter have different colours."""
        return {}

    @property
    def clock_rule(self) -> PhaseClock | None:
        """The clock in use."""
        return self.clocks.get(self.clock)

    def options(self) -> dict[str, Option]:
        """The table options, with the values in use as defaults."""
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
        """The ruleset with checked options applied."""
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
        return next(name for name, lexicon in self.lexica.items() if lexicon == self.lexicon)


def problems(ruleset: Ruleset) -> Iterator[str]:
    """Faults beyond those of :func:`engine.ruleset_base.ruleset_problems`."""
    yield from ruleset_base.turn_problems(ruleset.players)
    if ruleset.players.order != "random":
        yield f"players.order is {ruleset.players.order!r}; the order of play is found by lot, random"
    yield from _choice_problems(ruleset)
    yield from _letter_problems(ruleset)


def _choice_problems(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.lexicon not in ruleset.lexica.values():
        yield f"lexicon {ruleset.lexicon!r} is not among the lexica: {', '.join(ruleset.lexica.values())}"
    if ruleset.deck not in ruleset.decks:
        yield f"deck {ruleset.deck!r} is not among the decks: {', '.join(ruleset.decks)}"
    if ruleset.clock not in (NO_CLOCK, *ruleset.clocks):
        yield f"clock {ruleset.clock!r} is not among the clocks: {', '.join((NO_CLOCK, *ruleset.clocks))}"
    for name, clock in ruleset.clocks.items():
        if name == NO_CLOCK:
            yield f"clocks.{NO_CLOCK}: the name is kept for no clock"
        for key, seconds in (("words", clock.words), ("flips", clock.flips)):
            yield from range_problems(f"clocks.{name}: {key}", seconds, 1, MOST_SECONDS)


def _letter_problems(ruleset: Ruleset) -> Iterator[str]:
    try:
        letters = load_alphabet(ruleset.language).letters
    except DataError as error:
        yield f"language: {error}"
        return
    for face in ruleset.values:
        if face not in letters:
            yield f"values: {face!r} is no letter of the language {ruleset.language!r}"
    for ch in ruleset.instant_win.replace(" ", ""):
        if ch not in letters:
            yield f"instant_win: {ch!r} is no letter of the language {ruleset.language!r}"
    for name, deck in ruleset.decks.items():
        for problem in _deck_problems(deck, ruleset.values):
            yield f"decks.{name}: {problem}"


def _deck_problems(deck: Deck, values: Mapping[str, int]) -> Iterator[str]:
    for face, tints in deck.letters.items():
        if face not in values:
            yield f"letters: {face!r} has no points in values"
        if not tints or set(tints) - set(COLOURS):
            yield f"letters: {face!r} has the colours {tints!r}; each pair is one of {', '.join(COLOURS)}"
    for reward, count in deck.rewards.items():
        if reward not in REWARDS:
            yield f"rewards: {reward!r} is none of {', '.join(REWARDS)}"
        if count < 1:
            yield f"rewards: {reward!r} counts {count}; leave out what is not there"
    yield from _total_problems(deck)


def _total_problems(deck: Deck) -> Iterator[str]:
    tints = "".join(deck.letters.values())
    for tint in sorted(set(tints) | set(deck.pairs)):
        if tints.count(tint) != deck.pairs.get(tint, 0):
            yield f"letters: {tints.count(tint)} pairs are {tint}, not the stated {deck.pairs.get(tint, 0)}"
    # Counted without making the cards: a file may state any numbers.
    made = 2 * len(tints) + sum(deck.rewards.values())
    if made != deck.cards:
        yield f"the letters and rewards make {made} cards, not the stated {deck.cards}"
    yield from range_problems("cards", deck.cards, 1, MOST_TILES)
    if min(deck.columns, deck.rows) < 1 or deck.columns * deck.rows != deck.cards:
        yield f"{deck.columns} columns by {deck.rows} rows do not hold {deck.cards} cards evenly"
