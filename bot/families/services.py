"""The services of handlers, in typed groups; the context of a request; and what a family answers with."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Final, Protocol, Self

from redis.asyncio import Redis
from telegram import InlineKeyboardButton

from bot.analysis.process import AnalysisProcess, GameAnalyses
from bot.call_errors import CallFailed
from bot.families.board_page import BoardPage
from bot.families.own_board import HOME_STEP, OwnBoard, OwnBoardContext, step_keyboard, to_markup
from bot.families.puzzles import PuzzleService
from bot.judges import Dictionary, WordJudge
from bot.judges.inflection import find_headword
from bot.judges.word_judge import marked_spellings
from bot.languages import languages
from bot.pictures import DrawingThread, Photos, PictureStyle, labels_or_default, theme_or_default
from bot.records.administration import RecordAdministration
from bot.records.projection import Projection
from bot.store.chats import SharedPictureStore
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.people import CardSelections, RackOrders, RefusedMoves
from bot.store.records import AnalysisStore, RecordStore
from bot.tables.games import Games
from bot.tables.table_loader import LoadedPlace, LoadedTable, require_seat, table_name
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.gateway import Gateway
from bot.telegram.groups import GroupMembers, GroupTitles, fetch_group, group_link
from bot.telegram.keyboards import ButtonData, Keyboards
from bot.telegram.private_delivery import PrivateDelivery, PrivateLocales
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, MistypedCommand, PlainText, Tap, Venue
from bot.texts import Texts
from bot.wording.speaker import Speaker, join_lines
from bot.wording.tables import label_line, players_of
from bot.workers.recent import RecentKeys
from engine.alphabet import load_alphabet
from engine.errors import EngineError, Refusal
from engine.game import Action, Game, Step, Table
from engine.lexicon import Lexicon
from engine.turns import check_in_game

_GAME_SECONDS: Final = 30 * 24 * 3600.0  # how long it is remembered that a note, told once a game, was told
_MOST_SPELLINGS: Final = 3
_INFLECTED: Final = "tr"  # the language whose dictionaries list headwords only (RULES §2.6)


def closes_look_ups(table: Table | None) -> bool:
    """Whether a running game forbids all at its table to look words up (RULES §7.1)."""
    return isinstance(table, Game) and table.closes_look_ups


class LookUps:
    """Knows where words may be looked up, and explains why words are invalid."""

    def __init__(self, games: Games, judges: WordJudge, members: GroupMembers, texts: Texts, gateway: Gateway) -> None:
        self._games: Final = games
        self._judges: Final = judges
        self._members: Final = members
        self._gateway: Final = gateway
        self._texts: Final = texts
        self._recently_told: Final = RecentKeys(_GAME_SECONDS)  # users and tables that were told how to add words

    async def chats_closing_look_ups(self, user: int) -> list[int]:
        """The chats whose games forbid a user to look words up in any chat (RULES §7.1)."""
        return [
            loaded.scope.chat
            for loaded in await self._games.player_tables.peek_running_games(user)
            if isinstance(game := loaded.table, Game)
            and (seat := game.seat_of(user)) is not None
            and game.closes_look_ups_of(seat)
        ]

    async def check_open(self, venue: Venue, user: int, tables: Iterable[LoadedTable]) -> None:
        """Raise a refusal where look-ups are closed; called first by code that tells whether words are valid.

        They are closed to all in the chat of a game that closes them, and to its players everywhere. Code that tells of
        words among other things calls :meth:`load_words` instead. Raises Refusal: ``look_ups_closed``,
        ``look_ups_closed_elsewhere``; in private ``look_ups_closed_in`` (``group``).
        """
        chats = await self.chats_closing_look_ups(user)
        if any(closes_look_ups(one.table) for one in tables) or venue.scope.chat in chats:
            raise Refusal("look_ups_closed")
        if chats and not venue.private:
            # The other group's title must not be revealed here.
            raise Refusal("look_ups_closed_elsewhere")
        if chats:
            group = await fetch_group(self._gateway, chats[0])
            raise Refusal("look_ups_closed_in", group=(group and group.title) or "…")

    async def are_open(self, user: int, here: Iterable[LoadedTable]) -> bool:
        """Whether a user may be told which words are valid, in a chat with these tables."""
        return not (any(closes_look_ups(one.table) for one in here) or await self.chats_closing_look_ups(user))

    async def load_words(self, loaded: LoadedTable, user: int, here: Iterable[LoadedTable] = ()) -> Lexicon | None:
        """The words that count at a table if the user may know them before a play; else ``None``.

        ``here``: the tables of the chat that reads the answer.
        """
        if loaded.table is None or not await self.are_open(user, (loaded, *here)):
            return None
        return (await self._games.loader.load_dictionary(loaded, loaded.table.ruleset)).words

    def look_up_notes_due_by(self) -> float:
        """Until when, by the event loop's clock, a judgement that begins now and its notes may take."""
        return asyncio.get_running_loop().time() + self._judges.max_seconds

    async def inflection_notes(
        self, words: Sequence[str], dictionary: Dictionary, language: str, deadline: float
    ) -> str:
        """A plain line for each inflected word (in capitals) with its headword; empty after ``deadline``."""
        if dictionary.language != _INFLECTED:
            return ""
        forms = {word: stem for word in words if (stem := find_headword(word, dictionary.words.__contains__))}
        counted = await self._words_that_count(forms.values(), dictionary, deadline)
        return "\n".join(
            self._texts.plain(language, "word-inflected", word=word, stem=stem)
            for word, stem in forms.items()
            if stem in counted
        )

    async def spelling_note(self, word: str, dictionary: Dictionary, language: str, deadline: float) -> str:
        """A plain line with the valid words that differ only in marks; empty without any, or after ``deadline``."""
        spellings = marked_spellings(word, load_alphabet(dictionary.language), dictionary.words)[:_MOST_SPELLINGS]
        counted = await self._words_that_count(spellings, dictionary, deadline)
        return self._texts.plain(language, "word-marked", words=", ".join(counted)) if counted else ""

    async def _words_that_count(self, words: Iterable[str], dictionary: Dictionary, deadline: float) -> tuple[str, ...]:
        """The valid ones of the words, each once, also by the live dictionary; empty if it misses the deadline."""
        each = tuple(dict.fromkeys(words))
        try:
            async with asyncio.timeout_at(deadline):
                return tuple(filter(await self._judges.judge_words(each, dictionary), each)) if each else ()
        except TimeoutError:
            return ()

    async def near_words_note(
        self,
        words: Sequence[str],
        user: int,
        loaded: LoadedTable,
        language: str,
        deadline: float,
        *,
        here: Iterable[LoadedTable] = (),
    ) -> str:
        """Plain lines about invalid words: their headwords, or the valid words that differ only in marks.

        Empty where look-ups are closed. ``here``: as for :meth:`load_words`.
        """
        if loaded.table is None or not await self.are_open(user, (loaded, *here)):
            return ""
        dictionary = await self._games.loader.load_dictionary(loaded, loaded.table.ruleset)
        if inflected := await self.inflection_notes(words, dictionary, language, deadline):
            return inflected
        marked = [await self.spelling_note(word, dictionary, language, deadline) for word in words]
        return "\n".join(filter(None, marked))

    async def refusal_notes(
        self,
        refusal: EngineError,
        user: int,
        loaded: LoadedTable,
        language: str,
        deadline: float,
        *,
        here: Iterable[LoadedTable] = (),
    ) -> str:
        """Plain notes on a move whose words are refused: near words or, once a game, how to add words.

        ``here``: as for :meth:`load_words`.
        """
        table, words = loaded.table, refusal.fields.get("words")
        if refusal.code != "not_words" or table is None or not isinstance(words, tuple):
            return ""
        near = await self.near_words_note(words, user, loaded, language, deadline, here=here)
        told = (loaded.scope, table_name(table), user)
        if near or self._recently_told.is_recent(told) or not await self._may_add_words(user, loaded, deadline):
            return near
        self._recently_told.note_again(told)
        return self._texts.plain(language, "word-addable", words=" ".join(words))

    async def _may_add_words(self, user: int, loaded: LoadedTable, deadline: float) -> bool:
        if loaded.scope.is_private or loaded.table is None or not loaded.table.ruleset.chat_words:
            return False
        try:
            async with asyncio.timeout_at(deadline):
                return (await self._members.find_member(loaded.scope.chat, user)).is_admin
        except (Refusal, CallFailed, TimeoutError):
            return False


FindHintedTurn = Callable[[LoadedTable, frozenset[str]], Awaitable[Action]]  # gets the words that the judge refused


@dataclass(frozen=True, slots=True)
class TableServices:
    """Tables, games and their players."""

    games: Games
    store: GameStore
    look_ups: LookUps
    judges: WordJudge
    members: GroupMembers
    group_titles: GroupTitles


@dataclass(frozen=True, slots=True)
class MessagingServices:
    """Sending messages, and their texts."""

    replies: Replies
    private_delivery: PrivateDelivery
    keyboards: Keyboards
    texts: Texts
    private_locale: PrivateLocales


@dataclass(frozen=True, slots=True)
class PictureServices:
    """Drawing and sending pictures."""

    drawing_thread: DrawingThread
    photos: Photos


@dataclass(frozen=True, slots=True)
class PlayerStores:
    """Stores of data about single players, which only families use."""

    card_selection: CardSelections
    refused_moves: RefusedMoves
    rack_order: RackOrders


@dataclass(frozen=True, slots=True)
class RecordServices:
    """Records of finished games."""

    store: RecordStore
    projection: Projection
    administration: RecordAdministration
    pictures: SharedPictureStore
    keeps_games: bool = True  # whether finished games are kept for replays


@dataclass(frozen=True, slots=True)
class AnalysisServices:
    """Analyses of finished games, and puzzles."""

    process: AnalysisProcess
    game_analyses: GameAnalyses
    folder: Path  # the bot's data folder, which keeps word indices

    @classmethod
    def build_services(cls, redis: Redis, folder: Path) -> Self:
        """Build the services with a client that returns bytes, and the bot's data folder."""
        process = AnalysisProcess()
        return cls(process, GameAnalyses(process, AnalysisStore(redis), folder), folder)


@dataclass(frozen=True, slots=True)
class ChatServices:
    """All services of handlers."""

    gateway: Gateway
    tables: TableServices
    messaging: MessagingServices
    pictures: PictureServices
    stores: PlayerStores
    records: RecordServices
    analysis: AnalysisServices
    find_hinted_turn: FindHintedTurn
    puzzles: PuzzleService
    shuffle: Callable[[list[int]], None]  # shuffles a list in place


@dataclass(frozen=True, slots=True)
class ChatContext:
    """The chat of a request: its table as read, its speaker, and its theme."""

    loaded: LoadedTable  # the table of the request; until one is chosen, the newest of the chat or topic
    chat_speaker: Speaker  # speaks the chat's language, and about no table
    theme: str | None = None  # the chat's own theme; `None` for the theme of each table's chat
    labels: str | None = None  # the chat's own board labels; `None` for those of each table's chat
    default_language: str = ""  # the language of groups that have chosen none; empty for this chat's own
    place: LoadedPlace | None = None  # all tables of the request's chat or topic; `None` without a request
    own_scopes: tuple[Scope, ...] | None = None  # the scopes of the sender's running games, if they were read

    @property
    def style(self) -> PictureStyle:
        """The style of the chat's pictures."""
        chosen, theme = self.loaded.settings, self.theme or self.loaded.settings.get("theme")
        labels, spoken = self.labels or chosen.get("labels"), ""
        if self.labels is None and not self.loaded.scope.is_private:
            # The signs on a group's board are the same wherever it is shown.
            spoken = languages().supported_or_none(chosen.get("language")) or self.default_language
        return PictureStyle(self.language, theme_or_default(theme), labels_or_default(labels), spoken)

    @property
    def request_place(self) -> LoadedPlace:
        """All tables of the request's chat or topic."""
        if self.place is None:
            raise AssertionError("no request was made")
        return self.place

    @property
    def open_tables(self) -> tuple[LoadedTable, ...]:
        """The open tables of the request's place; without a request, the table itself."""
        if self.place is None:
            return (self.loaded,) if self.loaded.is_open else ()
        return self.place.open_tables

    def is_table_elsewhere(self, place: Venue) -> bool:
        """Whether the table is in another place than the request, so that the result appears there."""
        return self.loaded.scope.place != place.scope

    @property
    def language(self) -> str:
        """The chat's language."""
        return self.chat_speaker.language

    @property
    def speaker(self) -> Speaker:
        """Speaks to the chat about its table, if there is one."""
        table = self.loaded.table
        return (
            self.chat_speaker
            if table is None
            else self.chat_speaker.about_table(table.ruleset.title, self.loaded.lexicon, number=self.loaded.told_number)
        )

    def with_table(self, loaded: LoadedTable) -> Self:
        """The same chat with another table."""
        return replace(self, loaded=loaded)

    def with_place(self, place: LoadedPlace) -> Self:
        """The same chat, with its tables read again."""
        return replace(self, place=place)


@dataclass(frozen=True, slots=True)
class TableInlineQuery:
    """A player's inline query about one of their tables."""

    loaded: LoadedTable
    user: int
    text: str
    now: datetime  # in served time
    speaker: Speaker
    chat_language: str  # the language of the chat that will read the chosen result
    settings: Mapping[str, str] = field(default_factory=dict)  # the settings of the user who types


@dataclass(frozen=True, slots=True)
class TableInlineResult:
    """An inline result; only the user who types reads ``title`` and ``description``, which are plain text."""

    title: str
    description: tuple[str, ...] = ()  # what follows the title of the table's group, in parts
    move: str = ""  # the text that is posted, and played as if typed, when it is chosen; empty if it plays nothing
    button_data: str = ""  # the data of the button that choosing it stands for, if its play is secret
    posted: str = ""  # HTML that is posted when a secret play is chosen, the same for every play
    is_answer: bool = True  # whether it answers the typed text, rather than saying why that plays nothing


CommandHandler = Callable[[Command, ChatContext], Awaitable[None]]
TapHandler = Callable[[Tap, ChatContext, ButtonData], Awaitable[None]]
MoveHandler = Callable[[PlainText, ChatContext], Awaitable[None]]


class PlayerNotices(Protocol):
    """Tells single players what only they may learn about a step."""

    def queue_notices(self, loaded: LoadedTable, step: Step) -> None:
        """Start telling the players whom a step concerns; return at once."""

    async def drain_notices(self, seconds: float) -> None:
        """Wait for unfinished notices, for at most ``seconds``."""


@dataclass(frozen=True, slots=True)
class FamilyChat:
    """The handlers of one family's games; ``None`` for what the family lacks."""

    command_handlers: Mapping[str, CommandHandler]  # handlers by command: the family's own, and shared ones
    handle_move: MoveHandler  # handles a text without a command that looks like a move
    tap_handlers: Mapping[str, TapHandler] = field(default_factory=dict)
    handle_mistyped_move: Callable[[MistypedCommand, ChatContext], Awaitable[None]] | None = None
    """Handles a player's mistyped command, which may have been a move, before it is refused."""
    handle_bare_word: Callable[[PlainText, ChatContext], Awaitable[bool]] | None = None
    """Handles a text that looks like a word but not like a move; returns ``False`` for mere talk."""
    inline_results: Callable[[TableInlineQuery], Awaitable[tuple[TableInlineResult, ...]]] | None = None
    """Finds the inline results for a player of a table; if there are none, only the scores are shown."""
    own_board: OwnBoard | None = None
    player_notices: Sequence[PlayerNotices] = ()
    board_page: BoardPage | None = None
    """The family's part of the board page; games of families without one are shown only in the chat."""
    may_answer: Callable[[str, Game, int], bool] = lambda *_: False
    """Whether a command applies to a game for a seat; helps to choose between several tables."""


async def confirm_action(
    replies: Replies, request: Command | PlainText | Tap, context: ChatContext, message: str
) -> None:
    """Answer a tap; confirm other requests, unless they came from the table's chat, which shows the result anyway."""
    if isinstance(request, Tap):
        await replies.show_toast(request, context.language, message)
    elif context.is_table_elsewhere(request.venue):
        label = "" if context.loaded.table is None else label_line(players_of(context.loaded.table), context.speaker)
        await replies.reply_html(request, join_lines(label, context.chat_speaker.html(message)))


class OwnBoardPages:
    """Builds the private pages of own boards from their steps."""

    def __init__(self, gateway: Gateway, store: GameStore, games: Games) -> None:
        self._gateway: Final = gateway
        self._store: Final = store
        self._games: Final = games

    async def load_own_board(self, context: ChatContext, user: int) -> OwnBoardContext:
        """The user's own board of the context's running game. Raises Refusal if they do not play it."""
        loaded = context.loaded
        game, seat = require_seat(loaded.table, user)
        check_in_game(game, seat)
        chat = await fetch_group(self._gateway, loaded.scope.chat)
        now, here = self._games.times.time_of_action(loaded), tuple(context.open_tables)
        return OwnBoardContext(loaded, game, seat, context.speaker, context.style, chat, now, here)

    async def build_private_page(
        self,
        own: OwnBoardContext,
        board: OwnBoard,
        step: str,
        *,
        notice: str = "",
        next_game: Sequence[InlineKeyboardButton] = (),
    ) -> PrivatePage:
        """The private page of a step, below ``notice`` (HTML), with buttons to the next game and to the group."""
        page = await board.build_page(own, step)
        mark, table = board.rack_hash(own.game, own.seat), table_name(own.game)
        rows = step_keyboard(page.rows, table=table, user=own.user, turns=own.game.number, mark=mark)
        leads_elsewhere = step == board.menu_step or (notice and step == HOME_STEP)
        if next_game:
            rows.append(list(next_game))
        back = await self._back_to_group_row(own) if leads_elsewhere else []
        if board.has_board_page and self._gateway.board_links.web_url and step == HOME_STEP:
            links, scope = self._gateway.board_links, own.loaded.scope
            back.append(links.button_in_private(own.speaker, table, scope, board.page_button))
        label = label_line(own.game.known_players, own.speaker)
        private_page = PrivatePage(
            join_lines(label, notice, page.text), to_markup(rows), page.sketch, page.picture_as_html
        )
        return replace(private_page, private_keyboard=to_markup([*rows, *back])) if back else private_page

    async def _back_to_group_row(self, own: OwnBoardContext) -> list[list[InlineKeyboardButton]]:
        scope = own.loaded.scope
        if own.chat is None or scope.is_private:
            return []
        link = group_link(own.chat, scope.topic, await self._store.load_newest_message_id(scope))
        if link is None:
            return []
        return [[InlineKeyboardButton(own.speaker.plain("button-back-to-group"), url=link)]]
