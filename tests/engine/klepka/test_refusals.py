"""Every way in which Klepka says no; none of them changes anything."""

from pathlib import Path

import engine
from engine.clock import Pause, Remind, Resume, Timeout
from engine.errors import Ambiguous, Field, Malformed
from engine.klepka.actions import Chaos, Flip, Form, Trade
from engine.turns import Cancel, Pass, Surrender
from tests.support.games import with_fields
from tests.support.klepka import (
    OUTSIDER,
    USERS,
    after_actions,
    apply_step,
    chaos,
    double,
    flip,
    form,
    game,
    klepka_rules,
    pass_,
    surrender,
    trade,
)
from tests.support.refusals import RefusalCase as Case
from tests.support.refusals import check_refused, refusal_codes_in
from tests.support.refusals import refusal_with as no

FIRST, SECOND, THIRD, *_ = USERS
TABLE = """
    АБВА
    ..**
    ОО=о
"""
START = game(TABLE, "ВОДА*=#Аа", "Щ=", "Ж")
CLEAR = game("", "ВОДА*=#", "Щ")
EXTRA = after_actions(START, flip(START, 1, 4))
ONE_GONE = after_actions(START, surrender(START, 1))
ONE_REMOVED = with_fields(ONE_GONE, removed=((1, "vote"),))
OVER = after_actions(game(TABLE, "", ""), Surrender(FIRST))
BARE = game(TABLE, "**", "")
STRICT = after_actions(
    game(TABLE, "ЩОЩО", "", ruleset=klepka_rules(deck="full", repeats="forbidden")), Form(FIRST, "що")
)
HOSTED = game(TABLE, "ЩО", "", ruleset=klepka_rules(deck="full", double="host"))
DOUBLED = after_actions(HOSTED, form(HOSTED, "що"), double("що"))
TIMED = game(TABLE, "ЩО", "#", ruleset=klepka_rules(deck="full", clock="phases"))
FLIPPING = apply_step(TIMED, Timeout(), later=90)[0]
PAUSED = apply_step(TIMED, Pause(FIRST), later=10)[0]


def bad(code: str, **fields: Field) -> Malformed:
    return Malformed(code, **fields)


FLIPPED = [
    Case("an unknown position", START, flip(START, 1, 13), bad("unknown_position", position=13, last=12)),
    Case("position 0", START, flip(START, 0, 1), bad("unknown_position", position=0, last=12)),
    Case("a negative position", START, flip(START, -1, 1), bad("unknown_position", position=-1, last=12)),
    Case("a position twice", START, flip(START, 1, 1), bad("position_twice", position=1)),
    Case("a taken position", START, flip(START, 1, 5), no("position_empty", position=5)),
    Case("one card", START, flip(START, 1), no("wrong_flip_count", needed=2, given=1)),
    Case("no card", START, flip(START), no("wrong_flip_count", needed=2, given=0)),
    Case("three cards", START, flip(START, 1, 2, 3), no("wrong_flip_count", needed=2, given=3)),
    Case("four cards at an extra flip", EXTRA, flip(EXTRA, 2, 3, 7, 8), no("wrong_flip_count", needed=2, given=4)),
    Case(
        "two cards after a word",
        after_actions(START, form(START, "вода")),
        flip(START, 1, 2),
        no("wrong_flip_count", needed=4, given=2),
    ),
    Case("a card of an empty table", CLEAR, flip(CLEAR, 1, 2), no("table_empty")),
]
FORMED = [
    Case("letters not held", START, form(START, "жаба"), no("letters_not_held", letters=("Б", "Ж"), polysemies=1)),
    Case("a letter held once", START, form(START, "води"), no("letters_not_held", letters=("И",), polysemies=1)),
    Case("a polysemy too many", START, form(START, "[щ]о[к]"), no("polysemy_not_held", needed=2, held=1)),
    Case("polysemy alone", BARE, form(BARE, "[що]"), no("no_letter_card")),
    Case("a phony", START, form(START, "дова"), no("not_words", words=("ДОВА",)), {"ВОДА"}.__contains__),
    Case("a repeated word", STRICT, form(STRICT, "щ[о]"), no("word_repeated", word="ЩО", name="Оля")),
    Case("a word at an extra flip", EXTRA, form(EXTRA, "вода"), no("words_come_first", flips=2)),
    Case(
        "a word when the time for words is over", FLIPPING, form(TIMED, "що"), no("words_are_over", flips=2), seconds=91
    ),
    Case("one letter", START, form(START, "а"), bad("too_short", word="А")),
    Case("no word", START, form(START, " "), bad("no_word")),
    Case("two words", START, form(START, "вода та"), bad("several_words", word="ВОДА ТА")),
    Case("what is no letter", START, form(START, "в0да"), bad("not_letters", letters=("0",))),
    Case("a Latin word", START, form(START, "DA"), bad("foreign_letters", letters=("D", "A"), script="latin")),
    Case("an open bracket", START, form(START, "в[ода"), bad("brackets", word="В[ОДА")),
]
TRADED = [
    Case("no exchange held", START, trade(START, 2, "Ж", 0, "О"), no("reward_not_held", reward="exchange")),
    Case("giving the card that is played", START, trade(START, 1, "=", 0, "О"), no("card_not_held", card="exchange")),
    Case("giving what is not held", START, trade(START, 0, "Ж", 1, "Щ"), no("card_not_held", card="ЖY")),
    Case("taking what is not held", START, trade(START, 0, "О", 1, "Ж"), no("card_not_theirs", card="ЖY", name="Боря")),
    Case("another colour", START, trade(START, 0, "О", 1, "щ"), no("card_not_theirs", card="ЩB", name="Боря")),
    Case("a sign that is no card", START, Trade(FIRST, "А", SECOND, "="), bad("unknown_card", card="=")),
    Case(
        "a letter held in both colours",
        START,
        Trade(FIRST, "А", THIRD, "Ж"),
        Ambiguous("which_colour", letter="А", cards=("АY", "АB")),
    ),
    Case("a trade with oneself", START, trade(START, 0, "О", 0, "А"), no("trade_with_self")),
    Case("a trade with nobody", START, Trade(FIRST, "ОY", OUTSIDER, "ЩY"), no("no_such_player")),
    Case(
        "a trade with one who gave up",
        ONE_GONE,
        trade(START, 0, "О", 1, "Щ"),
        no("partner_has_surrendered", name="Боря"),
    ),
    Case("an unknown card", START, Trade(FIRST, "ОY", SECOND, "Ы"), bad("unknown_card", card="Ы")),
    Case("an empty card", START, Trade(FIRST, "", SECOND, "Щ"), bad("unknown_card", card="")),
]
SHUFFLED = [
    Case("no chaos held", START, chaos(START, 1), no("reward_not_held", reward="chaos")),
    Case("chaos on an empty table", CLEAR, chaos(CLEAR, 0), no("table_empty")),
]
PASSED = [
    Case("passing before turning up cards", START, pass_(START), no("must_flip", flips=2)),
    Case("passing when the time for words is over", FLIPPING, pass_(TIMED), no("must_flip", flips=2), seconds=91),
]
HOST = [
    Case("doubling by the host where colours double", START, double("що"), no("no_host_double")),
    Case("doubling by a player", HOSTED, double("що", SECOND), no("double_is_hosts")),
    Case("doubling a word not formed", HOSTED, double("[щ]ока"), no("not_formed_lately", word="ЩОКА")),
    Case("doubling what is no word", HOSTED, double("?!"), bad("not_letters", letters=("?", "!"))),
    Case("doubling twice", DOUBLED, double("що"), no("doubled_already", word="ЩО")),
]
TURNS = [
    *(
        Case(f"{type(action).__name__} {said}", state, action, refusal)
        for said, user, state, refusal in (
            ("out of turn", SECOND, START, no("not_your_turn", name="Оля")),
            ("from no seat", OUTSIDER, START, no("not_seated")),
            ("after surrender", SECOND, ONE_GONE, no("has_surrendered")),
            ("after removal", SECOND, ONE_REMOVED, no("was_removed", why="vote")),
            ("when over", FIRST, OVER, no("game_over")),
        )
        for action in (Form(user, "вода"), Flip(user, (1, 2)), Pass(user))
    ),
    *(
        Case(f"{type(action).__name__} {said}", state, action, refusal)
        for said, user, state, refusal in (
            ("from no seat", OUTSIDER, START, no("not_seated")),
            ("after surrender", SECOND, ONE_GONE, no("has_surrendered")),
            ("when over", FIRST, OVER, no("game_over")),
        )
        for action in (Trade(user, "О", THIRD, "Ж"), Chaos(user), Surrender(user))
    ),
    Case("cancelling when over", OVER, Cancel(FIRST), no("game_over")),
    Case("doubling when over", OVER, double("що"), no("game_over")),
    Case("a time-out when over", OVER, Timeout(), no("game_over")),
]
CLOCK = [
    Case("a time-out without a clock", START, Timeout(), no("not_due")),
    Case("a time-out too early", TIMED, Timeout(), no("not_due"), seconds=89.9),
    Case("a word while paused", PAUSED, form(TIMED, "що"), no("paused"), seconds=20),
    Case("chaos while paused", PAUSED, chaos(TIMED, 1), no("paused"), seconds=20),
    Case("a trade while paused", PAUSED, trade(TIMED, 1, "#", 0, "Щ"), no("paused"), seconds=20),
    Case("a reminder too late", TIMED, Remind(), no("not_due"), seconds=90),
    Case("a reminder too early", TIMED, Remind(), no("not_due"), seconds=60),
    Case("a reminder of a short action", FLIPPING, Remind(), no("not_due"), seconds=134),
    Case("a time-out while paused", PAUSED, Timeout(), no("not_due"), seconds=500),
    Case("a pause while paused", PAUSED, Pause(SECOND), no("already_paused")),
    Case("resuming what runs", TIMED, Resume(FIRST), no("not_paused")),
    Case("a word out of time", TIMED, form(TIMED, "що"), no("out_of_time"), seconds=90),
    Case("turning up cards out of time", FLIPPING, flip(TIMED, 1, 2), no("out_of_time"), seconds=135),
]
CASES = FLIPPED + FORMED + TRADED + SHUFFLED + PASSED + HOST + TURNS + CLOCK


def test_a_refusal_says_why_and_changes_nothing() -> None:
    for case in CASES:
        check_refused(case)


def test_every_code_of_klepka_has_a_case() -> None:
    folder = Path(engine.__path__[0]) / "klepka"
    files = [file for file in folder.glob("*.py") if file.stem not in {"simulate", "notation"}]
    files += [folder.parent / name for name in ("alphabet.py", "turns.py", "timekeeping.py")]
    assert {code for file in files for code in refusal_codes_in(file)} == {case.refusal.code for case in CASES}


def test_no_refusal_names_a_card_that_lies_face_down() -> None:
    hidden = {"position_empty", "wrong_flip_count", "unknown_position", "position_twice", "table_empty", "must_flip"}
    for case in CASES:
        if case.refusal.code in hidden:
            assert not set(case.refusal.fields) - {"position", "last", "needed", "given", "flips"}
