"""What chats were told, against what was committed: the auditor finds what is missing, misplaced or made up."""

import pytest

from bot.texts import Texts
from tests.support.audited_games import AuditedGame, whole_crossword_game, whole_klepka_game
from tools.chaos import message_audit
from tools.chaos.findings import Findings
from tools.chaos.log_audit import LogStep
from tools.chaos.message_audit import ChatMessage


def kinds(at: AuditedGame, said: list[ChatMessage]) -> list[str]:
    findings = Findings()
    message_audit.check_messages(at.place, at.steps, said, findings)
    return [finding.kind for finding in findings]


def test_everything_told_in_its_order_is_right() -> None:
    at = whole_crossword_game()
    assert kinds(at, at.announcements()) == []


def test_an_instant_is_told_as_each_reader_s_clock_shows_it() -> None:
    at = whole_crossword_game()
    said = at.announcements()
    standing = next(text for step in at.steps for text in message_audit.standing_texts(step) if "\nSıra: " in text)
    head, _, turn = standing.rpartition("\nSıra: ")
    dated = f'{head}\nSıra: <tg-time unix="1800000000" format="wdt">{turn}</tg-time>'
    assert kinds(at, [*said, ChatMessage(f"x\n\n{dated}", is_photo=True)]) == []
    assert kinds(at, [*said, ChatMessage(f"x\n\n{dated}!", is_photo=True)]) == ["doubled"]


def test_steps_that_one_message_tells_are_told() -> None:
    at = whole_crossword_game()
    said = at.announcements()
    together = ChatMessage(f"{said[4].text}\n{said[5].text}", is_photo=False)
    assert kinds(at, [*said[:4], together, *said[6:]]) == []


def together(at: AuditedGame, counted: int) -> list[ChatMessage]:
    """Ten steps in one message: so many counted, the others in few words, the newest in full."""
    said, steps = at.announcements(), at.steps[4:14]
    assert at.announcements()[4].text == "\n".join(message_audit.step_sentences(steps[0]))
    before = [Texts().plain("tr", "told-before", count=counted)] if counted else []
    few = [line for step in steps[counted:-1] for line in message_audit.short_step_sentences(step)]
    return [
        *said[:4],
        ChatMessage("\n".join([*before, *few, *message_audit.step_sentences(steps[-1])]), is_photo=True),
        *said[14:],
    ]


@pytest.mark.parametrize("counted", [0, 1, 4, 9])
def test_steps_that_are_told_in_few_words_or_counted_are_told(counted: int) -> None:
    at = whole_klepka_game()
    said = together(at, counted)
    assert kinds(at, said) == []
    short = ChatMessage(said[4].text.replace(said[4].text.splitlines()[counted and 1], ""), is_photo=True)
    assert set(kinds(at, [*said[:4], short, *said[5:]])) & {"lost", "out_of_order"}


def test_no_more_steps_are_told_by_a_number_than_it_says() -> None:
    at = whole_klepka_game()
    said = together(at, 4)
    fewer = ChatMessage(said[4].text.replace("4", "3", 1), is_photo=True)
    assert kinds(at, [*said[:4], fewer, *said[5:]]) == ["lost"]


def test_steps_that_are_counted_below_a_table_s_number_are_told() -> None:
    at = whole_klepka_game()
    said = together(at, 4)
    numbered = ChatMessage(f"<b>\u2068#3 Ayşe–Mehmet +1\u2069</b>\n{said[4].text}", is_photo=True, table=3)
    assert kinds(at, [*said[:4], numbered, *said[5:]]) == []
    behind = ChatMessage(f"{said[4].text.splitlines()[1]}\n{said[4].text}", is_photo=True)
    assert kinds(at, [*said[:4], behind, *said[5:]]) == ["lost"] * 4


def test_what_is_told_again_is_no_fault() -> None:
    at = whole_crossword_game()
    said = at.announcements()
    assert kinds(at, [*said[:5], said[4], *said[5:]]) == []


def test_what_stands_alone_in_its_message_is_found_without_the_line_that_would_part_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at, lines = whole_crossword_game(), message_audit.step_sentences
    said = at.announcements()

    def parted(step: LogStep) -> list[str]:
        return [f"\n{line}" if not number else line for number, line in enumerate(lines(step))]

    monkeypatch.setattr(message_audit, "step_sentences", parted)
    assert kinds(at, said) == []


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
    said, (standing,) = at.announcements(), message_audit.standing_texts(at.steps[4])
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
        message_audit.check_messages(game.place, game.steps, said, findings, untold)
        assert len(findings) == missing
