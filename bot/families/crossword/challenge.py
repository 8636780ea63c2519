"""Doubting the last play, and agreeing on a draw: by command and by button."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.families.context import Context
from bot.families.crossword.tables import seated
from bot.families.family import Services
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Command, Request, Tap
from bot.typed.commands import command
from bot.typed.vocabulary import vocabulary
from engine.alphabet import alphabet, visible
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, OfferDraw
from engine.crossword.state import Pending
from engine.errors import Malformed, Refusal

_MOST_TYPED: Final = 40
_MOST_WORDS: Final = 16
"""More than a play can form."""


class ChallengeHandlers:
    """What players say to each other by way of the rules."""

    def __init__(self, services: Services) -> None:
        self._games: Final = services.games
        self._answers: Final = services.answers

    @command("challenge", "game", "other", person=True)
    async def challenge(self, request: Command, context: Context) -> None:
        """``/itiraz [words]``: doubt words of the last play, all of them unless some are named."""
        state, _ = seated(context.held.table, request.sender.user)
        letters = alphabet(state.ruleset.language)
        named = request.text.replace(",", " ").split()[:_MOST_WORDS]
        words = tuple(letters.word(letters.typed(word)) for word in named)
        play = _meant(state.pending, words, self._games.instants.sent(request.arrived, request.sent))
        await self._games.play(context.held, Challenge(request.sender.user, words, play), request.update)
        await self._told(request, context, "challenge-done")

    async def doubted(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The button under a play that may be challenged."""
        seated(context.held.table, tap.sender.user)
        play = int(pressed.rest[0])
        await self._games.play(context.held, Challenge(tap.sender.user, play=play), tap.update)
        await self._told(tap, context, "challenge-done")

    @command("draw", "game", "player", person=True)
    async def draw(self, request: Command, context: Context) -> None:
        """``/berabere``: offer a draw; with yes or no, answer an offer."""
        user, text = request.sender.user, request.text
        state, _ = seated(context.held.table, user)
        action: AcceptDraw | DeclineDraw | OfferDraw
        answer = vocabulary().meant("draw", visible(text))
        if answer == "yes":
            action = AcceptDraw(user)
        elif answer == "no":
            action = DeclineDraw(user)
        elif text and state.ruleset.draw_offers:
            raise Malformed("unknown_draw_answer", typed=text[:_MOST_TYPED])
        else:
            action = OfferDraw(user)
        await self._games.play(context.held, action, request.update)
        await self._told(request, context, "done-in-group")

    async def answered(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The buttons under an offered draw, which answer that seat's offer alone."""
        state, seat = seated(context.held.table, tap.sender.user)
        if state.offer is not None and state.offer.seat != int(pressed.rest[0]):
            raise Refusal("stale_button")
        user = tap.sender.user
        agrees = pressed.kind == "agree"
        await self._games.play(context.held, AcceptDraw(user) if agrees else DeclineDraw(user), tap.update)
        own = state.offer is not None and state.offer.seat == seat
        declined = "draw-withdrawn-done" if own else "draw-declined-done"
        await self._told(tap, context, "draw-agreed" if agrees else declined)

    async def _told(self, request: Request, context: Context, message: str) -> None:
        """A tap wants its answer, and in private nothing else says that it is done."""
        if isinstance(request, Tap):
            await self._answers.toast(request, context.language, message)
        elif context.away_from(request.place):
            await self._answers.say(request, context.language, message)


def _meant(pending: Pending | None, words: Sequence[str], sent: datetime) -> int | None:
    """The number of the play that a command doubts: the open one, or the one before that if the command is older.

    A command may have waited behind the next player's move, whose play is another's to doubt. One that names words of
    the open play alone means that play whenever it was sent, which is told in served time, as the play's instant is.
    """
    if pending is None:
        return None
    names_it = bool(words) and set(words) <= {word.word for word in pending.words}
    if names_it or sent >= pending.laid:
        return pending.play
    return pending.play - 1
