"""Replays of whole games: every step that was told, with what the mover had, and nothing too long for a caption."""

import pytest

from bot.handlers.records.replay import list_replay_steps, step_caption
from bot.message_limits import CAPTION, count_visible_units
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.events import TilesPlaced
from engine.crossword.state import GameState
from engine.packed_game import UnpackedGame, pack_game, unpack_game
from engine.rulesets import shipped_rulesets
from tests.support.languages import LANGUAGES
from tests.support.stored_games import simulated_course


def replayed(ruleset: str) -> UnpackedGame:
    """A simulated game, packed and unpacked."""
    course = simulated_course(ruleset)
    table = course[-1][0]
    assert not isinstance(table, str)
    return unpack_game(pack_game(table.ruleset, table.secret, [entry for _, entry in course], "test"))


@pytest.mark.repeats(12)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_every_step_of_every_game_is_told_in_a_caption(ruleset: str, language: str) -> None:
    speaker = Speaker(Texts(), language).about_table(shipped_rulesets()[ruleset].title)
    steps = list_replay_steps(replayed(ruleset), speaker)
    assert steps[0].before is None
    assert steps[-1].after.outcome is not None
    for number, step in enumerate(steps, start=1):
        caption = step_caption(step, number, len(steps), speaker)
        assert count_visible_units(caption) <= CAPTION
        assert caption.startswith(speaker.html("history-step", step=str(number), steps=str(len(steps))))


def test_a_play_is_shown_with_the_rack_from_which_it_was_laid() -> None:
    speaker = Speaker(Texts(), "tr").about_table(shipped_rulesets()["kelimelik"].title)
    steps = list_replay_steps(replayed("kelimelik"), speaker)
    plays = [step for step in steps if any(isinstance(event, TilesPlaced) for event in step.entry.events)]
    assert plays
    for step in plays:
        assert isinstance(step.before, GameState)
        rack = step.before.players[step.before.turn].rack
        caption = step_caption(step, 1, 2, speaker)
        tiles = next(line for line in caption.splitlines() if "rafı" in line).partition(":")[2].split()
        assert len(tiles) == len(rack)
        assert step.public_view.viewer is None


def test_the_beginning_tells_who_drew_what_but_not_how_to_move() -> None:
    speaker = Speaker(Texts(), "tr").about_table(shipped_rulesets()["scrabble-tr"].title)
    first, *_ = steps = list_replay_steps(replayed("scrabble-tr"), speaker)
    caption = step_caption(first, 1, len(steps), speaker)
    assert "Kura: " in caption
    assert "/oyna" not in caption
