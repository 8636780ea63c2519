"""Doubting the last play, and agreeing on a draw: by command and by button."""

from typing import Final

from bot.answers import Answers, Context
from bot.buttons import Pressed
from bot.games import Games
from bot.handlers.options import plain
from bot.handlers.play import seated
from bot.inbound import Command, Request, Tap
from engine.alphabet import alphabet
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, OfferDraw
from engine.errors import Refusal

_YES: Final = frozenset({"kabul", "evet", "accept", "yes"})
_NO: Final = frozenset({"ret", "red", "hayır", "decline", "no"})
_MOST_WORDS: Final = 16
"""More than a play can form."""


class ChallengeHandlers:
    """What players say to each other by way of the rules."""

    def __init__(self, games: Games, answers: Answers) -> None:
        self._games: Final = games
        self._answers: Final = answers

    async def challenge(self, request: Command, context: Context) -> None:
        """``/itiraz [words]``: doubt words of the last play, all of them unless some are named."""
        state, _ = seated(context.held.table, request.sender.user)
        letters = alphabet(state.ruleset.language)
        words = tuple(letters.word(word) for word in request.text.replace(",", " ").split()[:_MOST_WORDS])
        # The play that was there when this was asked: a later one is another's to doubt.
        play = None if state.pending is None else state.pending.play
        await self._games.play(context.held, Challenge(request.sender.user, words, play), request.update)
        await self._told(request, context, "challenge-done")

    async def doubted(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The button under a play that may be challenged."""
        seated(context.held.table, tap.sender.user)
        play = int(pressed.rest[0])
        await self._games.play(context.held, Challenge(tap.sender.user, play=play), tap.update)
        await self._told(tap, context, "challenge-done")

    async def draw(self, request: Command, context: Context) -> None:
        """``/berabere``: offer a draw; with yes or no, answer an offer."""
        seated(context.held.table, request.sender.user)
        user, said = request.sender.user, plain(request.text)
        action = AcceptDraw(user) if said in _YES else DeclineDraw(user) if said in _NO else OfferDraw(user)
        await self._games.play(context.held, action, request.update)
        await self._told(request, context, "done-in-group")

    async def answered(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The buttons under an offered draw, which answer that seat's offer alone."""
        state, _ = seated(context.held.table, tap.sender.user)
        if state.offer is not None and state.offer.seat != int(pressed.rest[0]):
            raise Refusal("stale_button")
        user = tap.sender.user
        agrees = pressed.kind == "agree"
        await self._games.play(context.held, AcceptDraw(user) if agrees else DeclineDraw(user), tap.update)
        await self._told(tap, context, "draw-agreed" if agrees else "draw-declined-done")

    async def _told(self, request: Request, context: Context, message: str) -> None:
        """A tap wants its answer, and in private nothing else says that it is done."""
        if isinstance(request, Tap):
            await self._answers.toast(request, context.language, message)
        elif request.place.private:
            await self._answers.say(request, context.language, message)
