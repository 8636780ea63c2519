"""The game and the view of a user at a crossword table, and the words that may be judged before a move is played."""

from bot.families.look_ups import LookUps
from bot.judges.dictionary import parse_lexicon
from bot.tables.loaded_table import LoadedTable, require_game_of, require_seat
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.game import Table, view
from engine.lexicon import Lexicon


async def preview_words(look_ups: LookUps, loaded: LoadedTable, rules: Ruleset, user: int) -> Lexicon | None:
    """The words that count at a table, if a preview may tell a user of them; else ``None``.

    ``None`` for a live dictionary: asking it for every tile laid would be too much, and its list may be wrong.
    """
    if not rules.has_judged_preview or parse_lexicon(rules.lexicon)[1] == "live":
        return None
    return await look_ups.load_words(loaded, user)


async def refusal_words(look_ups: LookUps, loaded: LoadedTable, rules: Ruleset, user: int) -> Lexicon | None:
    """The words that count at a table, if what is said of a refused move may tell a user of others; else ``None``.

    ``None`` to whom look-ups are closed, and for a live dictionary, whose list may be wrong.
    """
    return None if parse_lexicon(rules.lexicon)[1] == "live" else await look_ups.load_words(loaded, user)


def phonies_of_play(score: Score, words: Lexicon) -> tuple[str, ...]:
    """The words of a play that are not among ``words``, in the order of the score."""
    return tuple(word.word for word in score.words if word.word not in words)


def seated_game(table: Table | None, user: int) -> tuple[GameState, int]:
    """The running game and the user's seat.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over``, ``not_seated`` or ``another_game``.
    """
    state, seat = require_seat(table, user)
    return require_game_of(GameState, state), seat


def view_for_user(state: GameState, user: int | None) -> GameView:
    """What a user, or the group (``None``), may see of a game."""
    found = view(state, user)
    if not isinstance(found, GameView):
        raise TypeError("a game on a board has a view of a board")
    return found
