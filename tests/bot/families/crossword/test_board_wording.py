"""What groups read under the board: who did what for how many points, within a caption's length."""

import re
from collections.abc import Callable
from typing import get_args

import pytest

from bot.families.crossword.sketches import board_legend, board_sketch
from bot.families.crossword.wording import CrosswordWording
from bot.families.registry import full_caption
from bot.pictures import PictureStyle
from bot.playground.chats import parse_html, utf16_length
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.alphabet import load_alphabet
from engine.crossword.actions import Challenge, TakeBack
from engine.crossword.premiums import premium_board
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.view import BonusCell, GameView, LastTurn, TurnKind, WordScore
from engine.game import Action, view
from engine.rulesets import shipped_rulesets
from render.panel import PanelWords
from tests.support.drawings import WORDED_TEXTS, caption_of_step, group_view, plain_text, read_rows, table_sketch
from tests.support.games import (
    accepts_any_word,
    apply_step,
    exchange_faces,
    game,
    pass_turn,
    place_on_board,
    place_play,
    started_game,
    surrender,
    with_fields,
)
from tests.support.languages import LANGUAGES, LINES, parse_move, phone_line_count

KELIMELIK = shipped_rulesets()["kelimelik"].title


def test_a_play_is_told_with_every_word_its_blanks_its_score_the_standings_and_who_is_next() -> None:
    before = game("scrabble-en", laid=["8H LOFTY"], racks=["LO?M???", "AAAAAAA"], scores=[10, 20])
    state, events = apply_step(before, place_play(before, "7I LOaM"))
    told = caption_of_step(state, events, "en")
    assert plain_text(told).splitlines() == [
        "Ayşe LO[A]M +22 · To play: Bora",
        "I7 across: LO[A]M 6 + LO 3 + OF 5 + [A]T 1 + MY 7",
        "Ayşe 32 · Bora 20",
        f"{len(state.bag)} tiles in the bag",
    ]
    asked = full_caption(group_view(state), Speaker(WORDED_TEXTS, "en", KELIMELIK))
    assert asked.splitlines()[:3] == told.splitlines()[:3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_play_that_may_be_challenged_is_told_in_two_rows_and_the_challenge_with_its_word(language: str) -> None:
    before = game("scrabble-en", racks=["LOFTYAB", "AAEEKKL"], options={"challenge": "double"}, bag="AEIOU" * 5)
    state, events = apply_step(before, place_play(before, "8H LOFTY"))
    time = Speaker(WORDED_TEXTS, language).duration(state.ruleset.judging.window)
    brief = WORDED_TEXTS.plain(language, "window-brief", time=time)
    following = WORDED_TEXTS.plain(language, "turn-next", name="Bora")
    told = caption_of_step(state, events, language)
    assert read_rows(told) == ["Ayşe LOFTY +30", f"{brief} · {following}"]
    assert WORDED_TEXTS.html(language, "window-open", time=time) in told
    state, events = apply_step(state, Challenge(state.players[1].user), lambda _: False)
    won = WORDED_TEXTS.html(language, "challenge-won-brief", name="Bora", mover="Ayşe", words="LOFTY")
    assert read_rows(caption_of_step(state, events, language)) == [f"{plain_text(won)} · {following}"]


@pytest.mark.parametrize("kind", get_args(TurnKind))
def test_every_last_turn_is_told_in_the_picture_and_below_it(kind: TurnKind) -> None:
    word = WordScore("KALEM", 12, ("F8", "G8", "H8", "I8", "J8"))
    last = LastTurn(seat=0, kind=kind, cells=word.cells, words=(word,), score=12, exchanged=3)
    view = with_fields(group_view(game("kelimelik", laid=["8F KALEM"])), last=last)
    panel = table_sketch(WORDED_TEXTS, view, KELIMELIK, PictureStyle("en")).words
    assert isinstance(panel, PanelWords)
    assert panel.last
    assert view.seats[0].name in full_caption(view, Speaker(WORDED_TEXTS, "en", KELIMELIK, "tr"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_caption_tells_all_that_the_picture_shows(language: str) -> None:
    before = game(
        "kelimelik",
        laid=["8F KALEM"],
        racks=["LERİSİN", "AAAAAAA"],
        scores=[10, 20],
        bonus="I11",
        options={"clock": "slow"},
    )
    state, events = apply_step(before, place_play(before, "8F KALEMLER"))
    view = group_view(state)
    moved = caption_of_step(state, events, language)
    asked = full_caption(view, Speaker(WORDED_TEXTS, language, KELIMELIK, "tr"))
    shown = table_sketch(WORDED_TEXTS, view, KELIMELIK, PictureStyle(language)).words
    assert isinstance(shown, PanelWords)
    for text in map(plain_text, (moved, asked)):
        assert f"KALEMLER +{view.seats[0].score - 10}" in text
        assert WORDED_TEXTS.plain(language, "bag-left", count=view.bag) in text
        assert plain_text(WORDED_TEXTS.html(language, "bonus-free", cell="I11", points=25)) in text
        assert all(f"{seat.name} {seat.score}" in text for seat in view.seats)
        assert f"Bora {view.seats[1].score} (⏱ {shown.clocks[1]})" in text
        assert text.splitlines()[0].endswith(WORDED_TEXTS.plain(language, "turn-next", name="Bora"))
    assert shown.title in plain_text(asked)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", ["kelimelik", "scrabble-en", "wordbox-uk"])
def test_the_start_says_how_to_move_with_an_example_that_the_table_could_take(ruleset: str, language: str) -> None:
    state, events = started_game(ruleset)
    line = plain_text(caption_of_step(state, events, language)).splitlines()
    example = re.search(r"/(?:oyna|play) (\S+ \S+ \S+)", "\n".join(line))
    assert example is not None
    move = parse_move(example[1], load_alphabet(state.ruleset.language))
    word = "".join(sign.letter or "" for sign in move.signs)
    board = premium_board(state.ruleset.board)
    assert move.cell == board.grid.names[board.centre]
    assert set(word) <= set(state.ruleset.values), "of the table's own tiles"
    assert WORDED_TEXTS.plain(language, "way-across") in example[1], "in the words of the chat"
    assert WORDED_TEXTS.plain(language, "button-rack") in "\n".join(line)


@pytest.mark.parametrize(
    ("ruleset", "run", "turn", "action", "message"),
    [
        ("kelimelik", [0, 0], 0, pass_turn, ""),
        ("kelimelik", [1, 0], 1, pass_turn, "run-ends-passes"),
        ("wordbox-tr", [2, 1, 1], 0, lambda state: surrender(state, 0), ""),
        ("tournament-tr", [1, 1], 0, pass_turn, "run-ends-passes"),
        ("tournament-tr", [2, 1, 1], 1, lambda state: surrender(state, 2), "run-ends-passes"),
        ("scrabble-tr", [2, 2], 0, pass_turn, "run-ends-scoreless"),
        ("scrabble-tr", [2, 2], 0, lambda state: exchange_faces(state, "A"), "run-ends-scoreless"),
        ("scrabble-tr", [2, 2], 0, lambda state: place_on_board(state, H8="A", I8="A"), ""),
        ("scrabble-tr", [2, 2, 1, 1], 2, pass_turn, "run-ends-scoreless"),
    ],
)
def test_the_turn_before_the_one_that_ends_the_game_says_so(
    ruleset: str, run: list[int], turn: int, action: Callable[[GameState], Action], message: str
) -> None:
    before = game(ruleset, racks=["AAAAAAA"] * len(run), turn=turn, run=run)
    told = "".join(read_rows(caption_of_step(*apply_step(before, action(before)), "uk")))
    assert ("⚠️" in told) is bool(message)
    assert not message or WORDED_TEXTS.plain("uk", message) in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("options", "answer", "told"),
    [
        ({"challenge": "double"}, lambda state: Challenge(state.players[1].user), "panel-withdrawn"),
        ({"take-back": "20"}, lambda state: TakeBack(state.players[0].user), "panel-taken-back"),
    ],
    ids=["challenged", "taken back"],
)
def test_the_picture_says_why_a_play_lies_there_no_more(
    language: str, options: dict[str, str], answer: Callable[[GameState], Action], told: str
) -> None:
    before = game("scrabble-en", racks=["LOFTYAB", "AAEEKKL"], options=options, bag="AEIOU" * 5)
    state, _ = apply_step(before, place_play(before, "8H LOFTY"))
    state, _ = apply_step(state, answer(state), lambda _: False)
    sketch = board_sketch(
        group_view(state), Speaker(WORDED_TEXTS, language, before.ruleset.title), PictureStyle(language)
    )
    assert sketch.words.last == WORDED_TEXTS.plain(language, told, word="LOFTY")


def test_the_parts_of_a_score_add_up_to_it() -> None:
    before = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİN", ""], bonus="K9")
    state, events = apply_step(before, place_play(before, "K8 LERİSİN"))
    head, parts = plain_text(caption_of_step(state, events)).splitlines()[:2]
    total = int(re.findall(r"\+(\d+)", head)[0])
    assert sum(int(number) for number in re.findall(r" (\d+)(?: \+|$)", parts)) == total
    assert "bingo 30" in parts
    assert "bonus hücresi 25" in parts


@pytest.mark.parametrize(
    ("bonus", "second"),
    [(None, "F8 yatay"), ("H8", "F8 yatay: KALEM 12 + bonus hücresi 25")],
    ids=["without a bonus", "with a bonus"],
)
def test_a_single_word_is_counted_up_only_with_a_bonus(bonus: str | None, second: str) -> None:
    before = game("kelimelik", racks=["KALEM??", ""], bonus=bonus)
    state, events = apply_step(before, place_play(before, "8F KALEM"))
    assert plain_text(caption_of_step(state, events)).splitlines()[1] == second


@pytest.mark.parametrize("language", LANGUAGES)
def test_passes_and_exchanges_name_no_tile(language: str) -> None:
    before = game("kelimelik", racks=["ĞÖJFVPH", "ĞÖJFVPH"])
    for action in (pass_turn(before), exchange_faces(before, "ĞÖ")):
        state, events = apply_step(before, action)
        text = plain_text(caption_of_step(state, events, language))
        assert not set("ĞÖJFVH") & set(text.replace("Harfiyen", ""))
        assert "2" in text or "pas" in text or "пас" in text


def test_a_small_rack_is_told_with_the_scores() -> None:
    state = game("scrabble-en", racks=["LER", "AAEEKKL"], scores=[10, 20], bag="")
    table = plain_text(CrosswordWording(Speaker(WORDED_TEXTS, "en")).table_lines(group_view(state)))
    assert table.splitlines()[0] == "Ayşe 10 (3 tiles) · Bora 20"


TEXTS = Texts()
PREMIUMS = {"legend-double-letter", "legend-triple-letter", "legend-double-word", "legend-triple-word"}
SIGNS = {
    "legend-double-letter": "d",
    "legend-triple-letter": "t",
    "legend-four-letter": "q",
    "legend-double-word": "D",
    "legend-triple-word": "T",
    "legend-four-word": "Q",
    "legend-exchange": "X",
}
EVERY = {
    "legend-arrow",
    "legend-centre-double",
    "legend-centre",
    "legend-bonus",
    "legend-tile",
    "legend-last",
    "legend-blank",
}


def view_of_board(
    ruleset: str, *, laid: tuple[str, ...] = (), bonus: str | None = None, options: dict[str, str] | None = None
) -> GameView:
    shown = view(game(ruleset, laid=laid, bonus=bonus, options=options), None)
    assert isinstance(shown, GameView)
    return shown


def explained_signs(board: GameView) -> set[str]:
    parts = str(board_legend(board, Speaker(TEXTS, "tr"))).removeprefix("<i>").removesuffix("</i>").split(" · ")
    meanings = {TEXTS.html("tr", message): message for message in EVERY}
    meanings |= {f"{sign} {TEXTS.html('tr', message)}": message for message, sign in SIGNS.items()}
    return {meanings[part] for part in parts}


WORDBOX = PREMIUMS | {"legend-arrow", "legend-exchange"}
BOARDS = [
    ("kelimelik", view_of_board("kelimelik", bonus="B3"), PREMIUMS | {"legend-centre-double", "legend-bonus"}),
    (
        "covered bonus cell",
        with_fields(view_of_board("kelimelik"), bonus=BonusCell("B3", 25, taken=True)),
        PREMIUMS | {"legend-centre-double"},
    ),
    ("scrabble", view_of_board("scrabble-tr"), PREMIUMS | {"legend-centre-double"}),
    ("tiles", view_of_board("scrabble-tr", laid=("8H KAlEM",)), PREMIUMS | {"legend-tile", "legend-blank"}),
    ("wordbox", view_of_board("wordbox-tr"), WORDBOX | {"legend-centre"}),
    (
        "no arrows",
        view_of_board("wordbox-tr", options={"four-word": "any"}),
        WORDBOX - {"legend-arrow"} | {"legend-four-word", "legend-centre"},
    ),
    (
        "a centre that doubles",
        view_of_board("wordbox-tr", options={"centre": "double"}),
        WORDBOX | {"legend-centre-double"},
    ),
]


@pytest.mark.parametrize(("board", "signs"), [case[1:] for case in BOARDS], ids=[case[0] for case in BOARDS])
def test_the_legend_explains_the_signs_of_the_board(board: GameView, signs: set[str]) -> None:
    assert explained_signs(board) == signs


CAPTION = 1024
FINAL_LINES = LINES + 3
SHORT = ("Ayşe Yılmaz", "Bora", "Олена Коваль", "Nane Limon")
LONG = ("x" * 24, "&" * 24, "😀" * 23 + "…", "علي" * 8)
BOARD = """
    ...............
    ...............
    ...............
    ...............
    ...............
    ...............
    ....ABCDEFG....
    ...............
    ....HIJKLMN....
    ...............
    ...............
    ...............
    ...............
    ...............
    ...............
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("names", "lines", "bag", "options"),
    [
        (LONG, FINAL_LINES, "", {}),
        (SHORT, LINES, "", {}),
        (LONG, LINES, "AAAA", {"challenge": "five", "clock": "15min"}),
    ],
    ids=["long names at the end", "usual names at the end", "after a challenge that cost points, on the clock"],
)
def test_the_longest_caption_is_one_that_telegram_takes(
    language: str, names: tuple[str, ...], lines: int, bag: str, options: dict[str, str]
) -> None:
    """Four players, a play of eight words, and all racks or clocks."""
    before = game("scrabble-en", board=BOARD, racks=["OPQRST?", *["AEIOUNR"] * 3], bag=bag, options=options)
    seated = zip(before.players, names, strict=True)
    before = with_fields(before, players=tuple(with_fields(one, name=name, score=1234) for one, name in seated))
    state, events = apply_step(before, place_play(before, "8E OPQRSTu"), accepts_any_word)
    if options:
        state, more = apply_step(state, Challenge(state.players[1].user), accepts_any_word)
        events = (*events, *more)
    assert (state.outcome is None) is bool(options)
    read, _ = parse_html(caption_of_step(state, events, language), lambda _: None)
    assert not options or TEXTS.plain(language, "unit-minute", count=15) in read
    assert phone_line_count(read) <= lines
    assert utf16_length(read) <= CAPTION


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", ["scrabble-en", "wordbox-tr"])
def test_what_a_board_says_and_answers_is_no_longer_than_a_screen(ruleset: str, language: str) -> None:
    state, _ = started_game(ruleset, crossword_rulesets()[ruleset].players.most)
    state = with_fields(
        state, players=tuple(with_fields(one, name=name) for one, name in zip(state.players, LONG, strict=False))
    )
    view, speaker = group_view(state), Speaker(TEXTS, language, state.ruleset.title, state.ruleset.lexicon)
    words = CrosswordWording(speaker)
    for text in (words.bag_text(view), words.score_text(view), full_caption(view, speaker)):
        assert phone_line_count(text) <= LINES
