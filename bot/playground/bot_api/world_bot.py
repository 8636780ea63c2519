"""The bot of the playground: what each method does to its world, and to the updates that wait for it."""

from typing import Any

from bot.playground.bot_api.account_methods import AccountMethods
from bot.playground.bot_api.calls import ApiCall
from bot.playground.bot_api.ephemeral_methods import EphemeralMethods
from bot.playground.bot_api.faults import FaultQueue
from bot.playground.bot_api.inline_methods import InlineMethods
from bot.playground.bot_api.journal import CallJournal
from bot.playground.bot_api.message_content import ContentReader
from bot.playground.bot_api.message_methods import MessageMethods
from bot.playground.bot_api.parameters import parse_parameters
from bot.playground.bot_api.update_methods import UpdateMethods
from bot.playground.state.files import FileStore, Upload
from bot.playground.state.world import World


class WorldBot:
    """Serves one bot all methods, with all their rules."""

    def __init__(
        self, world: World, files: FileStore, updates: UpdateMethods, faults: FaultQueue, journal: CallJournal
    ) -> None:
        self.faults = faults
        self.journal = journal
        self._server = world.server
        content = ContentReader(world, files)
        ephemeral = EphemeralMethods(world, content)
        parts = (
            MessageMethods(world, content, ephemeral),
            ephemeral,
            InlineMethods(world, content),
            AccountMethods(world),
        )
        self._immediate_methods = {name: serve for part in parts for name, serve in part.methods().items()}
        self._update_methods = updates.methods()

    @property
    def version(self) -> str:
        """The version of the Bot API that it is served."""
        return self._server.version

    async def run_method(self, call: ApiCall, uploads: dict[str, Upload]) -> Any:
        """Do what a call asks for."""
        params = parse_parameters(call.method, call.parameters, uploads, self.version)
        if call.method in self._update_methods:
            return await self._update_methods[call.method](params, call.worker)
        return self._immediate_methods[call.method](params, uploads)
