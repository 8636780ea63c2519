"""What handlers know of a chat while they handle one of its requests."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Protocol, Self

from telegram import InlineKeyboardButton

from bot.families.own_board import HOME_STEP, OwnBoard, OwnBoardContext, step_keyboard, to_markup
from bot.languages import languages
from bot.pictures import Look, labels_or_default, theme_or_default
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.tables.games import Games
from bot.tables.table_loader import LoadedPlace, LoadedTable, require_seat, table_name
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.gateway import Gateway
from bot.telegram.groups import fetch_group, group_link
from bot.telegram.keyboards import ButtonData, encode_button_data, translated_button
from bot.telegram.replies import Replies
from bot.telegram.requests import Command, MistypedCommand, PlainText, Tap, Venue
from bot.wording.speaker import Speaker, join_lines
from bot.wording.tables import label_line, players_of
from engine.game import Game, Step
from engine.turns import check_in_game


@dataclass(frozen=True, slots=True)
class ChatContext:
    """A request's chat: its table as it was read, its speaker, and its theme."""

    loaded: LoadedTable
    """The table that the request is about; until that is chosen, the newest of its chat or topic."""
    chat_speaker: Speaker
    """Speaks the chat's language, about no table."""
    theme: str | None = None
    """The chat's own theme; ``None`` to use that of each table's chat."""
    labels: str | None = None
    """The chat's own board labels; ``None`` as for the theme."""
    default_language: str = ""
    """Of groups that have chosen none; empty is this chat's own."""
    place: LoadedPlace | None = None
    """All tables of the chat or topic in which the request was made; ``None`` if there is no request."""
    own_scopes: tuple[Scope, ...] | None = None
    """Where the sender may have running games, if they were read to find the table."""

    @property
    def look(self) -> Look:
        """How the chat's pictures look."""
        chosen, theme = self.loaded.settings, self.theme or self.loaded.settings.get("theme")
        labels, spoken = self.labels or chosen.get("labels"), ""
        if self.labels is None and not self.loaded.scope.is_private:
            # A group's board bears the same signs wherever, and in whatever language, somebody looks at it.
            spoken = languages().supported_or_none(chosen.get("language")) or self.default_language
        return Look(self.language, theme_or_default(theme), labels_or_default(labels), spoken)

    @property
    def request_place(self) -> LoadedPlace:
        """All tables of the chat or topic in which the request was made."""
        if self.place is None:
            raise AssertionError("no request was made")
        return self.place

    @property
    def open_tables(self) -> tuple[LoadedTable, ...]:
        """The tables of that place at which people sit or may sit down; the table itself if no request was made."""
        if self.place is None:
            return (self.loaded,) if self.loaded.is_open else ()
        return self.place.open_tables

    def is_table_elsewhere(self, place: Venue) -> bool:
        """Whether the table is in another place than the request, so that its result appears there."""
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
        """The same chat, asking about another table."""
        return replace(self, loaded=loaded)

    def with_place(self, place: LoadedPlace) -> Self:
        """The same chat, its tables read anew."""
        return replace(self, place=place)


@dataclass(frozen=True, slots=True)
class TableInlineQuery:
    """What a player has typed so far in inline mode, about one of their tables."""

    loaded: LoadedTable
    user: int
    text: str
    """The text without surrounding space; empty if they only look."""
    now: datetime
    """In served time."""
    speaker: Speaker
    """Speaks to the asker, about the table."""
    chat_language: str
    """The language of the chat that reads the chosen result."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """The asker's settings for all of their tables."""


@dataclass(frozen=True, slots=True)
class TableInlineResult:
    """One inline result. ``title`` and ``description`` are plain text that only the asker reads."""

    title: str
    description: tuple[str, ...] = ()
    """The parts that follow the title of the table's group."""
    move: str = ""
    """The text that choosing it posts, which plays as if typed; empty if it plays nothing."""
    is_answer: bool = True
    """Whether it answers what was typed; a refusal says only why nothing does."""


CommandHandler = Callable[[Command, ChatContext], Awaitable[None]]


TapHandler = Callable[[Tap, ChatContext, ButtonData], Awaitable[None]]


MoveHandler = Callable[[PlainText, ChatContext], Awaitable[None]]


class PlayerNotices(Protocol):
    """Tells single players what only they may learn of a step."""

    def queue_notices(self, loaded: LoadedTable, step: Step) -> None:
        """Start telling them; nobody waits for it."""

    async def drain_notices(self, seconds: float) -> None:
        """Wait for notices that are under way, for at most ``seconds``."""


@dataclass(frozen=True, slots=True)
class FamilyChat:
    """The handlers of one family's games in the chat. What the family does not have is ``None``."""

    command_handlers: Mapping[str, CommandHandler]
    """Handlers by command: the family's own commands, and those that several families share."""
    handle_move: MoveHandler
    """Handles a text without a command that looks like a move."""
    tap_handlers: Mapping[str, TapHandler] = field(default_factory=dict)
    """Handlers of the family's own buttons, by kind."""
    handle_mistyped_move: Callable[[MistypedCommand, ChatContext], Awaitable[None]] | None = None
    """Handles a mistyped command, perhaps for a move, from a player of a running game. It is refused afterwards."""
    handle_bare_word: Callable[[PlainText, ChatContext], Awaitable[bool]] | None = None
    """Handles a text without a command that looks like a word but not like a move; gives ``False`` if it is talk."""
    inline_results: Callable[[TableInlineQuery], Awaitable[tuple[TableInlineResult, ...]]] | None = None
    """The inline results for a player of a table; empty where only the standing is to be shown."""
    own_board: OwnBoard | None = None
    player_notices: Sequence[PlayerNotices] = ()
    may_answer: Callable[[str, Game, int], bool] = lambda *_: False
    """Whether a command has something to answer at a game, for a seat: of several tables that one is meant."""


async def confirm_action(
    answers: Replies, request: Command | PlainText | Tap, context: ChatContext, message: str
) -> None:
    """Answer a tap; confirm elsewhere than in the table's chat, which is shown what happened anyway."""
    if isinstance(request, Tap):
        await answers.show_toast(request, context.language, message)
    elif context.is_table_elsewhere(request.venue):
        label = "" if context.loaded.table is None else label_line(players_of(context.loaded.table), context.speaker)
        await answers.reply_html(request, join_lines(label, context.chat_speaker.html(message)))


class OwnBoardPages:
    """Builds private pages from steps."""

    def __init__(self, gateway: Gateway, store: GameStore, games: Games) -> None:
        self._gateway: Final = gateway
        self._store: Final = store
        self._games: Final = games

    async def load_own_board(self, context: ChatContext, user: int) -> OwnBoardContext:
        """A user's part in the running game of a context.

        Raises:
            Refusal: what :func:`bot.tables.table_loader.require_seat` and :func:`engine.turns.check_in_game` raise.
        """
        loaded = context.loaded
        game, seat = require_seat(loaded.table, user)
        check_in_game(game, seat)
        chat = await fetch_group(self._gateway, loaded.scope.chat)
        return OwnBoardContext(
            loaded, game, seat, context.speaker, context.look, chat, self._games.times.time_of_action(loaded)
        )

    async def build_private_page(
        self,
        own: OwnBoardContext,
        board: OwnBoard,
        step: str,
        *,
        notice: str = "",
        next_game: Sequence[InlineKeyboardButton] = (),
    ) -> PrivatePage:
        """The private page of a step, in a private chat with the way to the group.

        Args:
            own: the game as its player sees it.
            board: the family's.
            step: what is shown.
            notice: a line of HTML above it.
            next_game: the button to the next game that waits for the player, if any.

        Raises:
            Refusal: as :meth:`OwnBoard.build_page`.
        """
        page = await board.build_page(own, step)
        mark, table = board.hand_mark(own.game, own.seat), table_name(own.game)
        rows = step_keyboard(page.rows, table=table, user=own.user, turns=own.game.number, mark=mark)
        guidance = await self._guidance(own, board, step)
        if guidance and step == HOME_STEP and board.tutorial is not None and not board.tutorial.is_over(own):
            data = encode_button_data("tutorial", "", "end", table)
            rows.append([translated_button(own.speaker, "button-tutorial-end", data)])
        if next_game:
            rows.append(list(next_game))
        back = await self._back_to_group_row(own) if step == HOME_STEP else []
        label = label_line(own.game.players, own.speaker)
        private_page = PrivatePage(
            join_lines(label, notice, page.text, guidance), to_markup(rows), page.sketch, page.picture_as_html
        )
        return replace(private_page, private_keyboard=to_markup([*rows, *back])) if back else private_page

    async def _guidance(self, own: OwnBoardContext, board: OwnBoard, step: str) -> str:
        """What a newcomer is told of a step of their first game; empty in any other game."""
        said = "" if board.tutorial is None else board.tutorial.describe_step(own, step)
        return said if said and await self.is_first_game(own.user, own.loaded.scope, own.game) else ""

    async def is_first_game(self, user: int, scope: Scope, game: Game) -> bool:
        """Whether a game is the first one of its player, which explains itself."""
        return scope.is_private and await self._store.beginnings.load_tutorial(user) == table_name(game)

    async def _back_to_group_row(self, own: OwnBoardContext) -> list[list[InlineKeyboardButton]]:
        scope = own.loaded.scope
        if own.chat is None or scope.is_private:
            return []
        link = group_link(own.chat, scope.topic, await self._store.load_newest_message_id(scope))
        if link is None:
            return []
        return [[InlineKeyboardButton(own.speaker.plain("button-back-to-group"), url=link)]]
