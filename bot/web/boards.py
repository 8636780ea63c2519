"""What a board page is told: the tables of a person, a table as they may see it, what laid tiles would score.

:class:`BoardViewer` alone decides what a viewer sees: by the engine's view, as in the chat.
"""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.call_errors import CallFailed
from bot.families import registry
from bot.families.board_page import BoardPage, CardsOnPage, LaidTiles, decode_shown_cards
from bot.families.services import ChatServices, FamilyChat
from bot.languages import languages
from bot.pictures import labels_or_default, premium_labels, theme_or_default
from bot.store.keys import Scope
from bot.store.people import WebStore
from bot.tables.table_loader import LoadedTable, is_game_running, table_name
from bot.telegram.keyboards import encode_board_address, encode_replay_address, parse_board_address
from bot.web.access import Refused, Session
from bot.wording.speaker import Speaker, refusal_arguments, refusal_message_id
from bot.wording.tables import plain_label, players_of
from bot.workers.recent import NewestDict
from engine.clock import remaining_time
from engine.errors import EngineError, Refusal
from engine.game import Game
from engine.game_base import TurnGame
from engine.game_record import CANCELLED, ID_DIGITS
from render.theme_colours import COLOURS

_MOST_VIEWS: Final = 256


class NotShown(Refused):
    """A table that a viewer is not shown. ``code``: ``gone``, ``banned``, ``outsider``, or ``unknown`` to Telegram."""

    status = HTTPStatus.FORBIDDEN


class ListedTable(Struct, frozen=True):
    """A table in the list of a person's games."""

    address: str
    title: str
    """The game's title."""
    label: str
    """Where it is played, or against whom."""
    may_act: bool


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as somebody may see it."""

    loaded: LoadedTable
    game: Game
    seat: int | None
    shown_cards: bytes | None = None
    """What the group sees for a moment, as stored."""

    @property
    def name(self) -> str:
        """The table's short name."""
        return table_name(self.game)

    @property
    def viewer(self) -> int | None:
        """The user whose view it is; ``None`` for what the group sees."""
        return None if self.seat is None else self.game.players[self.seat].user


class BoardViewer:
    """Finds tables for their viewers, and makes their views."""

    def __init__(
        self,
        services: ChatServices,
        family_chats: Mapping[str, FamilyChat],
        store: WebStore,
        is_banned: Callable[[int], bool],
        redis_now: Callable[[], datetime],
    ) -> None:
        self._games: Final = services.tables.games
        self._tables: Final = services.tables.store
        self._members: Final = services.tables.members
        self.title_of: Final = services.tables.group_titles.fetch_title
        self._texts: Final = services.messaging.texts
        self._locales: Final = services.messaging.private_locale
        self._keeps_games: Final = services.records.keeps_games
        self._family_chats: Final = family_chats
        self._store: Final = store
        self._is_banned: Final = is_banned
        self._redis_now: Final = redis_now
        self._views: Final[NewestDict[tuple[Scope, str, int, int | None], bytes]] = NewestDict(_MOST_VIEWS)

    async def load_speaker(self, session: Session) -> Speaker:
        """Speaks the viewer's language."""
        settings = await self._tables.load_settings(session.user)
        chosen = languages().supported_or_none(settings.get("language"))
        client = session.language and session.language.replace("_", "-").partition("-")[0].lower()
        return Speaker(self._texts, chosen or languages().supported_or_none(client) or self._locales.default)

    def page_texts(self, speaker: Speaker, prefix: str = "page-") -> Mapping[str, str]:
        """The page's texts by their names without the prefix: ``page-``, or ``view-`` of views besides the board."""
        names = self._texts.names_with_prefix(speaker.language, prefix)
        return {name.removeprefix(prefix): speaker.plain(name) for name in names}

    async def list_tables(self, session: Session, speaker: Speaker) -> Sequence[ListedTable]:
        """The running games of a person that have a board page, those first in which they may act."""
        tables = await self._games.player_tables.peek_running_games(session.user)
        found = [await self.describe_table(loaded, session, speaker) for loaded in tables]
        return sorted(filter(None, found), key=lambda one: not one.may_act)

    async def describe_table(self, loaded: LoadedTable, session: Session, speaker: Speaker) -> ListedTable | None:
        """A running game in a list; ``None`` if it has no board page."""
        game = loaded.table
        if not isinstance(game, Game) or self._page_of(game) is None:
            return None
        seat = game.seat_of(session.user)
        where = "" if loaded.scope.is_private else await self.title_of(loaded.scope.chat)
        about = speaker.about_table(game.ruleset.title, loaded.lexicon, number=loaded.told_number)
        label = where or plain_label(players_of(game), about) or " – ".join(one.name for one in game.known_players)
        may_act = seat is not None and game.may_act(seat)
        return ListedTable(encode_board_address(table_name(game), loaded.scope), about.game_title, label, may_act)

    async def find_table(self, session: Session, address: str, loaded: LoadedTable | None = None) -> SeenTable:
        """The table of an address, read before or now, as its viewer may see it. Raises NotShown."""
        parsed = parse_board_address(address)
        if parsed is None:
            raise NotShown("gone")
        name, scope = parsed
        if scope.is_private and scope.chat != session.user:
            raise NotShown("outsider")
        loaded = loaded or await self._games.load_table(scope)
        game = loaded.table
        if not isinstance(game, Game) or table_name(game) != name or self._page_of(game) is None:
            raise NotShown("gone")
        seat = game.seat_of(session.user)
        await self.check_chat(loaded.scope.chat, session.user, is_player=seat is not None)
        page = self._page_of(game)
        has_cards = page is not None and page.cards is not None
        return SeenTable(loaded, game, seat, await self._tables.load_shown_cards(loaded.scope) if has_cards else None)

    async def check_chat(self, chat: int, user: int, *, is_player: bool = False) -> None:
        """Check that a chat may use the bot, and that a user who does not play there is a member. Raises NotShown."""
        if self._is_banned(chat):
            raise NotShown("banned")
        if is_player or Scope(chat).is_private:
            return
        # Telegram says it, or said it a moment ago to any worker.
        present = await self._store.load_member(user, chat)
        if present is None:
            self._members.forget_member(chat, user)
            try:
                member = await self._members.find_member(chat, user)
            except (CallFailed, Refusal) as error:
                raise NotShown("unknown") from error
            present = member.present or member.is_admin
            await self._store.save_member(user, chat, present=present)
        if not present:
            raise NotShown("outsider")

    def render_table(self, seen: SeenTable) -> bytes:
        """What a viewer sees of a table, as JSON; all who see the same share it."""
        key = seen.loaded.scope, seen.name, seen.loaded.version, seen.viewer
        if (known := self._views.get(key)) is None:
            known = self._views[key] = msgspec.json.encode(self._describe(seen))
        return known

    def _describe(self, seen: SeenTable) -> Mapping[str, Any]:
        loaded, game = seen.loaded, seen.game
        view = registry.family_of_game(game).engine_family.view(game, seen.viewer)
        return {
            "table": table_name(game),
            "version": loaded.version,
            "seat": seen.seat,
            "running": is_game_running(game),
            "replay": self._replay_of(seen),
            "view": view,
            **describe_look(game, loaded.settings, self._locales.default),
        }

    def _replay_of(self, seen: SeenTable) -> str:
        outcome = seen.game.outcome
        if not self._keeps_games or outcome is None or outcome.reason == CANCELLED:
            return ""
        return encode_replay_address(seen.loaded.scope.chat, seen.game.commitment[:ID_DIGITS])

    def cards_of(self, seen: SeenTable) -> CardsOnPage | None:
        """What a viewer is told of cards now; ``None`` for games without them."""
        page = self._page_of(seen.game)
        if page is None or page.cards is None:
            return None
        shown = None if seen.shown_cards is None else decode_shown_cards(seen.shown_cards)
        events = shown.events if shown is not None and shown.table == seen.name else ()
        return page.cards(seen.game, seen.seat, events, self._redis_now().timestamp())

    @property
    def now(self) -> datetime:
        """The current instant, in served time as views have it."""
        return self._games.times.now

    def time_left(self, game: Game) -> Sequence[int]:
        """The milliseconds that each seat has now; none without a clock."""
        if not isinstance(game, TurnGame) or (rule := game.clock_rule) is None:
            return ()
        return [
            remaining_time(rule, game.clocks, seat, self.now, on_turn=seat == game.turn)
            for seat in range(len(game.players))
        ]

    async def judge_tiles(self, seen: SeenTable, user: int, tiles: Mapping[str, str], speaker: Speaker) -> LaidTiles:
        """What laid tiles would score; why they cannot be played as they lie, in words."""
        page = self._page_of(seen.game)
        if page is None or page.judge_tiles is None:
            raise NotShown("gone")
        try:
            return await page.judge_tiles(seen.loaded, user, tiles)
        except EngineError as error:
            return LaidTiles(refusal=to_refusal_text(error, speaker))

    def _page_of(self, game: Game) -> BoardPage | None:
        return self._family_chats[registry.family_of_game(game).name].board_page


def describe_look(game: Game, settings: Mapping[str, str], default_language: str) -> Mapping[str, Any]:
    """A game's title by language, and how its chat's settings have it drawn: the premiums' signs, and colours."""
    spoken = languages().supported_or_none(settings.get("language")) or default_language
    signs = game.ruleset.language if labels_or_default(settings.get("labels")) == "game" else spoken
    return {
        "title": dict(game.ruleset.title),
        "signs": premium_labels(signs),
        "colours": COLOURS[theme_or_default(settings.get("theme"))],
    }


def to_refusal_text(error: EngineError, speaker: Speaker) -> str:
    """A refusal in words, as plain text."""
    return html.unescape(speaker.plain(refusal_message_id(error), **refusal_arguments(error, speaker)))
