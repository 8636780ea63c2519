"""The places of a word, and of tiles in an order: the legal ones, best first, and what a group may see of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Place
from engine.crossword.draft import RackTile
from engine.crossword.movegen import PlayFinder
from engine.crossword.notation import PartialMove, read_partial_move
from engine.crossword.premiums import premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.ruleset import Ruleset
from engine.crossword.search import SearchQuery
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of, letter_on
from engine.crossword.word_placements import WordPlacement, placements_for_any_rack, plays_of_tiles, ranked_placements
from engine.errors import Refusal
from engine.lexicon import Lexicon, load_lexicon
from engine.rulesets import resolve_ruleset
from tests.support.boards import random_positions, shared_searcher
from tests.support.games import game
from tests.support.languages import plain_signs

RULES = [resolve_ruleset(rules) for rules in crossword_rulesets().values()]
EN = load_lexicon("en")
LAID = game("scrabble-en", laid=["8F WATER"], racks=["SHAVEN?", "AEINSDL"])

Cells = frozenset[tuple[str, str]]
"""The cells of a play with their letters; which of them are blanks makes no other play."""


def typed(state: GameState, text: str) -> PartialMove:
    return read_partial_move(text, load_alphabet(state.ruleset.language))


def cells_of(place: Place) -> Cells:
    return frozenset((put.cell, letter_on(put.tile)) for put in place.tiles)


def positions(rules: Ruleset, words: Lexicon, chance: Random) -> Iterator[GameState]:
    empty = game(rules)
    for asked in random_positions(rules, words, shared_searcher(), chance):
        mover = replace(empty.players[0], rack=asked.rack)
        yield replace(empty, cells=asked.cells, players=(mover, *empty.players[1:]), bonus=asked.bonus)


def plain_plays(state: GameState, letters: Sequence[str], words: Lexicon) -> list[tuple[Place, tuple[str, ...], int]]:
    """What the plain search plays with these letters of the first rack: with the words along the play's line."""
    mover = state.players[0]
    rack = [*(Counter(mover.rack) & Counter(letters)).elements(), *(BLANK,) * mover.rack.count(BLANK)]
    finder = PlayFinder(state.ruleset, state.cells, words, state.bonus)
    search = finder.search_with(rack, tuple(dict.fromkeys(letters)))
    found = []
    for anchor in finder.find_anchors():
        for play in search.plays_at(anchor):
            place = Place(mover.user, play.tiles)
            score = lay_and_score(state, 0, place)[1]
            along = [word.word for word in score.words] if len(play.tiles) == 1 else [play.word]
            found.append((place, tuple(along), score.total))
    return found


def best_by_cells(plays: Sequence[tuple[Place, int]]) -> dict[Cells, int]:
    best: dict[Cells, int] = {}
    for place, total in plays:
        best[cells_of(place)] = max(total, best.get(cells_of(place), total))
    return best


def assert_best_first(state: GameState, fits: Sequence[WordPlacement]) -> None:
    order = premium_board(state.ruleset.board).grid.indices
    keys = [(-fit.score.total, order[fit.move.cell]) for fit in fits]
    assert keys == sorted(keys)


@pytest.mark.repeats(3)
@pytest.mark.parametrize("number", range(len(RULES)), ids=[rules.id for rules in RULES])
def test_the_places_of_a_word_and_of_its_tiles_are_the_plays_of_the_plain_search(number: int) -> None:
    rules = RULES[number]
    words, chance = load_lexicon(f"{rules.language}-common"), Random(number)
    for state in islice(positions(rules, words, chance), 4):
        plays = shared_searcher().find_plays(query_of(state), words)
        if not plays:
            continue
        play = chance.choice(plays)
        plain = plain_plays(state, play.word, words)
        fits = ranked_placements(state, 0, PartialMove(plain_signs(play.word)), words)
        wanted = best_by_cells([(place, total) for place, along, total in plain if play.word in along])
        assert {cells_of(fit.place): fit.score.total for fit in fits} == wanted
        assert len(fits) == len(wanted)
        assert_best_first(state, fits)

        laid = [put.tile for put in play.tiles]
        fits = plays_of_tiles(state, 0, rack_tiles(state.players[0].rack, laid), words)
        letters, faces = [letter_on(tile) for tile in laid], sorted(map(face_of, laid))
        same = [
            (place, total)
            for place, _, total in plain_plays(state, letters, words)
            if [letter_on(put.tile) for put in place.tiles] == letters
            and sorted(face_of(put.tile) for put in place.tiles) == faces
        ]
        assert {cells_of(fit.place): fit.score.total for fit in fits} == best_by_cells(same)
        assert_best_first(state, fits)


def query_of(state: GameState) -> SearchQuery:
    return SearchQuery(state.ruleset, state.cells, state.players[0].rack, state.bonus)


def rack_tiles(rack: Sequence[str], tiles: Sequence[str]) -> list[RackTile]:
    left, found = dict(enumerate(rack)), []
    for tile in tiles:
        place = next(place for place, held in left.items() if held == face_of(tile))
        del left[place]
        found.append(RackTile(place, letter_on(tile) if tile.startswith(BLANK) else ""))
    return found


def test_letters_on_the_board_are_found_for_the_tiles_that_are_laid() -> None:
    fits = plays_of_tiles(LAID, 0, rack_tiles(LAID.players[0].rack, "SHVE"), EN)
    assert [(fit.gcg_start, fit.score.words[0].word, fit.score.total) for fit in fits] == [("G6", "SHAVE", 19)]
    assert [sign.letter for sign in fits[0].move.signs if sign.on_board] == ["A"]
    assert fits[0].place in [fit.place for fit in ranked_placements(LAID, 0, typed(LAID, "SHAVE"), EN)]


@pytest.mark.parametrize(
    ("text", "wrong"), [pytest.param("VANESH", "VANESH", id="no word"), pytest.param("H9 SH", "TS", id="no place")]
)
def test_a_word_that_can_be_laid_and_counts_nowhere_is_refused_with_the_fewest_wrong_words(
    text: str, wrong: str
) -> None:
    with pytest.raises(Refusal) as caught:
        ranked_placements(LAID, 0, typed(LAID, text), EN)
    assert (caught.value.code, caught.value.fields["words"]) == ("not_words", (wrong,))
    assert ranked_placements(LAID, 0, typed(LAID, text)), "who may not be told of words is shown all places"


def seen(state: GameState, text: str, words: Lexicon | None) -> str:
    try:
        return repr(placements_for_any_rack(state, 0, typed(state, text), words))
    except Refusal as refusal:
        return repr((refusal.code, refusal.fields))


@pytest.mark.parametrize("words", [EN, None], ids=["judged", "unjudged"])
@pytest.mark.parametrize("text", ["HAVE", "WATERS", "H[A]VE", "H9 SH", "VZZ", "1 HAVE"])
def test_what_a_group_sees_of_a_word_is_the_same_for_every_rack(text: str, words: Lexicon | None) -> None:
    told = {seen(with_rack(rack), text, words) for rack in ("SHAVEN?", "HAVE???", "HAVESWN", "ZZZZZZZ")}
    assert len(told) == 1


@settings(max_examples=25)
@given(st.sampled_from(["HAVE", "WATERS", "H[A]VE", "SH", "ZAX"]), st.text("AEHNRSTVWXZ?", min_size=7, max_size=7))
def test_nothing_of_a_rack_shows_in_what_a_group_sees(text: str, rack: str) -> None:
    assert seen(with_rack(rack), text, EN) == seen(LAID, text, EN)


def with_rack(rack: str) -> GameState:
    return replace(LAID, players=(replace(LAID.players[0], rack=tuple(rack)), *LAID.players[1:]))


def test_a_group_sees_a_word_as_if_no_tile_were_a_blank() -> None:
    with_blank, without = with_rack("W?TERSH"), with_rack("WATERSH")
    fits = placements_for_any_rack(with_blank, 0, typed(with_blank, "WATERS"), EN)
    assert fits == ranked_placements(without, 0, typed(without, "WATERS"), EN)
    assert fits != ranked_placements(with_blank, 0, typed(with_blank, "WATERS"), EN)
