"""Views of what a group remembers: a ranking, and one player's figures."""

from render.player_card import Fact, PlayerCard, RatingCurve
from render.rank_list import RankList, RankRow


def a_ranking(rows: int = 10) -> RankList:
    """A ranking with whoever looks at it below the best."""
    names = ("Ayşe", "Mehmet Ali Kılıçoğullarından", "Оксана", "Zeynep", "王", "Can", "Ece", "Deniz", "Fulya", "Bora")
    shown = tuple(
        RankRow(place or 1, name, f"{1712 - 30 * place}{'?' if place % 3 == 2 else ''}", f"{2 + 17 * place} oyun")
        for place, name in enumerate(names[:rows])
    )
    own = RankRow(123, "Selin", "1.312,7", "1.234 oyun", is_own=True)
    return RankList("Sıralama: Güç puanı", "Tahta oyunları", shown, own, "“?”: henüz kesin değil.", "oyuncu")


def a_player_card(word: str = "KALEMLİK") -> PlayerCard:
    """Somebody's figures, of every kind."""
    facts = ("Oyun", "42"), ("Galibiyet", "21"), ("Puan", "12.345"), ("Oyun başına", "293,9"), ("En iyi oyun", "412")
    words = (
        ("En iyi hamle", "98 KALEMLİK"),
        ("En uzun kelime", "MUVAFFAKİYETSİZ"),
        ("En sık rakip", "Bora (12), Can (8)"),
    )
    return PlayerCard(
        name="Ayşe",
        subtitle="Bütün oyunlar · Tüm zamanlar",
        facts=tuple(Fact(label, value) for label, value in (*facts, *words)),
        rating=Fact("Güç puanı", "1527?"),
        curve=RatingCurve((1500, 1512, 1498, 1520, 1541, 1533, 1560, 1527), "03.10.2026", "26.11.2026"),
        word=word,
        word_label="En iyi kelime",
        word_points="60 puan",
        nameless="oyuncu",
    )
