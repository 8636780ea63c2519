"""A player's own board in Duplicate, on which they spell, give, lock and withdraw an answer.

The pages come from :mod:`bot.families.crossword.own_board`, with the open round's board and rack.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Final

from bot.families.crossword.inline_results import word_at_move
from bot.families.crossword.keyboards import StepKind
from bot.families.crossword.own_board import (
    LAYING_PAGES,
    ArrangedRacks,
    BoardScene,
    TableWordHelp,
    home_page,
    page_of_step,
)
from bot.families.crossword.sketches import PlayPreview
from bot.families.crossword.typed_moves import ARROWS, encode_placement, small_digits, tile_sign
from bot.families.duplicate.wording import spell_play
from bot.families.own_board import (
    HOME_STEP,
    OwnBoard,
    OwnBoardContext,
    OwnBoardPage,
    StepButton,
    StepRows,
    hash_rack,
    split_step,
)
from bot.families.services import TableServices
from bot.tables.table_loader import require_game_of
from bot.telegram.keyboards import STYLE_SUCCESS
from bot.texts import Html
from bot.wording import clocks
from bot.wording.speaker import Speaker, isolate_name, join_lines
from engine.crossword.draft import decode_draft, evaluate_draft
from engine.crossword.word_placements import WordPlacement
from engine.duplicate.actions import Answer, Lock, Withdraw
from engine.duplicate.state import GameState, Round
from engine.duplicate.view import GameView, Play
from engine.errors import Refusal
from engine.game import Action, Game, view
from render.rounds import board_view, to_last_turn

SEAT: Final = 0  # the only seat of `engine.duplicate.state.GameState.position`
_MS: Final = timedelta(milliseconds=1)
_STANDS: Final = {
    (False, False): "answer-stands",
    (False, True): "answer-stands-strict",
    (True, False): "answer-locked",
    (True, True): "answer-locked-strict",
}
"""The message about a player's answer, by whether it is locked and whether its words are judged later."""


class AnswerStep(StrEnum):
    """The steps that act; all other steps only show something."""

    ANSWER = StepKind.LAY.value
    LOCK = "f"
    WITHDRAW = StepKind.TAKE_BACK.value


def view_for_player(state: GameState, user: int) -> GameView:
    """The user's view of the game."""
    found = view(state, user)
    if not isinstance(found, GameView):
        raise TypeError("a game of Duplicate has a view of its own")
    return found


def require_round(state: GameState) -> Round:
    """The open round. Raises Refusal: ``round_over``."""
    if state.round is None:
        raise Refusal("round_over", number=state.number)
    return state.round


def play_text(play: Play, speaker: Speaker) -> str:
    """A player's own play, as in ``KALEM H8 →, 24 points``."""
    return speaker.html(
        "answer-play", word=spell_play(play), place=f"{play.cell} {ARROWS[play.direction]}", score=play.score
    )


def answer_lines(seen: GameView, now: datetime, speaker: Speaker) -> list[str]:
    """The viewer's answer, and until when they may change it; one line of HTML each."""
    own, opened = seen.own, seen.open
    if own is None or opened is None:
        return [speaker.html("answer-round-over", number=seen.number)]
    stands = speaker.html("answer-none")
    if own.play is not None:
        play, message = play_text(own.play, speaker), _STANDS[own.locked, seen.answers == "strict"]
        stands = speaker.html(message, play=Html(play))
    return [stands, _times_line(seen, now, speaker)]


def _times_line(seen: GameView, now: datetime, speaker: Speaker) -> str:
    opened = seen.open
    if opened is None:
        return ""
    left = clocks.time_left(max(0, (opened.due - now) // _MS), speaker)
    until = speaker.html("answer-until", time=speaker.instant_html(opened.due, left, seconds=not seen.is_slow))
    return f"{clocks.pause_line(seen, speaker) or until} · {answered_text(seen, speaker)}"


def answered_text(seen: GameView, speaker: Speaker) -> str:
    """How many players have answered the open round; plain text."""
    count = 0 if seen.open is None else seen.open.answered
    return speaker.plain("duplicate-answered", count=count) if count else speaker.plain("duplicate-unanswered-yet")


def _next_message(seen: GameView) -> str:
    return "turn-none" if seen.is_last else "answer-next-rack"


def answer_step(state: GameState, fit: WordPlacement) -> str:
    """The step that gives a play as answer."""
    return f"{AnswerStep.ANSWER}{encode_placement(state.position, SEAT, fit)}"


def answer_keys(seen: GameView, speaker: Speaker) -> list[StepButton]:
    """Buttons to lock or withdraw the viewer's answer; none once it is locked."""
    own = seen.own
    if own is None or own.play is None or own.locked:
        return []
    return [
        StepButton(speaker.plain("button-answer-lock"), AnswerStep.LOCK, plays=True),
        StepButton(speaker.plain("button-answer-withdraw"), AnswerStep.WITHDRAW, plays=True),
    ]


@dataclass(frozen=True, slots=True)
class AnswerScene(BoardScene):
    """The open round as one of its players sees it; between rounds, a board without a rack."""

    seen: GameView

    play_label: ClassVar[str] = "button-answer"

    @property
    def seat(self) -> int:
        """The only seat, to which the shared board and rack belong."""
        return SEAT

    @property
    def on_turn(self) -> bool:
        """Whether the round would take an answer now."""
        own = self.seen.own
        return own is not None and not own.locked and not self.seen.paused

    @property
    def unjudged_line(self) -> str:
        """A line saying, below a score, that words are judged when the round closes; empty if they are judged now."""
        return self.own.speaker.html("answer-no-verdict") if self.seen.answers == "strict" else ""

    def to_home_page(self, rows: StepRows) -> OwnBoardPage:
        """The page where an answer begins, with the player's answer on the board."""
        own, seen, preview = self.seen.own, self.seen, None
        if own is not None and own.play is not None:
            laid = {put.cell: put.tile for put in own.play.tiles}
            preview = PlayPreview(to_last_turn(own.play, seen.columns, seen.rows), laid)
        return self.to_page(self.home_text(), rows, preview=preview)

    def home_text(self) -> str:
        """How to answer, or the player's answer; then the time left and the number of answers."""
        speaker = self.own.speaker
        if self.seen.open is None:
            return self._between_rounds_text()
        stands, times = answer_lines(self.seen, self.own.now, speaker)
        own = self.seen.own
        start = speaker.html("own-board-spell") if own is None or own.play is None else stands
        group = "" if self.own.loaded.scope.is_private else isolate_name(self.own.group_title)
        return join_lines(start, " · ".join(filter(None, (times, group))))

    def _between_rounds_text(self) -> str:
        speaker = self.own.speaker
        lines = [speaker.html("answer-round-over", number=self.seen.number)] if self.seen.number else []
        pause = clocks.pause_line(self.seen, speaker)
        return join_lines(*lines, pause or speaker.html(_next_message(self.seen)))

    def off_turn_line(self) -> str:
        """Why no answer is taken: the player's is final, or the game is paused."""
        return clocks.pause_line(self.seen, self.own.speaker) or self.own.speaker.html("answer-is-final")

    def action_rows(self) -> list[list[StepButton]]:
        """Buttons for the answer, and for the rack."""
        by_row = [self.message_button("own-board-move", StepKind.ROW)] if self.rack else []
        refresh = self.message_button("own-board-refresh", HOME_STEP)
        return [answer_keys(self.seen, self.own.speaker), [*self.shuffle_row(), *by_row, refresh]]


class DuplicateOwnBoard(OwnBoard):
    """The board with the shared rack below it, and the player's answer."""

    opening_button = "button-duplicate-answer"
    has_board_page = True

    def __init__(self, tables: TableServices, arranged_racks: ArrangedRacks) -> None:
        self._look_ups: Final = tables.look_ups
        self._times: Final = tables.games.times
        self._arranged_racks: Final = arranged_racks

    def news_message(self, *, played: bool, in_private: bool) -> str:  # noqa: ARG002 - it does not depend on that
        """The message that the round has closed; empty after a step that played, as the page shows the answer."""
        return "" if played else "answer-round-closed"

    def rack_hash(self, game: Game, seat: int) -> str:  # noqa: ARG002 - all seats have the same rack
        """The hash of the open round's rack."""
        return hash_rack(require_game_of(GameState, game).position.players[SEAT].rack)

    def rack_text(self, own: OwnBoardContext) -> str:
        """The tiles with their points, and the number of answers."""
        state = require_game_of(GameState, own.game)
        if state.round is None:
            return own.speaker.plain(_next_message(view_for_player(state, own.user)))
        values = state.ruleset.values
        tiles = "  ".join(f"{tile_sign(tile)}{small_digits(values[tile])}" for tile in state.round.rack)
        alert = own.speaker.plain("own-board-alert", tiles=tiles, bag=len(state.bag))
        return f"{alert}\n{answered_text(view_for_player(state, own.user), own.speaker)}"

    async def build_page(self, own: OwnBoardContext, step: str) -> OwnBoardPage:
        """The page of a step."""
        state = require_game_of(GameState, own.game)
        # Instants, not the time left, as players who look for a word may leave the page unchanged for a while.
        own = replace(own, speaker=own.speaker.telling_instants(self._times.downtime))
        position, shuffled = state.position, step == StepKind.SHUFFLE
        rack = position.players[SEAT].rack
        order = await self._arranged_racks.arrange_rack(own, rack, shuffled=shuffled)
        seen = view_for_player(state, own.user)
        scene = AnswerScene(own, position, board_view(seen, rack), order, seen)
        help_ = TableWordHelp(self._look_ups, own, position.ruleset)
        if shuffled or step == HOME_STEP:
            return await home_page(scene, help_)
        return await page_of_step(scene, step, LAYING_PAGES, help_)

    def action_of_step(self, game: Game, seat: int, step: str) -> Action:
        """Answer the open round, lock the answer, or withdraw it."""
        state = require_game_of(GameState, game)
        player, number = state.players[seat], require_round(state).number
        kind, rest = split_step(AnswerStep, step)
        match kind:
            case AnswerStep.ANSWER:
                draft = decode_draft(state.position, SEAT, rest)
                return Answer(player.user, player.name, number, evaluate_draft(state.position, SEAT, draft).place.tiles)
            case AnswerStep.LOCK if not rest:
                return Lock(player.user, number)
            case AnswerStep.WITHDRAW if not rest:
                return Withdraw(player.user, number)
            case _:
                raise Refusal("stale_button")


def place_rows(state: GameState, fits: tuple[WordPlacement, ...], spelled: str) -> StepRows:
    """The places of a typed word, two buttons in a row; a tap answers with its place."""
    keys = [
        StepButton(
            f"{fit.score.total} · {fit.move.cell} {ARROWS[fit.move.direction]}"
            + (f" {whole}" if (whole := word_at_move(fit).word) != spelled else ""),
            answer_step(state, fit),
            plays=True,
            style=STYLE_SUCCESS if len(fits) == 1 else None,
        )
        for fit in fits
    ]
    return [keys[first : first + 2] for first in range(0, len(keys), 2)]
