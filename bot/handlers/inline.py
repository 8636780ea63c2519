"""Inline mode: what somebody reads who types behind the bot's name, whatever they play.

Only the asker reads results, so a rack may stand in them; what is posted by choosing one is their move, or a sentence
that tells nothing. Nothing is written to Redis for it: people type many letters a second.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Final

from bot.families import registry
from bot.families.family import Chat
from bot.families.inquired import Inquired, Offered
from bot.languages import languages
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.games import Games
from bot.tables.held import Held, table_name
from bot.telegram.chosen import MadeFor, tied
from bot.telegram.gateway import Gateway
from bot.telegram.groups import group_info
from bot.telegram.inline import Article, Inquiry, results, way_in
from bot.telegram.tongues import Tongues
from bot.texts import Html, Texts
from bot.typed.commands import command_meant
from bot.wording.people import display_name
from bot.wording.speaker import Speaker
from engine.game import Game
from engine.seats import Lobby

_MOST_READ: Final = 40
"""Tables that are looked through for those of somebody's turn."""
_MOST_TABLES: Final = 8
"""More than anybody reads through while typing."""
_TITLE_SECONDS: Final = 60 * 60.0
_UNTOLD_SECONDS: Final = 60.0
"""How long nobody asks again what a group is called after Telegram has not said."""
_MOST_TITLES: Final = 1024


class InlineHandlers:
    """Answers inline queries; one instance a process.

    Args:
        gateway: the way out.
        games: the tables.
        store: what people chose.
        chats: the families' own handlers, by the families' names.
        texts: the wording.
        tongues: in which language people read.
        default_language: of chats that have chosen none.
        seconds: a clock that only goes forward.
    """

    def __init__(
        self,
        *,
        gateway: Gateway,
        games: Games,
        store: Store,
        chats: Mapping[str, Chat],
        texts: Texts,
        tongues: Tongues,
        default_language: str,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._gateway: Final = gateway
        self._games: Final = games
        self._store: Final = store
        self._chats: Final = chats
        self._texts: Final = texts
        self._tongues: Final = tongues
        self._default_language: Final = default_language
        self._seconds: Final = seconds
        self._titles: Final[dict[int, tuple[float, str]]] = {}
        """Of groups, and until when they are taken for good."""

    async def answer(self, inquiry: Inquiry) -> None:
        """Tell the asker of each of their tables, or how to come to one.

        Raises:
            Undone: Telegram does not take the answer, as from somebody who has typed on for long.
        """
        settings = await self._store.settings(inquiry.sender.user)
        voice = Speaker(self._texts, self._tongues.asked(inquiry.sender, languages().known(settings.get("language"))))
        articles = await self._articles(inquiry, voice, settings)
        button = None if articles else way_in(voice.plain("inline-way-in"))
        articles = articles or [
            Article(voice.plain("inline-no-game"), voice.plain("inline-no-game-how"), self._neutral(voice))
        ]
        await self._gateway.offer(inquiry.query, results(articles), button)

    async def _articles(self, inquiry: Inquiry, voice: Speaker, settings: Mapping[str, str]) -> list[Article]:
        text = _bare(inquiry.text)
        tables = [
            held for held in await self._games.people.seen(inquiry.sender.user, _MOST_READ) if _game(held) is not None
        ]
        tables.sort(key=lambda held: not _mine(held, inquiry.sender.user))
        found: list[tuple[Held, Offered]] = []
        for held in tables[:_MOST_TABLES]:
            offers = await self._offered(held, inquiry.sender.user, text, voice, settings)
            found += [(held, offered) for offered in offers]
        if any(offered.fits for _, offered in found):
            found = [(held, offered) for held, offered in found if offered.fits]
        named = {held.scope: await self._named(held, tables, inquiry.sender.user, voice) for held, _ in found}
        return [self._article(held, offered, named[held.scope], voice) for held, offered in found]

    async def _offered(
        self, held: Held, user: int, text: str, voice: Speaker, settings: Mapping[str, str]
    ) -> tuple[Offered, ...]:
        """What a table's family offers, or how the table stands."""
        game = _game(held)
        if game is None or held.table is None:
            return ()
        speaker = voice.of(game.ruleset.title, held.lexicon)
        language = languages().known(held.settings.get("language")) or self._default_language
        asked = Inquired(held, user, text, self._games.instants.now, speaker, language, settings)
        offers = await self._chats[registry.of_game(game).name].inquired(asked)
        standing = _turn(game, user, speaker)
        if text and offers:
            return offers
        if not offers:
            scores = " · ".join(f"{speaker.called(player.name)} {player.score}" for player in game.players)
            return (Offered(f"{speaker.game}: {standing}", (scores,), fits=not text),)
        return tuple(replace(offer, description=(standing, *offer.description)) for offer in offers)

    def _article(self, held: Held, offered: Offered, named: tuple[str, ...], voice: Speaker) -> Article:
        game, told = _game(held), (*named, *offered.description)
        if game is None or not offered.move:
            return Article(offered.title, " · ".join((*told, voice.plain("inline-neutral"))), self._neutral(voice))
        posted = tied(offered.move, MadeFor(table_name(game), game.number), self._gateway.username)
        return Article(offered.title, " · ".join(told), posted)

    async def _named(self, held: Held, tables: Sequence[Held], user: int, voice: Speaker) -> tuple[str, ...]:
        """By what its player knows a table: its group, and of several in one group the game, and against whom.

        What a topic is called, Telegram tells bots only as it is made.
        """
        title, game = await self._title(held.scope), _game(held)
        beside = [
            other.ruleset.id
            for one in tables
            if one.scope.chat == held.scope.chat and one.scope != held.scope and (other := _game(one)) is not None
        ]
        told = [title] if title else []
        if game is not None and beside:
            speaker = voice.of(game.ruleset.title, held.lexicon)
            told.append(speaker.game)
            if game.ruleset.id in beside:
                told += [
                    speaker.called(player.name) for player in game.players if player.user != user and player.active
                ]
        return tuple(told)

    def _neutral(self, voice: Speaker) -> Html:
        return Html(voice.html("inline-posted"))

    async def _title(self, scope: Scope) -> str:
        """What the table's group is called; empty where Telegram does not say."""
        until, title = self._titles.get(scope.chat, (0.0, ""))
        if until <= self._seconds():
            chat = await group_info(self._gateway, scope.chat)
            told = None if chat is None else chat.title
            title = display_name(told, None) if told else title
            self._titles.pop(scope.chat, None)
            self._titles[scope.chat] = (self._seconds() + (_TITLE_SECONDS if told else _UNTOLD_SECONDS), title)
            while len(self._titles) > _MOST_TITLES:
                del self._titles[next(iter(self._titles))]
        return title


def _bare(text: str) -> str:
    """What was typed, without the command for a move that some people type in front of it."""
    text = text.strip()
    if text.startswith("/"):
        first, _, rest = text.partition(" ")
        return rest.strip() if command_meant(first[1:].partition("@")[0]) == "play" else text
    return text


def _game(held: Held) -> Game | None:
    return None if held.table is None or isinstance(held.table, Lobby) else held.table


def _mine(held: Held, user: int) -> bool:
    """Whether it is the user's turn."""
    game = _game(held)
    return game is not None and game.players[game.turn].user == user


def _turn(game: Game, user: int, speaker: Speaker) -> str:
    player = game.players[game.turn]
    if player.user == user:
        return speaker.plain("inline-your-turn")
    return speaker.plain("inline-turn", name=speaker.called(player.name))
