"""Racks for their owners' eyes: the alert under the board, and the private chat (the rack ladder)."""

from collections.abc import Callable
from random import SystemRandom
from typing import Final

from telegram import ChatFullInfo, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families.context import Context
from bot.families.crossword import buttons
from bot.families.crossword.buttons import order_from, place_number, rack_mark
from bot.families.crossword.sketches import RackSketch
from bot.families.crossword.tables import seated, seen
from bot.families.family import Services
from bot.outcomes import Gone, Refused
from bot.pictures.sketches import theme_named
from bot.store.keys import Scope
from bot.tables.held import Held, table_name
from bot.telegram.buttons import Pressed, rack_payload
from bot.telegram.groups import group_info, link_to
from bot.telegram.inbound import Command, Tap
from bot.texts import Html
from bot.typed.commands import command
from bot.wording.people import displayed
from bot.wording.speaker import Speaker
from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import Refusal

_FILE: Final = "rack.png"
_RANDOM: Final = SystemRandom()
_DIFFERENT: Final = 2
"""So many different tiles can be shown in another order."""


class RackHandlers:
    """Shows racks, and nothing of them to anybody else."""

    def __init__(self, services: Services, shuffle: Callable[[list[int]], None] = _RANDOM.shuffle) -> None:
        self._gateway: Final = services.gateway
        self._games: Final = services.games
        self._store: Final = services.store
        self._answers: Final = services.answers
        self._buttons: Final = services.buttons
        self._studio: Final = services.studio
        self._texts: Final = services.texts
        self._tongues: Final = services.tongues
        self._shuffle: Final = shuffle

    async def tapped(self, tap: Tap, context: Context, _: Pressed) -> None:
        """The button under the board: the presser's own rack, in a box that only they see."""
        state, seat = seated(context.held.table, tap.sender.user)
        rack = state.players[seat].rack
        tiles = "  ".join(f"{face(tile)}{small(state.ruleset.values[tile])}" for tile in rack)
        await self._answers.alert(tap, context.language, "rack-alert", tiles=tiles, bag=len(state.bag))

    @command("rack", "chat", "player", kind="look-up", person=True)
    async def rack(self, request: Command, context: Context) -> None:
        """``/raf`` in a group: to the private chat."""
        seated(context.held.table, request.sender.user)
        scope = request.place.scope
        try:
            await self.show(request.sender.user, scope, await self._tongues.of(request.sender.user))
        except (Gone, Refused):  # Telegram words a chat that was never opened either way
            link = create_deep_linked_url(self._gateway.username, rack_payload(scope))
            keyboard = self._buttons.link(context.language, "button-open-private", link)
            await self._answers.say(request, context.language, "rack-needs-private", keyboard)
        else:
            keyboard = self._buttons.link(
                context.language, "button-see-private", f"https://t.me/{self._gateway.username}"
            )
            await self._answers.say(request, context.language, "rack-sent", keyboard)

    async def show(self, user: int, scope: Scope, language: str, news: Html | None = None) -> bool:
        """Send a user the rack of one game into the private chat; ``False`` if there is none.

        Args:
            user: whose rack.
            scope: where the game is.
            language: of the words below the picture.
            news: lines that come before those words.

        Raises:
            Gone: the user has not opened the private chat.
        """
        held = await self._games.load(scope)
        if not isinstance(held.table, GameState) or held.table.outcome is not None:
            return False
        own = seen(held.table, user)
        if own.viewer is None:
            return False
        order = tuple(range(len(own.rack)))
        photo, caption, keyboard = await self._drawn(held, held.table, own, order, language)
        text = caption if news is None else f"{news}\n{caption}"
        await self._gateway.photo(Scope(user), photo, text, keyboard, filename=_FILE)
        return True

    async def _drawn(
        self, held: Held, state: GameState, own: GameView, order: tuple[int, ...], language: str
    ) -> tuple[bytes, str, InlineKeyboardMarkup | None]:
        """A rack's picture, caption and buttons, with its tiles in that order."""
        seat, speaker = own.viewer or 0, Speaker(self._texts, language, state.ruleset.title)
        chat = await group_info(self._gateway, held.scope.chat)
        chosen = (await self._store.settings(own.seats[seat].user)).get("theme") or held.settings.get("theme")
        caption = _caption(state, own, chat.title if chat else None, order, speaker)
        link = await self._way_back(held.scope, chat)
        keyboard = self._keyboard(state, seat, held.scope, link, speaker, order=order)
        return await self._studio.draw(RackSketch(theme_named(chosen), own, order)), caption, keyboard

    async def mix(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """Show the private rack in another order; ``context`` is that of the group's game.

        The order is the message's alone: what is typed goes by the numbers, which the tiles keep.

        Raises:
            Refusal: ``rack_changed`` where the message shows other tiles than the presser holds now.
        """
        state, seat = seated(context.held.table, tap.sender.user)
        rack, (mark, text) = state.players[seat].rack, pressed.rest[1:]
        order = order_from(text, len(rack))
        if order is None or mark != rack_mark(rack):
            raise Refusal("rack_changed")
        await self._answers.quiet(tap)
        mixed, own = self._mixed(rack, order), seen(state, tap.sender.user)
        photo, caption, keyboard = await self._drawn(context.held, state, own, mixed, context.language)
        await self._gateway.edit_photo(tap.place.scope.chat, tap.message, photo, caption, keyboard, filename=_FILE)

    def _mixed(self, rack: tuple[str, ...], order: tuple[int, ...]) -> tuple[int, ...]:
        """Another order, which also looks different; the same where none does."""
        if len(set(rack)) < _DIFFERENT:
            return order
        mixed = list(order)
        while [rack[place] for place in mixed] == [rack[place] for place in order]:
            self._shuffle(mixed)
        return tuple(mixed)

    def _keyboard(
        self,
        state: GameState,
        seat: int,
        scope: Scope,
        link: str | None,
        speaker: Speaker,
        *,
        order: tuple[int, ...],
        chosen: int = 0,
    ) -> InlineKeyboardMarkup | None:
        """Below a private rack: the tiles to tick while they may be exchanged, another order, the way to the group."""
        rows: list[tuple[InlineKeyboardButton, ...]] = []
        table, rack = table_name(state), state.players[seat].rack
        if state.turn == seat and len(state.bag) >= state.ruleset.exchange.least_in_bag:
            swap = buttons.swap(table, speaker, scope=scope, number=state.number, rack=rack, chosen=chosen, order=order)
            rows.extend(swap.inline_keyboard)
        if len(set(rack)) >= _DIFFERENT:
            rows.extend(buttons.mix(table, speaker, scope=scope, rack=rack, order=order).inline_keyboard)
        if link is not None:
            rows.extend(self._buttons.link(speaker.language, "button-back-to-group", link).inline_keyboard)
        return InlineKeyboardMarkup(rows) if rows else None

    async def _way_back(self, scope: Scope, chat: ChatFullInfo | None) -> str | None:
        return None if chat is None else link_to(chat, scope.topic, await self._store.post(scope))

    async def ticked(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """Tick or untick a tile below the private rack; ``context`` is that of the group's game."""
        scope = context.held.scope
        state, seat = seated(context.held.table, tap.sender.user)
        chosen, tiles = int(pressed.rest[2]), len(state.players[seat].rack)
        order = order_from(pressed.rest[3], tiles)
        if state.turn != seat or state.number != int(pressed.rest[1]) or chosen >> tiles or order is None:
            raise Refusal("stale_button")
        await self._answers.quiet(tap)
        link = await self._way_back(scope, await group_info(self._gateway, scope.chat))
        speaker = context.speaker
        keyboard = self._keyboard(state, seat, scope, link, speaker, order=order, chosen=chosen)
        await self._gateway.edit_keyboard(tap.place.scope.chat, tap.message, keyboard)


def _caption(state: GameState, own: GameView, group: str | None, order: tuple[int, ...], speaker: Speaker) -> str:
    tiles = " ".join(
        f"{place_number(place, order)}<b>{face(own.rack[place])}</b>{small(own.values[own.rack[place]])}"
        for place in order
    )
    mine = own.turn is not None and own.turn == own.viewer
    hint = mine and own.bag >= state.ruleset.exchange.least_in_bag
    turn = own.seats[own.turn].name if own.turn is not None else ""
    caption = speaker.html(
        "rack-private-mine" if mine else "rack-private",
        game=speaker.game,
        group=displayed(group or "…"),
        tiles=Html(tiles),
        bag=own.bag,
        name=speaker.named(turn),
    )
    return f"{caption}\n{speaker.html('rack-swap-hint')}" if hint else caption


def face(tile: str) -> str:
    """A tile as texts show it: its letter, or the sign of a blank."""
    return "▢" if tile == BLANK else tile


def small(points: int) -> str:
    """A tile's points in small figures below the line."""
    return str(points).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
