"""The people and chats of the playground, and the bot's status in each.

It decides who may reach which chat: membership, private chats that must be opened first, rights. Messages are in
`world.py`.
"""

from collections.abc import Callable, Iterable

from bot.playground.chats import GENERAL_TOPIC, NAMES, Chat, CommandLists, Json, PlaygroundPerson, member_fields
from bot.playground.server_version import ApiError, ServerSwitches, bad_request_error
from bot.playground.update_queue import UpdateQueue

#: Called with the people concerned and the event for their pages.
PageListener = Callable[[Iterable[int], Json], None]
FIRST_PERSON = 101
FIRST_SUPERGROUP = -1001000000001
"""The id of the first supergroup; later ones have lower ids."""
FIRST_BASIC_GROUP = -4000000001
GROUP_TITLE = "Kelime Masası"


class ChatMembership:
    """Knows who is in which chat."""

    def __init__(self, bot: Json, clock: Callable[[], float], updates: UpdateQueue, listener: PageListener) -> None:
        self.bot = bot
        self.clock = clock
        self.updates = updates
        self.server = ServerSwitches()
        self.on_version_change: Callable[[], None] = lambda: None
        """Called when the version changes: while the server is away, a bot concludes that it is another one."""
        self.privacy = False
        self.command_lists = CommandLists()
        self.people = {
            FIRST_PERSON + place: PlaygroundPerson(FIRST_PERSON + place, name) for place, name in enumerate(NAMES)
        }
        self.chats: dict[int, Chat] = {
            person: Chat(person, None, (person,), "member", is_opened=False) for person in self.people
        }
        self.tell_pages = listener

    def add_group(self, title: str, people: tuple[int, ...], *, basic: bool = False) -> Chat:
        """Open a supergroup, or a basic group, with the bot as administrator; the first person owns it."""
        unknown = [person for person in people if person not in self.people]
        if unknown or not people or not title.strip():
            raise bad_request_error(f"a group needs a title and people of {sorted(self.people)}; found {list(people)}")
        groups = sum(not chat.is_private for chat in self.chats.values())
        chat = Chat((FIRST_BASIC_GROUP if basic else FIRST_SUPERGROUP) - groups, title, people)
        if self.privacy:
            chat.bot_status = "member"
        self.chats[chat.id] = chat
        self.tell_pages(people, {"type": "chat", **self.describe_chat(chat), "messages": [], "ephemeral": []})
        self._queue_bot_member_update(chat, {"status": "left"})
        return chat

    def set_privacy(self, *, on: bool) -> None:
        """Switch privacy mode: with it the bot is a plain member, without it an administrator."""
        self.privacy = on
        for chat in self.chats.values():
            if not chat.is_private and chat.bot_status != "left":
                self.set_bot_status(chat, "member" if on else "administrator")

    def set_bot_status(self, chat: Chat, status: str) -> None:
        """Change the bot's status in a group: administrator, member, left or kicked."""
        self.set_rights(
            chat,
            status,
            can_delete=chat.can_delete,
            can_pin=chat.can_pin,
            can_manage_topics=chat.can_manage_topics,
        )

    def set_rights(self, chat: Chat, status: str, *, can_delete: bool, can_pin: bool, can_manage_topics: bool) -> None:
        """Change the bot's status in a group, and its rights as administrator."""
        before = self._bot_membership(chat)
        chat.bot_status, chat.can_delete, chat.can_pin = status, can_delete, can_pin
        chat.can_manage_topics = can_manage_topics
        if before != self._bot_membership(chat):
            self._queue_bot_member_update(chat, before)
        self.show_chat(chat)

    def show_chat(self, chat: Chat) -> None:
        """Send the present state of a chat to the pages."""
        self.tell_pages(chat.people, {"type": "place", **self.describe_chat(chat)})

    def describe_chat(self, chat: Chat) -> Json:
        """Describe a chat, apart from its messages, for the pages."""
        return {
            "chat": self.to_api_chat(chat),
            "people": len(chat.people),
            "owner": chat.owner,
            "pinned": chat.pinned,
            "topics": [
                {"id": number, "name": name, "closed": number in chat.closed_topics}
                for number, name in chat.topics.items()
                if chat.is_forum
            ],
            "keyboard": chat.keyboard,
            "rights": {
                "status": chat.bot_status,
                "can_delete": chat.can_delete,
                "can_pin": chat.can_pin,
                "can_manage_topics": chat.can_manage_topics,
                "photos": chat.may_send_photos,
                "text": chat.may_send_text,
                "slow": chat.has_slow_mode,
                "general_closed": GENERAL_TOPIC in chat.closed_topics,
            },
        }

    @property
    def username(self) -> str:
        """The bot's username, without ``@``."""
        return str(self.bot["username"])

    @property
    def bot_user(self) -> Json:
        """The bot as the Bot API User in messages."""
        return {key: self.bot[key] for key in ("id", "is_bot", "first_name", "username")}

    def require_chat_of_person(self, person: int, chat_id: int) -> Chat:
        """Find a chat that a person is in; raises ApiError 400 if there is none."""
        chat = self.chats.get(chat_id)
        if chat is None or person not in chat.people:
            raise bad_request_error("chat not found")
        return chat

    def require_chat_for_bot(self, chat_id: int) -> Chat:
        """Find a chat that the bot may write to; raises ApiError 400 for an unknown chat, 403 if it may not."""
        chat = self.chats.get(chat_id)
        if chat is None:
            raise bad_request_error("chat not found")
        if not chat.is_opened:
            raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        if chat.bot_status == "left":
            raise ApiError(403, "Forbidden: bot is not a member of the supergroup chat")
        if chat.bot_status == "kicked":
            raise ApiError(403, "Forbidden: bot was kicked from the supergroup chat")
        return chat

    def require_group(self, chat_id: object) -> Chat:
        """Find a group; raises ApiError 400 if there is none."""
        chat = self.chats.get(chat_id) if isinstance(chat_id, int) else None
        if chat is None or chat.is_private:
            raise bad_request_error("no such group")
        return chat

    def to_api_chat(self, chat: Chat) -> Json:
        """Describe a chat as the Bot API's Chat."""
        if chat.title is not None:
            kind = "supergroup" if chat.id < -(10**12) else "group"
            described = {"id": chat.id, "type": kind, "title": chat.title}
            return {**described, "is_forum": True} if chat.is_forum else described
        user = self.people[chat.id].to_api_user()
        del user["is_bot"], user["language_code"]
        return {**user, "type": "private"}

    def to_api_member(self, chat: Chat, user_id: int) -> Json:
        """Describe a member of a chat as the Bot API's ChatMember."""
        if user_id == self.bot["id"]:
            return {"user": self.bot_user, **self._bot_membership(chat)}
        if user_id not in self.people:
            raise bad_request_error("user not found")
        status = "left" if user_id not in chat.people else "member"
        if user_id == chat.owner and not chat.is_private:
            status = "creator"
        user = {"status": status, "user": self.people[user_id].to_api_user()}
        return {**user, "is_anonymous": False} if status == "creator" else user

    def _bot_membership(self, chat: Chat) -> Json:
        return {"status": chat.bot_status, **member_fields(chat.bot_status, chat, self.server.version)}

    def _queue_bot_member_update(self, chat: Chat, before: Json) -> None:
        change: Json = {
            "chat": self.to_api_chat(chat),
            "from": self.people[chat.owner].to_api_user(),
            "date": int(self.clock()),
            "old_chat_member": {"user": self.bot_user, **before},
            "new_chat_member": self.to_api_member(chat, self.bot["id"]),
        }
        self.updates.push_update("my_chat_member", change)
