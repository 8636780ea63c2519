"""Who handles each kind of request: one row a kind, filled once where everything is built."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.families.chat_context import ChatContext
from bot.telegram.incoming.requests import (
    BotAdded,
    BotRemoved,
    Command,
    GroupMigrated,
    MembersChanged,
    MistypedCommand,
    OwnerCommand,
    OwnRightsChanged,
    PlainText,
    SharedChat,
    Tap,
)
from bot.wording.speaker import Speaker

RequestInChat = Command | MistypedCommand | OwnerCommand | PlainText | Tap | SharedChat | BotAdded | BotRemoved
"""A request that is handled with the context of its chat."""

R = TypeVar("R", bound=RequestInChat)

ContextHandler = Callable[[R, ChatContext], Awaitable[None]]
"""Handles a request with the context of its chat; raises what refuses it."""


@dataclass(frozen=True, slots=True)
class RequestHandlers:
    """The handlers by the kind of request."""

    group_migrated: Callable[[GroupMigrated], Awaitable[None]]
    members_changed: Callable[[MembersChanged], Awaitable[None]]
    own_rights_changed: Callable[[OwnRightsChanged], Awaitable[None]]
    bot_added: ContextHandler[BotAdded]
    bot_removed: ContextHandler[BotRemoved]
    shared_chat: ContextHandler[SharedChat]
    command: ContextHandler[Command]
    mistyped_command: ContextHandler[MistypedCommand]
    plain_text: ContextHandler[PlainText]
    tap: ContextHandler[Tap]
    resumes: Callable[[Tap], bool]
    """Whether a tap that was handled before, in part or wholly, goes to its handler all the same."""
    owner_command: Callable[[OwnerCommand, Speaker], Awaitable[bool]]
    """Whether it handled the command, which is otherwise its ``fallback``."""
