"""Inline results for Duplicate: the open round's rack, and plays as answers.

Only the user who types sees the results. A chosen one posts the same text for every play; Telegram tells only the bot
which play it was.
"""

import asyncio
from typing import Final

from bot.families.crossword.inline_results import (
    MOST_INLINE_PLACEMENTS,
    find_placements,
    move_as_typed,
    refusal_result,
    score_description,
)
from bot.families.crossword.placing import prefers_gcg_direction
from bot.families.crossword.typed_moves import refusal_words, small_digits, tile_sign, with_move_example
from bot.families.duplicate.own_board import SEAT, answer_step, answered_text, view_for_player
from bot.families.own_board import PLAY_STEP, hash_rack
from bot.families.services import LookUps, TableInlineQuery, TableInlineResult
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import encode_button_data
from engine.crossword.word_placements import WordPlacement
from engine.duplicate.state import GameState
from engine.errors import EngineError, Malformed, Refusal
from engine.lexicon import Lexicon


class DuplicateInlineResults:
    """Inline results for Duplicate."""

    def __init__(self, look_ups: LookUps) -> None:
        self._look_ups: Final = look_ups

    async def results_for(self, query: TableInlineQuery) -> tuple[TableInlineResult, ...]:
        """The rack if nothing is typed; else the places of the typed word, or why there are none."""
        state = query.loaded.table
        if not isinstance(state, GameState) or state.round is None or state.seat_of(query.user) is None:
            return ()
        if not query.text:
            return (_rack_result(state, query),)
        rules = state.position.ruleset
        try:
            words = await refusal_words(self._look_ups, query.loaded, rules, query.user)
            # In a thread, as hundreds of places may have to be tried.
            fits = await asyncio.to_thread(
                find_placements, state.position, SEAT, query.text, words, gcg=prefers_gcg_direction(query.settings)
            )
        except Malformed as error:
            return (refusal_result(with_move_example(error, rules, query.speaker), query.speaker),)
        except EngineError as error:
            return (refusal_result(error, query.speaker),)
        return tuple(_answer_result(fit, query, state, words) for fit in fits[:MOST_INLINE_PLACEMENTS])


def _rack_result(state: GameState, query: TableInlineQuery) -> TableInlineResult:
    seen, speaker = view_for_player(state, query.user), query.speaker
    tiles = " ".join(
        f"{tile_sign(tile)}{small_digits(seen.values[tile])}" for tile in state.position.players[SEAT].rack
    )
    return TableInlineResult(tiles, (answered_text(seen, speaker),))


def _answer_result(
    fit: WordPlacement, query: TableInlineQuery, state: GameState, words: Lexicon | None
) -> TableInlineResult:
    """The result for a play: choosing it gives the play as answer, if the round still takes answers."""
    seen, speaker = view_for_player(state, query.user), query.speaker
    title = speaker.plain("inline-fit", move=move_as_typed(fit, speaker), score=fit.score.total)
    description = list(score_description(fit, speaker, is_judged=words is not None))
    if seen.answers == "strict":
        description.append(speaker.plain("answer-no-verdict"))
    if seen.paused or seen.own is None or seen.own.locked:
        why = "paused" if seen.paused else "answer_locked"
        return TableInlineResult(title, (*description, refusal_result(Refusal(why), speaker).title))
    mark = hash_rack(state.position.players[SEAT].rack)
    step = answer_step(state, fit)
    return TableInlineResult(
        title,
        (*description, speaker.plain("answer-inline")),
        button_data=encode_button_data(PLAY_STEP, table_name(state), f"{query.user:x}", state.number, mark, step),
        posted=speaker.in_language(query.chat_language).html("answer-posted"),
    )
