"""What the gallery shows of records: a ranking, and one player's figures, made up."""

from collections.abc import Iterator
from typing import Final

from bot.families import registry
from bot.pictures import player_sketch, ranking_sketch
from bot.records.player_stats import RankedPlayer
from bot.texts import Texts
from bot.wording.figures import PlayerReport, RankingView, opponents_fact, span_label
from bot.wording.speaker import Speaker
from engine.figures import Figures
from render import Painter
from render.player_card import Fact
from tools.gallery.pictures import GalleryPicture

_LANGUAGE: Final = "tr"
_NAMES: Final = "Kiraz", "Limon", "Nane", "Zeytin", "Ayva", "Erik", "İncir", "Kekik", "Muşmula", "Susam", "Dut"
_RATINGS: Final = 1712, 1655, 1640, 1601, 1540, 1498, 1490, 1444, 1588, 1502, 1312
_SURE: Final = 8
_READER: Final = 11
_CURVE: Final = 1500, 1512, 1498, 1520, 1541, 1533, 1560, 1572, 1561, 1590, 1612, 1601, 1640, 1655, 1631, 1683, 1712
_FIRST_DAY: Final = 20_700


def record_pictures(texts: Texts) -> Iterator[GalleryPicture]:
    speaker = Speaker(texts, _LANGUAGE)

    def draw_ranking(painter: Painter, theme: str) -> bytes:
        return ranking_sketch(_sample_ranking(), speaker, theme).paint(painter)

    def draw_player(painter: Painter, theme: str) -> bytes:
        return player_sketch(_sample_report(speaker), speaker, theme).paint(painter)

    yield GalleryPicture("ranks", "A group’s ranking, with whoever asks below the best", draw_ranking)
    yield GalleryPicture("player", "One player’s figures", draw_player)


def _sample_ranking() -> RankingView:
    ranked = [
        RankedPlayer(place, place, rating, 3 * (70 - 5 * place) if place <= _SURE else 12 - place, place <= _SURE)
        for place, rating in enumerate(_RATINGS, start=1)
    ]
    names = dict(enumerate(_NAMES, start=1))
    return RankingView("rating", "week", registry.FAMILIES[0].name, ranked[:-1], ranked[-1], _READER, names)


def _sample_report(speaker: Speaker) -> PlayerReport:
    figures = Figures(
        games=195,
        wins=118,
        draws=2,
        points=58_301,
        best_game=487,
        plays=2310,
        play_points=57_640,
        bingos=41,
        best_play=122,
        best_play_word="KİRAZLAR",
        best_word="ZEYTİNLİ",
        best_word_points=104,
        longest_word="ZEYTİNLİK",
        challenges_won=9,
        challenges_lost=4,
    )
    more = opponents_fact([("Limon", 120), ("Nane", 48), ("Ayva", 17)], speaker)
    curve = tuple((_FIRST_DAY + 5 * game, rating) for game, rating in enumerate(_CURVE))
    subtitle = f"{speaker.plain('stats-all-games')} · {span_label('ever', speaker)}"
    rating = Fact(speaker.plain("stats-rating"), str(_CURVE[-1]))
    return PlayerReport(_NAMES[0], subtitle, figures, rating, (more,), curve)
