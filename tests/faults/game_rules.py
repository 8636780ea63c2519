"""Faults in what the rules of games say: scores, turns and challenges."""

from typing import Final

from tests.faults.fault import Fault

GAME_RULES: Final = (
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
    Fault(
        "time-out-a-second-early",
        r"return clock\.seat_timeout_at\(state\.clock_rule, state\.clocks, state\.turn\)",
        "turn_deadline = clock.seat_timeout_at(state.clock_rule, state.clocks, state.turn)\n"
        '    return turn_deadline and turn_deadline - __import__("datetime").timedelta(seconds=1)',
        ("tests/engine/test_clock.py",),
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
)
