"""The games of RULES ship, and a resolved ruleset holds what a table has chosen."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from engine.alphabet import load_alphabet
from engine.crossword import notation
from engine.crossword.premiums import Direction
from engine.errors import DataError, Malformed
from engine.klepka.notation import parse_cards
from engine.rng import SECRET_BYTES, Draws, commitment, seed
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.vocabulary import Vocabulary, fold_word
from tests.support.altered_data_files import add_ruleset_file

ALL = sorted(shipped_rulesets())


def test_a_file_that_is_not_named_after_its_game_is_refused(tmp_path: Path) -> None:
    with add_ruleset_file("beslik.toml", tmp_path):
        (tmp_path / "beslik.toml").rename(tmp_path / "five.toml")
        with pytest.raises(DataError, match=r"five\.toml: its id is 'beslik'"):
            shipped_rulesets()


def test_every_option_may_take_each_of_its_values_and_shows_it_then() -> None:
    for name in ALL:
        for option, known in shipped_rulesets()[name].options().items():
            for value in known.values:
                assert resolve_ruleset(shipped_rulesets()[name], {option: value}).options()[option].default == value


TURKISH = Vocabulary(
    {
        "directions": {"yatay": "across", "dikey": "down"},
        "colours": {"sari": "yellow"},
        "rewards": {"polisemi": "polysemy"},
    }
)

TR, UK = load_alphabet("tr"), load_alphabet("uk")


def test_a_word_is_the_same_whichever_keyboard_typed_it() -> None:
    for typed in ("SARI", "sarı", "Sari", "SARİ", "SARI\u0307", " sarı "):
        assert fold_word(typed) == "sari"
        assert TURKISH.engine_name("colours", typed) == "yellow"


def test_latin_letters_lose_their_marks_and_others_keep_them() -> None:
    rows = (
        ("BAŞINA", "basina"), ("türkçe", "turkce"), ("resmî", "resmi"), ("ДЕРЕВ’ЯНА", "дерев'яна"),
        ("деревʼяна", "дерев'яна"), ("Ґанок", "ґанок"), ("СИНІЙ ЇЖАК", "синій їжак"),
    )  # fmt: skip
    for typed, written in rows:
        assert fold_word(typed) == written


@pytest.mark.parametrize(
    ("typed", "direction"),
    [("across", Direction.ACROSS), ("DOWN", Direction.DOWN), ("→", Direction.ACROSS), ("⬇", Direction.DOWN)],
)
def test_the_engines_own_directions_need_no_words(typed: str, direction: Direction) -> None:
    assert notation.parse_move(f"H8 {typed} KALEM", TR).direction is direction
    assert notation.parse_move(f"H8 {typed} KALEM", TR, TURKISH).direction is direction


def test_other_words_are_handed_in() -> None:
    assert notation.parse_move("H8 YATAY KALEM", TR, TURKISH).direction is Direction.ACROSS
    assert notation.looks_like_move("H8 dikey AK LAR", TURKISH)
    assert not notation.looks_like_move("H8 dikey AK LAR")
    with pytest.raises(Malformed) as raised:
        notation.parse_move("H8 yatay KALEM", TR)
    assert raised.value.code == "garbled_move"


def test_so_are_colours_and_kinds_of_cards() -> None:
    assert parse_cards("Оyellow О🟦 chaos", UK) == ("ОY", "ОB", "chaos")
    assert parse_cards("О SARI POLİSEMİ", UK, TURKISH) == ("ОY", "polysemy")
    with pytest.raises(Malformed):
        parse_cards("Оsarı", UK)


def test_what_is_a_direction_by_its_marks_alone_is_a_word_where_nothing_else_is() -> None:
    english, said = load_alphabet("en"), Vocabulary({"directions": {"saga": "across"}}, {"directions": ["sağa"]})
    move = notation.parse_move("12J SAGA", english, said)
    assert (move.direction, "".join(sign.letter or "." for sign in move.signs)) == (Direction.ACROSS, "SAGA")
    assert notation.parse_move("J12 saga SAGA", english, said).direction is Direction.ACROSS
    for written in ("sağa", "SAĞA"):
        with pytest.raises(Malformed) as found:
            notation.parse_move(f"J12 {written}", english, said)
        assert found.value.code == "no_word"


SEED = "c0ffee"


def test_shuffles_are_uniform() -> None:
    draws, counts = Draws(SEED), Counter[tuple[str, ...]]()
    for _ in range(2400):
        order, draws = draws.shuffle("abcd")
        counts[order] += 1
    assert len(counts) == 24
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 60


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    secret = "00" * SECRET_BYTES
    assert commitment(secret) == hashlib.sha256(bytes(SECRET_BYTES)).hexdigest()


def test_the_seed_depends_on_secret_users_order_and_message() -> None:
    secret, other = "00" * SECRET_BYTES, "01" * SECRET_BYTES
    seeds = {
        seed(secret, [1, 2], 7),
        seed(other, [1, 2], 7),
        seed(secret, [2, 1], 7),
        seed(secret, [12], 7),
        seed(secret, [1, 2], 8),
    }
    assert len(seeds) == 5
