"""Positions in the midst of games, made by good plays, and what the plain search finds in them."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from bot.families.crossword.searches import Searcher
from engine.crossword.movegen import Finder, Option, Words
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import BLANK, Board, Ruleset
from engine.crossword.search.question import Asked
from engine.crossword.tiles import face, full_bag

Found = Counter[tuple[object, str, int]]


def positions(rules: Ruleset, words: Words, searcher: Searcher, chance: Random) -> Iterator[Asked]:
    """Positions of one game after another, one of each, with racks of up to seven tiles and at most two blanks."""
    board = premium_board(rules.board)
    while True:
        cells, bag = [""] * board.grid.size, list(full_bag(rules.counts))
        bonus = board.grid.names[chance.choice(board.plain)] if rules.scoring.cell else None
        for _ in range(chance.randrange(13)):
            chance.shuffle(bag)
            choices = searcher.best(Asked(rules, tuple(cells), tuple(bag[: rules.rack]), bonus), words, 8)
            if not choices:
                break
            for put in chance.choice(choices).option.tiles:
                cells[board.grid.indices[put.cell]] = put.tile
                bag.remove(face(put.tile))
                bonus = None if put.cell == bonus else bonus
        chance.shuffle(bag)
        rack = bag[: chance.choice((rules.rack, rules.rack, rules.rack, 3, 1))]
        yield Asked(rules, tuple(cells), tuple(rack), bonus)


def plainly(asked: Asked, words: Words) -> list[Option]:
    """What the plain search finds."""
    return Finder(asked.ruleset, asked.cells, words, asked.bonus).plays(asked.rack)


def as_set(plays: Iterator[Option]) -> Found:
    """Plays without their order, each with how often it was found."""
    return Counter((play.tiles, play.word, play.score) for play in plays)


def leave(kept: tuple[str, ...]) -> float:
    """What tiles are worth: blanks and few tiles much, doubles little."""
    return 20.5 * kept.count(BLANK) - 1.25 * (len(kept) - len(set(kept))) - 0.5 * len(kept)


def value(asked: Asked, play: Option) -> float:
    """A play's score and what :func:`leave` says of the rest of the rack."""
    kept = list(asked.rack)
    for put in play.tiles:
        kept.remove(face(put.tile))
    return play.score + leave(tuple(sorted(kept)))


def odd(rules: Ruleset) -> tuple[Ruleset, ...]:
    """Rulesets that no file states: a wide board, a small one of one dimension more, and other readings of figures."""
    wide = ("Q..d....T....d..Q.X.d...*",) + ("..D...t...Q..T..d..t..D..",) * 4
    high = ("Q.d.*", *("t.D.T", "..Qd.", ".....") * 5)
    return (
        replace(rules, board=Board(wide, centre_doubles=True), scoring=replace(rules.scoring, four_word="any")),
        replace(rules, board=Board(high, centre_doubles=False), scoring=replace(rules.scoring, four_word="endpoint")),
        replace(rules, rack=9, scoring=replace(rules.scoring, bingo_when="whole-rack")),
    )
