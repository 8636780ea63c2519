"""The compiled search against the plain one: positions of every ruleset, with the whole lists."""

from itertools import islice
from random import Random

import pytest

from bot.families.crossword.searches import Searcher
from engine.crossword.games import crosswords
from engine.lexicon import WithChanges, lexicon
from engine.rulesets import resolve
from tests.long.shares import Share
from tests.support.searching import as_set, leave, odd, plainly, positions, value


@pytest.mark.long
def test_the_compiled_search_finds_what_the_plain_one_does(share: Share, chance: Random) -> None:
    searcher = Searcher()
    shipped = [resolve(rules) for rules in crosswords().values()]
    for number in share.rounds():
        for rules in (*shipped, *odd(shipped[number % len(shipped)])):
            words = lexicon(rules.lexicon)
            for asked in islice(positions(rules, words, searcher, chance), 2):
                plain = plainly(asked, words)
                assert as_set(iter(searcher.plays(asked, words))) == as_set(iter(plain))
                values = sorted((value(asked, play) for play in plain), reverse=True)[:10]
                assert [choice.value for choice in searcher.best(asked, words, 10, leave)] == pytest.approx(values)
                share.count("positions")
                if plain:
                    gone = {chance.choice(plain).word for _ in range(5)}
                    less = WithChanges(words, removed=gone)
                    kept = as_set(iter(plainly(asked, less)))
                    assert as_set(iter(searcher.plays(asked, less))) == kept
