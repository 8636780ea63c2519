"""The plays of the first game: legal and the best ones of their words, in each language."""

from collections import Counter

import pytest

from bot.families.crossword.tutorial import PreparedGame, smallest_game
from bot.texts import Texts
from engine.crossword.movegen import PlayFinder
from engine.crossword.tiles import face_of, letter_on
from engine.lexicon import load_lexicon
from tests.support.languages import LANGUAGES


def prepared_game(language: str) -> PreparedGame:
    rules = smallest_game(language)
    assert rules is not None
    return PreparedGame(rules, Texts().plain(language, "tutorial-plays"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_are_in_the_dictionary_and_no_place_of_an_own_word_scores_more(language: str) -> None:
    prepared = prepared_game(language)
    words = load_lexicon(prepared.rules.lexicon)
    for number, play in enumerate(prepared.plays):
        laid = [letter_on(tile) for tile in play.tiles.values()]
        found = [
            option
            for option in PlayFinder(prepared.rules, play.before.cells, words).legal_plays(laid)
            if option.word == play.word and len(option.tiles) == len(laid)
        ]
        assert tuple(play.tiles) in {tuple(put.cell for put in option.tiles) for option in found}
        if number % 2 == 0 and not any(face_of(tile) == "?" for tile in play.tiles.values()):
            assert max(option.score for option in found) == play.turn.score


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_newcomer_has_the_tiles_of_four_plays_of_which_one_has_a_blank_and_the_last_is_a_bingo(
    language: str,
) -> None:
    prepared = prepared_game(language)
    own = prepared.plays[::2]
    assert len(own) == 4
    for number, play in enumerate(own):
        rack = prepared.rack(number)
        assert len(rack) == prepared.rules.rack
        assert not Counter(map(face_of, play.tiles.values())) - Counter(rack)
    assert [any(face_of(tile) == "?" for tile in play.tiles.values()) for play in own] == [False, False, True, False]
    assert own[-1].turn.bingo
    assert len(own[-1].turn.words) == 2, "a word beside it changes too"
    assert prepared.ended.seats[0].score == sum(play.turn.score for play in own), "the last play counts"
    assert prepared.ended.last == own[-1].turn
