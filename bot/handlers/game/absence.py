"""Absent players: skipping their turn, removing them, finding a substitute, and the votes about it.

The players vote; an administrator decides alone, in a game of two only from outside.
"""

from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.game.left_players import LeftPlayersHandlers
from bot.handlers.target_player import find_target_seat
from bot.tables.games import Games
from bot.tables.loaded_table import require_running_game, table_name
from bot.tables.seat_limit import check_may_sit_down
from bot.telegram.auto_delete import REPLY_SECONDS
from bot.telegram.button_data import ButtonData
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import removal_keyboard, vote_keyboard
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from bot.wording import absence
from bot.wording.table_label import below_table_name
from engine import voting
from engine.absence import AbsenceAction, Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.errors import Malformed, Refusal
from engine.game import view
from engine.game_base import Game, GameView, Petition

_TWO_PLAYERS: Final = 2


class AbsenceHandlers:
    """Opens votes among the players, or applies an administrator's decision."""

    def __init__(
        self, members: GroupMembers, left_players: LeftPlayersHandlers, games: Games, answers: Replies
    ) -> None:
        self._left_players: Final = left_players
        self._members: Final = members
        self._games: Final = games
        self._answers: Final = answers

    @handles_command("skip", "group", "player")
    async def skip_turn(self, request: Command, context: ChatContext) -> None:
        """``/atla``: skip the turn of an absent player."""
        game, user = require_running_game(context.loaded.table), request.sender.user
        if game.seat_of(user) == game.turn:
            raise Refusal("vote_on_oneself")
        context = await self._refresh_membership(context, game.turn)
        if await self._decides_alone(request, game):
            await self._games.apply_action(
                context.loaded, Skip(user, game.turn, game.number, request.sender.public_name), request.update
            )
            return
        await self._games.apply_action(context.loaded, Vote(user, "skip", game.turn, game.number), request.update)

    @handles_command("remove", "group", "player")
    async def remove_player(self, request: Command, context: ChatContext) -> None:
        """``/cikar``: remove a player, as if by surrender; an administrator is asked to confirm."""
        game, user = require_running_game(context.loaded.table), request.sender.user
        seat = await self._find_target_seat(request, game)
        context = await self._refresh_membership(context, seat)
        if await self._decides_alone(request, game):
            speaker, target = context.chat_speaker, game.players[seat]
            question = speaker.html("remove-sure", name=speaker.player_name(target.name))
            keyboard = removal_keyboard(speaker, table_name(game), user, target.user)
            await self._answers.reply_briefly(request, below_table_name(context.loaded, speaker, question), keyboard)
            return
        await self._games.apply_action(context.loaded, Vote(user, "remove", seat, game.number), request.update)

    async def answer_removal(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The administrator confirms or declines a removal.

        Raises:
            Refusal: ``not_your_button``, ``admins_only``, ``no_such_player``; as the engine.
        """
        game = require_running_game(context.loaded.table)
        asker, target, answer = pressed.arguments
        await self._members.check_asker(tap, int(asker))
        seat = game.seat_of(int(target))
        if seat is None:
            raise Refusal("no_such_player")
        if answer == "y":
            if not self._may_decide_alone(game, tap.sender.user) or not await self._members.is_admin(tap):
                raise Refusal("admins_only")
            name = "" if int(asker) != tap.sender.user else tap.sender.public_name
            await self._games.apply_action(context.loaded, Remove(tap.sender.user, seat, name), tap.update)
            await self._answers.acknowledge_tap(tap)
            await self._answers.tapped_message.delete_message(tap)
            return
        await self._answers.acknowledge_tap(tap)
        name = context.chat_speaker.player_name(game.players[seat].name)
        await self._answers.tapped_message.replace_with_outcome(tap, context.language, "remove-not", name=name)
        await self._answers.tapped_message.delete_message(tap, REPLY_SECONDS)

    @handles_command("replace", "group", "player")
    async def seek_substitute(self, request: Command, context: ChatContext) -> None:
        """``/yerine``: seek a substitute for a player's seat."""
        game = require_running_game(context.loaded.table)
        seat = await self._find_target_seat(request, game)
        context = await self._refresh_membership(context, seat)
        as_admin = await self._decides_alone(request, game)
        await self._games.apply_action(context.loaded, Seek(request.sender.user, seat, ruling=as_admin), request.update)

    async def volunteer_as_substitute(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Take the seat for which a substitute is sought, if the players agree; for people who do not play.

        Raises:
            Refusal: ``members_only``, ``too_many_seats``; as the engine.
        """
        require_running_game(context.loaded.table)
        if not (await self._members.find_member(tap.venue.scope.chat, tap.sender.user)).present:
            raise Refusal("members_only")
        check_may_sit_down(context.request_place, tap.sender.user, context.loaded.scope)
        volunteer = Volunteer(tap.sender.user, tap.sender.name, int(pressed.arguments[0]))
        await self._games.apply_action(context.loaded, volunteer, tap.update)
        await self._answers.show_toast(tap, context.language, "absent-ready")
        await self._answers.tapped_message.remove_buttons(tap)

    async def cast_vote(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Vote for or against; an administrator who may decide alone settles it at once."""
        if context.loaded.is_duplicate:
            await self._show_vote(tap, context)
            return
        game, petition = _open_vote(context, pressed)
        user, yes = tap.sender.user, pressed.arguments[-1] == "y"
        substitute = None if petition.substitute is None else petition.substitute.user
        about, seat, number = petition.about, petition.seat, petition.number
        action: AbsenceAction = Vote(user, about, seat, number, yes, substitute, shown=True)
        if not (_is_active_player(game, user) and game.ruleset.absence.votes):
            if not await self._members.is_admin(tap) or not self._may_decide_alone(game, user):
                raise Refusal("director_rules" if _is_active_player(game, user) else "not_seated")
            if not yes:
                raise Refusal("rule_or_wait")
            action = _to_admin_action(tap, petition)
        await self._games.apply_action(context.loaded, action, tap.update)
        await self._show_vote(tap, context.with_table(await self._games.load_table(context.loaded.scope)))

    async def _refresh_membership(self, context: ChatContext, seat: int) -> ChatContext:
        """The table, after asking Telegram whether the seat's player is still in the group."""
        return context.with_table(await self._left_players.check_still_in_group(context.loaded, seat))

    async def _show_vote(self, tap: Tap, context: ChatContext) -> None:
        """Show the vote in the tapped message; without buttons once it is over."""
        game = context.loaded.table
        if not isinstance(game, Game) or game.petition is None:
            await self._answers.show_toast(tap, context.language, "absent-vote-counts")
            await self._answers.tapped_message.remove_buttons(tap)
            return
        await self._answers.tapped_message.replace_with_html(
            tap, _vote_text(game, context), vote_keyboard(context.speaker, table_name(game), game.petition)
        )

    async def _decides_alone(self, request: Command, game: Game) -> bool:
        """Whether the sender decides alone, as an administrator.

        Raises:
            Refusal: ``not_seated`` if the sender is neither an administrator nor a player.
        """
        user = request.sender.user
        plays = _is_active_player(game, user)
        if plays and game.ruleset.absence.votes and not self._may_decide_alone(game, user):
            return False
        if await self._members.is_admin(request) and self._may_decide_alone(game, user):
            return True
        if not plays:
            raise Refusal("not_seated")
        return False

    def _may_decide_alone(self, game: Game, user: int) -> bool:
        """False for a player in a game of two: nobody decides alone about their only opponent."""
        return not (_is_active_player(game, user) and sum(player.active for player in game.players) <= _TWO_PLAYERS)

    async def _find_target_seat(self, request: Command, game: Game) -> int:
        """The seat that is meant: by name, by reply, by number, or the only possible one.

        Raises:
            Refusal: ``no_such_player``.
            Malformed: ``who_is_meant`` if several are possible.
        """
        found = await find_target_seat(self._members, request, game, request.text)
        if found is not None:
            return found
        own = game.seat_of(request.sender.user)
        others = [seat for seat, player in enumerate(game.players) if player.active and seat != own]
        if len(others) != 1:
            raise Malformed("who_is_meant")
        return others[0]


def _open_vote(context: ChatContext, pressed: ButtonData) -> tuple[Game, Petition]:
    """The game and its open vote, if the button was drawn for that vote.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over`` or ``no_vote``.
    """
    game = require_running_game(context.loaded.table)
    about, seat, number, user, _ = pressed.arguments
    petition = game.petition
    if petition is None or petition.is_waiting:
        raise Refusal("no_vote")
    substitute = 0 if petition.substitute is None else petition.substitute.user
    drawn = (petition.about, petition.seat, petition.number, substitute)
    if drawn != (about, int(seat), int(number), int(user)):
        raise Refusal("no_vote")
    return game, petition


def _to_admin_action(tap: Tap, petition: Petition) -> AbsenceAction:
    user, name = tap.sender.user, tap.sender.public_name
    if petition.about == "skip":
        return Skip(user, petition.seat, petition.number, name)
    if petition.substitute is None:
        return Remove(user, petition.seat, name)
    return Replace(user, petition.seat, petition.substitute.user, name)


def _vote_text(game: Game, context: ChatContext) -> str:
    """How the open vote of a game stands, as HTML."""
    if game.petition is None:
        raise AssertionError("there is no vote")
    table_view = view(game, None)
    if not isinstance(table_view, GameView):
        raise TypeError("the view of a game is one")
    return absence.vote_tally(game.petition, voting.votes_needed(game, game.petition.seat), table_view, context.speaker)


def _is_active_player(game: Game, user: int) -> bool:
    seat = game.seat_of(user)
    return seat is not None and game.players[seat].active
