"""What chats were told, against what was committed: the auditor finds what is missing, misplaced or made up."""

import pytest

from bot.texts import Texts
from tests.simulator.audited_games import AuditedGame, whole_crossword_game, whole_klepka_game
from tools.simulator.ledger import Findings
from tools.simulator.messages import ChatMessage, StepWording, check_messages

WORDING = StepWording()


def kinds(at: AuditedGame, said: list[ChatMessage]) -> list[str]:
    findings = Findings()
    check_messages(at.place, at.steps, said, findings)
    return [finding.kind for finding in findings]


def test_everything_told_in_its_order_is_right() -> None:
    at = whole_crossword_game()
    assert kinds(at, at.announcements()) == []


def together(at: AuditedGame, counted: int) -> list[ChatMessage]:
    """Ten steps in one message: so many counted, the others in few words, the newest in full."""
    said, steps = at.announcements(), at.steps[4:14]
    assert at.announcements()[4].text == "\n".join(WORDING.sentences(steps[0]))
    before = [Texts().plain("tr", "told-before", count=counted)] if counted else []
    few = [line for step in steps[counted:-1] for line in WORDING.short_sentences(step)]
    return [
        *said[:4],
        ChatMessage("\n".join([*before, *few, *WORDING.sentences(steps[-1])]), is_photo=True),
        *said[14:],
    ]


@pytest.mark.parametrize("counted", [0, 1, 4, 9])
def test_steps_that_are_told_in_few_words_or_counted_are_told(counted: int) -> None:
    at = whole_klepka_game()
    said = together(at, counted)
    assert kinds(at, said) == []
    short = ChatMessage(said[4].text.replace(said[4].text.splitlines()[counted and 1], ""), is_photo=True)
    assert set(kinds(at, [*said[:4], short, *said[5:]])) & {"lost", "out_of_order"}


def test_a_step_that_was_told_to_nobody_is_lost() -> None:
    at = whole_crossword_game()
    said = at.announcements()
    del said[5]
    assert kinds(at, said) == ["lost"]


def test_steps_told_the_other_way_round_are_out_of_order() -> None:
    at = whole_crossword_game()
    said = at.announcements()
    said[5], said[6] = said[6], said[5]
    assert kinds(at, said) == ["out_of_order"]


def test_a_picture_of_a_table_that_never_was_is_found() -> None:
    at = whole_crossword_game()
    said, (standing,) = at.announcements(), WORDING.standings(at.steps[4])
    assert any(mark.isdigit() for mark in standing)
    true = ChatMessage(f"x\n\n{standing}", is_photo=True)
    false = ChatMessage(f"x\n\n{standing.replace('<b>', '<b>9')}", is_photo=True)
    assert kinds(at, [*said, true]) == []
    assert kinds(at, [*said, false]) == ["doubled"]


def test_what_still_waits_in_the_outbox_is_not_lost() -> None:
    game = whole_crossword_game()
    said = game.announcements()[:-2]
    for untold, missing in ((2, 0), (1, 1), (0, 2)):
        findings = Findings()
        check_messages(game.place, game.steps, said, findings, untold)
        assert len(findings) == missing
