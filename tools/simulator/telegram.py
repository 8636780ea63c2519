"""Telegram as a simulation has it: the playground's Bot API server, with one bot of some version and rights."""

from typing import Any, Final

from msgspec import structs

from bot.bench.fleet.bot_account import BotAccount
from bot.playground.api_error import bad_request_error
from bot.playground.bot_api.calls import ApiCall
from bot.playground.server_version import OLDEST
from bot.playground.state.bot_rights import ADMIN_RIGHTS
from bot.playground.state.chats import Json
from bot.playground.state.files import Upload
from tools.simulator import people

TOKEN: Final = f"7:{'chaos' * 7}"


class SimulatedBot(BotAccount):
    """The bot's account: which version the server has, and whether the bot administers the groups that it is in.

    Shows messages to one member alone where the version knows that.
    """

    def __init__(self, version: str = OLDEST, *, is_admin: bool = True, token: str = TOKEN) -> None:
        super().__init__(int(token.partition(":")[0]), version)
        self.token: Final = token
        self.member_status, self.username_of = people.member_status, people.username_of
        self.journal.keeps_entries = False
        self._is_admin: Final = is_admin
        self._presses: Final[dict[str, tuple[int, int]]] = {}
        """By the queries of taps the chats and the people."""
        self._ephemeral_count = 0

    def send_update(self, payload: Json, copies: int = 0) -> Json:
        """Hand out an update."""
        if (tap := payload.get("callback_query")) is not None:
            self._presses[tap["id"]] = (tap["message"]["chat"]["id"], tap["from"]["id"])
        return super().send_update(payload, copies)

    def make_result(self, call: ApiCall, parameters: Json, uploads: dict[str, Upload]) -> Any:
        """Give what a method gives."""
        if call.method == "getChatMember" and self._is_admin and parameters["user_id"] == self.bot_user["id"]:
            return {"status": "administrator", "user": self.bot_user} | dict.fromkeys(ADMIN_RIGHTS, True)
        if call.method.startswith("send") and (alone := _read_recipient(parameters)) is not None:
            return self._send_to_one(call, parameters, uploads, alone)
        return super().make_result(call, parameters, uploads)

    def _send_to_one(self, call: ApiCall, parameters: Json, uploads: dict[str, Upload], alone: Json) -> Json:
        query = alone.get("callback_query_id")
        chat, presser = self._presses.get(str(query), (call.chat, None))
        reader = alone.get("receiver_user_id", presser)
        if chat is None or reader is None:
            raise bad_request_error("query is too old and response timeout expired or query ID is invalid")
        if query is None and not self._is_admin:
            raise bad_request_error("CHAT_ADMIN_REQUIRED")
        self._ephemeral_count += 1
        in_chat = structs.replace(call, parameters=call.parameters | {"chat_id": chat})
        shown: Json = super().make_result(in_chat, parameters, uploads)
        receiver = people.make_person(reader, str(reader)).to_user
        return shown | {"message_id": 0, "ephemeral_message_id": self._ephemeral_count, "receiver_user": receiver}


def _read_recipient(parameters: Json) -> Json | None:
    """To whom alone a message goes, in either way in which versions tell; ``None`` for everybody."""
    given: Json | None = parameters.get("ephemeral_message_parameters")
    return given or ({**parameters} if "receiver_user_id" in parameters else None)
