"""Answers to the puzzle before somebody, offered by inline mode in their private chat with the bot.

Nowhere else: what is chosen is posted, and a group would read it.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.families.puzzle_family import ShownPuzzle
from bot.families.puzzle_service import PuzzleService
from bot.handlers.puzzles.puzzle_pages import puzzle_name
from bot.pictures.sketches import Look
from bot.telegram.api.gateway import Gateway
from bot.telegram.incoming.inline_mode import InlineQueryRequest, InlineResult, ResultTarget, add_target_link
from bot.wording.speaker import Speaker
from engine.errors import EngineError
from engine.rulesets import shipped_rulesets

_MOST_OFFERED: Final = 12


async def list_puzzle_answers(
    service: PuzzleService, gateway: Gateway, query: InlineQueryRequest, speaker: Speaker, settings: Mapping[str, str]
) -> list[InlineResult]:
    """What was typed, wherever it can lie in the puzzle; none while nothing is typed, or no puzzle is there."""
    if not (query.in_private and query.text):
        return []
    found = await service.load_open(query.sender.user)
    if found is None:
        return []
    _, puzzle = found
    about = speaker.about_table(shipped_rulesets()[puzzle.ruleset].title)
    shown = ShownPuzzle(puzzle, about, Look(speaker.language))
    family = service.family_of_game(puzzle.ruleset)
    if not family.looks_like_answer(puzzle, query.text):
        return []
    try:
        # A word may have hundreds of places to be tried.
        answers = await asyncio.to_thread(family.read_answers, shown, query.text, settings)
    except EngineError:
        return []
    target = ResultTarget(puzzle_name(puzzle.id), 0)
    return [
        InlineResult(
            f"{speaker.plain('puzzle-inline')}: {one.label}",
            " · ".join((one.move, speaker.plain("puzzle-inline-plays"))),
            add_target_link(one.move, target, gateway.username),
        )
        for one in answers[:_MOST_OFFERED]
    ]
