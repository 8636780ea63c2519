"""Proofs that draws were fair: of a table's last game, or from the history of a game that its table no longer has."""

from collections.abc import Collection
from typing import Final

from bot.call_errors import ChatUnreachable, RequestRejected
from bot.families.finished_games import open_game
from bot.families.services import ChatContext, ChatServices
from bot.handlers.game_pages import GameProof, ProofFiles, VisibleGames, proof_of, to_game_proof
from bot.handlers.history import MeantGame, find_meant_game, is_running_elsewhere
from bot.languages import languages
from bot.records.archive import ArchivedGame
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedPlace, LoadedTable, is_game_running, table_name
from bot.telegram.requests import Command, Tap
from bot.terminal import program_version
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker, localized_title
from bot.workers.recent import RecentKeys
from engine.errors import Refusal
from engine.game import Game, Table, is_over
from engine.lobby_seats import Lobby
from engine.proof import compose_proof

_PROOF_REPEAT_SECONDS: Final = 60.0  # the same files are not sent again within this time: groups have rate limits
_MAX_LABEL: Final = 60


class ProofHandlers:
    """Reveals a game's secret after the game, never before."""

    def __init__(self, services: ChatServices, visible_games: VisibleGames, files: ProofFiles) -> None:
        self._visible_games: Final = visible_games
        self._files: Final = files
        self._games: Final = services.tables.games
        self._gateway: Final = services.gateway
        self._replies: Final = services.messaging.replies
        self._buttons: Final = services.messaging.keyboards
        self._texts: Final = services.messaging.texts
        self._recently_sent: Final = RecentKeys(_PROOF_REPEAT_SECONDS)

    @handles_command("proof", "chat", "anybody", kind="look-up", answered_separately=True)
    async def send_proof(self, request: Command, context: ChatContext) -> None:
        """``/kanit``: send the proof of the chat's last game, or of the one meant; in private, the sender's.

        It goes to the sender's private chat, with ``/kanit grup`` to the group.
        """
        match find_meant_game(request, context.request_place):
            case MeantGame(table=LoadedTable() as table):
                await self.send_table_proof(request, context.with_table(table))
            case MeantGame(ids=ids):
                if await is_running_elsewhere(ids, request, self._games.player_tables):
                    raise Refusal("proof_running")
                await self.send_past_proof(request, context, ids)
            case None if request.venue.private:
                await self._send_own_proof(request, context)
            case None:
                await self.send_table_proof(request, context.with_table(_newest_game(context.request_place)))

    async def _send_own_proof(self, request: Command, context: ChatContext) -> None:
        match await self._games.player_tables.finished_games(request.sender.user, request.update):
            case []:
                running = await self._games.player_tables.running_games(request.sender.user, request.update)
                raise Refusal("proof_running" if running else "proof_gone")
            case [loaded]:
                await self.send_table_proof(request, context.with_table(loaded))
            case several:
                keyboard = self._buttons.proof_list([self._game_label(loaded, context.language) for loaded in several])
                await self._replies.reply_message(request, context.language, "proof-which", keyboard)

    def _game_label(self, loaded: LoadedTable, language: str) -> tuple[str, str]:
        table = _require_game(loaded.table)
        names = ", ".join(
            map(Speaker(self._texts, language).plain_name, (player.name for player in table.known_players))
        )
        return table_name(table), f"{localized_title(table.ruleset.title, language)}: {names}"[:_MAX_LABEL]

    async def show_fair_draw(self, tap: Tap, context: ChatContext) -> None:
        """Show the seal, which commits to a table's draws in advance, and after the game the secret behind it."""
        table = context.loaded.table
        if table is None:
            raise Refusal("no_game")
        await self._show_seal(tap, context, table.commitment, table.secret if is_over(table) else "")

    async def show_past_fair_draw(self, tap: Tap, context: ChatContext, prefixes: Collection[str]) -> None:
        """Show what :meth:`show_fair_draw` shows, for a game that its table no longer has."""
        proof = (await self._prove_past_game(tap, prefixes))[0].proof
        await self._show_seal(tap, context, proof.seal, proof.secret)

    async def _show_seal(self, tap: Tap, context: ChatContext, seal: str, secret: str) -> None:
        whole = context.chat_speaker.html("secret-whole" if secret else "seal-whole", seal=seal, secret=secret)
        if tap.venue.private or not await self._replies.try_reply_privately(tap, whole):
            alert = "secret-alert" if secret else "seal-alert"
            await self._replies.show_alert(tap, context.language, alert, seal=seal, secret=secret)

    async def send_table_proof(self, request: Command | Tap, context: ChatContext) -> None:
        """Send the proof of the context's table, as for a tap under its last picture."""
        proven = await self._compose_proof(context.loaded)
        await self._send_files(request, context, proven, proven.proof.table, context.loaded.scope)

    async def send_past_proof(self, request: Command | Tap, context: ChatContext, prefixes: Collection[str]) -> None:
        """Send the proof of a game that its table no longer has, by the possible beginnings of its id."""
        proven, found = await self._prove_past_game(request, prefixes)
        await self._send_files(request, context, proven, found.record.id, Scope(found.chat))

    async def _prove_past_game(
        self, request: Command | Tap, prefixes: Collection[str]
    ) -> tuple[GameProof, ArchivedGame]:
        found = await self._visible_games.find_named_game(request, prefixes)
        if found is None:
            raise Refusal("proof_gone")
        return proof_of(await open_game(self._visible_games.archive, found)), found

    async def _send_files(
        self, request: Command | Tap, context: ChatContext, proven: GameProof, game: str, table_scope: Scope
    ) -> None:
        if isinstance(request, Tap):
            # A tap gets one answer: refusals come before the empty one.
            if self._recently_sent.check_and_note((request.venue.scope, game)):
                await self._replies.show_toast(request, context.language, "proof-above")
                return
            await self._replies.acknowledge_tap(request)
        if isinstance(request, Command) and not _is_answered_in_place(request):
            await self._send_files_in_private(request, context, proven, table_scope)
        else:
            await self._files.send_files(request, context.language, proven, table_scope)

    async def _send_files_in_private(
        self, request: Command, context: ChatContext, proven: GameProof, table_scope: Scope
    ) -> None:
        message, button = "history-sent", "button-see-private"
        try:
            await self._files.send_files(request, context.language, proven, table_scope, Scope(request.sender.user))
        except (ChatUnreachable, RequestRejected):
            message, button = "history-needs-private", "button-open-private"
        link = f"https://t.me/{self._gateway.username}"
        keyboard = self._buttons.link_keyboard(context.language, button, link)
        await self._replies.reply_briefly(request, context.chat_speaker.html(message), keyboard)

    async def _compose_proof(self, loaded: LoadedTable) -> GameProof:
        if isinstance(loaded.table, Lobby):
            raise Refusal("proof_not_begun")
        if is_game_running(loaded.table):
            # This check precedes the reading of the log, which is secret until the game ends.
            raise Refusal("proof_running")
        log = await self._games.history.read_log(loaded)
        proof, game = compose_proof(loaded.table, log, program_version()), _require_game(loaded.table)
        return to_game_proof(game, log, proof)


def _is_answered_in_place(request: Command) -> bool:
    """Whether the proof goes to the request's chat; an anonymous sender has no private chat."""
    sender = request.sender
    asked = languages().find_meaning("answers", request.text) == "group"
    return asked or request.venue.private or sender.is_anonymous_admin or sender.is_channel


def _newest_game(place: LoadedPlace) -> LoadedTable:
    over = [one for one in place.tables if one.table is not None and is_over(one.table)]
    return max(over, key=lambda one: one.free_since, default=place.newest)


def _require_game(table: Table | None) -> Game:
    if table is None or isinstance(table, Lobby):
        raise Refusal("proof_gone")
    return table
