"""What is refused of plays that wait for a challenge, of time and pauses, and of draws."""

from engine.clock import Pause, Remind, Resume, Timeout
from engine.computer_ids import computer_user
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, Exchange, OfferDraw, Place, TakeBack
from engine.klepka.actions import Flip
from engine.turns import Pass, Surrender, Undo
from tests.engine.crossword.refusal_cases.turns import A_TILE, EMPTY, LAID
from tests.support.games import (
    OUTSIDER,
    USERS,
    accepts_only,
    after_actions,
    game,
    open_lobby_of,
    place_on_board,
    place_play,
    with_fields,
)
from tests.support.refusals import RefusalCase, refusal_with

FIRST, SECOND, THIRD, *_ = USERS
FREE = game("wordbox-en", racks=["ONEAIDL", "AEINSDL", "AEINSDL"], laid=["8I AID"], options={"clock": "none"})
OPEN = after_actions(FREE, place_on_board(FREE, L8="E"))
DOUBTED = after_actions(OPEN, Challenge(SECOND))
BROKEN = after_actions(OPEN, Challenge(SECOND), judge=accepts_only())
NEW = game("wordbox-en", racks=["ONEAIDL", "AEINSDL"], options={"clock": "none"})
FIRST_BROKEN = after_actions(NEW, place_play(NEW, "8I ON"), Challenge(SECOND), judge=accepts_only())
SETTLED = after_actions(OPEN, Timeout(), seconds=60)
ANSWERED = after_actions(OPEN, Pass(SECOND))
LAST = game("wordbox-en", racks=["E", "AEIN"], laid=["8I AID"], bag="", options={"clock": "none"})
LAST = after_actions(LAST, place_on_board(LAST, L8="E"))
USED = game("wordbox-en", racks=["AEINSDL", "AEINSDL"], options={"clock": "none"})
USED = with_fields(USED, players=(with_fields(USED.players[0], exchanges=3), USED.players[1]))
BLITZ = game("kelimelik", racks=["AEİNSDL", "AEİNSDL"], options={"clock": "2min"})
HALTED = after_actions(BLITZ, Pause(FIRST))
STOPPED = after_actions(OPEN, Pause(FIRST))
OFFERED = after_actions(FREE, OfferDraw(FIRST))
AGREED = after_actions(OFFERED, AcceptDraw(SECOND))
DECLINED = after_actions(OFFERED, DeclineDraw(SECOND))
KEEN_OPTIONS = {"challenge": "void", "clock": "none", "take-back": "20"}
KEEN = game(racks=["AEINSD?", "AEINSDL"], options=KEEN_OPTIONS)
KEEN_LAID = after_actions(KEEN, place_play(KEEN, "8H AID"))
KEEN_LAST = game(laid=["8H ON"], racks=["E", "A"], bag="", options=KEEN_OPTIONS)
KEEN_LAST = after_actions(KEEN_LAST, place_on_board(KEEN_LAST, J8="E"))
CHALLENGING = [
    RefusalCase("challenging where phonies are refused", LAID, Challenge(SECOND), refusal_with("no_challenges")),
    RefusalCase("challenging from no seat", OPEN, Challenge(OUTSIDER), refusal_with("not_seated")),
    RefusalCase(
        "challenging after surrender",
        after_actions(OPEN, Surrender(THIRD)),
        Challenge(THIRD),
        refusal_with("has_surrendered"),
    ),
    RefusalCase("challenging an empty board", NEW, Challenge(SECOND), refusal_with("nothing_to_challenge")),
    RefusalCase("challenging the own play", OPEN, Challenge(FIRST), refusal_with("own_play")),
    RefusalCase(
        "challenging at the window's end", OPEN, Challenge(SECOND), refusal_with("challenge_too_late"), seconds=60
    ),
    RefusalCase(
        "challenging after the window's end", SETTLED, Challenge(SECOND), refusal_with("challenge_too_late"), seconds=61
    ),
    RefusalCase(
        "challenging when the next player has acted", ANSWERED, Challenge(THIRD), refusal_with("challenge_too_late")
    ),
    RefusalCase("meaning an earlier play", OPEN, Challenge(THIRD, play=0), refusal_with("challenge_too_late")),
    RefusalCase("challenging a challenged play", DOUBTED, Challenge(THIRD), refusal_with("challenged_already")),
    RefusalCase("challenging a withdrawn play", BROKEN, Challenge(THIRD), refusal_with("challenged_already")),
    RefusalCase(
        "challenging a withdrawn first play", FIRST_BROKEN, Challenge(SECOND), refusal_with("challenged_already")
    ),
    RefusalCase(
        "challenging a word that is not there",
        OPEN,
        Challenge(SECOND, ("AIDED",)),
        refusal_with("word_not_in_play", word="AIDED", words=("AIDE",)),
    ),
    RefusalCase("challenging while paused", STOPPED, Challenge(SECOND), refusal_with("paused")),
    RefusalCase(
        "placing after the last play",
        LAST,
        Place(SECOND, A_TILE),
        refusal_with("window_open", name="Ayşe", seconds=60),
    ),
    RefusalCase(
        "exchanging after the last play",
        LAST,
        Exchange(SECOND, ("A",)),
        refusal_with("window_open", name="Ayşe", seconds=16),
        seconds=44.5,
    ),
    RefusalCase("taking back where nothing is", LAID, TakeBack(FIRST), refusal_with("no_take_back")),
    RefusalCase("taking nothing back", KEEN, TakeBack(FIRST), refusal_with("nothing_to_take_back")),
    RefusalCase(
        "taking another's play back", KEEN_LAID, TakeBack(SECOND), refusal_with("play_of_another", name="Ayşe")
    ),
    RefusalCase("taking back too late", KEEN_LAID, TakeBack(FIRST), refusal_with("take_back_too_late"), seconds=20),
    RefusalCase("placing after a last play", KEEN_LAST, Pass(FIRST), refusal_with("not_your_turn", name="Bora")),
    RefusalCase(
        "exchanging after a last play",
        KEEN_LAST,
        Exchange(SECOND, ("A",)),
        refusal_with("take_back_open", name="Ayşe", seconds=16),
        seconds=4.5,
    ),
    RefusalCase("undoing what drew tiles", NEW, Undo(OUTSIDER, 0), refusal_with("nothing_to_undo")),
    RefusalCase("undoing an earlier turn", KEEN_LAID, Undo(OUTSIDER, 0), refusal_with("turn_is_over")),
    RefusalCase("a fourth exchange", USED, Exchange(FIRST, ("A",)), refusal_with("exchange_limit", most=3)),
]
TIMING = [
    RefusalCase("passing when the time is out", BLITZ, Pass(FIRST), refusal_with("out_of_time"), seconds=120),
    RefusalCase(
        "placing when the time is out", BLITZ, place_on_board(BLITZ, H8="A"), refusal_with("out_of_time"), seconds=120
    ),
    RefusalCase("a time-out a moment early", BLITZ, Timeout(), refusal_with("not_due"), seconds=119.999),
    RefusalCase("a time-out without a clock", EMPTY, Timeout(), refusal_with("not_due"), seconds=3 * 86400 - 1),
    RefusalCase("a time-out while paused", HALTED, Timeout(), refusal_with("not_due"), seconds=10**6),
    RefusalCase("a window's end while paused", STOPPED, Timeout(), refusal_with("not_due"), seconds=10**6),
    RefusalCase("an early reminder", BLITZ, Remind(), refusal_with("not_due"), seconds=89.999),
    RefusalCase(
        "a second reminder", after_actions(BLITZ, Remind(), seconds=90), Remind(), refusal_with("not_due"), seconds=95
    ),
    RefusalCase("a late reminder", BLITZ, Remind(), refusal_with("not_due"), seconds=120),
    RefusalCase("passing while paused", HALTED, Pass(FIRST), refusal_with("paused")),
    RefusalCase("pausing twice", HALTED, Pause(SECOND), refusal_with("already_paused")),
    RefusalCase("resuming what runs", BLITZ, Resume(FIRST), refusal_with("not_paused")),
    RefusalCase("resuming without a clock what is not paused", EMPTY, Resume(FIRST), refusal_with("not_paused")),
]
DRAWING = [
    RefusalCase("offering a draw in Kelimelik", BLITZ, OfferDraw(FIRST), refusal_with("no_draws")),
    RefusalCase(
        "offering a draw to a computer player",
        with_fields(FREE, players=(FREE.players[0], with_fields(FREE.players[1], user=computer_user("iyi", 1)))),
        OfferDraw(FIRST),
        refusal_with("no_draws_with_computers"),
    ),
    RefusalCase("offering a draw from no seat", FREE, OfferDraw(OUTSIDER), refusal_with("not_seated")),
    RefusalCase(
        "offering a draw before the game", open_lobby_of("wordbox-en"), OfferDraw(FIRST), refusal_with("not_begun")
    ),
    RefusalCase("offering a draw twice", OFFERED, OfferDraw(FIRST), refusal_with("draw_offered_already")),
    RefusalCase("offering against an offer", OFFERED, OfferDraw(SECOND), refusal_with("draw_offered", name="Ayşe")),
    RefusalCase(
        "offering again before a turn is taken", DECLINED, OfferDraw(FIRST), refusal_with("draw_offered_lately")
    ),
    RefusalCase("accepting nothing", FREE, AcceptDraw(SECOND), refusal_with("no_draw_offer")),
    RefusalCase("declining nothing", FREE, DeclineDraw(SECOND), refusal_with("no_draw_offer")),
    RefusalCase("accepting the own offer", OFFERED, AcceptDraw(FIRST), refusal_with("own_draw_offer")),
    RefusalCase("accepting twice", AGREED, AcceptDraw(SECOND), refusal_with("draw_accepted")),
    RefusalCase("an action of another family", EMPTY, Flip(FIRST, (1, 2)), refusal_with("another_game")),
]
