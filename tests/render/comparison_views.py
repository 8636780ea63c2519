"""Turns beside better ones, made up."""

from msgspec.structs import replace

from engine.crossword.view import BonusCell
from render.comparison_view import AnalysisOverview, ComparedTurn, ComparisonWords, TurnComparison
from tests.render.pictures import TR
from tests.render.views import MIDGAME, a_view

WORDS = ComparisonWords(rack="Raf", kept="Kalan", nothing="hiç", labels=TR)


def a_comparison() -> TurnComparison:
    """Two plays that cross: one cell with one letter, one with two letters, one of them a blank."""
    rack = ("Ğ", "İ", "?", "M", "Ş", "J", "Ç")
    view = a_view(MIDGAME, viewer=1, rack=rack, bonus=BonusCell(cell="M9", points=25, taken=False))
    played = {"L8": "Ğ", "L9": "Ş", "L10": "?S"}
    better = {"K9": "M", "L9": "Ş", "M9": "İ", "L10": "J"}
    return TurnComparison(
        view,
        WORDS,
        ComparedTurn("Oynanan", "L8 ↓ ĞŞS", "12", ("İ", "M", "J", "Ç"), "−8", played),
        ComparedTurn("Daha iyisi", "K9 → MŞİ", "48", ("Ğ", "?", "Ç"), "+16", better),
        heading="12. tur · Kiraz",
        verdict="Büyük kayıp",
        loss="kazanma şansı −%12",
    )


def an_overview() -> AnalysisOverview:
    """An overview of two turns, the second of them the best, a pass."""
    one = a_comparison()
    note = "ĞŞS (12) yerine MŞİ (48) çok daha iyi olurdu: 36 puan fazla getiriyor ve jokeri rafta tutuyor."
    passed = replace(one, played=ComparedTurn("Oynanan", "pas", "0", one.view.rack), best=None, loss="")
    return AnalysisOverview("oyun.gcg", ("Kiraz: %93", "Limon: %71"), (replace(one, note=note), passed))
