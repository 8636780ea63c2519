"""``/start``: the greeting, and what a deep link to the private chat asks for."""

from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.game.game_lists import GameListHandlers
from bot.handlers.game.own_board import OwnBoardHandlers
from bot.handlers.guides import GuideHandlers
from bot.handlers.records.my_data import MyDataHandlers
from bot.languages import languages
from bot.tables.loaded_table import LoadedPlace, is_game_running
from bot.telegram.api.gateway import Gateway
from bot.telegram.button_data import MY_DATA_LINK, OWN_GAMES_LINK, parse_rack_link
from bot.telegram.incoming.requests import Command
from bot.telegram.keyboards import Keyboards
from bot.telegram.private_delivery import PrivateDelivery
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from bot.wording.guide_texts import non_admin_hint
from bot.wording.speaker import Speaker
from engine.lobby_seats import Lobby

_ADDED_PAYLOAD: Final = "new"
"""The payload of the link that adds the bot to a group; the client says it there, right after the greeting."""


class StartHandlers:
    """Greets people, and follows deep links."""

    def __init__(
        self,
        gateway: Gateway,
        answers: Replies,
        buttons: Keyboards,
        *,
        personal: PrivateDelivery,
        own_board: OwnBoardHandlers,
        game_lists: GameListHandlers,
        guides: GuideHandlers,
        my_data: MyDataHandlers,
    ) -> None:
        self._gateway: Final = gateway
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._personal: Final = personal
        self._own_board: Final = own_board
        self._game_lists: Final = game_lists
        self._guides: Final = guides
        self._my_data: Final = my_data

    @handles_command("start", "chat", "anybody", kind="look-up")
    async def greet_or_follow_link(self, request: Command, context: ChatContext) -> None:
        """``/start``: a greeting; with a deep link's payload, the asker's own board of the game that it names."""
        if not request.venue.private:
            if request.text == _ADDED_PAYLOAD:
                return
            bot = f"@{self._gateway.username}"
            await self._answers.reply_html(request, group_greeting(context.request_place, context.chat_speaker, bot))
            return
        await self._personal.admit(request.sender.user)
        scope = parse_rack_link(request.text)
        if scope is not None:
            if not await self._own_board.open_linked_board(request, context, scope):
                await self._answers.reply_message(request, context.language, "no-own-board-there")
            return
        if request.text == OWN_GAMES_LINK:
            await self._game_lists.show_own_games(request, context)
            return
        if request.text == MY_DATA_LINK:
            await self._my_data.show_my_data(request, context)
            return
        if await self._guides.show_linked_guide(request, context):
            return
        link = f"https://t.me/{self._gateway.username}?startgroup={_ADDED_PAYLOAD}"
        keyboard = self._buttons.link_keyboard(context.language, "button-add-to-group", link)
        name = context.chat_speaker.player_name(request.sender.name)
        await self._answers.reply_message(request, context.language, "greeting-private", keyboard, name=name)


def group_greeting(place: LoadedPlace, speaker: Speaker, bot_name: str, *, is_admin: bool = True) -> str:
    """HTML: how to open a table, or that one is open or a game is running.

    Args:
        place: the chat or topic.
        speaker: speaks to the chat.
        bot_name: the bot's name with its ``@``.
        is_admin: whether the bot is an administrator, which commands without its name reach.
    """
    table = place.newest.table
    if len(place.open_tables) > 1:
        text = speaker.html("back-to-tables")
    elif isinstance(table, Lobby):
        text = speaker.html("back-to-table")
    elif table is not None and not isinstance(table, Lobby) and is_game_running(table):
        player = table.players[table.turn]
        text = speaker.html("back-to-game", name=speaker.player_name(player.name))
    else:
        greeting = speaker.html("greeting-group" if is_admin else "greeting-group-member", bot=bot_name)
        return f"{greeting} {_language_hints(speaker, '' if is_admin else bot_name)}"
    return text if is_admin else f"{text}\n{non_admin_hint(speaker, bot_name)}"


def _language_hints(speaker: Speaker, bot_name: str) -> str:
    """How to switch to each other language, in that language; ``bot_name`` is appended to the command."""
    _, *others = languages_own_first(speaker.language)
    return " · ".join(speaker.in_language(code).html("switch-language", bot=bot_name, code=code) for code in others)


def languages_own_first(language: str) -> tuple[str, ...]:
    """The languages of the interface in their order, but this one first."""
    return (language, *(code for code in languages().codes if code != language))
