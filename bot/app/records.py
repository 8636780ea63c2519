"""Builds what groups remember of finished games."""

from redis.asyncio import Redis

from bot.families.services import RecordServices
from bot.records.administration import RecordAdministration
from bot.records.projection import Projection
from bot.store.record_decisions import RecordDecisions
from bot.store.records import RecordStore
from bot.store.shared_pictures import SharedPictureStore


def build_records(redis: Redis, *, keeps_games: bool = True) -> RecordServices:
    """Build it; ``redis`` answers in bytes, and finished games are kept or not."""
    store = RecordStore(redis)
    projection = Projection(store)
    administration = RecordAdministration(store, RecordDecisions(redis), projection)
    return RecordServices(store, projection, administration, SharedPictureStore(redis), keeps_games)
