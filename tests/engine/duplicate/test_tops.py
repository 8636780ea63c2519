"""Which of equal tops is laid, and by which rule (RULES §10.1, no. 5)."""

from collections.abc import Sequence

import pytest

from engine.crossword.actions import Placement
from engine.crossword.movegen import PlayFinder, ScoredPlay
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.duplicate.actions import RackSearch
from engine.duplicate.simulate import simulate_game
from engine.duplicate.tops import choose_top, find_top, name_play
from engine.duplicate.view import Play
from engine.lexicon import load_lexicon
from tests.support import boards
from tests.support.duplicate import started


def rules(language: str = "en") -> Ruleset:
    return started(ruleset=f"duplicate-{language}").ruleset.crossword


def plays(texts: Sequence[str], cells: Sequence[str], language: str = "en", score: int = 20) -> list[ScoredPlay]:
    """Written plays such as ``8H LOFTY``, all of one score, on a board."""
    ruleset = rules(language)
    names = premium_board(ruleset.board).grid.names
    return [
        ScoredPlay(
            tuple(
                Placement(names[index], tile) for index, tile in boards.parse_play(text, ruleset) if not cells[index]
            ),
            "",
            score,
        )
        for text in texts
    ]


def chosen(texts: Sequence[str], rack: str, laid: Sequence[str] = (), language: str = "en") -> RackSearch:
    cells = boards.board_with_plays(laid, rules(language))
    return choose_top(plays(texts, cells, language), cells, rack, rules(language))


def told(play: Play | None) -> str:
    return "" if play is None else f"{play.cell} {play.direction.value} {play.word}"


@pytest.mark.parametrize(
    ("texts", "rack", "expected", "reason"),
    [
        (["8H LOFTY"], "LOFTYAE", "H8 across LOFTY", ""),
        (["8H LoFT", "8H TOFY"], "LOFTY?E", "H8 across TOFY", "blanks"),
        (["8H ATE", "8H TAR"], "AATTERS", "H8 across TAR", "kept"),
        (["8H ABT", "8H TABOT"], "ABTTOES", "H8 across ABT", "tiles"),
        (["8H TAR", "8H RAT"], "RATEEST", "H8 across RAT", "word"),
        (["8H TAR", "H8 TAR"], "RATEEST", "H8 across TAR", "place"),
        (["8G TAR", "7H TAR"], "RATEEST", "H7 across TAR", "place"),
        (["8H TAR", "8G TAR"], "RATEEST", "G8 across TAR", "place"),
        (["8H tOT", "8H TOt"], "TO?EERS", "H8 across TOT", "blank"),
    ],
)
def test_equal_tops_are_told_apart_by_the_rules_in_their_order(
    texts: Sequence[str], rack: str, expected: str, reason: str
) -> None:
    for order in (texts, texts[::-1]):
        found = chosen(order, rack)
        assert (told(found.laid), found.reason) == (expected, reason)


def test_the_rule_named_is_that_of_the_next_top_that_differs_in_more_than_its_blank() -> None:
    assert chosen(["8H tOT", "8H TOt", "H8 TOt"], "TO?EERS").reason == "place"


def test_a_word_comes_before_a_longer_one_and_an_apostrophe_last() -> None:
    words = ["8H ПІЯ", "8H П'ЯІ", "8H ПІЯР"]
    laid = "П'ЯІРЕЕ"
    cells = ("",) * 225
    named = [name_play(one.tiles, 20, cells, rules("uk")).word for one in plays(words, cells, "uk")]
    assert named == ["ПІЯ", "П'ЯІ", "ПІЯР"]
    assert told(chosen(["8H ПЯІ", "8H П'Я"], laid, language="uk").laid) == "H8 across ПЯІ"


def test_a_single_tile_is_named_by_whichever_of_its_words_comes_first() -> None:
    cells = boards.board_with_plays(["8H AT", "H8 ABE"], rules())
    (one,) = plays(["9H BO"], cells)
    named = name_play(one.tiles, 5, cells, rules())
    assert told(named) == "H9 across BO"
    down = name_play((Placement("I9", "A"),), 5, cells, rules())
    assert told(down) == "H9 across BA"
    assert told(name_play((Placement("I9", "Z"),), 5, cells, rules())) == "H9 across BZ"


def test_several_tops_are_different_words_or_one_word_in_several_places() -> None:
    assert chosen(["8H TAR", "8H RAT"], "RATEEST").several_words
    assert not chosen(["8H TAR", "H8 TAR"], "RATEEST").several_words


def test_the_best_are_distinct_by_points_and_cells_and_at_most_five() -> None:
    cells = boards.board_with_plays([], rules())
    found = choose_top(
        [
            *plays(["8H TAR", "8H RAT", "H8 RAT"], cells, score=20),
            *plays(["8H ART", "8G TAR", "8F RAT"], cells, score=19),
            *plays(["8H TEA", "8G TEA"], cells, score=18),
        ],
        cells,
        "RATEEST",
        rules(),
    )
    assert [(told(play), play.score) for play in found.best] == [
        ("H8 across RAT", 20),
        ("H8 down RAT", 20),
        ("H8 across ART", 19),
        ("F8 across RAT", 19),
        ("G8 across TAR", 19),
    ]
    assert found.laid == found.best[0]


def test_a_search_of_the_best_finds_the_top_of_all_legal_plays() -> None:
    ruleset = started(ruleset="duplicate-en", rounds="5").ruleset
    words, search = load_lexicon(ruleset.lexicon), boards.shared_searcher()
    played = simulate_game(ruleset, ["greedy"], "tops", 1, words, search)
    cells: tuple[str, ...] = ("",) * 225
    for closed in played.state.closed:
        every = PlayFinder(rules(), cells, words).legal_plays(closed.rack)
        found = find_top(rules(), cells, closed.rack, search, words)
        assert found == choose_top(every, cells, closed.rack, rules())
        assert (found.laid, found.reason) == (closed.laid, closed.reason)
        indices = [15 * (int(put.cell[1:]) - 1) + ord(put.cell[0]) - ord("A") for put in closed.laid.tiles]
        laid = dict(zip(indices, (put.tile for put in closed.laid.tiles), strict=True))
        cells = tuple(laid.get(index, tile) for index, tile in enumerate(cells))
