"""Inline results for crossword games: a player's rack, and moves to post.

Only the user who types sees the results, so they may contain the rack's letters. A chosen result posts only the move.
Where plays can be challenged, results do not tell valid words from others; elsewhere they list only valid plays, the
best first.
"""

import asyncio
from collections.abc import Iterator
from typing import Final

from bot.families.crossword.move_handlers import read_exchange
from bot.families.crossword.placing import prefers_gcg_direction
from bot.families.crossword.typed_moves import (
    direction_name,
    direction_of_word,
    places_used,
    read_move,
    refusal_words,
    seated_game,
    small_digits,
    tile_sign,
    with_move_example,
    with_preferred_direction,
)
from bot.families.crossword.wording import blank_cells, spell_scored_word
from bot.families.services import LookUps, TableInlineQuery, TableInlineResult
from bot.user_input.commands import command_name, find_command
from bot.wording.speaker import Speaker, plain_refusal_text
from engine.crossword.state import GameState
from engine.crossword.turns import require_free_to_move
from engine.crossword.view import WordScore
from engine.crossword.word_placements import WordPlacement, ranked_placements
from engine.errors import EngineError, Malformed, Refusal
from engine.lexicon import Lexicon
from render.text import format_points

MOST_INLINE_PLACEMENTS: Final = 12  # how many places are listed; a typed cell or line narrows them down


async def list_inline_results(look_ups: LookUps, query: TableInlineQuery) -> tuple[TableInlineResult, ...]:
    """The rack if nothing is typed; else the places of the typed word, or why there are none."""
    speaker = query.speaker
    try:
        state, seat = seated_game(query.loaded.table, query.user)
    except Refusal:
        return ()
    if not query.text:
        return (_rack_result(state, seat, speaker),)
    turns = _pass_or_exchange_results(query, state, seat)
    try:
        words = await refusal_words(look_ups, query.loaded, state.ruleset, query.user)
        # In a thread, as hundreds of places may have to be tried.
        gcg = prefers_gcg_direction(query.settings)
        fits = await asyncio.to_thread(find_placements, state, seat, query.text, words, gcg=gcg)
    except Malformed as error:
        return turns or (refusal_result(with_move_example(error, state.ruleset, speaker), speaker),)
    except EngineError as error:
        invalid, until, near = error.fields.get("words"), look_ups.look_up_notes_due_by(), ""
        if error.code == "not_words" and isinstance(invalid, tuple):
            near = await look_ups.near_words_note(invalid, query.user, query.loaded, speaker.language, until)
        return turns or (refusal_result(error, speaker, near),)
    results = [
        _placement_result(each, query, state, is_judged=words is not None) for each in fits[:MOST_INLINE_PLACEMENTS]
    ]
    if len(fits) > MOST_INLINE_PLACEMENTS:
        more = speaker.plain("inline-more", count=len(fits) - MOST_INLINE_PLACEMENTS)
        results.append(TableInlineResult(more, (speaker.plain("inline-narrow"),)))
    return (*results, *turns)


def find_placements(
    state: GameState, seat: int, text: str, words: Lexicon | None, *, gcg: bool
) -> tuple[WordPlacement, ...]:
    """The places of a typed word, at least one. Raises Malformed or Refusal."""
    return ranked_placements(state, seat, with_preferred_direction(read_move(text, state), gcg=gcg), words)


def _pass_or_exchange_results(query: TableInlineQuery, state: GameState, seat: int) -> tuple[TableInlineResult, ...]:
    """The results for a typed exchange or pass, in any language; an exchange posts rack positions and no letter."""
    first, _, rest = query.text.partition(" ")
    speaker, command = query.speaker, find_command(first.strip("/:,"))
    if command not in {"pass", "exchange"}:
        return ()
    slash = f"/{command_name(command, query.chat_language)}"
    try:
        require_free_to_move(state, query.user, query.now)
        if command == "pass":
            return (TableInlineResult(speaker.plain("inline-pass"), (speaker.plain("inline-plays"),), slash),)
        tiles = read_exchange(state, query.user, rest, query.now).tiles
    except EngineError as error:
        return (refusal_result(error, speaker),)
    title = speaker.plain("inline-exchange", tiles=" ".join(map(tile_sign, tiles)))
    numbers = " ".join(str(place + 1) for place in sorted(places_used(state.players[seat].rack, tiles)))
    return (TableInlineResult(title, (speaker.plain("inline-plays"),), f"{slash} {numbers}"),)


def _placement_result(
    fit: WordPlacement, query: TableInlineQuery, state: GameState, *, is_judged: bool
) -> TableInlineResult:
    """The result for a place; it posts the move if it is the player's turn, else nothing, so that plans stay secret."""
    speaker = query.speaker
    title = speaker.plain("inline-fit", move=move_as_typed(fit, speaker), score=fit.score.total)
    description = list(score_description(fit, speaker, is_judged=is_judged))
    try:
        require_free_to_move(state, query.user, query.now)
    except Refusal as refusal:
        return TableInlineResult(title, (*description, plain_refusal_text(refusal, speaker)))
    posted = move_as_typed(fit, speaker.in_language(query.chat_language))
    return TableInlineResult(title, (*description, speaker.plain("inline-plays")), posted)


def score_description(fit: WordPlacement, speaker: Speaker, *, is_judged: bool) -> Iterator[str]:
    """The words of a play with their points, and whether they are valid if the player may know it."""
    formed = fit.score.words
    if len(formed) > 1:
        yield " + ".join(f"{word.word} {word.score}" for word in formed)
    if is_judged:
        yield speaker.plain("inline-words")


def move_as_typed(fit: WordPlacement, speaker: Speaker) -> str:
    """A full move as players type it: ``H8 yatay K[A]LEM``."""
    word = spell_scored_word(word_at_move(fit), blank_cells(fit.place.tiles))
    return f"{fit.move.cell} {direction_name(fit.move.direction, speaker)} {word}"


def word_at_move(fit: WordPlacement) -> WordScore:
    """The word at a placement's cell; for a single tile it may be the second of two."""
    start = fit.move.cell, fit.move.direction
    words = fit.score.words
    return next((word for word in words if (word.cells[0], direction_of_word(word)) == start), words[0])


def refusal_result(error: EngineError, speaker: Speaker, note: str = "") -> TableInlineResult:
    """A result that says why the typed text plays nothing."""
    return TableInlineResult(plain_refusal_text(error, speaker), (note,) if note else (), is_answer=False)


def _rack_result(state: GameState, seat: int, speaker: Speaker) -> TableInlineResult:
    values = state.ruleset.values
    tiles = " ".join(f"{tile_sign(tile)}{small_digits(values[tile])}" for tile in state.players[seat].rack)
    scores = " · ".join(f"{speaker.plain_name(player.name)} {format_points(player.score)}" for player in state.players)
    bag = speaker.plain("bag-left", count=len(state.bag))
    return TableInlineResult(tiles or speaker.plain("inline-no-tiles"), (scores, bag))
