"""The proof of the game that a table has played last; those before it are in the history."""

from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.game.proof_files import GameProof, ProofFiles, to_game_proof
from bot.handlers.records.meant_game import MeantGame, find_meant_game
from bot.handlers.records.past_proofs import PastProofs
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedPlace, LoadedTable, is_game_running, table_name
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import Keyboards
from bot.telegram.replies import Replies
from bot.terminal import program_version
from bot.texts import Texts
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker, localized_title
from bot.workers.recent import RecentKeys
from engine.errors import Refusal
from engine.game import Game, Table, is_over
from engine.lobby_seats import Lobby
from engine.proof import compose_proof

_PROOF_REPEAT_SECONDS: Final = 60.0
"""Seconds until the button sends the same files again: Telegram limits messages to groups."""
_MAX_LABEL: Final = 60


class ProofHandlers:
    """Reveals a game's secret once the game is over, never before."""

    def __init__(
        self,
        *,
        files: ProofFiles,
        games: Games,
        answers: Replies,
        buttons: Keyboards,
        texts: Texts,
        past: PastProofs,
    ) -> None:
        self.past: Final = past
        self._files: Final = files
        self._games: Final = games
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._texts: Final = texts
        self._recently_sent: Final = RecentKeys(_PROOF_REPEAT_SECONDS)

    @handles_command("proof", "chat", "anybody", kind="look-up")
    async def send_proof(self, request: Command, context: ChatContext) -> None:
        """``/kanit``: the proof of the chat's last game, or of the one that is meant; in private of one's own games."""
        match find_meant_game(request, context.request_place):
            case MeantGame(table=LoadedTable() as table):
                await self._send_chat_proof(request, context.with_table(table))
            case MeantGame(ids=games):
                await self.past.send_proof_of(request, context, games)
            case None if request.venue.private:
                await self._send_own_proof(request, context)
            case None:
                await self._send_chat_proof(request, context.with_table(_newest_game(context.request_place)))

    async def _send_own_proof(self, request: Command, context: ChatContext) -> None:
        """In private: the proof of one's only finished game that is at hand; of several, the question which."""
        match await self._games.player_tables.finished_games(request.sender.user, request.update):
            case []:
                running = await self._games.player_tables.running_games(request.sender.user, request.update)
                raise Refusal("proof_running" if running else "proof_gone")
            case [loaded]:
                await self._send_chat_proof(request, context.with_table(loaded))
            case several:
                keyboard = self._buttons.proof_list([self._game_label(loaded, context.language) for loaded in several])
                await self._answers.reply_message(request, context.language, "proof-which", keyboard)

    def _game_label(self, loaded: LoadedTable, language: str) -> tuple[str, str]:
        table = _require_game(loaded.table)
        names = ", ".join(map(Speaker(self._texts, language).plain_name, (player.name for player in table.players)))
        return table_name(table), f"{localized_title(table.ruleset.title, language)}: {names}"[:_MAX_LABEL]

    async def send_proof_by_tap(self, tap: Tap, context: ChatContext) -> None:
        """The button under the last picture of a game."""
        # A refusal is the answer to the press, so what can be refused comes before the empty one.
        proven = await self._compose_proof(context.loaded)
        if self._recently_sent.check_and_note((tap.venue.scope, proven.proof.table)):
            await self._answers.show_toast(tap, context.language, "proof-above")
            return
        await self._answers.acknowledge_tap(tap)
        await self._files.send_files(tap, context.language, proven, context.loaded.scope)

    async def _send_chat_proof(self, request: Command, context: ChatContext) -> None:
        proven = await self._compose_proof(context.loaded)
        await self._files.send_files(request, context.language, proven, context.loaded.scope)

    async def _compose_proof(self, loaded: LoadedTable) -> GameProof:
        """The proof of a table's game.

        Raises:
            Refusal: ``proof_not_begun``, ``proof_running``, or ``proof_gone``.
        """
        if isinstance(loaded.table, Lobby):
            raise Refusal("proof_not_begun")
        if is_game_running(loaded.table):
            # Before the log is read: what is in it is nobody's business yet.
            raise Refusal("proof_running")
        log = await self._games.history.read_log(loaded)
        proof, game = compose_proof(loaded.table, log, program_version()), _require_game(loaded.table)
        return to_game_proof(game, log, proof)


def _newest_game(place: LoadedPlace) -> LoadedTable:
    """The table of a place whose game ended last, if one has; else the newest."""
    over = [one for one in place.tables if one.table is not None and is_over(one.table)]
    return max(over, key=lambda one: one.free_since, default=place.newest)


def _require_game(table: Table | None) -> Game:
    if table is None or isinstance(table, Lobby):
        raise Refusal("proof_gone")
    return table
