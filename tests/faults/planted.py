"""The faults: in the games, their secrets and the store here, and what stands around them."""

from typing import Final

from tests.faults.absent import ABSENT
from tests.faults.agreeing import AGREEING
from tests.faults.around import AROUND
from tests.faults.confiding import CONFIDING
from tests.faults.desk import DESK
from tests.faults.drawing import DRAWING
from tests.faults.edges import EDGES
from tests.faults.endings import ENDINGS
from tests.faults.fault import Fault
from tests.faults.hosting import HOSTING
from tests.faults.inline import INLINE
from tests.faults.lobbies import LOBBIES
from tests.faults.own_boards import OWN_BOARDS
from tests.faults.owning import OWNING
from tests.faults.placing import PLACING
from tests.faults.players import PLAYERS
from tests.faults.pressing import PRESSING
from tests.faults.quieting import QUIETING
from tests.faults.regrets import REGRETS
from tests.faults.rungs import RUNGS
from tests.faults.searching import SEARCHING
from tests.faults.settling import SETTLING
from tests.faults.several import SEVERAL
from tests.faults.standing_in import STANDING_IN
from tests.faults.storing import STORING
from tests.faults.ways import WAYS
from tests.faults.word_first import WORD_FIRST

FAULTS: Final = (
    # Scores.
    Fault(
        "score-one-too-many",
        r"(sum\(word\.score for word in words\) \+ bingo \+ cell_bonus)\)",
        r"\1 + 1)",
        ("tests/engine/test_scoring.py",),
    ),
    Fault(
        "bingo-one-short",
        r"return scoring\.bingo if used == needed else 0",
        "return scoring.bingo - 1 if used == needed else 0",
        ("tests/engine/test_scoring.py",),
    ),
    Fault(
        "blank-scored",
        r"return 0 if tile\.startswith\(BLANK\) else values\[tile\]",
        "return values[tile.removeprefix(BLANK)]",
        ("tests/engine/test_scoring.py",),
    ),
    Fault(
        "premium-counted-twice",
        r"total \+= tile_points\(cells\[index\], values\)$",
        "total += tile_points(cells[index], values) * board.letter_multipliers[index]",
        ("tests/engine/test_scoring.py",),
    ),
    Fault(
        "bonus-cell-never-taken",
        r"bonus_taken=state\.bonus_taken or points\.cell_bonus > 0",
        "bonus_taken=state.bonus_taken",
        ("tests/engine/test_turns.py", "tests/engine/test_scoring.py", "tests/engine/test_playthroughs.py"),
    ),
    Fault(
        "four-word-for-everybody",
        r"first=index == first, last=index == last\)$",
        "first=True, last=True)",
        ("tests/engine/test_four_word.py",),
    ),
    Fault(
        "rack-not-deducted-at-the-end",
        r"0 if double else -rack for rack in own",
        "0 for rack in own",
        ("tests/engine/test_endings.py",),
    ),
    Fault(
        "cards-left-not-counted",
        r"return len\(player\.cards\) if player\.active and reason in",
        "return 0 if player.active and reason in",
        ("tests/engine/klepka/test_endings.py",),
    ),
    Fault(
        "klepka-flips-one-pair-too-many",
        r"PAIR \* \(self\.formed \+ 1\)",
        "PAIR * (self.formed + 2)",
        ("tests/engine/klepka/test_turns.py",),
    ),
    # Turns.
    Fault(
        "wrong-seat-on-turn",
        r"range\(seat \+ 1, seat \+ 1 \+ count\)",
        "range(seat + 2, seat + 2 + count)",
        ("tests/engine/test_turns.py", "tests/engine/test_tournament.py"),
    ),
    Fault(
        "exchange-limit-off-by-one",
        r"state\.players\[seat\]\.exchanges >= rule\.per_player",
        "state.players[seat].exchanges > rule.per_player",
        ("tests/engine/test_wordbox.py", "tests/engine/test_refusals.py"),
    ),
    Fault(
        "exchanged-tiles-drawn-back",
        r"draw\(state\.bag, len\(action\.tiles\), state\.draws\)",
        "draw(put_back(state.bag, action.tiles), len(action.tiles), state.draws)",
        ("tests/engine/test_turns.py", "tests/engine/test_laws.py"),
    ),
    Fault(
        "draw-order-changed",
        r"drawn\.append\(rest\.pop\(place\)\)",
        "drawn.append(rest.pop(-1 - place))",
        ("tests/engine/test_playthroughs.py",),
    ),
    Fault(
        "late-player-still-moves",
        r"(due = time_out\(state\)\n    return) due is not None and now >= due$",
        r"\1 False",
        ("tests/engine/test_clock.py", "tests/engine/test_tournament.py"),
    ),
    Fault(
        "wrong-refusal",
        r"raise Refusal\(\"own_play\"\)",
        'raise Refusal("challenge_too_late")',
        ("tests/engine/test_challenge.py", "tests/engine/test_refusals.py"),
    ),
    # Challenges.
    Fault(
        "withdrawn-play-keeps-its-score",
        r"pending\.seat, -pending\.score, since=pending\.play",
        "pending.seat, 0, since=pending.play",
        ("tests/engine/test_challenge.py",),
    ),
    Fault(
        "withdrawn-play-stays-on-the-board",
        r'"" if index in taken else cell for index, cell',
        "cell for index, cell",
        ("tests/engine/test_challenge.py",),
    ),
    Fault(
        "window-never-closes",
        r"if now >= pending\.until or is_late\(state, now\)",
        "if is_late(state, now)",
        ("tests/engine/test_challenge.py", "tests/engine/test_refusals.py"),
    ),
    # Secrets.
    Fault(
        "drawn-tiles-told-to-all",
        r"case TilesDrawn\(seat=seat\) if seat != viewer:",
        "case TilesDrawn(seat=seat) if seat is None:",
        ("tests/engine/test_secrets.py",),
    ),
    Fault(
        "exchanged-tile-told-to-all",
        r"case TileExchanged\(\) if viewer != event\.victim and not",
        "case TileExchanged() if viewer == event.victim and not",
        ("tests/engine/test_ex_cells.py",),
    ),
    Fault(
        "rack-in-the-groups-view",
        r"rack = \(\) if viewer is None else state\.players\[viewer\]\.rack",
        "rack = state.players[viewer or 0].rack",
        ("tests/engine/test_secrets.py",),
    ),
    Fault(
        "secret-events-in-the-outbox",
        r"tuple\(redact\(event, None\) for event in step\.events\)",
        "tuple(step.events)",
        ("tests/bot/test_games.py", "tests/bot/test_notices.py", "tests/bot/test_codec.py"),
    ),
    Fault(
        "seed-shown-in-the-lobby",
        r"lobby\.commitment,\n",
        "lobby.secret,\n",
        ("tests/engine/test_seats.py", "tests/engine/test_secrets.py", "tests/bot/test_conversations.py"),
    ),
    Fault(
        "somebody-elses-rack",
        r"(rack = state\.players\[own\.seat)(\]\.rack\n        tiles = )",
        r"\1 - 1\2",
        ("tests/bot/test_conversations_private.py", "tests/bot/test_conversations.py"),
    ),
    Fault(
        "rack-in-a-caption-of-the-group",
        r"self\._private\(request\.sender\.user, sheet\)",
        "self._private(request.place.scope.chat, sheet)",
        ("tests/bot/test_conversations_private.py",),
    ),
    Fault(
        "rack-in-the-outbox",
        r"None if step\.table is None else view\(step\.table, None\)",
        "None if step.table is None else view(step.table, next(iter(playing(step.table)), None))",
        ("tests/bot/test_games.py", "tests/bot/test_notices.py"),
    ),
    Fault(
        "rack-in-a-log-line",
        r"nothing could be drawn in \{theme\}: \{where\(error\)\}",
        "nothing could be drawn in {theme}: {error}",
        ("tests/bot/test_draw*.py", "tests/bot/test_logs.py"),
    ),
    # The store.
    Fault(
        "commit-loses-the-state",
        r"'version', version, 'state', ARGV\[3\], 'away'",
        "'version', version, 'away'",
        ("tests/bot/test_store_commit.py",),
    ),
    Fault(
        "update-applied-twice",
        r"  redis\.call\('ZADD', KEYS\[3\], version, update\)\n",
        "",
        ("tests/bot/test_store_commit.py",),
    ),
    Fault(
        "race-not-noticed",
        r"if version ~= tonumber\(ARGV\[1\]\) then",
        "if false then",
        ("tests/bot/test_store_commit.py",),
    ),
    Fault(
        "deadline-a-minute-late",
        r'"" if commit\.deadline is None else repr\(commit\.deadline\)',
        '"" if commit.deadline is None else repr(commit.deadline + 60)',
        ("tests/bot/test_store_commit.py", "tests/bot/test_deadlines.py"),
    ),
    # Time.
    Fault(
        "absence-not-counted",
        r"if gap >= least then",
        "if false then",
        ("tests/bot/test_absences.py",),
    ),
    Fault(
        "absence-counted-by-everybody-who-returns",
        r"'beat', text\(steady\)",
        "'beat', text(last or steady)",
        ("tests/bot/test_absences.py",),
    ),
    Fault(
        "start-on-data-of-another-schema",
        r"found\.whole != wanted or not found\.even",
        "False",
        ("tests/bot/test_schema.py",),
    ),
    Fault(
        "worker-of-another-schema-takes-shards",
        r"type\(schema\) == 'string' and schema ~= ARGV\[4\]",
        "false",
        ("tests/bot/test_migrations.py",),
    ),
    Fault(
        "unreadable-table-written-over",
        r"            if held\.unreadable:\n",
        "            if False:\n",
        ("tests/bot/test_unreadable.py",),
    ),
    Fault(
        "time-runs-back-past-a-commit",
        r"gap = math\.max\(0, math\.min\(gap, since\)\)",
        "since = 0",
        ("tests/bot/test_absences.py",),
    ),
    Fault(
        "clock-that-is-set-moves-games",
        r"if math\.abs\(unseen\) >= least_jump and not paused then",
        "if false then",
        ("tests/bot/test_served.py",),
    ),
    Fault(
        "clock-that-stood-still-is-believed",
        r" >= least_jump and not paused then",
        " >= least_jump then",
        ("tests/bot/test_suspended.py",),
    ),
    Fault(
        "lease-by-a-clock-that-stands-still",
        r"time\.monotonic\(\) if clock is None else time\.clock_gettime\(clock\)",
        "time.monotonic()",
        ("tests/bot/test_suspended.py",),
    ),
    Fault(
        "choice-is-made-again",
        r"  if redis\.call\('ZSCORE', KEYS\[3\], ARGV\[1\]\) then",
        "  if false then",
        ("tests/bot/test_store.py", "tests/bot/test_judges.py"),
    ),
    Fault(
        "slow-answer-taken-for-a-clock-that-was-set",
        r"max\(0, passed - most\)",
        "max(0, passed - least)",
        ("tests/bot/test_dated.py",),
    ),
    Fault(
        "instant-of-telegrams-by-one-clock-alone",
        r"slips = \{self\._beat\.slip, .*\}",
        "slips = {self._beat.slip}",
        ("tests/bot/test_dated.py",),
    ),
    Fault(
        "challenge-dated-by-telegrams-clock",
        r"return self\._dated\(arrived, sent, 0\)",
        "return self._served(self._taken(sent, self._steady(arrived)))",
        ("tests/bot/test_dated.py",),
    ),
    Fault(
        "queue-charged-to-the-next-player",
        r"return min\(max\(arrived, table\.since or arrived\), begins\), begins",
        "return (arrived, arrived)",
        ("tests/engine/test_late_handling.py", "tests/bot/test_arrivals.py"),
    ),
    Fault(
        "queue-charged-to-a-turn-that-goes-on",
        r"voting\.settled\(state, gone_on\(state, after, user, now, begins\), user, begins\)",
        "voting.settled(state, after, user, begins)",
        ("tests/engine/test_late_handling.py",),
    ),
    *WAYS,
    *WORD_FIRST,
    *ABSENT,
    *AROUND,
    *OWNING,
    *DESK,
    *DRAWING,
    *EDGES,
    *AGREEING,
    *STORING,
    *CONFIDING,
    *PLACING,
    *PLAYERS,
    *HOSTING,
    *INLINE,
    *OWN_BOARDS,
    *SEARCHING,
    *ENDINGS,
    *REGRETS,
    *LOBBIES,
    *RUNGS,
    *QUIETING,
    *SETTLING,
    *SEVERAL,
    *STANDING_IN,
    *PRESSING,
)
