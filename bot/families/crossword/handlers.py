"""What may be asked of a game on a board, and who answers it."""

from collections.abc import Mapping
from typing import Final

from bot.families.context import Context
from bot.families.crossword.challenge import ChallengeHandlers
from bot.families.crossword.inline import Inquiries
from bot.families.crossword.myboard import MyBoard
from bot.families.crossword.offers import Offers
from bot.families.crossword.play import PlayHandlers
from bot.families.crossword.readings import ReadingHandlers
from bot.families.crossword.regrets import RegretHandlers
from bot.families.crossword.tries import TryHandlers
from bot.families.crossword.whispers import Whispers
from bot.families.family import Chat, OnCommand, OnTap, Services
from bot.families.inquired import Inquired, Offered
from bot.families.ownboard import HOME, OwnBoard
from bot.families.ownsheets import OwnSheets
from bot.store.keys import Scope
from bot.tables.held import Held, playing
from bot.telegram.inbound import Mistyped, Reply
from bot.texts import Html
from bot.typed.commands import bound
from bot.wording.speaker import Speaker
from engine.crossword.state import GameState
from engine.game import Step

HANDLERS: Final = (PlayHandlers, ChallengeHandlers, RegretHandlers, TryHandlers, ReadingHandlers)
"""Whose methods answer commands."""


class BoardChat(Chat):
    """Games on a board in the chats."""

    def __init__(self, services: Services) -> None:
        self._games: Final = services.games
        self._store: Final = services.store
        self._texts: Final = services.texts
        self._personal: Final = services.personal
        self._sheets: Final = OwnSheets(services.gateway, services.store, services.games)
        self._default_language: Final = services.tongues.default
        self._play = PlayHandlers(services)
        self._offers = Offers(services)
        self._board = MyBoard(services)
        self._challenge = ChallengeHandlers(services)
        self._regrets = RegretHandlers(services)
        self._tries = TryHandlers(services)
        self._inquiries = Inquiries(services.games)
        self._whispers = Whispers(self._show, services.texts, services.tongues)
        self._readings = ReadingHandlers(services)
        self._commands: Final[Mapping[str, OnCommand]] = bound(
            self._play, self._challenge, self._regrets, self._tries, self._readings
        )

    @property
    def commands(self) -> Mapping[str, OnCommand]:
        """Turns, challenges, turns taken back and moves tried out."""
        return self._commands

    @property
    def taps(self) -> Mapping[str, OnTap]:
        """Answers to the last turn, and the move that was tried out."""
        return {
            "doubt": self._challenge.doubted,
            "agree": self._challenge.answered,
            "decline": self._challenge.answered,
            "back": self._regrets.taken_back,
            "lay": self._tries.lay,
            "put": self._offers.put,
            "reading": self._readings.chosen,
            "rows": self._offers.rows,
            "sums": self._offers.sums,
        }

    async def move(self, request: Reply, context: Context) -> None:
        """``H8 yatay KALEM`` as a reply to the board."""
        await self._play.play(request, context)

    async def mistook(self, request: Mistyped, context: Context) -> None:
        """A move that may yet be mended."""
        await self._play.mistook(request, context)

    async def said(self, request: Reply, context: Context) -> bool:
        """A word that could be laid: the places where."""
        return await self._play.said(request, context)

    async def inquired(self, asked: Inquired) -> tuple[Offered, ...]:
        """Racks, and places of words."""
        return await self._inquiries.offered(asked)

    @property
    def own(self) -> OwnBoard:
        """The board with the own rack."""
        return self._board

    def applied(self, held: Held, step: Step) -> None:
        """Whisper what an EX cell did to a rack."""
        self._whispers.note(held, step)

    async def settle(self, seconds: float) -> None:
        """Let whispers out."""
        await self._whispers.settle(seconds)

    async def _show(self, user: int, scope: Scope, language: str, news: Html) -> bool:
        """The own board of one game for a user alone, below some lines; ``False`` if the user plays none."""
        held = await self._games.load(scope)
        if user not in playing(held.table) or not isinstance(held.table, GameState):
            return False
        chosen = await self._store.settings(user)
        voice = Speaker(self._texts, language)
        context = Context(held, voice, chosen.get("theme"), chosen.get("labels"), self._default_language)
        own = await self._sheets.own(context, user)
        sheet = await self._sheets.sheet(own, self._board, HOME, news=news)
        await self._personal.tell(user, sheet, held.scope)
        return True
