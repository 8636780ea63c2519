"""Racks for their owners' eyes: the alert under the board, and the private chat (the rack ladder)."""

from typing import Final

from telegram import Bot, ChatFullInfo, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import ParseMode
from telegram.error import BadRequest, Forbidden
from telegram.helpers import create_deep_linked_url

from bot.announce.wording import Wording
from bot.answers import Answers, Context
from bot.buttons import Buttons, Pressed, scope_from, scope_text
from bot.games import Games
from bot.groups import group_info, link_to
from bot.handlers.play import seated
from bot.inbound import Command, Tap
from bot.people import shown
from bot.sketches import theme_named
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.studio import Studio
from bot.tables import table_name
from bot.texts import Html, Texts
from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import Refusal
from engine.game import view

_PAYLOAD: Final = "r"
"""First letter of a deep link's payload that asks for the rack of a chat's game."""
_ADDED: Final = "new"
"""The payload of the link that adds the bot to a group; the client says it there, right after the greeting."""


class PrivateHandlers:
    """Shows racks, and nothing of them to anybody else."""

    def __init__(
        self,
        *,
        bot: Bot,
        games: Games,
        store: Store,
        answers: Answers,
        buttons: Buttons,
        studio: Studio,
        texts: Texts,
    ) -> None:
        self._bot: Final = bot
        self._games: Final = games
        self._store: Final = store
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._studio: Final = studio
        self._texts: Final = texts

    async def tapped(self, tap: Tap, context: Context) -> None:
        """The button under the board: the presser's own rack, in a box that only they see."""
        state, seat = seated(context.held.table, tap.sender.user)
        rack = state.players[seat].rack
        tiles = "  ".join(f"{face(tile)}{_small(state.ruleset.values[tile])}" for tile in rack)
        await self._answers.alert(tap, context.language, "rack-alert", tiles=tiles, bag=len(state.bag))

    async def rack(self, request: Command, context: Context) -> None:
        """``/raf``: in a group to the private chat, in private every rack of the asker."""
        user = request.sender.user
        if not request.place.private:
            await self._send_privately(request, context)
            return
        scopes = await self._store.user_games(user)
        shown_any = False
        for scope in sorted(scopes, key=scope_text):
            shown_any |= await self.show(user, scope, context.language)
        if not shown_any:
            await self._answers.say(request, context.language, "no-racks")

    async def _send_privately(self, request: Command, context: Context) -> None:
        seated(context.held.table, request.sender.user)
        scope = request.place.scope
        try:
            await self.show(request.sender.user, scope, context.language)
        except (Forbidden, BadRequest):  # Telegram words a chat that was never opened either way
            link = create_deep_linked_url(self._bot.username, _PAYLOAD + scope_text(scope))
            keyboard = self._buttons.link(context.language, "button-open-private", link)
            await self._answers.say(request, context.language, "rack-needs-private", keyboard)
        else:
            keyboard = self._buttons.link(context.language, "button-see-private", f"https://t.me/{self._bot.username}")
            await self._answers.say(request, context.language, "rack-sent", keyboard)

    async def start(self, request: Command, context: Context) -> None:
        """``/start``: a greeting; with a deep link's payload the rack it asks for."""
        if not request.place.private:
            if request.text == _ADDED:
                return
            await self._answers.say(request, context.language, "greeting-group", bot=f"@{self._bot.username}")
            return
        scope = scope_from(request.text[1:]) if request.text.startswith(_PAYLOAD) else None
        if scope is not None:
            if not await self.show(request.sender.user, scope, context.language):
                await self._answers.say(request, context.language, "no-rack-there")
            return
        link = f"https://t.me/{self._bot.username}?startgroup={_ADDED}"
        keyboard = self._buttons.link(context.language, "button-add-to-group", link)
        name = shown(request.sender.name)
        await self._answers.say(request, context.language, "greeting-private", keyboard, name=name)

    async def show(self, user: int, scope: Scope, language: str, news: Html | None = None) -> bool:
        """Send a user the rack of one game into the private chat; ``False`` if there is none.

        Args:
            user: whose rack.
            scope: where the game is.
            language: of the words below the picture.
            news: lines that come before those words.

        Raises:
            Forbidden: the user has not opened the private chat.
        """
        held = await self._games.load(scope)
        if not isinstance(held.table, GameState) or held.table.outcome is not None:
            return False
        seen = view(held.table, user)
        if not isinstance(seen, GameView) or seen.viewer is None:
            return False
        chat = await group_info(self._bot, scope.chat)
        chosen = (await self._store.settings(user)).get("theme") or held.settings.get("theme")
        caption = self._caption(held.table, seen, chat.title if chat else None, language)
        await self._bot.send_photo(
            user,
            await self._studio.rack(seen, theme_named(chosen)),
            caption=caption if news is None else f"{news}\n{caption}",
            parse_mode=ParseMode.HTML,
            reply_markup=self._keyboard(held.table, seen.viewer, scope, await self._way_back(scope, chat), language),
            filename="rack.png",
        )
        return True

    def _caption(self, state: GameState, seen: GameView, group: str | None, language: str) -> str:
        words = Wording(self._texts, language)
        tiles = " ".join(f"<b>{face(tile)}</b>{_small(seen.values[tile])}" for tile in seen.rack)
        mine = seen.turn is not None and seen.turn == seen.viewer
        hint = mine and seen.bag >= state.ruleset.exchange.least_in_bag
        turn = seen.seats[seen.turn].name if seen.turn is not None else ""
        caption = self._texts.html(
            language,
            "rack-private-mine" if mine else "rack-private",
            game=words.title(state.ruleset.title),
            group=shown(group or "…"),
            tiles=Html(tiles),
            bag=seen.bag,
            name=shown(turn),
        )
        return f"{caption}\n{self._texts.html(language, 'rack-swap-hint')}" if hint else caption

    def _keyboard(
        self, state: GameState, seat: int, scope: Scope, link: str | None, language: str, *, chosen: int = 0
    ) -> InlineKeyboardMarkup | None:
        """Below a private rack: the tiles to tick while they may be exchanged, and the way back to the group."""
        rows: list[tuple[InlineKeyboardButton, ...]] = []
        if state.turn == seat and len(state.bag) >= state.ruleset.exchange.least_in_bag:
            rack = state.players[seat].rack
            swap = self._buttons.swap(
                language, table_name(state), scope=scope, number=state.number, rack=rack, chosen=chosen
            )
            rows.extend(swap.inline_keyboard)
        if link is not None:
            rows.extend(self._buttons.link(language, "button-back-to-group", link).inline_keyboard)
        return InlineKeyboardMarkup(rows) if rows else None

    async def _way_back(self, scope: Scope, chat: ChatFullInfo | None) -> str | None:
        return None if chat is None else link_to(chat, scope.topic, await self._store.post(scope))

    async def swap(self, tap: Tap, context: Context, pressed: Pressed, scope: Scope) -> None:
        """Tick or untick a tile below the private rack; ``context`` is that of the group's game."""
        state, seat = seated(context.held.table, tap.sender.user)
        chosen = int(pressed.rest[2])
        if state.turn != seat or state.number != int(pressed.rest[1]) or chosen >> len(state.players[seat].rack):
            raise Refusal("stale_button")
        await self._answers.quiet(tap)
        link = await self._way_back(scope, await group_info(self._bot, scope.chat))
        keyboard = self._keyboard(state, seat, scope, link, context.language, chosen=chosen)
        try:
            await self._bot.edit_message_reply_markup(tap.place.scope.chat, tap.message, reply_markup=keyboard)
        except BadRequest as error:
            if "not modified" not in error.message:
                raise


def face(tile: str) -> str:
    """A tile as texts show it: its letter, or the sign of a blank."""
    return "▢" if tile == BLANK else tile


def _small(points: int) -> str:
    return str(points).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
