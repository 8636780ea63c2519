"""What is meant for a table and counts at another one is found, and so is what counts at two."""

from bot.store.scope import Scope
from engine.turns import Pass
from tests.simulator.audited_games import CHAT, AuditedGame, whole_crossword_game
from tools.simulator import audit
from tools.simulator.ledger import Findings, SentUpdate, TableRecord, expect

PLACE = Scope(CHAT)


def two_tables() -> tuple[TableRecord, TableRecord]:
    neighbours: list[TableRecord] = []
    neighbours += [TableRecord(PLACE.at_table(number), "kelimelik", neighbours=neighbours) for number in (1, 2)]
    return neighbours[0], neighbours[1]


def passes(record: TableRecord, update: int = 7) -> SentUpdate:
    sent = SentUpdate(update, record, expect(Pass(1)), True, 0, 1.0, 2.0)
    record.sent_updates.append(sent)
    return sent


def test_an_update_is_misplaced_at_any_table_but_its_own_whatever_number_the_chat_had() -> None:
    first, second = two_tables()
    passes(second)
    for scope, misplaced in (
        (PLACE.at_table(2), False),
        (Scope(-5, table=2), False),  # before the group became a supergroup
        (PLACE, True),
        (Scope(CHAT, 3, 2), True),
    ):
        findings = Findings()
        assert audit.find_misplaced(second, {7: scope}, findings) == ({7} if misplaced else set())
        assert findings.count_kinds("misplaced") == misplaced
        assert audit.find_misplaced(first, {7: scope}, findings) == set()


def test_nobody_is_to_be_asked_who_names_a_table() -> None:
    first, second = two_tables()
    passes(first, 7).names_table = True
    passes(first, 8)
    for asked, count in (({8: 3.0}, 0), ({7: 3.0, 8: 3.0}, 1)):
        findings = Findings()
        audit.check_questions(((first, ()), (second, ())), asked, findings)
        assert findings.count_kinds("misplaced") == count


def questions_about(game: AuditedGame, update: int, asked_at: float, entries: int | None = None) -> int:
    """How many findings there are where an update is asked about at that instant."""
    findings = Findings()
    audit.check_questions([(game.place, game.steps[:entries])], {update: asked_at}, findings)
    return findings.count_kinds("misplaced")


def test_what_is_asked_about_as_the_table_may_be_over_may_be_asked_about() -> None:
    game = whole_crossword_game()
    for sent in game.place.sent_updates:
        sent.names_table = True
    first, last = game.place.sent_updates[0].update_id, game.place.sent_updates[-1]
    for update in (first, last.update_id):
        assert questions_about(game, update, last.posted_at) == 0
        assert questions_about(game, update, last.posted_at - 0.1) == 1
        assert questions_about(game, update, last.posted_at, entries=-1) == 1


def answered_game() -> AuditedGame:
    """A game whose second entry was asked for by something that was answered with another table, too."""
    game = whole_crossword_game()
    game.place.sent_updates[1].also_answered.append(two_tables()[1])
    return game


def test_what_was_answered_with_two_tables_counts_at_one() -> None:
    game, findings = answered_game(), Findings()
    other = TableRecord(PLACE.at_table(2), "kelimelik", sent_updates=game.place.sent_updates)
    audit.check_answered_once([(game.place, game.steps)], {}, findings)
    assert not findings
    both = [(game.place, game.steps), (other, game.steps)]
    audit.check_answered_once(both, {game.place.sent_updates[1].update_id: other.scope}, findings)
    assert not findings, "the same was done at the other table, and not by this"
    audit.check_answered_once(both, {}, findings)
    (found,) = findings
    assert (found.kind, found.where) == ("doubled", str(other))
