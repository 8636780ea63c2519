"""The proof of a finished game: its seal and its secret in a message, the rest in files."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.families import registry
from bot.store.keys import Scope
from bot.telegram.gateway import Gateway
from bot.telegram.groups import fetch_group, group_link
from bot.telegram.requests import Command, Tap
from bot.texts import Html, Texts
from bot.wording.speaker import Speaker, first_fitting_caption, join_lines, localized_title
from engine.forget_player import is_forgotten
from engine.game import Game
from engine.proof import Proof, ProofStart, encode_proof
from engine.table_log import LogEntry


@dataclass(frozen=True, slots=True)
class GameProof:
    """The proof of a game."""

    proof: Proof
    gcg: str | None
    """The game as GCG, where it has a board."""


def to_game_proof(game: Game, log: Sequence[LogEntry], proof: Proof) -> GameProof:
    """A proof with the game as GCG, if its family writes that."""
    to_gcg = registry.family_of_game(game).to_gcg
    return GameProof(proof, None if to_gcg is None else to_gcg(game, log, proof))


class ProofFiles:
    """Sends proofs and games as files."""

    def __init__(self, gateway: Gateway, texts: Texts) -> None:
        self._gateway: Final = gateway
        self._texts: Final = texts

    async def send_gcg(
        self, request: Command | Tap, language: str, game_proof: GameProof, to: Scope | None = None
    ) -> None:
        """Send a game as GCG, if its family writes that; arguments as of :meth:`send_files`."""
        if game_proof.gcg is None:
            return
        scope, reply = (request.venue.scope, _message_to_reply_to(request)) if to is None else (to, None)
        await self._gateway.send_document(
            scope,
            game_proof.gcg.encode(),
            f"harfiyen-{game_proof.proof.table}.gcg",
            self._texts.html(
                language, "gcg-caption", names=_names_of(game_proof.proof, Speaker(self._texts, language))
            ),
            reply_to=reply,
            fallback_text=self._texts.html(language, "proof-no-files"),
            sending=request.sending,
        )

    async def send_files(
        self, request: Command | Tap, language: str, game_proof: GameProof, table_scope: Scope, to: Scope | None = None
    ) -> None:
        """Send a proof with its files."""
        name, gcg = f"harfiyen-{game_proof.proof.table}", game_proof.gcg
        text = await self._proof_caption(game_proof.proof, table_scope, language, gcg=gcg is not None)
        scope, reply = (request.venue.scope, _message_to_reply_to(request)) if to is None else (to, None)
        text_without_files = join_lines(text, self._texts.html(language, "proof-no-files"))
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
        if any(is_forgotten(seat.user) for seat in proof.seats):
            facts, hashes = join_lines(facts, self._texts.html(language, "proof-forgotten")), ""
        return first_fitting_caption(
            join_lines(facts, hashes, check, board), join_lines(facts, check, board), join_lines(facts, check), facts
        )

    async def _start_message_link(self, start: ProofStart, scope: Scope) -> Html:
        number = f"<code>{start.message}</code>"
        # Numbers begin anew where a group becomes a supergroup.
        chat = await fetch_group(self._gateway, scope.chat) if start.chat == scope.chat else None
        link = None if chat is None else group_link(chat, scope.topic, start.message)
        return Html(number if link is None else f'{number} (<a href="{html.escape(link)}">{html.escape(link)}</a>)')


def _names_of(proof: Proof, speaker: Speaker) -> Html:
    return Html(", ".join(speaker.player_name(seat.name) for seat in proof.seats))


def _message_to_reply_to(request: Command | Tap) -> int | None:
    return None if request.venue.has_migrated or request.ephemeral_id is not None else request.message
