"""Builds the handlers for games of all families, and gathers all command rows.

A new handler class is a field of :class:`GeneralHandlers` and a line that builds it; its commands follow from its rows.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final, Self, get_type_hints

from bot.families import registry
from bot.families.services import ChatServices, FamilyChat
from bot.handlers.absence import AbsenceHandlers, ClockHandlers, LeftPlayersHandlers
from bot.handlers.daily import DailySettingHandlers
from bot.handlers.end_game import EndGameHandlers
from bot.handlers.game_pages import CostlyMoveHandlers, ProofFiles, VisibleGames
from bot.handlers.greeting import GreetingHandlers, StartHandlers
from bot.handlers.group_doctor import GroupDoctorHandlers
from bot.handlers.guides import GuideHandlers, TutorialHandlers
from bot.handlers.history import HistoryHandlers
from bot.handlers.lobby import InvitationHandlers, LobbyHandlers, OpenFromPrivateHandlers
from bot.handlers.lobby_options import ComputerPlayerHandlers, TableAlertHandlers
from bot.handlers.my_data import FindTables, MyDataHandlers
from bot.handlers.own_board import OwnBoardHandlers
from bot.handlers.owner.access import OwnerAccess
from bot.handlers.proof import ProofHandlers
from bot.handlers.puzzles import PuzzleHandlers
from bot.handlers.record_panel import RecordPanelHandlers
from bot.handlers.settings import SettingsEditor
from bot.handlers.settings_panel import SettingCommandHandlers, SettingsPanelHandlers
from bot.handlers.show_game import GameListHandlers, MoveTableHandlers, ShowGameHandlers
from bot.handlers.stats import RankingHandlers, StatsHandlers
from bot.handlers.which_table import TableMoves
from bot.handlers.word_commands import WordHandlers
from bot.runtime import Runtime
from bot.store.chats import TableAlerts
from bot.store.people import PendingTables
from bot.store.personal_data import ForgettingNotes, PersonalDataStore
from bot.store.puzzles import DailyPuzzleStore
from bot.store.schedule import Schedule
from bot.telegram.keyboards import MY_DATA_LINK, OWN_GAMES_LINK
from bot.user_input.commands import CommandError, CommandRow, collect_command_rows


@dataclass(frozen=True, slots=True)
class HandlerStores:
    """The stores that these handlers use; families have others."""

    table_alerts: TableAlerts
    pending_tables: PendingTables
    daily_schedule: Schedule
    daily_puzzles: DailyPuzzleStore
    forgetting_notes: ForgettingNotes
    personal_data: PersonalDataStore
    find_tables: FindTables


@dataclass(frozen=True, slots=True)
class GeneralHandlers:
    """The handlers for games of all families. If a family handles a command itself, its handler is used."""

    lobby: LobbyHandlers
    invitations: InvitationHandlers
    table_alerts: TableAlertHandlers
    end_game: EndGameHandlers
    absence: AbsenceHandlers
    computers: ComputerPlayerHandlers
    left_players: LeftPlayersHandlers
    clocks: ClockHandlers
    game_view: ShowGameHandlers
    game_lists: GameListHandlers
    guides: GuideHandlers
    own_board: OwnBoardHandlers
    words: WordHandlers
    start: StartHandlers
    greeting: GreetingHandlers
    group_doctor: GroupDoctorHandlers
    tutorial: TutorialHandlers
    settings_panel: SettingsPanelHandlers
    daily: DailySettingHandlers
    record_panel: RecordPanelHandlers
    setting_commands: SettingCommandHandlers
    proof: ProofHandlers
    stats: StatsHandlers
    ranking: RankingHandlers
    my_data: MyDataHandlers
    history: HistoryHandlers
    costly_moves: CostlyMoveHandlers
    puzzles: PuzzleHandlers

    @classmethod
    def build_handlers(
        cls,
        services: ChatServices,
        family_chats: Mapping[str, FamilyChat],
        *,
        owner: OwnerAccess,
        moves: TableMoves,
        stores: HandlerStores,
        runtime: Runtime,
    ) -> Self:
        """Build and wire all of them; ``family_chats`` are the families' own handlers by family name."""
        guides = GuideHandlers(services)
        greeting = GreetingHandlers(services)
        show_game = ShowGameHandlers(services, runtime.monotonic)
        move_table = MoveTableHandlers(services, moves)
        game_lists = GameListHandlers(services, family_chats, move_table)
        own_board = OwnBoardHandlers(services, family_chats, show_game.show_score, game_lists)
        tutorial = TutorialHandlers(services, own_board, family_chats)
        left_players = LeftPlayersHandlers(services, moves.scopes_in_use)
        table_alerts = TableAlertHandlers(services, stores.table_alerts, owner.is_banned)
        open_from_private = OpenFromPrivateHandlers(services, stores.pending_tables, table_alerts)
        lobby = LobbyHandlers(services, table_alerts, open_from_private)
        editor = SettingsEditor(services)
        daily = DailySettingHandlers(editor, stores.daily_schedule, services.messaging.replies, runtime.clock)
        files = ProofFiles(services.gateway, services.messaging.texts)
        visible_games = VisibleGames(services)
        history = HistoryHandlers(services, visible_games, files)
        puzzles = PuzzleHandlers(services)
        my_data = MyDataHandlers(
            services, stores.forgetting_notes, stores.personal_data, stores.find_tables, runtime.clock
        )
        return cls(
            lobby=lobby,
            invitations=InvitationHandlers(services, lobby, owner),
            table_alerts=table_alerts,
            end_game=EndGameHandlers(services),
            absence=AbsenceHandlers(services, left_players),
            computers=ComputerPlayerHandlers(services, stores.pending_tables),
            left_players=left_players,
            clocks=ClockHandlers(services, move_table),
            game_view=show_game,
            game_lists=game_lists,
            guides=guides,
            own_board=own_board,
            words=WordHandlers(services),
            start=StartHandlers(
                services.messaging,
                greeting=greeting,
                tutorial=tutorial,
                own_board=own_board,
                guides=guides,
                puzzles=puzzles,
                history=history,
                linked_commands={OWN_GAMES_LINK: game_lists.show_own_games, MY_DATA_LINK: my_data.show_my_data},
            ),
            greeting=greeting,
            group_doctor=GroupDoctorHandlers(services),
            tutorial=tutorial,
            settings_panel=SettingsPanelHandlers(services, editor, daily),
            daily=daily,
            record_panel=RecordPanelHandlers(services, editor),
            setting_commands=SettingCommandHandlers(services, editor),
            proof=ProofHandlers(services, visible_games, files),
            stats=StatsHandlers(services, stores.daily_puzzles, owner.find_user_by_name),
            ranking=RankingHandlers(services),
            my_data=my_data,
            history=history,
            costly_moves=CostlyMoveHandlers(services, visible_games),
            puzzles=puzzles,
        )

    def __iter__(self) -> Iterator[object]:
        return (getattr(self, field.name) for field in fields(self))


GENERAL_CLASSES: Final[tuple[type, ...]] = tuple(get_type_hints(GeneralHandlers).values())


def all_command_rows() -> Mapping[str, CommandRow]:
    """Every command's row by its key, in the order of the menus. Raises CommandError."""
    return collect_command_rows(GENERAL_CLASSES, [family.chat.command_classes for family in registry.FAMILIES])


def rows_of_handled_commands(keys: Collection[str]) -> Mapping[str, CommandRow]:
    """All command rows. Raises CommandError unless exactly these commands have rows."""
    rows = all_command_rows()
    for key in sorted(rows.keys() ^ keys):
        raise CommandError(f"nobody answers the command {key}" if key in rows else f"nobody names the command {key}")
    return rows
