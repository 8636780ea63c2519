"""Ending a table without a result, by cancellation or surrender."""

from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.families.services import ChatContext, ChatServices
from bot.tables.table_loader import require_running_game, require_seat, require_turn_game, table_name
from bot.telegram.keyboards import STYLE_DANGER, ButtonData, encode_button_data, pair_short_buttons, translated_button
from bot.telegram.replies import REPLY_SECONDS
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from bot.wording import decisions
from bot.wording.tables import below_table_name
from engine import cancellation
from engine.cancellation import ObjectToCancel, ProposeCancel
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.game import Action, is_over
from engine.game_base import Game
from engine.lobby_seats import Lobby
from engine.turns import Cancel, Stop, Surrender, check_in_game


class EndGameHandlers:
    """Asks whether to cancel or surrender, and acts on the answers; checks at every tap whether its user may do so."""

    def __init__(self, services: ChatServices) -> None:
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards

    @handles_command("cancel", "group", "host")
    async def cancel_table(self, request: Command, context: ChatContext) -> None:
        """``/iptal``: close a lobby, or ask the host or administrator to confirm that a running game ends."""
        table, user = context.loaded.table, request.sender.user
        if isinstance(table, Lobby):
            if table.host != user and not await self._members.is_admin(request):
                raise Refusal("not_allowed_to_cancel")
            await self._games.apply_action(context.loaded, Cancel(user), request.update)
            text = below_table_name(context.loaded, context.chat_speaker, context.chat_speaker.html("lobby-closed"))
            await self._replies.reply_briefly(request, text)
            return
        if table is None or is_over(table):
            raise Refusal("no_game")
        stops = registry.family_of_game(table).keeps_result
        at_once = (not stops and _is_only_human(table, user)) or await self._members.is_admin(request)
        if not at_once:
            if user != cancellation.acting_host(table):
                raise Refusal("not_allowed_to_cancel")
            if not stops:
                cancellation.check_may_propose(table, user)
        speaker, name = context.chat_speaker, table_name(table)
        message, button = "cancel-sure" if at_once else "cancel-sure-host", "button-cancel"
        losses = decisions.cancel_losses(table, speaker)
        if stops:
            message, button, losses = "stop-sure", "button-stop", ""
        question = speaker.html(message, name=speaker.actor_name(request.sender.public_name))
        text = "\n".join(filter(None, (question, losses)))
        yes = translated_button(speaker, button, encode_button_data("cancel", name, user), style=STYLE_DANGER)
        no = translated_button(speaker, "button-keep", encode_button_data("keep", name, user))
        keyboard = InlineKeyboardMarkup(pair_short_buttons((yes, no)))
        await self._replies.reply_briefly(request, below_table_name(context.loaded, speaker, text), keyboard)

    async def confirm_cancel(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Cancel the game, as the sender confirmed: at once for an administrator, after time to object for the host."""
        game = _require_running_game(tap, context)
        sender = await self._check_asker(tap, pressed)
        user = tap.sender.user
        action: Action = Cancel(user, sender)
        if registry.family_of_game(game).keeps_result:
            action = Stop(user, sender, ruling=await self._members.is_admin(tap))
        elif _is_only_human(game, user):
            pass
        elif await self._members.is_admin(tap):
            action = Cancel(user, sender, administrator=True)
        else:
            cancellation.check_may_propose(game, user)
            action = ProposeCancel(user)
        await self._games.apply_action(context.loaded, action, tap.update)
        await self._replies.acknowledge_tap(tap)
        # The outcome is announced in another message.
        await self._replies.tapped_message.delete_message(tap)

    async def decline_cancel(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Drop the question, as the sender declined."""
        _require_running_game(tap, context)
        name = context.chat_speaker.actor_name(await self._check_asker(tap, pressed))
        await self._replies.acknowledge_tap(tap)
        await self._replies.tapped_message.replace_with_outcome(tap, context.language, "cancel-not", name=name)
        await self._replies.tapped_message.delete_message(tap, REPLY_SECONDS)

    async def object_to_cancel(self, tap: Tap, context: ChatContext) -> None:
        """Keep the game running, as a player objects."""
        _require_running_game(tap, context)
        await self._games.apply_action(context.loaded, ObjectToCancel(tap.sender.user), tap.update)
        await self._replies.acknowledge_tap(tap)
        await self._replies.tapped_message.replace_with_outcome(
            tap, context.language, "cancel-objected", name=context.chat_speaker.player_name(tap.sender.name)
        )

    async def _check_asker(self, tap: Tap, pressed: ButtonData) -> str:
        """The sender's name, if they gave the command; empty if an anonymous administrator did. Raises Refusal."""
        asker = int(pressed.arguments[0])
        await self._members.check_asker(tap, asker)
        return tap.sender.name if asker == tap.sender.user else ""

    @handles_command("surrender", "game", "player", needs_person=True)
    async def ask_to_surrender(self, request: Command, context: ChatContext) -> None:
        """Ask a player to confirm that they surrender."""
        require_turn_game(context.loaded.table)
        game, seat = require_seat(context.loaded.table, request.sender.user)
        check_in_game(game, seat)
        keyboard = self._buttons.surrender_question(context.language, table_name(game), request.sender.user)
        speaker = context.chat_speaker
        question = speaker.html("surrender-sure", name=speaker.player_name(request.sender.name))
        await self._replies.reply_briefly(request, below_table_name(context.loaded, speaker, question), keyboard)

    async def answer_surrender(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Surrender, or not, as the player has answered."""
        if tap.sender.user != int(pressed.arguments[0]):
            raise Refusal("not_your_button")
        if pressed.kind == "yes":
            user = tap.sender.user
            await self._games.apply_action(context.loaded, Surrender(user), tap.update)
        await self._replies.show_toast(tap, context.language, f"surrender-{pressed.kind}")
        told_here = pressed.kind == "yes" and not context.is_table_elsewhere(tap.venue)
        if told_here or not tap.venue.private:
            await self._replies.tapped_message.delete_message(tap)
            return
        chosen = "turn-surrendered" if pressed.kind == "yes" else "surrender-not"
        await self._replies.tapped_message.replace_with_outcome(
            tap, context.language, chosen, name=context.chat_speaker.player_name(tap.sender.name)
        )


def _is_only_human(game: Game, user: int) -> bool:
    left = [player.user for player in game.players if player.active and not is_computer(player.user)]
    return left == [user]


def _require_running_game(tap: Tap, context: ChatContext) -> Game:
    if context.loaded.scope.place != tap.venue.scope:
        raise Refusal("group_only")
    return require_running_game(context.loaded.table)
