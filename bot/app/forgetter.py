"""The worker that forgets people who ask for it, wired."""

from redis.asyncio import Redis

from bot.app.owner import OwnerComponents
from bot.app.storage import Storage
from bot.config import Config
from bot.families.services import ChatServices
from bot.handlers.records.forgetter import SETTLE_SECONDS, Forgetter
from bot.runtime import Runtime
from bot.store.forgetting import ForgettingNotes, ForgottenList
from bot.tables.forgetting.eraser import Eraser
from bot.tables.forgetting.leave_tables import TableLeaver


def build_forgetter(
    services: ChatServices,
    *,
    config: Config,
    redis: Redis,
    runtime: Runtime,
    storage: Storage,
    owner: OwnerComponents,
) -> Forgetter:
    """Build it; ``redis`` answers in bytes."""
    notes = ForgettingNotes(redis, storage.shard_owners)
    return Forgetter(
        notes=notes,
        forgotten=ForgottenList(redis, config.data_dir),
        eraser=Eraser(redis, services.records.store, notes.save),
        leaver=TableLeaver(redis, services.tables.games, notes.owns_chat),
        drop_unsaved=owner.access.drop_unsaved_user,
        clear_disk=storage.housekeeping.clear_disk,
        gateway=services.gateway,
        texts=services.replies.texts,
        now=lambda: runtime.clock().timestamp(),
        seconds=runtime.monotonic,
        settle_seconds=SETTLE_SECONDS,
        until_next_poll=runtime.wait_for_next_poll,
    )
