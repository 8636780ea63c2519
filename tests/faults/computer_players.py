"""Faults in computer players: what they know, how silly they may be, and how they are measured."""

from typing import Final

from tests.faults.fault import Fault

_PLAYERS: Final = ("tests/bot/families/crossword/test_computer_players.py",)
_LOOKAHEAD: Final = ("tests/bot/families/crossword/test_computer_lookahead.py",)
_LEAVES: Final = ("tests/engine/crossword/test_leaves.py",)
_KLEPKA: Final = ("tests/engine/klepka/test_players.py",)
_ANALYSIS: Final = ("tests/engine/crossword/test_analysis.py", "tests/engine/crossword/test_analysis_figures.py")
_CONTEST: Final = ("tests/bot/subcommands/test_computer_contest.py",)

COMPUTER_PLAYERS: Final = (
    Fault("going-out-overlooked", r"if len\(play\.tiles\) == len\(question\.rack\)\]", "if not play.tiles]", _PLAYERS),
    Fault(
        "weak-player-passes-with-a-play",
        r"if not found and not own_view\.exchangeable:",
        "if not found and own_view.exchangeable:",
        _PLAYERS,
    ),
    Fault(
        "good-words-doubted",
        r" if word\.word not in own_view\.words\)\n    if not phonies",
        ")\n    if not phonies",
        _PLAYERS,
    ),
    Fault(
        "refill-of-an-open-play-forgotten",
        r"return self\.view\.bag - self\._refill_owed",
        "return self.view.bag",
        _PLAYERS,
    ),
    Fault(
        "replies-not-counted-in-a-simulation",
        r"candidate\.reply \+= reply",
        "candidate.reply += 0 * reply",
        _LOOKAHEAD,
    ),
    Fault(
        "what-follows-chosen-by-points-alone",
        r"_with_rack\(query, racks\[mover\]\), self\._words, 1, leave\)",
        "_with_rack(query, racks[mover]), self._words, 1, None)",
        _LOOKAHEAD,
    ),
    Fault(
        "late-deals-broken-off",
        r"\(_LATE_PLIES if self\._late else _PLIES\)",
        "_PLIES",
        _LOOKAHEAD,
    ),
    Fault("clear-cases-thought-through", r"if worth >= least\]", "if worth is not None]", _LOOKAHEAD),
    Fault(
        "pairs-of-tiles-drawn-towards-nothing",
        r"expected = sum\(single_and_pair_sums\(small, part\)\) if len\(part\) > 1",
        "expected = sum(single_and_pair_sums(small, part)) if len(part) > 2",
        _LEAVES,
    ),
    Fault(
        "going-out-worth-half-in-an-endgame",
        r"return play\.score \+ 2\.0 \* sum_points\(rival, self\._values\)",
        "return play.score + 1.0 * sum_points(rival, self._values)",
        _LOOKAHEAD,
    ),
    Fault(
        "seats-of-a-pair-not-swapped",
        r"( {8}return \(first\[0\], first\[1\]\), )\(second\[1\], second\[0\]\)",
        r"\1(second[0], second[1])",
        _PLAYERS,
    ),
    Fault(
        "leaves-of-other-tiles-taken",
        r"return \(header\.counts, header\.values, header\.bingo\) == same",
        "return header.bingo == same[-1]",
        _LEAVES,
    ),
    Fault(
        "leaves-of-full-bags-not-counted",
        r"if bag >= rules\.rack:\n        return leaves\.value_of",
        "if bag >= rules.rack:\n        return None",
        _CONTEST,
    ),
    Fault(
        "games-taken-for-independent",
        r"len\(numbers\)\)\n    low, high = mean",
        "len(numbers) * 2)\n    low, high = mean",
        _CONTEST,
    ),
    Fault(
        "what-was-forgotten-comes-back",
        r'Draws\(f"\{chance\}:\{position\}:\{card\.turn\}"\)',
        'Draws(f"{chance}:{position}:{turn}")',
        _KLEPKA,
    ),
    Fault(
        "mixed-cards-still-known",
        r"known\.clear\(\)\n        elif isinstance\(event, CardsRevealed\):\n            for card in",
        "pass\n        elif isinstance(event, CardsRevealed):\n            for card in",
        _KLEPKA,
    ),
    Fault(
        "loss-below-nothing",
        r"turn\.given\)\n    return TurnLoss\(best, played, max\(0\.0, best\.equity - played\.equity\)",
        "turn.given)\n    return TurnLoss(best, played, best.equity - played.equity",
        _ANALYSIS,
    ),
    Fault(
        "tile-drawn-again-is-no-luck",
        r"Counter\(after\.view\.rack\) - Counter\(before\.kept\)",
        "Counter(after.view.rack) - Counter(before.view.rack)",
        _ANALYSIS,
    ),
    Fault(
        "pass-always-answered-by-the-last-one",
        r"if passed or last:",
        "if True:",
        _ANALYSIS,
    ),
)
