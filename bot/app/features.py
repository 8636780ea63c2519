"""Features with parts of their own, wired: records, puzzles, inline mode, the daily puzzle, forgetting people."""

from collections.abc import Callable, Mapping
from datetime import datetime

from redis.asyncio import Redis

from bot.app.owner import OwnerComponents
from bot.app.storage import Storage
from bot.config import Config
from bot.families import registry
from bot.families.chat import FamilyChat
from bot.families.puzzle_service import PuzzleService
from bot.families.puzzle_sources import PuzzleSources, RunJob
from bot.families.services import ChatServices, RecordServices
from bot.handlers.inline_mode import InlineQueryHandlers
from bot.handlers.puzzles.daily_post import DailyPosts
from bot.handlers.puzzles.daily_poster import DailyPoster
from bot.handlers.puzzles.daily_result import DailyResults
from bot.handlers.records.forgetter import SETTLE_SECONDS, Forgetter
from bot.ingress.inline_queries import InlineQueries
from bot.judges import WordJudge
from bot.records.administration import RecordAdministration
from bot.records.archive import GameArchive
from bot.records.projection import Projection
from bot.runtime import Runtime
from bot.store.daily_puzzles import DailyPuzzleStore
from bot.store.forgetting import ForgettingNotes, ForgottenList
from bot.store.puzzles import PuzzleStore
from bot.store.record_decisions import RecordDecisions
from bot.store.records import RecordStore
from bot.store.schedule import DailySchedule
from bot.store.shared_pictures import SharedPictureStore
from bot.tables.forgetting.eraser import Eraser
from bot.tables.forgetting.leave_tables import TableLeaver
from bot.telegram.group_titles import GroupTitles
from bot.workers.supervisor import Lease


def build_records(redis: Redis, *, keeps_games: bool = True) -> RecordServices:
    """What groups remember of finished games; ``redis`` answers in bytes, and the games themselves are kept or not."""
    store = RecordStore(redis)
    projection = Projection(store)
    administration = RecordAdministration(store, RecordDecisions(redis), projection)
    return RecordServices(store, projection, administration, SharedPictureStore(redis), keeps_games)


def build_puzzles(
    redis: Redis,
    records: RecordServices,
    shuffle: Callable[[list[int]], None],
    now: Callable[[], datetime],
    run_job: RunJob | None = None,
) -> PuzzleService:
    """Who has puzzles.

    Args:
        redis: a client that answers in bytes.
        records: finished games, out of which puzzles may come.
        shuffle: puts a list into another order.
        now: the present time, in UTC.
        run_job: finds more puzzles in the background; ``None`` for none.
    """
    store, archive = PuzzleStore(redis), GameArchive(records.store, records.projection)
    sources = PuzzleSources(store, records.store, archive, shuffle=shuffle, now=now, run_job=run_job)
    families = [family.load_puzzles for family in registry.FAMILIES if family.load_puzzles is not None]
    return PuzzleService(store, sources, families, now)


def build_inline_queries(
    services: ChatServices, chats: Mapping[str, FamilyChat], group_titles: GroupTitles, default_language: str
) -> InlineQueries:
    """Who answers inline queries.

    Args:
        services: what handlers work with.
        chats: the chat halves of the families, by name.
        group_titles: fetches and remembers the titles of groups.
        default_language: of people whose Telegram speaks none of the bot's languages.
    """
    return InlineQueries(
        InlineQueryHandlers(
            gateway=services.gateway,
            games=services.tables.games,
            store=services.tables.store,
            chats=chats,
            texts=services.replies.texts,
            locales=services.replies.private_locale,
            default_language=default_language,
            group_titles=group_titles,
            records=services.records,
            puzzles=services.puzzles,
        ).answer_inline_query
    )


def build_daily_poster(
    services: ChatServices,
    redis: Redis,
    storage: Storage,
    judges: WordJudge,
    runtime: Runtime,
    *,
    clock: Callable[[], datetime],
) -> DailyPoster:
    """Who posts daily puzzles; from now on it is noted, too, who solves them.

    Args:
        services: what handlers work with.
        redis: a client that answers in bytes.
        storage: knows which shards this process owns.
        judges: judge words.
        runtime: how it waits.
        clock: the present time, in UTC.
    """
    replies, owners = services.replies, storage.shard_owners
    store = DailyPuzzleStore(redis, owners, storage.durable)
    results = DailyResults(
        store=store,
        members=services.tables.members,
        gateway=services.gateway,
        locales=replies.private_locale,
        texts=replies.texts,
    )
    services.puzzles.listeners.append(results.note_result)
    posts = DailyPosts(
        service=services.puzzles,
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
        clock=clock,
        lease=Lease(lambda: owners.lease_seconds_left),
        until_next_poll=runtime.wait_for_next_poll,
    )


def build_forgetter(
    services: ChatServices,
    *,
    config: Config,
    redis: Redis,
    runtime: Runtime,
    storage: Storage,
    owner: OwnerComponents,
) -> Forgetter:
    """Who forgets people that ask for it; ``redis`` answers in bytes."""
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
