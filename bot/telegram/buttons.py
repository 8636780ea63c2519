"""Inline buttons: what they say, what they carry, and reading it back.

A button's data is an action, the short name of the table it was drawn for, and what the action needs, joined by ``:``.
A tap on a button of another table, or of an earlier turn, is stale and refused kindly.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle

from bot.judges.dictionaries import Kind
from bot.languages import languages
from bot.pictures.sketches import LABELS
from bot.store.keys import Scope
from bot.texts import Texts
from bot.typed import options
from bot.wording.speaker import Speaker, title
from engine.lobby_view import LobbyView
from engine.petition import Petition
from engine.rulesets import Ruleset, rulesets
from engine.seats import Invitation
from render.theme import THEMES

About = Literal["chat", "table"]
"""``chat``: the chat in which it hangs. ``table``: the table that it was drawn for, which in private is one of the
presser's."""


@dataclass(frozen=True, slots=True)
class Button:
    """A kind of button: what its data hold behind the table's name, and what it is about."""

    rest: re.Pattern[str] | None = None
    """``None`` where nothing follows. An altered client can send anything, so nothing else is read."""
    about: About = "table"
    shows: bool = False
    """Whether it only shows something, for which the order of what is done at the table does not matter, or asks for an
    action before all else.
    """
    looks: bool = False
    """Whether it shows what may be answered with a message to all, and so waits for what plays."""
    expires: bool = False
    """Whether it answers what may be over before the next turn, and is taken off then."""


Kinds = Mapping[str, Button]
"""Buttons by what their data begin with."""
COMMON: Final[Kinds] = {
    "board": Button(shows=True, looks=True),
    "join": Button(),
    "leave": Button(),
    "begin": Button(),
    "seal": Button(shows=True),
    "seat": Button(re.compile(r"\d{1,4}:[yn]", re.ASCII)),
    "bell": Button(about="chat"),
    "computer": Button(re.compile(r"[+.]|[0-4]|x\d{2,3}", re.ASCII)),
    "alone": Button(re.compile(r"[0-4](:[a-z0-9-]+)?", re.ASCII), about="chat"),
    "standin": Button(),
    "alter": Button(re.compile(r"[-+.]|[0-9a-z]{1,2}", re.ASCII)),
    "proof": Button(shows=True, looks=True),
    "again": Button(),
    "more": Button(about="chat", shows=True, looks=True),
    "set": Button(re.compile(r"[a-z]{2,12}(:[a-z0-9-]{1,32}(:[a-z0-9]{1,2})?)?", re.ASCII), about="chat"),
    "games": Button(re.compile(r"\d{1,20}(:(tune|more|tunemore))?", re.ASCII), about="chat", shows=True, looks=True),
    "choose": Button(re.compile(r"\d{1,20}:[a-z0-9-]+(:[a-z0-9]+)?", re.ASCII), about="chat"),
    "there": Button(re.compile(r"-\d{1,20}:[a-z0-9-]+(:[0-9a-f]{8})?", re.ASCII), about="chat"),
    "tune": Button(re.compile(r"\d{1,20}:[a-z0-9-]+(:[a-z0-9]+)?", re.ASCII), about="chat"),
    "cancel": Button(re.compile(r"\d{1,20}", re.ASCII)),
    "keep": Button(re.compile(r"\d{1,20}", re.ASCII)),
    "object": Button(),
    "yes": Button(re.compile(r"\d{1,20}", re.ASCII)),
    "no": Button(re.compile(r"\d{1,20}", re.ASCII)),
    "speak": Button(re.compile(r"[a-z]{2,3}"), about="chat"),
    "theme": Button(re.compile(r"[a-z]{3,12}"), about="chat"),
    "labels": Button(re.compile(r"[a-z]{3,12}"), about="chat"),
    "vote": Button(re.compile(r"(skip|remove|replace):\d{1,2}:\d{1,6}:-?\d{1,20}:[yn]", re.ASCII)),
    "heir": Button(re.compile(r"\d{1,2}", re.ASCII)),
}
"""The buttons that games of every family have; the others are their family's."""
_RACK: Final = "r"
_HALF: Final = 17
"""Signs that half a row has room for on a phone; of longer labels Telegram cuts the end off."""
_SCOPE: Final = re.compile(r"(-?\d{1,20})(?:_(\d{1,20}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button's data, read: ``table`` is empty where the button belongs to none."""

    kind: str
    table: str
    rest: tuple[str, ...]


PLAYS: Final = KeyboardButtonStyle.SUCCESS.value
"""How a button looks that does what its reader came for: begins, lays a move."""
ENDS: Final = KeyboardButtonStyle.DANGER.value
"""How one looks that ends a game, or gives it up."""


def read(data: str, known: Kinds = COMMON) -> Pressed | None:
    """A button's data; ``None`` when this version never drew such a button."""
    kind, _, tail = data.partition(":")
    table, _, rest = tail.partition(":")
    if kind not in known:
        return None
    form = known[kind].rest
    if not (rest == "" if form is None else form.fullmatch(rest)):
        return None
    return Pressed(kind, table, tuple(rest.split(":")) if rest else ())


def data(kind: str, table: str = "", *rest: object) -> str:
    """A button's data; the gateway sends none that is longer than Telegram takes."""
    return ":".join((kind, table, *(str(part) for part in rest)))


def button(
    speaker: Speaker, text: str, value: str, *, marked: bool = False, style: str | None = None
) -> InlineKeyboardButton:
    """A button that says a message of the text files, perhaps with a mark before it, and carries a value."""
    said = speaker.plain(text)
    return keyed(f"✓ {said}" if marked else said, value, style)


@lru_cache(maxsize=512)
def keyed(text: str, value: str, style: str | None = None) -> InlineKeyboardButton:
    """A button of words that are put together already; the ones of a table are the same turn after turn.

    Servers before Bot API 9.4 read no ``style``, and apps of that time show none.
    """
    return InlineKeyboardButton(text, callback_data=value, style=style)


def paired(keys: Iterable[InlineKeyboardButton]) -> list[list[InlineKeyboardButton]]:
    """Neighbours in one row where both can be read in half of one, others alone, in the order given."""
    rows: list[list[InlineKeyboardButton]] = []
    for key in keys:
        if rows and len(rows[-1]) == 1 and max(len(key.text), len(rows[-1][0].text)) <= _HALF:
            rows[-1].append(key)
        else:
            rows.append([key])
    return rows


def over(speaker: Speaker, table: str) -> InlineKeyboardMarkup:
    """Under a finished game: the same once more, another one, the proof of its draws."""
    again = button(speaker, "button-again", data("again", table))
    more = button(speaker, "button-more", data("more"))
    return InlineKeyboardMarkup([[again, more], [button(speaker, "button-proof", data("proof", table))]])


def with_seal(keyboard: InlineKeyboardMarkup | None, table: str, speaker: Speaker) -> InlineKeyboardMarkup:
    """The buttons of a game that begins, and in the last row the whole seal of its draws."""
    rows = [] if keyboard is None else keyboard.inline_keyboard
    last = rows[-1] if rows else ()
    return InlineKeyboardMarkup([*rows[:-1], [*last, button(speaker, "button-seal", data("seal", table))]])


def closed(speaker: Speaker) -> InlineKeyboardMarkup:
    """Under a table that was closed before a game began: another one, or to be told of the next."""
    return InlineKeyboardMarkup(
        [[button(speaker, "button-more", data("more"))], [button(speaker, "button-bell", data("bell"))]]
    )


def ballot(speaker: Speaker, table: str, petition: Petition) -> InlineKeyboardMarkup:
    """Under what is voted about: for and against; under a seat for which somebody is sought: to take it."""
    if petition.waits:
        heir = button(speaker, "button-heir", data("heir", table, petition.seat))
        return InlineKeyboardMarkup([[heir], [button(speaker, "button-stand-in", data("standin", table))]])
    user = 0 if petition.substitute is None else petition.substitute.user
    meant = (petition.about, petition.seat, petition.number, user)
    row = [button(speaker, f"button-vote-{way}", data("vote", table, *meant, way[0])) for way in ("yes", "no")]
    return InlineKeyboardMarkup([row])


def scope_text(scope: Scope) -> str:
    """A scope for button data and deep links: digits, ``-`` and ``_`` only."""
    return str(scope.chat) if scope.topic is None else f"{scope.chat}_{scope.topic}"


def scope_from(text: str) -> Scope | None:
    """The scope written by :func:`scope_text`; ``None`` when it is none."""
    found = _SCOPE.fullmatch(text)
    return None if found is None else Scope(int(found[1]), int(found[2]) if found[2] else None)


def rack_payload(scope: Scope) -> str:
    """What a deep link holds that asks for what is the presser's alone in the game of a chat."""
    return _RACK + scope_text(scope)


def rack_scope(payload: str) -> Scope | None:
    """The scope in a deep link by :func:`rack_payload`; ``None`` for any other."""
    return scope_from(payload[1:]) if payload.startswith(_RACK) else None


def _seat(table: str, invitation: Invitation, way: str) -> str:
    """What a button carries that answers an invitation."""
    return data("seat", table, invitation.number, way)


class Buttons:
    """Keyboards in the chat's language."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def _button(self, language: str, text: str, value: str, style: str | None = None) -> InlineKeyboardButton:
        return keyed(self._texts.plain(language, text), value, style)

    def proofs(self, finished: Sequence[tuple[str, str]]) -> InlineKeyboardMarkup:
        """In private: a button for each finished game, of its table's short name and what it is called."""
        return InlineKeyboardMarkup(
            [[InlineKeyboardButton(label, callback_data=data("proof", table))] for table, label in finished]
        )

    def lobby(self, language: str, table: str, view: LobbyView, *, private: bool = False) -> InlineKeyboardMarkup:
        """Under the lobby: who is invited, join where there is room, leave, begin, its seal, options; else a bell.

        In private nobody else comes.
        """
        room, invited = view.has_room and not private, view.invited
        asked = [
            [
                keyed(self._texts.plain(language, "button-invited-yes", name=one.name), _seat(table, one, "y")),
                self._button(language, "button-invited-no", _seat(table, one, "n")),
            ]
            for one in invited
        ]
        join = [] if not room else [self._button(language, "button-join", data("join", table))]
        leave = self._button(language, "button-leave", data("leave", table))
        begin = self._button(language, "button-begin", data("begin", table), PLAYS)
        seal = self._button(language, "button-seal", data("seal", table))
        options = self._button(language, "button-alter", data("alter", table, "+"))
        bell = [] if room or invited or private else [[self._button(language, "button-bell", data("bell"))]]
        computer = []
        if view.takes_computers:
            computer.append(self._button(language, "button-computer", data("computer", table, "+")))
        return InlineKeyboardMarkup([*asked, [*join, leave], [begin, seal], [options, *computer], *bell])

    def games(self, language: str, user: int, *, every: bool = False) -> InlineKeyboardMarkup:
        """The games in the chat's language, or every one, and the way to their options, for the one user who asked."""
        tune = self._button(language, "button-options", data("games", "", user, "tunemore" if every else "tune"))
        more = [] if every else self._more(language, user, "more")
        return InlineKeyboardMarkup([*_games(language, "choose", user, every=every), [tune, *more]])

    def tunable(self, language: str, user: int, *, every: bool = False) -> InlineKeyboardMarkup:
        """The same games, each leading to its options, and the way back to :meth:`games`."""
        back = self._button(language, "alter-back", data("games", "", user, *(("more",) if every else ())))
        more = [] if every else self._more(language, user, "tunemore")
        return InlineKeyboardMarkup([*_games(language, "tune", user, every=every), [back, *more]])

    def _more(self, language: str, user: int, mode: str) -> list[InlineKeyboardButton]:
        """The way to the games in other languages; none where all are shown anyway."""
        if len(shown(language, every=False)) == len(rulesets()):
            return []
        return [self._button(language, "button-more-languages", data("games", "", user, mode))]

    def options(
        self, language: str, user: int, ruleset: Ruleset, kinds: tuple[Kind, ...], chosen: dict[str, str]
    ) -> InlineKeyboardMarkup:
        """A game's options, a button each that turns it on, one to open the table, one back to the games."""
        offer, terms = options.offered(ruleset, kinds), Speaker(self._texts, language)
        rows = [
            [
                InlineKeyboardButton(
                    f"{terms.option(name)}: {terms.value(name, chosen.get(name, option.default), ruleset)}",
                    callback_data=data(
                        "tune", "", user, ruleset.id, options.code(offer, options.turned(offer, chosen, name))
                    ),
                )
            ]
            for name, option in offer.items()
        ]
        done = self._texts.plain(language, "button-open", game=title(ruleset.title, language))
        back = self._button(language, "button-other-game", data("games", "", user))
        value = data("choose", "", user, ruleset.id, options.code(offer, chosen))
        return InlineKeyboardMarkup([*rows, [keyed(done, value, PLAYS)], [back]])

    def surrender(self, language: str, table: str, user: int) -> InlineKeyboardMarkup:
        """Yes or no, for the one player who wants to surrender."""
        yes = self._button(language, "button-surrender", data("yes", table, user), ENDS)
        no = self._button(language, "button-play-on", data("no", table, user))
        return InlineKeyboardMarkup(paired((yes, no)))

    def languages(self) -> InlineKeyboardMarkup:
        """Every language of the interface by its own name."""
        codes = languages().codes
        row = [self._button(language, "language-name", data("speak", "", language)) for language in codes]
        return InlineKeyboardMarkup([row])

    def themes(self, language: str) -> InlineKeyboardMarkup:
        """Every theme of pictures, two a row."""
        buttons = [self._button(language, f"value-theme-{theme}", data("theme", "", theme)) for theme in THEMES]
        return InlineKeyboardMarkup([buttons[:2], buttons[2:]])

    def labels(self, language: str) -> InlineKeyboardMarkup:
        """In whose language the signs on boards may be."""
        row = [self._button(language, f"value-labels-{labels}", data("labels", "", labels)) for labels in LABELS]
        return InlineKeyboardMarkup([row])

    def link(self, language: str, text: str, url: str) -> InlineKeyboardMarkup:
        """One button that opens an address."""
        return InlineKeyboardMarkup([[InlineKeyboardButton(self._texts.plain(language, text), url=url)]])


def _games(language: str, kind: str, user: int, *, every: bool) -> list[list[InlineKeyboardButton]]:
    """A button for each game: alone in its row, for half of one cuts its name."""
    return [
        [InlineKeyboardButton(title(ruleset.title, language), callback_data=data(kind, "", user, name))]
        for name, ruleset in shown(language, every=every)
    ]


def shown(language: str, *, every: bool) -> list[tuple[str, Ruleset]]:
    """The games in a language; every one, by languages and that first, where it is asked for or has none."""
    order = languages().codes
    ordered = sorted(
        rulesets().items(),
        key=lambda item: (
            item[1].language != language,
            order.index(item[1].language) if item[1].language in order else len(order),
            item[0],
        ),
    )
    own = [item for item in ordered if item[1].language == language]
    return ordered if every or not own else own
