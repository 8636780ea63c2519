"""Computer players: seated at an open table, in the seat of somebody who is away, or as all the company there is.

A private chat is a table's place like any other: whoever opens one there plays alone with them.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.families.context import Context
from bot.handlers.admission import check_computers
from bot.handlers.altering import DONE, OPEN, PANEL_SECONDS
from bot.judges import Judges
from bot.languages import languages
from bot.tables.games import Games
from bot.tables.held import check_free, is_running, table_name
from bot.telegram.answers import Answers
from bot.telegram.buttons import Pressed, button, data, keyed
from bot.telegram.inbound import Command, Tap
from bot.telegram.members import Members
from bot.typed import options
from bot.typed.commands import command
from bot.wording.speaker import Speaker, title
from engine.absence import Volunteer
from engine.computers import free, is_computer, number_of
from engine.errors import Malformed, Refusal
from engine.family import Game
from engine.game import Table
from engine.hosting import DismissComputer, SeatComputers
from engine.levels import LEVELS, Level
from engine.messages import Named
from engine.rulesets import Ruleset, rulesets
from engine.seats import Lobby, Seat, check_free_seat

USUAL: Final[Level] = "orta"
"""Who comes where nobody says how strong."""
_GONE: Final = "x"


class _Wanted(NamedTuple):
    """What was typed behind the command."""

    level: Level | None
    many: int


class ComputerHandlers:
    """Seats computer players and sends them away; who asks is judged anew each time.

    Args:
        members: knows who administers the group.
        games: applies actions.
        judges: know a game's dictionaries.
        answers: tells what was done.
    """

    def __init__(self, members: Members, games: Games, judges: Judges, answers: Answers) -> None:
        self._members: Final = members
        self._games: Final = games
        self._judges: Final = judges
        self._answers: Final = answers

    @command("computer", "chat", "host", person=True)
    async def computer(self, request: Command, context: Context) -> None:
        """``/bot [level] [how many]``: at an open table; where a seat waits for somebody to take it over; in private.

        Raises:
            Malformed: ``unknown_level``.
            Refusal: ``no_game``, ``computers_forbidden``, ``no_computers``, as :meth:`_seat`, or as the engine.
        """
        wanted, table = _read(request.text), context.held.table
        if isinstance(table, Lobby):
            if wanted.level is None:
                check_computers(context.held.settings)
                await self._rules(request, table)
                await self._answers.for_now(request, *_panel(table, context.voice), seconds=PANEL_SECONDS)
                return
            await self._seat(request, context, table, wanted.level, wanted.many)
            name = context.voice.named(_name(context.voice, wanted.level))
            await self._answers.briefly(request, context.voice.html("computer-seated", name=name))
        elif is_running(table):
            await self._stand_in(request, context, wanted.level or USUAL)
        elif request.place.private:
            await self._answers.send(request, *_alone(context.voice, wanted.level or USUAL))
        else:
            raise Refusal("no_game")

    async def pressed(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A button of the lobby's, or of the panel that it opens.

        Raises:
            Refusal: ``stale_button``, ``not_host``; as :meth:`_seat`, or as the engine.
        """
        lobby, (step,) = context.held.table, pressed.rest
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        carry = data("computer", table_name(lobby), "")
        if step != OPEN and not tap.bears(carry, carry + OPEN):
            # The lobby bears the button that opens the panel, and is to stay a lobby.
            raise Refusal("stale_button")
        check_computers(context.held.settings)
        ruling = await self._rules(tap, lobby)
        if step == OPEN:
            await self._answers.quiet(tap)
            await self._answers.for_now(tap, *_panel(lobby, context.voice), seconds=PANEL_SECONDS)
            return
        if step == DONE:
            await self._answers.quiet(tap)
            await self._answers.clear(tap)
            return
        if step.startswith(_GONE):
            action = DismissComputer(tap.sender.user, -int(step.removeprefix(_GONE)), ruling)
            await self._games.play(context.held, action, tap.update)
        else:
            await self._seat(tap, context, lobby, LEVELS[int(step)])
        now = (await self._games.load(context.held.scope)).table
        if isinstance(now, Lobby) and table_name(now) == table_name(lobby):
            await self._answers.show(tap, *_panel(now, context.voice), seconds=PANEL_SECONDS)
            return
        await self._answers.quiet(tap)
        await self._answers.clear(tap)

    async def stand_in(self, tap: Tap, context: Context, _: Pressed) -> None:
        """The button below a seat for which somebody is sought: a computer player takes it, if the others agree."""
        await self._stand_in(tap, context, USUAL)
        await self._answers.toast(tap, context.language, "absent-ready")
        await self._answers.close(tap)

    async def alone(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """In private: how strong the opponent is to be, then the game, whose table is opened there.

        Raises:
            Refusal: ``stale_button``, ``lobby_open``, ``game_running``; as :meth:`bot.tables.games.Games.open`.
        """
        level, *game = pressed.rest
        check_free(context.held.table)
        ruleset = rulesets().get(game[0]) if game else None
        if not tap.place.private or (game and (ruleset is None or not registry.of_ruleset(ruleset).computers)):
            raise Refusal("stale_button")
        if ruleset is None:
            await self._answers.show(tap, *_alone(context.voice, LEVELS[int(level)]))
            return
        resolved = options.apply(ruleset, {}, self._judges.kinds(ruleset))
        host = Seat(tap.sender.user, tap.sender.name)
        rival = Seat(free(LEVELS[int(level)], ()), _name(context.voice, LEVELS[int(level)]))
        await self._games.open(context.held, resolved, host, tap.update, computers=(rival,))
        await self._answers.quiet(tap)
        await self._answers.clear(tap)

    async def _seat(self, request: Command | Tap, context: Context, lobby: Lobby, level: Level, count: int = 1) -> None:
        """Seat computer players at the open table.

        Raises:
            Refusal: ``computers_forbidden``, ``no_computers``, ``not_host``; as :meth:`bot.tables.games.Games.sit`.
        """
        _check_hosted(context, lobby.ruleset)
        ruling = await self._rules(request, lobby)
        check_free_seat(lobby)
        names = _names(context.voice, lobby.seats, level, count)
        action = SeatComputers(request.sender.user, level, names, ruling=ruling)
        await self._games.sit(context.held, action, request.update, request.message, request.place.origin)

    async def _rules(self, request: Command | Tap, lobby: Lobby) -> bool:
        """Whether the sender decides as an administrator, and not as the host.

        Raises:
            Refusal: ``not_host``: neither that nor the host.
        """
        if request.sender.user == lobby.host:
            return False
        if not await self._members.is_admin(request):
            raise Refusal("not_host")
        return True

    async def _stand_in(self, request: Command | Tap, context: Context, level: Level) -> None:
        """Be ready to take over the seat for which somebody is sought; who plays, or administers, may ask for it.

        Raises:
            Refusal: ``nobody_sought``, ``not_seated``, ``computers_forbidden``, ``no_computers``.
        """
        game = context.held.table
        if not isinstance(game, Game) or game.petition is None or not game.petition.waits:
            raise Refusal("nobody_sought")
        seat = game.seat_of(request.sender.user)
        if (seat is None or not game.players[seat].active) and not await self._members.is_admin(request):
            raise Refusal("not_seated")
        _check_hosted(context, game.ruleset)
        user = free(level, (player.user for player in game.players))
        (name,) = _names(context.voice, game.players, level, 1)
        await self._games.play(context.held, Volunteer(user, name, game.petition.seat), request.update)


def against_computer(speaker: Speaker) -> InlineKeyboardMarkup:
    """In private: the button that leads to games against computer players."""
    return InlineKeyboardMarkup([[button(speaker, "button-play-alone", data("alone", "", LEVELS.index(USUAL)))]])


def _read(text: str) -> _Wanted:
    """What stands behind the command, in any order.

    Raises:
        Malformed: ``unknown_level``, with what was typed.
    """
    level: Level | None = None
    count = 1
    for word in text.split():
        meant = languages().meant("levels", word)
        found = next((one for one in LEVELS if one == meant), None)
        if found is not None:
            level = found
        elif word.isdecimal() and word.isascii() and len(word) == 1 and word != "0":
            count = int(word)
        else:
            raise Malformed("unknown_level", typed=word[:40])
    return _Wanted(level or (USUAL if count > 1 else None), count)


def _check_hosted(context: Context, ruleset: Ruleset) -> None:
    check_computers(context.held.settings)
    if not registry.of_ruleset(ruleset).computers:
        raise Refusal("no_computers")


def _level(speaker: Speaker, level: Level) -> str:
    return speaker.plain(f"level-{level}")


def _name(speaker: Speaker, level: Level, number: int = 1) -> str:
    """What a computer player is shown by: the second of a level bears its number."""
    if number == 1:
        return speaker.plain("computer-name", level=_level(speaker, level))
    return speaker.plain("computer-another", level=_level(speaker, level), number=number)


def _names(speaker: Speaker, there: Sequence[Named], level: Level, count: int) -> tuple[str, ...]:
    """The names of some more of a level."""
    taken = [one.user for one in there]
    names = []
    for _ in range(count):
        taken.append(user := free(level, taken))
        names.append(_name(speaker, level, number_of(user)))
    return tuple(names)


def _panel(lobby: Table, speaker: Speaker) -> tuple[str, InlineKeyboardMarkup]:
    """Every level, those who sit there to be sent away, and the end."""

    def carry(step: str) -> str:
        return data("computer", table_name(lobby), step)

    levels = [keyed(_level(speaker, level), carry(str(place))) for place, level in enumerate(LEVELS)]
    seated = lobby.seats if isinstance(lobby, Lobby) else ()
    there = [seat for seat in seated if is_computer(seat.user)]
    gone = [[keyed(f"✖ {seat.name}", carry(f"{_GONE}{-seat.user}"))] for seat in there]
    end = [button(speaker, "alter-done", carry(DONE))]
    return speaker.html("computer-which"), InlineKeyboardMarkup([levels[:3], levels[3:], *gone, end])


def _alone(speaker: Speaker, level: Level) -> tuple[str, InlineKeyboardMarkup]:
    """In private: the levels, one of them marked, and the games to be played against it."""
    levels = [
        keyed(f"✓ {_level(speaker, one)}" if one == level else _level(speaker, one), data("alone", "", place))
        for place, one in enumerate(LEVELS)
    ]
    found = sorted(rulesets().items(), key=lambda item: (item[1].language != speaker.language, item[0]))
    games = [
        [keyed(title(one.title, speaker.language), data("alone", "", LEVELS.index(level), name))]
        for name, one in found
        if registry.of_ruleset(one).computers
    ]
    return speaker.html("computer-alone"), InlineKeyboardMarkup([levels[:3], levels[3:], *games])
