"""Sketches, which determine pictures; the thread that draws them; and the reuse of pictures that were sent."""

import asyncio
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, partial
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from time import perf_counter
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError

from bot.call_errors import FileIdExpired, NotFound
from bot.languages import Languages, languages
from bot.logs import error_location, get_logger
from bot.metrics.meters import NO_METERS, Meters
from bot.records.player_stats import RankedPlayer
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.wording.figures import (
    PlayerReport,
    RankingView,
    ranked_value,
    ranking_note,
    ranking_subtitle,
    ranking_title,
    report_facts,
)
from bot.wording.speaker import Speaker
from bot.workers.supervisor import cancel_tasks, start_task
from render import Painter
from render.fonts import Fonts
from render.player_card import PlayerCard, RatingCurve
from render.rank_list import RankList, RankRow
from render.signs import Labels
from render.theme import THEMES

log = get_logger(__name__)
DEFAULT_THEME: Final = "light"
LABEL_CHOICES: Final = ("chat", "game")
DEFAULT_LABELS: Final = LABEL_CHOICES[0]
_encoder: Final = msgspec.json.Encoder(order="deterministic")


class PictureStyle(Struct, frozen=True):
    """The style of a chat's pictures: the language of their words, and their theme."""

    language: str
    theme: str = DEFAULT_THEME
    labels: str = DEFAULT_LABELS  # which language the board labels have: the `chat`'s or the `game`'s
    chat_language: str = ""  # the language of the table's chat, if the board is shown in another chat

    def board_labels(self, game: str) -> Labels:
        """The labels on a board whose tiles are in the language ``game``."""
        return premium_labels(game if self.labels == "game" else self.chat_language or self.language)


@dataclass(frozen=True, slots=True)
class Sketch(ABC):
    """A picture before it is drawn; subclasses know its content and how to paint it."""

    theme: str

    @property
    def reusable(self) -> bool:
        """Whether the picture is public: it shows no rack, no preview, and no card that is hidden again."""
        return False

    @property
    @abstractmethod
    def content(self) -> tuple[Any, ...]:
        """All that is drawn, as values that can be encoded; nothing else determines the picture."""

    @abstractmethod
    def paint(self, painter: Painter) -> bytes:
        """Draw the picture as PNG, in the calling thread."""

    @property
    def digest(self) -> str:
        """A hash that identifies the picture among those of the same program."""
        return hashlib.blake2b(_encoder.encode(self.content), digest_size=16).hexdigest()


class PublicSketch(Sketch):
    """A picture that everybody may see."""

    @property
    def reusable(self) -> bool:
        """True."""
        return True


def premium_labels(language: str) -> Labels:
    """The labels of premiums in a language; the default ones if the interface lacks it."""
    return _load_premium_labels(languages(), language)


@cache
def _load_premium_labels(spoken: Languages, language: str) -> Labels:
    if language not in spoken.codes:
        return Labels()
    return msgspec.convert(dict(spoken.section(language, "signs")), Labels)


def theme_or_default(name: str | None) -> str:
    """The theme; the default if unset or unknown."""
    return name if name in THEMES else DEFAULT_THEME


def labels_or_default(name: str | None) -> str:
    """The choice of board labels; the default if unset or unknown."""
    return name if name in LABEL_CHOICES else DEFAULT_LABELS


def seat_labels(speaker: Speaker, count: int) -> tuple[str, ...]:
    """The labels of ``count`` seats, in the order of play."""
    return tuple(speaker.plain("seat-called", number=number) for number in range(1, count + 1))


_UNIX_START: Final = date(1970, 1, 1)
_LEAST_RATINGS: Final = 2  # a curve needs at least this many ratings


@dataclass(frozen=True, slots=True)
class RecordSketch(PublicSketch):
    """A ranking, or a player's figures."""

    view: RankList | PlayerCard

    @property
    def content(self) -> tuple[Any, ...]:
        """The whole view."""
        return "ranks" if isinstance(self.view, RankList) else "figures", self.view, self.theme

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.rank_list(self.view) if isinstance(self.view, RankList) else painter.player_card(self.view)


def ranking_sketch(view: RankingView, speaker: Speaker, theme: str) -> RecordSketch:
    """The picture of a ranking."""

    def to_row(player: RankedPlayer) -> RankRow:
        return RankRow(
            place=player.place,
            name=view.names.get(player.user, ""),
            value=ranked_value(player, view.measure, speaker),
            detail=speaker.plain("top-games", games=player.games),
            is_own=player.user == view.reader,
        )

    return RecordSketch(
        theme,
        RankList(
            title=ranking_title(view, speaker),
            subtitle=ranking_subtitle(view, speaker),
            rows=tuple(map(to_row, view.players)),
            own=None if view.own is None else to_row(view.own),
            note=ranking_note(view, speaker),
            nameless=speaker.plain("nameless"),
        ),
    )


def player_sketch(report: PlayerReport, speaker: Speaker, theme: str) -> RecordSketch:
    """The picture of one player's figures."""
    figures, curve = report.figures, None
    if len(report.curve) >= _LEAST_RATINGS:
        (begin, _), (end, _) = report.curve[0], report.curve[-1]
        ratings = tuple(rating for _, rating in report.curve)
        curve = RatingCurve(ratings, _day_text(begin, speaker), _day_text(end, speaker))
    return RecordSketch(
        theme,
        PlayerCard(
            name=report.name,
            subtitle=report.subtitle,
            facts=tuple(report_facts(report, speaker)),
            rating=report.rating,
            curve=curve,
            word=figures.best_word,
            word_label=speaker.plain("stats-best-word"),
            word_points=speaker.plain("stats-word-points", points=figures.best_word_points),
            nothing="" if figures.games else speaker.plain("stats-nothing"),
            nameless=speaker.plain("nameless"),
        ),
    )


def _day_text(day: int, speaker: Speaker) -> str:
    when = _UNIX_START + timedelta(days=day)
    return speaker.plain("stats-day", day=f"{when.day:02}", month=f"{when.month:02}", year=str(when.year))


T = TypeVar("T")
PICTURE_WIDTH: Final = 900
Preparation = Callable[[Painter], Iterator[None]]  # prepares some of a painter's sprites, step by step


class DrawingError(Exception):
    """A picture could not be drawn; the message says where. Its text can still be sent."""


class DrawingThread:
    """Draws for all chats, one picture at a time."""

    def __init__(self, preparations: Callable[[], Iterable[Preparation]] = tuple, meters: Meters = NO_METERS) -> None:
        self._meters: Final = meters
        self._preparations: Final = preparations
        self._thread: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing")
        self._painters: Final[dict[str, Painter]] = {}  # used only in that thread
        self._fonts: Final = cache(Fonts)
        self._preparing: Final[dict[str, asyncio.Task[None]]] = {}

    def prepare_theme(self, theme: str = DEFAULT_THEME) -> asyncio.Task[None]:
        """Start to prepare a theme's sprites, once; other pictures are drawn in between."""
        if theme not in self._preparing:
            self._preparing[theme] = start_task(self._prepare_sprites(theme), name=f"warming {theme}")
        return self._preparing[theme]

    async def _prepare_sprites(self, theme: str) -> None:
        for prepare in self._preparations():
            try:
                parts = await self._run_in_thread(theme, prepare)
                while await self._run_in_thread(theme, partial(_prepare_step, parts)):
                    pass
            except DrawingError:
                log.exception("sprites could not be made", theme=theme)

    async def draw_sketch(self, sketch: Sketch) -> bytes:
        """Draw a picture as PNG. Raises DrawingError."""
        began = perf_counter()
        picture = await self._run_in_thread(sketch.theme, sketch.paint)
        self._meters.observe_drawing(perf_counter() - began)
        return picture

    async def close(self) -> None:
        """Stop the thread; later drawing fails."""
        await cancel_tasks(self._preparing.values())
        self._thread.shutdown(cancel_futures=True)

    async def _run_in_thread(self, theme: str, draw: Callable[[Painter], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._with_painter, theme, draw)
        except Exception as error:  # noqa: BLE001 - after any failure the words of the picture can still be sent
            # The error's message is left out, as this is logged and it might name a letter of a rack.
            raise DrawingError(f"nothing could be drawn in {theme}: {error_location(error)}") from None

    def _with_painter(self, theme: str, draw: Callable[[Painter], T]) -> T:
        theme = theme_or_default(theme)
        if theme not in self._painters:
            self._painters[theme] = self._make_painter(theme)
        return draw(self._painters[theme])

    def _make_painter(self, theme: str) -> Painter:
        return Painter(theme, PICTURE_WIDTH, fonts=self._fonts())


@cache
def drawing_version() -> str:
    """A hash of the drawing code and Pillow's version: if pictures may change, it does."""
    digest = hashlib.blake2b(f"{PICTURE_WIDTH} {version('pillow')}".encode(), digest_size=8)
    rooms = sorted(files("bot").joinpath("families").iterdir(), key=lambda one: one.name)
    painters = (room.joinpath("painter.py") for room in rooms)
    for file in (*_files_below(files("render")), *(painter for painter in painters if painter.is_file())):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _files_below(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir() and not entry.name.startswith("__"):
            yield from _files_below(entry)
        elif entry.is_file():
            yield entry


def _prepare_step(parts: Iterator[None], _: Painter) -> bool:
    for _part in parts:
        return True
    return False


class SentPhoto(Struct, frozen=True):
    """A message that Telegram accepted."""

    message_id: int
    chat: int
    file_id: str | None = None  # the file id of the picture in its largest size; `None` without a picture
    as_text: bool = False  # whether it was sent as text, as the chat takes no pictures


PhotoRecord = tuple[str, str]  # a picture's digest, and its file id


class Photos:
    """Sends pictures of tables, and remembers the newest of each table in its own chat."""

    def __init__(self, store: GameStore, drawing: DrawingThread) -> None:
        self._store: Final = store
        self._drawing: Final = drawing
        # Computed now, since it reads files and no request waits yet.
        self._version: Final = drawing_version()

    async def send_photo(
        self,
        scope: Scope,
        sketch: Sketch,
        send: Callable[[str | bytes], Awaitable[SentPhoto]],
        *,
        remember: bool = True,
    ) -> SentPhoto:
        """Send a picture of the table in ``scope`` by calling ``send`` with a file id, or else with the PNG.

        It remembers only the table's newest picture in its own chat: no picture of an earlier turn (``remember`` is
        false), and none for a private chat with another theme or language. Raises DrawingError, and all that ``send``
        raises except for an expired file id.
        """
        sent, memory = await self.send_without_remembering(scope, sketch, send)
        if remember and memory is not None:
            # The message is sent: an error now would send it again. A picture that is not remembered is drawn again.
            try:
                await self._store.save_photo(scope, *memory)
            except RedisError as error:
                log.warning("a picture cannot be remembered", chat=scope.chat, error=error)
        return sent

    async def send_without_remembering(
        self,
        scope: Scope,
        sketch: Sketch,
        send: Callable[[str | bytes], Awaitable[SentPhoto]],
        *,
        never_sent: bool = False,
    ) -> tuple[SentPhoto, PhotoRecord | None]:
        """Send a picture as :meth:`send_photo` does, and return what the caller has to remember."""
        if not sketch.reusable:
            return await send(await self._drawing.draw_sketch(sketch)), None
        digest = f"{self._version}{sketch.digest}"
        known = None if never_sent else await self._load_file_id(scope, digest)
        if known is not None:
            try:
                return await send(known), None
            except (FileIdExpired, NotFound) as error:
                log.info("a picture is uploaded again", chat=scope.chat, error=error.message)
        sent = await send(await self._drawing.draw_sketch(sketch))
        return sent, (digest, sent.file_id) if sent.file_id is not None and sent.chat == scope.chat else None

    async def _load_file_id(self, scope: Scope, digest: str) -> str | None:
        try:
            return await self._store.find_photo_file_id(scope, digest)
        except RedisError as error:
            log.warning("whether a picture was sent before is not known", chat=scope.chat, error=error)
            return None
