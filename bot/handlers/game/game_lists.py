"""Lists: the tables of a place for all, and somebody's own games over all groups for that person alone."""

from collections.abc import Mapping, Sequence
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families import registry
from bot.families.chat import FamilyChat
from bot.families.chat_context import ChatContext
from bot.families.own_board import HOME_STEP, SHOW_STEP
from bot.handlers.game.move_table import MoveTableHandlers, move_buttons
from bot.store.people import PlayerStore
from bot.store.scope import Scope
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedTable, table_name
from bot.tables.player_tables import waiting_first, waits_for
from bot.telegram.api.gateway import Gateway
from bot.telegram.button_data import OWN_GAMES_LINK, encode_button_data
from bot.telegram.group_titles import GroupTitles
from bot.telegram.incoming.requests import Command, Venue
from bot.telegram.keyboards import Keyboards, callback_button, pair_short_buttons, translated_button
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker, localized_title
from bot.wording.table_label import players_of, signed_name
from bot.wording.table_list import own_game_place, own_games_text, tables_text
from engine.game import Game
from engine.lobby_seats import Lobby

_MOST_NAMED_BUTTONS: Final = 6
"""With more tables than these, buttons have numbers alone."""
_NUMBERS_IN_A_ROW: Final = 5
_MOST_GAMES: Final = 30
"""So many of somebody's games fit into a message."""


class GameListHandlers:
    """Answers who asks for tables or own games.

    Args:
        chats: the families' own handlers, by the families' names.
    """

    def __init__(
        self,
        *,
        gateway: Gateway,
        games: Games,
        players: PlayerStore,
        chats: Mapping[str, FamilyChat],
        group_titles: GroupTitles,
        answers: Replies,
        buttons: Keyboards,
        move_table: MoveTableHandlers,
    ) -> None:
        self.move_table: Final = move_table
        self._gateway: Final = gateway
        self._games: Final = games
        self._players: Final = players
        self._chats: Final = chats
        self._group_titles: Final = group_titles
        self._answers: Final = answers
        self._buttons: Final = buttons

    @handles_command("tables", "chat", "anybody", kind="look-up")
    async def show_tables(self, request: Command, context: ChatContext) -> None:
        """``/masalar``: the open tables here, with a button for each that shows it; in private one's own games.

        Those of topics that cannot be told anything, or where none is open here all of other topics, can be moved here.

        Raises:
            Refusal: ``no_game`` if no table is open.
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
            rows += move_buttons(offered, speaker)
        await self._answers.reply_html(request, text, InlineKeyboardMarkup(rows))

    @handles_command("games", "chat", "anybody", kind="look-up", needs_person=True)
    async def show_own_games(self, request: Command, context: ChatContext) -> None:
        """``/oyunlarim``: all games of the asker, a button to the own board of each; in a group, the way to them."""
        if request.venue.private:
            await self.list_own_games(request, context, await self.load_own_games(request.sender.user))
            return
        link = create_deep_linked_url(self._gateway.username, OWN_GAMES_LINK)
        keyboard = self._buttons.link_keyboard(context.language, "button-open-private", link)
        await self._answers.reply_briefly(request, context.chat_speaker.html("games-in-private"), keyboard)

    async def load_own_games(self, user: int) -> list[LoadedTable]:
        """Somebody's running games, those that wait for them first."""
        return waiting_first(await self._games.player_tables.running_games(user), user)

    async def list_own_games(self, asked: Command, context: ChatContext, games: Sequence[LoadedTable]) -> None:
        """Show somebody in private the games in which they still play; without any, how to come by one."""
        games = [loaded for loaded in games if _still_plays(loaded, asked.sender.user)]
        if not games:
            await self._answers.reply_message(asked, context.language, "no-racks")
            return
        speaker, user = context.chat_speaker, asked.sender.user
        titled = [(loaded, await self._title(loaded, speaker)) for loaded in games[:_MOST_GAMES]]
        rows = [[button] for one in titled if (button := self._game_button(*one, user, speaker)) is not None]
        text = own_games_text(titled, user, self._games.times.now, speaker)
        await self._answers.reply_html(asked, text, InlineKeyboardMarkup(rows))

    async def next_game_row(
        self, venue: Venue, user: int, context: ChatContext, shown: LoadedTable
    ) -> list[InlineKeyboardButton]:
        """A button that leads from an own board to the next game that waits for its player; empty if none does.

        In a group it is one of that place. Redis is asked only where the player may have further games.
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
        """A button to the own board of a game, if its family has own boards."""
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
        board = self._chats[registry.family_of_game(game).name].own_board
        if board is None:
            return None
        mark = board.hand_mark(game, seat)
        return encode_button_data(SHOW_STEP, table_name(game), f"{user:x}", game.number, mark, HOME_STEP)


def _table_buttons(tables: Sequence[LoadedTable], speaker: Speaker) -> list[list[InlineKeyboardButton]]:
    """A button for each table, by its number and name, or by its number alone where there are many."""
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
    """The scope that follows another one among those that wait, in turn; ``None`` if no other one waits."""
    if shown not in waiting:
        return waiting[0] if waiting else None
    follower = waiting[(waiting.index(shown) + 1) % len(waiting)]
    return None if follower == shown else follower
