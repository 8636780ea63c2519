"""The wiring of a running bot: every component is built once here and passed to those that need it.

In order of construction: the store, the owners' features, records and puzzles, the background loops, the router, and
the components that combine them.
"""

import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import count
from typing import Final, Self
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - given to the gateway and the ways in

from bot.announce.announcer import Announcer, NoticeClocks, ShardWork, send_outage_remark
from bot.announce.compose import ChatPosts, PostComposer, PrivateTable
from bot.announce.reminders import DeadlineRefresh, TurnReminders
from bot.announce.reveals import CardReveals, CardsPictures
from bot.config import Config
from bot.families import registry
from bot.families.puzzles import PuzzleService, PuzzleSources, RunJob
from bot.families.registry import ThinkingThread
from bot.families.services import (
    AnalysisServices,
    ChatServices,
    LookUps,
    MessagingServices,
    PictureServices,
    PlayerStores,
    RecordServices,
    TableServices,
)
from bot.handlers.daily import DailyPoster, DailyPosts, DailyResults, begin_week_game
from bot.handlers.general import GeneralHandlers, HandlerStores, all_command_rows
from bot.handlers.greeting import ChatEventHandlers
from bot.handlers.group_doctor import UnreachableChatRetry
from bot.handlers.inline_mode import InlineQueryHandlers
from bot.handlers.my_data import Forgetter
from bot.handlers.owner.access import OwnerAccess, OwnerHandlers
from bot.handlers.owner.alerts import OwnerAlerts, OwnerServices, StatusHandlers, WorkerHealth
from bot.handlers.owner.broadcast import Broadcaster, BroadcastHandlers
from bot.handlers.owner.restrictions import BanCache, BanHandlers, MaintenanceHandlers
from bot.handlers.router import RequestContexts, RequestHandlers, Router
from bot.handlers.taps import PageActionHandlers, StaleTapAnswers, TapDispatcher
from bot.handlers.text_messages import RequestClassifier, TableQuestion, TextDispatcher, TypedRequests, UnreadableTables
from bot.handlers.which_table import AskedRequests, TableMoves, TargetTables
from bot.ingress.consumer import Consumer, ConsumerCallbacks, InlineQueries
from bot.ingress.intake import UpdateIntake
from bot.ingress.polling import UpdateReception
from bot.judges import TdkClient, WordJudge
from bot.metrics.meters import Meters
from bot.pictures import DrawingThread, Photos
from bot.records.administration import RecordAdministration
from bot.records.archive import GameArchive
from bot.records.projection import Projection
from bot.runtime import Runtime, redis_utc
from bot.store import keys
from bot.store.broadcasts import Broadcasts
from bot.store.chats import ChatDirectory, RecordDecisions, SharedPictureStore, TableAlerts, UnreachableChats
from bot.store.client import check_storable, replicated
from bot.store.commits import UpdateRefusal
from bot.store.games import GameStore
from bot.store.heartbeat import Heartbeat, WorkerStatusStore
from bot.store.housekeeping import Housekeeping, Quarantine
from bot.store.inbox import Inbox
from bot.store.people import (
    AccountSettings,
    Bans,
    CardSelections,
    ClosedChats,
    Maintenance,
    OwnerAlertStore,
    OwnerMenus,
    PendingRequests,
    PendingTables,
    RackOrders,
    RefusedMoves,
    WebAnswer,
    WebStore,
)
from bot.store.personal_data import ForgettingNotes, ForgottenList, PersonalDataStore
from bot.store.puzzles import DailyPuzzleStore, PuzzleStore
from bot.store.records import RecordStore
from bot.store.schedule import Schedule
from bot.store.shard_coordinator import ShardCoordinator, WorkerNotifier
from bot.store.shard_ownership import ShardOwnership
from bot.store.streams import Outbox
from bot.tables.deadlines import ComputerTurns, Deadlines, LateWindows, ServiceBeats, UnreachableClocks
from bot.tables.forgetting import Eraser, TableLeaver, find_tables
from bot.tables.games import GamePolicy, Games
from bot.tables.served_time import ServedClock
from bot.tables.table_loader import LoadedTable, game_of_turn, is_game_running
from bot.telegram.ephemeral import EphemeralDelivery
from bot.telegram.gateway import Gateway
from bot.telegram.groups import GroupMembers, GroupTitles
from bot.telegram.keyboards import BoardLinks, Keyboards
from bot.telegram.private_delivery import PrivateDelivery, PrivateLocales
from bot.telegram.replies import AutoDelete, Replies
from bot.telegram.requests import MembersChanged, Request
from bot.telegram.send_queue import RateLimits, SendQueue, SharedLimit
from bot.texts import Texts
from bot.web.access import WebAccess
from bot.web.boards import BoardViewer
from bot.web.events import TableWatch
from bot.web.finished_games import FinishedGameViews
from bot.web.puzzles import PuzzleViews
from bot.web.server import BoardServer
from bot.wording.decisions import is_audited
from bot.wording.speaker import Speaker
from bot.workers.supervisor import Lease
from engine.errors import Refusal
from engine.game import Step


def worker_id(config: Config) -> str:
    """This worker's name, unique on its Redis and stable over restarts, so that it gets its shards back."""
    if not config.redis_url:
        return "bot"
    return f"{socket.gethostname()}:{config.http_port or config.data_dir}"


@dataclass(frozen=True, slots=True)
class Storage:
    """A worker's stores in Redis, and its ownership of shards."""

    notifier: WorkerNotifier
    shard_owners: ShardCoordinator
    durable: Redis
    """Returns from writes that count as stored only once replicas have them."""
    inbox: Inbox
    outbox: Outbox
    store: GameStore
    heartbeat: Heartbeat
    housekeeping: Housekeeping

    @classmethod
    def build_storage(cls, config: Config, redis: Redis, runtime: Runtime, meters: Meters) -> Self:
        """Build the stores; ``redis`` answers in bytes, ``meters`` count commits."""
        name, embedded = worker_id(config), not config.redis_url
        notifier = WorkerNotifier(redis, name)
        owners = ShardCoordinator(
            ShardOwnership(redis, name, runtime.monotonic), notifier, exclusive=embedded, seconds=runtime.monotonic
        )
        durable = replicated(redis, config.redis_wait)
        outbox = Outbox(redis, owners, durable)
        inbox = Inbox(redis, owners, owners.notify_owner, durable)
        return cls(
            notifier=notifier,
            shard_owners=owners,
            durable=durable,
            inbox=inbox,
            outbox=outbox,
            store=GameStore(redis, outbox, owners, durable, inbox.prefetch, meters=meters),
            heartbeat=Heartbeat(redis, name, runtime.monotonic, durable=durable),
            housekeeping=Housekeeping(redis, embedded=embedded),
        )


_ACCOUNT_ROUNDS: Final = 6
"""With a webhook, once in how many queries about it the account is queried too."""


@dataclass(frozen=True, slots=True)
class OwnerComponents:
    """The parts of the owners' features that the rest of the bot uses."""

    access: OwnerAccess
    health: WorkerHealth
    maintenance: MaintenanceHandlers
    menus: OwnerMenus
    account_settings: AccountSettings
    alerts: OwnerAlerts

    @classmethod
    def build_owner(
        cls,
        config: Config,
        redis: Redis,
        *,
        storage: Storage,
        gateway: Gateway,
        replies: Replies,
        locales: PrivateLocales,
        texts: Texts,
        runtime: Runtime,
    ) -> Self:
        """Build all of them."""

        def now() -> float:
            return runtime.clock().timestamp()

        async def speaker_of(owner: int) -> Speaker:
            try:
                return Speaker(texts, await locales.locale_of_user(owner))
            except RedisError:
                return Speaker(texts, config.default_language)

        owners, reception = config.owner_ids, UpdateReception(now)
        services = OwnerServices(
            owners,
            redis,
            ChatDirectory(redis, now),
            WorkerStatusStore(redis, worker_id(config), now),
            gateway,
            replies,
            speaker_of,
            runtime,
        )
        health = WorkerHealth(
            _probe_webhook(gateway, reception) if config.webhook_url else gateway.check_alive,
            lambda: gateway.send_queue.throttled_count,
            reception,
            now,
            runtime.monotonic,
        )
        bans, maintenance_store = BanCache(Bans(redis), owners), Maintenance(redis)
        broadcasts = Broadcasts(redis, storage.shard_owners, storage.durable)
        limit = None if config.rate_limits is None else config.rate_limits[0]
        broadcaster = Broadcaster(services, broadcasts, lambda: bans.banned_ids, limit)
        maintenance = MaintenanceHandlers(maintenance_store, replies, runtime.clock)
        alerts = OwnerAlerts(services, health, OwnerAlertStore(redis))
        access = OwnerAccess(
            services,
            handlers=OwnerHandlers(
                StatusHandlers(services, health, maintenance_store),
                maintenance,
                BanHandlers(services, bans),
                BroadcastHandlers(broadcasts, broadcaster, replies),
            ),
            bans=bans,
            health=health,
            alerts=alerts,
            broadcaster=broadcaster,
            check_storable=partial(check_storable, storage.durable),
        )
        return cls(access, health, maintenance, OwnerMenus(redis), AccountSettings(redis), alerts)


def _probe_webhook(gateway: Gateway, reception: UpdateReception) -> Callable[[], Awaitable[None]]:
    rounds = count()

    async def probe() -> None:
        reception.note_webhook(await gateway.fetch_webhook_info())
        if next(rounds) % _ACCOUNT_ROUNDS == 0:
            await gateway.check_alive()

    return probe


def _build_records(redis: Redis, *, keeps_games: bool) -> RecordServices:
    """Build the records of finished games; ``keeps_games`` also keeps the games."""
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
    """Build the puzzles; ``run_job`` finds more in the background, ``None`` for none."""
    store, archive = PuzzleStore(redis), GameArchive(records.store, records.projection)
    sources = PuzzleSources(store, records.store, archive, shuffle=shuffle, now=now, run_job=run_job)
    families = [family.load_puzzles for family in registry.FAMILIES if family.load_puzzles is not None]
    return PuzzleService(store, sources, families, now)


def _build_daily_poster(
    services: ChatServices, redis: Redis, storage: Storage, runtime: Runtime, clock: Callable[[], datetime]
) -> DailyPoster:
    """Build the poster of daily puzzles; their solvers are noted from now on."""
    owners = storage.shard_owners
    store = DailyPuzzleStore(redis, owners, storage.durable)
    services.puzzles.listeners.append(DailyResults(services, store).note_result)
    return DailyPoster(
        store=store,
        schedule=Schedule(redis, keys.daily_posts, owners),
        posts=DailyPosts(services),
        begin_week_game=partial(begin_week_game, services),
        clock=clock,
        lease=Lease(lambda: owners.lease_seconds_left),
        until_next_poll=runtime.wait_for_next_poll,
    )


def _build_forgetter(
    services: ChatServices, config: Config, redis: Redis, *, storage: Storage, owner: OwnerAccess, runtime: Runtime
) -> Forgetter:
    notes = ForgettingNotes(redis, storage.shard_owners)
    return Forgetter(
        services,
        notes=notes,
        forgotten=ForgottenList(redis, config.data_dir),
        eraser=Eraser(redis, services.records.store, notes.save),
        leaver=TableLeaver(redis, services.tables.games, notes.owns_chat),
        drop_unsaved=owner.drop_unsaved_user,
        clear_disk=storage.housekeeping.clear_disk,
        runtime=runtime,
    )


class Components:
    """All components; :mod:`bot.app.service` runs those that are public attributes, and shuts them down."""

    def __init__(self, config: Config, bot: Bot, redis: Redis, runtime: Runtime, meters: Meters) -> None:
        self._meters: Final = meters
        # Telegram, the store, and what reads and draws for both.
        rates = config.rate_limits
        send_queue = SendQueue(
            None if rates is None else RateLimits(*rates), clock=runtime.monotonic, pause=runtime.pause, meters=meters
        )
        self.gateway: Final = Gateway(bot, send_queue, runtime.monotonic, BoardLinks(config.web_url, config.web_app))
        texts = self.texts = Texts()
        self.storage: Final = Storage.build_storage(config, redis, runtime, meters)
        owners, store, inbox = self.storage.shard_owners, self.storage.store, self.storage.inbox
        lease = Lease(lambda: owners.lease_seconds_left)
        self.drawing_thread: Final = DrawingThread(registry.painter_preparations, meters)
        photos = Photos(store, self.drawing_thread)
        self.tdk: Final = TdkClient(config.tdk_api_url, redis) if config.tdk_api_url else None
        judges = WordJudge(redis, self.tdk, meters)
        served = runtime.served_time or ServedClock(self.storage.heartbeat.record_beat, runtime.monotonic)
        redis_now = partial(redis_utc, served, runtime.clock)
        self.auto_delete: Final = AutoDelete(
            self.gateway, Schedule(redis, keys.auto_deletes, owners), redis_now, runtime.wait_for_next_poll
        )
        ephemeral_delivery = EphemeralDelivery(self.gateway.ephemeral, self.drawing_thread)
        replies = Replies(self.gateway, texts, self.auto_delete, ephemeral_delivery, WebStore(redis), meters)
        locales = PrivateLocales(store, config.default_language)
        # The owners' features, and the tables, which ask them whether games may start.
        self.owner: Final = OwnerComponents.build_owner(
            config,
            redis,
            storage=self.storage,
            gateway=self.gateway,
            replies=replies,
            locales=locales,
            texts=texts,
            runtime=runtime,
        )
        games = Games(
            store,
            judges,
            served,
            partial(send_outage_remark, self.gateway, texts, config.default_language),
            self._on_step_applied,
            secret=runtime.make_secret,
            policy=GamePolicy(
                is_audited,
                self.owner.maintenance.check_games_may_start,
                self.owner.access.is_banned,
                config.history_days * 86_400,
            ),
        )
        unreachable_clocks = UnreachableClocks(games, UnreachableChats(redis), self._catch_up)
        private_delivery = PrivateDelivery(self.gateway, replies, ephemeral_delivery, ClosedChats(redis), runtime.pause)
        self._replies: Final = replies
        self._locales: Final = locales
        # What the handlers of games use.
        members = GroupMembers(self.gateway, runtime.monotonic)
        look_ups = LookUps(games, judges, members, texts, self.gateway)
        group_titles = GroupTitles(self.gateway, runtime.monotonic)
        records = _build_records(redis, keeps_games=config.history_days > 0)
        analysis = AnalysisServices.build_services(redis, config.data_dir)
        self.analyses: Final = analysis.game_analyses
        self.thinking: Final = ThinkingThread(games, config.data_dir, meters=meters)
        self.puzzles: Final = build_puzzles(redis, records, runtime.shuffle, redis_now, analysis.process.run_job)
        services = ChatServices(
            self.gateway,
            TableServices(games, store, look_ups, judges, members, group_titles),
            MessagingServices(replies, private_delivery, Keyboards(texts), texts, locales),
            PictureServices(self.drawing_thread, photos),
            PlayerStores(CardSelections(redis), RefusedMoves(redis), RackOrders(redis)),
            records,
            analysis,
            self.thinking.find_hinted_turn,
            self.puzzles,
            runtime.shuffle,
        )
        self.chats: Final = registry.create_chats(services)
        self.inline_queries: Final = InlineQueries(InlineQueryHandlers(services, self.chats).answer_inline_query)
        # From an incoming update to its handler, and tables' deadlines.
        self.intake: Final = UpdateIntake(
            inbox.append_update, inbox.dead_letter_unreadable, self.inline_queries.submit_query, meters
        )
        self.consumer: Final = Consumer(
            bot=bot,
            inbox=inbox,
            callbacks=ConsumerCallbacks(
                handle=self._handle_request,
                classify=RequestClassifier(
                    all_command_rows(), self.owner.access.is_allowed, games.loader.has_several_tables
                ),
                report_failure=self._report_failure,
                report_throttled=self._report_throttled,
                compose_when_allowed=send_queue.compose_when_allowed,
            ),
            with_quotas=rates is not None,
            clock=redis_now,
            wait_for_news=owners.events.wait_for_entries,
            pause=runtime.pause,
            meters=meters,
        )
        late_windows = LateWindows(
            games,
            self.consumer.timeouts,
            self._catch_up,
            self.storage.outbox.delivers_locally,
            self.storage.outbox.find_of_migrated,
            pause=runtime.pause,
        )
        self.beats: Final = ServiceBeats(
            served,
            self.owner.health.check_telegram,
            self.storage.heartbeat.deregister_worker,
            find_update_obstacle=lambda: self.owner.health.reception.obstacle,
            seconds=runtime.monotonic,
        )
        self.deadlines: Final = Deadlines(
            store,
            games,
            served,
            self.beats,
            table_queue=self.consumer.timeouts,
            is_window_untold=late_windows.may_be_untold,
            computers=ComputerTurns(games, self.thinking.choose_action),
            until_next_poll=runtime.wait_for_next_poll,
        )
        self.card_reveals: Final = CardReveals(
            pictures=CardsPictures(self.gateway, photos, texts),
            store=store,
            schedule=Schedule(redis, keys.card_reveals, owners),
            clock=redis_now,
            lease=lease,
            until_next_poll=runtime.wait_for_next_poll,
            has_pages=bool(config.web_url),
        )
        # What goes out, and background work.
        self.forgetter: Final = _build_forgetter(
            services, config, redis, storage=self.storage, owner=self.owner.access, runtime=runtime
        )
        self.daily_poster: Final = _build_daily_poster(services, redis, self.storage, runtime, redis_now)
        self.announcer: Final = Announcer(
            services,
            self.storage.outbox,
            ChatPosts(
                PostComposer(texts, services.messaging.keyboards, lambda: games.times.downtime),
                records.projection,
                PrivateTable(self.gateway, store, games, self.chats),
                locales,
                default_language=config.default_language,
                can_share=lambda: bool(self.gateway.inline_mention),
                board_link=self.gateway.board_link_in_group,
                keeps_games=records.keeps_games,
            ),
            reveals=self.card_reveals,
            auto_delete=self.auto_delete,
            turn_reminders=TurnReminders(self.gateway, store, texts, config.default_language),
            clocks=NoticeClocks(unreachable_clocks, late_windows),
            work=ShardWork(lease, owners.events.wait_for_shards, runtime.pause),
        )
        self._router: Final = self._build_router(services, redis, runtime, unreachable_clocks)
        self.board_server: Final = self._build_board_server(
            services, config, bot.token, redis, runtime=runtime, redis_now=redis_now
        )
        self.deadline_refresh: Final = DeadlineRefresh(
            gateway=self.gateway,
            games=games,
            store=store,
            shown_messages=self.announcer.shown_messages,
            texts=texts,
            default_language=config.default_language,
            until_next_poll=runtime.wait_for_next_poll,
        )
        owners.users.add(self.consumer.stop_shards)
        owners.users.add(self.announcer.stop_shards)
        owners.on_renewed = SharedLimit(redis, send_queue).renew

    def _build_router(
        self, services: ChatServices, redis: Redis, runtime: Runtime, unreachable_clocks: UnreachableClocks
    ) -> Router:
        tables, chats, owner, shard_owners = services.tables, self.chats, self.owner.access, self.storage.shard_owners
        unreachable_retry = UnreachableChatRetry(
            services.gateway, tables.games, unreachable_clocks, self.announcer.held, runtime.monotonic
        )
        chat_events = ChatEventHandlers(tables.games, owner, unreachable_clocks, unreachable_retry)
        moves = TableMoves(tables.games, tables.store, UnreachableChats(redis), unreachable_clocks)
        stores = HandlerStores(
            TableAlerts(redis),
            PendingTables(redis),
            Schedule(redis, keys.daily_posts, shard_owners),
            DailyPuzzleStore(redis, shard_owners),
            ForgettingNotes(redis),
            PersonalDataStore(redis),
            partial(find_tables, redis),
        )
        general = GeneralHandlers.build_handlers(
            services, chats, owner=owner, moves=moves, stores=stores, runtime=runtime
        )
        asked = AskedRequests(PendingRequests(redis))
        target_tables = TargetTables(services, unreachable_retry, asked, moves)
        text_messages = TextDispatcher(services, general, chats, target_tables, asked)
        table_question = TableQuestion(services, asked, target_tables, text_messages)
        unreadable_tables = UnreadableTables(services, Quarantine(redis, shard_owners))
        typed_requests = TypedRequests(text_messages, table_question, unreadable_tables)
        replies = services.messaging.replies
        stale_taps = StaleTapAnswers(tables.store, replies)
        taps = TapDispatcher(
            general, chats, target_tables, table_question, owner=owner, stale_taps=stale_taps, replies=replies
        )
        handlers = RequestHandlers(
            group_migrated=chat_events.migrate_group,
            members_changed=general.left_players.record_joins_and_leaves,
            own_rights_changed=chat_events.follow_own_rights,
            bot_added=general.greeting.greet_group,
            bot_removed=chat_events.leave_group,
            shared_chat=general.lobby.open_from_private.offer_games_for_group,
            command=typed_requests.handle_command,
            mistyped_command=text_messages.answer_mistyped_command,
            plain_text=typed_requests.handle_text,
            tap=taps.handle_tap,
            page_action=PageActionHandlers(services, chats).do_action,
            puzzle_action=general.puzzles.do_on_page,
            resumes=taps.resumes,
            owner_command=owner.run_owner_command,
        )
        return Router(services.messaging, RequestContexts(services, target_tables), handlers, owner, self.auto_delete)

    def _build_board_server(
        self,
        services: ChatServices,
        config: Config,
        token: str,
        redis: Redis,
        *,
        runtime: Runtime,
        redis_now: Callable[[], datetime],
    ) -> BoardServer:
        """What serves the board page; nobody asks it without WEB_URL."""

        def now() -> float:
            return runtime.clock().timestamp()

        web, is_banned = services.messaging.replies.web, self.owner.access.is_banned
        viewer = BoardViewer(services, self.chats, web, is_banned, redis_now)
        return BoardServer(
            prefix=urlsplit(config.web_url).path,
            access=WebAccess(token, web, is_banned, now),
            viewer=viewer,
            watch=TableWatch(services.tables.store.load_versions, services.tables.games.load_table),
            store=web,
            inbox=self.storage.inbox,
            views=(*PuzzleViews(services, viewer, redis).routes, *FinishedGameViews(services, is_banned).routes),
            is_playground=config.uses_playground,
            clock=now,
            monotonic=runtime.monotonic,
        )

    async def _catch_up(self) -> None:
        await self.beats.update_clock()

    async def _handle_request(self, request: Request) -> None:
        await self.beats.update_clock()
        if isinstance(request, MembersChanged):
            changed = (*request.left_users, *request.joined_users)
            await self.board_server.check_members_again(request.venue.scope.chat, changed)
        await self._router.handle_request(request)
        if request.update.is_web:
            # Where nothing was said it was done, now or by a process that ended before it could say so.
            await self._replies.web.save_answer(request.sender.user, request.update.id, WebAnswer(done=True))

    async def _report_throttled(self, request: Request, crowded: bool) -> None:  # noqa: FBT001 - as it is passed
        await self._router.tell_over_limit(request, chat_over_limit=crowded)

    def _on_step_applied(self, loaded: LoadedTable, step: Step) -> None:
        self.owner.access.record_table_action(loaded.scope, running=is_game_running(step.table))
        if (game := game_of_turn(loaded.table, step.table)) is not None:
            self._meters.count_move(game.ruleset.id)
        self.board_server.watch.note_change(loaded.scope)
        self._notify_families(loaded, step)

    def _notify_families(self, loaded: LoadedTable, step: Step) -> None:
        for chat in self.chats.values():
            for notices in chat.player_notices:
                notices.queue_notices(loaded, step)

    async def _report_failure(self, request: Request) -> None:
        """Tell a chat that its update failed, without reading its settings, as Redis may be what failed."""
        if request.update.is_web:
            request.update.refusal = UpdateRefusal(Refusal("busy"), "")
        is_private = request.venue.private
        language = self._locales.locale_of_sender(request.sender, None) if is_private else self._locales.default
        await self._replies.reply_message(request, language, "update-failed")
