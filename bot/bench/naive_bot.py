"""The naive way to serve a move, for comparison: written as one would write it to see it work.

python-telegram-bot as it comes, a lock and a JSON document in Redis, and a picture drawn from nothing for every move
(:mod:`bot.bench.naive_drawing`). The rules are the engine's here too: what is compared is everything around them.
``harfiyen bench move`` runs it.
"""

import html
import json
import os
from datetime import UTC, datetime
from typing import Final

import msgspec
from redis.asyncio import Redis
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.constants import ParseMode
from telegram.ext import ApplicationBuilder, CommandHandler, ContextTypes

from bot.bench.naive_drawing import NaivePainter
from bot.user_input.vocabulary import load_vocabulary
from engine.alphabet import load_alphabet
from engine.crossword.move_resolution import resolve_move
from engine.crossword.notation import parse_move
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import EngineError
from engine.game import apply, view
from engine.lexicon import load_lexicon


def game_key(chat: int) -> str:
    """Where a chat's game is kept."""
    return f"game:{chat}"


def encode_game(state: GameState) -> str:
    """A game as JSON text."""
    return json.dumps(msgspec.to_builtins(state))


def decode_game(text: str) -> GameState:
    """A game from JSON text."""
    return msgspec.convert(json.loads(text), GameState)


class NaiveBot:
    """Answers ``/oyna`` in groups whose games lie in Redis."""

    def __init__(self, redis: Redis) -> None:
        self.redis: Final = redis
        self.painter: Final = NaivePainter()

    async def handle_play(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Check the move, keep the game, send the board."""
        message, user = update.message, update.effective_user
        if message is None or message.text is None or user is None:
            return
        async with self.redis.lock(f"lock:{message.chat_id}", timeout=10):
            saved = await self.redis.get(game_key(message.chat_id))
            if not isinstance(saved, str):
                await message.reply_text("no_game")
                return
            try:
                state = self.apply_typed_move(decode_game(saved), user.id, message.text.partition(" ")[2])
            except EngineError as error:
                await message.reply_text(error.code)
                return
            await self.redis.set(game_key(message.chat_id), encode_game(state))
        shown = view(state, None)
        if not isinstance(shown, GameView):
            return
        buttons = [
            InlineKeyboardButton("🔤 Rafım", callback_data=f"rack:{state.commitment[:8]}"),
            InlineKeyboardButton("🗺 Tahta", callback_data=f"board:{state.commitment[:8]}"),
        ]
        await message.chat.send_photo(
            self.painter.draw_board(shown),
            caption=board_caption(shown),
            parse_mode=ParseMode.HTML,
            reply_markup=InlineKeyboardMarkup([buttons]),
        )

    def apply_typed_move(self, state: GameState, user: int, typed: str) -> GameState:
        """The game after a typed move."""
        seat = state.seat_of(user)
        if seat is None:
            return state
        action = resolve_move(state, seat, parse_move(typed, load_alphabet(state.ruleset.language), load_vocabulary()))
        step = apply(state, action, datetime.now(UTC), load_lexicon(state.ruleset.lexicon).__contains__)
        return step.table if isinstance(step.table, GameState) else state


def board_caption(shown: GameView) -> str:
    """Who played what, the scores, and who is next."""
    lines = []
    if shown.last is not None:
        name = html.escape(shown.seats[shown.last.seat].name)
        words = " + ".join(f"{word.word} {word.score}" for word in shown.last.words)
        lines.append(f"<b>{name}</b>: {words} = <b>{shown.last.score}</b>")
    lines.append(" · ".join(f"{html.escape(seat.name)} <b>{seat.score}</b>" for seat in shown.seats))
    lines.append(f"Torbada {shown.bag} taş")
    if shown.turn is not None:
        seat = shown.seats[shown.turn]
        lines.append(f'Sıra: <a href="tg://user?id={seat.user}">{html.escape(seat.name)}</a>')
    return "\n".join(lines)


def main() -> None:
    """Serve until told to stop; the environment names the token and the servers."""
    redis = Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
    application = (
        ApplicationBuilder().token(os.environ["BOT_TOKEN"]).base_url(f"{os.environ['BOT_API_URL']}/bot").build()
    )
    application.add_handler(CommandHandler("oyna", NaiveBot(redis).handle_play))
    application.run_polling()


if __name__ == "__main__":
    main()
