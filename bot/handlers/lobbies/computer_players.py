"""Computer players: at an open table, as a substitute, or as the only opponent in private.

A private chat can have a table like any other chat: its owner plays there against computers.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.families.chat_context import ChatContext
from bot.handlers.chat_settings.permissions import check_computers_allowed
from bot.handlers.lobbies.change_options import OPTIONS_PANEL_SECONDS, STEP_DONE, STEP_OPEN
from bot.judges import WordJudge
from bot.languages import languages
from bot.tables.games import Games
from bot.tables.loaded_table import check_can_open_table, is_game_running, table_name
from bot.telegram.button_data import ButtonData, encode_button_data
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import callback_button, translated_button
from bot.telegram.replies import Replies
from bot.user_input import options
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker, localized_title
from engine.absence import Volunteer
from engine.computer_ids import LEVELS, Level, is_computer, next_computer_user, number_of
from engine.computer_players import DismissComputer, SeatComputers
from engine.errors import Malformed, Refusal
from engine.game import Table
from engine.game_base import Game
from engine.lobby_seats import Lobby, Seat, check_free_seat
from engine.messages import Named
from engine.rulesets import Ruleset, shipped_rulesets

DEFAULT_LEVEL: Final[Level] = "orta"
"""The level if none is typed."""
_STEP_DISMISS: Final = "x"


class _TypedRequest(NamedTuple):
    """The level and the number that were typed."""

    level: Level | None
    number: int


class ComputerPlayerHandlers:
    """Seats computer players and sends them away; checks at every request who asks.

    Args:
        members: knows who administers the group.
        games: applies actions.
        judges: know a game's dictionaries.
        answers: tells what was done.
    """

    def __init__(self, members: GroupMembers, games: Games, judges: WordJudge, answers: Replies) -> None:
        self._members: Final = members
        self._games: Final = games
        self._judges: Final = judges
        self._answers: Final = answers

    @handles_command("computer", "chat", "host", needs_person=True)
    async def add_computers(self, request: Command, context: ChatContext) -> None:
        """``/bot [level] [how many]``: at an open table; as a substitute; in private, a game against one.

        Raises:
            Malformed: ``unknown_level``.
            Refusal: ``no_game``, ``computers_forbidden``, ``no_computers``; as :meth:`_seat_computers`, or as the
                engine.
        """
        typed, table = _parse_computers(request.text), context.loaded.table
        if isinstance(table, Lobby):
            if typed.level is None:
                check_computers_allowed(context.loaded.settings)
                await self._acts_as_admin(request, table)
                await self._answers.reply_temporarily(
                    request, *_computers_panel(table, context.chat_speaker), seconds=OPTIONS_PANEL_SECONDS
                )
                return
            await self._seat_computers(request, context, table, typed.level, typed.number)
            name = context.chat_speaker.player_name(_computer_name(context.chat_speaker, typed.level))
            await self._answers.reply_briefly(request, context.chat_speaker.html("computer-seated", name=name))
        elif is_game_running(table):
            await self._volunteer_computer(request, context, typed.level or DEFAULT_LEVEL)
        elif request.venue.private:
            await self._answers.reply_html(
                request, *_solo_game_menu(context.chat_speaker, typed.level or DEFAULT_LEVEL)
            )
        else:
            raise Refusal("no_game")

    async def handle_computers_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button of the lobby, or of its panel of computer players.

        Raises:
            Refusal: ``stale_button``, ``not_host``; as :meth:`_seat_computers`, or as the engine.
        """
        lobby, (step,) = context.loaded.table, pressed.arguments
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        button_data = encode_button_data("computer", table_name(lobby), "")
        if step != STEP_OPEN and not tap.has_button(button_data, button_data + STEP_OPEN):
            # The lobby bears the button that opens the panel, and is to stay a lobby.
            raise Refusal("stale_button")
        check_computers_allowed(context.loaded.settings)
        as_admin = await self._acts_as_admin(tap, lobby)
        if step == STEP_OPEN:
            await self._answers.acknowledge_tap(tap)
            await self._answers.reply_temporarily(
                tap, *_computers_panel(lobby, context.chat_speaker), seconds=OPTIONS_PANEL_SECONDS
            )
            return
        if step == STEP_DONE:
            await self._answers.acknowledge_tap(tap)
            await self._answers.tapped_message.delete_message(tap)
            return
        if step.startswith(_STEP_DISMISS):
            action = DismissComputer(tap.sender.user, -int(step.removeprefix(_STEP_DISMISS)), as_admin)
            await self._games.apply_action(context.loaded, action, tap.update)
        else:
            await self._seat_computers(tap, context, lobby, LEVELS[int(step)])
        now = (await self._games.load_table(context.loaded.scope)).table
        if isinstance(now, Lobby) and table_name(now) == table_name(lobby):
            await self._answers.tapped_message.replace_with_html(
                tap, *_computers_panel(now, context.chat_speaker), seconds=OPTIONS_PANEL_SECONDS
            )
            return
        await self._answers.acknowledge_tap(tap)
        await self._answers.tapped_message.delete_message(tap)

    async def substitute_by_tap(self, tap: Tap, context: ChatContext, _: ButtonData) -> None:
        """The button below a vacant seat: a computer player takes it, if the players agree."""
        await self._volunteer_computer(tap, context, DEFAULT_LEVEL)
        await self._answers.show_toast(tap, context.language, "absent-ready")
        await self._answers.tapped_message.remove_buttons(tap)

    async def open_solo_game(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """In private: choose the opponent's level, then the game, whose table opens there.

        Raises:
            Refusal: ``stale_button``, ``lobby_open``, ``game_running``; as :meth:`bot.tables.games.Games.open_table`.
        """
        level, *game = pressed.arguments
        check_can_open_table(context.loaded.table)
        ruleset = shipped_rulesets().get(game[0]) if game else None
        if not tap.venue.private or (
            game and (ruleset is None or registry.family_of_ruleset(ruleset).load_computer_players is None)
        ):
            raise Refusal("stale_button")
        if ruleset is None:
            await self._answers.tapped_message.replace_with_html(
                tap, *_solo_game_menu(context.chat_speaker, LEVELS[int(level)])
            )
            return
        resolved = options.apply_options(ruleset, {}, self._judges.dictionary_kinds(ruleset))
        host = Seat(tap.sender.user, tap.sender.name)
        rival = Seat(
            next_computer_user(LEVELS[int(level)], ()), _computer_name(context.chat_speaker, LEVELS[int(level)])
        )
        await self._games.open_table(context.loaded, resolved, host, tap.update, computers=(rival,))
        await self._answers.acknowledge_tap(tap)
        await self._answers.tapped_message.delete_message(tap)

    async def _seat_computers(
        self, request: Command | Tap, context: ChatContext, lobby: Lobby, level: Level, count: int = 1
    ) -> None:
        """Seat computer players at the open table.

        Raises:
            Refusal: ``computers_forbidden``, ``no_computers``, ``not_host``; as
                :meth:`bot.tables.games.Games.seat_player`.
        """
        _check_computers_can_play(context, lobby.ruleset)
        as_admin = await self._acts_as_admin(request, lobby)
        check_free_seat(lobby)
        names = _new_computer_names(context.chat_speaker, lobby.seats, level, count)
        action = SeatComputers(request.sender.user, level, names, ruling=as_admin)
        await self._games.seat_player(
            context.loaded, action, request.update, request.message, request.venue.message_chat
        )

    async def _acts_as_admin(self, request: Command | Tap, lobby: Lobby) -> bool:
        """Whether the sender acts as an administrator and not as the host.

        Raises:
            Refusal: ``not_host`` if the sender is neither.
        """
        if request.sender.user == lobby.host:
            return False
        if not await self._members.is_admin(request):
            raise Refusal("not_host")
        return True

    async def _volunteer_computer(self, request: Command | Tap, context: ChatContext, level: Level) -> None:
        """Let a computer player volunteer as a substitute; a player or an administrator may ask for it.

        Raises:
            Refusal: ``nobody_sought``, ``not_seated``, ``computers_forbidden``, ``no_computers``.
        """
        game = context.loaded.table
        if not isinstance(game, Game) or game.petition is None or not game.petition.is_waiting:
            raise Refusal("nobody_sought")
        seat = game.seat_of(request.sender.user)
        if (seat is None or not game.players[seat].active) and not await self._members.is_admin(request):
            raise Refusal("not_seated")
        _check_computers_can_play(context, game.ruleset)
        user = next_computer_user(level, (player.user for player in game.players))
        (name,) = _new_computer_names(context.chat_speaker, game.players, level, 1)
        await self._games.apply_action(context.loaded, Volunteer(user, name, game.petition.seat), request.update)


def solo_game_keyboard(speaker: Speaker) -> InlineKeyboardMarkup:
    """In private: the button that leads to games against computer players."""
    return InlineKeyboardMarkup(
        [
            [
                translated_button(
                    speaker, "button-play-alone", encode_button_data("alone", "", LEVELS.index(DEFAULT_LEVEL))
                )
            ]
        ]
    )


def _parse_computers(text: str) -> _TypedRequest:
    """The text behind the command, in any order.

    Raises:
        Malformed: ``unknown_level``, with what was typed.
    """
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
    return _TypedRequest(level or (DEFAULT_LEVEL if count > 1 else None), count)


def _check_computers_can_play(context: ChatContext, ruleset: Ruleset) -> None:
    check_computers_allowed(context.loaded.settings)
    if registry.family_of_ruleset(ruleset).load_computer_players is None:
        raise Refusal("no_computers")


def _level_label(speaker: Speaker, level: Level) -> str:
    return speaker.plain(f"level-{level}")


def _computer_name(speaker: Speaker, level: Level, number: int = 1) -> str:
    """The name of a computer player; the second of a level bears a number."""
    if number == 1:
        return speaker.plain("computer-name", level=_level_label(speaker, level))
    return speaker.plain("computer-another", level=_level_label(speaker, level), number=number)


def _new_computer_names(speaker: Speaker, seated: Sequence[Named], level: Level, count: int) -> tuple[str, ...]:
    """The names of further computer players of a level."""
    taken = [one.user for one in seated]
    names = []
    for _ in range(count):
        taken.append(user := next_computer_user(level, taken))
        names.append(_computer_name(speaker, level, number_of(user)))
    return tuple(names)


def _computers_panel(lobby: Table, speaker: Speaker) -> tuple[str, InlineKeyboardMarkup]:
    """Every level, a button to send away each computer player, and the close button."""

    def carry(step: str) -> str:
        return encode_button_data("computer", table_name(lobby), step)

    levels = [callback_button(_level_label(speaker, level), carry(str(place))) for place, level in enumerate(LEVELS)]
    seated = lobby.seats if isinstance(lobby, Lobby) else ()
    there = [seat for seat in seated if is_computer(seat.user)]
    dismissals = [[callback_button(f"✖ {seat.name}", carry(f"{_STEP_DISMISS}{-seat.user}"))] for seat in there]
    end = [translated_button(speaker, "alter-done", carry(STEP_DONE))]
    return speaker.html("computer-which"), InlineKeyboardMarkup([levels[:3], levels[3:], *dismissals, end])


def _solo_game_menu(speaker: Speaker, level: Level) -> tuple[str, InlineKeyboardMarkup]:
    """In private: the levels, one of them marked, and the games against it."""
    levels = [
        callback_button(
            f"✓ {_level_label(speaker, one)}" if one == level else _level_label(speaker, one),
            encode_button_data("alone", "", place),
        )
        for place, one in enumerate(LEVELS)
    ]
    found = sorted(shipped_rulesets().items(), key=lambda item: (item[1].language != speaker.language, item[0]))
    games = [
        [
            callback_button(
                localized_title(one.title, speaker.language), encode_button_data("alone", "", LEVELS.index(level), name)
            )
        ]
        for name, one in found
        if registry.family_of_ruleset(one).load_computer_players is not None
    ]
    return speaker.html("computer-alone"), InlineKeyboardMarkup([levels[:3], levels[3:], *games])
