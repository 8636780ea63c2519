"""Words of cards: how they are typed, which cards they take, what they bring (RULES §6.6–6.8, §9.5)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import game as door
from engine.absence import Replace, Seek, Volunteer
from engine.alphabet import load_alphabet
from engine.errors import EngineError, Malformed
from engine.klepka.notation import parse_positions
from engine.klepka.rules import preview_word
from engine.klepka.state import GameState
from engine.klepka.words import parse_word, seat_figures, spell_word
from engine.messages import Action, Event
from engine.seat_figures import SeatFigures
from tests.support.klepka import (
    NOW,
    apply_step,
    cards_of_signs,
    double,
    form,
    game,
    klepka_rules,
    signs_of_cards,
    spell_from_hand,
)
from tests.support.languages import parse_cards


def test_a_word_brings_its_letter_cards_and_twice_that_in_one_colour() -> None:
    rows = (
        ("вода", "ВдаО", 5), ("вода", "ВДАО", 10), ("вода", "вдао", 10), ("в[о]да", "Вда*", 4), ("в[о]да", "ВДА*", 8),
        ("м[о]л[о]к[о]", "МЛк*", 6), ("м[о]л[о]к[о]", "МЛК*", 12), ("молок[о]", "МЛКОО*", 16), ("щ[о]", "Щ*", 16),
    )  # fmt: skip
    for word, hand, score in rows:
        assert spell_from_hand(word, hand).score == score


def test_one_polysemy_stands_for_a_letter_however_often_it_occurs() -> None:
    spelling = spell_from_hand("м[о]л[о]к[о]", "млк**")
    assert (spelling.word, signs_of_cards(spelling.cards), spelling.polysemies) == ("МОЛОКО", "млк", ("О",))


def test_of_two_colours_the_one_that_makes_the_whole_word_is_taken() -> None:
    assert signs_of_cards(spell_from_hand("вода", "ВвОоДа").cards) == "ВОДа"
    assert signs_of_cards(spell_from_hand("вода", "ВвОоДдАа").cards) in {"ВОДА", "вода"}
    assert signs_of_cards(spell_from_hand("вода", "ВвоДдАа").cards) == "вода"
    assert signs_of_cards(spell_from_hand("вода", "ВОДАо").cards) == "ВОДА"


def test_where_both_colours_make_the_word_the_scarcer_goes() -> None:
    assert signs_of_cards(spell_from_hand("та", "ТАтащя").cards) == "ТА"
    assert signs_of_cards(spell_from_hand("та", "ТАтаЩЯ").cards) == "та"
    assert signs_of_cards(spell_from_hand("та", "таТА").cards) == "ТА"


def test_the_colour_rule_can_be_off_or_left_to_the_host() -> None:
    for choice in ("off", "host"):
        spelling = spell_from_hand("вода", "ВОДА", double=choice)
        assert (spelling.score, spelling.doubled) == (5, False)


def test_case_spaces_and_brackets_do_not_change_the_word() -> None:
    for typed in ("вода", "ВОДА", "Вода", "  вода ", "в[о]да", "В[О]ДА", "во\u200bда", "в[ о ]да"):
        assert parse_word(typed, klepka_rules()).word == "ВОДА"


def test_latin_letters_that_look_alike_are_read_as_ukrainian() -> None:
    for typed in ("KIT", "kit", "K[I]T", "КIТ", "KİT"):
        assert parse_word(typed, klepka_rules()).word == "КІТ"


def test_a_composed_and_a_decomposed_letter_are_one() -> None:
    for typed in ("їжак", "i\u0306жак".replace("i\u0306", "ї"), "і\u0308жак"):
        assert parse_word(typed, klepka_rules()).word == "ЇЖАК"


def test_polysemy_stands_for_the_apostrophe_whichever_is_typed() -> None:
    for typed in ("[']я", "[’]я", "[ʼ]я", "[`]я"):
        assert spell_from_hand(typed, "Я*").polysemies == ("'",)


def test_what_is_no_word_is_malformed() -> None:
    for typed, refusal in (
        ("", Malformed("no_word")),
        (" \u200b ", Malformed("no_word")),
        ("я", Malformed("too_short", word="Я")),
        ("[я]", Malformed("too_short", word="Я")),
        ("вода вода", Malformed("several_words", word="ВОДА ВОДА")),
        ("по-нашому", Malformed("not_letters", letters=("-",))),
        ("рыба", Malformed("not_letters", letters=("Ы",))),
        ("word2", Malformed("foreign_letters", letters=("W", "O", "R", "D"), script="latin")),
        ("в[о", Malformed("brackets", word="В[О")),
        ("во]", Malformed("brackets", word="ВО]")),
        ("в[]о", Malformed("brackets", word="В[]О")),
        ("в[[о]]", Malformed("brackets", word="В[[О]]")),
        ("сла[ва у]країні", Malformed("brackets", word="СЛА[ВА")),
        ("[", Malformed("brackets", word="[")),
        ("[" * 100, Malformed("brackets", word="[" * 60 + "…")),
        ("вода " * 100, Malformed("several_words", word=("ВОДА " * 12) + "…")),
    ):
        with pytest.raises(Malformed) as caught:
            parse_word(typed, klepka_rules())
        assert (caught.value.code, caught.value.fields) == (refusal.code, refusal.fields)


def test_the_words_that_win_are_the_only_ones_with_a_space() -> None:
    for typed in ("слава україні", "СЛАВА  УКРАЇНІ", "Слава Україні", "сл[а]в[а] укр[а]їні"):
        found = parse_word(typed, klepka_rules())
        assert (found.word, found.wins) == ("СЛАВА УКРАЇНІ", True)


def test_a_polysemy_serves_one_of_the_two_words_that_win() -> None:
    assert spell_from_hand("сл[а]в[а] україні", "СЛВ УКРАЇНІ *").polysemies == ("А",)
    assert spell_from_hand("сл[а]в[а] укр[а]їні", "СЛВ УКРЇНІ **").polysemies == ("А", "А")
    state = game("", "СЛВ УКРЇНІ *", "")
    with pytest.raises(EngineError, match="polysemy_not_held"):
        apply_step(state, form(state, "сл[а]в[а] укр[а]їні"))


@given(st.text())
def test_any_text_is_a_word_or_malformed(text: str) -> None:
    try:
        typed = parse_word(text, klepka_rules())
    except Malformed:
        return
    assert typed.word


@given(st.text("абвгоя[] ", max_size=12), st.text("АБВГОЯабвгоя*=#", max_size=12))
def test_a_spelling_takes_only_what_is_held_and_every_letter_once(text: str, hand: str) -> None:
    ruleset = klepka_rules()
    try:
        typed = parse_word(text, ruleset)
        spelling = spell_word(typed, cards_of_signs(hand), ruleset)
    except EngineError:
        return
    held = list(cards_of_signs(hand))
    for card in (*spelling.cards, *("polysemy" for _ in spelling.polysemies)):
        held.remove(card)
    marks = [sign.polysemy for sign in typed.parts[0]]
    assert [card[0] for card in spelling.cards] == [
        sign.letter for sign, marked in zip(typed.parts[0], marks, strict=True) if not marked
    ]
    assert len(set(spelling.polysemies)) == len(spelling.polysemies)
    assert bool(spelling.cards)


DIRECTOR, SUBSTITUTE = 900, 901


def figures_after(state: GameState, *actions: Action) -> tuple[Sequence[SeatFigures], GameState]:
    """What the seats did by these actions, and the game then."""
    told: list[Event] = []
    for action in actions:
        step = door.apply(state, action, NOW, lambda _: True)
        assert isinstance(step.table, GameState)
        state = step.table
        told += step.events
    return seat_figures(len(state.players), told), state  # type: ignore[arg-type]  # all are of the family or of all


def hosted_table() -> GameState:
    """A table where the host may let a word count twice; the first player can form ЩО twice, and ЩОКА not at all."""
    return game("АБ\nВГ", "ЩОщо", "", ruleset=klepka_rules(deck="full", double="host"))


def test_words_count_with_their_points_and_passes_do_not() -> None:
    state = hosted_table()
    worth = preview_word(state, 0, "що").score
    (first, second), after = figures_after(state, form(state, "що"), form(state, "що"))
    assert (first.plays, first.play_points, first.best_word, first.longest_word) == (2, 2 * worth, "ЩО", "ЩО")
    assert second == SeatFigures()
    assert after.players[0].score == 2 * worth
    assert first.bingos == first.challenges_won == 0


def test_a_doubled_word_counts_with_what_it_brought_in_the_end() -> None:
    state = hosted_table()
    (first, _), after = figures_after(state, form(state, "що"), form(state, "що"), double("що"))
    assert first.plays == 2
    assert first.play_points == after.players[0].score
    assert first.best_word_points == first.best_play == 2 * preview_word(state, 0, "що").score


def test_a_substitute_has_what_came_after() -> None:
    state = hosted_table()
    replaced = (Seek(DIRECTOR, 0, ruling=True), Volunteer(SUBSTITUTE, "Су", 0), Replace(DIRECTOR, 0, SUBSTITUTE))
    (first, _), after = figures_after(state, form(state, "що"), *replaced)
    assert first == SeatFigures()
    assert after.players[0].score > 0
    assert after.players[0].user == SUBSTITUTE


UKRAINIAN = load_alphabet("uk")


def test_positions_are_numbers_apart() -> None:
    for text in ("12 34", " 12  34 ", "12,34", "12, 34", "12;34", "012\n34", "12+34"):
        assert parse_positions(text) == (12, 34)


def test_a_card_is_a_letter_with_or_without_colour_or_a_reward() -> None:
    rows = (
        ("о ф", ("О", "Ф")), ("О Ф", ("О", "Ф")), ("ож фс", ("ОY", "ФB")), ("О-жовта Ф-синя", ("ОY", "ФB")),
        ("О жовта Ф синя", ("ОY", "ФB")), ("Оsarı Фmavi", ("ОY", "ФB")), ("О🟡 Ф🔵", ("ОY", "ФB")),
        ("О хаос", ("О", "chaos")), ("обмін Полісемія", ("exchange", "polysemy")),
        ("takas kaos", ("exchange", "chaos")), ("ж жж", ("Ж", "ЖY")), ("с ж", ("С", "Ж")), ("с с", ("С", "С")),
        ("с-ж сс", ("СY", "СB")), ("О SARI Ф MAVİ", ("ОY", "ФB")), ("O A", ("О", "А")), ("o Ïж", ("О", "ЇY")),
        ("Oc Oy", ("ОB", "ОY")), ("O y K mavi", ("ОY", "КB")), ("І\u0308с", ("ЇB",)),
    )  # fmt: skip
    for text, expected in rows:
        assert parse_cards(text, UKRAINIAN) == expected


def read_cards(text: str) -> tuple[str, ...]:
    return parse_cards(text, UKRAINIAN)


def test_what_is_no_position_or_card_is_malformed() -> None:
    rows = (
        (parse_positions, "", "no_positions"), (parse_positions, " , ", "no_positions"), (read_cards, "", "no_cards"),
        *((parse_positions, text, "garbled_positions") for text in ("А1", "1 -2", "1234", "١", "9" * 5000)),
        *((read_cards, text, "garbled_card") for text in ("жаба", "W", "1", "жовта", "q" * 99)),
    )  # fmt: skip
    for read, text, code in rows:
        fields = {"text": text if len(text) <= 60 else f"{text[:60]}…"} if code.startswith("garbled") else {}
        with pytest.raises(Malformed) as caught:
            read(text)
        assert (caught.value.code, caught.value.fields) == (code, fields)


@given(st.text())
def test_any_text_is_read_or_malformed(text: str) -> None:
    for read in (parse_positions, read_cards):
        try:
            assert read(text)
        except Malformed:
            continue
