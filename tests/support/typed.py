"""What people type, read as in chats: with the words of every language of the interface."""

from typing import Final

from bot.typed.vocabulary import vocabulary
from engine.alphabet import Alphabet
from engine.crossword import notation
from engine.crossword.notation import Move
from engine.klepka import notation as cards_notation
from engine.klepka.deck import Cards
from engine.vocabulary import Vocabulary

WORDS: Final[Vocabulary] = vocabulary()


def parse(text: str, letters: Alphabet) -> Move:
    return notation.parse(text, letters, WORDS)


def looks_like_move(text: str) -> bool:
    return notation.looks_like_move(text, WORDS)


def cards(text: str, letters: Alphabet) -> Cards:
    return cards_notation.cards(text, letters, WORDS)
