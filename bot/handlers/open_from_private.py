"""Opens a table for a group from somebody's private chat.

It opens as if they had asked in the group. The group's rules are checked at every step, as nothing from a private chat
tells who somebody is in a group. They are told where the table is after the group was.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, TypeVar

from msgspec import structs
from telegram import (
    InlineKeyboardMarkup,
    KeyboardButton,
    KeyboardButtonRequestChat,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
)

from bot.call_errors import ChatUnreachable
from bot.families.services import ChatContext, ChatServices
from bot.handlers.game_options import GameOptions, parse_game
from bot.handlers.lobby_options import TableAlertHandlers, can_computers_play, solo_game_keyboard
from bot.handlers.settings import (
    GAME_SETTING,
    TOPICS,
    check_may_open_table,
    default_game_summary,
    encode_game,
    load_default_game,
    load_typed_game,
    parse_topics,
)
from bot.languages import languages
from bot.store.keys import Scope
from bot.store.people import PendingTables, pending_table_checksum
from bot.tables.notices import DueAlerts
from bot.tables.table_loader import LoadedPlace, LoadedTable, check_can_host_table, check_not_opened_before
from bot.telegram.groups import fetch_group
from bot.telegram.keyboards import ButtonData, callback_button, encode_button_data, offered_games, translated_button
from bot.telegram.requests import Command, SharedChat, Tap
from bot.wording.speaker import Speaker, localized_title
from engine.errors import Refusal
from engine.lobby_seats import Seat
from engine.rulesets import shipped_rulesets

_ALL_LANGUAGES: Final = "every"
"""In place of a game: show the games in every language."""
GROUP_REQUEST_ID: Final = 1
CODES_THERE: Final[Mapping[str, str]] = {
    "lobby_open": "lobby_open_there",
    "game_running": "game_running_there",
    "too_many_tables": "too_many_tables_there",
    "too_many_seats": "too_many_seats_there",
}
"""The codes of refusals that are worded otherwise where the table is in a group."""
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
    """Asks for the group, then for the game, and opens the table."""

    def __init__(self, services: ChatServices, pending_tables: PendingTables, table_alerts: TableAlertHandlers) -> None:
        self._gateway: Final = services.gateway
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._judges: Final = services.tables.judges
        self._replies: Final = services.replies.answers
        self._default_language: Final = services.replies.private_locale.default
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
        """A group was chosen: offer the typed game, else all games with the group's default game first."""
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
            data = encode_button_data(
                "opengroup", "", loaded.scope.chat, options.ruleset.id, pending_table_checksum(pending)
            )
            keyboard = InlineKeyboardMarkup([[translated_button(speaker, "button-open-there", data)]])
            await self._say(
                request, speaker.html("there-wanted", game=default_game_summary(options, speaker)), keyboard
            )
            return
        await self._say(request, speaker.html("choose-game"), self._games_keyboard(loaded, speaker))

    async def open_in_group(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A game was chosen for the group: open its table there; or show games in other languages.

        Its options are the typed ones; else the group's, for its default game; else the game's own.
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
        rows = [
            [
                callback_button(
                    localized_title(shipped_rulesets()[name].title, speaker.language),
                    encode_button_data("opengroup", "", chat, name),
                )
            ]
            for name in ordered
        ]
        if len(ordered) < len(shipped_rulesets()):
            rows.append(
                [
                    translated_button(
                        speaker, "button-more-languages", encode_button_data("opengroup", "", chat, _ALL_LANGUAGES)
                    )
                ]
            )
        return InlineKeyboardMarkup(rows)

    async def _alert_with_host(self, scope: Scope, host: int) -> DueAlerts:
        return replace(await self._table_alerts.people_to_alert(scope, host), private_host=host)

    async def _load_openable_place(self, request: R, chat: int) -> LoadedPlace:
        """The place where the sender's table would open now; ``not_there`` reveals nothing else about a group."""
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
