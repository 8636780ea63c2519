"""``/records``: the panel with a chat's records, and the log of what was decided; in a group for administrators."""

from collections.abc import Sequence
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.services import ChatContext, ChatServices
from bot.handlers import record_pages
from bot.handlers.settings import SETTINGS_PANEL_SECONDS, SettingsEditor
from bot.records.administration import DecisionKind, RecordDecision
from bot.records.archive import export_files
from bot.telegram.keyboards import ButtonData
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from bot.wording import decisions
from engine.errors import Refusal
from engine.game_record import GameRecord, SeasonBegun

_Page = tuple[str, InlineKeyboardMarkup]


class RecordPanelHandlers:
    """Shows a chat's records, and does and tells what administrators decide; checks at every tap who presses."""

    def __init__(self, services: ChatServices, editor: SettingsEditor) -> None:
        self._gateway: Final = services.gateway
        self._editor: Final = editor
        self._administration: Final = services.records.administration
        self._games: Final = services.tables.games
        self._answers: Final = services.replies.answers

    @handles_command("records", "chat", "chooser", kind="setting")
    async def show_records(self, request: Command, context: ChatContext) -> None:
        """``/kayitlar``: the panel."""
        await self._editor.check_may_change(request)
        await self._editor.offer_choices(request, *await self._menu(request, context))

    async def handle_records_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button of the panel."""
        await self._editor.check_may_change(tap)
        if not tap.has_button("records:"):
            # Boards and lobbies are to stay what they are.
            raise Refusal("stale_button")
        match pressed.arguments:
            case (record_pages.CLOSE,):
                await self._answers.tapped_message.close_message(tap)
                return
            case (record_pages.EXPORT,):
                await self._export_chat_records(tap, context)
                return
            case arguments:
                page = await self._do_and_show(tap, context, arguments)
        await self._answers.tapped_message.replace_with_html(tap, *page, seconds=SETTINGS_PANEL_SECONDS)

    @handles_command("log", "group", "administrator", kind="look-up", answered_separately=True)
    async def show_audit_log(self, request: Command, context: ChatContext) -> None:
        """``/gunluk``, for administrators: the latest decisions about the chat's records and the place's games."""
        acts = await self._games.history.read_acts(context.request_place)
        about_records = await self._administration.read_decisions(context.request_place.first.scope.chat)
        lines = decisions.audit_log_lines(acts, about_records, context.chat_speaker)
        head = context.chat_speaker.html("acts" if lines else "acts-none")
        await self._answers.reply_briefly(request, "\n".join((head, *lines)))

    async def _do_and_show(self, tap: Tap, context: ChatContext, arguments: Sequence[str]) -> _Page:
        speaker, chat = context.chat_speaker, tap.venue.scope.chat
        match arguments:
            case (record_pages.MENU,):
                return await self._menu(tap, context)
            case (record_pages.SEASON,):
                summary = await self._administration.summarize(chat)
                return record_pages.season_question(summary.season + 1, speaker)
            case (record_pages.SEASON, number):
                await self._begin_season(tap, context, int(number))
                return await self._menu(tap, context)
            case (record_pages.GAMES, before):
                return await self._games_page(tap, context, int(before))
            case (record_pages.LEAVE_OUT | record_pages.COUNT as kind, place, game, before):
                await self._set_left_out(tap, context, kind, int(place), game)
                return await self._games_page(tap, context, int(before))
            case (record_pages.ERASE,):
                summary = await self._administration.summarize(chat)
                if not summary.records:
                    raise Refusal("no_records")
                return record_pages.erase_question(summary, speaker)
            case (record_pages.ERASE, count):
                await self._erase(tap, context, int(count))
                return await self._menu(tap, context)
            case _:
                raise Refusal("stale_button")

    async def _menu(self, request: Command | Tap, context: ChatContext) -> _Page:
        summary = await self._administration.summarize(request.venue.scope.chat)
        return record_pages.menu(summary, context.chat_speaker, private=request.venue.private)

    async def _games_page(self, tap: Tap, context: ChatContext, before: int) -> _Page:
        games, following = await self._administration.newest_games(
            tap.venue.scope.chat, record_pages.GAMES_PER_PAGE, before or None
        )
        return record_pages.games_page(games, before, following, context.chat_speaker)

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
        leaves_out = kind == record_pages.LEAVE_OUT
        decision = self._decision(tap, "leave-out" if leaves_out else "count", game=found.record)
        changed = await self._administration.set_left_out(chat, found, decision)
        if changed is not None:
            message = "records-left-out" if leaves_out else "records-counted"
            game_line = record_pages.game_line(changed.record, context.chat_speaker)
            await self._tell(tap, context, message, game=game_line)

    async def _erase(self, tap: Tap, context: ChatContext, count: int) -> None:
        chat = tap.venue.scope.chat
        summary = await self._administration.summarize(chat)
        if summary.records and summary.records != count:
            # More is lost by now than the question said.
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
        await self._answers.acknowledge_tap(tap)

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
        await self._answers.reply_html(tap, speaker.html(message, name=name, **arguments))
