"""Whether the figures of a ruleset of Klepka agree with each other: each fault as a sentence with its place."""

from collections.abc import Iterator, Mapping

from engine.alphabet import load_alphabet
from engine.bounds import MOST_SECONDS, MOST_TILES, range_problems
from engine.clock import NO_CLOCK
from engine.errors import DataError
from engine.klepka.deck import COLOURS, REWARDS
from engine.klepka.ruleset import Deck, Ruleset


def problems(ruleset: Ruleset) -> Iterator[str]:
    """What is wrong, beyond what :func:`engine.ruleset_base.ruleset_problems` finds in every ruleset."""
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
    # Counted, not laid out: the figures may be anything.
    made = 2 * len(tints) + sum(deck.rewards.values())
    if made != deck.cards:
        yield f"the letters and rewards make {made} cards, not the stated {deck.cards}"
    yield from range_problems("cards", deck.cards, 1, MOST_TILES)
    if min(deck.columns, deck.rows) < 1 or deck.columns * deck.rows != deck.cards:
        yield f"{deck.columns} columns by {deck.rows} rows do not hold {deck.cards} cards evenly"
