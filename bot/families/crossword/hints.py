"""Hints: the best turn, told step by step and only to the player whose turn it is (RULES §7.6).

The search runs before the commit, and the action carries its result as a secret. A player who asks again in the same
turn sees the same hint, and pays only for further steps.
"""

from collections.abc import Callable, Iterator
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.call_errors import ChatUnreachable, RequestRejected
from bot.families.crossword.keyboards import StepKind
from bot.families.crossword.typed_moves import (
    direction_name,
    direction_of_word,
    encode_scored_word,
    places_used,
    seated_game,
    tile_sign,
    view_for_user,
)
from bot.families.crossword.wording import blank_cells, spell_scored_word
from bot.families.own_board import SHOW_STEP, hash_rack
from bot.families.services import ChatContext, ChatServices
from bot.message_limits import BUTTON_DATA
from bot.store.keys import Scope
from bot.tables.table_loader import table_name
from bot.telegram.ephemeral import EphemeralMessage
from bot.telegram.keyboards import STYLE_SUCCESS, ButtonData, callback_button, encode_button_data, translated_button
from bot.telegram.replies import REPLY_SECONDS
from bot.telegram.requests import Command, Tap
from bot.texts import Argument
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker
from bot.wording.tables import below_table_name
from engine.crossword.actions import AskHint, Exchange, Place
from engine.crossword.state import GameState
from engine.crossword.view import GameView, HintView
from engine.errors import Refusal
from engine.turns import Pass, require_turn

_STEP_BUTTONS: Final = ("button-hint-1", "button-hint-2", "button-hint-3", "button-hint-4")


def _hint_keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
    hint, price = view.hint, view.hint_price
    if price is None:
        return None
    if hint is not None and hint.last:
        return _turn_keyboard(table, view, hint, speaker)
    step = 1 if hint is None else hint.steps + 1
    label = speaker.plain(_STEP_BUTTONS[step - 1], priced="yes" if price else "no", price=price)
    return InlineKeyboardMarkup([[callback_button(label, encode_button_data("hint", table, view.number, step))]])


def _turn_keyboard(table: str, view: GameView, hint: HintView, speaker: Speaker) -> InlineKeyboardMarkup | None:
    if hint.word is not None:
        data = encode_button_data("lay", table, view.number, *encode_scored_word(hint.word, hint.tiles))
        key = translated_button(speaker, "button-hint-play", data, style=STYLE_SUCCESS)
    elif hint.given and view.viewer is not None:
        ticked = sum(1 << place for place in places_used(view.rack, hint.given))
        step, user = f"{StepKind.EXCHANGE}{ticked:x}", view.seats[view.viewer].user
        data = encode_button_data(SHOW_STEP, table, f"{user:x}", view.number, hash_rack(view.rack), step)
        key = translated_button(speaker, "own-board-exchange", data)
    else:
        return None
    return InlineKeyboardMarkup([[key]]) if len(data.encode()) <= BUTTON_DATA else None


def _hint_lines(view: GameView, speaker: Speaker, say: Callable[..., str]) -> Iterator[str]:
    hint, price = view.hint, view.hint_price or 0
    if hint is None:
        yield say("hint-about")
    else:
        for message, arguments in _hint_steps(hint, speaker):
            yield say(message, **arguments)
        yield say("dictionary-line", words=speaker.dictionary_label())
    if price and (hint is None or not hint.last):
        yield say("hint-price", price=price)


def _hint_steps(hint: HintView, speaker: Speaker) -> Iterator[tuple[str, dict[str, Argument]]]:
    if hint.kind == "pass":
        yield "hint-pass", {}
        return
    if hint.word is not None:
        way = direction_name(direction_of_word(hint.word), speaker)
        word = spell_scored_word(hint.word, blank_cells(hint.tiles))
        yield "hint-play", {"cell": hint.word.cells[0], "way": way, "word": word, "score": hint.score}
        return
    if hint.given:
        yield "hint-exchange-tiles", {"tiles": " ".join(map(tile_sign, hint.given))}
        return
    if hint.kind == "play":
        yield "hint-where-row" if hint.line.isdecimal() else "hint-where-column", {"line": hint.line}
    else:
        yield "hint-exchange", {}
    if hint.length is not None:
        yield "hint-length-play" if hint.kind == "play" else "hint-length-exchange", {"count": hint.length}
    if hint.first is not None:
        yield "hint-first-play" if hint.kind == "play" else "hint-first-exchange", {"letter": tile_sign(hint.first)}


_MOST_SEARCHES: Final = 4  # searches for one turn, each without the words that the live dictionary has refused


class HintHandlers:
    """Gives hints; the engine decides who may have one, and counts the steps."""

    def __init__(self, services: ChatServices) -> None:
        self._gateway: Final = services.gateway
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies
        self._find_hinted_turn: Final = services.find_hinted_turn

    @handles_command("hint", "game", "mover", needs_person=True)
    async def show_hint(self, request: Command, context: ChatContext) -> None:
        """``/ipucu``: show the turn's hint so far, or the first step, or its price. Raises Refusal ``no_hints``.

        The board page, which shows the price beside its button, gets the next step.
        """
        state, _ = seated_game(context.loaded.table, request.sender.user)
        if state.ruleset.hint_price is None:
            raise Refusal("no_hints")
        require_turn(state, request.sender.user, self._games.times.time_of_action(context.loaded))
        if request.update.is_web or (state.hint is None and not state.ruleset.hint_price):
            step = 1 if state.hint is None else state.hint.steps + 1
            state = await self._tell_step(request, context, state, state.number, step)
        await self._show(request, context, state)

    async def tap_hint(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Give the next step of the hint under which the button was tapped. Raises the engine's Refusal."""
        state, _ = seated_game(context.loaded.table, tap.sender.user)
        number, step = map(int, pressed.arguments)
        await self._show(tap, context, await self._tell_step(tap, context, state, number, step))

    async def _tell_step(
        self, request: Command | Tap, context: ChatContext, state: GameState, number: int, step: int
    ) -> GameState:
        user = request.sender.user
        refused: frozenset[str] = frozenset()
        is_open = state.ruleset.hint_price is not None and state.hint is None and state.number == number
        may_begin = step == 1 and is_open and state.players[state.turn].user == user
        for _ in range(_MOST_SEARCHES):
            action = AskHint(user, number, step)
            if may_begin:
                best = await self._find_hinted_turn(context.loaded, refused)
                if isinstance(best, Place | Exchange | Pass):
                    action = AskHint(user, number, step, best)
            try:
                done = await self._games.apply_action(context.loaded, action, request.update)
            except Refusal as refusal:
                words = refusal.fields.get("words")
                if refusal.code == "not_words" and isinstance(words, tuple):
                    refused |= frozenset(words)
                    continue
                raise
            table = (await self._games.load_table(context.loaded.scope)).table if done is None else done.table
            return seated_game(table, user)[0]
        raise Refusal("no_hint_found")

    async def _show(self, request: Command | Tap, context: ChatContext, state: GameState) -> None:
        user = request.sender.user
        seen, speaker = view_for_user(state, user), context.speaker
        text = below_table_name(
            context.loaded, context.chat_speaker, "\n".join(_hint_lines(seen, speaker, speaker.html))
        )
        keyboard = _hint_keyboard(table_name(state), seen, speaker)
        # A hint below the own board's picture would replace the board: it is a separate message.
        if (
            isinstance(request, Tap)
            and request.photo is None
            and not request.venue.has_migrated
            and (request.venue.private or EphemeralMessage.from_tap(request) is not None)
        ):
            await self._replies.tapped_message.replace_with_html(
                request, text, keyboard, seconds=REPLY_SECONDS, until_done=True
            )
            return
        shown = await self._replies.reply_privately(request, text, keyboard)
        if isinstance(request, Tap):
            if shown:
                await self._replies.acknowledge_tap(request)
            else:
                await self._replies.show_alert_text(request, "\n".join(_hint_lines(seen, speaker, speaker.plain)))
            return
        if shown:
            return
        try:
            await self._gateway.send_text(Scope(user), text, keyboard, sending=request.sending)
        except (ChatUnreachable, RequestRejected):
            await self._replies.reply_briefly(request, context.chat_speaker.html("hint-needs-private"))
        else:
            await self._replies.reply_briefly(request, context.chat_speaker.html("hint-sent"))
