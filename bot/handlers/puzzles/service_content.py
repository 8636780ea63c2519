"""Daily puzzles out of all puzzles that there are.

It is a :class:`bot.handlers.puzzles.daily_content.DailyContent` by the service of puzzles.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.families.puzzle_family import AnyPuzzle, PuzzleFamily, ShownPuzzle
from bot.families.puzzle_service import PuzzleResult, PuzzleService, Telling
from bot.handlers.puzzles.daily_content import DailyQuestion
from bot.handlers.puzzles.daily_result import DailyResults, SolvedPuzzle
from bot.pictures.sketches import Look
from bot.store.puzzles import PuzzleOutcome
from bot.telegram.button_data import encode_puzzle_link
from bot.texts import Html
from bot.wording.speaker import Speaker
from engine.rulesets import shipped_rulesets


class ServiceContent:
    """Finds puzzles for chats.

    Args:
        service: has them.
    """

    def __init__(self, service: PuzzleService) -> None:
        self._service: Final = service

    @property
    def games(self) -> Sequence[str]:
        """The ids of the games that have puzzles."""
        return self._service.games

    async def choose_puzzle(self, chat: int, game: str) -> str | None:
        """A puzzle that the chat has not been shown; ``None`` if there is none now."""
        found = await self._service.choose_for_chat(chat, game)
        return None if found is None else found.id

    async def find_question(self, puzzle: str, speaker: Speaker, look: Look) -> DailyQuestion | None:
        """What a chat is shown; ``None`` if there is no such puzzle any more."""
        found = await self._find(puzzle, speaker, look)
        if found is None:
            return None
        family, shown = found
        return DailyQuestion(
            family.sketch(shown), family.as_html(shown), shown.speaker.game_title, shown.speaker.dictionary_label()
        )

    async def find_answer(self, puzzle: str, speaker: Speaker, look: Look) -> Html | None:
        """The best play in a few words; ``None`` if there is no such puzzle any more."""
        found = await self._find(puzzle, speaker, look)
        return None if found is None else Html(found[0].best_play_text(found[1]))

    def puzzle_link(self, puzzle: str, chat: int) -> str:
        """The payload of a deep link that opens a puzzle for somebody who comes from a chat; 0 for none."""
        return encode_puzzle_link(puzzle, chat)

    async def _find(self, puzzle: str, speaker: Speaker, look: Look) -> tuple[PuzzleFamily, ShownPuzzle] | None:
        found: AnyPuzzle | None = await self._service.find_puzzle(puzzle)
        if found is None or found.ruleset not in shipped_rulesets():
            return None
        about = speaker.about_table(shipped_rulesets()[found.ruleset].title, found.lexicon.partition("@")[0])
        return self._service.family_of_game(found.ruleset), ShownPuzzle(found, about, look)


def listen_to_results(service: PuzzleService, results: DailyResults) -> None:
    """Have it noted in chats when somebody solves their daily puzzle."""

    async def note(result: PuzzleResult) -> Telling | None:
        progress = result.progress
        if progress.outcome is not PuzzleOutcome.SOLVED:
            return None
        solved = [
            SolvedPuzzle(result.user, result.name, result.puzzle.id, chat, progress.hints, progress.tries)
            for chat in result.origins
        ]
        counted = [one for one in solved if await results.note_solved(one)]
        return partial(_tell_all, results, counted) if counted else None

    service.listeners.append(note)


async def _tell_all(results: DailyResults, counted: Sequence[SolvedPuzzle]) -> None:
    for solved in counted:
        await results.tell_solver(solved)
