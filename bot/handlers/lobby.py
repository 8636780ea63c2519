"""Lobbies: opening a table, joining, leaving and starting the game; and invitations.

The host or an administrator keeps seats of a lobby for named people, who accept or decline. A tap tells who taps, so a
username is enough to invite a person whom the bot does not know.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Final, NamedTuple, TypeVar

from msgspec import structs
from telegram import (
    InlineKeyboardMarkup,
    KeyboardButton,
    KeyboardButtonRequestChat,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
)

from bot.call_errors import ChatUnreachable
from bot.families import registry
from bot.families.services import ChatContext, ChatServices
from bot.handlers.game_options import (
    PRESET_OPTION,
    STEP_MENU,
    STEP_MORE,
    GameOptions,
    is_other_language_variant,
    is_preset_step,
    parse_game,
    parse_preset,
)
from bot.handlers.lobby_options import OptionsPanel, TableAlertHandlers, can_computers_play, solo_game_keyboard
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.settings import (
    COMPUTERS,
    COMPUTERS_FORBIDDEN,
    GAME_SETTING,
    TOPICS,
    check_may_open_table,
    default_game_summary,
    encode_game,
    load_default_game,
    load_typed_game,
    parse_topics,
)
from bot.judges.word_judge import DictionaryKind
from bot.languages import languages
from bot.store.keys import Scope
from bot.store.people import PendingTables, pending_table_checksum
from bot.tables.games import DueAlerts
from bot.tables.table_loader import (
    LoadedPlace,
    LoadedTable,
    check_can_host_table,
    check_may_sit_down,
    check_not_opened_before,
    human_users,
    is_game_running,
    most_tables,
    require_game,
    require_lobby,
    sits_in_lobby,
)
from bot.telegram.groups import fetch_group
from bot.telegram.keyboards import (
    ButtonData,
    callback_button,
    data_button,
    encode_button_data,
    offered_games,
    translated_button,
)
from bot.telegram.requests import Command, Request, Sender, SharedChat, Tap
from bot.texts import Html
from bot.user_input import options
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker, localized_title, plain_refusal_text
from bot.wording.tables import below_table_name
from engine import invitations
from engine.computer_ids import is_computer
from engine.errors import Malformed, Refusal
from engine.game import Game, Table
from engine.invitations import INVITATION_LIFETIME, EndInvitation, Guest, Invite
from engine.lobby_seats import Join, Leave, Lobby, Seat, rematch_order
from engine.rulesets import Ruleset, shipped_rulesets

_ALL_LANGUAGES: Final = "every"  # instead of a game: show the games of all languages
GROUP_REQUEST_ID: Final = 1
CODES_THERE: Final[Mapping[str, str]] = {
    "lobby_open": "lobby_open_there",
    "game_running": "game_running_there",
    "too_many_tables": "too_many_tables_there",
    "too_many_seats": "too_many_seats_there",
}
"""Refusals by code, each with the code whose wording is used if the table is in another chat, a group."""


R = TypeVar("R", SharedChat, Tap)


@contextmanager
def _refusals_about_group() -> Iterator[None]:
    try:
        yield
    except Refusal as error:
        if error.code not in CODES_THERE:
            raise
        raise Refusal(CODES_THERE[error.code], **error.fields) from error


class OpenFromPrivateHandlers:
    """Opens a table in a group from the private chat: asks for the group, then for the game."""

    def __init__(self, services: ChatServices, pending_tables: PendingTables, table_alerts: TableAlertHandlers) -> None:
        self._gateway: Final = services.gateway
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._judges: Final = services.tables.judges
        self._replies: Final = services.messaging.replies
        self._default_language: Final = services.messaging.private_locale.default
        self._pending_tables: Final = pending_tables
        self._table_alerts: Final = table_alerts

    async def ask_for_group(self, request: Command, context: ChatContext) -> None:
        """``/yeni [game] [options]`` in private: ask for a group, or offer a game against the computer."""
        options = parse_game(request.text, context.language, self._judges)
        pending = None if options is None else encode_game(options, options.chosen)
        await self._pending_tables.save_pending_table(request.sender.user, pending)
        group_request = KeyboardButtonRequestChat(GROUP_REQUEST_ID, chat_is_channel=False, bot_is_member=True)
        key = KeyboardButton(context.chat_speaker.plain("button-there"), request_chat=group_request)
        keyboard = ReplyKeyboardMarkup([[key]], resize_keyboard=True, one_time_keyboard=True)
        speaker = context.chat_speaker
        lines = [] if options is None else [speaker.html("there-wanted", game=default_game_summary(options, speaker))]
        await self._say(request, "\n".join((*lines, speaker.html("there-group"))), keyboard)
        typed = (
            (options.ruleset.id, pending_table_checksum(pending))
            if options is not None and pending is not None and can_computers_play(options.ruleset)
            else ()
        )
        await self._say(request, speaker.html("there-alone"), solo_game_keyboard(speaker, *typed))

    async def _say(
        self,
        request: Command | SharedChat,
        text: str,
        keyboard: ReplyKeyboardMarkup | ReplyKeyboardRemove | InlineKeyboardMarkup,
    ) -> None:
        await self._gateway.send_text(request.venue.scope, text, keyboard, sending=request.sending)

    async def offer_games_for_group(self, request: SharedChat, context: ChatContext) -> None:
        """After the choice of a group, offer the typed game, or all games with the group's default game first."""
        if not request.venue.private or request.request_id != GROUP_REQUEST_ID:
            return
        speaker = context.chat_speaker
        try:
            loaded = (await self._load_openable_place(request, request.chat)).first
        except Refusal as refusal:
            text = self._replies.refusal_text(request, context.language, refusal)
            await self._say(request, text, ReplyKeyboardRemove())
            return
        group = await fetch_group(self._gateway, loaded.scope.chat)
        name = speaker.player_name((group and group.title) or "…")
        await self._say(request, speaker.html("there-chosen", group=name), ReplyKeyboardRemove())
        pending = await self._pending_tables.load_pending_table(request.sender.user)
        options = load_default_game({GAME_SETTING: pending or ""}, self._judges)
        if pending is not None and options is not None:
            meant = loaded.scope.chat, options.ruleset.id, pending_table_checksum(pending)
            keyboard = InlineKeyboardMarkup([[data_button(speaker, "button-open-there", "opengroup", "", *meant)]])
            text = speaker.html("there-wanted", game=default_game_summary(options, speaker))
            await self._say(request, text, keyboard)
            return
        await self._say(request, speaker.html("choose-game"), self._games_keyboard(loaded, speaker))

    async def open_in_group(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """After the choice of a game, open its table in the group; or show games in other languages.

        The options are the typed ones, or those of the group's default game, or else the game's own.
        """
        chat, name, *button_mark = pressed.arguments
        ruleset = shipped_rulesets().get(name)
        if not tap.venue.private or (ruleset is None and name != _ALL_LANGUAGES):
            raise Refusal("stale_button")
        place = await self._load_openable_place(tap, int(chat))
        loaded = place.first
        if ruleset is None:
            keyboard = self._games_keyboard(loaded, context.chat_speaker, all_languages=True)
            await self._replies.tapped_message.replace_with_message(tap, context.language, "choose-game", keyboard)
            return
        host = Seat(tap.sender.user, tap.sender.name)
        if not loaded.is_duplicate:
            if button_mark:
                options = await load_typed_game(self._pending_tables, host.user, (name, button_mark[0]), self._judges)
            else:
                usual = load_default_game(loaded.settings, self._judges)
                own = GameOptions(ruleset, self._judges.dictionary_kinds(ruleset), {})
                options = own if usual is None or usual.ruleset.id != name else usual
            with _refusals_about_group():
                check_not_opened_before(place, host.user, options.to_ruleset)
                await self._games.open_table(
                    place, options.to_ruleset, host, tap.update, find_alerts=self._alert_with_host
                )
        await self._replies.acknowledge_tap(tap)
        await self._replies.tapped_message.replace_with_outcome(
            tap, context.language, "there-opening", game=localized_title(ruleset.title, context.language)
        )

    def _games_keyboard(
        self, loaded: LoadedTable, speaker: Speaker, *, all_languages: bool = False
    ) -> InlineKeyboardMarkup:
        options, chat = load_default_game(loaded.settings, self._judges), loaded.scope.chat
        first = None if options is None else options.ruleset.id
        language = languages().supported_or_none(loaded.settings.get("language")) or self._default_language
        offered = [name for name, _ in offered_games(language, all_languages=all_languages)]
        ordered = [name for name in shipped_rulesets() if name == first] + [name for name in offered if name != first]
        titles = ((name, localized_title(shipped_rulesets()[name].title, speaker.language)) for name in ordered)
        rows = [[callback_button(title, encode_button_data("opengroup", "", chat, name))] for name, title in titles]
        if len(ordered) < len(shipped_rulesets()):
            rows.append([data_button(speaker, "button-more-languages", "opengroup", "", chat, _ALL_LANGUAGES)])
        return InlineKeyboardMarkup(rows)

    async def _alert_with_host(self, scope: Scope, host: int) -> DueAlerts:
        return replace(await self._table_alerts.people_to_alert(scope, host), private_host=host)

    async def _load_openable_place(self, request: R, chat: int) -> LoadedPlace:
        """The place where the sender's table opens. Raises ``not_there``, which reveals nothing about the group."""
        if chat >= 0 or not (
            await self._is_in_group(chat, request.sender.user) and await self._is_in_group(chat, self._gateway.user_id)
        ):
            raise Refusal("not_there")
        place = await self._games.load_place(Scope(chat), request.update)
        allowed = parse_topics(place.first.settings.get(TOPICS))
        if allowed and 0 not in allowed:
            place = await self._games.load_place(Scope(place.first.scope.chat, allowed[0]), request.update)
        loaded = place.first
        if loaded.is_duplicate:
            return place
        self._games.check_reachable(loaded)
        in_group = structs.replace(request, venue=structs.replace(request.venue, scope=loaded.scope, private=False))
        await check_may_open_table(self._members, in_group, loaded.settings)
        with _refusals_about_group():
            check_can_host_table(place, request.sender.user)
        return place

    async def _is_in_group(self, chat: int, user: int) -> bool:
        try:
            return (await self._members.find_member(chat, user)).present
        except ChatUnreachable:
            return False


_NO_CODE: Final = 2  # how many arguments a game's button has if it carries no code of options
_GAME_LIST_SECONDS: Final = 1800.0  # how long a list of games is kept after its last use


class LobbyHandlers:
    """Handles everything before the first turn of a game."""

    def __init__(
        self, services: ChatServices, table_alerts: TableAlertHandlers, open_from_private: OpenFromPrivateHandlers
    ) -> None:
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._judges: Final = services.tables.judges
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._table_alerts: Final = table_alerts
        self.open_from_private: Final = open_from_private
        self.options_panel: Final = OptionsPanel(services)

    @handles_command("new", "chat", "member", needs_person=True)
    async def open_table(self, request: Command, context: ChatContext) -> None:
        """``/yeni [game] [options]``: open a table, by default of the group's default game; without one, list games.

        In private, ask for the group first.
        """
        if request.venue.private:
            await self.open_from_private.ask_for_group(request, context)
            return
        check_can_host_table(context.request_place, request.sender.user)
        await check_may_open_table(self._members, request, context.loaded.settings)
        options = None if request.text else load_default_game(context.loaded.settings, self._judges)
        if options is not None:
            await self._open_lobby(request, context, options.ruleset, options.non_default, options.dictionary_kinds)
            return
        options = parse_game(request.text, context.language, self._judges)
        if options is None:
            every = languages().find_meaning("answers", request.text) == "list"
            keyboard = self._buttons.game_list(context.language, request.sender.user, all_languages=every)
            text = context.chat_speaker.html("choose-game")
            await self._replies.reply_temporarily(request, text, keyboard, seconds=_GAME_LIST_SECONDS)
            return
        await self._open_lobby(request, context, options.ruleset, dict(options.chosen), options.dictionary_kinds)
        if is_other_language_variant(request.text, context.language):
            own = ", ".join(name for name, one in shipped_rulesets().items() if one.language == context.language)
            game = localized_title(options.ruleset.title, context.language)
            await self._replies.reply_briefly(
                request, context.chat_speaker.html("game-stands-in", game=game, games=own)
            )

    async def open_usual_game(self, tap: Tap, context: ChatContext) -> None:
        """Open the group's default game, or the first one of its language, at a tap on the greeting's button."""
        check_can_host_table(context.request_place, tap.sender.user)
        usual = load_default_game(context.loaded.settings, self._judges)
        if usual is None:
            offered = [one for _, one in offered_games(context.language, all_languages=False)]
            ruleset = next((one for one in offered if registry.is_greeted_with(one)), offered[0])
            await self._open_lobby(tap, context, ruleset, {}, self._judges.dictionary_kinds(ruleset))
        else:
            await self._open_lobby(tap, context, usual.ruleset, usual.non_default, usual.dictionary_kinds)
        await self._replies.acknowledge_tap(tap)

    async def open_chosen_game(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Open a game from the list, with its own options, a preset's, or those set by buttons."""
        ruleset, kinds, values = self._read_game_button(tap, pressed)
        await self._open_lobby(tap, context, ruleset, values, kinds)
        await self.options_panel.follow_preset(tap, pressed.arguments[-1])
        await self._replies.tapped_message.close_message(tap)

    async def show_next_option_value(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show a game's presets, which open its table, and its options; a tap on an option sets its next value."""
        check_can_host_table(context.request_place, tap.sender.user)
        ruleset, kinds, values = self._read_game_button(tap, pressed)
        if len(pressed.arguments) == _NO_CODE:
            await self._show_presets(tap, context, GameOptions(ruleset, kinds, {}))
            return
        keyboard = self._buttons.game_options(context.language, tap.sender.user, ruleset, kinds, values)
        game = localized_title(ruleset.title, context.language)
        await self._replies.tapped_message.replace_with_message(
            tap, context.language, "choose-options", keyboard, game=game
        )

    async def _show_presets(self, tap: Tap, context: ChatContext, game: GameOptions) -> None:
        speaker, user, name = context.chat_speaker, tap.sender.user, game.ruleset.id
        codes = options.encode_choices(options.button_options(game.ruleset, game.dictionary_kinds), {})

        def button_data(step: str) -> str:
            kind, code = ("tune", codes) if step == STEP_MORE else ("choose", step)
            return encode_button_data(kind, "", user, name, code)

        text, rows, _ = game.page(STEP_MENU, speaker, button_data)
        back = translated_button(speaker, "button-other-game", encode_button_data("games", "", user))
        await self._replies.tapped_message.replace_with_html(tap, text, InlineKeyboardMarkup([*rows, [back]]))

    async def show_game_list(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show the list of games, each to open a table or to choose options first."""
        check_can_host_table(context.request_place, tap.sender.user)
        user, *rest = pressed.arguments
        _check_own_button(tap, user)
        mode = rest[0] if rest else ""
        tunes = mode.startswith("tune")
        listing = self._buttons.game_options_list if tunes else self._buttons.game_list
        keyboard = listing(context.language, tap.sender.user, all_languages=mode.endswith("more"))
        await self._replies.tapped_message.replace_with_message(
            tap, context.language, "choose-tuned" if tunes else "choose-game", keyboard
        )

    async def open_rematch(self, tap: Tap, context: ChatContext) -> None:
        """Open the finished game again with the same options and rotated seats; the first to tap is the host.

        Former players who tap later join that table. The game starts once all of them sit there.
        """
        if context.loaded.scope.place != tap.venue.scope:
            raise Refusal("group_only")
        table = require_game(context.loaded.table)
        order = rematch_order(table.players)
        for waiting in _waiting_rematches(context.request_place, tap.sender.user):
            if _awaits_players(waiting, table, order) and not sits_in_lobby(waiting, tap.sender.user):
                await self.join_table(tap, context.with_table(waiting))
                return
        _check_no_rematch_open(table, context.request_place)
        check_can_host_table(context.request_place, tap.sender.user)
        await check_may_open_table(self._members, tap, context.loaded.settings)
        host = Seat(tap.sender.user, tap.sender.name)
        welcome = context.loaded.settings.get(COMPUTERS) != COMPUTERS_FORBIDDEN
        computers = tuple(seat for seat in order if welcome and is_computer(seat.user))
        others = [seat for seat in order if seat.user != host.user and not is_computer(seat.user)]
        begin = None if others or not computers else (tap.venue.message_chat, tap.message)
        step = await self._games.open_table(
            context.request_place,
            table.ruleset,
            host,
            tap.update,
            order=order,
            computers=computers,
            begin=begin,
            find_alerts=None if begin else self._table_alerts.people_to_alert,
        )
        begun = step is not None and is_game_running(step.table)
        await self._replies.show_toast(tap, context.language, "begun" if begun else "again-opened")

    async def join_rematch(self, tap: Tap, context: ChatContext) -> None:
        """Seat a user in the rematch of a game whose table is gone. Raises Refusal ``stale_button``, ``lobby_open``."""
        waiting = next(_waiting_rematches(context.request_place, tap.sender.user), None)
        if waiting is not None:
            await self.join_table(tap, context.with_table(waiting))
            return
        is_open = any(isinstance(one.table, Lobby) and one.table.order for one in context.request_place.open_tables)
        raise Refusal("lobby_open" if is_open else "stale_button")

    async def offer_other_games(self, tap: Tap, context: ChatContext) -> None:
        """Show the games, to open another one."""
        check_can_host_table(context.request_place, tap.sender.user)
        await check_may_open_table(self._members, tap, context.loaded.settings)
        await self._replies.acknowledge_tap(tap)
        keyboard = self._buttons.game_list(context.language, tap.sender.user)
        text = context.chat_speaker.html("choose-game-for", name=context.chat_speaker.player_name(tap.sender.name))
        await self._replies.reply_temporarily(tap, text, keyboard, seconds=_GAME_LIST_SECONDS)

    def _read_game_button(
        self, tap: Tap, pressed: ButtonData
    ) -> tuple[Ruleset, tuple[DictionaryKind, ...], dict[str, str]]:
        user, name, *code = pressed.arguments
        _check_own_button(tap, user)
        ruleset = shipped_rulesets().get(name)
        if ruleset is None:
            raise Refusal("stale_button")
        kinds = self._judges.dictionary_kinds(ruleset)
        if not code:
            return ruleset, kinds, {}
        if is_preset_step(code[0]):
            own = GameOptions(ruleset, kinds, {})
            return ruleset, kinds, own.with_value(PRESET_OPTION, parse_preset(code[0])).non_default
        return ruleset, kinds, options.decode_choices(options.button_options(ruleset, kinds), code[0])

    async def _open_lobby(
        self,
        request: Command | Tap,
        context: ChatContext,
        ruleset: Ruleset,
        chosen: dict[str, str],
        kinds: tuple[DictionaryKind, ...],
    ) -> None:
        await check_may_open_table(self._members, request, context.loaded.settings)
        host = Seat(request.sender.user, request.sender.name)
        resolved = options.apply_options(ruleset, chosen, kinds)
        if isinstance(request, Tap):
            check_not_opened_before(context.request_place, host.user, resolved)
        await self._games.open_table(
            context.request_place, resolved, host, request.update, find_alerts=self._table_alerts.people_to_alert
        )

    @handles_command("join", "group", "member", needs_person=True)
    async def join_table(self, request: Command | Tap, context: ChatContext) -> None:
        """Join the table."""
        sender, chat = request.sender, request.venue.message_chat
        if not sits_in_lobby(context.loaded, sender.user):
            check_may_sit_down(context.request_place, sender.user)
        action = Join(sender.user, sender.name, username=_invited_username(sender, context.loaded.table))
        step = await self._games.seat_player(context.loaded, action, request.update, request.message, chat)
        if step is not None and is_game_running(step.table):
            await self._acknowledge(request, context, "begun")
        else:
            await self._acknowledge(request, context, "seated", "seat-taken")

    @handles_command("leave", "group", "seated", needs_person=True)
    async def leave_table(self, request: Command | Tap, context: ChatContext) -> None:
        """Leave the table before the game starts."""
        step = await self._games.apply_action(context.loaded, Leave(request.sender.user), request.update)
        closed = step is not None and step.table is None
        await self._acknowledge(request, context, "got-up", "lobby-closed" if closed else "seat-left")

    @handles_command("begin", "group", "seated", needs_person=True)
    async def start_game(self, request: Command | Tap, context: ChatContext) -> None:
        """Start the game; the id of the message that asked for it goes into the game's seed."""
        if is_game_running(context.loaded.table):
            raise Refusal("already_begun")
        user, chat = request.sender.user, request.venue.message_chat
        await self._games.start_game(context.loaded, user, request.message, request.update, chat)
        await self._acknowledge(request, context, "begun")

    async def _acknowledge(self, request: Command | Tap, context: ChatContext, toast: str, reply: str = "") -> None:
        if isinstance(request, Tap):
            await self._replies.show_toast(request, context.language, toast)
        elif reply:
            text = context.chat_speaker.html(reply, name=context.chat_speaker.player_name(request.sender.name))
            await self._replies.reply_briefly(request, below_table_name(context.loaded, context.chat_speaker, text))


def _invited_username(sender: Sender, table: Table | None) -> str:
    invited = table.invited if isinstance(table, Lobby) else ()
    name = sender.username or ""
    return name if any(one.user is None and one.is_for(sender.user, name) for one in invited) else ""


def _waiting_rematches(place: LoadedPlace, user: int) -> Iterator[LoadedTable]:
    for loaded in place.open_tables:
        table = loaded.table
        if isinstance(table, Lobby) and any(seat.user == user for seat in table.order):
            yield loaded


def _awaits_players(loaded: LoadedTable, finished: Game, order: tuple[Seat, ...]) -> bool:
    table = loaded.table
    return isinstance(table, Lobby) and table.ruleset.title == finished.ruleset.title and table.order == order


def _check_no_rematch_open(finished: Game, place: LoadedPlace) -> None:
    """Refuse if the rematch is open or runs; a running one is recognised by its rules and its order of play."""
    if most_tables(place.first.settings) == 1:
        # At an open table in the place, opening another one is refused anyway.
        return
    order = rematch_order(finished.players)
    for loaded in place.open_tables:
        table = loaded.table
        runs = (
            isinstance(table, Game)
            and table.ruleset == finished.ruleset
            and [player.user for player in table.players] == [seat.user for seat in order]
        )
        if runs or _awaits_players(loaded, finished, order):
            raise Refusal("rematch_open", number=loaded.scope.table)


def _check_own_button(tap: Tap, user: str) -> None:
    if tap.sender.user != int(user):
        raise Refusal("not_your_button")


_HOUR: Final = timedelta(hours=1)
_USERNAME: Final = re.compile(r"@[a-z0-9_]{3,32}", re.ASCII | re.IGNORECASE)
_SEPARATOR: Final = re.compile(r"[\s,]+|$")
_BOT_NAME_ENDING: Final = "bot"  # only usernames of bots end like this
_MAX_INVITED: Final = 10  # how many people a command may invite, as Telegram is asked about each
_NamedPerson = tuple[str, int | None]  # a person as typed, and their user id if the message has it


class _NotInvited(NamedTuple):
    typed: str
    refusal: Refusal


class InvitationHandlers:
    """Keeps seats, and handles the answers; checks at every tap whether its user may do so."""

    def __init__(self, services: ChatServices, lobby: LobbyHandlers, owner: OwnerAccess) -> None:
        self._lobby: Final = lobby
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies
        self._owner: Final = owner

    @handles_command("invite", "group", "host")
    async def invite_people(self, request: Command, context: ChatContext) -> None:
        """``/davet @kim @kim``: keep a seat for each named person; as a reply, for the author of that message."""
        lobby = require_lobby(context.loaded.table)
        user, as_admin = request.sender.user, await self._acts_as_admin(request, lobby)
        invitations.check_may_invite(lobby, user, ruling=as_admin)
        meant = _parse_named_people(request)
        guests, left = await self._check_guests(
            meant, lobby, request.venue.scope.chat, already_invited=context.loaded.is_duplicate
        )
        if left and len(meant) == 1:
            raise left[0].refusal
        if guests:
            await self._games.apply_action(context.loaded, Invite(user, tuple(guests), as_admin), request.update)
        report = _invitation_report(guests, left, context.chat_speaker)
        await self._replies.reply_briefly(request, below_table_name(context.loaded, context.chat_speaker, report))

    async def handle_invitation_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Accept or decline an invitation for the guest, or withdraw it for the host."""
        lobby, sender = context.loaded.table, tap.sender
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        number, way = pressed.arguments
        invitation = invitations.find_invitation(lobby, int(number))
        is_for_sender = invitation.is_for(sender.user, sender.username or "")
        if way == "y":
            if not is_for_sender:
                raise Refusal("not_invited")
            await self._lobby.join_table(tap, context)
            return
        username = (sender.username or "") if is_for_sender and invitation.user is None else ""
        as_admin = not is_for_sender and await self._acts_as_admin(tap, lobby)
        await self._games.apply_action(
            context.loaded, EndInvitation(sender.user, invitation.number, username, as_admin), tap.update
        )
        await self._replies.show_toast(
            tap, context.language, "invitation-declined" if is_for_sender else "invitation-withdrawn"
        )

    async def _acts_as_admin(self, request: Request, lobby: Lobby) -> bool:
        return request.sender.user != lobby.host and await self._members.is_admin(request)

    async def _check_guests(
        self, named: list[_NamedPerson], lobby: Lobby, chat: int, *, already_invited: bool
    ) -> tuple[list[Guest], list[_NotInvited]]:
        guests: list[Guest] = []
        left: list[_NotInvited] = []
        for written, user in named:
            try:
                guest = await (
                    self._check_member(chat, user) if user else self._find_guest_by_username(chat, written[1:], lobby)
                )
            except Refusal as refusal:
                left.append(_NotInvited(written, refusal))
                continue
            try:
                lobby = invitations.reserve_seat(lobby, guest, self._games.times.now)
            except Refusal as refusal:
                if not already_invited or refusal.code != "invited_already":
                    left.append(_NotInvited(written, refusal))
                    continue
            guests.append(guest)
        return guests, left

    async def _find_guest_by_username(self, chat: int, username: str, lobby: Lobby) -> Guest:
        if username.lower().endswith(_BOT_NAME_ENDING):
            raise Refusal("invited_is_bot")
        met = await self._owner.find_user_by_name(username)
        for user in (*human_users(lobby.seats), *(() if met is None else (met,))):
            # Another user may have the username by now.
            if ((await self._members.find_member(chat, user)).username or "").lower() == username.lower():
                return await self._check_member(chat, user)
        return Guest(f"@{username}", username=username)

    async def _check_member(self, chat: int, user: int) -> Guest:
        member = await self._members.find_member(chat, user)
        if member.is_bot:
            raise Refusal("invited_is_bot")
        if member.banned or self._owner.is_banned(user):
            raise Refusal("invited_is_banned")
        if not member.present:
            raise Refusal("invited_is_away")
        return Guest(member.name, user)


def _parse_named_people(request: Command) -> list[_NamedPerson]:
    text, named = request.text.strip(), list(request.mentions)
    if not text and request.replied_user is not None:
        return [("", request.replied_user)]
    found: dict[str | int, _NamedPerson] = {}
    while text:
        user: int | None = None
        if named and text.startswith(named[0][0]):
            typed, user = named.pop(0)
        elif (name := _USERNAME.match(text)) is not None:
            typed = name[0]
        else:
            raise Malformed("whom_to_invite")
        found.setdefault(user or typed.lower(), (typed, user))
        if (between := _SEPARATOR.match(text, len(typed))) is None:
            raise Malformed("whom_to_invite")
        text = text[between.end() :]
    if named or not 1 <= len(found) <= _MAX_INVITED:
        raise Malformed("whom_to_invite")
    return list(found.values())


def _invitation_report(guests: list[Guest], not_invited: list[_NotInvited], speaker: Speaker) -> str:
    lines = []
    hours, names = INVITATION_LIFETIME // _HOUR, [speaker.player_name(guest.name) for guest in guests]
    if len(names) == 1:
        lines.append(speaker.html("invited", name=names[0], hours=hours))
    elif names:
        lines.append(speaker.html("invited-several", names=Html(", ".join(names)), hours=hours))
    lines += [
        speaker.html("invited-not", name=speaker.player_name(one.typed), why=plain_refusal_text(one.refusal, speaker))
        for one in not_invited
    ]
    return "\n".join(lines)
