"""Whoever solves a chat's daily puzzle: noted there, told in private, with a result to share that tells no answer."""

from dataclasses import dataclass
from datetime import date
from typing import Final
from urllib.parse import quote

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.call_errors import CallFailed
from bot.handlers.puzzles.daily_content import DailyContent
from bot.handlers.puzzles.daily_post import day_text
from bot.logs.logger import get_logger
from bot.store.daily_puzzles import DailyPuzzleStore
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.telegram.groups import GroupMembers
from bot.telegram.private_locale import PrivateLocales
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.errors import Refusal

log = get_logger(__name__)

_HINT, _WRONG, _RIGHT = "🟨", "🟥", "🟩"
_MOST_SQUARES: Final = 12


@dataclass(frozen=True, slots=True)
class SolvedPuzzle:
    """A puzzle that somebody has solved."""

    user: int
    name: str
    puzzle: str
    """Its id."""
    chat: int
    """From where they came to it."""
    hints: int
    wrong_answers: int


def squares(solved: SolvedPuzzle) -> str:
    """A yellow square for each hint, a red one for each wrong answer, a green one at the end."""
    wrong = min(solved.wrong_answers, _MOST_SQUARES - solved.hints - 1)
    return _HINT * solved.hints + _WRONG * wrong + _RIGHT


def share_text(solved: SolvedPuzzle, day: date, speaker: Speaker) -> str:
    """How somebody did, in plain text: nothing of it tells the answer."""
    told = speaker.plain("daily-share", day=day_text(day), tries=solved.wrong_answers + 1, hints=solved.hints)
    return f"{told}\n{squares(solved)}"


class DailyResults:
    """Notes who solves daily puzzles.

    Args:
        store: knows the chats' puzzles.
        content: knows how a puzzle is opened.
        members: know who is in a group.
        gateway: sends.
        locales: in which language people read.
        texts: the wording.
    """

    def __init__(
        self,
        *,
        store: DailyPuzzleStore,
        content: DailyContent,
        members: GroupMembers,
        gateway: Gateway,
        locales: PrivateLocales,
        texts: Texts,
    ) -> None:
        self._store: Final = store
        self._content: Final = content
        self._members: Final = members
        self._gateway: Final = gateway
        self._locales: Final = locales
        self._texts: Final = texts

    async def note_solved(self, solved: SolvedPuzzle) -> bool:
        """Note it in the chat whose newest puzzle it is; whether it counts there now. Any other puzzle is no news.

        Raises:
            redis.exceptions.RedisError: it is not noted.
        """
        chat = solved.chat
        if not await self._may_count(chat, solved.user):
            return False
        return await self._store.note_solved(chat, solved.puzzle, solved.user, solved.name)

    async def tell_solver(self, solved: SolvedPuzzle) -> None:
        """Tell the solver how they do in that chat, with a result to share.

        Raises:
            redis.exceptions.RedisError: it cannot be read.
        """
        chat = solved.chat
        moved = (await self._store.load_chat(chat)).moved
        chat = chat if moved is None else moved
        daily, solver = await self._store.load_newest(chat), await self._store.load_solver(chat, solved.user)
        if daily is None or solver is None:
            return
        language = await self._locales.locale_of_user(solved.user)
        speaker = Speaker(self._texts, language, private=True)
        is_first = daily.first == solved.user and not Scope(chat).is_private
        text = speaker.html("daily-result", first="yes" if is_first else "no", streak=solver.streak)
        try:
            await self._gateway.send_text(Scope(solved.user), text, self._share_keyboard(solved, daily.day, speaker))
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

    def _share_keyboard(self, solved: SolvedPuzzle, day: date, speaker: Speaker) -> InlineKeyboardMarkup:
        """A link that opens Telegram's own choice of chats, with the result and a way to the puzzle."""
        payload = self._content.puzzle_link(solved.puzzle, 0)
        link = quote(f"https://t.me/{self._gateway.username}?start={payload}", safe="")
        text = quote(share_text(solved, day, speaker), safe="")
        url = f"https://t.me/share/url?url={link}&text={text}"
        return InlineKeyboardMarkup([[InlineKeyboardButton(speaker.plain("button-daily-share"), url=url)]])
