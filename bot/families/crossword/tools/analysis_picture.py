"""The picture of an analysed game: each player's figures, and the turns that lost most beside better ones."""

from typing import Final

from bot.families.crossword.turn_comparison_sketch import overview_turn
from bot.families.crossword.turn_comparison_wording import luck_text, share_text, turn_heading
from bot.languages import languages
from bot.pictures.sketches import DEFAULT_THEME, Look
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.crossword.analysis.game_analysis import GameAnalysis
from engine.crossword.analysis.turn_facts import turn_facts
from engine.crossword.gcg import GcgFile
from engine.lexicon import load_lexicon
from render import Painter
from render.turn_comparison import AnalysisOverview

MOST_TURNS: Final = 12
"""Of a game, so that the picture stays one that a viewer opens."""


def draw_analysis(read: GcgFile, analysis: GameAnalysis) -> bytes:
    """A PNG with the turns that lost something for sure, in their order; of more than twelve the costliest."""
    own = read.ruleset.language
    language = own if own in languages().codes else "en"
    speaker, words = Speaker(Texts(), language, read.ruleset.title), load_lexicon(read.ruleset.lexicon)
    lost = sorted((turn for turn in analysis.turns if not turn.is_equal), key=lambda turn: -turn.loss)[:MOST_TURNS]
    names = [read.names.get(nick, nick) for nick in read.nicks]
    look = Look(language, DEFAULT_THEME)
    turns = tuple(
        overview_turn(
            turn,
            turn_facts(turn, read.ruleset, words),
            speaker,
            look,
            turn_heading(turn.turn.number + 1, names[turn.turn.seat], speaker),
        )
        for turn in sorted(lost, key=lambda turn: turn.turn.number)
    )
    lines = tuple(
        f"{name}: {share_text(seat, speaker)} · {luck_text(seat.luck, speaker)}"
        for name, seat in zip(names, analysis.seats, strict=True)
    )
    return Painter(DEFAULT_THEME).analysis_overview(AnalysisOverview(" – ".join(names), lines, turns))
