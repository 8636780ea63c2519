"""Words of cards: parsing a typed word with its brackets, choosing the cards, and the score (RULES §6.6–6.8)."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from engine.absence import PlayerReplaced
from engine.alphabet import LEAST_LETTERS, Alphabet, load_alphabet
from engine.errors import Malformed, Refusal
from engine.klepka.deck import COLOURS, POLYSEMY, Cards, colour_of
from engine.klepka.events import Event, WordDoubled, WordFormed
from engine.klepka.notation import shorten
from engine.klepka.ruleset import Ruleset
from engine.seat_figures import CountedPlay, FiguresTally, SeatFigures


class Sign(Struct, frozen=True):
    """One letter of a typed word, from a card or by polysemy."""

    letter: str
    polysemy: bool


class TypedWord(Struct, frozen=True):
    """The typed text: one word, or the two words of the instant win."""

    parts: tuple[tuple[Sign, ...], ...]
    wins: bool

    @property
    def word(self) -> str:
        """The letters, in capitals."""
        return " ".join("".join(sign.letter for sign in part) for part in self.parts)


class Spelling(Struct, frozen=True):
    """A word and what it takes: the letter cards in order, the polysemy cards by the letters they stand for."""

    word: str
    cards: Cards
    polysemies: tuple[str, ...]
    doubled: bool
    score: int
    wins: bool


def parse_word(text: str, ruleset: Ruleset) -> TypedWord:
    """Parse a typed word; letters in brackets must come from polysemy.

    Raises:
        Malformed: ``no_word``, ``brackets``, ``not_letters``, ``foreign_letters``, ``too_short``, ``several_words``.
    """
    letters = load_alphabet(ruleset.language)
    parts = tuple(
        _parse_signs(part, letters)
        # ``[ о ]`` is one sign.
        for part in letters.normalise(letters.replace_look_alikes(text)).replace("[ ", "[").replace(" ]", "]").split()
    )
    typed = TypedWord(parts, wins=False)
    if not parts:
        raise Malformed("no_word")
    if typed.word == ruleset.instant_win:
        return TypedWord(parts, wins=True)
    if len(parts) > 1:
        raise Malformed("several_words", word=shorten(typed.word))
    if len(parts[0]) < LEAST_LETTERS:
        raise Malformed("too_short", word=typed.word)
    return typed


def _parse_signs(text: str, letters: Alphabet) -> tuple[Sign, ...]:
    signs: list[Sign] = []
    strange: list[str] = []
    opened: int | None = None
    for ch in text:
        if ch == "[" and opened is None:
            opened = len(signs)
        elif ch == "]" and opened is not None and opened < len(signs):
            opened = None
        elif ch in "[]":
            raise Malformed("brackets", word=shorten(text))
        else:
            if ch not in letters.letters:
                strange.append(ch)
            signs.append(Sign(ch, polysemy=opened is not None))
    if strange:
        raise letters.letters_error(strange)
    if opened is not None:
        raise Malformed("brackets", word=shorten(text))
    return tuple(signs)


def spell_word(typed: TypedWord, cards: Cards, ruleset: Ruleset) -> Spelling:
    """The cards of a collection that a typed word takes, and its score.

    For letters held in both colours it takes what scores best: one colour if possible, else, and in a tie, first the
    colour of which fewer cards are held, so that the rest is as much of one colour as possible.

    Raises:
        Refusal: ``letters_not_held`` with the missing letters and the polysemy cards held, ``polysemy_not_held``
            with how many are needed and held, ``no_letter_card``.
    """
    wanted = [sign.letter for part in typed.parts for sign in part if not sign.polysemy]
    stand_ins = tuple(
        letter for part in typed.parts for letter in dict.fromkeys(sign.letter for sign in part if sign.polysemy)
    )
    held = Counter(cards)
    lacking = Counter(wanted) - Counter(card[0] for card in cards if colour_of(card))
    if lacking:
        letters = tuple(sorted(lacking, key=load_alphabet(ruleset.language).rank))
        raise Refusal("letters_not_held", letters=letters, polysemies=held[POLYSEMY])
    if len(stand_ins) > held[POLYSEMY]:
        raise Refusal("polysemy_not_held", needed=len(stand_ins), held=held[POLYSEMY])
    if not wanted:
        raise Refusal("no_letter_card")
    chosen = _choose_cards(held, wanted)
    doubled = ruleset.double == "colour" and len({colour_of(card) for card in chosen}) == 1
    points = sum(ruleset.values[letter] for letter in wanted)
    return Spelling(typed.word, chosen, stand_ins, doubled, points * (2 if doubled else 1), typed.wins)


def _choose_cards(held: Counter[str], wanted: list[str]) -> Cards:
    many = Counter(wanted)
    totals = {tint: sum(count for card, count in held.items() if colour_of(card) == tint) for tint in COLOURS}
    scarce_first = sorted(COLOURS, key=lambda tint: totals[tint])
    for tint in scarce_first:
        if all(held[letter + tint] >= count for letter, count in many.items()):
            return tuple(letter + tint for letter in wanted)
    left = held.copy()
    chosen = []
    for letter in wanted:
        card = next(letter + tint for tint in scarce_first if left[letter + tint])
        left[card] -= 1
        chosen.append(card)
    return tuple(chosen)


def seat_figures(seats: int, events: Sequence[Event]) -> tuple[SeatFigures, ...]:
    """What each of ``seats`` seats did; a doubled word counts with its final score."""
    tally = FiguresTally(seats)
    for event in events:
        match event:
            case WordFormed(word=formed):
                tally.add_play(CountedPlay(formed.seat, formed.score, ((formed.word, formed.score),)))
            case WordDoubled():
                tally.amend_play(event.seat, event.word, event.score)
            case PlayerReplaced():
                tally.reset_seat(event.seat)
            case _:
                pass
    return tally.to_figures()
