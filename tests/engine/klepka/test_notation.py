"""How positions and cards are typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.alphabet import load_alphabet
from engine.errors import EngineError, Malformed
from engine.klepka.notation import parse_positions
from tests.support.typed_text import parse_cards

UKRAINIAN = load_alphabet("uk")


@pytest.mark.parametrize("text", ["12 34", " 12  34 ", "12,34", "12, 34", "12;34", "012\n34", "12+34"])
def test_positions_are_numbers_apart(text: str) -> None:
    assert parse_positions(text) == (12, 34)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", Malformed("no_positions")),
        (" , ", Malformed("no_positions")),
        ("А1", Malformed("garbled_positions", text="А1")),
        ("1 -2", Malformed("garbled_positions", text="1 -2")),
        ("1234", Malformed("garbled_positions", text="1234")),
        ("١", Malformed("garbled_positions", text="١")),
        ("9" * 5000, Malformed("garbled_positions", text="9" * 60 + "…")),
    ],
)
def test_what_is_no_position_is_malformed(text: str, refusal: EngineError) -> None:
    with pytest.raises(Malformed) as caught:
        parse_positions(text)
    assert (caught.value.code, caught.value.fields) == (refusal.code, refusal.fields)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("о ф", ("О", "Ф")),
        ("О Ф", ("О", "Ф")),
        ("ож фс", ("ОY", "ФB")),
        ("О-жовта Ф-синя", ("ОY", "ФB")),
        ("О жовта Ф синя", ("ОY", "ФB")),
        ("Оsarı Фmavi", ("ОY", "ФB")),
        ("О🟡 Ф🔵", ("ОY", "ФB")),
        ("О хаос", ("О", "chaos")),
        ("обмін Полісемія", ("exchange", "polysemy")),
        ("takas kaos", ("exchange", "chaos")),
        ("ж жж", ("Ж", "ЖY")),
        ("с ж", ("С", "Ж")),
        ("с с", ("С", "С")),
        ("с-ж сс", ("СY", "СB")),
        ("О SARI Ф MAVİ", ("ОY", "ФB")),
        ("O A", ("О", "А")),
        ("o Ïж", ("О", "ЇY")),
        ("Oc Oy", ("ОB", "ОY")),
        ("O y K mavi", ("ОY", "КB")),
        ("І\u0308с", ("ЇB",)),
    ],
)
def test_a_card_is_a_letter_with_or_without_colour_or_a_reward(text: str, expected: tuple[str, ...]) -> None:
    assert parse_cards(text, UKRAINIAN) == expected


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", Malformed("no_cards")),
        ("о жаба", Malformed("garbled_card", text="жаба")),
        ("W", Malformed("garbled_card", text="W")),
        ("1", Malformed("garbled_card", text="1")),
        ("жовта", Malformed("garbled_card", text="жовта")),
        ("q" * 99, Malformed("garbled_card", text="q" * 60 + "…")),
    ],
)
def test_what_is_no_card_is_malformed(text: str, refusal: EngineError) -> None:
    with pytest.raises(Malformed) as caught:
        parse_cards(text, UKRAINIAN)
    assert (caught.value.code, caught.value.fields) == (refusal.code, refusal.fields)


@given(st.text())
def test_any_text_is_read_or_malformed(text: str) -> None:
    for read in (parse_positions, lambda said: parse_cards(said, UKRAINIAN)):
        try:
            assert read(text)
        except Malformed:
            continue
