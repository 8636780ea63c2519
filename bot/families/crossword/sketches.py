"""Sketches of a board, as it is or with a previewed move; and the previews of moves."""

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.families.crossword import keyboards
from bot.families.crossword.placing import (
    PlacementChoice,
    PlacementRequest,
    load_gcg_preference,
    move_on_button,
    play_tapped_move,
)
from bot.families.crossword.typed_moves import (
    direction_name,
    direction_of_word,
    encode_laid_move,
    gcg_start,
    phonies_of_play,
    read_typed_move,
    refusal_words,
    seated_game,
    with_move_example,
)
from bot.families.crossword.wording import (
    CrosswordWording,
    blank_cells,
    final_honours,
    lead_points,
    spell_scored_word,
    tiles_if_few,
)
from bot.families.services import ChatContext, ChatServices
from bot.pictures import PictureStyle, Preparation, Sketch, premium_labels, seat_labels
from bot.tables.table_loader import table_name
from bot.telegram.groups import fetch_group
from bot.telegram.keyboards import ButtonData
from bot.telegram.requests import Command, Tap
from bot.texts import Html
from bot.user_input.commands import handles_command
from bot.wording import clocks, game_result
from bot.wording.speaker import Speaker, first_fitting_caption, isolate_name, join_lines
from bot.wording.tables import label_in_picture
from engine.crossword.actions import Place
from engine.crossword.notation import Move, PartialMove, resolve_for_user
from engine.crossword.scoring import Score
from engine.crossword.secrecy import view_for
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.view import GameView, LastTurn, TurnKind
from engine.crossword.word_placements import AmbiguousPlacement, intended_placement
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table
from engine.lexicon import Lexicon
from render import Painter
from render.panel import PanelWords
from render.pointer import NO_POINTER, Extent, Pointer
from render.rack import UNTOUCHED_RACK, RackArrangement
from render.signs import PLAIN_CENTRE, PREMIUMS
from render.text import BLANK_TILE, BONUS, JUST_PLAYED, TILE, legend_marks, premium_sign, text_board

_LAST_TURN_MESSAGES: Final[Mapping[TurnKind, str]] = {
    "play": "panel-played",
    "exchange": "panel-exchanged",
    "pass": "panel-passed",
    "surrender": "panel-surrendered",
    "withdrawn": "panel-withdrawn",
    "forfeit": "panel-out-of-time",
    "retired": "panel-out-of-time",
    "skipped": "panel-skipped",
    "taken_back": "panel-taken-back",
    "undone": "panel-undone",
}


class PlayPreview(Struct, frozen=True):
    """A move that a player previews."""

    play: LastTurn
    tiles: dict[str, str]


@dataclass(frozen=True, slots=True)
class BoardSketch(Sketch):
    """A board and the panel beside it."""

    view: GameView
    words: PanelWords
    ghosts: dict[str, str] = field(default_factory=dict)

    @property
    def reusable(self) -> bool:
        """Whether it shows neither a preview nor anything that only one viewer may see."""
        return not self.ghosts and self.view.viewer is None

    @property
    def content(self) -> tuple[Any, ...]:
        """The part of the view that the picture shows."""
        return _drawn_part_of_view(self.view), self.words, self.theme, self.ghosts

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.board(self.view, self.words, ghosts=self.ghosts)


@dataclass(frozen=True, slots=True)
class OwnBoardSketch(Sketch):
    """A board as one viewer sees it, above their rack, with the tiles chosen and laid so far."""

    view: GameView
    words: PanelWords
    arrangement: RackArrangement
    ghosts: dict[str, str] = field(default_factory=dict)  # tiles laid so far, by cell
    pointer: Pointer = NO_POINTER
    extent: Extent = Extent.WHOLE

    @property
    def content(self) -> tuple[Any, ...]:
        """The part of the view that the picture shows, and the rack in its order."""
        drawn = _drawn_part_of_view(self.view)
        return drawn, self.words, self.theme, self.ghosts, self.arrangement, self.pointer, self.extent.value

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.own_board(self.view, self.words, self.arrangement, self.ghosts, self.pointer, extent=self.extent)


def to_play_preview(seat: int, place: Place, score: Score) -> PlayPreview:
    """A seat's move and its score, as if it were played."""
    tiles = {tile.cell: tile.tile for tile in place.tiles}
    play = LastTurn(
        seat=seat,
        kind="play",
        cells=tuple(tiles),
        words=score.words,
        bingo=score.bingo,
        cell_bonus=score.cell_bonus,
        score=score.total,
    )
    return PlayPreview(play, tiles)


def board_sketch(
    view: GameView, speaker: Speaker, style: PictureStyle, preview: PlayPreview | None = None
) -> BoardSketch:
    """The picture of a view; a ``preview`` replaces the last turn."""
    if preview is None:
        return BoardSketch(style.theme, view, _panel_words(view, speaker, style))
    view = replace(view, last=preview.play)
    words = replace(_panel_words(view, speaker, style), trial=speaker.plain("panel-trial"))
    return BoardSketch(style.theme, view, words, preview.tiles)


def own_board_sketch(
    view: GameView,
    speaker: Speaker,
    style: PictureStyle,
    *,
    arrangement: RackArrangement = UNTOUCHED_RACK,
    tiles: Mapping[str, str] | None = None,
    preview: PlayPreview | None = None,
    pointer: Pointer = NO_POINTER,
    extent: Extent = Extent.WHOLE,
) -> OwnBoardSketch:
    """The picture of a player's own board.

    ``tiles``: the tiles laid so far, by cell, while they make no play. ``preview``: a play with its score, which
    replaces the last turn. ``pointer``: the row, the cell with its directions, the next tile's cell, or the offered
    places.
    """
    table = board_sketch(view, speaker, style, preview)
    ghosts = table.ghosts if tiles is None else dict(tiles)
    return OwnBoardSketch(style.theme, table.view, table.words, arrangement, ghosts, pointer, extent)


def _drawn_part_of_view(view: GameView) -> GameView:
    return replace(view, unseen={}, window=None, challenges=(), clock=None, offer=None)


def _panel_words(view: GameView, speaker: Speaker, style: PictureStyle) -> PanelWords:
    last, note = view.last, ""
    if last is not None:
        word = last.words[0].word if last.words else ""
        note = speaker.plain(_LAST_TURN_MESSAGES[last.kind], word=word, score=last.score, count=last.exchanged)
    return PanelWords(
        title=speaker.game_title,
        bag=speaker.plain("panel-bag"),
        turn=speaker.plain("panel-turn"),
        last=note,
        seats=seat_labels(speaker, len(view.seats)),
        notes=tuple(_seat_notes(view, seat, speaker) for seat in range(len(view.seats))),
        clocks=clocks.picture_clocks(view, speaker),
        labels=style.board_labels(view.language),
        paused=clocks.picture_pause(view, speaker),
        label=label_in_picture(view.seats, speaker),
        final=game_result.final_picture_words(view, speaker, final_honours(view, speaker)),
    )


def _seat_notes(view: GameView, seat: int, speaker: Speaker) -> tuple[str, ...]:
    notes = [speaker.plain("panel-gone")] if seat in view.gone else []
    if (tiles := tiles_if_few(view, seat)) is not None:
        notes.append(speaker.plain("panel-tiles", count=tiles))
    if (ahead := lead_points(view, seat)) > 0:
        notes.append(speaker.plain("panel-lead", points=ahead))
    return tuple(notes)


def board_as_html(view: GameView) -> str:
    """The board as monospaced HTML."""
    return f"<pre>{html.escape(text_board(view), quote=False)}</pre>"


def table_as_html(view: GameView, speaker: Speaker) -> str:
    """The board as text, the legend of its signs, and the caption of its picture."""
    captions = CrosswordWording(speaker).caption_versions(view)
    below = first_fitting_caption(*(join_lines(*parts) for parts in captions))
    return f"{board_as_html(view)}\n{board_legend(view, speaker)}\n{below}"


def painter_preparations() -> Iterator[Preparation]:
    """The steps that prepare the sprites of all boards."""
    boards = {(rules.language, rules.columns, len(rules.board.rows)) for rules in crossword_rulesets().values()}
    for language, columns, rows in sorted(boards):
        yield partial(Painter.warm, language=language, columns=columns, rows=rows, labels=premium_labels(language))


_LEGEND_MESSAGES: Final[Mapping[str, str]] = {
    "d": "legend-double-letter",
    "t": "legend-triple-letter",
    "q": "legend-four-letter",
    "D": "legend-double-word",
    "T": "legend-triple-word",
    "Q": "legend-four-word",
    "→↓←↑": "legend-arrow",
    "X": "legend-exchange",
    "*": "legend-centre-double",
    PLAIN_CENTRE: "legend-centre",
    BONUS: "legend-bonus",
    TILE: "legend-tile",
    JUST_PLAYED: "legend-last",
    BLANK_TILE: "legend-blank",
}
"""The signs on a board as text, in the legend's order, with the messages that explain them.

The message of a premium does not name it: :func:`premium_sign` tells what it is on this board.
"""


def board_legend(view: GameView, speaker: Speaker) -> Html:
    """The legend of the signs on a view's board: a line of HTML in italics."""
    found = legend_marks(view)
    known = (
        Html(f"{premium_sign(view, signs)} {speaker.html(message)}") if signs in PREMIUMS else speaker.html(message)
        for signs, message in _LEGEND_MESSAGES.items()
        if not found.isdisjoint(signs)
    )
    return Html(f"<i>{' · '.join(known)}</i>")


@dataclass(frozen=True, slots=True)
class PreviewedMove:
    """A possible move in one of its player's games."""

    context: ChatContext
    state: GameState
    seat: int
    move: Move
    place: Place
    score: Score
    words: Lexicon | None  # the valid words, if the player may know them

    @property
    def phonies(self) -> tuple[str, ...]:
        """The move's invalid words, if the player may know which are."""
        return () if self.words is None else phonies_of_play(self.score, self.words)


class PreviewHandlers:
    """Previews typed moves."""

    def __init__(self, services: ChatServices, placement_choice: PlacementChoice) -> None:
        self._services: Final = services
        self._gateway: Final = services.gateway
        self._games: Final = services.tables.games
        self._look_ups: Final = services.tables.look_ups
        self._store: Final = services.tables.store
        self._drawing_thread: Final = services.pictures.drawing_thread
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._placement_choice: Final = placement_choice

    @handles_command("try", "chat", "player", kind="look-up", needs_person=True)
    async def preview_typed_move(self, request: Command, context: ChatContext) -> None:
        """``/dene H8 yatay KALEM``, in private: show the board with the move, its words and its score.

        Of several games, those where it is the player's turn count, if there are any, and of these those that allow the
        move; each gets its own picture.
        """
        if not request.venue.private:
            keyboard = self._buttons.link_keyboard(
                context.language, "button-see-private", f"https://t.me/{self._gateway.username}"
            )
            await self._replies.reply_briefly(request, context.chat_speaker.html("try-in-private"), keyboard)
            return
        if not request.text.strip():
            raise await self._missing_move_error(request.sender.user, context)
        previews: list[PreviewedMove] = []
        refused: EngineError | None = None
        user, asked = request.sender.user, False
        for about, state, seat in await self._games_to_preview(user, context):
            try:
                typed = read_typed_move(request.text, state, about.speaker)
                gcg = await load_gcg_preference(self._store, user, typed)
                words = await refusal_words(self._look_ups, about.loaded, state.ruleset, user, context.open_tables)
                previews.append(plan_preview(about, state, seat, typed, words, gcg=gcg))
            except AmbiguousPlacement:
                await self._placement_choice.ask_which_placement(request, about, PlacementRequest(user, state, typed))
                asked = True
            except EngineError as error:
                refused = refused or error
        if not (previews or asked) and refused is not None:
            raise refused
        for preview in previews:
            await self._send_preview(request, preview)

    async def _missing_move_error(self, user: int, context: ChatContext) -> Malformed:
        tables = (loaded.table for loaded in await self._games.player_tables.running_games(user))
        games = [table.ruleset for table in tables if isinstance(table, GameState)]
        # Without a game, the example comes from one in the chat's language, else from the first game.
        games += sorted(crossword_rulesets().values(), key=lambda ruleset: ruleset.language != context.language)
        return with_move_example(Malformed("empty_try"), games[0], context.speaker)

    async def _games_to_preview(self, user: int, context: ChatContext) -> list[tuple[ChatContext, GameState, int]]:
        """The games in which the user may lay tiles. Raises Refusal: ``no_game_of_yours``, ``another_game``."""
        games = await self._games.player_tables.running_games(user)
        found = []
        for loaded in games:
            state = loaded.table
            seat = state.seat_of(user) if isinstance(state, GameState) else None
            if isinstance(state, GameState) and seat is not None and state.players[seat].active:
                found.append((context.with_table(loaded), state, seat))
        if not found:
            raise Refusal("another_game" if games else "no_game_of_yours")
        return [game for game in found if game[1].turn == game[2]] or found

    async def _send_preview(self, request: Command, preview: PreviewedMove) -> None:
        state, style = preview.state, preview.context.style
        game_view, speaker = view_for(state, None), preview.context.speaker
        play_preview = to_play_preview(preview.seat, preview.place, preview.score)
        picture = await self._drawing_thread.draw_sketch(board_sketch(game_view, speaker, style, play_preview))
        keyboard = None
        if state.turn == preview.seat and not preview.phonies:
            keyboard = keyboards.play_preview_keyboard(
                table_name(state), state.number, encode_laid_move(state, preview.move, preview.place), speaker
            )
        await self._replies.reply_photo(
            request, picture, await self._preview_caption(preview, game_view, speaker), keyboard
        )

    async def _preview_caption(self, preview: PreviewedMove, game_view: GameView, speaker: Speaker) -> str:
        words, main = CrosswordWording(speaker), preview.score.words[0]
        state, blanks = preview.state, blank_cells(preview.place.tiles)
        scope = preview.context.loaded.scope
        group = None if scope.is_private else await fetch_group(self._gateway, scope.chat)
        here = speaker.plain("this-chat") if scope.is_private else "…"
        if preview.words is None:
            note = speaker.plain("try-unjudged")
        elif preview.phonies:
            note = speaker.plain("try-words-bad", words=", ".join(preview.phonies))
        else:
            note = speaker.plain("try-words-good")
        if state.turn == preview.seat:
            turn = words.next_turn_line(game_view)
        else:
            turn = speaker.html("try-later", name=speaker.player_name(state.players[state.turn].name))
        move = speaker.html(
            "try-caption",
            game=speaker.game_title,
            group=isolate_name((group.title if group else None) or here),
            cell=main.cells[0],
            way=direction_name(direction_of_word(main), speaker),
            word=spell_scored_word(main, blanks),
            score=preview.score.total,
            sum=Html(words.score_sum(preview.score, blanks)),
            note=note,
            turn=Html(turn),
        )
        move = join_lines(*move.split("\n"))
        return first_fitting_caption(join_lines(f"{move}\n", words.table_lines(game_view)), move)

    async def tap_play_preview(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Play the previewed move if the board has not changed."""
        user, (number, cell, direction, word) = tap.sender.user, pressed.arguments

        def action(table: Table, now: datetime) -> Place:
            state, _ = seated_game(table, user)
            if state.number != int(number):
                raise Refusal("stale_button")
            return resolve_for_user(state, user, move_on_button(state, gcg_start(cell, direction), word), now)

        if await play_tapped_move(self._services, tap, context, action):
            await self._replies.tapped_message.remove_buttons(tap)


def plan_preview(
    context: ChatContext,
    state: GameState,
    seat: int,
    typed: PartialMove,
    words: Lexicon | None = None,
    *,
    gcg: bool = False,
) -> PreviewedMove:
    """A typed move with the seat's rack, even if invalid. Raises AmbiguousPlacement, Refusal, Malformed."""
    found = intended_placement(state, seat, typed, gcg=gcg, words=words)
    return PreviewedMove(context, state, seat, found.move, found.place, found.score, words)
