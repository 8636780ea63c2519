"""The components of a running bot, built once and wired to each other.

Those that use Redis directly are built in :mod:`bot.app.storage`, those of the bot's owners in :mod:`bot.app.owner`.
"""

from functools import partial
from typing import Final

from redis.asyncio import Redis
from telegram import Bot  # noqa: TID251 - given to the gateway and the ways in

from bot.announce.announcer import Announcer, send_outage_remark
from bot.announce.card_reveals import CardReveals
from bot.announce.compose import PrivateTable
from bot.announce.deadline_refresh import DeadlineRefresh
from bot.app.features import (
    build_daily_poster,
    build_forgetter,
    build_inline_queries,
    build_puzzles,
    build_records,
)
from bot.app.owner import OwnerComponents
from bot.app.request_handlers import build_router
from bot.app.storage import Storage
from bot.config import Config
from bot.families import registry
from bot.families.look_ups import LookUps
from bot.families.services import (
    AnalysisServices,
    ChatServices,
    PictureServices,
    PlayerStores,
    ReplyServices,
    TableServices,
)
from bot.families.thinking_thread import ThinkingThread
from bot.handlers.dispatch.request_kinds import RequestClassifier
from bot.handlers.general import all_command_rows
from bot.ingress.consumer import Consumer
from bot.ingress.intake import UpdateIntake
from bot.judges import TdkClient, WordJudge
from bot.metrics.meters import Meters
from bot.pictures.drawing import DrawingThread
from bot.pictures.photos import Photos
from bot.runtime import Runtime, redis_utc
from bot.store.chats import UnreachableChats
from bot.store.people import CardSelections, ClosedChats, RackOrders, RefusedMoves
from bot.store.schedule import AutoDeleteSchedule, CardRevealSchedule
from bot.tables.computer_turns import ComputerTurns
from bot.tables.deadlines import Deadlines
from bot.tables.games import Games
from bot.tables.late_windows import LateWindows
from bot.tables.loaded_table import LoadedTable, game_of_turn, is_game_running
from bot.tables.served_time import ServedClock
from bot.tables.unreachable_clocks import UnreachableClocks
from bot.telegram.api.gateway import Gateway
from bot.telegram.api.send_queue import RateLimits, SendQueue
from bot.telegram.auto_delete import AutoDelete
from bot.telegram.ephemeral_delivery import EphemeralDelivery
from bot.telegram.group_titles import GroupTitles
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Request
from bot.telegram.keyboards import Keyboards
from bot.telegram.private_delivery import PrivateDelivery
from bot.telegram.private_locale import PrivateLocales
from bot.telegram.replies import Replies
from bot.texts import Texts
from bot.wording.decisions import is_audited
from bot.workers.supervisor import Lease
from engine.game import Step


class Components:
    """All components; :mod:`bot.app.service` runs those that are public attributes, and shuts them down.

    Args:
        runtime: time, waiting and secrets.
    """

    def __init__(self, config: Config, bot: Bot, redis: Redis, runtime: Runtime, meters: Meters) -> None:
        self._meters: Final = meters
        self._default_language: Final = config.default_language
        rates = config.rate_limits
        send_queue = SendQueue(
            None if rates is None else RateLimits(*rates), clock=runtime.monotonic, pause=runtime.pause, meters=meters
        )
        self.gateway: Final = Gateway(bot, send_queue, runtime.monotonic)
        self.texts: Final = Texts()
        texts = self.texts
        self.storage: Final = Storage.build_storage(config, redis, runtime, meters)
        owners, store, heartbeat = self.storage.shard_owners, self.storage.store, self.storage.heartbeat
        lease = Lease(lambda: owners.lease_seconds_left)
        self.drawing_thread: Final = DrawingThread(registry.painter_preparations, meters)
        photos = Photos(store, self.drawing_thread)
        self.tdk: Final = TdkClient(config.tdk_api_url, redis) if config.tdk_api_url else None
        judges = WordJudge(redis, self.tdk, meters)
        served = runtime.served_time or ServedClock(heartbeat.record_beat, runtime.monotonic)
        self.auto_delete: Final = AutoDelete(
            self.gateway,
            AutoDeleteSchedule(redis, owners),
            partial(redis_utc, served, runtime.clock),
            runtime.wait_for_next_poll,
        )
        ephemeral_delivery = EphemeralDelivery(self.gateway.ephemeral, self.drawing_thread)
        replies, keyboards = (
            Replies(self.gateway, texts, self.auto_delete, ephemeral_delivery, meters),
            Keyboards(texts),
        )
        locales = PrivateLocales(store, config.default_language)
        self.owner: Final = OwnerComponents.build_owner(
            config=config,
            redis=redis,
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
            is_act=is_audited,
            check_may_begin=self.owner.maintenance.check_games_may_start,
            is_banned=self.owner.access.is_banned,
            history_seconds=config.history_days * 86_400,
        )
        unreachable_clocks = UnreachableClocks(games, UnreachableChats(redis), self._catch_up)
        private_delivery = PrivateDelivery(self.gateway, replies, ephemeral_delivery, ClosedChats(redis))
        self._replies: Final = replies
        self._locales: Final = locales
        members, group_titles = (
            GroupMembers(self.gateway, runtime.monotonic),
            GroupTitles(self.gateway, runtime.monotonic),
        )
        look_ups = LookUps(games, judges, members, texts, self.gateway)
        refused_moves, records = RefusedMoves(redis), build_records(redis, keeps_games=config.history_days > 0)
        analysis = AnalysisServices.build_services(redis, config.data_dir)
        self.analyses: Final = analysis.games
        self.thinking: Final = ThinkingThread(games, config.data_dir, meters=meters)
        self.puzzles: Final = build_puzzles(
            redis, records, runtime.shuffle, partial(redis_utc, served, runtime.clock), analysis.process.run_job
        )
        services = ChatServices(
            self.gateway,
            TableServices(games, store, look_ups, members),
            ReplyServices(replies, private_delivery, keyboards, texts, locales),
            PictureServices(self.drawing_thread, photos),
            PlayerStores(CardSelections(redis), refused_moves, RackOrders(redis)),
            records,
            analysis,
            self.thinking.find_hinted_turn,
            self.puzzles,
            runtime.shuffle,
        )
        self.chats: Final = registry.create_chats(services)
        self.inline_queries: Final = build_inline_queries(services, self.chats, group_titles, config.default_language)
        inbox = self.storage.inbox
        self.intake: Final = UpdateIntake(
            inbox.append_update, inbox.dead_letter_unreadable, self.inline_queries.submit_query, meters
        )
        self.consumer: Final = Consumer(
            bot=bot,
            inbox=inbox,
            handle=self._handle_request,
            classify=RequestClassifier(
                all_command_rows(), self.owner.access.is_allowed, games.loader.has_several_tables
            ),
            report_failure=self._report_failure,
            report_throttled=self._report_throttled,
            compose_when_allowed=send_queue.compose_when_allowed,
            with_quotas=rates is not None,
            clock=partial(redis_utc, served, runtime.clock),
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
        self.deadlines: Final = Deadlines(
            store,
            games,
            served,
            self.owner.health.check_telegram,
            heartbeat.deregister_worker,
            find_update_obstacle=lambda: self.owner.health.reception.obstacle,
            seconds=runtime.monotonic,
            table_queue=self.consumer.timeouts,
            is_window_untold=late_windows.may_be_untold,
            computers=ComputerTurns(games, self.thinking.choose_action),
            until_next_poll=runtime.wait_for_next_poll,
        )
        self.card_reveals: Final = CardReveals(
            gateway=self.gateway,
            store=store,
            schedule=CardRevealSchedule(redis, owners),
            photos=photos,
            texts=texts,
            clock=partial(redis_utc, served, runtime.clock),
            lease=lease,
            until_next_poll=runtime.wait_for_next_poll,
        )
        self.forgetter: Final = build_forgetter(
            services, config=config, redis=redis, runtime=runtime, storage=self.storage, owner=self.owner
        )
        self.daily_poster: Final = build_daily_poster(
            services, redis, self.storage, judges, runtime, clock=partial(redis_utc, served, runtime.clock)
        )
        self.announcer: Final = Announcer(
            gateway=self.gateway,
            games=games,
            unreachable_clocks=unreachable_clocks,
            store=store,
            outbox=self.storage.outbox,
            texts=texts,
            photos=photos,
            reveals=self.card_reveals,
            auto_delete=self.auto_delete,
            private_table=PrivateTable(self.gateway, store, games, self.chats),
            late_windows=late_windows,
            default_language=config.default_language,
            records=services.records,
            lease=lease,
            until_news=owners.events.wait_for_shards,
            pause=runtime.pause,
        )
        self._router: Final = build_router(
            services,
            config=config,
            redis=redis,
            runtime=runtime,
            chats=self.chats,
            judges=judges,
            owner=self.owner.access,
            shard_owners=owners,
            unreachable_clocks=unreachable_clocks,
            held=self.announcer.held,
            auto_delete=self.auto_delete,
            group_titles=group_titles,
        )
        self.redates: Final = DeadlineRefresh(
            gateway=self.gateway,
            games=games,
            store=store,
            board_texts=self.announcer.board_texts,
            texts=texts,
            default_language=config.default_language,
            until_next_poll=runtime.wait_for_next_poll,
        )
        owners.users.add(self.consumer.stop_shards)
        owners.users.add(self.announcer.stop_shards)
        owners.on_worker_count = send_queue.share_among

    async def _catch_up(self) -> None:
        await self.deadlines.update_clock()

    async def _handle_request(self, request: Request) -> None:
        await self.deadlines.update_clock()
        await self._router.handle_request(request)

    async def _report_throttled(self, request: Request, crowded: bool) -> None:  # noqa: FBT001 - as the consumer hands it on
        await self._router.tell_over_limit(request, chat_over_limit=crowded)

    def _on_step_applied(self, loaded: LoadedTable, step: Step) -> None:
        self.owner.access.record_table_action(loaded.scope, running=is_game_running(step.table))
        if (game := game_of_turn(loaded.table, step.table)) is not None:
            self._meters.count_move(game.ruleset.id)
        self._notify_families(loaded, step)

    def _notify_families(self, loaded: LoadedTable, step: Step) -> None:
        for chat in self.chats.values():
            for notices in chat.player_notices:
                notices.queue_notices(loaded, step)

    async def _report_failure(self, request: Request) -> None:
        """Tell a chat that its update failed, without reading its settings, as Redis may be what failed."""
        default = self._default_language
        language = self._locales.locale_of_sender(request.sender, None) if request.venue.private else default
        await self._replies.reply_message(request, language, "update-failed")
