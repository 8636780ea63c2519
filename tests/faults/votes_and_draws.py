"""Faults in what players decide together: votes, draws, kept seats, time that is given, turns that are undone."""

from typing import Final

from tests.faults.fault import Fault

_VOTES: Final = ("tests/engine/test_absence.py",)
_SUBSTITUTES: Final = ("tests/engine/test_substitutes.py",)
_DRAWS: Final = ("tests/engine/crossword/test_draw_offers.py",)
_INVITED: Final = ("tests/engine/test_invitations.py",)
_LONGER: Final = ("tests/engine/test_extra_time.py",)
_UNDONE: Final = ("tests/engine/crossword/test_undoing.py", "tests/engine/crossword/test_take_back.py")

VOTES_AND_DRAWS: Final = (
    Fault(
        "vote-of-yesterday-stands-in-the-way",
        r" and not petition\.is_waiting and now < petition\.asked \+ _VOTE_LAPSES_AFTER:",
        " and not petition.is_waiting:",
        _VOTES,
    ),
    Fault(
        "changed-mind-counts-twice",
        r"else \{\*petition\.yes\} - \{seat\}\)\)",
        "else {*petition.yes}))",
        _VOTES,
    ),
    Fault(
        "vote-to-skip-outlives-its-turn",
        r"late = petition\.about == \"skip\" and after\.number != petition\.number",
        "late = False",
        _VOTES,
    ),
    Fault(
        "second-volunteer-takes-the-firsts-place",
        r"    if petition\.substitute is not None:\n        raise Refusal\(\"has_substitute\", [^\n]*\n",
        "",
        _SUBSTITUTES,
    ),
    Fault(
        "substitute-counts-as-away",
        r"clocks = clock\.forgive_misses\(clocks, seat\)",
        "pass",
        _SUBSTITUTES,
    ),
    Fault(
        "table-of-a-host-who-was-replaced",
        r"host=substitute\.user if state\.host == former\.user else state\.host",
        "host=state.host",
        _SUBSTITUTES,
    ),
    Fault(
        "draw-needs-who-has-left",
        r"if player\.active and seat not in agreed\)",
        "if seat not in agreed)",
        _DRAWS,
    ),
    Fault(
        "draw-of-who-has-left",
        r"    if not state\.players\[offer\.seat\]\.active:\n        return replace\(state, offer=None\), events\n",
        "",
        _DRAWS,
    ),
    Fault("draw-offered-over-and-over", r"if player\.offered == state\.number:", "if False:", _DRAWS),
    Fault(
        "seat-not-free-at-its-instant",
        r"(invitation = find_invitation\(lobby, action\.number\)\n    if now) < invitation\.until:",
        r"\1 <= invitation.until:",
        _INVITED,
    ),
    Fault(
        "kept-seats-never-looked-for",
        r"\(\*\(invitation\.until for invitation in lobby\.invited\), \*closes\)",
        "closes",
        _INVITED,
    ),
    Fault(
        "taken-seat-stays-kept",
        r"if not invitation\.is_for\(action\.by, action\.username\)\)",
        ")",
        _INVITED,
    ),
    Fault(
        "more-time-at-the-very-end",
        r"late = spent >= clock\.turn_time_limit",
        "late = spent > clock.turn_time_limit",
        _LONGER,
    ),
    Fault(
        "most-time-is-too-much",
        r"if not LEAST_EXTRA <= (.*) <= MOST_EXTRA:",
        r"if not LEAST_EXTRA <= \1 < MOST_EXTRA:",
        _LONGER,
    ),
    Fault(
        "clock-holds-any-time",
        r"            if left > _MOST_ON_CLOCK:\n                raise Refusal\(\"extend_most\"\)\n",
        "",
        _LONGER,
    ),
    Fault(
        "no-second-warning-after-more-time",
        r"longer = replace\(state, clocks=replace\(clocks, reminded=False\)\)",
        "longer = replace(state, clocks=clocks)",
        _LONGER,
    ),
    Fault(
        "bonus-stays-taken-when-undone",
        r"bonus_taken=former\.bonus_taken",
        "bonus_taken=state.bonus_taken",
        _UNDONE,
    ),
    Fault("best-word-of-an-undone-turn", r"highlights=former\.highlights", "highlights=state.highlights", _UNDONE),
    Fault(
        "skip-voted-about-a-turn-that-was-undone",
        r"petition=None if state\.petition is not None and state\.petition\.about == \"skip\" else state\.petition",
        "petition=state.petition",
        _UNDONE,
    ),
    Fault(
        "window-runs-on-in-a-pause",
        r"begins - max\(paused, pending\.laid\)",
        "begins - begins",
        ("tests/engine/test_timekeeping.py",),
    ),
)
