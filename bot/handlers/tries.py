"""Trying a move out: its picture and its score, for its player's eyes only. Whether words count is not told."""

from dataclasses import dataclass
from typing import Final

from telegram import Bot

from bot.announce.captions import fitting, lines
from bot.announce.wording import Wording, spelled
from bot.answers import Answers, Context
from bot.buttons import Buttons, Pressed
from bot.games import Games
from bot.groups import group_info
from bot.handlers.play import placing, seated
from bot.inbound import Command, Tap
from bot.people import shown
from bot.sketches import sketch
from bot.studio import Studio
from bot.tables import table_name
from bot.texts import Html, Texts
from engine.alphabet import alphabet
from engine.crossword.actions import Place
from engine.crossword.geometry import Direction
from engine.crossword.notation import Move, parse, resolve
from engine.crossword.premiums import premium_board
from engine.crossword.rules import preview
from engine.crossword.ruleset import BLANK
from engine.crossword.scoring import Score
from engine.crossword.showing import view
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

    def __init__(
        self,
        *,
        bot: Bot,
        games: Games,
        studio: Studio,
        answers: Answers,
        buttons: Buttons,
        texts: Texts,
    ) -> None:
        self._bot: Final = bot
        self._games: Final = games
        self._studio: Final = studio
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._texts: Final = texts

    async def preview(self, request: Command, context: Context) -> None:
        """``/dene H8 yatay KALEM``, in private: the board with the move laid, its words and its score.

        Of several games those count where it is the player's turn, if any, and there those where the move can be laid;
        each has a picture of its own.
        """
        if not request.place.private:
            keyboard = self._buttons.link(context.language, "button-see-private", f"https://t.me/{self._bot.username}")
            await self._answers.say(request, context.language, "try-in-private", keyboard)
            return
        if not request.text.strip():
            raise Malformed("empty_try")
        plans: list[Plan] = []
        refused: EngineError | None = None
        for about, state, seat in await self._games_of(request.sender.user, context):
            try:
                plans.append(planned(about, state, seat, request.text))
            except EngineError as error:
                refused = refused or error
        if not plans and refused is not None:
            raise refused
        for plan in plans:
            await self._show(request, plan)

    async def _games_of(self, user: int, context: Context) -> list[tuple[Context, GameState, int]]:
        """Where the user may lay tiles.

        Raises:
            Refusal: ``no_game_of_yours``, or ``another_game`` if all of them have no board.
        """
        theirs = await self._games.of_user(user)
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
        state, rules, look = plan.state, plan.state.ruleset, plan.about.look
        seen = view(state, None)
        ghosts = {tile.cell: tile.tile for tile in plan.place.tiles}
        picture = await self._studio.draw(sketch(self._texts, seen, rules.title, look, ghosts=ghosts))
        keyboard = None
        if state.turn == plan.seat:
            keyboard = self._buttons.lay(look.language, table_name(state), state.number, coded(plan))
        await self._answers.photo(request, picture, await self._caption(plan, seen), keyboard)

    async def _caption(self, plan: Plan, seen: GameView) -> str:
        """The move, and all else that the picture shows of the table."""
        state, language = plan.state, plan.about.language
        words, main = Wording(self._texts, language), plan.score.words[0]
        blanks = frozenset(tile.cell for tile in plan.place.tiles if tile.tile.startswith(BLANK))
        group = await group_info(self._bot, plan.about.held.scope.chat)
        move = self._texts.html(
            language,
            "try-caption",
            game=words.title(state.ruleset.title),
            group=shown((group.title if group else None) or "…"),
            cell=main.cells[0],
            way=words.way(main),
            word=spelled(main, blanks),
            score=plan.score.total,
            sum=Html(words.sum(plan.score, blanks)),
            turn=Html(self._turn(plan, seen)),
        ).strip()
        table = words.table(seen, plan.about.held.lexicon)
        return fitting(lines(f"{move}\n", words.last(seen), table), lines(f"{move}\n", table), move)

    def _turn(self, plan: Plan, seen: GameView) -> str:
        """Whose turn it is, and of somebody else's what that means for the move."""
        language, state = plan.about.language, plan.state
        if state.turn == plan.seat:
            return Wording(self._texts, language).next(seen)
        return self._texts.html(language, "try-later", name=shown(state.players[state.turn].name))

    async def lay(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The button under a preview: plays that very move while the board is as it was."""
        user, (number, *written) = tap.sender.user, pressed.rest

        def action(table: Table) -> Place:
            state, _ = seated(table, user)
            if state.number != int(number):
                raise Refusal("stale_button")
            return placing(state, user, parse(" ".join(written), alphabet(state.ruleset.language)))

        await self._games.play(context.held, action, tap.update)
        await self._answers.toast(tap, context.language, "done-in-group")
        await self._answers.close(tap)


def planned(about: Context, state: GameState, seat: int, text: str) -> Plan:
    """A typed move, laid with the tiles of the seat's rack, words unjudged; whose turn it is does not matter.

    Raises:
        Refusal, Malformed: it cannot be read or laid.
    """
    move = parse(text, alphabet(state.ruleset.language))
    place = resolve(state, seat, move)
    return Plan(about, state, seat, move, place, preview(state, seat, place)[1])


def coded(plan: Plan) -> str:
    """The move as a button carries it: ``H8 h K.L[E]M``, dots for letters on the board, so that it is short."""
    grid = premium_board(plan.state.ruleset.board).grid
    line, first = grid.line(grid.indices[plan.move.cell], plan.move.direction)
    tiles = {tile.cell: tile.tile for tile in plan.place.tiles}
    run = (tiles.get(grid.names[index], ".") for index in line[first : first + len(plan.move.signs)])
    word = "".join(f"[{tile[1:]}]" if tile.startswith(BLANK) else tile for tile in run)
    return f"{plan.move.cell} {_WAYS[plan.move.direction]} {word}"
