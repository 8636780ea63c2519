"""Whatever is typed is a move or refused as the engine refuses, in any script and at any length."""

from hypothesis import given
from hypothesis import strategies as st

from engine import game as door
from engine.alphabet import load_alphabet
from engine.crossword.draft import decode_draft
from engine.crossword.notation import parse_move
from engine.crossword.partial_moves import read_bare_word, read_partial_move
from engine.errors import EngineError, Malformed, Refusal
from engine.klepka.notation import parse_cards, parse_positions
from engine.vocabulary import fold_word
from tests.support.games import game
from tests.support.mutation_strategies import catching_only, mutated_text

LANGUAGES = st.sampled_from(["tr", "en", "uk"])
DRAFT = game("scrabble-tr", laid=["8F KALEM"], racks=["LERİS?A", ""])
MOVES = [
    *("H8 yatay KALEM", "8H KA[L]EM", "KALEM H", "8 kalem", "8K05g6", "h 8 → ka.em", "H8 across (CA)T", "Ж7 вниз КІТ"),
    *("12 34", "Ож", "С жовта хаос"),
]


@given(mutated_text(MOVES, torn=True), LANGUAGES)
def test_a_move_is_read_or_malformed(text: str, language: str) -> None:
    letters = load_alphabet(language)
    catching_only(Malformed)(lambda: parse_move(text, letters))
    catching_only(Malformed)(lambda: read_partial_move(text, letters))
    read_bare_word(text, letters, 15)
    catching_only(Refusal)(lambda: decode_draft(DRAFT, 0, text))
    catching_only(Malformed)(lambda: letters.normalise_word(text))
    catching_only(Malformed)(lambda: parse_cards(text, letters))
    catching_only(Malformed)(lambda: parse_positions(text))
    assert door.looks_like_action(text) in {True, False}


@given(mutated_text(MOVES), LANGUAGES)
def test_a_text_is_folded_and_normalised_once_for_all(text: str, language: str) -> None:
    letters = load_alphabet(language)
    once = letters.normalise(text)
    assert letters.normalise(once) == once
    assert fold_word(fold_word(text)) == fold_word(text)


@given(mutated_text(MOVES), LANGUAGES)
def test_a_refusal_names_what_it_found_and_no_more_than_a_line(text: str, language: str) -> None:
    for reader in (parse_move, read_partial_move):
        found = catching_only(EngineError)(lambda: reader(text, load_alphabet(language)))  # noqa: B023 - done at once
        if isinstance(found, EngineError):
            said = [value for value in found.fields.values() if isinstance(value, str)]
            assert max(map(len, said), default=0) <= 100
