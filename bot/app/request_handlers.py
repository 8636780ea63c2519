"""What handles requests, built once: from the router to the handlers of all commands and buttons."""

from collections.abc import Mapping
from functools import partial

from redis.asyncio import Redis

from bot.announce.held_notices import HeldNotices
from bot.config import Config
from bot.families.chat import FamilyChat
from bot.families.services import ChatServices
from bot.handlers.chat_events import ChatEventHandlers
from bot.handlers.dispatch.asked_requests import AskedRequests
from bot.handlers.dispatch.button_taps import TapDispatcher
from bot.handlers.dispatch.request_contexts import RequestContexts
from bot.handlers.dispatch.request_handlers import RequestHandlers
from bot.handlers.dispatch.router import Router
from bot.handlers.dispatch.stale_buttons import StaleButtons
from bot.handlers.dispatch.table_question import TableQuestion
from bot.handlers.dispatch.text_messages import TextDispatcher
from bot.handlers.dispatch.typed_requests import TypedRequests
from bot.handlers.dispatch.unreadable_tables import UnreadableTables
from bot.handlers.general import GeneralHandlers
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.records.my_data import MyDataHandlers
from bot.handlers.retry_unreachable import UnreachableChatRetry
from bot.handlers.targets import TargetTables
from bot.judges import WordJudge
from bot.runtime import Runtime
from bot.store.chats import TableAlerts, UnreachableChats
from bot.store.daily_puzzles import DailyPuzzleStore
from bot.store.forgetting import ForgettingNotes
from bot.store.people import PendingRequests, PendingTables
from bot.store.personal_data import PersonalDataStore
from bot.store.quarantine import Quarantine
from bot.store.schedule import DailySchedule
from bot.store.shards.coordinator import ShardCoordinator
from bot.tables.forgetting.stored_tables import find_tables
from bot.tables.table_moves import TableMoves
from bot.tables.unreachable_clocks import UnreachableClocks
from bot.telegram.auto_delete import AutoDelete
from bot.telegram.group_titles import GroupTitles


def build_router(
    services: ChatServices,
    *,
    config: Config,
    redis: Redis,
    runtime: Runtime,
    chats: Mapping[str, FamilyChat],
    judges: WordJudge,
    owner: OwnerAccess,
    shard_owners: ShardCoordinator,
    unreachable_clocks: UnreachableClocks,
    held: HeldNotices,
    auto_delete: AutoDelete,
    group_titles: GroupTitles,
) -> Router:
    """The router with all handlers behind it.

    Args:
        services: what handlers work with.
        config: the settings.
        redis: a client that answers in bytes.
        runtime: time and waiting.
        chats: the chat halves of the families, by name.
        judges: judge words.
        owner: knows who is banned, and answers the owners' commands.
        shard_owners: knows which shards this process owns.
        unreachable_clocks: stops and resumes the clocks of chats that cannot be reached.
        held: the notices of such chats.
        auto_delete: deletes replies later.
        group_titles: fetches and remembers the titles of groups.
    """
    games, members = services.tables.games, services.tables.members
    answers, refused_moves = services.replies.answers, services.stores.refused_moves
    asked = AskedRequests(PendingRequests(redis))
    moves = TableMoves(games, services.tables.store, UnreachableChats(redis), unreachable_clocks)
    unreachable_retry = UnreachableChatRetry(services.gateway, games, unreachable_clocks, held, runtime.monotonic)
    targets = TargetTables(
        games,
        unreachable_retry,
        services.tables.store.players,
        refused_moves,
        asked,
        moves=moves,
    )
    general = GeneralHandlers.build_handlers(
        services,
        judges=judges,
        chats=chats,
        moves=moves,
        people=owner,
        table_alerts=TableAlerts(redis),
        pending_tables=PendingTables(redis),
        group_titles=group_titles,
        seconds=runtime.monotonic,
        my_data=MyDataHandlers(
            services,
            notes=ForgettingNotes(redis),
            personal_data=PersonalDataStore(redis),
            find_tables=partial(find_tables, redis),
            clock=runtime.clock,
        ),
        daily_schedule=DailySchedule(redis, shard_owners),
        daily_puzzles=DailyPuzzleStore(redis, shard_owners),
        clock=runtime.clock,
    )
    text_messages = TextDispatcher(
        general, chats, targets, members=members, refusals=refused_moves, asked=asked, answers=answers
    )
    table_question = TableQuestion(
        asked, targets, text_messages=text_messages, answers=answers, members=members, group_titles=group_titles
    )
    typed_requests = TypedRequests(
        text_messages, table_question, UnreadableTables(Quarantine(redis, shard_owners), games, members, answers)
    )
    taps = TapDispatcher(
        general,
        chats,
        targets,
        table_question,
        owner=owner,
        stale_buttons=StaleButtons(services.tables.store, answers),
    )
    chat_events = ChatEventHandlers(games, owner, unreachable_clocks, unreachable_retry)
    locales, texts = services.replies.private_locale, services.replies.texts
    return Router(
        RequestContexts(targets, games, locales, texts, config.default_language),
        RequestHandlers(
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
            resumes=taps.resumes,
            owner_command=owner.run_owner_command,
        ),
        owner=owner,
        locales=locales,
        answers=answers,
        auto_delete=auto_delete,
    )
