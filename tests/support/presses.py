"""Every kind of button with a message that bears it, and what those whom it is not for may try with it.

An altered client sends any data with any message that it sees, so a button is never judged by where it hangs.
"""

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.playground import Entry
from bot.playground.shares import share
from engine.crossword.state import GameState
from engine.game import Game, Table
from engine.invitations import KEPT
from engine.rng import commitment
from engine.seats import Invitation, Lobby
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House, Sent, Talk
from tests.support.games import NOW, after, changed, game, lobby, play, surrender
from tests.support.klepka import rules
from tests.support.klepka_chats import dealt
from tests.support.ownboards import step

RACKS: Final = ("KALEMİR", "ŞŞZZVVÖ")
"""Of Kiraz and Limon: they have no letter in common, so that a tile tells whose it is."""
BOARD: Final = game("kelimelik", racks=RACKS)
OVER: Final = after(BOARD, surrender(BOARD, 1))
_UNJUDGED: Final = game("scrabble-tr", racks=RACKS, options={"challenge": "double", "clock": "none"})
_RETRACTABLE: Final = game("kelimelik", racks=RACKS, options={"clock": "none", "take-back": "60"})
LAID: Final = after(_RETRACTABLE, play(_RETRACTABLE, "8F KALEM"))
DOUBTED: Final = after(_UNJUDGED, play(_UNJUDGED, "8F KALEM"))
CARDS: Final = dealt("ОоЩф ОоЩф", "КіТКіТ", "ВоДа", ruleset=rules(deck="full", double="host"))
LOBBY: Final = lobby("wordbox-en")
_INVITING: Final = changed(LOBBY, invited=(Invitation(7, "Nane", NOW + KEPT, NANE, ""),), invitations=7)
_FULL: Final = lobby("kelimelik")
_MANY: Final = game("kelimelik", laid=["8F SERGİ"], racks=RACKS)
_OF_LIMON: Final = changed(BOARD, host=LIMON)
_OF_THREE: Final = game("scrabble-tr", racks=["KALEMLİ", "DEFTERA", "SİLGİAA"], bag="A" * 30, options={"clock": "none"})
_AWAY: Final = changed(_OF_THREE, turn=1, clocks=changed(_OF_THREE.clocks, misses=(1, 0, 0)))
"""Who sits first missed a turn."""
_WITHOUT_NANE: Final = changed(
    _OF_THREE, players=(*_OF_THREE.players[:2], changed(_OF_THREE.players[2], user=ZEYTIN, name="Zeytin"))
)
_DRAWABLE: Final = game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "BCDFGHJ"))

_PICTURES: Final = frozenset({"sendPhoto", "editMessageMedia"})
_TAKEN: Final = 200
_CARD: Final = re.compile(r"[А-ЯҐЄІЇ][YB]\b")
"""A card of Klepka as the table holds it."""
_SECRET: Final = "c4" * 32


def another(table: Table, secret: str = _SECRET) -> Table:
    """The same position at another table."""
    return changed(table, secret=secret, commitment=commitment(secret))


def later(game: Game) -> Game:
    """The same position a turn later."""
    return changed(game, number=game.number + 1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where buttons are drawn: a group, and Kiraz's private chat."""

    group: Talk
    private: Talk


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message that bears a button, and the chat where it hangs."""

    talk: Talk
    message: Sent


Draw = Callable[[Place], Awaitable[Drawn]]


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of button."""

    table: Table | None
    """What the group plays as it is drawn."""
    draw: Draw
    """Has the bot draw it."""
    player: int = field(default=KIRAZ, kw_only=True)
    """Whose it is."""
    others: frozenset[int] = field(default=frozenset(), kw_only=True)
    """Who else may press it."""
    of_turn: bool = field(default=False, kw_only=True)
    """Whether it is good for the turn alone that it was drawn in."""
    own_right: bool = field(default=False, kw_only=True)
    """Whether a player who puts the own number into it does what everybody may do for the own seat."""


def _group(text: str, person: int = KIRAZ) -> Draw:
    """Drawn as an answer in the group."""

    async def draw(place: Place) -> Drawn:
        return Drawn(place.group, await place.group.ask(person, text))

    return draw


def _private(text: str) -> Draw:
    """Drawn as an answer to Kiraz alone."""

    async def draw(place: Place) -> Drawn:
        return Drawn(place.private, await place.private.ask(KIRAZ, text))

    return draw


async def _tuning(place: Place) -> Drawn:
    """The games, each of which leads to its options."""
    games = await place.group.ask(KIRAZ, "/yeni")
    await place.group.press(KIRAZ, games, games.data("games"))
    return Drawn(place.group, await place.group.changed(games, "editMessageText"))


async def _passing(place: Place) -> Drawn:
    """The own board, which asks whether to pass."""
    board = await place.private.ask(KIRAZ, "/raf")
    return Drawn(place.private, await step(place.private, board, place.private.plain("mine-pass")))


async def _announcing(place: Place) -> Drawn:
    """What an owner of the bot wants to tell all chats, and the question whom."""
    await place.private.ask(KIRAZ, "/duyuru Yarın bakım var")
    return Drawn(place.private, (await place.private.sent())[0])


async def _altering(place: Place) -> Drawn:
    """The panel of an open table's options."""
    card = await place.group.ask(KIRAZ, "/tahta")
    await place.group.tap(KIRAZ, card, "alter")
    return Drawn(place.group, (await place.group.sent())[0])


async def _computers(place: Place) -> Drawn:
    """The panel of computer players at an open table."""
    card = await place.group.ask(KIRAZ, "/tahta")
    await place.group.tap(KIRAZ, card, "computer")
    return Drawn(place.group, (await place.group.sent())[0])


async def _elsewhere(place: Place) -> Drawn:
    """The games for a table in the group, as they are offered in private once that was chosen."""
    await place.private.ask(KIRAZ, "/yeni")
    await place.private.mark()
    share(place.private.house.playground.world, KIRAZ, KIRAZ, 1, [place.group.id])
    return Drawn(place.private, (await place.private.sent(2))[1])


async def _objecting(place: Place) -> Drawn:
    """The question whether a running game may end, to which its players may object; Limon has opened the table."""
    asked = await place.group.ask(LIMON, "/iptal")
    await place.group.tap(LIMON, asked, "cancel")
    (shown,) = await place.group.sent()
    return Drawn(place.group, shown)


_SHOWN: Final = _group("/tahta", NANE)
_ALL: Final = frozenset({KIRAZ, LIMON, NANE})
CASES: Final[Mapping[str, Case]] = {
    "board": Case(BOARD, _SHOWN, others=_ALL),
    "join": Case(LOBBY, _SHOWN, player=NANE, others=_ALL),
    "leave": Case(LOBBY, _SHOWN, others=frozenset({LIMON})),
    "begin": Case(LOBBY, _SHOWN, others=frozenset({LIMON})),
    "seal": Case(LOBBY, _SHOWN, others=_ALL),
    "alter": Case(LOBBY, _altering),
    "computer": Case(LOBBY, _computers),
    "alone": Case(None, _private("/bot")),
    "standin": Case(_WITHOUT_NANE, _group("/degis 1", LIMON), player=LIMON, others=frozenset({KIRAZ})),
    "seat": Case(_INVITING, _SHOWN, player=NANE, others=frozenset({KIRAZ})),
    "bell": Case(_FULL, _SHOWN, others=_ALL),
    "proof": Case(OVER, _SHOWN, others=_ALL),
    "again": Case(OVER, _SHOWN, others=_ALL),
    "more": Case(OVER, _SHOWN, others=_ALL),
    "set": Case(None, _group("/ayarlar")),
    "there": Case(None, _elsewhere),
    "games": Case(None, _tuning),
    "choose": Case(None, _group("/yeni")),
    "tune": Case(None, _tuning),
    "yes": Case(BOARD, _group("/teslim"), own_right=True),
    "no": Case(BOARD, _group("/teslim"), own_right=True),
    "speak": Case(None, _group("/dil")),
    "theme": Case(None, _group("/tema")),
    "labels": Case(None, _group("/etiket")),
    "rack": Case(BOARD, _SHOWN, others=frozenset({LIMON})),
    "mine": Case(BOARD, _private("/raf"), of_turn=True),
    "make": Case(BOARD, _passing, of_turn=True),
    "doubt": Case(DOUBTED, _SHOWN, player=LIMON),
    "back": Case(LAID, _SHOWN),
    "agree": Case(_DRAWABLE, _group("/berabere", LIMON)),
    "decline": Case(_DRAWABLE, _group("/berabere", LIMON), others=frozenset({LIMON})),
    "put": Case(BOARD, _group("/oyna kalem"), of_turn=True),
    "sums": Case(BOARD, _group("/oyna kalem"), of_turn=True),
    "rows": Case(_MANY, _group("/oyna kale"), of_turn=True),
    "reading": Case(None, _group("/yon"), own_right=True),
    "lay": Case(BOARD, _private("/dene 8F KALEM"), of_turn=True),
    "card": Case(CARDS, _SHOWN, of_turn=True),
    "enough": Case(changed(CARDS, phase="extra"), _SHOWN, of_turn=True),
    "twice": Case(CARDS, _group("/soz кіт")),
    "cancel": Case(_OF_LIMON, _group("/iptal", LIMON), player=LIMON, own_right=True),
    "keep": Case(_OF_LIMON, _group("/iptal", LIMON), player=LIMON),
    "object": Case(_OF_LIMON, _objecting, others=frozenset({LIMON})),
    "vote": Case(_AWAY, _group("/cikar 1", LIMON), player=NANE, others=frozenset({LIMON})),
    "heir": Case(_WITHOUT_NANE, _group("/degis 1", LIMON), player=NANE),
    "desk": Case(None, _announcing),
}
"""By what their data begin with."""


def forged(value: str, user: int, *, own: bool) -> Iterator[str]:
    """A button's data with each of its parts changed, as somebody may who has seen it.

    Args:
        value: as it was drawn.
        user: who does so.
        own: whether to put the own number in the place of its player's.
    """
    kind, table, *rest = value.split(":")
    yield ":".join((*value.split(":"), "1"))
    yield ":".join((kind, "0" * 8, *rest))
    if rest:
        yield ":".join((kind, table, *rest[:-1]))
    for place, part in enumerate(rest):
        for other in _instead(part, user, own=own):
            yield ":".join((kind, table, *rest[:place], other, *rest[place + 1 :]))


def _instead(part: str, user: int, *, own: bool) -> Iterator[str]:
    players = {str(player): str(user) for player in (KIRAZ, LIMON)} | {f"{KIRAZ:x}": f"{user:x}"}
    if part in players:
        if own:
            yield players[part]
    elif part.isdecimal():
        yield from (str(int(part) + 1), "0", "999999")
    else:
        yield part[::-1]


class Watch:
    """What is seen from now on, and by whom."""

    def __init__(self, house: House, table: Table | None) -> None:
        self._house: Final = house
        self._table: Final = table
        self._after: Final = house.calls
        self._askers: Final[dict[str, int]] = {}

    async def typed(self, talk: Talk, person: int, text: str) -> list[tuple[str, str]]:
        """What somebody is shown who types behind the bot's name; each a query and a result of it."""
        world = self._house.playground.world
        query = await world.inline.ask(world.people[person], talk.chat, text)
        self._askers[query.id] = person
        assert query.offer is not None, f"{text!r} has no answer"
        return [(query.id, result["id"]) for result in query.offer.results]

    async def check(self, *, pictures: bool) -> None:
        """Fail if anybody has read another's tiles, or what is still to be drawn; or seen a picture without reason.

        Args:
            pictures: whether one may have been sent.
        """
        await self._house.quiet()
        for entry in self._house.playground.journal.entries(after=self._after):
            if entry.method == "getUpdates":
                continue
            reader = self._reader(entry)
            told = json.dumps([entry.parameters, entry.result], ensure_ascii=False, default=repr)
            for player, secrets in self._secrets():
                if reader != player:
                    found = secrets.search(told)
                    assert found is None, f"{reader or 'everybody'} reads {found[0]}: {told}"
            shown = entry.method in _PICTURES and entry.status == _TAKEN
            assert pictures or not shown, f"a picture for {reader or 'everybody'}"

    def _reader(self, entry: Entry) -> int | None:
        """Who alone sees what came of a call; ``None`` where a group does."""
        if entry.method == "answerCallbackQuery":
            return self._house.playground.world.callbacks[entry.parameters["callback_query_id"]].person
        if entry.method == "answerInlineQuery":
            return self._askers[entry.parameters["inline_query_id"]]
        if entry.method.startswith("editEphemeralMessage"):
            # Who alone sees it, or the server refuses: as when it is asked whether it knows the method.
            return int(entry.parameters.get("receiver_user_id", 0)) or None
        chat = int(entry.parameters.get("chat_id", -1))
        return chat if chat > 0 else None

    def _secrets(self) -> Iterator[tuple[int, re.Pattern[str]]]:
        """What each player alone may see, and what nobody may (by user 0)."""
        table = self._table
        if table is None or (isinstance(table, Game) and table.outcome is not None):
            return
        hidden = [re.escape(table.secret)]
        if isinstance(table, GameState):
            hidden.append(re.escape("".join(table.bag)))
            for player in table.players:
                rack = "".join(player.rack)
                yield player.user, re.compile(f"[{rack}][₀-₉]|{rack}|{''.join(sorted(rack))}")
        elif not isinstance(table, Lobby):
            hidden.append(_CARD.pattern)
        yield 0, re.compile("|".join(hidden))
