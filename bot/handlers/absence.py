"""Absent players (skipped, removed or substituted, by vote) and clocks (pauses and extra time).

Players vote. An administrator decides alone, but not as a player in a game of two.
"""

import re
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from bot.call_errors import CallFailed
from bot.families import registry
from bot.families.services import ChatContext, ChatServices
from bot.handlers.show_game import MoveTableHandlers
from bot.handlers.which_table import find_target_seat
from bot.store.chats import UnreachableChats
from bot.store.keys import Scope
from bot.tables.table_loader import (
    LoadedTable,
    check_may_sit_down,
    require_game,
    require_running_game,
    require_turn_game,
    table_name,
)
from bot.telegram.keyboards import ButtonData, removal_keyboard, vote_keyboard
from bot.telegram.replies import REPLY_SECONDS
from bot.telegram.requests import Command, MembersChanged, Tap
from bot.user_input.commands import handles_command, to_seconds
from bot.wording import decisions
from bot.wording.clocks import downtime_lines
from bot.wording.speaker import join_lines
from bot.wording.tables import below_table_name, label_line
from engine import voting
from engine.absence import AbsenceAction, Presence, Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.allowance import Extend
from engine.clock import Pause, Resume
from engine.computer_ids import is_computer
from engine.errors import Malformed, Refusal
from engine.game import view
from engine.game_base import Game, GameView, Petition, TurnGame
from engine.lobby_seats import Leave, Lobby


class LeftPlayersHandlers:
    """Records who has left a group and who is back, at all of its tables, including those in topics."""

    def __init__(self, services: ChatServices, scopes_in_use: UnreachableChats) -> None:
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._players: Final = services.tables.store.players
        self._scopes_in_use: Final = scopes_in_use

    async def record_joins_and_leaves(self, request: MembersChanged) -> None:
        """Record that users joined or left a group."""
        chat = request.venue.scope.chat
        for users, here in ((request.left_users, False), (request.joined_users, True)):
            for user in users:
                for scope in await self._players.peek_user_games(user):
                    if scope.chat == chat:
                        await self._try_apply(scope, Presence(user, here))
        if request.left_users:
            await self._free_seats(chat, request.left_users)

    async def _free_seats(self, chat: int, users: Collection[int]) -> None:
        for scope in await self._scopes_in_use.list_scopes_in_use(chat):
            lobby = (await self._games.load_table(scope)).table
            seated = {seat.user for seat in lobby.seats} if isinstance(lobby, Lobby) else set()
            for user in seated.intersection(users):
                await self._try_apply(scope, Leave(user))

    async def check_still_in_group(self, loaded: LoadedTable, seat: int) -> LoadedTable:
        """Ask Telegram whether a seat's player is still in the group, record the answer, and return the table."""
        game = loaded.table
        if not isinstance(game, Game):
            return loaded
        user = game.players[seat].user
        if is_computer(user):
            return loaded
        try:
            if user in game.gone or (await self._members.find_member(loaded.scope.chat, user)).present:
                return loaded
        except (Refusal, CallFailed):
            return loaded
        await self._try_apply(loaded.scope, Presence(user, False))
        return await self._games.load_table(loaded.scope)

    async def _try_apply(self, scope: Scope, action: Presence | Leave) -> None:
        loaded = await self._games.load_table(scope)
        with suppress(Refusal):  # there is no table any more, or the table knows it already
            await self._games.apply_action(loaded, action, None)


_TWO_PLAYERS: Final = 2


class AbsenceHandlers:
    """Opens votes, or applies an administrator's decision."""

    def __init__(self, services: ChatServices, left_players: LeftPlayersHandlers) -> None:
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies
        self._left_players: Final = left_players

    @handles_command("skip", "group", "player")
    async def skip_turn(self, request: Command, context: ChatContext) -> None:
        """``/atla``: skip the turn of an absent player."""
        game, user = require_turn_game(context.loaded.table), request.sender.user
        if game.seat_of(user) == game.turn:
            raise Refusal("vote_on_oneself")
        context = await self._refresh_membership(context, game.turn)
        action: AbsenceAction = Vote(user, "skip", game.turn, game.number)
        if await self._decides_alone(request, game):
            action = Skip(user, game.turn, game.number, request.sender.public_name)
        await self._games.apply_action(context.loaded, action, request.update)

    @handles_command("remove", "group", "player")
    async def remove_player(self, request: Command, context: ChatContext) -> None:
        """``/cikar``: remove a player, as by surrender; an administrator is asked to confirm."""
        game, user = require_turn_game(context.loaded.table), request.sender.user
        seat = await self._find_target_seat(request, game)
        context = await self._refresh_membership(context, seat)
        if await self._decides_alone(request, game):
            speaker, target = context.chat_speaker, game.players[seat]
            question = speaker.html("remove-sure", name=speaker.player_name(target.name))
            keyboard = removal_keyboard(speaker, table_name(game), user, target.user)
            await self._replies.reply_briefly(request, below_table_name(context.loaded, speaker, question), keyboard)
            return
        await self._games.apply_action(context.loaded, Vote(user, "remove", seat, game.number), request.update)

    async def answer_removal(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Remove a player, or not, as the administrator has answered."""
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
            await self._replies.acknowledge_tap(tap)
            await self._replies.tapped_message.delete_message(tap)
            return
        await self._replies.acknowledge_tap(tap)
        name = context.chat_speaker.player_name(game.players[seat].name)
        await self._replies.tapped_message.replace_with_outcome(tap, context.language, "remove-not", name=name)
        await self._replies.tapped_message.delete_message(tap, REPLY_SECONDS)

    @handles_command("replace", "group", "player")
    async def seek_substitute(self, request: Command, context: ChatContext) -> None:
        """``/yerine``: seek a substitute for a player's seat."""
        game = require_turn_game(context.loaded.table)
        seat = await self._find_target_seat(request, game)
        context = await self._refresh_membership(context, seat)
        as_admin = await self._decides_alone(request, game)
        await self._games.apply_action(context.loaded, Seek(request.sender.user, seat, ruling=as_admin), request.update)

    async def volunteer_as_substitute(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Offer the vacant seat to a user who does not play; they get it if the players agree."""
        require_running_game(context.loaded.table)
        if not (await self._members.find_member(tap.venue.scope.chat, tap.sender.user)).present:
            raise Refusal("members_only")
        check_may_sit_down(context.request_place, tap.sender.user, context.loaded.scope)
        volunteer = Volunteer(tap.sender.user, tap.sender.name, int(pressed.arguments[0]))
        await self._games.apply_action(context.loaded, volunteer, tap.update)
        await self._replies.show_toast(tap, context.language, "absent-ready")
        await self._replies.tapped_message.remove_buttons(tap)

    async def cast_vote(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Vote for or against; the vote of an administrator who may decide alone settles it."""
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
        return context.with_table(await self._left_players.check_still_in_group(context.loaded, seat))

    async def _show_vote(self, tap: Tap, context: ChatContext) -> None:
        game = context.loaded.table
        if not isinstance(game, TurnGame) or game.petition is None:
            await self._replies.show_toast(tap, context.language, "absent-vote-counts")
            await self._replies.tapped_message.remove_buttons(tap)
            return
        await self._replies.tapped_message.replace_with_html(
            tap,
            _vote_text(game, game.petition, context),
            vote_keyboard(context.speaker, table_name(game), game.petition),
        )

    async def _decides_alone(self, request: Command, game: Game) -> bool:
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
        """Whether a user may decide without a vote; a player in a game of two may not, as only one opponent is left."""
        return not (_is_active_player(game, user) and sum(player.active for player in game.players) <= _TWO_PLAYERS)

    async def _find_target_seat(self, request: Command, game: Game) -> int:
        found = await find_target_seat(self._members, request, game, request.text)
        if found is not None:
            return found
        own = game.seat_of(request.sender.user)
        others = [seat for seat, player in enumerate(game.players) if player.active and seat != own]
        if len(others) != 1:
            raise Malformed("who_is_meant")
        return others[0]


def _open_vote(context: ChatContext, pressed: ButtonData) -> tuple[Game, Petition]:
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


def _vote_text(game: TurnGame, petition: Petition, context: ChatContext) -> str:
    table_view = view(game, None)
    if not isinstance(table_view, GameView):
        raise TypeError("the view of a game is one")
    return decisions.vote_tally(petition, voting.votes_needed(game, petition.seat), table_view, context.speaker)


def _is_active_player(game: Game, user: int) -> bool:
    seat = game.seat_of(user)
    return seat is not None and game.players[seat].active


_MINUTE: Final = 60
_PLAYER_THEN_TIME: Final = re.compile(r"(?:(.*?) |)(\d{1,7}) ?-?([^\W\d_]*)")
"""A player before a time: ``@biri 5dk``, ``2 5 dk``; without a unit, the time is in minutes."""
_TIME_THEN_PLAYER: Final = re.compile(r"(\d{1,7}) ?-?([^\W\d_]+) (.*)")  # a time before a player: `5dk @biri`


class ClockHandlers:
    """Shows, pauses and extends the clocks of a game of any family."""

    def __init__(self, services: ChatServices, move_table: MoveTableHandlers) -> None:
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies
        self._move_table: Final = move_table

    @handles_command("clock", "game", "anybody", kind="look-up")
    async def show_clocks(self, request: Command, context: ChatContext) -> None:
        """``/sure``: show all players' clocks, and until when the last play may be challenged."""
        game, speaker = require_game(context.loaded.table), context.speaker
        lines = registry.family_of_game(game).wording(speaker).clock_lines(game, self._games.times.now)
        if not lines:
            raise Refusal("no_clock")
        rule = [f"⏱ {speaker.clock_label(game.ruleset.clock_rule)}"] if isinstance(game, TurnGame) else []
        away = self._games.times.untold_downtime(context.loaded)
        still = downtime_lines(away, speaker) if context.loaded.scope.place == request.venue.scope else []
        text = "\n".join((*still, *rule, *lines))
        await self._replies.reply_html(request, join_lines(label_line(game.known_players, speaker), text))
        if still:
            await self._games.record_announced_downtime(context.loaded)

    @handles_command("pause", "group", "administrator")
    async def pause_game(self, request: Command, context: ChatContext) -> None:
        """``/duraklat``: pause the game; for administrators."""
        await self._games.apply_action(
            context.loaded, Pause(request.sender.user, request.sender.public_name), request.update
        )

    @handles_command("resume", "group", "administrator")
    async def resume_game(self, request: Command, context: ChatContext) -> None:
        """``/devam``: resume the game, or without a game here offer those of other topics; for administrators."""
        if not context.open_tables:
            await self._move_table.offer_tables(request, context)
            return
        await self._games.apply_action(
            context.loaded, Resume(request.sender.user, request.sender.public_name), request.update
        )

    @handles_command("extend", "group", "administrator")
    async def give_extra_time(self, request: Command, context: ChatContext) -> None:
        """``/uzat``: give the player whose turn it is, or a named one, extra time; for administrators."""
        game = require_turn_game(context.loaded.table)
        who, seconds = _parse_player_and_time(request.text)
        seat = await find_target_seat(self._members, request, game, who)
        user, name = request.sender.user, request.sender.public_name
        action = Extend(user, game.turn if seat is None else seat, seconds, game.number, name)
        await self._games.apply_action(context.loaded, action, request.update)


def _parse_player_and_time(text: str) -> tuple[str, int]:
    typed = text.strip()
    if (first := _TIME_THEN_PLAYER.fullmatch(typed)) is not None and (seconds := to_seconds(int(first[1]), first[2])):
        return first[3], seconds
    if (last := _PLAYER_THEN_TIME.fullmatch(typed)) is not None:
        number, unit = int(last[2]), last[3]
        seconds = to_seconds(number, unit) if unit else number * _MINUTE
        if seconds is not None:
            return last[1] or "", seconds
    raise Malformed("how_long")
