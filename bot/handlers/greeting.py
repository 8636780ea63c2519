"""Greets groups: with a picture and three buttons to begin with, or with what is being played there."""

from dataclasses import replace
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.families.chat_context import ChatContext
from bot.families.services import ReplyServices
from bot.languages import languages
from bot.pictures.drawing import DrawingError, DrawingThread
from bot.store.games import GameStore
from bot.tables.loaded_table import LoadedPlace, is_game_running
from bot.telegram.api.gateway import Gateway
from bot.telegram.button_data import encode_button_data
from bot.telegram.incoming.requests import BotAdded, Command
from bot.telegram.keyboards import STYLE_SUCCESS, first_game_button, translated_button
from bot.wording.guide_texts import non_admin_hint
from bot.wording.speaker import Speaker
from engine.lobby_seats import Lobby


class GreetingHandlers:
    """Greets a group that added the bot, and whoever writes ``/start`` there.

    Args:
        replies: send the greeting, and know which language people read.
    """

    def __init__(self, gateway: Gateway, drawing: DrawingThread, replies: ReplyServices, store: GameStore) -> None:
        self._gateway: Final = gateway
        self._beginnings: Final = store.beginnings
        self._store: Final = store
        self._locales: Final = replies.private_locale
        self._drawing: Final = drawing
        self._answers: Final = replies.answers
        self._pictures: Final[dict[tuple[str, str], bytes]] = {}
        """The picture of each language and theme, once it was drawn."""

    async def greet_group(self, request: BotAdded, context: ChatContext) -> None:
        """Greet a group that added the bot, unless it did so within a day; if something is played there, say that."""
        if all(one.table is None for one in context.request_place.tables):
            context = await self._speak_to(request, context)
        speaker, is_admin = context.chat_speaker, request.as_admin
        resumed = _text_of_open_tables(context.request_place, speaker)
        if resumed:
            hint = "" if is_admin else f"\n{non_admin_hint(speaker, self._name)}"
            await self._answers.reply_html(request, f"{resumed}{hint}")
        elif await self._beginnings.claim_greeting(request.venue.scope.chat, request.update.id):
            text, keyboard = self._greeting(speaker, is_admin=is_admin), self._keyboard(speaker)
            try:
                picture = await self._draw_picture(context)
            except DrawingError:
                await self._answers.reply_html(request, text, keyboard)
            else:
                await self._answers.reply_photo(request, picture, text, keyboard)

    async def _speak_to(self, request: BotAdded, context: ChatContext) -> ChatContext:
        """The context in the language of a group that chose none: that of who added the bot, from then on.

        That is noted as ``adder``, as it gives way to what was chosen in the group that a supergroup turns out to be.
        """
        if "language" in context.loaded.settings:
            return context
        language = await self._locales.load_locale_of_sender(request.sender)
        if language == context.language:
            return context
        for name in ("adder", "language"):
            await self._store.save_setting(request.venue.scope, name, language, request.update.id)
        loaded = replace(context.loaded, settings={**context.loaded.settings, "language": language})
        return replace(context, loaded=loaded, chat_speaker=context.chat_speaker.in_language(language))

    async def answer_start(self, request: Command, context: ChatContext) -> None:
        """``/start`` in a group: the greeting without its picture, for its writer."""
        speaker = context.chat_speaker
        await self._answers.reply_briefly(request, self._greeting(speaker, is_admin=True), self._keyboard(speaker))

    @property
    def _name(self) -> str:
        return f"@{self._gateway.username}"

    def _greeting(self, speaker: Speaker, *, is_admin: bool) -> str:
        """How to begin, and how to switch to each other language; ``is_admin``: whether commands need no name."""
        text = speaker.html("greeting-group" if is_admin else "greeting-group-member", bot=self._name)
        return f"{text}\n{_language_hints(speaker, '' if is_admin else self._name)}"

    def _keyboard(self, speaker: Speaker) -> InlineKeyboardMarkup:
        """A table for all, a first game for oneself, and help."""
        table = translated_button(speaker, "button-first-table", encode_button_data("open"), style=STYLE_SUCCESS)
        guide = translated_button(speaker, "button-how", encode_button_data("guide"))
        return InlineKeyboardMarkup([[table], [first_game_button(speaker, self._gateway.username)], [guide]])

    async def _draw_picture(self, context: ChatContext) -> bytes:
        look = context.look
        key = (look.language, look.theme)
        if key not in self._pictures:
            sketch = registry.greeting_sketch(look, context.chat_speaker)
            self._pictures[key] = await self._drawing.draw_sketch(sketch)
        return self._pictures[key]


def _text_of_open_tables(place: LoadedPlace, speaker: Speaker) -> str:
    """HTML: that a table is open or a game is running; empty if there is none."""
    table = place.newest.table
    if len(place.open_tables) > 1:
        return speaker.html("back-to-tables")
    if isinstance(table, Lobby):
        return speaker.html("back-to-table")
    if table is not None and is_game_running(table):
        player = table.players[table.turn]
        return speaker.html("back-to-game", name=speaker.player_name(player.name))
    return ""


def _language_hints(speaker: Speaker, bot_name: str) -> str:
    _, *others = languages_own_first(speaker.language)
    return " · ".join(speaker.in_language(code).html("switch-language", bot=bot_name, code=code) for code in others)


def languages_own_first(language: str) -> tuple[str, ...]:
    """The languages of the interface in their order, but this one first."""
    return (language, *(code for code in languages().codes if code != language))
