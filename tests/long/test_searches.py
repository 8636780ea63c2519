"""The compiled search against the plain one: positions of every ruleset, with the whole lists."""

from itertools import islice
from random import Random

import pytest

from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import ChangedLexicon, load_lexicon
from engine.rulesets import resolve_ruleset
from tests.long.time_shares import TimeShare
from tests.support.search_positions import (
    count_plays,
    leave_value,
    odd_rulesets,
    plain_search,
    play_value,
    random_positions,
)


@pytest.mark.long
def test_the_compiled_search_finds_what_the_plain_one_does(time_share: TimeShare, chance: Random) -> None:
    searcher = BoardSearcher()
    shipped = [resolve_ruleset(rules) for rules in crossword_rulesets().values()]
    for number in time_share.rounds():
        for rules in (*shipped, *odd_rulesets(shipped[number % len(shipped)])):
            words = load_lexicon(rules.lexicon)
            for asked in islice(random_positions(rules, words, searcher, chance), 2):
                plain = plain_search(asked, words)
                assert count_plays(iter(searcher.find_plays(asked, words))) == count_plays(iter(plain))
                values = sorted((play_value(asked, play) for play in plain), reverse=True)[:10]
                assert [
                    choice.value for choice in searcher.find_best_plays(asked, words, 10, leave_value)
                ] == pytest.approx(values)
                time_share.count_try("positions")
                if plain:
                    gone = {chance.choice(plain).word for _ in range(5)}
                    less = ChangedLexicon(words, removed=gone)
                    kept = count_plays(iter(plain_search(asked, less)))
                    assert count_plays(iter(searcher.find_plays(asked, less))) == kept
