"""Positions in the midst of games, made by good plays, and what the plain search finds in them."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from bot.families.crossword.search.searcher import BoardSearcher
from engine.alphabet import BLANK
from engine.crossword.movegen import Finder, ScoredPlay, WordSet
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Board, Ruleset
from engine.crossword.search import SearchQuery
from engine.crossword.tiles import face_of, full_bag

Found = Counter[tuple[object, str, int]]


def random_positions(rules: Ruleset, words: WordSet, searcher: BoardSearcher, chance: Random) -> Iterator[SearchQuery]:
    """Positions of one game after another, one of each, with racks of up to seven tiles and at most two blanks."""
    board = premium_board(rules.board)
    while True:
        cells, bag = [""] * board.grid.size, list(full_bag(rules.counts))
        bonus = board.grid.names[chance.choice(board.plain_cells)] if rules.scoring.cell else None
        for _ in range(chance.randrange(13)):
            chance.shuffle(bag)
            choices = searcher.find_best_plays(
                SearchQuery(rules, tuple(cells), tuple(bag[: rules.rack]), bonus), words, 8
            )
            if not choices:
                break
            for put in chance.choice(choices).play.tiles:
                cells[board.grid.indices[put.cell]] = put.tile
                bag.remove(face_of(put.tile))
                bonus = None if put.cell == bonus else bonus
        chance.shuffle(bag)
        rack = bag[: chance.choice((rules.rack, rules.rack, rules.rack, 3, 1))]
        yield SearchQuery(rules, tuple(cells), tuple(rack), bonus)


def plain_search(asked: SearchQuery, words: WordSet) -> list[ScoredPlay]:
    """What the plain search finds."""
    return Finder(asked.ruleset, asked.cells, words, asked.bonus).legal_plays(asked.rack)


def count_plays(plays: Iterator[ScoredPlay]) -> Found:
    """Plays without their order, each with how often it was found."""
    return Counter((play.tiles, play.word, play.score) for play in plays)


def leave_value(kept: tuple[str, ...]) -> float:
    """What tiles are worth: blanks and few tiles much, doubles little."""
    return 20.5 * kept.count(BLANK) - 1.25 * (len(kept) - len(set(kept))) - 0.5 * len(kept)


def play_value(asked: SearchQuery, play: ScoredPlay) -> float:
    """A play's score and what :func:`leave_value` says of the rest of the rack."""
    kept = list(asked.rack)
    for put in play.tiles:
        kept.remove(face_of(put.tile))
    return play.score + leave_value(tuple(sorted(kept)))


def odd_rulesets(rules: Ruleset) -> tuple[Ruleset, ...]:
    """Rulesets that no file states: a wide board, a small one of one dimension more, and other readings of figures."""
    wide = ("Q..d....T....d..Q.X.d...*",) + ("..D...t...Q..T..d..t..D..",) * 4
    high = ("Q.d.*", *("t.D.T", "..Qd.", ".....") * 5)
    return (
        replace(rules, board=Board(wide, centre_doubles=True), scoring=replace(rules.scoring, four_word="any")),
        replace(rules, board=Board(high, centre_doubles=False), scoring=replace(rules.scoring, four_word="endpoint")),
        replace(rules, rack=9, scoring=replace(rules.scoring, bingo_when="whole-rack")),
    )
