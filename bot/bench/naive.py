"""The naive way to serve a move, for comparison: all of it in this file, as one would write it to see it work.

python-telegram-bot as it comes, a lock and a JSON document in Redis, and a picture drawn from nothing for every move.
The rules are the engine's here too: what is compared is everything around them. Run by ``harfiyen bench move``.
"""

import html
import io
import json
import os
from datetime import UTC, datetime
from importlib.resources import files
from typing import Final

import msgspec
from PIL import Image, ImageDraw, ImageFont
from redis.asyncio import Redis
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.constants import ParseMode
from telegram.ext import ApplicationBuilder, CommandHandler, ContextTypes

from engine.alphabet import alphabet
from engine.crossword.notation import parse, resolve
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import EngineError
from engine.game import apply, view
from engine.lexicon import lexicon

CELL: Final = 56
MARGIN: Final = 30
WIDTH: Final = 900
PANEL: Final = 170
SIGNS: Final = {"d": "H²", "t": "H³", "D": "K²", "T": "K³", "*": "★"}
FILLS: Final = {
    ".": "#efe8d8",
    "d": "#b9d7ea",
    "t": "#2f79b5",
    "D": "#f2b8b5",
    "T": "#c0392b",
    "*": "#f2b8b5",
}


def key(chat: int) -> str:
    """Where a chat's game is kept."""
    return f"game:{chat}"


def dump(state: GameState) -> str:
    """A game as JSON text."""
    return json.dumps(msgspec.to_builtins(state))


def read(text: str) -> GameState:
    """A game from JSON text."""
    return msgspec.convert(json.loads(text), GameState)


class Drawing:
    """Draws boards; the fonts are read once."""

    def __init__(self) -> None:
        font = str(files("render") / "assets" / "HarfiyenSans-Bold.otf")
        self.letter: Final = ImageFont.truetype(font, 36)
        self.heading: Final = ImageFont.truetype(font, 30)
        self.sign: Final = ImageFont.truetype(font, 22)
        self.small: Final = ImageFont.truetype(font, 16)

    def board(self, shown: GameView) -> bytes:
        """The board and a panel below it as PNG."""
        height = 2 * MARGIN + CELL * shown.rows + PANEL
        image = Image.new("RGB", (WIDTH, height), "#fbf8f1")
        draw = ImageDraw.Draw(image)
        for column in range(shown.columns):
            middle = MARGIN + column * CELL + CELL // 2
            draw.text((middle, MARGIN // 2), chr(ord("A") + column), "#666666", self.small, "mm")
            draw.text(
                (middle, MARGIN * 3 // 2 + CELL * shown.rows), chr(ord("A") + column), "#666666", self.small, "mm"
            )
        for row in range(shown.rows):
            middle = MARGIN + row * CELL + CELL // 2
            draw.text((MARGIN // 2, middle), str(row + 1), "#666666", self.small, "mm")
            draw.text((MARGIN * 3 // 2 + CELL * shown.columns, middle), str(row + 1), "#666666", self.small, "mm")
            for column in range(shown.columns):
                self.cell(draw, shown, row, column)
        self.panel(draw, shown, 2 * MARGIN + CELL * shown.rows)
        buffer = io.BytesIO()
        image.save(buffer, "PNG")
        return buffer.getvalue()

    def cell(self, draw: ImageDraw.ImageDraw, shown: GameView, row: int, column: int) -> None:
        """One cell, with its tile or its premium."""
        left, top = MARGIN + column * CELL, MARGIN + row * CELL
        box = (left + 1, top + 1, left + CELL - 2, top + CELL - 2)
        tile = shown.cells[row * shown.columns + column]
        name = f"{chr(ord('A') + column)}{row + 1}"
        if tile:
            new = shown.last is not None and name in shown.last.cells
            draw.rounded_rectangle(box, 7, "#ffd76a" if new else "#f6dfae", "#b08d4c", 2)
            ink = "#b03030" if tile.startswith("?") else "#222222"
            draw.text((left + CELL // 2 - 3, top + CELL // 2), tile[-1], ink, self.letter, "mm")
            if not tile.startswith("?"):
                draw.text((left + CELL - 6, top + CELL - 5), str(shown.values[tile]), ink, self.small, "rs")
            return
        premium = shown.premiums[row][column]
        draw.rounded_rectangle(box, 4, FILLS[premium])
        if shown.bonus is not None and not shown.bonus.taken and shown.bonus.cell == name:
            draw.text((left + CELL // 2, top + CELL // 2), f"+{shown.bonus.points}", "#b08d00", self.sign, "mm")
        elif premium in SIGNS:
            ink = "#ffffff" if premium in "tT" else "#333333"
            draw.text((left + CELL // 2, top + CELL // 2), SIGNS[premium], ink, self.sign, "mm")

    def panel(self, draw: ImageDraw.ImageDraw, shown: GameView, top: int) -> None:
        """Names, scores, the last move and the bag."""
        width = (WIDTH - 2 * MARGIN - 12) // 2
        for number, seat in enumerate(shown.seats):
            left = MARGIN + number % 2 * (width + 12)
            row = top + number // 2 * 90
            moves = shown.turn == number
            draw.rounded_rectangle((left, row, left + width, row + 80), 14, "#2c6e63" if moves else "#ffffff")
            ink = "#ffffff" if moves else "#222222"
            draw.text((left + 20, row + 40), seat.name, ink, self.heading, "lm")
            draw.text((left + width - 20, row + 40), str(seat.score), ink, self.heading, "rm")
        if shown.last is not None and shown.last.words:
            said = f"{shown.seats[shown.last.seat].name}: {shown.last.words[0].word} +{shown.last.score}"
            draw.text((MARGIN, top + 110), said, "#222222", self.sign, "lm")
        draw.text((WIDTH - MARGIN, top + 110), f"Torba {shown.bag}", "#666666", self.sign, "rm")


class NaiveBot:
    """Answers ``/oyna`` in groups whose games lie in Redis."""

    def __init__(self, redis: Redis) -> None:
        self.redis: Final = redis
        self.drawing: Final = Drawing()

    async def play(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Check the move, keep the game, send the board."""
        message, user = update.message, update.effective_user
        if message is None or message.text is None or user is None:
            return
        async with self.redis.lock(f"lock:{message.chat_id}", timeout=10):
            saved = await self.redis.get(key(message.chat_id))
            if not isinstance(saved, str):
                await message.reply_text("no_game")
                return
            try:
                state = self.move(read(saved), user.id, message.text.partition(" ")[2])
            except EngineError as error:
                await message.reply_text(error.code)
                return
            await self.redis.set(key(message.chat_id), dump(state))
        shown = view(state, None)
        if not isinstance(shown, GameView):
            return
        buttons = [
            InlineKeyboardButton("🔤 Rafım", callback_data=f"rack:{state.commitment[:8]}"),
            InlineKeyboardButton("🗺 Tahta", callback_data=f"board:{state.commitment[:8]}"),
        ]
        await message.chat.send_photo(
            self.drawing.board(shown),
            caption=caption(shown),
            parse_mode=ParseMode.HTML,
            reply_markup=InlineKeyboardMarkup([buttons]),
        )

    def move(self, state: GameState, user: int, typed: str) -> GameState:
        """The game after a typed move."""
        seat = state.seat_of(user)
        if seat is None:
            return state
        action = resolve(state, seat, parse(typed, alphabet(state.ruleset.language)))
        step = apply(state, action, datetime.now(UTC), lexicon(state.ruleset.lexicon).__contains__)
        return step.table if isinstance(step.table, GameState) else state


def caption(shown: GameView) -> str:
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
    application.add_handler(CommandHandler("oyna", NaiveBot(redis).play))
    application.run_polling()


if __name__ == "__main__":
    main()
