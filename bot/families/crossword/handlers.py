"""What may be asked of a game on a board, and who answers it."""

from collections.abc import Mapping
from typing import Final

from bot.families.context import Context
from bot.families.crossword.challenge import ChallengeHandlers
from bot.families.crossword.inline import Inquiries
from bot.families.crossword.play import PlayHandlers
from bot.families.crossword.racks import RackHandlers
from bot.families.crossword.tries import TryHandlers
from bot.families.crossword.whispers import Whispers
from bot.families.family import Chat, OnCommand, OnTap, Services
from bot.families.inquired import Inquired, Offered
from bot.store.keys import Scope
from bot.tables.held import Held
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Reply, Tap
from bot.typed.commands import bound
from engine.game import Step

HANDLERS: Final = (PlayHandlers, ChallengeHandlers, RackHandlers, TryHandlers)
"""Whose methods answer commands."""


class BoardChat(Chat):
    """Games on a board in the chats."""

    def __init__(self, services: Services) -> None:
        self._play = PlayHandlers(services)
        self._racks = RackHandlers(services)
        self._challenge = ChallengeHandlers(services)
        self._tries = TryHandlers(services)
        self._inquiries = Inquiries(services.games)
        self._whispers = Whispers(self._racks.show, services.texts, services.tongues)
        self._commands: Final[Mapping[str, OnCommand]] = bound(self._play, self._challenge, self._racks, self._tries)

    @property
    def commands(self) -> Mapping[str, OnCommand]:
        """Turns, challenges, racks and moves tried out."""
        return self._commands

    @property
    def taps(self) -> Mapping[str, OnTap]:
        """Racks in the group and in private, answers to the last turn, and the move that was tried out."""
        return {
            "rack": self._racks.tapped,
            "doubt": self._challenge.doubted,
            "agree": self._challenge.answered,
            "decline": self._challenge.answered,
            "lay": self._tries.lay,
            "mix": self._racks.mix,
            "swap": self._swap,
        }

    async def move(self, request: Reply, context: Context) -> None:
        """``H8 yatay KALEM`` as a reply to the board."""
        await self._play.play(request, context)

    async def inquired(self, asked: Inquired) -> tuple[Offered, ...]:
        """Racks, and places of words."""
        return await self._inquiries.offered(asked)

    async def private(self, user: int, scope: Scope, language: str) -> bool:
        """The rack."""
        return await self._racks.show(user, scope, language)

    def applied(self, held: Held, step: Step) -> None:
        """Whisper what an EX cell did to a rack."""
        self._whispers.note(held, step)

    async def settle(self, seconds: float) -> None:
        """Let whispers out."""
        await self._whispers.settle(seconds)

    async def _swap(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A tile ticked below the private rack, or the exchange of those that are."""
        if pressed.rest[-1] == "go":
            await self._play.swap(tap, context, pressed)
            await self._racks.show(tap.sender.user, context.held.scope, context.language)
        else:
            await self._racks.ticked(tap, context, pressed)
