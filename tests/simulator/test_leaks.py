"""What left the processes: what is missing, misplaced or made up of it is found, and what nobody else may read."""

from typing import Final

import pytest

from bot.wording.speaker import folding_quote
from engine.crossword.state import GameState
from tests.simulator.audited_games import CHAT, AuditedGame, whole_crossword_game
from tools.simulator.leaks import GameSecrets, OutputText
from tools.simulator.ledger import ChatMessage, Findings, StepWording, check_messages

WORDING = StepWording()


def find_kinds(at: AuditedGame, said: list[ChatMessage]) -> list[str]:
    findings = Findings()
    check_messages(at.place, at.steps, said, findings)
    return [finding.kind for finding in findings]


def test_steps_told_to_nobody_or_the_other_way_round_are_found() -> None:
    at = whole_crossword_game()
    said = at.announcements()
    assert find_kinds(at, said) == []
    assert find_kinds(at, [*said[:5], *said[6:]]) == ["lost"]
    assert find_kinds(at, [*said[:5], said[6], said[5], *said[7:]]) == ["out_of_order"]


def test_a_picture_of_a_table_that_never_was_is_found() -> None:
    at = whole_crossword_game()
    said, standing = at.announcements(), min(WORDING.standings(at.steps[4]), key=len)
    assert any(mark.isdigit() for mark in standing)
    head = f"x {WORDING.standing_mark}y"
    true, false = (
        ChatMessage(f"{head}\n{folding_quote(one)}", is_photo=True)
        for one in (standing, standing.replace("<b>", "<b>9"))
    )
    assert find_kinds(at, [*said, true]) == []
    assert find_kinds(at, [*said, false]) == ["doubled"]


TOKEN = "7:chaos-token"  # noqa: S105 - a word to look for
GAME: Final = whole_crossword_game()


def midgame() -> GameState:
    state = GAME.steps[3].after
    assert isinstance(state, GameState)
    return state


SECRETS: Final = GameSecrets((TOKEN,))
SECRETS.learn_from_log(GAME.place, GAME.steps)


def leaks_in(text: str, chat: int | None, *, message: bool = True) -> list[str]:
    findings = Findings()
    assert SECRETS.find_leaks([OutputText("here", text, chat, message)], findings) == 1
    return [finding.what for finding in findings]


@pytest.mark.parametrize("mark", ["", ", ", "  ", "|", "', '", '","'])
def test_a_rack_is_found_in_the_group_in_private_of_others_and_in_the_log(mark: str) -> None:
    rack, (owner, other) = midgame().players[0].rack, (player.user for player in midgame().players)
    for tiles in (rack, sorted(rack), rack[::-1]) if mark else (rack,):
        written = f"taşlar: {mark.join(tiles)}.".replace("?", "▢")
        assert all(leaks_in(written, reader) for reader in (CHAT, other, None))
        assert leaks_in(written, owner) == []


def test_the_secret_may_be_told_by_the_end_of_its_game_alone_and_a_token_never() -> None:
    secret, end = midgame().secret, StepWording().sentences(GAME.steps[-1])[-1]
    assert leaks_in(secret, CHAT)
    assert leaks_in(midgame().draws.seed, None)
    assert leaks_in(f"{end} {secret}", CHAT) == []
    assert leaks_in(f"{end} {secret}", None)
    assert leaks_in(f"{end} {secret}", CHAT - 1)
    assert leaks_in(f"POST /bot{TOKEN}/sendMessage", None)
    assert leaks_in(TOKEN, midgame().players[0].user)


def test_a_state_in_the_log_or_in_a_notice_is_found() -> None:
    for field in ('"rack":["A"', "'bag': ('A'", '"seed":"00', '"draws":{'):
        assert leaks_in(f"x {field} x", None)
        assert leaks_in(f"x {field} x", CHAT, message=False)
    assert leaks_in('{"rack":null,"bag":12,"rack":[]}', CHAT, message=False) == []
