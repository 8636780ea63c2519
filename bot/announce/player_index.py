"""The player index: notes in people's own lists which games they play, as notices tell that games begin and end."""

from bot.families import registry
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.codec import Notice
from bot.tables.loaded_table import human_users
from engine.lobby_view import LobbyView


async def update_player_index(store: GameStore, scope: Scope, notice: Notice) -> None:
    """Add a game that began to its players' lists, and move one that ended to the finished; idempotent."""
    view = notice.view
    if view is None or isinstance(view, LobbyView):
        return
    family, users = registry.family_of_view(view), human_users(view.seats)
    for event in notice.events:
        if isinstance(event, family.events.start):
            for user in users:
                await store.players.add_user_game(user, scope, notice.table)
        elif isinstance(event, family.engine_family.end_event):
            for user in users:
                await store.players.drop_user_game(user, scope, notice.table)
                await store.players.add_finished_game(user, scope, notice.table)
