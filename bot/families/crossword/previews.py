"""What may be told of a move's words before it is played."""

from bot.judges.dictionaries import named
from bot.tables.games import Games
from bot.tables.held import Held
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score
from engine.lexicon import Lexicon


async def preview_words(games: Games, held: Held, rules: Ruleset) -> Lexicon | None:
    """The words that count at a table, where a preview may tell of them; ``None`` elsewhere.

    Of a live dictionary nothing is told: it is not asked for each tile that is laid, and what its list says may be
    wrong.
    """
    if not rules.preview_tells or named(rules.lexicon)[1] == "live":
        return None
    return (await games.dictionary(held, rules)).words


async def refusal_words(games: Games, held: Held, rules: Ruleset) -> Lexicon | None:
    """The words that count at a table, where a refused move tells of them at once; ``None`` elsewhere.

    Nowhere that plays are challenged, nor of a live dictionary, whose list may be wrong.
    """
    if rules.judging.challenges or named(rules.lexicon)[1] == "live":
        return None
    return (await games.dictionary(held, rules)).words


def phonies(score: Score, words: Lexicon) -> tuple[str, ...]:
    """The words of a move that are not among ``words``, in the order of the score."""
    return tuple(word.word for word in score.words if word.word not in words)
