"""Challenges of the last play, plays taken back, turns undone, and draws by agreement: commands and buttons."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.families.chat_context import ChatContext
from bot.families.confirm_action import confirm_action
from bot.families.crossword.board_table import seated_game
from bot.tables.games import Games
from bot.tables.loaded_table import require_game
from bot.telegram.button_data import ButtonData
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from bot.user_input.typed_text import split_words
from bot.user_input.vocabulary import load_vocabulary
from engine.alphabet import load_alphabet, strip_invisible
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, OfferDraw, TakeBack
from engine.crossword.state import GameState, Pending
from engine.errors import Malformed, Refusal
from engine.turns import Undo

_MOST_QUOTED_CHARACTERS: Final = 40
_MOST_WORDS: Final = 16
"""More words than a play can form."""


class DisputeHandlers:
    """Asks the game; the engine decides who may challenge, take back, undo or end what."""

    def __init__(self, games: Games, answers: Replies) -> None:
        self._games: Final = games
        self._answers: Final = answers

    @handles_command("challenge", "game", "other", needs_person=True)
    async def challenge_play(self, request: Command, context: ChatContext) -> None:
        """``/itiraz [words]``: challenge the words of the last play, all of them unless some are named."""
        state, _ = seated_game(context.loaded.table, request.sender.user)
        letters = load_alphabet(state.ruleset.language)
        named = split_words(request.text)[:_MOST_WORDS]
        words = tuple(letters.normalise_word(letters.replace_look_alikes(word)) for word in named)
        play = _challenged_play_number(
            state.pending, words, self._games.times.served_time_sent(request.arrived_at, request.sent_at)
        )
        await self._games.apply_action(context.loaded, Challenge(request.sender.user, words, play), request.update)
        await confirm_action(self._answers, request, context, "challenge-done")

    async def tap_challenge(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The button under a play that may be challenged."""
        seated_game(context.loaded.table, tap.sender.user)
        play = int(pressed.arguments[0])
        await self._games.apply_action(context.loaded, Challenge(tap.sender.user, play=play), tap.update)
        await confirm_action(self._answers, tap, context, "challenge-done")

    @handles_command("take-back", "game", "player", needs_person=True)
    async def take_back_play(self, request: Command, context: ChatContext) -> None:
        """``/geri``: take back one's own play while the table's time for it runs."""
        user = request.sender.user
        state, _ = seated_game(context.loaded.table, user)
        play = None if state.pending is None else state.pending.play
        await self._games.apply_action(context.loaded, TakeBack(user, play), request.update)
        await confirm_action(self._answers, request, context, "take-back-done")

    async def tap_take_back(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The button under a play that may be taken back."""
        seated_game(context.loaded.table, tap.sender.user)
        await self._games.apply_action(context.loaded, TakeBack(tap.sender.user, int(pressed.arguments[0])), tap.update)
        await confirm_action(self._answers, tap, context, "take-back-done")

    @handles_command("undo", "group", "administrator")
    async def undo_last_turn(self, request: Command, context: ChatContext) -> None:
        """``/gerial``, for administrators: undo the last turn, if nothing was drawn after it."""
        game = require_game(context.loaded.table)
        if not isinstance(game, GameState):
            raise Refusal("nothing_to_undo")
        undo = Undo(request.sender.user, game.number, request.sender.public_name)
        await self._games.apply_action(context.loaded, undo, request.update)

    @handles_command("draw", "game", "player", needs_person=True)
    async def offer_or_answer_draw(self, request: Command, context: ChatContext) -> None:
        """``/berabere``: offer a draw; with yes or no, answer an offer."""
        user, text = request.sender.user, request.text
        state, _ = seated_game(context.loaded.table, user)
        action: AcceptDraw | DeclineDraw | OfferDraw
        answer = load_vocabulary().engine_name("draw", strip_invisible(text))
        if answer == "yes":
            action = AcceptDraw(user)
        elif answer == "no":
            action = DeclineDraw(user)
        elif text and state.ruleset.draw_offers:
            raise Malformed("unknown_draw_answer", typed=text[:_MOST_QUOTED_CHARACTERS])
        else:
            action = OfferDraw(user)
        await self._games.apply_action(context.loaded, action, request.update)
        await confirm_action(self._answers, request, context, "done-in-group")

    async def tap_draw_answer(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The buttons under an offered draw; they answer only that seat's offer."""
        state, seat = seated_game(context.loaded.table, tap.sender.user)
        if state.offer is not None and state.offer.seat != int(pressed.arguments[0]):
            raise Refusal("stale_button")
        user = tap.sender.user
        agrees = pressed.kind == "agree"
        await self._games.apply_action(context.loaded, AcceptDraw(user) if agrees else DeclineDraw(user), tap.update)
        own = state.offer is not None and state.offer.seat == seat
        declined = "draw-withdrawn-done" if own else "draw-declined-done"
        await confirm_action(self._answers, tap, context, "draw-agreed" if agrees else declined)


def _challenged_play_number(pending: Pending | None, words: Sequence[str], sent_at: datetime) -> int | None:
    """The number of the play that a command challenges: the open one, or the one before if the command is older.

    A command may have waited behind the next player's move; it does not mean that newer play. A command that names
    only words of the open play means that play in any case. ``sent_at`` is in served time, as the play's instant is.
    """
    if pending is None:
        return None
    names_it = bool(words) and set(words) <= {word.word for word in pending.words}
    if names_it or sent_at >= pending.laid:
        return pending.play
    return pending.play - 1
