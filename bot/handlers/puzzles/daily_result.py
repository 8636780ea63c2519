"""Whoever solves a chat's daily puzzle: noted there, told in private, with a result to share that tells no answer."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Final
from urllib.parse import quote

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.call_errors import CallFailed
from bot.families.puzzle_service import PuzzleResult, Telling
from bot.handlers.puzzles.daily_post import day_text
from bot.logs.logger import get_logger
from bot.store.daily_puzzles import DailyPuzzleStore
from bot.store.puzzles import PuzzleOutcome, PuzzleProgress
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.telegram.button_data import encode_puzzle_link
from bot.telegram.groups import GroupMembers
from bot.telegram.private_locale import PrivateLocales
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.errors import Refusal

log = get_logger(__name__)

_HINT, _WRONG, _RIGHT = "🟨", "🟥", "🟩"
_MOST_SQUARES: Final = 12


def share_text(solved: PuzzleProgress, day: date, speaker: Speaker) -> str:
    """How somebody did, in plain text: nothing of it tells the answer.

    Below it there is a yellow square for each hint, a red one for each wrong answer, a green one at the end.
    """
    told = speaker.plain("daily-share", day=day_text(day), tries=solved.tries + 1, hints=solved.hints)
    wrong = min(solved.tries, _MOST_SQUARES - solved.hints - 1)
    return f"{told}\n{_HINT * solved.hints}{_WRONG * wrong}{_RIGHT}"


class DailyResults:
    """Notes who solves daily puzzles."""

    def __init__(
        self,
        *,
        store: DailyPuzzleStore,
        members: GroupMembers,
        gateway: Gateway,
        locales: PrivateLocales,
        texts: Texts,
    ) -> None:
        self._store: Final = store
        self._members: Final = members
        self._gateway: Final = gateway
        self._locales: Final = locales
        self._texts: Final = texts

    async def note_result(self, result: PuzzleResult) -> Telling | None:
        """Note a solved puzzle in the chats whose newest it is; what tells of those where it counts, if it does in any.

        Raises:
            redis.exceptions.RedisError: it is not noted.
        """
        if result.progress.outcome is not PuzzleOutcome.SOLVED:
            return None
        counted = [
            chat
            for chat in result.origins
            if await self._may_count(chat, result.user)
            and await self._store.note_solved(chat, result.puzzle.id, result.user, result.name)
        ]
        return partial(self._tell_solver, result, counted) if counted else None

    async def _tell_solver(self, result: PuzzleResult, chats: Sequence[int]) -> None:
        """Tell the solver how they do in each of those chats, with a result to share.

        Raises:
            redis.exceptions.RedisError: it cannot be read.
        """
        for origin in chats:
            moved = (await self._store.load_chat(origin)).moved
            chat = origin if moved is None else moved
            daily, solver = await self._store.load_newest(chat), await self._store.load_solver(chat, result.user)
            if daily is None or solver is None:
                continue
            language = await self._locales.locale_of_user(result.user)
            speaker = Speaker(self._texts, language, private=True)
            is_first = daily.first == result.user and not Scope(chat).is_private
            text = speaker.html("daily-result", first="yes" if is_first else "no", streak=solver.streak)
            keyboard = self._share_keyboard(result, daily.day, speaker)
            try:
                await self._gateway.send_text(Scope(result.user), text, keyboard)
            except CallFailed as error:
                log.info("somebody is not told of a solved puzzle", error=error.message)

    async def _may_count(self, chat: int, user: int) -> bool:
        """Whether somebody is in the chat: a link may be handed on, and altered. Where nobody can tell, they count."""
        if Scope(chat).is_private:
            return chat == user
        try:
            return (await self._members.find_member(chat, user)).present
        except (CallFailed, Refusal):
            return True

    def _share_keyboard(self, result: PuzzleResult, day: date, speaker: Speaker) -> InlineKeyboardMarkup:
        """A link that opens Telegram's own choice of chats, with the result and a way to the puzzle."""
        payload = encode_puzzle_link(result.puzzle.id, 0)
        link = quote(create_deep_linked_url(self._gateway.username, payload), safe="")
        text = quote(share_text(result.progress, day, speaker), safe="")
        url = f"https://t.me/share/url?url={link}&text={text}"
        return InlineKeyboardMarkup([[InlineKeyboardButton(speaker.plain("button-daily-share"), url=url)]])
