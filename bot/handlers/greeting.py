"""What happens first and last in a chat: greetings, ``/start`` with its links, migration, and the bot's removal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.families.services import ChatContext, ChatServices, CommandHandler, MessagingServices
from bot.handlers.group_doctor import UnreachableChatRetry
from bot.handlers.guides import GuideHandlers, TutorialHandlers
from bot.handlers.history import HistoryHandlers
from bot.handlers.own_board import OwnBoardHandlers
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.puzzles import PuzzleHandlers
from bot.pictures import DrawingError
from bot.tables.deadlines import UnreachableClocks
from bot.tables.games import Games
from bot.tables.table_loader import LoadedPlace, is_game_running
from bot.telegram.keyboards import (
    ADDED_LINK,
    FIRST_GAME_LINK,
    STYLE_SUCCESS,
    encode_button_data,
    first_game_button,
    parse_puzzle_link,
    parse_rack_link,
    parse_shared_game_link,
    translated_button,
)
from bot.telegram.requests import BotAdded, BotRemoved, Command, GroupMigrated, OwnRightsChanged
from bot.user_input.commands import handles_command
from bot.wording.guide_texts import non_admin_hint
from bot.wording.speaker import Speaker
from engine.game_base import TurnGame
from engine.lobby_seats import Lobby


class GreetingHandlers:
    """Greets a group that added the bot, and answers ``/start`` there."""

    def __init__(self, services: ChatServices) -> None:
        self._gateway: Final = services.gateway
        self._store: Final = services.tables.store
        self._locales: Final = services.messaging.private_locale
        self._drawing: Final = services.pictures.drawing_thread
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._pictures: Final[dict[tuple[str, str], bytes]] = {}  # pictures drawn so far, by language and theme

    async def greet_group(self, request: BotAdded, context: ChatContext) -> None:
        """Greet a group at most once a day; if a game runs there, tell that instead."""
        if all(one.table is None for one in context.request_place.tables):
            context = await self._speak_to(request, context)
        speaker, is_admin = context.chat_speaker, request.as_admin
        resumed = _text_of_open_tables(context.request_place, speaker)
        if resumed:
            hint = "" if is_admin else f"\n{non_admin_hint(speaker, self._name)}"
            await self._replies.reply_html(request, f"{resumed}{hint}")
        elif await self._store.onboarding.claim_greeting(request.venue.scope.chat, request.update.id):
            text, keyboard = self._greeting(speaker, is_admin=is_admin), self._keyboard(speaker)
            try:
                picture = await self._draw_picture(context)
            except DrawingError:
                await self._replies.reply_html(request, text, keyboard)
            else:
                await self._replies.reply_photo(request, picture, text, keyboard)

    async def _speak_to(self, request: BotAdded, context: ChatContext) -> ChatContext:
        """Give a group without a language the sender's; ``adder`` marks it, so that a supergroup's own choice wins."""
        if "language" in context.loaded.settings:
            return context
        language = await self._locales.load_locale_of_sender(request.sender)
        if language == context.language:
            return context
        for name in ("adder", "language"):
            await self._store.save_setting(request.venue.scope, name, language, request.update.id)
        loaded = replace(context.loaded, settings={**context.loaded.settings, "language": language})
        return replace(context, loaded=loaded, chat_speaker=context.chat_speaker.in_language(language))

    async def answer_start(self, request: Command, context: ChatContext) -> None:
        """``/start`` in a group: show the greeting, without its picture, to the sender."""
        speaker = context.chat_speaker
        await self._replies.reply_briefly(request, self._greeting(speaker, is_admin=True), self._keyboard(speaker))

    @property
    def _name(self) -> str:
        return f"@{self._gateway.username}"

    def _greeting(self, speaker: Speaker, *, is_admin: bool) -> str:
        return speaker.html("greeting-group" if is_admin else "greeting-group-member", bot=self._name)

    def _keyboard(self, speaker: Speaker) -> InlineKeyboardMarkup:
        table = translated_button(speaker, "button-first-table", encode_button_data("open"), style=STYLE_SUCCESS)
        guide = translated_button(speaker, "button-how", encode_button_data("guide"))
        first_game = first_game_button(speaker, self._gateway.username)
        languages = self._buttons.language_choice(speaker.language).inline_keyboard
        return InlineKeyboardMarkup([[table], [first_game], [guide], *languages])

    async def _draw_picture(self, context: ChatContext) -> bytes:
        style = context.style
        key = (style.language, style.theme)
        if key not in self._pictures:
            sketch = registry.greeting_sketch(style, context.chat_speaker)
            self._pictures[key] = await self._drawing.draw_sketch(sketch)
        return self._pictures[key]


def _text_of_open_tables(place: LoadedPlace, speaker: Speaker) -> str:
    table = place.newest.table
    if len(place.open_tables) > 1:
        return speaker.html("back-to-tables")
    if isinstance(table, Lobby):
        return speaker.html("back-to-table")
    if table is not None and is_game_running(table):
        if not isinstance(table, TurnGame):
            return speaker.html("back-to-round")
        player = table.players[table.turn]
        return speaker.html("back-to-game", name=speaker.player_name(player.name))
    return ""


@dataclass(frozen=True, eq=False)
class ChatEventHandlers:
    """Follows groups to their new ids, and stops clocks where the bot was removed."""

    games: Games
    owner: OwnerAccess
    unreachable: UnreachableClocks
    retry: UnreachableChatRetry

    async def migrate_group(self, request: GroupMigrated) -> None:
        """Follow a group that has become a supergroup."""
        await self.games.loader.migrate_chat(request.old_chat, request.new_chat)
        await self.owner.migrate_chat(request.old_chat, request.new_chat)

    async def leave_group(self, request: BotRemoved, _: ChatContext) -> None:
        """Stop the clocks of a group that removed the bot."""
        await self.owner.remove_chat(request.venue.scope.chat)
        await self.unreachable.stop_clocks_of_chat(request.venue.scope.chat)

    async def follow_own_rights(self, request: OwnRightsChanged) -> None:
        """Stop the clocks of a group where the bot may no longer write, or try the group again if it may."""
        chat = request.venue.scope.chat
        if not request.may_write:
            await self.unreachable.stop_clocks_of_chat(chat)
        elif (await self.games.load_table(request.venue.scope)).has_unreachable:
            await self.retry.resume_chat(chat)


@dataclass(frozen=True, eq=False)
class StartHandlers:
    """Greets people in private, and follows deep links."""

    messaging: MessagingServices
    greeting: GreetingHandlers
    tutorial: TutorialHandlers
    own_board: OwnBoardHandlers
    guides: GuideHandlers
    puzzles: PuzzleHandlers
    history: HistoryHandlers
    linked_commands: Mapping[str, CommandHandler]

    @handles_command("start", "chat", "anybody", kind="look-up")
    async def greet_or_follow_link(self, request: Command, context: ChatContext) -> None:
        """``/start``: greet, or open what the deep link names: an own board, a puzzle, a replay, a guide."""
        if not request.venue.private:
            if request.text == ADDED_LINK:
                return
            await self.greeting.answer_start(request, context)
            return
        await self.messaging.private_delivery.note_private_chat_opened(request.sender.user)
        scope = parse_rack_link(request.text)
        if scope is not None:
            if not await self.own_board.open_linked_board(request, context, scope):
                await self.messaging.replies.reply_message(request, context.language, "no-own-board-there")
            return
        linked = parse_puzzle_link(request.text)
        if linked is not None:
            await self.puzzles.open_linked_puzzle(request, context, *linked)
            return
        shared = parse_shared_game_link(request.text)
        if shared is not None:
            await self.history.open_shared_replay(request, context, *shared)
            return
        if (handle := self.linked_commands.get(request.text)) is not None:
            await handle(request, context)
            return
        if await self.guides.show_linked_guide(request, context):
            return
        await self.tutorial.greet_person(request, context, asked=request.text == FIRST_GAME_LINK)
