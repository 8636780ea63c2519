"""The words that counted at the table of a finished game, as far as its log and what was packed with it tell.

The analysis process imports it, and with it nothing that only the bot needs.
"""

from collections.abc import Collection

from engine.crossword.state import GameState
from engine.dictionaries import load_base_list, split_lexicon_name
from engine.lexicon import ChangedLexicon, Lexicon
from engine.packed_game import UnpackedGame


def words_of_game(game: UnpackedGame) -> Lexicon:
    """The list of a table with the chat's words of the game's start, and with what was judged otherwise in the game.

    A live service knows words that its list lacks, and lacks others; what it said in the game counts.

    Raises:
        DataError: the list does not ship.
        TypeError: it is no game on a board.
    """
    verdicts = {word: verdict.valid for entry in game.log for word, verdict in entry.verdicts.items()}
    valid = {word for word, is_valid in verdicts.items() if is_valid}
    invalid = verdicts.keys() - valid
    lexicon = end_of_game(game).ruleset.lexicon
    return words_of_table(lexicon, {*game.added, *valid} - invalid, {*game.removed, *invalid} - valid)


def words_of_table(lexicon: str, added: Collection[str], removed: Collection[str]) -> Lexicon:
    """A table's list with other words added and removed.

    Raises:
        DataError: the list does not ship.
    """
    return ChangedLexicon(load_base_list(*split_lexicon_name(lexicon)), added, removed)


def end_of_game(game: UnpackedGame) -> GameState:
    """The end of a game on a board.

    Raises:
        TypeError: it is no such game.
    """
    if not isinstance(game.end, GameState):
        raise TypeError("only games on a board have words to analyse")
    return game.end
