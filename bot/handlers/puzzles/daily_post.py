"""A daily puzzle's message: the picture, how it is answered, and what became of the puzzle before it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families.puzzle_family import PuzzleFamily, ShownPuzzle
from bot.families.puzzle_service import PuzzleService
from bot.handlers.chat_settings.default_game import load_default_game
from bot.judges import WordJudge
from bot.languages import languages
from bot.pictures.drawing import DrawingError, DrawingThread
from bot.pictures.sketches import Look, labels_or_default, theme_or_default
from bot.store.daily_puzzles import DailyChat, SolvedBefore
from bot.store.records import RecordStore
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.telegram.button_data import encode_puzzle_link
from bot.telegram.private_locale import PrivateLocales
from bot.texts import Html, Texts
from bot.wording.speaker import Speaker
from bot.workers.sending import Priority, Sending
from engine.rulesets import shipped_rulesets

_SENDING: Final = Sending(Priority.LEISURE)


def day_text(day: date) -> str:
    """A date as all languages of the interface write it: ``27.11``."""
    return f"{day.day}.{day.month:02}"


@dataclass(frozen=True, slots=True)
class PreparedPost:
    """A post whose picture is drawn, so that only the sending is left."""

    gateway: Gateway
    scope: Scope
    text: str
    keyboard: InlineKeyboardMarkup
    picture: bytes | None
    picture_as_html: str

    async def send(self) -> None:
        """Send it, once.

        Raises:
            CallFailed: as Telegram answered.
        """
        written = f"{self.picture_as_html}\n\n{self.text}"
        if self.picture is None:
            await self.gateway.send_text(self.scope, written, self.keyboard, sending=_SENDING)
            return
        await self.gateway.send_photo(
            self.scope, self.picture, self.text, self.keyboard, as_text=lambda: written, sending=_SENDING
        )


class DailyPosts:
    """Makes the posts of chats."""

    def __init__(
        self,
        *,
        service: PuzzleService,
        gateway: Gateway,
        drawing: DrawingThread,
        records: RecordStore,
        judges: WordJudge,
        locales: PrivateLocales,
        texts: Texts,
    ) -> None:
        self._service: Final = service
        self._gateway: Final = gateway
        self._drawing: Final = drawing
        self._records: Final = records
        self._judges: Final = judges
        self._locales: Final = locales
        self._texts: Final = texts

    async def choose_puzzle(self, chat: int, known: DailyChat, day: date) -> str | None:
        """The id of the puzzle for a date: the one that waits to be sent, else one that the chat has not seen."""
        newest = known.newest
        if newest is not None and newest.day == day:
            return newest.puzzle
        game = self._game_of_chat(known.settings, await self._language(chat, known.settings))
        chosen = None if game is None else await self._service.choose_for_chat(chat, game)
        return None if chosen is None else chosen.id

    async def prepare_post(self, chat: int, known: DailyChat, day: date, puzzle: str) -> PreparedPost | None:
        """The post of a date's puzzle; ``None`` if there is no such puzzle any more.

        Raises:
            redis.exceptions.RedisError: something that it tells cannot be read.
        """
        language = await self._language(chat, known.settings)
        speaker = Speaker(self._texts, language, private=Scope(chat).is_private)
        look = Look(
            language, theme_or_default(known.settings.get("theme")), labels_or_default(known.settings.get("labels"))
        )
        found = await self._find_puzzle(puzzle, speaker, look)
        if found is None:
            return None
        family, shown = found
        game, words = shown.speaker.game_title, shown.speaker.dictionary_label()
        lines = [
            speaker.html("daily-post", day=day_text(day), game=game, words=words),
            *await self._lines_of_before(chat, known, day, speaker, look),
        ]
        try:
            picture: bytes | None = await self._drawing.draw_sketch(family.sketch(shown))
        except DrawingError:
            picture = None
        link = create_deep_linked_url(self._gateway.username, encode_puzzle_link(puzzle, chat))
        keyboard = InlineKeyboardMarkup([[InlineKeyboardButton(speaker.plain("button-daily-solve"), url=link)]])
        return PreparedPost(self._gateway, Scope(chat), "\n\n".join(lines), keyboard, picture, family.as_html(shown))

    def _game_of_chat(self, settings: Mapping[str, str], language: str) -> str | None:
        own = load_default_game(settings, self._judges)
        games = [one for one in self._service.games if one in shipped_rulesets()]
        if own is not None and own.ruleset.id in games:
            return own.ruleset.id
        wanted = language if own is None else own.ruleset.language
        return next((one for one in games if shipped_rulesets()[one].language == wanted), None)

    async def _lines_of_before(
        self, chat: int, known: DailyChat, day: date, speaker: Speaker, look: Look
    ) -> tuple[str, ...]:
        """What became of the puzzle before this one, and its answer."""
        newest = known.newest
        if newest is None:
            return ()
        before = newest.before if newest.day == day else newest.as_before()
        found = None if before is None else await self._find_puzzle(before.puzzle, speaker, look)
        if before is None or found is None:
            return ()
        family, shown = found
        answer = Html(family.best_play_text(shown))
        return (f"{speaker.html('daily-answer', answer=answer)} {await self._who_solved(chat, before, speaker)}",)

    async def _find_puzzle(self, puzzle: str, speaker: Speaker, look: Look) -> tuple[PuzzleFamily, ShownPuzzle] | None:
        found = await self._service.find_puzzle(puzzle)
        if found is None or found.ruleset not in shipped_rulesets():
            return None
        about = speaker.about_table(shipped_rulesets()[found.ruleset].title, found.lexicon.partition("@")[0])
        return self._service.family_of_game(found.ruleset), ShownPuzzle(found, about, look)

    async def _who_solved(self, chat: int, before: SolvedBefore, speaker: Speaker) -> str:
        """How many solved a puzzle, and who was first, unless that person does not want to be named."""
        if speaker.private:
            return speaker.html("daily-solved-by-you" if before.solved else "daily-not-solved-by-you")
        if not before.solved:
            return speaker.html("daily-solved-by-nobody")
        named = before.first is not None and before.first not in await self._records.read_unlisted(chat)
        if not named:
            return speaker.html("daily-solved-by", count=before.solved)
        return speaker.html("daily-solved-first", count=before.solved, name=speaker.player_name(before.first_name))

    async def _language(self, chat: int, settings: Mapping[str, str]) -> str:
        if Scope(chat).is_private:
            return await self._locales.locale_of_user(chat)
        return languages().supported_or_none(settings.get("language")) or self._locales.default
