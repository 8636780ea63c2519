"""The audit of logs finds what is planted, and nothing else."""

from datetime import timedelta

from msgspec.structs import replace

from engine.crossword.actions import Place
from engine.game import Game
from engine.turns import Pass
from tests.simulator.audited_games import AuditedGame, whole_crossword_game, with_wrong_score
from tools.simulator.ledger import NEVER, SentUpdate, StoredTable, expect


def kinds(game: AuditedGame) -> list[str]:
    return [finding.kind for finding in game.find_faults()]


def first_place(game: AuditedGame) -> int:
    """The entry of the first play, from 0."""
    return next(number for number, entry in enumerate(game.kept.log) if isinstance(entry.action, Place))


def test_a_game_that_is_right_has_no_findings() -> None:
    for number in range(3):
        assert kinds(whole_crossword_game(number=number)) == []


def test_an_entry_that_nobody_asked_for_is_doubled() -> None:
    game = whole_crossword_game()
    del game.place.sent_updates[first_place(game)]
    assert kinds(game) == ["doubled"]


def test_an_entry_that_stands_twice_does_not_replay() -> None:
    game = whole_crossword_game()
    number = first_place(game)
    log = (*game.kept.log[: number + 1], *game.kept.log[number:])
    game.kept = replace(game.kept, log=log, version=len(log))
    assert kinds(game)[0] == "wrong"


def test_a_move_that_was_acknowledged_and_is_nowhere_is_lost() -> None:
    game = whole_crossword_game()
    number = first_place(game)
    game.truncate_log(number)
    del game.place.sent_updates[number + 1 :]
    assert kinds(game) == ["lost"]


def test_a_table_whose_opening_was_acknowledged_and_of_which_nothing_is_kept_is_lost() -> None:
    game = whole_crossword_game()
    del game.place.sent_updates[1:]
    game.kept = StoredTable(0, None, (), None)
    assert kinds(game) == ["lost"]
    game.place.sent_updates[0].acknowledged_at = NEVER
    assert kinds(game) == []


def test_a_move_that_the_rules_refuse_wherever_it_may_have_come_is_not_lost() -> None:
    game = whole_crossword_game()
    number = first_place(game)
    first = game.place.sent_updates[number]
    later = SentUpdate(
        9999, first.record, first.expected, True, 0, first.acknowledged_at + 0.1, first.acknowledged_at + 0.2
    )
    game.place.sent_updates.insert(number + 1, later)
    assert kinds(game) == []


def test_what_may_have_been_done_by_a_tap_bounds_nothing_that_was_written_before_it() -> None:
    """What was written waited, and the tap overtook it: the turn was over when it was judged."""
    game = whole_crossword_game()
    number = first_place(game)
    tapped = game.place.sent_updates[number]
    tapped.is_ordered = False
    by = tapped.expected.by
    early = SentUpdate(1, game.place, expect(Pass(by)), True, 0, number - 0.4, number - 0.3)
    written = SentUpdate(2, game.place, tapped.expected, True, 0, number - 0.2, number - 0.1)
    game.place.sent_updates[number:number] = [early, written]
    assert kinds(game) == []
    for cause, found in ((tapped, []), (written, ["lost"])):
        game.kept = replace(game.kept, update_by_version={number + 1: cause.update_id})
        assert kinds(game) == found


def test_what_stands_before_what_was_acknowledged_earlier_is_out_of_order() -> None:
    game = whole_crossword_game()
    number = first_place(game)
    one, other = game.place.sent_updates[number], game.place.sent_updates[number + 1]
    one.posted_at, one.acknowledged_at, other.posted_at, other.acknowledged_at = (
        other.posted_at,
        other.acknowledged_at,
        one.posted_at,
        one.acknowledged_at,
    )
    assert kinds(game) == ["out_of_order"]
    # Where the group became a supergroup between them the latter overtook the former in another shard.
    other.moved_at = other.acknowledged_at
    for sent in game.place.sent_updates[:number]:
        sent.moved_at = other.acknowledged_at
    assert kinds(game) == []


def test_a_score_that_the_log_does_not_lead_to_is_wrong() -> None:
    game = whole_crossword_game()
    assert isinstance(game.kept.table, Game)
    game.kept = replace(game.kept, table=with_wrong_score(game.kept.table))
    assert kinds(game) == ["wrong"]


def test_a_deadline_that_is_not_the_tables_is_wrong() -> None:
    game = whole_crossword_game({"clock": "2min"})
    game.truncate_log(first_place(game) + 1)
    del game.place.sent_updates[first_place(game) + 1 :]
    assert kinds(game) == []
    assert game.kept.due is not None
    for due in (game.kept.due + timedelta(minutes=1).total_seconds(), None):
        spoilt = replace(game.kept, due=due)
        game.kept, right = spoilt, game.kept
        assert kinds(game) == ["wrong"]
        game.kept = right
