"""The faults: in the games, their secrets and the store here, and what stands around them."""

from typing import Final

from tests.faults.absence import ABSENCE
from tests.faults.boundaries import BOUNDARIES
from tests.faults.button_permissions import BUTTON_PERMISSIONS
from tests.faults.cancellation import CANCELLATION
from tests.faults.cluster import CLUSTER
from tests.faults.computer_players import COMPUTER_PLAYERS
from tests.faults.computer_seats import COMPUTER_SEATS
from tests.faults.cross_cutting import CROSS_CUTTING
from tests.faults.fault import Fault
from tests.faults.forgetting import FORGETTING
from tests.faults.inline_mode import INLINE_MODE
from tests.faults.lobbies import LOBBIES
from tests.faults.message_count import MESSAGE_COUNT
from tests.faults.move_suggestions import MOVE_SUGGESTIONS
from tests.faults.own_boards import OWN_BOARDS
from tests.faults.owner import OWNER
from tests.faults.pictures import PICTURES
from tests.faults.placement_choice import PLACEMENT_CHOICE
from tests.faults.player_figures import PLAYER_FIGURES
from tests.faults.playground import PLAYGROUND
from tests.faults.private_answers import PRIVATE_ANSWERS
from tests.faults.private_delivery import PRIVATE_DELIVERY
from tests.faults.ratings import RATINGS
from tests.faults.records import RECORDS
from tests.faults.search import SEARCH
from tests.faults.settings import SETTINGS
from tests.faults.shard_ownership import SHARD_OWNERSHIP
from tests.faults.store import STORE
from tests.faults.table_choice import TABLE_CHOICE
from tests.faults.table_lists import TABLE_LISTS
from tests.faults.table_news import TABLE_NEWS
from tests.faults.take_back import TAKE_BACK
from tests.faults.updates_and_sending import UPDATES_AND_SENDING
from tests.faults.votes_and_draws import VOTES_AND_DRAWS

FAULTS: Final = (
    # Scores.
    Fault(
        "score-one-too-many",
        r"(sum\(word\.score for word in words\) \+ bingo \+ cell_bonus)\)",
        r"\1 + 1)",
        ("tests/engine/crossword/test_scoring.py",),
    ),
    Fault(
        "bingo-one-short",
        r"return rules\.scoring\.bingo if used == (rules\.bingo_tiles\(held\)) else 0",
        r"return rules.scoring.bingo - 1 if used == \1 else 0",
        ("tests/engine/crossword/test_scoring.py",),
    ),
    Fault(
        "blank-scored",
        r"return 0 if tile\.startswith\(BLANK\) else values\[tile\]",
        "return values[tile.removeprefix(BLANK)]",
        ("tests/engine/crossword/test_scoring.py",),
    ),
    Fault(
        "premium-counted-twice",
        r"total \+= tile_points\(cells\[index\], values\)$",
        "total += tile_points(cells[index], values) * board.letter_multipliers[index]",
        ("tests/engine/crossword/test_scoring.py",),
    ),
    Fault(
        "bonus-cell-never-taken",
        r"bonus_taken=state\.bonus_taken or points\.cell_bonus > 0",
        "bonus_taken=state.bonus_taken",
        (
            "tests/engine/crossword/test_turns.py",
            "tests/engine/crossword/test_scoring.py",
            "tests/engine/test_playthroughs.py",
        ),
    ),
    Fault(
        "four-word-for-everybody",
        r"first=index == first, last=index == last$",
        "first=True, last=True",
        ("tests/engine/crossword/test_four_word.py",),
    ),
    Fault(
        "rack-not-deducted-at-the-end",
        r"0 if double else -rack for rack in own",
        "0 for rack in own",
        ("tests/engine/crossword/test_endings.py",),
    ),
    Fault(
        "cards-left-not-counted",
        r"return len\(player\.cards\) if player\.active and reason in",
        "return 0 if player.active and reason in",
        ("tests/engine/klepka/test_endings.py",),
    ),
    Fault(
        "klepka-flips-one-pair-too-many",
        r"PAIR \* \(self\.words_this_turn \+ 1\)",
        "PAIR * (self.words_this_turn + 2)",
        ("tests/engine/klepka/test_turns.py",),
    ),
    # Turns.
    Fault(
        "wrong-seat-on-turn",
        r"range\(seat \+ 1, seat \+ 1 \+ count\)",
        "range(seat + 2, seat + 2 + count)",
        ("tests/engine/crossword/test_turns.py", "tests/engine/crossword/test_tournament.py"),
    ),
    Fault(
        "exchange-limit-off-by-one",
        r"state\.players\[seat\]\.exchanges >= rule\.per_player",
        "state.players[seat].exchanges > rule.per_player",
        ("tests/engine/crossword/test_wordbox.py", "tests/engine/crossword/test_refusals.py"),
    ),
    Fault(
        "exchanged-tiles-drawn-back",
        r"draw_tiles\(state\.bag, len\(action\.tiles\), state\.draws\)",
        "draw_tiles(return_to_bag(state.bag, action.tiles), len(action.tiles), state.draws)",
        ("tests/engine/crossword/test_turns.py", "tests/engine/crossword/test_laws.py"),
    ),
    Fault(
        "draw-order-changed",
        r"drawn\.append\(rest\.pop\(place\)\)",
        "drawn.append(rest.pop(-1 - place))",
        ("tests/engine/test_playthroughs.py",),
    ),
    Fault(
        "late-player-still-moves",
        r"(due = turn_deadline\(state\)\n    return) due is not None and now >= due$",
        r"\1 False",
        ("tests/engine/test_clock.py", "tests/engine/crossword/test_tournament.py"),
    ),
    Fault(
        "wrong-refusal",
        r"raise Refusal\(\"own_play\"\)",
        'raise Refusal("challenge_too_late")',
        ("tests/engine/crossword/test_challenge.py", "tests/engine/crossword/test_refusals.py"),
    ),
    # Challenges.
    Fault(
        "withdrawn-play-keeps-its-score",
        r"pending\.seat, -pending\.score, since=pending\.play",
        "pending.seat, 0, since=pending.play",
        ("tests/engine/crossword/test_challenge.py",),
    ),
    Fault(
        "withdrawn-play-stays-on-the-board",
        r'"" if index in taken else cell for index, cell',
        "cell for index, cell",
        ("tests/engine/crossword/test_challenge.py",),
    ),
    Fault(
        "window-never-closes",
        r"if now >= pending\.until or is_out_of_time\(state, now\)",
        "if is_out_of_time(state, now)",
        ("tests/engine/crossword/test_challenge.py", "tests/engine/crossword/test_refusals.py"),
    ),
    # Secrets.
    Fault(
        "drawn-tiles-told-to-all",
        r"case TilesDrawn\(seat=seat\) if seat != viewer:",
        "case TilesDrawn(seat=seat) if seat is None:",
        ("tests/engine/crossword/test_secrets.py",),
    ),
    Fault(
        "exchanged-tile-told-to-all",
        r"case TileExchanged\(\) if viewer != event\.victim and not",
        "case TileExchanged() if viewer == event.victim and not",
        ("tests/engine/crossword/test_ex_cells.py",),
    ),
    Fault(
        "rack-in-the-groups-view",
        r"rack = \(\) if viewer is None else state\.players\[viewer\]\.rack",
        "rack = state.players[viewer or 0].rack",
        ("tests/engine/crossword/test_secrets.py",),
    ),
    Fault(
        "secret-events-in-the-outbox",
        r"tuple\(redact\(event, None\) for event in step\.events\)",
        "tuple(step.events)",
        ("tests/bot/tables/test_games.py", "tests/bot/tables/test_notices.py", "tests/bot/tables/test_codec.py"),
    ),
    Fault(
        "seed-shown-in-the-lobby",
        r"lobby\.commitment,\n",
        "lobby.secret,\n",
        (
            "tests/engine/test_lobby_seats.py",
            "tests/engine/crossword/test_secrets.py",
            "tests/bot/handlers/lobbies/test_lobby.py",
        ),
    ),
    Fault(
        "somebody-elses-rack",
        r"(rack = state\.players\[own\.seat)(\]\.rack\n        tiles = )",
        r"\1 - 1\2",
        ("tests/bot/handlers/game/test_private_racks.py", "tests/bot/handlers/lobbies/test_lobby.py"),
    ),
    Fault(
        "rack-in-a-caption-of-the-group",
        r"user = request\.sender\.user\n        try:$",
        "user = request.venue.scope.chat\n        try:",
        ("tests/bot/handlers/game/test_private_racks.py",),
    ),
    Fault(
        "rack-in-the-outbox",
        r"None if step\.table is None else view\(step\.table, None\)",
        "None if step.table is None else view(step.table, next(iter(playing(step.table)), None))",
        ("tests/bot/tables/test_games.py", "tests/bot/tables/test_notices.py"),
    ),
    Fault(
        "rack-in-a-log-line",
        r"nothing could be drawn in \{theme\}: \{error_location\(error\)\}",
        "nothing could be drawn in {theme}: {error}",
        ("tests/bot/pictures/test_drawing.py", "tests/bot/test_logs.py"),
    ),
    # The store.
    Fault(
        "commit-loses-the-state",
        r"'version', version, 'state', commit\.state, 'away'",
        "'version', version, 'away'",
        ("tests/bot/store/test_commit.py",),
    ),
    Fault(
        "update-applied-twice",
        r"  note_seen\(seen_key, commit\.update, .*\n",
        "",
        ("tests/bot/store/test_commit.py",),
    ),
    Fault(
        "race-not-noticed",
        r"if version ~= tonumber\(commit\.expected_version\) then",
        "if false then",
        ("tests/bot/store/test_commit.py",),
    ),
    Fault(
        "deadline-a-minute-late",
        r"None if commit\.deadline is None else repr\(commit\.deadline\)",
        "None if commit.deadline is None else repr(commit.deadline + 60)",
        ("tests/bot/store/test_commit.py", "tests/bot/tables/test_deadlines.py"),
    ),
    # Time.
    Fault(
        "absence-not-counted",
        r"if gap >= least then",
        "if false then",
        ("tests/bot/tables/test_downtime.py",),
    ),
    Fault(
        "absence-counted-by-everybody-who-returns",
        r"'beat', text\(steady\)",
        "'beat', text(last or steady)",
        ("tests/bot/tables/test_downtime.py",),
    ),
    Fault(
        "start-on-data-of-another-schema",
        r"found\.whole != wanted or not found\.is_uniform",
        "False",
        ("tests/bot/store/test_schema_number.py",),
    ),
    Fault(
        "worker-of-another-schema-takes-shards",
        r"type\(schema\) == 'string' and schema ~= ARGV\[4\]",
        "false",
        ("tests/bot/store/test_schema_migrations.py",),
    ),
    Fault(
        "unreadable-table-written-over",
        r"    return self\.is_unreadable or not \(self\.table is None",
        "    return not (self.table is None",
        ("tests/bot/handlers/dispatch/test_unreadable_tables.py",),
    ),
    Fault(
        "time-runs-back-past-a-commit",
        r"gap = math\.max\(0, math\.min\(gap, since\)\)",
        "since = 0",
        ("tests/bot/tables/test_downtime.py",),
    ),
    Fault(
        "clock-that-is-set-moves-games",
        r"if math\.abs\(unseen\) >= least_jump and not paused then",
        "if false then",
        ("tests/bot/tables/test_served_time.py",),
    ),
    Fault(
        "clock-that-stood-still-is-believed",
        r" >= least_jump and not paused then",
        " >= least_jump then",
        ("tests/bot/test_suspended_machine.py",),
    ),
    Fault(
        "lease-by-a-clock-that-stands-still",
        r"time\.monotonic\(\) if clock is None else time\.clock_gettime\(clock\)",
        "time.monotonic()",
        ("tests/bot/test_suspended_machine.py",),
    ),
    Fault(
        "choice-is-made-again",
        r"  if is_seen\(seen_key, given\.marker\) then",
        "  if false then",
        ("tests/bot/store/test_keys_and_settings.py", "tests/bot/judges/test_word_judge.py"),
    ),
    Fault(
        "slow-answer-taken-for-a-clock-that-was-set",
        r"max\(0, passed - most\)",
        "max(0, passed - least)",
        ("tests/bot/tables/test_time_sent.py",),
    ),
    Fault(
        "instant-of-telegrams-by-one-clock-alone",
        r"offsets = \{beat\.clock_offset_ms, .*\}",
        "offsets = {beat.clock_offset_ms}",
        ("tests/bot/tables/test_time_sent.py",),
    ),
    Fault(
        "challenge-dated-by-telegrams-clock",
        r"return self\._date_in_served_time\(arrived, sent, 0\)",
        "return self._steady_to_served(self._steady_ms_sent(sent, self._to_steady_ms(arrived)))",
        ("tests/bot/tables/test_time_sent.py",),
    ),
    Fault(
        "queue-charged-to-the-next-player",
        r"return min\(max\(arrived, table\.turn_since or arrived\), begins\), begins",
        "return (arrived, arrived)",
        ("tests/engine/test_late_handling.py", "tests/bot/tables/test_arrival_time.py"),
    ),
    Fault(
        "queue-charged-to-a-turn-that-goes-on",
        r"state, continue_same_turn\(state, after, user, now, begins\), user, begins$",
        "state, after, user, begins",
        ("tests/engine/test_late_handling.py",),
    ),
    *UPDATES_AND_SENDING,
    *PLACEMENT_CHOICE,
    *TABLE_CHOICE,
    *ABSENCE,
    *CROSS_CUTTING,
    *SHARD_OWNERSHIP,
    *OWNER,
    *PICTURES,
    *BOUNDARIES,
    *VOTES_AND_DRAWS,
    *STORE,
    *PRIVATE_ANSWERS,
    *MOVE_SUGGESTIONS,
    *COMPUTER_PLAYERS,
    *COMPUTER_SEATS,
    *FORGETTING,
    *INLINE_MODE,
    *OWN_BOARDS,
    *SEARCH,
    *CANCELLATION,
    *TABLE_NEWS,
    *TAKE_BACK,
    *LOBBIES,
    *PRIVATE_DELIVERY,
    *RATINGS,
    *RECORDS,
    *MESSAGE_COUNT,
    *SETTINGS,
    *TABLE_LISTS,
    *CLUSTER,
    *PLAYER_FIGURES,
    *PLAYGROUND,
    *BUTTON_PERMISSIONS,
)
