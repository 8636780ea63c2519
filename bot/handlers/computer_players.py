"""Computer players: at an open table, as a substitute, or as the only opponent in private.

A private chat can have a table like any other chat: its owner plays there against computers.
"""

from typing import Final

from bot.families.services import ChatContext, ChatServices
from bot.handlers.lobby_options import (
    DEFAULT_LEVEL,
    OPTIONS_PANEL_SECONDS,
    STEP_DISMISS,
    STEP_DONE,
    STEP_LEVELS,
    STEP_OPEN,
    acts_as_admin,
    can_computers_play,
    computer_name,
    computers_panel,
    new_computer_names,
    solo_game_menu,
    typed_game_menu,
)
from bot.handlers.settings import check_computers_allowed, default_game_summary, load_typed_game
from bot.languages import languages
from bot.store.people import PendingTables
from bot.tables.table_loader import check_can_open_table, check_not_opened_before, is_game_running, table_name
from bot.telegram.keyboards import ButtonData, encode_button_data
from bot.telegram.requests import Command, Tap
from bot.user_input import options
from bot.user_input.commands import handles_command
from bot.wording.tables import below_table_name
from engine.absence import Volunteer
from engine.computer_ids import LEVELS, Level, next_computer_user
from engine.computer_players import DismissComputer, SeatComputers
from engine.errors import Malformed, Refusal
from engine.game_base import Game
from engine.lobby_seats import Lobby, Seat, check_free_seat
from engine.rulesets import Ruleset, shipped_rulesets


class ComputerPlayerHandlers:
    """Seats computer players and sends them away; checks at every request who asks."""

    def __init__(self, services: ChatServices, pending_tables: PendingTables) -> None:
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._judges: Final = services.tables.judges
        self._replies: Final = services.replies.answers
        self._pending_tables: Final = pending_tables

    @handles_command("computer", "chat", "host", needs_person=True)
    async def add_computers(self, request: Command, context: ChatContext) -> None:
        """``/bot [level] [how many]``: at an open table; as a substitute; in private, a game against one."""
        (level, count), table = _parse_computers(request.text), context.loaded.table
        if isinstance(table, Lobby):
            if level is None:
                check_computers_allowed(context.loaded.settings)
                await acts_as_admin(self._members, request, table)
                await self._replies.reply_temporarily(
                    request, *computers_panel(table, context.chat_speaker), seconds=OPTIONS_PANEL_SECONDS
                )
                return
            await self._seat_computers(request, context, table, level, count)
            name = context.chat_speaker.player_name(computer_name(context.chat_speaker, level))
            text = context.chat_speaker.html("computer-seated", name=name)
            await self._replies.reply_briefly(request, below_table_name(context.loaded, context.chat_speaker, text))
        elif is_game_running(table):
            await self._offer_substitute(request, context, level or DEFAULT_LEVEL)
        elif request.venue.private:
            await self._replies.reply_html(request, *solo_game_menu(context.chat_speaker, level or DEFAULT_LEVEL))
        else:
            raise Refusal("no_game")

    async def handle_computers_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button of the lobby, or of its panel of computer players."""
        lobby, (step,) = context.loaded.table, pressed.arguments
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        button_data = encode_button_data("computer", table_name(lobby), "")
        if step != STEP_OPEN and not tap.has_button(button_data, button_data + STEP_OPEN):
            # The lobby bears the button that opens the panel, and is to stay a lobby.
            raise Refusal("stale_button")
        check_computers_allowed(context.loaded.settings)
        as_admin = await acts_as_admin(self._members, tap, lobby)
        if step == STEP_OPEN:
            await self._replies.acknowledge_tap(tap)
            await self._replies.reply_temporarily(
                tap, *computers_panel(lobby, context.chat_speaker), seconds=OPTIONS_PANEL_SECONDS
            )
            return
        if step == STEP_DONE:
            await self._replies.tapped_message.close_message(tap)
            return
        if step.startswith(STEP_DISMISS):
            action = DismissComputer(tap.sender.user, -int(step.removeprefix(STEP_DISMISS)), as_admin)
            await self._games.apply_action(context.loaded, action, tap.update)
        else:
            await self._seat_computers(tap, context, lobby, LEVELS[int(step)])
        now = (await self._games.load_table(context.loaded.scope)).table
        if isinstance(now, Lobby) and table_name(now) == table_name(lobby):
            await self._replies.tapped_message.replace_with_html(
                tap, *computers_panel(now, context.chat_speaker), seconds=OPTIONS_PANEL_SECONDS
            )
            return
        await self._replies.tapped_message.close_message(tap)

    async def substitute_by_tap(self, tap: Tap, context: ChatContext, _: ButtonData) -> None:
        """The button below a vacant seat: a computer player takes it, if the players agree."""
        await self._offer_substitute(tap, context, DEFAULT_LEVEL)
        await self._replies.show_toast(tap, context.language, "absent-ready")
        await self._replies.tapped_message.remove_buttons(tap)

    async def open_solo_game(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """In private: choose the opponent's level, then the game, whose table opens; of a typed game the level."""
        level, *game = pressed.arguments
        check_can_open_table(context.request_place)
        ruleset = shipped_rulesets().get(game[0]) if game else None
        if not tap.venue.private or (game and (ruleset is None or not can_computers_play(ruleset))):
            raise Refusal("stale_button")
        if ruleset is None:
            await self._replies.tapped_message.replace_with_html(
                tap, *solo_game_menu(context.chat_speaker, LEVELS[int(level)])
            )
            return
        user, typed = tap.sender.user, None
        if len(game) > 1:
            typed = await load_typed_game(self._pending_tables, user, (ruleset.id, game[1]), self._judges)
        if typed is not None and game[-1] == STEP_LEVELS:
            summary = default_game_summary(typed, context.chat_speaker)
            menu = typed_game_menu(context.chat_speaker, ruleset.id, game[1], summary)
            await self._replies.tapped_message.replace_with_html(tap, *menu)
            return
        # Alone with a computer nobody is hurt by a hint (RULES §7.6). Where plays are challenged it says nothing.
        chosen = {"hints": "free"} if "hints" in ruleset.options() else {}
        chosen |= {} if typed is None else typed.chosen
        resolved = options.apply_options(ruleset, chosen, self._judges.dictionary_kinds(ruleset))
        host = Seat(user, tap.sender.name)
        check_not_opened_before(context.request_place, host.user, resolved)
        rival = Seat(
            next_computer_user(LEVELS[int(level)], ()), computer_name(context.chat_speaker, LEVELS[int(level)])
        )
        await self._games.open_table(context.request_place, resolved, host, tap.update, computers=(rival,))
        await self._replies.tapped_message.close_message(tap)

    async def _seat_computers(
        self, request: Command | Tap, context: ChatContext, lobby: Lobby, level: Level, count: int = 1
    ) -> None:
        _check_computers_can_play(context, lobby.ruleset)
        as_admin = await acts_as_admin(self._members, request, lobby)
        check_free_seat(lobby)
        names = new_computer_names(context.chat_speaker, lobby.seats, level, count)
        action = SeatComputers(request.sender.user, level, names, ruling=as_admin)
        await self._games.seat_player(
            context.loaded, action, request.update, request.message, request.venue.message_chat
        )

    async def _offer_substitute(self, request: Command | Tap, context: ChatContext, level: Level) -> None:
        game = context.loaded.table
        if not isinstance(game, Game) or game.petition is None or not game.petition.is_waiting:
            raise Refusal("nobody_sought")
        seat = game.seat_of(request.sender.user)
        if (seat is None or not game.players[seat].active) and not await self._members.is_admin(request):
            raise Refusal("not_seated")
        _check_computers_can_play(context, game.ruleset)
        user = next_computer_user(level, (player.user for player in game.players))
        (name,) = new_computer_names(context.chat_speaker, game.players, level, 1)
        await self._games.apply_action(context.loaded, Volunteer(user, name, game.petition.seat), request.update)


def _parse_computers(text: str) -> tuple[Level | None, int]:
    level: Level | None = None
    count = 1
    for word in text.split():
        meant = languages().find_meaning("levels", word)
        found = next((one for one in LEVELS if one == meant), None)
        if found is not None:
            level = found
        elif word.isdecimal() and word.isascii() and len(word) == 1 and word != "0":
            count = int(word)
        else:
            raise Malformed("unknown_level", typed=word[:40])
    return level or (DEFAULT_LEVEL if count > 1 else None), count


def _check_computers_can_play(context: ChatContext, ruleset: Ruleset) -> None:
    check_computers_allowed(context.loaded.settings)
    if not can_computers_play(ruleset):
        raise Refusal("no_computers")
