"""The naive bot, for comparison: the shortest program that works.

It is python-telegram-bot with default settings, a lock and a JSON document in Redis, and for every move a picture drawn
anew with ImageDraw and saved with Pillow's defaults. The rules are the engine's: only what surrounds them is compared.
"""

import html
import io
import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import files
from typing import Final

import msgspec
from PIL import Image, ImageDraw, ImageFont
from redis.asyncio import Redis
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.constants import ParseMode
from telegram.ext import ApplicationBuilder, CommandHandler, ContextTypes

from bot.user_input.commands import load_vocabulary
from engine.alphabet import load_alphabet
from engine.crossword.notation import parse_move, resolve_move
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import EngineError
from engine.game import apply, view
from engine.klepka.view import GameView as KlepkaView
from engine.lexicon import load_lexicon
from tools.bench.games import Match

NAIVE_PROGRAM: Final = "from tools.bench.naive_bot import main; main()"
CELL: Final = 56
MARGIN: Final = 30
WIDTH: Final = 900
PANEL: Final = 170
SIGNS: Final = {"d": "H²", "t": "H³", "D": "K²", "T": "K³", "*": "★"}
FILLS: Final = {".": "#efe8d8", "d": "#b9d7ea", "t": "#2f79b5", "D": "#f2b8b5", "T": "#c0392b", "*": "#f2b8b5"}


async def store_naive_games(redis: str, matches: Sequence[Match]) -> None:
    async with Redis.from_url(redis) as client:
        for match in matches:
            await client.set(f"game:{match.chat}", json.dumps(msgspec.to_builtins(match.opening)))


class NaiveBot:
    def __init__(self, redis: Redis) -> None:
        self.redis: Final = redis
        self.painter: Final = NaivePainter()

    async def handle_play(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        message, user = update.message, update.effective_user
        if message is None or message.text is None or user is None:
            return
        async with self.redis.lock(f"lock:{message.chat_id}", timeout=10):
            saved = await self.redis.get(f"game:{message.chat_id}")
            if not isinstance(saved, str):
                await message.reply_text("no_game")
                return
            try:
                state = msgspec.convert(json.loads(saved), GameState)
                state = self.apply_typed_move(state, user.id, message.text.partition(" ")[2])
            except EngineError as error:
                await message.reply_text(error.code)
                return
            await self.redis.set(f"game:{message.chat_id}", json.dumps(msgspec.to_builtins(state)))
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
        seat = state.seat_of(user)
        if seat is None:
            return state
        action = resolve_move(state, seat, parse_move(typed, load_alphabet(state.ruleset.language), load_vocabulary()))
        step = apply(state, action, datetime.now(UTC), load_lexicon(state.ruleset.lexicon).__contains__)
        return step.table if isinstance(step.table, GameState) else state


def board_caption(shown: GameView) -> str:
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
    redis = Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
    application = (
        ApplicationBuilder().token(os.environ["BOT_TOKEN"]).base_url(f"{os.environ['BOT_API_URL']}/bot").build()
    )
    application.add_handler(CommandHandler("oyna", NaiveBot(redis).handle_play))
    application.run_polling()


class NaivePainter:
    def __init__(self) -> None:
        font = str(files("render") / "assets" / "HarfiyenSans-Bold.otf")
        self.huge: Final = ImageFont.truetype(font, 60)
        self.letter: Final = ImageFont.truetype(font, 36)
        self.heading: Final = ImageFont.truetype(font, 30)
        self.sign: Final = ImageFont.truetype(font, 22)
        self.small: Final = ImageFont.truetype(font, 16)

    def draw_board(self, shown: GameView) -> bytes:
        image = Image.new("RGB", (WIDTH, 2 * MARGIN + CELL * shown.rows + PANEL), "#fbf8f1")
        draw = ImageDraw.Draw(image)
        for column in range(shown.columns):
            middle, letter = MARGIN + column * CELL + CELL // 2, chr(ord("A") + column)
            for height in (MARGIN // 2, MARGIN * 3 // 2 + CELL * shown.rows):
                draw.text((middle, height), letter, "#666666", self.small, "mm")
        for row in range(shown.rows):
            middle = MARGIN + row * CELL + CELL // 2
            for left in (MARGIN // 2, MARGIN * 3 // 2 + CELL * shown.columns):
                draw.text((left, middle), str(row + 1), "#666666", self.small, "mm")
            for column in range(shown.columns):
                self.draw_cell(draw, shown, row, column)
        self.draw_panel(draw, shown, 2 * MARGIN + CELL * shown.rows)
        return _to_png(image)

    def draw_cell(self, draw: ImageDraw.ImageDraw, shown: GameView, row: int, column: int) -> None:
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

    def draw_panel(self, draw: ImageDraw.ImageDraw, shown: GameView, top: int) -> None:
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

    def draw_rack(self, shown: GameView) -> bytes:
        size = WIDTH // 7 - 8
        image = Image.new("RGB", (WIDTH, size + 60), "#fbf8f1")
        draw = ImageDraw.Draw(image)
        for number, tile in enumerate(shown.rack):
            left = 4 + number * (size + 8)
            draw.rounded_rectangle((left, 4, left + size, 4 + size), 16, "#f6dfae", "#b08d4c", 3)
            draw.text((left + size // 2, 4 + size // 2), tile, "#222222", self.huge, "mm")
            draw.text((left + size - 12, size - 8), str(shown.values[tile]), "#222222", self.heading, "rs")
            draw.text((left + size // 2, size + 34), str(number + 1), "#666666", self.heading, "mm")
        return _to_png(image)

    def draw_cards(self, shown: KlepkaView) -> bytes:
        size = WIDTH // shown.columns
        table = size * shown.rows
        image = Image.new("RGB", (WIDTH, table + 60 * len(shown.seats) + 20), "#fbf8f1")
        draw = ImageDraw.Draw(image)
        faces = {card.position: card.card for card in shown.revealed}
        for index, lies in enumerate(shown.table):
            row, column = divmod(index, shown.columns)
            face = faces.get(index + 1)
            if not lies and face is None:
                continue
            left, top = column * size + 3, row * size + 3
            box = (left, top, left + size - 6, top + size - 6)
            middle = (left + size // 2 - 3, top + size // 2 - 3)
            if face is None:
                draw.rounded_rectangle(box, 10, "#2f79b5", "#f5c842", 4)
                draw.text(middle, str(index + 1), "#ffffff", self.heading, "mm")
            else:
                draw.rounded_rectangle(box, 10, "#ffffff", "#f5c842" if face.endswith("Y") else "#2f79b5", 4)
                draw.text(middle, face[0].upper(), "#222222", self.huge, "mm")
        for number, seat in enumerate(shown.seats):
            top = table + 10 + 60 * number
            draw.text((10, top + 26), f"{seat.name} {seat.score}", "#222222", self.heading, "lm")
            for place, card in enumerate(seat.cards):
                left = 260 + place * 30
                draw.rounded_rectangle((left, top + 6, left + 26, top + 46), 5, "#ffffff", "#b08d4c", 2)
                draw.text((left + 13, top + 26), card[0].upper(), "#222222", self.sign, "mm")
        return _to_png(image)


def _to_png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()
