"""The daily puzzle, wired: who posts it, and who notes that it is solved."""

from redis.asyncio import Redis

from bot.app.storage import Storage
from bot.families.services import ChatServices
from bot.handlers.puzzles.daily_post import DailyPosts
from bot.handlers.puzzles.daily_poster import DailyPoster
from bot.handlers.puzzles.daily_result import DailyResults
from bot.handlers.puzzles.service_content import ServiceContent, listen_to_results
from bot.judges import WordJudge
from bot.runtime import Runtime
from bot.store.daily_puzzles import DailyPuzzleStore
from bot.store.schedule import DailySchedule
from bot.workers.lease import Lease


def build_daily_poster(
    services: ChatServices, redis: Redis, storage: Storage, judges: WordJudge, runtime: Runtime
) -> DailyPoster:
    """Who posts daily puzzles; from now on it is noted, too, who solves them.

    Args:
        services: what handlers work with.
        redis: a client that answers in bytes.
        storage: knows which shards this process owns.
        judges: judge words.
        runtime: time and waiting.
    """
    replies, owners, content = services.replies, storage.shard_owners, ServiceContent(services.puzzles)
    store = DailyPuzzleStore(redis, owners, storage.replicas)
    results = DailyResults(
        store=store,
        content=content,
        members=services.tables.members,
        gateway=services.gateway,
        locales=replies.private_locale,
        texts=replies.texts,
    )
    listen_to_results(services.puzzles, results)
    posts = DailyPosts(
        content=content,
        gateway=services.gateway,
        drawing=services.pictures.drawing_thread,
        records=services.records.store,
        judges=judges,
        locales=replies.private_locale,
        texts=replies.texts,
    )
    return DailyPoster(
        store=store,
        schedule=DailySchedule(redis, owners),
        posts=posts,
        clock=lambda: services.tables.games.times.utc_now,
        lease=Lease(lambda: owners.lease_seconds_left),
        until_next_poll=runtime.wait_for_next_poll,
    )
