"""What a group is told of, and what it need not hear."""

from bot.tables.notices import goes_unsaid
from engine.clock import Timeout
from engine.game import Step
from tests.support.games import after, game, pass_, play, step

GAME = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "take-back": "20"})
LAID = after(GAME, play(GAME, "8F KALEM"))


def test_the_end_of_the_seconds_for_taking_back_is_told_to_nobody() -> None:
    kept, events = step(LAID, Timeout(), seconds=20)
    assert len(kept.players[0].rack) == 7
    assert goes_unsaid(Step(kept, events))


def test_what_the_next_player_does_meanwhile_is_told() -> None:
    assert not goes_unsaid(Step(*step(LAID, pass_(LAID), seconds=5)))
