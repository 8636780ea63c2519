"""What turns lost, against the plain search and brute force, in far more positions than the fast tests look at."""

from itertools import islice
from random import Random

import pytest

from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword.analysis.game_analysis import find_turn_loss
from engine.crossword.players.equity import shipped_leaves
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset
from tests.engine.crossword.test_analysis import TURKISH, always, check_ending
from tests.long.time_shares import TimeShare
from tests.support.analysed_turns import plain_loss, position_of, random_turns
from tests.support.endings import small_endings


@pytest.mark.long
def test_static_losses_are_those_of_a_plain_search(time_share: TimeShare, chance: Random) -> None:
    searcher = BoardSearcher()
    for _ in time_share.rounds():
        for shipped in crossword_rulesets().values():
            rules = resolve_ruleset(shipped)
            leaves, words = shipped_leaves(rules), load_lexicon(f"{rules.language}-common")
            if leaves is None:
                continue
            for state, turn in islice(random_turns(rules, words, chance), chance.randint(2, 14)):
                if not state.bag:
                    break
                position = position_of(state, words=words)
                static = find_turn_loss(position, turn, searcher, leaves, always)
                assert static.loss == pytest.approx(plain_loss(state, turn, words), abs=1e-3)
                time_share.count_try("turns")


@pytest.mark.long
def test_endings_are_solved_as_by_brute_force(time_share: TimeShare, chance: Random) -> None:
    searcher = BoardSearcher()
    for _ in time_share.rounds():
        for ruleset in ("kelimelik", "scrabble-tr", "tournament-tr", "wordbox-tr"):
            for state in islice(small_endings(ruleset, TURKISH, chance), 1):
                check_ending(state, searcher)
                time_share.count_try("endings")
