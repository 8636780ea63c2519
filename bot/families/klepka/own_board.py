"""The buttons under a table of Klepka, and a player's own table, where cards are chosen by row and place."""

import re
import string
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.klepka.wording import (
    KlepkaWording,
    cards_as_html,
    cards_sketch,
    is_laid_on_keys,
    letter_or_sign,
    sketch_above_keys,
)
from bot.families.own_board import (
    HOME_STEP,
    MOST_STEP_CHARACTERS,
    NAMED,
    PASS_STEP,
    RACK_STEP,
    SURRENDER_STEP,
    LetterSigns,
    OwnBoard,
    OwnBoardContext,
    OwnBoardPage,
    OwnBoardScene,
    StepButton,
    StepRows,
    hash_rack,
    split_step,
    width_of,
    without_last_part,
    wrap_buttons,
)
from bot.tables.table_loader import require_game_of
from bot.telegram.keyboards import (
    STYLE_PRIMARY,
    STYLE_SUCCESS,
    ButtonSpec,
    board_page_row,
    callback_button,
    data_button,
    encode_button_data,
    game_over_keyboard,
)
from bot.texts import Html
from bot.wording import clocks
from bot.wording.speaker import Speaker, isolate_name, join_lines
from engine.alphabet import load_alphabet
from engine.errors import EngineError, Refusal
from engine.game import Action, Game, view
from engine.klepka.actions import Chaos, DoubleWord, Flip, Form, Trade
from engine.klepka.deck import (
    CHAOS,
    COLOURS,
    EXCHANGE,
    POLYSEMY,
    REWARDS,
    Cards,
    face_down_positions,
    letter_on,
    remove_cards,
)
from engine.klepka.rules import preview_word
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from engine.turns import Pass, Surrender
from render.card_layout import NO_CHOICE, CardChoice

CARD_BUTTONS: Final[Mapping[str, ButtonSpec]] = {
    "card": ButtonSpec(re.compile(r"\d{1,6}:[1-9]\d{0,2}", re.ASCII)),
    "enough": ButtonSpec(re.compile(r"\d{1,6}:\d{1,3}", re.ASCII)),
    "twice": ButtonSpec(re.compile(r"\d{1,4}", re.ASCII)),
}

_MOST_WORD_LETTERS: Final = 24
PAGE_BUTTON: Final = "button-card-page"


def cards_keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
    """The table's cards as buttons; to decline a flip; for the host, to double a word; after the end, the proof."""
    rows: list[list[InlineKeyboardButton]] = []
    if is_laid_on_keys(view) and view.flips:
        rows = _place_rows(table, view)
    if view.turn is not None:
        own = [data_button(speaker, "own-board-open", "rack", table)]
        enough = data_button(speaker, "button-enough", "enough", table, view.number, view.left)
        rows.append([*([enough] if view.phase == "extra" else ()), *own, *board_page_row(speaker, PAGE_BUTTON)])
    for index, label in _double_button_labels(view, speaker).items():
        rows.append([callback_button(label, encode_button_data("twice", table, index))])
    if view.outcome is not None:
        rows += map(list, game_over_keyboard(speaker, table).inline_keyboard)
    return InlineKeyboardMarkup(rows) if rows else None


NO_CARD: Final = "·"  # the label of a place without a card


def _place_rows(table: str, view: GameView) -> list[list[InlineKeyboardButton]]:
    """The table as buttons: a card's number, or its letter if it is face up; nothing where no card lies."""
    face_up = {card.position: card for card in view.revealed}
    keys: list[InlineKeyboardButton] = []
    for place, lies in enumerate(view.table, start=1):
        card, label, style = face_up.get(place), str(place) if lies else NO_CARD, None
        if card is not None:
            label, style = letter_or_sign(card.card), STYLE_SUCCESS if card.taken else STYLE_PRIMARY
        data = encode_button_data("card", table, view.number, place)
        keys.append(InlineKeyboardButton(label, callback_data=data, style=style))
    return [keys[start : start + view.columns] for start in range(0, len(keys), view.columns)]


def words_to_double(view: GameView) -> dict[int, str]:
    """The words of this and the previous turn that the host may double, by their index."""
    if view.double != "host" or view.turn is None:
        return {}
    words = enumerate(view.words)
    return {index: word.word for index, word in words if word.turn >= view.number - 1 and not word.doubled}


def _double_button_labels(view: GameView, speaker: Speaker) -> dict[int, str]:
    return {
        index: speaker.plain("button-double", word=word[:_MOST_WORD_LETTERS])
        for index, word in words_to_double(view).items()
    }


class CardStepKind(StrEnum):
    """The kinds of steps of an own table, each of which shows or plays something."""

    FLIP = "f"  # chooses the next card, or its row in a wide table; plays the chosen cards
    ROW = "r"  # chooses a card in a row
    WORD = "w"  # spells a word; plays it
    POLYSEMY = "v"  # chooses the letter of a polysemy card
    MENU = "m"  # shows all other actions
    INSTANT_WIN = "g"  # forms the words that win at once
    TRADE = "t"
    CHAOS = "k"
    DOUBLE = "d"  # doubles a word, as the host
    PASS = PASS_STEP
    SURRENDER = SURRENDER_STEP


@dataclass(frozen=True, slots=True)
class CardScene(OwnBoardScene):
    """A game of Klepka as one of its players sees it."""

    state: GameState
    view: GameView

    @property
    def wording(self) -> KlepkaWording:
        """The wording in the player's language."""
        return KlepkaWording(self.own.speaker)

    @property
    def cards(self) -> tuple[str, ...]:
        """The player's collection, sorted."""
        return self.view.seats[self.seat].cards

    @property
    def pass_warning(self) -> str:
        """A warning of a run of passes."""
        return self.own.speaker.html("run-ends-passes") if self.view.pass_ends else ""

    @property
    def lying_positions(self) -> tuple[int, ...]:
        """The positions of the cards on the table, from 1."""
        return face_down_positions(self.state.table)

    @property
    def pair_of_keys(self) -> tuple[StepButton, ...]:
        """The two buttons below the cards, the same at every step of choosing cards."""
        if self.view.phase == "extra":
            other = self.message_button("button-enough", CardStepKind.PASS, plays=True)
        elif self.view.phase == "words":
            other = self.message_button("own-board-form-word", CardStepKind.WORD)
        else:
            other = self.message_button("own-board-my-cards", RACK_STEP)
        return other, self.message_button("own-board-more-actions", CardStepKind.MENU)

    def to_page(self, text: str, rows: StepRows, choice: CardChoice = NO_CHOICE) -> OwnBoardPage:
        """A page with the row and the cards chosen so far."""
        sketch = cards_sketch(self.view, self.own.speaker, self.own.style, choice)
        return OwnBoardPage(text, sketch, partial(cards_as_html, self.view), rows)

    def to_low_page(self, text: str, rows: StepRows) -> OwnBoardPage:
        """A page with many buttons, whose picture shows only the players' cards."""
        sketch = sketch_above_keys(self.view, self.own.speaker, self.own.style)
        return OwnBoardPage(text, sketch, partial(cards_as_html, self.view), rows)


_BACKSPACE: Final = "⌫"
_LEAVE: Final = "‹"
_LETTER_CODE: Final = re.compile("(_?)([a-zA-Z])")
_LEAST_LETTERS: Final = 2
_WIDTH: Final = 6  # buttons in a row that leave room for a letter and its count on a phone


def letter_signs(state: GameState) -> LetterSigns:
    """The signs of the letters of cards in steps."""
    return LetterSigns(string.ascii_letters, load_alphabet(state.ruleset.language).letters)


def _word_as_typed(state: GameState, text: str) -> str:
    return "".join(f"[{one}]" if free else one for free, one in _decode_letters(state, text))


def _decode_letters(state: GameState, text: str) -> list[tuple[bool, str]]:
    letters, found = letter_signs(state), _LETTER_CODE.findall(text)
    if "".join(map("".join, found)) != text:
        raise Refusal("stale_button")
    return [(bool(free), letters.decode(sign)) for free, sign in found]


def instant_win_words(state: GameState, seat: int) -> str | None:
    """The words that win at once (RULES §6.8), as typed; ``None`` if the player's cards do not make them."""
    wins = state.ruleset.instant_win
    if not wins:
        return None
    cards = state.players[seat].cards
    letters = Counter(one for card in cards if (one := letter_on(card)) is not None)
    lacking = Counter(wins.replace(" ", "")) - letters
    if len(lacking) > cards.count(POLYSEMY):
        return None
    text = ""
    for sign in wins:
        # One polysemy card serves all places of its letter.
        text += f"[{sign}]" if lacking[sign] > 0 else sign
        lacking[sign] -= 1
    return text


def _spell_word_page(scene: CardScene, text: str) -> OwnBoardPage:
    """The word so far with its score, and a button for each letter held; letters keep their places."""
    so_far, speaker = _decode_letters(scene.state, text), scene.own.speaker
    letters, (left, free) = letter_signs(scene.state), _letters_left(scene, so_far)
    here, word = f"{CardStepKind.WORD}{text}", _word_as_typed(scene.state, text)
    room = len(text) + 2 <= MOST_STEP_CHARACTERS - 1

    def letter_key(letter: str) -> StepButton:
        if not left[letter] or not room:
            return StepButton(NO_CARD, here)
        label = f"{letter} ×{left[letter]}" if left[letter] > 1 else letter
        return StepButton(label, f"{here}{letters.encode(letter)}")

    keys = wrap_buttons([letter_key(one) for one in left], _WIDTH)
    wild = [scene.message_button("klepka-polysemy", f"{CardStepKind.POLYSEMY}{text}")] if free and room else []
    # One polysemy card serves all places of its letter.
    again = sorted({one for polysemy, one in so_far if polysemy})
    wild += [StepButton(f"[{one}]", f"{here}_{letters.encode(one)}") for one in again if room]
    if wild or POLYSEMY in scene.cards:
        keys.append(wild or [StepButton(NO_CARD, here)])
    done = StepButton(NO_CARD, here)
    if len(so_far) >= _LEAST_LETTERS and scene.on_turn:
        done = StepButton(speaker.plain("own-board-form", word=word), here, plays=True, style=STYLE_SUCCESS)
    shorter = f"{CardStepKind.WORD}{without_last_part(text, _LETTER_CODE)}" if text else here
    end = [StepButton(_BACKSPACE, shorter), StepButton(_LEAVE, HOME_STEP)]
    caption = speaker.html("own-board-spell-cards")
    if text:
        score = _score_of_word(scene, word)
        caption = speaker.html("own-board-spelled", word=word) + (f" +{score}" if score else "")
    return scene.to_low_page(caption, [*keys, [done], end])


def _score_of_word(scene: CardScene, word: str) -> int:
    try:
        return preview_word(scene.state, scene.seat, word).score
    except EngineError:
        return 0


def _letters_left(scene: CardScene, so_far: list[tuple[bool, str]]) -> tuple[Counter[str], bool]:
    letters = Counter(one for card in scene.cards if (one := letter_on(card)) is not None)
    used = Counter(one for polysemy, one in so_far if not polysemy)
    if used - letters:
        raise Refusal("stale_button")
    known = load_alphabet(scene.state.ruleset.language)
    left = letters - used
    cards = scene.cards.count(POLYSEMY) - len({one for polysemy, one in so_far if polysemy})
    return Counter({one: left[one] for one in sorted(letters, key=known.rank)}), cards > 0


def _choose_polysemy_letter_page(scene: CardScene, text: str) -> OwnBoardPage:
    _, free = _letters_left(scene, _decode_letters(scene.state, text))
    if not free:
        raise Refusal("stale_button")
    codes = letter_signs(scene.state)
    keys = [StepButton(one, f"{CardStepKind.WORD}{text}_{codes.encode(one)}") for one in codes.letters]
    return scene.to_low_page(
        scene.own.speaker.html("own-board-which-polysemy"),
        [*wrap_buttons(keys), [scene.back_button(f"{CardStepKind.WORD}{text}")]],
    )


_TRADE_STEP: Final = re.compile(r"(?:([a-zA-Z_]\d)(?:([0-9a-f])([a-zA-Z_]\d)?)?)?", re.ASCII)


def _can_trade(scene: CardScene) -> bool:
    return EXCHANGE in scene.cards and bool(_cards_to_give(scene.cards)) and bool(_possible_partners(scene))


def _trade_page(scene: CardScene, text: str) -> OwnBoardPage:
    """Asks the next question of a trade, and at the end for confirmation. Raises Refusal ``stale_button``."""
    if not _can_trade(scene):
        raise Refusal("stale_button")
    give, seat, take = _decode_step(scene.state, text)
    partners = _possible_partners(scene)
    if give is None:
        return _question_page(scene, "own-board-trade-give", _card_buttons(scene, "", _cards_to_give(scene.cards)), "")
    if give not in _cards_to_give(scene.cards):
        raise Refusal("stale_button")
    if seat is None and len(partners) > 1:
        keys = [StepButton(scene.view.seats[one].name, f"{CardStepKind.TRADE}{text}{one:x}") for one in partners]
        return _question_page(scene, "own-board-trade-whom", wrap_buttons(keys, NAMED), CardStepKind.TRADE)
    partner = partners[0] if seat is None else seat
    if partner not in partners:
        raise Refusal("stale_button")
    name, theirs = scene.own.speaker.seat_name(scene.view, partner), scene.view.seats[partner].cards
    before = f"{_encode_card(scene.state, give)}{partner:x}"
    if take is None:
        back = CardStepKind.TRADE if len(partners) == 1 else f"{CardStepKind.TRADE}{before[:-1]}"
        return _question_page(scene, "own-board-trade-take", _card_buttons(scene, before, theirs), back, name=name)
    if take not in theirs:
        raise Refusal("stale_button")
    gives, takes = scene.wording.card_text(give), scene.wording.card_text(take)
    question = scene.own.speaker.html("own-board-trade-sure", name=name, gives=gives, takes=takes)
    return scene.to_page(
        question,
        [
            [scene.message_button("own-board-trade-yes", f"{CardStepKind.TRADE}{text}", plays=True)],
            [scene.back_button(f"{CardStepKind.TRADE}{before}")],
        ],
    )


def _decode_trade(state: GameState, seat: int, text: str) -> Trade:
    give, partner, take = _decode_step(state, text)
    if give is None or partner is None or take is None or partner >= len(state.players):
        raise Refusal("stale_button")
    owner = state.players[partner]
    if give not in _cards_to_give(state.players[seat].cards) or take not in owner.cards:
        raise Refusal("stale_button")
    return Trade(state.players[seat].user, give, owner.user, take)


def _question_page(scene: CardScene, message: str, rows: StepRows, back: str, **arguments: Html) -> OwnBoardPage:
    return scene.to_page(scene.own.speaker.html(message, **arguments), [*rows, [scene.back_button(back)]])


def _cards_to_give(cards: Cards) -> Cards:
    return remove_cards(cards, (EXCHANGE,)) if EXCHANGE in cards else ()


def _possible_partners(scene: CardScene) -> list[int]:
    seats = enumerate(scene.view.seats)
    return [number for number, seat in seats if number != scene.own.seat and seat.active and seat.cards]


def _card_buttons(scene: CardScene, before: str, cards: Cards) -> list[list[StepButton]]:
    keys = {
        card: StepButton(
            scene.wording.card_text(card), f"{CardStepKind.TRADE}{before}{_encode_card(scene.state, card)}"
        )
        for card in cards
    }
    letters = [key for card, key in keys.items() if card not in REWARDS]
    return [*wrap_buttons(letters), *wrap_buttons([key for card, key in keys.items() if card in REWARDS], NAMED)]


def _encode_card(state: GameState, card: str) -> str:
    if card in REWARDS:
        return f"_{REWARDS.index(card)}"
    return f"{letter_signs(state).encode(card[0])}{COLOURS.index(card[1])}"


def _decode_card(state: GameState, code: str) -> str:
    number = int(code[1])
    if code[0] == "_" and number < len(REWARDS):
        return REWARDS[number]
    if number >= len(COLOURS):
        raise Refusal("stale_button")
    return letter_signs(state).decode(code[0]) + COLOURS[number]


def _decode_step(state: GameState, text: str) -> tuple[str | None, int | None, str | None]:
    found = _TRADE_STEP.fullmatch(text)
    if found is None:
        raise Refusal("stale_button")
    give, seat, take = found.groups()
    return (
        None if give is None else _decode_card(state, give),
        None if seat is None else int(seat, 16),
        None if take is None else _decode_card(state, take),
    )


_POSITION_CODES: Final = re.compile(r"(?:[0-9a-f]{2})*")
_POSITION_DIGITS: Final = 2
_NO_CARDS: Final = "—"
_MOST_FLIPS: Final = 11  # cards that fit into a button's data; to turn up more, players type positions
_MOST_CARDS: Final = 255


class KlepkaOwnBoard(OwnBoard):
    """The table with the player's own choice of cards."""

    opening_button = "own-board-open"
    has_board_page = True
    page_button = PAGE_BUTTON

    def rack_hash(self, game: Game, seat: int) -> str:
        """The hash of the player's cards and of the cards' positions, all of which are public."""
        state = require_game_of(GameState, game)
        lying = ("1" if card else "0" for card in state.table)
        return hash_rack((*state.players[seat].cards, *lying, state.phase))

    def rack_text(self, own: OwnBoardContext) -> str:
        """The player's cards."""
        scene = _scene_of(own)
        cards = " ".join(scene.wording.card_text(card) for card in scene.cards)
        return own.speaker.plain("own-board-cards", cards=cards or _NO_CARDS)

    async def build_page(self, own: OwnBoardContext, step: str) -> OwnBoardPage:
        """The page of a step."""
        scene = _scene_of(own)
        if step == HOME_STEP:
            on_keys = _may_choose_cards(scene) and is_laid_on_keys(scene.view)
            return _choose_card_page(scene, "") if on_keys else _menu_page(scene, "")
        kind, rest = split_step(CardStepKind, step)
        if kind not in _PAGES:
            raise Refusal("stale_button")
        return _PAGES[kind](scene, rest)

    def action_of_step(self, game: Game, seat: int, step: str) -> Action:
        """Turn cards up, form a word, pass, play a reward card, double a word as the host, or surrender."""
        state = require_game_of(GameState, game)
        user, (kind, rest) = state.players[seat].user, split_step(CardStepKind, step)
        match kind:
            case CardStepKind.FLIP:
                return Flip(user, _decode_positions(rest))
            case CardStepKind.WORD:
                return Form(user, _word_as_typed(state, rest))
            case CardStepKind.TRADE:
                return _decode_trade(state, seat, rest)
            case CardStepKind.DOUBLE if rest.isdecimal() and int(rest) < len(state.words):
                return DoubleWord(user, state.words[int(rest)].word)
            case CardStepKind.INSTANT_WIN if not rest and (winning := instant_win_words(state, seat)):
                return Form(user, winning)
            case _ if kind in _PLAIN_ACTIONS and not rest:
                return _PLAIN_ACTIONS[kind](user)
            case _:
                raise Refusal("stale_button")


def _scene_of(own: OwnBoardContext) -> CardScene:
    state, game_view = require_game_of(GameState, own.game), view(own.game, own.user)
    if not isinstance(game_view, GameView):
        raise TypeError("a game of Klepka has a view of cards")
    return CardScene(own, state, game_view)


def _decode_positions(text: str) -> tuple[int, ...]:
    if _POSITION_CODES.fullmatch(text) is None:
        raise Refusal("stale_button")
    return tuple(int(text[start : start + _POSITION_DIGITS], 16) for start in range(0, len(text), _POSITION_DIGITS))


def _encode_positions(positions: tuple[int, ...]) -> str:
    return "".join(f"{position:02x}" for position in positions)


def _menu_page(scene: CardScene, text: str) -> OwnBoardPage:
    if text:
        raise Refusal("stale_button")
    speaker, game_view = scene.own.speaker, scene.view
    cards = " ".join(scene.wording.card_text(card) for card in scene.cards) or _NO_CARDS
    caption = speaker.html(
        "own-board-table", game=speaker.game_title, group=isolate_name(scene.own.group_title), cards=Html(cards)
    )
    times = "\n".join(clocks.current_clock_lines(scene.state, scene.own.now, speaker))
    text = join_lines(
        caption,
        scene.wording.last_turn_line(game_view),
        times,
        clocks.pause_line(game_view, speaker),
        scene.wording.next_turn_line(game_view),
    )
    rows: list[list[StepButton]] = []
    if _may_choose_cards(scene):
        rows.append([scene.message_button("own-board-flip", CardStepKind.FLIP)])
    if scene.on_turn and game_view.phase == "words":
        rows.append([scene.message_button("own-board-form-word", CardStepKind.WORD)])
    if scene.on_turn and game_view.phase == "extra":
        rows.append([scene.message_button("button-enough", CardStepKind.PASS, plays=True)])
    elif scene.on_turn and not game_view.flips:
        rows.append([scene.message_button("own-board-pass", CardStepKind.PASS)])
    rows += _instant_win_rows(scene)
    rewards = [("klepka-exchange", CardStepKind.TRADE)] if _can_trade(scene) else []
    rewards += [("klepka-chaos", CardStepKind.CHAOS)] if CHAOS in scene.cards else []
    if rewards:
        rows.append([scene.message_button(message, step) for message, step in rewards])
    if scene.state.host == scene.own.user:
        rows += [
            [StepButton(label, f"{CardStepKind.DOUBLE}{index}", plays=True)]
            for index, label in _double_button_labels(game_view, speaker).items()
        ]
    rows.append([scene.message_button("own-board-my-cards", RACK_STEP)])
    rows.append(
        [
            scene.message_button("own-board-surrender", CardStepKind.SURRENDER),
            scene.message_button("own-board-refresh", HOME_STEP),
        ]
    )
    return scene.to_page(text, rows)


def _instant_win_rows(scene: CardScene) -> list[list[StepButton]]:
    if not scene.on_turn or scene.view.phase != "words" or instant_win_words(scene.state, scene.own.seat) is None:
        return []
    return [[StepButton(f"🏁 {scene.state.ruleset.instant_win}", CardStepKind.INSTANT_WIN, plays=True)]]


def _may_choose_cards(scene: CardScene) -> bool:
    return scene.on_turn and 0 < scene.view.flips <= _MOST_FLIPS and len(scene.state.table) <= _MOST_CARDS


def _chosen_positions(scene: CardScene, text: str) -> tuple[int, ...]:
    chosen = _decode_positions(text)
    if not _may_choose_cards(scene) or len(chosen) >= scene.view.flips:
        raise Refusal("stale_button")
    if not set(chosen) <= set(scene.lying_positions) or len(set(chosen)) < len(chosen):
        raise Refusal("stale_button")
    return chosen


def _choose_card_page(scene: CardScene, text: str) -> OwnBoardPage:
    """The table as buttons, which keep their places; the last card needed turns all selected ones up."""
    if not is_laid_on_keys(scene.view):
        return _choose_row_page(scene, text)
    chosen, lying, here = _chosen_positions(scene, text), set(scene.lying_positions), f"{CardStepKind.FLIP}{text}"
    left = scene.view.flips - len(chosen)

    def card_key(position: int) -> StepButton:
        if position in chosen:
            others = tuple(one for one in chosen if one != position)
            return StepButton(str(position), f"{CardStepKind.FLIP}{_encode_positions(others)}", style=STYLE_PRIMARY)
        if position not in lying:
            return StepButton(NO_CARD, here)
        return StepButton(str(position), f"{here}{_encode_positions((position,))}", plays=left == 1)

    every = [card_key(position) for position in range(1, len(scene.state.table) + 1)]
    columns, speaker = scene.view.columns, scene.own.speaker
    rows = [every[start : start + columns] for start in range(0, len(every), columns)]
    positions = ", ".join(map(str, chosen))
    question = (
        speaker.html("klepka-picked", positions=positions, count=left)
        if chosen
        else speaker.html("klepka-picked-none", count=left)
    )
    text = join_lines(scene.wording.last_turn_line(scene.view), question)
    return scene.to_low_page(text, [*rows, *_instant_win_rows(scene), scene.pair_of_keys])


def _choose_row_page(scene: CardScene, text: str) -> OwnBoardPage:
    chosen = _chosen_positions(scene, text)
    free = [position for position in scene.lying_positions if position not in chosen]
    rows = dict.fromkeys((position - 1) // scene.view.columns + 1 for position in free)
    keys = [StepButton(str(row), f"{CardStepKind.ROW}{row:02x}{text}") for row in rows]
    speaker = scene.own.speaker
    so_far = ", ".join(str(position) for position in chosen)
    question = join_lines(
        speaker.html("own-board-which-card-row", number=len(chosen) + 1, count=scene.view.flips),
        speaker.html("own-board-chosen", positions=so_far) if chosen else "",
    )
    end = [scene.back_button(f"{CardStepKind.FLIP}{text[:-_POSITION_DIGITS]}" if chosen else HOME_STEP)]
    if chosen:
        end.append(scene.message_button("own-board-home", HOME_STEP))
    every = len(scene.state.table) // scene.view.columns
    return scene.to_page(question, [*wrap_buttons(keys, width_of(every)), end], CardChoice(cards=chosen))


def _card_choice_page(scene: CardScene, text: str) -> OwnBoardPage:
    row, so_far = _decode_positions(text[:_POSITION_DIGITS]), text[_POSITION_DIGITS:]
    chosen = _chosen_positions(scene, so_far)
    columns = scene.view.columns
    free = [
        position
        for position in scene.lying_positions
        if position not in chosen and row and (position - 1) // columns + 1 == row[0]
    ]
    if not free:
        raise Refusal("stale_button")
    last = len(chosen) + 1 == scene.view.flips
    keys = [
        StepButton(str(position), f"{CardStepKind.FLIP}{_encode_positions((*chosen, position))}", plays=last)
        for position in free
    ]
    speaker = scene.own.speaker
    question = speaker.html("own-board-which-last-card" if last else "own-board-which-card", row=row[0])
    rows = [*wrap_buttons(keys, width_of(columns)), [scene.back_button(f"{CardStepKind.FLIP}{so_far}")]]
    return scene.to_page(question, rows, CardChoice(row=row[0], cards=chosen))


def _chaos_page(scene: CardScene, text: str) -> OwnBoardPage:
    if text or CHAOS not in scene.cards:
        raise Refusal("stale_button")
    yes = scene.message_button("own-board-chaos-yes", CardStepKind.CHAOS, plays=True)
    return scene.to_page(scene.own.speaker.html("own-board-chaos-sure"), [[yes, scene.back_button()]])


_PAGES: Final[Mapping[CardStepKind, Callable[[CardScene, str], OwnBoardPage]]] = {
    CardStepKind.FLIP: _choose_card_page,
    CardStepKind.MENU: _menu_page,
    CardStepKind.ROW: _card_choice_page,
    CardStepKind.WORD: _spell_word_page,
    CardStepKind.POLYSEMY: _choose_polysemy_letter_page,
    CardStepKind.TRADE: _trade_page,
    CardStepKind.PASS: CardScene.pass_page,
    CardStepKind.CHAOS: _chaos_page,
    CardStepKind.SURRENDER: CardScene.surrender_page,
}

_PLAIN_ACTIONS: Final[Mapping[CardStepKind, Callable[[int], Action]]] = {
    CardStepKind.PASS: Pass,
    CardStepKind.CHAOS: Chaos,
    CardStepKind.SURRENDER: Surrender,
}
