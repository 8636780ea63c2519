"""Views of games in which everybody has the same rack, and the words of their pictures."""

from datetime import UTC, datetime, timedelta
from typing import Final

from engine.crossword.actions import Placement
from engine.crossword.premiums import Direction, geometry
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.view import ClosedRound, FoundPlay, GameView, OpenRound, Play, SeatView
from engine.rulesets import shipped_rulesets
from render.player_card import Fact
from render.podium import Podium, PodiumRow
from render.rounds import FoundLine, RankLine, ResultWords, RoundWords
from render.signs import Labels
from tests.render.pictures import LABELS
from tests.render.views import FULL, cells_of

OPENED: Final = datetime(2026, 11, 29, 18, tzinfo=UTC)
RULESETS: Final = tuple(rules for rules in shipped_rulesets().values() if isinstance(rules, Ruleset))
RACK: Final = ("Ş", "A", "?", "K", "I", "E", "M")
BOARDS: Final = {
    "duplicate-tr": FULL,
    "duplicate-kelimelik": FULL,
    "duplicate-en": """
...............
...............
...............
...............
.......Q.......
.......U.......
......JAMS.....
.....WINDY.....
.......T.......
.....OVErT.....
.......R.......
...............
...............
...............
...............
""",
    "duplicate-uk": """
...............
...............
...............
...............
...............
.....С.........
.....О.........
....СЛОВО......
.....О.........
....СМІТТЯ.....
......Й........
......о........
...............
...............
...............
""",
    "duplicate-mini": """
...........
...........
.....K.....
.....A.....
...SÖZLüK..
.....E.....
..ÇİÇEK....
.....M.....
...........
...........
...........
""",
}
LAID: Final = {
    "duplicate-tr": ("C8", "LÜTFEN", Direction.ACROSS),
    "duplicate-kelimelik": ("C8", "LÜTFEN", Direction.ACROSS),
    "duplicate-en": ("H5", "QUANTER", Direction.DOWN),
    "duplicate-uk": ("E10", "СМІТТЯ", Direction.ACROSS),
    "duplicate-mini": ("D5", "SÖZLÜK", Direction.ACROSS),
}
NAMES: Final = (
    "Ayşe", "Mehmet Ali Kılıçoğullarından", "Оксана", "Zeynep", "王", "Can", "Ece", "Deniz", "Fulya", "Bora",
)  # fmt: skip


def a_play_of(ruleset: str, score: int = 74) -> Play:
    """The last play on the board of a ruleset, with all of its tiles."""
    rules = shipped_rulesets()[ruleset]
    assert isinstance(rules, Ruleset)
    cell, word, direction = LAID[ruleset]
    grid = geometry(rules.columns, len(rules.board.rows))
    step = 1 if direction is Direction.ACROSS else rules.columns
    cells = [grid.names[grid.indices[cell] + step * at] for at in range(len(word))]
    board = dict(zip(grid.names, cells_of(BOARDS[ruleset], rules.language), strict=True))
    return Play(tuple(Placement(name, board[name]) for name in cells), word, cell, direction, score)


def a_round(ruleset: str = "duplicate-tr", *, closed: int = 2, is_open: bool = True, people: int = 10) -> GameView:
    """A game after some rounds, the next one open or not."""
    rules = shipped_rulesets()[ruleset]
    assert isinstance(rules, Ruleset)
    laid = a_play_of(ruleset)
    rack = RACK if rules.language == "tr" else tuple(rules.values)[1:8]
    last = ClosedRound(closed, rack, laid, "word", True, (FoundPlay(laid, (0, 2)),), (0, 2), None, 9)
    seats = tuple(
        SeatView(at, NAMES[at % len(NAMES)], 700 - 31 * at, place=at + 1, permille=914 - 17 * at, since=1)
        for at in range(people)
    )
    opened = OpenRound(closed + 1, rack, OPENED, OPENED + timedelta(seconds=120), 7, limited=10)
    return GameView(
        ruleset=ruleset, language=rules.language, columns=rules.columns, rows=len(rules.board.rows),
        premiums=rules.board.rows, cells=cells_of(BOARDS[ruleset], rules.language), values=rules.values,
        seats=seats if closed else (), number=closed, limit=10, answers="checked", is_slow=False, bag=41,
        tiles=rules.tiles, top_points=131, open=opened if is_open else None, last=last if closed else None,
    )  # fmt: skip


ROUND: Final = RoundWords(
    title="Düplikat", round=Fact("Tur", "3 / 10"), time=Fact("Süre", "2 dk"), answered=Fact("Yanıt veren", "7"),
    bag="Torba 41", labels=LABELS["tr"],
)  # fmt: skip


def result_words(people: int = 8, labels: Labels = LABELS["tr"]) -> ResultWords:
    plays = (
        FoundLine(74, "C8 → LÜTFEN", ("Ayşe", "Оксана"), note="Solo +10"),
        FoundLine(62, "H8 ↓ MUVAFFAKİYETSİZ", NAMES[:6], 3),
        FoundLine(41, "A1 → KALEM", ("Mehmet Ali Kılıçoğullarından Öztürkmenoğlu",), 12),
        FoundLine(38, "B7 → SÖZ"),
        FoundLine(33, "O1 ↓ ÇİÇEK", ("王", "Zeynep")),
    )
    ranks = tuple(
        RankLine(place + 1, NAMES[place % len(NAMES)], 1712 - 131 * place, f"%{91 - 7 * place},4", "5–10. turlar")
        for place in range(people)
    )
    return ResultWords(
        "Düplikat", Fact("Tur", "10/10"), plays, ranks, "7 yanıt · 20 oyuncu", labels=labels, nameless="oyuncu"
    )


def a_podium(people: int = 12) -> Podium:
    rows = tuple(
        PodiumRow(
            place + 1,
            NAMES[place % len(NAMES)],
            1712 - 131 * place,
            (f"%{91 - 7 * place},4", str(7 - place // 2), str(place % 3)),
            "5–10. turlar" if place % 4 == 2 else "",
        )
        for place in range(people)
    )
    return Podium(
        "Ayşe 131 puan farkla kazandı", "10 tur · 20 oyuncu", "Düplikat", "Puan", ("En iyiye göre", "En iyi", "Solo"),
        rows, "+8", nameless="oyuncu",
    )  # fmt: skip
