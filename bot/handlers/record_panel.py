"""``/records``: the panel of a chat's records, and the log of decisions; in a group, for administrators."""

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.services import ChatContext, ChatServices
from bot.handlers.settings import SETTINGS_PANEL_SECONDS, SettingsEditor
from bot.records.administration import DecisionKind, PlacedGame, RecordDecision, RecordSummary
from bot.records.archive import export_files
from bot.telegram.keyboards import (
    STYLE_DANGER,
    STYLE_SUCCESS,
    ButtonData,
    callback_button,
    encode_button_data,
    pair_short_buttons,
    translated_button,
)
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from bot.wording import decisions
from bot.wording.figures import game_label
from bot.wording.speaker import NAMELESS, Speaker
from engine.errors import Refusal
from engine.game_record import GameRecord, SeasonBegun
from render.text import format_points

_Page = tuple[str, InlineKeyboardMarkup]
_KIND: Final = "records"
_GAMES_PER_PAGE: Final = 8
_MOST_LABEL: Final = 60


class _Action(StrEnum):
    MENU = "menu"
    CLOSE = "done"
    SEASON = "season"
    GAMES = "games"
    LEAVE_OUT = "out"
    COUNT = "in"
    EXPORT = "export"
    ERASE = "erase"


class RecordPanelHandlers:
    """Shows a chat's records, and applies and logs administrators' decisions; checks at every tap who may decide."""

    def __init__(self, services: ChatServices, editor: SettingsEditor) -> None:
        self._gateway: Final = services.gateway
        self._editor: Final = editor
        self._administration: Final = services.records.administration
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies

    @handles_command("records", "chat", "chooser", kind="setting")
    async def show_records(self, request: Command, context: ChatContext) -> None:
        """``/kayitlar``: show the panel."""
        await self._editor.check_may_change(request)
        await self._editor.offer_choices(request, *await self._menu(request, context))

    async def handle_records_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Handle a tap on a button of the panel."""
        await self._editor.check_may_change(tap)
        if not tap.has_button("records:"):
            # The panel must not replace a board or a lobby.
            raise Refusal("stale_button")
        match pressed.arguments:
            case (_Action.CLOSE,):
                await self._replies.tapped_message.close_message(tap)
                return
            case (_Action.EXPORT,):
                await self._export_chat_records(tap, context)
                return
            case arguments:
                page = await self._do_and_show(tap, context, arguments)
        await self._replies.tapped_message.replace_with_html(tap, *page, seconds=SETTINGS_PANEL_SECONDS)

    @handles_command("log", "group", "administrator", kind="look-up", answered_separately=True)
    async def show_audit_log(self, request: Command, context: ChatContext) -> None:
        """``/gunluk``: show the latest decisions about the chat's records and the place's games; for administrators."""
        entries = await self._games.history.read_audit_entries(context.request_place)
        about_records = await self._administration.read_decisions(context.request_place.first.scope.chat)
        lines = decisions.audit_log_lines(entries, about_records, context.chat_speaker)
        head = context.chat_speaker.html("acts" if lines else "acts-none")
        await self._replies.reply_briefly(request, "\n".join((head, *lines)))

    async def _do_and_show(self, tap: Tap, context: ChatContext, arguments: Sequence[str]) -> _Page:
        speaker, chat = context.chat_speaker, tap.venue.scope.chat
        match arguments:
            case (_Action.MENU,):
                return await self._menu(tap, context)
            case (_Action.SEASON,):
                summary = await self._administration.summarize(chat)
                return _season_question(summary.season + 1, speaker)
            case (_Action.SEASON, number):
                await self._begin_season(tap, context, int(number))
                return await self._menu(tap, context)
            case (_Action.GAMES, before):
                return await self._games_page(tap, context, int(before))
            case (_Action.LEAVE_OUT | _Action.COUNT as kind, place, game, before):
                await self._set_left_out(tap, context, kind, int(place), game)
                return await self._games_page(tap, context, int(before))
            case (_Action.ERASE,):
                summary = await self._administration.summarize(chat)
                if not summary.records:
                    raise Refusal("no_records")
                return _erase_question(summary, speaker)
            case (_Action.ERASE, count):
                await self._erase(tap, context, int(count))
                return await self._menu(tap, context)
            case _:
                raise Refusal("stale_button")

    async def _menu(self, request: Command | Tap, context: ChatContext) -> _Page:
        summary, speaker = await self._administration.summarize(request.venue.scope.chat), context.chat_speaker
        head = "records-head-private" if request.venue.private else "records-head-group"
        count = speaker.html("records-count", count=summary.games) if summary.games else speaker.html("records-none")
        lines = [speaker.html(head), "", count]
        if summary.season:
            lines.append(speaker.html("records-season", number=summary.season))
        buttons = [_button(speaker, "button-records-season", _Action.SEASON)]
        if summary.games:
            buttons.append(_button(speaker, "button-records-games", _Action.GAMES, 0))
        if summary.records:
            buttons.append(_button(speaker, "button-records-export", _Action.EXPORT))
            buttons.append(_button(speaker, "button-records-erase", _Action.ERASE))
        return "\n".join(lines), InlineKeyboardMarkup([*pair_short_buttons(buttons), [_close(speaker)]])

    async def _games_page(self, tap: Tap, context: ChatContext, before: int) -> _Page:
        chat, speaker = tap.venue.scope.chat, context.chat_speaker
        games, following = await self._administration.newest_games(chat, _GAMES_PER_PAGE, before or None)
        rows, turning = [[_game_button(game, before, speaker)] for game in games], []
        if before:
            turning.append(_button(speaker, "button-records-newest", _Action.GAMES, 0))
        if following is not None:
            turning.append(_button(speaker, "button-records-older", _Action.GAMES, following))
        rows += [turning] if turning else []
        return speaker.html("records-games"), InlineKeyboardMarkup([*rows, _back_row(speaker)])

    async def _begin_season(self, tap: Tap, context: ChatContext, number: int) -> None:
        decision = self._decision(tap, "season", number=number)
        season = SeasonBegun(number, int(decision.at.timestamp()))
        if not await self._administration.begin_season(tap.venue.scope.chat, season, decision):
            raise Refusal("stale_button")
        await self._tell(tap, context, "records-season-begun", number=number)

    async def _set_left_out(self, tap: Tap, context: ChatContext, kind: str, place: int, game: str) -> None:
        chat = tap.venue.scope.chat
        found = await self._administration.find_game(chat, place, game)
        if found is None:
            raise Refusal("stale_button")
        leaves_out = kind == _Action.LEAVE_OUT
        decision = self._decision(tap, "leave-out" if leaves_out else "count", game=found.record)
        changed = await self._administration.set_left_out(chat, found, decision)
        if changed is not None:
            message = "records-left-out" if leaves_out else "records-counted"
            await self._tell(tap, context, message, game=_game_line(changed.record, context.chat_speaker))

    async def _erase(self, tap: Tap, context: ChatContext, count: int) -> None:
        chat = tap.venue.scope.chat
        summary = await self._administration.summarize(chat)
        if summary.records and summary.records != count:
            # More records would be lost than the question said.
            raise Refusal("stale_button")
        if await self._administration.erase(chat, self._decision(tap, "erase", number=summary.games)):
            await self._tell(tap, context, "records-erased")

    async def _export_chat_records(self, tap: Tap, context: ChatContext) -> None:
        scope, speaker = tap.venue.scope, context.chat_speaker
        caption: str | None = speaker.html("records-export")
        number = 0
        async for content in export_files(self._administration.all_records(scope.chat)):
            number += 1
            await self._gateway.send_document(
                scope,
                content,
                f"harfiyen-records-{number}.jsonl",
                caption,
                fallback_text=speaker.html("records-no-files"),
                sending=tap.sending,
            )
            caption = None
        if not number:
            raise Refusal("no_records")
        await self._replies.acknowledge_tap(tap)

    def _decision(
        self, tap: Tap, kind: DecisionKind, *, number: int = 0, game: GameRecord | None = None
    ) -> RecordDecision:
        now, name = self._games.times.utc_now, tap.sender.public_name
        about = ("", "", 0) if game is None else (game.id, game.ruleset, game.ended)
        by = tap.sender.user if name else 0
        return RecordDecision(kind, now, name, tap.update.id, number, *about, by)

    async def _tell(self, tap: Tap, context: ChatContext, message: str, **arguments: str | int) -> None:
        if tap.venue.private:
            return
        speaker = context.chat_speaker
        name = speaker.actor_name(tap.sender.public_name)
        await self._replies.reply_html(tap, speaker.html(message, name=name, **arguments))


def _season_question(number: int, speaker: Speaker) -> _Page:
    yes = _button(speaker, "button-records-season-yes", _Action.SEASON, number, style=STYLE_SUCCESS)
    return speaker.html("records-season-sure", number=number), InlineKeyboardMarkup([[yes], _back_row(speaker)])


def _erase_question(summary: RecordSummary, speaker: Speaker) -> _Page:
    yes = _button(speaker, "button-records-erase-yes", _Action.ERASE, summary.records, style=STYLE_DANGER)
    return speaker.html("records-erase-sure", count=summary.games), InlineKeyboardMarkup([[yes], _back_row(speaker)])


def _game_button(game: PlacedGame, before: int, speaker: Speaker) -> InlineKeyboardButton:
    record = game.record
    label = f"{'✕' if record.left_out else '✓'} {_date_of(record.ended)} {_players_of(record, speaker)}"
    kind = _Action.COUNT if record.left_out else _Action.LEAVE_OUT
    return callback_button(label[:_MOST_LABEL], encode_button_data(_KIND, "", kind, game.place, record.id, before))


def _game_line(record: GameRecord, speaker: Speaker) -> str:
    return speaker.plain(
        "records-game",
        game=game_label(record.ruleset, speaker),
        date=_date_of(record.ended),
        players=_players_of(record, speaker),
    )


def _players_of(record: GameRecord, speaker: Speaker) -> str:
    return ", ".join(
        f"{speaker.plain_name(player.name or NAMELESS)} {format_points(player.score)}" for player in record.players
    )


def _date_of(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def _button(speaker: Speaker, message: str, *arguments: object, style: str | None = None) -> InlineKeyboardButton:
    return translated_button(speaker, message, encode_button_data(_KIND, "", *arguments), style=style)


def _close(speaker: Speaker) -> InlineKeyboardButton:
    return _button(speaker, "button-done", _Action.CLOSE)


def _back_row(speaker: Speaker) -> list[InlineKeyboardButton]:
    return [_button(speaker, "button-settings-back", _Action.MENU), _close(speaker)]
