"""A player's own board: opening it, its steps, and the actions that it plays (``docs/decisions/0016-own-board.md``)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from telegram import InlineKeyboardButton
from telegram.helpers import create_deep_linked_url

from bot.families import registry
from bot.families.own_board import HOME_STEP, RACK_STEP, OwnBoard, OwnBoardContext, PressedStep
from bot.families.services import ChatContext, ChatServices, CommandHandler, FamilyChat, OwnBoardPages
from bot.handlers.show_game import GameListHandlers
from bot.store.keys import Scope
from bot.tables.table_loader import check_may_sit_down, current_players, require_game, require_seat, table_name
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.keyboards import ButtonData, encode_rack_link
from bot.telegram.private_delivery import DeliveryRoute
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from engine.errors import Refusal
from engine.game import Action, Game, Table, is_over, may_enter, view
from engine.lobby_seats import Join


class OwnBoardHandlers:
    """Handles the own boards of all families that have them."""

    def __init__(
        self,
        services: ChatServices,
        family_chats: Mapping[str, FamilyChat],
        show_score: CommandHandler,
        game_lists: GameListHandlers,
    ) -> None:
        self._gateway: Final = services.gateway
        self._games: Final = services.tables.games
        self._members: Final = services.tables.members
        self._store: Final = services.tables.store
        self._look_ups: Final = services.tables.look_ups
        self._pages: Final = OwnBoardPages(services.gateway, services.tables.store, services.tables.games)
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._locales: Final = services.messaging.private_locale
        self._private_delivery: Final = services.messaging.private_delivery
        self._family_chats: Final = family_chats
        self._show_score: Final = show_score
        self._game_lists: Final = game_lists

    async def open_by_tap(self, tap: Tap, context: ChatContext, _: ButtonData) -> None:
        """Open a player's own board at a tap under the public one; if none can be shown, show the rack in an alert."""
        context = await self._let_in(tap, context)
        own, board = await self._own_game(await self._localize_for_player(tap, context), tap.sender.user)
        page = replace(await self._home_page(tap, context, own, board), alert=board.rack_text(own))
        if await self._private_delivery.reply_with_page(tap, page) is DeliveryRoute.NONE:
            await self._alert_rack(tap, own, board)

    @handles_command("rack", "chat", "player", kind="look-up", needs_person=True)
    async def open_by_command(self, request: Command, context: ChatContext) -> None:
        """``/raf``: open the own board of the group's game; in private, of the sender's only game, or a list."""
        if request.venue.private:
            await self._choose_in_private(request, context)
            return
        context = await self._let_in(request, context)
        game, _ = require_seat(context.loaded.table, request.sender.user)
        if self._family_own_board(game) is None:
            await self._show_score(request, context)
            return
        own, board = await self._own_game(await self._localize_for_player(request, context), request.sender.user)
        page = await self._home_page(request, context, own, board)
        match await self._private_delivery.reply_with_page(request, page):
            case DeliveryRoute.NONE:
                link = create_deep_linked_url(self._gateway.username, encode_rack_link(context.loaded.scope))
                keyboard = self._buttons.link_keyboard(context.language, "button-open-private", link)
                button = context.chat_speaker.plain(board.opening_button)
                text = context.chat_speaker.html("own-board-needs-private", button=button)
                await self._replies.reply_briefly(request, text, keyboard)
            case DeliveryRoute.PRIVATE:
                link = f"https://t.me/{self._gateway.username}"
                keyboard = self._buttons.link_keyboard(context.language, "button-see-private", link)
                await self._replies.reply_briefly(request, context.chat_speaker.html("own-board-sent"), keyboard)
            case _:
                pass

    async def open_linked_board(self, start: Command, context: ChatContext, scope: Scope) -> bool:
        """Show in private the own board of a group's game; ``False`` if the sender neither plays nor may join."""
        context = await self._let_in(start, context.with_table(await self._games.load_table(scope)))
        if start.sender.user not in current_players(context.loaded.table):
            return False
        await self._open_in_private(start, context)
        return True

    async def _let_in(self, request: Command | Tap, context: ChatContext) -> ChatContext:
        """Seat the sender if the running game lets people join by opening their board. Raises Refusal."""
        loaded, sender = context.loaded, request.sender
        if not may_enter(loaded.table, sender.user):
            return context
        if request.venue.private and not (await self._members.find_member(loaded.scope.chat, sender.user)).present:
            raise Refusal("members_only")
        check_may_sit_down(await self._games.load_place(loaded.scope), sender.user, loaded.scope)
        try:
            await self._games.apply_action(loaded, Join(sender.user, sender.name), request.update)
        except Refusal as refusal:
            if refusal.code != "already_seated":
                raise
        return context.with_table(await self._games.load_table(loaded.scope))

    async def _choose_in_private(self, request: Command, context: ChatContext) -> None:
        games = await self._game_lists.load_own_games(request.sender.user)
        if len(games) == 1:
            await self._open_in_private(request, replace(context.with_table(games[0]), own_scopes=(games[0].scope,)))
        else:
            await self._game_lists.list_own_games(request, context, games)

    async def _open_in_private(self, request: Command, context: ChatContext) -> None:
        game, _ = require_seat(context.loaded.table, request.sender.user)
        if self._family_own_board(game) is None:
            await self._show_score(request, context)
            return
        own, board = await self._own_game(context, request.sender.user)
        await self._private_delivery.reply_with_page(request, await self._home_page(request, context, own, board))

    async def show_step(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show a step of an own board; if the game no longer has that step, the home page."""
        step = _read_own_step(tap, pressed)
        context = await self._localize_for_player(tap, context)
        if is_over(require_game(context.loaded.table)):
            await self._show_finished_game(tap, context)
            return
        own, board = await self._own_game(context, tap.sender.user)
        if step.text == RACK_STEP:
            await self._alert_rack(tap, own, board)
            return
        if step.mark == board.rack_hash(own.game, own.seat):
            try:
                is_menu = step.text in {HOME_STEP, board.menu_step}
                next_game = await self._next_game(tap, context, own) if is_menu else ()
                page = await self._pages.build_private_page(own, board, step.text, next_game=next_game)
            except Refusal as refusal:
                if refusal.code != "stale_button":
                    raise
            else:
                await self._private_delivery.replace_page(tap, page)
                return
        news = "" if step.text == HOME_STEP else board.news_message(played=False, in_private=tap.venue.private)
        await self._show_home_page(tap, context, own, board, own.speaker.html(news) if news else "")

    async def play_step(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Play a step if the turn and the player's rack are those for which its button was drawn."""
        step, user = _read_own_step(tap, pressed), tap.sender.user

        def action(table: Table, _: datetime) -> Action:
            game, seat = require_seat(table, user)
            board = self._family_own_board(game)
            if board is None or game.number != step.turns or board.rack_hash(game, seat) != step.mark:
                raise Refusal("stale_button")
            return board.action_of_step(game, seat, step.text)

        until = self._look_ups.look_up_notes_due_by()
        loaded = context.loaded
        played = True
        try:
            await self._games.apply_action(loaded, action, tap.update)
        except Refusal as refusal:
            if refusal.code not in {"stale_button", "game_over"}:
                form = await self._look_ups.refusal_notes(refusal, user, loaded, context.language, until)
                await self._replies.reply_refusal(tap, context.language, refusal, form)
                return
            played = False
        self._private_delivery.drop_waiting_picture(tap)
        tap.update.release_lane()
        context = await self._localize_for_player(tap, context.with_table(await self._games.load_table(loaded.scope)))
        if is_over(require_game(context.loaded.table)):
            if played and tap.venue.private and not context.is_table_elsewhere(tap.venue):
                # The end of the game is announced in this chat, so no second picture is needed.
                await self._replies.tapped_message.close_message(tap)
            else:
                await self._show_finished_game(tap, context)
            return
        own, board = await self._own_game(context, user)
        news = board.news_message(played=played, in_private=loaded.scope.is_private)
        await self._show_home_page(tap, context, own, board, context.chat_speaker.html(news) if news else "")

    async def show_home_by_tap(self, tap: Tap, context: ChatContext, news: str) -> None:
        """Show the home page of an own board, below a line of news, in place of a private message."""
        own, board = await self._own_game(context, tap.sender.user)
        await self._show_home_page(tap, context, own, board, news)

    async def _show_home_page(
        self, tap: Tap, context: ChatContext, own: OwnBoardContext, board: OwnBoard, news: str
    ) -> None:
        await self._private_delivery.replace_page(tap, await self._home_page(tap, context, own, board, news))

    async def _show_finished_game(self, tap: Tap, context: ChatContext) -> None:
        table = require_game(context.loaded.table)
        if table.seat_of(tap.sender.user) is None:
            raise Refusal("not_seated")
        table_view, speaker = view(table, None), context.speaker
        page = PrivatePage(
            registry.full_caption(table_view, speaker),
            registry.family_of_view(table_view).chat.table_keyboard(table_name(table), table_view, speaker),
            registry.table_sketch(table_view, speaker, context.style),
            partial(registry.table_as_html, table_view, speaker),
        )
        await self._private_delivery.replace_page(tap, page)

    async def _alert_rack(self, tap: Tap, own: OwnBoardContext, board: OwnBoard) -> None:
        await self._replies.show_alert_text(tap, board.rack_text(own))

    async def _home_page(
        self, request: Command | Tap, context: ChatContext, own: OwnBoardContext, board: OwnBoard, notice: str = ""
    ) -> PrivatePage:
        next_game = await self._next_game(request, context, own)
        return await self._pages.build_private_page(own, board, HOME_STEP, notice=notice, next_game=next_game)

    async def _next_game(
        self, request: Command | Tap, context: ChatContext, own: OwnBoardContext
    ) -> Sequence[InlineKeyboardButton]:
        speaks = replace(context, chat_speaker=own.speaker)
        return await self._game_lists.next_game_row(request.venue, own.user, speaks, own.loaded)

    def _family_own_board(self, game: Game) -> OwnBoard | None:
        return self._family_chats[registry.family_of_game(game).name].own_board

    async def _own_game(self, context: ChatContext, user: int) -> tuple[OwnBoardContext, OwnBoard]:
        own = await self._pages.load_own_board(context, user)
        board = self._family_own_board(own.game)
        if board is None:
            raise Refusal("stale_button")
        return own, board

    async def _localize_for_player(self, request: Command | Tap, context: ChatContext) -> ChatContext:
        user = request.sender.user
        if request.venue.private:
            return context
        chosen, language = await self._store.load_settings(user), await self._locales.locale_of_user(user)
        speaker = context.chat_speaker.in_language(language)
        return replace(context, chat_speaker=speaker, theme=chosen.get("theme"), labels=chosen.get("labels"))


def _read_own_step(tap: Tap, pressed: ButtonData) -> PressedStep:
    step = PressedStep.from_pressed(pressed)
    if step.user != tap.sender.user:
        raise Refusal("not_your_button")
    return step
