"""Builds the handlers for games of all families, and gathers all command rows.

A new handler class is a field of :class:`GeneralHandlers` and a line that builds it; its commands follow from its rows.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final, Self, get_type_hints

from telegram.helpers import create_deep_linked_url

from bot.families import registry
from bot.families.services import ChatServices, FamilyChat
from bot.handlers.absence import AbsenceHandlers, ClockHandlers, LeftPlayersHandlers
from bot.handlers.computer_players import ComputerPlayerHandlers
from bot.handlers.daily import DailySettingHandlers
from bot.handlers.end_game import CancelHandlers, SurrenderHandlers
from bot.handlers.game_pages import CostlyMoveHandlers, VisibleGames
from bot.handlers.greeting import GreetingHandlers, StartHandlers
from bot.handlers.group_doctor import GroupDoctorHandlers
from bot.handlers.guides import GuideHandlers, TutorialHandlers
from bot.handlers.history import HistoryHandlers
from bot.handlers.invitations import InvitationHandlers, PeopleDirectory
from bot.handlers.lobby import LobbyHandlers
from bot.handlers.lobby_options import TableAlertHandlers
from bot.handlers.my_data import MyDataHandlers
from bot.handlers.open_from_private import OpenFromPrivateHandlers
from bot.handlers.own_board import OwnBoardHandlers
from bot.handlers.proof import ProofHandlers
from bot.handlers.proof_files import ProofFiles
from bot.handlers.puzzles import PuzzleHandlers
from bot.handlers.record_panel import RecordPanelHandlers
from bot.handlers.setting_commands import AppearanceHandlers, LanguageHandlers
from bot.handlers.settings import SettingsEditor
from bot.handlers.settings_panel import SettingsPanelHandlers
from bot.handlers.show_game import GameListHandlers, MoveTableHandlers, ShowGameHandlers
from bot.handlers.stats import PageView, PlayerFinder, RankingHandlers, StatsHandlers
from bot.handlers.word_commands import WordHandlers
from bot.judges import WordJudge
from bot.records.archive import GameArchive
from bot.records.player_stats import FiguresReader
from bot.store.chats import TableAlerts
from bot.store.people import PendingTables
from bot.store.puzzles import DailyPuzzleStore
from bot.store.schedule import DailySchedule
from bot.tables.table_choice import TableMoves
from bot.telegram.groups import GroupTitles
from bot.user_input.commands import CommandError, CommandRow, collect_command_rows


@dataclass(frozen=True, slots=True)
class GeneralHandlers:
    """The handlers for games of all families. A family's own handler of the same command goes first."""

    lobby: LobbyHandlers
    invitations: InvitationHandlers
    table_alerts: TableAlertHandlers
    cancellation: CancelHandlers
    surrender: SurrenderHandlers
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
    language: LanguageHandlers
    settings_panel: SettingsPanelHandlers
    daily: DailySettingHandlers
    record_panel: RecordPanelHandlers
    themes: AppearanceHandlers
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
        *,
        judges: WordJudge,
        chats: Mapping[str, FamilyChat],
        moves: TableMoves,
        people: PeopleDirectory,
        table_alerts: TableAlerts,
        pending_tables: PendingTables,
        group_titles: GroupTitles,
        seconds: Callable[[], float],
        my_data: MyDataHandlers,
        daily_schedule: DailySchedule,
        daily_puzzles: DailyPuzzleStore,
        clock: Callable[[], datetime],
    ) -> Self:
        """Build and wire all of them."""
        gateway, tables, replies, pictures = services.gateway, services.tables, services.replies, services.pictures
        games, members, store = tables.games, tables.members, tables.store
        answers, buttons, texts = replies.answers, replies.keyboards, replies.texts
        show_game = ShowGameHandlers(answers, buttons, pictures.photos, games, seconds=seconds)
        choosing = SettingsEditor(members, store, pictures.drawing_thread, answers)
        daily = DailySettingHandlers(choosing, daily_schedule, answers, clock)
        proof_files = ProofFiles(gateway, texts)
        archive = GameArchive(services.records.store, services.records.projection)
        visible_games = VisibleGames(archive, members)
        left_players = LeftPlayersHandlers(members, games, store.players, moves.scopes_in_use)
        guides = GuideHandlers(answers, buttons, games, gateway)
        move_table = MoveTableHandlers(gateway, moves, members, answers)
        game_lists = GameListHandlers(
            gateway=gateway,
            games=games,
            players=store.players,
            chats=chats,
            group_titles=group_titles,
            answers=answers,
            buttons=buttons,
            move_table=move_table,
        )
        own_board = OwnBoardHandlers(
            gateway, tables, replies, chats, show_score=show_game.show_score, game_lists=game_lists
        )
        greeting = GreetingHandlers(gateway, pictures.drawing_thread, replies, store)
        tutorial = TutorialHandlers(
            gateway=gateway,
            games=games,
            beginnings=store.beginnings,
            judges=judges,
            answers=answers,
            own_board=own_board,
            chats=chats,
        )
        alert_handlers = TableAlertHandlers(members, table_alerts, answers, people.is_banned)
        elsewhere = OpenFromPrivateHandlers(
            gateway=gateway,
            members=members,
            games=games,
            judges=judges,
            answers=answers,
            pending_tables=pending_tables,
            table_alerts=alert_handlers,
            default_language=replies.private_locale.default,
        )
        lobby = LobbyHandlers(
            members, games, judges, answers, buttons, table_alerts=alert_handlers, open_from_private=elsewhere
        )
        figures = FiguresReader(services.records.store, services.records.projection)
        page_view = PageView(answers, replies.private_delivery)
        puzzles = PuzzleHandlers(services, lambda payload: create_deep_linked_url(gateway.username, payload))
        return cls(
            lobby=lobby,
            invitations=InvitationHandlers(lobby, members, games, answers, people),
            table_alerts=alert_handlers,
            cancellation=CancelHandlers(members, games, answers),
            surrender=SurrenderHandlers(games, answers, buttons),
            absence=AbsenceHandlers(members, left_players, games, answers),
            computers=ComputerPlayerHandlers(members, games, judges, answers, pending_tables),
            left_players=left_players,
            clocks=ClockHandlers(members, games, answers, move_table),
            game_view=show_game,
            game_lists=game_lists,
            guides=guides,
            own_board=own_board,
            words=WordHandlers(games=games, judges=judges, look_ups=tables.look_ups, answers=answers, texts=texts),
            start=StartHandlers(
                answers,
                greeting=greeting,
                tutorial=tutorial,
                personal=replies.private_delivery,
                own_board=own_board,
                game_lists=game_lists,
                guides=guides,
                my_data=my_data,
                puzzles=puzzles,
            ),
            greeting=greeting,
            group_doctor=GroupDoctorHandlers(gateway, answers),
            tutorial=tutorial,
            language=LanguageHandlers(choosing, answers, buttons),
            settings_panel=SettingsPanelHandlers(choosing, judges, tables.look_ups, answers, daily),
            daily=daily,
            record_panel=RecordPanelHandlers(
                gateway=gateway,
                editor=choosing,
                administration=services.records.administration,
                games=games,
                answers=answers,
            ),
            themes=AppearanceHandlers(
                editor=choosing,
                drawing=pictures.drawing_thread,
                photos=pictures.photos,
                answers=answers,
                buttons=buttons,
                texts=texts,
            ),
            stats=StatsHandlers(
                figures,
                PlayerFinder(figures, members, people.find_user_by_name),
                group_titles,
                games,
                page_view,
                daily=daily_puzzles,
            ),
            ranking=RankingHandlers(figures, games, page_view),
            my_data=my_data,
            proof=ProofHandlers(
                files=proof_files, games=games, archive=archive, answers=answers, buttons=buttons, texts=texts
            ),
            history=HistoryHandlers(
                archive,
                visible_games,
                games.player_tables,
                replies,
                proof_files,
                pictures=services.records.pictures,
                can_share=lambda: bool(gateway.inline_mention),
            ),
            costly_moves=CostlyMoveHandlers(archive, visible_games, services.analysis.games, replies),
            puzzles=puzzles,
        )

    def __iter__(self) -> Iterator[object]:
        """Each handler object."""
        return (getattr(self, field.name) for field in fields(self))


GENERAL_CLASSES: Final[tuple[type, ...]] = tuple(get_type_hints(GeneralHandlers).values())
"""The handler classes for games of all families."""


def all_command_rows() -> Mapping[str, CommandRow]:
    """Every command's row by its key, in the order of the menus.

    Raises:
        bot.user_input.commands.CommandError: rows, names and handlers do not belong together.
    """
    return collect_command_rows(GENERAL_CLASSES, [family.chat.command_classes for family in registry.FAMILIES])


def rows_of_handled_commands(keys: Collection[str]) -> Mapping[str, CommandRow]:
    """All rows, if exactly these commands have handlers.

    Raises:
        bot.user_input.commands.CommandError: a command does not exist, or another one has no handler.
    """
    rows = all_command_rows()
    for key in sorted(rows.keys() ^ keys):
        raise CommandError(f"nobody answers the command {key}" if key in rows else f"nobody names the command {key}")
    return rows
