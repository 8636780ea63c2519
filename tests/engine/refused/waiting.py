"""What is refused of plays that wait for a challenge, of time and pauses, and of draws."""

from engine.clock import Pause, Remind, Resume, Timeout
from engine.computers import computer
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, Exchange, OfferDraw, Place, TakeBack
from engine.klepka.actions import Flip
from engine.turns import Pass, Surrender, Undo
from tests.engine.refused.turns import A_TILE, EMPTY, LAID
from tests.support.games import OUTSIDER, USERS, after, changed, game, lobby, only, play, put
from tests.support.refusals import Case, no

FIRST, SECOND, THIRD, *_ = USERS
FREE = game("wordbox-en", racks=["ONEAIDL", "AEINSDL", "AEINSDL"], laid=["8I AID"], options={"clock": "none"})
OPEN = after(FREE, put(FREE, L8="E"))
DOUBTED = after(OPEN, Challenge(SECOND))
BROKEN = after(OPEN, Challenge(SECOND), judge=only())
NEW = game("wordbox-en", racks=["ONEAIDL", "AEINSDL"], options={"clock": "none"})
FIRST_BROKEN = after(NEW, play(NEW, "8I ON"), Challenge(SECOND), judge=only())
SETTLED = after(OPEN, Timeout(), seconds=60)
ANSWERED = after(OPEN, Pass(SECOND))
LAST = game("wordbox-en", racks=["E", "AEIN"], laid=["8I AID"], bag="", options={"clock": "none"})
LAST = after(LAST, put(LAST, L8="E"))
USED = game("wordbox-en", racks=["AEINSDL", "AEINSDL"], options={"clock": "none"})
USED = changed(USED, players=(changed(USED.players[0], exchanges=3), USED.players[1]))
BLITZ = game("kelimelik", racks=["AEİNSDL", "AEİNSDL"], options={"clock": "2min"})
HALTED = after(BLITZ, Pause(FIRST))
STOPPED = after(OPEN, Pause(FIRST))
OFFERED = after(FREE, OfferDraw(FIRST))
AGREED = after(OFFERED, AcceptDraw(SECOND))
DECLINED = after(OFFERED, DeclineDraw(SECOND))
KEEN_OPTIONS = {"challenge": "void", "clock": "none", "take-back": "20"}
KEEN = game(racks=["AEINSD?", "AEINSDL"], options=KEEN_OPTIONS)
KEEN_LAID = after(KEEN, play(KEEN, "8H AID"))
KEEN_LAST = game(laid=["8H ON"], racks=["E", "A"], bag="", options=KEEN_OPTIONS)
KEEN_LAST = after(KEEN_LAST, put(KEEN_LAST, J8="E"))
CHALLENGING = [
    Case("challenging where phonies are refused", LAID, Challenge(SECOND), no("no_challenges")),
    Case("challenging from no seat", OPEN, Challenge(OUTSIDER), no("not_seated")),
    Case("challenging after surrender", after(OPEN, Surrender(THIRD)), Challenge(THIRD), no("has_surrendered")),
    Case("challenging an empty board", NEW, Challenge(SECOND), no("nothing_to_challenge")),
    Case("challenging the own play", OPEN, Challenge(FIRST), no("own_play")),
    Case("challenging at the window's end", OPEN, Challenge(SECOND), no("challenge_too_late"), seconds=60),
    Case("challenging after the window's end", SETTLED, Challenge(SECOND), no("challenge_too_late"), seconds=61),
    Case("challenging when the next player has acted", ANSWERED, Challenge(THIRD), no("challenge_too_late")),
    Case("meaning an earlier play", OPEN, Challenge(THIRD, play=0), no("challenge_too_late")),
    Case("challenging a challenged play", DOUBTED, Challenge(THIRD), no("challenged_already")),
    Case("challenging a withdrawn play", BROKEN, Challenge(THIRD), no("challenged_already")),
    Case("challenging a withdrawn first play", FIRST_BROKEN, Challenge(SECOND), no("challenged_already")),
    Case(
        "challenging a word that is not there",
        OPEN,
        Challenge(SECOND, ("AIDED",)),
        no("word_not_in_play", word="AIDED", words=("AIDE",)),
    ),
    Case("challenging while paused", STOPPED, Challenge(SECOND), no("paused")),
    Case(
        "placing after the last play",
        LAST,
        Place(SECOND, A_TILE),
        no("window_open", name="Ayşe", seconds=60),
    ),
    Case(
        "exchanging after the last play",
        LAST,
        Exchange(SECOND, ("A",)),
        no("window_open", name="Ayşe", seconds=16),
        seconds=44.5,
    ),
    Case("taking back where nothing is", LAID, TakeBack(FIRST), no("no_take_back")),
    Case("taking nothing back", KEEN, TakeBack(FIRST), no("nothing_to_take_back")),
    Case("taking another's play back", KEEN_LAID, TakeBack(SECOND), no("play_of_another", name="Ayşe")),
    Case("taking back too late", KEEN_LAID, TakeBack(FIRST), no("take_back_too_late"), seconds=20),
    Case("placing after a last play", KEEN_LAST, Pass(FIRST), no("not_your_turn", name="Bora")),
    Case(
        "exchanging after a last play",
        KEEN_LAST,
        Exchange(SECOND, ("A",)),
        no("take_back_open", name="Ayşe", seconds=16),
        seconds=4.5,
    ),
    Case("undoing what drew tiles", NEW, Undo(OUTSIDER, 0), no("nothing_to_undo")),
    Case("undoing an earlier turn", KEEN_LAID, Undo(OUTSIDER, 0), no("turn_is_over")),
    Case("a fourth exchange", USED, Exchange(FIRST, ("A",)), no("exchange_limit", most=3)),
]
TIMING = [
    Case("passing when the time is out", BLITZ, Pass(FIRST), no("out_of_time"), seconds=120),
    Case("placing when the time is out", BLITZ, put(BLITZ, H8="A"), no("out_of_time"), seconds=120),
    Case("a time-out a moment early", BLITZ, Timeout(), no("not_due"), seconds=119.999),
    Case("a time-out without a clock", EMPTY, Timeout(), no("not_due"), seconds=3 * 86400 - 1),
    Case("a time-out while paused", HALTED, Timeout(), no("not_due"), seconds=10**6),
    Case("a window's end while paused", STOPPED, Timeout(), no("not_due"), seconds=10**6),
    Case("an early reminder", BLITZ, Remind(), no("not_due"), seconds=89.999),
    Case("a second reminder", after(BLITZ, Remind(), seconds=90), Remind(), no("not_due"), seconds=95),
    Case("a late reminder", BLITZ, Remind(), no("not_due"), seconds=120),
    Case("passing while paused", HALTED, Pass(FIRST), no("paused")),
    Case("pausing twice", HALTED, Pause(SECOND), no("already_paused")),
    Case("resuming what runs", BLITZ, Resume(FIRST), no("not_paused")),
    Case("resuming without a clock what is not paused", EMPTY, Resume(FIRST), no("not_paused")),
]
DRAWING = [
    Case("offering a draw in Kelimelik", BLITZ, OfferDraw(FIRST), no("no_draws")),
    Case(
        "offering a draw to a computer player",
        changed(FREE, players=(FREE.players[0], changed(FREE.players[1], user=computer("iyi", 1)))),
        OfferDraw(FIRST),
        no("no_draws_with_computers"),
    ),
    Case("offering a draw from no seat", FREE, OfferDraw(OUTSIDER), no("not_seated")),
    Case("offering a draw before the game", lobby("wordbox-en"), OfferDraw(FIRST), no("not_begun")),
    Case("offering a draw twice", OFFERED, OfferDraw(FIRST), no("draw_offered_already")),
    Case("offering against an offer", OFFERED, OfferDraw(SECOND), no("draw_offered", name="Ayşe")),
    Case("offering again before a turn is taken", DECLINED, OfferDraw(FIRST), no("draw_offered_lately")),
    Case("accepting nothing", FREE, AcceptDraw(SECOND), no("no_draw_offer")),
    Case("declining nothing", FREE, DeclineDraw(SECOND), no("no_draw_offer")),
    Case("accepting the own offer", OFFERED, AcceptDraw(FIRST), no("own_draw_offer")),
    Case("accepting twice", AGREED, AcceptDraw(SECOND), no("draw_accepted")),
    Case("an action of another family", EMPTY, Flip(FIRST, (1, 2)), no("another_game")),
]
