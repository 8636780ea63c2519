"""Klepka: cards turned up by typing and by tapping, words, rewards, and every way in which they are refused."""

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.klepka.state import GameState as KlepkaState
from tests.transcripts import simulated_players
from tests.transcripts.scenes.room import HURMA, INCIR, KIRAZ, LIMON, NANE, SceneRoom, open_group
from tests.transcripts.stage import RecordingStage

_TABLES: Final = (
    ("tr", 2, "deste=kısa çift=kurucu tekrar=yasak", 90),
    ("en", 3, "deck=quick clock=phases", 90),
    ("uk", 4, "колода=чат", 45),
    ("tr", 6, "deste=tam", 24),
    ("uk", 2, "", 200),
)
_GLORY: Final = "СЛАВУКРЇНІ"


async def play(stage: RecordingStage) -> None:
    """Five tables; the last one is won by the two words."""
    for number, (language, players, options, turns) in enumerate(_TABLES):
        await stage.run_op({"do": "title", "text": f"klepka in {language}: {options}"})
        place = await open_group(stage, -1200 - number, language)
        chance = Random(f"klepka {number}")
        await place.open_and_begin("клепка" if number % 2 else "klepka", players, options)
        if number < 3:
            await _try_refused_actions(place, await place.load_klepka())
        if number == len(_TABLES) - 1:
            await _win_by_glory_words(place, chance, turns)
        else:
            await _turns(place, chance, turns)


async def _turns(place: SceneRoom, chance: Random, most: int) -> None:
    for number in range(most):
        state = await place.load_klepka()
        if state.outcome is not None:
            break
        if number == most // 3 and len(state.players) > 3:
            await place.give_command(state.players[1].user, "surrender")
            await place.tap_kind(state.players[1].user, "yes")
            continue
        await _turn(place, state, chance, number)
        if number % 3 == 0:
            await place.stage.run_op({"do": "pass", "seconds": 10})
    for command in ("score", "board", "bag", "rules"):
        await place.give_command(LIMON, command)
    if (await place.load_klepka()).outcome is None:
        await place.cancel_table()


async def _turn(place: SceneRoom, state: KlepkaState, chance: Random, number: int) -> None:
    person = state.players[state.turn].user
    if not await _play_reward(place, state, number):
        word = simulated_players.random_word(state, chance) if state.phase == "words" else None
        if word is not None and "polysemy" in state.players[state.turn].cards and "[" not in word:
            word = f"{word[:-1]}[{word[-1]}]"
        if word is not None and number % 2:
            await place.give_command(person, "form", word)
            if number % 3 == 0:
                await place.tap_kind(LIMON, "twice")
                await place.tap_kind(KIRAZ, "twice")
                after = await place.load_klepka()
                index = len(after.words) - 1
                await place.forge_tap(KIRAZ, f"twice:{state.commitment[:8]}:{index}")
                await place.forge_tap(KIRAZ, f"twice:{state.commitment[:8]}:0")
                await place.give_command(person, "form", word)
        elif state.flips:
            await _flip_cards(place, state, chance, number)
        else:
            await place.give_command(person, "flip", "1 2")
            await place.give_command(person, "pass")


async def _flip_cards(place: SceneRoom, state: KlepkaState, chance: Random, number: int) -> None:
    person = state.players[state.turn].user
    if state.phase == "extra":
        await place.give_command(person, "form", "ВОДА")
    if number % 5 == 1:
        await place.give_command(LIMON, "board")
    if state.phase == "extra" and number % 4 == 1:
        if number % 8 == 1 or not await place.tap_kind(person, "enough"):
            await place.give_command(person, "pass")
        return
    chosen = simulated_players.choose_cards(state, state.flips, chance, lucky=number % 5 != 0)
    manner = number % 4
    if manner == 0:
        for position in (*chosen[:1], *chosen[:1], *chosen):
            await place.forge_tap(person, f"card:{state.commitment[:8]}:{state.number}:{position}")
        await place.tap_kind(NANE, "card")
    elif manner == 1:
        await place.say(person, ", ".join(map(str, chosen)), reply=place.stage.newest_with_buttons(place.chat_id))
    else:
        await place.give_command(person, "flip", " ".join(map(str, chosen)))


async def _play_reward(place: SceneRoom, state: KlepkaState, number: int) -> bool:
    if number % 4 != 3:
        return False
    for seat, player in enumerate(state.players):
        if not player.active:
            continue
        if "chaos" in player.cards and state.flips:
            await place.give_command(player.user, "chaos")
            return True
        partner = next((other for other in state.players if other is not player and other.active and other.cards), None)
        own = [card for card in player.cards if card != "exchange"]
        if "exchange" in player.cards and partner is not None and own:
            take = partner.cards[0]
            number_of = state.players.index(partner) + 1
            absent = next(
                (card[0] for card in state.table if card[1:] in {"Y", "B"} and card[0] not in _faces(own)), "Щ"
            )
            foreign = next((card[0] for card in own if card[0] not in _faces(partner.cards) and len(card) == 2), "Щ")
            for text in (
                f"{absent} {number_of} {_card(take)}",
                f"{_card(own[0])} {number_of} {foreign}",
                f"Щ {number_of} {_card(take)}",
                f"{_card(own[0])} {number_of} Щ",
                f"{_card(own[0])} {seat + 1} {_card(own[0])}",
                f"Ґ {number_of} {_card(take)}",
                f"{_card(own[0])} {number_of} Ґ",
                *(f"{_card(own[0])} {index + 1} О" for index, other in enumerate(state.players) if not other.active),
                *(f"{face} {number_of} {_card(take)}" for face in _letter_in_both_colours(player.cards)),
            ):
                await place.give_command(player.user, "trade", text)
            await place.give_command(player.user, "trade", f"{_card(own[0])} {number_of} {_card(take)}")
            await place.give_command(state.players[seat - 1].user, "trade", f"О {number_of} А")
            return True
    return False


def _letter_in_both_colours(cards: tuple[str, ...]) -> list[str]:
    """A letter held in both colours, if any."""
    return [card[0] for card in cards if card[1:] == "Y" and f"{card[0]}B" in cards][:1]


def _faces(cards: Sequence[str]) -> set[str]:
    return {card[0] for card in cards}


def _card(card: str) -> str:
    return card if len(card) > 2 else f"{card[0]}{'ж' if card[1] == 'Y' else 'с'}"


async def _try_refused_actions(place: SceneRoom, state: KlepkaState) -> None:
    person = state.players[state.turn].user
    other = next(player.user for player in state.players if player.user != person)
    for text in ("", "1", "1 1", "1 999", "x y", "1 2 3 4", "0 1"):
        await place.give_command(person, "flip", text)
    for text in ("", "К[О", "А", "ВОДА КАВА", "KALEM", "ВОДА", "В[О]Д[А]", "[О][А]", "ЯКИЙСЬТАМ", "х", "[А]", "[К][І]"):
        await place.give_command(person, "form", text)
    for text in (
        "",
        "О",
        "О 9 А",
        "О 1 А",
        "О 2 А",
        "О А",
        "x 2 y",
        "полісемія 2 хаос",
        "обмін 2 А",
        "О @nobody А",
        "ОZ 2 А",
    ):
        await place.give_command(person, "trade", text)
    await place.give_command(person, "trade", "О @Limon А")
    mention = {
        "type": "text_mention",
        "offset": 10,
        "length": 4,
        "user": {"id": NANE, "is_bot": False, "first_name": "N"},
    }
    text = place.command_text("trade", "О Nane А")
    mention["offset"] = text.index("Nane")
    command = {"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}
    await place.say(person, text, more={"entities": [command, mention]})
    await place.give_command(person, "chaos")
    await place.give_command(person, "pass")
    for command_, text_ in (("flip", "1 2"), ("form", "ВОДА"), ("pass", ""), ("play", "H8 KALEM"), ("exchange", "1")):
        await place.give_command(other, command_, text_)
    for command_ in ("flip", "form", "trade", "chaos", "pass", "surrender"):
        await place.give_command(INCIR if len(state.players) < 6 else 999, command_, "1 2")
    for command_ in ("board", "score", "bag", "rack", "clock", "rules", "help", "word", "draw", "challenge", "try"):
        await place.give_command(other, command_)
    await place.give_command(other, "board", "metin" if place.language == "tr" else "text")
    name = state.commitment[:8]
    for data in (
        f"card:{name}:99:1",
        f"card:{name}:0:200",
        f"enough:{name}:9:9",
        f"twice:{name}:0",
        f"twice:{name}:99",
        f"rack:{name}",
        f"board:{name}",
        "card:00000000:0:1",
        f"agree:{name}:0",
        f"doubt:{name}:1",
        f"lay:{name}:0:H8:h:KALEM",
    ):
        await place.forge_tap(person, data)
    await place.forge_tap(HURMA, f"card:{name}:0:1")


async def _win_by_glory_words(place: SceneRoom, chance: Random, most: int) -> None:
    """One player turns up what the two words need, the other nothing of use."""
    for _ in range(most):
        state = await place.load_klepka()
        if state.outcome is not None:
            return
        player = state.players[state.turn]
        if player.user == KIRAZ:
            if state.phase == "words" and _has_all(player.cards):
                await place.give_command(KIRAZ, "form", "слава україні")
                continue
            wanted = _wanted_positions(state, player.cards)
            if wanted:
                rest = [one for one in simulated_players.face_down_positions(state.table) if one not in wanted]
                await place.give_command(KIRAZ, "flip", " ".join(map(str, [*wanted, *rest][: state.flips])))
                continue
        if state.phase == "extra":
            await place.give_command(player.user, "pass")
            continue
        chosen = _unmatched_positions(state, chance)
        await place.give_command(player.user, "flip", " ".join(map(str, chosen)))
        await place.stage.run_op({"do": "pass", "seconds": 10})


def _has_all(cards: tuple[str, ...]) -> bool:
    letters = [card[0] for card in cards if len(card) == 2]
    return all(letter in letters for letter in _GLORY) and letters.count("А") > 2


def _wanted_positions(state: KlepkaState, cards: tuple[str, ...]) -> list[int]:
    letters = [card[0] for card in cards if len(card) == 2]
    for letter in _GLORY:
        if letters.count(letter) < (4 if letter == "А" else 2):
            found = [place for place, card in enumerate(state.table, start=1) if len(card) == 2 and card[0] == letter]
            if len(found) > 1:
                return found[:2]
    return []


def _unmatched_positions(state: KlepkaState, chance: Random) -> list[int]:
    lying = [one for one in simulated_players.face_down_positions(state.table) if len(state.table[one - 1]) == 2]
    lying = lying or list(simulated_players.face_down_positions(state.table))
    first = chance.choice(lying)
    others = [one for one in lying if state.table[one - 1][0] != state.table[first - 1][0]]
    return [first, *others, *[one for one in simulated_players.face_down_positions(state.table) if one != first]][
        : state.flips
    ]
