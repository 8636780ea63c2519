"""Previews of a move: its picture, its words and its score, for its player alone.

A preview tells whether the words count only where the table allows it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.families.chat_context import ChatContext
from bot.families.crossword import keyboards
from bot.families.crossword.board_sketches import board_sketch, to_play_preview
from bot.families.crossword.board_table import phonies_of_play, preview_words, seated_game
from bot.families.crossword.board_wording import CrosswordWording, spell_scored_word
from bot.families.crossword.direction_preference import load_gcg_preference
from bot.families.crossword.move_text import direction_name, direction_of_word, encode_laid_move, gcg_start
from bot.families.crossword.placement_button import move_on_button
from bot.families.crossword.placement_choice import PlacementChoice
from bot.families.crossword.placement_question import PlacementRequest
from bot.families.crossword.tapped_moves import TappedMoves
from bot.families.crossword.typed_move import read_typed_move, with_move_example
from bot.families.services import ChatServices
from bot.tables.loaded_table import table_name
from bot.telegram.button_data import ButtonData
from bot.telegram.groups import fetch_group
from bot.telegram.incoming.requests import Command, Tap
from bot.texts import Html
from bot.user_input.commands import handles_command
from bot.wording.formatting import first_fitting_caption, isolate_name, join_lines
from bot.wording.speaker import Speaker
from engine.alphabet import BLANK
from engine.crossword.actions import Place
from engine.crossword.notation import Move, PartialMove, resolve_for_user
from engine.crossword.scoring import Score
from engine.crossword.secrecy import view_for
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.crossword.word_placements import AmbiguousPlacement, intended_placement
from engine.errors import EngineError, Malformed, Refusal
from engine.game import Table


@dataclass(frozen=True, slots=True)
class PreviewedMove:
    """A possible move in one of its player's games."""

    context: ChatContext
    state: GameState
    seat: int
    move: Move
    place: Place
    score: Score


class PreviewHandlers:
    """Shows moves before they are played."""

    def __init__(self, services: ChatServices, placement_choice: PlacementChoice, tapped_moves: TappedMoves) -> None:
        self._gateway: Final = services.gateway
        self._games: Final = services.tables.games
        self._look_ups: Final = services.tables.look_ups
        self._store: Final = services.tables.store
        self._drawing_thread: Final = services.pictures.drawing_thread
        self._answers: Final = services.replies.answers
        self._buttons: Final = services.replies.keyboards
        self._placement_choice: Final = placement_choice
        self._tapped_moves: Final = tapped_moves

    @handles_command("try", "chat", "player", kind="look-up", needs_person=True)
    async def preview_typed_move(self, request: Command, context: ChatContext) -> None:
        """``/dene H8 yatay KALEM``, in private: the board with the move laid, its words and its score.

        Of several games only those count in which it is the player's turn, if any, and of these those in which the move
        is possible; each has its own picture.
        """
        if not request.venue.private:
            keyboard = self._buttons.link_keyboard(
                context.language, "button-see-private", f"https://t.me/{self._gateway.username}"
            )
            await self._answers.reply_briefly(request, context.chat_speaker.html("try-in-private"), keyboard)
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
                previews.append(plan_preview(about, state, seat, typed, gcg=gcg))
            except AmbiguousPlacement as choice:
                await self._placement_choice.ask_which_placement(
                    request, about, PlacementRequest(user, state, typed), choice.placements
                )
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
        # Without a game one in the chat's language shows how, or else the first that there is.
        games += sorted(crossword_rulesets().values(), key=lambda ruleset: ruleset.language != context.language)
        return with_move_example(Malformed("empty_try"), games[0], context.speaker)

    async def _games_to_preview(self, user: int, context: ChatContext) -> list[tuple[ChatContext, GameState, int]]:
        """Where the user may lay tiles.

        Raises:
            Refusal: ``no_game_of_yours``, or ``another_game`` if all of them have no board.
        """
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
        state, look = preview.state, preview.context.look
        game_view, speaker = view_for(state, None), preview.context.speaker
        play_preview = to_play_preview(preview.seat, preview.place, preview.score)
        picture = await self._drawing_thread.draw_sketch(board_sketch(game_view, speaker, look, play_preview))
        keyboard = None
        if state.turn == preview.seat:
            keyboard = keyboards.play_preview_keyboard(
                table_name(state), state.number, encode_laid_move(state, preview.move, preview.place), speaker
            )
        await self._answers.reply_photo(
            request, picture, await self._preview_caption(preview, game_view, speaker), keyboard
        )

    async def _preview_caption(self, preview: PreviewedMove, game_view: GameView, speaker: Speaker) -> str:
        """The move, and what else the picture shows."""
        words, main = CrosswordWording(speaker), preview.score.words[0]
        blanks = frozenset(tile.cell for tile in preview.place.tiles if tile.tile.startswith(BLANK))
        scope = preview.context.loaded.scope
        group = None if scope.is_private else await fetch_group(self._gateway, scope.chat)
        here = speaker.plain("this-chat") if scope.is_private else "…"
        move = speaker.html(
            "try-caption",
            game=speaker.game_title,
            group=isolate_name((group.title if group else None) or here),
            cell=main.cells[0],
            way=direction_name(direction_of_word(main), speaker),
            word=spell_scored_word(main, blanks),
            score=preview.score.total,
            sum=Html(words.score_sum(preview.score, blanks)),
            note=await self._words_note(preview, speaker),
            turn=Html(_turn_note(preview, game_view, speaker)),
        )
        move = join_lines(*move.split("\n"))
        return first_fitting_caption(join_lines(f"{move}\n", words.table_lines(game_view)), move)

    async def _words_note(self, preview: PreviewedMove, speaker: Speaker) -> str:
        """Whether the words count, where the table lets a preview tell."""
        known = await preview_words(
            self._look_ups, preview.context.loaded, preview.state.ruleset, preview.state.players[preview.seat].user
        )
        if known is None:
            return speaker.plain("try-unjudged")
        wrong = phonies_of_play(preview.score, known)
        return speaker.plain("try-words-bad", words=", ".join(wrong)) if wrong else speaker.plain("try-words-good")

    async def tap_play_preview(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The button under a preview: play that move, if the board is unchanged."""
        user, (number, cell, direction, word) = tap.sender.user, pressed.arguments

        def action(table: Table, now: datetime) -> Place:
            state, _ = seated_game(table, user)
            if state.number != int(number):
                raise Refusal("stale_button")
            return resolve_for_user(state, user, move_on_button(state, gcg_start(cell, direction), word), now)

        if await self._tapped_moves.play_tapped_move(tap, context, action):
            await self._answers.tapped_message.remove_buttons(tap)


def _turn_note(preview: PreviewedMove, game_view: GameView, speaker: Speaker) -> str:
    """Whose turn it is, and what that means for the move if it is somebody else's."""
    state = preview.state
    if state.turn == preview.seat:
        return CrosswordWording(speaker).next_turn_line(game_view)
    return speaker.html("try-later", name=speaker.player_name(state.players[state.turn].name))


def plan_preview(
    context: ChatContext, state: GameState, seat: int, typed: PartialMove, *, gcg: bool = False
) -> PreviewedMove:
    """The typed move, laid with the seat's rack, whatever its words and whoever is on turn.

    Raises:
        AmbiguousPlacement: it fits in several places.
        Refusal, Malformed: it is not possible.
    """
    found = intended_placement(state, seat, typed, gcg=gcg)
    return PreviewedMove(context, state, seat, found.move, found.place, found.score)
