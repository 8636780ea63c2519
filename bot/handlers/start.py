"""``/start``: the greeting, and what a deep link to the private chat asks for."""

from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.game.game_lists import GameListHandlers
from bot.handlers.game.own_board import OwnBoardHandlers
from bot.handlers.greeting import GreetingHandlers
from bot.handlers.guides import GuideHandlers
from bot.handlers.puzzles.puzzle_handlers import PuzzleHandlers
from bot.handlers.records.my_data import MyDataHandlers
from bot.handlers.tutorial import TutorialHandlers
from bot.telegram.button_data import (
    ADDED_LINK,
    FIRST_GAME_LINK,
    MY_DATA_LINK,
    OWN_GAMES_LINK,
    parse_puzzle_link,
    parse_rack_link,
)
from bot.telegram.incoming.requests import Command
from bot.telegram.private_delivery import PrivateDelivery
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command


class StartHandlers:
    """Greets people, and follows deep links."""

    def __init__(
        self,
        answers: Replies,
        *,
        greeting: GreetingHandlers,
        tutorial: TutorialHandlers,
        personal: PrivateDelivery,
        own_board: OwnBoardHandlers,
        game_lists: GameListHandlers,
        guides: GuideHandlers,
        my_data: MyDataHandlers,
        puzzles: PuzzleHandlers,
    ) -> None:
        self._answers: Final = answers
        self._greeting: Final = greeting
        self._tutorial: Final = tutorial
        self._personal: Final = personal
        self._own_board: Final = own_board
        self._game_lists: Final = game_lists
        self._guides: Final = guides
        self._my_data: Final = my_data
        self._puzzles: Final = puzzles

    @handles_command("start", "chat", "anybody", kind="look-up")
    async def greet_or_follow_link(self, request: Command, context: ChatContext) -> None:
        """``/start``: a greeting; with a deep link's payload, the asker's own board of the game that it names."""
        if not request.venue.private:
            if request.text == ADDED_LINK:
                return
            await self._greeting.answer_start(request, context)
            return
        await self._personal.admit(request.sender.user)
        scope = parse_rack_link(request.text)
        if scope is not None:
            if not await self._own_board.open_linked_board(request, context, scope):
                await self._answers.reply_message(request, context.language, "no-own-board-there")
            return
        linked = parse_puzzle_link(request.text)
        if linked is not None:
            await self._puzzles.open_linked_puzzle(request, context, *linked)
            return
        if request.text == OWN_GAMES_LINK:
            await self._game_lists.show_own_games(request, context)
            return
        if request.text == MY_DATA_LINK:
            await self._my_data.show_my_data(request, context)
            return
        if await self._guides.show_linked_guide(request, context):
            return
        await self._tutorial.greet_person(request, context, asked=request.text == FIRST_GAME_LINK)
