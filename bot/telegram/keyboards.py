"""Inline keyboards: the kinds of buttons, what they carry, and the buttons of tables, lobbies, menus and questions.

A tap on a button of another table or of an earlier turn is stale; the handlers refuse it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    MenuButton,
    MenuButtonCommands,
    MenuButtonWebApp,
    WebAppInfo,
)
from telegram.constants import KeyboardButtonStyle
from telegram.helpers import create_deep_linked_url

from bot.judges.word_judge import DictionaryKind
from bot.languages import languages
from bot.pictures import LABEL_CHOICES
from bot.records.archive import share_query
from bot.store.keys import FIRST_TABLE, Scope
from bot.texts import Texts
from bot.user_input import options
from bot.wording.speaker import Speaker, localized_title
from engine.game_base import Petition
from engine.lobby_view import LobbyView
from engine.rulesets import Ruleset, shipped_rulesets
from render.theme import THEMES

About = Literal["chat", "table"]  # the chat of the button's message, or the table it was drawn for


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    """A kind of button: its subject, and what its data may hold after the table's name."""

    payload: re.Pattern[str] | None = None  # what may follow the table's name; all else is refused
    about: About = "table"
    is_look_up: bool = False  # whether it only shows something or asks, so that its order does not matter
    yields_to_actions: bool = False  # whether it is a look-up whose public answer is sent after actions
    expires: bool = False  # whether it is removed when its question is over, which may be before the next turn
    resumes: bool = False  # whether it makes several commits, so that an interrupted tap continues


ButtonSpecs = Mapping[str, ButtonSpec]
OWN_GAMES_LINK: Final = "games"  # a deep link's payload that lists the user's games
MY_DATA_LINK: Final = "mydata"  # a deep link's payload that shows the user's data
ADDED_LINK: Final = "new"  # for adding the bot to a group; the client sends it there after the greeting
FIRST_GAME_LINK: Final = "first"  # a deep link's payload that offers the first game
_RACK_PREFIX: Final = "r"
_SHARED_GAME_LINK: Final = re.compile(r"w(-?\d{1,20})_([0-9a-f]{16})", re.ASCII)
_PUZZLE_LINK: Final = re.compile(r"z([0-9a-f]{12})(?:_(-?\d{1,16}))?", re.ASCII)
_SCOPE: Final = re.compile(r"(-?\d{1,20})(?:_(\d{1,20}))?(?:t(\d{1,3}))?", re.ASCII)

COMMON_BUTTONS: Final[ButtonSpecs] = {
    "board": ButtonSpec(is_look_up=True, yields_to_actions=True),
    "which": ButtonSpec(re.compile(r"\d{1,20}:\d{1,20}", re.ASCII)),
    "move": ButtonSpec(about="chat"),
    "join": ButtonSpec(),
    "leave": ButtonSpec(),
    "begin": ButtonSpec(),
    "seal": ButtonSpec(is_look_up=True),
    "seat": ButtonSpec(re.compile(r"\d{1,4}:[yn]", re.ASCII)),
    "alert": ButtonSpec(about="chat"),
    "computer": ButtonSpec(re.compile(r"[+.]|[0-4]|x\d{2,3}", re.ASCII)),
    "alone": ButtonSpec(re.compile(r"[0-4](:[a-z0-9-]+(:[0-9a-f]{8}(:levels)?)?)?", re.ASCII), about="chat"),
    "tutorial": ButtonSpec(
        re.compile(r"start|skip|enough|play|at:\d{1,2}|end:[0-9a-f]{8}", re.ASCII), about="chat", resumes=True
    ),
    "open": ButtonSpec(about="chat"),
    "guide": ButtonSpec(about="chat", is_look_up=True, yields_to_actions=True),
    "substitute": ButtonSpec(),
    "alter": ButtonSpec(re.compile(r"[-+.]|\*[0-3]?|![0-3]|[0-9a-z]{1,2}", re.ASCII)),
    "proof": ButtonSpec(is_look_up=True, yields_to_actions=True),
    "past": ButtonSpec(
        re.compile(
            r"l:\d{1,6}|[gbfp]:-?\d{1,20}:\d{1,9}:[0-9a-f]{16}|r:-?\d{1,20}:\d{1,9}:[0-9a-f]{16}:\d{1,4}", re.ASCII
        ),
        about="chat",
        is_look_up=True,
        yields_to_actions=True,
    ),
    "costly": ButtonSpec(
        re.compile(r"-?\d{1,20}:\d{1,9}:[0-9a-f]{16}(:\d{1,2}:[0-2])?", re.ASCII), about="chat", is_look_up=True
    ),
    "again": ButtonSpec(),
    "more": ButtonSpec(about="chat", is_look_up=True, yields_to_actions=True),
    "set": ButtonSpec(
        re.compile(r"[a-z]{2,12}(:[a-z0-9-]{1,32}(:(-|\*[0-3]?|![0-3]|[a-z0-9]{1,2}))?)?", re.ASCII), about="chat"
    ),
    "records": ButtonSpec(
        re.compile(
            r"menu|done|export|season(:\d{1,6})?|games:\d{1,9}|erase(:\d{1,9})?|(out|in):\d{1,9}:[0-9a-f]{16}:\d{1,9}",
            re.ASCII,
        ),
        about="chat",
    ),
    "games": ButtonSpec(
        re.compile(r"\d{1,20}(:(tune|more|tunemore))?", re.ASCII), about="chat", is_look_up=True, yields_to_actions=True
    ),
    "choose": ButtonSpec(re.compile(r"\d{1,20}:[a-z0-9-]+(:(![0-3]|[a-z0-9]+))?", re.ASCII), about="chat"),
    "opengroup": ButtonSpec(re.compile(r"-\d{1,20}:[a-z0-9-]+(:[0-9a-f]{8})?", re.ASCII), about="chat"),
    "tune": ButtonSpec(re.compile(r"\d{1,20}:[a-z0-9-]+(:[a-z0-9]+)?", re.ASCII), about="chat"),
    "cancel": ButtonSpec(re.compile(r"\d{1,20}", re.ASCII)),
    "keep": ButtonSpec(re.compile(r"\d{1,20}", re.ASCII)),
    "object": ButtonSpec(),
    "yes": ButtonSpec(re.compile(r"\d{1,20}", re.ASCII)),
    "no": ButtonSpec(re.compile(r"\d{1,20}", re.ASCII)),
    "speak": ButtonSpec(re.compile(r"[a-z]{2,3}"), about="chat"),
    "theme": ButtonSpec(re.compile(r"[a-z]{3,12}"), about="chat"),
    "labels": ButtonSpec(re.compile(r"[a-z]{3,12}"), about="chat"),
    "vote": ButtonSpec(re.compile(r"(skip|remove|replace):\d{1,2}:\d{1,6}:-?\d{1,20}:[yn]", re.ASCII)),
    "remove": ButtonSpec(re.compile(r"\d{1,20}:-?\d{1,20}:[yn]", re.ASCII)),
    "volunteer": ButtonSpec(re.compile(r"\d{1,2}", re.ASCII)),
    "mydata": ButtonSpec(re.compile(r"hide|show|forget|now|later|keep"), about="chat"),
    "help": ButtonSpec(
        re.compile(r"(start|game|admins|settings)(:[a-z0-9-]{1,32}(:-?\d{1,20}(_\d{1,20})?(t\d{1,3})?)?)?", re.ASCII),
        about="chat",
        is_look_up=True,
    ),
    "puzzle": ButtonSpec(
        re.compile(r"l|y:[0-9a-f]{12}|s:[0-9a-f]{12}:\w{0,28}|r:[0-9a-f]{12}:\d{1,2}:[^\s:]{2,30}", re.ASCII),
        about="chat",
        is_look_up=True,
    ),
    "solve": ButtonSpec(
        re.compile(r"n:[a-z0-9-]{1,32}|e:[0-9a-f]{12}|h:[0-9a-f]{12}:[1-3]|a:[0-9a-f]{12}:\w{1,28}", re.ASCII),
        about="chat",
    ),
    "stats": ButtonSpec(
        re.compile(r"(\d{1,16}|c(-?\d{1,16})?):[wmse]:[a-z0-9-]{0,32}:[pc]", re.ASCII),
        about="chat",
        is_look_up=True,
        yields_to_actions=True,
    ),
    "top": ButtonSpec(
        re.compile(r"[rpwas]:[wmse]:[a-z0-9-]{0,32}", re.ASCII), about="chat", is_look_up=True, yields_to_actions=True
    ),
}


@dataclass(frozen=True, slots=True)
class ButtonData:
    """A button's parsed data; ``table`` is empty if it belongs to no table."""

    kind: str
    table: str
    arguments: tuple[str, ...]


FORMER_KINDS: Final[Mapping[str, str]] = {
    "bell": "alert",
    "heir": "volunteer",
    "mine": "own",
    "standin": "substitute",
    "there": "opengroup",
}
"""The current names of the kinds in buttons of 0.2.0, which are understood until 0.4.0."""


def parse_button_data(data: str, specs: ButtonSpecs = COMMON_BUTTONS) -> ButtonData | None:
    """Parse a button's data; ``None`` unless this version or 0.2.0 makes such buttons."""
    kind, _, tail = data.partition(":")
    kind = FORMER_KINDS.get(kind, kind)
    table, _, rest = tail.partition(":")
    if kind not in specs:
        return None
    payload = specs[kind].payload
    if not (rest == "" if payload is None else payload.fullmatch(rest)):
        return None
    return ButtonData(kind, table, tuple(rest.split(":")) if rest else ())


_TABLE_NAME: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)


def table_of_button_data(data: str) -> str | None:
    """The short name of the button's table, for any kind of button; ``None`` without one."""
    _, _, tail = data.partition(":")
    name = tail.partition(":")[0]
    return name if _TABLE_NAME.fullmatch(name) else None


def encode_button_data(kind: str, table: str = "", *arguments: object) -> str:
    """The data of a button, unchecked: the gateway refuses data that are too long."""
    return ":".join((kind, table, *(str(part) for part in arguments)))


def encode_scope(scope: Scope) -> str:
    """A scope for button data and deep links, with letters, digits, ``-`` and ``_`` only."""
    place = str(scope.chat) if scope.topic is None else f"{scope.chat}_{scope.topic}"
    return place if scope.table == FIRST_TABLE else f"{place}t{scope.table}"


def parse_scope(text: str) -> Scope | None:
    """The scope that :func:`encode_scope` encoded; ``None`` for other text."""
    found = _SCOPE.fullmatch(text)
    if found is None:
        return None
    return Scope(int(found[1]), int(found[2]) if found[2] else None, int(found[3]) if found[3] else FIRST_TABLE)


def encode_rack_link(scope: Scope) -> str:
    """A deep link's payload that opens the user's own board of a game."""
    return _RACK_PREFIX + encode_scope(scope)


def parse_rack_link(payload: str) -> Scope | None:
    """The scope in a payload of :func:`encode_rack_link`; ``None`` for other payloads."""
    return parse_scope(payload[1:]) if payload.startswith(_RACK_PREFIX) else None


@dataclass(frozen=True, slots=True)
class BoardLinks:
    """Where the board page is opened; empty addresses where there is none."""

    web_url: str = ""  # the page's own address
    app: str = ""  # the Mini App's name at @BotFather, which its links need

    def link_in_group(self, bot: str, table: str, scope: Scope) -> str:
        """A link that opens a table's board page from its group, else that leads to the own board in private."""
        if not self.web_url:
            return ""
        if not self.app:
            return create_deep_linked_url(bot, encode_rack_link(scope))
        return self._app_link(bot, encode_board_address(table, scope))

    def link_to_replay(self, bot: str, chat: int, game: str) -> str:
        """A link to a finished game's replay: on the page where its app has a name, else in private."""
        if not (self.web_url and self.app):
            return create_deep_linked_url(bot, f"w{chat}_{game}")
        return self._app_link(bot, encode_replay_address(chat, game))

    def _app_link(self, bot: str, address: str) -> str:
        return f"https://t.me/{bot}/{self.app}?startapp={address}"

    def button_in_private(
        self, speaker: Speaker, table: str, scope: Scope, message: str = "button-board-page"
    ) -> list[InlineKeyboardButton]:
        """The button that opens a table's board page from a private chat, if there is one."""
        return self._button(speaker, encode_board_address(table, scope), message)

    def puzzle_button(self, speaker: Speaker, puzzle: str) -> list[InlineKeyboardButton]:
        """The button that opens a puzzle's page from a private chat, if there is one."""
        return self._button(speaker, encode_puzzle_address(puzzle))

    def _button(self, speaker: Speaker, address: str, message: str = "button-board-page") -> list[InlineKeyboardButton]:
        if not self.web_url:
            return []
        address = f"{self.web_url}/?at={address}"
        return [InlineKeyboardButton(speaker.plain(message), web_app=WebAppInfo(address))]

    def menu_button(self, speaker: Speaker) -> MenuButton:
        """The button beside the input field of private chats: it opens the list of one's games, or the commands."""
        if not self.web_url:
            return MenuButtonCommands()
        return MenuButtonWebApp(speaker.plain("button-board-page"), WebAppInfo(f"{self.web_url}/"))


NO_BOARD_LINKS: Final = BoardLinks()


def board_page_row(speaker: Speaker, message: str = "button-board-page") -> list[InlineKeyboardButton]:
    """The button below a group's board that opens its page; none where there is no page."""
    if not speaker.board_link:
        return []
    return [InlineKeyboardButton(speaker.plain(message), url=speaker.board_link)]


_BOARD_ADDRESS: Final = re.compile(r"b_([0-9a-f]{8})_(.{1,60})", re.ASCII)


def encode_board_address(table: str, scope: Scope) -> str:
    """The address of a table's board page, by its short name and place; it gives nobody a right."""
    return f"b_{table}_{encode_scope(scope)}"


def parse_board_address(address: str) -> tuple[str, Scope] | None:
    """The short name and place of :func:`encode_board_address`; ``None`` for any other text."""
    found = _BOARD_ADDRESS.fullmatch(address)
    scope = None if found is None else parse_scope(found[2])
    return None if found is None or scope is None else (found[1], scope)


def encode_puzzle_address(puzzle: str, chat: int = 0) -> str:
    """The address of a puzzle's page; ``chat`` is where its solver comes from, 0 for none."""
    return f"z_{puzzle}_{chat}" if chat else f"z_{puzzle}"


_REPLAY_ADDRESS: Final = re.compile(r"r_(-?\d{1,20})_([0-9a-f]{16})", re.ASCII)


def encode_replay_address(chat: int, game: str) -> str:
    """The address of a finished game's replay on the page; it opens it for anyone, as the game's whole id is in it."""
    return f"r_{chat}_{game}"


def parse_replay_address(address: str) -> tuple[int, str] | None:
    """The chat and game of :func:`encode_replay_address`; ``None`` for any other text."""
    found = _REPLAY_ADDRESS.fullmatch(address)
    return None if found is None else (int(found[1]), found[2])


def encode_puzzle_link(puzzle: str, chat: int = 0) -> str:
    """A deep link's payload that opens a puzzle in private; ``chat`` is where the link is posted, 0 for none."""
    return f"z{puzzle}_{chat}" if chat else f"z{puzzle}"


def parse_puzzle_link(payload: str) -> tuple[str, int] | None:
    """The puzzle and the chat in a payload of :func:`encode_puzzle_link`; ``None`` for other payloads."""
    found = _PUZZLE_LINK.fullmatch(payload)
    return None if found is None else (found[1], int(found[2] or 0))


def parse_shared_game_link(payload: str) -> tuple[int, str] | None:
    """The chat and the game in a deep link of :meth:`BoardLinks.link_to_replay`; ``None`` for other payloads."""
    found = _SHARED_GAME_LINK.fullmatch(payload)
    return None if found is None else (int(found[1]), found[2])


_HALF_ROW: Final = 17  # characters that fit into half a row on a phone; Telegram cuts longer labels
STYLE_SUCCESS: Final = KeyboardButtonStyle.SUCCESS.value  # for the main action: start a game, play a move
STYLE_PRIMARY: Final = KeyboardButtonStyle.PRIMARY.value  # for a button that should be noticed
STYLE_DANGER: Final = KeyboardButtonStyle.DANGER.value


def translated_button(
    speaker: Speaker, message: str, value: str, *, checked: bool = False, style: str | None = None
) -> InlineKeyboardButton:
    """A button labelled by a message of the text files, ``checked`` with a mark; ``value`` is its data."""
    return callback_button(speaker.plain(message), value, style, checked=checked)


def data_button(
    speaker: Speaker, message: str, kind: str, table: str = "", *arguments: object, style: str | None = None
) -> InlineKeyboardButton:
    """A button of a kind, perhaps about a table, labelled by a message of the text files."""
    return translated_button(speaker, message, encode_button_data(kind, table, *arguments), style=style)


@lru_cache(maxsize=512)
def callback_button(text: str, value: str, style: str | None = None, *, checked: bool = False) -> InlineKeyboardButton:
    """A button with this label, cached; servers and apps before Bot API 9.4 ignore ``style``."""
    return InlineKeyboardButton(f"✓ {text}" if checked else text, callback_data=value, style=style)


def share_button(chat: int, game: str, speaker: Speaker) -> InlineKeyboardButton:
    """A button that shares the picture of a game's end with another chat."""
    return InlineKeyboardButton(speaker.plain("button-share"), switch_inline_query=share_query(chat, game))


def first_game_button(speaker: Speaker, bot: str) -> InlineKeyboardButton:
    """A button to the first game in private; ``bot`` is the bot's username without ``@``."""
    link = create_deep_linked_url(bot, FIRST_GAME_LINK)
    return InlineKeyboardButton(speaker.plain("button-first-game"), url=link)


def shared_game_keyboard(speaker: Speaker, bot: str, replay: str, puzzle: str = "") -> InlineKeyboardMarkup:
    """The buttons of a shared picture: the game's replay, a first game, and the costliest turn's puzzle if given."""
    links = {"button-watch": replay, "button-play-too": create_deep_linked_url(bot, FIRST_GAME_LINK)}
    if puzzle:
        links["button-better-move"] = create_deep_linked_url(bot, encode_puzzle_link(puzzle))
    return InlineKeyboardMarkup(
        pair_short_buttons(InlineKeyboardButton(speaker.plain(message), url=link) for message, link in links.items())
    )


def pair_short_buttons(buttons: Iterable[InlineKeyboardButton]) -> list[list[InlineKeyboardButton]]:
    """Rows in the given order: two neighbours if both labels fit in half a row, else one."""
    rows: list[list[InlineKeyboardButton]] = []
    for key in buttons:
        if rows and len(rows[-1]) == 1 and max(len(key.text), len(rows[-1][0].text)) <= _HALF_ROW:
            rows[-1].append(key)
        else:
            rows.append([key])
    return rows


def game_over_keyboard(speaker: Speaker, table: str) -> InlineKeyboardMarkup:
    """The buttons of a finished game: a rematch, another game, the proof of its draws and their secret."""
    again = data_button(speaker, "button-again", "again", table)
    more = data_button(speaker, "button-more", "more")
    proof = data_button(speaker, "button-proof", "proof", table)
    return InlineKeyboardMarkup([[again, more], [proof, data_button(speaker, "button-fair-draw", "seal", table)]])


def lobby_closed_keyboard(speaker: Speaker) -> InlineKeyboardMarkup:
    """The buttons of a lobby that closed before its game: open another, or set a table alert."""
    return InlineKeyboardMarkup(
        [[data_button(speaker, "button-more", "more")], *alert_keyboard(speaker).inline_keyboard]
    )


def alert_keyboard(speaker: Speaker) -> InlineKeyboardMarkup:
    """The button that sets or removes a table alert."""
    return InlineKeyboardMarkup([[data_button(speaker, "button-table-alert", "alert")]])


def vote_keyboard(speaker: Speaker, table: str, petition: Petition) -> InlineKeyboardMarkup:
    """The buttons of a vote: for and against, or to take the seat while a substitute is sought."""
    if petition.is_waiting:
        substitute = data_button(speaker, "button-volunteer", "volunteer", table, petition.seat)
        return InlineKeyboardMarkup([[substitute], [data_button(speaker, "button-stand-in", "substitute", table)]])
    user = 0 if petition.substitute is None else petition.substitute.user
    meant = (petition.about, petition.seat, petition.number, user)
    row = [data_button(speaker, f"button-vote-{way}", "vote", table, *meant, way[0]) for way in ("yes", "no")]
    return InlineKeyboardMarkup([row])


def removal_keyboard(speaker: Speaker, table: str, asker: int, target: int) -> InlineKeyboardMarkup:
    """The question to the user ``asker`` whether to remove the user ``target`` from the game."""
    buttons = (
        data_button(speaker, "button-remove", "remove", table, asker, target, "y", style=STYLE_DANGER),
        data_button(speaker, "button-keep", "remove", table, asker, target, "n"),
    )
    return InlineKeyboardMarkup(pair_short_buttons(buttons))


class Keyboards:
    """Makes keyboards in a language."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def _data_button(
        self, language: str, message: str, kind: str, table: str = "", *arguments: object, style: str | None = None
    ) -> InlineKeyboardButton:
        value = encode_button_data(kind, table, *arguments)
        return callback_button(self._texts.plain(language, message), value, style)

    def proof_list(self, finished: Sequence[tuple[str, str]]) -> InlineKeyboardMarkup:
        """In private: a button for each finished game, given by its table's short name and label."""
        return InlineKeyboardMarkup(
            [[callback_button(label, encode_button_data("proof", table))] for table, label in finished]
        )

    def lobby_keyboard(
        self, language: str, table: str, view: LobbyView, *, private: bool = False
    ) -> InlineKeyboardMarkup:
        """The buttons of a lobby: join is green until enough people sit; a full one has a table alert in its place."""
        has_room, invited = view.has_room and not private, view.invited
        invitations = [
            [
                callback_button(
                    self._texts.plain(language, "button-invited-yes", name=one.name),
                    encode_button_data("seat", table, one.number, "y"),
                ),
                self._data_button(language, "button-invited-no", "seat", table, one.number, "n"),
            ]
            for one in invited
        ]
        enough = len(view.seats) >= view.least
        sit, start = (None, STYLE_SUCCESS) if enough else (STYLE_SUCCESS, None)
        join = [] if not has_room else [self._data_button(language, "button-join", "join", table, style=sit)]
        leave = self._data_button(language, "button-leave", "leave", table)
        begin = self._data_button(language, "button-begin", "begin", table, style=start)
        options = self._data_button(language, "button-alter", "alter", table, "+")
        alert = [] if has_room or invited or private else [[self._data_button(language, "button-table-alert", "alert")]]
        computer = []
        if view.can_take_computers:
            computer.append(self._data_button(language, "button-computer", "computer", table, "+"))
        return InlineKeyboardMarkup([*invitations, [*join, leave], [begin], [options, *computer], *alert])

    def game_list(self, language: str, user: int, *, all_languages: bool = False) -> InlineKeyboardMarkup:
        """The games of the chat's language, or all, and a button to their options; only for the user."""
        tune = self._data_button(language, "button-options", "games", "", user, "tunemore" if all_languages else "tune")
        more = [] if all_languages else self._more_languages_button(language, user, "more")
        return InlineKeyboardMarkup([*_game_rows(language, "choose", user, all_languages=all_languages), [tune, *more]])

    def game_options_list(self, language: str, user: int, *, all_languages: bool = False) -> InlineKeyboardMarkup:
        """The same games, each opening its options, and a button back to :meth:`game_list`."""
        back = self._data_button(language, "alter-back", "games", "", user, *(("more",) if all_languages else ()))
        more = [] if all_languages else self._more_languages_button(language, user, "tunemore")
        return InlineKeyboardMarkup([*_game_rows(language, "tune", user, all_languages=all_languages), [back, *more]])

    def _more_languages_button(self, language: str, user: int, mode: str) -> list[InlineKeyboardButton]:
        if len(offered_games(language, all_languages=False)) == len(shipped_rulesets()):
            return []
        return [self._data_button(language, "button-more-languages", "games", "", user, mode)]

    def game_options(
        self, language: str, user: int, ruleset: Ruleset, kinds: tuple[DictionaryKind, ...], chosen: dict[str, str]
    ) -> InlineKeyboardMarkup:
        """A button for each effective option, which sets its next value; one to open the table, one back."""
        offer, terms = options.button_options(ruleset, kinds), Speaker(self._texts, language)
        known = options.available_options(ruleset, kinds)
        now = {name: chosen.get(name, option.default) for name, option in known.items()}
        rows = [
            [
                InlineKeyboardButton(
                    f"{terms.option_label(name)}: {terms.value_label(name, now[name], ruleset)}",
                    callback_data=encode_button_data(
                        "tune",
                        "",
                        user,
                        ruleset.id,
                        options.encode_choices(offer, options.with_next_value(offer, chosen, name)),
                    ),
                )
            ]
            for name, option in offer.items()
            if option.has_effect(now)
        ]
        done = self._texts.plain(language, "button-open", game=localized_title(ruleset.title, language))
        back = self._data_button(language, "button-other-game", "games", "", user)
        value = encode_button_data("choose", "", user, ruleset.id, options.encode_choices(offer, chosen))
        return InlineKeyboardMarkup([*rows, [callback_button(done, value, STYLE_SUCCESS)], [back]])

    def surrender_question(self, language: str, table: str, user: int) -> InlineKeyboardMarkup:
        """Yes and no, for the player who wants to surrender."""
        yes = self._data_button(language, "button-surrender", "yes", table, user, style=STYLE_DANGER)
        no = self._data_button(language, "button-play-on", "no", table, user)
        return InlineKeyboardMarkup(pair_short_buttons((yes, no)))

    def language_choice(self, current: str = "") -> InlineKeyboardMarkup:
        """The languages of the interface by their own names, two in a row, the ``current`` one marked."""
        row = [
            translated_button(
                Speaker(self._texts, code),
                "language-name",
                encode_button_data("speak", "", code),
                checked=code == current,
            )
            for code in languages().codes
        ]
        return InlineKeyboardMarkup([row[:2], row[2:]])

    def theme_choice(self, language: str) -> InlineKeyboardMarkup:
        """Every theme of pictures."""
        buttons = [self._data_button(language, f"value-theme-{theme}", "theme", "", theme) for theme in THEMES]
        return InlineKeyboardMarkup(pair_short_buttons(buttons))

    def label_choice(self, language: str) -> InlineKeyboardMarkup:
        """The possible languages of board labels."""
        row = [self._data_button(language, f"value-labels-{labels}", "labels", "", labels) for labels in LABEL_CHOICES]
        return InlineKeyboardMarkup([row])

    def link_keyboard(self, language: str, text: str, url: str) -> InlineKeyboardMarkup:
        """A button that opens a URL."""
        return InlineKeyboardMarkup([[InlineKeyboardButton(self._texts.plain(language, text), url=url)]])


def _game_rows(language: str, kind: str, user: int, *, all_languages: bool) -> list[list[InlineKeyboardButton]]:
    """A button for each game in its own row, as half a row would cut its name."""
    return [
        [callback_button(localized_title(ruleset.title, language), encode_button_data(kind, "", user, name))]
        for name, ruleset in offered_games(language, all_languages=all_languages)
    ]


_WHOLE_GROUP: Final = 20  # from this number of seats on, a game is for a whole group


def offered_games(language: str, *, all_languages: bool) -> list[tuple[str, Ruleset]]:
    """The games of a language, those for few players first; or all games, with its own first, also if it has none."""
    order = languages().codes
    ordered = sorted(
        shipped_rulesets().items(),
        key=lambda item: (
            item[1].language != language,
            order.index(item[1].language) if item[1].language in order else len(order),
            item[1].players.most >= _WHOLE_GROUP,
            item[0],
        ),
    )
    own = [item for item in ordered if item[1].language == language]
    return ordered if all_languages or not own else own
