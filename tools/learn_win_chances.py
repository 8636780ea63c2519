"""Learn by self-play what a lead is worth at each stage of a game, and write the figures that ship.

    nice python -m tools.learn_win_chances --games 1700 --keep games.jsonl

The same arguments give the same figures. Every other game is learned from; the rest measure the forecast: log loss,
reliability, and how certain that is. With names of rulesets only these are learned: the figures of the others stay, and
no plot is drawn.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword.players.equity import shipped_leaves
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import Contest
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "engine" / "crossword" / "analysis" / "win_chances.toml"
PLOT = ROOT / "docs" / "win-chances.png"


class Lead(NamedTuple):
    spread: int
    """The first player's points less the second's."""
    unseen: int
    """Tiles in the bag and on the other player's rack."""
    turn: int
    """1 if the first player is on turn, else -1."""


class PlayedGame(NamedTuple):
    result: float
    """1 if the first player won, 0 if the second did, 0.5 for a draw."""
    leads: list[Lead]


def learned_rulesets() -> dict[str, Ruleset]:
    resolved = {name: resolve_ruleset(shipped) for name, shipped in crossword_rulesets().items()}
    return {name: rules for name, rules in resolved.items() if shipped_leaves(rules) is not None}


def play_games(games: int, kept: Path | None, names: Sequence[str] = ()) -> Iterator[tuple[str, int, PlayedGame]]:
    """Play ``games`` games of each ruleset, alternating between the rulesets.

    ``kept``: the file of played games: those in it are not played again, new ones are added. ``names``: the rulesets'
    ids; if empty, all that can be learned.
    """
    known, searcher, learned = _read_games(kept), BoardSearcher(), learned_rulesets()
    rulesets = {name: learned[name] for name in names or learned}
    for number in range(games):
        for name, rules in rulesets.items():
            game = known.get((name, number))
            if game is None:
                game = _play_game(rules, searcher, number)
                if kept is not None:
                    with kept.open("a", encoding="utf-8") as file:
                        file.write(json.dumps((name, number, game)) + "\n")
            yield name, number, game


def _read_games(kept: Path | None) -> dict[tuple[str, int], PlayedGame]:
    if kept is None or not kept.exists():
        return {}
    games = {}
    for line in kept.read_text("utf-8").splitlines():
        name, number, (result, leads) = json.loads(line)
        games[name, number] = PlayedGame(result, [Lead(*lead) for lead in leads])
    return games


def _play_game(rules: Ruleset, searcher: BoardSearcher, number: int) -> PlayedGame:
    states: list[GameState] = []
    contest = Contest(rules, load_lexicon(rules.lexicon), searcher, lambda: lambda: False, states.append)
    contest.play_game(("iyi", "iyi"), f"win:{rules.id}:{number}")
    scores = [player.score for player in states[-1].players]
    result = 0.5 if scores[0] == scores[1] else float(scores[0] > scores[1])
    return PlayedGame(result, leads_of(states))


def leads_of(states: Sequence[GameState]) -> list[Lead]:
    """Return the lead at the start of each turn while tiles are unseen; a closing challenge window starts no turn."""
    leads: dict[int, Lead] = {}
    for state in states:
        if state.outcome is None:
            others = sum(len(player.rack) for seat, player in enumerate(state.players) if seat != state.turn)
            if unseen := len(state.bag) + others:
                spread = state.players[0].score - state.players[1].score
                leads[state.number] = Lead(spread, unseen, 1 if state.turn == 0 else -1)
    return list(leads.values())


_STEPS = 60
_RIDGE = 1e-3
"""Draws the figures towards 0 if games are few."""
_EXACT = 1e-9
CLASSES = 10
LATE = 14
"""The most unseen tiles near the end of a game: the bag holds seven or fewer."""
_RESAMPLED = 200

Sample = tuple[float, float, float]
"""Spread and turn, each divided by the root of the unseen tiles, and the result of the game, 0 to 1."""


class Share(NamedTuple):
    """A class of chances: means of the forecast and of the results, with the 95 % interval of the latter."""

    foretold: float
    true: float
    low: float
    high: float
    samples: int


class Reliability(NamedTuple):
    log_loss: float
    error: float
    """Mean difference between forecast and true shares over ten classes, weighted by their samples."""
    half_width: float
    """Mean half width of the classes' 95 % intervals: even a perfect curve is off by about half of it."""
    late_error: float
    shares: list[Share]
    late: list[Share]


def samples_of(games: Sequence[PlayedGame]) -> list[Sample]:
    return [
        (lead.spread / sqrt(lead.unseen), lead.turn / sqrt(lead.unseen), game.result)
        for game in games
        for lead in game.leads
    ]


def fit_curve(samples: Sequence[Sample]) -> tuple[float, float]:
    slope = both = 0.0
    for _ in range(_STEPS):
        g1, g2, h11, h12, h22 = -_RIDGE * slope, -_RIDGE * both, _RIDGE, 0.0, _RIDGE
        for lead, turn, result in samples:
            chance = _logistic(slope * lead + both * turn)
            weight, off = chance * (1 - chance), result - chance
            g1, g2 = g1 + off * lead, g2 + off * turn
            h11, h12, h22 = h11 + weight * lead * lead, h12 + weight * lead * turn, h22 + weight * turn * turn
        determinant = h11 * h22 - h12 * h12
        step = ((h22 * g1 - h12 * g2) / determinant, (h11 * g2 - h12 * g1) / determinant)
        slope, both = slope + step[0], both + step[1]
        if max(map(abs, step)) < _EXACT:
            break
    return slope, both / slope


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, value))))


def foretell(lead: Lead, slope: float, turn: float) -> float:
    return _logistic(slope * (lead.spread + turn * lead.turn) / sqrt(lead.unseen))


def measure_curve(games: Sequence[PlayedGame], slope: float, turn: float) -> Reliability:
    chances = [[(lead.unseen, foretell(lead, slope, turn)) for lead in game.leads] for game in games]
    losses = [
        -(game.result * log(max(chance, 1e-12)) + (1 - game.result) * log(max(1 - chance, 1e-12)))
        for game, own in zip(games, chances, strict=True)
        for _, chance in own
    ]
    results = [game.result for game in games]
    shares = _shares([[chance for _, chance in own] for own in chances], results)
    late = _shares([[chance for unseen, chance in own if unseen <= LATE] for own in chances], results)
    widths = sum(share.samples * (share.high - share.low) / 2 for share in shares)
    return Reliability(
        sum(losses) / len(losses),
        _error(shares),
        widths / sum(share.samples for share in shares),
        _error(late),
        shares,
        late,
    )


def _error(shares: Sequence[Share]) -> float:
    return sum(one.samples * abs(one.foretold - one.true) for one in shares) / sum(one.samples for one in shares)


def _shares(chances: Sequence[Sequence[float]], results: Sequence[float]) -> list[Share]:
    """Return the classes that have samples; intervals are bootstrapped by game, as turns of one game are alike."""
    by_game = []
    for own, result in zip(chances, results, strict=True):
        sums = [[0, 0.0, 0.0] for _ in range(CLASSES)]
        for chance in own:
            one = sums[min(CLASSES - 1, int(chance * CLASSES))]
            one[0], one[1], one[2] = one[0] + 1, one[1] + chance, one[2] + result
        by_game.append(sums)
    draws, found = Random(1), []  # noqa: S311 - figures that anybody can make again
    drawn = [[draws.randrange(len(by_game)) for _ in by_game] for _ in range(_RESAMPLED)]
    for place in range(CLASSES):
        cells = [sums[place] for sums in by_game]
        count = sum(cell[0] for cell in cells)
        if not count:
            continue
        again = sorted(
            sum(cells[game][2] for game in games) / max(1, sum(cells[game][0] for game in games)) for games in drawn
        )
        low, high = again[_RESAMPLED // 40], again[-_RESAMPLED // 40 - 1]
        found.append(
            Share(sum(cell[1] for cell in cells) / count, sum(cell[2] for cell in cells) / count, low, high, int(count))
        )
    return found


_SIDE, _GAP, _COLUMNS = 170, 40, 4
_INK, _GREY, _LATE = (30, 40, 60), (190, 195, 205), (205, 90, 40)


def draw_reliability(curves: Mapping[str, Reliability], file: Path) -> None:
    """Plot all rulesets: dots with 95 % intervals beside the diagonal of a perfect curve, the endgame in orange."""
    rows = -(-len(curves) // _COLUMNS)
    size = (_GAP + _COLUMNS * (_SIDE + _GAP), _GAP + rows * (_SIDE + _GAP))
    image = Image.new("RGB", size, "white")
    canvas = ImageDraw.Draw(image)
    for number, (name, found) in enumerate(curves.items()):
        left = _GAP + number % _COLUMNS * (_SIDE + _GAP)
        bottom = (number // _COLUMNS + 1) * (_SIDE + _GAP)
        canvas.rectangle((left, bottom - _SIDE, left + _SIDE, bottom), outline=_GREY)
        canvas.line((left, bottom, left + _SIDE, bottom - _SIDE), fill=_GREY)
        canvas.text((left, bottom - _SIDE - 14), f"{name}  {found.error:.3f}", fill=_INK)
        for colour, shares, radius in ((_LATE, found.late, 2), (_INK, found.shares, 3)):
            for share in shares:
                x, y = left + share.foretold * _SIDE, bottom - share.true * _SIDE
                if colour == _INK:
                    canvas.line((x, bottom - share.low * _SIDE, x, bottom - share.high * _SIDE), fill=colour)
                canvas.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
        canvas.text((left, bottom + 2), "0      chance foretold      1", fill=_GREY)
    image.quantize(32).save(file, optimize=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="what is learned; all games if none is named")
    parser.add_argument("--games", type=int, default=1700, help="of each ruleset (%(default)s)")
    parser.add_argument("--keep", type=Path, help="where games are kept, so that none is played twice")
    parsed = parser.parse_args()
    games: dict[str, list[PlayedGame]] = defaultdict(list)
    if unknown := set(parsed.rulesets) - set(learned_rulesets()):
        parser.error(f"{', '.join(sorted(unknown))}: no game, or what its tiles are worth is not learned yet")
    for name, _, game in play_games(parsed.games, parsed.keep, parsed.rulesets):
        games[name].append(game)
    head, sections = f"# What a lead is worth: python -m tools.learn_win_chances --games {parsed.games}", {}
    if parsed.rulesets:
        head, *others = FILE.read_text("utf-8").rstrip().split("\n\n")
        sections = {one[1 : one.index("]")]: one for one in others}
    plotted: dict[str, Reliability] = {}
    for name, played in games.items():
        slope, turn = fit_curve(samples_of(played[::2]))
        found = plotted[name] = measure_curve(played[1::2], slope, turn)
        sections[name] = section_of(name, slope, turn, len(played), found)
        sys.stderr.write(f"{sections[name]}\n")
    FILE.write_text("\n\n".join((head, *(sections[name] for name in sorted(sections)))) + "\n", "utf-8")
    if not parsed.rulesets:
        draw_reliability(plotted, PLOT)
    return 0


def section_of(name: str, slope: float, turn: float, games: int, found: Reliability) -> str:
    measures = (f"{one} = {getattr(found, one):.3f}" for one in ("log_loss", "error", "half_width", "late_error"))
    return "\n".join((f"[{name}]", f"slope = {slope:.5f}", f"turn = {turn:.2f}", f"games = {games}", *measures))


if __name__ == "__main__":
    sys.exit(main())
