"""Klepka as the chat knows it (see :class:`bot.families.chat_family.ChatFamily`)."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NoReturn

from msgspec import Struct

from bot.call_errors import CallFailed
from bot.families.board_page import BoardPage, CardsOnPage
from bot.families.chat_family import (
    AnnouncedEvents,
    ChatFamily,
    ChatSide,
    ComputerPlayers,
    ComputerTurn,
    FamilyPictures,
    GameGuide,
)
from bot.families.klepka import wording
from bot.families.klepka.own_board import (
    CARD_BUTTONS,
    KlepkaOwnBoard,
    cards_keyboard,
    instant_win_words,
    words_to_double,
)
from bot.families.klepka.wording import CARD_REVEAL, TEXT_ONLY_EVENTS, KlepkaWording
from bot.families.services import ChatContext, ChatServices, FamilyChat, confirm_action
from bot.tables.table_loader import require_game, require_game_of, require_seat, table_name
from bot.telegram.keyboards import ButtonData
from bot.telegram.requests import Command, PageAction, PlainText, Tap
from bot.user_input.commands import command_handlers_of, handles_command, load_vocabulary, split_words
from bot.wording.guide_texts import chat_words_rule, compose_rules, player_count, surrender_rule
from bot.wording.speaker import Speaker, localized_title
from engine.alphabet import Alphabet, load_alphabet
from engine.computer_players import computer_seed
from engine.errors import EngineError, Field, Malformed, Refusal
from engine.game import Event, Game, Table
from engine.klepka import notation, secrecy
from engine.klepka.actions import Action, Chaos, DoubleWord, Flip, Form, Trade
from engine.klepka.deck import face_down_positions
from engine.klepka.events import CardsRevealed, GameStarted
from engine.klepka.family import Klepka
from engine.klepka.players import ComputerView, choose_action, seen_in_game
from engine.klepka.ruleset import Ruleset
from engine.klepka.state import GameState
from engine.klepka.timing import require_free_to_use_rewards
from engine.turns import Pass, Surrender, require_turn


def klepka_guide(ruleset: Ruleset) -> GameGuide:
    """Help is the same for all decks."""
    return GameGuide(
        pieces_message="lobby-cards",
        motif_message="motif-klepka",
        rules_text=partial(_rules_text, ruleset),
        play_messages=["help-cards"],
        look_up_messages=["help-look-cards", "help-word"],
    )


def _rules_text(rules: Ruleset, speaker: Speaker) -> str:
    deck, say = rules.cards, speaker.html
    head = say(
        "rules-klepka-head",
        game=localized_title(rules.title, speaker.language),
        players=player_count(rules.players),
        cards=deck.cards,
        rewards=sum(deck.rewards.values()),
    )
    allowed = rules.options()["words"].default
    parts = (
        ("turn", _turn_lines(rules, speaker)),
        (
            "words",
            (
                say(f"rules-klepka-{allowed}"),
                say("rules-klepka-words"),
                say(f"rules-klepka-repeats-{rules.repeats}"),
                chat_words_rule(speaker, allowed=rules.chat_words),
            ),
        ),
        ("scores", (say("rules-klepka-points"), say(f"rules-klepka-double-{rules.double}"))),
        (
            "rewards",
            (
                say("rules-klepka-polysemy"),
                say("rules-klepka-exchange"),
                say("rules-klepka-chaos"),
                say("rules-klepka-rewards"),
            ),
        ),
        (
            "end",
            (
                say("rules-klepka-end"),
                say("rules-klepka-win", win=rules.instant_win),
                say("rules-winner"),
                surrender_rule(rules.players, speaker),
            ),
        ),
    )
    return compose_rules(head, parts, speaker)


def _turn_lines(rules: Ruleset, speaker: Speaker) -> list[str]:
    say = speaker.html
    lines = [
        say(f"rules-order-{rules.players.order}"),
        say("rules-klepka-turn"),
        say("rules-klepka-pairs"),
        say("rules-klepka-again"),
    ]
    if rules.clock_rule is not None:
        clock = say("rules-clock", clock=speaker.clock_label(rules.clock_rule))
        lines.append(f"{clock} {say('rules-klepka-overrun')}")
    return lines


_SEAT_NUMBER: Final = re.compile(r"[0-9]{1,2}", re.ASCII)
_CARDS_OF_TRADE: Final = 2


def _read_trade(
    typed: Command, state: GameState, seat: int, usernames: Mapping[str, int], letters: Alphabet
) -> tuple[str, int, str]:
    """The player's card, the other player's user, and the other card.

    The other player is given by seat number, mention or reply; at a table of two it need not be given. Raises Refusal:
    ``no_such_player``. Malformed: ``trade_usage``, ``trade_with_whom``, or as
    :func:`engine.klepka.notation.parse_cards`.
    """
    text, owner = typed.text, None
    for name, user in typed.mentions:
        text, owner = text.replace(name, " ", 1), user
    rest: list[str] = []
    for part in text.split():
        meant = _read_user(part, state, usernames)
        if meant is None:
            rest.append(part)
        else:
            owner = meant
    if owner is None:
        owner = typed.replied_user
    found = notation.parse_cards(" ".join(rest), letters, load_vocabulary()) if rest else ()
    if len(found) != _CARDS_OF_TRADE:
        raise Malformed("trade_usage")
    if owner is None:
        owner = _only_other(state, seat)
    return found[0], owner, found[1]


def _read_user(part: str, state: GameState, usernames: Mapping[str, int]) -> int | None:
    if part.startswith("@"):
        user = usernames.get(part[1:].lower())
        if user is None:
            raise Refusal("no_such_player")
        return user
    if not _SEAT_NUMBER.fullmatch(part):
        return None
    if not 1 <= int(part) <= len(state.players):
        raise Refusal("no_such_player")
    return state.players[int(part) - 1].user


def _only_other(state: GameState, seat: int) -> int:
    others = [player.user for number, player in enumerate(state.players) if number != seat and player.active]
    if len(others) != 1:
        raise Malformed("trade_with_whom")
    return others[0]


_KLEPKA_CODES: Final = {"no_word": "klepka_no_word", "brackets": "klepka_brackets"}  # the usual ones mention a board
_CARD_FIELDS: Final = frozenset({"card", "cards", "reward"})


def create_klepka_chat(services: ChatServices) -> FamilyChat:
    """Build the handlers, once a process."""
    handlers = KlepkaHandlers(services)
    return FamilyChat(
        command_handlers=command_handlers_of(handlers),
        tap_handlers={
            "card": handlers.tap_card,
            "enough": handlers.tap_decline_flip,
            "twice": handlers.tap_confirm_double,
        },
        handle_move=handlers.flip_cards,
        own_board=KlepkaOwnBoard(),
        board_page=BoardPage(
            _to_action,
            commands={kind: kind for kind in ("flip", "form", "pass", "chaos", "trade")},
            cards=cards_on_page,
        ),
    )


class KlepkaHandlers:
    """Turns up cards, forms words and plays rewards."""

    def __init__(self, services: ChatServices) -> None:
        self._members: Final = services.tables.members
        self._games: Final = services.tables.games
        self._look_ups: Final = services.tables.look_ups
        self._replies: Final = services.messaging.replies
        self._card_selection: Final = services.stores.card_selection

    @handles_command("flip", "game", "mover", needs_person=True)
    async def flip_cards(self, request: Command | PlainText, context: ChatContext) -> None:
        """``/ac 12 34``, or the positions as a reply to the table."""
        self._game_on_turn(context, request.sender.user)
        try:
            positions = notation.parse_positions(request.text)
        except EngineError as error:
            self._raise_worded_refusal(error, context)
        await self._play_action(request, context, Flip(request.sender.user, positions))

    @handles_command("form", "game", "mover", needs_person=True)
    async def form_word(self, request: Command, context: ChatContext) -> None:
        """``/soz СЛОВО``, with polysemy letters in brackets."""
        self._game_on_turn(context, request.sender.user)
        await self._play_action(request, context, Form(request.sender.user, " ".join(split_words(request.text))))

    @handles_command("pass", "game", "mover", needs_person=True)
    async def pass_turn(self, request: Command, context: ChatContext) -> None:
        """End the forming of words once the table is empty, or decline an extra flip."""
        seated_game(context.loaded.table, request.sender.user)
        await self._play_action(request, context, Pass(request.sender.user))

    @handles_command("chaos", "game", "anytime", needs_person=True)
    async def shuffle_table(self, request: Command, context: ChatContext) -> None:
        """Shuffle the table, at any time."""
        seated_game(context.loaded.table, request.sender.user)
        await self._play_action(request, context, Chaos(request.sender.user))

    @handles_command("trade", "game", "anytime", needs_person=True)
    async def trade_cards(self, request: Command, context: ChatContext) -> None:
        """``/takas О 2 А``: the own card, the other player by seat, mention or reply, and the wanted card."""
        state, _ = seated_game(context.loaded.table, request.sender.user)
        seat = require_free_to_use_rewards(state, request.sender.user)
        try:
            give, owner, take = _read_trade(
                request,
                state,
                seat,
                await self._fetch_users_by_username(context, state) if "@" in request.text else {},
                load_alphabet(state.ruleset.language),
            )
        except EngineError as error:
            self._raise_worded_refusal(error, context)
        await self._play_action(request, context, Trade(request.sender.user, give, owner, take))

    async def _fetch_users_by_username(self, context: ChatContext, state: GameState) -> dict[str, int]:
        found: dict[str, int] = {}
        for player in state.players:
            try:
                member = await self._members.find_member(context.loaded.scope.chat, player.user)
            except CallFailed:
                continue
            if member.username:
                found[member.username.lower()] = player.user
        return found

    async def tap_card(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A card's button: select or deselect the card; the last card needed turns all selected ones up."""
        number, position = int(pressed.arguments[0]), int(pressed.arguments[1])
        state = self._game_on_turn(context, tap.sender.user)
        if state.number != number or position > len(state.table):
            raise Refusal("stale_button")
        lying = face_down_positions(state.table)
        if position not in lying:
            raise Refusal("position_empty", position=position)
        turn = f"{table_name(state)}:{number}:{state.phase == 'extra':d}:{len(lying)}"
        chosen = await self._card_selection.toggle_card(
            context.loaded.scope, turn, position, tap.update.id, wanted=state.flips
        )
        chosen = tuple(one for one in chosen if one in lying)
        if len(chosen) >= state.flips:
            await self._play_action(tap, context, Flip(tap.sender.user, chosen[: state.flips]), "klepka-turning")
        elif chosen:
            positions = ", ".join(str(one) for one in chosen)
            left = state.flips - len(chosen)
            await self._replies.show_toast(tap, context.language, "klepka-picked", positions=positions, count=left)
        else:
            await self._replies.show_toast(tap, context.language, "klepka-picked-none", count=state.flips)

    async def tap_decline_flip(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The button that declines an extra flip."""
        state = self._game_on_turn(context, tap.sender.user)
        if (state.number, len(face_down_positions(state.table))) != (
            int(pressed.arguments[0]),
            int(pressed.arguments[1]),
        ):
            raise Refusal("stale_button")
        await self._play_action(tap, context, Pass(tap.sender.user), "done-in-group")

    async def tap_confirm_double(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The host's button under a word: count it twice."""
        state, index = self._running_game(context), int(pressed.arguments[0])
        if index >= len(state.words):
            raise Refusal("stale_button")
        await self._play_action(tap, context, DoubleWord(tap.sender.user, state.words[index].word), "done-in-group")

    def _running_game(self, context: ChatContext) -> GameState:
        state = require_game_of(GameState, require_game(context.loaded.table))
        if state.outcome is not None:
            raise Refusal("game_over")
        return state

    def _game_on_turn(self, context: ChatContext, user: int) -> GameState:
        """The running game if the user is on turn; to be checked before the typed text."""
        state, _ = seated_game(context.loaded.table, user)
        require_turn(state, user, self._games.times.time_of_action(context.loaded))
        return state

    async def _play_action(
        self,
        request: Command | PlainText | Tap,
        context: ChatContext,
        action: Action,
        done_message: str = "done-in-group",
    ) -> None:
        until = self._look_ups.look_up_notes_due_by()
        try:
            await self._games.apply_action(context.loaded, action, request.update)
        except EngineError as error:
            if more := await self._look_ups.refusal_notes(
                error, request.sender.user, context.loaded, context.language, until
            ):
                await self._replies.reply_refusal(request, context.language, error, more)
                return
            self._raise_worded_refusal(error, context)
        await confirm_action(self._replies, request, context, done_message)

    def _raise_worded_refusal(self, error: EngineError, context: ChatContext) -> NoReturn:
        words = KlepkaWording(context.speaker)
        fields = {
            name: _field_in_words(words, value) if name in _CARD_FIELDS else value
            for name, value in error.fields.items()
        }
        raise type(error)(_KLEPKA_CODES.get(error.code, error.code), **fields) from error


def _field_in_words(words: KlepkaWording, value: Field) -> Field:
    if isinstance(value, tuple):
        return tuple(words.card_text(card) for card in value)
    return words.card_text(value) if isinstance(value, str) else value


def seated_game(table: Table | None, user: int) -> tuple[GameState, int]:
    """The running game of Klepka and the user's seat. Raises Refusal."""
    state, seat = require_seat(table, user)
    return require_game_of(GameState, state), seat


_LEAST_SECONDS: Final = 0.5
"""A page is told of no card that is turned down sooner, as it would come too late."""


class OpenCard(Struct, frozen=True):
    """A card that the group sees face up."""

    position: int
    card: str
    taken: bool
    left: int
    """The milliseconds until it is turned down."""


def _to_action(request: PageAction, game: Game, _: object) -> Action:
    user, move = request.sender.user, request.move
    require_seat(game, user)
    match move.kind:
        case "double":
            return DoubleWord(user, move.text)
        case "surrender":
            return Surrender(user)
        case _:
            raise Refusal("stale_button")


def cards_on_page(game: Game, seat: int | None, shown: Sequence[tuple[float, Event]], now: float) -> CardsOnPage:
    """See :attr:`bot.families.board_page.BoardPage.cards`: no card whose time is up, or nearly."""
    state = require_game_of(GameState, game)
    seen = secrecy.view_for(state, seat)
    ends: dict[int, float] = {}
    events: list[CardsRevealed] = []
    for until, event in shown:
        if until >= now + _LEAST_SECONDS and isinstance(event, CardsRevealed):
            events.append(event)
            ends |= dict.fromkeys((card.position for card in event.cards), until)
    revealed = CARD_REVEAL.view_with_revealed(seen, events).revealed if events else ()
    return CardsOnPage(
        at=int(1000 * now),
        open=[OpenCard(one.position, one.card, one.taken, int(1000 * (ends[one.position] - now))) for one in revealed],
        wins=None if seat is None or state.outcome is not None else instant_win_words(state, seat),
        doubles=() if seat is None or state.players[seat].user != state.host else tuple(words_to_double(seen).values()),
    )


class KlepkaComputerPlayers(ComputerPlayers):
    """Computer players of Klepka. They know what the log shows, and forget part of it depending on their level."""

    needs_log = True

    def choose_action(self, turn: ComputerTurn) -> Action:
        """Cards to turn up, a word or a pass."""
        game = turn.game
        if not isinstance(game, GameState):
            raise TypeError("this is no game of Klepka")
        seen = seen_in_game((event for entry in turn.log for event in entry.events), game.number)
        mind = computer_seed(game, turn.user)
        return choose_action(
            turn.level, ComputerView(secrecy.view_for(game, None), game.ruleset, turn.words, seen, mind)
        )


KLEPKA: Final = ChatFamily(
    engine_family=Klepka(),
    chat=ChatSide(
        create=create_klepka_chat,
        command_classes=(KlepkaHandlers,),
        table_keyboard=cards_keyboard,
        button_kinds=CARD_BUTTONS,
    ),
    events=AnnouncedEvents(start=GameStarted, text_only=TEXT_ONLY_EVENTS, timed_reveal=CARD_REVEAL),
    wording=KlepkaWording,
    guide=klepka_guide,
    pictures=FamilyPictures(
        table_sketch=wording.cards_sketch,
        sketch_above_keys=wording.sketch_above_keys,
        board_as_html=wording.cards_as_html,
        table_as_html=wording.table_as_html,
        painter_preparations=wording.painter_preparations,
    ),
    load_computer_players=lambda _: KlepkaComputerPlayers(),
)
