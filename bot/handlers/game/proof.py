"""The proof of a finished game: its seal and its secret in a message, the rest in files."""

import html
from dataclasses import dataclass
from typing import Final

from bot.families import registry
from bot.families.chat_context import ChatContext
from bot.store.scope import Scope
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedPlace, LoadedTable, is_game_running, table_name
from bot.telegram.api.gateway import Gateway
from bot.telegram.groups import fetch_group, group_link
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import Keyboards
from bot.telegram.replies import Replies
from bot.terminal import program_version
from bot.texts import Html, Texts
from bot.user_input.commands import handles_command
from bot.wording.formatting import first_fitting_caption, join_lines
from bot.wording.speaker import Speaker, localized_title
from bot.workers.recent import RecentKeys
from engine.errors import Refusal
from engine.game import Game, Table, is_over
from engine.lobby_seats import Lobby
from engine.proof import Proof, ProofStart, compose_proof, encode_proof

_PROOF_REPEAT_SECONDS: Final = 60.0
"""Seconds until the button sends the same files again: Telegram limits messages to groups."""
_MAX_LABEL: Final = 60


@dataclass(frozen=True, slots=True)
class _GameProof:
    proof: Proof
    gcg: str | None
    """The game as GCG, where it has a board."""


class ProofHandlers:
    """Reveals a game's secret once the game is over, never before."""

    def __init__(self, *, gateway: Gateway, games: Games, answers: Replies, buttons: Keyboards, texts: Texts) -> None:
        self._gateway: Final = gateway
        self._games: Final = games
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._texts: Final = texts
        self._recently_sent: Final = RecentKeys(_PROOF_REPEAT_SECONDS)

    @handles_command("proof", "chat", "anybody", kind="look-up")
    async def send_proof(self, request: Command, context: ChatContext) -> None:
        """``/kanit``: the proof of the chat's last game, or of the one that is meant; in private of one's own games."""
        if not request.venue.private:
            await self._send_chat_proof(request, context.with_table(_game_to_prove(request, context.request_place)))
            return
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
        await self._send_files(tap, context, proven)

    async def _send_chat_proof(self, request: Command, context: ChatContext) -> None:
        await self._send_files(request, context, await self._compose_proof(context.loaded))

    async def _compose_proof(self, loaded: LoadedTable) -> _GameProof:
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
        to_gcg = registry.family_of_game(game).to_gcg
        return _GameProof(proof, None if to_gcg is None else to_gcg(game, log, proof))

    async def _send_files(self, request: Command | Tap, context: ChatContext, game_proof: _GameProof) -> None:
        name, gcg = f"harfiyen-{game_proof.proof.table}", game_proof.gcg
        text = await self._proof_caption(game_proof.proof, context.loaded.scope, context.language, gcg=gcg is not None)
        scope, reply = request.venue.scope, None if request.venue.has_migrated else request.message
        text_without_files = join_lines(text, self._texts.html(context.language, "proof-no-files"))
        was_sent = await self._gateway.send_document(
            scope,
            encode_proof(game_proof.proof),
            f"{name}.json",
            text,
            reply_to=reply,
            fallback_text=text_without_files,
            sending=request.sending,
        )
        if was_sent and gcg is not None:
            await self._gateway.send_document(
                scope, gcg.encode(), f"{name}.gcg", None, reply_to=reply, sending=request.sending
            )

    async def _proof_caption(self, proof: Proof, scope: Scope, language: str, *, gcg: bool) -> str:
        """The ingredients of seal and seed, as far as they fit into a caption."""
        speaker = Speaker(self._texts, language)
        seats = Html(", ".join(f"{speaker.player_name(seat.name)} <code>{seat.user}</code>" for seat in proof.seats))
        facts = self._texts.html(
            language,
            "proof",
            game=localized_title(proof.ruleset.title, language),
            seal=proof.seal,
            secret=proof.secret,
            seed=proof.seed,
            message=await self._start_message_link(proof.start, scope),
            seats=seats,
        )
        check = self._texts.html(language, "proof-check", file=f"harfiyen-{proof.table}.json")
        board = "" if gcg else self._texts.html(language, "proof-no-gcg")
        hashes = self._texts.html(language, "proof-hashes")
        return first_fitting_caption(
            join_lines(facts, hashes, check, board), join_lines(facts, check, board), join_lines(facts, check), facts
        )

    async def _start_message_link(self, start: ProofStart, scope: Scope) -> Html:
        """The number of the message that started the game, as a link if the chat's messages have addresses."""
        number = f"<code>{start.message}</code>"
        # Numbers begin anew where a group becomes a supergroup.
        chat = await fetch_group(self._gateway, scope.chat) if start.chat == scope.chat else None
        link = None if chat is None else group_link(chat, scope.topic, start.message)
        return Html(number if link is None else f'{number} (<a href="{html.escape(link)}">{html.escape(link)}</a>)')


def _game_to_prove(request: Command, place: LoadedPlace) -> LoadedTable:
    """The table of a place that is named by its number or a message; else the one whose game ended last, if one has.

    Raises:
        Refusal: ``no_such_table``.
    """
    if request.table_number is not None:
        named = place.at_number(request.table_number)
        if named.table is None:
            raise Refusal("no_such_table", number=request.table_number)
        return named
    games = [(one, one.table) for one in place.tables if one.table is not None]
    for one, table in games:
        if table_name(table) in request.replied_tables or request.replied_message in one.messages:
            return one
    over = [one for one, table in games if is_over(table)]
    return max(over, key=lambda one: one.free_since, default=place.newest)


def _require_game(table: Table | None) -> Game:
    if table is None or isinstance(table, Lobby):
        raise Refusal("proof_gone")
    return table
