"""Views for pictures: boards drawn as text, lower case for a blank (RULES §1.1)."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from engine.crossword.premiums import geometry
from engine.crossword.ruleset import FourWord
from engine.crossword.view import BonusCell, FinalScore, GameView, LastTurn, Outcome, SeatView, WordScore
from engine.game_base import History
from engine.lobby_seats import Seat
from engine.lobby_view import LobbyView
from engine.rulesets import shipped_rulesets
from render.player_card import Fact, PlayerCard, RatingCurve
from render.rank_list import RankList, RankRow
from render.turn_comparison import AnalysisOverview, ComparedTurn, ComparisonWords, TurnComparison
from tests.render.pictures import TR

KELIMELIK: Final = """
..T..d...d..T..
.t....d.d....t.
T......D......T
...D.......D...
....t.....t....
d....d...d....d
.d....d.d....d.
..D....*....D..
.d....d.d....d.
d....d...d....d
....t.....t....
...D.......D...
T......D......T
.t....d.d....t.
..T..d...d..T..
"""

SCRABBLE: Final = """
T..d...T...d..T
.D...t...t...D.
..D...d.d...D..
d..D...d...D..d
....D.....D....
.t...t...t...t.
..d...d.d...d..
T..d...*...d..T
..d...d.d...d..
.t...t...t...t.
....D.....D....
d..D...d...D..d
..D...d.d...D..
.D...t...t...D.
T..d...T...d..T
"""

WORDBOX: Final = """
Q..d....T....d..Q
.D....t...t....D.
..D.....X.....D..
d..D...d.d...D..d
.....D..d..D.....
.t....t...t....t.
...d...d.d...d...
T.X.d...*...d.X.T
...d...d.d...d...
.t....t...t....t.
.....D..d..D.....
d..D...d.d...D..d
..D.....X.....D..
.D....t...t....D.
Q..d....T....d..Q
"""

TURKISH: Final = {
    letter: points
    for points, letters in {
        0: "?", 1: "AEİKLRNT", 2: "IMOSU", 3: "BDÜY", 4: "CÇŞZ", 5: "GHP", 7: "FÖV", 8: "Ğ", 10: "J",
    }.items()
    for letter in letters
}  # fmt: skip

ENGLISH: Final = {
    letter: points
    for points, letters in {
        0: "?", 1: "EAIONRTLSU", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ",
    }.items()
    for letter in letters
}  # fmt: skip

UKRAINIAN: Final = {letter: 1 + at % 10 for at, letter in enumerate("АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ'")} | {"?": 0}
VALUES: Final[Mapping[str, dict[str, int]]] = {"tr": TURKISH, "en": ENGLISH, "uk": UKRAINIAN}

WORDBOX_COLOURS: Final = {
    letter: colour
    for colour, letters in {
        "yellow": "ОАИНІЕРТВ", "green": "КМСДЛП", "blue": "УБГЗЯ", "red": "ЙХЧЬЇЖЦШЮЄФЩ'Ґ",
    }.items()
    for letter in letters
}  # fmt: skip

MIDGAME: Final = """
...............
...............
...............
......Ç........
......İ........
......Ç........
......EV.......
.....ŞKALEM....
......LÖ.......
.......RÜYA....
........ZĞ.....
........ÜI.....
........MI.....
...............
...............
"""

UKRAINIAN_MIDGAME: Final = """
.................
.................
.................
.................
.................
.................
.................
.....СІМ'Я.......
.....Л..О........
.....О..ЛіС......
.....Н..О........
........К........
........О........
.................
.................
"""

FULL: Final = """
..K............
..A.......BUZ.U
..L......Ğ.....
..E.....ÖRS....
.YM......I.....
..İ...ÇİÇEK....
.ŞNO..İ..M.....
..LÜTFEN.A.....
....A.OKUL.....
..DURAK..A.....
.........R.....
...SÖZ.........
...............
.......HAYaL...
...............
"""
"""As many tiles as lie there late in a game: 53."""


def upper(letter: str, language: str) -> str:
    return {"i": "İ", "ı": "I"}.get(letter, letter.upper()) if language == "tr" else letter.upper()


def cells_of(board: str, language: str = "tr") -> tuple[str, ...]:
    return tuple(
        "" if sign == "." else sign if upper(sign, language) == sign else "?" + upper(sign, language)
        for sign in "".join(board.split())
    )


def a_view(
    board: str = "",
    *,
    premiums: str = KELIMELIK,
    language: str = "tr",
    names: Sequence[str] = ("Ayşe", "Mehmet"),
    scores: Sequence[int] = (),
    turn: int | None = 1,
    bag: int = 41,
    bonus: BonusCell | None = None,
    last: LastTurn | None = None,
    outcome: Outcome | None = None,
    viewer: int | None = None,
    rack: Sequence[str] = (),
    inactive: int | None = None,
    colours: Mapping[str, str] | None = None,
    four_word: FourWord = "clockwise",
    options: Mapping[str, str] | None = None,
) -> GameView:
    rows = tuple(premiums.split())
    columns = len(rows[0])
    points = [*scores, *(74 + 35 * at for at in range(len(scores), len(names)))]
    seats = tuple(
        SeatView(user=at, name=name, score=points[at], tiles=7, active=at != inactive) for at, name in enumerate(names)
    )
    cells = cells_of(board, language) if board else ("",) * (columns * len(rows))
    assert len(cells) == columns * len(rows)
    return GameView(
        ruleset="kelimelik", language=language, columns=columns, rows=len(rows), premiums=rows, cells=cells,
        values=VALUES[language], seats=seats, turn=None if outcome else turn, number=3, bag=bag, tiles=100,
        unseen={}, viewer=viewer, rack=tuple(rack), bonus=bonus, last=last, outcome=outcome,
        colours=dict(colours or {}), four_word=four_word, options=dict(options or {}),
    )  # fmt: skip


def a_lobby(ruleset: str, host: int, seats: Sequence[Seat], *, least: int = 2, most: int = 4) -> LobbyView:
    rules = shipped_rulesets()[ruleset]
    return LobbyView(
        ruleset, host, tuple(seats), least, most, rules.tiles, "ab", rules.pattern, {}, rules.values, rules.colours
    )


def a_play(
    seat: int, start: str, word: str, *, down: bool = False, old: Sequence[str] = (), score: int = 24, columns: int = 15
) -> LastTurn:
    """A last turn: one word whose cells ``old`` lay there before."""
    grid = geometry(columns, 15)
    first, step = grid.indices[start], columns if down else 1
    cells = tuple(grid.names[first + step * at] for at in range(len(word)))
    return LastTurn(
        seat=seat,
        kind="play",
        cells=tuple(cell for cell in cells if cell not in old),
        words=(WordScore(word=word, score=score, cells=cells),),
        score=score,
    )


def an_outcome(scores: Sequence[int], adjustment: int = 6) -> Outcome:
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    finals = tuple(
        FinalScore(
            seat=seat, place=at + 1, score=scores[seat], adjustment=adjustment if at == 0 else -adjustment, rack=()
        )
        for at, seat in enumerate(order)
    )
    return Outcome(reason="out", winners=(order[0],), finals=finals)


def finished(view: GameView, history: History = (), racks: Sequence[Sequence[str]] = ()) -> GameView:
    """A game that is over with the scores of its seats; ``racks`` are the tiles left, by seat."""
    outcome = an_outcome([seat.score for seat in view.seats])
    if racks:
        finals = tuple(replace(final, rack=tuple(racks[final.seat])) for final in outcome.finals)
        outcome = replace(outcome, finals=finals)
    return replace(view, turn=None, outcome=outcome, history=history)


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
