"""Trying a move out: its picture and its score, for its player's eyes only.

Whether its words count is told only where the table lets a preview tell.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.families.context import Context
from bot.families.crossword import buttons
from bot.families.crossword.moves import exemplified, read, said
from bot.families.crossword.offers import Offers
from bot.families.crossword.previews import phonies, preview_words
from bot.families.crossword.questions import Asking
from bot.families.crossword.readings import reads_gcg
from bot.families.crossword.sketches import sketch, trial
from bot.families.crossword.tables import seated
from bot.families.crossword.wording import Wording, spelled
from bot.families.family import Services
from bot.tables.held import table_name
from bot.telegram.buttons import Pressed
from bot.telegram.groups import group_info
from bot.telegram.inbound import Command, Tap
from bot.texts import Html
from bot.typed.commands import command
from bot.wording.captions import fitting, lines
from bot.wording.people import displayed
from bot.wording.speaker import Speaker
from engine.crossword.actions import Place
from engine.crossword.games import crosswords
from engine.crossword.geometry import Direction
from engine.crossword.notation import Move
from engine.crossword.notation import typed as laid
from engine.crossword.places import Choice, meant
from engine.crossword.premiums import premium_board
from engine.crossword.reading import Typed
from engine.crossword.ruleset import BLANK
from engine.crossword.scoring import Score
from engine.crossword.secrecy import view
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table

_WAYS: Final = {Direction.ACROSS: "h", Direction.DOWN: "v"}


@dataclass(frozen=True, slots=True)
class Plan:
    """A move that could be laid, in one of its player's games."""

    about: Context
    state: GameState
    seat: int
    move: Move
    place: Place
    score: Score


class TryHandlers:
    """Shows moves before they are played."""

    def __init__(self, services: Services) -> None:
        self._gateway: Final = services.gateway
        self._games: Final = services.games
        self._store: Final = services.store
        self._offers: Final = Offers(services)
        self._studio: Final = services.studio
        self._answers: Final = services.answers
        self._buttons: Final = services.buttons

    @command("try", "chat", "player", kind="look-up", person=True)
    async def preview(self, request: Command, context: Context) -> None:
        """``/dene H8 yatay KALEM``, in private: the board with the move laid, its words and its score.

        Of several games those count where it is the player's turn, if any, and there those where the move can be laid;
        each has a picture of its own.
        """
        if not request.place.private:
            keyboard = self._buttons.link(
                context.language, "button-see-private", f"https://t.me/{self._gateway.username}"
            )
            await self._answers.briefly(request, context.voice.html("try-in-private"), keyboard)
            return
        if not request.text.strip():
            raise await self._empty(request.sender.user, context)
        plans: list[Plan] = []
        refused: EngineError | None = None
        user, asked = request.sender.user, False
        for about, state, seat in await self._games_of(user, context):
            try:
                typed = said(request.text, state.ruleset, about.speaker)
                gcg = await reads_gcg(self._store, user, typed)
                plans.append(planned(about, state, seat, typed, gcg=gcg))
            except Choice as choice:
                await self._offers.ask(request, about, Asking(user, state, typed), choice.fits)
                asked = True
            except EngineError as error:
                refused = refused or error
        if not (plans or asked) and refused is not None:
            raise refused
        for plan in plans:
            await self._show(request, plan)

    async def _empty(self, user: int, context: Context) -> Malformed:
        """That the move is missing, with an example for one of the user's games."""
        tables = (held.table for held in await self._games.people.running(user))
        games = [table.ruleset for table in tables if isinstance(table, GameState)]
        # Without a game one in the chat's language shows how, or else the first that there is.
        games += sorted(crosswords().values(), key=lambda ruleset: ruleset.language != context.language)
        return exemplified(Malformed("empty_try"), games[0], context.speaker)

    async def _games_of(self, user: int, context: Context) -> list[tuple[Context, GameState, int]]:
        """Where the user may lay tiles.

        Raises:
            Refusal: ``no_game_of_yours``, or ``another_game`` if all of them have no board.
        """
        theirs = await self._games.people.running(user)
        found = []
        for held in theirs:
            state = held.table
            seat = state.seat_of(user) if isinstance(state, GameState) else None
            if isinstance(state, GameState) and seat is not None and state.players[seat].active:
                found.append((context.about(held), state, seat))
        if not found:
            raise Refusal("another_game" if theirs else "no_game_of_yours")
        return [game for game in found if game[1].turn == game[2]] or found

    async def _show(self, request: Command, plan: Plan) -> None:
        state, look = plan.state, plan.about.look
        seen, speaker = view(state, None), plan.about.speaker
        tried = trial(plan.seat, plan.place, plan.score)
        picture = await self._studio.draw(sketch(seen, speaker, look, tried))
        keyboard = None
        if state.turn == plan.seat:
            keyboard = buttons.lay(table_name(state), state.number, coded(plan), speaker)
        await self._answers.photo(request, picture, await self._caption(plan, seen, speaker), keyboard)

    async def _caption(self, plan: Plan, seen: GameView, speaker: Speaker) -> str:
        """The move, and all else that the picture shows of the table."""
        words, main = Wording(speaker), plan.score.words[0]
        blanks = frozenset(tile.cell for tile in plan.place.tiles if tile.tile.startswith(BLANK))
        scope = plan.about.held.scope
        group = None if scope.private else await group_info(self._gateway, scope.chat)
        here = speaker.plain("this-chat") if scope.private else "…"
        move = speaker.html(
            "try-caption",
            game=speaker.game,
            group=displayed((group.title if group else None) or here),
            cell=main.cells[0],
            way=words.way(main),
            word=spelled(main, blanks),
            score=plan.score.total,
            sum=Html(words.sum(plan.score, blanks)),
            note=await self._note(plan, speaker),
            turn=Html(_turn(plan, seen, speaker)),
        )
        move = lines(*move.split("\n"))
        return fitting(lines(f"{move}\n", words.table(seen)), move)

    async def _note(self, plan: Plan, speaker: Speaker) -> str:
        """Whether the words count, where the table lets a preview tell."""
        known = await preview_words(self._games, plan.about.held, plan.state.ruleset)
        if known is None:
            return speaker.plain("try-unjudged")
        wrong = phonies(plan.score, known)
        return speaker.plain("try-words-bad", words=", ".join(wrong)) if wrong else speaker.plain("try-words-good")

    async def lay(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The button under a preview: plays that very move while the board is as it was."""
        user, (number, *written) = tap.sender.user, pressed.rest
        speaker = context.speaker

        def action(table: Table, now: datetime) -> Place:
            state, _ = seated(table, user)
            if state.number != int(number):
                raise Refusal("stale_button")
            return laid(state, user, read(" ".join(written), state.ruleset, speaker), now)

        if await self._offers.lay(tap, context, action):
            await self._answers.close(tap)


def _turn(plan: Plan, seen: GameView, speaker: Speaker) -> str:
    """Whose turn it is, and of somebody else's what that means for the move."""
    state = plan.state
    if state.turn == plan.seat:
        return Wording(speaker).next(seen)
    return speaker.html("try-later", name=speaker.named(state.players[state.turn].name))


def planned(about: Context, state: GameState, seat: int, typed: Typed, *, gcg: bool = False) -> Plan:
    """What was said of a move, laid with the tiles of the seat's rack; words and turn do not matter.

    Raises:
        Choice: it may lie in several places.
        Refusal, Malformed: it cannot be laid.
    """
    found = meant(state, seat, typed, gcg=gcg)
    return Plan(about, state, seat, found.move, found.place, found.score)


def coded(plan: Plan) -> str:
    """The move as a button carries it: ``H8 h K.L[E]M``, dots for letters on the board, so that it is short."""
    grid = premium_board(plan.state.ruleset.board).grid
    line, first = grid.line(grid.indices[plan.move.cell], plan.move.direction)
    tiles = {tile.cell: tile.tile for tile in plan.place.tiles}
    run = (tiles.get(grid.names[index], ".") for index in line[first : first + len(plan.move.signs)])
    word = "".join(f"[{tile[1:]}]" if tile.startswith(BLANK) else tile for tile in run)
    return f"{plan.move.cell} {_WAYS[plan.move.direction]} {word}"
