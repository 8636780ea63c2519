"""Faults in computer players: what they know, how silly they may be, and how they are measured."""

from typing import Final

from tests.faults.fault import Fault

_PLAYERS: Final = ("tests/bot/test_computer_players.py",)
_LEAVES: Final = ("tests/engine/test_leaves.py",)
_KLEPKA: Final = ("tests/engine/klepka/test_players.py",)
_CONTEST: Final = ("tests/bot/test_contest.py",)

PLAYERS: Final = (
    Fault("going-out-overlooked", r"if len\(play\.tiles\) == len\(question\.rack\)\]", "if not play.tiles]", _PLAYERS),
    Fault(
        "weak-player-passes-with-a-play",
        r"if not found and not sight\.exchangeable:",
        "if not found and sight.exchangeable:",
        _PLAYERS,
    ),
    Fault(
        "good-words-doubted",
        r" if word\.word not in sight\.words\)\n    if not phonies",
        ")\n    if not phonies",
        _PLAYERS,
    ),
    Fault(
        "refill-of-an-open-play-forgotten",
        r"return self\.view\.bag - self\._owed",
        "return self.view.bag",
        _PLAYERS,
    ),
    Fault(
        "replies-not-counted-in-a-simulation",
        r"candidate\.reply \+= reply",
        "candidate.reply += 0 * reply",
        _PLAYERS,
    ),
    Fault(
        "what-follows-chosen-by-points-alone",
        r"_holding\(asked, racks\[mover\]\), self\._words, 1, leave\)",
        "_holding(asked, racks[mover]), self._words, 1, None)",
        _PLAYERS,
    ),
    Fault(
        "late-deals-broken-off",
        r"\(_LATE_PLIES if self\._late else _PLIES\)",
        "_PLIES",
        _PLAYERS,
    ),
    Fault("clear-cases-thought-through", r"if worth >= least\]", "if worth is not None]", _PLAYERS),
    Fault(
        "pairs-of-tiles-drawn-towards-nothing",
        r"expected = sum\(parts\(small, part\)\) if len\(part\) > 1",
        "expected = sum(parts(small, part)) if len(part) > 2",
        _LEAVES,
    ),
    Fault(
        "going-out-worth-half-in-an-endgame",
        r"return play\.score \+ 2\.0 \* points\(rival, self\._values\)",
        "return play.score + 1.0 * points(rival, self._values)",
        _PLAYERS,
    ),
    Fault(
        "seats-of-a-pair-not-swapped",
        r"( {8}return first, )\(second\[1\], second\[0\]\)",
        r"\1second",
        _PLAYERS,
    ),
    Fault(
        "leaves-of-other-tiles-taken",
        r"return \(told\.counts, told\.values, told\.bingo\) == same",
        "return told.bingo == same[-1]",
        _LEAVES,
    ),
    Fault(
        "leaves-of-full-bags-not-counted",
        r"if bag >= rules\.rack:\n        return leaves\.worth",
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
)
