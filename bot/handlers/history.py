"""The history: finished games of a group, or of one person in private, with their pages, replays and files."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.call_errors import ChatUnreachable, RequestRejected
from bot.families import registry
from bot.families.finished_games import OpenedGame, list_replay_steps, open_game, record_titles
from bot.families.services import ChatContext, ChatServices
from bot.handlers import game_pages
from bot.handlers.game_pages import (
    ProofFiles,
    VisibleGames,
    game_caption,
    game_keyboard,
    list_keyboard,
    proof_of,
    replay_keyboard,
    step_caption,
)
from bot.records.archive import ArchivedGame
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedPlace, LoadedTable, PlayerTables, is_game_running, table_name
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.keyboards import ButtonData
from bot.telegram.private_delivery import DeliveryRoute
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from bot.workers.recent import RecentKeys
from engine.errors import Refusal
from engine.game import view
from engine.game_base import GameView


@dataclass(frozen=True, slots=True)
class MeantGame:
    """The game that a request means."""

    ids: tuple[str, ...]  # the possible beginnings of its id
    table: LoadedTable | None  # its table; `None` if it holds another game by now, or is elsewhere


def find_meant_game(request: Command, place: LoadedPlace | None) -> MeantGame | None:
    """The game that a command means; ``None`` if it names none and so means the newest.

    What the replied message itself shows takes precedence over a table's number, which may be another table's by now. A
    list of several tables shows none. Raises Refusal: ``no_such_table``; ``which_finished_game`` for a reply that may
    be to a game's message but does not show which.
    """
    ids = request.replied_tables if len(request.replied_tables) == 1 else request.replied_games
    for one in () if place is None else place.tables:
        if one.table is None:
            continue
        name = table_name(one.table)
        is_replied = any(game.startswith(name) for game in ids) if ids else request.replied_message in one.messages
        if is_replied or request.table_number == one.scope.table:
            return MeantGame((name,), one)
    if ids:
        return MeantGame(ids, None)
    if request.table_number is not None:
        raise Refusal("no_such_table", number=request.table_number)
    if request.replied_message is not None and not request.replied_page:
        raise Refusal("which_finished_game")
    return None


async def is_running_elsewhere(prefixes: Collection[str], request: Command, tables: PlayerTables) -> bool:
    """Whether a command in private means, by the possible beginnings of its id, a game that runs in another chat."""
    if not request.venue.private:
        return False
    running = await tables.running_games(request.sender.user, request.update)
    names = tuple(table_name(one.table) for one in running if one.table is not None)
    return any(prefix.startswith(names) for prefix in prefixes)


_REPEAT_SECONDS: Final = 60.0  # before that, a button does not send the same file to the chat again
_NOTES: Final[Mapping[str, str]] = {"history_gone": "history-gone", "history_other_version": "history-other-version"}
"""Notes on games that cannot be replayed, by the refusal's code."""


class HistoryHandlers:
    """Shows finished games; ``can_share`` tells whether the bot has inline mode."""

    def __init__(self, services: ChatServices, visible_games: VisibleGames, files: ProofFiles) -> None:
        self._gateway: Final = services.gateway
        self._archive: Final = visible_games.archive
        self._visible_games: Final = visible_games
        self._player_tables: Final = services.tables.games.player_tables
        self._replies: Final = services.messaging.replies
        self._private_delivery: Final = services.messaging.private_delivery
        self._files: Final = files
        self._pictures: Final = services.records.pictures
        self._recently_sent: Final = RecentKeys(_REPEAT_SECONDS)

    @handles_command("history", "chat", "anybody", kind="look-up")
    async def show_history(self, request: Command, context: ChatContext) -> None:
        """``/gecmis``: finished games of the group; in private, of the sender."""
        text, keyboard = await self._list_page(request, context, 0)
        await self._replies.reply_html(request, text, keyboard)

    @handles_command("gcg", "chat", "anybody", kind="look-up")
    async def send_gcg(self, request: Command, context: ChatContext) -> None:
        """``/gcg``: the newest finished game, or the one meant, as GCG; in private, of the sender's games."""
        opened = await open_game(self._archive, await self._game_of_command(request, context))
        await self._files.send_gcg(request, context.language, proof_of(opened, needs_gcg=True))

    async def handle_history_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button of the history."""
        action, *rest = pressed.arguments
        if action == game_pages.LIST:
            text, keyboard = await self._list_page(tap, context, int(rest[0]))
            await self._replies.tapped_message.replace_with_html(tap, text, keyboard)
            return
        is_replay = action == game_pages.STEP
        found = await self._visible_games.find_tapped_game(tap, *rest[:3], is_replay=is_replay)
        opened = await open_game(self._archive, found)
        match action:
            case game_pages.PAGE:
                await self._deliver_page(tap, context, await self._game_page(opened, context))
            case game_pages.BACK:
                await self._private_delivery.replace_page(tap, await self._game_page(opened, context))
            case game_pages.STEP:
                has_page = await self._visible_games.may_open(tap, found)
                page = _replay_page(opened, int(rest[3]), context, has_page=has_page)
                await self._private_delivery.replace_page(tap, page)
            case _:
                await self._send_files_by_tap(tap, context, opened, gcg=action == game_pages.GCG)

    async def open_shared_replay(self, start: Command, context: ChatContext, chat: int, game: str) -> None:
        """The link below a shared picture: the game's replay, for anyone."""
        found = await self._archive.find_game(chat, game)
        if found is None:
            raise Refusal("history_gone")
        has_page = await self._visible_games.may_open(start, found)
        page = _replay_page(await open_game(self._archive, found), 0, context, has_page=has_page)
        await self._private_delivery.reply_with_page(start, page)

    async def _list_page(
        self, request: Command | Tap, context: ChatContext, number: int
    ) -> tuple[str, InlineKeyboardMarkup]:
        venue, speaker = request.venue, context.chat_speaker
        page = (
            await self._archive.list_user_games(request.sender.user, number)
            if venue.private
            else await self._archive.list_chat_games(venue.scope.chat, number)
        )
        if not (page.games or number or page.has_older):
            raise Refusal("no_history")
        text = speaker.html("history-head-private" if venue.private else "history-head")
        return text, list_keyboard(page, speaker)

    async def _game_of_command(self, request: Command, context: ChatContext) -> ArchivedGame:
        meant = find_meant_game(request, context.place)
        if meant is None:
            return await self._newest_game(request)
        here = meant.table is not None and is_game_running(meant.table.table)
        if here or await is_running_elsewhere(meant.ids, request, self._player_tables):
            raise Refusal("gcg_running")
        found = await self._visible_games.find_named_game(request, meant.ids)
        if found is None:
            raise Refusal("which_finished_game")
        return found

    async def _newest_game(self, request: Command) -> ArchivedGame:
        if request.venue.private:
            games = (await self._archive.list_user_games(request.sender.user, 0)).games
        else:
            games = await self._archive.newest_games(request.venue.scope.chat)
        if not games:
            raise Refusal("no_history")
        return games[0]

    async def _game_page(self, opened: OpenedGame, context: ChatContext) -> PrivatePage:
        record = opened.found.record
        speaker = context.chat_speaker.about_table(record_titles(record))
        end = opened.end
        shown = None if end is None else view(end, None)
        effects = await self._archive.load_effects(opened.found)
        note = speaker.html(_NOTES[opened.missing]) if opened.missing else ""
        can_share = bool(self._gateway.inline_mention)
        picture = await self._pictures.find_picture(opened.found.chat, record.id) if can_share else None
        return PrivatePage(
            game_caption(opened.found, shown if isinstance(shown, GameView) else None, effects, note, speaker),
            game_keyboard(opened, speaker, shared_picture=picture),
            None if shown is None else registry.table_sketch(shown, speaker, context.style),
        )

    async def _deliver_page(self, tap: Tap, context: ChatContext, page: PrivatePage) -> None:
        if await self._private_delivery.reply_with_page(tap, page) is DeliveryRoute.NONE:
            await self._replies.show_alert(tap, context.language, "history-needs-private")

    async def _send_files_by_tap(self, tap: Tap, context: ChatContext, opened: OpenedGame, *, gcg: bool) -> None:
        """Send files in private, so that the group does not see what a member looks at."""
        proven, scope = proof_of(opened, needs_gcg=gcg), Scope(tap.sender.user)
        if self._recently_sent.check_and_note((scope, opened.found.record.id, gcg)):
            await self._replies.show_toast(tap, context.language, "proof-above")
            return
        if tap.venue.private:
            await self._replies.acknowledge_tap(tap)
        try:
            if gcg:
                await self._files.send_gcg(tap, context.language, proven, scope)
            else:
                await self._files.send_files(tap, context.language, proven, Scope(opened.found.chat), scope)
        except (ChatUnreachable, RequestRejected):
            self._recently_sent.forget_key((scope, opened.found.record.id, gcg))
            await self._replies.show_alert(tap, context.language, "history-needs-private")
            return
        if not tap.venue.private:
            await self._replies.show_toast(tap, context.language, "history-sent")


def _replay_page(opened: OpenedGame, number: int, context: ChatContext, *, has_page: bool) -> PrivatePage:
    if opened.unpacked is None or opened.end is None:
        raise Refusal(opened.missing)
    speaker = context.chat_speaker.about_table(record_titles(opened.found.record))
    steps = list_replay_steps(opened.unpacked, speaker)
    number = min(number, len(steps) - 1)
    step = steps[number]
    return PrivatePage(
        step_caption(step, number + 1, len(steps), speaker),
        replay_keyboard(opened.found, number, len(steps), speaker, has_page=has_page),
        registry.table_sketch(step.public_view, speaker, context.style),
    )
