"""What is told of finished games of Duplicate: days in a row in the week's, and few names of a hundred."""

from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from bot.families.duplicate.wording import DuplicateWording
from bot.handlers.game_pages import game_caption
from bot.message_limits import CAPTION, count_visible_units
from bot.records.archive import ArchivedGame
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.dictionaries import load_base_list, split_lexicon_name
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.secrecy import view_for
from engine.duplicate.simulate import SimulatedGame, simulate_game
from engine.duplicate.view import GameView, SeatView
from engine.game_record import GameRecord, PlayerRecord
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.seat_figures import SeatFigures


def play_week(rounds: str = "7") -> SimulatedGame:
    rules = shipped_rulesets()["duplicate-mini"]
    assert isinstance(rules, Ruleset)
    words = load_base_list(*split_lexicon_name(rules.lexicon))
    options = {"round": "86400", "rounds": rounds}
    return simulate_game(resolve_ruleset(rules, options), ["greedy", "acemi"], "week", 1, words, BoardSearcher())


def with_unanswered_round(seat: SeatView, number: int) -> SeatView:
    points = tuple(None if place == number else one for place, one in enumerate(seat.points, 1))
    return replace(seat, points=points)


def standings(view: GameView) -> list[str]:
    return DuplicateWording(Speaker(Texts(), "en").about_table({"en": "Duplicate"})).ranked_lines(view)


def test_the_weeks_result_says_on_how_many_days_in_a_row_people_answered_up_to_its_end() -> None:
    view = view_for(play_week().state, None)
    first, second = view.seats
    view = replace(view, seats=(first, with_unanswered_round(second, 4)))
    best, other = standings(view)
    assert "7 days in a row" in best
    assert "3 days in a row" in other


def test_no_other_game_does_and_the_weeks_not_before_its_end() -> None:
    week = view_for(play_week().state, None)
    assert "in a row" not in "".join(standings(replace(week, outcome=None)))
    assert "in a row" not in "".join(standings(view_for(play_week("5").state, None)))


def test_the_page_of_a_game_of_a_hundred_fits_and_names_the_best() -> None:
    players = tuple(
        PlayerRecord(user, f"Player of number {user}", user, 1_000 - user, False, False, SeatFigures())
        for user in range(1, 101)
    )
    record = GameRecord("ab" * 8, "duplicate-en", "duplicate-en", 0, 1, "rounds", 10, players, in_rounds=True)
    text = game_caption(ArchivedGame(-7, 0, record), None, None, "", Speaker(Texts(), "en"))
    assert count_visible_units(text) <= CAPTION
    assert "Player of number 12" in text
    assert "… and 88 more" in text
