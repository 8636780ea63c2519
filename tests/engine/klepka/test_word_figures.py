"""What the seats of a game of Klepka did, for its record: words, with what they brought in the end."""

from collections.abc import Sequence

from engine import game as door
from engine.absence import Replace, Seek, Volunteer
from engine.klepka.rules import preview_word
from engine.klepka.state import GameState
from engine.klepka.words import seat_figures
from engine.messages import Action, Event
from engine.seat_figures import SeatFigures
from tests.support.klepka import NOW, double, flip, form, game, klepka_rules

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


def test_a_word_formed_twice_is_doubled_twice() -> None:
    state = hosted_table()
    said = form(state, "що"), form(state, "що"), double("що"), double("що")
    (first, _), after = figures_after(state, *said)
    assert first.play_points == after.players[0].score == 4 * preview_word(state, 0, "що").score


def test_a_substitute_has_what_came_after() -> None:
    state = hosted_table()
    replaced = (Seek(DIRECTOR, 0, ruling=True), Volunteer(SUBSTITUTE, "Су", 0), Replace(DIRECTOR, 0, SUBSTITUTE))
    (first, _), after = figures_after(state, form(state, "що"), *replaced)
    assert first == SeatFigures()
    assert after.players[0].score > 0
    assert after.players[0].user == SUBSTITUTE


def test_turned_up_cards_are_no_word() -> None:
    state = hosted_table()
    assert figures_after(state, flip(state, 1, 2))[0] == (SeatFigures(), SeatFigures())
