"""Players who are away: skipping their turn, giving up their seat or giving it to somebody else, and votes about it.

Who sits at the table votes; an administrator rules, with two players only where another one plays.
"""

from typing import Final

from bot.families.context import Context
from bot.handlers.presence import PresenceHandlers
from bot.handlers.seated import Seated
from bot.tables.games import Games
from bot.tables.held import begun, table_name
from bot.telegram.answers import Answers
from bot.telegram.buttons import Pressed, ballot
from bot.telegram.inbound import Command, Tap
from bot.telegram.members import Members
from bot.typed.commands import command
from bot.wording import absences
from engine import voting
from engine.absence import Absent, Remove, Replace, Seek, Skip, Volunteer, Vote
from engine.errors import Malformed, Refusal
from engine.family import Game, GameView
from engine.game import view
from engine.petition import Petition

_PAIR: Final = 2


class AbsentHandlers:
    """Asks those who sit at the table, or takes an administrator's word."""

    def __init__(self, members: Members, presence: PresenceHandlers, games: Games, answers: Answers) -> None:
        self._presence: Final = presence
        self._members: Final = members
        self._seated: Final = Seated(members)
        self._games: Final = games
        self._answers: Final = answers

    @command("skip", "group", "player")
    async def skip(self, request: Command, context: Context) -> None:
        """``/atla``: the turn of a player who is away goes by."""
        game, user = _running(context), request.sender.user
        if game.seat_of(user) == game.turn:
            raise Refusal("vote_on_oneself")
        context = await self._looked(context, game.turn)
        if await self._rules(request, game):
            await self._games.play(
                context.held, Skip(user, game.turn, game.number, request.sender.shown), request.update
            )
            return
        await self._games.play(context.held, Vote(user, "skip", game.turn, game.number), request.update)

    @command("remove", "group", "player")
    async def remove(self, request: Command, context: Context) -> None:
        """``/cikar``: a player is out, as if by surrender."""
        game, user = _running(context), request.sender.user
        seat = await self._meant(request, game)
        context = await self._looked(context, seat)
        if await self._rules(request, game):
            await self._games.play(context.held, Remove(user, seat, request.sender.shown), request.update)
            return
        await self._games.play(context.held, Vote(user, "remove", seat, game.number), request.update)

    @command("replace", "group", "player")
    async def replace(self, request: Command, context: Context) -> None:
        """``/degis``: somebody is sought who takes a player's seat over."""
        game = _running(context)
        seat = await self._meant(request, game)
        context = await self._looked(context, seat)
        ruling = await self._rules(request, game)
        await self._games.play(context.held, Seek(request.sender.user, seat, ruling=ruling), request.update)

    async def ready(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """Somebody who does not play takes the seat for which somebody is sought, if the others agree."""
        _running(context)
        if not (await self._members.of(tap.place.scope.chat, tap.sender.user)).present:
            raise Refusal("members_only")
        volunteer = Volunteer(tap.sender.user, tap.sender.name, int(pressed.rest[0]))
        await self._games.play(context.held, volunteer, tap.update)
        await self._answers.toast(tap, context.language, "absent-ready")
        await self._answers.close(tap)

    async def voted(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """For or against what is voted about; an administrator who may rule has it done at once."""
        if context.held.seen:
            await self._show(tap, context)
            return
        game, petition = _asked(context, pressed)
        user, yes = tap.sender.user, pressed.rest[-1] == "y"
        heir = None if petition.substitute is None else petition.substitute.user
        about, seat, number = petition.about, petition.seat, petition.number
        asked: Absent = Vote(user, about, seat, number, yes, heir, shown=True)
        if not (_plays(game, user) and game.ruleset.absence.votes):
            if not await self._members.is_admin(tap) or not self._may_rule(game, user):
                raise Refusal("director_rules" if _plays(game, user) else "not_seated")
            if not yes:
                raise Refusal("rule_or_wait")
            asked = _ruling(tap, petition)
        await self._games.play(context.held, asked, tap.update)
        await self._show(tap, context.about(await self._games.load(context.held.scope)))

    async def _looked(self, context: Context, seat: int) -> Context:
        """The table, where it is noted whether the player of a seat is still in the group."""
        return context.about(await self._presence.asked(context.held, seat))

    async def _show(self, tap: Tap, context: Context) -> None:
        """How the vote stands, in the message that was tapped; once it is over that has no buttons."""
        game = context.held.table
        if not isinstance(game, Game) or game.petition is None:
            await self._answers.toast(tap, context.language, "absent-vote-counts")
            await self._answers.close(tap)
            return
        await self._answers.show(tap, _tally(game, context), ballot(context.speaker, table_name(game), game.petition))

    async def _rules(self, request: Command, game: Game) -> bool:
        """Whether the sender decides alone: an administrator.

        Raises:
            Refusal: ``not_seated``: neither that nor a player.
        """
        user = request.sender.user
        plays = _plays(game, user)
        if plays and game.ruleset.absence.votes and not self._may_rule(game, user):
            return False
        if await self._members.is_admin(request) and self._may_rule(game, user):
            return True
        if not plays:
            raise Refusal("not_seated")
        return False

    def _may_rule(self, game: Game, user: int) -> bool:
        """Nobody rules about the one opponent they have."""
        return not (_plays(game, user) and sum(player.active for player in game.players) <= _PAIR)

    async def _meant(self, request: Command, game: Game) -> int:
        """The seat that is meant: named, answered, by its number, or the only one that it can be.

        Raises:
            Refusal: ``no_such_player``.
            Malformed: ``who_is_meant``, where it may be several.
        """
        found = await self._seated.named(request, game, request.text)
        if found is not None:
            return found
        own = game.seat_of(request.sender.user)
        others = [seat for seat, player in enumerate(game.players) if player.active and seat != own]
        if len(others) != 1:
            raise Malformed("who_is_meant")
        return others[0]


def _running(context: Context) -> Game:
    game = begun(context.held.table)
    if game.outcome is not None:
        raise Refusal("game_over")
    return game


def _asked(context: Context, pressed: Pressed) -> tuple[Game, Petition]:
    """The game, and its vote, which must be the one that the button was drawn for.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over`` or ``no_vote``.
    """
    game = _running(context)
    about, seat, number, user, _ = pressed.rest
    petition = game.petition
    if petition is None or petition.waits:
        raise Refusal("no_vote")
    heir = 0 if petition.substitute is None else petition.substitute.user
    drawn = (petition.about, petition.seat, petition.number, heir)
    if drawn != (about, int(seat), int(number), int(user)):
        raise Refusal("no_vote")
    return game, petition


def _ruling(tap: Tap, petition: Petition) -> Absent:
    user, name = tap.sender.user, tap.sender.shown
    if petition.about == "skip":
        return Skip(user, petition.seat, petition.number, name)
    if petition.substitute is None:
        return Remove(user, petition.seat, name)
    return Replace(user, petition.seat, petition.substitute.user, name)


def _tally(game: Game, context: Context) -> str:
    """How the open vote of a game stands, as HTML."""
    if game.petition is None:
        raise AssertionError("there is no vote")
    seen = view(game, None)
    if not isinstance(seen, GameView):
        raise TypeError("the view of a game is one")
    return absences.tally(game.petition, voting.needed(game, game.petition.seat), seen, context.speaker)


def _plays(game: Game, user: int) -> bool:
    seat = game.seat_of(user)
    return seat is not None and game.players[seat].active
