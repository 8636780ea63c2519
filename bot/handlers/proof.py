"""The proof of a finished game: its seal and its secret in a message, and all the rest in files that go with it."""

import html
from dataclasses import dataclass
from typing import Final

from bot.about import program
from bot.families import registry
from bot.families.context import Context
from bot.store.keys import Scope
from bot.tables.games import Games
from bot.tables.held import Held, is_running, table_name
from bot.telegram.answers import Answers
from bot.telegram.buttons import Buttons
from bot.telegram.gateway import Gateway
from bot.telegram.groups import group_info, link_to
from bot.telegram.inbound import Command, Tap
from bot.texts import Html, Texts
from bot.typed.commands import command
from bot.wording.captions import fitting, lines
from bot.wording.speaker import Speaker, title
from bot.workers.recently import Recently
from engine.errors import Refusal
from engine.game import Game, Table
from engine.proof import Proof, Start, compose, write
from engine.seats import Lobby

_AGAIN_SECONDS: Final = 60.0
"""How long the button sends the same files no second time: groups may only have so many messages."""
_MOST_LABEL: Final = 60


@dataclass(frozen=True, slots=True)
class _Proven:
    proof: Proof
    gcg: str | None
    """The game as GCG, where it has a board."""


class ProofHandlers:
    """Gives what was secret in a game away, once the game is over and never before."""

    def __init__(self, *, gateway: Gateway, games: Games, answers: Answers, buttons: Buttons, texts: Texts) -> None:
        self._gateway: Final = gateway
        self._games: Final = games
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._texts: Final = texts
        self._sent: Final = Recently(_AGAIN_SECONDS)

    @command("proof", "chat", "anybody", kind="look-up")
    async def prove(self, request: Command, context: Context) -> None:
        """``/kanit``: of the chat's last game; in private of one's own, a choice where there are several."""
        if not request.place.private:
            await self._prove(request, context)
            return
        match await self._games.people.finished(request.sender.user, request.update):
            case []:
                running = await self._games.people.running(request.sender.user, request.update)
                raise Refusal("proof_running" if running else "proof_gone")
            case [held]:
                await self._prove(request, context.about(held))
            case several:
                keyboard = self._buttons.proofs([self._label(held, context.language) for held in several])
                await self._answers.say(request, context.language, "proof-which", keyboard)

    def _label(self, held: Held, language: str) -> tuple[str, str]:
        table = _game(held.table)
        names = ", ".join(map(Speaker(self._texts, language).called, (player.name for player in table.players)))
        return table_name(table), f"{title(table.ruleset.title, language)}: {names}"[:_MOST_LABEL]

    async def tapped(self, tap: Tap, context: Context) -> None:
        """The button under the last picture of a game."""
        # A refusal is the answer to the press, so what can be refused comes before the empty one.
        proven = await self._proven(context.held)
        if self._sent.again((tap.place.scope, proven.proof.table)):
            await self._answers.toast(tap, context.language, "proof-above")
            return
        await self._answers.quiet(tap)
        await self._give(tap, context, proven)

    async def _prove(self, request: Command, context: Context) -> None:
        await self._give(request, context, await self._proven(context.held))

    async def _proven(self, held: Held) -> _Proven:
        """The proof of a table's game.

        Raises:
            Refusal: ``proof_not_begun``, ``proof_running``, or ``proof_gone``.
        """
        if isinstance(held.table, Lobby):
            raise Refusal("proof_not_begun")
        if is_running(held.table):
            # Before the log is read: what is in it is nobody's business yet.
            raise Refusal("proof_running")
        log = await self._games.history.log(held)
        proof, game = compose(held.table, log, program()), _game(held.table)
        return _Proven(proof, registry.of_game(game).record(game, log, proof))

    async def _give(self, request: Command | Tap, context: Context, proven: _Proven) -> None:
        name, gcg = f"harfiyen-{proven.proof.table}", proven.gcg
        text = await self._facts(proven.proof, context.held.scope, context.language, gcg=gcg is not None)
        scope, reply = request.place.scope, None if request.place.left else request.message
        told = lines(text, self._texts.html(context.language, "proof-no-files"))
        went = await self._gateway.document(scope, write(proven.proof), f"{name}.json", text, reply=reply, written=told)
        if went and gcg is not None:
            await self._gateway.document(scope, gcg.encode(), f"{name}.gcg", None, reply=reply)

    async def _facts(self, proof: Proof, scope: Scope, language: str, *, gcg: bool) -> str:
        """What the seal and the seed are made of, as far as a caption holds it."""
        speaker = Speaker(self._texts, language)
        seats = Html(", ".join(f"{speaker.named(seat.name)} <code>{seat.user}</code>" for seat in proof.seats))
        facts = self._texts.html(
            language,
            "proof",
            game=title(proof.ruleset.title, language),
            seal=proof.seal,
            secret=proof.secret,
            seed=proof.seed,
            message=await self._message(proof.start, scope),
            seats=seats,
        )
        check = self._texts.html(language, "proof-check", file=f"harfiyen-{proof.table}.json")
        board = "" if gcg else self._texts.html(language, "proof-no-gcg")
        hashes = self._texts.html(language, "proof-hashes")
        return fitting(lines(facts, hashes, check, board), lines(facts, check, board), lines(facts, check), facts)

    async def _message(self, start: Start, scope: Scope) -> Html:
        """The number of the message that began the game, linked where it is in a chat whose messages have addresses."""
        number = f"<code>{start.message}</code>"
        # Numbers begin anew where a group becomes a supergroup.
        chat = await group_info(self._gateway, scope.chat) if start.chat == scope.chat else None
        link = None if chat is None else link_to(chat, scope.topic, start.message)
        return Html(number if link is None else f'{number} (<a href="{html.escape(link)}">{html.escape(link)}</a>)')


def _game(table: Table | None) -> Game:
    if table is None or isinstance(table, Lobby):
        raise Refusal("proof_gone")
    return table
