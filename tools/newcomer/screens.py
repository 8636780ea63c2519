"""Count what a newcomer reads and taps: in the first game, in captions, on the way to a board."""

import asyncio
import re
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Final

from bot.store import keys
from bot.tables.table_loader import is_game_running
from engine.alphabet import BLANK
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.search import SearchQuery
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from tests.support.boards import random_positions, shared_searcher
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.games import game, with_fields
from tests.support.played_games import finish_game
from tools.newcomer.places import refusing_options
from tools.newcomer.taps import Chat, Json, Speller, keys_of, kind_of, visible_lines

NEWCOMERS: Final = {"tr": KIRAZ, "en": LIMON, "uk": NANE}
_WORD: Final = re.compile(r"[^\W\d_][\w’'-]*")
_MOST_KEYS: Final = 40
_GUIDES: Final = ("own:", "make:", "tutorial::at:")


class Reading:
    def __init__(self, chat: Chat) -> None:
        self._chat, self._mark = chat, chat.house.last_call_number
        self.lines: dict[str, int] = {}

    @property
    def words(self) -> int:
        for call in self._chat.house.playground.journal.find_entries(after=self._mark):
            here = str(call.parameters.get("chat_id")) == str(self._chat.talk.chat_id)
            result = call.result if here and isinstance(call.result, dict) else {}
            for line in visible_lines(result):
                self.lines.setdefault(line.strip(), len(_WORD.findall(line)))
        return sum(self.lines.values())


async def count_first_game(house: BotHarness, language: str) -> Json:
    person = NEWCOMERS[language]
    chat = Chat(await house.private_chat(person, language), person)
    reading = Reading(chat)
    offer = (await chat.say("/start"))[-1]
    await chat.tap(offer, keys_of(offer)[0])
    words = moves = taps = 0
    while (page := await _wait_for_own_turn(chat)) is not None:
        await _play_guided(chat, page)
        moves += 1
        if not words:
            words, taps = reading.words, chat.taps
    return {"words before the first word lies": words, "taps until then": taps, "own moves": moves}


async def _wait_for_own_turn(chat: Chat) -> Json | None:
    """Wait for the newcomer's turn and return the page to act on; ``None`` if the game is over."""
    for _ in range(400):
        await chat.house.advance_time(5)
        await chat.house.wait_until_idle()
        await asyncio.sleep(0.02)
        state = await chat.talk.stored_state()
        running = None if state[1] is None else await chat.talk.load_current_table()
        if isinstance(running, GameState) and running.outcome is not None:
            return None
        with suppress(LookupError):
            page = chat.newest("own", "make", "tutorial")
            if not any(key["callback_data"].startswith(_GUIDES) for key in keys_of(page)):
                return None
            if not isinstance(running, GameState) or running.players[running.turn].user == chat.person:
                return page
        if running is None:
            return None
    return None


async def _play_guided(chat: Chat, page: Json) -> None:
    """Make one move: tap the only button that does not end the tutorial, or else play the best word."""
    for _ in range(_MOST_KEYS):
        keys = [key for key in keys_of(chat.now(page)) if key["callback_data"].startswith(_GUIDES)]
        if len(keys) != 1:
            break
        await chat.tap(chat.now(page), keys[0])
        if keys[0]["text"].startswith("✅"):
            return
    state = await chat.talk.load_current_game()
    rack = [face for face in state.players[state.turn].rack if face != BLANK]
    query = SearchQuery(state.ruleset, state.cells, tuple(rack), state.bonus)
    found = shared_searcher().find_best_plays(query, load_lexicon(state.ruleset.lexicon), 1) if rack else []
    if found:
        play = found[0].play
        speller = Speller(chat, state, "".join(put.tile for put in play.tiles))
        await speller.spell(page)
        if await speller.play(page, [frozenset((put.cell, put.tile) for put in play.tiles)]):
            return
    await chat.say("/pas")


async def count_group(house: BotHarness, language: str) -> Json:
    rulesets = [one for one in crossword_rulesets().values() if one.language == language and one.places]
    group, turns, results = Chat(await house.new_group(language), KIRAZ), [], []
    for number, rules in enumerate(rulesets * 2):
        await house.forget_user_games(KIRAZ, LIMON)
        turns += await _play_best(group, rules.id, number, is_last=False)
        results += await _play_best(group, rules.id, number, is_last=True)
    return {
        "visible lines of a turn": {"least": min(turns), "most": max(turns)},
        "visible lines of a result": {"least": min(results), "most": max(results)},
        "taps from rematch to the board": await _count_rematch(await house.new_group(language)),
        "taps from /bot to the board": await _count_solo(Chat(await house.private_chat(ZEYTIN, language), ZEYTIN)),
    }


async def _play_best(group: Chat, name: str, seed: int, *, is_last: bool) -> list[int]:
    rules = crossword_rulesets()[name]
    words = load_lexicon(rules.lexicon)
    options = refusing_options(name) if is_last else {}
    for query in islice(random_positions(rules, words, shared_searcher(), Random(seed)), 5):  # noqa: S311 - no secret
        rack = tuple(face for face in query.rack if face != BLANK)
        found = shared_searcher().find_best_plays(SearchQuery(rules, query.cells, rack, query.bonus), words, 1)
        if not found:
            continue
        tiles = found[0].play.tiles
        racks = ["".join(put.tile for put in tiles) if is_last else "".join(rack), rack[0] * 2]
        state = game(name, racks=racks, bag="" if is_last else None, options=options)
        await group.talk.put_table(with_fields(state, cells=query.cells, bonus=query.bonus))
        across = len({put.cell[1:] for put in tiles}) == 1 and (len(tiles) > 1 or found[0].play.word)
        grid = premium_board(rules.board).grid
        line, first = grid.line(grid.indices[tiles[0].cell], Direction.ACROSS if across else Direction.DOWN)
        while first and query.cells[line[first - 1]]:
            first -= 1
        cell = grid.names[line[first]]
        way = group.text("way-across" if across else "way-down")
        told = await group.say(f"/play {cell} {way} {found[0].play.word}")
        now = await group.talk.load_current_game()
        if (now.outcome is not None) is is_last and now.number:
            return [len(visible_lines(told[-1]))]
        seed += 1
    return []


async def _count_rematch(talk: ChatSession) -> Json:
    await talk.harness.forget_user_games(KIRAZ, LIMON)
    ended = (await finish_game(talk, passes=2)).message
    first, second = Chat(talk, KIRAZ), Chat(talk, LIMON)

    async def press(chat: Chat, *kinds: str) -> None:
        if isinstance(await talk.load_current_table(), GameState) and kinds != ("again",):
            return
        page = chat.now(ended) if kinds == ("again",) else chat.newest(*kinds)
        await chat.tap(page, next(key for key in keys_of(page) if kind_of(key) in kinds))

    await press(first, "again")
    await press(second, "join", "again")
    await press(first, "begin")
    table = await talk.load_current_table()
    return {"host": first.taps, "guest": second.taps, "runs": isinstance(table, GameState) and table.outcome is None}


async def _count_solo(chat: Chat) -> int | None:
    """Count the taps from ``/bot`` in private to the board: a level, then the first game, then green buttons."""
    await chat.house.clear_tables()
    scope = chat.talk.scope
    await chat.house.redis.delete(keys.game(scope), keys.table_numbers(scope))
    page = (await chat.say("/bot"))[-1]
    for _ in range(8):
        shown = keys_of(chat.now(page))
        stored = (await chat.talk.stored_state())[1]
        if stored is not None and is_game_running(await chat.talk.load_current_table()):
            return chat.taps
        chosen = [
            one for one in shown if kind_of(one) == "alone" and one["callback_data"].count(":") > min(chat.taps, 1) + 1
        ]
        green = [one for one in shown if one.get("style") == "success"]
        if not (green or chosen):
            return None
        key = (green or chosen)[0]
        sent = [one for one in await chat.tap(chat.now(page), key) if keys_of(one)]
        page = sent[-1] if sent else page
    return None
