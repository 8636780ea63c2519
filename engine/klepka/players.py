"""Computer players of Klepka: they know what all players saw, and forget it depending on their level.

A choice is a function of the view, the cards that were turned up and down again, and a seed text: a forgotten card
stays forgotten until it is turned up again.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from engine import messages
from engine.alphabet import LEAST_LETTERS, load_alphabet
from engine.computer_ids import Level
from engine.dictionaries import common_words
from engine.errors import Refusal
from engine.game_base import GameSetup
from engine.klepka import secrecy
from engine.klepka.actions import Action, Flip, Form
from engine.klepka.deck import POLYSEMY, Cards, colour_of, letter_on
from engine.klepka.events import CardsRevealed, Event, TableShuffled, TurnPassed
from engine.klepka.rules import apply
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState, open_game
from engine.klepka.view import GameView
from engine.klepka.words import parse_word, spell_word
from engine.lexicon import Lexicon
from engine.lobby_seats import Seat
from engine.rng import Draws
from engine.turns import Pass


class SearchEffort(Struct, frozen=True):
    """How much a search for words tries."""

    beginnings: int
    longest: int
    """The most letters of a word."""
    youngest: int = 1
    """The next beginning to extend is drawn from this many of the newest."""


def find_best_word(  # noqa: PLR0917 - the parameters of a search
    cards: Cards,
    letters: Sequence[str],
    wild: Collection[str],
    words: Lexicon,
    score_of: Callable[[str], int | None],
    effort: SearchEffort,
    draws: Draws,
) -> str | None:
    """The best-scoring word that the search meets, as typed, with polysemy letters in brackets.

    ``letters``: the alphabet's, in the order in which they are tried. ``wild``: those that polysemy cards may stand
    for. ``score_of``: the score of a typed word; ``None`` or a refusal skips it.
    """
    supply = Counter(card[0] for card in cards if colour_of(card))
    best: tuple[int, str] | None = None
    open_ends = [("", "")]
    for _ in range(effort.beginnings):
        if not open_ends:
            break
        place, draws = draws.random_below(min(len(open_ends), effort.youngest))
        word, typed = open_ends.pop(-1 - place)
        if len(word) >= LEAST_LETTERS and word in words:
            score = _score_or_none(typed, score_of)
            if score is not None and (best is None or score > best[0]):
                best = (score, typed)
        if len(word) == effort.longest:
            continue
        used = Counter(letter for at, letter in enumerate(typed) if typed[at - 1 : at] != "[")
        for letter in letters:
            if supply[letter] > used[letter]:
                if words.has_prefix(word + letter):
                    open_ends.append((word + letter, typed + letter))
            elif letter in wild and words.has_prefix(word + letter):
                open_ends.append((word + letter, f"{typed}[{letter}]"))
    return None if best is None else best[1]


def _score_or_none(typed: str, score_of: Callable[[str], int | None]) -> int | None:
    try:
        return score_of(typed)
    except Refusal:
        return None


_LONGEST: Final = 12
_MILLION: Final = 1_000_000
_LONGER: Final = 1_000_000
"""Points, more than any word scores, that rank words of more than two letters first."""


class SeenCard(Struct, frozen=True):
    """A card that was turned face down again, and the number of the turn in which it was open."""

    card: str
    turn: int


class LevelTraits(Struct, frozen=True):
    """What distinguishes a level."""

    memory: float
    """The probability of remembering a card a turn later; it compounds with each turn."""
    effort: int
    """How many beginnings of words are tried."""
    common: bool
    """Whether only common words come to mind."""


LEVEL_TRAITS: Final[Mapping[Level, LevelTraits]] = MappingProxyType(
    {
        "acemi": LevelTraits(memory=0.5, effort=60, common=True),
        "kolay": LevelTraits(memory=0.75, effort=250, common=True),
        "orta": LevelTraits(memory=0.88, effort=1_000, common=True),
        "iyi": LevelTraits(memory=0.96, effort=4_000, common=False),
        "usta": LevelTraits(memory=1.0, effort=16_000, common=False),
    }
)


def update_seen(seen: Mapping[int, SeenCard], events: Iterable[Event], turn: int) -> dict[int, SeenCard]:
    """The cards by position that were open and are face down again, after a turn's events."""
    known = dict(seen)
    for event in events:
        if isinstance(event, TableShuffled):
            known.clear()
        elif isinstance(event, CardsRevealed):
            for card in event.cards:
                if card.taken:
                    known.pop(card.position, None)
                else:
                    known[card.position] = SeenCard(card.card, turn)
    return known


def seen_in_game(events: Iterable[messages.Event], number: int) -> dict[int, SeenCard]:
    """:func:`update_seen` over all events of a game in which ``number`` turns have been taken."""
    seen: dict[int, SeenCard] = {}
    turns = 0
    for event in events:
        if isinstance(event, CardsRevealed | TableShuffled):
            seen = update_seen(seen, (event,), turns)
        if (isinstance(event, CardsRevealed) and not event.extra) or isinstance(event, TurnPassed):
            turns += 1
    # Skipped turns are not counted above; the shift keeps each card's age in turns that were.
    return {position: SeenCard(card.card, card.turn + number - turns) for position, card in seen.items()}


def recall_cards(level: Level, seen: Mapping[int, SeenCard], turn: int, chance: str) -> dict[int, str]:
    """The previously open cards that a level still remembers; a forgotten one does not come back by itself."""
    memory, found = LEVEL_TRAITS[level].memory, {}
    for position, card in seen.items():
        drawn, _ = Draws(f"{chance}:{position}:{card.turn}").random_below(_MILLION)
        if drawn < memory ** (turn - card.turn) * _MILLION:
            found[position] = card.card
    return found


class ComputerView(Struct, frozen=True):
    """What a player knows: the public view, and the cards seen before."""

    view: GameView
    ruleset: Ruleset
    words: Lexicon
    seen: Mapping[int, SeenCard]
    """What :func:`update_seen` made of the game so far."""
    chance: str
    """A seed text of its own for each player and game."""


def choose_action(level: Level, own_view: ComputerView) -> Action:
    """The action of the player on turn; raises ValueError if there is none."""
    view, chance = own_view.view, own_view.chance
    if view.turn is None:
        raise ValueError("nobody is on turn")
    user, draws = view.seats[view.turn].user, Draws(f"{chance}:{view.number}:{len(view.words)}:{view.phase}")
    if view.phase == "words":
        word = _find_word(LEVEL_TRAITS[level], own_view, view.seats[view.turn].cards, draws)
        if word is not None:
            return Form(user, word)
    if not view.flips:
        return Pass(user)
    return Flip(user, _choose_positions(view, recall_cards(level, own_view.seen, view.number, chance), draws))


def _choose_positions(view: GameView, known: Mapping[int, str], draws: Draws) -> tuple[int, ...]:
    """Known pairs first, then unknown cards, then any."""
    by_letter: dict[str, list[int]] = {}
    for position in sorted(known):
        by_letter.setdefault(letter_on(known[position]) or known[position], []).append(position)
    pairs = [position for where in by_letter.values() for position in where[: len(where) // 2 * 2]]
    lying, _ = draws.shuffle([place for place, there in enumerate(view.table, start=1) if there])
    unknown = [position for position in lying if position not in known]
    return tuple(dict.fromkeys((*pairs, *unknown, *lying)))[: view.flips]


def _find_word(traits: LevelTraits, own_view: ComputerView, cards: Cards, draws: Draws) -> str | None:
    """The best-scoring word found, as typed, with polysemy letters in brackets.

    To spare people boredom: never a word formed before, even if the table allows repeats, and words of two letters only
    if no longer one is found.
    """
    ruleset = own_view.ruleset
    known = common_words(own_view.words) if traits.common else own_view.words
    taken = {formed.word for formed in own_view.view.words}

    def score_of(typed: str) -> int | None:
        spelled = spell_word(parse_word(typed, ruleset), cards, ruleset)
        longer = _LONGER if len(spelled.word) > LEAST_LETTERS else 0
        return None if spelled.word in taken else spelled.score + longer

    letters, draws = draws.shuffle(load_alphabet(ruleset.language).letters)
    # Drawn from the newest beginnings, so that the search reaches words with different beginnings.
    effort = SearchEffort(traits.effort, _LONGEST, youngest=len(letters))
    return find_best_word(cards, letters, letters[: cards.count(POLYSEMY)], known, score_of, effort, draws)


_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
Scores = tuple[int, int]


def play_pair(ruleset: Ruleset, levels: tuple[Level, Level], words: Lexicon, name: str) -> tuple[Scores, Scores]:
    """Play two games with the same secret, with seats swapped in the second; return the scores by ``levels``.

    ``ruleset``: resolved; no time passes. ``name``: any text; the same name gives the same cards.
    """
    first, second = (play_game(ruleset, order, words, name) for order in (levels, levels[::-1]))
    return _scores(first), _scores(second)[::-1]


def play_game(ruleset: Ruleset, levels: Sequence[Level], words: Lexicon, name: str) -> GameState:
    """Play one game to its end and return it; ``levels`` are the players in the order of joining."""
    secret = hashlib.sha256(name.encode()).hexdigest()
    seats = tuple(Seat(user, f"Player {user}") for user, _ in enumerate(levels, 1))
    state, _ = open_game(
        ruleset, GameSetup(seats=seats, host=1, secret=secret, message=1, lexicon=words.hash, begins=_NOW)
    )
    seen: dict[int, SeenCard] = {}
    while state.outcome is None:
        user, view = state.players[state.turn].user, secrecy.view_for(state, None)
        action = choose_action(levels[user - 1], ComputerView(view, ruleset, words, seen, f"{name}:{user}"))
        number = state.number
        state, events = apply(state, action, _NOW, words.__contains__)
        seen = update_seen(seen, events, number)
    return state


def _scores(end: GameState) -> Scores:
    scores = {player.user: player.score for player in end.players}
    return scores[1], scores[2]
