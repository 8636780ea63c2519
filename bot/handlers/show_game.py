"""Shows a table's board, score and bag, and the tables of a place or a person; and moves a table to another topic."""

import html
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.call_errors import ChatUnreachable, RequestRejected
from bot.families import registry
from bot.families.own_board import HOME_STEP, SHOW_STEP
from bot.families.services import ChatContext, ChatServices, FamilyChat
from bot.handlers.settings import check_topic_allowed
from bot.handlers.which_table import TableMoves
from bot.languages import languages
from bot.store.keys import Scope
from bot.tables.table_loader import (
    LoadedTable,
    check_can_open_table,
    require_game,
    table_name,
    waiting_first,
    waits_for,
)
from bot.telegram.keyboards import (
    OWN_GAMES_LINK,
    ButtonData,
    callback_button,
    encode_button_data,
    pair_short_buttons,
    translated_button,
)
from bot.telegram.requests import Command, Tap, Venue
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker, join_lines, localized_title
from bot.wording.tables import (
    label_line,
    own_game_place,
    own_games_text,
    players_of,
    short_table_name,
    signed_name,
    tables_text,
)
from bot.workers.recent import RecentKeys
from engine.errors import Refusal
from engine.game import Game, Table, view
from engine.game_base import TurnGame
from engine.lobby_seats import Lobby
from engine.lobby_view import LobbyView

_BOARD_REPEAT_SECONDS: Final = 30.0  # the same board is not sent again within this time: groups have rate limits
_TEXT_SECONDS: Final = 3600.0  # how long a board as text, which only the sender sees, is kept in a group


class ShowGameHandlers:
    """Answers look-ups of any user."""

    def __init__(self, services: ChatServices, seconds: Callable[[], float]) -> None:
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._photos: Final = services.pictures.photos
        self._games: Final = services.tables.games
        self._gateway: Final = services.gateway
        self._recent_boards: Final = RecentKeys(_BOARD_REPEAT_SECONDS, seconds)

    @handles_command("board", "game", "anybody", kind="look-up")
    async def show_board(self, request: Command | Tap, context: ChatContext) -> None:
        """Show the table or lobby as a picture with its buttons, or as text for ``/tahta metin``."""
        table = _require_table(context.loaded.table)
        if isinstance(request, Tap):
            turns = 0 if isinstance(table, Lobby) else table.number
            if self._recent_boards.check_and_note((request.venue.scope, table_name(table), turns)):
                await self._replies.show_toast(request, context.language, "board-above")
                return
            await self._replies.acknowledge_tap(request)
            await self._replies.compose_when_allowed(request, partial(self._send_current_board, context))
            return
        await self._send_board(request, context)

    async def _send_current_board(self, context: ChatContext, tap: Tap) -> None:
        """Send the board as it is when it can be sent, since the picture may have waited after the tap."""
        await self._send_board(tap, context.with_table(await self._games.load_table(context.loaded.scope)))

    async def _send_board(self, request: Command | Tap, context: ChatContext) -> None:
        table = _require_table(context.loaded.table)
        name, scope = table_name(table), context.loaded.scope
        speaker = replace(self._speaker(context), board_link=self._gateway.board_link_in_group(name, scope))
        table_view, lobby = view(table, None), None
        if isinstance(table_view, LobbyView):
            lobby = self._buttons.lobby_keyboard(context.language, name, table_view, private=request.venue.private)
        if isinstance(request, Command) and languages().find_meaning("answers", request.text) == "text":
            await self._send_as_text(request, registry.table_as_html(table_view, speaker), lobby)
            return
        buttons = lobby or registry.family_of_view(table_view).chat.table_keyboard(name, table_view, speaker)
        sketch = registry.sketch_above_keys(table_view, speaker, context.style)
        text = registry.full_caption(table_view, speaker)
        as_text = partial(registry.table_as_html, table_view, speaker)
        await self._photos.send_photo(
            scope, sketch, lambda photo: self._replies.reply_photo(request, photo, text, buttons, as_text=as_text)
        )

    async def _send_as_text(self, request: Command, text: str, lobby: InlineKeyboardMarkup | None) -> None:
        """Show a board as text to the sender alone, since it fills a screen; show a lobby, which is short, to all."""
        for_all = lobby is not None or request.update.coalesced
        if for_all or not await self._replies.reply_privately(
            request, text, secret=False, until_done=False, seconds=_TEXT_SECONDS
        ):
            await self._replies.reply_html(request, text, lobby)

    @handles_command("score", "game", "anybody", kind="look-up")
    async def show_score(self, request: Command, context: ChatContext) -> None:
        """Show the scores, with whose turn it is or the result."""
        game = require_game(context.loaded.table)
        table_view, speaker = view(game, None), self._speaker(context)
        wording = registry.family_of_game(game).wording(speaker)
        running = (wording.score_text(table_view), wording.next_turn_line(table_view))
        said = running if game.outcome is None else (wording.result_text(table_view),)
        name = f"<b>{html.escape(speaker.game_title, quote=False)}</b>"
        await self._replies.reply_html(request, join_lines(label_line(table_view.seats, speaker), name, *said))

    def _speaker(self, context: ChatContext) -> Speaker:
        """A speaker that tells until when a round is open, even if it is asked late."""
        table = context.loaded.table
        in_rounds = isinstance(table, Game) and not isinstance(table, TurnGame)
        return context.speaker.telling_instants(self._games.times.downtime) if in_rounds else context.speaker

    @handles_command("bag", "game", "anybody", kind="look-up")
    async def show_bag(self, request: Command, context: ChatContext) -> None:
        """Show which tiles may still be drawn: in private as far as the sender knows, in a group as far as all know."""
        game = require_game(context.loaded.table)
        table_view = view(game, request.sender.user if request.venue.private else None)
        text = registry.family_of_game(game).wording(context.speaker).bag_text(table_view)
        await self._replies.reply_html(request, join_lines(label_line(game.known_players, context.speaker), text))


def _require_table(table: Table | None) -> Table:
    if table is None:
        raise Refusal("no_game")
    return table


class MoveTableHandlers:
    """Offers the tables of other topics, and moves one here."""

    def __init__(self, services: ChatServices, moves: TableMoves) -> None:
        self._gateway: Final = services.gateway
        self._moves: Final = moves
        self._members: Final = services.tables.members
        self._replies: Final = services.messaging.replies

    async def list_offered(self, request: Command, context: ChatContext) -> Sequence[LoadedTable]:
        """The tables of unreachable topics; if no table is open here, those of all other topics."""
        if request.venue.private:
            return ()
        found = await self._moves.list_elsewhere(request.venue.scope)
        return [one for one in found if one.is_unreachable or not context.request_place.open_tables]

    async def offer_tables(self, request: Command, context: ChatContext) -> None:
        """Offer the tables of other topics if none is open here."""
        offered = await self.list_offered(request, context)
        if not offered:
            raise Refusal("no_game")
        speaker = context.chat_speaker
        keyboard = InlineKeyboardMarkup(_move_buttons(offered, speaker))
        await self._replies.reply_html(request, speaker.html("tables-elsewhere"), keyboard)

    async def move_by_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Move a table here, for an administrator, and tell its former topic if possible."""
        await self._members.check_admin(tap)
        place = context.request_place
        check_topic_allowed(tap, place.first.settings)
        if all(one.table is None or table_name(one.table) != pressed.table for one in place.open_tables):
            check_can_open_table(place)
            elsewhere = await self._moves.list_elsewhere(tap.venue.scope)
            found = next((one for one in elsewhere if one.table and table_name(one.table) == pressed.table), None)
            if found is None:
                raise Refusal("stale_button")
            if not await self._moves.move_table(found, place):
                raise Refusal("busy")
            with suppress(ChatUnreachable, RequestRejected):
                await self._gateway.send_text(found.scope.place, context.chat_speaker.html("table-moved-away"))
        speaker = context.chat_speaker
        board = translated_button(speaker, "button-board", encode_button_data("board", pressed.table))
        await self._replies.tapped_message.replace_with_html(
            tap, speaker.html("table-moved-here"), InlineKeyboardMarkup([[board]])
        )


def _move_buttons(tables: Sequence[LoadedTable], speaker: Speaker) -> list[list[InlineKeyboardButton]]:
    rows = []
    for table in (one.table for one in tables if one.table is not None):
        label = speaker.plain("button-move-here", table=short_table_name(players_of(table), speaker))
        rows.append([callback_button(label, encode_button_data("move", table_name(table)))])
    return rows


_MOST_NAMED_BUTTONS: Final = 6  # with more tables, the buttons show only numbers
_NUMBERS_IN_A_ROW: Final = 5
_MOST_GAMES: Final = 30  # how many games fit into a message


class GameListHandlers:
    """Lists the tables of a place, and a user's games."""

    def __init__(
        self, services: ChatServices, family_chats: Mapping[str, FamilyChat], move_table: MoveTableHandlers
    ) -> None:
        self.move_table: Final = move_table
        self._gateway: Final = services.gateway
        self._games: Final = services.tables.games
        self._players: Final = services.tables.store.players
        self._family_chats: Final = family_chats
        self._group_titles: Final = services.tables.group_titles
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards

    @handles_command("tables", "chat", "anybody", kind="look-up")
    async def show_tables(self, request: Command, context: ChatContext) -> None:
        """``/masalar``: list the open tables here, with a button to show each; in private, the sender's games.

        Tables of unreachable topics can be moved here; if none is open here, those of all other topics.
        """
        if request.venue.private:
            await self.show_own_games(request, context)
            return
        tables = [loaded for loaded in context.request_place.open_tables if loaded.table is not None]
        if not tables:
            await self.move_table.offer_tables(request, context)
            return
        speaker, offered = context.chat_speaker, await self.move_table.list_offered(request, context)
        text, rows = tables_text(tables, self._games.times.now, speaker), _table_buttons(tables, speaker)
        if offered:
            text = f"{text}\n\n{speaker.html('tables-elsewhere')}"
            rows += _move_buttons(offered, speaker)
        await self._replies.reply_html(request, text, InlineKeyboardMarkup(rows))

    @handles_command("games", "chat", "anybody", kind="look-up", needs_person=True)
    async def show_own_games(self, request: Command, context: ChatContext) -> None:
        """``/oyunlarim``: list the sender's games, with buttons to own boards; in a group, a button to private."""
        if request.venue.private:
            await self.list_own_games(request, context, await self.load_own_games(request.sender.user))
            return
        link = create_deep_linked_url(self._gateway.username, OWN_GAMES_LINK)
        keyboard = self._buttons.link_keyboard(context.language, "button-open-private", link)
        await self._replies.reply_briefly(request, context.chat_speaker.html("games-in-private"), keyboard)

    async def load_own_games(self, user: int) -> list[LoadedTable]:
        """A user's running games, first those that wait for them."""
        return waiting_first(await self._games.player_tables.running_games(user), user)

    async def list_own_games(self, asked: Command, context: ChatContext, games: Sequence[LoadedTable]) -> None:
        """Show a user in private the games that they play; if there are none, how to start one."""
        games = [loaded for loaded in games if _still_plays(loaded, asked.sender.user)]
        if not games:
            await self._replies.reply_message(asked, context.language, "no-racks")
            return
        speaker, user = context.chat_speaker, asked.sender.user
        titled = [(loaded, await self._title(loaded, speaker)) for loaded in games[:_MOST_GAMES]]
        rows = [[button] for one in titled if (button := self._game_button(*one, user, speaker)) is not None]
        text = own_games_text(titled, user, self._games.times.now, speaker)
        await self._replies.reply_html(asked, text, InlineKeyboardMarkup(rows))

    async def next_game_row(
        self, venue: Venue, user: int, context: ChatContext, shown: LoadedTable
    ) -> list[InlineKeyboardButton]:
        """A row with a button from an own board to the next game that waits for its player; empty if none does.

        In a group, only games of that place count. Redis is read only if the player may have more games.
        """
        if not venue.private:
            tables = context.request_place.open_tables
            waiting = waiting_first([loaded for loaded in tables if waits_for(loaded.table, user)], user)
        else:
            scopes = context.own_scopes
            scopes = tuple(await self._players.peek_user_games(user)) if scopes is None else scopes
            others = [scope for scope in scopes if scope != shown.scope]
            waiting = await self._games.player_tables.games_waiting_for(user, others[:_MOST_GAMES])
            if waits_for(shown.table, user):
                waiting = waiting_first([*waiting, shown], user)
        scope = _scope_after(shown.scope, [loaded.scope for loaded in waiting])
        found = next((loaded for loaded in waiting if loaded.scope == scope), None)
        if found is None or (data := self._own_board_data(found, user)) is None:
            return []
        return [translated_button(context.chat_speaker, "own-board-next-game", data)]

    async def _title(self, loaded: LoadedTable, speaker: Speaker) -> str:
        if loaded.scope.is_private:
            return speaker.plain("this-chat")
        return await self._group_titles.fetch_title(loaded.scope.chat) or "…"

    def _game_button(self, loaded: LoadedTable, group: str, user: int, speaker: Speaker) -> InlineKeyboardButton | None:
        data = self._own_board_data(loaded, user)
        if data is None or loaded.table is None:
            return None
        message = "own-board-game-yours" if waits_for(loaded.table, user) else "own-board-game"
        game = localized_title(loaded.table.ruleset.title, speaker.language)
        return InlineKeyboardButton(
            speaker.plain(message, game=game, group=own_game_place(loaded, group)), callback_data=data
        )

    def _own_board_data(self, loaded: LoadedTable, user: int) -> str | None:
        game = loaded.table
        if game is None or isinstance(game, Lobby) or (seat := game.seat_of(user)) is None:
            return None
        board = self._family_chats[registry.family_of_game(game).name].own_board
        if board is None:
            return None
        mark = board.rack_hash(game, seat)
        return encode_button_data(SHOW_STEP, table_name(game), f"{user:x}", game.number, mark, HOME_STEP)


def _table_buttons(tables: Sequence[LoadedTable], speaker: Speaker) -> list[list[InlineKeyboardButton]]:
    if len(tables) == 1:
        return [[translated_button(speaker, "button-board", _board_data(tables[0]))]]
    if len(tables) <= _MOST_NAMED_BUTTONS:
        return pair_short_buttons(callback_button(_name(loaded, speaker), _board_data(loaded)) for loaded in tables)
    numbers = [callback_button(f"#{loaded.scope.table}", _board_data(loaded)) for loaded in tables]
    return [numbers[start : start + _NUMBERS_IN_A_ROW] for start in range(0, len(numbers), _NUMBERS_IN_A_ROW)]


def _board_data(loaded: LoadedTable) -> str:
    return encode_button_data("board", "" if loaded.table is None else table_name(loaded.table))


def _name(loaded: LoadedTable, speaker: Speaker) -> str:
    titles = {} if loaded.table is None else loaded.table.ruleset.title
    return signed_name(loaded.scope.table, players_of(loaded.table), titles, speaker)


def _still_plays(loaded: LoadedTable, user: int) -> bool:
    game = loaded.table
    return isinstance(game, Game) and any(player.user == user and player.active for player in game.players)


def _scope_after(shown: Scope, waiting: Sequence[Scope]) -> Scope | None:
    if shown not in waiting:
        return waiting[0] if waiting else None
    follower = waiting[(waiting.index(shown) + 1) % len(waiting)]
    return None if follower == shown else follower
