"""Lists of commands by scope and language, and which of them somebody is shown in a chat, as Telegram finds it."""

from collections.abc import Iterator

from bot.playground.state.chats import Chat, Json, PlaygroundPerson

#: Of narrow scopes first; those of administrators count for a group's owner alone.
_GROUP_SCOPES = ("chat_member", "chat_administrators", "chat", "all_chat_administrators", "all_group_chats", "default")
_PRIVATE_SCOPES = ("chat", "all_private_chats", "default")
_ADMIN_SCOPES = frozenset({"chat_administrators", "all_chat_administrators"})
SCOPES = frozenset((*_GROUP_SCOPES, *_PRIVATE_SCOPES))


class CommandLists:
    """What the bot set with `setMyCommands`."""

    def __init__(self) -> None:
        self._lists: dict[tuple[str, int | None, int | None, str], list[Json]] = {}

    def set_list(self, scope: Json, language: str, commands: list[Json]) -> None:
        """Keep a list; an empty one is as good as none."""
        self._lists[_list_key(scope, language)] = commands

    def get_list(self, scope: Json, language: str) -> list[Json]:
        """Give the list of exactly this scope and language."""
        return self._lists.get(_list_key(scope, language), [])

    def visible_commands(self, chat: Chat, person: PlaygroundPerson, language: str = "") -> list[Json]:
        """Give what a person is shown in a chat, in `language` or else in that of their client."""
        lists = (
            self.get_list(scope, code)
            for scope in _scopes_narrow_first(chat, person)
            for code in (language or person.language, "")
        )
        return next((commands for commands in lists if commands), [])


def _scopes_narrow_first(chat: Chat, person: PlaygroundPerson) -> Iterator[Json]:
    for kind in _PRIVATE_SCOPES if chat.is_private else _GROUP_SCOPES:
        if kind in _ADMIN_SCOPES and person.id != chat.owner:
            continue
        match kind:
            case "chat" | "chat_administrators":
                yield {"type": kind, "chat_id": chat.id}
            case "chat_member":
                yield {"type": kind, "chat_id": chat.id, "user_id": person.id}
            case _:
                yield {"type": kind}


def _list_key(scope: Json, language: str) -> tuple[str, int | None, int | None, str]:
    chat, user = scope.get("chat_id"), scope.get("user_id")
    return str(scope["type"]), None if chat is None else int(chat), None if user is None else int(user), language
