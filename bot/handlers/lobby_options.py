"""The options of a lobby: their panel, computer players, and alerts of new tables.

The panel is a separate message, deleted after a while; the lobby's message shows the result.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.call_errors import CallFailed
from bot.families import registry
from bot.families.services import ChatContext, ChatServices
from bot.handlers.game_options import (
    LEARNING,
    STEP_MENU,
    STEP_MORE,
    GameOptions,
    OptionData,
    is_preset_step,
    parse_preset,
)
from bot.handlers.settings import (
    CLOSE_PANEL,
    REVIEWS_SETTING,
    check_computers_allowed,
    default_game_summary,
    load_typed_game,
    panel_data,
)
from bot.judges import WordJudge
from bot.languages import languages
from bot.store.chats import MAX_SUBSCRIBERS, AlertSubscriber, TableAlerts, subscriber_field
from bot.store.keys import Scope
from bot.store.people import PendingTables
from bot.tables.games import NO_ALERTS, DueAlerts
from bot.tables.table_loader import check_can_open_table, check_not_opened_before, is_game_running, table_name
from bot.telegram.groups import GroupMembers
from bot.telegram.keyboards import (
    STYLE_SUCCESS,
    ButtonData,
    alert_keyboard,
    callback_button,
    encode_button_data,
    offered_games,
    translated_button,
)
from bot.telegram.requests import Command, Tap
from bot.user_input import options
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker, join_lines, localized_title
from bot.wording.tables import below_table_name
from engine.absence import Volunteer
from engine.computer_ids import LEVELS, Level, is_computer, next_computer_user, number_of
from engine.computer_players import DismissComputer, SeatComputers
from engine.errors import Malformed, Refusal
from engine.game import Table
from engine.game_base import Game
from engine.lobby_seats import Alter, Lobby, Seat, check_free_seat
from engine.messages import Named
from engine.ruleset_base import OFF, ON
from engine.rulesets import Ruleset, shipped_rulesets

STEP_OPEN: Final = "+"
STEP_DONE: Final = "."
OPTIONS_PANEL_SECONDS: Final = 600.0  # how long the panel is kept after its last use


async def _acts_as_admin(members: GroupMembers, request: Command | Tap, lobby: Lobby) -> bool:
    """Whether the sender acts as an administrator, not as host. Raises Refusal ``not_host`` if they are neither."""
    if request.sender.user == lobby.host:
        return False
    if not await members.is_admin(request):
        raise Refusal("not_host")
    return True


class OptionsPanel:
    """Shows a lobby's options, and lets the host or an administrator change them."""

    def __init__(self, services: ChatServices) -> None:
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._judges: Final = services.tables.judges
        self._replies: Final = services.messaging.replies
        self._store: Final = services.tables.store

    async def handle_options_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Handle a tap on a button of the lobby or of the options panel."""
        lobby = context.loaded.table
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        as_admin = await _acts_as_admin(self._members, tap, lobby)
        (step,) = pressed.arguments
        button_data = partial(encode_button_data, "alter", table_name(lobby))
        if step != STEP_OPEN and not tap.has_button(button_data(""), button_data(STEP_OPEN)):
            # The panel must not replace the lobby's message, whose button opens it.
            raise Refusal("stale_button")
        options = _lobby_options(lobby, self._judges)
        if step == STEP_OPEN:
            await self._replies.acknowledge_tap(tap)
            await self._replies.reply_temporarily(
                tap, *_options_page(options, STEP_MENU, context.speaker, button_data), seconds=OPTIONS_PANEL_SECONDS
            )
            return
        if step == STEP_DONE:
            await self._replies.tapped_message.close_message(tap)
            return
        if step[0] not in {STEP_MENU, STEP_MORE}:
            name, value = options.parse_step(step)
            if value is not None:
                options = await self._change_option(tap, context, options, (name, value), as_admin=as_admin)
                await self.follow_preset(tap, step)
        shown = _options_page(options, step, context.speaker, button_data)
        await self._replies.tapped_message.replace_with_html(tap, *shown, seconds=OPTIONS_PANEL_SECONDS)

    async def follow_preset(self, tap: Tap, step: str) -> None:
        """Turn move reviews on for a person who chooses the preset for learners."""
        if is_preset_step(step) and parse_preset(step) == LEARNING:
            await self._store.save_setting(Scope(tap.sender.user), REVIEWS_SETTING, ON, tap.update.id)

    async def _change_option(
        self, tap: Tap, context: ChatContext, options: GameOptions, step: tuple[str, str], *, as_admin: bool
    ) -> GameOptions:
        name, value = step
        if options.has_value(name, value):
            return options
        action = Alter(tap.sender.user, name, value, options.with_value(name, value).to_ruleset, as_admin)
        done = await self._games.apply_action(context.loaded, action, tap.update)
        table = None if done is None else done.table
        return _lobby_options(table, self._judges) if isinstance(table, Lobby) else options


def _lobby_options(lobby: Lobby, judges: WordJudge) -> GameOptions:
    options = GameOptions.in_use_at(lobby.ruleset, judges)
    if options is None:
        raise Refusal("stale_button")
    return options


def _options_page(
    options: GameOptions, step: str, speaker: Speaker, button_data: OptionData
) -> tuple[str, InlineKeyboardMarkup]:
    text, rows, back = options.page(step, speaker, button_data)
    end = translated_button(speaker, "alter-done", button_data(STEP_DONE))
    if back is not None:
        end = translated_button(speaker, "alter-back", button_data(back))
    return text, InlineKeyboardMarkup([*rows, [end]])


DEFAULT_LEVEL: Final[Level] = "orta"
STEP_DISMISS: Final = "x"
STEP_LEVELS: Final = "levels"  # in private: asks for the level of the opponent in the typed game


def can_computers_play(ruleset: Ruleset) -> bool:
    """Whether there are computer players of a game."""
    return registry.family_of_ruleset(ruleset).load_computer_players is not None


def solo_game_keyboard(speaker: Speaker, *typed_game: str) -> InlineKeyboardMarkup:
    """The button, in private, to games against computers; a typed game is given by id and its text's checksum."""
    typed = (*typed_game, STEP_LEVELS) if typed_game else ()
    data = encode_button_data("alone", "", LEVELS.index(DEFAULT_LEVEL), *typed)
    return InlineKeyboardMarkup([[translated_button(speaker, "button-play-alone", data)]])


def _level_label(speaker: Speaker, level: Level) -> str:
    return speaker.plain(f"level-{level}")


def computer_name(speaker: Speaker, level: Level, number: int = 1) -> str:
    """The name of a computer player, with a number from the second of a level on."""
    if number == 1:
        return speaker.plain("computer-name", level=_level_label(speaker, level))
    return speaker.plain("computer-another", level=_level_label(speaker, level), number=number)


def _new_computer_names(speaker: Speaker, seated: Sequence[Named], level: Level, count: int) -> tuple[str, ...]:
    taken = [one.user for one in seated]
    names = []
    for _ in range(count):
        taken.append(user := next_computer_user(level, taken))
        names.append(computer_name(speaker, level, number_of(user)))
    return tuple(names)


def _computers_panel(lobby: Table, speaker: Speaker) -> tuple[str, InlineKeyboardMarkup]:
    def carry(step: str) -> str:
        return encode_button_data("computer", table_name(lobby), step)

    levels = [callback_button(_level_label(speaker, level), carry(str(place))) for place, level in enumerate(LEVELS)]
    seated = lobby.seats if isinstance(lobby, Lobby) else ()
    computers = [seat for seat in seated if is_computer(seat.user)]
    dismissals = [[callback_button(f"✖ {seat.name}", carry(f"{STEP_DISMISS}{-seat.user}"))] for seat in computers]
    end = [translated_button(speaker, "alter-done", carry(STEP_DONE))]
    return speaker.html("computer-which"), InlineKeyboardMarkup([levels[:3], levels[3:], *dismissals, end])


def _typed_game_menu(speaker: Speaker, game: str, checksum: str, summary: str) -> tuple[str, InlineKeyboardMarkup]:
    levels = [
        callback_button(_level_label(speaker, one), encode_button_data("alone", "", place, game, checksum))
        for place, one in enumerate(LEVELS)
    ]
    text = join_lines(speaker.html("there-wanted", game=summary), speaker.html("computer-alone-level"))
    return text, InlineKeyboardMarkup([levels[:3], levels[3:]])


def _solo_game_menu(speaker: Speaker, level: Level) -> tuple[str, InlineKeyboardMarkup]:
    levels = [
        callback_button(_level_label(speaker, one), encode_button_data("alone", "", place), checked=one == level)
        for place, one in enumerate(LEVELS)
    ]
    game_data = partial(encode_button_data, "alone", "", LEVELS.index(level))
    games = [
        [callback_button(localized_title(one.title, speaker.language), game_data(name))]
        for name, one in offered_games(speaker.language, all_languages=True)
        if can_computers_play(one)
    ]
    return speaker.html("computer-alone"), InlineKeyboardMarkup([levels[:3], levels[3:], *games])


MAX_ALERTED: Final = 10  # how many subscribers a table alerts, the earliest first; later tables alert the others


class TableAlertHandlers:
    """Turns table alerts on and off, and finds the users whom a new table alerts."""

    def __init__(self, services: ChatServices, alerts: TableAlerts, is_banned: Callable[[int], bool]) -> None:
        self._members: Final = services.tables.members
        self._replies: Final = services.messaging.replies
        self._alerts: Final = alerts
        self._is_banned: Final = is_banned

    @handles_command("ping", "group", "member", kind="look-up")
    async def offer_alert(self, request: Command, context: ChatContext) -> None:
        """``/haber``: show a button for the table alert; the command changes nothing, as other bots may have it."""
        speaker = context.chat_speaker
        await self._replies.reply_briefly(request, speaker.html("table-alert-offer"), alert_keyboard(speaker))

    async def toggle_alert(self, tap: Tap, context: ChatContext) -> None:
        """Subscribe the user who tapped to alerts of new tables here, or unsubscribe them."""
        scope, sender = tap.venue.scope, tap.sender
        if tap.venue.private:
            raise Refusal("group_only")
        if not (await self._members.find_member(scope.chat, sender.user)).present:
            raise Refusal("members_only")
        waiting = await self._alerts.list_subscribers(scope)
        waits = any(subscriber.user == sender.user for subscriber in waiting)
        if not waits and len(waiting) >= MAX_SUBSCRIBERS:
            raise Refusal("bell_full", most=MAX_SUBSCRIBERS)
        await self._alerts.set_subscription(scope, sender.user, None if waits else sender.name, tap.update.id)
        # Read from the store, as an update that is handled again changes nothing.
        waits = any(subscriber.user == sender.user for subscriber in await self._alerts.list_subscribers(scope))
        await self._replies.show_alert(tap, context.language, "table-alert-on" if waits else "table-alert-off")

    async def people_to_alert(self, scope: Scope, host: int) -> DueAlerts:
        """The users whom a new table alerts, without those who are banned or have left.

        The next table alerts those about whom Telegram does not answer now.
        """
        waiting = await self._alerts.list_subscribers(scope)
        if not waiting:
            return NO_ALERTS
        banned = {subscriber.user for subscriber in waiting if self._is_banned(subscriber.user)}
        candidates = [subscriber for subscriber in waiting if subscriber.user not in {host, *banned}][:MAX_ALERTED]
        presences = await asyncio.gather(*(self._find_presence(scope, subscriber) for subscriber in candidates))
        found = list(zip(candidates, presences, strict=True))
        alerted = tuple(Seat(subscriber.user, subscriber.name) for subscriber, present in found if present)
        known = {subscriber.user for subscriber, present in found if present is not None}
        dropped = [subscriber.user for subscriber in waiting if subscriber.user in {host, *banned, *known}]
        return DueAlerts(alerted, tuple(subscriber_field(scope, user) for user in dropped))

    async def _find_presence(self, scope: Scope, subscriber: AlertSubscriber) -> bool | None:
        try:
            return (await self._members.find_member(scope.chat, subscriber.user)).present
        except (Refusal, CallFailed):
            return None


class ComputerPlayerHandlers:
    """Adds and removes computer players; checks at every request whether its sender may do so."""

    def __init__(self, services: ChatServices, pending_tables: PendingTables) -> None:
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._judges: Final = services.tables.judges
        self._replies: Final = services.messaging.replies
        self._store: Final = services.tables.store
        self._pending_tables: Final = pending_tables

    @handles_command("computer", "chat", "host", needs_person=True)
    async def add_computers(self, request: Command, context: ChatContext) -> None:
        """``/bot [level] [count]``: add computer players to a lobby, one as a substitute, or in private open a game."""
        (level, count), table = _parse_computers(request.text), context.loaded.table
        if isinstance(table, Lobby):
            if level is None:
                check_computers_allowed(context.loaded.settings)
                await _acts_as_admin(self._members, request, table)
                await self._replies.reply_temporarily(
                    request, *_computers_panel(table, context.chat_speaker), seconds=OPTIONS_PANEL_SECONDS
                )
                return
            await self._seat_computers(request, context, table, level, count)
            name = context.chat_speaker.player_name(computer_name(context.chat_speaker, level))
            text = context.chat_speaker.html("computer-seated", name=name)
            await self._replies.reply_briefly(request, below_table_name(context.loaded, context.chat_speaker, text))
        elif is_game_running(table):
            await self._offer_substitute(request, context, level or DEFAULT_LEVEL)
        elif request.venue.private:
            await self._offer_reviews(request, context)
            await self._replies.reply_html(request, *_solo_game_menu(context.chat_speaker, level or DEFAULT_LEVEL))
        else:
            raise Refusal("no_game")

    async def _offer_reviews(self, request: Command, context: ChatContext) -> None:
        user, speaker = request.sender.user, context.chat_speaker
        if REVIEWS_SETTING in context.loaded.settings or not await self._store.players.load_finished_games(user):
            return
        await self._store.save_setting(request.venue.scope, REVIEWS_SETTING, OFF, request.update.id)
        keyboard = InlineKeyboardMarkup(
            [
                [translated_button(speaker, "button-reviews-on", panel_data(REVIEWS_SETTING, ON), style=STYLE_SUCCESS)],
                [translated_button(speaker, "button-tutorial-skip", panel_data(CLOSE_PANEL))],
            ]
        )
        await self._replies.reply_html(request, speaker.html("reviews-offer"), keyboard)

    async def handle_computers_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Handle a tap on a button of the lobby or of the panel of computer players."""
        lobby, (step,) = context.loaded.table, pressed.arguments
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        button_data = encode_button_data("computer", table_name(lobby), "")
        if step != STEP_OPEN and not tap.has_button(button_data, button_data + STEP_OPEN):
            # The panel must not replace the lobby's message, whose button opens it.
            raise Refusal("stale_button")
        check_computers_allowed(context.loaded.settings)
        as_admin = await _acts_as_admin(self._members, tap, lobby)
        if step == STEP_OPEN:
            await self._replies.acknowledge_tap(tap)
            await self._replies.reply_temporarily(
                tap, *_computers_panel(lobby, context.chat_speaker), seconds=OPTIONS_PANEL_SECONDS
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
                tap, *_computers_panel(now, context.chat_speaker), seconds=OPTIONS_PANEL_SECONDS
            )
            return
        await self._replies.tapped_message.close_message(tap)

    async def substitute_by_tap(self, tap: Tap, context: ChatContext, _: ButtonData) -> None:
        """Let a computer player take the vacant seat above the tapped button, if the players agree."""
        await self._offer_substitute(tap, context, DEFAULT_LEVEL)
        await self._replies.show_toast(tap, context.language, "absent-ready")
        await self._replies.tapped_message.remove_buttons(tap)

    async def open_solo_game(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """In private: ask for the level, then for the game, and start it; a typed game starts with the level."""
        level, *game = pressed.arguments
        check_can_open_table(context.request_place)
        ruleset = shipped_rulesets().get(game[0]) if game else None
        if not tap.venue.private or (game and (ruleset is None or not can_computers_play(ruleset))):
            raise Refusal("stale_button")
        if ruleset is None:
            await self._replies.tapped_message.replace_with_html(
                tap, *_solo_game_menu(context.chat_speaker, LEVELS[int(level)])
            )
            return
        user, typed = tap.sender.user, None
        if len(game) > 1:
            typed = await load_typed_game(self._pending_tables, user, (ruleset.id, game[1]), self._judges)
        if typed is not None and game[-1] == STEP_LEVELS:
            summary = default_game_summary(typed, context.chat_speaker)
            menu = _typed_game_menu(context.chat_speaker, ruleset.id, game[1], summary)
            await self._replies.tapped_message.replace_with_html(tap, *menu)
            return
        # Alone against a computer, hints are fair (RULES §7.6). In games with challenges they have no effect.
        chosen = {"hints": "free"} if "hints" in ruleset.options() else {}
        chosen |= {} if typed is None else typed.chosen
        resolved = options.apply_options(ruleset, chosen, self._judges.dictionary_kinds(ruleset))
        host = Seat(user, tap.sender.name)
        check_not_opened_before(context.request_place, host.user, resolved)
        rival = Seat(
            next_computer_user(LEVELS[int(level)], ()), computer_name(context.chat_speaker, LEVELS[int(level)])
        )
        begin = (tap.venue.message_chat, tap.message)
        await self._games.open_table(context.request_place, resolved, host, tap.update, computers=(rival,), begin=begin)
        await self._replies.tapped_message.close_message(tap)

    async def _seat_computers(
        self, request: Command | Tap, context: ChatContext, lobby: Lobby, level: Level, count: int = 1
    ) -> None:
        _check_computers_can_play(context, lobby.ruleset)
        as_admin = await _acts_as_admin(self._members, request, lobby)
        check_free_seat(lobby)
        names = _new_computer_names(context.chat_speaker, lobby.seats, level, count)
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
        (name,) = _new_computer_names(context.chat_speaker, game.players, level, 1)
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
