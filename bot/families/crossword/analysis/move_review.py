"""What is said of a person's own move: that it was as good as the best, else the better one, with a picture."""

import msgspec
from msgspec.structs import replace

from bot.families.chat_context import ChatContext
from bot.families.crossword.analysis.review_request import ReviewRequest, decode_reviewed_turn
from bot.families.crossword.analysis.table_words import words_of_table
from bot.families.crossword.move_reviews import OwnMove
from bot.families.crossword.turn_comparison_sketch import turn_comparison_sketch
from bot.families.crossword.turn_comparison_wording import describe_turn_comparison
from bot.judges import WordChanges
from bot.telegram.private_page import PrivatePage
from bot.wording.formatting import first_fitting_caption, join_lines
from bot.wording.table_label import below_table_name
from engine.crossword.analysis.taken_turns import to_taken_turn
from engine.crossword.analysis.turn_facts import turn_facts
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState


def encode_review(move: OwnMove, context: ChatContext, folder: str) -> bytes | None:
    """What the job is handed; ``None`` if there is nothing to review, as the clock let the turn go by."""
    turn = to_taken_turn(move.view, move.event)
    if turn is None:
        return None
    turn, changes = replace(turn, withdrawn=move.withdrawn), context.loaded.custom_words or WordChanges()
    return msgspec.json.encode(ReviewRequest(turn, _ruleset_of(context), changes.added, changes.removed, folder))


def compose_review(found: bytes, context: ChatContext) -> PrivatePage:
    """What is told; takes some milliseconds, in any thread."""
    turn, ruleset, speaker = decode_reviewed_turn(found), _ruleset_of(context), context.speaker
    changes = context.loaded.custom_words or WordChanges()
    facts = turn_facts(turn, ruleset, words_of_table(ruleset.lexicon, changes.added, changes.removed))
    heading = speaker.plain("analysis-turn-number", number=str(turn.turn.number + 1))
    sentence = describe_turn_comparison(facts, speaker)
    is_worse = facts.verdict == "worse"
    text = speaker.html("review-better" if is_worse else "review-best", turn=heading, sentence=sentence)
    text = below_table_name(context.loaded, context.chat_speaker, text)
    if not is_worse:
        return PrivatePage(text)
    source = speaker.html("dictionary-line", words=speaker.dictionary_label(context.loaded.lexicon))
    sketch = turn_comparison_sketch(turn, facts, speaker, context.look, heading)
    return PrivatePage(first_fitting_caption(join_lines(text, source), text), sketch=sketch)


def _ruleset_of(context: ChatContext) -> Ruleset:
    table = context.loaded.table
    if not isinstance(table, GameState):
        raise TypeError("only games on a board are reviewed")
    return table.ruleset
