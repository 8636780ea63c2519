"""Whatever is typed is a move or refused as the engine refuses, in any script and at any length."""

from hypothesis import given
from hypothesis import strategies as st

from engine import game as door
from engine.alphabet import alphabet
from engine.crossword.draft import unwritten
from engine.crossword.notation import parse
from engine.crossword.reading import read, word_alone
from engine.errors import EngineError, Malformed, Refusal
from engine.klepka.notation import cards, positions
from engine.vocabulary import folded
from tests.support.games import game
from tests.support.mutants import only, texts

LANGUAGES = st.sampled_from(["tr", "en", "uk"])
DRAFT = game("scrabble-tr", laid=["8F KALEM"], racks=["LERİS?A", ""])
MOVES = [
    *("H8 yatay KALEM", "8H KA[L]EM", "KALEM H", "8 kalem", "8K05g6", "h 8 → ka.em", "H8 across (CA)T", "Ж7 вниз КІТ"),
    *("12 34", "Ож", "С жовта хаос"),
]


@given(texts(MOVES, torn=True), LANGUAGES)
def test_a_move_is_read_or_malformed(text: str, language: str) -> None:
    letters = alphabet(language)
    only(Malformed)(lambda: parse(text, letters))
    only(Malformed)(lambda: read(text, letters))
    word_alone(text, letters, 15)
    only(Refusal)(lambda: unwritten(DRAFT, 0, text))
    only(Malformed)(lambda: letters.word(text))
    only(Malformed)(lambda: cards(text, letters))
    only(Malformed)(lambda: positions(text))
    assert door.looks_like_action(text) in {True, False}


@given(texts(MOVES), LANGUAGES)
def test_a_text_is_folded_and_normalised_once_for_all(text: str, language: str) -> None:
    letters = alphabet(language)
    once = letters.normalise(text)
    assert letters.normalise(once) == once
    assert folded(folded(text)) == folded(text)


@given(texts(MOVES), LANGUAGES)
def test_a_refusal_names_what_it_found_and_no_more_than_a_line(text: str, language: str) -> None:
    for reader in (parse, read):
        found = only(EngineError)(lambda: reader(text, alphabet(language)))  # noqa: B023 - done at once
        if isinstance(found, EngineError):
            said = [value for value in found.fields.values() if isinstance(value, str)]
            assert max(map(len, said), default=0) <= 100
